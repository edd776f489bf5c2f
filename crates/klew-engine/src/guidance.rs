//! Hints for runs: what an input is to be, at its place in the program and on the path.
//!
//! Nobody has proved anything of a hint: who follows it explores a part of the runs, and says so.

use std::collections::BTreeMap;

use klew_ir::{FunctionId, Position};

/// An input statement, in the program's own words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputPlace {
    /// Its function.
    pub function: FunctionId,
    /// What the input is called.
    pub name: String,
    /// Where it is asked for.
    pub position: Position,
}

/// Between which numbers an input is, as signed ones; both may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputRange {
    /// The least.
    pub low: i64,
    /// The greatest.
    pub high: i64,
}

impl InputRange {
    /// Any number.
    pub const ALL: InputRange = InputRange { low: i64::MIN, high: i64::MAX };

    /// The numbers that are in both.
    #[must_use]
    pub fn meet(self, other: InputRange) -> InputRange {
        InputRange { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The least range with both.
    #[must_use]
    pub fn join(self, other: InputRange) -> InputRange {
        InputRange { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

/// What inputs are to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guidance {
    values: BTreeMap<InputPlace, (Vec<Option<u64>>, bool)>,
    ranges: BTreeMap<usize, InputRange>,
}

impl Guidance {
    /// The statement gives these values, one after the other; `always`: the last one again and again.
    pub fn set(&mut self, place: InputPlace, values: Vec<Option<u64>>, always: bool) {
        self.values.insert(place, (values, always));
    }

    /// The low bits of what the statement is to give when it was executed so often before.
    pub fn value(&self, place: &InputPlace, times: impl FnOnce() -> usize) -> Option<u64> {
        let (values, always) = self.values.get(place)?;
        match (values.as_slice(), always) {
            ([only], true) => *only,
            (values, true) => values.get(times()).or(values.last()).copied().flatten(),
            (values, false) => values.get(times()).copied().flatten(),
        }
    }

    /// The input of that number on the path is to be in a range.
    pub fn set_range(&mut self, number: usize, range: InputRange) {
        self.ranges.insert(number, range);
    }

    /// The range of the input of that number.
    pub fn range(&self, number: usize) -> Option<InputRange> {
        self.ranges.get(&number).copied()
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.ranges.is_empty()
    }

    /// How many statements and inputs there is something said of.
    pub fn len(&self) -> usize {
        self.values.len() + self.ranges.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_by_turn_or_always() {
        let place = InputPlace {
            function: FunctionId(0),
            name: "x".to_owned(),
            position: Position::UNKNOWN,
        };
        let mut guidance = Guidance::default();
        guidance.set(place.clone(), vec![Some(7), None, Some(9)], false);
        let of = |guidance: &Guidance, times| guidance.value(&place, || times);
        assert_eq!([0, 1, 2, 3].map(|times| of(&guidance, times)), [Some(7), None, Some(9), None]);
        guidance.set(place.clone(), vec![Some(7)], true);
        assert_eq!([0, 5].map(|times| of(&guidance, times)), [Some(7), Some(7)]);
    }
}
