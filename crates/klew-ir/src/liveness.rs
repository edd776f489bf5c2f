//! Which values are live where a block begins: those that some way from there may still use.
//!
//! The usual backward data-flow equations, iterated in postorder. The parameters of a block are defined
//! by it and are not live at its start; an argument is used by the block that passes it. A
//! [`Operation::Bind`](crate::Operation::Bind) is a use like any other: who runs it needs the value.

use crate::{BlockId, Definition, Operand, ValueId, control_flow::ControlFlow};

/// A set of small numbers.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct BitSet(Vec<u64>);

impl BitSet {
    pub(crate) fn new(size: usize) -> BitSet {
        BitSet(vec![0; size.div_ceil(64)])
    }

    /// Whether the number was not in it.
    pub(crate) fn insert(&mut self, number: usize) -> bool {
        let word = &mut self.0[number / 64];
        let before = *word;
        *word |= 1 << (number % 64);
        *word != before
    }

    pub(crate) fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Adds all of another set of the same size; whether something was new.
    pub(crate) fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *other & !*word != 0;
            *word |= other;
        }
        changed
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index * 64 + bit)
        })
    }
}

/// Live values of a function.
#[derive(Clone, Debug)]
pub struct Liveness {
    at_start: Vec<BitSet>,
}

impl Liveness {
    /// Computes them. Nothing is live in blocks that are never reached.
    pub fn new(definition: &Definition, flow: &ControlFlow) -> Liveness {
        let count = definition.values.len();
        let mut at_start = vec![BitSet::new(count); definition.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for &block in flow.reverse_postorder().iter().rev() {
                let mut live = BitSet::new(count);
                for next in flow.successors(block) {
                    live.union(&at_start[next.0 as usize]);
                }
                step_back(definition, block, &mut live);
                changed |= at_start[block.0 as usize].union(&live);
            }
        }
        Liveness { at_start }
    }

    /// Whether a value is live where the block begins.
    pub fn is_live(&self, block: BlockId, value: ValueId) -> bool {
        self.at_start[block.0 as usize].contains(value.0 as usize)
    }

    /// The values that are live where the block begins, in order of ids.
    pub fn live(&self, block: BlockId) -> impl Iterator<Item = ValueId> + '_ {
        self.at_start[block.0 as usize].iter().map(|value| ValueId(value as u32))
    }

    /// The values that are live after an instruction of a block, in order of ids.
    pub fn live_after(
        &self,
        definition: &Definition,
        flow: &ControlFlow,
        block: BlockId,
        instruction: usize,
    ) -> Vec<ValueId> {
        let mut live = BitSet::new(definition.values.len());
        for next in flow.successors(block) {
            live.union(&self.at_start[next.0 as usize]);
        }
        let code = &definition.blocks[block.0 as usize];
        use_all(&mut live, &code.terminator.operands(), &[]);
        for later in code.instructions.iter().skip(instruction + 1).rev() {
            use_all(&mut live, &later.operation.operands(), &later.results);
        }
        live.iter().map(|value| ValueId(value as u32)).collect()
    }
}

/// From what is live behind an operation to what is before it.
fn use_all(live: &mut BitSet, operands: &[&Operand], results: &[ValueId]) {
    results.iter().for_each(|result| live.remove(result.0 as usize));
    for value in operands.iter().filter_map(|operand| operand.as_value()) {
        live.insert(value.0 as usize);
    }
}

/// From what is live at the end of a block to what is at its start.
fn step_back(definition: &Definition, block: BlockId, live: &mut BitSet) {
    let block = &definition.blocks[block.0 as usize];
    use_all(live, &block.terminator.operands(), &[]);
    for instruction in block.instructions.iter().rev() {
        use_all(live, &instruction.operation.operands(), &instruction.results);
    }
    use_all(live, &[], &block.parameters);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FunctionBody, parse_program};

    /// The names of the live values of each block after the entry.
    fn check(body: &str, expected: &[&str]) {
        let text = format!("function @f(%a: i32, %b: i32) -> i32 {{\nentry:\n{body}\n}}");
        let program = parse_program(&text, "a.kir").unwrap();
        let FunctionBody::Defined(definition) = &program.functions[0].body else { panic!() };
        let liveness = Liveness::new(definition, &ControlFlow::new(definition));
        let found: Vec<String> = (1..definition.blocks.len() as u32)
            .map(|block| {
                let names = liveness.live(BlockId(block)).map(|value| {
                    assert!(liveness.is_live(BlockId(block), value));
                    definition.values[value.0 as usize].name.clone().unwrap()
                });
                names.collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn live_values() {
        check("jump x\nx:\nreturn %a", &["a"]);
        check("jump x(%a)\nx(%y: i32):\nreturn %y", &[""]);
        check(
            "branch true, l, r\nl:\njump j(%a)\nr:\njump j(%b)\nj(%c: i32):\nreturn %c",
            &["a", "b", ""],
        );
        check(
            "jump l(0)\nl(%i: i32):\n%c = compare slt i32 %i, %a\nbranch %c, body, out\n\
             body:\n%j = add i32 %i, 1\njump l(%j)\nout:\nreturn %b",
            &["a b", "a b i", "b"],
        );
        // Never reached.
        check("return 0\nx:\nreturn %a", &[""]);
    }
}
