//! Which part of memory an address is in, as far as a slice tells parts apart.
//!
//! **Invariant**: an object that is a region of its own is only reached by addresses that are computed from
//! its own by offsets in the same function (a local one) or from the constant (a global).

use std::collections::BTreeSet;

use crate::{
    Constant, Definition, FunctionBody, FunctionId, GlobalId, Initializer, Operand, Operation,
    Program, ValueId,
};

/// A part of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Region {
    /// An object that a function allocates.
    Local(FunctionId, ValueId),
    Global(GlobalId),
    /// All other objects.
    Other,
}

/// The regions of a program.
pub(super) struct Regions {
    /// The object that each value of a function is an address in, if it is one alone.
    locals: Vec<Vec<Option<ValueId>>>,
    /// Globals whose address gets about.
    shared: BTreeSet<GlobalId>,
}

impl Regions {
    pub(super) fn new(program: &Program) -> Regions {
        let mut shared = BTreeSet::new();
        for global in &program.globals {
            if let Initializer::Bytes(_, relocations) = &global.initializer {
                for relocation in relocations {
                    if let Constant::Global(target, _) = relocation.value {
                        shared.insert(target);
                    }
                }
            }
        }
        let locals = program.functions.iter().map(|function| match &function.body {
            FunctionBody::Defined(definition) => own_objects(definition, &mut shared),
            _ => Vec::new(),
        });
        let locals = locals.collect();
        Regions { locals, shared }
    }

    /// The region that an address lies in.
    pub(super) fn of(&self, function: FunctionId, address: &Operand) -> Region {
        match address {
            Operand::Value(value) => match self.locals[function.0 as usize][value.0 as usize] {
                Some(object) => Region::Local(function, object),
                None => Region::Other,
            },
            Operand::Constant(Constant::Global(global, _)) if !self.shared.contains(global) => {
                Region::Global(*global)
            }
            Operand::Constant(_) => Region::Other,
        }
    }
}

/// The operands of an operation that are addresses and nothing else: it does not pass them on.
fn addresses(operation: &Operation) -> Vec<&Operand> {
    match operation {
        Operation::Load(address)
        | Operation::Store(address, _)
        | Operation::Fill { destination: address, .. }
        | Operation::InputBytes { pointer: address, .. }
        | Operation::Free(address)
        | Operation::ScopeStart(address)
        | Operation::ScopeEnd(address)
        | Operation::TextEnd(address)
        | Operation::ObjectSize(address) => vec![address],
        Operation::Copy { destination, source, .. } => vec![destination, source],
        Operation::Assert {
            check: crate::Check::Holds(_) | crate::Check::NeverEscapes(_), ..
        } => Vec::new(),
        Operation::Assert { .. } | Operation::Bind(..) => operation.operands().to_vec(),
        _ => Vec::new(),
    }
}

/// For each value the object that it is an address in. Notes globals that are used otherwise than by
/// loads and stores.
fn own_objects(definition: &Definition, shared: &mut BTreeSet<GlobalId>) -> Vec<Option<ValueId>> {
    let mut base: Vec<Option<ValueId>> = vec![None; definition.values.len()];
    let mut escaped: BTreeSet<ValueId> = BTreeSet::new();
    let instructions = || definition.blocks.iter().flat_map(|block| &block.instructions);
    // Offsets come after what they move, but for blocks that are out of order: until nothing changes.
    let mut changed = true;
    while changed {
        changed = false;
        for instruction in instructions() {
            let Some(&result) = instruction.results.first() else { continue };
            let found = match &instruction.operation {
                Operation::Allocate { .. } => Some(result),
                Operation::Offset(Operand::Value(value), _) => base[value.0 as usize],
                _ => None,
            };
            if found.is_some() && base[result.0 as usize] != found {
                base[result.0 as usize] = found;
                changed = true;
            }
        }
    }
    let mut used = |operand: &Operand| match operand {
        Operand::Value(value) => {
            escaped.extend(base[value.0 as usize]);
        }
        Operand::Constant(Constant::Global(global, _)) => {
            shared.insert(*global);
        }
        Operand::Constant(_) => {}
    };
    for instruction in instructions() {
        let known = addresses(&instruction.operation);
        for operand in instruction.operation.operands() {
            let is_address = known.iter().any(|address| std::ptr::eq(*address, operand));
            let moved = matches!(&instruction.operation, Operation::Offset(base, _)
                if std::ptr::eq(base, operand) && operand.as_value().is_some());
            if !is_address && !moved {
                used(operand);
            }
        }
    }
    for block in &definition.blocks {
        block.terminator.operands().into_iter().for_each(&mut used);
    }
    for object in &mut base {
        if object.is_some_and(|object| escaped.contains(&object)) {
            *object = None;
        }
    }
    base
}
