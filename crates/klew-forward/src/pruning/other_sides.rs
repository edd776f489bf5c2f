//! Sides of decisions that no run of a path takes: where one leads to a state that satisfies an interpolant, runs may take it.
//!
//! Source: Chu, Jaffar, Santosa, *Bounded Verification and Testing of Heap Programs*, section V.A keeps of an infeasible side what made it
//! infeasible. That ties an interpolant to the order of explored paths: after a pass of a bubble sort that swapped nothing it
//! says that all was sorted. The weakest precondition needs no more than what has to hold where the side leads, and that is often
//! known already: then the condition is a guard as if both sides had been explored, and what has to hold there holds of all runs.
//!
//! **Invariant**: a side is known only if all runs that turn off to it come to the same point, satisfying an interpolant there, by which
//! all below is explored.

use std::rc::Rc;

use klew_memory::{ObjectId, Value};
use klew_solver::{Answer, Query};
use klew_term::{Assignment, TermId, Terms};
use smallvec::SmallVec;

use super::annotate::Building;
use super::interpolant::{Bytes, Interpolant, Matching, Register};
use crate::machine::Machine;
use crate::state::State;
use crate::strategy::TurnsOff;

/// Interpolants that are tried for a side.
const MOST_TRIED: usize = 8;

/// The other side of a condition.
struct Side {
    /// What holds of the runs that take it, the negated condition last.
    premises: Vec<TermId>,
    /// One of them.
    model: Rc<Assignment>,
    /// The state where it leads.
    end: State,
}

impl Building<'_> {
    /// Whether all runs that satisfy what comes `before` a condition, and not the condition, come to where an interpolant holds; then
    /// what has to hold here for that is added.
    pub(super) fn is_other_side_known(
        &mut self,
        machine: &mut Machine<'_>,
        before: &[TermId],
        condition: TermId,
        own: &mut Vec<TermId>,
    ) -> bool {
        let mut premises = before.to_vec();
        premises.push(machine.terms.not(condition));
        let model = match machine.model_of(&premises, &self.model) {
            Answer::Sat(model) => {
                let mut run = self.model.as_ref().clone();
                run.merge(&model);
                Rc::new(run)
            }
            // Nobody turns off here.
            Answer::Unsat(_) => return true,
            Answer::Unknown(_) => return false,
        };
        let found = self.other_side(machine, premises, model);
        found.is_some_and(|(side, at)| self.is_known(machine, &side, at, own))
    }

    /// Where a side leads; nothing if that depends on more than its condition, or on what was not located.
    fn other_side(
        &self,
        machine: &mut Machine<'_>,
        premises: Vec<TermId>,
        model: Rc<Assignment>,
    ) -> Option<(Side, super::Place)> {
        let mut start = self.located.state.clone();
        start.memory.note_reads();
        let after = premises.len() - 1;
        let turns_off = TurnsOff { after, blocks: Rc::clone(&self.known.annotated), reached: None };
        let (mut end, at) =
            machine.retrace_other(start, &self.located.values, &model, turns_off)?;
        let reads = end.memory.take_reads();
        if !reads.into_iter().all(|read| self.is_located(read)) {
            return None;
        }
        let conditions = end.path.to_vec();
        if conditions.get(..after)? != &premises[..after] {
            return None;
        }
        for &condition in &conditions[after..] {
            if condition != premises[after] && !machine.follows(&premises, &model, condition) {
                return None;
            }
        }
        let callers: SmallVec<_> =
            end.callers.iter_backwards().map(|frame| (frame.function, frame.next)).collect();
        Some((Side { premises, model, end }, (at.0, at.1, callers)))
    }

    /// Whether an interpolant holds where a side leads.
    fn is_known(
        &mut self,
        machine: &mut Machine<'_>,
        side: &Side,
        at: super::Place,
        own: &mut Vec<TermId>,
    ) -> bool {
        let known = self.known;
        let Some(kept) = known.kept.get(&at) else { return false };
        let number = |terms: &mut Terms, register: Register| self.number(terms, side, register);
        let groups = kept.alike(machine.terms, &side.end, number);
        let mut tried = 0;
        for (interpolant, _) in groups.into_iter().flat_map(|group| kept.group(group)) {
            let Some(matching) = interpolant.matches(machine.terms, &side.end) else { continue };
            if !self.speaks_of_located(interpolant, &matching)
                || (interpolant.leaks && !machine.are_lost_reported(&side.end, &matching))
            {
                continue;
            }
            let formulas = machine.terms.substitute_all(&interpolant.formulas, &matching.numbers);
            if let Some(needed) = self.needed(machine, side, interpolant, formulas) {
                machine.run.statistics.pruning.other_sides += 1;
                self.used.push((at.0, at.1));
                own.extend(needed);
                self.later.extend(&interpolant.later);
                return true;
            }
            tried += 1;
            if tried == MOST_TRIED {
                return false;
            }
        }
        false
    }

    /// The number that a register holds where a side leads, or held on the path in its place.
    fn number(&self, terms: &mut Terms, side: &Side, register: Register) -> Option<u64> {
        match register.of(&side.end)? {
            Value::Int(number) => Some(number),
            Value::Term(term) => {
                let real = terms.substitute(term, &self.located.values);
                terms.as_u64(real)
            }
            _ => None,
        }
    }

    /// Whether the places that an interpolant speaks of are among those that were located, as far as they are older than the side.
    fn speaks_of_located(&self, interpolant: &Interpolant, matching: &Matching) -> bool {
        let oldest = self.snapshot.memory.object_count() as i32;
        let is_old = |object: ObjectId| (1..=oldest).contains(&object.0);
        let is_known = |object: &ObjectId| {
            !is_old(*object) || self.located.interpolant.objects.contains_key(object)
        };
        let is_located = |bytes: &Bytes| {
            matching.objects.get(&bytes.object).is_some_and(|&object| {
                let Bytes { offset, size, .. } = *bytes;
                self.is_located(klew_memory::Read { object, offset, size, is_pointer: false })
            })
        };
        matching.objects.values().all(is_known)
            && interpolant.cells.iter().all(|(bytes, _)| is_located(bytes))
    }

    /// What has to hold here so that formulas hold where a side leads; nothing if one may not, or is about anything but places.
    fn needed(
        &self,
        machine: &mut Machine<'_>,
        side: &Side,
        interpolant: &Interpolant,
        formulas: Vec<TermId>,
    ) -> Option<Vec<TermId>> {
        let mut open = Vec::new();
        for formula in formulas {
            match machine.terms.as_bool(formula) {
                Some(true) => continue,
                Some(false) => return None,
                None => {}
            }
            let is_ours = |symbol| {
                self.located.values.contains_key(symbol) || interpolant.later.contains(symbol)
            };
            if !machine.terms.symbols(formula).iter().all(is_ours) {
                return None;
            }
            open.push(formula);
        }
        let real = machine.terms.substitute_all(&open, &self.located.values);
        let mut needed = Vec::new();
        for (formula, real) in open.into_iter().zip(real) {
            if machine.always_holds(self.snapshot, real) {
                needed.push(formula);
            } else if !machine.follows(&side.premises, &side.model, formula) {
                return None;
            }
        }
        Some(needed)
    }
}

impl Machine<'_> {
    /// A model of constraints, whatever the state; there is one already of all but the last.
    fn model_of(&mut self, constraints: &[TermId], but_last: &Assignment) -> Answer {
        self.run.statistics.pruning.queries += 1;
        self.run.asked += 1;
        let query = Query::new(constraints).with_hint(constraints.len() - 1, but_last);
        self.solver.check(self.terms, &query)
    }
}
