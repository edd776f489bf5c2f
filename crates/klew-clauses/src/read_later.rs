//! Of which objects, at each block of a function, the contents may be read before they are made anew: only these are variables of a point.
//!
//! Backward data flow over sets of objects, in postorder, as for live values ([`klew_ir::liveness`]).
//!
//! **Invariant**: objects that are not numbered are kept nowhere, so whether they are read does not matter.

use std::collections::BTreeMap;

use klew_ir::bit_set::BitSet;
use klew_ir::pointer_bases::Object;
use klew_ir::{BlockId, Definition, Instruction, Operation, Type, control_flow::ControlFlow};

use crate::objects::Objects;

/// The objects that may be read, for each block.
pub(crate) struct ReadLater {
    objects: Vec<Object>,
    numbers: BTreeMap<Object, usize>,
    at_start: Vec<BitSet>,
}

/// The function that is looked at, and what is read where it ends.
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    /// A run ends with it, so no caller reads globals.
    pub(crate) is_entry: bool,
    /// At the end of a run, what lives is looked at.
    pub(crate) leaks: bool,
}

impl ReadLater {
    /// Of a function and these globals.
    pub(crate) fn new(
        (definition, flow): (&Definition, &ControlFlow),
        objects: &Objects,
        globals: &[Object],
        ends: Ends,
    ) -> ReadLater {
        let mut all = globals.to_vec();
        all.extend(objects.sites().keys().map(|site| Object::Site(*site)));
        // In the order of points' variables.
        all.sort_unstable();
        all.dedup();
        let numbers: BTreeMap<Object, usize> =
            all.iter().enumerate().map(|(number, object)| (*object, number)).collect();
        let (mut of_globals, mut of_sites) = (BitSet::new(all.len()), BitSet::new(all.len()));
        for (number, object) in all.iter().enumerate() {
            let set =
                if matches!(object, Object::Site(_)) { &mut of_sites } else { &mut of_globals };
            set.insert(number);
        }
        let at_start = vec![BitSet::new(all.len()); definition.blocks.len()];
        let mut read = ReadLater { objects: all, numbers, at_start };
        let mut changed = true;
        while changed {
            changed = false;
            for &block in flow.reverse_postorder().iter().rev() {
                let mut later = BitSet::new(read.objects.len());
                for next in flow.successors(block) {
                    later.union(&read.at_start[next.0 as usize]);
                }
                if flow.successors(block).is_empty() {
                    if !ends.is_entry {
                        later.union(&of_globals);
                    }
                    if ends.leaks {
                        later.union(&of_sites);
                    }
                }
                for instruction in definition.blocks[block.0 as usize].instructions.iter().rev() {
                    read.before(definition, objects, (instruction, &of_globals), &mut later);
                }
                changed |= read.at_start[block.0 as usize].union(&later);
            }
        }
        read
    }

    /// From what may be read behind an instruction to what may be read before it.
    fn before(
        &self,
        definition: &Definition,
        objects: &Objects,
        (instruction, globals): (&Instruction, &BitSet),
        later: &mut BitSet,
    ) {
        match &instruction.operation {
            Operation::Allocate { .. } => {
                for result in &instruction.results {
                    if let Some(number) = self.numbers.get(&Object::Site(*result)) {
                        later.remove(*number);
                    }
                }
            }
            Operation::Call { .. } => {
                later.union(globals);
            }
            // Who ends a life says nothing of it.
            Operation::ScopeStart(_) | Operation::ScopeEnd(_) | Operation::Bind(..) => {}
            operation => {
                let operands = operation.operands().into_iter();
                for operand in operands.filter(|it| definition.type_of(it) == Type::Pointer) {
                    let object = objects.object(operand);
                    if let Some(number) = object.and_then(|object| self.numbers.get(&object)) {
                        later.insert(*number);
                    }
                }
            }
        }
    }

    /// Those at a block, in their order.
    pub(crate) fn at(&self, block: BlockId) -> impl Iterator<Item = Object> + '_ {
        self.at_start[block.0 as usize].iter().map(|number| self.objects[number])
    }

    /// Whether an object may be, behind a block.
    pub(crate) fn contains(&self, block: BlockId, object: Object) -> bool {
        let number = self.numbers.get(&object);
        number.is_some_and(|number| self.at_start[block.0 as usize].contains(*number))
    }
}
