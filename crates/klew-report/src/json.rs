//! A report as one JSON object, whose keys and values docs/json.md describes.
//!
//! **Invariant**: [`VERSION`] changes whenever a key goes away or means something else; new keys may come at any time.

use serde::Serialize;
use serde_json::Value;

use crate::Verdict;
use crate::document::{
    ArgumentEntry, ArgumentFactEntry, CheckEntry, Document, Field, FieldValue, Figures, Finding,
    FrameEntry, Heap, InputEntry, InterpolantEntry, LimitEntry, Line, Object, PathFigures, Point,
    PointEntry, Proofs, Remark, Root, RootOf, StepEntry, SurroundingsEntry, UnfoldingFigures,
};
use crate::heap::{HeapField, HeapObject, HeapRoot, HeapValue, InputHeap, RootOrigin};
use crate::java::{FileKind, Surroundings};
use crate::pruned::PrunedPoint;
use crate::report::{
    Approximation, CheckReport, CheckStanding, FindingReport, Frame, Input, InputSource, Limit,
    Place, Statistics, Step, StepKind,
};
use crate::standard_input::standard_input;

/// The version of the format.
pub const VERSION: u32 = 1;

/// The object.
pub fn to_json(report: &CheckReport) -> Value {
    value(&document(report))
}

/// The document, without a record of what it was made of.
pub fn document(report: &CheckReport) -> Document {
    Document {
        version: VERSION,
        verdict: report.verdict().name().to_owned(),
        reasons: report.reasons(),
        target: report.target.clone(),
        reachable: report.target.as_ref().and(reachable(report.verdict())),
        files: report.files.clone(),
        properties: report.properties.clone(),
        findings: report.findings.iter().map(finding).collect(),
        limits: report.limits.iter().map(json_limit).collect(),
        approximations: report.approximations.iter().map(approximation).collect(),
        assumptions: report.assumptions.clone(),
        hints: report.hints.clone(),
        input_heap: report.input_heap.clone(),
        checks: report.checks.iter().map(check).collect(),
        invariants: report.invariants.iter().map(invariant).collect(),
        proofs: Proofs::of(report.arguments.iter().map(argument).collect()),
        points: report.points.iter().map(pruned_point).collect(),
        statistics: statistics(&report.statistics),
        native_runs: report.native_runs.clone(),
        output: report.output.clone(),
        record: None,
    }
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

fn finding(finding: &FindingReport) -> Finding {
    Finding {
        property: finding.property.clone(),
        cwe: finding.cwe,
        place: point(finding.place.as_ref()),
        message: finding.message.clone(),
        confirmed: finding.confirmation.name() == "confirmed",
        confirmation: finding.confirmation.name().to_owned(),
        confirmation_detail: finding.confirmation.detail().to_owned(),
        input: finding.input.iter().map(input).collect(),
        surroundings: surroundings(&finding.input),
        standard_input: standard_input(&finding.input).map(|bytes| hexadecimal(&bytes)),
        heap: finding.heap.as_ref().map(json_heap),
        stack: finding.stack.iter().map(frame).collect(),
        notes: finding.notes.iter().map(note).collect(),
        path: finding.path.iter().map(step).collect(),
        skipped: None,
        states: finding.states.clone(),
        decisions: finding.decisions.clone(),
        test: finding.test.clone(),
    }
}

/// None if the program asked for nothing of this kind.
fn surroundings(inputs: &[Input]) -> Option<SurroundingsEntry> {
    let all = Surroundings::of(inputs);
    if all == Surroundings::default() {
        return None;
    }
    let text = |units: &Vec<u16>| String::from_utf16_lossy(units);
    let (variables, properties) = (all.variables.iter(), all.properties.iter());
    Some(SurroundingsEntry {
        arguments: all.arguments.as_ref().map(|all| all.iter().map(text).collect()),
        environment: variables
            .map(|(name, value)| (text(name), value.as_ref().map(text)))
            .collect(),
        system_properties: properties.map(|(key, value)| (text(key), text(value))).collect(),
        files: all.files.iter().map(|file| (text(&file.name), contents(&file.kind))).collect(),
    })
}

fn contents(kind: &FileKind) -> Option<String> {
    match kind {
        FileKind::Bytes(bytes) => Some(hexadecimal(bytes)),
        FileKind::Missing | FileKind::Folder => None,
    }
}

/// The inputs of a run, in order: name, value, bytes, place.
pub fn inputs(inputs: &[Input]) -> Value {
    value(&inputs.iter().map(input).collect::<Vec<_>>())
}

fn input(input: &Input) -> InputEntry {
    InputEntry {
        name: input.name.clone(),
        value: input.value.clone(),
        bytes: hexadecimal(&input.bytes),
        from: input.source.name().to_owned(),
        place: point(input.place.as_ref()),
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

fn json_heap(heap: &InputHeap) -> Heap {
    let root = |root| heap_root(heap, root);
    let object = |object| heap_object(heap, object);
    Heap {
        roots: heap.roots.iter().map(root).collect(),
        objects: heap.objects.iter().map(object).collect(),
    }
}

fn heap_root(heap: &InputHeap, root: &HeapRoot) -> Root {
    let (kind, of) = match &root.origin {
        RootOrigin::Receiver => ("receiver", None),
        RootOrigin::Parameter { index, .. } => ("parameter", Some(RootOf::Index(*index))),
        RootOrigin::Global { variable, .. } => ("global", Some(RootOf::Variable(variable.clone()))),
    };
    let value = heap_value(heap, &root.value);
    Root {
        name: root.name.clone(),
        type_name: root.type_name.clone(),
        kind: kind.to_owned(),
        of,
        value,
    }
}

fn heap_object(heap: &InputHeap, object: &HeapObject) -> Object {
    let field = |field: &HeapField| Field {
        name: field.name.clone(),
        type_name: field.type_name.clone(),
        declared_in: field.declared_in.clone(),
        offset: field.offset,
        value: heap_value(heap, &field.value),
    };
    Object {
        name: object.name.clone(),
        type_name: object.type_name.clone(),
        size: object.size,
        length: object.length,
        fields: object.fields.iter().map(field).collect(),
    }
}

fn heap_value(heap: &InputHeap, value: &HeapValue) -> Option<FieldValue> {
    match value {
        HeapValue::Null => None,
        HeapValue::Object(object) => {
            let name = heap.objects.get(*object).map(|object| object.name.clone());
            Some(FieldValue::Reference { object: *object, name })
        }
        HeapValue::Scalar { bytes, text } => {
            Some(FieldValue::Scalar { text: text.clone(), bytes: hexadecimal(bytes) })
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn frame(frame: &Frame) -> FrameEntry {
    FrameEntry { function: frame.function.clone(), place: line(frame.place.as_ref()) }
}

fn step(step: &Step) -> StepEntry {
    let (kind, text) = match &step.kind {
        StepKind::Branch(to) => ("branch", format!("to line {to}")),
        StepKind::Switch(value) => ("switch", value.clone()),
        StepKind::Call(call) => ("call", call.clone()),
        StepKind::Return(value) => ("return", value.clone()),
        StepKind::Store { target, value } => ("store", format!("{target} = {value}")),
        StepKind::Assign { target, value } => ("assign", format!("{target} = {value}")),
        StepKind::Input { name, value } => ("input", format!("{name} = {value}")),
        StepKind::Note(text) => ("note", text.clone()),
    };
    StepEntry {
        place: line(step.place.as_ref()),
        function: step.function.clone(),
        kind: kind.to_owned(),
        text,
    }
}

/// A limit, as other reports have them, too.
pub(crate) fn limit(limit: &Limit) -> Value {
    value(&json_limit(limit))
}

fn json_limit(limit: &Limit) -> LimitEntry {
    let place = line(limit.place.as_ref());
    LimitEntry { kind: limit.kind.name().to_owned(), message: limit.message.clone(), place }
}

fn check(check: &CheckStanding) -> CheckEntry {
    CheckEntry {
        property: check.property.clone(),
        place: line(check.place.as_ref()),
        standing: check.standing,
        by: check.by.map(str::to_owned),
    }
}

fn approximation(approximation: &Approximation) -> Remark {
    let place = line(approximation.place.as_ref());
    Remark { message: approximation.message.clone(), place }
}

fn note(note: &crate::Note) -> Remark {
    Remark { message: note.message.clone(), place: line(note.place.as_ref()) }
}

fn invariant(invariant: &crate::Invariant) -> Remark {
    let place = line(invariant.place.as_ref());
    Remark { message: invariant.text.clone(), place }
}

fn argument(argument: &crate::Argument) -> ArgumentEntry {
    let fact = |fact: &crate::ArgumentFact| ArgumentFactEntry {
        predicate: fact.predicate,
        point: fact.point.clone(),
        formula: fact.formula.clone(),
        message: fact.text.clone(),
        place: line(fact.place.as_ref()),
    };
    ArgumentEntry {
        engine: argument.engine.to_owned(),
        program: argument.program.clone(),
        clauses: argument.clauses.clone(),
        goals: argument.goals.clone(),
        facts: argument.facts.iter().map(fact).collect(),
    }
}

pub(crate) fn pruned_point(point: &PrunedPoint) -> PointEntry {
    let interpolants = point.interpolants.iter().map(|(covered, formulas)| InterpolantEntry {
        covered: *covered,
        formulas: formulas.clone(),
    });
    PointEntry {
        function: point.function.clone(),
        place: line(point.place.as_ref()),
        visited: point.visited,
        annotated: point.annotated,
        tried: point.tried,
        covered: point.covered,
        included: point.included,
        interpolants: interpolants.collect(),
    }
}

fn line(place: Option<&Place>) -> Line {
    Line { file: place.map(|place| place.file.clone()), line: place.map(|place| place.line) }
}

fn point(place: Option<&Place>) -> Point {
    Point { line: line(place), column: place.map(|place| place.column) }
}

fn statistics(statistics: &Statistics) -> Figures {
    let alone = statistics.backward.is_some() && statistics.instructions == 0;
    let paths = PathFigures {
        paths: statistics.paths,
        partial_paths: statistics.partial_paths,
        instructions: statistics.instructions,
        forks: statistics.forks,
        covered_instructions: statistics.covered,
        total_instructions: statistics.coverable,
    };
    Figures {
        queries: statistics.queries,
        solver_seconds: statistics.solver_seconds,
        seconds: statistics.seconds,
        peak_memory: statistics.peak_memory,
        paths: (!alone).then_some(paths),
        unfolding: statistics.backward.map(|backward| UnfoldingFigures {
            bound: backward.bound,
            unrollings: backward.rounds,
            nodes: backward.nodes,
        }),
        more: statistics.more.iter().map(|(name, value)| (name.clone(), *value)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::memory_states::{BoxKind, BoxLife, Holds, MemoryBox, MemoryField, MemoryState};
    use crate::report::{Backward, Confirmation, Standing};

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
                cwe: None,
                place: Some(Place { file: "a.c".into(), line: 3, column: 5 }),
                message: "null dereference".into(),
                stack: vec![Frame { function: "main".into(), place: None }],
                notes: Vec::new(),
                states: Vec::new(),
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
                cwe: None,
                place: None,
                message: String::new(),
                stack: vec![Frame { function: "main".into(), place: None }],
                notes: Vec::new(),
                states: vec![MemoryState {
                    changed: vec![MemoryBox {
                        id: 1,
                        kind: BoxKind::Heap,
                        name: String::new(),
                        type_name: String::new(),
                        life: BoxLife::Alive,
                        line: None,
                        fields: vec![MemoryField {
                            name: String::new(),
                            type_name: String::new(),
                            value: String::new(),
                            holds: Holds::Pointer,
                            to: Some(1),
                            at: Some(8),
                        }],
                        more: 1,
                    }],
                    gone: vec![2],
                    hidden: 1,
                }],
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
