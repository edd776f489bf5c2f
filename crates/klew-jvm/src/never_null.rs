//! Final fields that no object has null once its constructors are through: each constructor gives them a new object, a
//! constant, or a parameter that it looked at before.
//!
//! What is looked for is what compilers make of `final List<T> all = new ArrayList<>()`, `this.out = requireNonNull(out)`,
//! `if (out == null) throw …` and of references to enclosing objects. A constructor with a loop or a handler is not followed.
//!
//! Invariant: a field is only told of if every assignment to it was followed.

use std::rc::Rc;

use crate::class_file::bytecode::{Instruction, InvokeKind, Kind};
use crate::class_file::flags::{FINAL, STATIC, SYNTHETIC};
use crate::class_file::{Constant, JavaType, Method};
use crate::classes::{Class, ClassId, MethodId, Origin};
use crate::null_message::Unfollowed;
use crate::null_message::stack::{Stack, signature, size};
use crate::world::{Decoded, World};

/// The names of such fields, of those that a class declares itself.
pub(crate) fn never_null(world: &mut World<'_>, id: ClassId) -> Vec<Rc<str>> {
    let class = world.class(id);
    let is_final = |access: u16| access & (FINAL | STATIC) == FINAL;
    let mut fields: Vec<Rc<str>> = (class.file.fields.iter())
        .filter(|field| is_final(field.access))
        .filter(|field| matches!(field.field_type, JavaType::Reference(_)))
        .map(|field| field.name.clone())
        .collect();
    if fields.is_empty() || class.origin == Origin::Made {
        return Vec::new();
    }
    let enclosing = |name: &str| {
        let field = class.file.fields.iter().find(|field| *field.name == *name);
        name.starts_with("this$") && field.is_some_and(|field| field.access & SYNTHETIC != 0)
    };
    for index in 0..class.file.methods.len() as u16 {
        let method = world.method(MethodId { class: id, index }).clone();
        if &*method.name != "<init>" {
            continue;
        }
        let Ok(placed) = world.code(MethodId { class: id, index }) else { return Vec::new() };
        match Constructor::follow(&class, &method, &placed) {
            Ok(constructor) if constructor.delegates => {}
            Ok(constructor) => {
                fields.retain(|field| constructor.always_sets(field, enclosing(field)));
            }
            Err(Unfollowed) => return Vec::new(),
        }
    }
    fields
}

struct Constructor<'a> {
    class: &'a Class,
    placed: &'a Decoded,
    /// Before each instruction.
    stacks: Vec<Option<Stack>>,
    /// Whether another constructor of the class does the work.
    delegates: bool,
}

impl<'a> Constructor<'a> {
    fn follow(
        class: &'a Class,
        method: &Method,
        placed: &'a Decoded,
    ) -> Result<Constructor<'a>, Unfollowed> {
        let code = method.code.as_ref().ok_or(Unfollowed)?;
        if !code.handlers.is_empty() {
            return Err(Unfollowed);
        }
        let mut stacks = vec![None; placed.len()];
        *stacks.first_mut().ok_or(Unfollowed)? = Some(Stack::default());
        let mut constructor = Constructor { class, placed, stacks, delegates: false };
        for index in 0..placed.len() {
            constructor.step(index)?;
        }
        Ok(constructor)
    }

    fn step(&mut self, index: usize) -> Result<(), Unfollowed> {
        // What nothing led to so far is only jumped to from behind: never, without loops.
        let Some(mut stack) = self.stacks[index].clone() else { return Ok(()) };
        let instruction = &self.placed[index].instruction;
        self.delegates |= self.is_delegation(index, &stack)?;
        stack.apply(&self.class.file.pool, index, instruction)?;
        let mut targets = self.targets(index);
        let ends = matches!(
            instruction,
            Instruction::Goto(_) | Instruction::Return(_) | Instruction::Throw
        );
        if !ends {
            targets.push(index + 1);
        }
        for target in targets {
            let there = self.stacks.get_mut(target).ok_or(Unfollowed)?;
            match there {
                _ if target <= index => return Err(Unfollowed),
                Some(other) => other.merge(&stack)?,
                None => *there = Some(stack.clone()),
            }
        }
        Ok(())
    }

    fn targets(&self, index: usize) -> Vec<usize> {
        match &self.placed[index].instruction {
            Instruction::If(_, target)
            | Instruction::IfCompare(_, target)
            | Instruction::IfSame(_, target)
            | Instruction::IfNull(_, target)
            | Instruction::Goto(target) => vec![*target],
            Instruction::Switch(cases, default) => {
                let cases = cases.iter().map(|(_, target)| *target);
                cases.chain([*default]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether an instruction calls another constructor of the class on the object itself.
    fn is_delegation(&self, index: usize, stack: &Stack) -> Result<bool, Unfollowed> {
        let Instruction::Invoke(InvokeKind::Special, called) = &self.placed[index].instruction
        else {
            return Ok(false);
        };
        let called = self.class.file.pool.member(*called).map_err(|_| Unfollowed)?;
        if &*called.name != "<init>" || called.class != self.class.name {
            return Ok(false);
        }
        let slot = signature(&called)?.parameters.iter().map(size).sum();
        // An object that differs between ways may be this one.
        Ok(!matches!(self.source(stack.source(slot)?), Some(Instruction::New(_))))
    }

    fn source(&self, index: Option<usize>) -> Option<&Instruction> {
        Some(&self.placed.get(index?)?.instruction)
    }

    /// Whether a field is set, and never to null; `enclosing`: it is the object around this one.
    fn always_sets(&self, field: &str, enclosing: bool) -> bool {
        let mut sets = (0..self.placed.len()).filter(|index| self.sets(*index, field)).peekable();
        sets.peek().is_some() && sets.all(|index| self.is_not_null(index, enclosing))
    }

    fn sets(&self, index: usize, field: &str) -> bool {
        let Instruction::PutField(set) = &self.placed[index].instruction else { return false };
        let set = self.class.file.pool.member(*set);
        set.is_ok_and(|set| *set.name == *field && set.class == self.class.name)
    }

    /// Whether what an instruction takes from the top of the stack is not null.
    fn is_not_null(&self, index: usize, enclosing: bool) -> bool {
        let Some(stack) = &self.stacks[index] else { return true };
        let Ok(source) = stack.source(0) else { return false };
        match self.source(source) {
            Some(
                Instruction::New(_)
                | Instruction::NewArray(_)
                | Instruction::NewReferenceArray(_)
                | Instruction::NewMultiArray(..),
            ) => true,
            Some(Instruction::LoadConstant(constant)) => matches!(
                self.class.file.pool.get(*constant),
                Ok(Constant::String(_) | Constant::Class(_))
            ),
            Some(Instruction::Invoke(InvokeKind::Static, called)) => self.requires(*called),
            Some(Instruction::Load(Kind::Reference, local)) => {
                !stack.is_written(*local) && (enclosing || self.is_looked_at(*local, index))
            }
            _ => false,
        }
    }

    fn requires(&self, called: u16) -> bool {
        let called = self.class.file.pool.member(called);
        called.is_ok_and(|it| &*it.class == "java/util/Objects" && &*it.name == "requireNonNull")
    }

    /// Whether all ways to an instruction come by one that goes on only if a parameter is not null.
    fn is_looked_at(&self, local: u16, end: usize) -> bool {
        (0..end).any(|index| {
            let takes = |slot: usize| {
                let source = self.stacks[index].as_ref().and_then(|stack| stack.source(slot).ok()?);
                matches!(self.source(source), Some(Instruction::Load(Kind::Reference, it)) if *it == local)
            };
            let goes_on = match &self.placed[index].instruction {
                Instruction::IfNull(false, target) => {
                    let throws = matches!(self.placed[target - 1].instruction, Instruction::Throw);
                    let within = index + 1..*target;
                    let leaves = within.clone().any(|it| !self.targets(it).is_empty());
                    takes(0) && *target <= end && throws && !within.is_empty() && !leaves
                }
                Instruction::IfNull(true, target) => takes(0) && *target > end,
                Instruction::Invoke(InvokeKind::Static, called) if self.requires(*called) => {
                    let called = self.class.file.pool.member(*called).map_err(|_| Unfollowed);
                    let parameters = called.and_then(|it| signature(&it)).map(|it| it.parameters.len());
                    parameters.is_ok_and(|count| count > 0 && takes(count - 1))
                }
                _ => false,
            };
            goes_on && !self.is_skipped(index, end)
        })
    }

    /// Whether a jump leads from ahead of an instruction to behind it, and not behind the end.
    fn is_skipped(&self, index: usize, end: usize) -> bool {
        let over = |from: usize| self.targets(from).iter().any(|it| *it > index && *it <= end);
        (0..index).any(over)
    }
}
