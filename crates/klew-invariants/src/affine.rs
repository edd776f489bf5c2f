//! Equations between variables of one width that hold of all states seen: sums with fixed factors, modulo 2 to the width.
//!
//! M. Müller-Olm, H. Seidl, *Analysis of Modular Arithmetic* (2007). States span a set of vectors from the first one on; the
//! equations are what all of these are orthogonal to. Modulo a power of two, one of two numbers
//! always divides the other, so elimination takes the one with fewer factors of two. Congruences are equations as well.
//!
//! **Invariant**: every state that was added satisfies all equations.

/// States of some variables.
#[derive(Clone, Debug)]
pub struct AffineHull {
    width: u32,
    /// The first state.
    base: Vec<u64>,
    /// Independent differences from it.
    directions: Vec<Vec<u64>>,
    /// What is orthogonal to them.
    equations: Vec<Equation>,
}

/// That the sum of the variables with these factors is a constant, modulo 2 to the width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// One for each variable.
    pub factors: Vec<u64>,
    /// What the sum is.
    pub constant: u64,
}

impl AffineHull {
    /// Of one state, of variables of a width up to 64.
    pub fn new(width: u32, state: Vec<u64>) -> AffineHull {
        let mut hull =
            AffineHull { width, base: state, directions: Vec::new(), equations: Vec::new() };
        hull.equations = hull.orthogonal();
        hull
    }

    fn mask(&self) -> u64 {
        if self.width >= 64 { u64::MAX } else { (1 << self.width) - 1 }
    }

    /// Lets a state in; whether it was not there.
    pub fn add(&mut self, state: &[u64]) -> bool {
        let mask = self.mask();
        let holds = |equation: &Equation| sum(&equation.factors, state) & mask == equation.constant;
        if self.equations.iter().all(holds) {
            return false;
        }
        let difference = state.iter().zip(&self.base).map(|(a, b)| a.wrapping_sub(*b) & mask);
        self.directions.push(difference.collect());
        self.reduce();
        self.equations = self.orthogonal();
        true
    }

    /// Keeps as many directions as there are variables, at most.
    fn reduce(&mut self) {
        let (mut rows, mask) = (std::mem::take(&mut self.directions), self.mask());
        let mut done = 0;
        for column in 0..self.base.len() {
            let best = (done..rows.len())
                .filter(|row| rows[*row][column] != 0)
                .min_by_key(|row| rows[*row][column].trailing_zeros());
            let Some(best) = best else { continue };
            rows.swap(done, best);
            let pivot = rows[done].clone();
            for row in &mut rows[done + 1..] {
                let factor = quotient(row[column], pivot[column], mask);
                for (value, pivot) in row.iter_mut().zip(&pivot) {
                    *value = value.wrapping_sub(factor.wrapping_mul(*pivot)) & mask;
                }
            }
            done += 1;
        }
        rows.retain(|row| row.iter().any(|value| *value != 0));
        self.directions = rows;
    }

    /// All equations, as few as say the others.
    pub fn equations(&self) -> &[Equation] {
        &self.equations
    }

    fn orthogonal(&self) -> Vec<Equation> {
        let (count, mask) = (self.base.len(), self.mask());
        let mut rows = self.directions.clone();
        // What columns are made of, while they are added to each other.
        let mut columns: Vec<Vec<u64>> = (0..count)
            .map(|index| (0..count).map(|other| (index == other).into()).collect())
            .collect();
        let mut pivots: Vec<(usize, u32)> = Vec::new();
        while let Some((row, column)) = least(&rows, &pivots) {
            let pivot = rows[row][column];
            for other in (0..count).filter(|other| *other != column) {
                let factor = quotient(rows[row][other], pivot, mask);
                if factor == 0 || pivots.iter().any(|(taken, _)| *taken == other) {
                    continue;
                }
                for row in &mut rows {
                    row[other] = row[other].wrapping_sub(factor.wrapping_mul(row[column])) & mask;
                }
                let added = columns[column].clone();
                for (value, added) in columns[other].iter_mut().zip(added) {
                    *value = value.wrapping_sub(factor.wrapping_mul(added)) & mask;
                }
            }
            rows.swap_remove(row);
            for row in &mut rows {
                let factor = quotient(row[column], pivot, mask);
                let _ = factor;
                row[column] = 0;
            }
            pivots.push((column, pivot.trailing_zeros()));
        }
        let mut found = Vec::new();
        for (index, column) in columns.into_iter().enumerate() {
            let scale = match pivots.iter().find(|(taken, _)| *taken == index) {
                None => 0,
                Some((_, 0)) => continue,
                Some((_, twos)) => self.width - twos,
            };
            let factors: Vec<u64> = column.iter().map(|value| (value << scale) & mask).collect();
            let constant = sum(&factors, &self.base) & mask;
            if factors.iter().any(|factor| *factor != 0) {
                found.push(Equation { factors, constant });
            }
        }
        found
    }
}

fn sum(factors: &[u64], values: &[u64]) -> u64 {
    let products = factors.iter().zip(values).map(|(factor, value)| factor.wrapping_mul(*value));
    products.fold(0, u64::wrapping_add)
}

/// The entry that divides all others: with the fewest factors of two.
fn least(rows: &[Vec<u64>], pivots: &[(usize, u32)]) -> Option<(usize, usize)> {
    let mut best: Option<((usize, usize), u32)> = None;
    for (row, values) in rows.iter().enumerate() {
        for (column, value) in values.iter().enumerate() {
            let twos = value.trailing_zeros();
            let is_free = !pivots.iter().any(|(taken, _)| *taken == column);
            if *value != 0 && is_free && best.is_none_or(|(_, least)| twos < least) {
                best = Some(((row, column), twos));
            }
        }
    }
    best.map(|(place, _)| place)
}

/// A factor with which a divisor that has no more factors of two gives the number.
fn quotient(number: u64, divisor: u64, mask: u64) -> u64 {
    if number == 0 || divisor == 0 {
        return 0;
    }
    let twos = divisor.trailing_zeros();
    (number >> twos).wrapping_mul(inverse(divisor >> twos)) & mask
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration.
pub(crate) fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(equations: &[Equation], state: &[u64], mask: u64) -> bool {
        equations.iter().all(|equation| sum(&equation.factors, state) & mask == equation.constant)
    }

    /// The hull of states of 8 bits has these among its states, and not those.
    fn check(states: &[&[u64]], within: &[&[u64]], outside: &[&[u64]]) {
        let mut hull = AffineHull::new(8, states[0].to_vec());
        for state in &states[1..] {
            hull.add(state);
        }
        let equations = hull.equations();
        for state in states.iter().chain(within) {
            assert!(holds(equations, state, 0xff), "{state:?} {equations:?}");
        }
        for state in outside {
            assert!(!holds(equations, state, 0xff), "{state:?} {equations:?}");
        }
    }

    #[test]
    fn sums_and_congruences_are_found() {
        check(&[&[5, 5], &[6, 4]], &[&[0, 10], &[10, 0], &[255, 11]], &[&[5, 6], &[0, 0]]);
        check(&[&[0], &[4]], &[&[8], &[252]], &[&[1], &[2], &[6]]);
        check(&[&[0, 7], &[6, 7]], &[&[2, 7], &[4, 7]], &[&[1, 7], &[6, 8]]);
        check(&[&[1, 2, 3], &[2, 4, 3], &[1, 2, 4]], &[&[3, 6, 9]], &[&[3, 5, 9]]);
    }

    #[test]
    fn states_that_were_added_satisfy_all_equations() {
        let mut seed = 1_u64;
        for round in 0..500 {
            let count = 1 + round % 4;
            let mut random = || {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (seed >> 33) & 0xff
            };
            let states: Vec<Vec<u64>> =
                (0..5).map(|_| (0..count).map(|_| random() & !3).collect()).collect();
            let mut hull = AffineHull::new(8, states[0].clone());
            for state in &states {
                hull.add(state);
            }
            let equations = hull.equations();
            for state in &states {
                assert!(holds(equations, state, 0xff), "{states:?} {equations:?}");
            }
        }
    }
}
