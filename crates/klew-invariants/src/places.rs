//! How far from the end of an object the element is that a variable counts: `size - 4 * high`. A search between two ends of an array stays within it
//! because both ends do, and nothing else is left of the array's length there than its size in bytes.
//!
//! Templates as in `scaled.rs`; the factors are the strides by which the program's own comparisons with the size multiply.
//!
//! **Invariant**: a sum is computed in as many bits as it needs, so that it is exact.

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::system::{Clause, PredicateId, System};
use klew_term::{BitVecValue, Kind, Sort, SymbolId, TermId, Terms};

use crate::candidates::atoms;
use crate::names::names_of;
use crate::scaled::moving;

/// The largest stride.
const MAXIMUM_STRIDE: u64 = 4096;

/// The most sums of a predicate.
const MAXIMUM_SUMS: usize = 24;

/// A variable that stays as it is, by what its author calls it, and a stride by which others are multiplied where they are compared with it.
type Compared = BTreeSet<(String, u64)>;

/// The sums of each predicate's variables. `relevant` are all clauses, `clauses` those that lead on.
pub(crate) fn places(
    system: &System,
    terms: &mut Terms,
    (relevant, clauses): (&[Clause], &[Clause]),
) -> BTreeMap<PredicateId, Vec<TermId>> {
    let compared = compared(system, terms, relevant);
    let mut found = BTreeMap::new();
    if compared.is_empty() {
        return found;
    }
    for (id, moving) in moving(system, terms, clauses) {
        let mut sums = Vec::new();
        for size in &system.predicate(id).variables {
            let strides = compared.iter().filter(|(name, _)| *name == size.name);
            for (_, stride) in strides.filter(|_| !moving.contains_key(&size.symbol)) {
                sums.extend(
                    moving
                        .keys()
                        .filter_map(|&counter| rest_of(terms, size.symbol, (counter, *stride))),
                );
            }
        }
        if !sums.is_empty() && sums.len() <= MAXIMUM_SUMS {
            found.insert(id, sums);
        }
    }
    found
}

/// What comparisons of a size with products are about.
fn compared(system: &System, terms: &mut Terms, clauses: &[Clause]) -> Compared {
    let mut found = Compared::new();
    for clause in clauses {
        for atom in atoms(terms, &[clause.constraint]) {
            let strides = strides(terms, atom);
            let symbols: Vec<SymbolId> = terms.symbols(atom).to_vec();
            if strides.is_empty() || symbols.len() < 2 {
                continue;
            }
            for application in &clause.body {
                let names = names_of(system, terms, application, |_| true);
                let own = symbols.iter().filter_map(|symbol| names.get(symbol)).copied();
                let own: Vec<Option<SymbolId>> = own.map(|name| terms.as_symbol(name)).collect();
                let variables = &system.predicate(application.predicate).variables;
                let own = variables.iter().filter(|it| own.contains(&Some(it.symbol)));
                for variable in own {
                    found.extend(strides.iter().map(|&stride| (variable.name.clone(), stride)));
                }
            }
        }
    }
    found
}

/// The constants by which numbers are multiplied in a term.
fn strides(terms: &Terms, term: TermId) -> BTreeSet<u64> {
    let stride = |inner: TermId| {
        let arguments = terms.arguments(inner);
        match (terms.kind(inner), arguments) {
            (Kind::BvMul, &[one, other]) => terms.as_u64(one).or(terms.as_u64(other)),
            (Kind::BvShl, &[_, by]) => 1_u64.checked_shl(u32::try_from(terms.as_u64(by)?).ok()?),
            // Factors that are powers of two are written as bits.
            (Kind::BvConcat, &[_, low]) if terms.as_u64(low) == Some(0) => {
                1_u64.checked_shl(terms.width(low))
            }
            _ => None,
        }
    };
    let found = terms.subterms(&[term]).into_iter().filter_map(stride);
    found.filter(|stride| (2..=MAXIMUM_STRIDE).contains(stride)).collect()
}

/// The bytes of an object of that size from the beginning of an element on.
fn rest_of(
    terms: &mut Terms,
    size: SymbolId,
    (counter, stride): (SymbolId, u64),
) -> Option<TermId> {
    let widths = [size, counter].map(|symbol| match terms.symbol_sort(symbol) {
        Sort::BitVec(width @ 8..=64) => Some(width),
        _ => None,
    });
    let [Some(one), Some(other)] = widths else { return None };
    let width = one.max(other) + u64::BITS - stride.leading_zeros() + 1;
    let [size, counter] = [size, counter].map(|symbol| terms.symbol_term(symbol));
    let size = terms.bv_sign_extend(size, width);
    let counter = terms.bv_sign_extend(counter, width);
    let stride = terms.bv_value(BitVecValue::new(width, stride));
    let bytes = terms.bv_mul(stride, counter);
    Some(terms.bv_sub(size, bytes))
}
