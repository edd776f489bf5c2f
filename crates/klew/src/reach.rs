//! `klew reach`: can the program come to a place, and with which input?

use std::process::ExitCode;

use clap::Args;
use klew_report::Verdict;

use crate::arguments::CheckArguments;
use crate::check;
use crate::error::UserError;

/// Arguments of `klew reach`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  klew reach list.c --target list.c:42        with which input is that line executed?
  klew reach list.c --target remove           the function
  klew reach list.c --target assertion        a failing assertion
  klew reach list.c --target list.c:42 --explain --unroll 2

Exit codes: 10 reachable, 0 unreachable, 5 unknown or unreachable within bounds only.")]
pub struct ReachArguments {
    /// FILE:LINE, a function, a label, or a property
    #[arg(long, value_name = "TARGET")]
    pub target: String,
    /// Show the states node by node
    #[arg(long)]
    pub explain: bool,
    #[command(flatten)]
    pub check: CheckArguments,
}

/// What to reach.
#[derive(Clone, Debug)]
pub struct Goal {
    /// As the user named it.
    pub target: String,
    /// Whether states are shown.
    pub explain: bool,
}

/// Runs the command.
pub fn run(arguments: &ReachArguments) -> Result<ExitCode, UserError> {
    let goal = Goal { target: arguments.target.clone(), explain: arguments.explain };
    check::run_with(&arguments.check, Some(&goal))
}

/// The verdict in the words of reachability.
pub fn verdict(goal: &Goal, verdict: Verdict) -> String {
    let said = match verdict {
        Verdict::Violated => "reachable",
        Verdict::Safe => "unreachable",
        Verdict::Bounded => "unreachable within the bounds below",
        Verdict::Unknown => "unknown",
    };
    format!("{}: {said}\n", goal.target)
}
