//! A report as one JSON object.

use serde_json::{Value, json};

use crate::Verdict;
use crate::heap::{HeapField, HeapValue, InputHeap, RootOrigin};
use crate::java::Surroundings;
use crate::report::{
    Approximation, CheckReport, CheckStanding, FindingReport, Frame, Input, InputSource, Limit,
    Place, Statistics, Step, StepKind,
};
use crate::standard_input::standard_input;

/// The object. Keys: `verdict`, `target` and `reachable` (null if that was not asked, or is not known), `findings`, `limits`, `approximations`, `assumptions`, `input_heap`, `checks`,
/// `statistics`, `properties`, `files`, `output`.
pub fn to_json(report: &CheckReport) -> Value {
    json!({
        "verdict": report.verdict().name(),
        "target": report.target,
        "reachable": report.target.as_ref().and(reachable(report.verdict())),
        "files": report.files,
        "properties": report.properties,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "limits": report.limits.iter().map(limit).collect::<Vec<_>>(),
        "approximations": report.approximations.iter().map(approximation).collect::<Vec<_>>(),
        "assumptions": report.assumptions,
        "input_heap": report.input_heap,
        "checks": report.checks.iter().map(check).collect::<Vec<_>>(),
        "statistics": statistics(&report.statistics),
        "output": report.output,
    })
}

fn reachable(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Violated => Some(true),
        Verdict::Safe => Some(false),
        Verdict::Bounded | Verdict::Unknown => None,
    }
}

fn finding(finding: &FindingReport) -> Value {
    let (file, line, column) = place(finding.place.as_ref());
    json!({
        "property": finding.property,
        "file": file,
        "line": line,
        "column": column,
        "message": finding.message,
        "confirmed": finding.confirmation.name() == "confirmed",
        "confirmation": finding.confirmation.name(),
        "confirmation_detail": finding.confirmation.detail(),
        "input": inputs(&finding.input),
        "surroundings": surroundings(&finding.input),
        "standard_input": standard_input(&finding.input).map(|bytes| hexadecimal(&bytes)),
        "heap": finding.heap.as_ref().map(heap),
        "stack": finding.stack.iter().map(frame).collect::<Vec<_>>(),
        "path": finding.path.iter().map(step).collect::<Vec<_>>(),
        "decisions": finding.decisions,
        "test": finding.test,
    })
}

/// What a Java program got from outside: arguments, variables (null: not set), system properties; null if it asked for
/// none of these.
fn surroundings(inputs: &[Input]) -> Value {
    let all = Surroundings::of(inputs);
    if all == Surroundings::default() {
        return Value::Null;
    }
    let text = |units: &Vec<u16>| String::from_utf16_lossy(units);
    let arguments = all.arguments.as_ref();
    json!({
        "arguments": arguments.map(|all| all.iter().map(text).collect::<Vec<_>>()),
        "environment": Value::Object(
            all.variables.iter().map(|(name, value)| (text(name), json!(value.as_ref().map(text)))).collect(),
        ),
        "system_properties": Value::Object(
            all.properties.iter().map(|(key, value)| (text(key), json!(text(value)))).collect(),
        ),
    })
}

/// The inputs of a run, in order: name, value, bytes, place.
pub fn inputs(inputs: &[Input]) -> Value {
    Value::Array(inputs.iter().map(input).collect())
}

fn input(input: &Input) -> Value {
    let (file, line, _) = place(input.place.as_ref());
    json!({
        "name": input.name,
        "value": input.value,
        "bytes": hexadecimal(&input.bytes),
        "from": input.source.name(),
        "file": file,
        "line": line,
    })
}

/// Inputs as [`inputs`] writes them, without their values in words.
pub fn read_inputs(text: &str) -> Option<Vec<Input>> {
    let value: Value = serde_json::from_str(text).ok()?;
    let one = |input: &Value| {
        Some(Input {
            name: input["name"].as_str()?.to_owned(),
            value: input["value"].as_str()?.to_owned(),
            bytes: from_hexadecimal(input["bytes"].as_str()?)?,
            place: None,
            source: InputSource::named(input["from"].as_str()?)?,
        })
    };
    value.as_array()?.iter().map(one).collect()
}

fn from_hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digit = |character: char| character.to_digit(16).map(|digit| digit as u8);
    let digits: Option<Vec<u8>> = text.chars().map(digit).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// An input heap: roots and objects; a reference is the index of an object and its name.
pub fn heap(heap: &InputHeap) -> Value {
    let value = |value: &HeapValue| match value {
        HeapValue::Null => Value::Null,
        HeapValue::Object(index) => {
            let name = heap.objects.get(*index).map(|object| object.name.as_str());
            json!({ "object": index, "name": name })
        }
        HeapValue::Scalar { bytes, text } => json!({ "text": text, "bytes": hexadecimal(bytes) }),
    };
    let field = |field: &HeapField| {
        json!({
            "name": field.name,
            "type": field.type_name,
            "declared_in": field.declared_in,
            "offset": field.offset,
            "value": value(&field.value),
        })
    };
    let roots = heap.roots.iter().map(|root| {
        let (kind, of) = match &root.origin {
            RootOrigin::Receiver => ("receiver", Value::Null),
            RootOrigin::Parameter { index, .. } => ("parameter", json!(index)),
            RootOrigin::Global { variable, .. } => ("global", json!(variable)),
        };
        json!({
            "name": root.name,
            "type": root.type_name,
            "kind": kind,
            "of": of,
            "value": value(&root.value),
        })
    });
    let objects = heap.objects.iter().map(|object| {
        json!({
            "name": object.name,
            "type": object.type_name,
            "size": object.size,
            "length": object.length,
            "fields": object.fields.iter().map(field).collect::<Vec<_>>(),
        })
    });
    json!({ "roots": roots.collect::<Vec<_>>(), "objects": objects.collect::<Vec<_>>() })
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn frame(frame: &Frame) -> Value {
    let (file, line, _) = place(frame.place.as_ref());
    json!({ "function": frame.function, "file": file, "line": line })
}

fn step(step: &Step) -> Value {
    let (file, line, _) = place(step.place.as_ref());
    let (kind, text) = match &step.kind {
        StepKind::Branch(to) => ("branch", format!("to line {to}")),
        StepKind::Switch(value) => ("switch", value.clone()),
        StepKind::Call(call) => ("call", call.clone()),
        StepKind::Return(value) => ("return", value.clone()),
        StepKind::Assign { target, value } => ("assign", format!("{target} = {value}")),
        StepKind::Input { name, value } => ("input", format!("{name} = {value}")),
        StepKind::Note(text) => ("note", text.clone()),
    };
    json!({ "file": file, "line": line, "function": step.function, "kind": kind, "text": text })
}

pub(crate) fn limit(limit: &Limit) -> Value {
    let (file, line, _) = place(limit.place.as_ref());
    json!({ "kind": limit.kind.name(), "message": limit.message, "file": file, "line": line })
}

/// A check of the program: what it decides, where, what is known (`open`, `holds`, `fails`), and by whom.
fn check(check: &CheckStanding) -> Value {
    let (file, line, _) = place(check.place.as_ref());
    let (standing, by) = (check.standing, check.by);
    json!({ "property": check.property, "file": file, "line": line, "standing": standing, "by": by })
}

fn approximation(approximation: &Approximation) -> Value {
    let (file, line, _) = place(approximation.place.as_ref());
    json!({ "message": approximation.message, "file": file, "line": line })
}

fn place(place: Option<&Place>) -> (Value, Value, Value) {
    match place {
        Some(place) => (json!(place.file), json!(place.line), json!(place.column)),
        None => (Value::Null, Value::Null, Value::Null),
    }
}

fn statistics(statistics: &Statistics) -> Value {
    let mut object = json!({
        "queries": statistics.queries,
        "solver_seconds": statistics.solver_seconds,
        "seconds": statistics.seconds,
        "peak_memory": statistics.peak_memory,
    });
    let figures = match statistics.backward {
        Some(backward) => vec![
            ("bound", u64::from(backward.bound)),
            ("unrollings", u64::from(backward.rounds)),
            ("nodes", backward.nodes),
        ],
        None => vec![
            ("paths", statistics.paths),
            ("partial_paths", statistics.partial_paths),
            ("instructions", statistics.instructions),
            ("forks", statistics.forks),
            ("covered_instructions", statistics.covered),
            ("total_instructions", statistics.coverable),
        ],
    };
    for (name, value) in figures {
        object[name] = json!(value);
    }
    for (name, value) in &statistics.more {
        object[name] = json!(value);
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Backward, Confirmation};

    #[test]
    fn backward_execution_has_figures_of_its_own() {
        let backward = Some(Backward { bound: 4, rounds: 3, nodes: 120 });
        let json = statistics(&Statistics { queries: 7, backward, ..Statistics::default() });
        for (key, value) in [("bound", 4), ("unrollings", 3), ("nodes", 120), ("queries", 7)] {
            assert_eq!(json[key], value, "{key}");
        }
        assert!(json["paths"].is_null() && json["instructions"].is_null());
        assert!(statistics(&Statistics::default())["nodes"].is_null());
    }

    #[test]
    fn inputs_and_back() {
        let sources = [InputSource::Harness, InputSource::Heap, InputSource::Implicit];
        let list: Vec<Input> = sources
            .into_iter()
            .map(|source| Input {
                name: "a".into(),
                value: "1".into(),
                bytes: vec![0, 171],
                place: None,
                source,
            })
            .collect();
        let text = inputs(&list).to_string();
        assert_eq!(read_inputs(&text), Some(list));
        for wrong in ["", "{}", "[{}]", &text.replace("00ab", "00a"), &text.replace("00ab", "zz")] {
            assert_eq!(read_inputs(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn keys_of_a_finding() {
        let report = CheckReport {
            target: None,
            files: vec!["a.c".into()],
            properties: vec!["valid-deref".into()],
            findings: vec![FindingReport {
                property: "valid-deref".into(),
                place: Some(Place { file: "a.c".into(), line: 3, column: 5 }),
                message: "null dereference".into(),
                stack: vec![Frame { function: "main".into(), place: None }],
                notes: Vec::new(),
                path: Vec::new(),
                input: vec![Input {
                    name: "x".into(),
                    value: "-1".into(),
                    bytes: vec![255, 255],
                    place: None,
                    source: InputSource::Harness,
                }],
                heap: None,
                decisions: "1".into(),
                confirmation: Confirmation::Confirmed { how: "seen".into() },
                test: None,
            }],
            limits: Vec::new(),
            approximations: Vec::new(),
            assumptions: Vec::new(),
            input_heap: None,
            checks: Vec::new(),
            statistics: Statistics { paths: 2, seconds: 0.5, ..Statistics::default() },
            output: None,
        };
        let json = to_json(&report);
        assert_eq!(json["verdict"], "violated");
        let first = &json["findings"][0];
        assert_eq!(first["property"], "valid-deref");
        assert_eq!((&first["file"], &first["line"]), (&json!("a.c"), &json!(3)));
        assert_eq!(first["confirmed"], true);
        assert_eq!(first["input"][0]["bytes"], "ffff");
        assert_eq!(first["input"][0]["from"], "harness");
        assert_eq!(json["statistics"]["paths"], 2);
        assert_eq!(json["limits"], json!([]));
    }
}
