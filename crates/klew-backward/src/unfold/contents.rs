//! What is known of memory on the way to a node: constant propagation through objects.
//!
//! Reads that are known need no node, and conditions on them decide branches while the program is unfolded:
//! loops over arrays of known length end by themselves, and pointers that were stored are known again (M. N.
//! Wegman, F. K. Zadeck, *Constant Propagation with Conditional Branches*, TOPLAS 1991, on cells instead of
//! variables).
//!
//! **Invariant**: what is known holds in every run that takes the way. A write through a pointer that may point to
//! several objects forgets, in each of them, what it may overwrite.

use std::collections::BTreeMap;
use std::rc::Rc;

use klew_ir::{GlobalId, Type};

use crate::graph::Value;

/// A range of bytes within an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) start: u64,
    pub(super) size: u64,
}

impl Range {
    fn end(self) -> u64 {
        self.start.saturating_add(self.size)
    }

    fn meets(self, other: Range) -> bool {
        self.start < other.end() && other.start < self.end()
    }
}

/// What bytes hold that no cell covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Unknown,
    Zero,
    /// What a global holds at the start, from an offset on.
    Initial(GlobalId, u64),
}

/// Whether an object is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    Alive,
    Dead,
    Unknown,
}

/// What bytes hold; none: something.
type Cell = (u64, Option<(Type, Value)>);

/// What is known of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) life: Life,
    base: Base,
    /// By offset; they do not overlap.
    cells: BTreeMap<u64, Cell>,
}

/// What a read of known bytes gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Value(Value),
    Zero,
    /// As the global at the start, at that offset.
    Initial(GlobalId, u64),
    Unknown,
}

impl Known {
    pub(super) fn new(life: Life, base: Base) -> Known {
        Known { life, base, cells: BTreeMap::new() }
    }

    /// What a read of a type gives.
    pub(super) fn read(&self, at: Range, value_type: Type) -> Held {
        let last = self.cells.range(..at.end()).next_back();
        let over =
            last.filter(|(start, (size, _))| Range { start: **start, size: *size }.meets(at));
        match over {
            Some((start, (size, Some((held, value)))))
                if (*start, *size, *held) == (at.start, at.size, value_type) =>
            {
                Held::Value(*value)
            }
            Some(_) => Held::Unknown,
            None => match self.base {
                Base::Unknown => Held::Unknown,
                Base::Zero => Held::Zero,
                Base::Initial(global, from) => match from.checked_add(at.start) {
                    Some(offset) => Held::Initial(global, offset),
                    None => Held::Unknown,
                },
            },
        }
    }

    /// Puts a cell over bytes.
    pub(super) fn write(&mut self, at: Range, held: Option<(Type, Value)>) {
        if at.size == 0 {
            return;
        }
        let over: Vec<(u64, u64)> = self
            .cells
            .range(..at.end())
            .rev()
            .take_while(|(start, (size, _))| Range { start: **start, size: *size }.meets(at))
            .map(|(start, (size, _))| (*start, *size))
            .collect();
        for (start, size) in over {
            self.cells.remove(&start);
            if start < at.start {
                self.cells.insert(start, (at.start - start, None));
            }
            if start + size > at.end() {
                self.cells.insert(at.end(), (start + size - at.end(), None));
            }
        }
        if held.is_some() || self.base != Base::Unknown {
            self.cells.insert(at.start, (at.size, held));
        }
    }

    /// Forgets what bytes hold, or all.
    pub(super) fn forget(&mut self, at: Option<Range>) {
        match at {
            Some(at) => self.write(at, None),
            None => {
                self.base = Base::Unknown;
                self.cells.clear();
            }
        }
    }

    /// The same bytes throughout.
    pub(super) fn fill(&mut self, base: Base) {
        self.base = base;
        self.cells.clear();
    }

    /// Cells that lie within a range, and whether the bytes between them are those of the base.
    pub(super) fn within(&self, range: Range) -> Vec<(Range, Option<(Type, Value)>)> {
        let cells = self.cells.range(..range.end()).map(|(start, (size, held))| {
            let cell = Range { start: *start, size: *size };
            let inside = cell.start >= range.start && cell.end() <= range.end();
            (cell, if inside { *held } else { None })
        });
        cells.filter(|(cell, _)| cell.meets(range)).collect()
    }

    /// What lies under the cells.
    pub(super) fn base(&self) -> Base {
        self.base
    }

    /// Ranges of cells, if all objects have the same.
    fn common_ranges(all: &[&Known]) -> Option<Vec<Range>> {
        let mut ranges: BTreeMap<u64, u64> = BTreeMap::new();
        for known in all {
            for (start, (size, _)) in &known.cells {
                if *ranges.entry(*start).or_insert(*size) != *size {
                    return None;
                }
            }
        }
        let ranges: Vec<Range> =
            ranges.into_iter().map(|(start, size)| Range { start, size }).collect();
        let apart = ranges.windows(2).all(|pair| !pair[0].meets(pair[1]));
        apart.then_some(ranges)
    }

    /// What is known of an object on all of several ways; `value` joins the values of a cell, or gives up.
    pub(super) fn join(
        all: &[&Known],
        value: &mut dyn FnMut(Type, Vec<Held>) -> Option<Value>,
    ) -> Known {
        let first = all[0];
        let same = |wanted: bool| if wanted { first.life } else { Life::Unknown };
        let life = same(all.iter().all(|known| known.life == first.life));
        let base = if all.iter().all(|known| known.base == first.base) {
            first.base
        } else {
            Base::Unknown
        };
        let mut joined = Known::new(life, base);
        let Some(ranges) = Known::common_ranges(all) else {
            joined.base = Base::Unknown;
            return joined;
        };
        for at in ranges {
            let held_type = all.iter().find_map(|known| known.cells.get(&at.start)?.1);
            let held = held_type.and_then(|(held_type, _)| {
                let held = all.iter().map(|known| known.read(at, held_type)).collect();
                value(held_type, held).map(|value| (held_type, value))
            });
            joined.write(at, held);
        }
        joined
    }
}

/// What is known of memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    /// By number.
    objects: Rc<BTreeMap<u32, Rc<Known>>>,
}

impl Contents {
    /// What is known of an object, if anything.
    pub(super) fn get(&self, number: u32) -> Option<&Rc<Known>> {
        self.objects.get(&number)
    }

    /// An object as it is from now on.
    pub(super) fn set(&mut self, number: u32, known: Known) {
        self.share(number, Rc::new(known));
    }

    /// As [`Contents::set`], of what others know as well.
    pub(super) fn share(&mut self, number: u32, known: Rc<Known>) {
        Rc::make_mut(&mut self.objects).insert(number, known);
    }

    /// The numbers of objects of which something is known.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        self.objects.keys().copied()
    }

    /// Whether two are the same without looking.
    pub(super) fn is_shared(&self, other: &Contents) -> bool {
        Rc::ptr_eq(&self.objects, &other.objects)
    }
}

#[cfg(test)]
mod tests {
    use klew_term::{TermId, Terms};

    use super::*;

    fn range(start: u64, size: u64) -> Range {
        Range { start, size }
    }

    fn value(terms: &mut Terms, number: u64) -> Value {
        let term: TermId = terms.bv(32, number);
        Value::Scalar(term)
    }

    const INT: Type = Type::Int(32);

    #[test]
    fn cells_over_a_base() {
        let mut terms = Terms::new();
        let one = value(&mut terms, 1);
        let mut known = Known::new(Life::Alive, Base::Zero);
        known.write(range(4, 4), Some((INT, one)));
        assert_eq!(known.read(range(0, 4), INT), Held::Zero);
        assert_eq!(known.read(range(4, 4), INT), Held::Value(one));
        assert_eq!(known.read(range(6, 4), INT), Held::Unknown);
        assert_eq!(
            known.read(range(4, 4), Type::Float(klew_ir::FloatFormat::Single)),
            Held::Unknown
        );
        // Half of it is written over; the other half is not as it was at first.
        known.write(range(6, 4), None);
        assert_eq!(known.read(range(4, 2), Type::Int(16)), Held::Unknown);
        assert_eq!(known.read(range(10, 2), Type::Int(16)), Held::Zero);
        known.forget(None);
        assert_eq!(known.read(range(0, 4), INT), Held::Unknown);
    }

    #[test]
    fn a_write_over_many_cells() {
        let mut terms = Terms::new();
        let mut known = Known::new(Life::Alive, Base::Unknown);
        for index in 0..4 {
            let held = value(&mut terms, index);
            known.write(range(4 * index, 4), Some((INT, held)));
        }
        let nine = value(&mut terms, 9);
        known.write(range(2, 8), Some((Type::Int(64), nine)));
        for (at, expected) in [(0, Held::Unknown), (4, Held::Unknown), (8, Held::Unknown)] {
            assert_eq!(known.read(range(at, 4), INT), expected, "{at}");
        }
        assert_eq!(known.read(range(2, 8), Type::Int(64)), Held::Value(nine));
        let three = value(&mut terms, 3);
        assert_eq!(known.read(range(12, 4), INT), Held::Value(three));
    }

    #[test]
    fn what_all_ways_know() {
        let mut terms = Terms::new();
        let (one, two) = (value(&mut terms, 1), value(&mut terms, 2));
        let mut left = Known::new(Life::Alive, Base::Zero);
        left.write(range(0, 4), Some((INT, one)));
        left.write(range(4, 4), Some((INT, one)));
        let mut right = Known::new(Life::Dead, Base::Zero);
        right.write(range(0, 4), Some((INT, one)));
        right.write(range(8, 4), Some((INT, two)));
        let mut asked = Vec::new();
        let joined = Known::join(&[&left, &right], &mut |_, held| {
            asked.push(held.clone());
            match held[..] {
                [Held::Value(a), Held::Value(b)] if a == b => Some(a),
                _ => None,
            }
        });
        assert_eq!(joined.life, Life::Unknown);
        assert_eq!(joined.read(range(0, 4), INT), Held::Value(one));
        assert_eq!(joined.read(range(4, 4), INT), Held::Unknown);
        assert_eq!(joined.read(range(12, 4), INT), Held::Zero);
        assert_eq!(asked[1], [Held::Value(one), Held::Zero]);
        // Cells of other sizes are not compared.
        let mut wide = Known::new(Life::Alive, Base::Zero);
        wide.write(range(0, 8), Some((Type::Int(64), one)));
        let joined = Known::join(&[&left, &wide], &mut |_, _| panic!("nothing to join"));
        assert_eq!(joined.read(range(12, 4), INT), Held::Unknown);
    }
}
