//! What the solver decided on a path, in order: the identity of a state.
//!
//! Everything else about a state follows from the program, so a state is reproduced from its decisions
//! without a solver. Besides forks (more than one alternative was feasible) the outcomes that only a
//! solver could tell are recorded as *forced* decisions: they add nothing to the path condition, and
//! re-execution need not ask again.

use std::fmt;
use std::str::FromStr;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Decision(u64);

const FORCED: u64 = 1 << 63;

impl Decision {
    /// A fork took this alternative: 0 or 1 for a branch, the target's number for a switch, the
    /// object's identity for an access, the number of bytes for a size. For a check 1: it may fail here.
    pub fn fork(alternative: u64) -> Decision {
        Decision(alternative & !FORCED)
    }

    /// Only this alternative was feasible.
    pub fn forced(alternative: u64) -> Decision {
        Decision(alternative | FORCED)
    }

    /// Which alternative.
    pub fn alternative(self) -> u64 {
        self.0 & !FORCED
    }

    /// Whether it was the only feasible one.
    pub fn is_forced(self) -> bool {
        self.0 & FORCED != 0
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.alternative(), if self.is_forced() { "!" } else { "" })
    }
}

impl fmt::Debug for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Not a decision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a decision (a number, followed by `!` if it was the only alternative)")]
pub struct DecisionError(String);

impl FromStr for Decision {
    type Err = DecisionError;

    fn from_str(text: &str) -> Result<Decision, DecisionError> {
        let (digits, forced) = match text.strip_suffix('!') {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        match digits.parse::<u64>() {
            Ok(number) if number < FORCED => {
                Ok(if forced { Decision::forced(number) } else { Decision::fork(number) })
            }
            _ => Err(DecisionError(text.to_owned())),
        }
    }
}

/// Decisions as text, separated by dots: what `--path` takes.
pub fn print_decisions(decisions: &[Decision]) -> String {
    decisions.iter().map(Decision::to_string).collect::<Vec<_>>().join(".")
}

/// Reads what [`print_decisions`] wrote.
pub fn parse_decisions(text: &str) -> Result<Vec<Decision>, DecisionError> {
    text.split('.').filter(|part| !part.is_empty()).map(str::parse).collect()
}
