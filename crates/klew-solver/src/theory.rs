//! Which theories a term needs, so that each query goes to a back end that has them.

use klew_term::{Kind, ScalarSort, Sort, TermId, Terms};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Theories beyond Booleans and bit-vectors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Theories {
    /// Mathematical integers.
    pub integers: bool,
    /// Products, quotients or remainders of integers, neither side constant.
    pub nonlinear: bool,
    /// Bit-vectors next to integers or alone.
    pub bit_vectors: bool,
    /// Arrays.
    pub arrays: bool,
    /// Equalities between arrays.
    pub array_equalities: bool,
    /// Arrays with one element everywhere.
    pub constant_arrays: bool,
    /// Floats.
    pub floats: bool,
    /// Quantifiers.
    pub quantifiers: bool,
}

/// The arguments that a back end needs to make a term: of the read of a table only the index.
pub(crate) fn needed(terms: &Terms, term: TermId) -> SmallVec<[TermId; 3]> {
    match terms.table_read(term) {
        Some((_, index)) => SmallVec::from_slice(&[index]),
        None => SmallVec::from_slice(terms.arguments(term)),
    }
}

impl Theories {
    /// The theories of one term, its arguments left out.
    pub fn of_node(terms: &Terms, term: TermId) -> Self {
        let mut theories = Self::default();
        match terms.sort(term) {
            Sort::Array(index, element) => {
                theories.arrays = true;
                theories.add_scalar(index);
                theories.add_scalar(element);
            }
            sort => sort.scalar().into_iter().for_each(|sort| theories.add_scalar(sort)),
        }
        match terms.kind(term) {
            Kind::Forall(_) | Kind::Exists(_) => theories.quantifiers = true,
            Kind::ConstArray(_) => theories.constant_arrays = true,
            Kind::Eq => {
                let sort = terms.sort(terms.arguments(term)[0]);
                theories.array_equalities = matches!(sort, Sort::Array(..));
            }
            Kind::IntMul | Kind::IntDiv | Kind::IntMod => {
                let arguments = terms.arguments(term);
                let constant = |at: usize| terms.is_constant(arguments[at]);
                let product = terms.kind(term) == Kind::IntMul;
                theories.nonlinear = !(constant(1) || (product && constant(0)));
            }
            _ => {}
        }
        theories
    }

    /// The theories of all subterms of some terms.
    pub fn of(terms: &Terms, roots: &[TermId]) -> Self {
        let mut theories = Self::default();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut open = roots.to_vec();
        while let Some(term) = open.pop() {
            if seen.insert(term) {
                theories.add(Self::of_node(terms, term));
                open.extend(needed(terms, term));
            }
        }
        theories
    }

    fn add_scalar(&mut self, sort: ScalarSort) {
        match sort {
            ScalarSort::Bool => {}
            ScalarSort::BitVec(_) => self.bit_vectors = true,
            ScalarSort::Int => self.integers = true,
            ScalarSort::Float(_) => self.floats = true,
        }
    }

    /// Adds the theories of another term.
    pub fn add(&mut self, other: Self) {
        self.integers |= other.integers;
        self.nonlinear |= other.nonlinear;
        self.bit_vectors |= other.bit_vectors;
        self.arrays |= other.arrays;
        self.array_equalities |= other.array_equalities;
        self.constant_arrays |= other.constant_arrays;
        self.floats |= other.floats;
        self.quantifiers |= other.quantifiers;
    }
}
