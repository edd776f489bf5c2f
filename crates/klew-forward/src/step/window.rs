//! Between which offsets an access at a symbolic index is, as far as it matters.
//!
//! A structure with a table in it and pointers beside would become an array of bytes, its pointers numbers, where nothing says
//! that the access stays in the table. The term's own bounds say it seldom; the path's bounds more often; and where neither does, a
//! solver is asked for narrower ones until no pointer is between them.
//!
//! **Invariant**: on every run of the path the offset is in the window. What a solver said of it is recorded as two decisions.

use klew_engine::Decision;
use klew_memory::{ObjectId, Window};
use klew_term::TermId;

use crate::decide::Feasibility;
use crate::machine::{Machine, Step};
use crate::state::State;
use crate::strategy::Authority;

/// The most questions about one access.
const MOST_QUESTIONS: usize = 32;

/// An access at a symbolic offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) object: ObjectId,
    pub(super) offset: TermId,
    /// Bytes.
    pub(super) size: u64,
    pub(super) keeps: Keeps,
}

/// What an access is to leave as it is, as far as it is not touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeps {
    /// Pointers.
    Pointers,
    /// All that is no place of it on any run: where lists are folded, what is known of each field of a node is known of it alone, and not what it was
    /// before a write that was perhaps one to it.
    Fields,
}

/// The most bytes of an object whose fields a write in it leaves as they are.
const MOST_OF_FIELDS: u64 = 256;

impl Machine<'_> {
    /// What bounds say: the term's own, and the path's where there are pointers, which would be lost, or chosen among with all else.
    pub(super) fn bounded_window(&mut self, state: &State, touch: Touch) -> Window {
        let window = state.memory.window(self.terms, touch.offset);
        let Touch { object, size, .. } = touch;
        // Where lists are folded, links that are null are to stay what they are as well.
        let keeps_all = touch.keeps == Keeps::Fields || self.folding.is_some();
        if self.strategy.retraces()
            || !keeps_all && !state.memory.holds_pointers_between(object, size, window)
        {
            return window;
        }
        let Some(bounds) = state.path.narrowed.bounds(self.terms, touch.offset) else {
            return window;
        };
        let narrower = window.meet(Window::of(&bounds));
        self.explain_window(state, touch, window, narrower);
        narrower
    }

    /// The same, and what a solver says where pointers would still be lost.
    pub(super) fn window(&mut self, state: &mut State, touch: Touch) -> Step<Window> {
        let bounded = self.bounded_window(state, touch);
        if self.strategy.retraces() || !self.loses(state, touch, bounded) {
            return Ok(bounded);
        }
        let window = match self.authority(state) {
            Authority::Recorded(first) => {
                state.decisions.push(first);
                let Authority::Recorded(last) = self.authority(state) else { return Ok(bounded) };
                state.decisions.push(last);
                return Ok(Window { first: first.alternative(), last: last.alternative() });
            }
            Authority::Model => return Ok(bounded),
            Authority::Solver => self.asked_window(state, touch, bounded)?,
        };
        self.explain_window(state, touch, bounded, window);
        state.decisions.push(Decision::forced(window.first));
        state.decisions.push(Decision::forced(window.last));
        Ok(window)
    }

    /// What a write in an object is to leave as it is.
    pub(super) fn kept_by_write(&self, state: &State, object: ObjectId) -> Keeps {
        let size = state.memory.object(object).and_then(|object| object.concrete_size());
        let has_fields = size.is_some_and(|size| size <= MOST_OF_FIELDS);
        match self.configuration.fold.is_some() && has_fields {
            true => Keeps::Fields,
            false => Keeps::Pointers,
        }
    }

    /// Whether an access with such a window does not leave as it is what it should.
    fn loses(&self, state: &State, touch: Touch, window: Window) -> bool {
        let Touch { object, offset, size, keeps } = touch;
        match keeps {
            Keeps::Pointers => {
                state.memory.loses_pointers(self.terms, object, offset, size, window)
            }
            Keeps::Fields => window.first < window.last,
        }
    }

    /// Halves what lies beyond the offsets that are known to occur, on the side where pointers are, until there are none.
    fn asked_window(&mut self, state: &mut State, touch: Touch, bounded: Window) -> Step<Window> {
        let total = state.memory.object(touch.object).and_then(|object| object.concrete_size());
        let Some(end) = total.and_then(|total| total.checked_sub(touch.size)) else {
            return Ok(bounded);
        };
        let model = self.model(state)?;
        let value = self.evaluate_u64(&model, touch.offset)?;
        if let Some(field) = self.field_window(state, touch, (value, bounded)) {
            return Ok(field);
        }
        let mut occurs = Window { first: value, last: value };
        let mut window = bounded.meet(Window { first: 0, last: end });
        for _ in 0..MOST_QUESTIONS {
            let (side, middle) = match kept_beside(state, touch, window, occurs) {
                Beside::None => return Ok(window),
                Beside::Among => return Ok(bounded),
                Beside::Above => (Beside::Above, occurs.last.midpoint(window.last)),
                Beside::Below => (Beside::Below, window.first.midpoint(occurs.first - 1)),
            };
            let number = self.number(middle);
            let above = self.terms.bv_ult(number, touch.offset);
            let beyond = if side == Beside::Above { above } else { self.terms.not(above) };
            match (self.feasible_untold(state, beyond), side) {
                (Feasibility::Unknown(_), _) => return Ok(bounded),
                (Feasibility::Feasible(model), Beside::Above) => {
                    occurs.last = self.evaluate_u64(&model, touch.offset)?;
                }
                (Feasibility::Feasible(model), _) => {
                    occurs.first = self.evaluate_u64(&model, touch.offset)?;
                }
                (Feasibility::Infeasible, Beside::Above) => window.last = middle,
                (Feasibility::Infeasible, _) => window.first = middle + 1,
            }
        }
        Ok(window)
    }

    /// The array of characters of a record that an access stays in, where lists are folded: one question instead of many.
    fn field_window(
        &mut self,
        state: &State,
        Touch { object, offset, size, .. }: Touch,
        (at, bounded): (u64, Window),
    ) -> Option<Window> {
        self.folding.as_ref()?;
        let field = self.field_at(state, object, at)?;
        let last = field.end.checked_sub(size)?;
        let window = bounded.meet(Window { first: field.start, last });
        let within = self.lies_within(offset, window);
        self.is_always(state, within).then_some(window)
    }

    /// Tells, if somebody wants to know it, why the offset is in the narrower window.
    fn explain_window(&mut self, state: &State, touch: Touch, known: Window, window: Window) {
        if window == known || !self.interests.cores {
            return;
        }
        let within = self.lies_within(touch.offset, window);
        self.explain(state, within, true);
    }
}

/// Where something is to be left as it is that an access in a window could touch, beside the offsets that occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    None,
    Among,
    Above,
    Below,
}

fn kept_beside(state: &State, touch: Touch, window: Window, occurs: Window) -> Beside {
    let is_of_fields = touch.keeps == Keeps::Fields;
    let holds = |first, last| {
        is_of_fields
            || state.memory.holds_pointers_between(touch.object, touch.size, Window { first, last })
    };
    if !is_of_fields && holds(occurs.first, occurs.last) {
        Beside::Among
    } else if occurs.last < window.last && holds(occurs.last + 1, window.last) {
        Beside::Above
    } else if window.first < occurs.first && holds(window.first, occurs.first - 1) {
        Beside::Below
    } else {
        Beside::None
    }
}
