//! The part of the models that a program needs, cut out of their text: parsing all of it takes longer than
//! checking most programs.
//!
//! **Invariant**: an excerpt holds whatever its declarations refer to, in the order of the whole text; so linking
//! it is linking the whole. Names within texts count too: that takes too much at worst.

use rustc_hash::FxHashMap;

/// Functions and globals of a program's text, by name with its sigil (`@f`, `&g`).
struct Index<'t> {
    /// What is before the first of them.
    heading: &'t str,
    declarations: Vec<&'t str>,
    places: FxHashMap<&'t str, usize>,
}

impl<'t> Index<'t> {
    fn new(text: &'t str) -> Index<'t> {
        let mut starts = Vec::new();
        let mut line = 0;
        while line < text.len() {
            if declared(&text[line..]).is_some() {
                starts.push(line);
            }
            line = text[line..].find('\n').map_or(text.len(), |length| line + length + 1);
        }
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let declarations: Vec<&str> =
            starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect();
        let names = declarations.iter().enumerate();
        let places = names.filter_map(|(at, part)| Some((declared(part)?, at))).collect();
        let heading = &text[..starts.first().copied().unwrap_or(text.len())];
        Index { heading, declarations, places }
    }
}

/// The name, with its sigil, that a line declares.
fn declared(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("function ").or_else(|| line.strip_prefix("global "))?;
    name(rest)
}

/// The name at the start of a text, with its sigil.
fn name(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    if !matches!(bytes.first(), Some(b'@' | b'&')) {
        return None;
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    let length = match bytes.get(1)? {
        b'"' => text[2..].find('"')? + 2,
        _ => bytes[1..].iter().take_while(|byte| is_part(byte)).count(),
    };
    (length > 0).then(|| &text[..=length])
}

/// The declarations of those names and all that these refer to; nothing if there is none.
pub(super) fn excerpt<'n>(text: &str, wanted: impl Iterator<Item = &'n str>) -> Option<String> {
    let index = Index::new(text);
    let mut taken = vec![false; index.declarations.len()];
    let mut open: Vec<usize> = Vec::new();
    let mut take = |name: &str, open: &mut Vec<usize>| {
        if let Some(&at) = index.places.get(name)
            && !std::mem::replace(&mut taken[at], true)
        {
            open.push(at);
        }
    };
    for name in wanted {
        take(name, &mut open);
    }
    if open.is_empty() {
        return None;
    }
    while let Some(at) = open.pop() {
        let declaration = index.declarations[at];
        for (sigil, _) in declaration.match_indices(['@', '&']) {
            if let Some(name) = name(&declaration[sigil..]) {
                take(name, &mut open);
            }
        }
    }
    let parts = index.declarations.iter().zip(&taken).filter(|(_, taken)| **taken);
    Some([index.heading].into_iter().chain(parts.map(|(part, _)| *part)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::committed;
    use klew_ir::{Function, Program, parse_program, print_program, verify_program};

    fn check(text: &str, wanted: &[&str], expected: Option<&str>) {
        assert_eq!(excerpt(text, wanted.iter().copied()).as_deref(), expected);
    }

    #[test]
    fn what_is_referred_to_comes_along() {
        let f = "function @f() {\n^0:\n  %0 = call @g()\n  return\n}\n";
        let g = "function @g() -> i32 {\n^0:\n  %0 = load i32 &\"a b\" @0\n  return %0\n}\n";
        let h = "function @h() external\n";
        let global = "global &\"a b\" size 4 = zero\n";
        let text = ["target 64\n", global, f, g, h].concat();
        let cut = |parts: &[&str]| Some([&["target 64\n"], parts].concat().concat());
        check(&text, &["@f"], cut(&[global, f, g]).as_deref());
        check(&text, &["@g", "@none"], cut(&[global, g]).as_deref());
        check(&text, &["@h"], cut(&[h]).as_deref());
        check(&text, &["&\"a b\""], cut(&[global]).as_deref());
        check(&text, &["@none"], None);
    }

    fn function<'p>(program: &'p Program, name: &str) -> &'p Function {
        program.function(program.function_named(name).unwrap())
    }

    /// Every model alone is what it is among all.
    #[test]
    fn models_are_whole() {
        let text = committed(64);
        let all = parse_program(text, "models.kir").unwrap();
        let mut longest = 0;
        for wanted in &all.functions {
            let cut = excerpt(text, [format!("@{}", wanted.name).as_str()].into_iter()).unwrap();
            let part = parse_program(&cut, "models.kir").unwrap();
            assert_eq!(verify_program(&part), Ok(()));
            let found = function(&part, &wanted.name);
            assert_eq!(found.parameters, wanted.parameters);
            longest = longest.max(cut.len());
            // Ids differ, names do not.
            let body = |program: &Program| {
                let printed = print_program(program);
                let heading = format!("function @{}(", wanted.name);
                let start = printed.find(&heading).unwrap();
                let length = printed[start..].find("\n}\n").unwrap_or(0);
                printed[start..start + length].to_owned()
            };
            if wanted.name.len() % 16 == 5 {
                assert_eq!(body(&part), body(&all));
            }
        }
        assert!(longest < text.len() / 2, "{longest}");
    }
}
