//! Backward execution in the command: candidates are replayed forwards and run natively like any finding.

pub mod arguments;
mod heap;
pub mod target;
mod timed;

use std::cell::Cell;
use std::rc::Rc;

use klew_backward::graph::Target;
use klew_backward::{
    Candidate, Configuration, Engine, InitialHeap, Input, Judge, Limit as Cut, Outcome, Progress,
    Watch, forward_inputs,
};
use klew_forward::{Finding, Forward};
use klew_ir::{FunctionId, Position, Program, Property, PropertySet, Switch};
use klew_report::{Approximation, FindingReport, Limit, LimitKind, Statistics};
use klew_solver::{Backend, Interrupt, SolverConfiguration};

use crate::error::UserError;
use crate::examiner::Examiner;
use crate::findings::place;
use crate::guard::Guard;
use crate::outcome;
use crate::so_far::SoFar;
use crate::watcher::Examine;
use arguments::BackwardArguments;
use timed::{Spent, Timed};

/// What backward execution works with.
pub struct Run<'r, 'p> {
    /// The program.
    pub program: &'p Program,
    /// What is checked.
    pub properties: PropertySet,
    /// What fails in this function is no violation: the function says which inputs it accepts.
    pub precondition: Option<FunctionId>,
    /// The options.
    pub arguments: &'r BackwardArguments,
    /// Whether all reachable checks are asked for.
    pub all_findings: bool,
    /// Which solvers are asked.
    pub solver: &'r SolverConfiguration,
    /// Stops solvers.
    pub interrupt: &'r Interrupt,
    /// Limits.
    pub guard: &'r Guard,
    /// What is printed if the call must be ended.
    pub so_far: &'r SoFar,
}

/// What it comes to.
pub struct Found {
    /// Findings, examined.
    pub findings: Vec<FindingReport>,
    /// Why it is not complete.
    pub limits: Vec<Limit>,
    /// What stands for something else.
    pub approximations: Vec<Approximation>,
    /// Figures.
    pub statistics: Statistics,
}

impl Watch for Run<'_, '_> {
    fn stop(&self) -> bool {
        self.guard.stop().is_some()
    }

    fn progress(&self, progress: &Progress) {
        self.so_far.unrolled(progress);
    }
}

impl Run<'_, '_> {
    fn configuration(&self) -> Configuration {
        Configuration {
            properties: self.properties.iter().collect(),
            representation: self.arguments.representation(),
            bound: self.arguments.unroll,
            first_only: !self.all_findings,
            precondition: self.precondition,
            ..Configuration::default()
        }
    }

    /// The states node by node, the target's first.
    pub fn explanation(&self) -> Result<String, UserError> {
        let mut backend = klew_solver::backend(self.solver, false, self.interrupt)
            .map_err(|error| UserError::new(error.to_string()))?;
        let (rows, _) = klew_backward::explain(self.program, &self.configuration(), &mut *backend);
        let bound = times(self.arguments.unroll.unwrap_or(1));
        if rows.is_empty() {
            return Ok(format!("with loops and recursion unrolled {bound}, no way leads there\n"));
        }
        let mut text = format!(
            "{:>6} {:>5}  state, with loops and recursion unrolled {bound} (--unroll)\n",
            "node", "line"
        );
        for row in rows {
            let line = if row.line == 0 { String::new() } else { format!("{}", row.line) };
            text.push_str(&format!("{:>6} {:>5}  {}\n", row.name, line, row.state));
        }
        Ok(text)
    }

    /// Runs; `forward` replays candidates.
    pub fn run(&self, forward: &mut Forward<'_>, examiner: &mut Examiner<'_>) -> Found {
        let configuration = self.configuration();
        let spent = Rc::new(Cell::new(Spent::default()));
        let mut backend = |arrays: bool| -> Result<Box<dyn Backend>, String> {
            let inner = klew_solver::backend(self.solver, arrays, self.interrupt)
                .map_err(|error| error.to_string())?;
            let (spent, so_far) = (Rc::clone(&spent), self.so_far.clone());
            Ok(Box::new(Timed { inner, spent, so_far }))
        };
        let mut judge = Replays {
            program: self.program,
            properties: self.properties,
            forward,
            examiner,
            so_far: self.so_far,
            counted: Vec::new(),
            findings: Vec::new(),
        };
        let program = with_any_lengths(self.program);
        let outcome = Engine {
            program: &program,
            configuration: &configuration,
            backend: &mut backend,
            watch: self,
            judge: &mut judge,
        }
        .run();
        let findings = judge.findings;
        self.report(&outcome, spent.get(), findings)
    }

    fn report(&self, outcome: &Outcome, spent: Spent, findings: Vec<FindingReport>) -> Found {
        let mut limits = Vec::new();
        let mut approximations = Vec::new();
        let mut limit = |kind, message: String, position: Option<klew_ir::Position>| {
            let place = position.and_then(|position| place(self.program, position));
            limits.push(Limit { kind, message, place });
        };
        for cut in &outcome.limits {
            match cut {
                Cut::Bound(bound) => limit(
                    LimitKind::Depth,
                    format!("loops and recursion were unrolled {} (--unroll)", times(*bound)),
                    None,
                ),
                Cut::Size(_) => {
                    let message = "the program is too large when it is unrolled".to_owned();
                    limit(LimitKind::Unsupported, message, None);
                }
                Cut::Unsupported(what, position) => {
                    limit(LimitKind::Unsupported, format!("not supported: {what}"), Some(*position))
                }
                Cut::InputBound(which) => limit(LimitKind::InputBound, which.clone(), None),
                Cut::Undefined(what, position) => approximations.push(Approximation {
                    message: format!(
                        "some runs do what C leaves undefined and no selected property asks about \
                         ({what}); they are not followed from there on"
                    ),
                    place: place(self.program, *position),
                }),
                Cut::Solver(why) => {
                    limit(LimitKind::Solver, format!("the solver could not decide: {why}"), None);
                }
                Cut::Stopped => {
                    let (kind, mut message) = match self.guard.stop() {
                        Some(reason) => outcome::stop(reason),
                        None => (LimitKind::Time, "stopped".to_owned()),
                    };
                    if let Some(bound) = outcome.within {
                        message.push_str(&format!(
                            "; nothing was found while loops and recursion were unrolled up to {}",
                            times(bound)
                        ));
                    }
                    limit(kind, message, None);
                }
                Cut::StoppedAtFirst => limit(
                    LimitKind::StoppedAtFinding,
                    "the exploration ended at the finding (--all-findings goes on)".to_owned(),
                    None,
                ),
            }
        }
        for candidate in &outcome.unconfirmed {
            let message = format!(
                "a check ({}) may fail, but with the input that was found it does not",
                candidate.target.property.name()
            );
            limit(LimitKind::Unsupported, message, Some(candidate.target.position));
        }
        for (name, position) in &outcome.externals {
            approximations.push(Approximation {
                message: format!(
                    "the function {name} is not part of the program: it may return anything and is \
                     taken to change nothing"
                ),
                place: place(self.program, *position),
            });
        }
        let statistics = Statistics {
            queries: spent.checks,
            solver_seconds: spent.time.as_secs_f64(),
            backward: Some(klew_report::Backward {
                bound: outcome.bound,
                rounds: outcome.rounds,
                nodes: outcome.nodes as u64,
            }),
            ..Statistics::default()
        };
        Found { findings, limits, approximations, statistics }
    }
}

/// The program with strings as inputs that are one array of unknown length, instead of a way for each length.
fn with_any_lengths(program: &Program) -> std::borrow::Cow<'_, Program> {
    let Some(at) = program.switch(Switch::UnknownLengths) else {
        return std::borrow::Cow::Borrowed(program);
    };
    let mut program = program.clone();
    program.globals[at.0 as usize].initializer = klew_ir::Initializer::Bytes(vec![1], Vec::new());
    std::borrow::Cow::Owned(program)
}

fn times(bound: u32) -> String {
    if bound == 1 { "once".to_owned() } else { format!("{bound} times") }
}

struct Replays<'r, 'f, 'p, 'e, 'x> {
    program: &'r Program,
    properties: PropertySet,
    forward: &'f mut Forward<'p>,
    examiner: &'e mut Examiner<'x>,
    so_far: &'r SoFar,
    /// Properties and places of findings that count.
    counted: Vec<(Property, Position)>,
    findings: Vec<FindingReport>,
}

/// The most instructions of runs with given inputs.
const MOST_INSTRUCTIONS: u64 = 200_000;

impl Replays<'_, '_, '_, '_, '_> {
    /// Takes note of a finding; whether it counts.
    fn examine(&mut self, finding: &Finding, replay: &klew_forward::Replay) -> bool {
        let number = self.findings.len() + 1;
        let mut report = self.examiner.examine(number, finding);
        self.examiner.complete(number, finding, replay, &mut report);
        let counts = report.confirmation.counts();
        if counts {
            self.counted.push((finding.property, finding.position));
            self.so_far.found(&report);
            self.findings.push(report);
        }
        counts
    }

    /// Looks at all runs with those inputs, which are numbers. They may differ in addresses and in what was never
    /// written, which a single run does not try.
    fn explore(
        &mut self,
        (inputs, rest): (&[Input], u64),
        properties: PropertySet,
    ) -> Option<Target> {
        if inputs.iter().any(|input| matches!(input, Input::Reference { .. })) {
            return None;
        }
        let assignment = self.forward.assignment(&forward_inputs(inputs));
        let given = (&assignment, rest);
        let finding = self.forward.run_with(given, properties, MOST_INSTRUCTIONS).pop()?;
        let replay = self.forward.replay(&finding.assignment, &finding.heap, self.properties);
        self.examine(&finding, &replay).then(|| target(&finding))
    }
}

/// The check that a finding violates.
fn target(finding: &Finding) -> Target {
    Target {
        property: finding.property,
        function: finding.stack.first().map_or(FunctionId(0), |(function, _)| *function),
        check: finding.check,
        position: finding.position,
    }
}

impl Judge for Replays<'_, '_, '_, '_, '_> {
    fn seen(&mut self, candidate: &Candidate) -> Option<Target> {
        let assignment = self.forward.assignment(&candidate.forward_inputs());
        let heap = heap::input_heap(self.program, candidate);
        let replay = self.forward.replay(&assignment, &heap, self.properties);
        let shown = candidate.shown_by(&replay.findings, |found| (found.property, found.position));
        let Some(finding) = shown else {
            let wanted = [candidate.target.property].into_iter().collect();
            return self.explore((&candidate.inputs, 0), wanted);
        };
        let known = |(property, position): &(Property, Position)| {
            target(finding).is_shown_by(*property, *position)
        };
        if self.counted.iter().any(known) {
            // A run that comes to another check first tells nothing new.
            return Some(target(finding));
        }
        let mut finding = finding.clone();
        // To the replay they are objects like any other.
        finding.heap = heap;
        self.examine(&finding, &replay).then(|| target(&finding))
    }

    fn violates(&mut self, inputs: &[Input], _: &InitialHeap, leaks: bool) -> Option<Target> {
        let properties = self.properties.iter().filter(|p| leaks || !p.is_leak()).collect();
        // A loop that goes on as long as an input says so ends at once, or not before something else ends it.
        [0, 1].into_iter().find_map(|rest| self.explore((inputs, rest), properties))
    }
}

/// What the engine takes for granted of input references, if the program has any.
pub fn assumptions(program: &Program) -> Vec<String> {
    let is_reference = |instruction: &klew_ir::Instruction| {
        matches!(instruction.operation, klew_ir::Operation::Input { source_type: Some(_), .. })
    };
    let any = program.functions.iter().any(|function| match &function.body {
        klew_ir::FunctionBody::Defined(definition) => {
            definition.blocks.iter().flat_map(|block| &block.instructions).any(is_reference)
        }
        _ => false,
    });
    if !any {
        return Vec::new();
    }
    use klew_forward::InputAssumption::{DeclaredTypes, NoInteriorAliasing, TypedAliasing};
    let mut said: Vec<String> = [DeclaredTypes, NoInteriorAliasing, TypedAliasing]
        .map(|assumption| assumption.text().to_owned())
        .into();
    said.push("input objects have at most 2^30 bytes".to_owned());
    said
}
