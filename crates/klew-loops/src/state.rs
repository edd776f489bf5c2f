//! Symbolic states (paper 004, section 4.2): what each variable holds, over the symbols of where execution began.
//!
//! **Invariant**: a variable without an entry holds its own symbol, so the empty state is the most general one.

use klew_term::{SymbolId, TermId, Terms};

use crate::context::{Context, Values};
use crate::flowgraph::Variable;

/// A state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    values: Values,
}

impl State {
    /// What a variable holds.
    pub fn get(&self, terms: &mut Terms, variable: Variable) -> TermId {
        match self.values.get(&variable) {
            Some(value) => *value,
            None => terms.symbol_term(variable),
        }
    }

    /// Gives a variable a value.
    pub fn set(&mut self, terms: &mut Terms, variable: Variable, value: TermId) {
        if terms.symbol_term(variable) == value {
            self.values.remove(&variable);
        } else {
            self.values.insert(variable, value);
        }
    }

    /// What a term of the program is in this state.
    pub fn evaluate(&self, context: &mut Context<'_>, term: TermId) -> TermId {
        context.with(term, &self.values)
    }

    /// Gives several variables values, all at once.
    pub fn assign(&mut self, context: &mut Context<'_>, assignments: &[(Variable, TermId)]) {
        let evaluate =
            |(variable, term): &(Variable, TermId)| (*variable, self.evaluate(context, *term));
        let values: Vec<(Variable, TermId)> = assignments.iter().map(evaluate).collect();
        values.into_iter().for_each(|(variable, value)| self.set(context.terms, variable, value));
    }

    /// Forgets variables whose values nobody reads.
    pub fn retain(&mut self, is_read: impl Fn(Variable) -> bool) {
        self.values.retain(|variable, _| is_read(*variable));
    }

    /// Variables that do not hold their own symbols, in a fixed order.
    pub fn changed(&self) -> Vec<Variable> {
        let mut changed: Vec<SymbolId> = self.values.keys().copied().collect();
        changed.sort_unstable();
        changed
    }

    /// The values, for substitution.
    pub fn values(&self) -> &Values {
        &self.values
    }
}
