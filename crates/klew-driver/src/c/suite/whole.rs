//! Tests of whole programs: a folder for each, with its input, the harness that hands it out, and what the run printed and how
//! it ended when klew ran it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use klew_report::decisions::Decisions;
use klew_report::harness::{Harness, harness};
use klew_report::ktest::{KTest, write_ktest};
use klew_report::outside::{self, Outside};
use klew_report::report::InputSource;
use klew_report::standard_input::standard_input;
use klew_report::suite::Coverage;
use klew_report::surroundings::{MOVING_FLAGS, moves_files};

use super::compiling::{self, Purpose, words};
use super::running::{self, Running};
use super::{BUILD_TIME, Workshop, gcov, measured_in_time, over, support};
use crate::confirm::STANDARD_INPUT;
use crate::environment;
use crate::error::UserError;
use crate::findings;
use crate::process::{Ending, Finished};
use crate::suite::bench::{Bench, NamedTest, Observation};
use crate::suite::candidate::Candidate;
use crate::watch::Clock;

/// The bench.
pub struct WholeBench {
    workshop: Workshop,
    /// Runs, by candidates.
    runs: Vec<Option<Finished>>,
    /// Those that printed something else when they were run again, as the time or the number of the process.
    unsteady: BTreeSet<usize>,
    /// What is told to the linker, by candidates.
    linking: Vec<Vec<String>>,
}

impl WholeBench {
    /// In that workshop.
    pub fn new(workshop: Workshop) -> WholeBench {
        let (runs, linking, unsteady) = (Vec::new(), Vec::new(), BTreeSet::new());
        WholeBench { workshop, runs, unsteady, linking }
    }

    fn objects(&self, purpose: Purpose) -> Vec<PathBuf> {
        let folder = self.workshop.folder.join(purpose.name());
        (0..self.workshop.sources.files.len())
            .map(|index| folder.join(format!("{index}.o")))
            .collect()
    }

    /// Compiles the program once.
    fn compile_program(&self, purpose: Purpose, clock: &Clock) -> Result<(), String> {
        let folder = self.workshop.folder.join(purpose.name());
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        for (file, object) in self.workshop.sources.files.iter().zip(self.objects(purpose)) {
            let mut arguments = self.workshop.arguments(purpose);
            arguments.extend(words(["-include", "error-calls.h", "-c"]));
            arguments.push(compiling::real(&file.path).display().to_string());
            arguments.extend(["-o".to_owned(), object.display().to_string()]);
            self.workshop.compile(purpose, &arguments, clock)?;
        }
        Ok(())
    }

    fn folder_of(&self, index: usize) -> PathBuf {
        self.workshop.folder.join(format!("test-{index}"))
    }

    /// Writes the files of a test; what the linker is told.
    fn write_files(
        &self,
        folder: &Path,
        candidate: &Candidate,
        title: &str,
    ) -> Result<Vec<String>, String> {
        let given = candidate.surroundings().map_err(|error| error.message)?;
        let inputs = &candidate.inputs;
        let externals = findings::externals(&self.workshop.program, inputs);
        let text = harness(&Harness {
            inputs,
            externals: &externals,
            strict: false,
            title,
            surroundings: environment::surroundings(&given),
            has_driver: false,
            runtime: Some("klew-runtime.h"),
        });
        let mut linking = Vec::new();
        if given.wraps_main() {
            linking.push("-Wl,--wrap=main".to_owned());
        }
        if moves_files(&Outside::of(inputs)) {
            linking.extend(MOVING_FLAGS[1..].iter().map(|flag| (*flag).to_owned()));
        }
        let moved = if linking.len() > 1 { "#define KLEW_MOVED_FILES\n" } else { "" };
        let write = || -> std::io::Result<()> {
            fs::create_dir_all(folder)?;
            fs::write(folder.join("test.c"), format!("{moved}{text}"))?;
            if let Some(bytes) = standard_input(inputs) {
                fs::write(folder.join(STANDARD_INPUT), bytes)?;
            }
            Ok(())
        };
        write().map_err(|error| format!("its files cannot be written: {error}"))?;
        Ok(linking)
    }

    /// Builds and runs a test.
    fn run(&self, index: usize, purpose: Purpose, clock: &Clock) -> Result<Finished, String> {
        let folder = self.folder_of(index);
        let binary = folder.join(purpose.name());
        let mut arguments = self.workshop.arguments(purpose);
        arguments.push(folder.join("test.c").display().to_string());
        let objects = self.objects(purpose);
        arguments.extend(objects.iter().map(|object| object.display().to_string()));
        arguments.extend(self.linking[index].iter().cloned());
        arguments.extend(["-o".to_owned(), binary.display().to_string()]);
        arguments.extend(words(["-lm", "-lpthread"]));
        self.workshop.compile(purpose, &arguments, clock)?;
        let input = folder.join(STANDARD_INPUT);
        let running = Running {
            words: vec![binary.display().to_string()],
            folder: &folder.join("run"),
            standard_input: input.is_file().then_some(input),
            confinement: &self.workshop.sources.confinement,
        };
        running.run(&folder.join("counts"), clock)
    }

    fn observe_one(
        &mut self,
        index: usize,
        candidate: &Candidate,
        clock: &Clock,
    ) -> (Observation, Coverage) {
        let made = self.write_files(&self.folder_of(index), candidate, "");
        self.linking.push(made.clone().unwrap_or_default());
        let finished = made.and_then(|_| self.run(index, Purpose::Coverage, clock));
        let notes: Vec<PathBuf> = self.objects(Purpose::Coverage);
        let counted = finished.and_then(|finished| {
            let counts = self.folder_of(index).join("counts");
            let notes: Vec<PathBuf> =
                notes.iter().map(|note| note.with_extension("gcno")).collect();
            let time = clock.left(BUILD_TIME);
            Ok((gcov::read(&counts, &notes, &self.workshop.scope, time)?, finished))
        });
        match counted {
            Ok((coverage, finished)) => {
                let ended = running::ended(&finished);
                self.runs.push(Some(finished));
                (Observation { keys: coverage.keys(), ended }, coverage)
            }
            Err(why) => {
                self.runs.push(None);
                (Observation::unusable(why), Coverage::default())
            }
        }
    }
}

impl Bench for WholeBench {
    fn observe(
        &mut self,
        candidates: &[Candidate],
        clock: &Clock,
    ) -> Result<Vec<Observation>, UserError> {
        self.compile_program(Purpose::Coverage, clock).map_err(UserError::new)?;
        let mut observations = Vec::new();
        for (index, candidate) in candidates.iter().enumerate() {
            if over(clock) {
                break;
            }
            let (observation, coverage) = self.observe_one(index, candidate, clock);
            observations.push(observation);
            self.workshop.covered.push(coverage);
        }
        Ok(observations)
    }

    fn decisions(&mut self, usable: &[usize], clock: &Clock) -> Result<Vec<Decisions>, String> {
        self.compile_program(Purpose::Conditions, clock)?;
        measured_in_time(usable, clock, |index| {
            self.run(index, Purpose::Conditions, clock)?;
            let folder = self.folder_of(index);
            let program = folder.join(Purpose::Conditions.name());
            self.workshop.decisions((&program, &folder.join("counts")), clock)
        })
    }

    fn examine(&mut self, chosen: &[usize], clock: &Clock) -> Vec<Option<String>> {
        if self.compile_program(Purpose::Sanitizers, clock).is_err() {
            return Vec::new();
        }
        let mut look = |index: &usize| {
            let finished = self.run(*index, Purpose::Sanitizers, clock).ok()?;
            let before = self.runs.get(*index).and_then(Option::as_ref);
            if before.is_some_and(|before| before.stdout != finished.stdout) {
                self.unsteady.insert(*index);
            }
            running::wrong(&finished)
        };
        chosen.iter().map(&mut look).collect()
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
        let sources = &self.workshop.sources;
        let stem = sources.files[0].path.file_stem().unwrap_or_default().to_string_lossy();
        let target: String =
            stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let mut lines = Vec::new();
        let files: Vec<String> =
            sources.files.iter().map(|file| support::cmake_path(to, &file.path)).collect();
        lines.push(format!("\nif(NOT TARGET {target})"));
        lines.push(format!("  add_library({target} OBJECT {})", files.join(" ")));
        let flags = support::cmake_flags(sources);
        lines.push(format!("  target_compile_options({target} PRIVATE {flags})"));
        lines.push(format!("  klew_compile({target})\nendif()"));
        for test in tests {
            let group = if test.finding.is_some() { "findings" } else { "tests" };
            let candidate = &candidates[test.candidate];
            let folder = to.join(group).join(&test.name);
            let title = format!("{}{}", title(test), shown_inputs(candidate));
            let linking =
                self.write_files(&folder, candidate, &title).map_err(std::io::Error::other)?;
            write_input(&folder, candidate, &self.workshop.sources.files[0].path)?;
            let line = format!("klew_program_test({target} {group} {}", test.name);
            let line = match linking.as_slice() {
                [] => format!("{line})"),
                several => format!("{line} {})", support::cmake_words(several)),
            };
            let run = self.runs.get(test.candidate).and_then(Option::as_ref);
            match (&test.finding, run) {
                (None, Some(Finished { ending: Ending::Exit(code), stdout, .. })) => {
                    if !self.unsteady.contains(&test.candidate) {
                        fs::write(folder.join("expected-output"), stdout)?;
                    }
                    fs::write(folder.join("expected-status"), format!("{code}\n"))?;
                    lines.push(line);
                }
                _ => lines.push(format!("if(KLEW_FINDINGS)\n  {line}\nendif()")),
            }
        }
        Ok(lines)
    }

    fn write_build_file(&self, to: &Path, lines: &[String]) -> std::io::Result<Vec<String>> {
        support::write_cmake(to, lines)
    }
}

/// What people want to see of an input at once.
fn shown_inputs(candidate: &Candidate) -> String {
    let mut text = String::new();
    let arguments = outside::arguments(&candidate.inputs);
    if !arguments.is_empty() {
        let words: Vec<String> = arguments.iter().map(|word| shown(word)).collect();
        text.push_str(&format!("Arguments: {}\n", words.join(" ")));
    }
    if let Some(bytes) = standard_input(&candidate.inputs).filter(|bytes| !bytes.is_empty()) {
        text.push_str(&format!("Standard input: {}\n", shown(&bytes)));
    }
    text
}

fn shown(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}

fn write_input(folder: &Path, candidate: &Candidate, program: &Path) -> std::io::Result<()> {
    let on_tape = candidate.inputs.iter().filter(|input| input.source == InputSource::Harness);
    let objects = on_tape.map(|input| (input.name.clone(), input.bytes.clone())).collect();
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut arguments = vec![name];
    arguments.extend(candidate.environment.iter().cloned());
    let test = KTest { arguments, objects, ..KTest::default() };
    fs::write(folder.join("input.ktest"), write_ktest(&test))
}

/// What stands at the top of a test.
pub fn title(test: &NamedTest) -> String {
    let mut title = match &test.finding {
        Some(what) => format!("Finding: {what}\n"),
        None => String::new(),
    };
    if !test.covers.is_empty() {
        title.push_str("Covers\n");
        test.covers.iter().for_each(|line| title.push_str(&format!("  {line}\n")));
    }
    title
}
