//! Paper 002, tables IV and V: violations of memory safety, and errors that are reached, by `klew check`.

use super::{Evaluation, Row, Sink, expected};
use crate::run::{Outcome, run};
use crate::task::tasks_below;

/// The tasks of both tables.
pub(super) fn rows(evaluation: &Evaluation, sink: &mut Sink<'_>) -> Result<(), String> {
    for (heading, below, column) in [
        ("Table IV", "c/destina-memsafety", "TSE s"),
        ("Table V", "c/destina-openssl", "TSE total s"),
    ] {
        let seconds = expected::column(&evaluation.expected, heading, column);
        for task in tasks_below(&evaluation.below(below))? {
            let Some(program) =
                task.file.file_stem().map(|name| name.to_string_lossy().into_owned())
            else {
                continue;
            };
            let Some(paper) = seconds.get(&program) else { continue };
            let answer = run(&evaluation.klew, &task, evaluation.time, &[])?;
            let wanted = match (task.expected, &task.subproperty) {
                (true, _) => "safe".to_owned(),
                (false, Some(subproperty)) => subproperty.clone(),
                (false, None) => "violated".to_owned(),
            };
            let is_right = matches!(answer.outcome, Outcome::CorrectTrue | Outcome::CorrectFalse);
            let said = answer.said.split(", {").next().unwrap_or_default().to_owned();
            sink(Row {
                paper: "002",
                program,
                said: if is_right { wanted.clone() } else { said },
                wanted,
                paper_seconds: Some(paper.clone()),
                seconds: answer.wall.as_secs_f64(),
            });
        }
    }
    Ok(())
}
