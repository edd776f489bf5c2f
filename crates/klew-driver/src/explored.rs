//! What an exploration wrote down of itself ([`klew_forward::SearchTree`]) in the words of reports.

use klew_forward::{PathEndKind, SearchNode, SearchNodeKind, SearchTree};
use klew_ir::{Position, Program, Property};
use klew_report::condition::InputNames;
use klew_report::exploration::{ExploredFailure, ExploredKind, ExploredNode};

use crate::findings;
use crate::front_end::Names;
use crate::outcome;

/// The tree; none if there is no fork and no end.
pub fn explored(program: &Program, names: &dyn Names, tree: &SearchTree) -> Vec<ExploredNode> {
    let conditions = tree.nodes.iter().flat_map(|node| {
        node.parent.iter().map(|(_, when)| when).chain(&node.interpolant).map(String::as_str)
    });
    let inputs = InputNames::of(conditions);
    tree.nodes.iter().map(|node| explored_node(program, names, &inputs, node)).collect()
}

fn explored_node(
    program: &Program,
    names: &dyn Names,
    inputs: &InputNames,
    node: &SearchNode,
) -> ExploredNode {
    let place = findings::place(program, node.position);
    let function = &program.function(node.function).name;
    // What stands around the program, and models of libraries, are nobody's functions.
    let is_own = names.is_own(function) && !function.starts_with("klew.");
    let function = if is_own { names.function(function) } else { "" };
    let (kind, text) = kind(&node.kind);
    let readable = |text: &String| match text.starts_with("(with ") || text.starts_with("(what ") {
        // These are words already.
        true => text.trim_matches(['(', ')']).to_owned(),
        false => inputs.readable(text),
    };
    let mut interpolant: Vec<String> = node.interpolant.iter().map(readable).collect();
    interpolant.dedup();
    ExploredNode {
        parent: node.parent.as_ref().map(|(above, _)| *above),
        when: node.parent.as_ref().map(|(_, when)| readable(when)).unwrap_or_default(),
        function: function.to_owned(),
        line: place.as_ref().map(|place| place.line),
        file: place.map(|place| place.file),
        kind,
        text,
        fails: node.fails.iter().map(|one| failure(program, one)).collect(),
        covered_by: node.covered_by,
        interpolant,
        // Microseconds are enough, and short.
        seconds: (node.work.time.as_secs_f64() * 1e6).round() / 1e6,
        queries: node.work.queries,
        instructions: node.work.instructions,
        ended: if node.ended > 1 || node.folded_forks > 0 { node.ended } else { 0 },
        folded_forks: node.folded_forks,
    }
}

fn failure(program: &Program, (property, position): &(Property, Position)) -> ExploredFailure {
    let place = findings::place(program, *position);
    ExploredFailure {
        property: property.name().to_owned(),
        line: place.as_ref().map(|place| place.line),
        file: place.map(|place| place.file),
    }
}

fn kind(kind: &SearchNodeKind) -> (ExploredKind, String) {
    let end = match kind {
        SearchNodeKind::Waiting => return (ExploredKind::Waiting, String::new()),
        SearchNodeKind::Fork => return (ExploredKind::Fork, String::new()),
        SearchNodeKind::Elsewhere => return (ExploredKind::Elsewhere, String::new()),
        SearchNodeKind::End(end) => end,
    };
    let (kind, text) = match end {
        PathEndKind::Returned => (ExploredKind::Normal, "returns".to_owned()),
        PathEndKind::Exited => (ExploredKind::Normal, "exits".to_owned()),
        PathEndKind::Aborted => (ExploredKind::Exceptional, "aborts".to_owned()),
        PathEndKind::Violated => (ExploredKind::Exceptional, "fails in every run".to_owned()),
        PathEndKind::Infeasible => (ExploredKind::Infeasible, "an assumption fails".to_owned()),
        PathEndKind::Undefined => (ExploredKind::Cut, "undefined behaviour".to_owned()),
        PathEndKind::Subsumed => (ExploredKind::Covered, String::new()),
        PathEndKind::Cut(limit) => (ExploredKind::Cut, outcome::limit(limit, 1).1),
    };
    (kind, text)
}
