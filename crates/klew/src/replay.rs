//! `klew replay`: runs a test natively.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use klew_ir::inputs::ALLOCATION_FAILS;
use klew_llvm::lower::Alone;
use klew_report::Input;
use klew_report::java::kind_of;
use klew_report::ktest::{KTest, read_ktest};
use klew_report::report::InputSource;
use klew_report::value::{Reading, format_value};

use crate::arguments::ReplayArguments;
use crate::confirm::build::HarnessFiles;
use crate::confirm::sanitizer::Failure;
use crate::confirm::{self, STANDARD_INPUT};
use crate::environment;
use crate::error::UserError;
use crate::findings;
use crate::input_heap::function::DriverText;
use crate::java;
use crate::java::confirm::Thrown;
use crate::output::FUNCTION_WORD;
use crate::process::{Ending, Finished};
use crate::source::{self, Kind, SourceFile, Sources, bits_of};
use crate::watch::{self, Clock};

/// Runs the command.
pub fn run(arguments: &ReplayArguments) -> Result<ExitCode, UserError> {
    let clock = Clock::start(Some(arguments.time));
    watch::listen(|| {});
    let work = tempfile::Builder::new()
        .prefix("klew-")
        .tempdir()
        .map_err(|error| UserError::new(format!("cannot make a temporary folder: {error}")))?;
    let test = read_test(&arguments.test)?;
    let mut sources = Sources::new(&arguments.sources, work.path())?;
    sources.environment = environment::from_words(&test.arguments)?;
    if sources.files.iter().any(|file| file.kind == Kind::Kir) {
        return Err(UserError::new("a .kir program has no native form to run").help(
            "klew check FILE --path DECISIONS follows the path of a finding in klew itself",
        ));
    }
    if sources.is_java() {
        return run_java(arguments, &test, &sources, &clock);
    }
    let driver = driver_of(&arguments.test, &test, &mut sources)?;
    let mut inputs = inputs_of(&test);
    inputs.extend(made_up(&arguments.test));
    let program = source::load(&sources, false, &clock)?.program;
    // LLVM's IR says itself which machine it is for.
    sources.bits = bits_of(program.data_model);
    let externals = findings::externals(&program, &inputs);
    let title = format!("Replay of {}", arguments.test.display());
    let driver = driver.as_ref();
    let files =
        confirm::write_harness(work.path(), &sources, &inputs, &externals, false, &title, driver)
            .map_err(|error| UserError::new(format!("the harness cannot be written: {error}")))?;
    let standard_input = Some(arguments.test.join(STANDARD_INPUT)).filter(|path| path.is_file());
    let files = HarnessFiles { standard_input, ..files };
    let malloc_may_fail = inputs.iter().any(|input| input.name == ALLOCATION_FAILS);
    let (failures, finished) =
        confirm::run_test(&sources, &files, malloc_may_fail, &clock).map_err(UserError::new)?;
    print!("{}", String::from_utf8_lossy(&finished.stdout));
    eprint!("{}", finished.message());
    Ok(conclude(&failures, &finished))
}

/// Runs a test of a Java program in the JVM. Heaps of methods that are analysed alone are in the test's folder
/// only.
fn run_java(
    arguments: &ReplayArguments,
    test: &KTest,
    sources: &Sources,
    clock: &Clock,
) -> Result<ExitCode, UserError> {
    let (program, _) = java::prepare(sources, clock)?;
    let folder = if arguments.test.is_dir() {
        arguments.test.clone()
    } else if program.entry.is_main {
        let folder = sources.work.join("test");
        let title = format!("Replay of {}", arguments.test.display());
        let mut inputs = inputs_of(test);
        for input in inputs.iter_mut().filter(|input| kind_of(&input.name).is_none()) {
            // Asked for by models, not by the program.
            input.source = InputSource::Implicit;
        }
        java::confirm::write_test(&program, &folder, &inputs, None, &title)
            .map_err(|error| UserError::new(format!("the test cannot be written: {error}")))?;
        folder
    } else {
        return Err(UserError::new("a .ktest file does not hold the heap that a method needs")
            .help("give the folder that klew wrote"));
    };
    let finished = java::confirm::run(&program, &folder, clock).map_err(UserError::new)?;
    print!("{}", String::from_utf8_lossy(&finished.stdout));
    eprint!("{}", finished.message());
    if let Some(thrown) = Thrown::of(&finished) {
        println!("klew: the run fails: {}", thrown.how(&program));
        return Ok(ExitCode::from(10));
    }
    Ok(conclude(&[], &finished))
}

fn conclude(failures: &[Failure], finished: &Finished) -> ExitCode {
    if let Some(failure) = failures.first() {
        println!("klew: the run fails: {}", failure.what);
        return ExitCode::from(10);
    }
    let (said, code) = match &finished.ending {
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

fn inputs_of(test: &KTest) -> Vec<Input> {
    let input = |(name, bytes): &(String, Vec<u8>)| Input {
        name: name.clone(),
        value: format_value(bytes, if bytes.len() <= 8 { Reading::Signed } else { Reading::Bytes }),
        bytes: bytes.clone(),
        place: None,
        source: InputSource::Harness,
    };
    test.objects.iter().map(input).collect()
}
