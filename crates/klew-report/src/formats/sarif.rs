//! SARIF 2.1.0 (OASIS): findings with their paths as code flows, properties as rules with their weaknesses (CWE).
//!
//! Fingerprints are hashes of the property, the file, the function and the text of the line, so they survive new lines elsewhere
//! in the file; findings that have all of that in common are numbered.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::stable::hash;
use crate::Document;
use crate::document::{Finding, Line, Rule, StepEntry};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The log: one run.
pub fn sarif(document: &Document) -> String {
    let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run(document)] });
    format!("{log:#}\n")
}

fn run(document: &Document) -> Value {
    let record = document.record.clone().unwrap_or_default();
    let rules = &record.rules;
    let mut seen = BTreeMap::new();
    let results: Vec<Value> = (document.findings.iter())
        .map(|finding| result(document, rules, finding, &mut seen))
        .collect();
    json!({
        "tool": { "driver": {
            "name": "klew",
            "semanticVersion": record.klew,
            "rules": rules.iter().map(rule).collect::<Vec<_>>(),
            "supportedTaxonomies": [{ "name": "CWE" }],
        } },
        "taxonomies": [taxonomy(document, rules)],
        "invocations": [{
            "executionSuccessful": true,
            "toolExecutionNotifications": notifications(document),
        }],
        "results": results,
        "columnKind": "utf16CodeUnits",
        "properties": { "verdict": document.verdict, "properties": document.properties },
    })
}

fn rule(rule: &Rule) -> Value {
    let mut tags = vec!["correctness".to_owned()];
    if let Some(cwe) = rule.cwe {
        tags.extend(["security".to_owned(), format!("external/cwe/cwe-{cwe:03}")]);
    }
    let relationships: Vec<Value> = rule.cwe.iter().map(|cwe| relationship(*cwe)).collect();
    json!({
        "id": rule.property,
        "shortDescription": { "text": rule.description },
        "defaultConfiguration": { "level": "error" },
        "relationships": relationships,
        "properties": { "tags": tags, "precision": "very-high" },
    })
}

fn relationship(cwe: u32) -> Value {
    let target = json!({ "id": cwe.to_string(), "toolComponent": { "name": "CWE" } });
    json!({ "target": target, "kinds": ["relevant"] })
}

/// The weaknesses that rules and findings name.
fn taxonomy(document: &Document, rules: &[Rule]) -> Value {
    let of_rules = rules.iter().filter_map(|rule| rule.cwe);
    let of_findings = document.findings.iter().filter_map(|finding| finding.cwe);
    let mut all: Vec<u32> = of_rules.chain(of_findings).collect();
    all.sort_unstable();
    all.dedup();
    let taxa: Vec<Value> = all.iter().map(|cwe| json!({ "id": cwe.to_string() })).collect();
    json!({
        "name": "CWE",
        "organization": "MITRE",
        "shortDescription": { "text": "The MITRE Common Weakness Enumeration" },
        "taxa": taxa,
    })
}

/// Why the result is not complete, for whoever would take no findings for safe.
fn notifications(document: &Document) -> Vec<Value> {
    let limits = document.limits.iter().map(|limit| (&limit.message, &limit.place));
    let approximations = document.approximations.iter().map(|one| (&one.message, &one.place));
    let one = |(message, place): (&String, &Line)| {
        let mut notification = Map::new();
        notification.insert("level".into(), json!("warning"));
        notification.insert("message".into(), json!({ "text": message }));
        if let Some(location) = location(document, place, None, None) {
            notification.insert("locations".into(), json!([location]));
        }
        Value::Object(notification)
    };
    limits.chain(approximations).map(one).collect()
}

fn result(
    document: &Document,
    rules: &[Rule],
    finding: &Finding,
    seen: &mut BTreeMap<String, usize>,
) -> Value {
    let mut result = Map::new();
    result.insert("ruleId".into(), json!(finding.property));
    if let Some(index) = rules.iter().position(|rule| rule.property == finding.property) {
        result.insert("ruleIndex".into(), json!(index));
    }
    let level = match finding.confirmation.as_str() {
        _ if document.target.is_some() => "note",
        "unconfirmed" => "warning",
        _ => "error",
    };
    result.insert("level".into(), json!(level));
    result.insert("message".into(), json!({ "text": message(finding) }));
    let place = &finding.place;
    let at = location(document, &place.line, place.column, None);
    result.insert("locations".into(), Value::Array(at.into_iter().collect()));
    let taxa: Vec<Value> =
        finding.cwe.iter().map(|cwe| relationship(*cwe)["target"].clone()).collect();
    result.insert("taxa".into(), json!(taxa));
    let related = finding
        .notes
        .iter()
        .filter_map(|note| location(document, &note.place, None, Some(&note.message)));
    result.insert("relatedLocations".into(), related.collect());
    if let Some(flow) = code_flow(document, finding) {
        result.insert("codeFlows".into(), json!([flow]));
    }
    result.insert("stacks".into(), json!([stack(document, finding)]));
    let fingerprint = fingerprint(document, finding);
    let count = seen.entry(fingerprint.clone()).or_default();
    *count += 1;
    let print = format!("{fingerprint}:{count}");
    result.insert("partialFingerprints".into(), json!({ "klewFinding/v1": print }));
    result.insert(
        "properties".into(),
        json!({ "confirmation": finding.confirmation, "decisions": finding.decisions }),
    );
    Value::Object(result)
}

/// What happened, with which input, and whether it was seen.
fn message(finding: &Finding) -> String {
    const MOST: usize = 6;
    let asked = finding.input.iter().filter(|input| input.from == "harness");
    let inputs: Vec<String> =
        asked.map(|input| format!("{} = {}", input.name, input.value)).collect();
    let mut text = finding.message.clone();
    if !inputs.is_empty() {
        let more = if inputs.len() > MOST { ", …" } else { "" };
        text.push_str(&format!(" (with {}{more})", inputs[..inputs.len().min(MOST)].join(", ")));
    }
    text.push_str(&format!(". {}: {}", finding.confirmation, finding.confirmation_detail));
    text
}

fn code_flow(document: &Document, finding: &Finding) -> Option<Value> {
    let mut depth = 0_u32;
    let mut locations = Vec::new();
    for step in &finding.path {
        let nesting = depth;
        match step.kind.as_str() {
            "call" => depth += 1,
            "return" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let words = words(step);
        if let Some(location) = location(document, &step.place, None, Some(&words)) {
            let order = locations.len() + 1;
            locations.push(json!({
                "location": location,
                "nestingLevel": nesting,
                "executionOrder": order,
                "importance": if step.kind == "branch" { "unimportant" } else { "important" },
            }));
        }
    }
    let end = location(document, &finding.place.line, finding.place.column, Some(&finding.message));
    if let Some(location) = end {
        let order = locations.len() + 1;
        locations.push(json!({
            "location": location,
            "nestingLevel": depth,
            "executionOrder": order,
            "importance": "essential",
        }));
    }
    (!locations.is_empty()).then(|| json!({ "threadFlows": [{ "locations": locations }] }))
}

/// A step in words.
fn words(step: &StepEntry) -> String {
    match step.kind.as_str() {
        "branch" => format!("goes {}", step.text),
        "switch" => format!("switch with {}", step.text),
        "call" => format!("call {}", step.text),
        "return" if step.text.is_empty() => format!("return from {}", step.function),
        "return" => format!("return {} from {}", step.text, step.function),
        "input" => format!("input {}", step.text),
        _ => step.text.clone(),
    }
}

fn stack(document: &Document, finding: &Finding) -> Value {
    let frames = finding.stack.iter().map(|frame| {
        let mut location =
            location(document, &frame.place, None, None).unwrap_or_else(|| json!({}));
        location["logicalLocations"] = json!([{ "fullyQualifiedName": frame.function }]);
        json!({ "location": location })
    });
    json!({ "frames": frames.collect::<Vec<_>>() })
}

fn location(
    document: &Document,
    place: &Line,
    column: Option<u32>,
    message: Option<&str>,
) -> Option<Value> {
    let (file, line) = (place.file.as_deref()?, place.line?);
    let mut region = Map::new();
    region.insert("startLine".into(), json!(line.max(1)));
    if let Some(column) = column.filter(|column| *column > 0) {
        let column = document.line(file, line).map_or(column, |text| utf16_column(text, column));
        region.insert("startColumn".into(), json!(column));
    }
    let mut location = Map::new();
    location.insert(
        "physicalLocation".into(),
        json!({ "artifactLocation": artifact(file), "region": region }),
    );
    if let Some(message) = message {
        location.insert("message".into(), json!({ "text": message }));
    }
    Some(Value::Object(location))
}

/// Compilers count bytes.
fn utf16_column(line: &str, column: u32) -> u32 {
    let before = line.get(..column as usize - 1);
    before.map_or(column, |before| before.encode_utf16().count() as u32 + 1)
}

/// Relative names are those of the folder in which klew was called.
fn artifact(file: &str) -> Value {
    let uri = percent_encoded(file.strip_prefix("./").unwrap_or(file));
    match file.starts_with('/') {
        true => json!({ "uri": format!("file://{uri}") }),
        false => json!({ "uri": uri, "uriBaseId": "%SRCROOT%" }),
    }
}

fn percent_encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    path.bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

fn fingerprint(document: &Document, finding: &Finding) -> String {
    let file = finding.place.line.file.as_deref().unwrap_or_default();
    let line = finding.place.line.line.and_then(|line| document.line(file, line));
    let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    let function = finding.stack.first().map_or("", |frame| frame.function.as_str());
    hash(&[&finding.property, file, function, &words.join(" ")])[..32].to_owned()
}
