//! Which values of a function anything but a dropped check needs.
//!
//! Invariant: bindings of source variables do not count, so that a run that shows them computes the
//! same as one that does not.

use klew_ir::{Check, Definition, Operand, Operation, Property, PropertySet, ValueId};

/// Whether a check is left out: its property is not asked about, and nothing after it relies on it.
pub fn is_dropped(property: Property, check: &Check, properties: PropertySet) -> bool {
    matches!(check, Check::Holds(_) | Check::Initialised(_) | Check::NeverEscapes(_))
        && !properties.contains(property)
}

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Origin {
    Instruction(usize, usize),
    BlockParameter(usize, usize),
    Other,
}

/// For each value of the function whether it is needed.
pub fn live_values(definition: &Definition, properties: PropertySet) -> Vec<bool> {
    let mut marking = Marking::new(definition);
    for block in &definition.blocks {
        for instruction in &block.instructions {
            let needed = match &instruction.operation {
                Operation::Assert { property, check, .. } => {
                    !is_dropped(*property, check, properties)
                }
                Operation::Bind(..) => false,
                operation => !operation.is_pure(),
            };
            if needed {
                instruction.operation.operands().into_iter().for_each(|o| marking.mark(o));
            }
        }
        let passed: usize = block.terminator.successors().iter().map(|n| n.arguments.len()).sum();
        let operands = block.terminator.operands();
        operands[..operands.len() - passed].iter().for_each(|o| marking.mark(o));
    }
    marking.run();
    marking.live
}

struct Marking<'a> {
    definition: &'a Definition,
    origins: Vec<Origin>,
    /// For each block, the calls of it.
    entries: Vec<Vec<&'a [Operand]>>,
    live: Vec<bool>,
    work: Vec<ValueId>,
}

impl<'a> Marking<'a> {
    fn new(definition: &'a Definition) -> Marking<'a> {
        let mut origins = vec![Origin::Other; definition.values.len()];
        let mut entries: Vec<Vec<&[Operand]>> = vec![Vec::new(); definition.blocks.len()];
        for (b, block) in definition.blocks.iter().enumerate() {
            for (p, parameter) in block.parameters.iter().enumerate() {
                origins[parameter.0 as usize] = Origin::BlockParameter(b, p);
            }
            for (i, instruction) in block.instructions.iter().enumerate() {
                for result in &instruction.results {
                    origins[result.0 as usize] = Origin::Instruction(b, i);
                }
            }
            for next in block.terminator.successors() {
                entries[next.block.0 as usize].push(&next.arguments);
            }
        }
        let live = vec![false; definition.values.len()];
        Marking { definition, origins, entries, live, work: Vec::new() }
    }

    fn mark(&mut self, operand: &Operand) {
        if let Operand::Value(value) = operand
            && !std::mem::replace(&mut self.live[value.0 as usize], true)
        {
            self.work.push(*value);
        }
    }

    fn run(&mut self) {
        while let Some(value) = self.work.pop() {
            match self.origins[value.0 as usize] {
                Origin::Instruction(block, index) => {
                    let operation = &self.definition.blocks[block].instructions[index].operation;
                    operation.operands().into_iter().for_each(|operand| self.mark(operand));
                }
                Origin::BlockParameter(block, index) => {
                    for entry in 0..self.entries[block].len() {
                        if let Some(operand) = self.entries[block][entry].get(index) {
                            self.mark(operand);
                        }
                    }
                }
                Origin::Other => {}
            }
        }
    }
}
