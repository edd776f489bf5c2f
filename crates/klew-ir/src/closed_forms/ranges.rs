//! What is known of the variables on a path: between which signed numbers they are, and what they are not.
//!
//! **Invariant**: what a comparison is decided to be holds for all values that the path allows.

use super::polynomial::{Polynomial, Variable};
use crate::Comparison;

/// A comparison of two polynomials of one width that holds, or does not.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub(super) comparison: Comparison,
    pub(super) sides: (Polynomial, Polynomial),
    pub(super) holds: bool,
}

impl Atom {
    pub(super) fn negated(self) -> Atom {
        Atom { holds: !self.holds, ..self }
    }
}

/// A variable's signed values.
#[derive(Clone, Debug)]
struct Range {
    width: u32,
    least: i128,
    most: i128,
    /// Values between them that it has not.
    excluded: Vec<i128>,
}

fn least(width: u32) -> i128 {
    -(1 << (width - 1))
}

fn most(width: u32) -> i128 {
    (1 << (width - 1)) - 1
}

/// A number of that width as a signed one.
pub(super) fn signed(width: u32, value: u64) -> i128 {
    let value = i128::from(value);
    if value > most(width) { value - (1 << width) } else { value }
}

/// All variables.
#[derive(Clone, Debug)]
pub(super) struct Ranges(Vec<Range>);

impl Ranges {
    /// Nothing is known of variables of these widths.
    pub(super) fn new(widths: impl Iterator<Item = u32>) -> Ranges {
        let range =
            |width| Range { width, least: least(width), most: most(width), excluded: Vec::new() };
        Ranges(widths.map(range).collect())
    }

    /// From now on the variable is not negative.
    pub(super) fn at_least_zero(&mut self, variable: Variable) {
        self.0[variable].least = 0;
    }

    /// From now on the variable is not positive.
    pub(super) fn at_most_zero(&mut self, variable: Variable) {
        self.0[variable].most = 0;
    }

    /// The constants, as signed numbers, that a variable is known not to be.
    pub(super) fn excluded(&self, variable: Variable) -> &[i128] {
        &self.0[variable].excluded
    }

    /// Between which signed numbers a variable is known to be.
    pub(super) fn bounds(&self, variable: Variable) -> (i128, i128) {
        let range = &self.0[variable];
        (range.least, range.most)
    }

    /// The value of a variable that has only one left.
    pub(super) fn only_value(&self, variable: Variable) -> Option<u64> {
        let range = &self.0[variable];
        let bits = u64::MAX >> (u64::BITS - range.width);
        (range.least == range.most).then_some(range.least as u64 & bits)
    }

    /// Between which signed numbers it is. Where the sum may not fit, that may be any.
    pub(super) fn of(&self, polynomial: &Polynomial) -> (i128, i128) {
        let width = polynomial.width();
        let all = (least(width), most(width));
        if let Some(value) = polynomial.value() {
            let value = signed(width, value);
            return (value, value);
        }
        let Some((range, factor, added)) = self.linear(polynomial) else { return all };
        let (low, high) = match factor {
            1 => (range.least + added, range.most + added),
            _ => (added - range.most, added - range.least),
        };
        if low < all.0 || high > all.1 { all } else { (low, high) }
    }

    /// A variable's range, and the factor 1 or -1, and what is added.
    fn linear(&self, polynomial: &Polynomial) -> Option<(&Range, i128, i128)> {
        let (variable, factor, added) = polynomial.as_linear()?;
        let range = self.0.get(variable).filter(|range| range.width == polynomial.width())?;
        let factor = signed(range.width, factor);
        (factor.abs() == 1).then(|| (range, factor, signed(range.width, added)))
    }

    /// Whether the atom is so, if that is known.
    pub(super) fn decide(&self, atom: &Atom) -> Option<bool> {
        let (left, right) = &atom.sides;
        let (a, b) = (self.of(left), self.of(right));
        let is_less = |or_equal: bool| match or_equal {
            _ if left == right => Some(or_equal),
            true if a.1 <= b.0 => Some(true),
            true if a.0 > b.1 => Some(false),
            false if a.1 < b.0 => Some(true),
            false if a.0 >= b.1 => Some(false),
            _ => None,
        };
        let is_unsigned = |or_equal: bool| match (left.value(), right.value()) {
            (Some(a), Some(b)) => Some(if or_equal { a <= b } else { a < b }),
            _ if a.0 >= 0 && b.0 >= 0 => is_less(or_equal),
            _ => (left == right).then_some(or_equal),
        };
        let truth = match atom.comparison {
            Comparison::Equal => self.is_zero(&left.minus(right)),
            Comparison::NotEqual => self.is_zero(&left.minus(right)).map(|is| !is),
            Comparison::SignedLess => is_less(false),
            Comparison::SignedLessEqual => is_less(true),
            Comparison::UnsignedLess => is_unsigned(false),
            Comparison::UnsignedLessEqual => is_unsigned(true),
        };
        truth.map(|truth| truth == atom.holds)
    }

    fn is_zero(&self, difference: &Polynomial) -> Option<bool> {
        if let Some(value) = difference.value() {
            return Some(value == 0);
        }
        let (low, high) = self.of(difference);
        if low > 0 || high < 0 {
            return Some(false);
        }
        let (range, factor, added) = self.linear(difference)?;
        let root = wrapped(range.width, -added * factor);
        range.excluded.contains(&root).then_some(false)
    }

    /// The atom is so from now on, which is not known before. What follows for one variable is noted.
    pub(super) fn assume(&mut self, atom: &Atom) {
        let (left, right) = &atom.sides;
        match (atom.comparison, atom.holds) {
            (Comparison::Equal, false) | (Comparison::NotEqual, true) => {
                self.exclude(&left.minus(right));
            }
            (Comparison::SignedLess, true) => self.less(left, right, 1),
            (Comparison::SignedLessEqual, true) => self.less(left, right, 0),
            (Comparison::SignedLess, false) => self.less(right, left, 0),
            (Comparison::SignedLessEqual, false) => self.less(right, left, 1),
            // Equal sides are made one; unsigned ones say little of signed ranges.
            _ => {}
        }
    }

    fn exclude(&mut self, difference: &Polynomial) {
        let Some((range, factor, added)) = self.linear(difference) else { return };
        let root = wrapped(range.width, -added * factor);
        let Some((variable, ..)) = difference.as_linear() else { return };
        let range = &mut self.0[variable];
        range.excluded.push(root);
        while range.excluded.contains(&range.least) && range.least < range.most {
            range.least += 1;
        }
        while range.excluded.contains(&range.most) && range.least < range.most {
            range.most -= 1;
        }
    }

    /// The left side is smaller by that much at least.
    fn less(&mut self, left: &Polynomial, right: &Polynomial, by: i128) {
        let (low, high) = (self.of(left).0, self.of(right).1);
        self.bound(left, |width| (least(width), high - by));
        self.bound(right, |width| (low + by, most(width)));
    }

    /// A sum that fits is between these.
    fn bound(&mut self, sum: &Polynomial, limits: impl Fn(u32) -> (i128, i128)) {
        let Some((range, factor, added)) = self.linear(sum) else { return };
        let fits = |value: i128| (least(range.width)..=most(range.width)).contains(&value);
        let ends = [range.least, range.most].map(|end| end * factor + added);
        let Some((variable, ..)) = sum.as_linear().filter(|_| ends.into_iter().all(fits)) else {
            return;
        };
        let (low, high) = limits(range.width);
        let (low, high) = match factor {
            1 => (low - added, high - added),
            _ => (added - high, added - low),
        };
        let range = &mut self.0[variable];
        range.least = range.least.max(low);
        range.most = range.most.min(high);
    }
}

/// The signed number of that width that is equal to it modulo 2^width.
fn wrapped(width: u32, value: i128) -> i128 {
    signed(width, value.rem_euclid(1 << width) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(comparison: Comparison, left: &Polynomial, right: &Polynomial) -> Atom {
        Atom { comparison, sides: (left.clone(), right.clone()), holds: true }
    }

    /// On four bits: whatever was assumed, what is decided holds for all values for which it was so.
    #[test]
    fn what_is_decided_holds_for_all_values() {
        use Comparison::*;
        let comparisons =
            [Equal, NotEqual, SignedLess, SignedLessEqual, UnsignedLess, UnsignedLessEqual];
        let x = Polynomial::variable(4, 0);
        let sums: Vec<Polynomial> = (0..16)
            .flat_map(|added| [1, 15].map(|factor| (factor, added)))
            .map(|(factor, added)| x.scaled(factor).plus(&Polynomial::constant(4, added)))
            .collect();
        let at = |polynomial: &Polynomial, value| {
            polynomial.substitute(&[Polynomial::constant(4, value)]).unwrap().value().unwrap()
        };
        let is_so = |atom: &Atom, value: u64| {
            let (a, b) = (at(&atom.sides.0, value), at(&atom.sides.1, value));
            let (c, d) = (signed(4, a), signed(4, b));
            let truth = match atom.comparison {
                Equal => a == b,
                NotEqual => a != b,
                SignedLess => c < d,
                SignedLessEqual => c <= d,
                UnsignedLess => a < b,
                UnsignedLessEqual => a <= b,
            };
            truth == atom.holds
        };
        let mut decided = 0;
        for known in comparisons {
            for limit in 0..16 {
                for sum in &sums {
                    let limit = Polynomial::constant(4, limit);
                    for first in [atom(known, sum, &limit), atom(known, &limit, sum).negated()] {
                        let mut ranges = Ranges::new([4].into_iter());
                        ranges.assume(&first);
                        let values: Vec<u64> = (0..16).filter(|it| is_so(&first, *it)).collect();
                        for asked in comparisons {
                            let second = atom(asked, &x, &Polynomial::constant(4, 3));
                            let Some(truth) = ranges.decide(&second) else { continue };
                            decided += 1;
                            assert!(
                                values.iter().all(|value| is_so(&second, *value) == truth),
                                "{first:?} {second:?}"
                            );
                        }
                    }
                }
            }
        }
        assert!(decided > 300, "{decided}");
    }
}
