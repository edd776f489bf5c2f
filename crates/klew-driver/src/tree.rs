//! The symbolic execution tree of a program.
//!
//! Forward execution is asked for it directly, not as an engine: a tree is an answer about paths, of which a ledger
//! knows nothing, and nothing is validated.

use klew_engine::Control;
use klew_forward::{
    Configuration, ExecutionNode, ExecutionNodeKind, ExecutionTree, Forward, Monitor, Outcome,
    PathEndKind, Progress, PruningMode, SearchStrategy,
};
use klew_ir::{Program, PropertySet};
use klew_report::condition::InputNames;
use klew_report::tree::{TreeNode, TreeNodeKind, TreeReport};
use klew_solver::Interrupt;

use crate::error::UserError;
use crate::findings;
use crate::front_end::{Names, Original, Wanted};
use crate::guard::Guard;
use crate::input_heap;
use crate::languages;
use crate::options::TreeOptions;
use crate::outcome;
use crate::property;
use crate::pruned;
use crate::solvers;
use crate::source;
use crate::watch::{self, Clock};

/// The tree, as far as it was explored.
///
/// # Errors
/// The program cannot be read.
pub fn tree(options: &TreeOptions) -> Result<TreeReport, UserError> {
    let clock = Clock::start(options.time);
    let interrupt = Interrupt::new();
    let on_interrupt = interrupt.clone();
    // Without that, Ctrl-C ends the process, which is as good here.
    let _ = watch::listen(move || on_interrupt.request());
    let work = source::work_folder()?;
    let memory = options.memory.unwrap_or_else(watch::default_memory_limit);
    let guard = Guard::start(clock, memory, interrupt.clone(), work.path().to_owned());
    let (given, front_end) = languages::open(&options.program, work.path())?;
    let selection = front_end.select(property::select(&options.properties)?)?;
    let malloc_may_fail = options.malloc_may_fail;
    let wanted = Wanted { properties: selection.properties, malloc_may_fail };
    let loaded = front_end.load(&given, wanted, &clock)?;
    let (program, original) = (&loaded.program, &*loaded.original);
    let properties = selection.for_program(property::has_error_call(program));
    let outcome = explore(options, program, properties, original, &guard, &interrupt)?;
    guard.reporting();
    let mut report = report(program, &outcome, original);
    report.files = given.shown_files();
    report.entry.clone_from(&given.entry);
    if front_end.is_alone() || !outcome.assumptions.is_empty() {
        report.input_heap = Some(options.input_heap.name().to_owned());
    }
    report.most_drawn = options.most_drawn;
    report.pruning = options.prunes.then(|| pruned::together(program, outcome.points.iter()));
    report.seconds = clock.elapsed().as_secs_f64();
    Ok(report)
}

struct Watch<'a>(&'a Guard);

impl Monitor for Watch<'_> {
    fn tick(&mut self, _progress: &Progress) -> Control {
        self.0.stop().map_or(Control::Continue, Control::Stop)
    }
}

fn explore(
    options: &TreeOptions,
    program: &Program,
    properties: PropertySet,
    original: &dyn Original,
    guard: &Guard,
    interrupt: &Interrupt,
) -> Result<Outcome, UserError> {
    let configuration = Configuration {
        properties,
        search: SearchStrategy::Depth,
        limits: options.limits,
        split_queries: options.solver.configuration.independence,
        input_heap: options.input_heap.policy,
        input_array_max: options.input_heap.array_max,
        input_element_max: options.input_heap.element_max,
        input_object_max: options.input_heap.object_max,
        precondition: original.precondition(),
        pruning: match options.prunes {
            true => PruningMode::Interpolation,
            false => PruningMode::Off,
        },
        record_tree: true,
        ..Configuration::default()
    };
    let solver = solvers::build_solver(&options.solver, interrupt)?;
    let mut forward = Forward::new(program, configuration, solver)
        .map_err(|error| UserError::new(error.to_string()))?;
    Ok(forward.run(&mut Watch(guard)))
}

fn report(program: &Program, outcome: &Outcome, original: &dyn Original) -> TreeReport {
    let nothing = ExecutionTree::default();
    let tree = outcome.tree.as_ref().unwrap_or(&nothing);
    let said = |node: &ExecutionNode| match &node.kind {
        ExecutionNodeKind::Kept { interpolant } => interpolant.clone().unwrap_or_default(),
        _ => Vec::new(),
    };
    let conditions = tree.nodes.iter().flat_map(|node| {
        node.parent.iter().map(|(_, when)| when.clone()).chain(said(node)).collect::<Vec<_>>()
    });
    let conditions: Vec<String> = conditions.collect();
    let inputs = InputNames::of(conditions.iter().map(String::as_str));
    let nodes: Vec<TreeNode> = tree
        .nodes
        .iter()
        .map(|node| {
            let (kind, text) = describe(program, (original.names(), &inputs), outcome, node);
            let heap = match &node.kind {
                ExecutionNodeKind::CheckFails { heap, .. }
                | ExecutionNodeKind::End { heap, .. } => {
                    Some(input_heap::heap::heap(program, &[], heap, &[]).0)
                }
                ExecutionNodeKind::Fork
                | ExecutionNodeKind::Kept { .. }
                | ExecutionNodeKind::Open => None,
            };
            TreeNode {
                parent: node.parent.as_ref().map(|(index, when)| (*index, inputs.readable(when))),
                function: program.function(node.function).name.clone(),
                place: findings::place(program, node.position),
                kind,
                text,
                heap,
                covered_by: node.covered_by,
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
    (names, inputs): (&dyn Names, &InputNames),
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
    let at_end = |(property, position)| {
        let is_it = |finding: &&klew_engine::Witness| {
            finding.property == property && finding.position == position
        };
        let finding = outcome.findings.iter().find(is_it);
        finding.map(|finding| findings::report(program, names, finding).message)
    };
    match &node.kind {
        ExecutionNodeKind::Kept { interpolant } => {
            (TreeNodeKind::Kept, kept(interpolant.as_deref(), inputs))
        }
        ExecutionNodeKind::Fork => said(TreeNodeKind::Fork, ""),
        ExecutionNodeKind::Open => said(TreeNodeKind::Cut, "not explored"),
        ExecutionNodeKind::CheckFails { finding, .. } => message(*finding, "a check fails"),
        ExecutionNodeKind::End { kind, failed, .. } => match kind {
            PathEndKind::Returned => said(TreeNodeKind::Normal, "returns"),
            PathEndKind::Exited => said(TreeNodeKind::Normal, "exits"),
            PathEndKind::Aborted => said(TreeNodeKind::Exceptional, "aborts"),
            PathEndKind::Violated => match failed.and_then(at_end) {
                Some(text) => (TreeNodeKind::Exceptional, text),
                None => message(None, "fails"),
            },
            PathEndKind::Infeasible => {
                said(TreeNodeKind::Infeasible, "no run: an assumption fails")
            }
            PathEndKind::Undefined => said(TreeNodeKind::Cut, "undefined behaviour"),
            PathEndKind::Subsumed => said(TreeNodeKind::Covered, "covered"),
            PathEndKind::Cut(limit) => (TreeNodeKind::Cut, outcome::limit(limit, 1).1),
        },
    }
}

/// Which states a kept one closes.
fn kept(interpolant: Option<&[String]>, inputs: &InputNames) -> String {
    let mut said: Vec<String> =
        interpolant.unwrap_or_default().iter().map(|formula| inputs.readable(formula)).collect();
    said.dedup();
    match (interpolant, said.is_empty()) {
        (None, _) => "covers states that it includes".to_owned(),
        (Some(_), true) => "covers all that come here".to_owned(),
        (Some(_), false) => format!("covers states with {}", said.join("; ")),
    }
}
