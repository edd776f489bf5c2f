//! The initial heap is a function: equal references that are not null hold equal values in a cell at first.
//!
//! Rule r2 of paper 003 says so within the value of each cell, as a choice among all that was read before; a walk along a
//! list then has values as large as the square of its length. Here the initial value of a cell is a symbol alone, and
//! `Y = Y' and Y != null implies X = X'` is a *congruence* of the two cells' symbols, of which a path condition gets those
//! that a model would break (lemmas on demand, as solvers do for uninterpreted functions). So without them no condition is
//! refuted wrongly, and whoever takes a model has to ask [`Memory::broken_congruences`] first.
//!
//! **Invariant**: a choice among aliases is made for those only whose cell may have been written since.

use klew_term::{Assignment, Constant, TermId, Terms};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::layout::Cell;
use super::{Entry, InputHeap};
use crate::value::OBJECT_BITS;
use crate::{Memory, Value};

/// What a cell of an entry held at first.
#[derive(Clone, Debug)]
pub(super) struct Initial {
    cell: Cell,
    symbol: TermId,
    /// What a read gives while nothing was written.
    value: Value,
}

impl InputHeap {
    /// Whether a cell holds what the initial heap had there, as a symbol that congruences speak of.
    pub(super) fn is_initial(&self, number: u32, cell: &Cell, value: Value) -> bool {
        let initial = self.entry(number).and_then(|entry| entry.initial_of(cell));
        initial.is_some_and(|initial| initial.value == value)
    }
}

impl Entry {
    fn initial_of(&self, cell: &Cell) -> Option<&Initial> {
        self.initial.iter().find(|initial| initial.cell.agrees(cell))
    }

    /// What it is under a model; 0 is null.
    fn identity(&self, terms: &Terms, model: &Assignment) -> u64 {
        value_of(terms, model, self.term)
    }
}

/// The value of a symbol or constant.
fn value_of(terms: &Terms, model: &Assignment, term: TermId) -> u64 {
    let symbol = || model.get(terms.as_symbol(term)?)?.as_u64();
    terms.as_u64(term).or_else(symbol).unwrap_or(0)
}

/// What a symbol is under a model; nothing: zero.
fn constant_of<'m>(terms: &Terms, model: &'m Assignment, term: TermId) -> Option<&'m Constant> {
    model.get(terms.as_symbol(term)?)
}

fn agree(terms: &Terms, model: &Assignment, one: TermId, other: TermId) -> bool {
    let (left, right) = (constant_of(terms, model, one), constant_of(terms, model, other));
    match (left, right) {
        (Some(left), Some(right)) => left == right,
        (None, None) => true,
        (Some(known), None) | (None, Some(known)) => known.as_bitvec().is_some_and(|b| b.is_zero()),
    }
}

impl Memory {
    /// Notes that the initial value of a cell is a symbol.
    pub(super) fn note_initial(&mut self, number: u32, cell: &Cell, symbol: TermId, value: Value) {
        let Some(input) = self.input_mut() else { return };
        if let Some(entry) = input.entry_mut(number) {
            entry.initial.push(Initial { cell: cell.clone(), symbol, value });
            input.fresh.push((number, symbol));
        }
    }

    /// Congruences that a model breaks, as conditions that every run satisfies; nothing: it stands for a run.
    pub fn broken_congruences(&self, terms: &mut Terms, model: &Assignment) -> Vec<TermId> {
        let mut broken = Vec::new();
        let Some(input) = &self.input else { return broken };
        let mut objects: FxHashMap<u64, SmallVec<[u32; 2]>> = FxHashMap::default();
        for &number in input.bound.iter() {
            let Some(entry) = input.entry(number).filter(|entry| !entry.initial.is_empty()) else {
                continue;
            };
            let identity = entry.identity(terms, model);
            if identity == 0 {
                continue;
            }
            let same = objects.entry(identity).or_default();
            for initial in &entry.initial {
                let known = same.iter().filter_map(|&other| input.entry(other)).find_map(|other| {
                    let known = other.initial_of(&initial.cell)?;
                    other.shape.is_compatible(&entry.shape).then_some((other.term, known.symbol))
                });
                let Some((other, symbol)) = known else { continue };
                if !agree(terms, model, symbol, initial.symbol) {
                    let null = terms.bv(OBJECT_BITS, 0);
                    let is_null = terms.eq(entry.term, null);
                    let (same, equal) =
                        (terms.eq(entry.term, other), terms.eq(initial.symbol, symbol));
                    let agree = terms.implies(same, equal);
                    // Models that were there before have anything in what null leads to.
                    broken.push(terms.or(is_null, agree));
                }
            }
            same.push(number);
        }
        broken
    }

    /// New symbols of cells with the value that congruences give them under a model, in the order in which they were made.
    /// Each value is to be taken over before the next is asked for.
    pub fn take_fresh_cells(&mut self) -> Vec<(u32, TermId)> {
        match &self.input {
            Some(input) if !input.fresh.is_empty() => {
                self.input_mut().map(|input| std::mem::take(&mut input.fresh)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// The value under a model of a new symbol of an entry's cell, if another reference to the same object has one.
    pub fn congruent_value(
        &self,
        terms: &Terms,
        model: &Assignment,
        (number, symbol): (u32, TermId),
    ) -> Option<Constant> {
        let input = self.input.as_ref()?;
        let entry = input.entry(number)?;
        let cell = &entry.initial.iter().find(|initial| initial.symbol == symbol)?.cell;
        let identity = entry.identity(terms, model);
        if identity == 0 {
            return None;
        }
        let others = input.bound.iter().filter(|&&other| other != number);
        others.filter_map(|&other| input.entry(other)).find_map(|other| {
            let known = other.initial_of(cell)?;
            if other.identity(terms, model) != identity || !other.shape.is_compatible(&entry.shape)
            {
                return None;
            }
            constant_of(terms, model, known.symbol).cloned()
        })
    }
}
