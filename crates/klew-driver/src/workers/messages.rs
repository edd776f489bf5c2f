//! What a call and its workers tell each other: one JSON object a line, over the worker's standard input and output.
//!
//! Messages are plain data in the program's own words (functions, checks, places), so the same ones can go to another machine.
//! The options of the call travel as the words of its command line, the program as `.kir` text with the numbers of its checks.
//!
//! **Invariant**: what a worker says is checked before anybody uses it: a message that cannot be is as if the worker had ended.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use klew_engine::{
    Account, Claim, Control, Covered, CoveredFunction, Fact, Figures, Found, Limit, News, Shown,
    StopReason, parse_decisions,
};
use klew_ir::{CheckId, FunctionId};
use serde::{Deserialize, Serialize};

use super::values::{self, Aim, Given, Place};
use crate::engines::Registered;

/// To a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToWorker {
    /// The task: comes first, once.
    Begin(Box<Begin>),
    /// What was seen of what it found last.
    Answer(Answer),
}

/// A task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begin {
    /// The program, with the numbers of its checks.
    pub program: String,
    /// What is asked about.
    pub properties: Vec<String>,
    /// The function that says which inputs there are.
    pub precondition: Option<u32>,
    /// The global that says how many bytes of input there are.
    pub short_inputs: Option<String>,
    /// How long to work, in milliseconds.
    pub time: Option<u64>,
    /// How much memory to use, in bytes.
    pub memory: u64,
}

/// What was seen of something that was found, and how to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What.
    pub seen: Seen,
    /// How to go on.
    pub next: Next,
}

/// As [`Shown`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Seen {
    Nothing,
    Replayed,
    Confirmed,
}

/// As [`Control`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Next {
    Continue,
    Again,
    Enough,
}

impl Answer {
    /// As a message holds it.
    pub fn of(shown: Shown, control: Control) -> Answer {
        let seen = match shown {
            Shown::Nothing => Seen::Nothing,
            Shown::Replayed => Seen::Replayed,
            Shown::Confirmed => Seen::Confirmed,
        };
        let next = match control {
            Control::Continue => Next::Continue,
            Control::Again => Next::Again,
            Control::Enough | Control::Stop(_) => Next::Enough,
        };
        Answer { seen, next }
    }

    /// As engines take it.
    pub fn take(self) -> (Shown, Control) {
        let shown = match self.seen {
            Seen::Nothing => Shown::Nothing,
            Seen::Replayed => Shown::Replayed,
            Seen::Confirmed => Shown::Confirmed,
        };
        let control = match self.next {
            Next::Continue => Control::Continue,
            Next::Again => Control::Again,
            Next::Enough => Control::Enough,
        };
        (shown, control)
    }
}

/// From a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FromWorker {
    /// A check holds.
    Holds {
        /// Which engine says so.
        by: String,
        /// Which check.
        check: u32,
    },
    /// What is so whenever a run is at a place.
    Invariant {
        /// Which engine says so.
        by: String,
        /// Where.
        place: Place,
        /// What, in the words of the source.
        text: String,
    },
    /// A run that violates a check: waits for an answer.
    Found(Box<FoundMessage>),
    /// An engine ended.
    Ended(Box<AccountMessage>),
    /// No engine has more to say.
    Done,
}

/// A run that violates a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundMessage {
    /// Which engine says so.
    pub by: String,
    /// The check.
    pub aim: Aim,
    /// The inputs.
    pub inputs: Given,
    /// Its decisions, where an engine followed it.
    pub decisions: Option<String>,
}

/// An account. Why one is not complete is nobody's business here: the engine had only a moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AccountMessage {
    /// Which engine's.
    by: String,
    /// Bounds on inputs within which it is complete; none if it is not.
    complete: Option<Vec<(String, u64)>>,
    assumptions: Vec<usize>,
    paths: u64,
    partial_paths: u64,
    instructions: u64,
    forks: u64,
    queries: u64,
    solver_seconds: f64,
    covered_instructions: u64,
    coverable_instructions: u64,
    findings: usize,
    more: Vec<(String, u64)>,
    covered: Option<Vec<CoveredMessage>>,
}

/// What runs came through of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct CoveredMessage {
    function: u32,
    entered: bool,
    places: Vec<(Place, bool)>,
    branches: Vec<(Place, Vec<bool>)>,
}

impl AccountMessage {
    /// As a message holds it.
    pub fn of(account: &Account) -> AccountMessage {
        let Figures { more, .. } = &account.figures;
        let bound = |(limit, count): &(Limit, u64)| match limit {
            Limit::InputBound(which) => Some((which.clone(), *count)),
            _ => None,
        };
        let bounds = || account.limits.iter().filter_map(bound).collect();
        let figures = &account.figures;
        AccountMessage {
            by: account.by.to_owned(),
            complete: account.is_complete_within_bounds().then(bounds),
            assumptions: values::numbers_of(&account.assumptions),
            paths: figures.paths,
            partial_paths: figures.partial_paths,
            instructions: figures.instructions,
            forks: figures.forks,
            queries: figures.queries,
            solver_seconds: figures.solver_seconds,
            covered_instructions: figures.covered,
            coverable_instructions: figures.coverable,
            findings: figures.findings,
            more: more.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
            covered: account.covered.as_ref().map(covered_message),
        }
    }

    /// The account, of an engine of that name.
    fn account(self, by: &'static str) -> Option<Account> {
        let limits = match self.complete {
            Some(bounds) => {
                let bound = |(which, count)| (Limit::InputBound(which), count);
                bounds.into_iter().map(bound).collect()
            }
            None => vec![(Limit::Stopped(StopReason::Time), 1)],
        };
        let more = self.more.into_iter().filter_map(|(name, value)| Some((known(&name)?, value)));
        Some(Account {
            by,
            limits,
            approximations: Vec::new(),
            assumptions: values::assumptions_of(&self.assumptions)?,
            figures: Figures {
                paths: self.paths,
                partial_paths: self.partial_paths,
                instructions: self.instructions,
                forks: self.forks,
                queries: self.queries,
                solver_seconds: self.solver_seconds,
                covered: self.covered_instructions,
                coverable: self.coverable_instructions,
                findings: self.findings,
                open_checks: None,
                unrolling: None,
                more: more.collect(),
            },
            covered: self.covered.map(covered_of),
            points: Vec::new(),
        })
    }
}

fn covered_message(covered: &Covered) -> Vec<CoveredMessage> {
    let one = |(function, covered): (&FunctionId, &CoveredFunction)| CoveredMessage {
        function: function.0,
        entered: covered.entered,
        places: covered.places.iter().map(|(at, is)| (values::place(*at), *is)).collect(),
        branches: (covered.branches.iter())
            .map(|(at, ways)| (values::place(*at), ways.clone()))
            .collect(),
    };
    covered.functions.iter().map(one).collect()
}

fn covered_of(message: Vec<CoveredMessage>) -> Covered {
    let one = |message: CoveredMessage| {
        let covered = CoveredFunction {
            entered: message.entered,
            places: (message.places.into_iter())
                .map(|(at, is)| (values::position(at), is))
                .collect::<BTreeMap<_, _>>(),
            branches: (message.branches.into_iter())
                .map(|(at, ways)| (values::position(at), ways))
                .collect(),
        };
        (FunctionId(message.function), covered)
    };
    Covered { functions: message.into_iter().map(one).collect() }
}

/// Names of figures live as long as the process; there are few.
const MOST_NAMES: usize = 200;

/// A name that lives as long as the process; none if it is none, or there are too many.
fn known(name: &str) -> Option<&'static str> {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let is_name = name.len() < 60 && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    match names.get(name) {
        Some(name) => Some(name),
        None if is_name && names.len() < MOST_NAMES => {
            let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
            names.insert(name);
            Some(name)
        }
        None => None,
    }
}

impl FromWorker {
    /// What it says of a program with so many source types; none if that cannot be.
    pub fn news(self, types: usize) -> Option<News> {
        let engine = |name: &str| Some(Registered::named(name).ok()?.name);
        Some(match self {
            FromWorker::Holds { by, check } => {
                let fact = Fact::Holds(CheckId::from_number(check.into())?);
                News::Fact { by: engine(&by)?, fact }
            }
            FromWorker::Invariant { by, place, text } => {
                let fact = Fact::Invariant(values::position(place), text);
                News::Fact { by: engine(&by)?, fact }
            }
            FromWorker::Found(found) => {
                let claim =
                    Claim { target: found.aim.target()?, inputs: found.inputs.inputs(types)? };
                let decisions = match &found.decisions {
                    Some(text) => Some(parse_decisions(text).ok()?),
                    None => None,
                };
                News::Found(Box::new(Found { by: engine(&found.by)?, claim, decisions }))
            }
            FromWorker::Done => return None,
            FromWorker::Ended(account) => {
                let by = engine(&account.by)?;
                News::Ended(Box::new(account.account(by)?))
            }
        })
    }
}
