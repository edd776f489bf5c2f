//! `klew worker`: takes part in checks on other machines; or is what a call of `klew check` or `klew reach` starts to have engines work
//! beside it.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use klew_driver::error::UserError;
use klew_driver::workers;
use klew_driver::workers::queue::{Serve, serve};

use crate::arguments::{Arguments, Command, WorkerArguments, accepts};

/// Takes pieces from a queue, or works for the call with that command line.
pub fn run(arguments: &WorkerArguments) -> Result<ExitCode, UserError> {
    if let Some(queue) = &arguments.queue {
        return take_part(arguments, queue);
    }
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

fn take_part(arguments: &WorkerArguments, queue: &str) -> Result<ExitCode, UserError> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    serve(&Serve {
        server: arguments.access.server(queue),
        jobs: arguments.jobs.map_or_else(cores, usize::from),
        memory: arguments.memory,
        idle: arguments.idle,
        command: ["/proc/self/exe", "worker", "--"].map(OsString::from).to_vec(),
        accepts: &accepts,
        // Who does not listen any more does not end the work.
        say: &|text| {
            let _ = writeln!(std::io::stderr(), "klew worker: {text}");
        },
    })?;
    Ok(ExitCode::SUCCESS)
}
