//! `klew check`.

use std::process::ExitCode;
use std::sync::Arc;

use klew_driver::check::{Answer, check};
use klew_driver::error::UserError;
use klew_driver::target::Goal;

use crate::arguments::CheckArguments;
use crate::terminal::{Terminal, print, show_report};

/// Runs the command.
pub fn run(arguments: &CheckArguments) -> Result<ExitCode, UserError> {
    run_with(arguments, None)
}

/// Runs it, or `klew reach` with a goal.
pub fn run_with(arguments: &CheckArguments, goal: Option<Goal>) -> Result<ExitCode, UserError> {
    let options = arguments.options(goal)?;
    match check(&options, Arc::new(Terminal::new(&arguments.output)))? {
        Answer::Program(text) => {
            print(&text);
            Ok(ExitCode::SUCCESS)
        }
        Answer::Report(report) => {
            show_report(&report, &arguments.output);
            Ok(ExitCode::from(report.verdict().exit_code(arguments.bounded_ok)))
        }
    }
}
