//! `klew replay`: runs a test outside of klew.

use std::process::ExitCode;

use klew_driver::error::UserError;
use klew_driver::front_end::Replayed;
use klew_driver::process::Ending;
use klew_driver::replay::replay;

use crate::arguments::ReplayArguments;

/// Runs the command.
pub fn run(arguments: &ReplayArguments) -> Result<ExitCode, UserError> {
    let mut options = arguments.sources.options();
    options.sandbox = arguments.runs.wanted();
    let replayed = replay(&arguments.test, options, arguments.time)?;
    print!("{}", String::from_utf8_lossy(&replayed.finished.stdout));
    eprint!("{}", replayed.finished.message());
    Ok(conclude(&replayed))
}

fn conclude(replayed: &Replayed) -> ExitCode {
    if let Some(failure) = &replayed.failure {
        println!("klew: the run fails: {failure}");
        return ExitCode::from(10);
    }
    let (said, code) = match &replayed.finished.ending {
        Ending::Exit(77) => ("an assumption of the program does not hold".to_owned(), 5),
        Ending::Exit(78) => ("the program asks for other inputs than the test has".to_owned(), 5),
        Ending::Exit(status) => (format!("the run ends with exit status {status}"), 0),
        Ending::Signal(signal) => (format!("the run ends by signal {signal}"), 10),
        Ending::TimeLimit => ("the run does not end in time".to_owned(), 5),
        Ending::MemoryLimit => ("the run takes too much memory".to_owned(), 5),
        Ending::ProcessLimit => ("the run starts too many processes".to_owned(), 5),
        Ending::DiskLimit => ("the run writes too much".to_owned(), 5),
        Ending::Interrupted => ("interrupted".to_owned(), 5),
    };
    println!("klew: {said}");
    ExitCode::from(code)
}
