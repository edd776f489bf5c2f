//! What the JVM says of a null reference: the "helpful" messages of `NullPointerException` (JEP 358, as HotSpot from
//! JDK 15 on makes them).
//!
//! The JVM tells what could not be done and, if it knows, which expression was null. It knows by following the code once,
//! from its start to the instruction that failed: for each place of the operand stack, which instruction pushed it.
//! That is no fixed point: a jump back is not seen yet when the instruction before it is asked about. So
//! the order of steps here is that of the JVM, and messages are made when the walk comes to their instructions.
//!
//! **Invariant**: what the walk cannot follow gives no message but an error, so the message is unsupported.

mod counterpart;
mod passed;
pub(crate) mod stack;
#[cfg(test)]
mod tests;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use crate::class_file::bytecode::{Element, Instruction, InvokeKind, Placed};
use crate::class_file::{ClassFile, Code, Member, Method};
pub(crate) use counterpart::{Originals, failing_parameter};
pub(crate) use passed::{Passed, passed_nulls};
use stack::{Stack, size};

/// The code of a method cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unfollowed;

/// A method whose messages are made.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub class: &'a ClassFile,
    pub method: &'a Method,
    pub code: &'a Code,
    pub placed: &'a [Placed],
}

/// The messages of those instructions of a method that fail on null.
///
/// # Errors
/// The code cannot be followed.
pub(crate) fn messages(
    subject: Subject<'_>,
    wanted: &BTreeSet<usize>,
) -> Result<BTreeMap<usize, String>, Unfollowed> {
    let mut walk = Walk::new(subject);
    let mut messages = BTreeMap::new();
    loop {
        let (mut complete, mut added) = (true, false);
        for index in 0..subject.placed.len() {
            match walk.step(index)? {
                Some(new) => added |= new,
                None => complete = false,
            }
            let next = index + 1;
            if wanted.contains(&next)
                && !messages.contains_key(&next)
                && walk.stacks.get(next).is_some_and(Option::is_some)
            {
                messages.insert(next, walk.message(next));
            }
        }
        if complete || !added {
            break;
        }
    }
    for &index in wanted {
        messages.entry(index).or_insert_with(|| walk.message(index));
    }
    Ok(messages.into_iter().filter_map(|(index, message)| Some((index, message.ok()?))).collect())
}

struct Walk<'a> {
    subject: Subject<'a>,
    /// Before each instruction, and behind the last.
    stacks: Vec<Option<Stack>>,
}

impl<'a> Walk<'a> {
    fn new(subject: Subject<'a>) -> Walk<'a> {
        let placed = subject.placed;
        let mut stacks = vec![None; placed.len() + 1];
        stacks[0] = Some(Stack::default());
        for handler in &subject.code.handlers {
            let at = placed.partition_point(|it| it.at < u32::from(handler.target));
            if let Some(stack) = stacks.get_mut(at) {
                stack.get_or_insert_with(|| Stack::of_handler(at));
            }
        }
        Walk { subject, stacks }
    }

    /// One instruction. Whether a stack was made where there was none; nothing if there is none here.
    fn step(&mut self, index: usize) -> Result<Option<bool>, Unfollowed> {
        let Some(mut stack) = self.stacks.get(index).cloned().flatten() else { return Ok(None) };
        let instruction = &self.subject.placed[index].instruction;
        stack.apply(&self.subject.class.pool, index, instruction)?;
        let mut targets = Vec::new();
        let ends = matches!(
            instruction,
            Instruction::Goto(_) | Instruction::Return(_) | Instruction::Throw
        );
        if !ends {
            targets.push(index + 1);
        }
        match instruction {
            Instruction::If(_, target)
            | Instruction::IfCompare(_, target)
            | Instruction::IfSame(_, target)
            | Instruction::IfNull(_, target)
            | Instruction::Goto(target) => targets.push(*target),
            Instruction::Switch(cases, default) => {
                targets.push(*default);
                targets.extend(cases.iter().map(|(_, target)| *target));
            }
            _ => {}
        }
        let mut added = false;
        for target in targets {
            let there = self.stacks.get_mut(target).ok_or(Unfollowed)?;
            match there {
                // What is merged here goes on to the next target, too.
                Some(other) => stack.merge(other)?,
                None => added = true,
            }
            *there = Some(stack.clone());
        }
        Ok(Some(added))
    }

    fn instruction(&self, index: usize) -> Result<&'a Instruction, Unfollowed> {
        self.subject.placed.get(index).map(|it| &it.instruction).ok_or(Unfollowed)
    }

    fn member(&self, index: u16) -> Result<Member, Unfollowed> {
        self.subject.class.pool.member(index).map_err(|_| Unfollowed)
    }

    fn message(&self, index: usize) -> Result<String, Unfollowed> {
        let (action, slot) = self.action(index)?;
        Ok(match self.expression(index, slot, DETAIL)? {
            Some(Expression { text, called: true }) => {
                format!("{action} because the return value of \"{text}\" is null")
            }
            Some(Expression { text, called: false }) => {
                format!("{action} because \"{text}\" is null")
            }
            // The JVM begins to tell of it, and then has nothing to say.
            None if self.is_begun(index, slot)? => format!("{action} because \""),
            None => action,
        })
    }

    /// Whether it is known which instruction pushed a place.
    fn is_begun(&self, index: usize, slot: usize) -> Result<bool, Unfollowed> {
        match self.stacks.get(index).and_then(Option::as_ref) {
            Some(stack) => Ok(stack.source(slot)?.is_some()),
            None => Ok(false),
        }
    }

    /// What cannot be done, and which place of the stack, from its top, holds the reference.
    fn action(&self, index: usize) -> Result<(String, usize), Unfollowed> {
        Ok(match self.instruction(index)? {
            Instruction::ArrayLoad(element) => {
                (format!("Cannot load from {} array", array(*element)), 1)
            }
            Instruction::ArrayStore(element) => {
                let slot = 1 + stack::element_size(*element);
                (format!("Cannot store to {} array", array(*element)), slot)
            }
            Instruction::ArrayLength => ("Cannot read the array length".into(), 0),
            Instruction::Throw => ("Cannot throw exception".into(), 0),
            Instruction::Monitor(true) => ("Cannot enter synchronized block".into(), 0),
            Instruction::Monitor(false) => ("Cannot exit synchronized block".into(), 0),
            Instruction::GetField(field) => {
                (format!("Cannot read field \"{}\"", self.member(*field)?.name), 0)
            }
            Instruction::PutField(field) => {
                let field = self.member(*field)?;
                let slot = size(&stack::field_type(&field)?);
                (format!("Cannot assign field \"{}\"", field.name), slot)
            }
            Instruction::Invoke(
                InvokeKind::Virtual | InvokeKind::Special | InvokeKind::Interface,
                method,
            ) => {
                let method = self.member(*method)?;
                let slot = stack::signature(&method)?.parameters.iter().map(size).sum();
                (format!("Cannot invoke \"{}\"", words::method(&method)?), slot)
            }
            _ => return Err(Unfollowed),
        })
    }

    /// The expression that a place of the stack before an instruction holds, if it is known.
    fn expression(
        &self,
        index: usize,
        slot: usize,
        detail: u32,
    ) -> Result<Option<Expression>, Unfollowed> {
        let Some(stack) = self.stacks.get(index).and_then(Option::as_ref).filter(|_| detail > 0)
        else {
            return Ok(None);
        };
        let Some(source) = stack.source(slot)? else { return Ok(None) };
        let text = match self.instruction(source)? {
            Instruction::Load(kind, local) if stack::is_named(*kind) => {
                let fresh = !stack.is_written(*local);
                words::local(&self.subject, source, *local, fresh)
            }
            Instruction::Null => "null".to_owned(),
            Instruction::Int(value) => words::number(&self.subject, source, *value),
            Instruction::ArrayLoad(Element::Int | Element::Reference) => {
                let of = self.expression(source, 1, detail - 1)?;
                let of = of.map_or("<array>".to_owned(), |it| it.text);
                let at = self.expression(source, 0, detail)?;
                format!("{of}[{}]", at.map_or("...".to_owned(), |it| it.text))
            }
            Instruction::GetStatic(field) => {
                let field = self.member(*field)?;
                format!("{}.{}", words::class(&field.class), field.name)
            }
            Instruction::GetField(field) => {
                let name = self.member(*field)?.name;
                match self.expression(source, 0, detail - 1)? {
                    Some(of) => format!("{}.{name}", of.text),
                    None => name.to_string(),
                }
            }
            Instruction::Invoke(_, method) => {
                let text = words::method(&self.member(*method)?)?;
                return Ok(Some(Expression { text, called: true }));
            }
            _ => return Ok(None),
        };
        Ok(Some(Expression { text, called: false }))
    }
}

/// How deep expressions are told.
const DETAIL: u32 = 5;

/// An expression in words; whether it is the call of a method.
struct Expression {
    text: String,
    called: bool,
}

fn array(element: Element) -> &'static str {
    match element {
        Element::Byte => "byte/boolean",
        Element::Char => "char",
        Element::Short => "short",
        Element::Int => "int",
        Element::Long => "long",
        Element::Float => "float",
        Element::Double => "double",
        Element::Reference => "object",
    }
}
