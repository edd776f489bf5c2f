//! KLEE beside klew in one run: the same source, compiled to bitcode and run with KLEE's fastest flags, with
//! and without its optimiser.
//!
//! Times are processor seconds, of klew with clang and of KLEE from the bitcode on.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};

/// KLEE, and how to make bitcode for it.
pub struct Klee {
    /// The command.
    pub command: PathBuf,
    /// A clang of the LLVM that it was built with.
    pub clang: String,
    /// Where `klee/klee.h` is.
    pub include: Option<PathBuf>,
}

/// No forks of the solver, no files, no addresses that take time: measured to be the fastest.
const FLAGS: [&str; 4] =
    ["--search=dfs", "--use-forked-solver=0", "--kdalloc=0", "--write-no-tests"];

impl Klee {
    /// Seconds of the faster way to run a program; nothing if it did not end in time.
    ///
    /// # Errors
    /// The program does not compile, or a command cannot be started.
    pub fn seconds(
        &self,
        file: &Path,
        flags: &[String],
        limit: u64,
    ) -> Result<Option<f64>, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let bitcode = folder.path().join("program.bc");
        let mut compile = Command::new(&self.clang);
        compile.args(["-emit-llvm", "-c", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-w"]);
        if let Some(include) = &self.include {
            compile.arg("-I").arg(include);
        }
        compile.args(flags).arg(file).arg("-o").arg(&bitcode);
        if !status(&mut compile)? {
            return Err(format!("{} does not compile for KLEE", file.display()));
        }
        let mut best: Option<f64> = None;
        for (number, optimise) in [&[][..], &["--optimize"][..]].into_iter().enumerate() {
            let output = folder.path().join(format!("out{number}"));
            let mut run = Command::new("timeout");
            run.arg(limit.to_string()).arg(&self.command).args(FLAGS).args(optimise);
            run.arg(format!("--output-dir={}", output.display())).arg(&bitcode);
            let before = processor_seconds();
            if status(&mut run)? {
                let seconds = processor_seconds() - before;
                best = Some(best.map_or(seconds, |best| best.min(seconds)));
            }
        }
        Ok(best)
    }
}

fn status(command: &mut Command) -> Result<bool, String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status();
    let status = status.map_err(|error| {
        format!("cannot run {}: {error}", command.get_program().to_string_lossy())
    })?;
    Ok(status.success())
}

/// What the processes that were waited for took, with theirs.
pub fn processor_seconds() -> f64 {
    getrusage(UsageWho::RUSAGE_CHILDREN)
        .map_or(0.0, |usage| seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// As [`processor_seconds`], without what the system did for them.
pub fn user_seconds() -> f64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |usage| seconds(usage.user_time()))
}

fn seconds(time: nix::sys::time::TimeVal) -> f64 {
    time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
}
