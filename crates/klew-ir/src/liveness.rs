//! Which values are live where a block begins: those that some way from there may still use.
//!
//! The usual backward data-flow equations, iterated in postorder. The parameters of a block are defined
//! by it and are not live at its start; an argument is used by the block that passes it. A
//! [`Operation::Bind`](crate::Operation::Bind) is a use like any other: who runs it needs the value.
//!
//! Of live values, those are *needed* on which it depends what a run does: a counter that nothing but itself reads is live and
//! not needed (faint variables: Giegerich, Möncke, Wilhelm, *Invariance of approximative semantics with respect to program
//! transformations*, 1981).

use crate::bit_set::BitSet;
use crate::{BlockId, Definition, Operand, Operation, ValueId, control_flow::ControlFlow};

/// What counts as a use of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Uses {
    /// Every operand.
    All,
    /// Not those of bindings, nor of what has no effect but a value that is not needed.
    Needed,
}

/// Live values of a function.
#[derive(Clone, Debug)]
pub struct Liveness {
    uses: Uses,
    /// What is live where a block begins.
    at_start: Vec<BitSet>,
    /// The parameters of a block that it, or what comes after it, uses.
    parameters: Vec<Vec<ValueId>>,
}

impl Liveness {
    /// Computes them. Nothing is live in blocks that are never reached.
    pub fn new(definition: &Definition, flow: &ControlFlow) -> Liveness {
        Liveness::of(definition, flow, Uses::All)
    }

    /// Only values on which it depends what a run does.
    pub fn needed(definition: &Definition, flow: &ControlFlow) -> Liveness {
        Liveness::of(definition, flow, Uses::Needed)
    }

    fn of(definition: &Definition, flow: &ControlFlow, uses: Uses) -> Liveness {
        let count = definition.values.len();
        let at_start = vec![BitSet::new(count); definition.blocks.len()];
        let parameters = vec![Vec::new(); definition.blocks.len()];
        let mut liveness = Liveness { uses, at_start, parameters };
        let mut changed = true;
        while changed {
            changed = false;
            for &block in flow.reverse_postorder().iter().rev() {
                let mut live = liveness.before(definition, block, 0);
                let mut parameters = definition.blocks[block.0 as usize].parameters.clone();
                parameters.retain(|parameter| live.contains(parameter.0 as usize));
                parameters.iter().for_each(|parameter| live.remove(parameter.0 as usize));
                changed |= liveness.at_start[block.0 as usize].union(&live);
                changed |= liveness.parameters[block.0 as usize] != parameters;
                liveness.parameters[block.0 as usize] = parameters;
            }
        }
        liveness
    }

    /// Whether a value is live where the block begins.
    pub fn is_live(&self, block: BlockId, value: ValueId) -> bool {
        self.at_start[block.0 as usize].contains(value.0 as usize)
    }

    /// The values that are live where the block begins, in order of ids.
    pub fn live(&self, block: BlockId) -> impl Iterator<Item = ValueId> + '_ {
        self.at_start[block.0 as usize].iter().map(|value| ValueId(value as u32))
    }

    /// The parameters of the block that are used.
    pub fn used_parameters(&self, block: BlockId) -> &[ValueId] {
        &self.parameters[block.0 as usize]
    }

    /// The values that are live after an instruction of a block, in order of ids.
    pub fn live_after(
        &self,
        definition: &Definition,
        block: BlockId,
        instruction: usize,
    ) -> Vec<ValueId> {
        let live = self.before(definition, block, instruction + 1);
        live.iter().map(|value| ValueId(value as u32)).collect()
    }

    /// What is live before an instruction of a block, as far as what is live in the blocks behind it is known.
    fn before(&self, definition: &Definition, block: BlockId, instruction: usize) -> BitSet {
        let mut live = BitSet::new(definition.values.len());
        let block = &definition.blocks[block.0 as usize];
        for next in block.terminator.successors() {
            live.union(&self.at_start[next.block.0 as usize]);
            let target = &definition.blocks[next.block.0 as usize];
            let used = &self.parameters[next.block.0 as usize];
            for (argument, parameter) in next.arguments.iter().zip(&target.parameters) {
                if self.uses == Uses::All || used.contains(parameter) {
                    use_all(&mut live, &[argument]);
                }
            }
        }
        use_all(&mut live, &block.terminator.decides_on());
        for before in block.instructions[instruction.min(block.instructions.len())..].iter().rev() {
            let is_needed = before.results.iter().any(|result| live.contains(result.0 as usize));
            before.results.iter().for_each(|result| live.remove(result.0 as usize));
            if self.uses == Uses::All || is_needed || has_effect(&before.operation) {
                use_all(&mut live, &before.operation.operands());
            }
        }
        live
    }
}

/// Whether it does more than to give a value.
fn has_effect(operation: &Operation) -> bool {
    !operation.is_pure() && !matches!(operation, Operation::Bind(..))
}

fn use_all(live: &mut BitSet, operands: &[&Operand]) {
    for value in operands.iter().filter_map(|operand| operand.as_value()) {
        live.insert(value.0 as usize);
    }
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

    #[test]
    fn counters_that_only_count_are_not_needed() {
        let text = "function @f(%a: i32, %b: i32) -> i32 {\nentry:\njump l(0, 0)\n\
                    l(%i: i32, %n: i32):\n%c = compare slt i32 %i, %a\nbranch %c, body, out\n\
                    body:\n%j = add i32 %i, 1\n%m = add i32 %n, %b\njump l(%j, %m)\n\
                    out:\nreturn %a\n}";
        let program = parse_program(text, "a.kir").unwrap();
        let FunctionBody::Defined(definition) = &program.functions[0].body else { panic!() };
        let flow = ControlFlow::new(definition);
        let names = |values: Vec<ValueId>| {
            let name = |value: ValueId| definition.values[value.0 as usize].name.clone().unwrap();
            values.into_iter().map(name).collect::<Vec<_>>().join(" ")
        };
        let head = BlockId(1);
        for (liveness, live, used) in [
            (Liveness::new(definition, &flow), "a b", "i n"),
            (Liveness::needed(definition, &flow), "a", "i"),
        ] {
            assert_eq!(names(liveness.live(head).collect()), live);
            assert_eq!(names(liveness.used_parameters(head).to_vec()), used);
        }
        let needed = Liveness::needed(definition, &flow);
        assert_eq!(names(needed.live_after(definition, BlockId(2), 1)), "a j");
    }
}
