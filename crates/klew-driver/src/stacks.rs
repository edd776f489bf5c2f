//! Says that stacks are taken to have no end, where a program goes as deep as its input says.

use klew_ir::{Program, call_graph::CallGraph};
use klew_report::{CheckReport, Verdict};

/// What a result rests on where there is recursion.
const NO_END: &str = "stacks have no end: recursion of any depth has room";

/// Adds that to a report which says that nothing is violated, of a program whose own functions call themselves.
pub(crate) fn say(report: &mut CheckReport, program: &Program) {
    let nothing_found = matches!(report.verdict(), Verdict::Safe | Verdict::Bounded);
    if nothing_found && is_recursive(program) {
        report.assumptions.push(NO_END.to_owned());
    }
}

fn is_recursive(program: &Program) -> bool {
    let Some(entry) = program.entry else { return false };
    let graph = CallGraph::new(program);
    let reachable = graph.reachable(entry);
    reachable.into_iter().any(|id| graph.is_recursive(id) && !program.function(id).library)
}
