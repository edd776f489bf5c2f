//! What a run has come to so far: findings, limits, approximations, numbers. Begun anew for every run; what is
//! kept between runs is the executor's ([`crate::executor`]).

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use klew_engine::{InputAssumption, Witness};
use klew_ir::bindings::Bindings;
use klew_ir::liveness::Liveness;
use klew_ir::{FunctionId, Position, Property};
use klew_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ending::{Limit, PathEndKind};
use crate::execution_tree::ExecutionTree;
use crate::outcome::Approximation;
use crate::records::Records;
use crate::search_tree::Recording;
use crate::state::{State, StateId};
use crate::statistics::Statistics;
use crate::trace::Trace;

/// What was violated where, how, and what is said of it.
pub type ReportKey = (Property, Position, &'static str, Option<String>);

/// If more than that seems to be done and the run goes on, then it only seems so.
const NEARLY_ALL: f64 = 0.95;

/// What a run has come to so far.
#[derive(Default)]
pub struct Run {
    /// States forked since they were last collected.
    #[expect(clippy::vec_box, reason = "they move on to the frontier, which boxes them")]
    pub forked: Vec<Box<State>>,
    /// States made so far, which are their names.
    pub states: u64,
    /// States waiting, for the progress.
    pub frontier: usize,
    /// Violations.
    pub findings: Vec<Witness>,
    /// Of functions that were asked about, what says which of their registers are somebody's; nothing where no variables are known.
    pub held: FxHashMap<FunctionId, Option<(Bindings, Liveness)>>,
    /// What need not be reported again.
    pub reported: FxHashSet<ReportKey>,
    /// Why it is incomplete, and how often.
    pub limit_counts: BTreeMap<Limit, u64>,
    /// What was not followed exactly.
    pub approximations: BTreeSet<Approximation>,
    /// What is taken for granted of the input heap.
    pub assumptions: BTreeSet<InputAssumption>,
    /// How far accesses have reached.
    pub records: Records,
    /// Queries that no look-up answered.
    pub asked: u64,
    /// The execution tree, if it is written down.
    pub tree: Option<ExecutionTree>,
    /// What the exploration does, if somebody wants to know it afterwards.
    pub recording: Option<Recording>,
    /// The node of the tree whose state closes the one under way.
    pub covered_by: Option<usize>,
    /// What the state under way violates as it ends, and by what was done where.
    pub failed_at_end: Option<(Property, Position)>,
    /// What happens, if it is written down.
    pub trace: Option<Trace>,
    /// The part of all paths that ended, if each fork has two sides with as many.
    pub explored: f64,
    /// States that interpolants closed.
    pub closed: u64,
    /// Numbers.
    pub statistics: Statistics,
    /// Congruences of the input heap that queries of states needed.
    pub congruences: Vec<(StateId, TermId)>,
    /// Why everything stops.
    pub stop: Option<Limit>,
    /// The time of a query, as the solver knows it.
    pub query_time: Option<Duration>,
    /// Whether queries may end early, so that their states are postponed ([`crate::postponed`]).
    pub postpones: bool,
    /// Whether they end early because other engines wait for their turn.
    pub others_wait: bool,
    /// Decisions of the state under way before the step that it makes.
    pub decided: usize,
    /// If the state under way left something out because everything stops: its decisions before the first such step.
    pub cut_short: Option<usize>,
    /// Whether the last query ended early.
    pub over_time: bool,
    /// Whether the state under way has to wait. Then it does not matter what becomes of it.
    pub postponed: bool,
    /// The bound that a probe is beyond, while one is followed ([`crate::step`]).
    pub beyond: Option<Limit>,
    /// Whether that probe left something out.
    pub probe_failed: bool,
}

impl Run {
    /// Counts a reason for which the exploration is incomplete.
    pub fn limit(&mut self, limit: Limit) {
        *self.limit_counts.entry(limit).or_insert(0) += 1;
    }

    /// The name of a new state.
    pub fn new_state(&mut self) -> StateId {
        self.states += 1;
        StateId(self.states - 1)
    }

    /// How much of all paths ended, in thousandths, where that says anything: of a loop without a bound half is done at once, then half of
    /// the rest, and so on. Where interpolants close most of what is forked, and something is left, it does.
    pub fn explored(&self) -> u64 {
        let ended = self.statistics.paths + self.statistics.infeasible_paths;
        let is_known = self.closed > 0 && self.closed >= ended && self.explored < NEARLY_ALL;
        if is_known { (self.explored * 1000.0) as u64 } else { 0 }
    }

    /// Counts how a path ended.
    pub fn count_end(&mut self, end: &PathEndKind) {
        let statistics = &mut self.statistics;
        match end {
            PathEndKind::Infeasible => statistics.infeasible_paths += 1,
            PathEndKind::Cut(limit) => {
                statistics.partial_paths += 1;
                self.limit(limit.clone());
            }
            PathEndKind::Returned | PathEndKind::Exited => {
                statistics.paths += 1;
                statistics.traces.normal += 1;
            }
            PathEndKind::Violated | PathEndKind::Aborted => {
                statistics.paths += 1;
                statistics.traces.exceptional += 1;
            }
            PathEndKind::Undefined => statistics.paths += 1,
            PathEndKind::Subsumed => statistics.subsumed_paths += 1,
        }
    }
}
