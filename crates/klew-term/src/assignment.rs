//! Assignments of values to symbols.

use crate::constant::Constant;
use crate::kind::SymbolId;
use crate::symbol_map::SymbolMap;

/// A value for each of some symbols. Evaluation reads missing symbols as zero of their sort.
/// Cloning is O(1).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Assignment {
    values: SymbolMap<Constant>,
}

impl Assignment {
    /// The empty assignment.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a symbol, if it has one.
    pub fn get(&self, symbol: SymbolId) -> Option<&Constant> {
        self.values.get(symbol)
    }

    /// Gives a symbol a value, which must have the symbol's sort.
    pub fn set(&mut self, symbol: SymbolId, value: Constant) {
        self.values.insert(symbol, value);
    }

    /// Takes a symbol's value away.
    pub fn remove(&mut self, symbol: SymbolId) -> Option<Constant> {
        self.values.remove(symbol)
    }

    /// Symbols with their values, ascending by symbol.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &Constant)> {
        self.values.iter()
    }

    /// Takes over every value of `other`, replacing own ones.
    pub fn merge(&mut self, other: &Assignment) {
        for (symbol, value) in other.iter() {
            // What stays as it is stays shared.
            if self.get(symbol) != Some(value) {
                self.set(symbol, value.clone());
            }
        }
    }

    /// Number of symbols with a value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no symbol has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl FromIterator<(SymbolId, Constant)> for Assignment {
    fn from_iter<I: IntoIterator<Item = (SymbolId, Constant)>>(values: I) -> Self {
        let mut assignment = Assignment::new();
        for (symbol, value) in values {
            assignment.set(symbol, value);
        }
        assignment
    }
}
