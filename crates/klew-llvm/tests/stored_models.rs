//! The stored models of the C library are what their sources and today's translator make, checks included: whoever changes either runs
//! `cargo xtask models`.

use std::path::Path;
use std::process::Command;

use klew_llvm::library::{FLAGS, SOURCES, build};

/// What the stored text was made with; others word their IR differently.
const CLANG: &str = "clang-14";

fn compiled(folder: &Path, name: &str) -> String {
    let output = Command::new(CLANG)
        .arg("-m64")
        .args(FLAGS)
        .args([name, "-o", "-"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn stored_models_are_what_their_sources_make() {
    if Command::new(CLANG).arg("--version").output().is_err() {
        // Where Debian has another one; continuous integration has this.
        eprintln!("not compared: there is no {CLANG}");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/library");
    let all: Vec<(String, String)> =
        SOURCES.iter().map(|(name, _)| (String::from(*name), compiled(&folder, name))).collect();
    let made = build(&all).unwrap();
    let stored = std::fs::read_to_string(folder.join("models-64.kir")).unwrap();
    let differs = made.lines().zip(stored.lines()).position(|(made, stored)| made != stored);
    assert!(made == stored, "line {differs:?} differs: run `cargo xtask models`");
}
