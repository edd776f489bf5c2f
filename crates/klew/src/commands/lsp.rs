//! `klew lsp`: what the server for editors needs to know of klew's command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, ExitCode};
use std::sync::Arc;

use clap::Parser;
use klew_driver::error::UserError;
use klew_driver::outline::{Outlined, outline};
use klew_lsp::{Analyser, Part};

use crate::arguments::{Arguments, CheckArguments, Command, LspArguments};

/// The options of each check that is told nothing else.
const DEFAULT: [&str; 2] = ["--time", "20s"];

/// Runs the command.
pub fn run(arguments: &LspArguments) -> Result<ExitCode, UserError> {
    let options = match arguments.options.is_empty() {
        true => DEFAULT.map(OsString::from).to_vec(),
        false => arguments.options.clone(),
    };
    let command = std::env::current_exe()
        .map_err(|error| UserError::new(format!("klew does not know where it is: {error}")))?;
    let klew = Klew { command, options };
    // What is wrong with the options is said now, and not at the first check.
    klew.arguments(Path::new("file.c"), &[]).map_err(|why| {
        UserError::new(why).help("klew lsp takes the options of klew check that are no files")
    })?;
    klew_lsp::serve(Arc::new(klew)).map_err(UserError::new)?;
    Ok(ExitCode::SUCCESS)
}

/// klew, called again.
struct Klew {
    command: PathBuf,
    options: Vec<OsString>,
}

impl Klew {
    fn words(&self, file: &Path, flags: &[OsString]) -> Vec<OsString> {
        let words = flags.iter().chain(&self.options).cloned();
        [OsString::from("check"), file.into()].into_iter().chain(words).collect()
    }

    fn arguments(&self, file: &Path, flags: &[OsString]) -> Result<Box<CheckArguments>, String> {
        let words = [OsString::from("klew")].into_iter().chain(self.words(file, flags));
        match Arguments::try_parse_from(words).map(|arguments| arguments.command) {
            Ok(Command::Check(check)) => Ok(check),
            Ok(_) => Err("that is no check".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Analyser for Klew {
    fn parts(&self, file: &Path, flags: &[OsString]) -> Result<Vec<Part>, String> {
        let arguments = self.arguments(file, flags)?;
        let program = arguments.options(None).map_err(|error| error.to_string())?.program;
        let outlined = outline(&program).map_err(|error| error.to_string())?;
        let part = |Outlined { name, words, file, line }| Part { name, words, file, line };
        Ok(outlined.into_iter().map(part).collect())
    }

    fn check(&self, file: &Path, flags: &[OsString], part: &Part, output: &Path) -> Process {
        let mut process = Process::new(&self.command);
        process.args(self.words(file, flags)).args(&part.words);
        process.args(["--format", "json", "--quiet", "--output"]).arg(output);
        process
    }
}
