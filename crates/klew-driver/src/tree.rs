//! The symbolic execution tree of a program.
//!
//! Forward execution is asked for it directly, not as an engine: a tree is an answer about paths, of which a ledger
//! knows nothing, and nothing is validated.

use klew_engine::Control;
use klew_forward::{
    Configuration, ExecutionNode, ExecutionNodeKind, ExecutionTree, Forward, Monitor, Outcome,
    PathEndKind, Progress, SearchStrategy,
};
use klew_ir::{Program, PropertySet};
use klew_report::condition::readable;
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
