//! Which values variables of the source hold at some place: those of the bindings that reach it.
//!
//! Reaching definitions, forwards, of [`Operation::Bind`]: a binding of a variable ends the others of that variable. Where ways meet, a
//! variable may hold what it did on any of them.

use rustc_hash::FxHashMap;

use crate::liveness::BitSet;
use crate::{
    BlockId, Definition, Operand, Operation, ValueId, VariableId, control_flow::ControlFlow,
};

/// The bindings of a function.
#[derive(Clone, Debug)]
pub struct Bindings {
    /// All of them, each with its block and instruction.
    all: Vec<Binding>,
    /// Those that reach the begin of a block.
    at_start: Vec<BitSet>,
}

#[derive(Clone, Debug)]
struct Binding {
    block: BlockId,
    instruction: usize,
    variable: VariableId,
    value: Option<ValueId>,
}

impl Bindings {
    /// Computes them.
    pub fn new(definition: &Definition, flow: &ControlFlow) -> Bindings {
        let mut all = Vec::new();
        for (number, block) in (0..).zip(&definition.blocks) {
            for (instruction, it) in block.instructions.iter().enumerate() {
                if let Operation::Bind(variable, operand) = &it.operation {
                    let value = match operand {
                        Operand::Value(value) => Some(*value),
                        _ => None,
                    };
                    let block = BlockId(number);
                    all.push(Binding { block, instruction, variable: *variable, value });
                }
            }
        }
        let at_start = vec![BitSet::new(all.len()); definition.blocks.len()];
        let mut bindings = Bindings { all, at_start };
        let mut changed = !bindings.all.is_empty();
        while changed {
            changed = false;
            for &block in flow.reverse_postorder() {
                let end = bindings.before(block, usize::MAX);
                for next in definition.blocks[block.0 as usize].terminator.successors() {
                    changed |= bindings.at_start[next.block.0 as usize].union(&end);
                }
            }
        }
        bindings
    }

    /// Whether there is none: nothing is known of variables then.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The values that variables may hold before an instruction of a block.
    pub fn values(&self, block: BlockId, instruction: usize) -> impl Iterator<Item = ValueId> {
        let reaching: Vec<usize> = self.before(block, instruction).iter().collect();
        reaching.into_iter().filter_map(|number| self.all[number].value)
    }

    fn before(&self, block: BlockId, instruction: usize) -> BitSet {
        let mut own: FxHashMap<VariableId, usize> = FxHashMap::default();
        for (number, binding) in self.all.iter().enumerate() {
            if binding.block == block && binding.instruction < instruction {
                own.insert(binding.variable, number);
            }
        }
        let mut reaching = BitSet::new(self.all.len());
        for number in self.at_start[block.0 as usize].iter() {
            if !own.contains_key(&self.all[number].variable) {
                reaching.insert(number);
            }
        }
        for &number in own.values() {
            reaching.insert(number);
        }
        reaching
    }
}
