//! Which state goes on next.
//!
//! A searcher holds names of states, not states. It is told of every change, so several searchers can
//! look at the same frontier ([`interleaved`]). Invariant: what is selected follows from the calls made
//! and the seed alone.

mod breadth;
mod coverage;
mod depth;
mod fork_tree;
mod goals;
mod interleaved;
mod least;
mod loops_first;
mod random;
mod random_path;
mod telling;
mod trails;

use crate::configuration::SearchStrategy;
pub use crate::state::StateId;
use depth::Patience;
pub use random::Random;

/// What searchers look at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prospect {
    /// Blocks from where the state is to a block that was never entered, if one is near.
    pub distance_to_new: Option<u32>,
    /// Whether it entered a new block since it was last selected.
    pub covered_new: bool,
    /// What of the program its path went through, by name ([`crate::trail`]).
    pub trail: u64,
    /// How many words it takes to tell its path ([`crate::telling`]).
    pub words: u32,
    /// Where it is, in the order in which all that is in a loop comes before what is behind it; told where that decides ([`SearchStrategy::LoopsFirst`]).
    pub place: u64,
}

/// Something that paths come near to, by number: a place whose accesses reach further and further ([`crate::records`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal(pub u32);

/// Work on one path of depth first beside other searchers, before it is left for another one.
const PATIENCE: u64 = 10_000_000;

/// Chooses among the states of the frontier.
pub trait Searcher {
    /// A first state, or one that had ended and is back.
    fn add(&mut self, state: StateId, prospect: Prospect);
    /// The state ran on, and these were forked from it.
    fn update(&mut self, state: StateId, prospect: Prospect, forked: &[(StateId, Prospect)]);
    /// As [`Searcher::update`], of a state that another searcher chose.
    fn update_foreign(
        &mut self,
        state: StateId,
        prospect: Prospect,
        forked: &[(StateId, Prospect)],
    ) {
        self.update(state, prospect, forked);
    }
    /// The state ended, after these were forked from it.
    fn end(&mut self, state: StateId, forked: &[(StateId, Prospect)]);
    /// As [`Searcher::end`], of a state that another searcher chose.
    fn end_foreign(&mut self, state: StateId, forked: &[(StateId, Prospect)]) {
        self.end(state, forked);
    }
    /// The state that was selected last took so much work; told before its update or end.
    fn worked(&mut self, work: u64) {
        let _ = work;
    }
    /// The state came nearer to a goal than any before; told before its update or end.
    fn reached(&mut self, state: StateId, goal: Goal) {
        let _ = (state, goal);
    }
    /// So many states were closed, as what they could do is covered, or may be expected to be; told before their end.
    fn closed(&mut self, states: u64) {
        let _ = states;
    }
    /// Whether it explores one subtree to its end before it begins another.
    fn completes_subtrees(&self) -> bool {
        false
    }
    /// The state to go on with; it stays in.
    fn select(&mut self) -> Option<StateId>;
    /// Whether a state is to run until it forks or ends, however long that takes.
    fn runs_to_end(&self) -> bool {
        false
    }
}

/// The searcher of a strategy.
pub fn searcher(strategy: &SearchStrategy, seed: u64) -> Box<dyn Searcher> {
    match strategy {
        SearchStrategy::Depth => Box::new(depth::Depth::new(Patience::Endless)),
        SearchStrategy::Breadth => Box::new(breadth::Breadth::default()),
        SearchStrategy::LoopsFirst => Box::new(loops_first::loops_first()),
        SearchStrategy::RandomPath => Box::new(random_path::RandomPath::new(seed)),
        SearchStrategy::Coverage => Box::new(coverage::CoverageGuided::new(seed)),
        SearchStrategy::Trails => Box::new(trails::Trails::default()),
        SearchStrategy::FewestWords => Box::new(telling::fewest_words()),
        SearchStrategy::Goals => Box::new(goals::Goals::new(seed)),
        SearchStrategy::Interleaved(strategies) => {
            let all = strategies.iter().zip(seed..);
            Box::new(interleaved::Interleaved::new(
                all.map(|(strategy, seed)| beside_others(strategy, seed)).collect(),
            ))
        }
    }
}

/// The searcher of a strategy that shares the frontier with others.
fn beside_others(strategy: &SearchStrategy, seed: u64) -> Box<dyn Searcher> {
    match strategy {
        SearchStrategy::Depth => Box::new(depth::Depth::new(Patience::Work(PATIENCE))),
        other => searcher(other, seed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frontier that forks each selected state in two until there are 8, then ends them; the order of
    /// selection.
    fn check(strategy: &SearchStrategy, expected: Option<&[u64]>) {
        let run = || {
            let mut searcher = searcher(strategy, 7);
            searcher.add(StateId(0), Prospect::default());
            let (mut made, mut order) = (1, Vec::new());
            while let Some(state) = searcher.select() {
                order.push(state.0);
                if made < 8 {
                    searcher.update(
                        state,
                        Prospect::default(),
                        &[(StateId(made), Prospect::default())],
                    );
                    made += 1;
                } else {
                    searcher.end(state, &[]);
                }
                assert!(order.len() < 100, "a state is selected after its end");
            }
            order
        };
        let order = run();
        assert_eq!(order, run(), "{strategy:?} is not deterministic");
        assert_eq!(order.len(), 15, "{strategy:?} {order:?}");
        if let Some(expected) = expected {
            assert_eq!(order, expected, "{strategy:?}");
        }
    }

    #[test]
    fn every_state_is_selected_until_it_ends() {
        check(&SearchStrategy::Depth, Some(&[0, 0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1]));
        check(&SearchStrategy::Breadth, Some(&[0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7]));
        check(&SearchStrategy::LoopsFirst, None);
        check(&SearchStrategy::RandomPath, None);
        check(&SearchStrategy::Coverage, None);
        check(&SearchStrategy::Goals, None);
        check(&SearchStrategy::Trails, None);
        check(&SearchStrategy::FewestWords, None);
        let all = vec![
            SearchStrategy::RandomPath,
            SearchStrategy::Coverage,
            SearchStrategy::Goals,
            SearchStrategy::Trails,
            SearchStrategy::Depth,
        ];
        check(&SearchStrategy::Interleaved(all), None);
    }
}
