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
use smallvec::SmallVec;

/// Factors by what they were made of; beyond this many they are no longer shared with new paths.
const MOST_SHARED: usize = 1 << 20;

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
    parents: SmallVec<[Rc<Factor>; 1]>,
    constraint: TermId,
    /// Ascending.
    symbols: Rc<[SymbolId]>,
    known: OnceCell<Known>,
}

impl Factor {
    /// All constraints; those of a parent come in the same order as in the parent.
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
    shared: FxHashMap<(SmallVec<[u64; 2]>, TermId), Rc<Factor>>,
    count: u64,
}

impl Factors {
    /// The factor that a constraint with symbols makes of those it connects.
    pub fn join(
        &mut self,
        terms: &Terms,
        parents: SmallVec<[Rc<Factor>; 1]>,
        constraint: TermId,
    ) -> Rc<Factor> {
        let made_of = parents.iter().map(|parent| parent.identity).collect::<SmallVec<_>>();
        let made_of = (made_of, constraint);
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
        let factor =
            Rc::new(Factor { identity, parents, constraint, symbols, known: OnceCell::new() });
        if self.shared.len() >= MOST_SHARED {
            self.shared.clear();
        }
        self.shared.insert(made_of, Rc::clone(&factor));
        factor
    }
}
