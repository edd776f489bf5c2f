//! Formulas that follow from others need not be said.
//!
//! **Invariant**: what is left out follows from what is said, whatever the state.

use klew_solver::{Answer, Query};
use klew_term::{Assignment, Kind, SymbolId, TermId};
use rustc_hash::FxHashSet;

use super::annotate::Building;
use crate::machine::Machine;

impl Building<'_> {
    /// What several stretches demand behind guards often follows from what one demands in any case.
    pub(super) fn drop_implied(&mut self, machine: &mut Machine<'_>) {
        let (simple, mut others): (Vec<TermId>, Vec<TermId>) =
            self.formulas.iter().partition(|&&formula| is_simple(machine, formula));
        others.retain(|&formula| {
            let near = connected(machine, &simple, formula);
            near.is_empty() || !machine.follows(&near, &self.model, formula)
        });
        self.formulas = simple;
        self.formulas.extend(others);
    }
}

impl Machine<'_> {
    /// Whether a formula follows from others, whatever the state. The model is one of these others.
    pub(super) fn follows(
        &mut self,
        premises: &[TermId],
        model: &Assignment,
        formula: TermId,
    ) -> bool {
        let not = self.terms.not(formula);
        let mut all: Vec<TermId> = premises.to_vec();
        all.push(not);
        self.run.statistics.pruning.queries += 1;
        self.run.asked += 1;
        let query = Query::new(&all).with_hint(premises.len(), model);
        matches!(self.solver.check(self.terms, &query), Answer::Unsat(_))
    }
}

/// Those of some constraints that a formula may follow from: they share symbols with it, or with others that do.
pub(super) fn connected(
    machine: &Machine<'_>,
    constraints: &[TermId],
    formula: TermId,
) -> Vec<TermId> {
    let mut symbols: FxHashSet<SymbolId> = machine.terms.symbols(formula).iter().copied().collect();
    let mut left = constraints.to_vec();
    let mut found = Vec::new();
    loop {
        let (near, far): (Vec<TermId>, Vec<TermId>) = left.into_iter().partition(|&constraint| {
            machine.terms.symbols(constraint).iter().any(|symbol| symbols.contains(symbol))
        });
        if near.is_empty() {
            return found;
        }
        for &constraint in &near {
            symbols.extend(machine.terms.symbols(constraint).iter().copied());
        }
        found.extend(near);
        left = far;
    }
}

/// Whether a formula is a comparison, negated or not.
pub(super) fn is_simple(machine: &Machine<'_>, formula: TermId) -> bool {
    let inner = match machine.terms.kind(formula) {
        Kind::Not => machine.terms.arguments(formula)[0],
        _ => formula,
    };
    !matches!(machine.terms.kind(inner), Kind::And | Kind::Or | Kind::Ite)
}
