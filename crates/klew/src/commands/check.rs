//! `klew check`.

use std::process::ExitCode;
use std::sync::Arc;

use klew_driver::audience::Audience;
use klew_driver::check::{Answer, check};
use klew_driver::each::each;
use klew_driver::error::UserError;
use klew_driver::target::Goal;
use klew_report::each::{to_json, to_text};

use crate::arguments::{CheckArguments, Format};
use crate::terminal::{Terminal, print, show_report};

/// Runs the command.
pub fn run(arguments: &CheckArguments) -> Result<ExitCode, UserError> {
    run_with(arguments, None)
}

/// Runs it, or `klew reach` with a goal.
pub fn run_with(arguments: &CheckArguments, goal: Option<Goal>) -> Result<ExitCode, UserError> {
    if arguments.each.is_asked() {
        if goal.is_some() {
            return Err(UserError::new("--each-function and --each-method are for klew check"));
        }
        let promises = arguments.input_heap.not_null.iter();
        if let Some(name) = promises.into_iter().find(|name| *name != "*") {
            return Err(UserError::new(format!("--not-null {name} is for one function"))
                .help("of each function, --not-null '*' says that no parameter is null"));
        }
        return run_each(arguments);
    }
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

/// Checks each function of a library.
fn run_each(arguments: &CheckArguments) -> Result<ExitCode, UserError> {
    let options = arguments.each.options(arguments.options(None)?);
    let audience: Arc<dyn Audience> = Arc::new(Terminal::new(&arguments.output));
    let report = each(&options, &audience)?;
    print(&match arguments.output.format {
        Format::Json => format!("{:#}\n", to_json(&report)),
        Format::Text => to_text(&report),
    });
    Ok(ExitCode::from(report.exit_code(arguments.bounded_ok)))
}
