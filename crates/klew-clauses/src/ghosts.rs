//! Values that are dead at a point and still say something there: what a loop counted to, of loops that ended before.
//!
//! A loop that counts up is often followed by one that counts the same down; what keeps the second within bounds is a relation to the
//! number at which the first one ended, and nobody reads that again. So is where a constant was stored before the loops, as the NUL of a text is:
//! what walks along the text stops there. Auxiliary variables of proofs (S. Owicki, D. Gries, *An axiomatic
//! proof technique for parallel programs I*, 1976); they change no run.
//!
//! **Invariant**: a ghost is the parameter of a loop's head, or made, in a block that dominates the point; so it has one value wherever the point
//! is reached, the newest one.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::control_flow::ControlFlow;
use klew_ir::dominators::Dominators;
use klew_ir::loop_forest::LoopForest;
use klew_ir::{BlockId, Constant, Definition, Operand, Operation, Type, ValueId};

/// Of so many values at most, those of the loops that ended last.
const MOST: usize = 4;

/// Of so many places at which constants were stored.
const MOST_STORED: usize = 2;

/// So many operations may lie between a condition and what it counts.
const DEPTH: usize = 3;

/// The values that each of some points keeps, dead or not.
pub(crate) fn ghosts(
    definition: &Definition,
    flow: &ControlFlow,
    forest: &LoopForest,
    points: &[BlockId],
) -> BTreeMap<BlockId, Vec<ValueId>> {
    let dominators = Dominators::new(flow);
    let counted = counted(definition, flow, forest);
    let stored = stored(definition, flow);
    let mut kept = BTreeMap::new();
    for point in points {
        let ended = counted
            .iter()
            .filter(|(head, _)| **head != *point && dominators.dominates(**head, *point));
        let mut ended: Vec<(Option<usize>, &Vec<ValueId>)> =
            ended.map(|(head, values)| (flow.order_of(*head), values)).collect();
        ended.sort_by_key(|(order, _)| std::cmp::Reverse(*order));
        let values = ended.iter().flat_map(|(_, values)| values.iter().copied());
        let mut values: Vec<ValueId> = values.take(MOST).collect();
        let before = stored.iter().rev().filter(|(block, _)| dominators.dominates(*block, *point));
        values.extend(before.map(|(_, place)| *place).take(MOST_STORED));
        values.sort_unstable();
        values.dedup();
        kept.insert(*point, values);
    }
    kept
}

/// The parameters of loops' heads that decide when the loop ends.
fn counted(
    definition: &Definition,
    flow: &ControlFlow,
    forest: &LoopForest,
) -> BTreeMap<BlockId, Vec<ValueId>> {
    let made = made_by(definition);
    let mut counted = BTreeMap::new();
    for head in flow.reverse_postorder().iter().copied().filter(|block| forest.begins_loop(*block))
    {
        let Some(inside) = forest.innermost(head) else { continue };
        let parameters: BTreeSet<ValueId> = definition.blocks[head.0 as usize]
            .parameters
            .iter()
            .copied()
            .filter(|value| is_number(definition, *value))
            .collect();
        let mut found = BTreeSet::new();
        for block in flow.reverse_postorder() {
            let leaves =
                flow.successors(*block).iter().any(|next| !forest.get(inside).contains(*next));
            if forest.get(inside).contains(*block) && leaves {
                for condition in definition.blocks[block.0 as usize].terminator.decides_on() {
                    decided_by(condition, (&made, &parameters), DEPTH, &mut found);
                    // `i < n && a[i]` is one value behind two ways.
                    for way in ways_to(definition, flow, condition) {
                        for condition in definition.blocks[way.0 as usize].terminator.decides_on() {
                            decided_by(condition, (&made, &parameters), DEPTH, &mut found);
                        }
                    }
                }
            }
        }
        if !found.is_empty() {
            counted.insert(head, found.into_iter().collect());
        }
    }
    counted
}

/// From where a run comes to a block that takes a value as its parameter.
fn ways_to<'f>(
    definition: &'f Definition,
    flow: &'f ControlFlow,
    operand: &Operand,
) -> impl Iterator<Item = BlockId> + use<'f> {
    let value = match operand {
        Operand::Value(value) => Some(*value),
        _ => None,
    };
    let takes = move |block: &BlockId| {
        value.is_some_and(|value| definition.blocks[block.0 as usize].parameters.contains(&value))
    };
    let all = flow.reverse_postorder().iter().copied().filter(takes);
    all.flat_map(|block| flow.predecessors(block).iter().copied())
}

/// Where constants are stored, at places that are computed: how far behind a pointer, and the block in which that is computed, in their order.
fn stored(definition: &Definition, flow: &ControlFlow) -> Vec<(BlockId, ValueId)> {
    let made = made_by(definition);
    let mut found = Vec::new();
    let mut made_in: BTreeMap<ValueId, BlockId> = BTreeMap::new();
    for block in flow.reverse_postorder() {
        for instruction in &definition.blocks[block.0 as usize].instructions {
            made_in.extend(instruction.results.iter().map(|result| (*result, *block)));
        }
    }
    for block in flow.reverse_postorder() {
        for instruction in &definition.blocks[block.0 as usize].instructions {
            let Operation::Store(Operand::Value(pointer), Operand::Constant(Constant::Int { .. })) =
                &instruction.operation
            else {
                continue;
            };
            if let Some(Operation::Offset(_, Operand::Value(by))) = made.get(pointer)
                && let Some(block) = made_in.get(by)
            {
                found.push((*block, *by));
            }
        }
    }
    found
}

fn is_number(definition: &Definition, value: ValueId) -> bool {
    matches!(definition.values[value.0 as usize].value_type, Type::Int(bits) if bits > 1)
}

/// What makes each value.
fn made_by(definition: &Definition) -> BTreeMap<ValueId, &Operation> {
    let instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    instructions
        .flat_map(|made| made.results.iter().map(|result| (*result, &made.operation)))
        .collect()
}

/// Those of some parameters from which a condition is computed, memory aside.
fn decided_by(
    operand: &Operand,
    known: (&BTreeMap<ValueId, &Operation>, &BTreeSet<ValueId>),
    depth: usize,
    found: &mut BTreeSet<ValueId>,
) {
    let Operand::Value(value) = operand else { return };
    if known.1.contains(value) {
        found.insert(*value);
        return;
    }
    if depth > 0
        && let Some(operation) = known.0.get(value)
    {
        for operand in operation.operands() {
            decided_by(operand, known, depth - 1, found);
        }
    }
}
