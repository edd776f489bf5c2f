//! What the process of one function said.

use klew_report::LimitKind;
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
    if ending == Ending::Violated {
        part.otherwise = without_findings(&report);
    }
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
    let findings: Vec<Value> = findings.filter(counts).collect();
    part.findings = findings.len();
    Outcome { part, findings }
}

/// What would have come of a function without findings that count.
fn without_findings(report: &Value) -> Ending {
    let list = |key: &str| report[key].as_array().map_or(&[][..], Vec::as_slice);
    let is_bound = |limit: &Value| {
        let mut bounds = LimitKind::ALL.iter().filter(|kind| kind.is_bound());
        bounds.any(|kind| limit["kind"] == kind.name())
    };
    let left = list("findings").iter().any(|finding| !counts(finding));
    match list("limits") {
        _ if left || !list("approximations").is_empty() => Ending::Unknown,
        [] => Ending::Safe,
        limits if limits.iter().all(is_bound) => Ending::Bounded,
        _ => Ending::Unknown,
    }
}

/// Whether a finding counts: no run refuted it, and something showed it.
fn counts(finding: &Value) -> bool {
    finding["confirmation"].as_str().is_some_and(|how| how != "unconfirmed")
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

/// Whether two findings are one: the same failure at the same place. What messages say besides is about a run.
fn is_same(one: &Value, other: &Value) -> bool {
    // `uncaught CLASS: …`
    let class = |finding: &'_ Value| -> Option<String> {
        let message = finding["message"].as_str()?.strip_prefix("uncaught ")?;
        message.split(':').next().map(str::to_owned)
    };
    one["line"].is_u64()
        && ["property", "file", "line", "column", "cwe"].iter().all(|key| one[key] == other[key])
        && class(one) == class(other)
}

/// Adds a part to the report; the same failure at the same place is one finding.
pub fn add(report: &mut EachReport, outcome: Outcome) {
    let Outcome { part, findings } = outcome;
    for finding in findings {
        match report.findings.iter_mut().find(|known| is_same(&known.finding, &finding)) {
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
    fn other_failures_at_the_same_place_are_other_findings() {
        let finding = |cwe: Value, column: u32, message: &str| {
            json!({"property": "valid-deref", "file": "a.c", "line": 3, "column": column,
                   "cwe": cwe, "message": message, "confirmation": "confirmed"})
        };
        let mut all = EachReport::default();
        for one in [
            finding(json!(476), 1, "null pointer dereference"),
            finding(json!(416), 1, "access to a heap object of 4 bytes after it was freed"),
            finding(json!(null), 1, "access of 4 bytes at offset 8 of `z` (stack, 8 bytes)"),
            finding(json!(null), 1, "access of 4 bytes at offset 4 of `y` (stack, 4 bytes)"),
            finding(json!(476), 9, "null pointer dereference"),
            finding(json!(null), 0, "uncaught p.A: 1"),
            finding(json!(null), 0, "uncaught p.A: 2"),
            finding(json!(null), 0, "uncaught p.B"),
        ] {
            let report = json!({"verdict": "violated", "findings": [one]}).to_string();
            add(&mut all, Outcome::of("f", &finished(&report, ""), 1.0));
        }
        assert_eq!(all.findings.len(), 6);
    }

    #[test]
    fn what_would_have_come_without_findings() {
        let limit = |kind: &str| json!({"kind": kind, "message": kind});
        for (limits, approximations, how, want) in [
            (json!([]), json!([]), "confirmed", Ending::Safe),
            (json!([limit("input-arrays")]), json!([]), "confirmed", Ending::Bounded),
            (json!([limit("depth"), limit("time")]), json!([]), "confirmed", Ending::Unknown),
            (json!([limit("stopped-at-finding")]), json!([]), "confirmed", Ending::Unknown),
            (json!([]), json!([{"message": "x"}]), "confirmed", Ending::Unknown),
            (json!([]), json!([]), "unconfirmed", Ending::Unknown),
        ] {
            let report = json!({"verdict": "violated", "findings": [{"confirmation": how}],
                                "limits": limits, "approximations": approximations});
            let outcome = Outcome::of("f", &finished(&report.to_string(), ""), 1.0);
            assert_eq!(outcome.part.otherwise, want, "{report}");
        }
    }

    #[test]
    fn processes_without_a_result() {
        let outcome = Outcome::of("f", &finished("", "error: no debug information\nhelp: x"), 1.0);
        assert_eq!(outcome.part.ending, Ending::NotEntered);
        assert_eq!(outcome.part.why, ["no debug information"]);
    }
}
