//! Paper 004, table 3: reaching a place behind loops, by `klew reach --target reach-error`.

use std::path::{Path, PathBuf};

use super::{Evaluation, Row, Sink, expected, verdict, word};

/// Its seven programs.
pub(super) fn rows(evaluation: &Evaluation, sink: &mut Sink<'_>) -> Result<(), String> {
    let column = |name: &str| expected::column(&evaluation.expected, "APC (paper 004)", name);
    let seconds = column("Apc total");
    for (program, wanted) in column("target") {
        let file = file_of(&evaluation.below("papers/apc"), &program)
            .ok_or_else(|| format!("paper 004: there is no file of {program}"))?;
        let words = ["reach", word(&file)?, "--target", "reach-error", "--no-output"];
        let (report, wall) = evaluation.klew(&words)?;
        let said = match verdict(report.as_ref()) {
            "violated" => "reachable",
            "safe" => "unreachable",
            other => other,
        };
        sink(Row {
            paper: "004",
            said: said.to_owned(),
            wanted,
            paper_seconds: seconds.get(&program).cloned(),
            program,
            seconds: wall,
        });
    }
    Ok(())
}

/// The file of a program, whatever the case of its first letter.
fn file_of(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let wanted = format!("{name}.c");
    let mut files = entries.map(|entry| entry.path());
    files.find(|path| {
        path.file_name().is_some_and(|file| file.to_string_lossy().eq_ignore_ascii_case(&wanted))
    })
}
