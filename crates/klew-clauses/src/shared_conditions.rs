//! Sums of what several updates chose by the same conditions: `(c ? x + a : x) + (c ? y - a : y) = s` is asked case by case, where each case is a
//! sum that its terms' normal form decides. A solver that works on bits would have to find out that adders on both sides do the same.
//!
//! **Invariant**: what comes out holds where what went in does.

use klew_term::{Kind, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// Conditions of one equation, one below the other, that cases are told apart by.
const MOST_NESTED: usize = 6;

/// Equations that are made of one formula.
const MOST_CASES: usize = 128;

/// A formula whose equations of sums are told apart by the conditions that two summands share.
pub fn by_cases(terms: &mut Terms, formula: TermId) -> TermId {
    Splitting { terms, known: FxHashMap::default(), cases: 0 }.formula(formula)
}

struct Splitting<'t> {
    terms: &'t mut Terms,
    known: FxHashMap<TermId, TermId>,
    cases: usize,
}

impl Splitting<'_> {
    fn formula(&mut self, formula: TermId) -> TermId {
        if let Some(&known) = self.known.get(&formula) {
            return known;
        }
        let arguments = self.terms.arguments(formula).to_vec();
        let split = match (self.terms.kind(formula), &arguments[..]) {
            (Kind::Not, &[one]) => {
                let one = self.formula(one);
                self.terms.not(one)
            }
            (Kind::And, parts) => {
                let parts: Vec<TermId> = parts.iter().map(|&part| self.formula(part)).collect();
                self.terms.and_all(&parts)
            }
            (Kind::Or, parts) => {
                let parts: Vec<TermId> = parts.iter().map(|&part| self.formula(part)).collect();
                let mut any = self.terms.false_();
                for part in parts {
                    any = self.terms.or(any, part);
                }
                any
            }
            (Kind::Eq, &[one, other]) if matches!(self.terms.sort(one), Sort::BitVec(_)) => {
                self.equation(one, other, 0)
            }
            _ => formula,
        };
        self.known.insert(formula, split);
        split
    }

    fn equation(&mut self, one: TermId, other: TermId, depth: usize) -> TermId {
        let shared = match depth < MOST_NESTED && self.cases < MOST_CASES {
            true => self.shared_condition(one, other),
            false => None,
        };
        let Some(condition) = shared else { return self.terms.eq(one, other) };
        self.cases += 1;
        let mut case = |holds: bool| {
            let (one, other) =
                (self.under(one, condition, holds), self.under(other, condition, holds));
            self.equation(one, other, depth + 1)
        };
        let (holds, fails) = (case(true), case(false));
        self.terms.ite(condition, holds, fails)
    }

    /// A condition that two summands are chosen by.
    fn shared_condition(&self, one: TermId, other: TermId) -> Option<TermId> {
        let mut conditions: Vec<TermId> = Vec::new();
        let mut open = vec![one, other];
        while let Some(term) = open.pop() {
            match self.terms.kind(term) {
                Kind::BvAdd | Kind::BvSub | Kind::BvNeg => open.extend(self.terms.arguments(term)),
                Kind::Ite => {
                    let condition = self.positive(self.terms.arguments(term)[0]).0;
                    if conditions.contains(&condition) {
                        return Some(condition);
                    }
                    conditions.push(condition);
                }
                _ => {}
            }
        }
        None
    }

    /// A condition without negation, and whether it had none.
    fn positive(&self, condition: TermId) -> (TermId, bool) {
        match self.terms.kind(condition) {
            Kind::Not => (self.terms.arguments(condition)[0], false),
            _ => (condition, true),
        }
    }

    /// A sum where a condition holds, or where it does not.
    fn under(&mut self, sum: TermId, condition: TermId, holds: bool) -> TermId {
        let arguments = self.terms.arguments(sum).to_vec();
        match (self.terms.kind(sum), &arguments[..]) {
            (Kind::BvAdd, &[one, other]) => {
                let (one, other) =
                    (self.under(one, condition, holds), self.under(other, condition, holds));
                self.terms.bv_add(one, other)
            }
            (Kind::BvSub, &[one, other]) => {
                let (one, other) =
                    (self.under(one, condition, holds), self.under(other, condition, holds));
                self.terms.bv_sub(one, other)
            }
            (Kind::BvNeg, &[one]) => {
                let one = self.under(one, condition, holds);
                self.terms.bv_neg(one)
            }
            (Kind::Ite, &[own, chosen, otherwise]) => match self.positive(own) {
                (own, is_positive) if own == condition => {
                    let taken = if holds == is_positive { chosen } else { otherwise };
                    self.under(taken, condition, holds)
                }
                _ => sum,
            },
            _ => sum,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_from_one_to_the_other_leaves_the_sum() {
        let mut terms = Terms::new();
        let number = |terms: &mut Terms, name: &str| terms.symbol(name, Sort::BitVec(32));
        let [x, y, a, s] = ["x", "y", "a", "s"].map(|name| number(&mut terms, name));
        let (c, d) = (terms.symbol("c", Sort::Bool), terms.symbol("d", Sort::Bool));
        let mut moved = |from: TermId, to: TermId| {
            let (less, more) = (terms.bv_sub(from, a), terms.bv_add(to, a));
            (less, more)
        };
        let ((x_less, y_more), (y_less, x_more)) = (moved(x, y), moved(y, x));
        let not_c = terms.not(c);
        let x_otherwise = terms.ite(d, x_more, x);
        let new_x = terms.ite(c, x_less, x_otherwise);
        let y_otherwise = terms.ite(d, y_less, y);
        let new_y = terms.ite(not_c, y_otherwise, y_more);
        let sum = terms.bv_add(new_x, new_y);
        let (before, after) = (terms.bv_add(x, y), terms.eq(sum, s));
        let expected = terms.eq(before, s);
        let fails = terms.not(after);
        let never = terms.not(expected);
        assert_eq!(by_cases(&mut terms, fails), never);
    }

    #[test]
    fn what_shares_no_condition_stays() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::BitVec(32)));
        let (c, d) = (terms.symbol("c", Sort::Bool), terms.symbol("d", Sort::Bool));
        let one = terms.bv(32, 1);
        let (left, right) = (terms.ite(c, x, one), terms.ite(d, y, one));
        let sum = terms.bv_add(left, right);
        let equation = terms.eq(sum, one);
        assert_eq!(by_cases(&mut terms, equation), equation);
    }
}
