//! `klew tree`: the symbolic execution tree.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use klew_engine::{Control, Limits};
use klew_forward::{
    Configuration, ExecutionNode, ExecutionNodeKind, ExecutionTree, Forward, Monitor, Outcome,
    PathEndKind, Progress, SearchStrategy,
};
use klew_ir::{Program, PropertySet};
use klew_report::condition::readable;
use klew_report::tree::{TreeNode, TreeNodeKind, TreeReport};
use klew_solver::Interrupt;

use crate::arguments::{Format, SolverArguments, SourceArguments};
use crate::check;
use crate::error::UserError;
use crate::findings;
use crate::front_end::{Names, Original, Wanted};
use crate::guard::Guard;
use crate::input_heap::{self, InputHeapArguments};
use crate::outcome;
use crate::property;
use crate::quantity::{parse_duration, parse_size};
use crate::solvers;
use crate::source;
use crate::watch::{self, Clock};

/// Arguments of `klew tree`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  klew tree list.c --function reverse                 how many traces, and which
  klew tree list.c --function reverse --dot tree.dot  for Graphviz: dot -Tsvg tree.dot

Exit codes: 0 the tree is complete, 5 it is not, 2 usage or input that cannot be read.")]
pub struct TreeArguments {
    #[command(flatten)]
    pub sources: SourceArguments,

    #[command(flatten)]
    pub input_heap: InputHeapArguments,

    /// What counts as a violation, as for klew check. Default: memory safety and assertions
    #[arg(long, value_name = "NAME|FILE.prp")]
    pub property: Vec<String>,
    /// Let malloc and its like return NULL
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// Time for the whole call: 20s, 2m
    #[arg(long, value_parser = parse_duration, value_name = "TIME", help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Memory: 512M, 2G. Default: three quarters of what is free
    #[arg(long, value_parser = parse_size, value_name = "SIZE", help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Cut paths after that many decisions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// Execute at most that many instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_instructions: Option<u64>,

    #[command(flatten)]
    pub solver: SolverArguments,

    /// Write the tree for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub dot: Option<PathBuf>,
    /// Write the tree as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Text for people or one JSON object for programs, on standard output
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub format: Format,
}

/// Runs the command.
pub fn run(arguments: &TreeArguments) -> Result<ExitCode, UserError> {
    let clock = Clock::start(arguments.time);
    let interrupt = Interrupt::new();
    let on_interrupt = interrupt.clone();
    watch::listen(move || on_interrupt.request());
    let work = tempfile::Builder::new()
        .prefix("klew-")
        .tempdir()
        .map_err(|error| UserError::new(format!("cannot make a temporary folder: {error}")))?;
    let memory = arguments.memory.unwrap_or_else(watch::default_memory_limit);
    let guard = Guard::start(clock, memory, interrupt.clone(), work.path().to_owned());
    let mut options = arguments.sources.options();
    arguments.input_heap.say(&mut options);
    let (given, front_end) = source::open(&options, work.path())?;
    let selection = front_end.select(property::select(&arguments.property)?)?;
    let malloc_may_fail = arguments.malloc_may_fail;
    let wanted = Wanted { properties: selection.properties, malloc_may_fail };
    let loaded = front_end.load(&given, wanted, &clock)?;
    let (program, original) = (&loaded.program, &*loaded.original);
    let properties = selection.for_program(check::has_error_call(program));
    let outcome = explore(arguments, program, properties, original, &guard, &interrupt)?;
    guard.reporting();
    let mut report = report(program, &outcome, original);
    report.files = given.shown_files();
    report.entry.clone_from(&given.entry);
    if front_end.is_alone() || !outcome.assumptions.is_empty() {
        report.input_heap = Some(arguments.input_heap.input_heap.name().to_owned());
    }
    report.seconds = clock.elapsed().as_secs_f64();
    write(arguments, &report)?;
    Ok(ExitCode::from(if report.limits.is_empty() { 0 } else { 5 }))
}

fn write(arguments: &TreeArguments, report: &TreeReport) -> Result<(), UserError> {
    let file = |path: &Path, text: String| {
        fs::write(path, text)
            .map_err(|error| UserError::new(format!("cannot write {}: {error}", path.display())))
    };
    if let Some(path) = &arguments.dot {
        file(path, report.to_dot())?;
    }
    if let Some(path) = &arguments.json {
        file(path, format!("{:#}\n", report.to_json()))?;
    }
    let text = match arguments.format {
        Format::Text => report.to_text(),
        Format::Json => format!("{:#}\n", report.to_json()),
    };
    // Whoever closed standard output does not want to know.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(())
}

struct Watch<'a>(&'a Guard);

impl Monitor for Watch<'_> {
    fn tick(&mut self, _progress: &Progress) -> Control {
        self.0.stop().map_or(Control::Continue, Control::Stop)
    }
}

fn explore(
    arguments: &TreeArguments,
    program: &Program,
    properties: PropertySet,
    original: &dyn Original,
    guard: &Guard,
    interrupt: &Interrupt,
) -> Result<Outcome, UserError> {
    let configuration = Configuration {
        properties,
        search: SearchStrategy::Depth,
        limits: Limits {
            max_depth: arguments.max_depth,
            max_instructions: arguments.max_instructions,
            ..Limits::default()
        },
        split_queries: !arguments.solver.no_independence,
        input_heap: arguments.input_heap.input_heap.of_engine(),
        input_array_max: arguments.input_heap.input_array_max,
        precondition: original.precondition(),
        record_tree: true,
        ..Configuration::default()
    };
    let solver = solvers::build_solver(&arguments.solver, interrupt)?;
    let mut forward = Forward::new(program, configuration, solver)
        .map_err(|error| UserError::new(error.to_string()))?;
    Ok(forward.run(&mut Watch(guard)))
}

fn report(program: &Program, outcome: &Outcome, original: &dyn Original) -> TreeReport {
    let nothing = ExecutionTree::default();
    let tree = outcome.tree.as_ref().unwrap_or(&nothing);
    let nodes: Vec<TreeNode> = tree
        .nodes
        .iter()
        .map(|node| {
            let (kind, text) = describe(program, original.names(), outcome, node);
            let heap = match &node.kind {
                ExecutionNodeKind::CheckFails { heap, .. }
                | ExecutionNodeKind::End { heap, .. } => {
                    Some(input_heap::heap::heap(program, &[], heap, &[]).0)
                }
                ExecutionNodeKind::Fork | ExecutionNodeKind::Open => None,
            };
            TreeNode {
                parent: node.parent.as_ref().map(|(index, when)| (*index, readable(when))),
                function: program.function(node.function).name.clone(),
                place: findings::place(program, node.position),
                kind,
                text,
                heap,
            }
        })
        .collect();
    let count = |kind| nodes.iter().filter(|node| node.kind == kind).count() as u64;
    let mut assumptions: Vec<String> =
        outcome.assumptions.iter().map(|assumption| assumption.text().to_owned()).collect();
    assumptions.extend(original.assumptions().iter().cloned());
    TreeReport {
        normal: count(TreeNodeKind::Normal),
        exceptional: count(TreeNodeKind::Exceptional),
        cut: count(TreeNodeKind::Cut),
        limits: outcome::limits(program, &outcome.account()),
        assumptions,
        nodes,
        ..TreeReport::default()
    }
}

fn describe(
    program: &Program,
    names: &dyn Names,
    outcome: &Outcome,
    node: &ExecutionNode,
) -> (TreeNodeKind, String) {
    let said = |kind, text: &str| (kind, text.to_owned());
    // A finding is new only where it is found first.
    let message = |index: Option<usize>, otherwise: &str| {
        let first = || outcome.findings.iter().find(|finding| finding.position == node.position);
        let finding = index.and_then(|index| outcome.findings.get(index)).or_else(first);
        let text = finding.map(|finding| findings::report(program, names, finding).message);
        (TreeNodeKind::Exceptional, text.unwrap_or_else(|| otherwise.to_owned()))
    };
    match &node.kind {
        ExecutionNodeKind::Fork => said(TreeNodeKind::Fork, ""),
        ExecutionNodeKind::Open => said(TreeNodeKind::Cut, "not explored"),
        ExecutionNodeKind::CheckFails { finding, .. } => message(*finding, "a check fails"),
        ExecutionNodeKind::End { kind, .. } => match kind {
            PathEndKind::Returned => said(TreeNodeKind::Normal, "returns"),
            PathEndKind::Exited => said(TreeNodeKind::Normal, "exits"),
            PathEndKind::Aborted => said(TreeNodeKind::Exceptional, "aborts"),
            PathEndKind::Violated => message(None, "fails"),
            PathEndKind::Infeasible => {
                said(TreeNodeKind::Infeasible, "no run: an assumption fails")
            }
            PathEndKind::Undefined => said(TreeNodeKind::Cut, "undefined behaviour"),
            PathEndKind::Subsumed => said(TreeNodeKind::Cut, "covered by other paths"),
            PathEndKind::Cut(limit) => (TreeNodeKind::Cut, outcome::limit(limit, 1).1),
        },
    }
}
