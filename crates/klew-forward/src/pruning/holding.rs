//! Whether a state satisfies an interpolant, and what is asked for that.
//!
//! **Invariant**: what is not known does not hold.

use std::rc::Rc;

use klew_ir::Property;
use klew_term::{Assignment, TermId};

use super::interpolant::{Interpolant, Matching};
use crate::decide::Feasibility;
use crate::machine::Machine;
use crate::state::State;

/// Interpolants that a state is compared with.
const MOST_TRIED: usize = 12;

/// Formulas that are asked about one by one.
const FEW_FORMULAS: usize = 8;

impl Machine<'_> {
    /// One of some interpolants that a state satisfies.
    pub(super) fn satisfied(
        &mut self,
        state: &State,
        kept: &mut [(Rc<Interpolant>, u64)],
    ) -> Option<(Rc<Interpolant>, Matching)> {
        // Runs of the state that an interpolant does not cover: most often others do not either.
        let mut outside: Vec<Rc<Assignment>> = state.model.iter().cloned().collect();
        for at in 0..kept.len().min(MOST_TRIED) {
            self.run.statistics.pruning.tried += 1;
            let interpolant = Rc::clone(&kept[at].0);
            let Some(matching) = interpolant.matches(self.terms, state) else { continue };
            self.run.statistics.pruning.matched += 1;
            if self.satisfies(state, &interpolant, &matching, &mut outside) {
                kept[at].1 += 1;
                if at > 0 && kept[at - 1].1 < kept[at].1 {
                    kept.swap(at - 1, at);
                }
                return Some((interpolant, matching));
            }
        }
        None
    }

    /// Whether all runs of a state satisfy what an interpolant says of its numbers. `outside` are runs of the state; one that
    /// does not satisfy it joins them.
    fn satisfies(
        &mut self,
        state: &State,
        interpolant: &Interpolant,
        matching: &Matching,
        outside: &mut Vec<Rc<Assignment>>,
    ) -> bool {
        let formulas = self.terms.substitute_all(&interpolant.formulas, &matching.numbers);
        if interpolant.leaks && !self.are_lost_reported(state, matching) {
            return false;
        }
        self.all_hold(state, formulas, outside)
    }

    /// Whether formulas hold in all runs of a state. `outside` are runs of it; one in which they do not joins them.
    pub(crate) fn all_hold(
        &mut self,
        state: &State,
        formulas: Vec<TermId>,
        outside: &mut Vec<Rc<Assignment>>,
    ) -> bool {
        if formulas.iter().any(|&formula| self.terms.as_bool(formula) == Some(false)) {
            return false;
        }
        for run in outside.iter() {
            if formulas.iter().any(|&formula| !matches!(self.holds(run, formula), Ok(true))) {
                return false;
            }
        }
        let open: Vec<TermId> = formulas
            .into_iter()
            .filter(|&formula| state.path.decided(self.terms, formula) != Some(true))
            .collect();
        // Few are asked about one by one: each is about fewer inputs, and may have been asked about before.
        let questions = match open.len() <= FEW_FORMULAS {
            true => open,
            false => vec![self.terms.and_all(&open)],
        };
        for question in questions {
            match self.run_without(state, question) {
                Ok(None) => {}
                Ok(Some(run)) => {
                    outside.push(run);
                    return false;
                }
                Err(_) => return false,
            }
        }
        true
    }

    /// Whether a leak was reported where the heap objects were allocated that the interpolant's path does not have. What the path
    /// has, and loses, is reported as a leak, too, if perhaps of another place: matched objects may have been allocated elsewhere.
    pub(super) fn are_lost_reported(&self, state: &State, matching: &Matching) -> bool {
        let leaks = [Property::MemoryFreed, Property::MemoryTracked];
        let asked: Vec<_> = leaks
            .into_iter()
            .filter(|&leak| self.configuration.properties.contains(leak))
            .collect();
        let objects = state.memory.alive_heap_objects();
        objects.into_iter().filter(|&object| !matching.has(object)).all(|object| {
            state.memory.object(object).is_some_and(|object| {
                let place = object.allocated_at;
                asked.iter().all(|&leak| self.run.reported.contains(&(leak, place, "leak", None)))
            })
        })
    }

    /// Whether a formula holds in all runs of a state.
    pub(super) fn always_holds(&mut self, state: &State, formula: TermId) -> bool {
        if let Some(known) = self.terms.as_bool(formula) {
            return known;
        }
        if let Some(model) = &state.model
            && !matches!(self.holds(model, formula), Ok(true))
        {
            return false;
        }
        matches!(self.run_without(state, formula), Ok(None))
    }

    /// A run of a state in which a formula does not hold, if there is one; an error where that is not known.
    fn run_without(
        &mut self,
        state: &State,
        formula: TermId,
    ) -> Result<Option<Rc<Assignment>>, String> {
        if self.terms.as_bool(formula) == Some(true)
            || (state.model.is_some() && state.path.decided(self.terms, formula) == Some(true))
        {
            return Ok(None);
        }
        self.run.statistics.pruning.queries += 1;
        let not = self.terms.not(formula);
        match self.feasible_untold(state, not) {
            Feasibility::Feasible(run) => Ok(Some(run)),
            Feasibility::Infeasible => Ok(None),
            Feasibility::Unknown(why) => Err(why),
        }
    }
}
