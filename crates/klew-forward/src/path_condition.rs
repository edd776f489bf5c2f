//! What the inputs of a path satisfy: a conjunction that only grows, kept with its partition into factors.
//!
//! **Invariant**: no constraint is the constant `true`; a state is ended rather than given `false`.
//! **Invariant**: `representative` maps the symbols of each factor to one of them, and `factors` maps that one
//! to the factor. So the factors of a constraint are found without looking at the others. Of what was added by `push_unasked` there
//! are none.

use std::rc::Rc;

use klew_term::{Bounds, SymbolId, SymbolMap, TermId, Terms};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::decided::Decided;
use crate::factor::{Factor, Factors};
use crate::list::List;
use crate::narrowed::NarrowedSymbols;

/// Constraints in the order in which the path added them. Cloning is O(1).
#[derive(Clone, Debug, Default)]
pub struct PathCondition {
    /// Each with the number of instructions of the path after which it was added.
    constraints: List<(TermId, u64)>,
    representative: SymbolMap<SymbolId>,
    factors: SymbolMap<Rc<Factor>>,
    /// What follows from the constraints, as far as it is known.
    decided: Decided,
    /// What they leave of the values of symbols.
    pub narrowed: NarrowedSymbols,
}

/// The partition follows from the constraints.
impl PartialEq for PathCondition {
    fn eq(&self, other: &Self) -> bool {
        self.constraints == other.constraints
    }
}

impl PathCondition {
    /// Adds a constraint of sort Bool, after so many instructions of the path; nothing if it is `true` or was the one added
    /// last. Whether it left a symbol one value.
    pub fn push(
        &mut self,
        terms: &Terms,
        factors: &mut Factors,
        constraint: TermId,
        time: u64,
    ) -> bool {
        let is_last = self.constraints.last().is_some_and(|&(last, _)| last == constraint);
        if terms.as_bool(constraint) == Some(true) || is_last {
            return false;
        }
        self.constraints.push((constraint, time));
        self.connect(terms, factors, constraint)
    }

    /// As `push`, where no solver will be asked about the path: it has no factors.
    pub fn push_unasked(&mut self, terms: &Terms, constraint: TermId, time: u64) -> bool {
        let is_last = self.constraints.last().is_some_and(|&(last, _)| last == constraint);
        if terms.as_bool(constraint) == Some(true) || is_last {
            return false;
        }
        self.constraints.push((constraint, time));
        self.decided.holds(terms, constraint);
        !terms.symbols(constraint).is_empty() && self.narrowed.take_in(terms, constraint)
    }

    /// Takes over what every run of the path satisfies anyway, so that it need not be found out again: it is no constraint of the
    /// path, only part of what a solver is asked.
    pub fn keep(&mut self, terms: &Terms, factors: &mut Factors, known: TermId) -> bool {
        terms.as_bool(known).is_none() && self.connect(terms, factors, known)
    }

    fn connect(&mut self, terms: &Terms, factors: &mut Factors, constraint: TermId) -> bool {
        self.decided.holds(terms, constraint);
        let own = terms.symbols(constraint);
        let Some(&first) = own.first() else { return false };
        let connected = self.connected(&own);
        // The largest factor keeps its representative, so that few symbols get another.
        let size = |at: &SymbolId| self.factors.get(*at).map_or(0, |factor| factor.symbols().len());
        let kept = connected.iter().copied().max_by_key(size).unwrap_or(first);
        let factor = self.join(terms, factors, &connected, constraint);
        for &other in connected.iter().filter(|&&other| other != kept) {
            if let Some(factor) = self.factors.remove(other) {
                for &symbol in factor.symbols() {
                    self.representative.insert(symbol, kept);
                }
            }
        }
        for &symbol in own.iter() {
            if self.representative.get(symbol).is_none() {
                self.representative.insert(symbol, kept);
            }
        }
        self.factors.insert(kept, factor);
        self.narrowed.take_in(terms, constraint)
    }

    /// Whether all runs of the path satisfy a condition, or none does, if that is known without asking.
    #[inline]
    pub fn decided(&self, terms: &Terms, condition: TermId) -> Option<bool> {
        self.decided.get(terms, condition).or_else(|| self.narrowed.decides(terms, condition))
    }

    /// As `decided`, by what was added or learnt alone.
    #[inline]
    pub fn remembered(&self, terms: &Terms, condition: TermId) -> Option<bool> {
        self.decided.get(terms, condition)
    }

    /// Remembers that all runs of the path satisfy a condition.
    pub fn learn(&mut self, terms: &Terms, condition: TermId) {
        self.decided.holds(terms, condition);
    }

    /// Remembers that no run of the path satisfies a condition.
    pub fn learn_not(&mut self, terms: &Terms, condition: TermId) {
        self.decided.fails(terms, condition);
    }

    /// The factor that a constraint would be in.
    pub fn factor_with(
        &self,
        terms: &Terms,
        factors: &mut Factors,
        constraint: TermId,
    ) -> Rc<Factor> {
        let connected = self.connected(&terms.symbols(constraint));
        self.join(terms, factors, &connected, constraint)
    }

    fn join(
        &self,
        terms: &Terms,
        factors: &mut Factors,
        connected: &[SymbolId],
        constraint: TermId,
    ) -> Rc<Factor> {
        let parents = connected.iter().filter_map(|&at| self.factors.get(at).cloned());
        factors.join(terms, parents.collect(), constraint)
    }

    /// The representatives of the factors that have one of the symbols, ascending.
    fn connected(&self, symbols: &[SymbolId]) -> SmallVec<[SymbolId; 4]> {
        let mut found: SmallVec<[SymbolId; 4]> =
            symbols.iter().filter_map(|&symbol| self.representative.get(symbol).copied()).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The constraints that are connected with some symbols.
    pub fn about(&self, symbols: &FxHashSet<SymbolId>) -> Vec<TermId> {
        let symbols: Vec<SymbolId> = symbols.iter().copied().collect();
        let factors = self.connected(&symbols);
        let factors = factors.iter().filter_map(|&factor| self.factors.get(factor));
        factors.flat_map(|factor| factor.constraints()).collect()
    }

    /// The bounds of a term along the path, by what constraints say of what it is computed of as well: of `x % 10 + 1` where `x % 10` is more
    /// than 5.
    pub fn bounds_of(&self, terms: &Terms, term: TermId) -> Option<Bounds> {
        if terms.arguments(term).is_empty() {
            return self.narrowed.bounds(terms, term);
        }
        let symbols = terms.symbols(term).iter().copied().collect();
        let mut computed = terms.subterms(&[term]);
        computed.retain(|part| !terms.arguments(*part).is_empty());
        let speaks_of_it = |constraint: &TermId| {
            terms.subterms(&[*constraint]).iter().any(|part| computed.binary_search(part).is_ok())
        };
        let constraints = self.about(&symbols).into_iter().filter(speaks_of_it);
        self.narrowed.bounds_where(terms, term, constraints)
    }

    /// Whether that constraint was added.
    pub fn contains(&self, constraint: TermId) -> bool {
        self.constraints.iter_backwards().any(|(known, _)| *known == constraint)
    }

    /// How many constraints.
    pub fn len(&self) -> usize {
        self.constraints.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// All constraints but the first so many, oldest first, and after how many instructions of the path each was added.
    pub fn since(&self, first: usize) -> Vec<(TermId, u64)> {
        let newest = self.constraints.iter_backwards().take(self.len().saturating_sub(first));
        let mut added: Vec<_> = newest.copied().collect();
        added.reverse();
        added
    }

    /// All constraints, oldest first.
    pub fn to_vec(&self) -> Vec<TermId> {
        self.since(0).into_iter().map(|(constraint, _)| constraint).collect()
    }
}
