//! Comparisons with sizes of objects that are decided by the least and the largest size in a class of objects.
//!
//! Most accesses to input objects are to fields of their declared type, and no input object is smaller than that. So
//! their bounds need not be asked of a solver, which would have to reason about multiples of sizes.
//!
//! **Invariant**: only what [`Heap::size_fact`] and allocations say of sizes is used.

use std::collections::BTreeMap;

use klew_ir::Program;
use klew_term::{Kind, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::graph::{Graph, Operation, numbers};
use crate::heap::Heap;
use crate::regions::{ClassId, Regions};
use crate::types::LARGEST;

/// From and to.
type Range = (u64, u64);

/// Decides what it can in the conditions of edges.
pub(crate) fn settle(
    program: &Program,
    graph: &mut Graph,
    heap: &Heap,
    regions: &Regions,
    terms: &mut Terms,
) {
    let mut sizes: BTreeMap<ClassId, Range> = BTreeMap::new();
    for &class in heap.input_types.keys() {
        let least = heap.input_sizes(program, class).into_iter().min().unwrap_or(0);
        sizes.insert(class, (least, LARGEST));
    }
    for (&number, object) in &graph.objects {
        let number = terms.bv(numbers::BITS, u64::from(number));
        let Some(known) = regions.class(number).and_then(|class| sizes.get_mut(&class)) else {
            continue;
        };
        *known = match terms.as_u64(object.size) {
            Some(size) => (known.0.min(size), known.1.max(size)),
            None => (0, u64::MAX),
        };
    }
    let mut ranges: FxHashMap<SymbolId, Range> = FxHashMap::default();
    for node in &graph.nodes {
        if let Operation::ReadSize { object, result } = node.operation
            && let Some(symbol) = terms.as_symbol(result)
            && let Some(range) = regions.class(object).and_then(|class| sizes.get(&class))
        {
            ranges.insert(symbol, *range);
        }
    }
    if ranges.is_empty() {
        return;
    }
    let mut settling = Settling { ranges, done: FxHashMap::default() };
    for node in &mut graph.nodes {
        for edge in &mut node.edges {
            edge.condition = settling.settled(terms, edge.condition);
        }
        node.edges.retain(|edge| terms.as_bool(edge.condition) != Some(false));
    }
}

struct Settling {
    ranges: FxHashMap<SymbolId, Range>,
    done: FxHashMap<TermId, TermId>,
}

impl Settling {
    fn settled(&mut self, terms: &mut Terms, condition: TermId) -> TermId {
        if let Some(done) = self.done.get(&condition) {
            return *done;
        }
        for term in terms.subterms(&[condition]) {
            if self.done.contains_key(&term) {
                continue;
            }
            let old = terms.arguments(term).to_vec();
            let result = match self.decided(terms, term) {
                Some(truth) => terms.bool(truth),
                None => {
                    let new: Vec<TermId> = old.iter().map(|argument| self.done[argument]).collect();
                    if new == old { term } else { terms.apply(terms.kind(term), &new) }
                }
            };
            self.done.insert(term, result);
        }
        self.done[&condition]
    }

    fn decided(&self, terms: &Terms, term: TermId) -> Option<bool> {
        let kind = terms.kind(term);
        if !matches!(kind, Kind::BvUle | Kind::BvUlt) {
            return None;
        }
        let [a, b] = *terms.arguments(term) else { return None };
        let (a, b) = (self.range(terms, a)?, self.range(terms, b)?);
        match kind {
            Kind::BvUle if a.1 <= b.0 => Some(true),
            Kind::BvUle if a.0 > b.1 => Some(false),
            Kind::BvUlt if a.1 < b.0 => Some(true),
            Kind::BvUlt if a.0 >= b.1 => Some(false),
            _ => None,
        }
    }

    /// The unsigned range of a term of at most 64 bits.
    fn range(&self, terms: &Terms, term: TermId) -> Option<Range> {
        if terms.is_constant(term) {
            return terms.as_u64(term).map(|value| (value, value));
        }
        if let Some(symbol) = terms.as_symbol(term) {
            return self.ranges.get(&symbol).copied();
        }
        let width = terms.width(term);
        if terms.kind(term) != Kind::BvAdd || width > 64 {
            return None;
        }
        let [a, b] = *terms.arguments(term) else { return None };
        let (a, b) = (self.range(terms, a)?, self.range(terms, b)?);
        let (from, to) = (u128::from(a.0) + u128::from(b.0), u128::from(a.1) + u128::from(b.1));
        // Both ends wrap or none does.
        let turns = (from >> width, to >> width);
        let low = |sum: u128| (sum & ((1 << width) - 1)) as u64;
        (turns.0 == turns.1).then(|| (low(from), low(to)))
    }
}
