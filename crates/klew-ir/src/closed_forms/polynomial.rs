//! Polynomials over the numbers modulo 2^width, in normal form: two that are equal as written give the same number for all values.
//!
//! **Invariant**: no coefficient is 0, all are below 2^width, and the variables of a monomial are in order.

use std::collections::BTreeMap;

use smallvec::SmallVec;

/// What a polynomial is over, by number.
pub(super) type Variable = usize;

type Monomial = SmallVec<[Variable; 2]>;

/// A polynomial; its width is at most [`Polynomial::WIDEST`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial {
    width: u32,
    terms: BTreeMap<Monomial, u64>,
}

impl Polynomial {
    /// The most bits of a number.
    pub(super) const WIDEST: u32 = 64;

    /// More terms are no closed form that anybody looks for.
    const MOST_TERMS: usize = 64;

    pub(super) fn constant(width: u32, value: u64) -> Polynomial {
        Polynomial { width, terms: BTreeMap::new() }.with(Monomial::new(), value)
    }

    pub(super) fn variable(width: u32, variable: Variable) -> Polynomial {
        Polynomial { width, terms: BTreeMap::new() }.with(Monomial::from_slice(&[variable]), 1)
    }

    pub(super) fn width(&self) -> u32 {
        self.width
    }

    /// Its terms: variables, and their factor.
    pub(super) fn terms(&self) -> impl Iterator<Item = (&[Variable], u64)> {
        self.terms.iter().map(|(monomial, factor)| (monomial.as_slice(), *factor))
    }

    /// Its value, if it is the same for all values of the variables.
    pub(super) fn value(&self) -> Option<u64> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Monomial::new()).copied(),
            _ => None,
        }
    }

    /// The variable, its factor and what is added, if there is one variable and it stands alone.
    pub(super) fn as_linear(&self) -> Option<(Variable, u64, u64)> {
        let added = self.terms.get(&Monomial::new()).copied().unwrap_or(0);
        let mut others = self.terms.iter().filter(|(monomial, _)| !monomial.is_empty());
        match (others.next(), others.next()) {
            (Some((monomial, factor)), None) if monomial.len() == 1 => {
                Some((monomial[0], *factor, added))
            }
            _ => None,
        }
    }

    pub(super) fn plus(&self, other: &Polynomial) -> Polynomial {
        other
            .terms
            .iter()
            .fold(self.clone(), |sum, (monomial, factor)| sum.with(monomial.clone(), *factor))
    }

    pub(super) fn minus(&self, other: &Polynomial) -> Polynomial {
        self.plus(&other.scaled(u64::MAX))
    }

    /// Times a number.
    pub(super) fn scaled(&self, factor: u64) -> Polynomial {
        let zero = Polynomial::constant(self.width, 0);
        self.terms
            .iter()
            .fold(zero, |sum, (monomial, own)| sum.with(monomial.clone(), own.wrapping_mul(factor)))
    }

    /// The product, unless it has too many terms.
    pub(super) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        if self.terms.len() * other.terms.len() > Polynomial::MOST_TERMS {
            return None;
        }
        let mut product = Polynomial::constant(self.width, 0);
        for (monomial, factor) in &self.terms {
            for (others, by) in &other.terms {
                let mut both: Monomial = monomial.iter().chain(others).copied().collect();
                both.sort_unstable();
                product = product.with(both, factor.wrapping_mul(*by));
            }
        }
        Some(product)
    }

    /// With polynomials in place of the variables, unless that has too many terms.
    pub(super) fn substitute(&self, values: &[Polynomial]) -> Option<Polynomial> {
        let mut sum = Polynomial::constant(self.width, 0);
        for (monomial, factor) in &self.terms {
            let mut product = Polynomial::constant(self.width, *factor);
            for variable in monomial {
                let value = values.get(*variable).filter(|value| value.width == self.width)?;
                product = product.times(value)?;
            }
            sum = sum.plus(&product);
            if sum.terms.len() > Polynomial::MOST_TERMS {
                return None;
            }
        }
        Some(sum)
    }

    /// The variable and what it is, if this is 0: none that stands alone with the factor 1 or -1, and nowhere else.
    pub(super) fn solved(&self) -> Option<(Variable, Polynomial)> {
        let minus_one = self.masked(u64::MAX);
        let is_alone = |variable: &Variable| {
            self.terms.keys().filter(|monomial| monomial.contains(variable)).count() == 1
        };
        let (monomial, factor) = self.terms.iter().find(|(monomial, factor)| {
            monomial.len() == 1
                && (**factor == 1 || **factor == minus_one)
                && is_alone(&monomial[0])
        })?;
        let rest = self.clone().with(monomial.clone(), factor.wrapping_neg());
        let sign = if *factor == 1 { u64::MAX } else { 1 };
        Some((monomial[0], rest.scaled(sign)))
    }

    fn masked(&self, value: u64) -> u64 {
        value & (u64::MAX >> (u64::BITS - self.width))
    }

    /// With a term more.
    fn with(mut self, monomial: Monomial, factor: u64) -> Polynomial {
        let before = self.terms.get(&monomial).copied().unwrap_or(0);
        match self.masked(before.wrapping_add(factor)) {
            0 => self.terms.remove(&monomial),
            sum => self.terms.insert(monomial, sum),
        };
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ones_look_alike() {
        let (x, y) = (Polynomial::variable(8, 0), Polynomial::variable(8, 1));
        let one = Polynomial::constant(8, 1);
        // (x - 1) * y + y = y * x
        let left = x.minus(&one).times(&y).unwrap().plus(&y);
        assert_eq!(left, y.times(&x).unwrap());
        assert_eq!(x.scaled(256), Polynomial::constant(8, 0));
        assert_eq!(x.scaled(128).plus(&x.scaled(128)).value(), Some(0));
        assert_eq!(x.minus(&x).plus(&one).value(), Some(1));
        assert_eq!(x.value(), None);
    }

    #[test]
    fn variables_are_replaced_and_solved_for() {
        let (x, y) = (Polynomial::variable(8, 0), Polynomial::variable(8, 1));
        let five = Polynomial::constant(8, 5);
        let product = x.times(&y).unwrap().plus(&five);
        let at = [y.plus(&five), Polynomial::constant(8, 3)];
        assert_eq!(product.substitute(&at), Some(y.scaled(3).plus(&Polynomial::constant(8, 20))));
        // 5 - x + 2y = 0: x = 2y + 5.
        let equation = five.minus(&x).plus(&y.scaled(2));
        assert_eq!(equation.solved(), Some((0, y.scaled(2).plus(&five))));
        assert_eq!(product.solved(), None);
        assert_eq!(x.scaled(2).solved(), None);
        assert_eq!(x.plus(&five).as_linear(), Some((0, 1, 5)));
        assert_eq!(product.as_linear(), None);
    }
}
