//! KLEE's suites for the same programs: made in the same time, replayed natively, and measured by the same gcov.
//!
//! `benches/klee-suites` has a file for each C program, which includes it: whole programs as they are, functions behind a `main` that makes
//! their parameters symbolic, as KLEE has no inputs but those that a program makes. A line `klee: OPTIONS` has options of KLEE's POSIX
//! runtime; where there are some, KLEE's C library is linked and `klee-replay` gives the inputs to the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

const DRIVERS: &str = "benches/klee-suites";

/// A KLEE, where it was built.
pub struct Klee {
    /// The folder with `bin/klee` and `lib/libkleeRuntest.so`.
    pub build: PathBuf,
    /// Where `klee/klee.h` is.
    pub include: PathBuf,
    /// A clang of its LLVM.
    pub clang: String,
}

/// What came of a program.
#[derive(Default)]
pub struct Suite {
    /// Tests that KLEE wrote.
    pub tests: usize,
    /// Ways of branches of the program's file that their runs took.
    pub covered: usize,
    /// All of them.
    pub all: usize,
    /// Seconds to make the tests.
    pub seconds: f64,
}

impl Klee {
    /// The suite of a C program, measured on those lines; nothing where there is no file for KLEE.
    ///
    /// # Errors
    /// It does not compile, or a command cannot be started.
    pub fn suite(
        &self,
        program: &Path,
        time: u64,
        lines: &BTreeSet<u64>,
    ) -> Result<Option<Suite>, String> {
        let name = program.file_name().ok_or("a file has a name")?;
        let driver = Path::new(DRIVERS).join(name);
        let Ok(text) = fs::read_to_string(&driver) else { return Ok(None) };
        let options = text.lines().find_map(|line| line.split_once("klee:"));
        let options = options.map_or("", |(_, rest)| rest).trim_end().trim_end_matches("*/");
        let options: Vec<&str> = options.split_whitespace().collect();
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let tests = folder.path().join("tests");
        let start = Instant::now();
        self.make(&driver, &options, (folder.path(), &tests), time)?;
        let seconds = start.elapsed().as_secs_f64();
        let files = ktests(&tests)?;
        self.replay(&driver, !options.is_empty(), folder.path(), &files)?;
        let (covered, all) = branches(folder.path(), program, lines)?;
        Ok(Some(Suite { tests: files.len(), covered, all, seconds }))
    }

    fn make(
        &self,
        driver: &Path,
        options: &[&str],
        (folder, tests): (&Path, &Path),
        time: u64,
    ) -> Result<(), String> {
        let bitcode = folder.join("program.bc");
        let mut compile = Command::new(&self.clang);
        compile.args(["-emit-llvm", "-c", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-w"]);
        compile.arg("-I").arg(&self.include).arg("-I").arg(DRIVERS).arg(driver);
        run(compile.arg("-o").arg(&bitcode))?;
        let mut make = Command::new("timeout");
        make.args(["-s", "KILL"]).arg((time + 5).to_string()).arg(self.build.join("bin/klee"));
        make.arg(format!("--max-time={time}s")).arg("--only-output-states-covering-new");
        make.args(["--external-calls=all", "--kdalloc=0", "--use-forked-solver=0"]);
        if !options.is_empty() {
            make.args(["--libc=uclibc", "--posix-runtime"]);
        }
        make.arg(format!("--output-dir={}", tests.display())).arg(&bitcode).args(options);
        // That it ends by its time is no error.
        let _ = status(&mut make)?;
        Ok(())
    }

    /// Runs the tests of a program that counts what they cover.
    fn replay(
        &self,
        driver: &Path,
        has_environment: bool,
        folder: &Path,
        tests: &[PathBuf],
    ) -> Result<(), String> {
        let (binary, library) = (folder.join("program"), self.build.join("lib"));
        let mut compile = Command::new("gcc");
        compile.args(["--coverage", "-O0", "-w"]).arg("-I").arg(&self.include);
        compile.arg("-I").arg(DRIVERS).arg("-c").arg(driver);
        run(compile.arg("-o").arg(folder.join("program.o")))?;
        let mut link = Command::new("gcc");
        link.arg("--coverage").arg(folder.join("program.o")).arg("-o").arg(&binary);
        link.arg("-L").arg(&library).arg("-lkleeRuntest");
        run(&mut link)?;
        for test in tests {
            let mut replay = Command::new("timeout");
            replay.arg("10").env("LD_LIBRARY_PATH", &library);
            match has_environment {
                true => replay.arg(self.build.join("bin/klee-replay")).arg(&binary).arg(test),
                false => replay.env("KTEST_FILE", test).arg(&binary),
            };
            // Programs end as they do.
            let _ = status(&mut replay)?;
        }
        Ok(())
    }
}

fn ktests(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("KLEE wrote no tests: {error}"))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "ktest")).collect();
    paths.sort();
    Ok(paths)
}

/// Ways of branches on those lines of the program's file that were taken, and all, as gcov counts them.
fn branches(
    folder: &Path,
    program: &Path,
    lines: &BTreeSet<u64>,
) -> Result<(usize, usize), String> {
    let mut gcov = Command::new("gcov");
    gcov.args(["--json-format", "--stdout", "--branch-probabilities"]).arg("program.o");
    let output = gcov.current_dir(folder).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot run gcov: {error}"))?;
    let report: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("gcov: {error}"))?;
    let (mut taken, mut all) = (BTreeSet::new(), BTreeSet::new());
    for file in report["files"].as_array().into_iter().flatten() {
        let name = file["file"].as_str().unwrap_or_default();
        // The file for KLEE has the same name.
        if fs::canonicalize(name).ok() != fs::canonicalize(program).ok() {
            continue;
        }
        for line in file["lines"].as_array().into_iter().flatten() {
            let ways = line["branches"].as_array().into_iter().flatten().enumerate();
            for (way, branch) in ways {
                let number = line["line_number"].as_u64().unwrap_or_default();
                if !lines.contains(&number) {
                    continue;
                }
                let key = (number, way);
                all.insert(key);
                if branch["count"].as_i64().is_some_and(|count| count > 0) {
                    taken.insert(key);
                }
            }
        }
    }
    Ok((taken.len(), all.len()))
}

fn run(command: &mut Command) -> Result<(), String> {
    match status(command)? {
        true => Ok(()),
        false => Err(format!("{command:?} failed")),
    }
}

fn status(command: &mut Command) -> Result<bool, String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status();
    status
        .map(|status| status.success())
        .map_err(|error| format!("cannot run {}: {error}", command.get_program().to_string_lossy()))
}
