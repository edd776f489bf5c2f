//! Reads of arrays that nothing writes, as symbols: what is asked of the heap before the first node.
//!
//! Such an array is a function, and a formula only sees it where it is read. So each read gets a symbol, and for any two
//! reads of one array equal indices have equal elements (W. Ackermann, *Solvable Cases of the Decision Problem*, 1954).
//! Solvers for bit-vectors do better on that than with the theory of arrays, as long as there are not too many pairs.
//!
//! **Invariant**: the facts hold for every value of the arrays, so they may stay when what asked for the reads goes.

use klew_term::{ArrayValue, Assignment, Kind, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// With more reads than this, an array stays one.
const MOST_READS: usize = 400;

/// The reads so far.
#[derive(Debug, Default)]
pub struct Reads {
    symbols: FxHashMap<TermId, TermId>,
    arrays: FxHashMap<TermId, Vec<(TermId, TermId)>>,
    done: FxHashMap<TermId, TermId>,
    /// Facts that nobody took yet.
    facts: Vec<TermId>,
}

impl Reads {
    /// A formula with symbols for its reads.
    pub fn replace(&mut self, terms: &mut Terms, formula: TermId) -> TermId {
        if let Some(done) = self.done.get(&formula) {
            return *done;
        }
        for term in terms.subterms(&[formula]) {
            if self.done.contains_key(&term) {
                continue;
            }
            let kind = terms.kind(term);
            let old = terms.arguments(term).to_vec();
            let new: Vec<TermId> = old.iter().map(|argument| self.done[argument]).collect();
            let result = match kind {
                Kind::Select if terms.as_symbol(new[0]).is_some() => {
                    self.read(terms, new[0], new[1])
                }
                _ if old == new => term,
                _ => terms.apply(kind, &new),
            };
            self.done.insert(term, result);
        }
        self.done[&formula]
    }

    /// The facts since the last call.
    pub fn take_facts(&mut self) -> Vec<TermId> {
        std::mem::take(&mut self.facts)
    }

    fn read(&mut self, terms: &mut Terms, array: TermId, index: TermId) -> TermId {
        let select = terms.select(array, index);
        if let Some(known) = self.symbols.get(&select) {
            return *known;
        }
        let sort = terms.sort(select);
        let symbol = terms.symbol("read", sort);
        self.symbols.insert(select, symbol);
        let reads = self.arrays.entry(array).or_default();
        let many = reads.len() >= MOST_READS;
        if many {
            if reads.len() == MOST_READS {
                for (index, symbol) in reads.iter() {
                    let select = terms.select(array, *index);
                    self.facts.push(terms.eq(select, *symbol));
                }
            }
            self.facts.push(terms.eq(select, symbol));
        } else {
            for (other, element) in reads.iter() {
                let same = terms.eq(index, *other);
                if terms.as_bool(same) != Some(false) {
                    let equal = terms.eq(symbol, *element);
                    self.facts.push(terms.implies(same, equal));
                }
            }
        }
        reads.push((index, symbol));
        symbol
    }

    /// Puts into a model what the arrays are in it.
    pub fn complete(&self, terms: &Terms, model: &mut Assignment) {
        let mut found = Vec::new();
        let mut evaluator = klew_term::Evaluator::new(terms, model);
        for (&array, reads) in &self.arrays {
            let (Some(name), Sort::Array(index, element)) =
                (terms.as_symbol(array), terms.sort(array))
            else {
                continue;
            };
            let default = klew_term::Constant::zero(element.into());
            let mut value = ArrayValue::constant(index, default);
            for (index, symbol) in reads {
                if let (Ok(index), Ok(element)) =
                    (evaluator.evaluate(*index), evaluator.evaluate(*symbol))
                {
                    value.store(index, element);
                }
            }
            found.push((name, klew_term::Constant::Array(value)));
        }
        for (name, value) in found {
            model.set(name, value);
        }
    }
}
