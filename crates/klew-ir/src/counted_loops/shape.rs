//! Which loops only count: how much each turn adds to which variable, and when there is another turn.

use rustc_hash::FxHashMap;

use super::goes_on::{Bound, GoesOn, how, positive};
use super::values::{Known, masked, of_operand, results, width};
use crate::loop_forest::Loop;
use crate::{BlockCall, BlockId, Definition, Function, Operand, Operation, Terminator, ValueId};

/// A loop that only counts. Its variables are the parameters of its header.
pub(super) struct CountedLoop {
    pub(super) header: BlockId,
    /// Its blocks, as a turn comes to them.
    pub(super) blocks: Vec<BlockId>,
    /// Behind how many of them it is left, and where to.
    pub(super) exit: (usize, BlockId),
    /// What a turn adds to each variable, modulo its width; nothing of variables that are what the turn before made of others.
    pub(super) steps: Vec<Option<u64>>,
    pub(super) goes_on: GoesOn,
}

/// Larger turns are not looked at: they are copied.
const MOST_INSTRUCTIONS: usize = 200;

impl CountedLoop {
    /// The loop, if it only counts.
    pub(super) fn of(
        definition: &Definition,
        functions: &[Function],
        it: &Loop,
    ) -> Option<CountedLoop> {
        let ([header], [_], [exit]) = (&*it.headers, &*it.back_edges, &*it.exits) else {
            return None;
        };
        let turn = Turn::of(definition, functions, (*header, it))?;
        let steps = turn.steps();
        turn.reads_only(&steps).then_some(())?;
        let goes_on = turn.goes_on(&steps)?;
        let exit = (turn.path.iter().position(|&at| at == exit.0)? + 1, exit.1);
        Some(CountedLoop { header: *header, blocks: turn.path, exit, steps, goes_on })
    }
}

/// A turn: its blocks, one after the other.
struct Turn<'d> {
    definition: &'d Definition,
    path: Vec<BlockId>,
    known: FxHashMap<ValueId, Known>,
    /// What the next turn begins with.
    next: &'d BlockCall,
    /// The condition on which it is left or not, and whether it goes on if that holds.
    condition: (&'d Operand, bool),
}

impl<'d> Turn<'d> {
    /// A turn, if its blocks follow each other in one way only, and do nothing but compute.
    fn of(
        definition: &'d Definition,
        functions: &[Function],
        (header, it): (BlockId, &Loop),
    ) -> Option<Turn<'d>> {
        let mut known = FxHashMap::default();
        for (number, parameter) in block(definition, header).parameters.iter().enumerate() {
            known.insert(*parameter, Known::Variable(number, 0));
        }
        let (mut path, mut at, mut condition) = (Vec::new(), header, None);
        let mut size = 0;
        loop {
            path.push(at);
            let here = block(definition, at);
            size += here.instructions.len();
            if size > MOST_INSTRUCTIONS {
                return None;
            }
            for instruction in &here.instructions {
                let values = results(definition, functions, &instruction.operation, &known)?;
                known.extend(instruction.results.iter().copied().zip(values));
            }
            let next = match &here.terminator {
                Terminator::Jump(next) => next,
                Terminator::Branch { condition: decides, then_block, else_block } => {
                    let goes_on = it.contains(then_block.block);
                    if goes_on == it.contains(else_block.block) {
                        return None;
                    }
                    condition = Some((decides, goes_on));
                    if goes_on { then_block } else { else_block }
                }
                _ => return None,
            };
            if next.block == header {
                let whole = path.len() == it.blocks.len();
                let turn = Turn { definition, path, known, next, condition: condition? };
                return whole.then_some(turn);
            }
            let parameters = block(definition, next.block).parameters.iter();
            let passed = parameters.zip(&next.arguments);
            let passed: Vec<_> = passed.map(|(to, from)| (*to, of_operand(from, &known))).collect();
            known.extend(passed);
            at = next.block;
        }
    }

    fn known(&self, operand: &Operand) -> Known {
        of_operand(operand, &self.known)
    }

    /// What a turn adds to each variable that is a number, if that is a constant.
    fn steps(&self) -> Vec<Option<u64>> {
        let step = |(number, argument): (usize, &Operand)| match self.known(argument) {
            Known::Variable(from, step)
                if from == number && width(self.definition, argument) > 0 =>
            {
                Some(step)
            }
            _ => None,
        };
        self.next.arguments.iter().enumerate().map(step).collect()
    }

    /// Whether nothing that a turn computes depends on a variable to which no constant is added: what such a variable is, the turn
    /// before computed. Where the loop is left they may be read.
    fn reads_only(&self, steps: &[Option<u64>]) -> bool {
        let parameters = &block(self.definition, self.path[0]).parameters;
        let is_read = |operand: &Operand| {
            let Operand::Value(value) = operand else { return true };
            parameters
                .iter()
                .position(|it| it == value)
                .is_none_or(|number| steps[number].is_some())
        };
        self.path.iter().all(|&at| {
            let here = block(self.definition, at);
            let is_bound = |operation: &Operation| matches!(operation, Operation::Bind(..));
            let operations = here.instructions.iter().map(|it| &it.operation);
            let computed = operations.filter(|it| !is_bound(it)).flat_map(Operation::operands);
            let successors = here.terminator.successors();
            let stays = successors.iter().filter(|next| self.path.contains(&next.block));
            computed.chain(here.terminator.decides_on()).all(is_read)
                && stays.flat_map(|next| &next.arguments).all(is_read)
        })
    }

    fn goes_on(&self, steps: &[Option<u64>]) -> Option<GoesOn> {
        let (condition, holds) = self.condition;
        let condition = condition.as_value()?;
        let instructions =
            self.path.iter().flat_map(|&at| &block(self.definition, at).instructions);
        let mut defined = instructions.filter(|it| it.results.first() == Some(&condition));
        let Operation::Compare(comparison, a, b) = &defined.next()?.operation else { return None };
        let width = width(self.definition, a);
        if width == 0 {
            return None;
        }
        let (comparison, [a, b]) = positive(*comparison, holds, [a, b])?;
        let [a, b] = [a, b].map(|side| self.side(side, steps));
        let (variable, step, ahead, bound, is_left) = match (a?, b?) {
            (Side::Moves(variable, step, ahead), Side::Stays(bound)) => {
                (variable, step, ahead, bound, true)
            }
            (Side::Stays(bound), Side::Moves(variable, step, ahead)) => {
                (variable, step, ahead, bound, false)
            }
            _ => return None,
        };
        let grows = step >> (width - 1) == 0;
        let by = if grows { step } else { masked(step.wrapping_neg(), width) };
        let how = how(comparison, grows, is_left)?;
        Some(GoesOn { variable, ahead, bound, how, by })
    }

    fn side(&self, operand: &Operand, steps: &[Option<u64>]) -> Option<Side> {
        match self.known(operand) {
            Known::Outside(operand) => Some(Side::Stays(Bound::Outside(operand))),
            Known::Variable(number, ahead) => match steps[number]? {
                0 => Some(Side::Stays(Bound::Variable(number, ahead))),
                step => Some(Side::Moves(number, step, ahead)),
            },
            Known::Other => None,
        }
    }
}

/// A side of a comparison.
enum Side {
    /// A variable, what a turn adds, and what is added where it is compared.
    Moves(usize, u64, u64),
    Stays(Bound),
}

fn block(definition: &Definition, id: BlockId) -> &crate::Block {
    &definition.blocks[id.0 as usize]
}
