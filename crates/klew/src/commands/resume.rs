//! `klew resume` and `klew status`: checks that wrote a checkpoint.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use klew_driver::checkpoint::{self, State, Status};
use klew_driver::error::UserError;

use crate::arguments::{
    Arguments, CheckArguments, Command, Format, ResumeArguments, StatusArguments,
};
use crate::commands::{check, reach};
use crate::terminal::print;

/// Goes on.
pub fn run(arguments: &ResumeArguments) -> Result<ExitCode, UserError> {
    let folder = std::path::absolute(&arguments.folder)
        .map_err(|error| UserError::new(format!("{}: {error}", arguments.folder.display())))?;
    let saved = checkpoint::saved(&folder)?;
    std::env::set_current_dir(&saved.folder).map_err(|error| {
        let place = saved.folder.display();
        UserError::new(format!("the check was called in {place}, which cannot be entered: {error}"))
    })?;
    let words = [OsString::from("klew")].into_iter().chain(saved.words.iter().cloned());
    let adapt = |check: &mut CheckArguments| {
        check.time = arguments.time.or(check.time);
        check.memory = arguments.memory.or(check.memory);
        check.checkpoint = Some(folder.clone());
        check.resumed = Some(saved.words.clone());
    };
    match Arguments::try_parse_from(words).map(|arguments| arguments.command) {
        Ok(Command::Check(mut check)) => {
            adapt(&mut check);
            check::run(&check)
        }
        Ok(Command::Reach(mut reach)) => {
            adapt(&mut reach.check);
            reach::run(&reach)
        }
        _ => Err(not_known(&folder)),
    }
}

fn not_known(folder: &Path) -> UserError {
    let folder = folder.display();
    UserError::new(format!("the checkpoint in {folder} is of a call that this klew does not know"))
        .help("it can be resumed with the program that wrote it, and no other")
}

/// Says how far it is.
pub fn status(arguments: &StatusArguments) -> Result<ExitCode, UserError> {
    let status = checkpoint::status(&arguments.folder)?;
    match arguments.format {
        Format::Json => print(&(checkpoint::to_json(&status) + "\n")),
        Format::Text => print(&to_text(&status, &arguments.folder)),
    }
    Ok(ExitCode::SUCCESS)
}

fn to_text(status: &Status, folder: &Path) -> String {
    let Status { checks, hold, fail, left, paths, instructions, seconds, .. } = status;
    let how = match (status.is_running, status.state) {
        (true, _) => "under way".to_owned(),
        (false, State::Working) => {
            format!("ended by force; klew resume {} goes on", folder.display())
        }
        (false, State::Ended) => {
            let verdict = status.verdict.as_deref().unwrap_or("unknown");
            let more = match verdict == "unknown" {
                true => format!("; klew resume {} goes on", folder.display()),
                false => String::new(),
            };
            format!("ended: {verdict}{more}")
        }
    };
    let mut text = format!("klew {}\n{how}\n", status.command);
    let open = checks.saturating_sub(hold + fail);
    text += &format!(
        "settled: {} of {checks} checks ({hold} hold, {fail} fail), open: {open}\n",
        hold + fail
    );
    for finding in &status.findings {
        text += &format!("  {finding}\n");
    }
    text += &format!("left: {left} pieces after {paths} paths, {instructions} instructions\n");
    let (covered, all) = status.covered;
    if let Some(percent) = (100 * covered).checked_div(all) {
        text += &format!("covered: {percent} % of {all} instructions\n");
    }
    text += &format!("time: {seconds:.1} s in all; engine: {}\n", status.engine);
    text
}
