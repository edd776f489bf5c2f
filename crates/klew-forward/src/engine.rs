//! Forward execution as an engine: it explores the task's program, brings each finding to the desk when it comes, and
//! accounts for what it did not explore.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use klew_engine::{
    Account, Begin, Decision, Desk, EXPLORED, Engine, Exchange, FOLDED, Figures, Frontier,
    Guidance, Limit, Others, PathInputs, Piece, Task, Witness,
};
use klew_ir::{GlobalId, Position};
use klew_solver::Solver;

use crate::configuration::{Configuration, PruningMode, SearchStrategy, Telling};
use crate::folding::trees::Kinds;
use crate::forward::Forward;
use crate::monitor::{Control, Monitor, PathEnd, Progress};
use crate::outcome::Outcome;
use crate::search_tree::SharedSearchTree;
use crate::statistics::Statistics;

/// How forward execution goes.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which state goes on next.
    pub search: SearchStrategy,
    /// Whether a query holds only those constraints of the path that are connected with its condition.
    pub split_queries: bool,
    /// Explore only paths that begin with these decisions.
    pub follow: Option<Vec<Decision>>,
    /// Go on from what an earlier run left, or with pieces of one; the account is then one of both together.
    pub begin: Option<Rc<Begin>>,
    /// What inputs are to be: a part of the runs.
    pub guidance: Option<Rc<Guidance>>,
    /// Who shares the exploration, or writes down what is left of it.
    pub exchange: Option<Rc<dyn Exchange>>,
    /// The name of a global that says how many bytes of input there are (0: any number), in programs that have it: then
    /// paths on which there are few are explored beside the others.
    pub short_inputs: Option<&'static str>,
    /// Up to which number they were explored to the end: in earlier runs, then in this one as well.
    pub short_done: Rc<Cell<u32>>,
    /// The time limit of a query, as the solver has it.
    pub query_limit: Option<Duration>,
    /// Which states are closed because of earlier ones.
    pub pruning: PruningMode,
    /// Whether the account holds the interpolants of points, in the names of the source.
    pub explain_pruning: bool,
    /// What the exploration does is written down here.
    pub search_tree: Option<SharedSearchTree>,
}

impl Default for Options {
    fn default() -> Options {
        let Configuration { search, split_queries, follow, .. } = Configuration::default();
        Options {
            search,
            split_queries,
            follow,
            begin: None,
            guidance: None,
            exchange: None,
            short_inputs: None,
            short_done: Rc::default(),
            query_limit: None,
            pruning: PruningMode::Off,
            explain_pruning: false,
            search_tree: None,
        }
    }
}

/// Makes a new solver.
pub type MakeSolver<'s> = dyn FnMut() -> Result<Box<dyn Solver>, String> + 's;

/// Forward execution as an engine.
pub struct Exploring<'s> {
    /// How it goes.
    pub options: Options,
    /// Makes its solver.
    pub solver: Box<MakeSolver<'s>>,
}

impl Configuration {
    /// What a task asks of forward execution.
    pub fn of(task: &Task<'_>, options: &Options) -> Configuration {
        Configuration {
            properties: task.properties,
            search: options.search.clone(),
            seed: task.seed,
            limits: task.limits,
            stop_at_first_finding: false,
            follow: options.follow.clone(),
            begin: None,
            split_queries: options.split_queries,
            input_heap: task.input_heap,
            input_array_max: task.input_array_max,
            input_element_max: task.input_element_max,
            input_object_max: task.input_object_max,
            precondition: task.precondition,
            max_whole_states: None,
            renews: false,
            pruning: options.pruning,
            explain_pruning: options.explain_pruning,
            fold: None,
            tree_kinds: Kinds::default(),
            fold_for: BTreeSet::new(),
            any_lengths: false,
            record_tree: false,
            short_inputs: options.short_inputs.and_then(|name| {
                let mut globals = (0..).zip(&task.program.globals);
                globals.find(|(_, global)| global.name == name).map(|(id, _)| GlobalId(id))
            }),
            short_done: options.short_done.get(),
            query_limit: options.query_limit,
            guidance: options.guidance.clone(),
            telling: Telling::All,
        }
    }
}

impl Engine for Exploring<'_> {
    fn name(&self) -> &'static str {
        "forward"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let begin = self.options.begin.clone();
        let account = begin.as_ref().map_or_else(Account::default, |begin| begin.account.clone());
        match self.make(task, &account) {
            Ok(mut forward) => {
                if let Some(begin) = begin {
                    forward.begin(begin.frontier.clone());
                }
                self.explore(task, forward, account, desk)
            }
            Err(what) => cannot_explore(Account::new("forward"), what),
        }
    }
}

/// An account where there is no executor.
fn cannot_explore(mut account: Account, what: String) -> Account {
    account.limit(Limit::Unsupported { what, position: Position::UNKNOWN }, 1);
    account
}

/// An exchange of an exploration that goes on from an earlier one: what it says of its work is said of both.
#[derive(Debug)]
struct Later {
    with: Rc<dyn Exchange>,
    earlier: Account,
}

impl Exchange for Later {
    fn wanted(&self, waiting: usize) -> usize {
        self.with.wanted(waiting)
    }

    fn take(&self, pieces: Vec<Piece>) {
        self.with.take(pieces);
    }

    fn wants_frontier(&self) -> bool {
        self.with.wants_frontier()
    }

    fn wants_last_frontier(&self) -> bool {
        self.with.wants_last_frontier()
    }

    fn frontier(&self, frontier: Frontier, account: Account) {
        let mut both = self.earlier.clone();
        both.add(account);
        self.with.frontier(frontier, Account { by: "forward", ..both });
    }

    fn others(&self) -> Others {
        self.with.others()
    }
}

impl Exploring<'_> {
    /// An executor of its own, which goes on from an account.
    fn make<'p>(&mut self, task: &Task<'p>, earlier: &Account) -> Result<Forward<'p>, String> {
        let mut configuration = Configuration::of(task, &self.options);
        configuration.renews = true;
        if let Some(most) = &mut configuration.limits.max_instructions {
            *most = most.saturating_sub(earlier.figures.instructions);
        }
        let solver = (self.solver)()?;
        let mut forward =
            Forward::new(task.program, configuration, solver).map_err(|error| error.to_string())?;
        forward.search_tree.clone_from(&self.options.search_tree);
        Ok(forward)
    }

    /// Explores what it begins with, and what comes back of what it handed over.
    fn explore<'p>(
        &mut self,
        task: &Task<'p>,
        mut forward: Forward<'p>,
        mut account: Account,
        desk: &mut Desk<'_>,
    ) -> Account {
        let exchange = self.options.exchange.clone();
        let mut before = Figures::default();
        loop {
            let earlier = account.clone();
            let earlier_figures = earlier.figures.clone();
            let shared = exchange.clone().map(|with| Rc::new(Later { with, earlier }) as _);
            let outcome =
                forward.run(&mut AtDesk { desk, exchange: shared, earlier_figures, told: None });
            self.options.short_done.set(outcome.statistics.short_done);
            let mut of_run = outcome.account();
            let figures = of_run.figures.clone();
            without_earlier(&mut of_run.figures, &before);
            before = figures;
            account.add(of_run);
            if let Some(left) = forward.take_remainder() {
                drop(forward);
                forward = match self.make(task, &account) {
                    Ok(forward) => forward,
                    Err(what) => return cannot_explore(account, what),
                };
                forward.begin_with(left);
                before = Figures::default();
                continue;
            }
            let Some(exchange) = exchange.as_ref().filter(|_| !outcome.is_stopped()) else { break };
            let Some(frontier) = await_others(&**exchange, desk, &mut account) else { break };
            forward.begin(frontier);
        }
        account
    }
}

/// What solvers count, which are the same in several runs.
const OF_SOLVERS: [&str; 8] = [
    "few_bits_hits",
    "backend_queries",
    "model_repairs",
    "refuted_by_order",
    "model_cache_hits",
    "core_cache_hits",
    "independence_cuts",
    "solver_disagreements",
];

/// Takes out of a run's figures what solvers did in the run before.
fn without_earlier(figures: &mut Figures, before: &Figures) {
    figures.solver_seconds -= before.solver_seconds;
    for (name, value) in figures.more.iter_mut().filter(|(name, _)| OF_SOLVERS.contains(name)) {
        let earlier = before.more.iter().find(|(known, _)| known == name);
        *value = value.saturating_sub(earlier.map_or(0, |(_, value)| *value));
    }
}

/// What is to be explored here of what was handed over; nothing if that is done, or there is no time to wait for it.
fn await_others(
    exchange: &dyn Exchange,
    desk: &mut Desk<'_>,
    account: &mut Account,
) -> Option<Frontier> {
    loop {
        match exchange.others() {
            Others::Explore(frontier) => return Some(frontier),
            Others::Done(others) => {
                account.add(*others);
                return None;
            }
            Others::Wait => {}
        }
        let stop = match desk.control() {
            Control::Continue | Control::Again => continue,
            Control::Enough => Limit::StoppedAtFinding,
            Control::Stop(reason) => Limit::Stopped(reason),
        };
        account.limit(stop, 1);
        return None;
    }
}

impl Outcome {
    /// Whether it was stopped, with paths left or not.
    fn is_stopped(&self) -> bool {
        let is_stop = |limit: &Limit| {
            matches!(limit, Limit::Stopped(_) | Limit::StoppedAtFinding | Limit::Instructions)
        };
        self.limits.iter().any(|(limit, _)| is_stop(limit))
    }

    /// What the exploration came to, for the ledger.
    pub fn account(&self) -> Account {
        let Outcome { limits, approximations, assumptions, statistics, findings, .. } = self;
        let figures = Figures { findings: findings.len(), ..statistics.figures() };
        Account {
            by: "forward",
            limits: limits.clone(),
            approximations: approximations.clone(),
            assumptions: assumptions.clone(),
            figures,
            covered: self.covered.clone(),
            points: self.points.clone(),
        }
    }
}

impl Statistics {
    /// The same for the desk, at any moment of a run or behind it.
    fn figures(&self) -> Figures {
        let (solver, pruning) = (&self.solver, &self.pruning);
        Figures {
            paths: self.paths,
            partial_paths: self.partial_paths,
            instructions: self.instructions,
            forks: self.forks,
            queries: self.queries,
            solver_seconds: solver.backend_time.as_secs_f64(),
            covered: self.covered_instructions,
            coverable: self.total_instructions,
            more: vec![
                ("infeasible_paths", self.infeasible_paths),
                ("max_states", self.max_states as u64),
                ("put_away_states", self.put_away_states),
                ("handed_over_states", self.handed_over),
                ("backend_queries", solver.backend_queries),
                ("model_repairs", solver.repair.hits),
                ("refuted_by_order", solver.order.hits),
                ("few_bits_hits", solver.few_bits.hits),
                ("model_cache_hits", solver.model_cache.hits),
                ("core_cache_hits", solver.core_cache.hits),
                ("independence_cuts", solver.independence.hits),
                ("solver_disagreements", solver.disagreements),
                ("pruned_paths", self.subsumed_paths),
                ("pruning_compared", pruning.compared),
                ("pruning_covered", pruning.covered),
                (FOLDED, pruning.folded),
                ("pruning_nodes", pruning.nodes),
                ("pruning_annotated", pruning.annotated),
                ("pruning_tried", pruning.tried),
                ("pruning_matched", pruning.matched),
                ("pruning_other_sides", pruning.other_sides),
                ("pruning_saved_forks", pruning.saved_forks),
                ("pruning_queries", pruning.queries),
                ("retraced_instructions", self.retraced_instructions),
            ],
            ..Figures::default()
        }
    }
}

impl Progress {
    /// As figures of an engine that is stopped now.
    pub fn figures(&self) -> Figures {
        let so_far = self.statistics.figures();
        let partial_paths = so_far.partial_paths + self.frontier as u64;
        let mut more = so_far.more;
        more.push((EXPLORED, self.explored));
        Figures { partial_paths, findings: self.findings, more, ..so_far }
    }
}

/// Takes what the exploration says to the desk.
pub(crate) struct AtDesk<'a, 'd> {
    pub(crate) desk: &'a mut Desk<'d>,
    pub(crate) exchange: Option<Rc<dyn Exchange>>,
    /// What was done before the run that is watched, of the same work.
    pub(crate) earlier_figures: Figures,
    /// When figures were told at last.
    pub(crate) told: Option<Duration>,
}

/// How often figures are told: to collect them takes as long as an instruction or a simple query.
const OFTEN: Duration = Duration::from_millis(5);

impl Monitor for AtDesk<'_, '_> {
    fn glance(&mut self) -> Option<Control> {
        let now = self.desk.elapsed()?;
        if self.told.is_some_and(|told| now.saturating_sub(told) < OFTEN) {
            return Some(self.desk.control());
        }
        self.told = Some(now);
        None
    }

    fn tick(&mut self, progress: &Progress) -> Control {
        let mut figures = self.earlier_figures.clone();
        figures.add(progress.figures());
        self.desk.progress(&Figures { waiting: progress.frontier as u64, ..figures });
        self.desk.control()
    }

    fn elapsed(&self) -> Option<Duration> {
        self.desk.elapsed()
    }

    fn memory_in_use(&self) -> f64 {
        self.desk.memory_in_use()
    }

    fn patience(&self) -> Option<Duration> {
        self.desk.patience()
    }

    fn exchange(&self) -> Option<Rc<dyn Exchange>> {
        self.exchange.clone()
    }

    fn finding(&mut self, finding: &Witness) -> Control {
        self.desk.witness(finding)
    }

    fn wants_paths(&self) -> bool {
        self.desk.wants_paths()
    }

    fn path_ended(&mut self, end: &PathEnd) -> Control {
        self.desk.path(&PathInputs { inputs: end.inputs.clone(), heap: end.heap.clone() });
        Control::Continue
    }
}
