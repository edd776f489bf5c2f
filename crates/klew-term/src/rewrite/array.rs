//! Rules of array reads and writes.

use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::kind::{Kind, TermId};

pub(super) const SELECT: &[NamedRule] =
    rules![select_const_array, select_store, select_store_over_table];
pub(super) const STORE: &[NamedRule] = rules![store_read_back, store_default, store_overwritten];

/// Reads look through at most this many writes to other indices.
const SELECT_STEPS: usize = 4096;
/// Reads of a table are told apart from at most this many writes over it; from more where nested writes cost a solver
/// more, by the bits of an index that tell its elements apart.
const FEW_WRITES: u32 = 4;
/// Writes look for an overwritten one through at most this many writes to other indices.
const STORE_STEPS: usize = 16;

/// match: (select (const k) i); result: k
fn select_const_array(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    matches!(terms.kind(arguments[0]), Kind::ConstArray(_)).then(|| terms.argument(arguments[0], 0))
}

/// match: (select (store a i v) i); result: v; match: (select (store a i v) j), i certainly not j; result: (select a j)
fn select_store(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [mut array, index] = *arguments else { return None };
    for _ in 0..SELECT_STEPS {
        let [inner, written, value] = *terms.arguments(array) else { break };
        if terms.kind(array) != Kind::Store {
            break;
        }
        if written == index {
            return Some(value);
        }
        if !terms.certainly_distinct(written, index) && !terms.bounds_exclude(written, index) {
            break;
        }
        array = inner;
    }
    (array != arguments[0]).then(|| terms.select(array, index))
}

/// match: (select (store a i v) j), a table below a few writes; result: (ite (= i j) v (select a j))
fn select_store_over_table(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [array, index] = *arguments else { return None };
    let (Kind::Store, &[inner, written, value]) = (terms.kind(array), terms.arguments(array))
    else {
        return None;
    };
    let writes = terms.writes_over_table(array)?;
    if writes.count > FEW_WRITES + writes.table_bits {
        return None;
    }
    let here = terms.eq(written, index);
    let elsewhere = terms.select(inner, index);
    Some(terms.ite(here, value, elsewhere))
}

/// match: (store a i (select a i)); result: a
fn store_read_back(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [array, index, value] = *arguments else { return None };
    (terms.as_binary(value, Kind::Select) == Some((array, index))).then_some(array)
}

/// match: (store (const k) i k); result: (const k)
fn store_default(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let array = arguments[0];
    (matches!(terms.kind(array), Kind::ConstArray(_)) && terms.argument(array, 0) == arguments[2])
        .then_some(array)
}

/// match: (store (store a i v) i w), also through writes to indices certainly not i; result: without the write of v
fn store_overwritten(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [mut array, index, value] = *arguments else { return None };
    let mut between = Vec::new();
    for _ in 0..STORE_STEPS {
        let [inner, written, element] = *terms.arguments(array) else { return None };
        if terms.kind(array) != Kind::Store {
            return None;
        }
        if written == index {
            let mut result = inner;
            for (written, element) in between.into_iter().rev() {
                result = terms.store(result, written, element);
            }
            return Some(terms.store(result, index, value));
        }
        if !terms.certainly_distinct(written, index) {
            return None;
        }
        between.push((written, element));
        array = inner;
    }
    None
}
