//! Tables: the same elements as their arrays, by themselves, by evaluation and as multiplexers.

use super::random::Random;
use crate::bitvec_value::mask;
use crate::{
    Assignment, Bounds, Constant, Evaluator, ScalarSort, Sort, Table, TableReader, TermId, Terms,
};

/// Follows the multiplexers of a read at a known index.
struct At {
    index: u64,
    /// Choices made.
    choices: usize,
}

impl TableReader for At {
    type Term = u64;
    type Error = ();

    fn element(&mut self, value: u64) -> Result<u64, ()> {
        Ok(value)
    }

    fn any_bit(&mut self, high: u32, low: u32) -> Result<u64, ()> {
        Ok(u64::from((self.index & mask(high + 1)) >> low != 0))
    }

    fn choose(&mut self, condition: &u64, then: &u64, otherwise: &u64) -> Result<u64, ()> {
        self.choices += 1;
        Ok(if *condition != 0 { *then } else { *otherwise })
    }
}

fn table_of(terms: &mut Terms, index: u32, element: u32, elements: &[u64]) -> TermId {
    let sort = Sort::Array(ScalarSort::BitVec(index), ScalarSort::BitVec(element));
    let zero = terms.bv(element, 0);
    let mut array = terms.const_array(sort, zero);
    for (at, &value) in elements.iter().enumerate() {
        let (at, value) = (terms.bv(index, at as u64), terms.bv(element, value));
        array = terms.store(array, at, value);
    }
    array
}

fn multiplexed(table: &Table, bounds: &Bounds, index: u64) -> (u64, usize) {
    let mut reader = At { index, choices: 0 };
    let element = table.read(bounds, &mut reader).unwrap_or(u64::MAX);
    (element, reader.choices)
}

#[test]
fn multiplexers_give_the_elements() {
    let mut random = Random::new(7);
    for round in 0..200 {
        let index_width = 4 + random.below(30) as u32;
        let count = 1 + random.below(if index_width < 9 { 16 } else { 300 });
        let most = 1 + random.below(40);
        let elements: Vec<u64> = (0..count).map(|_| random.below(most) as u64).collect();
        let mut terms = Terms::new();
        let array = table_of(&mut terms, index_width, 16, &elements);
        let table = terms.table(array).expect("constants only");
        for _ in 0..20 {
            let index = if random.one_in(4) { random.next() } else { random.below(400) as u64 };
            let index = index & mask(index_width);
            let expected = elements.get(index as usize).copied().unwrap_or(0);
            assert_eq!(table.element(index), expected, "round {round}");
            // Bounds that hold of the index: some of its bits, or a range around it.
            let known = random.next() & mask(index_width);
            let bits =
                Bounds { zeros: !index & known, ones: index & known, ..Bounds::all(index_width) };
            let high = (index + random.below(9) as u64).min(mask(index_width));
            let range = Bounds { low: index / 2, high, ..Bounds::all(index_width) };
            for bounds in
                [Bounds::all(index_width), bits, range, Bounds::constant(index_width, index)]
            {
                let bounds = bounds.reduced().expect("the index is in it");
                assert_eq!(multiplexed(&table, &bounds, index).0, expected, "{bounds:?}");
            }
        }
    }
}

#[test]
fn equal_parts_are_one_multiplexer() {
    let mut terms = Terms::new();
    let repeated: Vec<u64> = (0..512).map(|at| at % 4).collect();
    let array = table_of(&mut terms, 32, 8, &repeated);
    let table = terms.table(array).expect("constants only");
    // Two bits decide; one more choice is for the indices behind the table.
    assert_eq!(multiplexed(&table, &Bounds::all(32), 77), (1, 4));
    let even = Bounds { zeros: 1, ..Bounds::all(32) };
    assert_eq!(multiplexed(&table, &even, 78), (2, 2));
    let within = Bounds { low: 0, high: 511, ..Bounds::all(32) };
    assert_eq!(multiplexed(&table, &within.reduced().expect("a range"), 77), (1, 3));
}

#[test]
fn reads_evaluate_without_walking_writes() {
    let mut terms = Terms::new();
    let elements: Vec<u64> = (0..1000).map(|at| at * 7 % 251).collect();
    let array = table_of(&mut terms, 32, 8, &elements);
    let index = terms.fresh_symbol("i", Sort::BitVec(32));
    let term = terms.symbol_term(index);
    let read = terms.select(array, term);
    for at in [0, 1, 500, 999, 1000, 70_000] {
        let mut assignment = Assignment::new();
        assignment.set(index, Constant::bv(32, at));
        let found = Evaluator::new(&terms, &assignment).evaluate_u64(read);
        assert_eq!(found, Ok(if at < 1000 { at * 7 % 251 } else { 0 }));
    }
}

#[test]
fn the_range_of_a_table_decides() {
    let mut terms = Terms::new();
    let elements: Vec<u64> = (0..1000).map(|at| at * 997 % 1000).collect();
    let array = table_of(&mut terms, 32, 32, &elements);
    let index = terms.symbol("i", Sort::BitVec(32));
    let read = terms.select(array, index);
    let limit = terms.bv(32, 1_000_000);
    let false_ = terms.false_();
    assert_eq!(terms.bv_ult(limit, read), false_);
    assert_eq!(terms.bv_slt(limit, read), false_);
    // Two reads: by their bounds.
    let other = terms.symbol("j", Sort::BitVec(32));
    let second = terms.select(array, other);
    let sum = terms.bv_add(read, second);
    assert_eq!(terms.bv_ult(limit, sum), false_);
    assert_eq!(terms.bv_sadd_overflow(read, second), false_);
}

#[test]
fn symbolic_and_sparse_arrays_are_no_tables() {
    let mut terms = Terms::new();
    let sort = Sort::Array(ScalarSort::BitVec(32), ScalarSort::BitVec(8));
    let symbol = terms.symbol("a", sort);
    assert!(terms.table(symbol).is_none());
    let (index, element) = (terms.bv(32, 3), terms.bv(8, 4));
    let over_symbol = terms.store(symbol, index, element);
    assert!(terms.table(over_symbol).is_none());
    let array = table_of(&mut terms, 32, 8, &[1, 2, 3]);
    let unknown = terms.symbol("x", Sort::BitVec(8));
    let mixed = terms.store(array, index, unknown);
    assert!(terms.table(mixed).is_none());
    let far = terms.bv(32, 1 << 31);
    let sparse = terms.store(array, far, element);
    assert!(terms.table(sparse).is_none());
    assert!(terms.table(array).is_some());
}

#[test]
fn few_writes_are_told_apart_and_many_are_not() {
    let mut terms = Terms::new();
    let elements: Vec<u64> = (0..64).map(|at| at * 5 % 64).collect();
    let mut array = table_of(&mut terms, 32, 8, &elements);
    let wanted = terms.symbol("wanted", Sort::BitVec(32));
    for writes in 1..13 {
        let index = terms.symbol("i", Sort::BitVec(32));
        let value = terms.symbol("v", Sort::BitVec(8));
        array = terms.store(array, index, value);
        let read = terms.select(array, wanted);
        let native = terms.kind(read) == crate::Kind::Select;
        assert_eq!(native, writes > 10, "{writes} writes");
    }
}
