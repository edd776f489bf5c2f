//! Which values variables of the source hold at some place: those of the bindings that reach it.
//!
//! Reaching definitions, forwards, of [`Operation::Bind`]: a binding of a variable ends the others of that variable. Where ways meet, a
//! variable may hold what it did on any of them.

use rustc_hash::FxHashMap;

use crate::bit_set::BitSet;
use crate::{
    BlockId, Definition, Operand, Operation, ValueId, VariableId, control_flow::ControlFlow,
};

/// The bindings of a function.
#[derive(Clone, Debug)]
pub struct Bindings {
    /// All of them in the order of blocks and instructions.
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
        let first = self.all.partition_point(|binding| binding.block < block);
        let own = self.all[first..].iter().zip(first..);
        let own = own.take_while(|(it, _)| it.block == block && it.instruction < instruction);
        let last: FxHashMap<VariableId, usize> =
            own.map(|(binding, number)| (binding.variable, number)).collect();
        let mut reaching = BitSet::new(self.all.len());
        for number in self.at_start[block.0 as usize].iter() {
            if !last.contains_key(&self.all[number].variable) {
                reaching.insert(number);
            }
        }
        for &number in last.values() {
            reaching.insert(number);
        }
        reaching
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FunctionBody, parse_program};

    #[test]
    fn later_bindings_end_earlier_ones() {
        let text = "function @f(%a: i32, %b: i32) -> i32 {\nvariable !x \"x\"\nentry:\nbind !x %a\n\
                    branch true, l, r\nl:\nbind !x %b\njump j\nr:\njump j\n\
                    j:\nbind !x i32 0\nreturn %a\n}";
        let program = parse_program(text, "a.kir").unwrap();
        let FunctionBody::Defined(definition) = &program.functions[0].body else { panic!() };
        let bindings = Bindings::new(definition, &ControlFlow::new(definition));
        let names = |block, instruction| {
            let values = bindings.values(BlockId(block), instruction);
            let name = |value: ValueId| definition.values[value.0 as usize].name.clone().unwrap();
            values.map(name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(0, 0), "");
        assert_eq!(names(0, 1), "a");
        assert_eq!(names(1, 1), "b");
        assert_eq!(names(2, 0), "a");
        assert_eq!(names(3, 0), "a b");
        assert_eq!(names(3, 1), "");
    }
}
