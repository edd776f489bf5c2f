//! States that came to loop heads, kept so that later ones which they include are closed there, finished or not.
//!
//! Source: covering as in K. L. McMillan, *Lazy Abstraction with Interpolants* (CAV 2006); `../shared` calls it covering, too. With it
//! a loop whose states repeat ends, and an empty frontier is a proof without a bound.
//!
//! **Invariant**: a state that is kept was feasible, and went on from there. So of what a closed state could do the shortest
//! failing run is one that a kept state makes, too, and that one is followed for at least an instruction before it might be closed;
//! whatever of it is not followed is a limit of the result.

use std::rc::Rc;
use std::time::Duration;

use klew_ir::{BlockId, FunctionId, Property};
use klew_term::Assignment;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Place;
use super::by_numbers::{ByNumbers, Holder};
use super::inclusion::{Globals, inclusion};
use super::interpolant::Register;
use super::locations::LiveRegisters;
use crate::machine::Machine;
use crate::state::{Frame, State};

/// States at a point with the same numbers that are kept.
const MOST_ALIKE: usize = 24;

/// Those of them that a state is compared with.
const MOST_TRIED: usize = 12;

/// As many before any state was closed at the block.
const FEW_TRIED: usize = 3;

/// Sets of registers and globals that hold numbers, at one point.
const MOST_GROUPS: usize = 256;

/// States at a block that are kept without one of them closing another.
const MOST_KEPT: u64 = 512;

/// As many more for each state that was closed at the block.
const FOR_EACH_CLOSED: u64 = 1024;

/// Comparisons at a block without one of them closing a state, and for each state that was closed there.
const MOST_FRUITLESS: u64 = 1000;

/// Runs of a state that others do not include.
const MOST_OUTSIDE: usize = 12;

/// The time of a query.
const QUERY_TIME: Duration = Duration::from_millis(50);

/// Work on comparisons that is done without asking whether there is much other work.
const FREE_WORK: u64 = 1_000_000;

/// The part of other work that comparisons may cost where they have closed states, and where not.
const SHARE: u64 = 10;
const SHARE_BEFORE: u64 = 25;

/// Where a quarter of the states that were compared at a block were closed, and so many, comparisons there may cost as much as other
/// work: each saves all that the state would have led to. Where fewer are (bubble sort: between a sixth and a quarter), that cost half as much again.
const MANY_CLOSED: u64 = 8;

/// Calls below each other that are told apart by what comparisons cost there.
const DEPTHS: usize = 16;

/// A state that came to a point, and how many it closed.
struct Kept {
    state: State,
    /// Its node of the execution tree, if that is written down.
    in_tree: Option<usize>,
    closed: u64,
}

/// What came of a block.
#[derive(Clone, Copy, Default)]
struct Yield {
    kept: u64,
    /// States that were compared with others.
    asked: u64,
    /// With how many.
    tried: u64,
    closed: u64,
}

/// The states that were kept.
pub struct Covering {
    live: LiveRegisters,
    kept: FxHashMap<Place, ByNumbers<Kept>>,
    yields: FxHashMap<(FunctionId, BlockId), Yield>,
    globals: Option<Globals>,
    /// Work on comparisons, by how many calls are under way. Where there are few a turn of a loop takes longest and closing saves most, so
    /// what loops of functions far below cost keeps none of them from being compared.
    spent: [u64; DEPTHS],
}

impl Default for Covering {
    fn default() -> Covering {
        Covering {
            live: LiveRegisters::needed(),
            kept: FxHashMap::default(),
            yields: FxHashMap::default(),
            globals: None,
            spent: [0; DEPTHS],
        }
    }
}

impl Covering {
    /// A state comes to a loop head: whether an earlier one there includes it. If not, it may be kept.
    pub fn closes(
        &mut self,
        machine: &mut Machine<'_>,
        (state, in_tree): (&State, Option<usize>),
        place: &Place,
        keeps: bool,
    ) -> bool {
        if state.model.is_none() || state.memory.has_constraints() || state.memory.has_input_heap()
        {
            return false;
        }
        let before = machine.work();
        let seen = self.yields.entry((place.0, place.1)).or_default();
        let share = match machine.run.statistics.pruning.covered {
            0 => SHARE_BEFORE,
            _ if seen.closed > MANY_CLOSED && seen.closed * 4 > seen.asked => 1,
            _ => SHARE,
        };
        let depth = place.2.len().min(DEPTHS - 1);
        let spent: u64 = self.spent[..=depth].iter().sum();
        if spent > FREE_WORK + before.saturating_sub(spent) / share
            || seen.tried > (seen.closed + 1) * MOST_FRUITLESS
        {
            return false;
        }
        seen.asked += 1;
        let closes = self.is_included(machine, state, place);
        if !closes && keeps {
            self.keep(machine, (state, in_tree), place);
        }
        self.spent[depth] += machine.work().saturating_sub(before);
        closes
    }

    /// Forgets all states that were kept.
    pub fn forget(&mut self) {
        self.kept.clear();
    }

    fn is_included(&mut self, machine: &mut Machine<'_>, state: &State, place: &Place) -> bool {
        let seen = self.yields.entry((place.0, place.1)).or_default();
        let globals = self.globals.get_or_insert_with(|| Globals::of(&state.memory));
        let Some(kept) = self.kept.get_mut(place) else { return false };
        let mut outside: Vec<_> = state.model.iter().cloned().collect();
        for alike in kept.of(state) {
            // Last is what closed a state last, or is newest.
            let most = if seen.closed > 0 { MOST_TRIED } else { FEW_TRIED };
            let newest = (0..alike.len()).rev();
            // What becomes of a path with a short input leaves nothing open, so it answers for such of its own size alone.
            let size = state.short_input;
            let newest = newest.filter(|at| alike[*at].state.short_input == size).take(most);
            for at in newest.collect::<SmallVec<[usize; 12]>>() {
                seen.tried += 1;
                machine.run.statistics.pruning.compared += 1;
                let both = (&alike[at].state, state);
                if machine.includes((&mut self.live, globals), both, &mut outside) {
                    seen.closed += 1;
                    machine.run.statistics.pruning.covered += 1;
                    let mut kept = alike.remove(at);
                    kept.closed += 1;
                    machine.run.covered_by = kept.in_tree;
                    alike.push(kept);
                    return true;
                }
            }
        }
        false
    }

    fn keep(
        &mut self,
        machine: &mut Machine<'_>,
        (state, in_tree): (&State, Option<usize>),
        place: &Place,
    ) {
        let seen = self.yields.entry((place.0, place.1)).or_default();
        if seen.kept > MOST_KEPT + seen.closed * FOR_EACH_CLOSED {
            return;
        }
        let Some(mut numbers) = self.live.numbers(machine.program, state) else { return };
        if let Some(globals) = &self.globals {
            for global in globals.not_plain(&state.memory) {
                if let Some(number) = state.memory.number_in(global) {
                    numbers.0.push(Holder::Global(global));
                    numbers.1.push(number);
                }
            }
        }
        let kept = self.kept.entry(place.clone()).or_default();
        let Some(alike) = kept.entry(numbers, MOST_GROUPS) else { return };
        if alike.len() == MOST_ALIKE {
            // The oldest that closed none makes room.
            let idle = alike.iter().position(|kept| kept.closed == 0).unwrap_or(0);
            alike.remove(idle);
        }
        seen.kept += 1;
        alike.push(Kept { state: state.clone(), in_tree, closed: 0 });
    }
}

impl LiveRegisters {
    /// The live registers of a state that hold numbers, and these numbers.
    fn numbers(
        &mut self,
        program: &klew_ir::Program,
        state: &State,
    ) -> Option<(Vec<Holder>, Vec<u64>)> {
        let mut found = (Vec::new(), Vec::new());
        let frames: SmallVec<[&Frame; 8]> = state.frames().collect();
        for (frame, call) in (0..).zip(frames) {
            for &(slot, _) in self.of(program, call, frame > 0)? {
                if let klew_memory::Value::Int(number) = call.registers[slot as usize] {
                    found.0.push(Holder::Register(Register { frame, slot }));
                    found.1.push(number);
                }
            }
        }
        Some(found)
    }
}

impl Machine<'_> {
    /// Whether all runs of a state are among those of an earlier one at the same point. `outside` are runs of it; one that is not among
    /// those joins them: most often it is not among those of others either.
    pub(crate) fn includes(
        &mut self,
        (live, globals): (&mut LiveRegisters, &Globals),
        (earlier, later): (&State, &State),
        outside: &mut Vec<Rc<Assignment>>,
    ) -> bool {
        let leaks = [Property::MemoryFreed, Property::MemoryTracked];
        let leaks = leaks.iter().any(|leak| self.configuration.properties.contains(*leak));
        let context = (self.program, &mut *self.terms, live);
        let Some(included) = inclusion(context, globals, earlier, later, leaks) else {
            return false;
        };
        // Folding looks for lost objects by itself, wherever it folds.
        if leaks
            && self.configuration.fold.is_none()
            && !self.are_lost_reported(later, &included.matching)
        {
            return false;
        }
        if included.conditions.iter().any(Vec::is_empty) {
            return true;
        }
        // Not to know is no harm here.
        let given = self.run.query_time;
        self.solver.set_limit(Some(given.map_or(QUERY_TIME, |given| given.min(QUERY_TIME))));
        let mut ways = included.conditions.into_iter();
        let holds = ways.any(|conditions| self.all_hold(later, conditions, outside));
        self.solver.set_limit(given);
        if outside.len() > MOST_OUTSIDE {
            outside.remove(0);
        }
        holds
    }
}
