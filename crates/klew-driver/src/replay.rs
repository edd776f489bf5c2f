//! Runs tests that klew wrote, outside of klew.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use klew_report::Input;
use klew_report::ktest::{KTest, read_ktest};
use klew_report::report::InputSource;
use klew_report::value::{Reading, format_value};

use crate::environment;
use crate::error::UserError;
use crate::front_end::{Replayed, Test};
use crate::languages;
use crate::options::ProgramOptions;
use crate::source;
use crate::watch::{self, Clock};

/// Runs the test in that file or folder, of that program.
///
/// # Errors
/// The test or the program cannot be read, do not go together, or cannot be run.
pub fn replay(
    test: &Path,
    mut options: ProgramOptions,
    time: Duration,
) -> Result<Replayed, UserError> {
    let clock = Clock::start(Some(time));
    // Without that, Ctrl-C ends the process, which is as good here.
    let _ = watch::listen(|| {});
    let work = source::work_folder()?;
    let inputs = read_test(test)?;
    options.environment = environment::from_words(&inputs.arguments)?;
    let (given, front_end) = languages::open(&options, work.path())?;
    front_end.replay(&given, &Test { path: test, inputs: &inputs }, &clock)
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
