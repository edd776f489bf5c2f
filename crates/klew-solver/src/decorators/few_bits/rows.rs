//! Terms under all values of some bits at once: a row for each. Bit `n` of a row's number is the value of the `n`th of the bits.

use std::rc::Rc;

use klew_term::{Kind, TermId, Terms, apply_to_words};
use rustc_hash::FxHashMap;

use super::read::{Below, Read};
use super::slices::{Bit, slice};
use super::{narrow_symbol, narrow_width};

/// The values of terms, row by row.
pub(super) struct Rows<'t> {
    terms: &'t Terms,
    places: FxHashMap<Bit, u32>,
    count: usize,
    values: FxHashMap<TermId, Rc<[u64]>>,
}

impl Rows<'_> {
    /// Values of the bits that satisfy all constraints, or constraints that none does; nothing if a term has no meaning here.
    pub(super) fn solve(
        terms: &Terms,
        bits: &[Bit],
        constraints: &[TermId],
    ) -> Option<Result<Vec<bool>, Vec<TermId>>> {
        let places = bits.iter().copied().zip(0..).collect();
        let count = 1 << bits.len();
        let mut rows = Rows { terms, places, count, values: FxHashMap::default() };
        let mut alive = vec![true; count];
        let mut asked: Vec<(TermId, Rc<[u64]>)> = Vec::new();
        for &constraint in constraints {
            let holds = rows.of(constraint)?;
            alive.iter_mut().zip(holds.iter()).for_each(|(alive, holds)| *alive &= *holds == 1);
            asked.push((constraint, holds));
            if !alive.contains(&true) {
                return Some(Err(core(asked, count)));
            }
        }
        let row = alive.iter().position(|alive| *alive)?;
        Some(Ok((0..bits.len()).map(|bit| row >> bit & 1 == 1).collect()))
    }

    /// The values of a term.
    fn of(&mut self, root: TermId) -> Option<Rc<[u64]>> {
        let mut open = vec![root];
        while let Some(&term) = open.last() {
            if self.values.contains_key(&term) {
                open.pop();
                continue;
            }
            let needed = self.needed(term);
            let missing = needed.iter().filter(|needed| !self.values.contains_key(needed));
            let before = open.len();
            open.extend(missing);
            if open.len() == before {
                let values = self.compute(term, &needed)?;
                self.values.insert(term, values);
                open.pop();
            }
        }
        self.values.get(&root).cloned()
    }

    /// The terms whose values a term's are made of.
    fn needed(&self, term: TermId) -> Vec<TermId> {
        if slice(self.terms, term).is_some() {
            return Vec::new();
        }
        match Read::of(self.terms, term) {
            Some(read) => read.needed(),
            None => self.terms.arguments(term).to_vec(),
        }
    }

    /// The values that a read gives: those of the last write to its place.
    fn read(&self, read: &Read) -> Option<Rc<[u64]>> {
        let values = |term: &TermId| self.values.get(term);
        let index = values(&read.index)?;
        let writes: Option<Vec<_>> =
            read.writes.iter().map(|(at, element)| Some((values(at)?, values(element)?))).collect();
        let writes = writes?;
        let below = match &read.below {
            Below::Element(element) => Some(values(element)?),
            Below::Table(_) => None,
        };
        let of_row = |row: usize| {
            let written = writes.iter().find(|(at, _)| at[row] == index[row]);
            match (written, &read.below, below) {
                (Some((_, element)), ..) => Some(element[row]),
                (None, Below::Table(table), _) => Some(table.element(index[row])),
                (None, Below::Element(_), below) => below.map(|below| below[row]),
            }
        };
        (0..self.count).map(of_row).collect()
    }

    fn compute(&self, term: TermId, needed: &[TermId]) -> Option<Rc<[u64]>> {
        let kind = self.terms.kind(term);
        if let Some((symbol, high, low)) = slice(self.terms, term).or_else(|| {
            let (symbol, width) = narrow_symbol(self.terms, term)?;
            Some((symbol, width - 1, 0))
        }) {
            let places: Option<Vec<u32>> =
                (low..=high).map(|bit| self.places.get(&(symbol, bit)).copied()).collect();
            let places = places?;
            let of_row = |row: usize| {
                let bits =
                    places.iter().zip(0..).map(|(place, bit)| (row as u64 >> place & 1) << bit);
                bits.fold(0, |all, bit| all | bit)
            };
            return Some((0..self.count).map(of_row).collect());
        }
        let constant = match kind {
            Kind::True => Some(1),
            Kind::False => Some(0),
            Kind::BitVecConstant(value) => Some(value),
            _ => None,
        };
        if let Some(constant) = constant {
            return Some(vec![constant; self.count].into());
        }
        if let Some(read) = Read::of(self.terms, term) {
            return self.read(&read);
        }
        let values: Option<Vec<&Rc<[u64]>>> =
            needed.iter().map(|needed| self.values.get(needed)).collect();
        let values = values?;
        let width =
            |at: usize| needed.get(at).map_or(Some(0), |&term| narrow_width(self.terms, term));
        let (width, low_width) = (width(0)?, width(1)?);
        let mut words = [0; 3];
        let words = words.get_mut(..values.len())?;
        let of_row = |row: usize| {
            words.iter_mut().zip(&values).for_each(|(word, values)| *word = values[row]);
            apply_to_words(kind, width, low_width, words)
        };
        (0..self.count).map(of_row).collect()
    }
}

/// Some of the constraints, none of which can be left out, that no row satisfies.
fn core(mut constraints: Vec<(TermId, Rc<[u64]>)>, rows: usize) -> Vec<TermId> {
    let mut next = 0;
    while next < constraints.len() {
        let others = || constraints.iter().enumerate().filter(|(place, _)| *place != next);
        let is_satisfied = (0..rows).any(|row| others().all(|(_, (_, holds))| holds[row] == 1));
        if is_satisfied {
            next += 1;
        } else {
            constraints.remove(next);
        }
    }
    constraints.into_iter().map(|(constraint, _)| constraint).collect()
}
