//! `klew replay`: runs a test outside of klew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use klew_report::Input;
use klew_report::ktest::{KTest, read_ktest};
use klew_report::report::InputSource;
use klew_report::value::{Reading, format_value};

use crate::arguments::ReplayArguments;
use crate::environment;
use crate::error::UserError;
use crate::front_end::{Replayed, Test};
use crate::process::Ending;
use crate::source;
use crate::watch::{self, Clock};

/// Runs the command.
pub fn run(arguments: &ReplayArguments) -> Result<ExitCode, UserError> {
    let clock = Clock::start(Some(arguments.time));
    watch::listen(|| {});
    let work = tempfile::Builder::new()
        .prefix("klew-")
        .tempdir()
        .map_err(|error| UserError::new(format!("cannot make a temporary folder: {error}")))?;
    let inputs = read_test(&arguments.test)?;
    let mut options = arguments.sources.options();
    options.environment = environment::from_words(&inputs.arguments)?;
    let (given, front_end) = source::open(&options, work.path())?;
    let test = Test { path: &arguments.test, inputs: &inputs };
    let replayed = front_end.replay(&given, &test, &clock)?;
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
        Ending::Interrupted => ("interrupted".to_owned(), 5),
    };
    println!("klew: {said}");
    ExitCode::from(code)
}

fn read_test(path: &Path) -> Result<KTest, UserError> {
    let file: PathBuf = if path.is_dir() { path.join("input.ktest") } else { path.to_owned() };
    let bytes = fs::read(&file).map_err(|error| {
        UserError::new(format!("cannot read the test {}: {error}", file.display()))
            .help("give a .ktest file, or a folder that klew wrote")
    })?;
    read_ktest(&bytes).map_err(|error| UserError::new(format!("{}: {error}", file.display())))
}

/// The inputs of a test.
pub fn inputs_of(test: &KTest) -> Vec<Input> {
    let input = |(name, bytes): &(String, Vec<u8>)| Input {
        name: name.clone(),
        value: format_value(bytes, if bytes.len() <= 8 { Reading::Signed } else { Reading::Bytes }),
        bytes: bytes.clone(),
        place: None,
        source: InputSource::Harness,
    };
    test.objects.iter().map(input).collect()
}
