//! Checks: whether something can go wrong here, and the runs in which it does not.

mod accessible;
mod callable;
mod freeable;
mod holds;
mod initialised;
mod input;
mod nearby;
mod plain;

use std::rc::Rc;

use klew_engine::Decision;
use klew_term::{Assignment, TermId};

use crate::decide::Feasibility;
use crate::decode::op::CheckSite;
use crate::ending::{Limit, PathEndKind};
use crate::hooks::SideKind;
use crate::machine::{Machine, Step};
use crate::report::Violation;
use crate::state::State;
use crate::strategy::Authority;

/// The decision that a check cannot fail.
const NEVER_FAILS: u64 = 0;
/// The decision that it may fail: the path goes on where it does not.
const MAY_FAIL: u64 = 1;

impl Machine<'_> {
    /// The end of a path for a solver's lack of an answer.
    pub fn cut_unknown(&self, reason: String) -> PathEndKind {
        PathEndKind::Cut(self.run.stop.clone().unwrap_or(Limit::SolverUnknown(reason)))
    }

    /// A violation that every run of the path makes here.
    pub fn violated(
        &mut self,
        state: &mut State,
        site: &CheckSite,
        violation: Violation,
    ) -> PathEndKind {
        self.violated_where(state, site, violation, None)
    }

    /// As `violated`, of runs that satisfy a condition.
    fn violated_where(
        &mut self,
        state: &mut State,
        site: &CheckSite,
        violation: Violation,
        condition: Option<TermId>,
    ) -> PathEndKind {
        if self.strategy.retraces() {
            return self.end_of_violation(state, site);
        }
        let reported = self.model(state).and_then(|model| {
            if !site.selected {
                return self.report(state, site, (violation, condition), &model);
            }
            let everything = self.terms.true_();
            let model = self.nearby(state, violation, everything, model)?;
            let model = self.with_small_inputs(state, everything, model)?;
            let model = self.with_plain_inputs(state, violation, everything, model)?;
            self.report(state, site, (violation, condition), &model)
        });
        match reported {
            Err(end) => end,
            Ok(()) => self.end_of_violation(state, site),
        }
    }

    /// How a path ends on which all runs violate a check.
    fn end_of_violation(&self, state: &State, site: &CheckSite) -> PathEndKind {
        match site.selected {
            _ if self.in_precondition(state) => PathEndKind::Infeasible,
            true => PathEndKind::Violated,
            false => PathEndKind::Undefined,
        }
    }

    /// Whether what is wrong with a pointer is that nothing is known of it.
    fn is_of_unknown_pointer(&self, violation: Violation) -> bool {
        match violation {
            Violation::Address(address) => !self.terms.is_constant(address),
            Violation::InvalidFree { object, offset } => {
                object.is_null() && !self.terms.is_constant(offset)
            }
            _ => false,
        }
    }

    /// Demands a condition (of sort Bool): reports the runs in which it fails, goes on with the others.
    pub fn demand(
        &mut self,
        state: &mut State,
        site: &CheckSite,
        condition: TermId,
        violation: Violation,
    ) -> Step<()> {
        // It may be a good one after all.
        if state.forgot_pointers && self.is_of_unknown_pointer(violation) {
            return Err(self.unsupported(state, "a pointer to a node that recursion moved"));
        }
        match self.terms.as_bool(condition) {
            Some(true) => return Ok(()),
            Some(false) => return Err(self.violated(state, site, violation)),
            None => {}
        }
        match self.authority(state) {
            Authority::Model => {
                let model = self.model(state)?;
                if !self.holds(&model, condition)? {
                    if self.strategy.retraces() {
                        let not = self.terms.not(condition);
                        self.constrain(state, not, true);
                    }
                    return Err(self.violated_where(state, site, violation, Some(condition)));
                }
                self.constrain(state, condition, true);
                return Ok(());
            }
            Authority::Recorded(decision) => {
                state.decisions.push(decision);
                if decision.alternative() == MAY_FAIL {
                    self.constrain(state, condition, false);
                }
                return Ok(());
            }
            Authority::Solver => {}
        }
        if self.decided(state, condition) == Some(true) {
            state.decisions.push(Decision::forced(NEVER_FAILS));
            return Ok(());
        }
        let model = self.model(state)?;
        if self.holds(&model, condition)? {
            self.demand_of_others(state, site, condition, violation)
        } else {
            let not = self.terms.not(condition);
            let reported = self.report_some(state, site, violation, not, model)?;
            if let Some(end) = self.halted() {
                return Err(end);
            }
            match self.feasible(state, condition) {
                Feasibility::Feasible(model) => {
                    self.grow_failure(state, site, not, &reported)?;
                    state.model = Some(model);
                }
                Feasibility::Infeasible => return Err(self.end_of_violation(state, site)),
                Feasibility::Unknown(reason) => return Err(self.cut_unknown(reason)),
            }
            self.keep_congruences(state);
            self.constrain(state, condition, true);
            state.decisions.push(Decision::fork(MAY_FAIL));
            Ok(())
        }
    }

    /// Reports the runs of a state in which a check fails, which are those of `fails`; `model` is one of them.
    /// Gives the one that is reported, and the number of the finding, if it is a new one.
    fn report_some(
        &mut self,
        state: &mut State,
        site: &CheckSite,
        violation: Violation,
        fails: TermId,
        model: Rc<Assignment>,
    ) -> Step<(Rc<Assignment>, Option<usize>)> {
        let model = match self.is_reported(state, site, violation) {
            // Nobody sees its inputs.
            _ if !site.selected => model,
            true => self.with_small_inputs(state, fails, model)?,
            false => {
                let model = self.nearby(state, violation, fails, model)?;
                let model = self.with_small_inputs(state, fails, model)?;
                self.with_plain_inputs(state, violation, fails, model)?
            }
        };
        let before = self.run.findings.len();
        self.report(state, site, (violation, Some(fails)), &model)?;
        let finding = (self.run.findings.len() > before).then_some(before);
        Ok((model, finding))
    }

    /// Notes in the tree that some runs fail here, and others do not. What fails in a precondition is no run.
    fn grow_failure(
        &mut self,
        state: &mut State,
        site: &CheckSite,
        fails: TermId,
        (model, finding): &(Rc<Assignment>, Option<usize>),
    ) -> Step<()> {
        if self.run.tree.is_some() && site.selected && !self.in_precondition(state) {
            let heap = self.heap_of(state, model)?;
            self.grow_check(state, fails, *finding, heap);
        }
        Ok(())
    }

    /// As `demand`, where the state's model satisfies the condition.
    fn demand_of_others(
        &mut self,
        state: &mut State,
        site: &CheckSite,
        condition: TermId,
        violation: Violation,
    ) -> Step<()> {
        // A tree shows every failure, not only the first of each place.
        if self.run.tree.is_some() || !self.is_reported(state, site, violation) {
            let not = self.terms.not(condition);
            if self.interests.decisions && self.rules_out(state, SideKind::Fails(site.id), not) {
                state.decisions.push(Decision::forced(NEVER_FAILS));
                return Ok(());
            }
            match self.feasible(state, not) {
                Feasibility::Infeasible => {
                    state.path.learn(self.terms, condition);
                    state.decisions.push(Decision::forced(NEVER_FAILS));
                    return Ok(());
                }
                Feasibility::Feasible(model) => {
                    let reported = self.report_some(state, site, violation, not, model)?;
                    self.grow_failure(state, site, not, &reported)?;
                }
                Feasibility::Unknown(reason) => self.dropped(state, reason),
            }
            if let Some(end) = self.halted() {
                return Err(end);
            }
        }
        self.keep_congruences(state);
        self.constrain(state, condition, true);
        state.decisions.push(Decision::fork(MAY_FAIL));
        Ok(())
    }
}
