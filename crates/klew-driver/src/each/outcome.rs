//! What the process of one function said.

use klew_report::each::{EachFinding, EachReport, Ending, Part};
use serde_json::Value;

use super::part;
use crate::process::{Ending as ProcessEnding, Finished};

/// A part, and its findings as JSON has them.
pub struct Outcome {
    part: Part,
    findings: Vec<Value>,
}

impl Outcome {
    /// Of a part without a result.
    pub fn none(name: &str, ending: Ending, why: &str) -> Outcome {
        let mut part = part(name, ending);
        part.why.extend((!why.is_empty()).then(|| why.to_owned()));
        Outcome { part, findings: Vec::new() }
    }

    /// Of a process that ended.
    pub fn of(name: &str, finished: &Finished, seconds: f64) -> Outcome {
        let mut outcome = match serde_json::from_slice::<Value>(&finished.stdout) {
            Ok(report) => of_report(name, report),
            Err(_) => without_report(name, finished),
        };
        outcome.part.seconds = seconds;
        outcome
    }
}

fn without_report(name: &str, finished: &Finished) -> Outcome {
    match finished.ending {
        ProcessEnding::Interrupted => Outcome::none(name, Ending::NoTime, "interrupted"),
        ProcessEnding::TimeLimit => {
            Outcome::none(name, Ending::Unknown, "klew did not end in time")
        }
        ProcessEnding::Signal(signal) => {
            Outcome::none(name, Ending::Unknown, &format!("klew was ended by signal {signal}"))
        }
        _ => {
            let said = finished.message();
            let error = said.lines().find_map(|line| line.strip_prefix("error: "));
            Outcome::none(name, Ending::NotEntered, error.unwrap_or("klew gave no result"))
        }
    }
}

fn of_report(name: &str, report: Value) -> Outcome {
    let ending = match report["verdict"].as_str() {
        Some("safe") => Ending::Safe,
        Some("bounded") => Ending::Bounded,
        Some("violated") => Ending::Violated,
        _ => Ending::Unknown,
    };
    let mut part = part(name, ending);
    let statistics = &report["statistics"];
    let number = |key: &str| statistics[key].as_u64();
    part.covered = number("covered_instructions").zip(number("total_instructions"));
    let list = |key: &str| report[key].as_array().cloned().unwrap_or_default();
    for limit in list("limits") {
        let text = limit["message"].as_str().unwrap_or_default().to_owned();
        match limit["kind"].as_str() {
            Some("unsupported") => {
                let what = text.strip_prefix("not supported: ").unwrap_or(&text);
                part.unsupported.push(general(what));
                part.why.insert(0, text);
            }
            Some("stopped-at-finding") => {}
            _ => part.why.push(text),
        }
    }
    part.unsupported.sort_unstable();
    part.unsupported.dedup();
    if ending == Ending::Unknown {
        let messages = list("approximations").into_iter();
        part.why.extend(messages.filter_map(|it| it["message"].as_str().map(str::to_owned)));
    }
    let findings = list("findings").into_iter();
    // Those that a run refuted, or that nothing showed, do not count.
    let counts = |it: &Value| it["confirmation"].as_str().is_some_and(|how| how != "unconfirmed");
    let findings: Vec<Value> = findings.filter(counts).collect();
    part.findings = findings.len();
    Outcome { part, findings }
}

/// A message without names of the program, so that the same reason is counted once.
fn general(message: &str) -> String {
    let mut parts = message.split('`');
    let mut text = parts.next().unwrap_or_default().to_owned();
    while let Some(_name) = parts.next() {
        text.push('…');
        text.push_str(parts.next().unwrap_or_default());
    }
    text
}

/// Adds a part to the report; the same property at the same place is one finding.
pub fn add(report: &mut EachReport, outcome: Outcome) {
    let Outcome { part, findings } = outcome;
    for finding in findings {
        let same = |known: &&mut EachFinding| {
            let key = ["property", "file", "line"];
            finding["line"].is_u64() && key.iter().all(|key| known.finding[key] == finding[key])
        };
        match report.findings.iter_mut().find(same) {
            Some(known) => {
                // What a run showed counts more than what none did; its test is kept.
                if !known.is_confirmed() && finding["confirmation"] == "confirmed" {
                    remove_test(&known.finding);
                    known.functions.retain(|name| *name != part.name);
                    known.functions.insert(0, part.name.clone());
                    known.finding = finding;
                } else {
                    remove_test(&finding);
                    if !known.functions.contains(&part.name) {
                        known.functions.push(part.name.clone());
                    }
                }
            }
            None => {
                let functions = vec![part.name.clone()];
                report.findings.push(EachFinding { functions, finding, known: false });
            }
        }
    }
    report.parts.push(part);
}

/// Takes away the test of a finding that another one stands for.
fn remove_test(finding: &Value) {
    if let Some(folder) = finding["test"].as_str() {
        crate::output::remove_test(std::path::Path::new(folder));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn finished(stdout: &str, stderr: &str) -> Finished {
        let ending = ProcessEnding::Exit(0);
        Finished { ending, stdout: stdout.into(), stderr: stderr.into() }
    }

    #[test]
    fn the_same_place_is_one_finding() {
        let report = |line: u32, how: &str| {
            let finding = json!({"property": "valid-deref", "file": "a.c", "line": line, "confirmation": how});
            json!({"verdict": "violated", "findings": [finding],
                   "limits": [{"kind": "unsupported", "message": "not supported: a pointer (`x`) here"}],
                   "statistics": {"covered_instructions": 3, "total_instructions": 4}})
            .to_string()
        };
        let mut all = EachReport::default();
        for (name, line, how) in [
            ("f", 3, "replayed"),
            ("g", 3, "confirmed"),
            ("h", 4, "confirmed"),
            ("i", 5, "unconfirmed"),
        ] {
            add(&mut all, Outcome::of(name, &finished(&report(line, how), ""), 1.0));
        }
        let shown: Vec<_> =
            all.findings.iter().map(|it| (it.functions.join(" "), it.is_confirmed())).collect();
        assert_eq!(shown, [("g f".to_owned(), true), ("h".to_owned(), true)]);
        assert_eq!(all.unsupported(), [("a pointer (…) here".to_owned(), 4)]);
        assert_eq!(all.parts[0].covered, Some((3, 4)));
    }

    #[test]
    fn processes_without_a_result() {
        let outcome = Outcome::of("f", &finished("", "error: no debug information\nhelp: x"), 1.0);
        assert_eq!(outcome.part.ending, Ending::NotEntered);
        assert_eq!(outcome.part.why, ["no debug information"]);
    }
}
