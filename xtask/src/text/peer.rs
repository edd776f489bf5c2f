//! KLEE with its C library and POSIX runtime on a program of `benches/text/`: the seconds to the program's bug.
//!
//! The faster of its default searcher and depth-first. An error counts if it is where the program says its bug is; what KLEE reports
//! besides (calls of functions outside) does not stop it. Symbolic arguments of `printf`, which it calls outside, become numbers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::program::{Program, Variant};
use crate::bench::BenchArguments;

/// Kinds of errors that programs can have, as KLEE calls them.
const ERRORS: [&str; 6] = ["Ptr", "Assert", "Free", "ReadOnly", "Abort", "ReportError"];

/// Whether an error was reported where the program's bug is: `KLEE: ERROR: FILE:LINE: …`.
fn shows(said: &str, program: &Program) -> bool {
    said.lines().filter_map(|line| line.strip_prefix("KLEE: ERROR: ")).any(|error| {
        let line = error.split(": ").next().and_then(|place| place.rsplit(':').next());
        let line = line.and_then(|line| line.parse::<u64>().ok());
        program.places.iter().any(|(_, place)| Some(*place) == line)
    })
}

/// The program as bitcode. The names that glibc's headers give to `scanf` and its like are not known to KLEE's library.
fn bitcode(clang: &str, program: &Program, file: &Path, folder: &Path) -> Result<PathBuf, String> {
    let (text, bitcode) = (folder.join("program.ll"), folder.join("program.bc"));
    let compile = |arguments: &[&str], from: &Path, to: &Path| {
        let mut compile = Command::new(clang);
        compile.args(["-emit-llvm", "-w"]).args(arguments).arg(from).arg("-o").arg(to);
        let compiled = compile.stdin(Stdio::null()).stderr(Stdio::null()).status();
        match compiled.is_ok_and(|status| status.success()) {
            true => Ok(()),
            false => Err(format!("{} does not compile for KLEE", program.name())),
        }
    };
    compile(&["-S", "-g", "-O0", "-Xclang", "-disable-O0-optnone"], file, &text)?;
    let lines = fs::read_to_string(&text).map_err(|error| error.to_string())?;
    fs::write(&text, lines.replace("__isoc99_", "")).map_err(|error| error.to_string())?;
    compile(&["-c", "-O0", "-Xclang", "-disable-llvm-passes"], &text, &bitcode)?;
    Ok(bitcode)
}

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
    let bitcode = bitcode(&arguments.clang, program, &file, folder.path())?;
    let mut best: Option<f64> = None;
    for search in [&[][..], &["--search=dfs"][..]] {
        let output = folder.path().join(format!("out{}", search.len()));
        let mut run = Command::new("timeout");
        run.args(["-s", "KILL"]).arg(arguments.time.to_string()).arg(klee);
        run.args(["--libc=uclibc", "--posix-runtime", "--external-calls=all", "--kdalloc=0"]);
        run.args(ERRORS.map(|kind| format!("--exit-on-error-type={kind}")));
        run.args(["--use-forked-solver=0"]).args(search);
        run.arg(format!("--output-dir={}", output.display())).arg(&bitcode).args(inputs);
        let start = Instant::now();
        let said = run.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        let wall: Duration = start.elapsed();
        if shows(&String::from_utf8_lossy(&said.stderr), program) {
            let seconds = wall.as_secs_f64();
            best = Some(best.map_or(seconds, |best| best.min(seconds)));
        }
    }
    Ok(best)
}
