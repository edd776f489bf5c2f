//! `klew condition`: what every run to a place satisfies.

use std::process::ExitCode;

use klew_driver::condition::{ConditionOptions, Form, condition};
use klew_driver::error::UserError;
use klew_driver::target::{Goal, Place};

use crate::arguments::{ConditionArguments, ConditionFormat};
use crate::terminal::print;

/// Runs the command.
pub fn run(arguments: &ConditionArguments) -> Result<ExitCode, UserError> {
    let only = match arguments.sources.files.as_slice() {
        [file] if !file.is_dir() => file.file_name().map(|name| name.to_string_lossy()),
        _ => None,
    };
    let place = Place::parse(&arguments.target, only.as_deref())?;
    let mut program = arguments.sources.options();
    program.environment = arguments.environment.options().environment()?;
    print(&condition(&ConditionOptions {
        program,
        goal: Goal { target: arguments.target.clone(), place, explain: false },
        turns: arguments.turns,
        form: match arguments.format {
            ConditionFormat::Text => Form::Text,
            ConditionFormat::Smt2 => Form::Smtlib,
            ConditionFormat::Horn => Form::Horn,
        },
    })?);
    Ok(ExitCode::SUCCESS)
}
