//! What pointers of a function point into, and which objects others may reach as well.
//!
//! **Invariant**: only through pointers with that base does a run read or write an object that does not escape.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::pointer_bases::{Base, Object, PointerBases, Site};
use klew_ir::{
    BinaryOperation, BlockId, Constant, Conversion, Definition, Initializer, Operand, Operation,
    Program, Terminator, ValueId, control_flow::ControlFlow, loop_forest::LoopForest,
    stack_marks::Releases,
};

/// Bases, and what escapes.
pub struct Objects {
    /// What pointers point into.
    pub bases: PointerBases,
    /// What releases of the stack may end.
    pub releases: Releases,
    /// Objects whose addresses others than the function's own pointers may hold.
    pub escaped: BTreeSet<Object>,
    /// Pointers as numbers that are only compared with others of the same object and subtracted from these: so no address goes
    /// anywhere.
    pub distances: BTreeMap<ValueId, Operand>,
}

impl Objects {
    /// Of a function.
    pub fn new(definition: &Definition, flow: &ControlFlow, forest: &LoopForest) -> Objects {
        let bases = PointerBases::new(definition, flow, forest);
        let releases = Releases::new(definition, flow, &bases);
        let (escaped, distances) = (BTreeSet::new(), BTreeMap::new());
        let mut objects = Objects { bases, releases, escaped, distances };
        objects.find_distances(definition);
        for &block in flow.reverse_postorder() {
            objects.find_escapes(definition, block);
        }
        objects
    }

    /// The object that an operand points into, if it is one.
    pub fn object(&self, operand: &Operand) -> Option<Object> {
        match self.bases.base(operand) {
            Base::Object(object) => Some(object),
            Base::Null | Base::Any => None,
        }
    }

    /// Allocations, by their results.
    pub fn sites(&self) -> &BTreeMap<ValueId, Site> {
        self.bases.sites()
    }

    /// Notes pointers as numbers of which only distances are taken.
    fn find_distances(&mut self, definition: &Definition) {
        let all = || definition.blocks.iter().flat_map(|block| &block.instructions);
        for instruction in all() {
            if let (Operation::Convert(Conversion::PointerToInt, pointer), [result]) =
                (&instruction.operation, &instruction.results[..])
                && self.object(pointer).is_some()
            {
                self.distances.insert(*result, pointer.clone());
            }
        }
        loop {
            let base = |operand: &Operand| match operand {
                Operand::Value(value) => self.object(self.distances.get(value)?),
                Operand::Constant(_) => None,
            };
            let mut others: BTreeSet<ValueId> = BTreeSet::new();
            for instruction in all() {
                let stays = match &instruction.operation {
                    Operation::Binary(BinaryOperation::Sub, a, b) | Operation::Compare(_, a, b) => {
                        base(a).is_some() && base(a) == base(b)
                    }
                    _ => false,
                };
                let operands = instruction.operation.operands().into_iter();
                others.extend(operands.filter(|_| !stays).filter_map(value));
            }
            for block in &definition.blocks {
                others.extend(block.terminator.operands().into_iter().filter_map(value));
            }
            let before = self.distances.len();
            self.distances.retain(|value, _| !others.contains(value));
            if self.distances.len() == before {
                return;
            }
        }
    }

    /// Notes the objects whose addresses go where they cannot be followed.
    fn find_escapes(&mut self, definition: &Definition, id: BlockId) {
        let block = &definition.blocks[id.0 as usize];
        let mut escaped: Vec<Option<Object>> = Vec::new();
        for instruction in &block.instructions {
            let stays = match &instruction.operation {
                // The address is used, and goes nowhere.
                Operation::Load(_)
                | Operation::Copy { .. }
                | Operation::Fill { .. }
                | Operation::InputBytes { .. }
                | Operation::Free(_)
                | Operation::ScopeStart(_)
                | Operation::ScopeEnd(_)
                | Operation::Compare(..)
                | Operation::ObjectSize(_)
                | Operation::TextEnd(_)
                | Operation::IsKnown(_)
                | Operation::Asks(_)
                | Operation::AssumeEach { .. }
                | Operation::Assert { .. }
                | Operation::Bind(..) => usize::MAX,
                Operation::Store(..) => 1,
                Operation::Convert(Conversion::PointerToInt, _) => {
                    let result = instruction.results.first();
                    match result.is_some_and(|result| self.distances.contains_key(result)) {
                        true => usize::MAX,
                        false => 0,
                    }
                }
                // The result has the same base, or anything.
                Operation::Offset(..) | Operation::Select(..) | Operation::Unary(..) => {
                    let result = instruction.results.first();
                    match result.and_then(|result| self.object(&(*result).into())) {
                        Some(_) => usize::MAX,
                        None => 0,
                    }
                }
                _ => 0,
            };
            let operands = instruction.operation.operands().into_iter().enumerate();
            let goes = operands.filter(|(number, _)| stays == 0 || (stays == 1 && *number == 1));
            escaped.extend(goes.map(|(_, operand)| self.object(operand)));
        }
        for next in block.terminator.successors() {
            let parameters = &definition.blocks[next.block.0 as usize].parameters;
            for (parameter, argument) in parameters.iter().zip(&next.arguments) {
                if self.object(&(*parameter).into()).is_none() {
                    escaped.push(self.object(argument));
                }
            }
        }
        if let Terminator::Return(values) = &block.terminator {
            escaped.extend(values.iter().map(|value| self.object(value)));
        }
        self.escaped.extend(escaped.into_iter().flatten());
    }
}

fn value(operand: &Operand) -> Option<ValueId> {
    match operand {
        Operand::Value(value) => Some(*value),
        Operand::Constant(_) => None,
    }
}

/// Globals whose addresses are in initial values.
pub fn named_by_globals(program: &Program) -> BTreeSet<Object> {
    let initial = program.globals.iter().filter_map(|global| match &global.initializer {
        Initializer::Bytes(_, relocations) => Some(relocations),
        _ => None,
    });
    let globals = initial.flatten().filter_map(|relocation| match relocation.value {
        Constant::Global(id, _) => Some(Object::Global(id)),
        _ => None,
    });
    globals.collect()
}
