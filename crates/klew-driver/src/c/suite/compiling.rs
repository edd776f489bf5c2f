//! How tests of a suite are compiled: the same for klew's own runs and in the suite's `CMakeLists.txt`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::c::clang::{LENIENT, on_path};
use crate::c::sources::Sources;
use crate::error::UserError;
use crate::options::Bits;
use crate::process::{self, Allowance, Ending};
use crate::source::Kind;

/// What a build is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To measure what runs cover.
    Coverage,
    /// To measure which rows of decisions runs take: only clang does.
    Conditions,
    /// To see what is wrong in runs.
    Sanitizers,
}

impl Purpose {
    /// What makes runs of a file count: left out where a file is klew's.
    pub fn measuring(self) -> &'static [&'static str] {
        match self {
            Purpose::Coverage => &["--coverage"],
            Purpose::Conditions => {
                &["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"]
            }
            Purpose::Sanitizers => &[],
        }
    }

    /// Its flags, for compiling and linking.
    pub fn flags(self) -> impl Iterator<Item = &'static str> {
        let others: &[&str] = match self {
            Purpose::Coverage => &["-DKLEW_COVERAGE"],
            Purpose::Conditions => &["-DKLEW_COVERAGE", "-DKLEW_CONDITIONS"],
            Purpose::Sanitizers => &["-fsanitize=address,integer-divide-by-zero,bounds"],
        };
        self.measuring().iter().chain(others).copied()
    }

    /// The name of its folder.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Coverage => "coverage",
            Purpose::Conditions => "conditions",
            Purpose::Sanitizers => "sanitizers",
        }
    }
}

/// Refuses programs that are not all C, and says if there is no compiler.
///
/// # Errors
/// See there.
pub fn check(sources: &Sources) -> Result<(), UserError> {
    if !sources.files.iter().all(|file| file.kind == Kind::C) {
        return Err(UserError::new(
            "klew test takes programs in C, and these are LLVM's IR in part",
        )
        .help("coverage is measured on sources: give the .c files"));
    }
    for tool in ["gcc", "gcov"] {
        if !on_path(tool) {
            return Err(UserError::new(format!("there is no {tool}, by which tests are run"))
                .help("apt-get install gcc"));
        }
    }
    Ok(())
}

/// Flags that do not depend on where the suite lies. Headers of klew's are in the last folder that they name, which is the
/// suite's own.
pub fn flags(sources: &Sources) -> Vec<String> {
    let mut flags: Vec<String> = sources.flags.clone();
    // The last one names the folder of this call.
    flags.pop();
    let more = ["-g", "-O0", "-fwrapv", "-fno-builtin"];
    flags.extend(LENIENT.into_iter().chain(more).map(str::to_owned));
    if sources.bits == Bits::Bits32 {
        flags.extend(["-m32", "-msse2", "-mfpmath=sse"].map(str::to_owned));
    }
    flags
}

/// Runs a compiler.
///
/// # Errors
/// What it says.
pub fn compile(compiler: &str, arguments: &[String], time: Duration) -> Result<(), String> {
    let allowance = Allowance { time, memory: 4 << 30, output: 1 << 16 };
    let finished = process::run_tool(Command::new(compiler).args(arguments), allowance)
        .map_err(|error| format!("{compiler} cannot be run: {error}"))?;
    let said = finished.message();
    let first = |line: &&str| line.contains("error") || line.contains("undefined reference");
    match finished.ending {
        Ending::Exit(0) => Ok(()),
        Ending::TimeLimit => Err("the time was over while tests were compiled".to_owned()),
        _ => Err(said
            .lines()
            .find(first)
            .map_or_else(|| format!("{compiler} failed"), |line| line.trim().to_owned())),
    }
}

/// Words as strings.
pub fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

/// Absolute, so that it names the file wherever the compiler runs.
pub fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
