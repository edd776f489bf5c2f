//! Names of tests: what each is there for, in words that C, Java and CMake take as they are.

use std::collections::BTreeSet;

use super::candidate::{Candidate, Covers};

/// Ways of branches that a comment lists.
const LISTED: usize = 8;

/// A name for the test that covers that, which is not taken yet.
pub fn name(
    candidate: &Candidate,
    (entry, finding): (&str, Option<&str>),
    taken: &mut BTreeSet<String>,
) -> String {
    let mut name = match (finding, candidate.covers.first()) {
        (Some(what), _) => words(what),
        (None, Some(first)) => of(first, entry),
        (None, None) => "another_path".to_owned(),
    };
    if !taken.insert(name.clone()) {
        let numbered = |number: usize| format!("{name}_{number}");
        let free = (2..).map(numbered).find(|name| !taken.contains(name));
        name = free.unwrap_or(name);
        taken.insert(name.clone());
    }
    name
}

/// The first words of a sentence.
fn words(text: &str) -> String {
    const MOST: usize = 40;
    let text = text.split(['(', '.']).next().unwrap_or(text);
    let mut name = String::new();
    let letters = |c: char| !c.is_ascii_alphanumeric();
    for word in text.split(letters).filter(|word| !word.is_empty()) {
        if name.len() + word.len() > MOST {
            break;
        }
        name.push_str(if name.is_empty() { "" } else { "_" });
        name.push_str(&word.to_ascii_lowercase());
    }
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { "fails".to_owned() }
}

fn of(covers: &Covers, entry: &str) -> String {
    let own = entry.rsplit(['.', '/']).next().unwrap_or(entry);
    let function = covers.function.rsplit(['.', '/']).next().unwrap_or(&covers.function);
    let function = function.split('(').next().unwrap_or(function);
    let within = if function == own { String::new() } else { format!("{function}_") };
    let text = match covers.way.as_str() {
        "" => format!("{function}_is_called"),
        way => format!("{within}line_{}_{way}", covers.line),
    };
    let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let text: String = text.replace("case -", "case_minus_").chars().map(fits).collect();
    let text = text.trim_matches('_').to_owned();
    if text.starts_with(|c: char| c.is_ascii_digit()) { format!("_{text}") } else { text }
}

/// What a test covers, a line each.
pub fn lines(candidate: &Candidate) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for covers in &candidate.covers {
        let Covers { function, line, way, .. } = covers;
        let text = match way.as_str() {
            "" => format!("{function} is called"),
            "true" => format!("{function}, line {line}: the condition holds"),
            "false" => format!("{function}, line {line}: the condition does not hold"),
            way => format!("{function}, line {line}: {way}"),
        };
        if !lines.contains(&text) {
            lines.push(text);
        }
    }
    let more = lines.len().saturating_sub(LISTED);
    lines.truncate(LISTED);
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(function: &str, line: u32, way: &str) -> Candidate {
        let covers = Covers {
            function: function.to_owned(),
            file: "a.c".to_owned(),
            line,
            column: 1,
            way: way.to_owned(),
        };
        let none = Vec::new;
        Candidate {
            inputs: Vec::new(),
            heap: None,
            environment: none(),
            covers: vec![covers],
            violates: None,
        }
    }

    #[test]
    fn names_tell_what_is_covered() {
        let mut taken = BTreeSet::new();
        let mut check = |function: &str, way: &str, want: &str| {
            let name = name(&candidate(function, 12, way), ("parse", None), &mut taken);
            assert_eq!(name, want);
        };
        check("parse", "true", "line_12_true");
        check("parse", "true", "line_12_true_2");
        check("p.Reader.skip(int)", "case -3", "skip_line_12_case_minus_3");
        check("main", "", "main_is_called");
        let what = Some("access of 4 bytes: out of bounds");
        let name = name(&candidate("f", 1, "true"), ("f", what), &mut taken);
        assert_eq!(name, "access_of_4_bytes_out_of_bounds");
    }
}
