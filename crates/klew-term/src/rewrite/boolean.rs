//! Rules of the connectives. Normal form: `And` and `Not` only.

use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::kind::{Kind, TermId};

pub(super) const NOT: &[NamedRule] = rules![not_not];
pub(super) const AND: &[NamedRule] = rules![
    and_constant,
    and_same,
    and_complement,
    and_absorb,
    and_negated_conjunction,
    and_distinct_values,
    and_both_bounds
];
pub(super) const OR: &[NamedRule] = rules![or_to_and];
pub(super) const XOR: &[NamedRule] = rules![xor_to_eq];
pub(super) const IMPLIES: &[NamedRule] = rules![implies_to_and];
pub(super) const QUANTIFIER: &[NamedRule] = rules![quantifier_constant];

/// match: (not (not a)); result: a
fn not_not(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.as_not(arguments[0])
}

/// match: (and a true); result: a; match: (and a false); result: false
fn and_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.as_bool(arguments[1]).map(|value| if value { arguments[0] } else { terms.false_() })
}

/// match: (and a a); result: a
fn and_same(_: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    (arguments[0] == arguments[1]).then_some(arguments[0])
}

/// match: (and a (not a)); result: false
fn and_complement(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.complementary(arguments[0], arguments[1]).then(|| terms.false_())
}

/// match: (and a (and a b)); result: (and a b); match: (and a (and (not a) b)); result: false
fn and_absorb(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (a, conjunction) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        if let Some((x, y)) = terms.as_binary(conjunction, Kind::And) {
            if a == x || a == y {
                return Some(conjunction);
            }
            if terms.complementary(a, x) || terms.complementary(a, y) {
                return Some(terms.false_());
            }
        }
    }
    None
}

/// match: (and a (not (and a b))); result: (and a (not b)); match: (and a (not (and (not a) b))); result: a
fn and_negated_conjunction(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (a, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let Some((x, y)) = terms.as_not(other).and_then(|inner| terms.as_binary(inner, Kind::And))
        else {
            continue;
        };
        if terms.complementary(a, x) || terms.complementary(a, y) {
            return Some(a);
        }
        if a == x || a == y {
            let rest = terms.not(if a == x { y } else { x });
            return Some(terms.and(a, rest));
        }
    }
    None
}

/// The term and the constant of an equality with a constant.
fn as_value_test(terms: &Terms, term: TermId) -> Option<(TermId, TermId)> {
    terms.as_binary(term, Kind::Eq).filter(|&(_, value)| terms.is_constant(value))
}

/// match: (and (= x k1) (= x k2)); result: false; match: (and (= x k1) (not (= x k2))); result: (= x k1)
fn and_distinct_values(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (test, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let Some((x, k1)) = as_value_test(terms, test) else { continue };
        if as_value_test(terms, other).is_some_and(|(y, k2)| x == y && k1 != k2) {
            return Some(terms.false_());
        }
        let negated = terms.as_not(other).and_then(|inner| as_value_test(terms, inner));
        if negated.is_some_and(|(y, k2)| x == y && k1 != k2) {
            return Some(test);
        }
    }
    None
}

/// match: (and (not (< a b)) (not (< b a))); result: (= a b)
fn and_both_bounds(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (p, q) = (terms.as_not(arguments[0])?, terms.as_not(arguments[1])?);
    let kind = terms.kind(p);
    if !matches!(kind, Kind::BvUlt | Kind::BvSlt) {
        return None;
    }
    let (a, b) = terms.as_binary(p, kind)?;
    (terms.as_binary(q, kind)? == (b, a)).then(|| terms.eq(a, b))
}

/// match: (or a b); result: (not (and (not a) (not b)))
fn or_to_and(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, b) = (terms.not(arguments[0]), terms.not(arguments[1]));
    let neither = terms.and(a, b);
    Some(terms.not(neither))
}

/// match: (xor a b); result: (not (= a b))
fn xor_to_eq(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let equal = terms.eq(arguments[0], arguments[1]);
    Some(terms.not(equal))
}

/// match: (=> a b); result: (not (and a (not b)))
fn implies_to_and(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let otherwise = terms.not(arguments[1]);
    let broken = terms.and(arguments[0], otherwise);
    Some(terms.not(broken))
}

/// match: (forall xs true), (exists xs false), ...; result: the body
fn quantifier_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.as_bool(arguments[0]).map(|_| arguments[0])
}
