//! Compiles programs with every clang that is installed, reads and prints the result, and lets
//! LLVM itself compare the two texts.

use klew_llvm::syntax::{Body, Module};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const VERSIONS: [u32; 4] = [14, 16, 19, 22];

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("scratch folder");
    folder
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(folder).expect("tests/programs");
    let paths = entries.map(|entry| entry.expect("entry").path());
    let mut files: Vec<_> = paths.filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    files
}

/// Runs a tool; `None` if it is not installed.
fn run(tool: &str, arguments: &[&str]) -> Option<(bool, String)> {
    let output = Command::new(tool).args(arguments).stdin(Stdio::null()).output().ok()?;
    Some((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

fn read_fully(path: &Path) -> Module {
    let text = std::fs::read_to_string(path).expect("text");
    let module = klew_llvm::read_module(&text, &path.to_string_lossy()).expect("readable");
    assert!(module.skipped.is_empty(), "{}: {:?}", path.display(), module.skipped);
    for function in &module.functions {
        if let Body::Unreadable(error) = &function.body {
            panic!("{error}");
        }
    }
    module
}

/// `llvm-as | llvm-dis`, without the lines that name the file.
fn canonical(version: u32, path: &Path) -> String {
    let bitcode = path.with_extension("bc");
    let text = path.with_extension("dis");
    let (from, to, back) =
        (path.to_string_lossy(), bitcode.to_string_lossy(), text.to_string_lossy());
    let (ok, message) = run(&format!("llvm-as-{version}"), &["-o", &to, &from]).expect("llvm-as");
    assert!(ok, "{}: {message}", path.display());
    let (ok, message) = run(&format!("llvm-dis-{version}"), &["-o", &back, &to]).expect("llvm-dis");
    assert!(ok, "{}: {message}", path.display());
    let text = std::fs::read_to_string(text).expect("text");
    text.lines().filter(|line| !line.starts_with("; ModuleID")).collect::<Vec<_>>().join("\n")
}

fn check_round_trip(version: u32, path: &Path) {
    let module = read_fully(path);
    let printed = path.with_extension("printed.ll");
    std::fs::write(&printed, klew_llvm::print_module(&module)).expect("written");
    let (original, copy) = (canonical(version, path), canonical(version, &printed));
    if original != copy {
        let different = original.lines().zip(copy.lines()).find(|(a, b)| a != b);
        panic!("{}: {different:#?}", path.display());
    }
}

fn check_version(version: u32) {
    let compiler = format!("clang-{version}");
    let assembler = format!("llvm-as-{version}");
    if run(&compiler, &["--version"]).is_none() || run(&assembler, &["--version"]).is_none() {
        eprintln!("skipped: {compiler} or {assembler} is not installed");
        return;
    }
    let folder = scratch(&compiler);
    for program in programs() {
        let stem = program.file_stem().expect("stem").to_string_lossy().into_owned();
        for (suffix, options) in [
            ("O0", &["-O0"][..]),
            ("O0g", &["-O0", "-g"]),
            ("O2", &["-O2"]),
            ("O2g", &["-O2", "-g"]),
        ] {
            let target = folder.join(format!("{stem}-{suffix}.ll"));
            let (source, out) = (program.to_string_lossy(), target.to_string_lossy());
            let mut arguments = vec!["-S", "-emit-llvm", "-w", "-mavx", "-o", &out, &source];
            arguments.extend(options);
            let (ok, message) = run(&compiler, &arguments).expect("clang");
            assert!(ok, "{source}: {message}");
            check_round_trip(version, &target);
        }
    }
}

#[test]
fn clang_14() {
    check_version(VERSIONS[0]);
}

#[test]
fn clang_16() {
    check_version(VERSIONS[1]);
}

#[test]
fn clang_19() {
    check_version(VERSIONS[2]);
}

#[test]
fn clang_22() {
    check_version(VERSIONS[3]);
}

#[test]
fn rustc() {
    let folder = scratch("rustc");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/rust.rs");
    for options in [&["-g", "-Copt-level=0"][..], &["-Copt-level=2"]] {
        let out = folder.join(format!("rust{}.ll", options.len()));
        let (from, to) = (source.to_string_lossy(), out.to_string_lossy());
        let mut arguments = vec!["--emit=llvm-ir", "-Ccodegen-units=1", "-o", &to, &from];
        arguments.extend(options);
        let Some((ok, message)) = run("rustc", &arguments) else {
            eprintln!("skipped: rustc is not installed");
            return;
        };
        assert!(ok, "{message}");
        let module = read_fully(&out);
        assert!(module.functions.len() > 20);
    }
}

/// A small generator of pseudo-random numbers (xorshift), for reproducible mutants.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn mutant(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..1 + random.below(4) {
        let from = random.below(bytes.len());
        let to = (from + 1 + random.below(60)).min(bytes.len());
        match random.below(6) {
            0 if random.below(4) == 0 => bytes.truncate(from),
            1 => drop(bytes.drain(from..to)),
            2 => {
                let piece = bytes[from..to].to_vec();
                bytes.splice(to..to, piece);
            }
            3 => {
                let other = random.below(bytes.len());
                bytes.swap(from, other);
            }
            4 => {
                const MARKS: &[u8] = b"{}()[]<>\"%@!,*=:#\n;0-\\.";
                bytes[from] = MARKS[random.below(MARKS.len())];
            }
            _ => bytes[from] = random.below(256) as u8,
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn mutants_never_panic() {
    let seeds = [include_str!("programs/typed.ll"), include_str!("programs/opaque.ll")];
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut readable = 0;
    for round in 0..3000 {
        let text = mutant(seeds[round % 2].as_bytes(), &mut random);
        let text = String::from_utf8_lossy(&text);
        if let Ok(module) = klew_llvm::read_module(&text, "mutant.ll") {
            readable += 1;
            let printed = klew_llvm::print_module(&module);
            let _ = klew_llvm::read_module(&printed, "printed.ll");
            let layout = klew_llvm::layout::TypeLayout::new(&module);
            for (ty, _) in module.types.iter() {
                let _ = layout.alloc_size(ty);
            }
        }
    }
    assert!(readable > 1000, "only {readable} mutants were readable");
}
