//! Which bits of symbols a constraint depends on, and the parts of a query that share none.

use std::rc::Rc;

use klew_term::{Kind, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::read::Read;
use super::{narrow_symbol, narrow_width};

/// A bit of a symbol.
pub(super) type Bit = (SymbolId, u32);

/// Terms of a constraint that is looked at.
const MOST_TERMS: usize = 512;

/// Constraints of which is remembered what they depend on.
const MOST_SCANS: usize = 1 << 16;

/// What a constraint depends on.
#[derive(Debug)]
struct Scan {
    bits: Vec<Bit>,
    /// How many terms it has.
    terms: usize,
}

/// What constraints depend on; none for those of which it is not known bit by bit.
#[derive(Debug, Default)]
pub(super) struct Scans {
    known: FxHashMap<TermId, Option<Rc<Scan>>>,
}

impl Scans {
    fn of(&mut self, terms: &Terms, constraint: TermId) -> Option<Rc<Scan>> {
        if let Some(known) = self.known.get(&constraint) {
            return known.clone();
        }
        if self.known.len() >= MOST_SCANS {
            self.known.clear();
        }
        let scan = scan(terms, constraint).map(Rc::new);
        self.known.insert(constraint, scan.clone());
        scan
    }
}

fn scan(terms: &Terms, constraint: TermId) -> Option<Scan> {
    let (mut seen, mut bits) = (FxHashSet::default(), FxHashSet::default());
    let mut open = vec![constraint];
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > MOST_TERMS {
            return None;
        }
        narrow_width(terms, term)?;
        if let Some((symbol, width)) = narrow_symbol(terms, term) {
            bits.extend((0..width).map(|bit| (symbol, bit)));
            continue;
        }
        if let Some((symbol, high, low)) = slice(terms, term) {
            bits.extend((low..=high).map(|bit| (symbol, bit)));
            continue;
        }
        if let Some(read) = Read::of(terms, term) {
            open.extend(read.needed());
            continue;
        }
        if matches!(terms.kind(term), Kind::Forall(_) | Kind::Exists(_)) {
            return None;
        }
        open.extend(terms.arguments(term));
    }
    let mut bits: Vec<Bit> = bits.into_iter().collect();
    bits.sort_unstable();
    Some(Scan { bits, terms: seen.len() })
}

/// The slice of a symbol that a term is.
pub(super) fn slice(terms: &Terms, term: TermId) -> Option<(SymbolId, u32, u32)> {
    let Kind::BvExtract { high, low } = terms.kind(term) else { return None };
    let (symbol, _) = narrow_symbol(terms, terms.arguments(term)[0])?;
    Some((symbol, high, low))
}

/// Constraints that depend on the same bits.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// Their places, ascending.
    pub constraints: Vec<usize>,
    /// Ascending.
    pub bits: Vec<Bit>,
    /// How many terms they have, at most.
    pub terms: usize,
    /// Whether it is not known what they depend on.
    pub is_opaque: bool,
}

/// The parts of a conjunction. Constraints of which it is not known on which bits they depend are one, with all that has a symbol of theirs.
pub(super) fn parts(scans: &mut Scans, terms: &Terms, constraints: &[TermId]) -> Vec<Part> {
    let found: Vec<_> = constraints.iter().map(|&one| scans.of(terms, one)).collect();
    let mut tainted: FxHashSet<SymbolId> = FxHashSet::default();
    for (&constraint, _) in constraints.iter().zip(&found).filter(|(_, scan)| scan.is_none()) {
        tainted.extend(terms.symbols(constraint).iter());
    }
    let mut groups = Groups::default();
    let opaque = groups.new_group();
    let mut of_bit: FxHashMap<Bit, usize> = FxHashMap::default();
    let group_of: Vec<usize> = (found.iter())
        .map(|scan| {
            let Some(scan) = scan else { return opaque };
            let own = groups.new_group();
            for bit in &scan.bits {
                if tainted.contains(&bit.0) {
                    groups.join(own, opaque);
                }
                let other = *of_bit.entry(*bit).or_insert(own);
                groups.join(own, other);
            }
            own
        })
        .collect();
    let opaque = groups.root(opaque);
    let mut all: Vec<Part> = Vec::new();
    let mut place_of: FxHashMap<usize, usize> = FxHashMap::default();
    for (place, (&group, scan)) in group_of.iter().zip(&found).enumerate() {
        let root = groups.root(group);
        let at = *place_of.entry(root).or_insert_with(|| {
            all.push(Part { is_opaque: root == opaque, ..Part::default() });
            all.len() - 1
        });
        let part = &mut all[at];
        part.constraints.push(place);
        if let Some(scan) = scan {
            part.bits.extend(&scan.bits);
            part.terms += scan.terms;
        }
    }
    for part in &mut all {
        part.bits.sort_unstable();
        part.bits.dedup();
    }
    all
}

/// Disjoint sets.
#[derive(Default)]
struct Groups(Vec<usize>);

impl Groups {
    fn new_group(&mut self) -> usize {
        self.0.push(self.0.len());
        self.0.len() - 1
    }

    fn root(&mut self, mut group: usize) -> usize {
        while self.0[group] != group {
            self.0[group] = self.0[self.0[group]];
            group = self.0[group];
        }
        group
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one] = other;
    }
}
