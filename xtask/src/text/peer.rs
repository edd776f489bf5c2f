//! KLEE with its C library and POSIX runtime on a program of `benches/text/`: the seconds to the program's bug.
//!
//! The faster of its default searcher and depth-first. The first error that it reports counts: it stops there, and the programs have
//! one bug each.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::program::{Program, Variant};
use crate::bench::BenchArguments;

/// Wall seconds from bitcode on; nothing if it found nothing in time.
///
/// # Errors
/// The program does not compile, or a command cannot be started.
pub fn seconds(
    klee: &Path,
    arguments: &BenchArguments,
    program: &Program,
    inputs: &[String],
) -> Result<Option<f64>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = program.write(Variant::Bug, folder.path())?;
    let bitcode = folder.path().join("program.bc");
    let mut compile = Command::new(&arguments.clang);
    compile.args(["-emit-llvm", "-c", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-w"]);
    compile.arg(&file).arg("-o").arg(&bitcode);
    let compiled = compile.stdin(Stdio::null()).stderr(Stdio::null()).status();
    if !compiled.is_ok_and(|status| status.success()) {
        return Err(format!("{} does not compile for KLEE", program.name()));
    }
    let mut best: Option<f64> = None;
    for search in [&[][..], &["--search=dfs"][..]] {
        let output = folder.path().join(format!("out{}", search.len()));
        let mut run = Command::new("timeout");
        run.arg(arguments.time.to_string()).arg(klee);
        run.args(["--libc=uclibc", "--posix-runtime", "--exit-on-error", "--kdalloc=0"]);
        run.args(["--use-forked-solver=0"]).args(search);
        run.arg(format!("--output-dir={}", output.display())).arg(&bitcode).args(inputs);
        let start = Instant::now();
        let said = run.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        let wall: Duration = start.elapsed();
        if String::from_utf8_lossy(&said.stderr).contains("KLEE: ERROR:") {
            let seconds = wall.as_secs_f64();
            best = Some(best.map_or(seconds, |best| best.min(seconds)));
        }
    }
    Ok(best)
}
