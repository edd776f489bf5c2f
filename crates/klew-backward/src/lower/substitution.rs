//! What is the same on all ways is put in for symbols.

use std::collections::{BTreeMap, BTreeSet};

use klew_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::affine::Affine;
use crate::graph::{Graph, Operation, Value, numbers};
use crate::regions::{ClassId, Regions};

/// Puts in what is the same on all ways.
pub(super) fn substitute_known(
    graph: &mut Graph,
    terms: &mut Terms,
    regions: &Regions,
    leaks: bool,
) {
    let mut known: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    let mut put = |terms: &mut Terms, symbol: TermId, value: TermId| {
        if let Some(symbol) = terms.as_symbol(symbol) {
            known.insert(symbol, value);
        }
    };
    let (dying, sizes) = (dying(graph, regions), sizes(graph, terms, regions));
    let bits = |terms: &Terms, term: TermId| terms.width(term);
    for node in &graph.nodes {
        match &node.operation {
            Operation::Load { result: Value::Pointer(pointer), .. } => {
                let known = regions.symbols.get(&pointer.offset).copied().flatten();
                if let Some(offset) = known.and_then(Affine::as_constant) {
                    let width = bits(terms, pointer.offset);
                    let value = klew_term::BitVecValue::from_i64(width, offset);
                    let value = terms.bv_value(value);
                    put(terms, pointer.offset, value);
                }
            }
            Operation::ReadDead { object, result } => {
                let class = regions.class(*object);
                if !leaks && class.is_none_or(|class| !dying.contains(&class)) {
                    let value = terms.bv(1, 0);
                    put(terms, *result, value);
                }
            }
            Operation::ReadSize { object, result } => {
                let class = regions.class(*object);
                if let Some(Some(Some(size))) = class.map(|class| sizes.get(&class).copied()) {
                    put(terms, *result, size);
                }
            }
            _ => {}
        }
        for (symbol, _) in node.edges.iter().flat_map(|edge| &edge.moves) {
            let known = regions.symbols.get(symbol).copied().flatten();
            if let Some(offset) = known.and_then(Affine::as_constant)
                && terms.sort(*symbol).width().is_some_and(|width| width == 64 || width == 32)
            {
                let width = bits(terms, *symbol);
                let value = terms.bv_value(klew_term::BitVecValue::from_i64(width, offset));
                put(terms, *symbol, value);
            }
        }
    }
    if !known.is_empty() {
        graph.substitute(terms, &known);
    }
}

/// The classes of objects that die at some time, or come to life again.
fn dying(graph: &Graph, regions: &Regions) -> BTreeSet<ClassId> {
    let mut found = BTreeSet::new();
    for node in &graph.nodes {
        match &node.operation {
            Operation::Kill(objects) => {
                found.extend(objects.iter().filter_map(|object| regions.class(*object)));
            }
            Operation::Revive(object) => found.extend(regions.class(*object)),
            _ => {}
        }
    }
    found
}

/// The size of all objects of a class, where that is one number.
fn sizes(graph: &Graph, terms: &mut Terms, regions: &Regions) -> BTreeMap<ClassId, Option<TermId>> {
    let mut found: BTreeMap<ClassId, Option<TermId>> = BTreeMap::new();
    for (number, object) in &graph.objects {
        let term = terms.bv(numbers::BITS, u64::from(*number));
        let Some(class) = regions.class(term) else { continue };
        // Input objects are of any size that their type allows.
        let is_known = terms.is_constant(object.size) && !regions.has_input(class);
        let size = is_known.then_some(object.size);
        let known = found.entry(class).or_insert(size);
        if *known != size {
            *known = None;
        }
    }
    found
}
