//! What a solver says about a query.

use std::fmt;

use klew_term::{Assignment, TermId};

/// The answer to a query.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Satisfiable, by an assignment that gives every symbol of the query a value.
    Sat(Assignment),
    /// Unsatisfiable; so is this subset of the query's constraints, which may be all of them.
    Unsat(Vec<TermId>),
    /// Neither was shown.
    Unknown(UnknownReason),
}

impl Answer {
    /// Whether the query was shown to be satisfiable.
    pub fn is_sat(&self) -> bool {
        matches!(self, Self::Sat(_))
    }

    /// Whether the query was shown to be unsatisfiable.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Self::Unsat(_))
    }
}

/// Why an answer is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownReason {
    /// The query's time was over.
    TimeLimit,
    /// Someone asked the solver to stop, or the whole run's deadline passed.
    Interrupted,
    /// The back end lacks a theory or an operator.
    Unsupported(String),
    /// The back end gave up, with its reason.
    Incomplete(String),
    /// The back end failed or contradicted a check of its answer.
    Crashed(String),
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeLimit => f.write_str("the solver's time limit"),
            Self::Interrupted => f.write_str("the solver was interrupted"),
            Self::Unsupported(what) => write!(f, "the solver does not support {what}"),
            Self::Incomplete(why) => write!(f, "the solver gave up: {why}"),
            Self::Crashed(why) => write!(f, "the solver failed: {why}"),
        }
    }
}
