//! SMT-LIB 2 scripts: declarations of the symbols that occur, assertions, `check-sat`.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::arena::Terms;
use crate::kind::{SymbolId, TermId};
use crate::print::{print_smtlib, symbol_smtlib_name};
use crate::sort::Sort;

/// A sort in SMT-LIB 2.
pub fn print_sort(sort: Sort) -> String {
    sort.to_string()
}

/// A script under construction. Symbols are declared before their first use.
#[derive(Default)]
pub struct SmtScript {
    text: String,
    declared: FxHashSet<SymbolId>,
}

impl SmtScript {
    /// A script that sets the logic `ALL`.
    pub fn new() -> Self {
        SmtScript { text: "(set-logic ALL)\n".to_owned(), declared: FxHashSet::default() }
    }

    /// A script without any heading.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Declares the symbols of a term that are not declared yet.
    pub fn declare(&mut self, terms: &Terms, term: TermId) {
        for &symbol in terms.symbols(term).iter() {
            if self.declared.insert(symbol) {
                let name = symbol_smtlib_name(terms, symbol);
                // Writing to a string cannot fail.
                let _ = writeln!(self.text, "(declare-const {name} {})", terms.symbol_sort(symbol));
            }
        }
    }

    /// Declares a term's symbols and asserts it.
    pub fn assert(&mut self, terms: &Terms, term: TermId) {
        self.declare(terms, term);
        let _ = writeln!(self.text, "(assert {})", print_smtlib(terms, term));
    }

    /// Adds a line, for instance a command.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds `(check-sat)`.
    pub fn check_sat(&mut self) {
        self.line("(check-sat)");
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text since the last call: for solvers that read while the script grows.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}
