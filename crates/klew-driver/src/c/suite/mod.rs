//! Suites of C programs: a whole program gets its inputs from a harness, a function alone is called by test functions. Both
//! are built by gcc and measured by gcov here, and by CMake and CTest in the suite's folder.

mod alone;
mod compiling;
mod conditions;
mod gcov;
mod running;
mod support;
mod whole;

use std::path::{Path, PathBuf};
use std::time::Duration;

use klew_ir::Program;
use klew_report::decisions::Decisions;
use klew_report::suite::Coverage;

use super::sources::Sources;
use crate::error::UserError;
use crate::source::Given;
use crate::suite::bench::Bench;
use crate::suite::scope::Functions;
use crate::watch::Clock;
use compiling::Purpose;
use conditions::Tools;
use gcov::Scope;

/// How long compiling and measuring may take.
const BUILD_TIME: Duration = Duration::from_secs(60);

pub use alone::AloneBench;
pub use conditions::tools;
pub use whole::WholeBench;

/// What both kinds have in common.
pub struct Workshop {
    /// How the program is compiled.
    sources: Sources,
    /// The program: what nobody defines is found in it.
    program: Program,
    /// Where runs are made.
    folder: PathBuf,
    scope: Scope,
    /// By candidates.
    covered: Vec<Coverage>,
    /// What measures which conditions decide.
    tools: Result<Tools, UserError>,
}

impl Workshop {
    fn new(
        sources: Sources,
        program: Program,
        given: &Given,
        functions: &Functions,
    ) -> Result<Workshop, UserError> {
        compiling::check(&sources)?;
        let folder = compiling::real(&given.work).join("suite");
        support::write(&folder.join("support")).map_err(|error| {
            UserError::new(format!("cannot write to {}: {error}", folder.display()))
        })?;
        let files =
            functions.files.iter().map(|name| (compiling::real(Path::new(name)), name.clone()));
        let scope = Scope { files: files.collect(), functions: functions.names.clone() };
        let tools = conditions::tools();
        Ok(Workshop { sources, program, folder, scope, covered: Vec::new(), tools })
    }

    /// What runs of these candidates covered, and the tool.
    fn together(&self, chosen: &[usize]) -> (String, Coverage) {
        let mut all = Coverage::default();
        chosen.iter().filter_map(|at| self.covered.get(*at)).for_each(|one| all.add(one));
        ("gcov".to_owned(), all)
    }

    /// Compiles by what the purpose needs.
    fn compile(&self, purpose: Purpose, arguments: &[String], clock: &Clock) -> Result<(), String> {
        let compiler = match purpose {
            Purpose::Conditions => &self.tools()?.clang,
            Purpose::Coverage | Purpose::Sanitizers => "gcc",
        };
        compiling::compile(compiler, arguments, clock.left(BUILD_TIME))
    }

    fn tools(&self) -> Result<&Tools, String> {
        self.tools.as_ref().map_err(|error| error.message.clone())
    }

    /// Which rows of decisions a run took, in functions that count.
    fn decisions(
        &self,
        (program, counts): (&Path, &Path),
        clock: &Clock,
    ) -> Result<Decisions, String> {
        // What runs write is read, and nothing is written where they may have put a link.
        let merged = self.folder.join("conditions.profdata");
        let time = clock.left(BUILD_TIME);
        let mut decisions = self.tools()?.read(program, (counts, &merged), &self.scope, time)?;
        // gcov tells lines by functions.
        let is_counted = |file: &str, line: u32| {
            let has = |one: &Coverage| one.files.get(file).is_some_and(|it| it.contains_key(&line));
            self.covered.iter().any(has)
        };
        conditions::keep(&mut decisions, is_counted);
        Ok(decisions)
    }

    fn arguments(&self, purpose: Purpose) -> Vec<String> {
        let mut arguments = compiling::flags(&self.sources);
        arguments.push(format!("-I{}", self.folder.join("support").display()));
        arguments.extend(purpose.flags().map(str::to_owned));
        arguments
    }
}

/// The bench of a program.
///
/// # Errors
/// It is not all C, or a tool is missing.
pub fn bench<'b>(
    sources: &Sources,
    analysed: Option<&'b crate::input_heap::AnalysedFunction>,
    (program, given, functions): (&Program, &Given, &Functions),
) -> Result<Box<dyn Bench + 'b>, UserError> {
    let workshop = Workshop::new(sources.clone(), program.clone(), given, functions)?;
    Ok(match analysed {
        Some(function) => Box::new(AloneBench::new(workshop, function)?),
        None => Box::new(WholeBench::new(workshop)),
    })
}

/// What is measured of these candidates, up to the one at which the time is over.
fn measured_in_time(
    candidates: &[usize],
    clock: &Clock,
    measure: impl Fn(usize) -> Result<Decisions, String>,
) -> Result<Vec<Decisions>, String> {
    let mut measured = Vec::new();
    for index in candidates {
        match measure(*index) {
            _ if over(clock) => break,
            Ok(decisions) => measured.push(decisions),
            Err(why) => return Err(why),
        }
    }
    Ok(measured)
}

fn over(clock: &Clock) -> bool {
    clock.left(Duration::from_secs(1)).is_zero()
}
