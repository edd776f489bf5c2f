//! Terms, and which of their symbols have another value at each execution.
//!
//! The paper's `⋆`, the counters of an inner loop and everything else that is "some value" are symbols made here. A formula
//! about one execution of a path becomes one about another by giving each of them a new name: so two executions never
//! share an unknown value, and one execution has the same one wherever it occurs.

use klew_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values of symbols, for substitution.
pub type Values = FxHashMap<SymbolId, TermId>;

/// Terms, the symbols among them that belong to one execution, and the width of counters.
pub struct Context<'t> {
    /// The terms.
    pub terms: &'t mut Terms,
    locals: FxHashSet<SymbolId>,
    /// Bits of path counters: more than any variable and any index has, see [`crate::looping`].
    pub counter_width: u32,
}

impl<'t> Context<'t> {
    /// Without such symbols.
    pub fn new(terms: &'t mut Terms, counter_width: u32) -> Context<'t> {
        Context { terms, locals: FxHashSet::default(), counter_width }
    }

    /// A value of which nothing is known, of this execution.
    pub fn local(&mut self, name: &str, sort: Sort) -> SymbolId {
        let symbol = self.terms.fresh_symbol(name, sort);
        self.locals.insert(symbol);
        symbol
    }

    /// Its term.
    pub fn local_term(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.local(name, sort);
        self.terms.symbol_term(symbol)
    }

    /// A counter of a path.
    pub fn counter(&mut self, name: &str) -> SymbolId {
        self.local(name, Sort::BitVec(self.counter_width))
    }

    /// Whether the symbol belongs to one execution.
    pub fn is_local(&self, symbol: SymbolId) -> bool {
        self.locals.contains(&symbol)
    }

    /// Whether some symbol of the term does.
    pub fn has_locals(&self, term: TermId) -> bool {
        self.terms.symbols(term).iter().any(|symbol| self.is_local(*symbol))
    }

    /// A new name for a symbol of one execution, for another one.
    pub fn renamed(&mut self, symbol: SymbolId) -> TermId {
        let (name, sort) =
            (self.terms.symbol_name(symbol).to_owned(), self.terms.symbol_sort(symbol));
        self.local_term(&name, sort)
    }

    /// Gives new names to all symbols of one execution that have no value yet.
    pub fn rename_missing(&mut self, symbols: &[SymbolId], values: &mut Values) {
        for symbol in symbols {
            if self.is_local(*symbol) && !values.contains_key(symbol) {
                let renamed = self.renamed(*symbol);
                values.insert(*symbol, renamed);
            }
        }
    }

    /// The term with these values.
    pub fn with(&mut self, term: TermId, values: &Values) -> TermId {
        if values.is_empty() { term } else { self.terms.substitute(term, values) }
    }
}
