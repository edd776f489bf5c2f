//! What an exploration came to, at its end or so far.

use super::Exploration;
use super::telling::all_ways;
use crate::configuration::Telling;
use crate::execution_tree::ExecutionTree;
use crate::outcome::Outcome;
use crate::source_coverage;
use crate::strategy::Strategy;

impl Exploration<'_> {
    /// What it came to so far.
    pub(super) fn outcome(&mut self) -> Outcome {
        let machine = &mut self.machine;
        let run = &mut machine.run;
        let before = machine.configuration.short_done;
        run.statistics.short_done = self.short.as_ref().map_or(before, |short| short.done());
        run.statistics.put_away_states = self.states.put_away();
        let mut coverage = machine.codes.before().clone();
        coverage.grow(machine.program.functions.len());
        for (function, code) in machine.codes.decoded() {
            coverage.set(function, code.covered.iter().map(|covered| covered.get()).collect());
        }
        // What folded states do, no run may do.
        let explores = matches!(machine.strategy, Strategy::Explore | Strategy::Follow(_));
        let explores = explores && machine.folding.is_none();
        let covered = explores.then(|| {
            let decoded: Vec<_> = machine.codes.decoded().collect();
            let decoded = (&*decoded, machine.codes.before());
            source_coverage::covered(machine.program, self.start.0, decoded, &run.findings)
        });
        let ways = match machine.configuration.telling {
            Telling::All => Vec::new(),
            _ => all_ways(machine.codes).into_iter().map(|(_, way)| way).collect(),
        };
        let mut statistics = run.statistics.clone();
        machine.solver.statistics(&mut statistics.solver);
        Outcome {
            findings: run.findings.clone(),
            limits: run.limit_counts.clone().into_iter().collect(),
            approximations: run.approximations.iter().cloned().collect(),
            assumptions: run.assumptions.iter().cloned().collect(),
            tree: run.tree.take().map(ExecutionTree::without_idle),
            points: machine
                .pruning
                .as_mut()
                .map(|pruning| pruning.points(machine.program))
                .unwrap_or_default(),
            suspicions: machine
                .folding
                .as_ref()
                .map(|folding| folding.suspicions.clone())
                .unwrap_or_default(),
            tree_kinds: machine
                .folding
                .as_ref()
                .map(|folding| folding.kinds.clone())
                .unwrap_or_default(),
            statistics,
            coverage,
            covered,
            ways,
        }
    }
}
