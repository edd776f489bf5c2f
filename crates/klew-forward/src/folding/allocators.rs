//! Functions that do no more than allocate: `xmalloc`, and whatever a program has of its kind. Which nodes are of one kind is told by where they
//! were allocated, so objects of such a function are those of whoever called it.
//!
//! **Invariant**: this says which objects are looked at as nodes of one chain, and never what they are: so a wrong guess costs precision.

use klew_ir::{
    Callee, Constant, Definition, FunctionBody, FunctionId, ObjectKind, Operand, Operation,
    Program, Terminator, ValueId,
};
use rustc_hash::FxHashSet;

/// So deep such functions call each other.
const DEPTH: usize = 3;

/// The functions of a program that return what they allocate, or null, and store nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allocators(FxHashSet<FunctionId>);

impl Allocators {
    /// Those of a program.
    pub fn of(program: &Program) -> Allocators {
        let mut known = FxHashSet::default();
        for _ in 0..DEPTH {
            for (index, function) in program.functions.iter().enumerate() {
                if let FunctionBody::Defined(definition) = &function.body
                    && only_allocates(definition, &known)
                {
                    known.insert(FunctionId(index as u32));
                }
            }
        }
        Allocators(known)
    }

    /// Whether a function is one of them.
    pub fn contains(&self, function: FunctionId) -> bool {
        self.0.contains(&function)
    }
}

fn only_allocates(definition: &Definition, known: &FxHashSet<FunctionId>) -> bool {
    let instructions = || definition.blocks.iter().flat_map(|block| &block.instructions);
    let stores =
        |operation: &Operation| matches!(operation, Operation::Store(..) | Operation::Copy { .. });
    if instructions().any(|instruction| stores(&instruction.operation)) {
        return false;
    }
    let allocates = |operation: &Operation| match operation {
        Operation::Allocate { kind, .. } => *kind == ObjectKind::Heap,
        Operation::Call { callee: Callee::Function(callee), .. } => known.contains(callee),
        _ => false,
    };
    let allocated = instructions().filter(|instruction| allocates(&instruction.operation));
    let mut new: FxHashSet<ValueId> =
        allocated.flat_map(|instruction| instruction.results.iter().copied()).collect();
    if new.is_empty() {
        return false;
    }
    // What a block takes from others is new, too, unless one of them gives something else.
    let parameters = definition.blocks.iter().flat_map(|block| block.parameters.iter().copied());
    new.extend(parameters);
    while let Some(other) = taken_of_others(definition, &new) {
        new.remove(&other);
    }
    let is_new = |operand: &Operand| is_new(operand, &new);
    let mut returns = definition.blocks.iter().filter_map(|block| match &block.terminator {
        Terminator::Return(results) => Some(results),
        _ => None,
    });
    returns.all(|results| matches!(&results[..], [result] if is_new(result)))
}

/// Whether an operand is a new object, or none.
fn is_new(operand: &Operand, new: &FxHashSet<ValueId>) -> bool {
    match operand {
        Operand::Value(value) => new.contains(value),
        Operand::Constant(constant) => *constant == Constant::Null,
    }
}

/// The parameter of a block that is taken for new, and is something else on some way.
fn taken_of_others(definition: &Definition, new: &FxHashSet<ValueId>) -> Option<ValueId> {
    definition.blocks.iter().flat_map(|block| block.terminator.successors()).find_map(|call| {
        let parameters = &definition.blocks[call.block.0 as usize].parameters;
        let mut given = parameters.iter().zip(&call.arguments);
        let other = given.find(|(parameter, given)| new.contains(parameter) && !is_new(given, new));
        other.map(|(parameter, _)| *parameter)
    })
}

#[cfg(test)]
mod tests {
    use klew_ir::parse_program;

    use super::*;

    #[test]
    fn those_that_return_what_they_allocate() {
        let text = "
function @plain(%size: i64) -> ptr {
entry:
  %new = allocate heap %size align 8
  return %new
}

function @or_null(%size: i64) -> ptr {
entry:
  %new: ptr = call @plain(%size)
  %none = compare equal ptr %new, null
  branch %none, ^failed, ^made
failed:
  jump ^made
made:
  return %new
}

function @given(%old: ptr) -> ptr {
entry:
  %new = allocate heap 8 align 8
  return %old
}

function @fills(%size: i64) -> ptr {
entry:
  %new = allocate heap %size align 8
  store i32 1 to %new
  return %new
}
";
        let program = parse_program(text, "a.kir").unwrap();
        let found = Allocators::of(&program);
        let is_one = |name: &str| {
            let id = program.functions.iter().position(|it| it.name == name).unwrap();
            found.contains(FunctionId(id as u32))
        };
        assert_eq!(["plain", "or_null", "given", "fills"].map(is_one), [true, true, false, false]);
    }
}
