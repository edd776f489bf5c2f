//! Constructors of the core theory and of quantifiers.

use crate::arena::Terms;
use crate::kind::{Kind, SymbolId, TermId};

impl Terms {
    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        self.apply(Kind::Not, &[a])
    }

    /// Conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::And, &[a, b])
    }

    /// Disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::Or, &[a, b])
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::Xor, &[a, b])
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::Implies, &[a, b])
    }

    /// Equality of two terms of one sort; on floats identity (SMT-LIB `=`).
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.apply(Kind::Eq, &[a, b])
    }

    /// Disequality.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// If-then-else of any sort.
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        self.apply(Kind::Ite, &[condition, then, otherwise])
    }

    /// Conjunction of all; truth if there are none.
    pub fn and_all(&mut self, terms: &[TermId]) -> TermId {
        let mut result = self.true_();
        for &term in terms {
            result = self.and(result, term);
        }
        result
    }

    /// Disjunction of all; falsehood if there are none.
    pub fn or_all(&mut self, terms: &[TermId]) -> TermId {
        let mut result = self.false_();
        for &term in terms {
            result = self.or(result, term);
        }
        result
    }

    /// `body` for all values of the symbols, which must be fresh for this quantifier.
    pub fn forall(&mut self, symbols: &[SymbolId], body: TermId) -> TermId {
        if symbols.is_empty() {
            return body;
        }
        let bound = self.intern_bound(symbols);
        self.apply(Kind::Forall(bound), &[body])
    }

    /// `body` for some values of the symbols, which must be fresh for this quantifier.
    pub fn exists(&mut self, symbols: &[SymbolId], body: TermId) -> TermId {
        if symbols.is_empty() {
            return body;
        }
        let bound = self.intern_bound(symbols);
        self.apply(Kind::Exists(bound), &[body])
    }
}
