//! What a call and its workers tell each other: one JSON object a line, over the worker's standard input and output.
//!
//! Messages are plain data in the program's own words (functions, checks, places), so the same ones can go to another machine.
//! The options of the call travel as the words of its command line, the program as `.kir` text with the numbers of its checks.
//!
//! **Invariant**: what a worker says is checked before anybody uses it: a message that cannot be is as if the worker had ended.

use klew_engine::{Claim, Control, Fact, Found, News, Shown, parse_decisions};
use klew_ir::CheckId;
use serde::{Deserialize, Serialize};

use super::accounts::AccountMessage;
use super::values::{self, Aim, ArgumentMessage, Given, Place};
use crate::engines::Registered;

/// To a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToWorker {
    /// The task: comes first, once.
    Begin(Box<Begin>),
    /// What was seen of what it found last.
    Answer(Answer),
    /// Pieces of the program's paths to explore, as [`klew_engine::Frontier::print`] writes them.
    Explore(String),
    /// What is left of them is wanted back.
    Return,
    /// Checks that hold, as others proved.
    Settled(Vec<u32>),
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
    /// The engine that is to work, as [`crate::companions`] calls it.
    pub companion: Option<String>,
    /// Whether pieces of forward execution are wanted.
    pub pieces: bool,
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
    /// What a proof rests on.
    Argument {
        /// Which engine says so.
        by: String,
        /// What.
        argument: ArgumentMessage,
    },
    /// A run that violates a check: waits for an answer.
    Found(Box<FoundMessage>),
    /// An engine folds lists.
    FoldsLists,
    /// An engine ended.
    Ended(Box<AccountMessage>),
    /// No engine has more to say, and pieces are not wanted.
    Done,
    /// There is time for pieces.
    Idle,
    /// What came of the pieces that were given last.
    Explored {
        /// The account of what was explored of them.
        account: Box<AccountMessage>,
        /// What was not, as [`klew_engine::Frontier::print`] writes it.
        left: String,
        /// Whether there is time for others.
        again: bool,
    },
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

impl FromWorker {
    /// Whether nothing may be left to do once the call has heard it.
    pub fn may_settle(&self) -> bool {
        match self {
            FromWorker::Found(_) => true,
            FromWorker::Ended(account) => account.is_complete_within_bounds(),
            _ => false,
        }
    }

    /// Whether nothing is left to do for anybody.
    pub fn settles_all(&self) -> bool {
        matches!(self, FromWorker::Ended(account) if account.is_complete())
    }

    /// Whether a check is settled by it, or closer to that.
    pub fn settles(&self) -> bool {
        matches!(self, FromWorker::Holds { .. } | FromWorker::Found(_))
    }

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
            FromWorker::Argument { by, argument } => {
                News::Fact { by: engine(&by)?, fact: Fact::Argument(argument.into()) }
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
            FromWorker::FoldsLists
            | FromWorker::Done
            | FromWorker::Idle
            | FromWorker::Explored { .. } => return None,
            FromWorker::Ended(account) => {
                let by = engine(account.by())?;
                News::Ended(Box::new(account.account(by)?))
            }
        })
    }
}
