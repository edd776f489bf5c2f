//! Which engines, and the options of backward execution.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use klew_backward::{DisjunctLayout, Options, Representation, Solve};
use klew_driver::engines::ENGINES;
use klew_multipass::{ForwardRuns, Schedule};

/// Which engine, and how it goes.
#[derive(Clone, Debug, Args)]
pub struct EngineArguments {
    /// Which engines, one after the other, with commas: what one settles the next do not look at again. Default:
    /// forward, for Java after static; of klew reach, backward
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = "Engine",
        value_parser = PossibleValuesParser::new(possible_values()))]
    pub engine: Vec<String>,
    #[command(flatten)]
    pub backward: BackwardArguments,
    #[command(flatten)]
    pub multipass: MultipassArguments,
}

/// How backward execution goes.
#[derive(Clone, Debug, Args)]
pub struct BackwardArguments {
    /// How backward execution keeps what it knows of a place
    #[arg(long, value_enum, default_value_t = StateName::Conjunctions, help_heading = "Engine")]
    pub state: StateName,
    /// How disjuncts are kept
    #[arg(long, value_enum, default_value_t = LayoutName::Combined, help_heading = "Engine")]
    pub disjuncts: LayoutName,
    /// Where the solver is asked on the way to the entry. Default: loops; with disjuncts, never
    #[arg(long, value_enum, help_heading = "Engine")]
    pub solve: Option<SolveName>,
    /// Unroll loops and recursion so often. Default: more and more often
    #[arg(long, value_name = "N", help_heading = "Engine")]
    pub unroll: Option<u32>,
}

/// How multi-pass execution goes.
#[derive(Clone, Debug, Args)]
pub struct MultipassArguments {
    /// Multi-pass execution takes an edge of a cycle so often on a backward path. Default: more and more often
    #[arg(long, value_name = "N", help_heading = "Engine")]
    pub edge_limit: Option<u32>,
    /// Multi-pass execution makes so many forks of backward paths for a target. Default: more and more
    #[arg(long, value_name = "N", help_heading = "Engine")]
    pub fork_limit: Option<u64>,
    /// When multi-pass execution resolves a backward path: after unifications, or every N statements (period:N)
    #[arg(long, value_name = "WHEN", default_value = DEFAULT_SCHEDULE, value_parser = schedule,
        help_heading = "Engine")]
    pub schedule: Schedule,
    /// No forward runs that are guided by values from backward paths, of multi-pass execution and beside other engines
    #[arg(long, help_heading = "Engine")]
    pub no_guidance: bool,
}

/// [`Schedule::default`] in words; a test compares them.
const DEFAULT_SCHEDULE: &str = "period:24";

/// A schedule in words.
fn schedule(text: &str) -> Result<Schedule, String> {
    if text == "unification" {
        return Ok(Schedule::Unification);
    }
    let period = text.strip_prefix("period:").and_then(|number| number.parse().ok());
    match period {
        Some(period) if period > 0 => Ok(Schedule::Period(period)),
        _ => Err("unification, or period:N with N above 0".to_owned()),
    }
}

impl MultipassArguments {
    /// As the engine takes them.
    pub fn options(&self) -> klew_multipass::Options {
        let MultipassArguments { edge_limit, fork_limit, schedule, no_guidance } = *self;
        let runs = if no_guidance { ForwardRuns::Unguided } else { ForwardRuns::All };
        klew_multipass::Options { edge_limit, fork_limit, schedule, runs, ..Default::default() }
    }
}

/// The engines as the command line takes them.
fn possible_values() -> Vec<PossibleValue> {
    ENGINES.iter().map(|engine| PossibleValue::new(engine.name).help(engine.help)).collect()
}

impl BackwardArguments {
    /// As the engine takes them.
    pub fn options(&self) -> Options {
        let (representation, bound) = (self.representation(), self.unroll);
        Options { representation, bound, ..Options::default() }
    }

    fn representation(&self) -> Representation {
        let solve = |default| match self.solve {
            None => default,
            Some(SolveName::Never) => Solve::Never,
            Some(SolveName::Always) => Solve::Always,
            Some(SolveName::Loops) => Solve::Loops,
        };
        match self.state {
            StateName::Conjunctions => Representation::Conjunctions(solve(Solve::Loops)),
            StateName::Disjuncts => {
                let layout = match self.disjuncts {
                    LayoutName::Set => DisjunctLayout::Set,
                    LayoutName::Term => DisjunctLayout::Term,
                    LayoutName::Combined => DisjunctLayout::Combined,
                };
                Representation::Disjuncts(layout, solve(Solve::Never))
            }
        }
    }
}

/// Representations of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StateName {
    /// Conditions of nodes in one solver
    Conjunctions,
    /// Disjunctions, by substitution
    Disjuncts,
}

/// Layouts of disjuncts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LayoutName {
    /// Each disjunct on its own
    Set,
    /// One term
    Term,
    /// A set to which a merge adds one term for each edge
    Combined,
}

/// When nodes are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveName {
    /// At the entry only
    Never,
    /// At every node
    Always,
    /// Where loops are entered
    Loops,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_in_words() {
        assert_eq!(schedule(DEFAULT_SCHEDULE), Ok(Schedule::default()));
        assert_eq!(schedule("unification"), Ok(Schedule::Unification));
        assert!(schedule("period:0").is_err() && schedule("period").is_err());
    }
}
