//! Monitors that want paths are told of those that ended, with inputs that take them.

use crate::configuration::Telling;
use crate::decode::sets::CodeSet;
use crate::edges::{self, BranchWay};
use crate::ending::PathEndKind;
use crate::machine::Machine;
use crate::monitor::PathEnd;
use crate::state::State;

/// Tells the monitor of a path, unless it does nothing new and only that is asked for.
pub fn tell_path(machine: &mut Machine<'_>, mut state: State, end: PathEndKind) {
    let fresh = machine.codes.untold(&state.fresh);
    if machine.configuration.telling == Telling::NewWays && fresh.is_empty() {
        return;
    }
    if let Ok(model) = machine.model(&mut state)
        && let Ok(inputs) = machine.tape(&state, &model)
        && let Ok(heap) = machine.heap_of(&state, &model)
    {
        let own = |(number, way): (u32, BranchWay)| fresh.contains(&number).then_some(way);
        let ways = match fresh.is_empty() {
            true => Vec::new(),
            false => all_ways(machine.codes).into_iter().filter_map(own).collect(),
        };
        machine.codes.tell(&fresh);
        let end = PathEnd {
            kind: end,
            inputs,
            heap,
            decisions: state.decisions.to_vec(),
            covered_new: state.covered_new,
            ways,
        };
        let control = machine.monitor.path_ended(&end);
        machine.obey(control);
    }
}

/// The ways of branches of all functions that were called, by the numbers of their edges.
pub fn all_ways(codes: &CodeSet) -> Vec<(u32, BranchWay)> {
    let mut all = Vec::new();
    for (function, code) in codes.decoded().filter(|(_, code)| !code.is_library) {
        let own = edges::ways(function, code).into_iter();
        all.extend(own.map(|(number, way)| (code.first_edge + number, way)));
    }
    all
}
