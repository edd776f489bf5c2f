//! Formulas over a predicate's variables as text, and back: SMT-LIB 2 over Booleans and bit-vectors, in which variables have the names
//! of the source. So what a predicate was found to mean can be kept, and checked again by another process.
//!
//! **Invariant**: what is read is of the right sorts, however the text came about; what cannot be read is none.

use klew_solver::Sexpr;
use klew_term::{BitVecValue, Sort, TermId, Terms, print_smtlib, symbol_smtlib_name};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::system::Predicate;

/// Nested deeper, a text is not read.
const MAXIMUM_DEPTH: usize = 1_000;

/// Wider numbers are not read.
const MAXIMUM_BITS: u32 = 1 << 16;

/// The names of a predicate's variables in texts: no two are equal.
fn names(predicate: &Predicate) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for variable in &predicate.variables {
        let is_plain = |c: &char| c.is_ascii_graphic() && !r#"|\"();"#.contains(*c);
        let plain: String = variable.name.chars().filter(is_plain).collect();
        let mut name = plain.clone();
        let mut number = 1;
        while names.contains(&name) || name.is_empty() {
            number += 1;
            name = format!("{plain}'{number}");
        }
        names.push(name);
    }
    names
}

/// A fact about a predicate's variables as text; none if that could not be read again.
pub fn print_fact(terms: &mut Terms, predicate: &Predicate, fact: TermId) -> Option<String> {
    let mut text = print_smtlib(terms, fact);
    for (variable, name) in predicate.variables.iter().zip(names(predicate)) {
        text = text.replace(&symbol_smtlib_name(terms, variable.symbol), &format!("|{name}|"));
    }
    read_fact(terms, predicate, &text).map(|_| text)
}

/// A fact about a predicate's variables, of its text.
pub fn read_fact(terms: &mut Terms, predicate: &Predicate, text: &str) -> Option<TermId> {
    let formula = Sexpr::parse(text, MAXIMUM_DEPTH)?;
    let variables = names(predicate).into_iter().zip(&predicate.variables);
    let names = variables.map(|(name, variable)| (name, terms.symbol_term(variable.symbol)));
    let names = names.collect();
    let mut reader = Reader { terms, names, bound: Vec::new() };
    let fact = reader.term(&formula)?;
    (terms.sort(fact) == Sort::Bool).then_some(fact)
}

struct Reader<'t> {
    terms: &'t mut Terms,
    names: FxHashMap<String, TermId>,
    /// What surrounding `let`s bind, the innermost last.
    bound: Vec<(String, TermId)>,
}

impl Reader<'_> {
    fn term(&mut self, formula: &Sexpr) -> Option<TermId> {
        let parts = match formula {
            Sexpr::Atom(word) => return self.word(word),
            Sexpr::List(parts) => parts,
        };
        let (head, rest) = parts.split_first()?;
        if head.text() == Some("let") {
            return self.bind(rest);
        }
        let arguments: Option<Vec<TermId>> = rest.iter().map(|part| self.term(part)).collect();
        let arguments = arguments?;
        match head {
            Sexpr::Atom(operator) => self.operation(operator, &arguments),
            Sexpr::List(words) => self.indexed(words, &arguments),
        }
    }

    fn word(&mut self, word: &str) -> Option<TermId> {
        if let Some((_, term)) = self.bound.iter().rev().find(|(name, _)| name == word) {
            return Some(*term);
        }
        if let Some(term) = self.names.get(word) {
            return Some(*term);
        }
        match word {
            "true" => return Some(self.terms.true_()),
            "false" => return Some(self.terms.false_()),
            _ => {}
        }
        let (digits, radix, bits) = match word.strip_prefix("#x") {
            Some(digits) => (digits, 16, 4 * digits.len()),
            None => {
                let digits = word.strip_prefix("#b")?;
                (digits, 2, digits.len())
            }
        };
        let bits = u32::try_from(bits).ok().filter(|bits| (1..=MAXIMUM_BITS).contains(bits))?;
        let value = BigUint::parse_bytes(digits.as_bytes(), radix)?;
        Some(self.terms.bv_value(BitVecValue::from_biguint(bits, value)))
    }

    fn bind(&mut self, rest: &[Sexpr]) -> Option<TermId> {
        let [bindings, body] = rest else { return None };
        let mut new = Vec::new();
        for binding in bindings.list()? {
            let [name, value] = binding.list()? else { return None };
            new.push((name.text()?.to_owned(), self.term(value)?));
        }
        let before = self.bound.len();
        self.bound.extend(new);
        let term = self.term(body);
        self.bound.truncate(before);
        term
    }

    /// The width that all have; none if they do not.
    fn width(&self, arguments: &[TermId]) -> Option<u32> {
        let Sort::BitVec(width) = self.terms.sort(*arguments.first()?) else { return None };
        let is_same = |term: &TermId| self.terms.sort(*term) == Sort::BitVec(width);
        arguments.iter().all(is_same).then_some(width)
    }

    fn are_truths(&self, arguments: &[TermId]) -> bool {
        arguments.iter().all(|term| self.terms.sort(*term) == Sort::Bool)
    }

    fn operation(&mut self, operator: &str, arguments: &[TermId]) -> Option<TermId> {
        if operator.starts_with("bv") {
            self.width(arguments)?;
            return self.numbers(operator, arguments);
        }
        match (operator, arguments) {
            ("concat", &[a, b]) => {
                let bits = self.width(&[a])?.checked_add(self.width(&[b])?)?;
                (bits <= MAXIMUM_BITS).then(|| self.terms.bv_concat(a, b))
            }
            ("=", &[a, b]) if self.terms.sort(a) == self.terms.sort(b) => Some(self.terms.eq(a, b)),
            ("ite", &[condition, a, b])
                if self.are_truths(&[condition]) && self.terms.sort(a) == self.terms.sort(b) =>
            {
                Some(self.terms.ite(condition, a, b))
            }
            _ if !self.are_truths(arguments) => None,
            ("not", &[a]) => Some(self.terms.not(a)),
            ("and", all) => Some(self.terms.and_all(all)),
            ("or", all) => Some(self.terms.or_all(all)),
            ("xor", &[a, b]) => Some(self.terms.xor(a, b)),
            ("=>", &[a, b]) => Some(self.terms.implies(a, b)),
            _ => None,
        }
    }

    fn numbers(&mut self, operator: &str, arguments: &[TermId]) -> Option<TermId> {
        let terms = &mut *self.terms;
        Some(match (operator, arguments) {
            ("bvneg", &[a]) => terms.bv_neg(a),
            ("bvnot", &[a]) => terms.bv_not(a),
            ("bvadd", &[a, b]) => terms.bv_add(a, b),
            ("bvsub", &[a, b]) => terms.bv_sub(a, b),
            ("bvmul", &[a, b]) => terms.bv_mul(a, b),
            ("bvudiv", &[a, b]) => terms.bv_udiv(a, b),
            ("bvurem", &[a, b]) => terms.bv_urem(a, b),
            ("bvsdiv", &[a, b]) => terms.bv_sdiv(a, b),
            ("bvsrem", &[a, b]) => terms.bv_srem(a, b),
            ("bvand", &[a, b]) => terms.bv_and(a, b),
            ("bvor", &[a, b]) => terms.bv_or(a, b),
            ("bvxor", &[a, b]) => terms.bv_xor(a, b),
            ("bvshl", &[a, b]) => terms.bv_shl(a, b),
            ("bvlshr", &[a, b]) => terms.bv_lshr(a, b),
            ("bvashr", &[a, b]) => terms.bv_ashr(a, b),
            ("bvult", &[a, b]) => terms.bv_ult(a, b),
            ("bvule", &[a, b]) => terms.bv_ule(a, b),
            ("bvslt", &[a, b]) => terms.bv_slt(a, b),
            ("bvsle", &[a, b]) => terms.bv_sle(a, b),
            _ => return None,
        })
    }

    /// `(_ extract 7 0)` and the like.
    fn indexed(&mut self, words: &[Sexpr], arguments: &[TermId]) -> Option<TermId> {
        let &[argument] = arguments else { return None };
        let width = self.width(arguments)?;
        let words: Option<Vec<&str>> = words.iter().map(Sexpr::text).collect();
        match *words? {
            ["_", "extract", high, low] => {
                let (high, low): (u32, u32) = (high.parse().ok()?, low.parse().ok()?);
                (low <= high && high < width).then(|| self.terms.bv_extract(argument, high, low))
            }
            ["_", "zero_extend", by] => {
                let to = wider(width, by)?;
                Some(self.terms.bv_zero_extend(argument, to))
            }
            ["_", "sign_extend", by] => {
                let to = wider(width, by)?;
                Some(self.terms.bv_sign_extend(argument, to))
            }
            _ => None,
        }
    }
}

fn wider(width: u32, by: &str) -> Option<u32> {
    width.checked_add(by.parse().ok()?).filter(|to| *to <= MAXIMUM_BITS)
}

#[cfg(test)]
mod tests {
    use klew_ir::{FunctionId, Position};

    use super::*;
    use crate::system::{PredicateKind, Role, Variable};

    fn predicate(terms: &mut Terms) -> Predicate {
        let mut variable = |name: &str, symbol: &str, sort| {
            let term = terms.symbol(symbol, sort);
            let symbol = terms.as_symbol(term).expect("is a symbol");
            Variable { symbol, name: name.to_owned(), role: Role::Value }
        };
        let variables = vec![
            variable("i", "i", Sort::BitVec(32)),
            variable("i", "other i", Sort::BitVec(8)),
            variable("a|b", "b", Sort::Bool),
        ];
        Predicate {
            name: "p".to_owned(),
            kind: PredicateKind::Point,
            function: FunctionId(0),
            position: Position::UNKNOWN,
            variables,
            within: Vec::new(),
            second_within: Vec::new(),
            last: Vec::new(),
            last_wide: Vec::new(),
            begins: Vec::new(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let terms = &mut Terms::new();
        let predicate = predicate(terms);
        let [i, j, b] =
            [0, 1, 2].map(|at: usize| terms.symbol_term(predicate.variables[at].symbol));
        let (wide, ten) = (terms.bv_sign_extend(j, 32), terms.bv(32, 10));
        let sum = terms.bv_add(i, wide);
        let (low, product) = (terms.bv_extract(i, 7, 0), terms.bv_mul(sum, sum));
        let facts = [
            terms.bv_slt(sum, ten),
            terms.bv_ule(low, j),
            terms.eq(product, ten),
            terms.not(b),
            terms.ne(low, j),
        ];
        let both = terms.and_all(&facts);
        let either = terms.or_all(&facts);
        for fact in facts.into_iter().chain([both, either]) {
            let text = print_fact(terms, &predicate, fact).expect("is printed");
            assert_eq!(read_fact(terms, &predicate, &text), Some(fact), "{text}");
        }
        let text = print_fact(terms, &predicate, facts[0]).expect("is printed");
        assert!(text.contains("|i|") && text.contains("|i'2|"), "{text}");
    }

    #[test]
    fn what_is_wrong_is_not_read() {
        let terms = &mut Terms::new();
        let predicate = predicate(terms);
        let deep = format!("{}|ab|{}", "(not ".repeat(100_000), ")".repeat(100_000));
        for text in [
            "",
            "|i|",
            "(bvslt |i| |i'2|)",
            "(bvslt |i| #x0a)",
            "(= |i| |unknown|)",
            "(= |ab| #b1)",
            "(not |i|)",
            "(bvslt |i|)",
            "(= ((_ extract 32 0) |i|) #b0)",
            "(= ((_ extract 3 4) |i|) #b0)",
            "(= ((_ zero_extend 4294967295) |i|) #b0)",
            "(= #x #x)",
            "(= #xzz |i'2|)",
            "(let ((x |i|)) y)",
            "(let x y)",
            "(forall ((x Bool)) x)",
            "true) (",
            "true false",
            "(and true",
            deep.as_str(),
        ] {
            assert_eq!(read_fact(terms, &predicate, text), None, "{text:.60}");
        }
        assert_eq!(read_fact(terms, &predicate, "(and)"), Some(terms.true_()));
    }
}
