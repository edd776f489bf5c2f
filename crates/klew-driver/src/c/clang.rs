//! Finds clang, and has it translate C and bitcode to LLVM's textual IR.
//!
//! The code is not optimised: klew must see what the programmer wrote, undefined behaviour included.
//! `-O1 -Xclang -disable-llvm-passes` makes clang emit the marks of where a variable's scope begins and ends,
//! and then run none of the passes that would use them.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use klew_ir::Property;
use klew_report::LimitKind;

use super::sources::Sources;
use crate::error::UserError;
use crate::options::Bits;
use crate::process::{self, Allowance, Ending};
use crate::source::{Kind, SourceFile};
use crate::watch::Clock;

/// Flags for C that is older than today's compilers like, for every compiler.
pub const LENIENT: [&str; 8] = [
    "-w",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-return-type",
    "-Wno-incompatible-pointer-types",
    "-Wno-incompatible-function-pointer-types",
    "-fno-strict-aliasing",
];

/// Warnings about arithmetic on constants that clang folds away although C leaves it undefined; all
/// others are off.
const FOLDING: [&str; 5] = [
    "-Wno-everything",
    "-Winteger-overflow",
    "-Wdivision-by-zero",
    "-Wshift-count-overflow",
    "-Wshift-count-negative",
];

const EMIT: [&str; 11] = [
    "-g",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-U__OPTIMIZE__",
    "-D__NO_INLINE__",
    "-D__KLEW__",
    // Calls of isspace and its like rather than glibc's table: comparisons are easier to solve.
    "-D__NO_CTYPE",
    "-fno-sanitize=all",
    "-S",
    "-emit-llvm",
];

/// A place where clang folded undefined arithmetic on constants, so that the IR does not show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folded {
    /// What was violated there.
    pub property: Property,
    /// The file, as clang names it.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// A clang that can be called.
#[derive(Clone, Debug)]
pub struct Clang {
    /// The command: a program and its first arguments.
    pub command: Vec<String>,
}

impl Clang {
    /// `KLEW_CLANG` if it is set; else the newest `clang-N` on the path, `clang`, or ziglang's.
    pub fn find() -> Result<Clang, UserError> {
        if let Ok(command) = std::env::var("KLEW_CLANG") {
            let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            return match command.first().map(|program| on_path(program)) {
                Some(true) => Ok(Clang { command }),
                _ => Err(UserError::new("KLEW_CLANG does not name a program that can be run")
                    .help("set it to a clang, or unset it")),
            };
        }
        if let Some(clang) = newest() {
            return Ok(Clang { command: vec![clang] });
        }
        if ziglang_works() {
            let command = ["python3", "-m", "ziglang", "cc"].map(str::to_owned).to_vec();
            return Ok(Clang { command });
        }
        Err(UserError::new("no clang was found; klew needs it to read C")
            .help("apt-get install clang, or pip install ziglang"))
    }

    /// The textual IR of a C or bitcode file, and what is missing in it.
    pub fn compile(
        &self,
        file: &SourceFile,
        sources: &Sources,
        clock: &Clock,
    ) -> Result<(String, Vec<Folded>), UserError> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]);
        match file.kind {
            Kind::LlvmBitcode => {
                command.args(["-x", "ir", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes"]);
            }
            _ => {
                let lenient = LENIENT.iter().filter(|flag| **flag != "-w");
                command.args(&sources.flags).args(lenient).args(FOLDING).args(EMIT);
                if !sources.for_native_run {
                    command.args(sanitizers(&sources.checks));
                    if sources.checks.contains(&Property::ArrayIndex) && self.knows_flexible() {
                        // Arrays of two and more elements are no flexible members.
                        command.arg("-fstrict-flex-arrays=1");
                    }
                }
                command.args(["-Wno-unknown-warning-option", "-fno-caret-diagnostics"]);
                if sources.alone.is_some() {
                    // Also static functions that nothing calls.
                    command.arg("-femit-all-decls");
                }
                if sources.bits == Bits::Bits32 {
                    command.arg("-m32");
                }
            }
        }
        command.args(["-o", "-"]).arg(&file.path);
        let allowance = Allowance {
            time: clock.left(Duration::from_secs(3600)),
            memory: process::COMPILER_MEMORY,
            output: usize::MAX,
        };
        let shown = file.path.display();
        let finished = process::run_tool(&mut command, allowance).map_err(|error| {
            UserError::new(format!("cannot run {}: {error}", self.command.join(" ")))
        })?;
        match finished.ending {
            Ending::Exit(0) => {
                let folded = finished.message().lines().filter_map(folded).collect();
                String::from_utf8(finished.stdout)
                    .map(|text| (text, folded))
                    .map_err(|_| UserError::new(format!("{shown}: clang's output is not a text")))
            }
            Ending::TimeLimit => {
                Err(UserError::new(format!("the time was over while clang compiled {shown}"))
                    .limit(LimitKind::Time))
            }
            Ending::MemoryLimit => {
                let gigabytes = process::COMPILER_MEMORY >> 30;
                Err(UserError::new(format!("clang needs more than {gigabytes} GB for {shown}"))
                    .limit(LimitKind::Memory))
            }
            Ending::Interrupted => {
                Err(UserError::new("interrupted while clang was running")
                    .limit(LimitKind::Interrupt))
            }
            _ => Err(self.rejected(file, sources, &finished.message())),
        }
    }

    /// Whether it can be told which arrays at the end of a structure are flexible. Older ones take those of no or one
    /// element, as klew wants it.
    fn knows_flexible(&self) -> bool {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).arg("--version");
        let allowance =
            Allowance { time: Duration::from_secs(10), memory: u64::MAX, output: 1 << 16 };
        let Ok(finished) = process::run_tool(&mut command, allowance) else { return false };
        let said = String::from_utf8_lossy(&finished.stdout).into_owned();
        let version = said.split_once("clang version ").map(|(_, rest)| rest);
        let major = version.and_then(|rest| rest.split('.').next()?.trim().parse::<u32>().ok());
        major.is_some_and(|major| major >= 16)
    }

    /// A C file as the preprocessor leaves it.
    ///
    /// # Errors
    /// It does not compile, or the time was over.
    pub fn preprocess(
        &self,
        file: &SourceFile,
        sources: &Sources,
        clock: &Clock,
    ) -> Result<String, UserError> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).args(&sources.flags).args(["-w", "-E", "-P"]);
        command.args(EMIT.iter().filter(|flag| flag.starts_with("-D") || flag.starts_with("-U")));
        if sources.bits == Bits::Bits32 {
            command.arg("-m32");
        }
        command.arg(&file.path);
        let time = clock.left(Duration::from_secs(600));
        let memory = process::COMPILER_MEMORY;
        let allowance = Allowance { time, memory, output: usize::MAX };
        let finished = process::run_tool(&mut command, allowance).map_err(|error| {
            UserError::new(format!("cannot run {}: {error}", self.command.join(" ")))
        })?;
        match finished.ending {
            Ending::Exit(0) => Ok(String::from_utf8_lossy(&finished.stdout).into_owned()),
            Ending::TimeLimit => {
                Err(UserError::new("the time was over while clang was running")
                    .limit(LimitKind::Time))
            }
            Ending::Interrupted => {
                Err(UserError::new("interrupted while clang was running")
                    .limit(LimitKind::Interrupt))
            }
            _ => Err(self.rejected(file, sources, &finished.message())),
        }
    }

    fn rejected(&self, file: &SourceFile, sources: &Sources, said: &str) -> UserError {
        let shown = file.path.display();
        if file.kind == Kind::LlvmBitcode {
            return self.unreadable_bitcode(file, said);
        }
        let error = UserError::new(format!("{shown} does not compile:\n{}", printable(said)));
        if sources.bits == Bits::Bits32 && lacks_32_bit_headers(said) {
            return error.help("32-bit headers are missing: apt-get install libc6-dev-i386");
        }
        error
    }

    /// What clang says of bitcode shows the file's bytes; only the reason is of use.
    fn unreadable_bitcode(&self, file: &SourceFile, said: &str) -> UserError {
        let shown = file.path.display();
        let reason = said.lines().find_map(|line| line.split_once("error: "));
        let reason = reason.map_or("clang cannot read it", |(_, reason)| reason);
        UserError::new(format!("{shown} is not bitcode that can be read: {}", printable(reason)))
            .help(format!(
                "it may be damaged, or written by a newer LLVM than {}: KLEW_CLANG chooses another clang; \
                 clang -c -emit-llvm -g makes bitcode anew",
                self.command.join(" ")
            ))
    }
}

/// A message without what a terminal would not print as text.
fn printable(said: &str) -> String {
    let kept =
        |c: &char| *c != char::REPLACEMENT_CHARACTER && (!c.is_control() || "\n\t".contains(*c));
    said.trim_end().chars().filter(kept).collect()
}

/// What makes clang place checks: calls of handlers, which the lowering knows. An array without a positive size is
/// always one of them, because nothing behind it can be known.
fn sanitizers(checks: &[Property]) -> Vec<String> {
    let more = checks.iter().filter(|property| **property != Property::ArrayBound);
    let more = more.map(|property| match property {
        Property::NonNull => "-fsanitize=nonnull-attribute,returns-nonnull-attribute".to_owned(),
        Property::SignedOverflow => "-fsanitize=shift-base".to_owned(),
        _ => format!("-fsanitize={}", property.name()),
    });
    std::iter::once("-fsanitize=vla-bound".to_owned()).chain(more).collect()
}

/// What a warning `FILE:LINE:COLUMN: warning: … [-WNAME]` is about.
fn folded(warning: &str) -> Option<Folded> {
    let (place, rest) = warning.split_once(": warning: ")?;
    let name = rest.rsplit_once("[-W")?.1.strip_suffix(']')?;
    let property = match name {
        "integer-overflow" => Property::SignedOverflow,
        "division-by-zero" => Property::DivisionByZero,
        "shift-count-overflow" | "shift-count-negative" => Property::Shift,
        _ => return None,
    };
    let mut parts = place.rsplitn(3, ':');
    let line = parts.nth(1)?.parse().ok()?;
    Some(Folded { property, file: parts.next()?.to_owned(), line })
}

/// Whether a compiler's message says that headers of the other data model are not installed.
pub fn lacks_32_bit_headers(said: &str) -> bool {
    ["bits/libc-header-start.h", "gnu/stubs-32.h", "sys/cdefs.h", "bits/wordsize.h"]
        .iter()
        .any(|header| said.contains(header))
}

/// The newest `clang-N` on the path, or `clang`.
pub fn newest() -> Option<String> {
    let mut best: Option<(u32, PathBuf)> = None;
    for folder in path_folders() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let version = name
                .to_str()
                .and_then(|name| name.strip_prefix("clang-"))
                .and_then(|version| version.parse::<u32>().ok());
            if let Some(version) = version
                && best.as_ref().is_none_or(|(newest, _)| version > *newest)
            {
                best = Some((version, entry.path()));
            }
        }
    }
    match best {
        Some((_, path)) => Some(path.display().to_string()),
        None => on_path("clang").then(|| "clang".to_owned()),
    }
}

fn path_folders() -> Vec<PathBuf> {
    std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default()
}

/// Whether a program of that name can be called.
pub fn on_path(program: &str) -> bool {
    path_of(program).is_some()
}

/// The file of a program that can be called by that name.
pub fn path_of(program: &str) -> Option<PathBuf> {
    let is_there = |path: &PathBuf| path.is_file();
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(is_there);
    }
    path_folders().iter().map(|folder| folder.join(program)).find(is_there)
}

fn ziglang_works() -> bool {
    let allowance = Allowance { time: Duration::from_secs(10), memory: u64::MAX, output: 1 << 16 };
    on_path("python3")
        && process::run_tool(Command::new("python3").args(["-m", "ziglang", "version"]), allowance)
            .is_ok_and(|finished| finished.ending == Ending::Exit(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(warning: &str, want: Option<(Property, &str, u32)>) {
        let want =
            want.map(|(property, file, line)| Folded { property, file: file.to_owned(), line });
        assert_eq!(folded(warning), want, "{warning}");
    }

    #[test]
    fn warnings_about_folded_arithmetic() {
        check(
            "a/b.c:5:21: warning: overflow in expression; result is -2 with type 'int' [-Winteger-overflow]",
            Some((Property::SignedOverflow, "a/b.c", 5)),
        );
        check(
            "x:y.c:12:9: warning: shift count >= width of type [-Wshift-count-overflow]",
            Some((Property::Shift, "x:y.c", 12)),
        );
        check(
            "b.c:3:7: warning: division by zero is undefined [-Wdivision-by-zero]",
            Some((Property::DivisionByZero, "b.c", 3)),
        );
        check("b.c:3:7: warning: unused variable 'x' [-Wunused-variable]", None);
        check("7 warnings generated.", None);
    }
}
