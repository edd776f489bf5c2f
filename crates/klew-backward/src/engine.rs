//! The engine: slice, unfold, go backwards, judge what is found, and unfold deeper while that may help.
//!
//! Each round first asks for the failing checks. If there is none, it asks whether a run can come to where a bound
//! or something that cannot be expressed ended a way: if not, that there is no failing check is proved. So
//! bounds that no run reaches do not count.
//!
//! **Invariant**: nothing counts as reachable unless the judge, who runs the program with the input, says so;
//! nothing counts as unreachable while an end that is no check may be reached. What the slice finds and the judge
//! does not confirm is asked for again in the whole program.

use std::collections::BTreeSet;

use klew_ir::{FunctionId, Position, Program, Property, slice::slice};
use klew_term::{Assignment, Terms};

use crate::ask::ask;
use crate::concrete::{self, InitialHeap};
use crate::graph::{End, EndId, Graph, Target};
use crate::heap::Heap;
use crate::judge::{Candidate, Judge};
use crate::lower::lower;
use crate::representation::{MakeBackend, Representation};
use crate::threading::thread;
use crate::unfold::{Bounds, Request, unfold};

/// What a run is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The properties whose checks are targets.
    pub properties: BTreeSet<Property>,
    /// How states are represented.
    pub representation: Representation,
    /// The bound on turns of loops and on recursion; none: deeper and deeper.
    pub bound: Option<u32>,
    /// The most nodes of a graph.
    pub nodes: usize,
    /// Whether the first reachable target ends the run.
    pub first_only: bool,
    /// The function that says which inputs the entry may take: where a check fails in it, the input is none.
    pub precondition: Option<FunctionId>,
}

impl Default for Configuration {
    fn default() -> Configuration {
        Configuration {
            properties: Property::ALL.into_iter().collect(),
            representation: Representation::default(),
            bound: None,
            nodes: 200_000,
            first_only: true,
            precondition: None,
        }
    }
}

/// Why "unreachable" is not a proof.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// Within that many turns of loops and that depth of recursion.
    Bound(u32),
    /// The graph grew too large at that bound.
    Size(u32),
    /// Something is not supported.
    Unsupported(String, Position),
    /// Inputs go beyond a bound that the program's lowering set; which.
    InputBound(String),
    /// What C leaves undefined and no selected property asks about can happen.
    Undefined(String, Position),
    /// The solver could not tell.
    Solver(String),
    /// Stopped from outside.
    Stopped,
    /// The first reachable target ended the run.
    StoppedAtFirst,
}

/// What a run comes to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Reachable targets, confirmed.
    pub reachable: Vec<Candidate>,
    /// What looked reachable and was not seen to be.
    pub unconfirmed: Vec<Candidate>,
    /// Why the rest is not proved; empty if it is.
    pub limits: BTreeSet<Limit>,
    /// Functions outside the program.
    pub externals: Vec<(String, Position)>,
    /// The greatest bound within which nothing is reachable.
    pub within: Option<u32>,
    /// Rounds of unfolding.
    pub rounds: u32,
    /// The bound of the last one.
    pub bound: u32,
    /// Nodes of the last graph.
    pub nodes: usize,
    /// Solver calls.
    pub checks: u64,
}

impl Outcome {
    fn progress(&self) -> Progress {
        Progress { bound: self.bound, rounds: self.rounds, nodes: self.nodes }
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The bound on turns of loops and on recursion.
    pub bound: u32,
    /// Rounds of unfolding that were begun.
    pub rounds: u32,
    /// Nodes of the last graph.
    pub nodes: usize,
}

/// Whoever watches a run: how it knows of time.
pub trait Watch {
    /// Whether to stop.
    fn stop(&self) -> bool;

    /// Called when a round begins, and again once its graph is made.
    fn progress(&self, _: &Progress) {}
}

impl<F: Fn() -> bool> Watch for F {
    fn stop(&self) -> bool {
        self()
    }
}

/// What the engine works with.
pub struct Engine<'e> {
    /// The program.
    pub program: &'e Program,
    /// What to do.
    pub configuration: &'e Configuration,
    /// Makes solvers.
    pub backend: &'e mut MakeBackend<'e>,
    /// Watches the run.
    pub watch: &'e dyn Watch,
    /// Runs candidates.
    pub judge: &'e mut dyn Judge,
}

/// The first and the last bound where none is given.
const BOUNDS: [u32; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];

/// The way of a model, taken with its values, does not come to where it should.
const LOST: &str = "a model leads to no end of the graph";

impl Engine<'_> {
    /// Runs.
    pub fn run(&mut self) -> Outcome {
        let whole = self.program;
        let first = self.first_run();
        if !first.reachable.is_empty() {
            return first;
        }
        let properties = &self.configuration.properties;
        let sliced = slice(whole, |property| properties.contains(&property));
        let Some(sliced) = sliced.filter(|sliced| sliced != whole) else {
            return self.rounds(whole, first);
        };
        let mut outcome = self.rounds(&sliced, first);
        let enough = self.configuration.first_only && !outcome.reachable.is_empty();
        if outcome.unconfirmed.is_empty() || enough || outcome.limits.contains(&Limit::Stopped) {
            return outcome;
        }
        // What was dropped may keep runs from the target.
        outcome.unconfirmed.clear();
        self.rounds(whole, outcome)
    }

    /// Runs with any inputs need no solver. Leaks are left: the program may do worse.
    fn first_run(&mut self) -> Outcome {
        let mut outcome = Outcome::default();
        let run = concrete::Run { end: None, inputs: Vec::new(), heap: InitialHeap::default() };
        if self.configuration.first_only
            && let Some(candidate) = stray(self.judge, run, false)
        {
            outcome.limits.insert(Limit::StoppedAtFirst);
            outcome.reachable.push(candidate);
        }
        outcome
    }

    /// Deeper and deeper; what the outcome has as reachable is known already.
    fn rounds(&mut self, program: &Program, mut outcome: Outcome) -> Outcome {
        let mut terms = Terms::new();
        let mut decided: BTreeSet<Target> = BTreeSet::new();
        let elsewhere = outcome.reachable.len();
        let bounds = self.configuration.bound.map_or(BOUNDS.to_vec(), |bound| vec![bound]);
        for bound in bounds {
            let leaks = outcome.reachable.len();
            outcome.rounds += 1;
            outcome.bound = bound;
            self.watch.progress(&outcome.progress());
            outcome.limits.clear();
            match self.round((program, bound, elsewhere), &mut terms, &mut decided, &mut outcome) {
                Next::Deeper => {}
                Next::Done => break,
            }
            if self.configuration.first_only && leaks > 0 {
                outcome.limits.insert(Limit::StoppedAtFirst);
                break;
            }
            if self.watch.stop() {
                outcome.limits.insert(Limit::Stopped);
                break;
            }
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
            properties: self.configuration.properties.clone(),
            precondition: self.configuration.precondition,
            bounds: Bounds { iterations: bound, recursion: bound, nodes: self.configuration.nodes },
            named_allocations: false,
        };
        let mut graph = unfold(&request, terms);
        thread(&mut graph, terms);
        let heap = lower(program, &mut graph, terms, &self.configuration.properties, true);
        outcome.nodes = graph.nodes.len();
        self.watch.progress(&outcome.progress());
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
        // A program that leaks may do worse: leaks come last, and after one there is one more round.
        if self.configuration.first_only && !outcome.reachable.is_empty() {
            leaks.clear();
        }
        for targets in [targets, leaks] {
            match self.targets(terms, (program, &graph, &heap), targets, decided, outcome) {
                Found::Enough if outcome.reachable.iter().all(|found| is_leak(&found.target)) => {
                    return Next::Deeper;
                }
                Found::Enough => return Next::Done,
                Found::Unknown(why) => {
                    outcome.limits.insert(self.unknown(why));
                    return Next::Done;
                }
                Found::Lost => {
                    outcome.limits.insert(Limit::Solver(LOST.to_owned()));
                }
                Found::All => {}
            }
        }
        if decided.is_empty() {
            outcome.within = Some(bound);
        }
        self.others(terms, (program, &graph, &heap), others, bound, outcome)
    }

    fn unknown(&self, why: String) -> Limit {
        if self.watch.stop() { Limit::Stopped } else { Limit::Solver(why) }
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
        let first_only = self.configuration.first_only;
        let strays = first_only && outcome.reachable.is_empty();
        let (mut enough, mut lost) = (false, false);
        let (judge, watch) = (&mut *self.judge, self.watch);
        let Outcome { reachable, unconfirmed, checks, limits, .. } = outcome;
        let mut examine = |terms: &mut Terms, model: Assignment, blocked: &mut BTreeSet<EndId>| {
            let run = concrete::run((program, graph, heap), terms, &model);
            let found = run.end.filter(|end| targets.contains(end) && !blocked.contains(end));
            // What is over-approximated has led astray: nothing is known of the targets that are left.
            lost = found.is_none();
            let Some(end) = found else {
                if let Some(candidate) = strays.then(|| stray(judge, run, false)).flatten() {
                    reachable.push(candidate);
                    enough = true;
                }
                return false;
            };
            let End::Target(target) = &graph.ends[end.0 as usize] else { return false };
            blocked.insert(end);
            let candidate =
                Candidate { target: target.clone(), inputs: run.inputs, heap: run.heap };
            decided.insert(target.clone());
            enough = judge_candidate(judge, candidate, first_only, (reachable, unconfirmed));
            !enough
        };
        let configuration = self.configuration;
        let asked = ask(
            (program, configuration.representation),
            (graph, heap, &targets),
            terms,
            (&mut *self.backend, &|| watch.stop(), checks),
            &mut examine,
        );
        match asked {
            _ if enough => {
                limits.insert(Limit::StoppedAtFirst);
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
        let strays = self.configuration.first_only && outcome.reachable.is_empty();
        let mut reached: BTreeSet<EndId> = BTreeSet::new();
        let (mut lost, mut found) = (false, None);
        let (judge, watch) = (&mut *self.judge, self.watch);
        let mut examine = |terms: &mut Terms, model: Assignment, blocked: &mut BTreeSet<EndId>| {
            let run = concrete::run((program, graph, heap), terms, &model);
            let end = run.end.filter(|end| ends.contains(end) && !blocked.contains(end));
            found = strays.then(|| stray(judge, run, true)).flatten();
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
            (program, self.configuration.representation),
            (graph, heap, &ends),
            terms,
            (&mut *self.backend, &|| watch.stop(), &mut outcome.checks),
            &mut examine,
        );
        if let Some(candidate) = found {
            outcome.limits.insert(Limit::StoppedAtFirst);
            let leak = is_leak(&candidate.target);
            outcome.reachable.push(candidate);
            return if leak { Next::Deeper } else { Next::Done };
        }
        let mut deeper = false;
        for end in &reached {
            outcome.limits.insert(match &graph.ends[end.0 as usize] {
                End::Iterations(..) | End::Recursion(..) => {
                    deeper = true;
                    Limit::Bound(bound)
                }
                End::Size => Limit::Size(bound),
                End::Unsupported(what, place) => Limit::Unsupported(what.clone(), *place),
                End::InputBound(which) => Limit::InputBound(which.clone()),
                End::Undefined(what, place) => Limit::Undefined(what.clone(), *place),
                End::Target(target) => {
                    Limit::Solver(format!("a check at line {} is open", target.position.line))
                }
            });
        }
        if lost {
            outcome.limits.insert(Limit::Solver(LOST.to_owned()));
        }
        if let Err(why) = asked {
            outcome.limits.insert(self.unknown(why));
            return Next::Done;
        }
        if deeper { Next::Deeper } else { Next::Done }
    }
}

/// Has a candidate judged; whether that is enough. What is seen to fail is reachable, be it the candidate's own check or
/// another one, which the run comes to before; in that case the candidate's own stays open.
fn judge_candidate(
    judge: &mut dyn Judge,
    candidate: Candidate,
    first_only: bool,
    (reachable, unconfirmed): (&mut Vec<Candidate>, &mut Vec<Candidate>),
) -> bool {
    let Some(seen) = judge.seen(&candidate) else {
        unconfirmed.push(candidate);
        return false;
    };
    if candidate.target.is_shown_by(seen.property, seen.position) {
        reachable.push(candidate);
        return first_only;
    }
    if !is_known(reachable, &seen) {
        reachable.push(Candidate { target: seen, ..candidate.clone() });
    }
    if !first_only {
        unconfirmed.push(candidate);
    }
    first_only
}

/// What fails in a run that comes to no check, as far as backward execution can tell.
fn stray(judge: &mut dyn Judge, run: concrete::Run, leaks: bool) -> Option<Candidate> {
    let target = judge.violates(&run.inputs, &run.heap, leaks)?;
    Some(Candidate { target, inputs: run.inputs, heap: run.heap })
}

fn is_leak(target: &Target) -> bool {
    target.property.is_leak()
}

/// Whether a check is among those found in a slice, whose blocks and instructions have other numbers.
fn is_known(reachable: &[Candidate], target: &Target) -> bool {
    target.position != Position::UNKNOWN
        && reachable.iter().any(|known| {
            let known = &known.target;
            (known.property, known.function, known.position)
                == (target.property, target.function, target.position)
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
