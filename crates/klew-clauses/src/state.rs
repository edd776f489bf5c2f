//! The values of a function's registers and cells on the ways from one point to a block, as terms over the values at the point.

use std::collections::BTreeMap;

use klew_ir::ValueId;
use klew_term::{TermId, Terms};

use crate::cells::Cell;

/// The values on all ways to a place at once.
#[derive(Clone, Debug)]
pub struct State {
    /// On which ways the run comes here.
    pub condition: TermId,
    /// Numbers; of pointers with an object as base the byte offset, of others the address.
    pub registers: BTreeMap<ValueId, TermId>,
    /// What is kept of memory.
    pub cells: BTreeMap<Cell, TermId>,
    /// What was kept of globals where the function was called.
    pub at_call: BTreeMap<Cell, TermId>,
}

impl State {
    /// Rules out the runs in which that is not so.
    pub fn assume(&mut self, terms: &mut Terms, fact: TermId) {
        self.condition = terms.and(self.condition, fact);
    }

    /// The ways of several states together. What one of them does not know, the result does not.
    pub fn merge(terms: &mut Terms, states: Vec<State>) -> Option<State> {
        let mut states = states.into_iter();
        let mut merged = states.next()?;
        for other in states {
            let condition = other.condition;
            merged.registers = join(terms, condition, merged.registers, &other.registers);
            merged.cells = join(terms, condition, merged.cells, &other.cells);
            merged.condition = terms.or(merged.condition, condition);
        }
        Some(merged)
    }
}

/// The other's values if the condition holds.
fn join<K: Ord + Copy>(
    terms: &mut Terms,
    condition: TermId,
    one: BTreeMap<K, TermId>,
    other: &BTreeMap<K, TermId>,
) -> BTreeMap<K, TermId> {
    let both = one.into_iter().filter_map(|(key, value)| Some((key, value, *other.get(&key)?)));
    both.map(|(key, value, other)| (key, terms.ite(condition, other, value))).collect()
}
