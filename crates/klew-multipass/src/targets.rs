//! Where backward passes begin: the checks that are asked about, ends of runs for leaks, and what keeps proofs from being
//! ones: accesses without a check in front of them, code that is not supported, bounds.
//!
//! **Invariant**: a run that violates a check asked about, or does what paths are not followed through, comes to one of these
//! points first.

use klew_ir::{
    Access, BlockId, Callee, Check, CheckId, Constant, Definition, FunctionBody, FunctionId,
    Operand, Operation, Position, Property, PropertySet, Terminator, Type,
};

use crate::backward_pass::Goal;
use crate::context::{Context, Point};

/// Why a point is a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A check that is asked about.
    Check(CheckId, Property),
    /// An end of a run at which leaks are looked for.
    End(CheckId, Property),
    /// A run does there what C leaves undefined, and nobody asks about.
    Undefined(&'static str),
    /// It is not supported.
    Unsupported(String),
    /// A function is called that is not part of the program.
    External(FunctionId),
    /// Inputs are beyond a bound.
    Bound(String),
}

/// A target.
#[derive(Clone, Debug)]
pub struct Target {
    /// Where.
    pub point: Point,
    /// What is to be there.
    pub goal: Goal,
    /// Why.
    pub why: Why,
    /// The place in the source.
    pub position: Position,
}

/// The checks that are asked about, and ends of runs where leaks are.
pub fn checks(context: &Context<'_>, properties: PropertySet) -> Vec<Target> {
    let mut found = Vec::new();
    for_each_block(context, |function, block, definition| {
        let body = &definition.blocks[block.0 as usize];
        for (instruction, one) in body.instructions.iter().enumerate() {
            let Operation::Assert { id, property, check, .. } = &one.operation else { continue };
            if properties.contains(*property) {
                found.push(Target {
                    point: Point { function, block, instruction },
                    goal: Goal::Fails(check.clone()),
                    why: Why::Check(*id, *property),
                    position: one.position,
                });
            }
        }
        for property in [Property::MemoryTracked, Property::MemoryFreed] {
            let is_end = match &body.terminator {
                Terminator::Return(_) => function == context.entry,
                Terminator::Exit => true,
                Terminator::Abort => property == Property::MemoryFreed,
                _ => false,
            };
            if let (true, true, Some(id)) =
                (is_end, properties.contains(property), CheckId::of_leaks(property))
            {
                let instruction = body.instructions.len();
                found.push(Target {
                    point: Point { function, block, instruction },
                    goal: Goal::Reached,
                    why: Why::End(id, property),
                    position: body.terminator_position,
                });
            }
        }
    });
    found
}

/// What must not be reached if anything is to be proved.
pub fn obstacles(context: &Context<'_>) -> Vec<Target> {
    let mut found = Vec::new();
    for_each_block(context, |function, block, definition| {
        let body = &definition.blocks[block.0 as usize];
        for (instruction, one) in body.instructions.iter().enumerate() {
            let point = Point { function, block, instruction };
            let position = one.position;
            if let Operation::Call { callee: Callee::Function(id), .. } = &one.operation {
                let called = context.program.function(*id);
                let why = match &called.body {
                    FunctionBody::Unsupported(why) => Some(Why::Unsupported(why.clone())),
                    FunctionBody::External => Some(Why::External(*id)),
                    FunctionBody::Defined(_) => None,
                };
                if let Some(why) = why {
                    found.push(Target { point, goal: Goal::Reached, why, position });
                }
            }
            for (check, what) in demands(context, definition, &one.operation, &one.results) {
                if !is_guarded(definition, block, instruction, &check) {
                    let (goal, why) = (Goal::Fails(check), Why::Undefined(what));
                    found.push(Target { point, goal, why, position });
                }
            }
        }
        let why = match &body.terminator {
            Terminator::Unsupported(why) => Why::Unsupported(why.clone()),
            Terminator::Bound { which, .. } => Why::Bound(which.clone()),
            Terminator::Unreachable => Why::Undefined("code that is never to be reached"),
            _ => return,
        };
        let point = Point { function, block, instruction: body.instructions.len() };
        found.push(Target { point, goal: Goal::Reached, why, position: body.terminator_position });
    });
    found
}

fn for_each_block(context: &Context<'_>, mut visit: impl FnMut(FunctionId, BlockId, &Definition)) {
    for function in context.calls.reachable(context.entry) {
        let Some(definition) = context.body(function) else { continue };
        for block in (0..definition.blocks.len() as u32).map(BlockId) {
            visit(function, block, definition);
        }
    }
}

/// What an operation takes for granted.
fn demands(
    context: &Context<'_>,
    definition: &Definition,
    operation: &Operation,
    results: &[klew_ir::ValueId],
) -> Vec<(Check, &'static str)> {
    let bits = context.pointer_bits();
    let number = |value: u64| Operand::Constant(Constant::int(bits, value));
    let access = |pointer: &Operand, size: Operand, access| Check::Accessible {
        pointer: pointer.clone(),
        size,
        access,
    };
    let type_of = |operand: &Operand| match operand {
        Operand::Constant(constant) => constant.type_of(),
        Operand::Value(value) => definition.values[value.0 as usize].value_type,
    };
    match operation {
        Operation::Load(from) => {
            let read =
                results.first().map_or(Type::BOOL, |v| definition.values[v.0 as usize].value_type);
            vec![(access(from, number(read.store_size(bits)), Access::Read), "an invalid read")]
        }
        Operation::Store(to, value) => {
            let size = number(type_of(value).store_size(bits));
            vec![(access(to, size, Access::Write), "an invalid write")]
        }
        Operation::Copy { destination, source, size } => vec![
            (access(source, size.clone(), Access::Read), "an invalid read"),
            (access(destination, size.clone(), Access::Write), "an invalid write"),
        ],
        Operation::Fill { destination, size, .. } => {
            vec![(access(destination, size.clone(), Access::Write), "an invalid write")]
        }
        Operation::InputBytes { pointer, size, taken, .. } => {
            let written = taken.as_ref().unwrap_or(size);
            vec![(access(pointer, written.clone(), Access::Write), "an invalid write")]
        }
        Operation::Free(what) => vec![(Check::Freeable(what.clone()), "an invalid free")],
        Operation::Call { callee: Callee::Pointer(what), .. } => {
            vec![(Check::Callable(what.clone()), "a call of what is no such function")]
        }
        _ => Vec::new(),
    }
}

/// Whether a check in front of it in its block says the same.
fn is_guarded(definition: &Definition, block: BlockId, instruction: usize, wanted: &Check) -> bool {
    let before = &definition.blocks[block.0 as usize].instructions[..instruction];
    for earlier in before.iter().rev() {
        match &earlier.operation {
            Operation::Assert { check, .. } if implies(check, wanted) => return true,
            // These may end lives.
            Operation::Call { .. }
            | Operation::Free(_)
            | Operation::ScopeEnd(_)
            | Operation::StackRelease(_) => return false,
            _ => {}
        }
    }
    false
}

fn implies(known: &Check, wanted: &Check) -> bool {
    let size_of = |operand: &Operand| match operand {
        Operand::Constant(Constant::Int { value, .. }) => Some(value.clone()),
        _ => None,
    };
    match (known, wanted) {
        (
            Check::Accessible { pointer, size, access },
            Check::Accessible { pointer: to, size: wanted, access: how },
        ) => {
            let enough =
                size == wanted || size_of(size).zip(size_of(wanted)).is_some_and(|(a, b)| a >= b);
            pointer == to && enough && (access == how || *access == Access::Write)
        }
        _ => known == wanted,
    }
}
