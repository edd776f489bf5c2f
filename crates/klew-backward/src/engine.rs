//! The engine: slice, unfold, go backwards, judge what is found, and unfold deeper while that may help.
//!
//! Each round first asks for the failing checks. If there is none, it asks whether a run can come to where a bound
//! or something that cannot be expressed ended a way: if not, that there is no failing check is proved. So
//! bounds that no run reaches do not count.
//!
//! **Invariant**: nothing counts as reachable unless the judge, who runs the program with the input, says so;
//! nothing counts as unreachable while an end that is no check may be reached. What the slice finds and the judge
//! does not confirm is asked for again in the whole program.

use std::cell::RefCell;
use std::collections::BTreeSet;

use klew_engine::{
    Account, Approximation, Desk, Engine, Figures, InputAssumption, Limit, Target, Task, Unrolling,
};
use klew_ir::large_allocations::{TooLarge, part_large_allocations};
use klew_ir::{FunctionBody, Position, Program, PropertySet, Terminator, checks, slice::slice};
use klew_term::{Assignment, Terms};

use crate::ask::ask;
use crate::candidate::{Candidate, symbols};
use crate::concrete::{self, InitialHeap};
use crate::graph::{End, EndId, Graph};
use crate::heap::Heap;
use crate::lower::lower;
use crate::representation::{MakeBackend, Representation};
use crate::threading::thread;
use crate::unfold::{Bounds, Request, unfold};

/// How backward execution goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How states are represented.
    pub representation: Representation,
    /// The bound on turns of loops and on recursion; none: deeper and deeper.
    pub bound: Option<u32>,
    /// The most nodes of a graph.
    pub nodes: usize,
    /// Whether it asks about leaks, too. Where it does not, it proves nothing of a program that may leak.
    pub leaks: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            representation: Representation::default(),
            bound: None,
            nodes: 200_000,
            leaks: true,
        }
    }
}

/// Backward execution as an engine.
pub struct Backward<'e> {
    /// How it goes.
    pub options: Options,
    /// Makes solvers.
    pub backend: Box<MakeBackend<'e>>,
    /// How many of the bounds that it tries by itself were gone through in earlier runs on the same task: it goes on behind them.
    pub gone_through: usize,
}

impl Engine for Backward<'_> {
    fn name(&self) -> &'static str {
        "backward"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let mut program = task.program.clone();
        part_large_allocations(&mut program, TooLarge::Null);
        let task = &Task { program: &program, ..*task };
        let mut run = Run {
            task,
            options: &self.options,
            backend: &mut *self.backend,
            gone_through: &mut self.gone_through,
            desk,
        };
        let outcome = run.run();
        outcome.account(task.program)
    }
}

/// What a run comes to.
#[derive(Clone, Debug, Default)]
struct Outcome {
    /// Reachable targets, confirmed.
    reachable: Vec<Target>,
    /// What looked reachable and was not seen to be.
    unconfirmed: Vec<Target>,
    /// Why the rest is not proved; empty if it is.
    limits: BTreeSet<Limit>,
    /// What C leaves undefined and no selected property asks about, where it can happen.
    undefined: BTreeSet<(String, Position)>,
    /// Functions outside the program.
    externals: Vec<(String, Position)>,
    /// How far the program was unfolded.
    unrolling: Unrolling,
    /// Solver calls.
    checks: u64,
}

impl Outcome {
    fn figures(&self) -> Figures {
        let (findings, queries) = (self.reachable.len(), self.checks);
        Figures { unrolling: Some(self.unrolling), queries, findings, ..Figures::default() }
    }

    fn account(self, program: &Program) -> Account {
        let mut account = Account { figures: self.figures(), ..Account::default() };
        for limit in self.limits {
            account.limit(limit, 1);
        }
        for Target { property, position, .. } in self.unconfirmed {
            account.limit(Limit::NotShown { property, position }, 1);
        }
        let externals = self.externals.into_iter();
        account.approximations = externals
            .map(|(name, position)| Approximation::ExternalFunction {
                name,
                position,
                pointer: false,
            })
            .collect();
        let undefined = self.undefined.into_iter();
        account
            .approximations
            .extend(undefined.map(|(what, position)| Approximation::Undefined { what, position }));
        if program.has_input_references() {
            use InputAssumption::{DeclaredTypes, NoInteriorAliasing, SmallObjects, TypedAliasing};
            account.assumptions =
                vec![DeclaredTypes, NoInteriorAliasing, TypedAliasing, SmallObjects];
        }
        account
    }
}

/// Whether no run can fail a check, however long it is: there are none, and all code is known.
fn has_nothing_to_check(program: &Program, properties: PropertySet) -> bool {
    let is_known = program.functions.iter().all(|function| match &function.body {
        FunctionBody::Defined(definition) => definition
            .blocks
            .iter()
            .all(|block| !matches!(block.terminator, Terminator::Unsupported(_))),
        FunctionBody::External | FunctionBody::Unsupported(_) => false,
    });
    is_known && checks(program, |property| properties.contains(property)).is_empty()
}

/// A run of the engine.
struct Run<'r, 'd, 'e> {
    task: &'r Task<'r>,
    options: &'r Options,
    backend: &'r mut MakeBackend<'e>,
    gone_through: &'r mut usize,
    desk: &'r mut Desk<'d>,
}

/// The first and the last bound where none is given.
const BOUNDS: [u32; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];

/// The way of a model, taken with its values, does not come to where it should.
const LOST: &str = "a model leads to no end of the graph";

/// Nobody asked about leaks.
const LEAKS_LEFT: &str = "leaks are left to other engines";

impl Run<'_, '_, '_> {
    fn run(&mut self) -> Outcome {
        let (whole, properties) = (self.task.program, self.task.properties);
        if has_nothing_to_check(whole, properties) {
            return Outcome::default();
        }
        let first = self.first_run();
        if !first.reachable.is_empty() {
            return first;
        }
        let sliced = slice(whole, |property| properties.contains(property));
        let Some(sliced) = sliced.filter(|sliced| sliced != whole) else {
            return self.rounds(whole, first);
        };
        let mut outcome = self.rounds(&sliced, first);
        let enough = self.task.first_only && !outcome.reachable.is_empty();
        let stopped = outcome.limits.iter().any(|limit| matches!(limit, Limit::Stopped(_)));
        if outcome.unconfirmed.is_empty() || enough || stopped {
            return outcome;
        }
        // What was dropped may keep runs from the target. The whole program was not gone through.
        outcome.unconfirmed.clear();
        let gone_through = std::mem::take(self.gone_through);
        let outcome = self.rounds(whole, outcome);
        *self.gone_through = gone_through;
        outcome
    }

    /// Runs with any inputs need no solver. Leaks are left: the program may do worse.
    fn first_run(&mut self) -> Outcome {
        let mut outcome = Outcome::default();
        let run = concrete::Run { end: None, inputs: Vec::new(), heap: InitialHeap::default() };
        if self.task.first_only
            && let Some(target) = self.desk.violates(&symbols(&run.inputs), false)
        {
            outcome.limits.insert(Limit::StoppedAtFinding);
            outcome.reachable.push(target);
        }
        outcome
    }

    /// Deeper and deeper; what the outcome has as reachable is known already.
    fn rounds(&mut self, program: &Program, mut outcome: Outcome) -> Outcome {
        let mut terms = Terms::new();
        let mut decided: BTreeSet<Target> = BTreeSet::new();
        let elsewhere = outcome.reachable.len();
        // The last one again rather than none: without a round nothing is known.
        let deeper = &BOUNDS[(*self.gone_through).min(BOUNDS.len() - 1)..];
        let bounds = self.options.bound.map_or(deeper.to_vec(), |bound| vec![bound]);
        for bound in bounds {
            let leaks = outcome.reachable.len();
            outcome.unrolling.rounds += 1;
            outcome.unrolling.bound = bound;
            self.desk.progress(&outcome.figures());
            outcome.limits.clear();
            outcome.undefined.clear();
            match self.round((program, bound, elsewhere), &mut terms, &mut decided, &mut outcome) {
                Next::Deeper => {}
                Next::Done => break,
            }
            if self.task.first_only && leaks > 0 {
                outcome.limits.insert(Limit::StoppedAtFinding);
                break;
            }
            if self.desk.is_over() {
                let stopped = self.desk.stop().map(Limit::Stopped);
                outcome.limits.insert(stopped.unwrap_or(Limit::StoppedAtFinding));
                break;
            }
            *self.gone_through += 1;
        }
        outcome
    }

    fn round(
        &mut self,
        (program, bound, elsewhere): (&Program, u32, usize),
        terms: &mut Terms,
        decided: &mut BTreeSet<Target>,
        outcome: &mut Outcome,
    ) -> Next {
        let request = Request {
            program,
            properties: self.task.properties.iter().collect(),
            precondition: self.task.precondition,
            bounds: Bounds { iterations: bound, recursion: bound, nodes: self.options.nodes },
            named_allocations: false,
        };
        let mut graph = unfold(&request, terms, &|| self.desk.stop().is_some());
        if let Some(reason) = self.desk.stop() {
            outcome.limits.insert(Limit::Stopped(reason));
            return Next::Done;
        }
        thread(&mut graph, terms);
        let heap = lower(program, &mut graph, terms, &request.properties, true);
        outcome.unrolling.nodes = graph.nodes.len() as u64;
        self.desk.progress(&outcome.figures());
        outcome.externals =
            graph.externals.iter().map(|(name, place)| (name.clone(), *place)).collect();
        let (mut targets, mut leaks, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for (index, end) in graph.ends.iter().enumerate() {
            let id = EndId(index as u32);
            match end {
                End::Target(target)
                    if decided.contains(target)
                        || is_known(&outcome.reachable[..elsewhere], target) => {}
                End::Target(target) if is_leak(target) => leaks.push(id),
                End::Target(_) => targets.push(id),
                _ => others.push(id),
            }
        }
        if !self.options.leaks && !leaks.is_empty() {
            leaks.clear();
            outcome.limits.insert(Limit::Incomplete(LEAKS_LEFT.to_owned()));
        }
        // A program that leaks may do worse: leaks come last, and after one there is one more round.
        if self.task.first_only && !outcome.reachable.is_empty() {
            leaks.clear();
        }
        for targets in [targets, leaks] {
            match self.targets(terms, (program, &graph, &heap), targets, decided, outcome) {
                Found::Enough if outcome.reachable.iter().all(is_leak) => {
                    return Next::Deeper;
                }
                Found::Enough => return Next::Done,
                Found::Unknown(why) => {
                    outcome.limits.insert(self.unknown(why));
                    return Next::Done;
                }
                Found::Lost => {
                    outcome.limits.insert(Limit::SolverUnknown(LOST.to_owned()));
                }
                Found::All => {}
            }
        }
        if decided.is_empty() {
            outcome.unrolling.within = Some(bound);
        }
        self.others(terms, (program, &graph, &heap), others, bound, outcome)
    }

    fn unknown(&self, why: String) -> Limit {
        self.desk.stop().map_or(Limit::SolverUnknown(why), Limit::Stopped)
    }

    /// Asks for failing checks until there are no more.
    fn targets(
        &mut self,
        terms: &mut Terms,
        (program, graph, heap): (&Program, &Graph, &Heap),
        targets: Vec<EndId>,
        decided: &mut BTreeSet<Target>,
        outcome: &mut Outcome,
    ) -> Found {
        let (whole, first_only) = (self.task.program, self.task.first_only);
        let strays = first_only && outcome.reachable.is_empty();
        let (mut enough, mut lost) = (false, false);
        let desk = RefCell::new(&mut *self.desk);
        let Outcome { reachable, unconfirmed, checks, limits, .. } = outcome;
        let mut examine = |terms: &mut Terms, model: Assignment, blocked: &mut BTreeSet<EndId>| {
            let run = concrete::run((program, graph, heap), terms, &model);
            let found = run.end.filter(|end| targets.contains(end) && !blocked.contains(end));
            // What is over-approximated has led astray: nothing is known of the targets that are left.
            lost = found.is_none();
            let Some(end) = found else {
                let symbols = symbols(&run.inputs);
                if strays && let Some(found) = desk.borrow_mut().violates(&symbols, false) {
                    reachable.push(found);
                    enough = true;
                }
                return false;
            };
            let End::Target(target) = &graph.ends[end.0 as usize] else { return false };
            blocked.insert(end);
            let candidate =
                Candidate { target: target.clone(), inputs: run.inputs, heap: run.heap };
            decided.insert(target.clone());
            let seen = desk.borrow_mut().claim(&candidate.claim(whole));
            enough = judge(target, seen, first_only, (reachable, unconfirmed));
            !enough
        };
        let asked = ask(
            (program, self.options.representation),
            (graph, heap, &targets),
            terms,
            (&mut *self.backend, &|| desk.borrow_mut().is_over(), checks),
            &mut examine,
        );
        match asked {
            _ if enough => {
                limits.insert(Limit::StoppedAtFinding);
                Found::Enough
            }
            Ok(()) if lost => Found::Lost,
            Ok(()) => Found::All,
            Err(why) => Found::Unknown(why),
        }
    }

    /// Asks whether other ends can be reached.
    fn others(
        &mut self,
        terms: &mut Terms,
        (program, graph, heap): (&Program, &Graph, &Heap),
        ends: Vec<EndId>,
        bound: u32,
        outcome: &mut Outcome,
    ) -> Next {
        if ends.is_empty() {
            return Next::Done;
        }
        let strays = self.task.first_only && outcome.reachable.is_empty();
        let mut reached: BTreeSet<EndId> = BTreeSet::new();
        let (mut lost, mut found) = (false, None);
        let desk = RefCell::new(&mut *self.desk);
        let mut examine = |terms: &mut Terms, model: Assignment, blocked: &mut BTreeSet<EndId>| {
            let run = concrete::run((program, graph, heap), terms, &model);
            let end = run.end.filter(|end| ends.contains(end) && !blocked.contains(end));
            if strays {
                found = desk.borrow_mut().violates(&symbols(&run.inputs), self.options.leaks);
            }
            match end {
                Some(end) => {
                    reached.insert(end);
                    blocked.insert(end);
                    let deeper = is_bound(&graph.ends[end.0 as usize]);
                    // One bound is enough to know that deeper is next.
                    !deeper && reached.len() < 8 && found.is_none()
                }
                None => {
                    lost = true;
                    false
                }
            }
        };
        let asked = ask(
            (program, self.options.representation),
            (graph, heap, &ends),
            terms,
            (&mut *self.backend, &|| desk.borrow_mut().is_over(), &mut outcome.checks),
            &mut examine,
        );
        if let Some(target) = found {
            outcome.limits.insert(Limit::StoppedAtFinding);
            let leak = is_leak(&target);
            outcome.reachable.push(target);
            return if leak { Next::Deeper } else { Next::Done };
        }
        let mut deeper = false;
        for end in &reached {
            outcome.limits.insert(match &graph.ends[end.0 as usize] {
                End::Iterations(..) | End::Recursion(..) => {
                    deeper = true;
                    Limit::Unrolled(bound)
                }
                End::Size => Limit::Size,
                End::Unsupported(what, position) => {
                    Limit::Unsupported { what: what.clone(), position: *position }
                }
                End::InputBound(which) => Limit::InputBound(which.clone()),
                End::Undefined(what, place) => {
                    outcome.undefined.insert((what.clone(), *place));
                    continue;
                }
                End::Target(target) => {
                    let line = target.position.line;
                    Limit::SolverUnknown(format!("a check at line {line} is open"))
                }
            });
        }
        if lost {
            outcome.limits.insert(Limit::SolverUnknown(LOST.to_owned()));
        }
        if let Err(why) = asked {
            outcome.limits.insert(self.unknown(why));
            return Next::Done;
        }
        if deeper { Next::Deeper } else { Next::Done }
    }
}

/// What a claim came to; whether that is enough. What is seen to fail is reachable, be it the claimed check or another
/// one, which the run comes to before; in that case the claimed one stays open.
fn judge(
    claimed: &Target,
    seen: Option<Target>,
    first_only: bool,
    (reachable, unconfirmed): (&mut Vec<Target>, &mut Vec<Target>),
) -> bool {
    let Some(seen) = seen else {
        unconfirmed.push(claimed.clone());
        return false;
    };
    if claimed.is_shown_by(seen.property, seen.position) {
        reachable.push(claimed.clone());
        return first_only;
    }
    if !is_known(reachable, &seen) {
        reachable.push(seen);
    }
    if !first_only {
        unconfirmed.push(claimed.clone());
    }
    first_only
}

fn is_leak(target: &Target) -> bool {
    target.property.is_leak()
}

/// Whether a check is among those found.
fn is_known(reachable: &[Target], target: &Target) -> bool {
    reachable.iter().any(|known| {
        (known.check, known.function, known.position)
            == (target.check, target.function, target.position)
    })
}

fn is_bound(end: &End) -> bool {
    matches!(end, End::Iterations(..) | End::Recursion(..) | End::Size)
}

enum Next {
    Deeper,
    Done,
}

enum Found {
    Enough,
    All,
    Lost,
    Unknown(String),
}
