//! Environments that grow: where nothing is said of arguments or of the environment's variables and the program reads
//! them, it is explored with small ones first, then with more and longer ones, while time is left.
//!
//! Each round begins anew, with an environment that contains all smaller ones; so the largest round that was done
//! says what was looked at. A round has a share of the time, so that one which does not end (a program that
//! without arguments reads an endless input, say) does not keep klew from larger environments.
//!
//! **Invariant**: what is not looked at is a [`Limit`] of the kind "input-bound": no growth leads to "safe".

use std::time::{Duration, Instant};

use klew_llvm::lower::{Arguments, Environment, Reads, VARIABLES_BOUND};
use klew_report::{CheckReport, Limit, LimitKind, Verdict};

use crate::watch::Clock;

/// How large the environment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Arguments of `main`, at most.
    arguments: u32,
    /// Their characters.
    length: u64,
    /// Characters of an environment variable's value.
    variable: u64,
}

const fn level(arguments: u32, length: u64, variable: u64) -> Level {
    Level { arguments, length, variable }
}

/// Each contains those before it.
pub const LEVELS: [Level; 8] = [
    level(0, 0, 2),
    level(1, 2, 4),
    level(2, 4, 8),
    level(2, 8, 8),
    level(3, 8, 16),
    level(3, 16, 16),
    level(4, 16, 32),
    level(5, 32, 64),
];

/// As long as no time is given, larger environments are begun before this.
const PATIENCE: Duration = Duration::from_secs(10);
/// Without a time limit, a round has at least this; the last one that is begun has all it needs if none was done.
const LEAST: Duration = Duration::from_secs(5);
/// The level at which growth ends if no round was done so far: then this one goes on.
const LAST_HOPE: usize = 2;

/// What grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The arguments of `main`.
    pub arguments: bool,
    /// The environment's variables.
    pub variables: bool,
}

impl Growth {
    /// What the program reads and nothing was said of.
    pub fn of(given: &Environment, reads: Reads, calls_main: bool) -> Growth {
        Growth {
            arguments: calls_main && reads.arguments && given.arguments.is_none(),
            variables: reads.variables && given.variables.others.is_some(),
        }
    }

    /// Whether there is only one round.
    pub fn is_none(self) -> bool {
        !self.arguments && !self.variables
    }

    /// The environment of a round.
    pub fn environment(self, given: &Environment, level: Level) -> Environment {
        let mut environment = given.clone();
        if self.arguments {
            let Level { arguments: most, length, .. } = level;
            let group = (most > 0).then_some(Arguments { least: 0, most, length });
            environment.arguments = Some(group.into_iter().collect());
        }
        if self.variables {
            environment.variables.others = Some(level.variable);
        }
        environment
    }
}

/// When a round ends, if it has not the rest of the time; nothing if it is not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// All there is.
    Rest,
    /// Until then.
    Until(Instant),
    /// It is too late.
    Nothing,
}

/// The share of the round at that level; `done` says whether a smaller one was done.
pub fn share(clock: &Clock, level: usize, done: bool) -> Share {
    let now = Instant::now();
    if level >= LEVELS.len() {
        return Share::Nothing;
    }
    let last = level + 1 == LEVELS.len() || (!done && level == LAST_HOPE);
    match clock.end_of_exploration() {
        Some(end) => {
            let left = end.saturating_duration_since(now);
            if level > 0 && left < Duration::from_millis(300) {
                Share::Nothing
            } else if last {
                Share::Rest
            } else {
                Share::Until(now + left / 3)
            }
        }
        None if done && clock.elapsed() > PATIENCE => Share::Nothing,
        None if done => Share::Until(now + PATIENCE),
        None if last => Share::Rest,
        None => Share::Until(now + LEAST),
    }
}

/// The reports of the rounds, as one.
#[derive(Default)]
pub struct Rounds {
    best: Option<CheckReport>,
    /// Whether the best one was done within its time.
    pub done: bool,
}

fn ended_early(report: &CheckReport) -> bool {
    report.limits.iter().any(|limit| {
        matches!(limit.kind, LimitKind::Time | LimitKind::Memory | LimitKind::Interrupt)
    })
}

impl Rounds {
    /// The next one; whether growth ends with it.
    pub fn add(&mut self, report: CheckReport) -> bool {
        let early = ended_early(&report);
        let violated = report.verdict() == Verdict::Violated;
        let memory = report.limits.iter().any(|limit| limit.kind == LimitKind::Memory);
        if violated || !self.done || !early {
            self.done |= !early;
            self.best = Some(report);
        }
        violated || memory
    }

    /// The result.
    pub fn result(self) -> Option<CheckReport> {
        self.best
    }
}

/// Says in the report what was looked at of arguments and variables that the program reads, and what is taken for
/// granted of them. `used` is the environment that was explored.
pub fn say_bounds(report: &mut CheckReport, given: &Environment, used: &Environment, reads: Reads) {
    let assumptions = &mut report.assumptions;
    if reads.arguments {
        let groups = used.arguments.as_deref().unwrap_or_default();
        let most = groups.iter().map(|group| group.most).sum::<u32>();
        let message = match (most, given.arguments.is_some()) {
            (0, true) => {
                assumptions.push("main gets no arguments".to_owned());
                None
            }
            (0, false) => Some("arguments: only runs without any were looked at".to_owned()),
            (_, true) => Some(format!("arguments: {} (--sym-args)", shown(groups))),
            (_, false) => Some(format!("arguments: {} were looked at", shown(groups))),
        };
        if let Some(message) = message {
            report.limits.push(Limit { kind: LimitKind::InputBound, message, place: None });
        }
    }
    match used.variables.others {
        Some(size) => {
            let size = characters(size);
            for limit in &mut report.limits {
                if limit.kind == LimitKind::InputBound && limit.message == VARIABLES_BOUND {
                    limit.message =
                        format!("environment variables: values of at most {size} were looked at");
                }
            }
        }
        None if !reads.variables => {}
        None if used.variables.given.is_empty() => {
            assumptions.push("the environment has no variables (--no-env)".to_owned());
        }
        None => {
            let message = "the environment has no other variables than those given (--no-env)";
            assumptions.push(message.to_owned());
        }
    }
}

fn characters(count: u64) -> String {
    if count == 1 { "1 character".to_owned() } else { format!("{count} characters") }
}

/// Groups of arguments in words.
fn shown(groups: &[Arguments]) -> String {
    let one = |group: &Arguments| {
        let length = characters(group.length);
        match (group.least, group.most) {
            (0, most) => format!("at most {most} of at most {length}"),
            (least, most) if least == most => format!("{most} of at most {length}"),
            (least, most) => format!("{least} to {most} of at most {length}"),
        }
    };
    groups.iter().filter(|group| group.most > 0).map(one).collect::<Vec<_>>().join(", then ")
}
