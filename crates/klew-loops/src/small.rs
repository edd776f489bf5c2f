//! A formula about small inputs and few turns: it has fewer models, and they are found much faster.
//!
//! Often the inputs that are read outside of loops are sizes, of which one is as good as another: all of these may be one
//! number, so that offsets of matrices and ends of strings are constants.
//! Inputs are numbers below 128, read from an array with a short index, and counters have few bits. The high bits of all
//! that is computed of them are constants then, which solvers fold away. What is unsatisfiable here proves nothing.

use std::rc::Rc;

use klew_term::{Kind, ScalarSort, Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::condition::Condition;

/// Bits of an input.
const INPUT_BITS: u32 = 7;

/// Bits of an input's number.
const NUMBER_BITS: u32 = 12;

/// Bits of the counter of a loop whose turns depend on nothing but numbers that are stepped.
pub(crate) const MANY_TURNS: u32 = 11;

/// A formula, and where its inputs are.
pub(crate) struct Small {
    /// Its facts.
    pub(crate) facts: Vec<TermId>,
    /// The array of the inputs.
    pub(crate) inputs: SymbolId,
}

/// What the inputs outside of loops are.
pub(crate) struct Sizes {
    /// The numbers of these inputs, as terms.
    pub(crate) numbers: FxHashSet<TermId>,
    /// What all of them are.
    pub(crate) size: u64,
}

/// The inputs that a condition reads outside of loops.
pub(crate) fn numbers_outside(
    terms: &Terms,
    condition: &Rc<Condition>,
    inputs: SymbolId,
) -> FxHashSet<TermId> {
    let vertices = condition.vertices();
    let fact = |vertex: &Rc<Condition>| match &**vertex {
        Condition::And(_, fact) => Some(*fact),
        _ => None,
    };
    let facts: Vec<TermId> = vertices.iter().filter_map(fact).collect();
    let number = |term: &TermId| {
        let [array, index] = terms.arguments(*term)[..] else { return None };
        let is_input = terms.kind(*term) == Kind::Select && terms.as_symbol(array) == Some(inputs);
        (is_input && terms.is_constant(index)).then_some(index)
    };
    terms.subterms(&facts).iter().filter_map(number).collect()
}

/// The formula with inputs made small, and counters with so many bits each.
pub(crate) fn small(
    terms: &mut Terms,
    facts: &[TermId],
    (inputs, sizes): (SymbolId, &Sizes),
    counters: &[(TermId, u32)],
) -> Small {
    let sort = Sort::Array(ScalarSort::BitVec(NUMBER_BITS), ScalarSort::BitVec(INPUT_BITS));
    let small_inputs = terms.fresh_symbol("input", sort);
    let array = terms.symbol_term(small_inputs);
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for (counter, bits) in counters {
        let width = terms.width(*counter);
        let Some(symbol) = terms.as_symbol(*counter).filter(|_| *bits < width) else { continue };
        let name = terms.symbol_name(symbol).to_owned();
        let narrow = terms.symbol(&name, Sort::BitVec(*bits));
        let wide = terms.bv_zero_extend(narrow, width);
        done.insert(*counter, wide);
    }
    for term in terms.subterms(facts) {
        if done.contains_key(&term) {
            continue;
        }
        let kind = terms.kind(term);
        let old = terms.arguments(term).to_vec();
        let result = if kind == Kind::Select && terms.as_symbol(old[0]) == Some(inputs) {
            let index = terms.bv_truncate(done[&old[1]], NUMBER_BITS);
            let element = match sizes.numbers.contains(&old[1]) {
                true => terms.bv(INPUT_BITS, sizes.size),
                false => terms.select(array, index),
            };
            let width = terms.width(term);
            terms.bv_zero_extend(element, width)
        } else {
            let new: Vec<TermId> = old.iter().map(|argument| done[argument]).collect();
            if new == old { term } else { terms.apply(kind, &new) }
        };
        done.insert(term, result);
    }
    // So that a model has them.
    let mut numbers: Vec<TermId> = sizes.numbers.iter().copied().collect();
    numbers.sort_unstable();
    let said: Vec<TermId> = numbers
        .into_iter()
        .map(|number| {
            let number = terms.bv_truncate(number, NUMBER_BITS);
            let element = terms.select(array, number);
            let size = terms.bv(INPUT_BITS, sizes.size);
            terms.eq(element, size)
        })
        .collect();
    let facts = facts.iter().map(|fact| done[fact]).chain(said).collect();
    Small { facts, inputs: small_inputs }
}
