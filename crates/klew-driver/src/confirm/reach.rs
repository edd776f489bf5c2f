//! Runs the program to see whether it comes to the target of `klew reach`: built from the IR in which that place is
//! marked, the one that was analysed; the mark ends the run.

use std::fs;
use std::path::Path;

use klew_ir::Property;
use klew_llvm::target::{Target, mark};

use super::build::{self, HarnessFiles, Instrumentation, Recipe};
use super::{Against, BUILD_TIME, RUN_MEMORY, RUN_TIME, Ran, RunCommand, script, stop_reason};
use crate::c::clang::Clang;
use crate::c::sources::Sources;
use crate::process::{Allowance, Ending};
use crate::source::{Kind, SourceFile};
use crate::watch::Clock;

/// The exit code of a run that comes to the target.
const REACHED: i32 = 79;

/// Builds and runs it. `shown` is the target as the user named it; `made_up` are functions that the run depends on
/// and nobody defines; the input may say which allocations fail.
pub fn reach(
    sources: &Sources,
    files: &HarnessFiles,
    target: &Target,
    (shown, made_up, malloc_may_fail): (&str, &[String], bool),
    clock: &Clock,
) -> Ran {
    let not_run = |reason: String| Ran::not(reason);
    let folder = files.harness.parent().unwrap_or(Path::new("."));
    let marked = match marked(sources, files, target, (folder, clock)) {
        Ok(marked) => marked,
        Err(reason) => return not_run(reason),
    };
    let plain = HarnessFiles { driver: None, ..files.clone() };
    let binary = folder.join("run-plain");
    let mut result = not_run("there is no clang for the harness: apt-get install clang".to_owned());
    for compiler in &build::compilers(&marked) {
        if clock.left(RUN_TIME).is_zero() {
            return not_run("the time was over before it could be run".to_owned());
        }
        let recipe = Recipe {
            compiler,
            sources: &marked,
            files: &plain,
            property: Property::ErrorCall,
            instrumentation: Instrumentation::Plain,
            malloc_may_fail,
        };
        let mut command = build::command(&recipe, &binary);
        let folder = folder.join("files");
        let words = vec![binary.display().to_string()];
        let standard_input = files.standard_input.clone();
        let run = RunCommand { environment: Vec::new(), words, folder, standard_input };
        let built = build::build(&mut command, &marked, clock.left(BUILD_TIME));
        result.script = Some(script(&command, &run));
        let stubs = match built {
            Ok(stubs) => stubs,
            Err(why) => {
                result.seen = Err(why);
                continue;
            }
        };
        if let Some(name) = made_up.iter().find(|name| stubs.contains(name)) {
            return Ran::without(name.clone(), result.script);
        }
        let allowance =
            Allowance { time: clock.left(RUN_TIME), memory: RUN_MEMORY, output: 1 << 20 };
        result.seen = match run.run(&sources.confinement, allowance) {
            Err(error) => Err(format!("the program cannot be run: {error}")),
            Ok(finished) if finished.ending == Ending::Exit(REACHED) => {
                Ok(format!("the compiled program comes to {shown}"))
            }
            Ok(finished) => {
                let stopped = stop_reason(&finished);
                if stopped.is_none() {
                    result.against = Against::Clean;
                }
                Err(stopped
                    .unwrap_or_else(|| format!("the compiled program did not come to {shown}")))
            }
        };
        break;
    }
    result
}

/// The program as IR with its target marked, in files of that folder. What calls a function that is analysed alone
/// stands for the function's file.
fn marked(
    sources: &Sources,
    files: &HarnessFiles,
    target: &Target,
    (folder, clock): (&Path, &Clock),
) -> Result<Sources, String> {
    let mut marked = sources.clone();
    let mut own = sources.clone();
    own.for_native_run = true;
    own.flags.push(format!("-I{}", folder.display()));
    own.flags.extend(["-include".to_owned(), files.error_calls.display().to_string()]);
    if files.driver.is_some() {
        own.flags.push("-Dmain=klew_program_main".to_owned());
    }
    for (index, file) in marked.files.iter_mut().enumerate() {
        let compiled = match &files.driver {
            Some((stands_for, driver)) if *stands_for == index => {
                SourceFile { path: driver.clone(), kind: Kind::C }
            }
            _ => file.clone(),
        };
        let text = if compiled.kind == Kind::LlvmText {
            fs::read_to_string(&compiled.path).map_err(|error| error.to_string())?
        } else {
            let clang = Clang::find().map_err(|error| error.message)?;
            clang.compile(&compiled, &own, clock).map_err(|error| error.message)?.0
        };
        let path = folder.join(format!("marked-{index}.ll"));
        fs::write(&path, mark(&text, target).text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        *file = SourceFile { path, kind: Kind::LlvmText };
    }
    Ok(marked)
}
