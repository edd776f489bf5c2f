//! Integer expressions without side effects.

use super::Generator;
use crate::differential::program::Goal;

impl Generator {
    /// A comparison.
    pub fn condition(&mut self, depth: usize) -> String {
        let operator = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let (left, right) = (self.expression(depth), self.expression(depth.saturating_sub(1)));
        format!("(({left}) {operator} ({right}))")
    }

    /// An expression of type `unsigned`.
    pub fn unsigned(&mut self, depth: usize) -> String {
        format!("(unsigned)({})", self.expression(depth))
    }

    /// A variable or constant.
    pub fn leaf(&mut self) -> String {
        let leaf = match self.below(10) {
            0..=3 if !self.readable.is_empty() => self.random.pick(&self.readable).clone(),
            0..=6 => self.random.pick(&self.scalars).clone(),
            7 => format!("{}u", self.below(300)),
            8 => format!("ga[{}]", self.below(8)),
            _ => format!("{}", self.below(40) as i64 - 15),
        };
        // Small numbers, so that not everything overflows.
        let small = self.goal == Goal::Overflow && self.random.chance(70);
        if small { format!("(signed char){leaf}") } else { leaf }
    }

    /// Any integer expression.
    pub fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let left = self.expression(depth - 1);
        match self.below(16) {
            0..=2 => format!("({left} + {})", self.expression(depth - 1)),
            3 => format!("({left} - {})", self.expression(depth - 1)),
            4 => format!("({left} * {})", self.leaf()),
            5 => format!("({left} / {})", self.divisor()),
            6 => format!("({left} % {})", self.divisor()),
            7 => format!("({left} ^ {})", self.expression(depth - 1)),
            8 => format!("({left} << {})", self.amount(3)),
            9 => format!("({left} >> {})", self.amount(7)),
            10 => format!("(({})({left}))", self.integer_type()),
            11 => format!("({} ? {left} : {})", self.condition(1), self.leaf()),
            12 => format!("({left} & {})", self.leaf()),
            13 => format!("(- {left})"),
            14 => format!("({left} {} {})", self.pick(&["&&", "||", "=="]), self.leaf()),
            _ => format!("(~{left} | {})", self.leaf()),
        }
    }

    fn divisor(&mut self) -> String {
        let leaf = self.leaf();
        match self.goal {
            Goal::Overflow => format!("((({leaf} & 7) - 4) | 1)"),
            // No constant: clang would fold it.
            Goal::Arithmetic if self.random.chance(20) => {
                format!("(({} & 31) - 9)", self.target())
            }
            _ => format!("(({leaf} & 7) + 1)"),
        }
    }

    fn amount(&mut self, mask: u64) -> String {
        let leaf = self.leaf();
        if self.goal == Goal::Arithmetic && self.random.chance(20) {
            return format!("(({} & 63) - 1)", self.target());
        }
        format!("({leaf} & {mask})")
    }
}
