//! Regenerates the committed models of the C library; needs clang 14 (or the one named).
//!
//! `cargo xtask models` runs it.

use std::path::Path;
use std::process::Command;

use klew_llvm::library::{FLAGS, SOURCES, build};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let clang = std::env::args().nth(1).unwrap_or_else(|| "clang-14".into());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/library");
    for bits in ["32", "64"] {
        let mut compiled = Vec::new();
        for (name, _) in SOURCES {
            let output = Command::new(&clang)
                .arg(format!("-m{bits}"))
                .args(FLAGS)
                .args([name, "-o", "-"])
                .current_dir(&folder)
                .output()?;
            if !output.status.success() {
                return Err(String::from_utf8_lossy(&output.stderr).into());
            }
            compiled.push((name.to_owned(), String::from_utf8(output.stdout)?));
        }
        std::fs::write(folder.join(format!("models-{bits}.kir")), build(&compiled)?)?;
    }
    Ok(())
}
