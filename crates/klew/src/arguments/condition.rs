//! Arguments of `klew condition`.

use clap::{Args, ValueEnum};

use super::{EnvironmentArguments, SourceArguments};

/// How a condition is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ConditionFormat {
    /// For people
    Text,
    /// As SMT-LIB 2
    Smt2,
    /// As constrained Horn clauses
    Horn,
}

/// Arguments of `klew condition`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  klew condition list.c --target list.c:42
  klew condition list.c --target remove --format smt2 --turns 8 | z3 -in
  klew condition list.c --target assertion --format horn > list.smt2; eld list.smt2

With horn, sat says that no run comes there; Eldarica, Golem and z3 read it.

Every run to the target satisfies the condition; some runs that satisfy it may not come there.

Exit codes: 0 the condition is shown, 2 there is no such place, or the program cannot be read.")]
pub struct ConditionArguments {
    /// FILE:LINE, a function, a label, or a property
    #[arg(long, value_name = "TARGET")]
    pub target: String,
    #[command(flatten)]
    pub sources: SourceArguments,
    #[command(flatten)]
    pub environment: EnvironmentArguments,
    /// Turns of each loop that are told one by one in SMT-LIB
    #[arg(long, default_value_t = 6, value_name = "N", help_heading = "Output")]
    pub turns: u32,
    /// Text for people, SMT-LIB 2 for solvers, or Horn clauses (SMT-LIB 2, logic HORN) for solvers of those
    #[arg(long, value_enum, default_value_t = ConditionFormat::Text, help_heading = "Output")]
    pub format: ConditionFormat,
}
