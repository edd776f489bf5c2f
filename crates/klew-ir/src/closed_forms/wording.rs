//! Closed forms in the words of the source: `ackermann(m, n) == n + 1, n + 2, 2 * n + 3 where m == 0, 1, 2`.

use super::polynomial::Polynomial;
use super::ranges::signed;
use super::{Form, Guard, Subject};
use crate::Program;

/// So many of a row are shown from its start; the others only by the last one.
const SHOWN: usize = 4;

/// What the forms say, one text for the result and one for each place in memory that changes.
pub(super) fn wording(
    program: &Program,
    shown: &dyn Fn(&str) -> String,
    subject: &Subject<'_>,
    forms: &[Form],
) -> Vec<String> {
    let names = names(program, subject);
    let parameters = names[..subject.parameters.len()].join(", ");
    let call = format!("{}({parameters})", shown(&program.function(subject.id).name));
    let place = place(&names, forms);
    let say = |what: &str, parts: Vec<&Polynomial>| {
        let parts: Vec<String> = parts.iter().map(|part| text(part, &names)).collect();
        format!("{what} == {}{place}", row(&parts))
    };
    let mut said = Vec::new();
    let results: Vec<&Polynomial> =
        forms.iter().filter_map(|form| form.effect.result.as_ref()).collect();
    if !results.is_empty() {
        said.push(say(&call, results));
    }
    for (index, cell) in subject.cells.iter().enumerate() {
        let variable = subject.parameters.len() + index;
        let parts: Vec<&Polynomial> =
            forms.iter().filter_map(|form| form.effect.cells.get(index)).collect();
        let same = Polynomial::variable(cell.width, variable);
        if parts.iter().any(|part| **part != same) {
            said.push(say(&format!("{} after {call}", names[variable]), parts));
        }
    }
    said
}

/// What variables are called.
fn names(program: &Program, subject: &Subject<'_>) -> Vec<String> {
    let known = subject.definition.source_names();
    let parameters = subject.definition.parameters.iter().enumerate();
    let parameters = parameters.map(|(index, value)| match known.get(value) {
        Some(name) => (*name).to_owned(),
        None => format!("argument {}", index + 1),
    });
    let cells = subject.cells.iter().map(|cell| {
        let name = &program.global(cell.global).name;
        if cell.offset == 0 { name.clone() } else { format!("{name}[byte {}]", cell.offset) }
    });
    parameters.chain(cells).collect()
}

/// For which arguments.
fn place(names: &[String], forms: &[Form]) -> String {
    let numbers: Vec<String> = forms
        .iter()
        .filter_map(|form| match form.guard {
            Guard::Is(_, value) => Some(value.to_string()),
            _ => None,
        })
        .collect();
    match forms.first().map(|form| form.guard) {
        Some(Guard::NotNegative(parameter)) if forms.len() == 1 => {
            format!(" where {} >= 0", names[parameter])
        }
        Some(Guard::NotPositive(parameter)) => format!(" where {} <= 0", names[parameter]),
        Some(Guard::NotNegative(parameter)) => format!(" where {0} >= 0, <= 0", names[parameter]),
        Some(Guard::Is(parameter, _)) => {
            format!(" where {} == {}", names[parameter], row(&numbers))
        }
        Some(Guard::Always) | None => String::new(),
    }
}

fn row(parts: &[String]) -> String {
    match parts {
        [first @ .., last] if parts.len() > SHOWN + 1 => {
            format!("{}, …, {last}", first[..SHOWN].join(", "))
        }
        _ => parts.join(", "),
    }
}

fn text(polynomial: &Polynomial, names: &[String]) -> String {
    let width = polynomial.width();
    let mut text = String::new();
    let (constants, others): (Vec<_>, Vec<_>) =
        polynomial.terms().partition(|(variables, _)| variables.is_empty());
    for (variables, factor) in others.into_iter().chain(constants) {
        let factor = signed(width, factor);
        let sign = match (text.is_empty(), factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let factor = factor.unsigned_abs();
        let powers = variables.chunk_by(|a, b| a == b);
        let mut parts: Vec<String> =
            powers.map(|same| power(&names[same[0]], same.len())).collect();
        if factor != 1 || parts.is_empty() {
            parts.insert(0, factor.to_string());
        }
        text = format!("{text}{sign}{}", parts.join(" * "));
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// `n`, `n²`: in C and Java, `^` is something else.
fn power(name: &str, exponent: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if exponent == 1 {
        return name.to_owned();
    }
    let digits = exponent
        .to_string()
        .bytes()
        .map(|digit| DIGITS[usize::from(digit - b'0')])
        .collect::<String>();
    format!("{name}{digits}")
}
