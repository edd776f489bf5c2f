//! Coverage in the places of the source: which instructions were executed, and which ways branches took.
//!
//! A block that was left by one of its edges was executed whole. One that was entered and not left ended its paths
//! somewhere inside: at a finding, or in a call that did not return; only what lies before counts.
//!
//! Of a block that an earlier run entered and this one perhaps not, only what this run shows counts: that run told the rest.
//!
//! **Invariant**: nothing counts as covered that no path executed.

use std::cell::Cell;
use std::collections::BTreeSet;

use klew_engine::{Covered, CoveredFunction, Witness};
use klew_ir::call_graph::CallGraph;
use klew_ir::{
    Block, BlockId, Definition, FunctionBody, FunctionId, Operation, Position, Program, Terminator,
};

use crate::coverage::Coverage;
use crate::decode::op::{Code, Op};

/// Of the functions that the entry may reach. `decoded` are those that were called; blocks of `before` were entered by earlier runs.
pub(crate) fn covered(
    program: &Program,
    entry: FunctionId,
    (decoded, before): (&[(FunctionId, &Code)], &Coverage),
    findings: &[Witness],
) -> Covered {
    let ends = findings.iter().flat_map(|finding| &finding.stack);
    let ends: BTreeSet<(FunctionId, Position)> = ends.copied().collect();
    let mut all = Covered::default();
    for id in CallGraph::new(program).reachable(entry) {
        let function = program.function(id);
        let FunctionBody::Defined(definition) = &function.body else { continue };
        if function.library {
            continue;
        }
        let code = decoded.iter().find(|(decoded, _)| *decoded == id).map(|(_, code)| *code);
        let is_end = |position: Position| ends.contains(&(id, position));
        let is_earlier = |block: u32| before.is_covered(id, BlockId(block));
        all.functions.insert(id, of_function(definition, code, (is_earlier, is_end)));
    }
    all
}

fn of_function(
    definition: &Definition,
    code: Option<&Code>,
    (is_earlier, is_end): (impl Fn(u32) -> bool, impl Fn(Position) -> bool),
) -> CoveredFunction {
    let mut function = CoveredFunction::default();
    for (number, block) in (0..).zip(&definition.blocks) {
        let index = number as usize;
        let ways = code.map_or_else(Vec::new, |code| ways(code, index));
        let is_entered = code.is_some_and(|code| code.covered.get(index).is_some_and(Cell::get));
        function.entered |= is_entered;
        let shown =
            || ways.contains(&true) || block.instructions.iter().any(|i| is_end(i.position));
        let is_entered = is_entered && (!is_earlier(number) || shown());
        let executed = match is_entered {
            true => executed(block, ways.contains(&true), &is_end),
            false => 0,
        };
        let positions = block.instructions.iter().map(|instruction| instruction.position);
        let positions = positions.chain([block.terminator_position]).enumerate();
        for (number, position) in positions.filter(|(_, position)| position.is_known()) {
            *function.places.entry(position).or_default() |= number < executed;
        }
        let count = match &block.terminator {
            Terminator::Branch { .. } => 2,
            Terminator::Switch { .. } => ways.len(),
            _ => continue,
        };
        if block.terminator_position.is_known() && count > 0 {
            let ways = (0..count).map(|way| ways.get(way) == Some(&true)).collect();
            function.branches.push((block.terminator_position, ways));
        }
    }
    function
}

/// How many instructions, the terminator included, of a block that was entered are known to have been executed.
fn executed(block: &Block, is_left: bool, is_end: impl Fn(Position) -> bool) -> usize {
    let all = block.instructions.len() + 1;
    let end = block.instructions.iter().position(|instruction| is_end(instruction.position));
    match (is_left, end) {
        (true, _) => all,
        (false, Some(end)) => end + 1,
        // A path that comes to a return goes on.
        (false, None) if block.terminator.successors().is_empty() => all,
        (false, None) => {
            let call = |instruction: &klew_ir::Instruction| {
                matches!(instruction.operation, Operation::Call { .. })
            };
            block.instructions.iter().position(call).map_or(0, |call| call + 1)
        }
    }
}

/// Which of the ways out of a block were taken: those of a switch each once, the default's last.
fn ways(code: &Code, block: usize) -> Vec<bool> {
    let taken = |edge: u32| code.taken.get(edge as usize).is_some_and(Cell::get);
    let start = code.block_starts[block] as usize;
    let end = code.block_starts.get(block + 1).map_or(code.ops.len(), |next| *next as usize);
    for op in &code.ops[start..end] {
        match *op {
            Op::Jump { edges } => return vec![taken(edges)],
            Op::Branch { then, otherwise, .. } => return vec![taken(then), taken(otherwise)],
            Op::Switch { switches, .. } => {
                let targets = code.switches[switches as usize].targets.iter();
                return targets.map(|edge| taken(*edge)).collect();
            }
            _ => {}
        }
    }
    Vec::new()
}
