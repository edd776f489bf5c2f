//! The models of the C library against the C library of the machine, through the command: every program below
//! `tests/programs-library` holds natively, with 64 and with 32 bits, and klew proves it.
//!
//! `// options:` are passed on; `// only: 64` is for one data model; `// bounded` is for those with more inputs than can all be tried.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

struct Expected {
    options: Vec<String>,
    verdict: &'static str,
    data_models: Vec<&'static str>,
}

impl Expected {
    fn of(text: &str) -> Self {
        let after =
            |mark: &str| text.lines().find_map(|line| Some(line.split_once(mark)?.1.trim()));
        Expected {
            options: after("// options:")
                .map(|options| options.split_whitespace().map(str::to_owned).collect())
                .unwrap_or_default(),
            verdict: if text.contains("// bounded\n") { "bounded" } else { "safe" },
            data_models: match after("// only:") {
                Some("64") => vec!["64"],
                Some("32") => vec!["32"],
                _ => vec!["64", "32"],
            },
        }
    }
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-library");
    let entries = fs::read_dir(&folder).expect("the folder is part of the project");
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(!files.is_empty(), "no programs in {}", folder.display());
    files
}

/// Whether there is a C compiler with a library for that data model.
fn has_gcc(machine: &str, folder: &Path) -> bool {
    let probe = folder.join("probe.c");
    fs::write(&probe, "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n").unwrap();
    let mut command = Command::new("gcc");
    command.arg(machine).arg(&probe).arg("-o").arg(folder.join("probe"));
    command.output().is_ok_and(|output| output.status.success())
}

/// What is wrong with a native run, if anything.
fn native(file: &Path, machine: &str, folder: &Path) -> Option<String> {
    let binary = folder.join("program");
    let mut command = Command::new("gcc");
    command.args([machine, "-std=gnu11", "-w", "-msse2", "-mfpmath=sse", "-O0", "-fno-builtin"]);
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../klew-llvm/include");
    command.arg("-I").arg(include);
    let built = command.arg(file).arg("-o").arg(&binary).arg("-lm").output().expect("gcc starts");
    if !built.status.success() {
        return Some(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let run = Command::new(&binary).current_dir(folder).stdin(Stdio::null()).output();
    let run = run.expect("the program starts");
    (!run.status.success())
        .then(|| format!("natively {}: {}", run.status, String::from_utf8_lossy(&run.stderr)))
}

/// What is wrong with klew's answer, if anything.
fn checked(file: &Path, expected: &Expected, data_model: &str) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("check").arg(file).args(&expected.options).args(["--data-model", data_model]);
    command.args(["--format", "json", "--no-output", "--no-confirm", "--quiet", "--time", "120s"]);
    let output = command.output().expect("klew starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Some(format!("no JSON ({}): {said}", output.status));
    };
    (report["verdict"] != expected.verdict).then(|| report.to_string())
}

fn complaints(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a readable program");
    let expected = Expected::of(&text);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut list = Vec::new();
    for data_model in &expected.data_models {
        let machine = format!("-m{data_model}");
        if has_gcc(&machine, folder.path()) {
            list.extend(native(file, &machine, folder.path()));
        } else {
            eprintln!("skipped: no gcc {machine}");
        }
        list.extend(checked(file, &expected, data_model));
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    list.into_iter().map(|why| format!("{name}: {why}")).collect()
}

#[test]
fn what_holds_with_the_c_library_holds_with_its_models() {
    let only = std::env::var("KLEW_LIBRARY_PROGRAM").ok();
    let all = programs();
    let chosen = all.iter().filter(|file| {
        only.as_ref().is_none_or(|only| file.to_string_lossy().contains(only.as_str()))
    });
    let complaints: Vec<String> = chosen.flat_map(|file| complaints(file)).collect();
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}
