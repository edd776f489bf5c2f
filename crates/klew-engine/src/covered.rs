//! Which code of a program runs of an engine came through, as plain data for reports.
//!
//! **Invariant**: what is told to be covered was executed by a run that the engine followed; what is only likely is not.

use std::collections::BTreeMap;

use klew_ir::{FunctionId, Position};

/// What runs came through, function by function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// Functions that runs may come to at all, and what of them was covered.
    pub functions: BTreeMap<FunctionId, CoveredFunction>,
}

/// What runs came through of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoveredFunction {
    /// Whether it was called.
    pub entered: bool,
    /// Places of its instructions, and whether some run executed one there.
    pub places: BTreeMap<Position, bool>,
    /// Its branches and switches, in the order of the code: where, and which of their ways were taken.
    pub branches: Vec<(Position, Vec<bool>)>,
}

impl Covered {
    /// Adds what another engine came through. Programs that are specialised further have fewer branches; the code that tells more of
    /// them counts.
    pub fn add(&mut self, other: Covered) {
        for (function, theirs) in other.functions {
            let own = self.functions.entry(function).or_default();
            own.entered |= theirs.entered;
            for (position, covered) in theirs.places {
                *own.places.entry(position).or_default() |= covered;
            }
            own.add_branches(theirs.branches);
        }
    }
}

impl CoveredFunction {
    fn add_branches(&mut self, theirs: Vec<(Position, Vec<bool>)>) {
        let shape = |branches: &[(Position, Vec<bool>)]| -> Vec<(Position, usize)> {
            branches.iter().map(|(position, ways)| (*position, ways.len())).collect()
        };
        if shape(&self.branches) == shape(&theirs) {
            for ((_, own), (_, theirs)) in self.branches.iter_mut().zip(theirs) {
                own.iter_mut().zip(theirs).for_each(|(own, theirs)| *own |= theirs);
            }
        } else if theirs.len() > self.branches.len() {
            self.branches = theirs;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_ir::FileId;

    fn at(line: u32) -> Position {
        Position { file: FileId(0), line, column: 1 }
    }

    fn of(places: &[(u32, bool)], branches: &[(u32, [bool; 2])]) -> Covered {
        let places = places.iter().map(|(line, covered)| (at(*line), *covered)).collect();
        let branches = branches.iter().map(|(line, ways)| (at(*line), ways.to_vec())).collect();
        let function = CoveredFunction { entered: true, places, branches };
        Covered { functions: [(FunctionId(0), function)].into() }
    }

    #[test]
    fn what_either_covered_is_covered() {
        let mut all = of(&[(1, true), (2, false)], &[(1, [true, false])]);
        all.add(of(&[(2, true), (3, false)], &[(1, [false, true])]));
        assert_eq!(all, of(&[(1, true), (2, true), (3, false)], &[(1, [true, true])]));
        // Code with fewer branches says nothing of the others.
        all.add(of(&[], &[]));
        assert_eq!(all.functions[&FunctionId(0)].branches.len(), 1);
    }
}
