//! Explorations in pieces: one that begins with given pieces instead of with the entry, hands some of its waiting states over
//! to others, and says what is left of it ([`klew_engine::frontier`]).
//!
//! A piece is a state that was put away ([`crate::waiting`]): it is executed again, without a solver, when it is selected. What it
//! did since its last decision it does once more. Its model is not kept; a query finds one.
//!
//! A step that was under way when the exploration was stopped is undone, with what it forked and left out, as of a postponed
//! state: so what stops an exploration leaves nothing out that is not in its frontier.
//!
//! Closing states because of others that include them ([`crate::pruning`]) needs a word. Say that a failing run is never followed.
//! Among all states from which some exploration took a step and from which failing runs go on, take one with the fewest
//! steps left; k, say. The state behind that step has k-1 left, and from it no exploration took a step. Either it was closed by a
//! state that was kept *in this exploration*, has as few left, and took no step here either; or it is itself left. In both
//! cases a state with k-1 steps left went to another exploration, begun later with that piece. There it is executed again, and
//! either takes the step, which cannot be; or is left once more; or is closed on its way by a state kept there, which is followed
//! there, with fewer and fewer steps left, until one with k-1 left takes no step, as before. So it goes from
//! exploration to exploration, each begun later than the one before, and these end. This needs that an exploration knows the
//! kept states of no other, and that it is given nothing after its begin. Interpolants are of nodes below which all has
//! ended; where they are computed nothing is handed over.
//!
//! **Invariant**: a path with a short input is never handed over: it only finds, and sizes are begun here.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_engine::{Exchange, Frontier, Piece};
use klew_ir::FunctionId;

use super::{Exploration, explores_alone};
use crate::coverage::Coverage;
use crate::ending::{Limit, PathEndKind};
use crate::searcher::{Prospect, StateId, searcher};
use crate::state::State;
use crate::step::Event;
use crate::waiting::{PutAway, Waiting};

impl PutAway {
    /// A piece, before it is executed again.
    fn of_piece(piece: &Piece) -> PutAway {
        let mut decisions = crate::list::List::default();
        piece.decisions.iter().for_each(|decision| decisions.push(*decision));
        PutAway {
            decisions,
            model: None,
            next_address: None,
            covered_new: piece.covered_new,
            short_input: piece.short_input,
            tries: piece.tries,
            node: None,
        }
    }
}

impl Waiting {
    fn piece(&self) -> Piece {
        let (decisions, covered_new, tries, short_input) = match self {
            Waiting::Whole(state, _) => {
                (&state.decisions, state.covered_new, state.tries, state.short_input)
            }
            Waiting::PutAway(away) => {
                (&away.decisions, away.covered_new, away.tries, away.short_input)
            }
        };
        Piece { decisions: decisions.to_vec(), covered_new, tries, short_input }
    }

    /// Its node in the tree that is written down.
    fn node(&self) -> usize {
        match self {
            Waiting::Whole(state, _) => state.node,
            Waiting::PutAway(away) => away.node.unwrap_or_default(),
        }
    }

    /// If it may be handed over: how many decisions lead to it.
    fn distance(&self) -> Option<usize> {
        match self {
            Waiting::Whole(state, Some(_)) if state.short_input == 0 => Some(state.decisions.len()),
            Waiting::PutAway(away) if away.short_input == 0 && away.tries == 0 => {
                Some(away.decisions.len())
            }
            // What stands elsewhere would do things twice; what is postponed waits in a queue.
            Waiting::Whole(..) | Waiting::PutAway(_) => None,
        }
    }
}

impl Exploration<'_> {
    /// Takes the pieces of a frontier for states that wait.
    pub(super) fn begin(&mut self, frontier: &Frontier) {
        let mut coverage = Coverage::new(self.machine.program.functions.len());
        for (function, blocks) in &frontier.covered {
            coverage.set(*function, blocks.clone());
        }
        let waiting = frontier.pieces.iter().map(PutAway::of_piece);
        self.begin_at(waiting, coverage, frontier.short_begun);
    }

    /// Takes what was put away for states that wait; blocks were entered, and short inputs begun.
    pub(super) fn begin_at(
        &mut self,
        waiting: impl Iterator<Item = PutAway>,
        coverage: Coverage,
        short_begun: u32,
    ) {
        let program = self.machine.program;
        self.machine.run.statistics.covered_instructions = coverage.instructions(program);
        self.machine.codes.resume(coverage);
        let mut short: BTreeMap<u32, Vec<StateId>> = BTreeMap::new();
        for mut put_away in waiting {
            if put_away.short_input > 0 && self.short.is_none() {
                continue;
            }
            if put_away.decisions.is_empty() && put_away.short_input == 0 {
                self.begin_at_entry();
                continue;
            }
            if put_away.node.is_none() {
                let (decisions, entry) = (put_away.decisions.to_vec(), self.start.0);
                put_away.node = Some(self.machine.record_piece(&decisions, entry));
            }
            let (id, size) = (self.machine.run.new_state(), put_away.short_input);
            self.states.give_back(id, Box::new(put_away));
            match size {
                0 => self.searcher.add(id, Prospect::default()),
                size => short.entry(size).or_default().push(id),
            }
        }
        let configuration = self.machine.configuration;
        if let Some(sizes) = &mut self.short {
            for (size, states) in short {
                let mut searcher = searcher(&configuration.search, configuration.seed);
                states.iter().for_each(|id| searcher.add(*id, Prospect::default()));
                sizes.go_on(size, searcher);
            }
            sizes.begun_before(short_begun);
        }
        let statistics = &mut self.machine.run.statistics;
        statistics.max_states = statistics.max_states.max(self.states.len());
    }

    /// Who shares this exploration, if somebody does and it can be shared.
    pub(super) fn exchange(&self) -> Option<Rc<dyn Exchange>> {
        self.machine.monitor.exchange().filter(|_| explores_by_decisions(&self.machine))
    }

    /// Between turns: gives others what they want.
    pub(super) fn share(&mut self) {
        let Some(exchange) = self.exchange.clone() else { return };
        let waiting = self.states.len();
        let wanted = match explores_alone(&self.machine) {
            true => exchange.wanted(waiting).min(waiting / 2),
            false => 0,
        };
        if wanted > 0 {
            let pieces = self.hand_over(wanted);
            self.machine.run.statistics.handed_over += pieces.len() as u64;
            if !pieces.is_empty() {
                exchange.take(pieces);
            }
        }
        if exchange.wants_frontier() {
            self.tell_frontier(&*exchange);
        }
    }

    /// Says what is left.
    pub(super) fn tell_frontier(&mut self, exchange: &dyn Exchange) {
        let frontier = self.frontier();
        let mut outcome = self.outcome();
        outcome.limits.retain(|(limit, _)| !is_stop(limit));
        exchange.frontier(frontier, outcome.account());
    }

    fn frontier(&self) -> Frontier {
        let mut pieces: Vec<Piece> =
            self.states.in_order().into_iter().map(Waiting::piece).collect();
        // With short inputs nothing is found that is not found with any.
        if pieces.iter().all(|piece| piece.short_input > 0) {
            pieces.clear();
        }
        let short_begun = self.short.as_ref().map_or(0, |short| short.begun());
        let mut covered: BTreeMap<FunctionId, Vec<bool>> =
            (self.machine.codes.before().functions())
                .map(|(function, blocks)| (function, blocks.to_vec()))
                .collect();
        for (function, code) in self.machine.codes.decoded() {
            let blocks = code.covered.iter().map(|covered| covered.get()).collect();
            covered.insert(function, blocks);
        }
        Frontier { pieces, short_begun, covered }
    }

    /// Takes out at most so many waiting states, those nearest to the root.
    fn hand_over(&mut self, most: usize) -> Vec<Piece> {
        let mut nearest: BTreeSet<(usize, StateId)> = BTreeSet::new();
        for (id, waiting) in self.states.all() {
            if let Some(distance) = waiting.distance() {
                nearest.insert((distance, id));
                if nearest.len() > most {
                    nearest.pop_last();
                }
            }
        }
        let mut pieces = Vec::new();
        for (_, id) in nearest {
            if let Some(waiting) = self.states.take(id) {
                self.machine.record_elsewhere(waiting.node());
                pieces.push(waiting.piece());
                self.searcher.end(id, &[]);
            }
        }
        pieces
    }

    /// Where the exploration is stopped in the middle of a step that the state has made or was to make: undoes it. Whether it was.
    pub(super) fn undo(&mut self, state: &mut State, event: &Event) -> bool {
        let run = &mut self.machine.run;
        let stopped = match (event, &run.stop) {
            (Event::Ended(PathEndKind::Cut(limit)), Some(stop)) if limit == stop => true,
            (_, stop) => stop.is_some() && run.cut_short.is_some(),
        };
        if !stopped || self.exchange.is_none() {
            return false;
        }
        let decided = run.cut_short.unwrap_or(run.decided);
        run.forked.clear();
        while state.decisions.len() > decided {
            state.decisions.pop();
        }
        self.machine.take_back(state);
        let put_away = PutAway::of(state);
        self.states.give_back(state.id, Box::new(put_away));
        true
    }
}

/// Whether each state follows from its decisions, and all paths are explored.
fn explores_by_decisions(machine: &crate::machine::Machine<'_>) -> bool {
    matches!(machine.strategy, crate::strategy::Strategy::Explore)
        && machine.run.tree.is_none()
        && machine.folding.is_none()
        && machine.configuration.guidance.is_none()
        && machine.interests == crate::hooks::Interests::default()
}

/// Whether a limit says only that the exploration stops, with what is left in the frontier.
fn is_stop(limit: &Limit) -> bool {
    matches!(limit, Limit::Stopped(_) | Limit::StoppedAtFinding | Limit::Instructions)
}

impl Coverage {
    /// What was covered counts.
    fn instructions(&self, program: &klew_ir::Program) -> u64 {
        let of_function = |index: usize| -> u64 {
            let function = FunctionId(index as u32);
            let block = |block: u32| self.is_covered(function, klew_ir::BlockId(block));
            let called = program.function(function);
            let blocks = match &called.body {
                klew_ir::FunctionBody::Defined(definition) => definition.blocks.len(),
                _ => 0,
            };
            let entered = (0..blocks).filter(|index| block(*index as u32));
            entered.map(|index| crate::coverage::weight(called, index)).sum()
        };
        (0..program.functions.len()).map(of_function).sum()
    }
}
