//! `klew worker`: what a call of `klew check` or `klew reach` starts to have engines work beside it.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use klew_driver::error::UserError;
use klew_driver::workers;

use crate::arguments::{Arguments, Command, WorkerArguments};

/// Works for the call with that command line.
pub fn run(arguments: &WorkerArguments) -> Result<ExitCode, UserError> {
    let words = [OsString::from("klew")].into_iter().chain(arguments.words.iter().cloned());
    match Arguments::try_parse_from(words).map(|arguments| arguments.command) {
        Ok(Command::Check(check)) => {
            workers::work(&check.options(None)?).map(|()| ExitCode::SUCCESS)
        }
        Ok(Command::Reach(reach)) => {
            workers::work(&reach.check.options(None)?).map(|()| ExitCode::SUCCESS)
        }
        _ => {
            Err(UserError::new("klew worker takes the command line of a klew check or klew reach"))
        }
    }
}
