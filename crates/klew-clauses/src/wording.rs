//! Facts about variables in words that people read: `0 <= i`, `i <= n`, `a + b == r + c`.
//!
//! Numbers in two's complement are meant; `(unsigned)` says where not.

use klew_term::{Kind, TermId, Terms, print_smtlib};

/// How what says that an object is alive is called behind the object's name.
pub(crate) const LIVES: &str = " lives";

/// A fact in words.
pub fn wording(terms: &Terms, fact: TermId) -> String {
    fact_in(terms, fact, true)
}

fn fact_in(terms: &Terms, fact: TermId, holds: bool) -> String {
    let arguments = terms.arguments(fact);
    match (terms.kind(fact), arguments) {
        (Kind::Not, &[inner]) => fact_in(terms, inner, !holds),
        (Kind::BvSlt | Kind::BvUlt, &[a, b]) => {
            // Not `a < b` is `b <= a`.
            let (left, sign, right) = if holds { (a, "<", b) } else { (b, "<=", a) };
            let unsigned = terms.kind(fact) == Kind::BvUlt;
            let is_plain = |term| matches!(terms.kind(term), Kind::BvZeroExtend(_));
            let plain = terms.subterms(&[a, b]).into_iter().any(is_plain);
            let note = if unsigned || plain { " (unsigned)" } else { "" };
            let (left, right) = (number(terms, left, unsigned), number(terms, right, unsigned));
            format!("{left} {sign} {right}{note}")
        }
        (Kind::Eq, &[a, b]) => {
            let sign = if holds { "==" } else { "!=" };
            truth(terms, a, b, holds).unwrap_or_else(|| equation(terms, a, sign, b))
        }
        (Kind::And, &[a, b]) => {
            let sign = if holds { "&&" } else { "||" };
            format!("({} {sign} {})", fact_in(terms, a, holds), fact_in(terms, b, holds))
        }
        _ if holds => print_smtlib(terms, fact),
        _ => format!("!({})", print_smtlib(terms, fact)),
    }
}

/// What holds if a truth value is a constant, or is not: the name of those that are sentences says it.
fn truth(terms: &Terms, a: TermId, b: TermId, holds: bool) -> Option<String> {
    let (symbol, constant) = match (terms.as_symbol(a), terms.as_symbol(b)) {
        (Some(symbol), None) => (symbol, b),
        (None, Some(symbol)) => (symbol, a),
        _ => return None,
    };
    let value = terms.as_u64(constant).filter(|_| terms.width(constant) == 1)?;
    let is_so = (value == 1) == holds;
    let name = terms.symbol_name(symbol);
    Some(match (name.strip_suffix(LIVES), is_so) {
        (Some(_), true) => name.to_owned(),
        (Some(object), false) => format!("{object} does not live"),
        (None, _) => format!("{name} == {}", u8::from(is_so)),
    })
}

/// An equation, with what is subtracted on the other side.
fn equation(terms: &Terms, a: TermId, sign: &str, b: TermId) -> String {
    let mut sides = [Vec::new(), Vec::new()];
    for (side, term) in [(0, a), (1, b)] {
        for (is_negative, part) in parts(terms, term) {
            let place = if is_negative { 1 - side } else { side };
            let text = number(terms, part, false);
            match text.strip_prefix('-') {
                Some(opposite) => sides[1 - place].push(opposite.to_owned()),
                None if text != "0" => sides[place].push(text),
                None => {}
            }
        }
    }
    let sides = sides.map(|side| if side.is_empty() { "0".to_owned() } else { side.join(" + ") });
    format!("{} {sign} {}", sides[0], sides[1])
}

/// The parts of a sum, and which of them are subtracted.
fn parts(terms: &Terms, term: TermId) -> Vec<(bool, TermId)> {
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::BvAdd, &[a, b]) => {
            let mut found = parts(terms, a);
            found.extend(parts(terms, b));
            found
        }
        (Kind::BvNeg, &[a]) => parts(terms, a).into_iter().map(|(sign, t)| (!sign, t)).collect(),
        _ => vec![(false, term)],
    }
}

fn number(terms: &Terms, term: TermId, unsigned: bool) -> String {
    if let Some(value) = terms.as_bitvec(term) {
        return match unsigned {
            true => value.to_biguint().to_string(),
            false => value.to_bigint_signed().to_string(),
        };
    }
    if let Some(symbol) = terms.as_symbol(term) {
        return terms.symbol_name(symbol).to_owned();
    }
    match (terms.kind(term), terms.arguments(term)) {
        (Kind::BvSignExtend(_), &[a]) => number(terms, a, false),
        (Kind::BvZeroExtend(_), &[a]) => number(terms, a, true),
        (Kind::BvShl, &[a, b]) if terms.as_u64(b).is_some_and(|by| by < 64) => {
            let by = terms.as_u64(b).unwrap_or(0);
            format!("{} * {}", 1_u64 << by, factor(terms, a, unsigned))
        }
        (Kind::BvExtract { high, low: 0 }, &[a]) if high < 62 => {
            format!("{} % {}", number(terms, a, true), 1_u64 << (high + 1))
        }
        (Kind::BvMul, &[a, b]) => {
            format!("{} * {}", factor(terms, b, unsigned), factor(terms, a, unsigned))
        }
        (Kind::BvAdd | Kind::BvNeg, _) => {
            let mut text = String::new();
            for (is_negative, part) in parts(terms, term) {
                let part = number(terms, part, unsigned);
                text += match (text.is_empty(), is_negative) {
                    (true, true) => "-",
                    (true, false) => "",
                    (false, true) => " - ",
                    (false, false) => " + ",
                };
                text += &part;
            }
            text.replace("+ -", "- ")
        }
        _ => print_smtlib(terms, term),
    }
}

/// A number that is multiplied: sums are in parentheses.
fn factor(terms: &Terms, term: TermId, unsigned: bool) -> String {
    let text = number(terms, term, unsigned);
    match terms.kind(term) {
        Kind::BvAdd | Kind::BvNeg => format!("({text})"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use klew_term::{Sort, Terms};

    use super::wording;

    #[test]
    fn facts_are_written_as_people_write_them() {
        let mut terms = Terms::new();
        let [i, n] = ["i", "n"].map(|name| terms.symbol(name, Sort::BitVec(32)));
        let zero = terms.bv(32, 0);
        let fact = terms.bv_sle(zero, i);
        assert_eq!(wording(&terms, fact), "0 <= i");
        let fact = terms.bv_slt(i, n);
        assert_eq!(wording(&terms, fact), "i < n");
        let (three, difference) = (terms.bv(32, 3), terms.bv_sub(i, n));
        let fact = terms.eq(difference, three);
        assert!(
            ["i == 3 + n", "i == n + 3", "n + 3 == i"].contains(&wording(&terms, fact).as_str())
        );
        let (low, none) = (terms.bv_extract(i, 1, 0), terms.bv(2, 0));
        let fact = terms.eq(low, none);
        assert_eq!(wording(&terms, fact), "i % 4 == 0");
        let product = terms.bv_mul(difference, n);
        let fact = terms.eq(product, three);
        assert!(["(i - n) * n == 3", "n * (i - n) == 3"].contains(&wording(&terms, fact).as_str()));
        let alive = terms.symbol("p lives", Sort::BitVec(1));
        let (dead, one) = (terms.bv(1, 0), terms.bv(1, 1));
        for (value, text) in [(one, "p lives"), (dead, "p does not live")] {
            let fact = terms.eq(alive, value);
            assert_eq!(wording(&terms, fact), text);
        }
        let fact = terms.eq(alive, dead);
        let fact = terms.not(fact);
        assert_eq!(wording(&terms, fact), "p lives");
        let fact = terms.bv_ult(i, n);
        let fact = terms.not(fact);
        assert_eq!(wording(&terms, fact), "n <= i (unsigned)");
    }
}
