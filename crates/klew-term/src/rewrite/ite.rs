//! Rules of if-then-else, and lifting of it over operators on constants.

use smallvec::SmallVec;

use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::kind::{Kind, TermId};
use crate::sort::Sort;

pub(super) const ITE: &[NamedRule] = rules![
    ite_constant_condition,
    ite_same,
    ite_not,
    ite_boolean_constant,
    ite_boolean_condition,
    ite_boolean_complement,
    ite_same_condition,
    ite_shared_branch,
    ite_of_equality
];

/// match: (ite true a b); result: a; match: (ite false a b); result: b
fn ite_constant_condition(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.as_bool(arguments[0]).map(|value| if value { arguments[1] } else { arguments[2] })
}

/// match: (ite c a a); result: a
fn ite_same(_: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    (arguments[1] == arguments[2]).then_some(arguments[1])
}

/// match: (ite (not c) a b); result: (ite c b a)
fn ite_not(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let condition = terms.as_not(arguments[0])?;
    Some(terms.ite(condition, arguments[2], arguments[1]))
}

/// match: (ite c true x), (ite c false x), (ite c x true), (ite c x false); result: a connective
fn ite_boolean_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [c, a, b] = *arguments else { return None };
    match (terms.as_bool(a), terms.as_bool(b)) {
        (Some(true), _) => Some(terms.or(c, b)),
        (_, Some(false)) => Some(terms.and(c, a)),
        (_, Some(true)) => Some(terms.implies(c, a)),
        (Some(false), _) => {
            let otherwise = terms.not(c);
            Some(terms.and(otherwise, b))
        }
        _ => None,
    }
}

/// match: (ite c c x), (ite c x c), (ite c (not c) x), (ite c x (not c)); result: a connective
fn ite_boolean_condition(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [c, a, b] = *arguments else { return None };
    if a == c {
        Some(terms.or(c, b))
    } else if b == c {
        Some(terms.and(c, a))
    } else if terms.complementary(a, c) {
        Some(terms.and(a, b))
    } else if terms.complementary(b, c) {
        Some(terms.implies(c, a))
    } else {
        None
    }
}

/// match: (ite c x (not x)); result: (= c x)
fn ite_boolean_complement(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.complementary(arguments[1], arguments[2]).then(|| terms.eq(arguments[0], arguments[1]))
}

/// match: (ite c (ite c a b) d); result: (ite c a d); match: (ite c a (ite c b d)); result: (ite c a d)
fn ite_same_condition(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [c, a, b] = *arguments else { return None };
    if let Some((inner, then, _)) = terms.as_ite(a)
        && inner == c
    {
        return Some(terms.ite(c, then, b));
    }
    let (inner, _, otherwise) = terms.as_ite(b)?;
    (inner == c).then(|| terms.ite(c, a, otherwise))
}

/// match: (ite c a (ite d a b)); result: (ite (or c d) a b), and the three mirror images
fn ite_shared_branch(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [c, a, b] = *arguments else { return None };
    if let Some((d, x, y)) = terms.as_ite(b) {
        if x == a {
            let either = terms.or(c, d);
            return Some(terms.ite(either, a, y));
        }
        if y == a {
            let either = terms.implies(d, c);
            return Some(terms.ite(either, a, x));
        }
    }
    let (d, x, y) = terms.as_ite(a)?;
    if y == b {
        let both = terms.and(c, d);
        return Some(terms.ite(both, x, b));
    }
    if x == b {
        let otherwise = terms.not(d);
        let both = terms.and(c, otherwise);
        return Some(terms.ite(both, y, b));
    }
    None
}

/// match: (ite (= x y) x y), (ite (= x y) y x); result: the else branch
fn ite_of_equality(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (x, y) = terms.as_binary(arguments[0], Kind::Eq)?;
    let branches = (arguments[1], arguments[2]);
    (branches == (x, y) || branches == (y, x)).then_some(arguments[2])
}

/// match: (f (ite c k1 k2) k3), k constants, f any operator on scalars; result: (ite c (f k1 k3) (f k2 k3)).
/// Several arguments may be such an if-then-else if their condition is the same.
pub(super) fn lift_ite_over_constants(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    let mut condition = None;
    let mut then: SmallVec<[TermId; 3]> = SmallVec::new();
    let mut otherwise: SmallVec<[TermId; 3]> = SmallVec::new();
    for &argument in arguments {
        if terms.is_constant(argument) {
            then.push(argument);
            otherwise.push(argument);
            continue;
        }
        let (c, a, b) = terms.as_ite(argument)?;
        let constants = terms.is_constant(a)
            && terms.is_constant(b)
            && !matches!(terms.sort(a), Sort::Array(..));
        if !constants || condition.is_some_and(|known| known != c) {
            return None;
        }
        condition = Some(c);
        then.push(a);
        otherwise.push(b);
    }
    let condition = condition?;
    let a = terms.apply(kind, &then);
    let b = terms.apply(kind, &otherwise);
    Some(terms.ite(condition, a, b))
}
