//! The checks of a program: what may fail in a run, each with one identity.
//!
//! A check is one [`Operation::Assert`], or one of the two questions about the end of a run (was all memory kept or
//! freed). It gets its number once, when the program is linked; passes, slices and clones keep it, so engines that work
//! on different forms of the program speak of the same checks.
//!
//! **Invariant**: a pass may leave out a check or make copies of one, and never gives its number to another: a check
//! holds if all that is left of it holds.

use std::sync::Arc;

use crate::{Function, FunctionBody, FunctionId, Operation, Position, Program, Property};

/// A check of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CheckId(u32);

impl CheckId {
    /// At the end of a run every heap object can still be reached.
    pub const MEMORY_TRACKED: CheckId = CheckId(0);
    /// At the end of a run every heap object was freed.
    pub const MEMORY_FREED: CheckId = CheckId(1);
    /// Of a check before its program is linked.
    pub const UNNUMBERED: CheckId = CheckId(u32::MAX);

    /// The check at the end of a run that decides a property about leaks; none for other properties.
    pub fn of_leaks(property: Property) -> Option<CheckId> {
        match property {
            Property::MemoryTracked => Some(CheckId::MEMORY_TRACKED),
            Property::MemoryFreed => Some(CheckId::MEMORY_FREED),
            _ => None,
        }
    }

    /// Whether it is about what is left at the end of a run.
    pub fn is_at_the_end(self) -> bool {
        self <= CheckId::MEMORY_FREED
    }

    /// The check with that number, as text or a message gives it; none for a number that no check has.
    pub fn from_number(number: u64) -> Option<CheckId> {
        let check = u32::try_from(number).ok().map(CheckId)?;
        (check != CheckId::UNNUMBERED).then_some(check)
    }

    /// The number, for results.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// The number of the first assertion.
const FIRST: u32 = CheckId::MEMORY_FREED.0 + 1;

/// What is known of a check before any run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSite {
    /// Which.
    pub id: CheckId,
    /// What it decides.
    pub property: Property,
    /// The function that it is in; none for what is checked at the end of a run.
    pub function: Option<FunctionId>,
    /// Where it is.
    pub position: Position,
}

/// Numbers all checks, in the order of functions, blocks and instructions. For who makes programs: facts and results
/// that name checks are of the program as it is numbered last.
pub fn number_checks(program: &mut Program) {
    let mut next = FIRST;
    for function in &mut program.functions {
        let FunctionBody::Defined(definition) = &mut function.body else { continue };
        let definition = Arc::make_mut(definition);
        for instruction in definition.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            if let Operation::Assert { id, .. } = &mut instruction.operation {
                *id = CheckId(next);
                next += 1;
            }
        }
    }
}

/// Whether the numbers of all assertions are those that [`number_checks`] gives.
pub(crate) fn are_numbered_in_order(program: &Program) -> bool {
    let all = program.functions.iter().flat_map(assertions);
    all.zip(FIRST..).all(|(id, number)| id == CheckId(number))
}

/// Whether no assertion has a number.
pub(crate) fn are_unnumbered(program: &Program) -> bool {
    program.functions.iter().flat_map(assertions).all(|id| id == CheckId::UNNUMBERED)
}

/// Whether some assertion has a number, and another has none.
pub(crate) fn lack_numbers(program: &Program) -> bool {
    let lacks = |id| id == CheckId::UNNUMBERED;
    program.functions.iter().flat_map(assertions).any(lacks) && !are_unnumbered(program)
}

/// The checks of the assertions in a function, in the order of the text.
fn assertions(function: &Function) -> impl Iterator<Item = CheckId> {
    let blocks = match &function.body {
        FunctionBody::Defined(definition) => &definition.blocks[..],
        _ => &[],
    };
    blocks.iter().flat_map(|block| &block.instructions).filter_map(|instruction| match &instruction
        .operation
    {
        Operation::Assert { id, .. } => Some(*id),
        _ => None,
    })
}

/// The checks of some properties that a program has, each once, in the order of their numbers.
pub fn checks(program: &Program, wanted: impl Fn(Property) -> bool) -> Vec<CheckSite> {
    let leaks = [Property::MemoryTracked, Property::MemoryFreed].into_iter();
    let at_the_end = leaks.filter(|property| wanted(*property)).filter_map(|property| {
        let id = CheckId::of_leaks(property)?;
        Some(CheckSite { id, property, function: None, position: Position::UNKNOWN })
    });
    let mut found: Vec<CheckSite> = at_the_end.collect();
    for (number, function) in (0..).zip(&program.functions) {
        let FunctionBody::Defined(definition) = &function.body else { continue };
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            if let Operation::Assert { id, property, .. } = &instruction.operation
                && wanted(*property)
            {
                found.push(CheckSite {
                    id: *id,
                    property: *property,
                    function: Some(FunctionId(number)),
                    position: instruction.position,
                });
            }
        }
    }
    found.sort_by_key(|check| check.id);
    found.dedup_by_key(|check| check.id);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_program, specialise::specialise};

    const PROGRAM: &str = "
function @main() {
entry:
  %x: i32 = input \"x\"
  %c = compare ne i32 %x, 7
  assert assertion holds %c
  %d = compare ne i32 %x, 9
  assert division-by-zero holds %d
  exit
}
";

    #[test]
    fn numbers_stay() {
        let mut program = parse_program(PROGRAM, "a.kir").unwrap_or_else(|error| panic!("{error}"));
        let before = checks(&program, |_| true);
        let numbers: Vec<u32> = before.iter().map(|check| check.id.number()).collect();
        assert_eq!(numbers, [0, 1, 2, 3]);
        specialise(&mut program, |_, property| property == Property::DivisionByZero, true);
        let after = checks(&program, |property| property == Property::DivisionByZero);
        assert_eq!(after, before[3..], "the check that is left is the one it was");
    }
}
