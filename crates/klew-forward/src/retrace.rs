//! A stretch of one path once more, from a state in the middle of it whose values were replaced by symbols: what comes out are the
//! conditions under which runs from that point take the same path, in terms of these symbols, and what the state at its end holds.
//!
//! This is how preconditions are computed ([`crate::pruning`]): the same machine executes the stretch, so every instruction and
//! every model of a library means what it means elsewhere.
//!
//! **Invariant**: a model of the path's end decides, so the stretch that is gone is that of the path; if anything differs at its end,
//! there is no result.
//! **Invariant**: whatever the way depends on is a constraint of the resulting state, or was not replaced by a symbol.

use std::rc::Rc;

use klew_ir::{BlockId, FunctionId};
use klew_term::{Assignment, SymbolId, TermId};
use rustc_hash::FxHashMap;

use crate::decode::op::{Op, Source};
use crate::ending::PathEndKind;
use crate::machine::Machine;
use crate::point::Watch;
use crate::state::State;
use crate::step::Event;
use crate::strategy::{RetracedRun, Strategy, TurnsOff};

/// The most instructions of a stretch.
const MOST: u64 = 20_000;

/// The most instructions of another way.
const MOST_OF_OTHERS: u64 = 5_000;

/// Where a stretch ends.
#[derive(Clone, Debug)]
pub enum StretchEnd {
    /// At a point.
    Point,
    /// Where the path ends, in that way.
    Path(PathEndKind),
}

/// A stretch of a path.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The state at its end, as it was on the path.
    pub state: State,
    /// How it ends.
    pub end: StretchEnd,
    /// A model of the path at its end.
    pub model: Rc<Assignment>,
}

impl Machine<'_> {
    /// Follows a stretch from a state in which `values` says what symbols stand for; the state at its end. Nothing if the way is
    /// another, is too long, or something in it is not followed exactly.
    pub fn retrace(
        &mut self,
        mut state: State,
        values: &FxHashMap<SymbolId, TermId>,
        stretch: &Stretch,
    ) -> Option<State> {
        let length = stretch.state.clock.checked_sub(state.clock)?;
        if length > MOST {
            return None;
        }
        state.watch = Watch::Nothing;
        state.model = Some(self.model_with(values, &stretch.model)?);
        let run = RetracedRun { values: values.clone(), turns_off: None };
        let (followed, _) = self.apart(run, |machine| machine.follow_stretch(&mut state, stretch));
        self.run.statistics.retraced_instructions += length;
        (followed == Some(true) && same_place(&state, &stretch.state)).then_some(state)
    }

    /// Follows what runs of a model do from a state in which `values` says what symbols stand for, as long as that is what the path
    /// did, then another way as far as one of some points. The state there, and the point; nothing if there is none, or something
    /// on the way is not followed exactly.
    pub fn retrace_other(
        &mut self,
        mut state: State,
        values: &FxHashMap<SymbolId, TermId>,
        model: &Rc<Assignment>,
        turns_off: TurnsOff,
    ) -> Option<(State, (FunctionId, BlockId))> {
        state.watch = Watch::Points;
        state.model = Some(Rc::clone(model));
        let begin = state.clock;
        let run = RetracedRun { values: values.clone(), turns_off: Some(turns_off) };
        let (arrived, run) = self.apart(run, |machine| machine.follow_other(&mut state));
        self.run.statistics.retraced_instructions += state.clock - begin;
        let reached = run.turns_off.and_then(|turns_off| turns_off.reached)?;
        (arrived == Some(true)).then_some((state, reached))
    }

    /// Does something as a retraced run, of which nobody else learns. Nothing if it was not exact.
    fn apart<T>(
        &mut self,
        retraced: RetracedRun,
        act: impl FnOnce(&mut Machine<'_>) -> T,
    ) -> (Option<T>, RetracedRun) {
        let strategy = std::mem::replace(&mut self.strategy, Strategy::Retrace(retraced));
        let run = std::mem::take(&mut self.run);
        let interests = std::mem::take(&mut self.interests);
        let pruning = self.pruning.take();
        let done = act(self);
        self.pruning = pruning;
        self.interests = interests;
        let of_retraced = std::mem::replace(&mut self.run, run);
        let exact = of_retraced.limit_counts.is_empty() && of_retraced.forked.is_empty();
        let retraced = match std::mem::replace(&mut self.strategy, strategy) {
            Strategy::Retrace(retraced) => retraced,
            _ => RetracedRun::default(),
        };
        (exact.then_some(done), retraced)
    }

    /// Whether the way comes to a point where it ends.
    fn follow_other(&mut self, state: &mut State) -> bool {
        let last = state.clock + MOST_OF_OTHERS;
        while state.clock < last {
            match self.advance(state, last - state.clock) {
                Event::Ended(end) => return end == PathEndKind::Subsumed,
                Event::Share | Event::Forked => {}
            }
        }
        false
    }

    /// The model, and under it the values of what symbols stand for.
    pub fn model_with(
        &mut self,
        values: &FxHashMap<SymbolId, TermId>,
        model: &Rc<Assignment>,
    ) -> Option<Rc<Assignment>> {
        let mut extended = model.as_ref().clone();
        for (&symbol, &value) in values {
            extended.set(symbol, self.evaluate(model, value).ok()?);
        }
        Some(Rc::new(extended))
    }

    fn follow_stretch(&mut self, state: &mut State, stretch: &Stretch) -> bool {
        let last = stretch.state.clock;
        loop {
            let left = last - state.clock.min(last);
            let share = match &stretch.end {
                StretchEnd::Point if left == 0 => return true,
                StretchEnd::Point => left,
                // Nothing may end a path but an instruction.
                StretchEnd::Path(_) => left.max(1),
            };
            match (self.advance(state, share), &stretch.end) {
                (Event::Ended(end), StretchEnd::Path(expected)) => return end == *expected,
                (Event::Ended(_), StretchEnd::Point) => return false,
                (Event::Share | Event::Forked, _) => {}
            }
            if state.clock > last {
                return false;
            }
        }
    }

    /// The number that a term stands for on the path that is gone once more, if it is one there: from here on only runs with that
    /// number count.
    pub fn pinned(&mut self, state: &mut State, term: TermId) -> Option<TermId> {
        let Strategy::Retrace(retraced) = &self.strategy else { return None };
        let stood_for = self.terms.substitute(term, &retraced.values);
        if !self.terms.is_constant(stood_for) || self.terms.is_constant(term) {
            return None;
        }
        let same = self.terms.eq(term, stood_for);
        self.constrain(state, same, true);
        Some(stood_for)
    }

    /// Distances and sizes that are numbers on the path are numbers here, so that memory is accessed in the same way.
    pub fn pin_operands(&mut self, state: &mut State, op: Op) {
        if let Op::InputBytes { size, .. } = op {
            self.pin_operand(state, size);
        }
        let source = match op {
            Op::Offset { by, .. } => by,
            Op::Allocate { size, .. }
            | Op::Copy { size, .. }
            | Op::Fill { size, .. }
            | Op::Accessible { size, .. }
            | Op::InputBytes { taken: size, .. } => size,
            Op::StackRelease { mark } => mark,
            _ => return,
        };
        self.pin_operand(state, source);
    }

    fn pin_operand(&mut self, state: &mut State, source: Source) {
        if let klew_memory::Value::Term(term) = state.frame.read(source)
            && let Some(slot) = source.slot()
            && let Some(number) = self.pinned(state, term)
        {
            state.frame.registers[slot as usize] = klew_memory::from_term(self.terms, number);
        }
    }
}

/// Whether both are at the same instruction, below the same callers.
fn same_place(one: &State, other: &State) -> bool {
    one.callers.len() == other.callers.len()
        && one
            .frames()
            .zip(other.frames())
            .all(|(one, other)| one.function == other.function && one.next == other.next)
}
