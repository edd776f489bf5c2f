//! The feature programs, compiled by whatever clang is there, become well-formed programs; the
//! committed models are those that the sources give.

use std::path::Path;
use std::process::Command;

use klew_llvm::lower::{LowerOptions, lower};

fn clang(arguments: &[&str], folder: &Path) -> Option<String> {
    let output = ["clang-14", "clang"]
        .into_iter()
        .find_map(|name| Command::new(name).args(arguments).current_dir(folder).output().ok())?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn feature_programs_are_translated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".c") {
            continue;
        }
        for level in ["-O0", "-O2"] {
            let arguments = ["-g", level, "-w", "-S", "-emit-llvm", &name, "-o", "-"];
            let Some(text) = clang(&arguments, &folder) else { continue };
            let module = klew_llvm::read_module(&text, &name).unwrap();
            let options = LowerOptions { entry: None, ..LowerOptions::default() };
            // Includes verification.
            lower(vec![module], &options).unwrap_or_else(|error| panic!("{name} {level}: {error}"));
            count += 1;
        }
    }
    eprintln!("{count} translated");
}

#[test]
fn committed_models_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/library");
    if Command::new("clang-14").arg("--version").output().is_err() {
        eprintln!("no clang-14: not compared");
        return;
    }
    for bits in [32, 64] {
        let machine = format!("-m{bits}");
        let mut compiled = Vec::new();
        for (name, _) in klew_llvm::library::SOURCES {
            let mut arguments = vec![machine.as_str()];
            arguments.extend(klew_llvm::library::FLAGS);
            arguments.extend([name, "-o", "-"]);
            let Some(text) = clang(&arguments, &folder) else {
                panic!("{name} does not compile");
            };
            compiled.push((name.to_owned(), text));
        }
        let built = klew_llvm::library::build(&compiled).unwrap();
        assert!(
            built == klew_llvm::library::committed(bits),
            "models-{bits}.kir is old: cargo run -p klew-llvm --example models"
        );
    }
}
