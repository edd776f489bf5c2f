//! KLEE on a program of `benches/deep/`: the seconds to the program's error, with its default searchers and with others.
//!
//! `benches/klee-deep/` has a `klew.h` for it, and a file for each program that reads standard input or arguments: so
//! neither its POSIX runtime nor uclibc is needed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::bench::BenchArguments;

const DRIVERS: &str = "benches/klee-deep";

/// The kinds of errors that the programs have, as KLEE calls them: what it says of sizes that it makes numbers does not stop it.
const ERRORS: [&str; 3] = ["Ptr", "Assert", "Free"];

/// Searchers: what columns are called, and the options.
pub const SEARCHERS: [(&str, &[&str]); 3] =
    [("KLEE", &[]), ("KLEE md2u", &["--search=nurs:md2u"]), ("KLEE dfs", &["--search=dfs"])];

/// Wall seconds from the bitcode on, by searcher; nothing where it found nothing in time.
///
/// # Errors
/// The program does not compile, or a command cannot be started.
pub fn seconds(
    klee: &Path,
    arguments: &BenchArguments,
    file: &Path,
) -> Result<Vec<Option<f64>>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let bitcode = bitcode(arguments, file, folder.path())?;
    let mut all = Vec::new();
    for (number, (_, search)) in SEARCHERS.iter().enumerate() {
        let output = folder.path().join(format!("out{number}"));
        let mut run = Command::new("timeout");
        run.args(["-s", "KILL"]).arg(arguments.time.to_string()).arg(klee);
        run.args(["--libc=klee", "--write-no-tests"]).args(*search);
        run.args(ERRORS.map(|kind| format!("--exit-on-error-type={kind}")));
        run.arg(format!("--output-dir={}", output.display())).arg(&bitcode);
        let start = Instant::now();
        let said = run.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        let seconds = start.elapsed().as_secs_f64();
        let said = String::from_utf8_lossy(&said.stderr);
        let found = said.lines().any(|line| {
            line.starts_with("KLEE: ERROR: ")
                && (line.contains("ASSERTION FAIL") || line.contains("memory error"))
        });
        all.push(found.then_some(seconds));
    }
    Ok(all)
}

fn bitcode(arguments: &BenchArguments, file: &Path, folder: &Path) -> Result<PathBuf, String> {
    let driver = Path::new(DRIVERS).join(file.file_name().unwrap_or_default());
    let source = if driver.is_file() { driver.as_path() } else { file };
    let bitcode = folder.join("program.bc");
    let mut compile = Command::new(&arguments.clang);
    compile.args(["-emit-llvm", "-c", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-w"]);
    compile.arg("-I").arg(DRIVERS);
    if let Some(include) = &arguments.klee_include {
        compile.arg("-I").arg(include);
    }
    let compiled = compile.arg(source).arg("-o").arg(&bitcode).status();
    match compiled.is_ok_and(|status| status.success()) {
        true => Ok(bitcode),
        false => Err(format!("{} does not compile for KLEE", source.display())),
    }
}
