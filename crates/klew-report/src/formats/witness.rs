//! Verification witnesses of SV-COMP, format 2.0 (YAML): a `violation_sequence` for a finding, an `invariant_set` for a proof.
//!
//! A violation gives the values of inputs as waypoints behind the calls that returned them, and the target. A proof gives what is
//! so at the heads of loops, as far as it can be said in C.

use serde::Serialize;
use serde_yaml_ng::{Mapping, Value};

use super::stable::uuid;
use super::svcomp::{is_c, specification};
use crate::Document;
use crate::document::{Finding, InputEntry, Record};

#[derive(Serialize)]
struct Entry {
    entry_type: &'static str,
    metadata: Metadata,
    content: Vec<Value>,
}

#[derive(Serialize)]
struct Metadata {
    format_version: &'static str,
    uuid: String,
    creation_time: String,
    producer: Producer,
    task: Task,
}

#[derive(Serialize)]
struct Producer {
    name: &'static str,
    version: String,
}

#[derive(Serialize)]
struct Task {
    input_files: Vec<String>,
    input_file_hashes: std::collections::BTreeMap<String, String>,
    specification: String,
    data_model: String,
    language: String,
}

#[derive(Clone, Serialize)]
struct Location {
    file_name: String,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<String>,
}

/// The witness; none for programs that are not C (the format has no other language) and for results that are neither a
/// violation nor a proof.
pub fn witness(document: &Document) -> Option<String> {
    let record = document.record.as_ref().filter(|_| is_c(document))?;
    let found = document.findings.iter().find(|finding| finding.confirmation != "unconfirmed");
    let (entry_type, properties, content) = match found {
        Some(finding) => {
            ("violation_sequence", vec![finding.property.as_str()], violation(document, finding)?)
        }
        None if document.verdict == "safe" => {
            let properties = document.properties.iter().map(String::as_str).collect();
            ("invariant_set", properties, invariants(document))
        }
        None => return None,
    };
    let specification = specification(document, properties);
    let entry = Entry { entry_type, metadata: metadata(document, record, specification), content };
    let yaml = serde_yaml_ng::to_string(&[entry]).ok()?;
    Some(yaml)
}

fn metadata(document: &Document, record: &Record, specification: String) -> Metadata {
    let hashes: Vec<&str> = record.hashes.values().map(String::as_str).collect();
    let parts = [&record.klew, &record.created, &specification, &document.verdict];
    let parts: Vec<&str> = parts.into_iter().map(String::as_str).chain(hashes).collect();
    Metadata {
        format_version: "2.0",
        uuid: uuid(&parts),
        creation_time: record.created.clone(),
        producer: Producer { name: "klew", version: record.klew.clone() },
        task: Task {
            input_files: document.files.clone(),
            input_file_hashes: record.hashes.clone(),
            specification,
            data_model: record.data_model.clone().unwrap_or_else(|| "LP64".to_owned()),
            language: record.language.clone(),
        },
    }
}

fn violation(document: &Document, finding: &Finding) -> Option<Vec<Value>> {
    let asked = finding.input.iter().filter(|input| input.from == "harness");
    let mut segments: Vec<Value> =
        asked.filter_map(|input| returned(document, finding, input)).collect();
    let place = &finding.place;
    let location = Location {
        file_name: place.line.file.clone()?,
        line: place.line.line?,
        column: place.column.filter(|column| *column > 0),
        function: finding.stack.first().map(|frame| frame.function.clone()),
    };
    segments.push(segment("target", &location, None));
    Some(segments)
}

/// A value that a call returned, where the call can be seen in the source.
fn returned(document: &Document, finding: &Finding, input: &InputEntry) -> Option<Value> {
    let (file, line) = (input.place.line.file.clone()?, input.place.line.line?);
    let text = document.line(&file, line)?;
    let from = input.place.column.filter(|column| *column > 0)? as usize - 1;
    let name = input.name.trim_end_matches("()");
    if !input.name.starts_with("__VERIFIER_nondet_") {
        return None;
    }
    let call = from + text.get(from..)?.find(name)?;
    let column = Some(end_of_call(text, call + name.len())? as u32 + 1);
    let number = crate::formats::svcomp::number(&input.value)?;
    let step =
        finding.path.iter().find(|step| step.kind == "input" && step.place == input.place.line);
    let function = step.map(|step| step.function.clone());
    let location = Location { file_name: file, line, column, function };
    Some(segment(
        "function_return",
        &location,
        Some((format!("\\result == {number}"), "acsl_expression")),
    ))
}

/// The byte of the parenthesis that closes the one that opens at or behind `from`, on the same line.
fn end_of_call(line: &str, from: usize) -> Option<usize> {
    let mut depth = 0;
    for (index, byte) in line.bytes().enumerate().skip(from) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(index),
            b')' => depth -= 1,
            b' ' | b'\t' => {}
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn segment(kind: &str, location: &Location, constraint: Option<(String, &str)>) -> Value {
    let mut waypoint = Mapping::new();
    waypoint.insert("type".into(), kind.into());
    waypoint.insert("action".into(), "follow".into());
    waypoint.insert("location".into(), yaml(location));
    if let Some((value, format)) = constraint {
        let pairs = [("value", Value::from(value)), ("format", format.into())];
        waypoint.insert("constraint".into(), mapping(pairs));
    }
    let waypoint = mapping([("waypoint", Value::Mapping(waypoint))]);
    mapping([("segment", Value::Sequence(vec![waypoint]))])
}

/// What is so at loops: those facts that are expressions of C, at lines where a loop begins.
fn invariants(document: &Document) -> Vec<Value> {
    let facts = document.invariants.iter().filter(|fact| is_c_expression(&fact.message));
    let one = |fact: &crate::document::Remark| {
        let (file, line) = (fact.place.file.clone()?, fact.place.line?);
        let text = document.line(&file, line)?;
        let column = ["for", "while", "do"].iter().filter_map(|word| keyword(text, word)).min()?;
        let location =
            Location { file_name: file, line, column: Some(column as u32 + 1), function: None };
        let invariant = mapping([
            ("type", "loop_invariant".into()),
            ("location", yaml(&location)),
            ("value", fact.message.as_str().into()),
            ("format", "c_expression".into()),
        ]);
        Some(mapping([("invariant", invariant)]))
    };
    facts.filter_map(one).collect()
}

/// Where a word of the language stands on the line.
fn keyword(line: &str, word: &str) -> Option<usize> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).map(|(index, _)| index).find(|index| {
        let (before, after) = (&line[..*index], &line[index + word.len()..]);
        !is_part(before.chars().next_back()) && !is_part(after.chars().next())
    })
}

/// Whether the words are an expression of C: names, numbers, and its operators without side effects, so no calls. Sums wrap around in them as
/// in the fact only where they are unsigned, so `==` between sums of signed variables may overflow where the fact does not; what a
/// validator then cannot use, it leaves.
fn is_c_expression(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || " _+-*/%<>=!&|()[].~^".contains(c);
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let number_or_name = |word: &str| {
        word.is_empty()
            || word.parse::<u128>().is_ok()
            || word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    };
    // Two names without an operator between them are prose.
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let is_name = |token: &str| token.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_called =
        |pair: &[u8]| pair[1] == b'(' && (pair[0].is_ascii_alphanumeric() || pair[0] == b'_');
    let calls = text.as_bytes().windows(2).any(is_called);
    let prose = tokens.windows(2).any(|pair| is_name(pair[0]) && is_name(pair[1]));
    text.chars().all(plain) && words.into_iter().all(number_or_name) && !prose && !calls
}

fn yaml(data: &impl Serialize) -> Value {
    serde_yaml_ng::to_value(data).unwrap_or_default()
}

fn mapping<const N: usize>(pairs: [(&str, Value); N]) -> Value {
    Value::Mapping(pairs.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_an_expression_without_effects() {
        for text in ["i <= n", "2 * (a + b) == c[1]", "x_1 & 3"] {
            assert!(is_c_expression(text), "{text}");
        }
        // Prose, calls, and a row of what a function gives.
        for text in
            ["n is even", "times(a, b) == 0", "f(n) == n + 1", "f(n) == 0, 1 where n == 0, 1"]
        {
            assert!(!is_c_expression(text), "{text}");
        }
    }
}
