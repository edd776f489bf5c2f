//! The models of the C library agree with the C library of the machine: they are compiled with gcc
//! under other names, so that undefined behaviour in them traps, and compared with it on many small
//! inputs, the whole of short strings over small alphabets among them.

use std::path::{Path, PathBuf};
use std::process::Command;

fn run(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|error| format!("{program} does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(format!("{program}: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

fn c_files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    files.sort();
    files
}

fn gcc(machine: &str, arguments: &[&str], files: &[&str]) -> Result<String, String> {
    let common = [
        machine,
        "-msse2",
        "-mfpmath=sse",
        "-w",
        "-fno-pic",
        "-fno-stack-protector",
        "-fno-builtin",
    ];
    run("gcc", &[&common, arguments, files].concat())
}

/// The models in one object, each of their names with `model_` before.
fn renamed_models(machine: &str, folder: &Path) -> PathBuf {
    let models = folder.join("models.o").to_string_lossy().into_owned();
    let sources = c_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/library"));
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    let arguments = [
        "-r",
        "-nostdlib",
        "-O1",
        "-ffreestanding",
        "-fsanitize=undefined",
        "-fsanitize-undefined-trap-on-error",
        "-o",
        &models,
    ];
    gcc(machine, &arguments, &sources).unwrap();
    let names = run("nm", &["-g", "--defined-only", &models]).unwrap();
    let names: String = names
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2))
        .map(|name| format!("{name} model_{name}\n"))
        .collect();
    let list = folder.join("names");
    std::fs::write(&list, names).unwrap();
    let renamed = folder.join("renamed.o");
    let option = format!("--redefine-syms={}", list.display());
    run("objcopy", &[&option, &models, &renamed.to_string_lossy()]).unwrap();
    renamed
}

fn compare(machine: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("library_models{machine}"));
    std::fs::create_dir_all(&folder).unwrap();
    let probe = folder.join("probe.c");
    std::fs::write(&probe, "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n")
        .unwrap();
    let program = folder.join("compare").to_string_lossy().into_owned();
    let tools = gcc(machine, &["-o", &program], &[&probe.to_string_lossy()])
        .and_then(|_| run(&program, &[]))
        .and_then(|_| run("objcopy", &["--version"]))
        .and_then(|_| run("ldd", &["--version"]));
    match tools {
        Ok(version) if version.contains("GLIBC") || version.contains("GNU libc") => {}
        Ok(_) => return eprintln!("skipped: the C library is not glibc"),
        Err(why) => return eprintln!("skipped: no gcc for {machine}: {why}"),
    }
    let models = renamed_models(machine, &folder).to_string_lossy().into_owned();
    let sources = c_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library_models"));
    let mut files: Vec<&str> = sources.iter().map(String::as_str).collect();
    files.extend([models.as_str(), "-lm"]);
    gcc(machine, &["-no-pie", "-O0", "-o", &program], &files).unwrap();
    let summary = run(&program, &[]).unwrap();
    assert!(summary.ends_with(" 0 failures\n"), "{summary}");
}

#[test]
fn models_agree_with_the_c_library_of_64_bits() {
    compare("-m64");
}

#[test]
fn models_agree_with_the_c_library_of_32_bits() {
    compare("-m32");
}
