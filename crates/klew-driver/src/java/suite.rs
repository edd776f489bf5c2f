//! Suites of Java methods alone: the JVM runs all inputs in classes of their own, instrumented by JaCoCo where that is installed,
//! and tells what is seen; tests are classes of JUnit 5.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use klew_report::java::{Call, MEASURE, RUNTIME, SEE, WrittenTest, seeing, test_class};
use klew_report::suite::{Coverage, LineCoverage};
use klew_report::{HeapObject, InputHeap};

use super::confirm::{call, room};
use super::javac::Compilation;
use super::machine::{QUICK, RUN_MEMORY, joined};
use super::{JavaProgram, write_runtime};
use crate::confined::{StandardInput, left_behind};
use crate::error::UserError;
use crate::process::{self, Allowance, Ending};
use crate::suite::bench::{Bench, Ended, NamedTest, Observation};
use crate::suite::candidate::Candidate;
use crate::suite::scope::Functions;
use crate::suite::way_to;
use crate::watch::Clock;

/// The class with all inputs.
const INPUTS: &str = "KlewInputs";
/// Where Debian has JaCoCo and what it needs.
const JACOCO: [&str; 5] = ["org.jacoco.core", "asm", "asm-tree", "asm-commons", "asm-analysis"];
/// The folder where runs write down what they saw.
const SEEN: &str = "seen";
const LIBRARIES: &str = "/usr/share/java";
/// Exceptions by which the JVM says that a program is wrong.
const DEFECTS: [&str; 10] = [
    "java.lang.NullPointerException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.StringIndexOutOfBoundsException",
    "java.lang.IndexOutOfBoundsException",
    "java.lang.ArithmeticException",
    "java.lang.ClassCastException",
    "java.lang.NegativeArraySizeException",
    "java.lang.ArrayStoreException",
    "java.lang.AssertionError",
    "java.lang.StackOverflowError",
];

/// HotSpot draws hash codes of objects anew each time, but from the same beginning.
const OTHER_HASHES: [&str; 3] =
    ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=0"];

/// What was seen of an input.
#[derive(Clone, Debug, Default)]
struct Seen {
    assertions: Vec<String>,
    keys: Vec<String>,
    throws: Option<String>,
    ended: Option<Ended>,
}

/// The bench.
pub struct JavaBench<'b> {
    program: &'b JavaProgram,
    functions: Functions,
    folder: PathBuf,
    jacoco: Result<Vec<PathBuf>, String>,
    seen: Vec<Seen>,
    /// Whether the inputs are run again, to see what stays.
    is_again: bool,
}

/// The jars of JaCoCo, or how they are had.
fn jacoco() -> Result<Vec<PathBuf>, String> {
    let jars: Vec<PathBuf> =
        JACOCO.iter().map(|name| Path::new(LIBRARIES).join(format!("{name}.jar"))).collect();
    match jars.iter().all(|jar| jar.is_file()) {
        true => Ok(jars),
        false => Err("JaCoCo is not installed: apt-get install libjacoco-java".to_owned()),
    }
}

impl<'b> JavaBench<'b> {
    /// Of a method.
    ///
    /// # Errors
    /// It is a whole program.
    pub fn new(
        program: &'b JavaProgram,
        functions: &Functions,
    ) -> Result<JavaBench<'b>, UserError> {
        if program.entry.is_main {
            return Err(UserError::new("klew test makes suites for Java methods, and this is a whole program")
                .help("--entry Class.method says for which; klew check --tests writes the inputs of a program's paths"));
        }
        let folder = program.work.join("suite");
        let (functions, jacoco) = (functions.clone(), jacoco());
        Ok(JavaBench { program, functions, folder, jacoco, seen: Vec::new(), is_again: false })
    }

    fn is_void(&self) -> bool {
        let entry = &self.program.entry;
        entry.descriptor.ends_with(")V") && entry.method != "<init>"
    }

    fn call(&self) -> Call {
        call(self.program)
    }

    /// Folders of the program's own classes.
    fn own(&self) -> Vec<PathBuf> {
        self.program.run_path()
    }

    /// Writes and compiles the inputs and what runs them.
    fn compile(&self, candidates: &[Candidate], clock: &Clock) -> Result<(), String> {
        let none = InputHeap::default();
        let heaps: Vec<&InputHeap> =
            candidates.iter().map(|one| small_heap(one).unwrap_or(&none)).collect();
        let text = seeing(INPUTS, &self.call(), self.is_void(), &heaps);
        let sources = self.folder.join("sources");
        let written = || -> std::io::Result<Vec<PathBuf>> {
            write_runtime(&sources)?;
            let own = format!("{INPUTS}.java");
            let measures = self.jacoco.is_ok().then_some(MEASURE);
            let more = SEE.iter().copied().chain(measures).chain([(&own[..], &text[..])]);
            let mut files = vec![sources.join("KlewHeap.java")];
            for (name, text) in more {
                fs::write(sources.join(name), text)?;
                files.push(sources.join(name));
            }
            Ok(files)
        };
        let files = written().map_err(|error| error.to_string())?;
        let mut class_path = self.own();
        class_path.extend(self.jacoco.iter().flatten().cloned());
        let compilation = Compilation {
            files,
            to: self.folder.join("classes"),
            class_path,
            source_path: vec![sources],
        };
        compilation.run(&self.program.jdk, clock).map_err(|error| error.message)
    }

    fn java(
        &self,
        class: &str,
        words: &[String],
        time: Duration,
    ) -> Result<process::Finished, String> {
        let mut class_path = vec![self.folder.join("classes")];
        class_path.extend(self.jacoco.iter().flatten().cloned());
        class_path.extend(self.own());
        let mut command = Command::new(self.program.jdk.java());
        command
            .args(QUICK)
            .args(if self.is_again { &OTHER_HASHES[..] } else { &[] })
            .args(self.program.run_options())
            .arg("-cp")
            .arg(joined(&class_path))
            .arg(class);
        command.args(words).env("LC_ALL", "C.UTF-8").env_remove("JAVA_TOOL_OPTIONS");
        let allowance = Allowance { time, memory: RUN_MEMORY, output: 16 << 20 };
        let room =
            room(self.program, &class_path).reading(&self.folder).writing(self.folder.join(SEEN));
        self.program
            .confinement
            .run(&command, StandardInput::Empty, &room, allowance)
            .map_err(|error| format!("java cannot be run: {error}"))
    }

    /// Runs all inputs, as far as there is time.
    fn see(&mut self, count: usize, clock: &Clock) -> Result<(), String> {
        self.seen = vec![Seen::default(); count];
        let mut next = 0;
        while next < count && !clock.left(Duration::from_secs(1)).is_zero() {
            next = self.run(next, count, clock)?;
        }
        Ok(())
    }

    /// Runs the inputs from that one on, until the virtual machine ends; gives the next one.
    fn run(&mut self, first: usize, count: usize, clock: &Clock) -> Result<usize, String> {
        let out = self.folder.join(SEEN).join("seen");
        let mut path = vec![self.folder.join("classes")];
        path.extend(self.own());
        let words = [
            INPUTS.to_owned(),
            count.to_string(),
            first.to_string(),
            out.display().to_string(),
            joined(&path),
        ];
        let finished = self.java("KlewSee", &words, clock.left(Duration::from_secs(300)))?;
        let text = left_behind(&out);
        let next = read(&text, &mut self.seen);
        if finished.ending == Ending::Exit(0) && next == count {
            return Ok(count);
        }
        if next < first || text.is_empty() {
            return Err(format!(
                "the JVM ended: {}",
                finished.message().lines().next().unwrap_or_default()
            ));
        }
        // The one that was under way ended the virtual machine.
        if let Some(seen) = self.seen.get_mut(next) {
            seen.ended = Some(Ended::Unusable("it ends the virtual machine".to_owned()));
        }
        Ok(next + 1)
    }
}

/// Takes what `KlewSee` wrote; gives the first input that was not done.
fn read(text: &str, all: &mut [Seen]) -> usize {
    let (mut at, mut next) = (0, 0);
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "T" {
            at = rest.parse().unwrap_or(usize::MAX);
            next = at;
        }
        let Some(seen) = all.get_mut(at) else { continue };
        match word {
            "T" => *seen = Seen::default(),
            "A" => seen.assertions.push(rest.to_owned()),
            "K" => seen.keys.push(rest.to_owned()),
            "X" => end(seen, rest),
            "D" => next = at + 1,
            _ => {}
        }
    }
    next
}

/// Forgets what was otherwise when the input was run again, as clocks, random numbers and hash codes of objects are.
fn keep_what_stays(seen: &mut Seen, again: &Seen) {
    match (&seen.ended, &again.ended) {
        (Some(Ended::Well), Some(Ended::Well))
        | (Some(Ended::Failed(_)), Some(Ended::Failed(_)))
            if seen.throws == again.throws =>
        {
            seen.assertions.retain(|assertion| again.assertions.contains(assertion));
        }
        // There was no time for it.
        (_, None | Some(Ended::Unusable(_))) | (None | Some(Ended::Unusable(_)), _) => {}
        _ => {
            seen.ended = Some(Ended::Unusable("it ends otherwise when it is run again".to_owned()))
        }
    }
}

/// So many fields and elements are written into a method: each is some bytes of the 64 KiB that it may have.
const MOST_FIELDS: usize = 1_000;

/// Longer texts are no constants of a class.
const MOST_CHARACTERS: u64 = 20_000;

/// Whether constants are made of such arrays.
fn is_text(type_name: &str) -> bool {
    matches!(type_name, "char[]" | "byte[]" | "java.lang.String")
}

/// The objects that a run finds, if a test can be written of them.
fn small_heap(candidate: &Candidate) -> Option<&InputHeap> {
    let fields = |heap: &InputHeap| heap.objects.iter().map(|one| one.fields.len()).sum::<usize>();
    let is_long = |heap: &InputHeap| {
        let length = |one: &HeapObject| one.length.unwrap_or(0).max(one.size);
        heap.objects.iter().any(|one| is_text(&one.type_name) && length(one) > MOST_CHARACTERS)
    };
    candidate.heap.as_ref().filter(|heap| fields(heap) <= MOST_FIELDS && !is_long(heap))
}

fn end(seen: &mut Seen, text: &str) {
    let words: Vec<&str> = text.splitn(5, ' ').collect();
    seen.ended = Some(match words.as_slice() {
        ["well"] => Ended::Well,
        ["endless"] => Ended::Failed("it does not end within 2 s".to_owned()),
        ["thrown", class, in_program, place, message] => {
            seen.throws = Some((*class).to_owned());
            seen.assertions.clear();
            // The JVM throws it, or the program's own `assert`.
            let message = if *message == "null" { String::new() } else { format!(": {message}") };
            match DEFECTS.contains(class) && (*in_program == "true") {
                true => Ended::Failed(format!("{class} at {place}{message}")),
                false => Ended::Well,
            }
        }
        _ => Ended::Unusable(text.trim_start_matches("unusable ").to_owned()),
    });
}

impl Bench for JavaBench<'_> {
    fn observe(
        &mut self,
        candidates: &[Candidate],
        clock: &Clock,
    ) -> Result<Vec<Observation>, UserError> {
        self.compile(candidates, clock).map_err(|why| {
            UserError::new(format!(
                "the inputs cannot be compiled: {}",
                why.lines().take(2).collect::<Vec<_>>().join(" ")
            ))
        })?;
        self.see(candidates.len(), clock).map_err(UserError::new)?;
        let first = std::mem::take(&mut self.seen);
        // A virtual machine that does not start again tells nothing new.
        self.is_again = true;
        let again = self.see(candidates.len(), clock);
        self.is_again = false;
        let again = again.map_or_else(|_| Vec::new(), |()| std::mem::take(&mut self.seen));
        self.seen = first;
        for (seen, again) in self.seen.iter_mut().zip(again) {
            keep_what_stays(seen, &again);
        }
        let observation = |(seen, candidate): (&Seen, &Candidate)| match &seen.ended {
            _ if candidate.heap.is_some() && small_heap(candidate).is_none() => {
                Observation::unusable("its objects are too large for a test (--input-array-max)")
            }
            Some(ended) => Observation { keys: seen.keys.clone(), ended: ended.clone() },
            None => Observation::unusable("the time was over before it was run"),
        };
        Ok(self.seen.iter().zip(candidates).map(observation).collect())
    }

    fn coverage(&mut self, chosen: &[usize], clock: &Clock) -> Result<(String, Coverage), String> {
        self.jacoco.clone()?;
        let data = chosen.iter().map(|index| self.folder.join(SEEN).join(format!("seen.{index}")));
        let folders: Vec<PathBuf> = self.own();
        let mut words = vec![joined(&folders)];
        words.extend(data.filter(|path| path.is_file()).map(|path| path.display().to_string()));
        let finished = self.java("KlewJacoco", &words, clock.left(Duration::from_secs(60)))?;
        if finished.ending != Ending::Exit(0) {
            let said = finished.message();
            return Err(format!("JaCoCo: {}", said.lines().next().unwrap_or_default()));
        }
        let text = String::from_utf8_lossy(&finished.stdout).into_owned();
        let mut coverage = Coverage::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [method, file, number, covered, taken, all] = words.as_slice() else { continue };
            let plain = |name: &str| name.replace('/', ".");
            if !self.functions.names.iter().any(|name| plain(name) == plain(method)) {
                continue;
            }
            // Descriptors name other classes.
            let own = method.split('(').next().unwrap_or_default();
            let package = own.rsplit_once('/').map_or("", |(package, _)| package);
            let below = [package, file]
                .iter()
                .filter(|part| !part.is_empty())
                .copied()
                .collect::<Vec<_>>()
                .join("/");
            let file = self.program.sources.find(&below).unwrap_or(below);
            let number_of = |text: &str| text.parse::<usize>().unwrap_or(0);
            let lines: &mut BTreeMap<u32, LineCoverage> = coverage.files.entry(file).or_default();
            let own = lines.entry(number_of(number) as u32).or_default();
            own.count += number_of(covered) as u64;
            let (taken, all) = (number_of(taken), number_of(all));
            own.branches.extend((0..all).map(|way| u64::from(way < taken)));
        }
        Ok(("JaCoCo".to_owned(), coverage))
    }

    fn write(
        &mut self,
        to: &Path,
        tests: &[NamedTest],
        candidates: &[Candidate],
    ) -> std::io::Result<Vec<String>> {
        let support = to.join("support");
        fs::create_dir_all(&support)?;
        for (name, text) in RUNTIME.iter().filter(|(name, _)| *name == "KlewHeap.java") {
            fs::write(support.join(name), text)?;
        }
        let none = InputHeap::default();
        let mut lines = Vec::new();
        for findings in [false, true] {
            let own: Vec<&NamedTest> =
                tests.iter().filter(|test| test.finding.is_some() == findings).collect();
            if own.is_empty() {
                continue;
            }
            let written: Vec<WrittenTest<'_>> = own
                .iter()
                .map(|test| {
                    let seen = self.seen.get(test.candidate);
                    WrittenTest {
                        name: &test.name,
                        about: &test.covers,
                        heap: candidates[test.candidate].heap.as_ref().unwrap_or(&none),
                        assertions: seen.map_or(&[], |seen| &seen.assertions),
                        throws: seen.and_then(|seen| seen.throws.as_deref()),
                        finding: test.finding.as_deref(),
                    }
                })
                .collect();
            let class = free_class(to, &self.class_name(findings));
            let shown = self.program.entry.shown();
            let title = match findings {
                true => format!("Findings in {shown}: each test fails until the defect is mended."),
                false => format!(
                    "Tests of {shown}. What each assertion expects was seen when klew ran the test: keep those that are meant."
                ),
            };
            let text = test_class(&class, &title, &self.call(), self.is_void(), &written);
            fs::write(to.join(format!("{class}.java")), text)?;
            lines.push(format!("test {class}"));
        }
        for file in self.program.compilation.iter().flat_map(|compilation| &compilation.files) {
            lines.push(format!("source {}", way_to(to, file).display()));
        }
        for path in &self.program.class_path {
            lines.push(format!("classes {}", way_to(to, path).display()));
        }
        Ok(lines)
    }

    fn write_build_file(&self, to: &Path, lines: &[String]) -> std::io::Result<Vec<String>> {
        let mut of_kind: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (kind, word) in lines.iter().filter_map(|line| line.split_once(' ')) {
            let words = of_kind.entry(kind).or_default();
            let word = crate::confirm::quoted(word);
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let words = |kind: &str, between: &str| {
            of_kind.get(kind).map_or(String::new(), |words| words.join(between))
        };
        let select: String = of_kind
            .get("test")
            .into_iter()
            .flatten()
            .map(|class| format!(" --select-class {class}"))
            .collect();
        let files: String = of_kind
            .get("test")
            .into_iter()
            .flatten()
            .map(|class| format!(" {class}.java"))
            .collect();
        let classes = words("classes", ":");
        let text = format!(
            "#!/bin/sh\n# Compiles the program and its tests, and runs them. Written by klew, which writes it anew when it extends \
             the suite.\n# JUNIT: the jars of JUnit 5 and its console; Debian's are taken if nothing is said (apt-get install junit5).\n\
             set -e\ncd \"$(dirname \"$0\")\"\n\
             java=${{JAVA_HOME:-{}}}/bin\n\
             if [ -z \"$JUNIT\" ]; then\n  for jar in junit-jupiter-api junit-jupiter-engine junit-platform-commons junit-platform-console \
             junit-platform-engine \\\n      junit-platform-launcher junit-platform-reporting apiguardian-api opentest4j \
             opentest4j-reporting-events \\\n      opentest4j-reporting-schema picocli univocity-parsers; do\n    \
             JUNIT=$JUNIT:{LIBRARIES}/$jar.jar\n  done\nfi\n\
             mkdir -p build\n\
             \"$java\"/javac -nowarn -g -XDignore.symbol.file -Xlint:none -encoding UTF-8 -d build -cp \"$JUNIT:{classes}\" support/KlewHeap.java \
             {}{files}\n\
             exec \"$java\"/java -ea --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED -cp \"build:$JUNIT:{classes}\" \\\n  \
             org.junit.platform.console.ConsoleLauncher --disable-banner{select}\n",
            crate::confirm::quoted(&self.program.jdk.home.display().to_string()),
            words("source", " "),
        );
        let path = to.join("run-tests.sh");
        fs::write(&path, text)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(vec![format!("sh {}", crate::confirm::quoted(&path.display().to_string()))])
    }
}

impl JavaBench<'_> {
    /// `ListInsertTest` for `pkg.List.insert`.
    fn class_name(&self, findings: bool) -> String {
        let entry = &self.program.entry;
        let class = entry.class.rsplit(['/', '$']).next().unwrap_or_default();
        let method = if entry.method == "<init>" { "New" } else { &entry.method };
        let mut letters = method.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        let method: String = first.into_iter().chain(letters).collect();
        format!("{class}{method}{}", if findings { "Findings" } else { "Test" })
    }
}

/// A name that no class of the suite has.
fn free_class(to: &Path, name: &str) -> String {
    let numbered = |number: u32| match number {
        1 => name.to_owned(),
        number => format!("{name}{number}"),
    };
    let mut names = (1..).map(numbered);
    names.find(|name| !to.join(format!("{name}.java")).exists()).unwrap_or_default()
}
