//! Runs findings natively: the program, compiled with sanitizers and a harness that hands it the input,
//! must fail at the finding's place in the finding's way.
//!
//! No single instrumentation sees everything. AddressSanitizer keeps freed memory back for a while, so a
//! program whose error needs an address to be given out again runs a second time without that. Leaks
//! and bad frees are also seen by the harness's own bookkeeping over the C library's allocator.
//!
//! **Invariant**: a finding is confirmed only by a run that showed it. Everything else is a stated reason.

pub mod build;
pub mod compare;
pub mod earlier;
pub mod instrument;
pub mod reach;
pub mod sanitizer;
pub mod visible;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::Duration;

use klew_ir::Property;
use klew_report::harness::{ERROR_CALLS, ExternalFunction, Harness, harness};
use klew_report::outside::Outside;
use klew_report::report::Input;
use klew_report::standard_input::standard_input;
use klew_report::surroundings::moves_files;

use crate::c::sources::Sources;
use crate::confined::{Confinement, Room, StandardInput};
use crate::environment;
use crate::input_heap::function::DriverText;
use crate::process::{self, Allowance, Ending, Finished};
use crate::watch::Clock;
use build::{HarnessFiles, Instrumentation, Recipe};
use compare::Target;
use earlier::{Earlier, Key, Told};
use sanitizer::{Failure, FailureKind};

/// How long one native run may take.
const RUN_TIME: Duration = Duration::from_secs(10);
/// How long compiling may take.
const BUILD_TIME: Duration = Duration::from_secs(60);
const RUN_MEMORY: u64 = 4 << 30;
/// The signal of a bad access.
const SEGV: i32 = 11;
/// The file of a test that has what the program reads on standard input.
pub const STANDARD_INPUT: &str = "stdin";

/// One way to run the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    Sanitizers,
    /// Freed memory may be given out again at once.
    SanitizersWithReuse,
    Fortified,
    Bookkeeping,
    Valgrind,
}

impl Variant {
    fn instrumentation(self) -> Instrumentation {
        match self {
            Variant::Sanitizers | Variant::SanitizersWithReuse => Instrumentation::Sanitizers,
            Variant::Fortified => Instrumentation::Fortified,
            Variant::Bookkeeping => Instrumentation::Bookkeeping,
            Variant::Valgrind => Instrumentation::Plain,
        }
    }

    /// The ways that can show a violation of the property, most telling first.
    fn of(property: Property) -> &'static [Variant] {
        match property {
            Property::MemoryTracked => &[Variant::Sanitizers, Variant::Bookkeeping],
            // Behind a call of what is no code, the sanitizers lose the caller.
            Property::Call => &[Variant::Bookkeeping, Variant::Sanitizers],
            Property::MemoryFreed => &[Variant::Bookkeeping],
            Property::Initialised => &[Variant::Valgrind],
            Property::FloatCast
            | Property::PointerOverflow
            | Property::Alignment
            | Property::BitCount
            | Property::ArrayBound
            | Property::NonNull
            | Property::Abort => &[Variant::Sanitizers],
            Property::ArrayIndex => &[Variant::Sanitizers, Variant::Fortified],
            Property::Dereference => &[Variant::Sanitizers, Variant::SanitizersWithReuse],
            _ => &[Variant::Sanitizers, Variant::SanitizersWithReuse, Variant::Bookkeeping],
        }
    }
}

/// Writes the harness and what belongs to it into the folder.
pub fn write_harness(
    folder: &Path,
    sources: &Sources,
    inputs: &[Input],
    externals: &[ExternalFunction],
    strict: bool,
    title: &str,
    driver: Option<&DriverText>,
) -> std::io::Result<HarnessFiles> {
    fs::create_dir_all(folder)?;
    // Absolute, so that the script that builds and runs it works from anywhere.
    let folder = std::path::absolute(folder)?;
    crate::c::sources::write_headers(&folder)?;
    let surroundings = environment::surroundings(&sources.environment);
    let has_driver = driver.is_some();
    let runtime = None;
    let text =
        harness(&Harness { inputs, externals, strict, title, surroundings, has_driver, runtime });
    let standard_input = match standard_input(inputs) {
        Some(bytes) => {
            let path = folder.join(STANDARD_INPUT);
            fs::write(&path, bytes)?;
            Some(path)
        }
        None => None,
    };
    let files = HarnessFiles {
        moves_files: moves_files(&Outside::of(inputs)),
        standard_input,
        harness: folder.join("harness.c"),
        error_calls: folder.join("error-calls.h"),
        driver: driver.map(|driver| (driver.stands_for, folder.join("driver.c"))),
    };
    if let (Some((_, path)), Some(driver)) = (&files.driver, driver) {
        fs::write(path, &driver.text)?;
    }
    fs::write(&files.harness, text)?;
    fs::write(&files.error_calls, ERROR_CALLS)?;
    Ok(files)
}

/// What runs that did not show a finding say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Nothing: some were cut short, or failed otherwise.
    Nothing,
    /// All that were tried ended, and nothing failed.
    Clean,
    /// None comes there, as there is no stack left before, without sanitizers either.
    Exhausted,
}

/// A finding that was run, and how to run it again.
#[derive(Clone, Debug)]
pub struct Ran {
    /// What was seen, or why it was not.
    pub seen: Result<String, String>,
    /// A shell script that builds and runs it the same way.
    pub script: Option<String>,
    /// What speaks against it where it was not seen.
    pub against: Against,
    /// What the run depends on and the compiled program has not: no run that depends on it shows anything.
    pub missing: Option<String>,
}

impl Ran {
    /// What did not come to a run.
    pub fn not(reason: impl Into<String>) -> Ran {
        let seen = Err(reason.into());
        Ran { seen, script: None, against: Against::Nothing, missing: None }
    }

    /// What was built without something that it depends on, and need not be run.
    fn without(name: String, script: Option<String>) -> Ran {
        let seen = Err(not_part_of_the_program(&name));
        Ran { seen, script, against: Against::Nothing, missing: Some(name) }
    }
}

/// Builds and runs the program with the harness in every way that may show the target, but for what was run earlier.
pub fn confirm(
    sources: &Sources,
    files: &HarnessFiles,
    target: &Target,
    earlier: &Earlier,
    clock: &Clock,
) -> Ran {
    if let Some(name) = earlier.missing(&target.made_up) {
        return Ran::without(name, None);
    }
    let folder = files.harness.parent().unwrap_or(Path::new("."));
    let sources = &instrument::instrumented(sources, folder, clock);
    let compilers = build::compilers(sources);
    if compilers.is_empty() {
        return Ran::not("there is no C compiler for the harness: apt-get install gcc");
    }
    let mut reason = None;
    let mut not_built = None;
    let mut script = None;
    let mut built = Built::default();
    let (mut clean, mut exhausted, mut crashed) = (true, false, false);
    for compiler in &compilers {
        for &variant in Variant::of(target.property) {
            if clock.left(RUN_TIME).is_zero() {
                let reason = "the time was over before it could be run".to_owned();
                return Ran { script, ..Ran::not(reason) };
            }
            let attempt = Attempt { compiler, sources, files, target, variant, earlier, clock };
            let (outcome, commands) = attempt.run(&mut built);
            exhausted |= matches!(outcome, Outcome::Exhausted(_));
            crashed |= matches!(outcome, Outcome::Crashed(_));
            match outcome {
                Outcome::Seen(how) => {
                    let script = Some(commands);
                    let against = Against::Nothing;
                    return Ran { seen: Ok(how), script, against, missing: None };
                }
                Outcome::Without(name) => return Ran::without(name, script.or(Some(commands))),
                Outcome::Clean => {
                    script.get_or_insert(commands);
                    reason = Some(better(reason, DID_NOT_FAIL.to_owned()));
                }
                Outcome::NotSeen(why) | Outcome::Exhausted(why) | Outcome::Crashed(why) => {
                    clean = false;
                    script.get_or_insert(commands);
                    reason = Some(better(reason, why));
                }
                Outcome::NotBuilt(why) => {
                    script.get_or_insert(commands);
                    not_built.get_or_insert(why);
                    break;
                }
            }
        }
        // Another compiler may evaluate in another order, or lay memory out in another way.
    }
    let against = match reason {
        Some(_) if clean => Against::Clean,
        // Sanitizers make frames larger; so it is asked without them as well, where nobody tells why a program crashes.
        Some(_) if exhausted && crashed => Against::Exhausted,
        _ => Against::Nothing,
    };
    let reason = reason.or(not_built).unwrap_or_else(|| "it was not run".to_owned());
    Ran { seen: Err(reason), script, against, missing: None }
}

/// Why a run that depends on such a function or global shows nothing.
pub fn not_part_of_the_program(name: &str) -> String {
    format!("`{name}` is not part of the program, and the run depends on what it does or holds")
}

const DID_NOT_FAIL: &str = "the compiled program did not fail";

/// The reason that says more: what failed otherwise, rather than that nothing failed.
fn better(old: Option<String>, new: String) -> String {
    match old {
        Some(old) if old != DID_NOT_FAIL => old,
        _ => new,
    }
}

enum Outcome {
    Seen(String),
    /// It ran to its end.
    Clean,
    NotSeen(String),
    /// It has no stack left.
    Exhausted(String),
    /// It ended by a bad access that nobody tells of.
    Crashed(String),
    NotBuilt(String),
    /// That is not part of the program, and what is to be seen depends on it.
    Without(String),
}

/// What there is built.
#[derive(Default)]
struct Built {
    /// Of what.
    of: Option<Key>,
    /// Functions that nobody defines.
    stubs: Vec<String>,
}

struct Attempt<'a> {
    compiler: &'a [String],
    sources: &'a Sources,
    files: &'a HarnessFiles,
    target: &'a Target,
    variant: Variant,
    earlier: &'a Earlier,
    clock: &'a Clock,
}

impl Attempt<'_> {
    fn run(&self, built: &mut Built) -> (Outcome, String) {
        let binary = self.binary();
        let recipe = Recipe {
            compiler: self.compiler,
            sources: self.sources,
            files: self.files,
            property: self.target.property,
            instrumentation: self.variant.instrumentation(),
            malloc_may_fail: self.target.malloc_may_fail,
        };
        let mut command = build::command(&recipe, &binary);
        let mut run = run_command((self.variant, self.target.property), &binary, self.files);
        let build_key = Key::of(&command, self.files);
        let mut outcome_of = |run: &RunCommand, is_piped: bool| {
            let key = build_key.as_ref().map(|key| key.run(run, is_piped));
            if let Some(told) = key.as_ref().and_then(|key| self.earlier.find(key)) {
                return self.judge(&told);
            }
            // The variants with and without reuse of memory are one binary.
            if built.of.is_none() || built.of != build_key {
                built.of = None;
                let time = self.clock.left(BUILD_TIME);
                match build::build(&mut command, self.sources, time) {
                    Ok(names) => {
                        self.earlier.note_missing(&names);
                        *built = Built { of: build_key.clone(), stubs: names };
                    }
                    Err(why) => return Outcome::NotBuilt(why),
                }
            }
            let stubs = &built.stubs;
            if let Some(name) = self.target.made_up.iter().find(|name| stubs.contains(name)) {
                return Outcome::Without(name.clone());
            }
            match self.told(run, is_piped, &binary) {
                Err(why) => Outcome::NotSeen(why),
                Ok(told) => {
                    // What stands in for functions that nobody defines is written where it is built.
                    if let Some(key) = key.filter(|_| stubs.is_empty()) {
                        self.earlier.keep(key, &told);
                    }
                    self.judge(&told)
                }
            }
        };
        let outcome = match outcome_of(&run, false) {
            // Quick traces end in libraries without frame pointers.
            Outcome::NotSeen(why) if self.target.property == Property::MemoryTracked => {
                run.trace_whole_stacks();
                match outcome_of(&run, false) {
                    outcome @ Outcome::Seen(_) => outcome,
                    _ => Outcome::NotSeen(why),
                }
            }
            outcome => outcome,
        };
        let outcome = match outcome {
            outcome @ (Outcome::NotSeen(_) | Outcome::Clean) if run.standard_input.is_some() => {
                match outcome_of(&run, true) {
                    Outcome::Seen(how) => {
                        Outcome::Seen(format!("{how} (standard input is a pipe)"))
                    }
                    _ => outcome,
                }
            }
            outcome => outcome,
        };
        (outcome, script(&command, &run))
    }

    /// Runs what was built.
    fn told(&self, run: &RunCommand, is_piped: bool, binary: &Path) -> Result<Rc<Told>, String> {
        let time = self.clock.left(RUN_TIME);
        let allowance = Allowance { time, memory: RUN_MEMORY, output: 1 << 20 };
        let confinement = &self.sources.confinement;
        let finished = match &run.standard_input {
            Some(path) if is_piped => run.run_from_pipe(path, confinement, allowance),
            _ => run.run(confinement, allowance),
        };
        let finished =
            finished.map_err(|error| format!("{} cannot be run: {error}", run.words[0]))?;
        let mut failures = sanitizer::parse(&finished.message());
        resolve_addresses(&mut failures, binary);
        Ok(Rc::new(Told { finished, failures }))
    }

    fn binary(&self) -> PathBuf {
        let name = match self.variant.instrumentation() {
            Instrumentation::Sanitizers => "run-sanitizers",
            Instrumentation::Fortified => "run-fortified",
            Instrumentation::Bookkeeping => "run-bookkeeping",
            Instrumentation::Plain => "run-plain",
        };
        let folder = self.files.harness.parent().unwrap_or(Path::new("."));
        folder.join(name)
    }

    fn judge(&self, told: &Told) -> Outcome {
        let Told { finished, failures } = told;
        match compare::compare(self.target, failures) {
            Ok(how) => Outcome::Seen(how),
            Err(instead) if failures.iter().any(|it| it.kind == FailureKind::Exhausted) => {
                Outcome::Exhausted(instead)
            }
            Err(instead) if !failures.is_empty() => Outcome::NotSeen(instead),
            Err(_) => match (stop_reason(finished), &finished.ending) {
                (Some(why), Ending::Signal(SEGV)) => Outcome::Crashed(why),
                (why, _) => why.map_or(Outcome::Clean, Outcome::NotSeen),
            },
        }
    }
}

/// Why a run ended early, if it did.
fn stop_reason(finished: &Finished) -> Option<String> {
    Some(match finished.ending {
        Ending::Exit(77) => "an assumption does not hold in the compiled program".to_owned(),
        Ending::Exit(78) => format!(
            "the compiled program asks for other inputs: {}",
            finished.message().lines().last().unwrap_or_default()
        ),
        Ending::TimeLimit => "the compiled program did not end in time".to_owned(),
        Ending::MemoryLimit => "the compiled program took too much memory".to_owned(),
        Ending::ProcessLimit => "the compiled program started too many processes".to_owned(),
        Ending::DiskLimit => "the compiled program wrote too much".to_owned(),
        Ending::Interrupted => "interrupted".to_owned(),
        Ending::Signal(signal) => {
            format!("the compiled program ended by signal {signal} without a report")
        }
        Ending::Exit(_) => return None,
    })
}

/// A command with its environment.
pub struct RunCommand {
    /// Variables.
    pub environment: Vec<(&'static str, String)>,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Where it runs, made anew, below the folder of the test: the harness puts the program's files there, and it may write some.
    pub folder: PathBuf,
    /// What it reads on standard input; else that is empty.
    pub standard_input: Option<PathBuf>,
}

impl RunCommand {
    /// Lets the sanitizer trace each allocation through all of its callers, which takes longer.
    fn trace_whole_stacks(&mut self) {
        for (name, value) in &mut self.environment {
            if *name == "ASAN_OPTIONS" {
                value.push_str(":fast_unwind_on_malloc=0");
            }
        }
    }

    /// Runs it.
    ///
    /// # Errors
    /// The program cannot be started, or its standard input not be opened.
    pub fn run(
        &self,
        confinement: &Confinement,
        allowance: Allowance,
    ) -> std::io::Result<Finished> {
        let input = self.standard_input.as_deref();
        let input = input.map_or(StandardInput::Empty, StandardInput::File);
        self.run_with(input, confinement, allowance)
    }

    /// Runs it with its standard input from a pipe, which is no file: it has no size and no places.
    ///
    /// # Errors
    /// The program cannot be started, or its standard input not be read.
    fn run_from_pipe(
        &self,
        path: &Path,
        confinement: &Confinement,
        allowance: Allowance,
    ) -> std::io::Result<Finished> {
        let bytes = fs::read(path)?;
        let (reader, mut writer) = std::io::pipe()?;
        // The program may end before it has read all of it.
        std::thread::spawn(move || {
            let _ = writer.write_all(&bytes);
        });
        self.run_with(StandardInput::Stream(reader.into()), confinement, allowance)
    }

    fn run_with(
        &self,
        input: StandardInput<'_>,
        confinement: &Confinement,
        allowance: Allowance,
    ) -> std::io::Result<Finished> {
        // What an earlier run wrote is no input.
        let _ = fs::remove_dir_all(&self.folder);
        let mut room = Room::new(&self.folder);
        if let Some(test) = self.folder.parent() {
            room = room.reading(test);
        }
        confinement.run(&self.to_command(), input, &room, allowance)
    }

    fn to_command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).env("LC_ALL", "C");
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }
}

fn run_command(
    (variant, property): (Variant, Property),
    binary: &Path,
    files: &HarnessFiles,
) -> RunCommand {
    let leaks = u8::from(property == Property::MemoryTracked);
    let mut options = format!(
        "detect_leaks={leaks}:handle_abort=1:handle_sigfpe=1:handle_sigill=1:color=never:\
         detect_stack_use_after_return=1:allocator_may_return_null=1:alloc_dealloc_mismatch=0:\
         exitcode=99"
    );
    if variant == Variant::SanitizersWithReuse {
        options.push_str(":quarantine_size_mb=0:thread_local_quarantine_size_kb=0");
    }
    let mut words = Vec::new();
    if variant == Variant::Valgrind {
        words.extend(["valgrind", "--quiet", "--error-exitcode=99"].map(str::to_owned));
    }
    words.push(binary.display().to_string());
    let undefined = "print_stacktrace=0:color=never".to_owned();
    let environment = vec![("ASAN_OPTIONS", options), ("UBSAN_OPTIONS", undefined)];
    let folder = binary.with_file_name("files");
    let standard_input = files.standard_input.clone();
    RunCommand { environment, words, folder, standard_input }
}

/// The native run of a test, for people to see: the sanitizers' report, whatever it is.
pub fn run_test(
    sources: &Sources,
    files: &HarnessFiles,
    malloc_may_fail: bool,
    clock: &Clock,
) -> Result<(Vec<Failure>, Finished), String> {
    let compilers = build::compilers(sources);
    let mut reason = "there is no C compiler for the harness: apt-get install gcc".to_owned();
    let binary = files.harness.with_file_name("run-sanitizers");
    for compiler in &compilers {
        let recipe = Recipe {
            compiler,
            sources,
            files,
            property: Property::SignedOverflow,
            instrumentation: Instrumentation::Sanitizers,
            malloc_may_fail,
        };
        let mut command = build::command(&recipe, &binary);
        match build::build(&mut command, sources, clock.left(BUILD_TIME)) {
            Ok(_) => {
                let run =
                    run_command((Variant::Sanitizers, Property::MemoryTracked), &binary, files);
                let time = clock.left(Duration::from_secs(3600));
                let allowance = Allowance { time, memory: RUN_MEMORY, output: 1 << 20 };
                let finished = run
                    .run(&sources.confinement, allowance)
                    .map_err(|error| format!("the compiled program cannot be run: {error}"))?;
                return Ok((sanitizer::parse(&finished.message()), finished));
            }
            Err(why) => reason = why,
        }
    }
    Err(reason)
}

/// Gives failures that only have a return address the frame of the call.
fn resolve_addresses(failures: &mut [Failure], binary: &Path) {
    for failure in failures {
        if !failure.frames.is_empty() {
            continue;
        }
        let Some(address) = failure.address.as_deref().and_then(|text| text.strip_prefix("0x"))
        else {
            continue;
        };
        let Ok(address) = u64::from_str_radix(address, 16) else { continue };
        // The call ends where it returns to; one byte back is within it.
        let address = format!("0x{:x}", address.saturating_sub(1));
        let allowance =
            Allowance { time: Duration::from_secs(5), memory: u64::MAX, output: 1 << 16 };
        let mut command = Command::new("addr2line");
        command.args(["-f", "-e"]).arg(binary).arg(address);
        let Ok(finished) = process::run_tool(&mut command, allowance) else { continue };
        let text = String::from_utf8_lossy(&finished.stdout).into_owned();
        let mut lines = text.lines();
        let function = lines.next().unwrap_or_default().to_owned();
        let place = lines.next().unwrap_or_default();
        let place = place.split(" (").next().unwrap_or(place);
        if let Some((file, line)) = place.rsplit_once(':') {
            let line = line.parse().unwrap_or(0);
            failure.frames.push(sanitizer::TraceFrame { function, file: file.to_owned(), line });
        }
    }
}

fn script(build: &[String], run: &RunCommand) -> String {
    let quote =
        |words: &[String]| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let mut text =
        String::from("#!/bin/sh\n# Builds the program with this input and runs it.\nset -e\n");
    text.push_str(&quote(build));
    text.push('\n');
    for (name, value) in &run.environment {
        text.push_str(&format!("export {name}={}\n", quoted(value)));
    }
    let folder = quoted(&run.folder.display().to_string());
    text.push_str(&format!("rm -rf {folder}\nmkdir -p {folder}\ncd {folder}\n"));
    text.push_str(&format!("exec {}", quote(&run.words)));
    if let Some(path) = &run.standard_input {
        text.push_str(&format!(" < {}", quoted(&path.display().to_string())));
    }
    text.push('\n');
    text
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
