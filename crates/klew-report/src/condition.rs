//! Conditions of execution trees for people: SMT-LIB terms in infix notation, with the names of inputs as the
//! source has them. What cannot be read stays as it is; what is long is cut.

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
    let mut tokens = tokens(condition).into_iter().peekable();
    let text = match parse(&mut tokens, 0) {
        Some(term) if tokens.peek().is_none() => infix(&term, false),
        _ => condition.to_owned(),
    };
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
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

fn infix(term: &Term, inner: bool) -> String {
    let list = match term {
        Term::Atom(atom) => return self::atom(atom),
        Term::List(list) => list,
    };
    let Some((Term::Atom(head), arguments)) = list.split_first() else { return raw(term) };
    let text = match (head.as_str(), arguments) {
        ("not", [Term::List(negated)]) => return not(negated, inner),
        ("not", [value]) => return format!("not {}", infix(value, true)),
        ("ite", [condition, then, otherwise]) => format!(
            "{} ? {} : {}",
            infix(condition, true),
            infix(then, true),
            infix(otherwise, true)
        ),
        ("bvneg" | "-", [value]) => return format!("-{}", infix(value, true)),
        ("select", [array, index]) => {
            let array = infix(array, true);
            return format!("{}[{}]", array.trim_end_matches("[]"), infix(index, false));
        }
        (head, [_, _, ..]) if operator(head).is_some() => {
            let sign = format!(" {} ", operator(head).unwrap_or_default());
            arguments.iter().map(|argument| infix(argument, true)).collect::<Vec<_>>().join(&sign)
        }
        _ => return raw(term),
    };
    if inner { format!("({text})") } else { text }
}

/// The opposite of a comparison, or `not (…)`.
fn not(negated: &[Term], inner: bool) -> String {
    if let [Term::Atom(head), a, b] = negated
        && let Some(sign) = opposite(head)
    {
        let text = format!("{} {sign} {}", infix(a, true), infix(b, true));
        return if inner { format!("({text})") } else { text };
    }
    format!("not {}", infix(&Term::List(negated.to_vec()), true))
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

/// A name as the source has it, or a number.
fn atom(atom: &str) -> String {
    let digits = |text: &str, base| {
        let width = text.len() as u32 * if base == 16 { 4 } else { 1 };
        let value = i128::from_str_radix(text, base).ok().filter(|_| (1..=64).contains(&width))?;
        // As a signed number, except single bits.
        Some(if width > 1 && value >> (width - 1) == 1 { value - (1 << width) } else { value })
    };
    let number = match (atom.strip_prefix("#x"), atom.strip_prefix("#b")) {
        (Some(text), _) => digits(text, 16),
        (_, Some(text)) => digits(text, 2),
        _ => None,
    };
    if let Some(number) = number {
        return number.to_string();
    }
    let name = atom.trim_matches('|');
    let name = match name.rsplit_once('!') {
        Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => name,
    };
    let input = name.strip_prefix("input#").and_then(|rest| rest.split_once(['_', ' ']));
    match input {
        Some((number, name)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name.to_owned(),
        _ => name.to_owned(),
    }
}

fn raw(term: &Term) -> String {
    match term {
        Term::Atom(atom) => self::atom(atom),
        Term::List(list) => format!("({})", list.iter().map(raw).collect::<Vec<_>>().join(" ")),
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
        check("((_ extract 7 0) |x!2|)", "((_ extract 7 0) x)");
        check("(let ((?0 a)) ?0)", "(let ((?0 a)) ?0)");
        check("(= a", "(= a");
        check(") x", ") x");
        check("|no end", "no end");
        check(&"x".repeat(200), &format!("{}…", "x".repeat(99)));
    }
}
