//! Which numbers may be chosen by a condition (`if (a[i] == x) count++;`): those that only come to what is computed and compared,
//! so that no address, no size and no branch in a loop depends on the choice. A path for each choice would make twice as many of them
//! at each element. The largest of an array decides what is chosen next: such chains are hard for solvers, so it has its paths.
//!
//! The greatest set of values that agrees with these rules: a number is of it if all that is made of it is. What contradicts them is
//! taken out until nothing does (a greatest fixed point, as in A. Tarski, 1955).
//!
//! **Invariant**: nothing here depends on which branches are converted first, or at all: fewer are always right.

use super::{Branch, is_speculated};
use crate::control_flow::ControlFlow;
use crate::loop_forest::LoopForest;
use crate::{
    BinaryOperation, BlockCall, BlockId, Check, Conversion, Definition, Operand, Operation,
    Terminator, Type, ValueId,
};

/// Of each value, whether it may be chosen by a condition.
pub(super) struct Tallies {
    may: Vec<bool>,
}

impl Tallies {
    pub(super) fn new(definition: &Definition) -> Tallies {
        let may = definition.values.iter().map(|value| is_number(value.value_type)).collect();
        let mut tallies = Tallies { may };
        let flow = ControlFlow::new(definition);
        let forest = LoopForest::new(&flow);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (index, block) in definition.blocks.iter().enumerate() {
                for instruction in &block.instructions {
                    let results = &instruction.results;
                    changed |= tallies.instruction(definition, &instruction.operation, results);
                }
                let in_loop = forest.innermost(BlockId(index as u32)).is_some();
                changed |= tallies.terminator(definition, &block.terminator, in_loop);
            }
        }
        tallies
    }

    /// Whether a block parameter may be chosen. Values that came later may not.
    pub(super) fn has(&self, value: ValueId) -> bool {
        self.may.get(value.0 as usize).copied().unwrap_or(false)
    }

    /// Takes a value out; whether it was in.
    fn remove(&mut self, operand: &Operand) -> bool {
        match operand {
            Operand::Value(value) => std::mem::take(&mut self.may[value.0 as usize]),
            Operand::Constant(_) => false,
        }
    }

    /// Operands are of the set only if the result is.
    fn follow<'a>(
        &mut self,
        operands: impl IntoIterator<Item = &'a Operand>,
        result: ValueId,
    ) -> bool {
        let kept = self.has(result);
        let mut changed = false;
        for operand in operands {
            changed |= !kept && self.remove(operand);
        }
        changed
    }

    fn instruction(
        &mut self,
        definition: &Definition,
        operation: &Operation,
        results: &[ValueId],
    ) -> bool {
        match (operation, results) {
            (
                Operation::Bind(..)
                | Operation::Assume(_)
                | Operation::Assert { check: Check::Holds(_), .. },
                _,
            ) => false,
            // Truth values may be passed on as they are: they are chosen by conditions anyway.
            (Operation::Convert(Conversion::ZeroExtend | Conversion::SignExtend, value), _)
                if definition.type_of(value) == Type::BOOL =>
            {
                false
            }
            (Operation::Convert(conversion, value), [result]) if resizes(*conversion) => {
                self.follow([value], *result)
            }
            (Operation::Binary(operation, a, b), [result]) if is_sum(*operation) => {
                self.follow([a, b], *result)
            }
            (Operation::Compare(_, a, b), [result]) => self.follow([a, b], *result),
            (Operation::Select(condition, a, b), [result]) => {
                self.follow([condition, a, b], *result)
            }
            (operation, _) => {
                let mut changed = false;
                for operand in operation.operands() {
                    let is_truth = definition.type_of(operand) == Type::BOOL;
                    changed |= !is_truth && self.remove(operand);
                }
                changed
            }
        }
    }

    fn terminator(
        &mut self,
        definition: &Definition,
        terminator: &Terminator,
        in_loop: bool,
    ) -> bool {
        let mut changed = false;
        for next in terminator.successors() {
            let parameters = &definition.blocks[next.block.0 as usize].parameters;
            for (parameter, argument) in parameters.iter().zip(&next.arguments) {
                changed |= self.follow([argument], *parameter);
            }
        }
        match terminator {
            Terminator::Branch { condition, .. } => changed | (in_loop && self.remove(condition)),
            Terminator::Jump(_) => changed,
            Terminator::Switch { value, .. } => changed | self.remove(value),
            Terminator::Return(values) => {
                for value in values {
                    let is_truth = definition.type_of(value) == Type::BOOL;
                    changed |= !is_truth && self.remove(value);
                }
                changed
            }
            _ => changed,
        }
    }
}

/// A way of a branch to where both ways meet.
pub(super) struct Way {
    /// The block on the way, which only computes.
    pub(super) through: Option<BlockId>,
    pub(super) call: BlockCall,
}

impl Branch {
    /// The pairs of ways that lead to one block, through blocks that only compute or directly.
    pub(super) fn meetings(&self, definition: &Definition, ways_in: &[u32]) -> Vec<(Way, Way)> {
        let way = |number: usize, further: bool| {
            let call = &self.ways[number];
            let direct = Way { through: None, call: call.clone() };
            match &definition.blocks[call.block.0 as usize].terminator {
                Terminator::Jump(next)
                    if further
                        && next.block != call.block
                        && is_speculated(definition, self.block, call, (ways_in, true)) =>
                {
                    Way { through: Some(call.block), call: next.clone() }
                }
                _ => direct,
            }
        };
        let pairs = [(true, true), (true, false), (false, true)];
        let pairs = pairs.map(|(then, otherwise)| (way(0, then), way(1, otherwise)));
        pairs.into_iter().filter(|(a, b)| a.call.block == b.call.block).collect()
    }
}

fn is_number(value_type: Type) -> bool {
    matches!(value_type, Type::Int(_))
}

/// Whether it makes a number wider or narrower.
pub(super) fn resizes(conversion: Conversion) -> bool {
    matches!(conversion, Conversion::ZeroExtend | Conversion::SignExtend | Conversion::Truncate)
}

/// Whether it is a sum, or one of bits.
pub(super) fn is_sum(operation: BinaryOperation) -> bool {
    use BinaryOperation as B;
    matches!(operation, B::Add | B::Sub | B::And | B::Or | B::Xor)
}
