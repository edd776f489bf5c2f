//! Clauses over bit-vectors as clauses over integers, as SMT-LIB text.
//!
//! Each bit-vector is an integer within its range, signed or unsigned ([`View`]). Sums, differences and products are those of
//! integers. What then leaves the range has wrapped, and [`Wrapping`] says what becomes of it.
//!
//! **Invariant**: an operation that has no counterpart is a number that may be anything in its range.

use std::fmt::Write as _;

use klew_clauses::system::{Application, Clause, Head, PredicateId, System};
use klew_term::{Kind, Sort, SymbolId, TermId, Terms, print_smtlib, symbol_smtlib_name};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::views::{View, Views};

/// What becomes of a result that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapping {
    /// It is a goal: to be shown that it does not happen.
    Goal,
    /// It is as if it did fit.
    Forgotten,
    /// It wraps.
    Exact,
}

/// Clauses as a script, and how to read the answer.
pub struct Script {
    /// Without `check-sat`.
    pub text: String,
    /// For each relation of the script, which of the predicate's variables are its arguments, and how they are read.
    pub relations: FxHashMap<String, (PredicateId, Vec<(SymbolId, View)>)>,
}

/// The clauses that some goals rest on.
pub fn script(system: &System, terms: &mut Terms, goals: &[usize], wrapping: Wrapping) -> Script {
    let views = Views::new(system, terms);
    let mut made =
        Script { text: "(set-logic HORN)\n".to_owned(), relations: FxHashMap::default() };
    let clauses: Vec<Clause> = system.relevant(goals).into_iter().cloned().collect();
    let mut used: FxHashSet<PredicateId> = FxHashSet::default();
    for clause in &clauses {
        used.extend(clause.body.iter().map(|application| application.predicate));
    }
    let mut used: Vec<PredicateId> = used.into_iter().collect();
    used.sort_unstable();
    for predicate in &used {
        let arguments: Vec<(SymbolId, View)> = (system.predicate(*predicate).variables.iter())
            .filter(|variable| matches!(terms.symbol_sort(variable.symbol), Sort::BitVec(_)))
            .map(|variable| (variable.symbol, views.of(variable.symbol)))
            .collect();
        let sorts = vec!["Int"; arguments.len()].join(" ");
        // Writing to a string cannot fail.
        let _ = writeln!(made.text, "(declare-fun P{} ({sorts}) Bool)", predicate.0);
        made.relations.insert(format!("P{}", predicate.0), (*predicate, arguments));
    }
    for clause in &clauses {
        let is_used = |head: &Head| match head {
            Head::Predicate(head) => used.contains(&head.predicate),
            Head::Goal(_) => true,
        };
        if is_used(&clause.head) {
            ClauseText::new(system, terms, &views, wrapping).write(clause, &mut made.text);
        }
    }
    made
}

/// One clause while it is written.
struct ClauseText<'a> {
    system: &'a System,
    terms: &'a mut Terms,
    views: &'a Views,
    wrapping: Wrapping,
    symbols: FxHashMap<SymbolId, TermId>,
    numbers: FxHashMap<(TermId, View), TermId>,
    loose: FxHashMap<(TermId, View), TermId>,
    truths: FxHashMap<TermId, TermId>,
    /// What is true of the symbols: their ranges.
    ranges: Vec<TermId>,
    /// Conditions under which something wraps.
    wraps: Vec<TermId>,
    bound: Vec<SymbolId>,
}

impl<'a> ClauseText<'a> {
    fn new(
        system: &'a System,
        terms: &'a mut Terms,
        views: &'a Views,
        wrapping: Wrapping,
    ) -> ClauseText<'a> {
        ClauseText {
            system,
            terms,
            views,
            wrapping,
            symbols: FxHashMap::default(),
            numbers: FxHashMap::default(),
            loose: FxHashMap::default(),
            truths: FxHashMap::default(),
            ranges: Vec::new(),
            wraps: Vec::new(),
            bound: Vec::new(),
        }
    }

    fn write(mut self, clause: &Clause, text: &mut String) {
        let body: Vec<String> =
            clause.body.iter().map(|application| self.application(application)).collect();
        let constraint = self.truth(clause.constraint);
        let before = self.wraps.len();
        let head = match &clause.head {
            Head::Goal(_) => "false".to_owned(),
            Head::Predicate(application) => self.application(application),
        };
        let mut facts = body;
        facts.extend(self.ranges.iter().map(|range| print_smtlib(self.terms, *range)));
        // What wraps where the constraint is computed may make it what it is.
        let early: Vec<TermId> = self.wraps[..before].to_vec();
        let late: Vec<TermId> = self.wraps[before..].to_vec();
        if self.wrapping == Wrapping::Goal {
            for wrap in early {
                self.implication(&facts, wrap, "false", text);
            }
            for wrap in late {
                let both = self.terms.and(constraint, wrap);
                self.implication(&facts, both, "false", text);
            }
        }
        self.implication(&facts, constraint, &head, text);
    }

    fn implication(&self, facts: &[String], constraint: TermId, head: &str, text: &mut String) {
        if self.terms.as_bool(constraint) == Some(false) {
            return;
        }
        let constraint = print_smtlib(self.terms, constraint);
        let bound: Vec<String> = (self.bound.iter())
            .map(|symbol| {
                let name = symbol_smtlib_name(self.terms, *symbol);
                format!("({name} {})", self.terms.symbol_sort(*symbol))
            })
            .collect();
        let implication = format!("(=> (and true {} {constraint}) {head})", facts.join(" "));
        let _ = match bound.is_empty() {
            true => writeln!(text, "(assert {implication})"),
            false => writeln!(text, "(assert (forall ({}) {implication}))", bound.join(" ")),
        };
    }

    fn application(&mut self, application: &Application) -> String {
        let variables = self.system.predicate(application.predicate).variables.clone();
        let mut text = format!("(P{}", application.predicate.0);
        let mut none = true;
        for (variable, argument) in variables.iter().zip(&application.arguments) {
            if let Sort::BitVec(_) = self.terms.symbol_sort(variable.symbol) {
                let number = self.number(*argument, self.views.of(variable.symbol));
                text.push(' ');
                text.push_str(&print_smtlib(self.terms, number));
                none = false;
            }
        }
        match none {
            true => format!("P{}", application.predicate.0),
            false => text + ")",
        }
    }

    fn int(&mut self, value: impl Into<BigInt>) -> TermId {
        self.terms.int(value.into())
    }

    /// A symbol of the clause's own.
    fn fresh(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.terms.fresh_symbol(name, sort);
        self.bound.push(symbol);
        self.terms.symbol_term(symbol)
    }

    /// A number that may be anything in a range.
    fn anything(&mut self, width: u32, view: View) -> TermId {
        let number = self.fresh("any", Sort::Int);
        let (least, most) = self.range(width, view);
        let (low, high) = (self.terms.int_le(least, number), self.terms.int_le(number, most));
        self.ranges.extend([low, high]);
        number
    }

    fn range(&mut self, width: u32, view: View) -> (TermId, TermId) {
        let one = BigInt::from(1);
        let (least, most) = match view {
            View::Unsigned => (BigInt::ZERO, (&one << width) - 1),
            View::Signed => (-(&one << (width - 1)), (&one << (width - 1)) - 1),
        };
        (self.int(least), self.int(most))
    }

    fn symbol(&mut self, symbol: SymbolId, width: u32) -> TermId {
        if let Some(known) = self.symbols.get(&symbol) {
            return *known;
        }
        let number = self.anything(width, self.views.of(symbol));
        self.symbols.insert(symbol, number);
        number
    }

    /// The same bits read the other way.
    fn reread(&mut self, number: TermId, width: u32, to: View) -> TermId {
        let whole = self.int(BigInt::from(1) << width);
        let half = self.int(BigInt::from(1) << (width - 1));
        let zero = self.int(0);
        let (condition, other) = match to {
            View::Unsigned => (self.terms.int_lt(number, zero), self.terms.int_add(number, whole)),
            View::Signed => (self.terms.int_le(half, number), self.terms.int_sub(number, whole)),
        };
        self.terms.ite(condition, other, number)
    }

    /// The number that a bit-vector is.
    fn number(&mut self, term: TermId, view: View) -> TermId {
        if let Some(known) = self.numbers.get(&(term, view)) {
            return *known;
        }
        let number = self.make_number(term, view);
        self.numbers.insert((term, view), number);
        number
    }

    fn make_number(&mut self, term: TermId, view: View) -> TermId {
        let width = self.terms.width(term);
        if let Some(value) = self.terms.as_bitvec(term) {
            return self.int(match view {
                View::Signed => value.to_bigint_signed(),
                View::Unsigned => value.to_biguint().into(),
            });
        }
        let arguments = self.terms.arguments(term).to_vec();
        match (self.terms.kind(term), &arguments[..]) {
            (Kind::Symbol(symbol), _) => {
                let number = self.symbol(symbol, width);
                match self.views.of(symbol) == view {
                    true => number,
                    false => self.reread(number, width, view),
                }
            }
            (Kind::Ite, &[condition, then, otherwise]) => {
                let condition = self.truth(condition);
                let (then, otherwise) = (self.number(then, view), self.number(otherwise, view));
                self.terms.ite(condition, then, otherwise)
            }
            (Kind::BvZeroExtend(_), &[a]) => self.number(a, View::Unsigned),
            (Kind::BvSignExtend(_), &[a]) => {
                let number = self.number(a, View::Signed);
                match view {
                    View::Signed => number,
                    View::Unsigned => self.reread(number, width, view),
                }
            }
            (Kind::BvNot, &[a]) => {
                let a = self.number(a, view);
                let most = match view {
                    View::Signed => self.int(-1),
                    View::Unsigned => self.range(width, view).1,
                };
                self.terms.int_sub(most, a)
            }
            (Kind::BvAnd | Kind::BvOr | Kind::BvXor, &[a, b]) if width == 1 => {
                let (a, b) = (self.bit(a), self.bit(b));
                let holds = match self.terms.kind(term) {
                    Kind::BvAnd => self.terms.and(a, b),
                    Kind::BvOr => self.terms.or(a, b),
                    _ => self.terms.xor(a, b),
                };
                let set = self.int(if view == View::Signed { -1 } else { 1 });
                let unset = self.int(0);
                self.terms.ite(holds, set, unset)
            }
            (Kind::BvSdiv | Kind::BvSrem, &[a, b]) => {
                let number = self.signed_division(term, a, b);
                match (number, view) {
                    (Some(number), View::Signed) => number,
                    (Some(number), View::Unsigned) => self.reread(number, width, view),
                    (None, _) => self.anything(width, view),
                }
            }
            (Kind::BvAshr, &[a, b]) => match self.terms.as_u64(b) {
                Some(by) if by < u64::from(width) => {
                    let a = self.number(a, View::Signed);
                    let divisor = self.int(BigInt::from(1) << by);
                    let number = self.terms.int_div(a, divisor);
                    match view {
                        View::Signed => number,
                        View::Unsigned => self.reread(number, width, view),
                    }
                }
                _ => self.anything(width, view),
            },
            (
                Kind::BvAdd
                | Kind::BvSub
                | Kind::BvNeg
                | Kind::BvMul
                | Kind::BvShl
                | Kind::BvExtract { low: 0, .. },
                _,
            ) => {
                let loose = self.congruent(term, view);
                self.within(loose, width, view)
            }
            _ => match self.unsigned_only(term, &arguments) {
                Some(number) if view == View::Signed => self.reread(number, width, view),
                Some(number) => number,
                None => self.anything(width, view),
            },
        }
    }

    /// Operations that are told by unsigned numbers.
    fn unsigned_only(&mut self, term: TermId, arguments: &[TermId]) -> Option<TermId> {
        Some(match (self.terms.kind(term), arguments) {
            (Kind::BvUdiv, &[a, b]) => {
                let divisor = self.divisor(b)?;
                let a = self.number(a, View::Unsigned);
                self.terms.int_div(a, divisor)
            }
            (Kind::BvUrem, &[a, b]) => {
                let divisor = self.divisor(b)?;
                let a = self.number(a, View::Unsigned);
                self.terms.int_mod(a, divisor)
            }
            (Kind::BvLshr, &[a, b]) => {
                let by = self.terms.as_u64(b).filter(|by| *by < 512)?;
                let a = self.number(a, View::Unsigned);
                let divisor = self.int(BigInt::from(1) << by);
                self.terms.int_div(a, divisor)
            }
            (Kind::BvAnd, &[a, b]) => {
                let mask = self.terms.as_bitvec(b)?.to_biguint();
                let next: num_bigint::BigUint = &mask + 1_u32;
                if next.count_ones() != 1 {
                    return None;
                }
                let a = self.number(a, View::Unsigned);
                let modulus = self.int(BigInt::from(next));
                self.terms.int_mod(a, modulus)
            }
            (Kind::BvExtract { high, low }, &[a]) => {
                let a = self.number(a, View::Unsigned);
                let divisor = self.int(BigInt::from(1) << low);
                let modulus = self.int(BigInt::from(1) << (high - low + 1));
                let shifted = self.terms.int_div(a, divisor);
                self.terms.int_mod(shifted, modulus)
            }
            (Kind::BvConcat, &[high, low]) => {
                let width = self.terms.width(low);
                let (high, low) =
                    (self.number(high, View::Unsigned), self.number(low, View::Unsigned));
                let factor = self.int(BigInt::from(1) << width);
                let high = self.terms.int_mul(factor, high);
                self.terms.int_add(high, low)
            }
            _ => return None,
        })
    }

    fn divisor(&mut self, term: TermId) -> Option<TermId> {
        let value = self.terms.as_bitvec(term).filter(|value| !value.is_zero())?;
        Some(self.int(value.to_biguint()))
    }

    /// Division that truncates, by a constant.
    fn signed_division(&mut self, term: TermId, a: TermId, b: TermId) -> Option<TermId> {
        let divisor = self.terms.as_bitvec(b).filter(|value| !value.is_zero())?.to_bigint_signed();
        let a = self.number(a, View::Signed);
        let zero = self.int(0);
        let size = self.int(BigInt::from(divisor.magnitude().clone()));
        let is_negative = self.terms.int_lt(a, zero);
        let opposite = self.terms.int_neg(a);
        let magnitude = self.terms.ite(is_negative, opposite, a);
        let (result, flips) = match self.terms.kind(term) {
            Kind::BvSdiv => (self.terms.int_div(magnitude, size), divisor < BigInt::ZERO),
            _ => (self.terms.int_mod(magnitude, size), false),
        };
        let negated = self.terms.int_neg(result);
        Some(match flips {
            true => self.terms.ite(is_negative, result, negated),
            false => self.terms.ite(is_negative, negated, result),
        })
    }

    /// A number that differs from the bit-vector's by a multiple of two to the width.
    fn congruent(&mut self, term: TermId, view: View) -> TermId {
        if let Some(known) = self.loose.get(&(term, view)) {
            return *known;
        }
        let arguments = self.terms.arguments(term).to_vec();
        let number = match (self.terms.kind(term), &arguments[..]) {
            (Kind::BvAdd, &[a, b]) => {
                let (a, b) = (self.congruent(a, view), self.congruent(b, view));
                self.terms.int_add(a, b)
            }
            (Kind::BvSub, &[a, b]) => {
                let (a, b) = (self.congruent(a, view), self.congruent(b, view));
                self.terms.int_sub(a, b)
            }
            (Kind::BvNeg, &[a]) => {
                let a = self.congruent(a, view);
                self.terms.int_neg(a)
            }
            (Kind::BvMul, &[a, b]) => {
                let (a, b) = (self.congruent(a, view), self.congruent(b, view));
                self.terms.int_mul(a, b)
            }
            (Kind::BvShl, &[a, b]) if self.terms.as_u64(b).is_some_and(|by| by < 512) => {
                let by = self.terms.as_u64(b).unwrap_or(0);
                let a = self.congruent(a, view);
                let factor = self.int(BigInt::from(1) << by);
                self.terms.int_mul(a, factor)
            }
            (Kind::BvShl, _) => {
                let width = self.terms.width(term);
                self.anything(width, view)
            }
            (Kind::BvExtract { low: 0, .. }, &[a]) => self.congruent(a, view),
            // Constants that stand for subtraction.
            _ => match self.terms.as_bitvec(term) {
                Some(value) => self.int(value.to_bigint_signed()),
                None => self.number(term, view),
            },
        };
        self.loose.insert((term, view), number);
        number
    }

    /// A number brought into its range.
    fn within(&mut self, number: TermId, width: u32, view: View) -> TermId {
        if self.wrapping == Wrapping::Forgotten {
            return number;
        }
        let (least, most) = self.range(width, view);
        let (low, high) = (self.terms.int_lt(number, least), self.terms.int_lt(most, number));
        if self.wrapping == Wrapping::Goal {
            self.wraps.extend([low, high]);
            return number;
        }
        let whole = self.int(BigInt::from(1) << width);
        let shifted = self.terms.int_sub(number, least);
        let wrapped = self.terms.int_mod(shifted, whole);
        let wrapped = self.terms.int_add(wrapped, least);
        let outside = self.terms.or(low, high);
        self.terms.ite(outside, wrapped, number)
    }

    fn bit(&mut self, term: TermId) -> TermId {
        let number = self.number(term, View::Unsigned);
        let zero = self.int(0);
        self.terms.ne(number, zero)
    }

    /// A condition.
    fn truth(&mut self, term: TermId) -> TermId {
        if let Some(known) = self.truths.get(&term) {
            return *known;
        }
        let truth = self.make_truth(term);
        self.truths.insert(term, truth);
        truth
    }

    fn make_truth(&mut self, term: TermId) -> TermId {
        let kind = self.terms.kind(term);
        let arguments = self.terms.arguments(term).to_vec();
        match (kind, &arguments[..]) {
            (Kind::True | Kind::False, _) => term,
            (Kind::Not, &[a]) => {
                let a = self.truth(a);
                self.terms.not(a)
            }
            (Kind::And | Kind::Or | Kind::Xor | Kind::Implies, &[a, b]) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.terms.apply(kind, &[a, b])
            }
            (Kind::Ite, &[condition, then, otherwise]) => {
                let condition = self.truth(condition);
                let (then, otherwise) = (self.truth(then), self.truth(otherwise));
                self.terms.ite(condition, then, otherwise)
            }
            (Kind::Eq, &[a, b]) => match self.terms.sort(a) {
                Sort::Bool => {
                    let (a, b) = (self.truth(a), self.truth(b));
                    self.terms.eq(a, b)
                }
                Sort::BitVec(_) => {
                    let view = self.view_of(a, b);
                    let (a, b) = (self.number(a, view), self.number(b, view));
                    self.terms.eq(a, b)
                }
                _ => self.fresh("unknown", Sort::Bool),
            },
            (Kind::BvUlt | Kind::BvUle | Kind::BvSlt | Kind::BvSle, &[a, b]) => {
                let view = match kind {
                    Kind::BvUlt | Kind::BvUle => View::Unsigned,
                    _ => View::Signed,
                };
                let (a, b) = (self.number(a, view), self.number(b, view));
                match kind {
                    Kind::BvUlt | Kind::BvSlt => self.terms.int_lt(a, b),
                    _ => self.terms.int_le(a, b),
                }
            }
            (_, &[a, b]) => match self.overflow(kind, a, b) {
                Some(truth) => truth,
                None => self.fresh("unknown", Sort::Bool),
            },
            _ => self.fresh("unknown", Sort::Bool),
        }
    }

    fn overflow(&mut self, kind: Kind, a: TermId, b: TermId) -> Option<TermId> {
        let (view, operation) = match kind {
            Kind::BvSaddOverflow => (View::Signed, Kind::IntAdd),
            Kind::BvSsubOverflow => (View::Signed, Kind::IntSub),
            Kind::BvSmulOverflow => (View::Signed, Kind::IntMul),
            Kind::BvUaddOverflow => (View::Unsigned, Kind::IntAdd),
            Kind::BvUsubOverflow => (View::Unsigned, Kind::IntSub),
            Kind::BvUmulOverflow => (View::Unsigned, Kind::IntMul),
            _ => return None,
        };
        let width = self.terms.width(a);
        let (a, b) = (self.number(a, view), self.number(b, view));
        let exact = self.terms.apply(operation, &[a, b]);
        let (least, most) = self.range(width, view);
        let (low, high) = (self.terms.int_lt(exact, least), self.terms.int_lt(most, exact));
        Some(self.terms.or(low, high))
    }

    /// How two bit-vectors that are compared for equality are read.
    fn view_of(&self, a: TermId, b: TermId) -> View {
        let mut symbols = self.terms.symbols(a).to_vec();
        symbols.extend(self.terms.symbols(b).iter());
        let unsigned = symbols.iter().filter(|s| self.views.of(**s) == View::Unsigned).count();
        if unsigned * 2 > symbols.len() { View::Unsigned } else { View::Signed }
    }
}
