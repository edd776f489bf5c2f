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
    let mut dying: BTreeSet<ClassId> = BTreeSet::new();
    let mut sizes: BTreeMap<ClassId, Option<TermId>> = BTreeMap::new();
    let mut note = |class: ClassId, size: Option<TermId>| match sizes.get(&class) {
        None => {
            sizes.insert(class, size);
        }
        Some(known) if *known == size => {}
        Some(_) => {
            sizes.insert(class, None);
        }
    };
    for (number, object) in &graph.objects {
        let term = terms.bv(numbers::BITS, u64::from(*number));
        if let Some(class) = regions.class(term) {
            // Input objects are of any size that their type allows.
            let known = terms.is_constant(object.size) && !regions.has_input(class);
            note(class, known.then_some(object.size));
        }
    }
    for node in &graph.nodes {
        match &node.operation {
            Operation::Kill(objects) => {
                dying.extend(objects.iter().filter_map(|o| regions.class(*o)))
            }
            Operation::Revive(object) => dying.extend(regions.class(*object)),
            _ => {}
        }
    }
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
