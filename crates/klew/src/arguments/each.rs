//! Options for checks of each function of a library.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{ArgAction, ArgGroup, ArgMatches, Args, Command};
use klew_driver::each::EachOptions;
use klew_driver::options::CheckOptions;

use crate::quantity::parse_duration;

/// What says that each function is analysed by itself.
const SINGLE: [&str; 13] = [
    "function",
    "entry",
    "precondition",
    "assume",
    "buffer",
    "globals",
    "sym_args",
    "no_args",
    "path",
    "tests",
    "emit_kir",
    "report",
    "compiled",
];

/// Which functions, and what each has.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Each function")]
#[command(group = ArgGroup::new("each_which"))]
pub struct EachArguments {
    /// Analyse each C function alone, or those with such names (a*,b?c): the program is compiled once, and functions are analysed
    /// side by side
    #[arg(long, value_name = "PATTERN", num_args = 0..=1, default_missing_value = "*")]
    #[arg(group = "each_which", conflicts_with_all = SINGLE)]
    pub each_function: Option<String>,
    /// Analyse each public Java method alone, or those with such names (pkg.Class.get*)
    #[arg(long, value_name = "PATTERN", num_args = 0..=1, default_missing_value = "*")]
    #[arg(group = "each_which", conflicts_with_all = SINGLE)]
    pub each_method: Option<String>,
    /// The time of each function. Default: 20s, or an equal share of --time
    #[arg(long, value_parser = parse_duration, value_name = "TIME", requires = "each_which")]
    pub each: Option<Duration>,
    /// Findings that are known: only others are reported. Written if it is not there
    #[arg(long, value_name = "FILE", requires = "each_which")]
    pub baseline: Option<PathBuf>,
    /// Write the baseline anew
    #[arg(long, requires = "baseline")]
    pub write_baseline: bool,
    /// How klew is called for one of the functions.
    #[arg(skip)]
    pub command: Vec<OsString>,
}

/// The time of each function, unless something is said.
const SHARE: Duration = Duration::from_secs(20);

impl EachArguments {
    /// Whether each function is wanted.
    pub fn is_asked(&self) -> bool {
        self.each_function.is_some() || self.each_method.is_some()
    }

    /// What the driver is asked.
    pub fn options(&self, check: CheckOptions) -> EachOptions {
        let pattern = self.each_function.clone().or_else(|| self.each_method.clone());
        let share = self.each.unwrap_or_else(|| check.time.map_or(SHARE, |time| time.min(SHARE)));
        EachOptions {
            program: check.program,
            properties: check.properties,
            malloc_may_fail: check.malloc_may_fail,
            pattern: pattern.filter(|pattern| pattern != "*"),
            share,
            time: check.time,
            jobs: Some(check.jobs),
            command: self.command.clone(),
            memory_is_given: check.memory.is_some(),
            place: check.tests.place,
            baseline: self.baseline.clone(),
            write_baseline: self.write_baseline,
        }
    }
}

/// Options of the whole call rather than of one function.
const OF_THE_CALL: [&str; 13] = [
    "files",
    "each_function",
    "each_method",
    "each",
    "jobs",
    "baseline",
    "write_baseline",
    "time",
    "reserve",
    "format",
    "output",
    "no_output",
    "quiet",
];

/// How klew is called for one of the functions: as it was called, without what is about the whole call.
pub fn command(definition: &Command, matches: &ArgMatches) -> Vec<OsString> {
    let (Ok(klew), Some((name, _))) = (std::env::current_exe(), matches.subcommand()) else {
        return Vec::new();
    };
    let own = |id: &str| !OF_THE_CALL.contains(&id) && id != "verbose";
    let options = words(definition, matches, own);
    [klew.into(), name.into()].into_iter().chain(options).collect()
}

/// The options of a command line among these, as words.
pub fn words(
    definition: &Command,
    matches: &ArgMatches,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<OsString> {
    let Some((name, given)) = matches.subcommand() else { return Vec::new() };
    let mut words = Vec::new();
    let arguments = definition.find_subcommand(name).into_iter().flat_map(Command::get_arguments);
    for argument in arguments {
        let id = argument.get_id().as_str();
        let is_given = matches!(given.try_contains_id(id), Ok(true))
            && given.value_source(id) == Some(ValueSource::CommandLine);
        if !is_wanted(id) || !is_given {
            continue;
        }
        let option = match (argument.get_long(), argument.get_short()) {
            (Some(long), _) => format!("--{long}"),
            (None, Some(short)) => format!("-{short}"),
            (None, None) => continue,
        };
        if matches!(argument.get_action(), ArgAction::SetTrue) {
            words.push(option.into());
            continue;
        }
        for value in given.get_raw(id).into_iter().flatten() {
            if argument.get_long().is_some() {
                let mut word = OsString::from(format!("{option}="));
                word.push(value);
                words.push(word);
            } else {
                words.extend([option.clone().into(), value.to_owned()]);
            }
        }
    }
    words
}
