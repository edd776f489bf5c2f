//! Conditions that runs to checks need are assumed as early as they are known.
//!
//! `r = fibonacci(x); if (x == 9) assert(r == 34);`: no run comes to the check in which `x` is not 9, and that is known before the call. A
//! necessary condition of the targets, where it can be evaluated (as weakest preconditions, but only where that costs nothing): J.
//! Strejček, M. Trtík, *Abstracting Path Conditions* (ISSTA 2012), use them to cut symbolic execution in the same way.
//!
//! **Invariant**: a run that fails an asked check is one of the new program, with the same inputs: what is assumed holds in every run that comes
//! to a check from there.

mod checks_ahead;
mod literals;

use std::sync::Arc;

use crate::control_flow::ControlFlow;
use crate::dominators::Dominators;
use crate::loop_forest::LoopForest;
use crate::{
    BinaryOperation, BlockId, Check, CheckId, Constant, Definition, FunctionBody, FunctionId,
    Instruction, Operand, Operation, Program, Property, Terminator, Type, ValueId, ValueInfo,
};
use checks_ahead::{Ahead, Cut, Spot};
use literals::{Literal, Origin};

/// Adds assumptions to all functions. What is asked about, and whether leaks are, which are looked for where runs end.
pub fn assume_early(
    program: &mut Program,
    asked: impl Fn(CheckId, Property) -> bool,
    asks_leaks: bool,
) {
    let blocks = program.functions.iter().map(|function| match &function.body {
        FunctionBody::Defined(definition) => definition.blocks.len(),
        _ => 0,
    });
    if blocks.sum::<usize>() > MAXIMUM_BLOCKS {
        return;
    }
    let mut found: Vec<(FunctionId, Vec<(Spot, Literal)>)> = Vec::new();
    let ahead = Ahead::new(program, &asked, asks_leaks);
    for (number, function) in (0..).zip(&program.functions) {
        let FunctionBody::Defined(definition) = &function.body else { continue };
        let id = FunctionId(number);
        let early = Early::new(program, &ahead, id, definition).found();
        if !early.is_empty() {
            found.push((id, early));
        }
    }
    for (id, early) in found {
        let function = &mut program.functions[id.0 as usize];
        if let FunctionBody::Defined(definition) = &mut function.body {
            insert(Arc::make_mut(definition), early);
        }
    }
}

/// Programs with more blocks are left as they are: they have checks on all ways.
const MAXIMUM_BLOCKS: usize = 20_000;

/// What is needed of one function's values, and where that is known.
struct Early<'p> {
    program: &'p Program,
    ahead: &'p Ahead<'p>,
    id: FunctionId,
    definition: &'p Definition,
    flow: ControlFlow,
    dominators: Dominators,
    loops: LoopForest,
}

impl<'p> Early<'p> {
    fn new(
        program: &'p Program,
        ahead: &'p Ahead<'p>,
        id: FunctionId,
        definition: &'p Definition,
    ) -> Early<'p> {
        let flow = ControlFlow::new(definition);
        let dominators = Dominators::new(&flow);
        let loops = LoopForest::new(&flow);
        Early { program, ahead, id, definition, flow, dominators, loops }
    }

    fn found(&self) -> Vec<(Spot, Literal)> {
        let mut found = Vec::new();
        for block in self.flow.reverse_postorder() {
            self.of_branch(*block, &mut found);
            self.of_checks(*block, &mut found);
        }
        found
    }

    /// What has to hold for a branch to go to the one side from which there is a check.
    fn of_branch(&self, block: BlockId, found: &mut Vec<(Spot, Literal)>) {
        let Terminator::Branch { condition, then_block, else_block } =
            &self.definition.blocks[block.0 as usize].terminator
        else {
            return;
        };
        let from = |next: BlockId| self.ahead.from(self.id, Spot::begin(next));
        let needed = match (from(then_block.block), from(else_block.block)) {
            (true, false) => true,
            (false, true) => false,
            _ => return,
        };
        let Operand::Value(condition) = condition else { return };
        let goes_on = if needed { then_block.block } else { else_block.block };
        let cut = Cut::Edge(block, goes_on);
        for literal in
            literals::parts(self.definition, Literal { value: *condition, holds: needed })
        {
            self.keep(literal, Spot::end(self.definition, block), cut, found);
        }
    }

    /// What has to hold for the last check on a way to fail.
    fn of_checks(&self, block: BlockId, found: &mut Vec<(Spot, Literal)>) {
        let instructions = &self.definition.blocks[block.0 as usize].instructions;
        for (index, instruction) in instructions.iter().enumerate() {
            let Operation::Assert { check: Check::Holds(Operand::Value(condition)), .. } =
                &instruction.operation
            else {
                continue;
            };
            let here = Spot { block, index };
            if !self.ahead.is_asked(instruction) || self.ahead.from(self.id, here.next()) {
                continue;
            }
            for literal in
                literals::parts(self.definition, Literal { value: *condition, holds: false })
            {
                self.keep(literal, here, Cut::Check(here), found);
            }
        }
    }

    /// Keeps a literal that is needed somewhere, if it is known early enough to be of use, and no check is ahead of there in another way.
    fn keep(&self, literal: Literal, needed_at: Spot, cut: Cut, found: &mut Vec<(Spot, Literal)>) {
        let Some(known_at) = self.known_at(literal.value) else { return };
        if found.contains(&(known_at, literal)) || !self.saves_work(known_at, needed_at) {
            return;
        }
        if !self.ahead.check_ahead_without(self.id, known_at, cut) {
            found.push((known_at, literal));
        }
    }

    /// The first place at which a value can be computed, if runs of the function come there once.
    fn known_at(&self, value: ValueId) -> Option<Spot> {
        let origins = literals::origins(self.definition, value)?;
        let mut last: Option<Spot> = None;
        for origin in origins {
            let spot = match origin {
                Origin::Parameter => Spot::begin(*self.flow.reverse_postorder().first()?),
                Origin::Block(block) => Spot::begin(block),
                Origin::Instruction(spot) => spot.next(),
            };
            let is_later = |before: Spot| match before.block == spot.block {
                true => spot.index > before.index,
                false => self.dominators.dominates(before.block, spot.block),
            };
            if last.is_none_or(is_later) {
                last = Some(spot);
            }
        }
        last.filter(|spot| self.loops.innermost(spot.block).is_none())
    }

    /// Whether a call or a loop is between two places.
    fn saves_work(&self, from: Spot, to: Spot) -> bool {
        let calls = |block: BlockId, range: std::ops::Range<usize>| {
            let instructions = &self.definition.blocks[block.0 as usize].instructions;
            instructions.get(range).unwrap_or_default().iter().any(|instruction| {
                matches!(&instruction.operation, Operation::Call { callee, .. }
                if self.ahead.targets(callee).iter().any(|target| {
                    matches!(self.program.function(*target).body, FunctionBody::Defined(_))
                }))
            })
        };
        let count = |block: BlockId| self.definition.blocks[block.0 as usize].instructions.len();
        if from.block == to.block {
            return calls(from.block, from.index..to.index);
        }
        if calls(from.block, from.index..count(from.block)) || calls(to.block, 0..to.index) {
            return true;
        }
        let (mut waiting, mut seen) = (vec![from.block], vec![false; self.flow.block_count()]);
        while let Some(block) = waiting.pop() {
            for next in self.flow.successors(block) {
                if *next == to.block || std::mem::replace(&mut seen[next.0 as usize], true) {
                    continue;
                }
                if calls(*next, 0..count(*next)) || self.loops.innermost(*next).is_some() {
                    return true;
                }
                waiting.push(*next);
            }
        }
        self.loops.innermost(to.block).is_some()
    }
}

/// Inserts what computes the literals, and the assumptions; later places first, so that the others stay where they are.
fn insert(definition: &mut Definition, mut early: Vec<(Spot, Literal)>) {
    early.sort_by_key(|(spot, literal)| (std::cmp::Reverse(*spot), literal.value));
    for (spot, literal) in early {
        let mut made: Vec<Instruction> = Vec::new();
        let block = &definition.blocks[spot.block.0 as usize];
        let behind = spot.index.checked_sub(1).and_then(|index| block.instructions.get(index));
        let position = behind.map_or(block.terminator_position, |before| before.position);
        let value = literals::copy(definition, literal.value, &mut made);
        let condition = match literal.holds {
            true => Operand::Value(value),
            false => {
                let one = Operand::Constant(Constant::int(1, 1));
                let operation = Operation::Binary(BinaryOperation::Xor, Operand::Value(value), one);
                let result = ValueId(definition.values.len() as u32);
                definition.values.push(ValueInfo { value_type: Type::BOOL, name: None });
                made.push(Instruction {
                    results: [result].into_iter().collect(),
                    operation,
                    position,
                });
                Operand::Value(result)
            }
        };
        let operation = Operation::Assume(condition);
        made.push(Instruction { results: Default::default(), operation, position });
        let instructions = &mut definition.blocks[spot.block.0 as usize].instructions;
        instructions.splice(spot.index..spot.index, made);
    }
}

#[cfg(test)]
mod tests;
