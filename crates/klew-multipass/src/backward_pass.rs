//! The backward pass from one target: the paths that wait, the limits, and what becomes of paths.
//!
//! Source: paper 002, algorithm 2. Paths with the fewest turns of cycles go first, among them the newest. A path that takes an
//! edge more often than the limit says waits for a round with a higher one. An infeasible path goes on alone to
//! the begin of the run, only to learn what its constraints say of inputs ([`crate::replay_values`]).
//!
//! **Invariant**: every path to the target was found infeasible, is claimed, waits, or is counted as left out. Only if all are
//! infeasible, no run comes to the target.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use klew_ir::{BlockId, Check};
use klew_solver::Solver;
use klew_term::Assignment;

use crate::abstract_objects::Objects;
use crate::backward_step::{Stepped, check_holds, step};
use crate::context::{Context, Point};
use crate::forward_pass::{Passed, forward_pass, note, propagate};
use crate::schedule::{Bounds, Schedule};
use crate::state::State;

/// Where paths end.
#[derive(Clone, Debug)]
pub enum Goal {
    /// A check fails.
    Fails(Check),
    /// The point is come to.
    Reached,
}

/// Infeasible paths of a target that go on to the begin of the run.
const MOST_FOLLOWED: u32 = 48;

/// Statements of such a path.
const FOLLOWED_STEPS: u64 = 60_000;

/// Statements between two looks at the clock.
const LOOK: u64 = 64;

/// A path that waits: those with few turns of cycles first, then the newest.
struct Waits {
    turns: u32,
    number: u64,
    state: Box<State>,
}

impl PartialEq for Waits {
    fn eq(&self, other: &Waits) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waits {}

impl PartialOrd for Waits {
    fn partial_cmp(&self, other: &Waits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waits {
    fn cmp(&self, other: &Waits) -> Ordering {
        (Reverse(self.turns), self.number).cmp(&(Reverse(other.turns), other.number))
    }
}

/// What the pass came to.
pub enum Event {
    /// A path from the begin of the run whose constraints an assignment satisfies.
    Feasible(Box<State>, Assignment),
    /// An infeasible path, from the begin of the run.
    Infeasible(Box<State>),
    /// No path waits.
    Exhausted,
    /// Paths wait for higher limits.
    Limited,
    /// It was stopped.
    Stopped,
}

/// Counts of a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Paths that ended, however that was.
    pub paths: u64,
    /// Those that are infeasible.
    pub infeasible: u64,
    /// Paths made at forks.
    pub forks: u64,
    /// Statements executed backward.
    pub steps: u64,
    /// Forward passes.
    pub passes: u64,
}

/// The paths of a target.
pub struct BackwardPass {
    waiting: BinaryHeap<Waits>,
    /// Paths beyond the limit on edges.
    beyond: Vec<State>,
    followed: u32,
    number: u64,
    /// Why a path was left, if one was: then nothing is proved.
    pub left: Option<String>,
    /// What it did.
    pub counts: Counts,
}

impl BackwardPass {
    /// To a goal at a point.
    pub fn new(context: &mut Context<'_>, point: Point, goal: &Goal) -> BackwardPass {
        let program = context.program;
        let objects = Objects::new(program.globals.len(), program.functions.len());
        let mut state = State::new(objects, point);
        if let Goal::Fails(check) = goal {
            let holds = check_holds(context, &mut state, check);
            let fails = context.terms.not(holds);
            state.constrain(fails);
        }
        let mut pass = BackwardPass {
            waiting: BinaryHeap::new(),
            beyond: Vec::new(),
            followed: 0,
            number: 0,
            left: None,
            counts: Counts::default(),
        };
        pass.add(Box::new(state));
        pass
    }

    /// Whether no path waits, and none was left.
    pub fn is_exhausted(&self) -> bool {
        self.waiting.is_empty() && self.beyond.is_empty() && self.left.is_none()
    }

    /// How many paths wait.
    pub fn waiting(&self) -> u64 {
        (self.waiting.len() + self.beyond.len()) as u64
    }

    /// Forgets all paths, as memory is short.
    pub fn give_up(&mut self, why: &str) {
        if !self.waiting.is_empty() || !self.beyond.is_empty() {
            self.left = Some(why.to_owned());
            self.waiting.clear();
            self.beyond.clear();
        }
    }

    fn add(&mut self, state: Box<State>) {
        self.number += 1;
        self.waiting.push(Waits { turns: state.turns, number: self.number, state });
    }

    /// Goes on, until something is to be told.
    pub fn run(
        &mut self,
        context: &mut Context<'_>,
        solver: &mut dyn Solver,
        (bounds, schedule): (Bounds, Schedule),
        stop: &mut dyn FnMut() -> bool,
    ) -> Event {
        let (ready, beyond): (Vec<State>, Vec<State>) = std::mem::take(&mut self.beyond)
            .into_iter()
            .partition(|state| state.most_turns <= bounds.edges);
        self.beyond = beyond;
        ready.into_iter().for_each(|state| self.add(Box::new(state)));
        loop {
            if stop() {
                return Event::Stopped;
            }
            let follows = self.waiting.peek().is_some_and(|waits| waits.state.infeasible);
            if self.counts.forks >= bounds.forks && !follows && !self.waiting.is_empty() {
                return Event::Limited;
            }
            let Some(Waits { state, .. }) = self.waiting.pop() else {
                return match self.beyond.is_empty() {
                    true => Event::Exhausted,
                    false => Event::Limited,
                };
            };
            if let Some(event) = self.advance(context, solver, state, (bounds, schedule), stop) {
                return event;
            }
        }
    }

    /// Follows a path until it forks or ends.
    fn advance(
        &mut self,
        context: &mut Context<'_>,
        solver: &mut dyn Solver,
        mut state: Box<State>,
        (bounds, schedule): (Bounds, Schedule),
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Event> {
        loop {
            if state.complete {
                return self.end(context, solver, state);
            }
            let is_begin = state.point.instruction == 0;
            if is_begin {
                note(context, &mut state);
            }
            if is_begin && !state.infeasible && schedule.is_time(&state) {
                self.counts.passes += 1;
                if forward_pass(context, &mut state, solver) == Passed::Infeasible {
                    self.infeasible(state);
                    return None;
                }
            }
            self.counts.steps += 1;
            if self.counts.steps.is_multiple_of(LOOK) && stop() {
                self.add(state);
                return Some(Event::Stopped);
            }
            let before = context.times_left_out();
            let infeasible = state.infeasible;
            match step(context, state) {
                Stepped::On(next) => state = next,
                Stepped::Ended(why, position) => {
                    self.counts.paths += 1;
                    if !infeasible {
                        context.leave_out(&why, position);
                        self.left = Some(why);
                    }
                    return None;
                }
                Stepped::Forked(mut paths) => {
                    if context.times_left_out() > before && !infeasible {
                        self.left = Some("a function that is not supported".to_owned());
                    }
                    if infeasible {
                        state = Box::new(chosen(paths)?);
                        if state.steps > FOLLOWED_STEPS {
                            return None;
                        }
                        continue;
                    }
                    if paths.len() == 1 {
                        let only = paths.remove(0);
                        if only.most_turns > bounds.edges {
                            self.beyond.push(only);
                            return None;
                        }
                        state = Box::new(only);
                        continue;
                    }
                    self.fork(context, paths, bounds);
                    return None;
                }
            }
        }
    }

    fn fork(&mut self, context: &mut Context<'_>, paths: Vec<State>, bounds: Bounds) {
        self.counts.forks += (paths.len() as u64).saturating_sub(1);
        if paths.is_empty() {
            self.counts.paths += 1;
        }
        for mut path in paths {
            // What contradicts itself as it stands needs no solver.
            if path
                .constraints
                .last()
                .is_some_and(|last| context.terms.as_bool(last.term) == Some(false))
            {
                propagate(context, &mut path);
                self.infeasible(Box::new(path));
                continue;
            }
            match path.most_turns > bounds.edges {
                true => self.beyond.push(path),
                false => self.add(Box::new(path)),
            }
        }
    }

    /// No run takes the path; but what it asks of inputs may be of use.
    fn infeasible(&mut self, mut state: Box<State>) {
        self.counts.infeasible += 1;
        self.counts.paths += 1;
        if self.followed < MOST_FOLLOWED {
            self.followed += 1;
            state.infeasible = true;
            self.add(state);
        }
    }

    fn end(
        &mut self,
        context: &mut Context<'_>,
        solver: &mut dyn Solver,
        mut state: Box<State>,
    ) -> Option<Event> {
        if state.infeasible {
            propagate(context, &mut state);
            return Some(Event::Infeasible(state));
        }
        self.counts.paths += 1;
        self.counts.passes += 1;
        match forward_pass(context, &mut state, solver) {
            Passed::Infeasible => {
                self.counts.infeasible += 1;
                Some(Event::Infeasible(state))
            }
            Passed::Feasible(model) => Some(Event::Feasible(state, model.unwrap_or_default())),
            Passed::Unknown(why) => {
                self.left = Some(why);
                None
            }
        }
    }
}

/// Of the ways of a path that is infeasible anyway, that with the fewest turns, out of loops if it can.
pub fn chosen(paths: Vec<State>) -> Option<State> {
    paths.into_iter().min_by_key(|path| (!path.complete, path.turns, path.frames.len()))
}

/// The point in front of the end of a block.
pub fn end_of(context: &Context<'_>, function: klew_ir::FunctionId, block: BlockId) -> Point {
    let body = context.body(function);
    let found = body.and_then(|body| body.blocks.get(block.0 as usize));
    Point { function, block, instruction: found.map_or(0, |block| block.instructions.len()) }
}
