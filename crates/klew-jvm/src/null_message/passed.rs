//! What a call passes to the parameters of its callee, as far as the code of the caller alone tells.

use super::{Subject, Unfollowed, Walk, stack};
use crate::class_file::Member;
use crate::class_file::bytecode::{Instruction, InvokeKind, Kind};
use crate::class_file::flags::STATIC;

/// Classes whose methods never give null where they give an object of one of these classes.
const TEXTS: [&str; 3] = ["java/lang/String", "java/lang/StringBuilder", "java/lang/StringBuffer"];

/// Classes whose static `toString` gives a text.
const NUMBERS: [&str; 5] = [
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
];

/// What may be null and is passed to a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passed {
    /// What the caller was given for the parameter in that local variable.
    Parameter(u16),
    /// Something else.
    Unknown,
}

/// For each of these calls of a method, by the index of the instruction: the callee's parameters, by their local variables, that null may
/// be passed to; nothing where the code cannot be followed.
pub(crate) fn passed_nulls(
    subject: Subject<'_>,
    calls: &[usize],
) -> Vec<Option<Vec<(u16, Passed)>>> {
    let Ok(walk) = Walk::complete(subject) else { return vec![None; calls.len()] };
    calls.iter().map(|&call| walk.passed(call).ok()).collect()
}

impl Walk<'_> {
    fn passed(&self, index: usize) -> Result<Vec<(u16, Passed)>, Unfollowed> {
        let Instruction::Invoke(kind, callee) = self.instruction(index)? else {
            return Err(Unfollowed);
        };
        let parameters = stack::signature(&self.member(*callee)?)?.parameters;
        let total: usize = parameters.iter().map(stack::size).sum();
        let this = usize::from(*kind != InvokeKind::Static);
        let mut nulls = Vec::new();
        let mut before = 0;
        for parameter in &parameters {
            let size = stack::size(parameter);
            if parameter.is_reference()
                && let Some(passed) = self.passed_at(index, total - before - size, DEPTH)?
            {
                let local = u16::try_from(this + before).map_err(|_| Unfollowed)?;
                nulls.push((local, passed));
            }
            before += size;
        }
        Ok(nulls)
    }

    /// What may be null in a place of the stack before an instruction; nothing if it is never null.
    fn passed_at(
        &self,
        index: usize,
        slot: usize,
        depth: u32,
    ) -> Result<Option<Passed>, Unfollowed> {
        let stack = self.stacks.get(index).and_then(Option::as_ref).ok_or(Unfollowed)?;
        let Some(source) = stack.source(slot)? else { return Ok(Some(Passed::Unknown)) };
        let method = self.subject.method;
        Ok(match self.instruction(source)? {
            Instruction::New(_)
            | Instruction::LoadConstant(_)
            | Instruction::NewArray(_)
            | Instruction::NewReferenceArray(_)
            | Instruction::NewMultiArray(..) => None,
            Instruction::Load(Kind::Reference, local) => match *local {
                local if !method.is_parameter(local) && self.never_null(local, depth)? => None,
                local if stack.is_written(local) => Some(Passed::Unknown),
                0 if !method.is(STATIC) => None,
                local if method.is_parameter(local) => Some(Passed::Parameter(local)),
                _ => Some(Passed::Unknown),
            },
            Instruction::Invoke(kind, callee) if gives_text(*kind, &self.member(*callee)?) => None,
            Instruction::GetField(field) if is_content(&self.member(*field)?) => None,
            _ => Some(Passed::Unknown),
        })
    }

    /// Whether nothing that may be null is ever written to a local variable.
    fn never_null(&self, local: u16, depth: u32) -> Result<bool, Unfollowed> {
        let Some(depth) = depth.checked_sub(1) else { return Ok(false) };
        for (index, one) in self.subject.placed.iter().enumerate() {
            if one.instruction == Instruction::Store(Kind::Reference, local)
                && self.passed_at(index, 0, depth)?.is_some()
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// How many variables are followed to what was written to them.
const DEPTH: u32 = 3;

/// Whether it is a method that gives a text: one of texts, or `toString` of a number.
fn gives_text(kind: InvokeKind, method: &Member) -> bool {
    let result = method.descriptor.rsplit(')').next().unwrap_or_default();
    let text = |name: &str| TEXTS.contains(&name);
    let of_characters = result == "[C";
    let result = result.strip_prefix('L').and_then(|it| it.strip_suffix(';'));
    let certain = match kind {
        InvokeKind::Static => NUMBERS.contains(&&*method.class) && &*method.name == "toString",
        _ => text(&method.class),
    };
    certain && (result.is_some_and(text) || of_characters)
}

/// Whether it is the array of a text's characters.
fn is_content(field: &Member) -> bool {
    let text = TEXTS.contains(&&*field.class) || &*field.class == "java/lang/AbstractStringBuilder";
    text && &*field.name == "value"
}
