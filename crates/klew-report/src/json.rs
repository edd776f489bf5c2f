//! A report as one JSON object, whose keys and values docs/json.md describes.
//!
//! **Invariant**: [`VERSION`] changes whenever a key goes away or means something else; new keys may come at any time.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::Verdict;
use crate::heap::{HeapField, HeapObject, HeapRoot, HeapValue, InputHeap, RootOrigin};
use crate::java::Surroundings;
use crate::report::{
    Approximation, CheckReport, CheckStanding, FindingReport, Frame, Input, InputSource, Limit,
    Place, Standing, Statistics, Step, StepKind,
};
use crate::standard_input::standard_input;

/// The version of the format.
pub const VERSION: u32 = 1;

/// The report of `klew check` and `klew reach`.
#[derive(Debug, Serialize)]
struct JsonReport<'r> {
    version: u32,
    verdict: &'static str,
    /// Why the verdict is neither "safe" nor "violated".
    reasons: Vec<String>,
    target: Option<&'r str>,
    /// Whether the target can be reached; null if that was not asked, or is not known.
    reachable: Option<bool>,
    files: &'r [String],
    properties: &'r [String],
    findings: Vec<JsonFinding<'r>>,
    limits: Vec<JsonLimit<'r>>,
    approximations: Vec<JsonApproximation<'r>>,
    assumptions: &'r [String],
    input_heap: Option<&'r str>,
    checks: Vec<JsonCheck<'r>>,
    invariants: Vec<JsonApproximation<'r>>,
    statistics: JsonStatistics<'r>,
    output: Option<&'r std::path::Path>,
}

#[derive(Debug, Serialize)]
struct JsonFinding<'r> {
    property: &'r str,
    #[serde(flatten)]
    place: JsonPoint<'r>,
    message: &'r str,
    confirmed: bool,
    confirmation: &'static str,
    confirmation_detail: &'r str,
    input: Vec<JsonInput<'r>>,
    surroundings: Option<JsonSurroundings>,
    standard_input: Option<String>,
    heap: Option<JsonHeap<'r>>,
    stack: Vec<JsonFrame<'r>>,
    path: Vec<JsonStep<'r>>,
    decisions: &'r str,
    test: Option<&'r std::path::Path>,
}

/// A line; null where it is not known.
#[derive(Debug, Serialize)]
struct JsonLine<'r> {
    file: Option<&'r str>,
    line: Option<u32>,
}

/// A line and a column.
#[derive(Debug, Serialize)]
struct JsonPoint<'r> {
    #[serde(flatten)]
    line: JsonLine<'r>,
    column: Option<u32>,
}

#[derive(Debug, Serialize)]
struct JsonLimit<'r> {
    kind: &'static str,
    message: &'r str,
    #[serde(flatten)]
    place: JsonLine<'r>,
}

#[derive(Debug, Serialize)]
struct JsonApproximation<'r> {
    message: &'r str,
    #[serde(flatten)]
    place: JsonLine<'r>,
}

/// A check of the program: what it decides, what is known, and who found that out.
#[derive(Debug, Serialize)]
struct JsonCheck<'r> {
    property: &'r str,
    #[serde(flatten)]
    place: JsonLine<'r>,
    standing: Standing,
    by: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct JsonInput<'r> {
    name: &'r str,
    value: &'r str,
    bytes: String,
    from: &'static str,
    #[serde(flatten)]
    place: JsonLine<'r>,
}

/// What a Java program got from outside: arguments, variables (null: not set), system properties.
#[derive(Debug, Serialize)]
struct JsonSurroundings {
    arguments: Option<Vec<String>>,
    environment: BTreeMap<String, Option<String>>,
    system_properties: BTreeMap<String, String>,
}

#[derive(Debug, Serialize)]
struct JsonHeap<'r> {
    roots: Vec<JsonRoot<'r>>,
    objects: Vec<JsonObject<'r>>,
}

#[derive(Debug, Serialize)]
struct JsonRoot<'r> {
    name: &'r str,
    #[serde(rename = "type")]
    type_name: &'r str,
    kind: &'static str,
    /// The number of a parameter, the variable of a global.
    of: Option<JsonOf<'r>>,
    value: Option<JsonValue<'r>>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum JsonOf<'r> {
    Index(usize),
    Variable(&'r str),
}

#[derive(Debug, Serialize)]
struct JsonObject<'r> {
    name: &'r str,
    #[serde(rename = "type")]
    type_name: &'r str,
    size: u64,
    length: Option<u64>,
    fields: Vec<JsonField<'r>>,
}

#[derive(Debug, Serialize)]
struct JsonField<'r> {
    name: &'r str,
    #[serde(rename = "type")]
    type_name: &'r str,
    declared_in: Option<&'r str>,
    offset: u64,
    value: Option<JsonValue<'r>>,
}

/// A reference (the index of an object and its name) or a scalar; null is null.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum JsonValue<'r> {
    Reference { object: usize, name: Option<&'r str> },
    Scalar { text: &'r str, bytes: String },
}

#[derive(Debug, Serialize)]
struct JsonFrame<'r> {
    function: &'r str,
    #[serde(flatten)]
    place: JsonLine<'r>,
}

#[derive(Debug, Serialize)]
struct JsonStep<'r> {
    #[serde(flatten)]
    place: JsonLine<'r>,
    function: &'r str,
    kind: &'static str,
    text: String,
}

/// Figures of all engines together; those of paths are there unless backward execution worked alone.
#[derive(Debug, Serialize)]
struct JsonStatistics<'r> {
    queries: u64,
    solver_seconds: f64,
    seconds: f64,
    peak_memory: u64,
    #[serde(flatten)]
    paths: Option<JsonPaths>,
    #[serde(flatten)]
    unfolding: Option<JsonUnfolding>,
    #[serde(flatten)]
    more: BTreeMap<&'r str, u64>,
}

#[derive(Debug, Serialize)]
struct JsonPaths {
    paths: u64,
    partial_paths: u64,
    instructions: u64,
    forks: u64,
    covered_instructions: u64,
    total_instructions: u64,
}

#[derive(Debug, Serialize)]
struct JsonUnfolding {
    bound: u32,
    unrollings: u32,
    nodes: u64,
}

/// The object.
pub fn to_json(report: &CheckReport) -> Value {
    value(&JsonReport {
        version: VERSION,
        verdict: report.verdict().name(),
        reasons: report.reasons(),
        target: report.target.as_deref(),
        reachable: report.target.as_ref().and(reachable(report.verdict())),
        files: &report.files,
        properties: &report.properties,
        findings: report.findings.iter().map(finding).collect(),
        limits: report.limits.iter().map(json_limit).collect(),
        approximations: report.approximations.iter().map(approximation).collect(),
        assumptions: &report.assumptions,
        input_heap: report.input_heap.as_deref(),
        checks: report.checks.iter().map(check).collect(),
        invariants: report.invariants.iter().map(invariant).collect(),
        statistics: statistics(&report.statistics),
        output: report.output.as_deref(),
    })
}

/// What is written has string keys and finite numbers only, so there is no error that could be met.
fn value(data: &impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

fn reachable(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Violated => Some(true),
        Verdict::Safe => Some(false),
        Verdict::Bounded | Verdict::Unknown => None,
    }
}

fn finding(finding: &FindingReport) -> JsonFinding<'_> {
    JsonFinding {
        property: &finding.property,
        place: point(finding.place.as_ref()),
        message: &finding.message,
        confirmed: finding.confirmation.name() == "confirmed",
        confirmation: finding.confirmation.name(),
        confirmation_detail: finding.confirmation.detail(),
        input: finding.input.iter().map(input).collect(),
        surroundings: surroundings(&finding.input),
        standard_input: standard_input(&finding.input).map(|bytes| hexadecimal(&bytes)),
        heap: finding.heap.as_ref().map(json_heap),
        stack: finding.stack.iter().map(frame).collect(),
        path: finding.path.iter().map(step).collect(),
        decisions: &finding.decisions,
        test: finding.test.as_deref(),
    }
}

/// None if the program asked for nothing of this kind.
fn surroundings(inputs: &[Input]) -> Option<JsonSurroundings> {
    let all = Surroundings::of(inputs);
    if all == Surroundings::default() {
        return None;
    }
    let text = |units: &Vec<u16>| String::from_utf16_lossy(units);
    let (variables, properties) = (all.variables.iter(), all.properties.iter());
    Some(JsonSurroundings {
        arguments: all.arguments.as_ref().map(|all| all.iter().map(text).collect()),
        environment: variables
            .map(|(name, value)| (text(name), value.as_ref().map(text)))
            .collect(),
        system_properties: properties.map(|(key, value)| (text(key), text(value))).collect(),
    })
}

/// The inputs of a run, in order: name, value, bytes, place.
pub fn inputs(inputs: &[Input]) -> Value {
    value(&inputs.iter().map(input).collect::<Vec<_>>())
}

fn input(input: &Input) -> JsonInput<'_> {
    JsonInput {
        name: &input.name,
        value: &input.value,
        bytes: hexadecimal(&input.bytes),
        from: input.source.name(),
        place: line(input.place.as_ref()),
    }
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
    value(&json_heap(heap))
}

fn json_heap(heap: &InputHeap) -> JsonHeap<'_> {
    let root = |root| heap_root(heap, root);
    let object = |object| heap_object(heap, object);
    JsonHeap {
        roots: heap.roots.iter().map(root).collect(),
        objects: heap.objects.iter().map(object).collect(),
    }
}

fn heap_root<'r>(heap: &'r InputHeap, root: &'r HeapRoot) -> JsonRoot<'r> {
    let (kind, of) = match &root.origin {
        RootOrigin::Receiver => ("receiver", None),
        RootOrigin::Parameter { index, .. } => ("parameter", Some(JsonOf::Index(*index))),
        RootOrigin::Global { variable, .. } => ("global", Some(JsonOf::Variable(variable))),
    };
    let value = heap_value(heap, &root.value);
    JsonRoot { name: &root.name, type_name: &root.type_name, kind, of, value }
}

fn heap_object<'r>(heap: &'r InputHeap, object: &'r HeapObject) -> JsonObject<'r> {
    let field = |field: &'r HeapField| JsonField {
        name: &field.name,
        type_name: &field.type_name,
        declared_in: field.declared_in.as_deref(),
        offset: field.offset,
        value: heap_value(heap, &field.value),
    };
    JsonObject {
        name: &object.name,
        type_name: &object.type_name,
        size: object.size,
        length: object.length,
        fields: object.fields.iter().map(field).collect(),
    }
}

fn heap_value<'r>(heap: &'r InputHeap, value: &'r HeapValue) -> Option<JsonValue<'r>> {
    match value {
        HeapValue::Null => None,
        HeapValue::Object(object) => {
            let name = heap.objects.get(*object).map(|object| object.name.as_str());
            Some(JsonValue::Reference { object: *object, name })
        }
        HeapValue::Scalar { bytes, text } => {
            Some(JsonValue::Scalar { text, bytes: hexadecimal(bytes) })
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn frame(frame: &Frame) -> JsonFrame<'_> {
    JsonFrame { function: &frame.function, place: line(frame.place.as_ref()) }
}

fn step(step: &Step) -> JsonStep<'_> {
    let (kind, text) = match &step.kind {
        StepKind::Branch(to) => ("branch", format!("to line {to}")),
        StepKind::Switch(value) => ("switch", value.clone()),
        StepKind::Call(call) => ("call", call.clone()),
        StepKind::Return(value) => ("return", value.clone()),
        StepKind::Assign { target, value } => ("assign", format!("{target} = {value}")),
        StepKind::Input { name, value } => ("input", format!("{name} = {value}")),
        StepKind::Note(text) => ("note", text.clone()),
    };
    JsonStep { place: line(step.place.as_ref()), function: &step.function, kind, text }
}

/// A limit, as other reports have them, too.
pub(crate) fn limit(limit: &Limit) -> Value {
    value(&json_limit(limit))
}

fn json_limit(limit: &Limit) -> JsonLimit<'_> {
    let place = line(limit.place.as_ref());
    JsonLimit { kind: limit.kind.name(), message: &limit.message, place }
}

fn check(check: &CheckStanding) -> JsonCheck<'_> {
    JsonCheck {
        property: &check.property,
        place: line(check.place.as_ref()),
        standing: check.standing,
        by: check.by,
    }
}

fn approximation(approximation: &Approximation) -> JsonApproximation<'_> {
    let place = line(approximation.place.as_ref());
    JsonApproximation { message: &approximation.message, place }
}

fn invariant(invariant: &crate::Invariant) -> JsonApproximation<'_> {
    let place = line(invariant.place.as_ref());
    JsonApproximation { message: &invariant.text, place }
}

fn line(place: Option<&Place>) -> JsonLine<'_> {
    JsonLine { file: place.map(|place| place.file.as_str()), line: place.map(|place| place.line) }
}

fn point(place: Option<&Place>) -> JsonPoint<'_> {
    JsonPoint { line: line(place), column: place.map(|place| place.column) }
}

fn statistics(statistics: &Statistics) -> JsonStatistics<'_> {
    let alone = statistics.backward.is_some() && statistics.instructions == 0;
    let paths = JsonPaths {
        paths: statistics.paths,
        partial_paths: statistics.partial_paths,
        instructions: statistics.instructions,
        forks: statistics.forks,
        covered_instructions: statistics.covered,
        total_instructions: statistics.coverable,
    };
    JsonStatistics {
        queries: statistics.queries,
        solver_seconds: statistics.solver_seconds,
        seconds: statistics.seconds,
        peak_memory: statistics.peak_memory,
        paths: (!alone).then_some(paths),
        unfolding: statistics.backward.map(|backward| JsonUnfolding {
            bound: backward.bound,
            unrollings: backward.rounds,
            nodes: backward.nodes,
        }),
        more: statistics.more.iter().map(|(name, value)| (name.as_str(), *value)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::report::{Backward, Confirmation};

    #[test]
    fn backward_execution_has_figures_of_its_own() {
        let backward = Some(Backward { bound: 4, rounds: 3, nodes: 120 });
        let json =
            value(&statistics(&Statistics { queries: 7, backward, ..Statistics::default() }));
        for (key, value) in [("bound", 4), ("unrollings", 3), ("nodes", 120), ("queries", 7)] {
            assert_eq!(json[key], value, "{key}");
        }
        assert!(json["paths"].is_null() && json["instructions"].is_null());
        assert!(value(&statistics(&Statistics::default()))["nodes"].is_null());
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
            ..CheckReport::default()
        };
        let json = to_json(&report);
        assert_eq!((&json["verdict"], &json["version"]), (&json!("violated"), &json!(VERSION)));
        let first = &json["findings"][0];
        assert_eq!(first["property"], "valid-deref");
        assert_eq!((&first["file"], &first["line"]), (&json!("a.c"), &json!(3)));
        assert_eq!(first["confirmed"], true);
        assert_eq!(first["input"][0]["bytes"], "ffff");
        assert_eq!(first["input"][0]["from"], "harness");
        assert_eq!(json["statistics"]["paths"], 2);
        assert_eq!(json["limits"], json!([]));
        let mut report = report;
        let reason = "it takes its own order of sets".to_owned();
        report.findings[0].confirmation = Confirmation::Unconfirmed { reason };
        let json = to_json(&report);
        assert_eq!(json["verdict"], "unknown");
        let reason = "not seen to happen: null dereference: it takes its own order of sets";
        assert_eq!(json["reasons"], json!([reason]));
    }

    fn keys(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                for (key, value) in members {
                    found.push(key.clone());
                    keys(value, found);
                }
            }
            Value::Array(elements) => elements.iter().for_each(|element| keys(element, found)),
            _ => {}
        }
    }

    #[test]
    fn all_keys_are_documented() {
        let place = Some(Place { file: "a.c".into(), line: 3, column: 5 });
        let report = CheckReport {
            limits: vec![Limit {
                kind: crate::LimitKind::Time,
                message: String::new(),
                place: None,
            }],
            approximations: vec![Approximation { message: String::new(), place: place.clone() }],
            checks: vec![CheckStanding {
                property: "assertion".into(),
                place,
                standing: Standing::Holds,
                by: Some("forward"),
            }],
            findings: vec![FindingReport {
                property: "assertion".into(),
                place: None,
                message: String::new(),
                stack: vec![Frame { function: "main".into(), place: None }],
                notes: Vec::new(),
                path: vec![Step {
                    place: None,
                    function: "main".into(),
                    kind: StepKind::Note(String::new()),
                }],
                input: vec![Input {
                    name: "x".into(),
                    value: "1".into(),
                    bytes: vec![1],
                    place: None,
                    source: InputSource::Harness,
                }],
                heap: Some(InputHeap::default()),
                decisions: String::new(),
                confirmation: Confirmation::Confirmed { how: String::new() },
                test: None,
            }],
            statistics: Statistics {
                instructions: 1,
                backward: Some(Backward::default()),
                ..Statistics::default()
            },
            ..CheckReport::default()
        };
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
        let documentation = std::fs::read_to_string(path).unwrap();
        let mut found = Vec::new();
        keys(&to_json(&report), &mut found);
        assert!(found.len() > 40, "{found:?}");
        for key in found {
            assert!(documentation.contains(&format!("`{key}`")), "docs/json.md lacks `{key}`");
        }
    }
}
