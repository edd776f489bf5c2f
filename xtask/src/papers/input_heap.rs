//! Paper 003, figure 1: the paths of its three programs, by `klew tree`. Its table of times is not at hand.

use super::{Evaluation, Row, Sink, expected, word};

const PROGRAMS: &str = include_str!("Figure1.java");

/// What the paper calls them, and their methods here.
const METHODS: [(&str, &str); 4] = [
    ("swap (fig 1a)", "swap"),
    ("sum (fig 1b)", "sum"),
    ("hasNull max=4 (fig 1c)", "hasNull4"),
    ("hasNull max=10", "hasNull10"),
];

/// Its programs. An exception ends no path there, so they are not counted.
pub(super) fn rows(evaluation: &Evaluation, sink: &mut Sink<'_>) -> Result<(), String> {
    let paths =
        expected::column(&evaluation.expected, "POSE (paper 003", "paths (expected for POSE)");
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("Figure1.java");
    std::fs::write(&file, PROGRAMS).map_err(|error| error.to_string())?;
    for (program, method) in METHODS {
        let wanted = paths.get(program).ok_or_else(|| format!("paper 003: no row of {program}"))?;
        let entry = format!("Figure1.{method}");
        let (report, seconds) = evaluation.klew(&["tree", word(&file)?, "--entry", &entry])?;
        let said = report.map_or(serde_json::Value::Null, |tree| tree["traces"]["normal"].clone());
        sink(Row {
            paper: "003",
            program: program.to_owned(),
            wanted: format!("{wanted} paths"),
            said: format!("{said} paths"),
            paper_seconds: None,
            seconds,
        });
    }
    Ok(())
}
