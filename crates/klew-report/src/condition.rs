//! Conditions of execution trees for people: SMT-LIB terms in infix notation, with the names of inputs as the
//! source has them. What cannot be read stays as it is; what is long is cut.
//!
//! Bytes of an input that lie together are told as the input; where several inputs have a name, their numbers in the run are told, too.

use std::collections::{BTreeMap, BTreeSet};

/// An S-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Atom(String),
    List(Vec<Term>),
}

/// More characters are not shown.
const LONGEST: usize = 100;

/// The condition as people write it.
pub fn readable(condition: &str) -> String {
    InputNames::of([condition]).readable(condition)
}

/// What is known of the names of inputs in some conditions that are read together.
#[derive(Debug, Default)]
pub struct InputNames {
    /// The numbers of the inputs that have a name.
    numbers: BTreeMap<String, BTreeSet<String>>,
    /// The last byte of a name that occurs.
    last: BTreeMap<String, u64>,
}

impl InputNames {
    /// Those that occur in conditions.
    pub fn of<'c>(conditions: impl IntoIterator<Item = &'c str>) -> InputNames {
        let mut names = InputNames::default();
        for condition in conditions {
            for token in tokens(condition).iter().filter(|token| token.contains("input#")) {
                let name = Name::of(token);
                let (name, byte) = (name.name, name.byte);
                if let Some(number) = Name::of(token).number {
                    names.numbers.entry(name.clone()).or_default().insert(number);
                }
                let last = names.last.entry(name).or_default();
                *last = (*last).max(byte.unwrap_or(0));
            }
        }
        names
    }

    /// A condition as people write it.
    pub fn readable(&self, condition: &str) -> String {
        let mut tokens = tokens(condition).into_iter().peekable();
        let text = match parse(&mut tokens, 0) {
            Some(term) if tokens.peek().is_none() => self.infix(&term, false),
            _ => condition.to_owned(),
        };
        if text.chars().count() <= LONGEST {
            return text;
        }
        text.chars().take(LONGEST - 1).chain(['…']).collect()
    }

    /// What an input is called: with its number where others have that name.
    fn input(&self, name: &Name) -> String {
        match &name.number {
            Some(number) if self.numbers.get(&name.name).is_some_and(|all| all.len() > 1) => {
                format!("{}#{number}", name.name)
            }
            _ => name.name.clone(),
        }
    }
}

/// The name of a symbol.
struct Name {
    /// As the source has it, without the byte.
    name: String,
    /// Of an input: which one it is of its run.
    number: Option<String>,
    /// Which byte of it.
    byte: Option<u64>,
}

impl Name {
    fn of(atom: &str) -> Name {
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let name = atom.trim_matches('|');
        let name = match name.rsplit_once('!') {
            Some((name, number)) if is_number(number) => name,
            _ => name,
        };
        let input = name.strip_prefix("input#").and_then(|rest| rest.split_once(['_', ' ']));
        let Some((number, name)) = input.filter(|(number, _)| is_number(number)) else {
            return Name { name: name.to_owned(), number: None, byte: None };
        };
        let byte = name.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
        let byte = byte.and_then(|(name, byte)| Some((name, byte.parse().ok()?)));
        let (name, byte) = match byte {
            Some((name, byte)) => (name, Some(byte)),
            None => (name, None),
        };
        Name { name: name.to_owned(), number: Some(number.to_owned()), byte }
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' => 1,
            '|' => rest[1..].find('|').map_or(rest.len(), |end| end + 2),
            _ => rest.find([' ', '(', ')', '\n']).unwrap_or(rest.len()),
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    tokens
}

/// Deeper terms are not read.
const DEEPEST: usize = 100;

fn parse(
    tokens: &mut std::iter::Peekable<std::vec::IntoIter<String>>,
    depth: usize,
) -> Option<Term> {
    let token = tokens.next()?;
    match token.as_str() {
        ")" => None,
        "(" if depth < DEEPEST => {
            let mut list = Vec::new();
            while tokens.peek()? != ")" {
                list.push(parse(tokens, depth + 1)?);
            }
            tokens.next();
            Some(Term::List(list))
        }
        "(" => None,
        _ => Some(Term::Atom(token)),
    }
}

impl InputNames {
    fn infix(&self, term: &Term, inner: bool) -> String {
        let list = match term {
            Term::Atom(atom) => return self.atom(atom),
            Term::List(list) => list,
        };
        if let [Term::List(head), value] = &list[..] {
            return self.indexed(head, value).unwrap_or_else(|| self.raw(term));
        }
        let Some((Term::Atom(head), arguments)) = list.split_first() else { return self.raw(term) };
        if head == "concat"
            && let Some(text) = self.together(term)
        {
            return text;
        }
        let text = match (head.as_str(), arguments) {
            ("not", [Term::List(negated)]) => return self.not(negated, inner),
            ("not", [value]) => return format!("not {}", self.infix(value, true)),
            ("ite", [condition, then, otherwise]) => format!(
                "{} ? {} : {}",
                self.infix(condition, true),
                self.infix(then, true),
                self.infix(otherwise, true)
            ),
            ("bvneg" | "-", [value]) => return format!("-{}", self.infix(value, true)),
            ("select", [array, index]) => {
                let array = self.infix(array, true);
                return format!("{}[{}]", array.trim_end_matches("[]"), self.infix(index, false));
            }
            (head, [_, _, ..]) if operator(head).is_some() => {
                let sign = format!(" {} ", operator(head).unwrap_or_default());
                arguments
                    .iter()
                    .map(|argument| self.infix(argument, true))
                    .collect::<Vec<_>>()
                    .join(&sign)
            }
            _ => return self.raw(term),
        };
        if inner { format!("({text})") } else { text }
    }

    /// The opposite of a comparison, or `not (…)`.
    fn not(&self, negated: &[Term], inner: bool) -> String {
        if let [Term::Atom(head), a, b] = negated
            && let Some(sign) = opposite(head)
        {
            let text = format!("{} {sign} {}", self.infix(a, true), self.infix(b, true));
            return if inner { format!("({text})") } else { text };
        }
        format!("not {}", self.infix(&Term::List(negated.to_vec()), true))
    }

    /// Operators with numbers: parts of a value, and wider ones.
    fn indexed(&self, head: &[Term], value: &Term) -> Option<String> {
        let [Term::Atom(underscore), Term::Atom(name), numbers @ ..] = head else { return None };
        let number = |term: &Term| match term {
            Term::Atom(atom) => atom.parse::<u64>().ok(),
            Term::List(_) => None,
        };
        let inner = self.infix(value, true);
        match (underscore.as_str(), name.as_str(), numbers) {
            ("_", "zero_extend" | "sign_extend", [_]) => Some(inner),
            ("_", "extract", [last, first]) => Some(match (number(last)?, number(first)?) {
                (last, first) if last == first => format!("(bit {first} of {inner})"),
                (last, first) => format!("(bits {first} to {last} of {inner})"),
            }),
            _ => None,
        }
    }

    /// Bytes of one input that lie together, the last one first.
    fn together(&self, term: &Term) -> Option<String> {
        let mut bytes = Vec::new();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match term {
                Term::Atom(atom) => bytes.push(Name::of(atom)),
                Term::List(list) => match list.split_first() {
                    Some((Term::Atom(head), parts)) if head == "concat" => {
                        open.extend(parts.iter().rev());
                    }
                    _ => return None,
                },
            }
        }
        let first = bytes.last()?;
        let at = first.byte?;
        let follows = |(number, byte): (u64, &Name)| {
            byte.name == first.name && byte.number == first.number && byte.byte == Some(at + number)
        };
        if !(0..).zip(bytes.iter().rev()).all(follows) {
            return None;
        }
        let end = at + bytes.len() as u64 - 1;
        let name = self.input(first);
        Some(match at == 0 && self.last.get(&first.name) == Some(&end) {
            true => name,
            false => format!("{name}[{at}..{end}]"),
        })
    }

    /// A name as the source has it, or a number.
    fn atom(&self, atom: &str) -> String {
        if let Some(number) = number(atom) {
            return number.to_string();
        }
        let name = Name::of(atom);
        match name.byte {
            Some(0) if self.last.get(&name.name) == Some(&0) => self.input(&name),
            Some(byte) => format!("{}[{byte}]", self.input(&name)),
            None => self.input(&name),
        }
    }

    fn raw(&self, term: &Term) -> String {
        match term {
            Term::Atom(atom) => self.atom(atom),
            Term::List(list) => {
                let parts: Vec<String> = list.iter().map(|part| self.raw(part)).collect();
                format!("({})", parts.join(" "))
            }
        }
    }
}

fn operator(head: &str) -> Option<&'static str> {
    Some(match head {
        "=" => "=",
        "and" => "and",
        "or" => "or",
        "distinct" => "≠",
        "bvslt" | "bvult" | "<" | "fp.lt" => "<",
        "bvsle" | "bvule" | "<=" | "fp.leq" => "≤",
        "bvsgt" | "bvugt" | ">" | "fp.gt" => ">",
        "bvsge" | "bvuge" | ">=" | "fp.geq" => "≥",
        "bvadd" | "+" => "+",
        "bvsub" | "-" => "-",
        "bvmul" | "*" => "*",
        "bvudiv" | "bvsdiv" | "/" => "/",
        "bvurem" | "bvsrem" => "%",
        "bvand" => "&",
        "bvor" => "|",
        "bvxor" => "^",
        "bvshl" => "<<",
        "bvlshr" | "bvashr" => ">>",
        _ => return None,
    })
}

fn opposite(head: &str) -> Option<&'static str> {
    Some(match head {
        "=" => "≠",
        "bvslt" | "bvult" | "<" => "≥",
        "bvsle" | "bvule" | "<=" => ">",
        "bvsgt" | "bvugt" | ">" => "≤",
        "bvsge" | "bvuge" | ">=" => "<",
        _ => return None,
    })
}

/// A number: signed, except single bits.
fn number(atom: &str) -> Option<i128> {
    let digits = |text: &str, base| {
        let width = text.len() as u32 * if base == 16 { 4 } else { 1 };
        let value = i128::from_str_radix(text, base).ok().filter(|_| (1..=64).contains(&width))?;
        Some(if width > 1 && value >> (width - 1) == 1 { value - (1 << width) } else { value })
    };
    match (atom.strip_prefix("#x"), atom.strip_prefix("#b")) {
        (Some(text), _) => digits(text, 16),
        (_, Some(text)) => digits(text, 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(condition: &str, want: &str) {
        assert_eq!(readable(condition), want);
    }

    #[test]
    fn conditions() {
        check("(= |input#2_s!1| #x00000000)", "s = 0");
        check("(not (= |input#1_list.next!3| #xffffffff))", "list.next ≠ -1");
        check("(not (bvslt |input#1 x| (bvadd |input#2 y| #x05)))", "x ≥ (y + 5)");
        check("(and (= a b) (not c))", "(a = b) and not c");
        check("(= (select |input#2_from[]!2| #x00000001) #b1)", "from[1] = 1");
        check("(bvadd (bvneg x) #x05)", "-x + 5");
        check("(ite c (= a b) d)", "c ? (a = b) : d");
        check("(not (and a b))", "not (a and b)");
        check("((_ extract 7 0) |x!2|)", "(bits 0 to 7 of x)");
        check("(= ((_ extract 3 3) |x!2|) #b1)", "(bit 3 of x) = 1");
        check("((_ zero_extend 8) x)", "x");
        check("((_ unknown 8) x)", "((_ unknown 8) x)");
        check("(let ((?0 a)) ?0)", "(let ((?0 a)) ?0)");
        check("(= a", "(= a");
        check(") x", ") x");
        check("|no end", "no end");
        check(&"x".repeat(200), &format!("{}…", "x".repeat(99)));
    }

    #[test]
    fn inputs() {
        let of = |number: u32, bytes: std::ops::Range<u32>| {
            let names = bytes.rev().map(|byte| format!("|input#{number} k[{byte}]|"));
            names.reduce(|all, byte| format!("(concat {all} {byte})")).unwrap()
        };
        check(&format!("(= {} #x00000005)", of(1, 0..4)), "k = 5");
        let two = format!("(bvslt {} {})", of(2, 0..4), of(1, 0..4));
        check(&two, "k#2 < k#1");
        let names = InputNames::of([two.as_str()]);
        assert_eq!(names.readable(&of(1, 0..2)), "k#1[0..1]");
        assert_eq!(names.readable("|input#2 k[3]|"), "k#2[3]");
        check("|input#2 b[0]|", "b");
        let other = "(concat |input#1 k[0]| |input#1 k[2]|)";
        assert_eq!(names.readable(other), "(concat k#1[0] k#1[2])");
    }
}
