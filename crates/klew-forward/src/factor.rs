//! Factors: the parts of a path condition that share no symbol, and what a solver said about each.
//!
//! Whether a path can take a side of a branch depends only on the constraints that are connected with the
//! condition by symbols (Cadar, Dunbar, Engler, "KLEE", OSDI 2008, section 3.3, constraint
//! independence). These are the condition's factor. Factors are shared: paths that add the same
//! constraint to the same factors have the same factor, and what is known of it is asked for once.
//!
//! **Invariant**: `known` says whether the conjunction of `constraints()` alone is satisfiable, so it is true
//! of every path with that factor. An answer that is neither is not kept.

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use klew_term::{Constant, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::one_sided::OneSided;
use crate::value_set::ValueSet;

/// Factors by what they were made of; beyond this many they are no longer shared with new paths.
const MOST_SHARED: usize = 1 << 20;

/// Constraints behind a bound, through which it is looked for when another makes it idle.
const MOST_BETWEEN: usize = 8;

/// The factors that a constraint connects.
type Parents = SmallVec<[Rc<Factor>; 1]>;

/// What a factor was made of: its parents by their identities, and its constraint.
type MadeOf = (SmallVec<[u64; 2]>, TermId);

/// Constraints that are unsatisfiable together.
pub type Core = Rc<[TermId]>;

/// What a solver said about a factor.
pub enum Known {
    /// It is satisfiable: values of all its symbols.
    Satisfiable(Box<[(SymbolId, Constant)]>),
    /// It is not; and why, if someone wanted to know that.
    Unsatisfiable(Option<Core>),
}

/// A conjunction of constraints that are connected by symbols.
pub struct Factor {
    identity: u64,
    /// The factors that `constraint` connected.
    parents: Parents,
    constraint: TermId,
    /// Ascending.
    symbols: Rc<[SymbolId]>,
    /// The values that it leaves its symbol, if it has one and they are told.
    values: Option<ValueSet>,
    known: OnceCell<Known>,
}

impl Factor {
    /// All constraints but those that others imply; those of a parent come in the same order as in the parent.
    pub fn constraints(&self) -> Vec<TermId> {
        let mut all = Vec::new();
        let mut open = vec![self];
        while let Some(factor) = open.pop() {
            all.push(factor.constraint);
            open.extend(factor.parents.iter().map(Rc::as_ref));
        }
        all.reverse();
        all
    }

    /// Its symbols, ascending.
    pub fn symbols(&self) -> &[SymbolId] {
        &self.symbols
    }

    /// The values that it leaves its symbol, if it has one and they are told.
    pub fn values(&self) -> Option<&ValueSet> {
        self.values.as_ref()
    }

    /// What is known of it.
    pub fn known(&self) -> Option<&Known> {
        self.known.get()
    }

    /// Remembers what a solver said.
    pub fn learn(&self, known: Known) -> &Known {
        self.known.get_or_init(|| known)
    }
}

impl fmt::Debug for Factor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Factor({})", self.identity)
    }
}

/// Without recursion: a long path has a long chain of parents.
impl Drop for Factor {
    fn drop(&mut self) {
        let mut open = std::mem::take(&mut self.parents);
        while let Some(factor) = open.pop() {
            if let Some(mut factor) = Rc::into_inner(factor) {
                open.append(&mut factor.parents);
            }
        }
    }
}

/// All factors that paths of a run share.
#[derive(Default)]
pub struct Factors {
    shared: FxHashMap<MadeOf, Rc<Factor>>,
    count: u64,
}

impl Factors {
    /// The factor that a constraint with symbols makes of those it connects. Of bounds on one side of a term the last is enough, as
    /// a loop up to a symbol adds one each turn.
    pub fn join(&mut self, terms: &Terms, parents: Parents, constraint: TermId) -> Rc<Factor> {
        let made_of = made_of(&parents, constraint);
        if let Some(factor) = self.shared.get(&made_of) {
            return Rc::clone(factor);
        }
        let factor = match self.without_weaker(terms, &parents, constraint) {
            Some(parents) => self.join_all(terms, parents, constraint),
            None => self.join_all(terms, parents, constraint),
        };
        self.share(made_of, &factor);
        factor
    }

    /// The parents of a constraint without a bound that it makes idle; nothing if there is none.
    fn without_weaker(
        &mut self,
        terms: &Terms,
        parents: &[Rc<Factor>],
        constraint: TermId,
    ) -> Option<Parents> {
        let bound = OneSided::of(terms, constraint)?;
        let [parent] = parents else { return None };
        let mut ancestor = parent;
        let mut between = Vec::new();
        loop {
            if OneSided::of(terms, ancestor.constraint).is_some_and(|weak| bound.implies(&weak)) {
                break;
            }
            between.push(ancestor.constraint);
            match &ancestor.parents[..] {
                [next] if between.len() < MOST_BETWEEN => ancestor = next,
                _ => return None,
            }
        }
        let mut left = ancestor.parents.clone();
        for constraint in between.into_iter().rev() {
            let factor = self.join_all(terms, left, constraint);
            left = smallvec![factor];
        }
        Some(left)
    }

    /// As `join`, with all of the parents.
    fn join_all(&mut self, terms: &Terms, parents: Parents, constraint: TermId) -> Rc<Factor> {
        let made_of = made_of(&parents, constraint);
        if let Some(factor) = self.shared.get(&made_of) {
            return Rc::clone(factor);
        }
        let own = terms.symbols(constraint);
        let symbols = match &parents[..] {
            [parent] if own.iter().all(|symbol| parent.symbols.binary_search(symbol).is_ok()) => {
                Rc::clone(&parent.symbols)
            }
            _ => {
                let mut all = own.to_vec();
                parents.iter().for_each(|parent| all.extend_from_slice(&parent.symbols));
                all.sort_unstable();
                all.dedup();
                all.into()
            }
        };
        self.count += 1;
        let identity = self.count;
        let values = values(terms, &parents, (&symbols, constraint));
        let known = OnceCell::new();
        let factor = Rc::new(Factor { identity, parents, constraint, symbols, values, known });
        self.share(made_of, &factor);
        factor
    }

    fn share(&mut self, made_of: MadeOf, factor: &Rc<Factor>) {
        if self.shared.len() >= MOST_SHARED {
            self.shared.clear();
        }
        self.shared.insert(made_of, Rc::clone(factor));
    }
}

fn made_of(parents: &[Rc<Factor>], constraint: TermId) -> MadeOf {
    (parents.iter().map(|parent| parent.identity).collect(), constraint)
}

/// The values that a constraint and the factors that it connects leave a symbol, if there is one.
fn values(
    terms: &Terms,
    parents: &[Rc<Factor>],
    (symbols, constraint): (&[SymbolId], TermId),
) -> Option<ValueSet> {
    let &[symbol] = symbols else { return None };
    let own = || ValueSet::of(terms, constraint, symbol);
    match parents {
        [] => own(),
        [parent] => parent.values.as_ref()?.meet(&own()?),
        _ => None,
    }
}
