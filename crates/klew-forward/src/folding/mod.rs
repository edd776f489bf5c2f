//! Folding: chains of nodes become segments at loop heads, and states that an earlier one includes are closed there, so that loops over
//! lists of any length end.
//!
//! Source: `proofs.md`, section 3; K. Dudka, P. Peringer, T. Vojnar, *Byte-Precise Verification of Low-Level List Manipulation*, SAS
//! 2013, for segments; covering as in [`crate::pruning`].
//!
//! **Invariant**: a folded state stands for all the states that it was made of and more. So where nothing can fail, nothing fails in
//! the program; what fails may be a failure of the program or none, and is a *suspicion* only.
//! **Invariant**: nothing is executed again by its decisions here: what is made by folding is not in them.

mod advanced;
pub mod allocators;
mod buffers;
mod chain;
mod counts;
pub mod engine;
mod equations;
mod fold;
mod idle;
pub mod numbered;
pub mod recursion;
mod references;
mod relations;
mod replaced;
pub mod segment;
pub mod sorted;
mod template;
pub mod text_fields;
pub(crate) mod texts;
pub mod trees;
pub mod turns;
mod unfold;
pub mod wide_fields;
mod widening;

use std::collections::BTreeSet;

use klew_ir::{BlockId, CheckId, FunctionId, Property};
use klew_memory::{ObjectId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use self::idle::IdleFields;
use crate::configuration::{Fold, Related};
use crate::machine::Machine;
use crate::point::{Point, PointKind};
use crate::pruning::inclusion::Globals;
use crate::pruning::locations::LiveRegisters;
use crate::state::{Frame, State};
use recursion::{Following, Recursion};
use relations::{Landmarks, Ways, ways_of};
use trees::Kinds;
use turns::{Loops, Turn};
use widening::{Changing, History, Thresholds};

/// States at a point that others are compared with.
const MOST_KEPT: usize = 400;

/// So many comparisons are a moment. Few of them ask a solver, which looks at the time itself.
const COMPARED_AT_ONCE: usize = 8;

/// From so many times as many turns on, what differs from the last turn is widened if it did not differ before, too.
const LATE: u32 = 3;

/// The same where only what moves in one direction is: it need not have moved in each turn.
const MUCH_LATER: u32 = 8;

/// A point and the calls above it, and what states have to have in common besides so that one can include another.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    at: (FunctionId, BlockId),
    callers: SmallVec<[(FunctionId, u32); 6]>,
    following: Option<Following>,
    forgot_pointers: bool,
    segments: usize,
    /// Heap objects that something leads to, apart from templates.
    nodes: usize,
}

/// What folding knows in a run.
pub struct Folding {
    /// What is folded.
    fold: Fold,
    live: LiveRegisters,
    globals: Option<Globals>,
    kept: FxHashMap<Place, Vec<State>>,
    loops: Loops,
    thresholds: Option<Thresholds>,
    ways: Option<Ways>,
    idle: Option<IdleFields>,
    /// How nodes of trees are linked, as far as that was seen.
    pub kinds: Kinds,
    recursion: Recursion,
    /// Whether nodes were found to be numbered.
    numbered: bool,
    /// Checks that may fail.
    pub suspicions: BTreeSet<CheckId>,
}

impl Folding {
    /// That folds so much, where nodes of trees are linked so.
    pub fn new(fold: Fold, kinds: Kinds) -> Folding {
        Folding {
            fold,
            live: LiveRegisters::needed(),
            globals: None,
            kept: FxHashMap::default(),
            loops: Loops::default(),
            thresholds: None,
            ways: None,
            idle: None,
            kinds,
            recursion: Recursion::default(),
            numbered: false,
            suspicions: BTreeSet::new(),
        }
    }

    /// A state comes to a point; whether it is closed there.
    pub fn at_point(&mut self, machine: &mut Machine<'_>, state: &mut State, point: Point) -> bool {
        if point.kind != PointKind::LoopHead
            || state.memory.has_constraints()
            || state.memory.has_input_heap()
        {
            return false;
        }
        let at = (point.function, point.block);
        let is_model = machine.program.function(point.function).library;
        if state.is_quiet(is_model) {
            return false;
        }
        machine.refuting.clear();
        self.clear_dead(machine, state);
        if !self.fold.reads_all {
            let idle = self.idle.get_or_insert_with(|| IdleFields::of(machine.program));
            machine.forget_idle(state, idle);
        }
        let landmarks = self.landmarks(machine, state);
        self.fold(machine, state, landmarks.as_ref());
        self.numbered |= numbered::any(state);
        let landmarks = self.landmarks(machine, state);
        self.relate(machine, state, landmarks.as_ref());
        if self.fold.related != Related::Nothing {
            machine.forget_lost_numbers(state);
        }
        let mut roots = crate::leak::roots(state);
        roots.extend(self.recursion.root(state).map(|root| Value::Pointer(root, 0)));
        let Ok(lost) = state.memory.unreachable_heap_objects(machine.terms, &roots) else {
            self.suspect_leaks(machine);
            return false;
        };
        if !lost.is_empty() {
            self.suspect_leaks(machine);
        }
        if state.model.is_none() {
            return false;
        }
        let place = place(state, at, &lost);
        let turn = state.turn((machine.program, &mut self.loops), at);
        if let Some(turn) = &turn {
            // What a turn learned of elements is of that turn.
            state.memory.forget_relations(turn.last.memory.relation_count());
            if !is_model {
                machine.forget_written_texts(state, &turn.last);
            }
        }
        if self.is_covered(machine, state, &place) {
            return true;
        }
        if let Some(turn) = &turn
            && self.generalise(machine, state, turn, is_model)
            && self.is_covered(machine, state, &place)
        {
            return true;
        }
        state.remember_turn(turn);
        let kept = self.kept.entry(place).or_default();
        if kept.len() == MOST_KEPT {
            kept.remove(0);
        }
        kept.push(state.clone());
        false
    }

    /// Whether an earlier state at the place includes it.
    fn is_covered(&mut self, machine: &mut Machine<'_>, state: &State, place: &Place) -> bool {
        let globals = self.globals.get_or_insert_with(|| Globals::of(&state.memory));
        let Some(kept) = self.kept.get(place) else { return false };
        let mut newest = kept.iter().rev();
        let mut compared = 0;
        let mut outside: Vec<_> = state.model.iter().cloned().collect();
        let found = newest.any(|earlier| {
            if compared % COMPARED_AT_ONCE == 0 {
                machine.tick();
            }
            compared += 1;
            machine.run.stop.is_none()
                && machine.includes((&mut self.live, globals), (earlier, state), &mut outside)
        });
        machine.run.statistics.pruning.covered += u64::from(found);
        found
    }

    /// Makes a state stand for more after a turn; whether it does.
    fn generalise(
        &mut self,
        machine: &mut Machine<'_>,
        state: &mut State,
        turn: &Turn,
        is_model: bool,
    ) -> bool {
        let in_models = self.fold.turns_in_models.max(self.fold.turns);
        let is_due = turn.count + 1 >= if is_model { in_models } else { self.fold.turns };
        let before = state.path.len();
        let widens = is_due && self.widen(machine, state, turn);
        let forgets = self.fold.forgets && (is_due || !is_model);
        if forgets {
            forget(machine, state, turn, before);
        }
        widens || forgets
    }

    fn widen(&mut self, machine: &mut Machine<'_>, state: &mut State, turn: &Turn) -> bool {
        let steps = self.fold.steps;
        let landmarks = self.landmarks(machine, state);
        let thresholds =
            self.thresholds.get_or_insert_with(|| Thresholds::of(machine.program, &self.fold));
        let is_late = !steps || turn.count >= LATE * self.fold.turns;
        // A counter of nodes differs because there is a node more, which is seen elsewhere.
        let counts = self.fold.related == Related::Counts;
        if counts && !is_late && shape(machine, state) != shape(machine, &turn.last) {
            return false;
        }
        // Which ends of a numbered list move shows when it is there for a turn.
        if !is_late && numbered::any_is_new(state, &turn.last) {
            return false;
        }
        let before = turn.before.as_deref();
        let changing = match (self.fold.steady, before) {
            (true, None) => return false,
            (true, Some(_)) if turn.count >= MUCH_LATER * self.fold.turns => Changing::Forward,
            (true, Some(_)) => Changing::EachTurnForward,
            (false, _) if is_late => Changing::Any,
            (false, _) => Changing::EachTurn,
        };
        let history = History { last: &turn.last, before, changing, registers: &[] };
        let (live, equations) = (&mut self.live, self.fold.equations);
        let ways = (&*thresholds, landmarks.as_ref(), equations);
        let any = machine.widen(state, &history, live, ways);
        if any {
            let landmarks = self.landmarks(machine, state);
            self.relate(machine, state, landmarks.as_ref());
        }
        any
    }

    /// What numbers of nodes are related to, if they are to be.
    fn landmarks(&mut self, machine: &Machine<'_>, state: &State) -> Option<Landmarks> {
        let globals = self.globals.get_or_insert_with(|| Globals::of(&state.memory));
        let ways = *self.ways.get_or_insert_with(|| ways_of(machine.program));
        let counts = self.fold.related == Related::Counts;
        if self.fold.related == Related::Nothing {
            return None;
        }
        let mut found = Landmarks::of(machine, (&mut self.live, globals), state, (ways, counts));
        found.numbered = self.numbered;
        Some(found)
    }

    fn relate(
        &mut self,
        machine: &mut Machine<'_>,
        state: &mut State,
        landmarks: Option<&Landmarks>,
    ) {
        if let Some(landmarks) = landmarks {
            machine.relate_templates(state, landmarks);
        }
    }

    /// Registers that nobody reads any more hold nothing: neither what would keep a node from being folded, nor what differs between states.
    fn clear_dead(&mut self, machine: &Machine<'_>, state: &mut State) {
        let mut callers = Vec::new();
        clear_dead_in(&mut self.live, machine, &mut state.frame, false);
        while let Some(mut frame) = state.callers.pop() {
            clear_dead_in(&mut self.live, machine, &mut frame, true);
            callers.push(frame);
        }
        for frame in callers.into_iter().rev() {
            state.callers.push(frame);
        }
    }

    /// Something is lost, whatever comes.
    fn suspect_leaks(&mut self, machine: &Machine<'_>) {
        let leaks = [Property::MemoryFreed, Property::MemoryTracked].into_iter();
        let asked = leaks.filter(|leak| machine.configuration.properties.contains(*leak));
        self.suspicions.extend(asked.filter_map(CheckId::of_leaks));
    }
}

/// Where a state is, of whose heap objects some are lost.
fn place(state: &State, at: (FunctionId, BlockId), lost: &[ObjectId]) -> Place {
    let callers = state.callers.iter_backwards().map(|frame| (frame.function, frame.next));
    let lost: FxHashSet<ObjectId> = lost.iter().copied().collect();
    let parts: FxHashSet<ObjectId> = (state.segments.iter())
        .flat_map(|(_, segment)| segment.templates.iter().flat_map(|template| &template.parts))
        .copied()
        .collect();
    let is_own = |id: &ObjectId| !parts.contains(id) && !lost.contains(id);
    let own = state.memory.alive_heap_objects().into_iter().filter(is_own);
    let (segments, nodes): (Vec<ObjectId>, Vec<ObjectId>) =
        own.partition(|id| state.segments.get(*id).is_some());
    Place {
        at,
        callers: callers.collect(),
        following: state.following,
        forgot_pointers: state.forgot_pointers,
        segments: segments.len(),
        nodes: nodes.len(),
    }
}

/// How many segments and how many other nodes a state has, as far as something leads to them.
fn shape(machine: &Machine<'_>, state: &State) -> Option<(usize, usize)> {
    let roots = crate::leak::roots(state);
    let lost = state.memory.unreachable_heap_objects(machine.terms, &roots).ok()?;
    let place = place(state, (state.frame.function, BlockId(0)), &lost);
    Some((place.segments, place.nodes))
}

/// Forgets what was decided in a turn: what was known before it stays, and what is known of the numbers that were widened after it, the
/// constraints from `widened` on. So the state stands for more runs than it did.
fn forget(machine: &mut Machine<'_>, state: &mut State, turn: &Turn, widened: usize) {
    let widened = state.path.since(widened);
    state.path = turn.last.path.clone();
    for (constraint, _) in widened {
        machine.constrain(state, constraint, true);
    }
}

fn clear_dead_in(
    live: &mut LiveRegisters,
    machine: &Machine<'_>,
    frame: &mut Frame,
    is_caller: bool,
) {
    let Some(places) = live.of(machine.program, frame, is_caller) else { return };
    let mut registers = vec![Value::Undefined; frame.registers.len()];
    for &(slot, _) in places {
        registers[slot as usize] = frame.registers[slot as usize];
    }
    frame.registers = registers;
}
