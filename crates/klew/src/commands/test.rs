//! `klew test`: a suite that covers the program.

use std::process::ExitCode;

use klew_driver::error::UserError;
use klew_driver::suite;

use crate::arguments::{Format, TestArguments};
use crate::terminal::print;

/// Runs the command.
pub fn run(arguments: &TestArguments) -> Result<ExitCode, UserError> {
    let report = suite::make(&arguments.options()?)?;
    print(&match arguments.format {
        Format::Text => report.to_text(),
        Format::Json => format!("{}\n", report.to_json()),
    });
    let findings = report.tests.iter().any(|test| test.finding.is_some());
    Ok(ExitCode::from(if findings { 10 } else { 0 }))
}
