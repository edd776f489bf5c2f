//! JUnit's XML, as servers of continuous integration read it: a test case per check, one for the verdict.
//!
//! A check that fails is a failure, one that is open or holds within bounds on inputs only is skipped; a verdict "unknown" is an error, "safe within bounds" is skipped, so
//! that nobody takes either for a success.

use std::collections::BTreeMap;

use quick_xml::Writer;
use quick_xml::events::BytesText;

use super::legal;
use crate::Document;
use crate::document::{CheckEntry, Finding, Line};
use crate::report::Standing;

/// The kind of limits that are bounds on inputs: a check that holds does so within them.
const INPUT_BOUND: &str = "input-bound";

/// What became of a test case.
enum Outcome {
    Passed,
    Failure { kind: String, message: String, text: String },
    Error { message: String },
    Skipped { message: String },
}

struct Case {
    class: String,
    name: String,
    outcome: Outcome,
}

/// The document.
pub fn junit(document: &Document) -> String {
    let cases = cases(document);
    let count = |wanted: fn(&Outcome) -> bool| {
        cases.iter().filter(|case| wanted(&case.outcome)).count().to_string()
    };
    let numbers = [
        ("tests", cases.len().to_string()),
        ("failures", count(|outcome| matches!(outcome, Outcome::Failure { .. }))),
        ("errors", count(|outcome| matches!(outcome, Outcome::Error { .. }))),
        ("skipped", count(|outcome| matches!(outcome, Outcome::Skipped { .. }))),
        ("time", format!("{:.3}", document.statistics.seconds)),
    ];
    let numbers = || numbers.iter().map(|(key, value)| (*key, value.as_str()));
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let suite = document.files.join(" ");
    // Writing to memory does not fail.
    let _ = writer
        .create_element("testsuites")
        .with_attribute(("name", "klew"))
        .with_attributes(numbers())
        .write_inner_content(|writer| {
            writer
                .create_element("testsuite")
                .with_attribute(("name", suite.as_str()))
                .with_attributes(numbers())
                .write_inner_content(|writer| {
                    cases.iter().try_for_each(|case| write_case(writer, case))
                })?;
            Ok(())
        });
    let xml = legal(&String::from_utf8_lossy(&writer.into_inner()));
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{xml}\n")
}

fn write_case(writer: &mut Writer<Vec<u8>>, case: &Case) -> std::io::Result<()> {
    let element = writer
        .create_element("testcase")
        .with_attribute(("classname", case.class.as_str()))
        .with_attribute(("name", case.name.as_str()));
    match &case.outcome {
        Outcome::Passed => element.write_empty()?,
        outcome => element.write_inner_content(|writer| {
            match outcome {
                Outcome::Passed => {}
                Outcome::Failure { kind, message, text } => {
                    writer
                        .create_element("failure")
                        .with_attribute(("type", kind.as_str()))
                        .with_attribute(("message", message.as_str()))
                        .write_text_content(BytesText::new(text))?;
                }
                Outcome::Error { message } => {
                    let element =
                        writer.create_element("error").with_attribute(("type", "unknown"));
                    element.with_attribute(("message", message.as_str())).write_empty()?;
                }
                Outcome::Skipped { message } => {
                    let element = writer.create_element("skipped");
                    element.with_attribute(("message", message.as_str())).write_empty()?;
                }
            }
            Ok(())
        })?,
    };
    Ok(())
}

fn cases(document: &Document) -> Vec<Case> {
    let mut open: Vec<&Finding> = document.findings.iter().collect();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut cases: Vec<Case> = Vec::new();
    let bound = document.limits.iter().find(|limit| limit.kind == INPUT_BOUND);
    let bound = bound.map(|limit| limit.message.as_str());
    for check in &document.checks {
        let found = match check.standing {
            Standing::Fails => open.iter().position(|finding| is_of(finding, check)),
            _ => None,
        };
        let finding = found.map(|index| open.remove(index));
        let name = numbered(&mut numbers, &check.property, &check.place);
        cases.push(Case {
            class: class(&check.place),
            name,
            outcome: outcome(check, finding, bound),
        });
    }
    for finding in open {
        let name = numbered(&mut numbers, &finding.property, &finding.place.line);
        let outcome = match finding.confirmation.as_str() {
            "unconfirmed" => Outcome::Skipped { message: reason(finding) },
            _ => failure(finding),
        };
        cases.push(Case { class: class(&finding.place.line), name, outcome });
    }
    let message = document.reasons.join("; ");
    let outcome = match document.verdict.as_str() {
        "unknown" => Outcome::Error { message },
        "bounded" => Outcome::Skipped { message: format!("safe within bounds only: {message}") },
        _ => Outcome::Passed,
    };
    cases.push(Case { class: "klew".to_owned(), name: "verdict".to_owned(), outcome });
    cases
}

fn is_of(finding: &Finding, check: &CheckEntry) -> bool {
    finding.property == check.property && finding.place.line == check.place
}

fn class(place: &Line) -> String {
    place.file.clone().unwrap_or_else(|| "klew".to_owned())
}

/// Several checks of one property may be at one line.
fn numbered(numbers: &mut BTreeMap<String, usize>, property: &str, place: &Line) -> String {
    let name = match place.line {
        Some(line) => format!("{property} at line {line}"),
        None => format!("{property} at the end of the run"),
    };
    let key = format!("{} {name}", class(place));
    let count = numbers.entry(key).or_default();
    *count += 1;
    if *count == 1 { name } else { format!("{name} ({count})") }
}

/// What holds of smaller inputs only has not passed.
fn outcome(check: &CheckEntry, finding: Option<&Finding>, bound: Option<&str>) -> Outcome {
    match (check.standing, finding) {
        (Standing::Holds, _) => match bound {
            None => Outcome::Passed,
            Some(bound) => {
                Outcome::Skipped { message: format!("holds within bounds only: {bound}") }
            }
        },
        (Standing::Open, _) => Outcome::Skipped { message: "not settled".to_owned() },
        (Standing::Fails, Some(finding)) => failure(finding),
        (Standing::Fails, None) => Outcome::Failure {
            kind: check.property.clone(),
            message: "a run violates it".to_owned(),
            text: "--all-findings shows the finding".to_owned(),
        },
    }
}

fn reason(finding: &Finding) -> String {
    format!("not seen to happen: {}: {}", finding.message, finding.confirmation_detail)
}

fn failure(finding: &Finding) -> Outcome {
    let mut lines = vec![format!("{}: {}", finding.confirmation, finding.confirmation_detail)];
    for frame in &finding.stack {
        let place = &frame.place;
        if let (Some(file), Some(line)) = (&place.file, place.line) {
            lines.push(format!("  in {} ({file}:{line})", frame.function));
        }
    }
    let asked = finding.input.iter().filter(|input| input.from == "harness");
    lines.extend(asked.map(|input| format!("  input {} = {}", input.name, input.value)));
    if let Some(test) = &finding.test {
        lines.push(format!("  test: {}", test.display()));
    }
    Outcome::Failure {
        kind: finding.property.clone(),
        message: finding.message.clone(),
        text: lines.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::LimitEntry;

    #[test]
    fn what_holds_within_bounds_has_not_passed() {
        let mut document = crate::json::document(&crate::CheckReport::default());
        let place = Line { file: Some("a.c".into()), line: Some(3) };
        let (property, by) = ("assertion".to_owned(), None);
        let standing = Standing::Holds;
        document.checks.push(CheckEntry { property, place: place.clone(), standing, by });
        let passes = |document: &Document| {
            cases(document).iter().any(|case| {
                case.name == "assertion at line 3" && matches!(case.outcome, Outcome::Passed)
            })
        };
        assert!(passes(&document));
        let (kind, message) = (INPUT_BOUND.to_owned(), "arguments: at most 3".to_owned());
        document.limits.push(LimitEntry { kind, message, place });
        assert!(!passes(&document));
    }
}
