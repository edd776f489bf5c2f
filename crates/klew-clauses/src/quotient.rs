//! Which element is at a byte: numbers divided by the size of elements, where a term shows that they are products.
//!
//! **Invariant**: the product of stride and quotient is the number, modulo two to the width.

use klew_term::{BitVecValue, Kind, TermId, Terms};
use num_traits::ToPrimitive;

/// A number whose product with the stride is that number, as far as numbers wrap; none if none is seen.
pub(crate) fn quotient(terms: &mut Terms, number: TermId, stride: i64) -> Option<TermId> {
    if stride == 1 {
        return Some(number);
    }
    let bits = terms.width(number);
    if let Some(value) = signed(terms, number) {
        return (value % stride == 0).then(|| constant(terms, bits, value / stride));
    }
    let arguments = terms.arguments(number).to_vec();
    match (terms.kind(number), &arguments[..]) {
        (Kind::BvShl, &[a, b]) => {
            let factor = 1_i64.checked_shl(u32::try_from(terms.as_u64(b)?).ok()?)?;
            multiple(terms, a, factor, stride)
        }
        (Kind::BvMul, &[a, b]) => {
            let (factor, other) = match signed(terms, a) {
                Some(factor) => (factor, b),
                None => (signed(terms, b)?, a),
            };
            multiple(terms, other, factor, stride)
        }
        // Factors that are powers of two are written as bits.
        (Kind::BvConcat, &[high, low]) if terms.as_u64(low) == Some(0) => {
            let factor = 1_i64.checked_shl(terms.width(low))?;
            let wide = terms.bv_zero_extend(high, bits);
            multiple(terms, wide, factor, stride)
        }
        (kind @ (Kind::BvSignExtend(_) | Kind::BvZeroExtend(_)), &[narrow]) => {
            let &[high, low] = terms.arguments(narrow) else { return None };
            if terms.kind(narrow) != Kind::BvConcat || terms.as_u64(low) != Some(0) {
                return None;
            }
            let factor = 1_i64.checked_shl(terms.width(low))?;
            let wide = match kind {
                Kind::BvSignExtend(_) => terms.bv_sign_extend(high, bits),
                _ => terms.bv_zero_extend(high, bits),
            };
            multiple(terms, wide, factor, stride)
        }
        (Kind::BvAdd, &[a, b]) => {
            let (a, b) = (quotient(terms, a, stride)?, quotient(terms, b, stride)?);
            Some(terms.bv_add(a, b))
        }
        (Kind::BvNeg, &[a]) => {
            let a = quotient(terms, a, stride)?;
            Some(terms.bv_neg(a))
        }
        (Kind::Ite, &[condition, a, b]) => {
            let (a, b) = (quotient(terms, a, stride)?, quotient(terms, b, stride)?);
            Some(terms.ite(condition, a, b))
        }
        _ => None,
    }
}

/// The quotient of a product: of one of its factors.
fn multiple(terms: &mut Terms, number: TermId, factor: i64, stride: i64) -> Option<TermId> {
    if factor % stride != 0 {
        return None;
    }
    let rest = constant(terms, terms.width(number), factor / stride);
    Some(terms.bv_mul(rest, number))
}

fn signed(terms: &Terms, term: TermId) -> Option<i64> {
    terms.as_bitvec(term)?.to_bigint_signed().to_i64()
}

fn constant(terms: &mut Terms, bits: u32, value: i64) -> TermId {
    terms.bv_value(BitVecValue::from_i64(bits, value))
}

#[cfg(test)]
mod tests {
    use klew_term::{Assignment, Constant, Evaluator, Sort};

    use super::*;

    #[test]
    fn products_with_quotients_are_numbers() {
        let mut terms = Terms::new();
        let (i, n) = (terms.symbol("i", Sort::BitVec(32)), terms.symbol("n", Sort::BitVec(64)));
        let wide = [terms.bv_sign_extend(i, 64), terms.bv_zero_extend(i, 64), n];
        let mut found = 0;
        for stride in [1_i64, 2, 4, 8, 12, 1600] {
            let step = constant(&mut terms, 64, stride);
            let negative = constant(&mut terms, 64, -stride);
            for one in wide {
                let product = terms.bv_mul(one, step);
                let shifted = terms.bv_add(product, negative);
                let opposite = terms.bv_neg(product);
                let difference = terms.bv_sub(shifted, step);
                let odd = terms.bv(64, 1);
                let other = terms.bv_add(product, odd);
                assert_eq!(quotient(&mut terms, other, stride).is_some(), stride == 1);
                for number in [product, shifted, opposite, difference] {
                    let Some(result) = quotient(&mut terms, number, stride) else { continue };
                    found += 1;
                    let again = terms.bv_mul(result, step);
                    let same = terms.eq(again, number);
                    for (small, large) in [(0, 0), (1, 5), (u32::MAX, u64::MAX), (1 << 31, 1 << 63)]
                    {
                        let mut model = Assignment::new();
                        let values = [(i, 32, u64::from(small)), (n, 64, large)];
                        for (symbol, width, value) in values {
                            let symbol = terms.as_symbol(symbol).unwrap();
                            model.set(
                                symbol,
                                Constant::BitVec(BitVecValue::from_u128(width, value.into())),
                            );
                        }
                        let holds = Evaluator::new(&terms, &model).evaluate_bool(same);
                        assert_eq!(holds, Ok(true), "{stride} {small} {large}");
                    }
                }
            }
        }
        assert!(found >= 60, "{found}");
    }
}
