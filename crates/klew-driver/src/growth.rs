//! Environments that grow: where nothing is said of arguments or of the environment's variables and the program reads
//! them, it is explored with small ones first, then with more and longer ones, while time is left.
//!
//! Each round begins anew, with an environment that contains all smaller ones; so the largest round that was done
//! says what was looked at. A round has a share of the time, so that one which does not end (a program that
//! without arguments reads an endless input, say) does not keep klew from larger environments.
//!
//! **Invariant**: what is not looked at is a [`Limit`] of the kind "input-bound", unless an engine followed all that is beyond
//! ([`klew_ir::Terminator::Bound`]) to its end: then larger environments say no more.

use std::time::{Duration, Instant};

use klew_llvm::lower::{
    ARGUMENTS_BOUND, Arguments, Environment, Reads, VARIABLES_BOUND, Value, Variables,
};
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

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Level { arguments, length, variable } = self;
        write!(f, "at most {arguments} arguments of {length} characters, variables of {variable}")
    }
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

/// As long as no time is given, larger environments are begun before this, and have as much at most.
const PATIENCE: Duration = Duration::from_secs(4);
/// Without a time limit, a round has at least this; the last one that is begun has all it needs if none was done.
const LEAST: Duration = Duration::from_secs(5);
/// No round is begun with less.
const SHORTEST: Duration = Duration::from_millis(300);
/// The level at which growth ends if no round was done so far: then this one goes on.
const LAST_HOPE: usize = 2;

/// What grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
            environment.arguments_go_on = group.is_some();
            environment.arguments = Some(group.into_iter().collect());
        }
        if self.variables {
            environment.variables.others = Some(level.variable);
        }
        environment
    }
}

/// The rounds: which comes next, and what those so far came to.
pub struct Rounds<'c> {
    clock: &'c Clock,
    /// What grows; not known before the first round has read the program.
    pub growth: Option<Growth>,
    /// Findings that were examined so far.
    pub findings: usize,
    /// Paths for which a test was written so far.
    pub paths: usize,
    /// The level of the next round.
    next: usize,
    best: Option<CheckReport>,
    /// Whether the best one was done within its time.
    done: bool,
    /// Whether there is no need of larger ones.
    ended: bool,
}

fn ended_early(report: &CheckReport) -> bool {
    report.limits.iter().any(|limit| {
        matches!(limit.kind, LimitKind::Time | LimitKind::Memory | LimitKind::Interrupt)
    })
}

impl<'c> Rounds<'c> {
    /// None so far.
    pub fn new(clock: &'c Clock) -> Rounds<'c> {
        Rounds {
            clock,
            growth: None,
            findings: 0,
            paths: 0,
            next: 0,
            best: None,
            done: false,
            ended: false,
        }
    }

    /// The level of the next round and when it ends, if not with all work; nothing if there is no next one.
    pub fn next(&mut self) -> Option<(Level, Option<Instant>)> {
        if self.next == 0 {
            self.next = 1;
            return Some((LEVELS[0], None));
        }
        let grows = self.growth.is_some_and(|growth| !growth.is_none());
        let level = *LEVELS.get(self.next)?;
        if self.ended || !grows || self.is_late() {
            return None;
        }
        self.next += 1;
        Some((level, self.share()))
    }

    /// Whether there is no time for another round.
    fn is_late(&self) -> bool {
        match self.clock.end_of_exploration() {
            Some(end) => end.saturating_duration_since(Instant::now()) < SHORTEST,
            None => self.done && self.clock.elapsed() > PATIENCE,
        }
    }

    /// When the round that begins now ends, unless it has all the rest.
    pub fn share(&self) -> Option<Instant> {
        let grows = self.growth.is_some_and(|growth| !growth.is_none());
        let last = self.next == LEVELS.len() || (!self.done && self.next > LAST_HOPE);
        let now = Instant::now();
        if !grows {
            return None;
        }
        match self.clock.end_of_exploration() {
            _ if self.done && last => self.clock.end_of_exploration().or(Some(now + PATIENCE)),
            _ if last => None,
            Some(end) => Some(now + end.saturating_duration_since(now) / 3),
            None if self.done => Some(now + PATIENCE),
            None => Some(now + LEAST),
        }
    }

    /// What a round came to.
    pub fn add(&mut self, report: CheckReport) {
        let early = ended_early(&report);
        let violated = report.verdict() == Verdict::Violated;
        // What is safe at all, larger environments say no more of.
        self.ended |= violated || report.verdict() == Verdict::Safe;
        if violated || !self.done || !early {
            self.done |= !early;
            self.best = Some(report);
        }
    }

    /// The result.
    pub fn result(self) -> Option<CheckReport> {
        self.best
    }
}

/// Says in the report what was looked at of arguments and variables that the program reads, and what is taken for
/// granted of them. `used` is the environment that was explored.
pub fn say_bounds(report: &mut CheckReport, given: &Environment, used: &Environment, reads: Reads) {
    let is_safe = report.verdict() == Verdict::Safe;
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
        // Where all is known of runs with more and longer ones, too, there is nothing to say.
        let is_said =
            |limit: &Limit| limit.kind == LimitKind::InputBound && limit.message == ARGUMENTS_BOUND;
        let is_all = used.arguments_go_on && is_safe && !report.limits.iter().any(is_said);
        report.limits.retain(|limit| !is_said(limit));
        if let Some(message) = message.filter(|_| !is_all) {
            report.limits.push(Limit { kind: LimitKind::InputBound, message, place: None });
        }
    }
    if !reads.arguments && given.arguments.is_some() {
        assumptions.push(
            "main does not read its arguments: --sym-args and --no-args say nothing".to_owned(),
        );
    }
    assumptions.extend(given_sizes(given));
    if has_texts_of_any_length(used, reads) {
        assumptions.push(ROOM_BEHIND_TEXTS.to_owned());
    }
    let is_given = |name: &str| given.variables.given.iter().any(|(other, _)| other == name);
    if reads.posix_order && used.variables.others.is_some() && !is_given(POSIX_ORDER) {
        assumptions
            .push(format!("{POSIX_ORDER}, which getopt looks for, is not in the environment"));
    }
    if !reads.variables
        && *given != (Environment { variables: Variables::default(), ..given.clone() })
    {
        let message = "the program reads no environment variables: options about them say nothing";
        assumptions.push(message.to_owned());
    }
    match used.variables.others {
        Some(size) => {
            // What models say, in words that only this knows.
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

/// Texts whose length is not fixed have the memory of the longest, so it is not seen where a program goes on behind the end of a shorter one.
const ROOM_BEHIND_TEXTS: &str = "arguments and values of variables that are shorter than the longest have as much memory, \
    so an access behind their end is not seen";

/// Whether the program reads arguments or variables that may be shorter than others.
fn has_texts_of_any_length(used: &Environment, reads: Reads) -> bool {
    let groups = used.arguments.as_deref().unwrap_or_default();
    let arguments = groups.iter().any(|group| group.most > 0 && group.length > 0);
    let given = used
        .variables
        .given
        .iter()
        .any(|(_, value)| matches!(value, Value::Characters(characters) if *characters > 0));
    let others = used.variables.others.is_some_and(|characters| characters > 0);
    reads.arguments && arguments || reads.variables && (given || others)
}

/// The variable that makes `getopt` stop at the first argument that is no option.
const POSIX_ORDER: &str = "POSIXLY_CORRECT";

/// What options say of standard input, files and variables.
fn given_sizes(given: &Environment) -> Vec<String> {
    let bytes = |size: u64| if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") };
    let mut said = Vec::new();
    if let Some(size) = given.standard_input {
        said.push(format!("standard input has exactly {} (--sym-stdin)", bytes(size)));
    }
    for (name, value) in &given.variables.given {
        said.push(match value {
            Value::Text(text) => format!("the environment has {name}={text} (--env)"),
            Value::Characters(size) => {
                let size = characters(*size);
                format!("the environment has {name}, of at most {size} (--sym-env)")
            }
        });
    }
    if !given.files.is_empty() {
        let one = |(name, size): &(String, u64)| format!("{name} of {}", bytes(*size));
        let files: Vec<String> = given.files.iter().map(one).collect();
        said.push(format!("the only files are {} (--sym-file)", files.join(", ")));
    }
    said
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

#[cfg(test)]
mod tests {
    use super::*;
    use klew_report::Statistics;

    fn report(kinds: &[LimitKind]) -> CheckReport {
        let limit = |kind: &LimitKind| Limit { kind: *kind, message: String::new(), place: None };
        CheckReport {
            files: Vec::new(),
            target: None,
            properties: Vec::new(),
            findings: Vec::new(),
            limits: kinds.iter().map(limit).collect(),
            approximations: Vec::new(),
            assumptions: Vec::new(),
            input_heap: None,
            checks: Vec::new(),
            statistics: Statistics::default(),
            ..CheckReport::default()
        }
    }

    #[test]
    fn levels_contain_those_before() {
        for pair in LEVELS.windows(2) {
            let [small, large] = pair else { panic!() };
            assert!(small.arguments <= large.arguments && small.length <= large.length);
            assert!(small.variable <= large.variable && small != large);
        }
    }

    #[test]
    fn the_largest_round_that_was_done_is_the_result() {
        let clock = Clock::start(Some(Duration::from_secs(100)));
        let mut rounds = Rounds::new(&clock);
        assert!(rounds.next().is_some_and(|(_, end)| end.is_none()));
        rounds.growth = Some(Growth { arguments: true, variables: false });
        rounds.add(report(&[LimitKind::Time]));
        for kind in [LimitKind::Unsupported, LimitKind::InputBound, LimitKind::Time] {
            assert!(rounds.next().is_some_and(|(_, end)| end.is_some()), "{kind:?}");
            rounds.add(report(&[kind]));
        }
        let result = rounds.result().unwrap();
        assert_eq!(result.limits[0].kind, LimitKind::InputBound);
    }

    #[test]
    fn one_round_is_enough_where_nothing_grows() {
        let clock = Clock::start(None);
        let mut rounds = Rounds::new(&clock);
        assert!(rounds.next().is_some());
        rounds.growth = Some(Growth { arguments: false, variables: false });
        assert!(rounds.share().is_none());
        rounds.add(report(&[]));
        assert!(rounds.next().is_none());
    }

    #[test]
    fn without_a_time_one_round_has_all_it_needs_if_none_was_done() {
        let clock = Clock::start(None);
        let mut rounds = Rounds::new(&clock);
        rounds.next();
        rounds.growth = Some(Growth { arguments: true, variables: true });
        rounds.add(report(&[LimitKind::Time]));
        assert!(rounds.next().is_some_and(|(_, end)| end.is_some()));
        rounds.add(report(&[LimitKind::Time]));
        assert!(rounds.next().is_some_and(|(_, end)| end.is_none()));
    }
}
