//! Compiles the program together with a harness.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use klew_ir::Property;
use klew_report::surroundings::MOVING_FLAGS;

use crate::c::clang::{LENIENT, lacks_32_bit_headers, newest, on_path, path_of};
use crate::c::sources::Sources;
use crate::options::Bits;
use crate::process::{self, Allowance, Ending};
use crate::source::Kind;

/// What a binary is able to notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrumentation {
    /// AddressSanitizer, LeakSanitizer, and the part of UndefinedBehaviorSanitizer for the property.
    Sanitizers,
    /// AddressSanitizer for its traces, and the C library's own checks of the arrays that it is given (`_FORTIFY_SOURCE`).
    Fortified,
    /// The harness's own bookkeeping over the C library's allocator.
    Bookkeeping,
    /// Nothing; for valgrind.
    Plain,
}

/// What is built, and how.
#[derive(Clone, Copy, Debug)]
pub struct Recipe<'a> {
    /// The compiler, as a command.
    pub compiler: &'a [String],
    /// The program.
    pub sources: &'a Sources,
    /// The harness.
    pub files: &'a HarnessFiles,
    /// The property whose violation is to be noticed.
    pub property: Property,
    /// By what.
    pub instrumentation: Instrumentation,
    /// Whether the input says which allocations fail.
    pub malloc_may_fail: bool,
}

/// The files of a harness.
#[derive(Clone, Debug)]
pub struct HarnessFiles {
    /// Its C file.
    pub harness: PathBuf,
    /// What is included before the program's text.
    pub error_calls: PathBuf,
    /// What the program reads on standard input, where the models of the C library made that up.
    pub standard_input: Option<PathBuf>,
    /// Whether the harness opens files in other places than the program asks for.
    pub moves_files: bool,
    /// What calls a function that is analysed alone, and the file of the program (by index) that it stands for.
    pub driver: Option<(usize, PathBuf)>,
}

/// Calls of C library functions that the compiler would otherwise replace by code of its own, which the
/// sanitizers' checks of these functions would then not see.
const KEPT_CALLS: [&str; 14] = [
    "memset", "memcpy", "memmove", "memcmp", "strlen", "strcpy", "strncpy", "strcat", "strncat",
    "strcmp", "strncmp", "strchr", "malloc", "free",
];

/// The compilers to try, best first, each as a command: `KLEW_CC`, gcc (whose sanitizers name source
/// lines without further tools), the clang that klew reads C with (which evaluates in the same order), clang.
pub fn compilers(sources: &Sources) -> Vec<Vec<String>> {
    let mut list = Vec::new();
    if let Ok(command) = std::env::var("KLEW_CC") {
        return vec![command.split_whitespace().map(str::to_owned).collect()];
    }
    if sources.all_c() && on_path("gcc") {
        list.push(vec!["gcc".to_owned()]);
    }
    let newest = newest();
    let file_of = |program: &str| path_of(program)?.canonicalize().ok();
    let file_of_newest = newest.as_deref().and_then(file_of);
    list.extend(newest.map(|clang| vec![clang]));
    // Most often that is another name of the newest one.
    if file_of("clang").is_some_and(|file| Some(file) != file_of_newest) {
        list.push(vec!["clang".to_owned()]);
    }
    list
}

/// The command that builds it.
pub fn command(recipe: &Recipe, binary: &Path) -> Vec<String> {
    let Recipe { compiler, sources, files, property, instrumentation, malloc_may_fail } = *recipe;
    let mut command = compiler.to_vec();
    command.extend(sources.flags.iter().cloned());
    if let Some(folder) = files.harness.parent() {
        command.push(format!("-I{}", folder.display()));
    }
    command.extend(LENIENT.map(str::to_owned));
    // binutils up to 2.40 take the file of a line for another one in what gcc writes as DWARF 5.
    command.extend(["-gdwarf-4", "-O0", "-fno-omit-frame-pointer"].map(str::to_owned));
    if instrumentation == Instrumentation::Fortified {
        // Only where it optimises does a compiler tell the library how long arrays are.
        let fortified = [
            "-O1",
            "-fno-inline",
            "-U_FORTIFY_SOURCE",
            "-D_FORTIFY_SOURCE=2",
            "-fsanitize=address",
        ];
        command.extend(fortified.map(str::to_owned));
    }
    command.extend(KEPT_CALLS.map(|call| format!("-fno-builtin-{call}")));
    if !matches!(property, Property::SignedOverflow | Property::PointerOverflow) {
        // Clang checks no pointer arithmetic with it. klew takes overflow to wrap where it is not asked about; gcc folds comparisons even at -O0.
        command.push("-fwrapv".to_owned());
    }
    if sources.bits == Bits::Bits32 {
        command.push("-m32".to_owned());
        if cfg!(target_arch = "x86_64") {
            // Floats without the excess precision of the x87, as clang compiles them.
            command.extend(["-msse2", "-mfpmath=sse"].map(str::to_owned));
        }
    }
    match instrumentation {
        Instrumentation::Sanitizers => {
            let mut sanitizers = "-fsanitize=address".to_owned();
            let is_gcc = compiler.first().is_some_and(|name| name.contains("gcc"));
            if let Some(more) = undefined_sanitizer(property, is_gcc) {
                sanitizers.push(',');
                sanitizers.push_str(more);
                command.push(format!("-fno-sanitize-recover={more}"));
            }
            command.push(sanitizers);
            if property == Property::SignedOverflow {
                // It reports any negative number that is shifted, which is not asked about where the result is a number: the run goes on.
                command.push("-fsanitize=shift-base".to_owned());
            }
        }
        Instrumentation::Bookkeeping => {
            command.extend(["-no-pie", "-DKLEW_BOOKKEEPING"].map(str::to_owned));
            command.push(
                "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free,--wrap=exit".into(),
            );
            if property == Property::MemoryFreed {
                command.push("-DKLEW_CLEANUP".to_owned());
            }
        }
        Instrumentation::Fortified | Instrumentation::Plain => {}
    }
    if sources.environment.wraps_main() {
        command.push("-Wl,--wrap=main".to_owned());
    }
    if files.moves_files {
        command.extend(MOVING_FLAGS.map(str::to_owned));
    }
    if malloc_may_fail {
        command.push("-DKLEW_MALLOC_MAY_FAIL".to_owned());
        command.push(
            "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=strndup".into(),
        );
    }
    command.push("-include".to_owned());
    command.push(files.error_calls.display().to_string());
    command.push(files.harness.display().to_string());
    if files.driver.is_some() {
        command.push("-Dmain=klew_program_main".to_owned());
    }
    for (index, file) in sources.files.iter().enumerate() {
        if let Some((stands_for, driver)) = &files.driver
            && *stands_for == index
        {
            command.push(driver.display().to_string());
            continue;
        }
        if file.kind == Kind::LlvmBitcode {
            command.extend(["-x", "ir"].map(str::to_owned));
        }
        // Absolute, so that reports name the file wherever they are run.
        let path = file.path.canonicalize().unwrap_or_else(|_| file.path.clone());
        command.push(path.display().to_string());
        if file.kind == Kind::LlvmBitcode {
            command.extend(["-x", "none"].map(str::to_owned));
        }
    }
    command.extend(["-o".to_owned(), binary.display().to_string()]);
    command.extend(["-lm", "-lpthread"].map(str::to_owned));
    command
}

/// The part of UndefinedBehaviorSanitizer that notices violations of the property. Only that: the program
/// may do other undefined things on the way, which were not asked about.
fn undefined_sanitizer(property: Property, is_gcc: bool) -> Option<&'static str> {
    match property {
        Property::SignedOverflow => Some("signed-integer-overflow"),
        Property::Shift => Some("shift-exponent"),
        Property::DivisionByZero => Some("integer-divide-by-zero"),
        Property::Unreachable => Some("unreachable,return"),
        // GCC's weaker kind leaves out all arrays at the end of a structure.
        Property::ArrayIndex if is_gcc => Some("bounds-strict"),
        Property::ArrayIndex => Some("array-bounds"),
        Property::NonNull => Some("nonnull-attribute,returns-nonnull-attribute"),
        Property::FloatCast
        | Property::PointerOverflow
        | Property::Alignment
        | Property::BitCount
        | Property::ArrayBound => Some(property.name()),
        _ => None,
    }
}

/// Builds it; the error says why it cannot be built. Functions that nobody defines get a definition that
/// returns 0, in a file `stubs.c` beside the binary, which is added to the command; these are the result.
pub fn build(
    command: &mut Vec<String>,
    sources: &Sources,
    time: Duration,
) -> Result<Vec<String>, String> {
    let first = build_once(command, sources, time);
    let Err((why, said)) = first else { return Ok(Vec::new()) };
    let missing = undefined_references(&said);
    let output = command.iter().position(|word| word == "-o").and_then(|at| command.get(at + 1));
    let Some(folder) = output.and_then(|binary| Path::new(binary).parent()) else {
        return Err(why);
    };
    if missing.is_empty() {
        return Err(why);
    }
    let stubs = folder.join("stubs.c");
    let mut text = String::from("/* Functions that the program calls and nobody defines. */\n");
    for name in &missing {
        text.push_str(&format!("long long {name}() {{ return 0; }}\n"));
    }
    if std::fs::write(&stubs, text).is_err() {
        return Err(why);
    }
    command.push(stubs.display().to_string());
    build_once(command, sources, time).map_err(|(why, _)| why)?;
    Ok(missing)
}

fn undefined_references(said: &str) -> Vec<String> {
    let mut names: Vec<String> = said
        .lines()
        .filter_map(|line| line.split_once("undefined reference to `"))
        .filter_map(|(_, rest)| rest.split_once('\'').map(|(name, _)| name.to_owned()))
        .filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        .collect();
    names.sort();
    names.dedup();
    names
}

/// The error: why it cannot be built, and what the compiler said.
fn build_once(
    command: &[String],
    sources: &Sources,
    time: Duration,
) -> Result<(), (String, String)> {
    let allowance = Allowance { time, memory: 4 << 30, output: 1 << 16 };
    let finished = process::run_tool(Command::new(&command[0]).args(&command[1..]), allowance)
        .map_err(|error| (format!("{} cannot be run: {error}", command[0]), String::new()))?;
    let said = finished.message();
    let why = match finished.ending {
        Ending::Exit(0) => return Ok(()),
        Ending::TimeLimit => "the time was over while the harness was compiled".to_owned(),
        Ending::Interrupted => "interrupted".to_owned(),
        _ => why_not_built(&command[0], sources, &said),
    };
    Err((why, said))
}

/// The Debian package of a compiler's sanitizers.
fn sanitizer_package(compiler: &str) -> String {
    match compiler.rsplit_once("clang-") {
        Some((_, version)) => format!("libclang-rt-{version}-dev"),
        None if compiler.ends_with("clang") => "libclang-rt-dev".to_owned(),
        None => "gcc".to_owned(),
    }
}

fn why_not_built(compiler: &str, sources: &Sources, said: &str) -> String {
    let narrow = sources.bits == Bits::Bits32;
    if narrow && lacks_32_bit_headers(said) {
        return "the harness cannot be built for 32 bits: apt-get install libc6-dev-i386 gcc-multilib"
            .to_owned();
    }
    let missing_library = said.contains("cannot find -l")
        || said.contains("skipping incompatible")
        || said.contains("libclang_rt") && said.contains("cannot find")
        || said.contains("cannot find crt");
    if missing_library {
        return if narrow {
            "the harness cannot be linked for 32 bits: apt-get install gcc-multilib".to_owned()
        } else {
            let package = sanitizer_package(compiler);
            format!("the sanitizers of {compiler} are not installed: apt-get install {package}")
        };
    }
    let first = said
        .lines()
        .find(|line| line.contains("error") || line.contains("undefined reference"))
        .or(said.lines().next())
        .unwrap_or("no message");
    format!("the harness cannot be built with {compiler}: {}", first.trim())
}
