//! Why verdicts are "unknown": reasons in general words, counted over all tasks.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::Report;
use crate::run::{Answer, Outcome};
use crate::task::Task;

/// The reasons of a report.
pub fn of(report: &Report) -> BTreeSet<String> {
    let notes = report.limits.iter().chain(&report.approximations);
    let unconfirmed = report.findings.iter().filter(|finding| !finding.confirmed);
    notes
        .filter_map(|note| note.get("message").and_then(|message| message.as_str()))
        .map(general)
        .chain(unconfirmed.map(|finding| format!("{} is not confirmed", finding.property)))
        .collect()
}

/// A reason without its numbers, so that like reasons are one.
pub fn general(reason: &str) -> String {
    let mut text = String::with_capacity(reason.len());
    let mut in_number = false;
    for letter in reason.chars() {
        let digit = letter.is_ascii_digit();
        let in_word = text.ends_with(|last: char| last.is_ascii_alphanumeric() || last == '_');
        if digit && (in_number || !in_word) {
            if !in_number {
                text.push('N');
            }
            in_number = true;
        } else {
            in_number = false;
            text.push(letter);
        }
    }
    text
}

/// The reasons of all unknown answers, most frequent first, each with some of the tasks.
pub fn table(tasks: &[Task], answers: &[Answer]) -> String {
    const SHOWN: usize = 3;
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (task, answer) in tasks.iter().zip(answers) {
        if answer.outcome != Outcome::Unknown {
            continue;
        }
        let name = task.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for reason in &answer.reasons {
            groups.entry(reason).or_default().push(name.clone());
        }
    }
    let mut groups: Vec<(&str, Vec<String>)> = groups.into_iter().collect();
    groups.sort_by_key(|(reason, names)| (usize::MAX - names.len(), *reason));
    let mut text = String::new();
    if !groups.is_empty() {
        text.push_str("\nwhy unknown (a task may have several reasons)\n");
    }
    for (reason, names) in groups {
        let more = if names.len() > SHOWN { ", …" } else { "" };
        let shown = names[..names.len().min(SHOWN)].join(", ");
        text.push_str(&format!("{:5}  {reason}  [{shown}{more}]\n", names.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::general;

    #[test]
    fn numbers_go_names_stay() {
        for (reason, want) in [
            ("unrolled 16 times", "unrolled N times"),
            ("the function f2 is", "the function f2 is"),
            ("at least -3.5%", "at least -N.N%"),
        ] {
            assert_eq!(general(reason), want);
        }
    }
}
