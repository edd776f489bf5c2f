//! A report as the JSON document that `--format json` prints and `result.json` keeps; all other formats are made of this one.
//!
//! docs/json.md describes every key; a test compares the two.
//!
//! **Invariant**: what a report in any format says is in the document, so `klew report` makes it again without the run.

#![allow(missing_docs, reason = "docs/json.md describes the keys, one by one")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::exploration::{ExploredNode, Sample};
use crate::formats::sha256;
use crate::memory_states::MemoryState;
use crate::report::{FileCoverage, NativeRuns, Standing};

/// The report of `klew check` and `klew reach`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Document {
    pub version: u32,
    pub verdict: String,
    /// Why the verdict is neither "safe" nor "violated".
    pub reasons: Vec<String>,
    pub target: Option<String>,
    /// Whether the target can be reached; null if that was not asked, or is not known.
    pub reachable: Option<bool>,
    pub files: Vec<String>,
    pub properties: Vec<String>,
    pub findings: Vec<Finding>,
    pub limits: Vec<LimitEntry>,
    pub approximations: Vec<Remark>,
    pub assumptions: Vec<String>,
    #[serde(default)]
    pub hints: Vec<String>,
    pub input_heap: Option<String>,
    pub checks: Vec<CheckEntry>,
    pub invariants: Vec<Remark>,
    /// What can be checked again by `--validate`.
    #[serde(default)]
    pub proofs: Option<Proofs>,
    #[serde(default)]
    pub points: Vec<PointEntry>,
    pub statistics: Figures,
    #[serde(default)]
    pub native_runs: Option<NativeRuns>,
    pub output: Option<PathBuf>,
    /// In `result.json` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
}

/// What reports need besides the result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of klew that wrote it.
    pub klew: String,
    /// When, as ISO 8601 in UTC.
    pub created: String,
    pub language: String,
    pub data_model: Option<String>,
    /// Where runs start.
    pub entry: String,
    pub rules: Vec<Rule>,
    /// SHA-256 of the files.
    pub hashes: BTreeMap<String, String>,
    /// The text of the program's own files.
    pub sources: BTreeMap<String, String>,
    pub coverage: Vec<FileCoverage>,
    /// What forward execution did, with `--report html`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<ExploredNode>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timeline: Vec<Sample>,
}

/// A property that was checked: what it demands, and the weakness that its violation is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    pub property: String,
    pub description: String,
    pub cwe: Option<u32>,
}

impl Document {
    /// A line of a file, where its text is kept.
    pub fn line(&self, file: &str, line: u32) -> Option<&str> {
        let text = self.record.as_ref()?.sources.get(file)?;
        text.lines().nth(usize::try_from(line).ok()?.checked_sub(1)?)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    pub property: String,
    pub cwe: Option<u32>,
    #[serde(flatten)]
    pub place: Point,
    pub message: String,
    pub confirmed: bool,
    pub confirmation: String,
    pub confirmation_detail: String,
    pub input: Vec<InputEntry>,
    pub surroundings: Option<SurroundingsEntry>,
    pub standard_input: Option<String>,
    pub heap: Option<Heap>,
    pub stack: Vec<FrameEntry>,
    pub notes: Vec<Remark>,
    pub path: Vec<StepEntry>,
    /// In `report.html` only: how many steps are left out in front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<MemoryState>,
    pub decisions: String,
    pub test: Option<PathBuf>,
}

/// A line; null where it is not known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub file: Option<String>,
    pub line: Option<u32>,
}

/// A line and a column.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Point {
    #[serde(flatten)]
    pub line: Line,
    pub column: Option<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LimitEntry {
    pub kind: String,
    pub message: String,
    #[serde(flatten)]
    pub place: Line,
}

/// What proofs rest on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proofs {
    /// SHA-256 of what follows: tells whether it was changed by mistake. Nothing is believed because of it.
    pub seal: String,
    pub arguments: Vec<ArgumentEntry>,
}

impl Proofs {
    /// Of these; none if there are none.
    pub fn of(arguments: Vec<ArgumentEntry>) -> Option<Proofs> {
        let seal = seal(&arguments);
        (!arguments.is_empty()).then_some(Proofs { seal, arguments })
    }

    /// Whether they are as they were written.
    pub fn is_sealed(&self) -> bool {
        self.seal == seal(&self.arguments)
    }
}

fn seal(arguments: &[ArgumentEntry]) -> String {
    // Numbers, texts and lists are always written.
    sha256(&serde_json::to_vec(arguments).unwrap_or_default())
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArgumentEntry {
    pub engine: String,
    pub program: String,
    pub clauses: String,
    pub goals: Vec<u32>,
    pub facts: Vec<ArgumentFactEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArgumentFactEntry {
    pub predicate: u32,
    pub point: String,
    pub formula: String,
    pub message: String,
    #[serde(flatten)]
    pub place: Line,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Remark {
    pub message: String,
    #[serde(flatten)]
    pub place: Line,
}

/// What became of states that came to a point of the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PointEntry {
    pub function: String,
    #[serde(flatten)]
    pub place: Line,
    pub visited: u64,
    pub annotated: u64,
    pub tried: u64,
    pub covered: u64,
    pub included: u64,
    pub interpolants: Vec<InterpolantEntry>,
}

/// An interpolant, where somebody wants to see them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InterpolantEntry {
    pub covered: u64,
    pub formulas: Vec<String>,
}

/// A check of the program: what it decides, what is known, and who found that out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckEntry {
    pub property: String,
    #[serde(flatten)]
    pub place: Line,
    pub standing: Standing,
    pub by: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InputEntry {
    pub name: String,
    pub value: String,
    pub bytes: String,
    pub from: String,
    #[serde(flatten)]
    pub place: Point,
}

/// What a Java program got from outside: arguments, variables (null: not set), system properties.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SurroundingsEntry {
    pub arguments: Option<Vec<String>>,
    pub environment: BTreeMap<String, Option<String>>,
    pub system_properties: BTreeMap<String, String>,
    /// Names, and in hexadecimal what was read there; absent where there is no such file.
    #[serde(default)]
    pub files: BTreeMap<String, Option<String>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Heap {
    pub roots: Vec<Root>,
    pub objects: Vec<Object>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Root {
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    pub kind: String,
    /// The number of a parameter, the variable of a global.
    pub of: Option<RootOf>,
    pub value: Option<FieldValue>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RootOf {
    Index(usize),
    Variable(String),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Object {
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    pub size: u64,
    pub length: Option<u64>,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Field {
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    pub declared_in: Option<String>,
    pub offset: u64,
    pub value: Option<FieldValue>,
}

/// A reference (the index of an object and its name) or a scalar; null is null.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FieldValue {
    Reference { object: usize, name: Option<String> },
    Scalar { text: String, bytes: String },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrameEntry {
    pub function: String,
    #[serde(flatten)]
    pub place: Line,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StepEntry {
    #[serde(flatten)]
    pub place: Line,
    pub function: String,
    pub kind: String,
    pub text: String,
}

/// Figures of all engines together; those of paths are there unless backward execution worked alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Figures {
    pub queries: u64,
    pub solver_seconds: f64,
    pub seconds: f64,
    pub peak_memory: u64,
    #[serde(flatten)]
    pub paths: Option<PathFigures>,
    #[serde(flatten)]
    pub unfolding: Option<UnfoldingFigures>,
    #[serde(flatten)]
    pub more: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PathFigures {
    pub paths: u64,
    pub partial_paths: u64,
    pub instructions: u64,
    pub forks: u64,
    pub covered_instructions: u64,
    pub total_instructions: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UnfoldingFigures {
    pub bound: u32,
    pub unrollings: u32,
    pub nodes: u64,
}
