//! `klew reach`: can the program come to a place, and with which input?

use std::process::ExitCode;

use klew_driver::error::UserError;
use klew_driver::target::{Goal, Place};

use crate::arguments::ReachArguments;
use crate::commands::check;

/// Runs the command.
pub fn run(arguments: &ReachArguments) -> Result<ExitCode, UserError> {
    let only = match arguments.check.sources.files.as_slice() {
        [file] if !file.is_dir() => file.file_name().map(|name| name.to_string_lossy()),
        _ => None,
    };
    let place = Place::parse(&arguments.target, only.as_deref())?;
    let goal = Goal { target: arguments.target.clone(), place, explain: arguments.explain };
    check::run_with(&arguments.check, Some(goal))
}
