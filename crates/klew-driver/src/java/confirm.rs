//! Runs findings in the JVM: the program, with classes that hand out the recorded input, must throw what the
//! finding says.
//!
//! **Invariant**: a finding is confirmed only by a run that showed it. Everything else is a stated reason.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use klew_engine::Witness;
use klew_forward::Replay;
use klew_ir::{Program, Property, SourceType};
use klew_report::java::{
    ASSUMPTION, CLASSES, Call, OTHER_INPUT, REPRODUCTION, REPRODUCTION_TEST, RUN, RUNTIME, TAPE,
    TOLD, UNCAUGHT, reproduction, reproduction_test, tape,
};
use klew_report::standard_input::standard_input;
use klew_report::value::one_line;
use klew_report::{FindingReport, Frame, Input, InputHeap, Place};

use super::javac::Compilation;
use super::machine::{QUICK, RUN_MEMORY, RUN_OPTIONS, RUN_TIME, joined};
use super::script::script;
use super::story::story;
use super::{JavaProgram, surroundings, write_runtime};
use crate::confined::{Room, StandardInput};
use crate::confirm::STANDARD_INPUT;
use crate::process::{Allowance, Ending, Finished};
use crate::watch::Clock;
use klew_jvm::summary::parameters;

/// Writes a test into the folder: the recorded input, the classes that hand it out, and for a method that is
/// analysed alone the class that builds its heap. Gives the script that runs it.
pub fn write_test(
    program: &JavaProgram,
    folder: &Path,
    inputs: &[Input],
    heap: Option<&InputHeap>,
    title: &str,
) -> std::io::Result<String> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(TAPE), tape(inputs))?;
    let given = standard_input(inputs).map(|mut bytes| {
        // What the run did not read is there all the same.
        let size = program.standard_input.and_then(|size| usize::try_from(size).ok());
        bytes.resize(bytes.len().max(size.unwrap_or(0)), 0);
        bytes
    });
    surroundings::replace(&folder.join(STANDARD_INPUT), given.as_deref())?;
    surroundings::write(folder, inputs)?;
    write_runtime(folder)?;
    let mut files: Vec<&str> = RUNTIME.iter().map(|(name, _)| *name).collect();
    let reproduction_file = format!("{REPRODUCTION}.java");
    if !program.entry.is_main {
        let none = InputHeap::default();
        let text = reproduction(&call(program), heap.unwrap_or(&none), title);
        fs::write(folder.join(&reproduction_file), text)?;
        let test = reproduction_test(title);
        fs::write(folder.join(format!("{REPRODUCTION_TEST}.java")), test)?;
        files.push(&reproduction_file);
    }
    Ok(script(program, folder, &main_class(program), &files))
}

/// The method as classes that call it name it.
pub fn call(program: &JavaProgram) -> Call {
    let entry = &program.entry;
    Call {
        class: entry.class.clone(),
        method: entry.method.clone(),
        parameters: parameters(&entry.descriptor).unwrap_or_default(),
        is_static: entry.is_static,
    }
}

/// The class that [`RUN`] runs.
pub fn main_class(program: &JavaProgram) -> String {
    if program.entry.is_main {
        program.entry.class.replace('/', ".")
    } else {
        REPRODUCTION.to_owned()
    }
}

/// Compiles and runs a test; `exception` is the class that has to escape, if it is known. If it shows the finding, the finding's place and stack become those of the run.
pub fn confirm(
    program: &JavaProgram,
    folder: &Path,
    (property, exception): (Property, Option<&str>),
    report: &mut FindingReport,
    clock: &Clock,
) -> Result<String, NotSeen> {
    let finished = run(program, folder, clock).map_err(NotSeen::NotRun)?;
    if finished.ending == Ending::TimeLimit && is_exhausted(program, folder, clock) {
        let reason = "the program exhausts the stack of a JVM: java.lang.StackOverflowError";
        return Err(NotSeen::Otherwise(reason.to_owned()));
    }
    let thrown = Thrown::of(&finished).ok_or_else(|| not_thrown(&finished))?;
    if !thrown.fits(property, exception) {
        let reason = format!("the program failed otherwise in the JVM: {}", thrown.shown());
        return Err(NotSeen::Otherwise(reason));
    }
    thrown.tell(program, report);
    Ok(thrown.how(program))
}

/// Why a run did not show a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSeen {
    /// There was no run, or it was cut short.
    NotRun(String),
    /// It did something else.
    Otherwise(String),
}

impl NotSeen {
    /// In words.
    pub fn into_reason(self) -> String {
        match self {
            NotSeen::NotRun(reason) | NotSeen::Otherwise(reason) => reason,
        }
    }
}

/// Compiles a test; the class path of its run.
pub fn compiled(
    program: &JavaProgram,
    folder: &Path,
    clock: &Clock,
) -> Result<Vec<PathBuf>, String> {
    if clock.left(RUN_TIME).is_zero() {
        return Err("the time was over before it could be run".to_owned());
    }
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let own = (!program.entry.is_main).then(|| folder.join(format!("{REPRODUCTION}.java")));
    let mut paths = vec![folder.clone(), runtime_classes(program)?];
    if let Some(own) = own {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let to = program.work.join(format!("reproduction-{name}"));
        compile(program, vec![own], &to, clock)?;
        paths.insert(0, to);
    }
    paths.extend(program.run_path());
    Ok(paths)
}

/// The jar of what does not depend on the finding.
pub fn runtime_classes(program: &JavaProgram) -> Result<PathBuf, String> {
    let jar = program.work.join("klew-runtime.jar");
    if !jar.is_file() {
        fs::write(&jar, CLASSES).map_err(|error| format!("{}: {error}", jar.display()))?;
    }
    Ok(jar)
}

/// Whether a test has no stack left in a JVM as it is started usually. A large stack is not exhausted in time by recursion that also computes much.
fn is_exhausted(program: &JavaProgram, folder: &Path, clock: &Clock) -> bool {
    let finished = run_with(program, folder, (&RUN_OPTIONS, clock));
    let thrown = finished.ok().as_ref().and_then(Thrown::of);
    thrown.is_some_and(|thrown| thrown.class() == "java.lang.StackOverflowError")
}

/// The run of a test, for whoever wants to see all of it.
pub fn run(program: &JavaProgram, folder: &Path, clock: &Clock) -> Result<Finished, String> {
    run_with(program, folder, (&program.run_options(), clock))
}

fn run_with(
    program: &JavaProgram,
    folder: &Path,
    (options, clock): (&[&'static str], &Clock),
) -> Result<Finished, String> {
    let paths = compiled(program, folder, clock)?;
    let mut command = Command::new(program.jdk.java());
    command.args(QUICK).args(options).arg("-cp").arg(joined(&paths));
    command.arg(RUN).arg(main_class(program));
    command.env("LC_ALL", "C.UTF-8").env_remove("JAVA_TOOL_OPTIONS");
    surroundings::prepare(&mut command, folder);
    let allowance = Allowance { time: clock.left(RUN_TIME), memory: RUN_MEMORY, output: 1 << 20 };
    let room = room(program, &paths).reading(folder);
    program
        .confinement
        .run(&command, StandardInput::Empty, &room, allowance)
        .map_err(|error| format!("{} cannot be run: {error}", program.jdk.java().display()))
}

/// Where runs of the program are: it may read those folders and jars, and the JDK.
pub fn room(program: &JavaProgram, class_path: &[PathBuf]) -> Room {
    let room = Room::new(program.work.join("files")).reading(&program.jdk.home);
    class_path.iter().fold(room, |room, path| room.reading(path))
}

fn compile(
    program: &JavaProgram,
    files: Vec<PathBuf>,
    to: &Path,
    clock: &Clock,
) -> Result<(), String> {
    let mut class_path = vec![runtime_classes(program)?];
    class_path.extend(program.run_path());
    let compilation = Compilation { files, to: to.to_owned(), class_path, source_path: Vec::new() };
    compilation.run(&program.jdk, clock).map_err(|error| {
        let mut lines = error.message.lines();
        let first = lines.next().unwrap_or_default();
        let detail = lines.next().unwrap_or_default();
        format!("the test could not be compiled: {first} {detail}")
    })
}

/// Why a run that threw nothing did not show a finding.
pub fn not_thrown(finished: &Finished) -> NotSeen {
    let said = finished.message();
    let last = said.lines().rfind(|line| line.starts_with("klew")).unwrap_or_default();
    let reason = match finished.ending {
        Ending::Exit(ASSUMPTION) => "an assumption does not hold in the JVM".to_owned(),
        Ending::Exit(OTHER_INPUT) => {
            format!("the program asks for other inputs in the JVM: {last}")
        }
        Ending::TimeLimit => "the program did not end in time in the JVM".to_owned(),
        Ending::MemoryLimit => "the program took too much memory in the JVM".to_owned(),
        Ending::ProcessLimit => "the program started too many threads in the JVM".to_owned(),
        Ending::DiskLimit => "the program wrote too much in the JVM".to_owned(),
        Ending::Interrupted => "interrupted".to_owned(),
        Ending::Signal(signal) => format!("the JVM ended by signal {signal}"),
        Ending::Exit(0) => "the program ended in the JVM without an exception".to_owned(),
        Ending::Exit(code) => {
            format!("the program ended in the JVM with exit status {code} {last}")
        }
    };
    match finished.ending {
        Ending::Exit(0 | ASSUMPTION | OTHER_INPUT) => NotSeen::Otherwise(reason),
        _ => NotSeen::NotRun(reason),
    }
}

/// What a run threw, as `KlewRun` tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thrown {
    /// Its class, and those above it.
    classes: Vec<String>,
    /// The class of its cause, where a static initialiser failed.
    cause: Option<String>,
    /// File, line, class, method.
    frames: Vec<(String, u32, String, String)>,
    message: Option<String>,
}

impl Thrown {
    /// What the run threw, if it threw something.
    pub fn of(finished: &Finished) -> Option<Thrown> {
        if finished.ending != Ending::Exit(UNCAUGHT) {
            return None;
        }
        let mut thrown = Thrown::default();
        for line in finished.message().lines() {
            let Some((word, rest)) = line.strip_prefix(TOLD).and_then(|told| told.split_once(' '))
            else {
                continue;
            };
            match word {
                "is" => thrown.classes.push(rest.to_owned()),
                "cause" => thrown.cause = Some(rest.to_owned()),
                "at" => thrown.frames.extend(frame(rest)),
                "message" => thrown.message = Some(rest.to_owned()),
                _ => {}
            }
        }
        (!thrown.classes.is_empty()).then_some(thrown)
    }

    fn class(&self) -> &str {
        self.classes.first().map_or("", String::as_str)
    }

    fn fits(&self, property: Property, exception: Option<&str>) -> bool {
        let assertion = self.classes.iter().any(|class| class == "java.lang.AssertionError");
        match property {
            Property::Assertion => assertion,
            Property::UncaughtException => {
                !assertion && exception.is_none_or(|class| class == self.class())
            }
            _ => false,
        }
    }

    /// Class and message.
    pub fn shown(&self) -> String {
        let cause =
            self.cause.as_ref().map_or(String::new(), |cause| format!(", caused by {cause}"));
        match &self.message {
            Some(message) => format!("{}: {message}{cause}", self.class()),
            None => format!("{}{cause}", self.class()),
        }
    }

    fn own_frames<'t>(
        &'t self,
        program: &'t JavaProgram,
    ) -> impl Iterator<Item = &'t (String, u32, String, String)> {
        self.frames.iter().filter(|(_, line, class, _)| *line > 0 && program.is_own(class))
    }

    /// What was seen.
    pub fn how(&self, program: &JavaProgram) -> String {
        let place = self
            .own_frames(program)
            .next()
            .map_or(String::new(), |(file, line, ..)| format!(" at {file}:{line}"));
        format!("the JVM throws {}{place}", self.class())
    }

    /// Gives the finding the place, the stack and the message of the run.
    fn tell(&self, program: &JavaProgram, report: &mut FindingReport) {
        let stack: Vec<Frame> = self
            .own_frames(program)
            .map(|(file, line, class, method)| {
                let file = program.sources.of_class(class, file).unwrap_or_else(|| file.clone());
                let place = Some(Place { file, line: *line, column: 0 });
                Frame { function: format!("{class}.{method}"), place }
            })
            .collect();
        if let Some(first) = stack.first() {
            report.place.clone_from(&first.place);
            report.stack = stack;
        }
        report.message = match (&self.message, report.property == Property::Assertion.name()) {
            (Some(message), true) => format!("assertion failed: {message}"),
            (None, true) => "assertion failed".to_owned(),
            (_, false) => format!("uncaught {}", self.shown()),
        };
        report.message = one_line(&report.message);
    }
}

/// Gives a finding what klew's own execution of it tells: where inputs were asked for and, unless a run in the
/// JVM told it, where the exception was thrown.
pub fn tell_story(
    program: &Program,
    java: &JavaProgram,
    witness: &Witness,
    replay: &Replay,
    report: &mut FindingReport,
) {
    let class = match witness.property {
        Property::Assertion => "java.lang.AssertionError",
        _ => escaping(program, witness).unwrap_or_default(),
    };
    let story = story(program, java, replay, class);
    for (input, place) in report.input.iter_mut().zip(story.inputs) {
        input.place = place;
    }
    if report.confirmation.name() == "confirmed" {
        return;
    }
    if witness.property == Property::Assertion {
        // The front end says which class of exceptions it is.
        report.message = "assertion failed".to_owned();
    }
    if let Some(first) = story.stack.first() {
        report.place.clone_from(&first.place);
        report.stack = story.stack;
    }
}

/// The class of the exception that a finding lets escape.
pub fn escaping<'p>(program: &'p Program, witness: &Witness) -> Option<&'p str> {
    match program.source_types().get(witness.exception?) {
        SourceType::Record { name, .. } => Some(name),
        _ => None,
    }
}

/// `Main.java:12 pkg.Main.f`.
fn frame(text: &str) -> Option<(String, u32, String, String)> {
    let (place, name) = text.split_once(' ')?;
    let (file, line) = place.rsplit_once(':')?;
    let (class, method) = name.rsplit_once('.')?;
    // Lines of native methods are negative.
    Some((file.to_owned(), line.parse().unwrap_or(0), class.to_owned(), method.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_run_tells() {
        let stderr = "text of the program\n\nklew-run: is p.Odd\nklew-run: is java.lang.RuntimeException\n\
                      klew-run: at Main.java:12 p.Main.f\nklew-run: at null:-1 X.g\nklew-run: message a b\n";
        let finished = |code| Finished {
            ending: Ending::Exit(code),
            stdout: Vec::new(),
            stderr: stderr.into(),
        };
        let thrown = Thrown::of(&finished(UNCAUGHT)).unwrap();
        assert_eq!(thrown.shown(), "p.Odd: a b");
        let frames: Vec<_> =
            thrown.frames.iter().map(|(_, line, class, _)| (*line, class.as_str())).collect();
        assert_eq!(frames, [(12, "p.Main"), (0, "X")]);
        assert_eq!(Thrown::of(&finished(0)), None);
    }
}
