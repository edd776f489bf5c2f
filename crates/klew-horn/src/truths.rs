//! Conditions over bit-vectors as conditions over integers.

use klew_term::{Kind, Sort, TermId};

use crate::integers::ClauseText;
use crate::views::View;

impl ClauseText<'_> {
    pub(crate) fn bit(&mut self, term: TermId) -> TermId {
        let number = self.number(term, View::Unsigned);
        let zero = self.int(0);
        self.terms.ne(number, zero)
    }

    /// A condition.
    pub(crate) fn truth(&mut self, term: TermId) -> TermId {
        if let Some(known) = self.truths.get(&term) {
            return *known;
        }
        let truth = self.make_truth(term);
        self.truths.insert(term, truth);
        truth
    }

    pub(crate) fn make_truth(&mut self, term: TermId) -> TermId {
        let kind = self.terms.kind(term);
        let arguments = self.terms.arguments(term).to_vec();
        match (kind, &arguments[..]) {
            (Kind::True | Kind::False, _) => term,
            (Kind::Not, &[a]) => {
                let a = self.truth(a);
                self.terms.not(a)
            }
            (Kind::And | Kind::Or | Kind::Xor | Kind::Implies, &[a, b]) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.terms.apply(kind, &[a, b])
            }
            (Kind::Ite, &[condition, then, otherwise]) => {
                let condition = self.truth(condition);
                let (then, otherwise) = (self.truth(then), self.truth(otherwise));
                self.terms.ite(condition, then, otherwise)
            }
            (Kind::Eq, &[a, b]) => match self.terms.sort(a) {
                Sort::Bool => {
                    let (a, b) = (self.truth(a), self.truth(b));
                    self.terms.eq(a, b)
                }
                Sort::BitVec(_) => {
                    let view = self.view_of(a, b);
                    let (a, b) = (self.number(a, view), self.number(b, view));
                    self.terms.eq(a, b)
                }
                _ => self.fresh("unknown", Sort::Bool),
            },
            (Kind::BvUlt | Kind::BvUle | Kind::BvSlt | Kind::BvSle, &[a, b]) => {
                let view = match kind {
                    Kind::BvUlt | Kind::BvUle => View::Unsigned,
                    _ => View::Signed,
                };
                let (a, b) = (self.number(a, view), self.number(b, view));
                match kind {
                    Kind::BvUlt | Kind::BvSlt => self.terms.int_lt(a, b),
                    _ => self.terms.int_le(a, b),
                }
            }
            (_, &[a, b]) => match self.overflow(kind, a, b) {
                Some(truth) => truth,
                None => self.fresh("unknown", Sort::Bool),
            },
            _ => self.fresh("unknown", Sort::Bool),
        }
    }

    pub(crate) fn overflow(&mut self, kind: Kind, a: TermId, b: TermId) -> Option<TermId> {
        let (view, operation) = match kind {
            Kind::BvSaddOverflow => (View::Signed, Kind::IntAdd),
            Kind::BvSsubOverflow => (View::Signed, Kind::IntSub),
            Kind::BvSmulOverflow => (View::Signed, Kind::IntMul),
            Kind::BvUaddOverflow => (View::Unsigned, Kind::IntAdd),
            Kind::BvUsubOverflow => (View::Unsigned, Kind::IntSub),
            Kind::BvUmulOverflow => (View::Unsigned, Kind::IntMul),
            _ => return None,
        };
        let width = self.terms.width(a);
        let (a, b) = (self.number(a, view), self.number(b, view));
        let exact = self.terms.apply(operation, &[a, b]);
        let (least, most) = self.range(width, view);
        let (low, high) = (self.terms.int_lt(exact, least), self.terms.int_lt(most, exact));
        Some(self.terms.or(low, high))
    }

    /// How two bit-vectors that are compared for equality are read.
    pub(crate) fn view_of(&self, a: TermId, b: TermId) -> View {
        let mut symbols = self.terms.symbols(a).to_vec();
        symbols.extend(self.terms.symbols(b).iter());
        let unsigned = symbols.iter().filter(|s| self.views.of(**s) == View::Unsigned).count();
        if unsigned * 2 > symbols.len() { View::Unsigned } else { View::Signed }
    }
}
