//! Bounds on one side of a term: comparisons with a constant, of which the tightest makes the others idle.
//!
//! **Invariant**: a comparison holds exactly where its bound does.

use klew_term::{Kind, TermId, Terms};

/// That a term is no more, or no less, than a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneSided {
    term: TermId,
    /// Bits of the term.
    width: u32,
    is_signed: bool,
    is_upper: bool,
    /// The greatest value, or the least one, in the term's own bits.
    limit: u64,
}

impl OneSided {
    /// That of a constraint; nothing if it is no comparison of a term of at most 64 bits with a constant, or no value satisfies it.
    pub fn of(terms: &Terms, constraint: TermId) -> Option<OneSided> {
        let (comparison, is_negated) = match terms.kind(constraint) {
            Kind::Not => (terms.arguments(constraint)[0], true),
            _ => (constraint, false),
        };
        // Terms say "at most" as "not above".
        let is_signed = match terms.kind(comparison) {
            Kind::BvUlt => false,
            Kind::BvSlt => true,
            _ => return None,
        };
        let &[left, right] = terms.arguments(comparison) else { return None };
        let (term, constant, is_left) = match (terms.as_u64(left), terms.as_u64(right)) {
            (None, Some(constant)) => (left, constant, true),
            (Some(constant), None) => (right, constant, false),
            _ => return None,
        };
        let width = terms.width(term);
        let is_upper = is_left != is_negated;
        let bound = OneSided { term, width, is_signed, is_upper, limit: constant };
        if is_negated { Some(bound) } else { bound.tightened() }
    }

    /// The bound without its limit.
    fn tightened(self) -> Option<OneSided> {
        let (least, greatest) = self.ends();
        let mask = u64::MAX >> (64 - self.width);
        let limit = match self.is_upper {
            true if self.limit == least => return None,
            true => self.limit.wrapping_sub(1),
            false if self.limit == greatest => return None,
            false => self.limit.wrapping_add(1),
        };
        Some(OneSided { limit: limit & mask, ..self })
    }

    /// The least and the greatest value of the term.
    fn ends(&self) -> (u64, u64) {
        let mask = u64::MAX >> (64 - self.width);
        let sign = 1 << (self.width - 1);
        if self.is_signed { (sign, mask >> 1) } else { (0, mask) }
    }

    /// Whether it bounds the same side of the same term as another does, and no less.
    pub fn implies(&self, other: &OneSided) -> bool {
        let is_same = (self.term, self.is_signed, self.is_upper)
            == (other.term, other.is_signed, other.is_upper);
        let (own, others) = (self.rank(), other.rank());
        is_same && if self.is_upper { own <= others } else { own >= others }
    }

    /// The limit's place in the order.
    fn rank(&self) -> u64 {
        if self.is_signed { self.limit ^ 1 << (self.width - 1) } else { self.limit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_term::{Assignment, BitVecValue, Constant, Evaluator, Sort};

    /// Every comparison of three bits with every constant: what implies what is what all values say.
    #[test]
    fn what_implies_what() {
        let mut terms = Terms::new();
        let symbol = terms.fresh_symbol("x", Sort::BitVec(3));
        let x = terms.symbol_term(symbol);
        let mut comparisons = Vec::new();
        for constant in 0..8 {
            let constant = terms.bv(3, constant);
            for (a, b) in [(x, constant), (constant, x)] {
                let ways = [
                    terms.bv_ult(a, b),
                    terms.bv_ule(a, b),
                    terms.bv_slt(a, b),
                    terms.bv_sle(a, b),
                ];
                comparisons.extend(ways);
            }
        }
        let negated: Vec<TermId> = comparisons.iter().map(|&one| terms.not(one)).collect();
        comparisons.extend(negated);
        let holds = |comparison: TermId| -> Vec<bool> {
            (0..8)
                .map(|value| {
                    let mut model = Assignment::new();
                    model.set(symbol, Constant::BitVec(BitVecValue::new(3, value)));
                    Evaluator::new(&terms, &model).evaluate_bool(comparison).expect("a value")
                })
                .collect()
        };
        let mut implied = 0;
        for &one in &comparisons {
            for &other in &comparisons {
                let bounds = OneSided::of(&terms, one).zip(OneSided::of(&terms, other));
                if bounds.is_some_and(|(one, other)| one.implies(&other)) {
                    implied += 1;
                    let (one, other) = (holds(one), holds(other));
                    assert!(one.iter().zip(&other).all(|(one, other)| !one || *other));
                }
            }
        }
        assert!(implied > 100, "{implied}");
    }
}
