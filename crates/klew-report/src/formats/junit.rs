//! JUnit's XML, as servers of continuous integration read it: a test case per check, one for the verdict.
//!
//! A check that fails is a failure, one that is open is skipped; a verdict "unknown" is an error, "safe within bounds" is skipped, so
//! that nobody takes either for a success.

use std::collections::BTreeMap;

use quick_xml::Writer;
use quick_xml::events::BytesText;

use crate::Document;
use crate::document::{CheckEntry, Finding, Line};
use crate::report::Standing;

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
    let xml = String::from_utf8_lossy(&writer.into_inner()).into_owned();
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
                    let text = text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}");
                    writer
                        .create_element("failure")
                        .with_attribute(("type", kind.as_str()))
                        .with_attribute(("message", message.as_str()))
                        .write_text_content(BytesText::new(&text))?;
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
    for check in &document.checks {
        let found = match check.standing {
            Standing::Fails => open.iter().position(|finding| is_of(finding, check)),
            _ => None,
        };
        let finding = found.map(|index| open.remove(index));
        let name = numbered(&mut numbers, &check.property, &check.place);
        cases.push(Case { class: class(&check.place), name, outcome: outcome(check, finding) });
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

fn outcome(check: &CheckEntry, finding: Option<&Finding>) -> Outcome {
    match (check.standing, finding) {
        (Standing::Holds, _) => Outcome::Passed,
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
