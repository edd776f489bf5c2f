//! Proofs about lists of any length, as an engine: the exploration of folded states, where more and more is folded, and with more and more
//! time, while something cannot be told.
//!
//! **Invariant**: it only says that checks hold. What it suspects is for others to find.

use std::collections::BTreeSet;
use std::time::Duration;

use klew_engine::{Account, Desk, Engine, Figures, Limit, StopReason, Task, Witness};
use klew_ir::{
    CheckId, FunctionBody, Operation, Position, Program, call_graph::CallGraph,
    tail_recursion::loop_tail_recursion,
};

use crate::configuration::{Configuration, Fold, Order, Related, SearchStrategy};
use crate::engine::{AtDesk, MakeSolver, Options};
use crate::folding::trees::Kinds;
use crate::forward::Forward;
use crate::monitor::{Control, Monitor, PathEnd, Progress};
use crate::outcome::Outcome;

/// What is folded. The first ends soonest where it ends; others tell more of short lists, of few turns, or of which node follows which,
/// or how their numbers lie to others, or how many there are, or where texts end, or take nodes of a list and of the lists that hang at
/// them for what they are, though they have one size. Two tell nodes apart by fields that
/// nobody seems to read, too. The second folds trees. The third goes through loops before what is behind them, which is soon done where numbers move in many steps; the
/// last does the same in the order in which states came.
const FOLDS: [Fold; 15] = [
    Fold::FIRST,
    Fold { trees: true, ..Fold::FIRST },
    Fold { equations: true, loops_first: true, ..Fold::FIRST },
    Fold { steady: true, steps: false, forgets: true, ..Fold::FIRST },
    Fold { turns_in_models: 64, forgets: true, ..Fold::FIRST },
    Fold { apart: 1, order: Order::Any, ..Fold::FIRST },
    Fold {
        least: 1,
        turns: 8,
        apart: 1,
        order: Order::Any,
        related: Related::Numbers,
        ..Fold::FIRST
    },
    Fold { apart: 1, order: Order::Any, related: Related::Counts, ..Fold::FIRST },
    Fold { turns: 7, ..Fold::FIRST },
    Fold { order: Order::Stages, ..Fold::FIRST },
    Fold { one_origin: true, ..Fold::FIRST },
    Fold { one_origin: true, apart: 1, order: Order::Any, ..Fold::FIRST },
    Fold { least: 4, turns: 12, reads_all: true, ..Fold::FIRST },
    Fold { least: 8, turns: 40, apart: 10, reads_all: true, ..Fold::FIRST },
    Fold { equations: true, ..Fold::FIRST },
];

/// The time that each has, in milliseconds, again and again.
const MOMENTS: [u64; 6] = [300, 1000, 4000, 15_000, 60_000, 240_000];

/// As many of [`FOLDS`] have the second of these at first where the program walks along texts: they are what most of such programs need, and
/// take longer there.
const FIRST_ABOUT_TEXTS: usize = 2;

/// From this number of moments on, that all may fail is not because a query had no time.
const PATIENT: usize = 2;

/// The longest that a query has, and how many of them a moment is.
const LONGEST_QUERY: Duration = Duration::from_secs(20);
const QUERIES: u32 = 4;
/// The same where texts have any length: few queries are hard there, but those that are decide.
const QUERIES_ABOUT_TEXTS: u32 = 2;

/// Forward execution of folded states.
pub struct Folded<'s> {
    solver: Box<MakeSolver<'s>>,
    /// Which of [`FOLDS`] came to an end: they would not come to anything else.
    ended: [bool; FOLDS.len()],
    /// Which of them could prove nothing the last time, as all that is open may fail there.
    hopeless: [bool; FOLDS.len()],
    /// How often there was a moment for each.
    moments: usize,
    /// Which has its moment next. Turns may be too short for all, so the next turn does not begin with the first again.
    next: usize,
    /// Whose moment, of how many, the end of a turn cut: it has that again, once.
    cut: Option<(usize, usize)>,
    /// How nodes of trees were seen to be linked.
    kinds: Kinds,
    /// Whether the program has recursion, that may go through lists.
    is_recursive: bool,
    /// Whether the program walks along texts.
    is_about_texts: bool,
}

impl<'s> Folded<'s> {
    /// With what makes its solvers.
    pub fn new(solver: Box<MakeSolver<'s>>) -> Folded<'s> {
        let none = [false; FOLDS.len()];
        Folded {
            solver,
            ended: none,
            hopeless: none,
            moments: 0,
            next: 0,
            cut: None,
            kinds: Kinds::default(),
            is_recursive: false,
            is_about_texts: false,
        }
    }

    /// What is folded next, and how long that has.
    fn next_moment(&mut self) -> (usize, Option<Duration>) {
        let number = self.next;
        let is_longer = self.is_about_texts && self.moments == 0 && number < FIRST_ABOUT_TEXTS;
        let moment = MOMENTS.get(self.moments + usize::from(is_longer));
        self.next = (number + 1) % FOLDS.len();
        self.moments += usize::from(self.next == 0);
        (number, moment.copied().map(Duration::from_millis))
    }

    /// Whether it would tell nothing new: it came to an end, or is about trees, and recursion, where none were seen.
    fn has_ended(&self, number: usize) -> bool {
        let are_trees = || self.kinds.any() || self.is_recursive && self.kinds.any_list();
        self.ended[number] || FOLDS[number].trees && !are_trees()
    }

    /// Whether it would tell nothing new, or others are more likely to.
    fn is_passed_by(&self, number: usize) -> bool {
        let has_hope = |number: usize| !self.has_ended(number) && !self.hopeless[number];
        self.has_ended(number) || self.hopeless[number] && (0..FOLDS.len()).any(has_hope)
    }

    /// Whether it did all that it can.
    fn is_done(&self) -> bool {
        (0..FOLDS.len()).all(|number| self.has_ended(number))
    }
}

impl Engine for Folded<'_> {
    fn name(&self) -> &'static str {
        "segments"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        // Without any exploration, nothing is known.
        let mut account = Account::default();
        match desk.stop() {
            Some(reason) => account.limit(Limit::Stopped(reason), 1),
            None => account.limit(Limit::Incomplete("there is nothing more to fold".to_owned()), 1),
        }
        // Calls that do not come back have a state each; turns of loops are folded.
        let mut program = task.program.clone();
        loop_tail_recursion(&mut program);
        self.is_recursive = is_recursive(&program);
        self.is_about_texts = program.has_operation(is_about_texts);
        let task = &Task { program: &program, ..*task };
        while !self.is_done() && desk.stop().is_none() {
            let before = (self.next, self.moments);
            let (number, moment) = self.next_moment();
            if self.is_passed_by(number) {
                continue;
            }
            let begun = desk.elapsed();
            let outcome = match explore(
                task,
                desk,
                &mut self.solver,
                (How::Lists(FOLDS[number], &self.kinds), moment),
            ) {
                Ok(outcome) => outcome,
                Err(what) => {
                    let position = Position::UNKNOWN;
                    account.limit(Limit::Unsupported { what, position }, 1);
                    return account;
                }
            };
            account = outcome.account();
            self.kinds.add(outcome.tree_kinds.clone());
            let is_all_told = tell(task, desk, (&outcome, "lists are folded"), &mut account);
            // It was no finding, but a reason for others.
            let limits = account.limits.len();
            account.limits.retain(|(limit, _)| *limit != Limit::StoppedAtFinding);
            self.hopeless[number] = account.limits.len() < limits;
            self.ended[number] = match self.hopeless[number] {
                true => self.moments >= PATIENT,
                false => !was_stopped(&account),
            };
            let had = desk.elapsed().zip(begun).map(|(now, begun)| now.saturating_sub(begun));
            let is_cut =
                desk.stop().is_some() && had.zip(moment).is_some_and(|(had, all)| had < all);
            if is_cut && self.cut != Some(before) {
                // It came too late in this turn, and is the first of the next.
                (self.next, self.moments) = before;
                self.cut = Some(before);
            }
            if is_all_told {
                self.ended = [true; FOLDS.len()];
                return account;
            }
        }
        account
    }
}

/// Whether models ask where texts end.
fn is_about_texts(operation: &Operation) -> bool {
    matches!(operation, Operation::TextEnd(_))
}

/// Whether a function that a run may come to calls itself.
fn is_recursive(program: &Program) -> bool {
    let graph = CallGraph::new(program);
    let reachable = program.entry.map(|entry| graph.reachable(entry)).unwrap_or_default();
    reachable
        .into_iter()
        .any(|function| !program.function(function).library && graph.is_recursive(function))
}

/// What is explored with folded states.
#[derive(Clone, Copy, Debug)]
pub(crate) enum How<'k> {
    /// The program as it is, where nodes of trees are linked so.
    Lists(Fold, &'k Kinds),
    /// One whose arrays of unknown lengths may hold anything. What fails may be no failure there, and then nothing helps: so the first ends
    /// it.
    AnyLengths(Fold),
}

/// Explores folded states of a task's program for a moment.
///
/// # Errors
/// There is no solver, or the program has no entry.
pub(crate) fn explore(
    task: &Task<'_>,
    desk: &mut Desk<'_>,
    solver: &mut MakeSolver<'_>,
    (how, moment): (How<'_>, Option<Duration>),
) -> Result<Outcome, String> {
    // One query is not to take the time of all.
    let queries = match how {
        How::Lists(..) => QUERIES,
        How::AnyLengths(_) => QUERIES_ABOUT_TEXTS,
    };
    let query_limit = moment.map_or(LONGEST_QUERY, |moment| moment / queries);
    let query_limit = Some(query_limit.min(LONGEST_QUERY));
    let (fold, tree_kinds, any_lengths) = match how {
        How::Lists(fold, kinds) => (fold, kinds.clone(), false),
        // Models of texts read what the program seems not to.
        How::AnyLengths(fold) => (Fold { reads_all: true, ..fold }, Kinds::default(), true),
    };
    let search = match fold.loops_first {
        true => SearchStrategy::LoopsFirst,
        false => SearchStrategy::Breadth,
    };
    let options = Options { search, query_limit, ..Options::default() };
    let mut open = task.checks();
    open.retain(|check| !desk.is_known_to_hold(*check));
    let configuration = Configuration {
        fold: Some(fold),
        tree_kinds,
        fold_for: open.into_iter().collect(),
        any_lengths,
        stop_at_first_finding: any_lengths,
        ..Configuration::of(task, &options)
    };
    let mut solver = solver()?;
    solver.set_limit(query_limit);
    let mut forward =
        Forward::new(task.program, configuration, solver).map_err(|error| error.to_string())?;
    let end = desk.elapsed().zip(moment).map(|(now, moment)| now + moment);
    let inner = AtDesk { desk, exchange: None, earlier_figures: Figures::default(), told: None };
    Ok(forward.run(&mut Momentary { inner, end }))
}

/// Whether more time would have told more.
pub(crate) fn was_stopped(account: &Account) -> bool {
    let is_time = |limit: &Limit| matches!(limit, Limit::Stopped(_) | Limit::SolverUnknown(_));
    account.limits.iter().any(|(limit, _)| is_time(limit))
}

/// Says which checks hold: if all was explored, those that are not suspected. Whether these are all. What was explored may fail where
/// the program does not: it is named.
pub(crate) fn tell(
    task: &Task<'_>,
    desk: &mut Desk<'_>,
    (outcome, explored): (&Outcome, &str),
    account: &mut Account,
) -> bool {
    let (is_complete, checks) = (account.is_complete(), task.checks());
    let of_models = checks_of_models(task.program);
    let models_fail = outcome.suspicions.iter().any(|suspect| of_models.contains(suspect));
    // What is suspected has to be one of the checks, or it is not known which one it is.
    if is_complete && outcome.suspicions.iter().all(|suspect| checks.contains(suspect)) {
        for check in checks {
            let is_of_others = models_fail && of_models.contains(&check);
            if !outcome.suspicions.contains(&check) && !is_of_others {
                desk.holds(check);
            }
        }
    }
    if !outcome.suspicions.is_empty() {
        let count = outcome.suspicions.len();
        let what = format!("{count} checks may fail where {explored}");
        account.limit(Limit::Incomplete(what), 1);
        return false;
    }
    is_complete
}

/// The checks of models that go another way where they are told where texts end ([`Operation::TextEnd`]). What fails on that way stands for
/// what would on the usual one, which is not seen here, and no other engine sees that way: so all of them hold, or none is said to.
fn checks_of_models(program: &Program) -> BTreeSet<CheckId> {
    if !program.has_operation(is_about_texts) {
        return BTreeSet::new();
    }
    let mut found = BTreeSet::new();
    for function in program.functions.iter().filter(|function| function.library) {
        let FunctionBody::Defined(definition) = &function.body else { continue };
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            if let Operation::Assert { id, .. } = instruction.operation {
                found.insert(id);
            }
        }
    }
    found
}

/// A monitor that stops after a while.
struct Momentary<'a, 'd> {
    inner: AtDesk<'a, 'd>,
    end: Option<Duration>,
}

impl Monitor for Momentary<'_, '_> {
    fn tick(&mut self, progress: &Progress) -> Control {
        let control = self.inner.tick(progress);
        let is_over = self.end.zip(self.elapsed()).is_some_and(|(end, now)| now >= end);
        match control {
            Control::Continue if is_over => Control::Stop(StopReason::Time),
            control => control,
        }
    }

    fn elapsed(&self) -> Option<Duration> {
        self.inner.elapsed()
    }

    fn memory_in_use(&self) -> f64 {
        self.inner.memory_in_use()
    }

    fn finding(&mut self, finding: &Witness) -> Control {
        self.inner.finding(finding)
    }

    fn wants_paths(&self) -> bool {
        false
    }

    fn path_ended(&mut self, end: &PathEnd) -> Control {
        self.inner.path_ended(end)
    }
}
