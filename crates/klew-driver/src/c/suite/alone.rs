//! Tests of a function alone: a file of test functions, each of which builds objects, calls the function and checks what was
//! seen when klew ran it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use klew_report::decisions::Decisions;
use klew_report::function_tests::{self, Function, FunctionTest, Seen, Style};
use klew_report::harness::{ExternalFunction, external_definition};
use klew_report::outside::Outside;
use klew_report::suite::Coverage;
use klew_report::{Input, InputHeap};

use super::compiling::{self, Purpose, words};
use super::running::{self, Running};
use super::whole::title;
use super::{BUILD_TIME, Workshop, gcov, measured_in_time, over, support};
use crate::confined::{self, Confinement};
use crate::error::UserError;
use crate::findings;
use crate::input_heap::AnalysedFunction;
use crate::suite::bench::{Bench, Ended, NamedTest, Observation};
use crate::suite::candidate::Candidate;
use crate::suite::way_to;
use crate::watch::Clock;

/// What the linker is told.
const LINKING: &str = "-Wl,--wrap=free,--wrap=realloc";

/// The bench.
pub struct AloneBench<'b> {
    workshop: Workshop,
    analysed: &'b AnalysedFunction,
    /// The file of the program that defines it.
    defined_in: usize,
    style: Style,
    /// What runs showed, by candidates.
    seen: Vec<Seen>,
}

/// A test before it has a file.
struct Written<'t> {
    name: String,
    about: Vec<String>,
    candidate: &'t Candidate,
    none: InputHeap,
}

impl Written<'_> {
    fn test(&self) -> FunctionTest<'_> {
        FunctionTest {
            name: &self.name,
            about: &self.about,
            heap: self.candidate.heap.as_ref().unwrap_or(&self.none),
            inputs: &self.candidate.inputs,
        }
    }
}

impl<'b> AloneBench<'b> {
    /// In that workshop.
    ///
    /// # Errors
    /// The function is in no file of the program.
    pub fn new(
        workshop: Workshop,
        analysed: &'b AnalysedFunction,
    ) -> Result<AloneBench<'b>, UserError> {
        let defined_in = analysed.defined_in(&workshop.sources).map_err(UserError::new)?;
        let (style, seen) = (Style::Readable, Vec::new());
        Ok(AloneBench { workshop, analysed, defined_in, style, seen })
    }

    fn function(&self) -> Function<'_> {
        self.analysed.for_tests()
    }

    fn defining_file(&self) -> PathBuf {
        compiling::real(&self.workshop.sources.files[self.defined_in].path)
    }

    fn other_files(&self) -> impl Iterator<Item = PathBuf> {
        let others = self.workshop.sources.files.iter().enumerate();
        others
            .filter(|(index, _)| *index != self.defined_in)
            .map(|(_, file)| compiling::real(&file.path))
    }

    /// What nobody defines, for all candidates.
    fn externals(&self, candidates: &[Candidate]) -> Option<String> {
        let mut all: BTreeMap<String, ExternalFunction> = BTreeMap::new();
        for candidate in candidates {
            for external in findings::externals(&self.workshop.program, &candidate.inputs) {
                all.insert(external.name.clone(), external);
            }
        }
        if all.is_empty() {
            return None;
        }
        let mut text = String::from(
            "/* Written by klew: functions that the program only declares. */\n#include \"klew-test.h\"\n\n\
             #define KLEW_WEAK __attribute__((weak))\n#define klew_input klew_take\n\n",
        );
        all.values().for_each(|external| text.push_str(&external_definition(external)));
        Some(text)
    }

    /// Builds a file of tests: gives the program, and what its objects are called.
    fn build(
        &self,
        folder: &Path,
        file: &Path,
        externals: Option<&Path>,
        (purpose, clock): (Purpose, &Clock),
    ) -> Result<(PathBuf, Vec<PathBuf>), String> {
        let mut objects = Vec::new();
        let support = self.workshop.folder.join("support");
        let own = [file.to_owned()].into_iter().chain(self.other_files());
        let known: Vec<(PathBuf, bool)> = own.map(|path| (path, true)).collect();
        let more = externals.map(Path::to_owned).into_iter().chain([support.join("klew-test.c")]);
        for (index, (path, measured)) in
            known.into_iter().chain(more.map(|path| (path, false))).enumerate()
        {
            let object = folder.join(format!("{}-{index}.o", purpose.name()));
            let mut arguments = self.workshop.arguments(purpose);
            if !measured {
                arguments.retain(|word| !purpose.measuring().contains(&word.as_str()));
            } else {
                arguments.extend(words(["-include", "error-calls.h"]));
            }
            arguments.extend(["-c".to_owned(), path.display().to_string()]);
            arguments.extend(["-o".to_owned(), object.display().to_string()]);
            self.workshop.compile(purpose, &arguments, clock)?;
            objects.push(object);
        }
        let program = folder.join(purpose.name());
        let mut arguments = self.workshop.arguments(purpose);
        arguments.extend(objects.iter().map(|object| object.display().to_string()));
        arguments.extend([LINKING.to_owned(), "-o".to_owned(), program.display().to_string()]);
        arguments.extend(words(["-lm", "-lpthread"]));
        self.workshop.compile(purpose, &arguments, clock)?;
        Ok((program, objects))
    }

    /// The folder where all candidates are functions of one file.
    fn confinement(&self) -> &Confinement {
        &self.workshop.sources.confinement
    }

    fn folder(&self) -> PathBuf {
        self.workshop.folder.join("functions")
    }

    fn written<'t>(&self, name: String, candidate: &'t Candidate) -> Written<'t> {
        Written { name, about: Vec::new(), candidate, none: InputHeap::default() }
    }

    fn write_all(&self, candidates: &[Candidate], style: Style) -> std::io::Result<()> {
        let text = |(index, candidate): (usize, &Candidate)| {
            let written = self.written(format!("t{index}"), candidate);
            let text = function_tests::showing(self.function(), written.test(), style);
            (written.name.clone(), text)
        };
        let tests: Vec<(String, String)> = candidates.iter().enumerate().map(text).collect();
        let include = self.defining_file().display().to_string();
        let folder = self.folder();
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("all.c"), function_tests::file("", &include, &tests))?;
        if let Some(text) = self.externals(candidates) {
            fs::write(folder.join("externals.c"), text)?;
        }
        Ok(())
    }

    fn build_all(
        &self,
        purpose: Purpose,
        clock: &Clock,
    ) -> Result<(PathBuf, Vec<PathBuf>), String> {
        let folder = self.folder();
        let externals = folder.join("externals.c");
        let externals = externals.is_file().then_some(externals.as_path());
        self.build(&folder, &folder.join("all.c"), externals, (purpose, clock))
    }

    fn observe_one(
        &mut self,
        (program, notes): (&Path, &[PathBuf]),
        (index, candidate): (usize, &Candidate),
        clock: &Clock,
    ) -> Result<(Ended, Coverage), String> {
        not_supported(&candidate.inputs)?;
        let folder = self.folder().join(format!("run-{index}"));
        let running = running_one(program, index, &folder, self.confinement());
        let counts = folder.with_extension("counts");
        let finished = running.run(&counts, clock)?;
        let text = confined::left_behind(&folder.join("klew-seen"));
        if let Some(slot) = self.seen.get_mut(index) {
            *slot = function_tests::read_seen(&text);
        }
        let time = clock.left(BUILD_TIME);
        let coverage = gcov::read(&counts, notes, &self.workshop.scope, time)?;
        Ok((running::ended(&finished), coverage))
    }

    /// Takes checks away that do not hold when the tests run again, as they depend on more than the input.
    fn verified(
        &self,
        tests: &[Written<'_>],
        mut checks: Vec<Vec<String>>,
        externals: Option<&Path>,
    ) -> Vec<Vec<String>> {
        let folder = self.workshop.folder.join("verified");
        let include = self.defining_file().display().to_string();
        let text = self.file(tests, &checks, "", &include);
        let clock = Clock::start(Some(Duration::from_secs(60)));
        let file = folder.join("tests.c");
        let made = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, &text));
        let built = made
            .map_err(|error| error.to_string())
            .and_then(|()| self.build(&folder, &file, externals, (Purpose::Coverage, &clock)));
        let Ok((program, _)) = built else {
            // What cannot be compiled is no check.
            return vec![Vec::new(); tests.len()];
        };
        for (test, checks) in tests.iter().zip(&mut checks) {
            let running = Running {
                words: vec![program.display().to_string(), test.name.clone()],
                folder: &folder.join("run"),
                standard_input: None,
                confinement: self.confinement(),
            };
            let Ok(finished) = running.run(&folder.join("counts"), &clock) else { continue };
            let said = finished.message();
            let failed = |check: &String| {
                let condition = check.trim_start_matches("CHECK(").trim_end_matches(");");
                said.lines().any(|line| line.ends_with(&format!("this does not hold: {condition}")))
            };
            checks.retain(|check| !failed(check));
        }
        checks
    }

    fn file(
        &self,
        tests: &[Written<'_>],
        checks: &[Vec<String>],
        title: &str,
        include: &str,
    ) -> String {
        let text = |(test, checks): (&Written<'_>, &Vec<String>)| {
            let text = function_tests::checking(self.function(), test.test(), self.style, checks);
            (test.name.clone(), text)
        };
        let tests: Vec<(String, String)> = tests.iter().zip(checks).map(text).collect();
        function_tests::file(title, include, &tests)
    }

    /// Writes a file of tests, and gives what builds it.
    fn write_group(
        &self,
        to: &Path,
        (tests, candidates): (&[&NamedTest], &[Candidate]),
        findings: bool,
    ) -> std::io::Result<Vec<String>> {
        let group = if findings { "findings" } else { "tests" };
        let word = if findings { "findings" } else { "test" };
        let stem = free_name(to, &format!("{}_{word}", self.analysed.name));
        let written: Vec<Written<'_>> = tests
            .iter()
            .map(|test| {
                let mut written = self.written(test.name.clone(), &candidates[test.candidate]);
                written.about = title(test).lines().map(|line| line.trim().to_owned()).collect();
                if written.about.first().is_some_and(|line| line == "Covers") {
                    written.about.remove(0);
                }
                written
            })
            .collect();
        let used: Vec<Candidate> =
            tests.iter().map(|test| candidates[test.candidate].clone()).collect();
        let externals =
            self.externals(&used).map(|text| (to.join(format!("{stem}_externals.c")), text));
        if let Some((path, text)) = &externals {
            fs::write(path, text)?;
        }
        let none = Seen::new();
        let mut checks: Vec<Vec<String>> = written
            .iter()
            .zip(tests)
            .map(|(written, test)| {
                let seen = self.seen.get(test.candidate).filter(|_| !findings).unwrap_or(&none);
                function_tests::checks(self.function(), written.test(), self.style, seen)
            })
            .collect();
        if !findings {
            let path = externals.as_ref().map(|(path, _)| path.as_path());
            checks = self.verified(&written, checks, path);
        }
        let name = &self.analysed.name;
        let title = match findings {
            true => format!("Findings in {name}(): each test fails until the defect is mended."),
            false => format!(
                "Tests of {name}(). What each CHECK expects was seen when klew ran the test: keep those that are meant."
            ),
        };
        let include = way_to(to, &self.defining_file()).display().to_string();
        fs::write(to.join(format!("{stem}.c")), self.file(&written, &checks, &title, &include))?;
        Ok(self.lines(to, &stem, &written, group, externals.is_some()))
    }

    fn lines(
        &self,
        to: &Path,
        stem: &str,
        tests: &[Written<'_>],
        group: &str,
        externals: bool,
    ) -> Vec<String> {
        let mut files = vec![format!("{stem}.c")];
        files.extend(externals.then(|| format!("{stem}_externals.c")));
        files.extend(self.other_files().map(|path| support::cmake_path(to, &path)));
        let flags = support::cmake_flags(&self.workshop.sources);
        let mut lines = vec![
            format!("klew_functions({stem} {})", files.join(" ")),
            format!("target_compile_options({stem} PRIVATE {flags})"),
        ];
        lines.extend(
            tests.iter().map(|test| format!("klew_function_test({stem} {group} {})", test.name)),
        );
        if group == "findings" {
            lines.iter_mut().for_each(|line| line.insert_str(0, "  "));
            lines.insert(0, "if(KLEW_FINDINGS)".to_owned());
            lines.push("endif()".to_owned());
        }
        lines.insert(0, String::new());
        lines
    }
}

/// The run of a candidate.
fn running_one<'r>(
    program: &Path,
    index: usize,
    folder: &'r Path,
    confinement: &'r Confinement,
) -> Running<'r> {
    let words = vec![program.display().to_string(), format!("t{index}")];
    Running { words, folder, standard_input: None, confinement }
}

/// What test functions cannot give a run.
fn not_supported(inputs: &[Input]) -> Result<(), String> {
    let outside = Outside::of(inputs);
    if !outside.environment.is_empty() || !outside.files.is_empty() {
        return Err("it takes the environment or files, which test functions do not give it".into());
    }
    if klew_report::standard_input::standard_input(inputs).is_some_and(|bytes| !bytes.is_empty()) {
        return Err("it reads standard input, which test functions do not give it".to_owned());
    }
    Ok(())
}

/// A name that no file of the suite has.
fn free_name(to: &Path, name: &str) -> String {
    let numbered = |number: u32| match number {
        1 => name.to_owned(),
        number => format!("{name}_{number}"),
    };
    let mut names = (1..).map(numbered);
    names.find(|name| !to.join(format!("{name}.c")).exists()).unwrap_or_default()
}

impl Bench for AloneBench<'_> {
    fn observe(
        &mut self,
        candidates: &[Candidate],
        clock: &Clock,
    ) -> Result<Vec<Observation>, UserError> {
        let cannot = |error: std::io::Error| UserError::new(format!("cannot write tests: {error}"));
        self.write_all(candidates, Style::Readable).map_err(cannot)?;
        let built = match self.build_all(Purpose::Coverage, clock) {
            Ok(built) => built,
            Err(_) => {
                self.style = Style::Exact;
                self.write_all(candidates, Style::Exact).map_err(cannot)?;
                self.build_all(Purpose::Coverage, clock)
                    .map_err(|why| UserError::new(format!("the tests cannot be compiled: {why}")))?
            }
        };
        let notes: Vec<PathBuf> =
            built.1.iter().map(|object| object.with_extension("gcno")).collect();
        self.seen = vec![Seen::new(); candidates.len()];
        let mut observations = Vec::new();
        for (index, candidate) in candidates.iter().enumerate() {
            if over(clock) {
                break;
            }
            let (ended, coverage) =
                match self.observe_one((&built.0, &notes), (index, candidate), clock) {
                    Ok(seen) => seen,
                    Err(why) => (Ended::Unusable(why), Coverage::default()),
                };
            observations.push(Observation { keys: coverage.keys(), ended });
            self.workshop.covered.push(coverage);
        }
        Ok(observations)
    }

    fn decisions(&mut self, usable: &[usize], clock: &Clock) -> Result<Vec<Decisions>, String> {
        let (program, _) = self.build_all(Purpose::Conditions, clock)?;
        let folder = self.folder().join("conditions-run");
        let counts = folder.with_extension("counts");
        measured_in_time(usable, clock, |index| {
            // Those of the run before are not this one's.
            let _ = fs::remove_dir_all(&counts);
            running_one(&program, index, &folder, self.confinement()).run(&counts, clock)?;
            self.workshop.decisions((&program, &counts), clock)
        })
    }

    fn examine(&mut self, chosen: &[usize], clock: &Clock) -> Vec<Option<String>> {
        let Ok((program, _)) = self.build_all(Purpose::Sanitizers, clock) else {
            return Vec::new();
        };
        let look = |index: &usize| {
            let folder = self.folder().join("sanitized");
            let running = running_one(&program, *index, &folder, self.confinement());
            running::wrong(&running.run(&folder, clock).ok()?)
        };
        chosen.iter().map(look).collect()
    }

    fn coverage(&mut self, chosen: &[usize], _: &Clock) -> Result<(String, Coverage), String> {
        Ok(self.workshop.together(chosen))
    }

    fn write(
        &mut self,
        to: &Path,
        tests: &[NamedTest],
        candidates: &[Candidate],
    ) -> std::io::Result<Vec<String>> {
        support::write(&to.join("support"))?;
        let mut lines = Vec::new();
        for findings in [false, true] {
            let own: Vec<&NamedTest> =
                tests.iter().filter(|test| test.finding.is_some() == findings).collect();
            if !own.is_empty() {
                lines.extend(self.write_group(to, (&own, candidates), findings)?);
            }
        }
        Ok(lines)
    }

    fn write_build_file(&self, to: &Path, lines: &[String]) -> std::io::Result<Vec<String>> {
        support::write_cmake(to, lines)
    }
}
