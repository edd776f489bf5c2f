//! The six variants of backward execution on *degree counting(a, b)*: table 3 of the paper on backward execution.
//!
//! Times are processor milliseconds of the whole command, its start included.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::klee::processor_seconds;

const PROGRAM: &str = "crates/klew/tests/programs-backward/degree-counting/degree_counting.kir";

const CASES: [(u32, u32); 14] = [
    (0, 3),
    (1, 3),
    (2, 3),
    (1, 4),
    (2, 4),
    (3, 4),
    (2, 5),
    (3, 5),
    (4, 5),
    (3, 6),
    (4, 6),
    (5, 6),
    (10, 12),
    (11, 12),
];

/// From here on only conjunctions are asked.
const LARGE: u32 = 7;

const VARIANTS: [(&str, &[&str]); 6] = [
    ("set", &["--state", "disjuncts", "--disjuncts", "set"]),
    ("term", &["--state", "disjuncts", "--disjuncts", "term"]),
    ("combined", &["--state", "disjuncts", "--disjuncts", "combined"]),
    ("never", &["--solve", "never"]),
    ("always", &["--solve", "always"]),
    ("loops", &["--solve", "loops"]),
];

/// Prints the table.
pub fn table(klew: &Path, seconds: u64) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    println!("\ndegree counting, backward: processor ms; disjuncts as …, conjunctions solved …");
    print!("| {:8} |", "(a, b)");
    VARIANTS.iter().for_each(|(name, _)| print!(" {name:>9} |"));
    println!();
    println!("|---|{}", "---|".repeat(VARIANTS.len()));
    for (a, b) in CASES {
        let file = degree_counting(folder.path(), a)?;
        print!("| {:8} |", format!("({a}, {b})"));
        for (_, options) in VARIANTS {
            let disjuncts = options.contains(&"disjuncts");
            let cell = match disjuncts && b >= LARGE {
                true => "-".to_owned(),
                false => cell(klew, &file, (a, b), options, seconds)?,
            };
            print!(" {cell:>9} |");
        }
        println!();
    }
    Ok(())
}

/// Writes the program for an `a` into a folder.
///
/// # Errors
/// The project's program is not there, or the folder cannot be written.
pub fn degree_counting(folder: &Path, a: u32) -> Result<PathBuf, String> {
    let text = std::fs::read_to_string(PROGRAM).map_err(|error| format!("{PROGRAM}: {error}"))?;
    let text = text.replace("i32 1, %at", &format!("i32 {a}, %at"));
    let file = folder.join("degree_counting.kir");
    std::fs::write(&file, text).map_err(|error| error.to_string())?;
    Ok(file)
}

fn cell(
    klew: &Path,
    file: &Path,
    (a, b): (u32, u32),
    options: &[&str],
    seconds: u64,
) -> Result<String, String> {
    let before = processor_seconds();
    let output = Command::new(klew)
        .arg("check")
        .arg(file)
        .args(["--engine", "backward", "--property", "assertion", "--no-output", "--quiet"])
        .args(["--format", "json", "--unroll", &b.to_string(), "--time", &format!("{seconds}s")])
        .args(options)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run {}: {error}", klew.display()))?;
    let milliseconds = (processor_seconds() - before) * 1000.0;
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| format!("no result: {}", String::from_utf8_lossy(&output.stderr)))?;
    let wanted = if a + 2 <= b { "violated" } else { "bounded" };
    let verdict = report["verdict"].as_str().unwrap_or("?");
    Ok(match verdict {
        "unknown" => format!("> {milliseconds:.0}"),
        _ if verdict == wanted => format!("{milliseconds:.0}"),
        _ => format!("wrong: {verdict}"),
    })
}
