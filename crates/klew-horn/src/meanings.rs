//! Relations over integers, as a solver of Horn clauses wrote them, as formulas over bit-vectors.
//!
//! Integers are bit-vectors wide enough that nothing wraps, so the formula is exact.
//!
//! **Invariant**: what cannot be read is left out; so a meaning may be weaker than what the solver said.

use std::collections::HashMap;

use klew_clauses::Meanings;
use klew_solver::Sexpr;
use klew_solver::horn::Definition;
use klew_term::{BitVecValue, SymbolId, TermId, Terms};
use num_bigint::BigInt;

use crate::integers::Script;
use crate::views::View;

/// Wider numbers are not worth a solver's time.
const MAXIMUM_BITS: u32 = 256;

/// The most words of what a `let` binds, names put in: nested ones double it each time.
const MAXIMUM_SIZE: usize = 20_000;

/// What the definitions say, each as several facts.
pub fn meanings(terms: &mut Terms, script: &Script, definitions: &[Definition]) -> Meanings {
    let mut meanings = Meanings::new();
    for definition in definitions {
        let Some((predicate, arguments)) = script.relations.get(&definition.name) else { continue };
        let names = definition.parameters.iter().map(String::as_str);
        let variables: HashMap<&str, (SymbolId, View)> =
            names.zip(arguments.iter().copied()).collect();
        let mut reader = Reader { terms, variables, bound: Vec::new() };
        let mut facts = Vec::new();
        reader.facts(&definition.body, &mut facts);
        meanings.entry(*predicate).or_default().extend(facts);
    }
    meanings
}

/// A number, and how many bits its values need in two's complement.
#[derive(Clone, Copy)]
struct Number {
    term: TermId,
    bits: u32,
}

struct Reader<'a> {
    terms: &'a mut Terms,
    variables: HashMap<&'a str, (SymbolId, View)>,
    bound: Vec<(String, Sexpr)>,
}

impl Reader<'_> {
    /// The conjuncts of a formula.
    fn facts(&mut self, formula: &Sexpr, found: &mut Vec<TermId>) {
        match operator(formula) {
            Some(("and", parts)) => parts.iter().for_each(|part| self.facts(part, found)),
            Some(("let", [bindings, body])) => {
                let before = self.bound.len();
                self.bind(bindings);
                self.facts(body, found);
                self.bound.truncate(before);
            }
            _ => found.extend(self.truth(formula)),
        }
    }

    fn bind(&mut self, bindings: &Sexpr) {
        for binding in bindings.list().unwrap_or_default() {
            if let Some([name, value]) = binding.list()
                && let Some(name) = name.text()
            {
                // Bindings of one `let` do not see each other; names are not used twice.
                let value = self.expand(value);
                // A name that nothing is known of leaves out what it is part of.
                let is_large = size(&value) > MAXIMUM_SIZE;
                let value = if is_large { Sexpr::Atom("too large".to_owned()) } else { value };
                self.bound.push((name.to_owned(), value));
            }
        }
    }

    /// An expression without names that a `let` bound.
    fn expand(&self, expression: &Sexpr) -> Sexpr {
        match expression {
            Sexpr::Atom(name) => match self.bound.iter().rev().find(|(bound, _)| bound == name) {
                Some((_, value)) => value.clone(),
                None => expression.clone(),
            },
            Sexpr::List(parts) => Sexpr::List(parts.iter().map(|part| self.expand(part)).collect()),
        }
    }

    fn truth(&mut self, formula: &Sexpr) -> Option<TermId> {
        let formula = match formula {
            Sexpr::Atom(_) => self.expand(formula),
            Sexpr::List(_) => formula.clone(),
        };
        match formula.text() {
            Some("true") => return Some(self.terms.true_()),
            Some("false") => return Some(self.terms.false_()),
            Some(_) => return None,
            None => {}
        }
        let (operator, parts) = operator(&formula)?;
        match (operator, parts) {
            ("not", [part]) => {
                let part = self.truth(part)?;
                Some(self.terms.not(part))
            }
            ("and" | "or", parts) => {
                let parts: Option<Vec<TermId>> =
                    parts.iter().map(|part| self.truth(part)).collect();
                let parts = parts?;
                Some(match operator {
                    "and" => self.terms.and_all(&parts),
                    _ => self.terms.or_all(&parts),
                })
            }
            ("=>", [a, b]) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                Some(self.terms.implies(a, b))
            }
            ("ite", [condition, then, otherwise]) => {
                let condition = self.truth(condition)?;
                let (then, otherwise) = (self.truth(then)?, self.truth(otherwise)?);
                Some(self.terms.ite(condition, then, otherwise))
            }
            ("let", [bindings, body]) => {
                let before = self.bound.len();
                self.bind(bindings);
                let truth = self.truth(body);
                self.bound.truncate(before);
                truth
            }
            ("=" | "<" | "<=" | ">" | ">=" | "distinct", [a, b]) => self.comparison(operator, a, b),
            _ => None,
        }
    }

    fn comparison(&mut self, operator: &str, a: &Sexpr, b: &Sexpr) -> Option<TermId> {
        let numbers = (self.number(a), self.number(b));
        let (Some(a), Some(b)) = numbers else {
            let (a, b) = (self.truth(a)?, self.truth(b)?);
            return match operator {
                "=" => Some(self.terms.eq(a, b)),
                "distinct" => Some(self.terms.ne(a, b)),
                _ => None,
            };
        };
        let (a, b) = self.same_width(a, b);
        Some(match operator {
            "=" => self.terms.eq(a, b),
            "distinct" => self.terms.ne(a, b),
            "<" => self.terms.bv_slt(a, b),
            "<=" => self.terms.bv_sle(a, b),
            ">" => self.terms.bv_sgt(a, b),
            _ => self.terms.bv_sge(a, b),
        })
    }

    fn same_width(&mut self, a: Number, b: Number) -> (TermId, TermId) {
        let bits = a.bits.max(b.bits);
        (self.widen(a, bits), self.widen(b, bits))
    }

    fn widen(&mut self, number: Number, bits: u32) -> TermId {
        let width = self.terms.width(number.term);
        if width < bits { self.terms.bv_sign_extend(number.term, bits) } else { number.term }
    }

    fn constant(&mut self, value: BigInt) -> Option<Number> {
        let bits = u32::try_from(value.bits()).ok()? + 1;
        let term = self.terms.bv_value(BitVecValue::from_bigint(bits, &value));
        (bits <= MAXIMUM_BITS).then_some(Number { term, bits })
    }

    fn number(&mut self, expression: &Sexpr) -> Option<Number> {
        if let Sexpr::Atom(name) = expression {
            if let Ok(value) = name.parse::<BigInt>() {
                return self.constant(value);
            }
            if let Some((symbol, view)) = self.variables.get(name.as_str()).copied() {
                let term = self.terms.symbol_term(symbol);
                let width = self.terms.width(term);
                return Some(match view {
                    View::Signed => Number { term, bits: width },
                    View::Unsigned => {
                        let term = self.terms.bv_zero_extend(term, width + 1);
                        Number { term, bits: width + 1 }
                    }
                });
            }
            return match self.expand(expression) {
                Sexpr::Atom(_) => None,
                value => self.number(&value),
            };
        }
        let (operator, parts) = operator(expression)?;
        if operator == "ite" {
            let [condition, then, otherwise] = parts else { return None };
            let condition = self.truth(condition)?;
            let (then, otherwise) = (self.number(then)?, self.number(otherwise)?);
            let bits = then.bits.max(otherwise.bits);
            let (then, otherwise) = self.same_width(then, otherwise);
            let term = self.terms.ite(condition, then, otherwise);
            return Some(Number { term, bits });
        }
        if operator == "let" {
            let [bindings, body] = parts else { return None };
            let before = self.bound.len();
            self.bind(bindings);
            let number = self.number(body);
            self.bound.truncate(before);
            return number;
        }
        let numbers: Option<Vec<Number>> = parts.iter().map(|part| self.number(part)).collect();
        let numbers = numbers?;
        let (first, rest) = numbers.split_first()?;
        if operator == "-" && rest.is_empty() {
            let bits = first.bits + 1;
            let term = self.widen(*first, bits);
            return Some(Number { term: self.terms.bv_neg(term), bits });
        }
        rest.iter().try_fold(*first, |sum, next| self.arithmetic(operator, sum, *next))
    }

    fn arithmetic(&mut self, operator: &str, a: Number, b: Number) -> Option<Number> {
        let bits = match operator {
            "+" | "-" => a.bits.max(b.bits) + 1,
            "*" => a.bits + b.bits,
            // Euclidean division, by a positive constant.
            "div" | "mod" => a.bits.max(b.bits) + 1,
            _ => return None,
        };
        if bits > MAXIMUM_BITS {
            return None;
        }
        let (x, y) = (self.widen(a, bits), self.widen(b, bits));
        let terms = &mut *self.terms;
        let term = match operator {
            "+" => terms.bv_add(x, y),
            "-" => terms.bv_sub(x, y),
            "*" => terms.bv_mul(x, y),
            _ => {
                let divisor = terms.as_bitvec(y).filter(|value| !value.is_zero())?;
                if divisor.is_negative() {
                    return None;
                }
                let rest = terms.bv_srem(x, y);
                let zero = terms.bv(bits, 0);
                let is_negative = terms.bv_slt(rest, zero);
                let raised = terms.bv_add(rest, y);
                let rest = terms.ite(is_negative, raised, rest);
                if operator == "mod" {
                    rest
                } else {
                    let multiple = terms.bv_sub(x, rest);
                    terms.bv_sdiv(multiple, y)
                }
            }
        };
        Some(Number { term, bits })
    }
}

/// How many words an expression has.
fn size(expression: &Sexpr) -> usize {
    match expression {
        Sexpr::Atom(_) => 1,
        Sexpr::List(parts) => parts.iter().map(size).sum(),
    }
}

/// The first word of a list, and the rest.
fn operator(expression: &Sexpr) -> Option<(&str, &[Sexpr])> {
    let (first, rest) = expression.list()?.split_first()?;
    Some((first.text()?, rest))
}
