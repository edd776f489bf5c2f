//! What a run of klew found out, as plain data.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::Verdict;
use crate::exploration::{ExploredNode, Sample};
use crate::heap::InputHeap;
use crate::memory_states::MemoryState;
use crate::pruned::PrunedPoint;

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The file, as the compiler was told of it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 where it is unknown.
    pub column: u32,
}

/// A function on the call stack and where it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its name.
    pub function: String,
    /// Where it stood; for all but the innermost, the call.
    pub place: Option<Place>,
}

/// Whether a finding was seen to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The compiled program, run with the input, failed at that place in that way.
    Confirmed {
        /// What was seen, and with what.
        how: String,
    },
    /// klew's own concrete execution, given the input, failed there; the compiled program was not run, or
    /// did not show it.
    Replayed {
        /// Why it is not confirmed.
        reason: String,
    },
    /// Neither.
    Unconfirmed {
        /// Why.
        reason: String,
    },
}

impl Confirmation {
    /// Whether the finding may be shown as a violation of the property.
    pub fn counts(&self) -> bool {
        !matches!(self, Confirmation::Unconfirmed { .. })
    }

    /// The word for it in results.
    pub fn name(&self) -> &'static str {
        match self {
            Confirmation::Confirmed { .. } => "confirmed",
            Confirmation::Replayed { .. } => "replayed",
            Confirmation::Unconfirmed { .. } => "unconfirmed",
        }
    }

    /// What was seen, or why nothing was.
    pub fn detail(&self) -> &str {
        match self {
            Confirmation::Confirmed { how } => how,
            Confirmation::Replayed { reason } | Confirmation::Unconfirmed { reason } => reason,
        }
    }
}

/// One input of a run, in the order in which the run asks for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// What it is called: the input function, or the name that the program gave.
    pub name: String,
    /// Its value, as C would write it.
    pub value: String,
    /// Its memory image.
    pub bytes: Vec<u8>,
    /// Where the run asked for it.
    pub place: Option<Place>,
    /// How the compiled program receives it.
    pub source: InputSource,
}

/// How a compiled program receives an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InputSource {
    /// From a function that the harness defines.
    Harness,
    /// The harness puts it in place before it calls the analysed function: it is part of the input heap.
    Heap,
    /// Not at all: it is the value of something that was never written, or the like.
    Implicit,
}

impl InputSource {
    const ALL: [(InputSource, &'static str); 3] = [
        (InputSource::Harness, "harness"),
        (InputSource::Heap, "heap"),
        (InputSource::Implicit, "implicit"),
    ];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        let of = InputSource::ALL.iter().find(|(source, _)| *source == self);
        of.map_or("", |(_, name)| name)
    }

    /// That of a name.
    pub fn named(name: &str) -> Option<InputSource> {
        InputSource::ALL.iter().find(|(_, own)| *own == name).map(|(source, _)| *source)
    }
}

/// Something that is so whenever a run is at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// In the words of the source.
    pub text: String,
    /// Where.
    pub place: Option<Place>,
}

/// What a proof rests on, in a form that can be checked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Who made it.
    pub engine: &'static str,
    /// The hash of the program that it is about.
    pub program: String,
    /// Which clauses of that program it is about.
    pub clauses: String,
    /// The goals of these that it rules out.
    pub goals: Vec<u32>,
    /// What is so whenever a run comes to a point.
    pub facts: Vec<ArgumentFact>,
}

/// A part of what a point means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentFact {
    /// The number of the point's predicate.
    pub predicate: u32,
    /// Its name.
    pub point: String,
    /// In SMT-LIB 2 over the predicate's variables.
    pub formula: String,
    /// In the words of the source.
    pub text: String,
    /// Where.
    pub place: Option<Place>,
}

/// Something worth saying about a place that has to do with a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
}

/// What happens in a step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A condition decided that the run goes on at this line.
    Branch(u32),
    /// A `switch` saw this value.
    Switch(String),
    /// A function was called with these arguments.
    Call(String),
    /// A function returned, perhaps with a value.
    Return(String),
    /// A variable or memory received a value.
    Assign {
        /// What.
        target: String,
        /// The value.
        value: String,
    },
    /// The run asked for an input.
    Input {
        /// Its name.
        name: String,
        /// The value it got.
        value: String,
    },
    /// A field of an object received a value; only where memory is drawn.
    Store {
        /// What.
        target: String,
        /// The value.
        value: String,
    },
    /// Anything else.
    Note(String),
}

/// A step of a path that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where.
    pub place: Option<Place>,
    /// In which function.
    pub function: String,
    /// What.
    pub kind: StepKind,
}

/// A violation of a property on one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingReport {
    /// The property's name.
    pub property: String,
    /// The weakness that it is in MITRE's list, where that is known better than by the property.
    pub cwe: Option<u32>,
    /// Where; in the caller, if it is within a library.
    pub place: Option<Place>,
    /// What happened.
    pub message: String,
    /// The call stack, innermost first.
    pub stack: Vec<Frame>,
    /// Places that explain it.
    pub notes: Vec<Note>,
    /// The path in source terms.
    pub path: Vec<Step>,
    /// Memory behind each step of the path, and where it fails, if somebody wants to draw it: the last ones, so that the very last is
    /// where it fails.
    pub states: Vec<MemoryState>,
    /// The input, in order.
    pub input: Vec<Input>,
    /// What an analysed function or method finds when it is called, where one is analysed alone.
    pub heap: Option<InputHeap>,
    /// The decisions that lead there, as `--path` takes them.
    pub decisions: String,
    /// Whether it was seen to happen.
    pub confirmation: Confirmation,
    /// Where the test of it lies.
    pub test: Option<PathBuf>,
}

/// Why an exploration is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LimitKind {
    /// Paths were cut at a number of decisions.
    Depth,
    /// Paths were cut at a number of instructions.
    Instructions,
    /// States were dropped because there were too many.
    States,
    /// Only one given path was followed.
    Path,
    /// Only arrays of some lengths were taken as input.
    InputArrays,
    /// The number of objects among the inputs was bounded.
    InputObjects,
    /// Only inputs of some sizes were looked at: strings of some lengths, so many arguments.
    InputBound,
    /// The time was over.
    Time,
    /// The memory was used up.
    Memory,
    /// The user ended it.
    Interrupt,
    /// The solver could not decide.
    Solver,
    /// Something is not supported.
    Unsupported,
    /// The first finding ended it.
    StoppedAtFinding,
    /// The engines that were asked never settle everything.
    Incomplete,
}

impl LimitKind {
    /// All of them.
    pub const ALL: [LimitKind; 14] = [
        LimitKind::Depth,
        LimitKind::Instructions,
        LimitKind::States,
        LimitKind::Path,
        LimitKind::InputArrays,
        LimitKind::InputObjects,
        LimitKind::InputBound,
        LimitKind::Time,
        LimitKind::Memory,
        LimitKind::Interrupt,
        LimitKind::Solver,
        LimitKind::Unsupported,
        LimitKind::StoppedAtFinding,
        LimitKind::Incomplete,
    ];

    /// Whether it is a bound that the user set on what is explored, so that "no violation within it" says
    /// something; the others only say that klew did not get done.
    pub fn is_bound(self) -> bool {
        matches!(
            self,
            LimitKind::Depth
                | LimitKind::Instructions
                | LimitKind::States
                | LimitKind::Path
                | LimitKind::InputArrays
                | LimitKind::InputObjects
                | LimitKind::InputBound
        )
    }

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            LimitKind::Depth => "depth",
            LimitKind::Instructions => "instructions",
            LimitKind::States => "states",
            LimitKind::Path => "path",
            LimitKind::InputArrays => "input-arrays",
            LimitKind::InputObjects => "input-objects",
            LimitKind::InputBound => "input-bound",
            LimitKind::Time => "time",
            LimitKind::Memory => "memory",
            LimitKind::Interrupt => "interrupt",
            LimitKind::Solver => "solver",
            LimitKind::Unsupported => "unsupported",
            LimitKind::StoppedAtFinding => "stopped-at-finding",
            LimitKind::Incomplete => "incomplete",
        }
    }
}

/// One reason why an exploration is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Which.
    pub kind: LimitKind,
    /// In words.
    pub message: String,
    /// Where, if that can be said.
    pub place: Option<Place>,
}

/// Something that stands for what the program really does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approximation {
    /// What.
    pub message: String,
    /// Where it was met first.
    pub place: Option<Place>,
}

/// Figures of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Paths followed to their end.
    pub paths: u64,
    /// Paths given up before their end.
    pub partial_paths: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// States made at branches.
    pub forks: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Seconds in the solver.
    pub solver_seconds: f64,
    /// Seconds of the whole call.
    pub seconds: f64,
    /// Peak of the memory in bytes.
    pub peak_memory: u64,
    /// Instructions of the program that some path executed.
    pub covered: u64,
    /// Instructions of the program.
    pub coverable: u64,
    /// Further figures: a name and a value each.
    pub more: Vec<(String, u64)>,
    /// What backward execution did, if it ran: then there are no paths and instructions.
    pub backward: Option<Backward>,
}

/// Figures of backward execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backward {
    /// How often loops and recursion were unrolled at last.
    pub bound: u32,
    /// Graphs that were made, with one bound each.
    pub rounds: u32,
    /// Nodes of the last graph.
    pub nodes: u64,
}

/// What is known of a check at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Nothing.
    Open,
    /// No run violates it.
    Holds,
    /// A run violates it.
    Fails,
}

/// A check of the program, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckStanding {
    /// The property that it decides.
    pub property: String,
    /// Where it is; none for what is checked at the end of a run.
    pub place: Option<Place>,
    /// What is known.
    pub standing: Standing,
    /// The engine that found that out; none while nothing is known.
    pub by: Option<&'static str>,
}

/// What runs came through of a file of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileCoverage {
    /// The file.
    pub file: String,
    /// Its functions, in the order of their lines.
    pub functions: Vec<FunctionCoverage>,
    /// Its lines with code, in order.
    pub lines: Vec<LineCoverage>,
    /// Its branches and switches, by their lines.
    pub branches: Vec<BranchCoverage>,
}

/// Whether a function was called.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FunctionCoverage {
    /// Where it begins.
    pub line: u32,
    /// Its name.
    pub function: String,
    /// Whether it was called.
    pub covered: bool,
}

/// Whether code of a line was executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCoverage {
    /// The line.
    pub line: u32,
    /// Whether it was.
    pub covered: bool,
}

/// Which ways of a branch were taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BranchCoverage {
    /// Its line.
    pub line: u32,
    /// One for each way.
    pub ways: Vec<bool>,
}

/// Everything about a run of `klew check`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckReport {
    /// The files that were checked.
    pub files: Vec<String>,
    /// The place that was to be reached, as the user named it, if that was asked: a finding then is a run that
    /// comes there.
    pub target: Option<String>,
    /// The properties that were checked.
    pub properties: Vec<String>,
    /// The findings.
    pub findings: Vec<FindingReport>,
    /// Why the exploration is not complete.
    pub limits: Vec<Limit>,
    /// What stands for something else.
    pub approximations: Vec<Approximation>,
    /// What is assumed of the input heap, where a function or method is analysed alone: in words.
    pub assumptions: Vec<String>,
    /// Which options would bound what has no bound and was in the way, in words.
    pub hints: Vec<String>,
    /// The policy by which input references are resolved, as `--input-heap` calls it, where a function or
    /// method is analysed alone.
    pub input_heap: Option<String>,
    /// The checks that were asked about, and what is known of each.
    pub checks: Vec<CheckStanding>,
    /// What is always so at places that runs come to more than once, as far as the result rests on it.
    pub invariants: Vec<Invariant>,
    /// The same, so that it can be checked again.
    pub arguments: Vec<Argument>,
    /// Figures.
    pub statistics: Statistics,
    /// The folder of the tests.
    pub output: Option<PathBuf>,
    /// Engines that were not asked.
    pub not_asked: Vec<&'static str>,
    /// The files of reports that were written, in that folder.
    pub reports: Vec<&'static str>,
    /// What runs came through, file by file; empty where no engine followed runs.
    pub coverage: Vec<FileCoverage>,
    /// Where states were kept or closed, in the order of the source.
    pub points: Vec<PrunedPoint>,
    /// How programs were run natively, if any was.
    pub native_runs: Option<NativeRuns>,
    /// What forward execution did, where somebody draws it.
    pub explored: Vec<ExploredNode>,
    /// Figures over time, there as well.
    pub timeline: Vec<Sample>,
}

/// How the program under test was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeRuns {
    /// What kept it apart from the system: `bubblewrap`, `landlock` or `none`.
    pub sandbox: String,
    /// Why nothing did, where that was not asked for.
    pub missing: Vec<String>,
}

impl CheckReport {
    /// The verdict that all of it allows.
    pub fn verdict(&self) -> Verdict {
        Verdict::decide(&self.findings, &self.limits, &self.approximations)
    }

    /// Why the verdict is neither "safe" nor "violated"; empty if it is.
    pub fn reasons(&self) -> Vec<String> {
        if matches!(self.verdict(), Verdict::Safe | Verdict::Violated) {
            return Vec::new();
        }
        let findings = self.findings.iter().map(|finding| {
            format!("not seen to happen: {}: {}", finding.message, finding.confirmation.detail())
        });
        let approximations = self.approximations.iter().map(|it| it.message.clone());
        let limits = self.limits.iter().map(|it| it.message.clone());
        let mut reasons: Vec<String> = findings.chain(approximations).chain(limits).collect();
        let mut known = std::collections::BTreeSet::new();
        reasons.retain(|reason| known.insert(reason.clone()));
        reasons
    }
}
