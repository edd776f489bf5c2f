//! Says that stacks are taken to have no end, where a program goes as deep, or keeps as much there, as its input says.

use klew_ir::{FunctionBody, ObjectKind, Operand, Operation, Program, call_graph::CallGraph};
use klew_report::{CheckReport, Verdict};

/// What a result rests on where there is recursion.
const ANY_DEPTH: &str = "stacks have no end: recursion of any depth has room";

/// What it rests on where sizes of variables are computed.
const ANY_SIZE: &str = "stacks have no end: variables of any size have room";

/// Adds that to a report which says that nothing is violated, of a program whose own functions call themselves, or have variables of a
/// size that is no constant.
pub(crate) fn say(report: &mut CheckReport, program: &Program) {
    if !matches!(report.verdict(), Verdict::Safe | Verdict::Bounded) {
        return;
    }
    let Some(entry) = program.entry else { return };
    let graph = CallGraph::new(program);
    let mut own = graph.reachable(entry);
    own.retain(|id| !program.function(*id).library);
    if own.iter().any(|id| graph.is_recursive(*id)) {
        report.assumptions.push(ANY_DEPTH.to_owned());
    }
    if own.iter().any(|id| has_variables_of_any_size(&program.function(*id).body)) {
        report.assumptions.push(ANY_SIZE.to_owned());
    }
}

fn has_variables_of_any_size(body: &FunctionBody) -> bool {
    let FunctionBody::Defined(definition) = body else { return false };
    let mut instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    instructions.any(|instruction| {
        matches!(
            instruction.operation,
            Operation::Allocate { kind: ObjectKind::Stack, size: Operand::Value(_), .. }
        )
    })
}
