//! `klew report`: the reports of a run, made again of its result.

use std::process::ExitCode;

use klew_driver::error::UserError;
use klew_driver::reports::again;

use crate::arguments::ReportArguments;
use crate::terminal::print;

/// Runs the command.
pub fn run(arguments: &ReportArguments) -> Result<ExitCode, UserError> {
    for name in again(&arguments.folder, &arguments.formats())? {
        print(&format!("{}\n", arguments.folder.join(name).display()));
    }
    Ok(ExitCode::SUCCESS)
}
