//! Accounts of engines as messages hold them.
//!
//! **Invariant**: nothing that keeps an account from being complete is lost on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use klew_engine::{Account, Approximation, Covered, CoveredFunction, Figures, Limit, StopReason};
use klew_ir::{FunctionId, Property};
use serde::{Deserialize, Serialize};

use super::values::{self, Place};

/// An account, without what closing states came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AccountMessage {
    by: String,
    limits: Vec<(LimitMessage, u64)>,
    approximations: Vec<ApproximationMessage>,
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

/// As [`Limit`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum LimitMessage {
    Time,
    Memory,
    Interrupt,
    Depth,
    States,
    Instructions,
    Frames,
    SolverUnknown(String),
    Unsupported(String, Place),
    Values(String, Place),
    StoppedAtFinding,
    Followed,
    InputArrays(u64),
    InputObjects(u32),
    InputBound(String),
    Unrolled(u32),
    Size,
    NotShown(String, Place),
    Incomplete(String),
}

/// As [`Approximation`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum ApproximationMessage {
    Function { name: String, place: Place, pointer: bool },
    Global(String),
    Undefined(String, Place),
}

/// What runs came through of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct CoveredMessage {
    function: u32,
    entered: bool,
    places: Vec<(Place, bool)>,
    branches: Vec<(Place, Vec<bool>)>,
}

impl From<&Limit> for LimitMessage {
    fn from(limit: &Limit) -> LimitMessage {
        match limit {
            Limit::Stopped(StopReason::Time) => LimitMessage::Time,
            Limit::Stopped(StopReason::Memory) => LimitMessage::Memory,
            Limit::Stopped(StopReason::Interrupt) => LimitMessage::Interrupt,
            Limit::Depth => LimitMessage::Depth,
            Limit::States => LimitMessage::States,
            Limit::Instructions => LimitMessage::Instructions,
            Limit::Frames => LimitMessage::Frames,
            Limit::SolverUnknown(why) => LimitMessage::SolverUnknown(why.clone()),
            Limit::Unsupported { what, position } => {
                LimitMessage::Unsupported(what.clone(), values::place(*position))
            }
            Limit::Values { what, position } => {
                LimitMessage::Values(what.clone(), values::place(*position))
            }
            Limit::StoppedAtFinding => LimitMessage::StoppedAtFinding,
            Limit::Followed => LimitMessage::Followed,
            Limit::InputArrays(most) => LimitMessage::InputArrays(*most),
            Limit::InputObjects(most) => LimitMessage::InputObjects(*most),
            Limit::InputBound(which) => LimitMessage::InputBound(which.clone()),
            Limit::Unrolled(bound) => LimitMessage::Unrolled(*bound),
            Limit::Size => LimitMessage::Size,
            Limit::NotShown { property, position } => {
                LimitMessage::NotShown(property.name().to_owned(), values::place(*position))
            }
            Limit::Incomplete(what) => LimitMessage::Incomplete(what.clone()),
        }
    }
}

impl LimitMessage {
    fn limit(self) -> Option<Limit> {
        Some(match self {
            LimitMessage::Time => Limit::Stopped(StopReason::Time),
            LimitMessage::Memory => Limit::Stopped(StopReason::Memory),
            LimitMessage::Interrupt => Limit::Stopped(StopReason::Interrupt),
            LimitMessage::Depth => Limit::Depth,
            LimitMessage::States => Limit::States,
            LimitMessage::Instructions => Limit::Instructions,
            LimitMessage::Frames => Limit::Frames,
            LimitMessage::SolverUnknown(why) => Limit::SolverUnknown(why),
            LimitMessage::Unsupported(what, at) => {
                Limit::Unsupported { what, position: values::position(at) }
            }
            LimitMessage::Values(what, at) => {
                Limit::Values { what, position: values::position(at) }
            }
            LimitMessage::StoppedAtFinding => Limit::StoppedAtFinding,
            LimitMessage::Followed => Limit::Followed,
            LimitMessage::InputArrays(most) => Limit::InputArrays(most),
            LimitMessage::InputObjects(most) => Limit::InputObjects(most),
            LimitMessage::InputBound(which) => Limit::InputBound(which),
            LimitMessage::Unrolled(bound) => Limit::Unrolled(bound),
            LimitMessage::Size => Limit::Size,
            LimitMessage::NotShown(property, at) => Limit::NotShown {
                property: Property::from_name(&property)?,
                position: values::position(at),
            },
            LimitMessage::Incomplete(what) => Limit::Incomplete(what),
        })
    }
}

impl From<&Approximation> for ApproximationMessage {
    fn from(approximation: &Approximation) -> ApproximationMessage {
        match approximation {
            Approximation::ExternalFunction { name, position, pointer } => {
                let (name, place) = (name.clone(), values::place(*position));
                ApproximationMessage::Function { name, place, pointer: *pointer }
            }
            Approximation::ExternalGlobal { name } => ApproximationMessage::Global(name.clone()),
            Approximation::Undefined { what, position } => {
                ApproximationMessage::Undefined(what.clone(), values::place(*position))
            }
        }
    }
}

impl From<ApproximationMessage> for Approximation {
    fn from(message: ApproximationMessage) -> Approximation {
        match message {
            ApproximationMessage::Function { name, place, pointer } => {
                let position = values::position(place);
                Approximation::ExternalFunction { name, position, pointer }
            }
            ApproximationMessage::Global(name) => Approximation::ExternalGlobal { name },
            ApproximationMessage::Undefined(what, place) => {
                Approximation::Undefined { what, position: values::position(place) }
            }
        }
    }
}

impl AccountMessage {
    /// As a message holds it.
    pub fn of(account: &Account) -> AccountMessage {
        let figures = &account.figures;
        AccountMessage {
            by: account.by.to_owned(),
            limits: account.limits.iter().map(|(limit, count)| (limit.into(), *count)).collect(),
            approximations: account.approximations.iter().map(Into::into).collect(),
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
            more: (figures.more.iter()).map(|(name, value)| ((*name).to_owned(), *value)).collect(),
            covered: account.covered.as_ref().map(covered_message),
        }
    }

    /// Whether what is not violated holds, within bounds on inputs.
    pub fn is_complete_within_bounds(&self) -> bool {
        let account = self.clone().account("");
        account.is_some_and(|account| account.is_complete_within_bounds())
    }

    /// Whether everything was explored.
    pub fn is_complete(&self) -> bool {
        self.clone().account("").is_some_and(|account| account.is_complete())
    }

    /// Which engine's it is.
    pub fn by(&self) -> &str {
        &self.by
    }

    /// The account, of an engine of that name; none if there can be no such.
    pub fn account(self, by: &'static str) -> Option<Account> {
        let limits = self.limits.into_iter().map(|(limit, count)| Some((limit.limit()?, count)));
        let more = self.more.into_iter().filter_map(|(name, value)| Some((known(&name)?, value)));
        let mut account = Account {
            by,
            limits: limits.collect::<Option<_>>()?,
            approximations: self.approximations.into_iter().map(Into::into).collect(),
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
                more: more.collect(),
                ..Figures::default()
            },
            covered: self.covered.map(covered_of),
            points: Vec::new(),
        };
        account.limits.sort();
        Some(account)
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
