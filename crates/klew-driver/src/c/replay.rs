//! Replays a test of a program in C: built with the test's harness and sanitizers, and run.

use std::fs;
use std::path::Path;

use klew_ir::inputs::ALLOCATION_FAILS;
use klew_llvm::lower::Alone;
use klew_report::Input;
use klew_report::ktest::KTest;
use klew_report::report::InputSource;

use super::lowering::{self, Compiled};
use super::sources::{Sources, bits_of};
use crate::confirm::build::HarnessFiles;
use crate::confirm::{self, STANDARD_INPUT};
use crate::error::UserError;
use crate::findings;
use crate::front_end::{Replayed, Test};
use crate::input_heap::function::DriverText;
use crate::output::FUNCTION_WORD;
use crate::replay::inputs_of;
use crate::source::SourceFile;
use crate::watch::Clock;

/// Builds the program with the test and runs it.
pub fn replay(
    mut sources: Sources,
    work: &Path,
    test: &Test<'_>,
    clock: &Clock,
) -> Result<Replayed, UserError> {
    let driver = driver_of(test.path, test.inputs, &mut sources)?;
    let mut inputs = inputs_of(test.inputs);
    inputs.extend(made_up(test.path));
    let program = lowering::lower(&sources, &Compiled::default(), false, clock)?.program;
    // LLVM's IR says itself which machine it is for.
    sources.bits = bits_of(program.data_model);
    let externals = findings::externals(&program, &inputs);
    let title = format!("Replay of {}", test.path.display());
    let driver = driver.as_ref();
    let files = confirm::write_harness(work, &sources, &inputs, &externals, false, &title, driver)
        .map_err(|error| UserError::new(format!("the harness cannot be written: {error}")))?;
    let standard_input = Some(test.path.join(STANDARD_INPUT)).filter(|path| path.is_file());
    let files = HarnessFiles { standard_input, ..files };
    let malloc_may_fail = inputs.iter().any(|input| input.name == ALLOCATION_FAILS);
    let (failures, finished) =
        confirm::run_test(&sources, &files, malloc_may_fail, clock).map_err(UserError::new)?;
    let failure = failures.into_iter().next().map(|failure| failure.what);
    Ok(Replayed { finished, failure })
}

/// The driver of a test of a function that was analysed alone.
fn driver_of(
    path: &Path,
    test: &KTest,
    sources: &mut Sources,
) -> Result<Option<DriverText>, UserError> {
    let mut words = test.arguments.iter().skip_while(|word| *word != FUNCTION_WORD).skip(1);
    let Some(function) = words.next() else { return Ok(None) };
    sources.entry.clone_from(function);
    sources.alone = Some(Alone::default());
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new(".")) };
    let file = folder.join("driver.c");
    let text = fs::read_to_string(&file).map_err(|error| {
        UserError::new(format!("cannot read the input heap, {}: {error}", file.display()))
            .help("give the folder that klew wrote")
    })?;
    let included = |file: &SourceFile| {
        let path = file.path.canonicalize().unwrap_or_else(|_| file.path.clone());
        text.contains(&format!("#include \"{}\"\n", path.display()))
    };
    match sources.files.iter().position(included) {
        Some(stands_for) => Ok(Some(DriverText { text, stands_for, unset: Vec::new() })),
        None => Err(UserError::new(format!("{} is for another file", file.display()))
            .help("give the files that klew check was given")),
    }
}

/// What models of the C library made up, as far as the folder of the test tells: the environment, for one.
fn made_up(test: &Path) -> Vec<Input> {
    let text = fs::read_to_string(test.join("input.json")).unwrap_or_default();
    let inputs = klew_report::json::read_inputs(&text).unwrap_or_default();
    inputs.into_iter().filter(|input| input.source == InputSource::Implicit).collect()
}
