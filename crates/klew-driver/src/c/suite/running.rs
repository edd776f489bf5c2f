//! Runs tests: each in a folder of its own, with what it covers written down there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::confined::{Confinement, Room, StandardInput};
use crate::confirm::sanitizer;
use crate::process::{Allowance, Ending, Finished};
use crate::suite::bench::Ended;
use crate::watch::Clock;

use super::conditions;

/// How long a run may take before it is taken for one that does not end.
const RUN_TIME: Duration = Duration::from_secs(2);

/// A run.
#[derive(Clone, Debug)]
pub struct Running<'r> {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Where it runs, made anew.
    pub folder: &'r Path,
    /// What it reads on standard input.
    pub standard_input: Option<PathBuf>,
    /// What keeps it apart from the system.
    pub confinement: &'r Confinement,
}

impl Running<'_> {
    /// Runs it, with what it covers below that folder.
    ///
    /// # Errors
    /// It cannot be run, or the call's time is over before it ends.
    pub fn run(&self, counts: &Path, clock: &Clock) -> Result<Finished, String> {
        let cannot = |error: std::io::Error| format!("it cannot be run: {error}");
        let _ = fs::remove_dir_all(self.folder);
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).env("GCOV_PREFIX", counts);
        command.env("LLVM_PROFILE_FILE", counts.join(conditions::COUNTS));
        command.env("ASAN_OPTIONS", "detect_leaks=1:handle_abort=1:color=never:exitcode=99");
        let input = match &self.standard_input {
            Some(path) => StandardInput::File(path),
            None => StandardInput::Empty,
        };
        let time = clock.left(RUN_TIME);
        if time.is_zero() {
            return Err("the time was over before it was run".to_owned());
        }
        let allowance = Allowance { time, memory: 2 << 30, output: 1 << 20 };
        let mut room = Room::new(self.folder).writing(counts);
        if let Some(program) = Path::new(&self.words[0]).parent() {
            room = room.reading(program);
        }
        let finished = self.confinement.run(&command, input, &room, allowance).map_err(cannot)?;
        match finished.ending {
            // It had less than a run has: that says nothing of it.
            Ending::TimeLimit if time < RUN_TIME => {
                Err("the time was over before it ended".to_owned())
            }
            _ => Ok(finished),
        }
    }
}

/// How a run ended.
pub fn ended(finished: &Finished) -> Ended {
    match finished.ending {
        Ending::Exit(77) => Ended::Unusable("an assumption of the program does not hold".into()),
        Ending::Exit(78) => Ended::Unusable("the compiled program asks for other inputs".into()),
        Ending::Exit(79) => Ended::Unusable("its surroundings cannot be made".into()),
        Ending::Exit(_) => Ended::Well,
        Ending::Signal(number) => Ended::Failed(failure(finished, number)),
        Ending::TimeLimit => {
            Ended::Failed(format!("it does not end within {} s", RUN_TIME.as_secs()))
        }
        Ending::MemoryLimit => Ended::Failed("it takes more than 2 GB of memory".to_owned()),
        Ending::ProcessLimit => Ended::Failed("it starts too many processes".to_owned()),
        Ending::DiskLimit => Ended::Failed("it writes too much".to_owned()),
        Ending::Interrupted => Ended::Unusable("interrupted".to_owned()),
    }
}

fn failure(finished: &Finished, number: i32) -> String {
    let said = finished.message();
    let failures = sanitizer::parse(&said);
    match failures.first() {
        Some(failure) => failure.what.clone(),
        None => match number {
            4 => "an illegal instruction (signal 4)".to_owned(),
            6 => "it aborts (signal 6)".to_owned(),
            7 | 11 => format!("an invalid access (signal {number})"),
            8 => "a division by zero or its like (signal 8)".to_owned(),
            _ => format!("it is ended by signal {number}"),
        },
    }
}

/// What sanitizers say of a run, if something is wrong.
pub fn wrong(finished: &Finished) -> Option<String> {
    let said = finished.message();
    if let Some(failure) = sanitizer::parse(&said).into_iter().next() {
        let own = failure.frames.iter().find(|frame| frame.line > 0);
        let place = own.map(|frame| {
            let name = Path::new(&frame.file).file_name().unwrap_or_default().to_string_lossy();
            format!(" at {name}:{}", frame.line)
        });
        let what = failure.what.trim_start_matches("AddressSanitizer: ");
        let what = if what == "SEGV" { "invalid access" } else { what };
        return Some(format!("{what}{}", place.unwrap_or_default()));
    }
    match ended(finished) {
        Ended::Failed(what) => Some(what),
        _ => None,
    }
}
