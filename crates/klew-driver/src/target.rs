//! What `klew reach` is to reach: what a target names, and what to say where there is no such place.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use klew_ir::{Block, FunctionBody, Program, Property};

use crate::error::UserError;

/// What to reach.
#[derive(Clone, Debug)]
pub struct Goal {
    /// As the user named it.
    pub target: String,
    /// What that is.
    pub place: Place,
    /// Whether states are shown.
    pub explain: bool,
}

/// What a target is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The program's own checks of a property.
    Property(Property),
    /// A file, as its name or the end of its path, and a line.
    Line(String, u32),
    /// A function, or a label.
    Name(String),
    /// A label of a function.
    Label(String, String),
}

impl Place {
    /// What a target names; `only` is the program's file if there is one only.
    ///
    /// # Errors
    /// It names nothing.
    pub fn parse(target: &str, only: Option<&str>) -> Result<Place, UserError> {
        if let Some(property) = Property::from_name(target) {
            return Ok(Place::Property(property));
        }
        let line = |file: &str, line: u32| Place::Line(file.to_owned(), line);
        if let Ok(number) = target.parse() {
            return only.map(|file| line(file, number)).ok_or_else(|| {
                UserError::new(format!("line {target} of which file?"))
                    .help(format!("--target FILE:{target}"))
            });
        }
        match target.rsplit_once(':') {
            Some((file, number)) if !file.is_empty() && number.parse::<u32>().is_ok() => {
                Ok(line(file, number.parse().unwrap_or(0)))
            }
            Some((function, label)) if !function.is_empty() && !label.is_empty() => {
                Ok(Place::Label(function.to_owned(), label.to_owned()))
            }
            None if !target.trim().is_empty() => Ok(Place::Name(target.to_owned())),
            _ => Err(UserError::new(format!("`{target}` is no target")).help(
                "a target is FILE:LINE, a function, a label, or a property (assertion, valid-deref, …)",
            )),
        }
    }
}

/// Where there is code, in a program without the target.
#[derive(Clone, Debug, Default)]
pub struct Existing {
    /// Lines by file.
    pub lines: BTreeMap<String, BTreeSet<u32>>,
    /// Functions and labels.
    pub names: BTreeSet<String>,
}

impl Existing {
    /// What to say where there is no such target.
    pub fn no_target(&self, place: &Place) -> UserError {
        match place {
            Place::Line(file, line) => self.no_line(file, *line),
            Place::Name(name) => self.no_name(name),
            Place::Label(function, label) => {
                UserError::new(format!("there is no label `{label}` in `{function}`"))
                    .help("labels are known by their debug information: .ll and .bc need -g")
            }
            Place::Property(property) => {
                UserError::new(format!("nothing checks {}", property.name()))
            }
        }
    }

    fn no_line(&self, file: &str, line: u32) -> UserError {
        if self.lines.is_empty() {
            return UserError::new("the program has no lines").help(
                "the code was compiled without debug information: compile it with -g, or give its sources",
            );
        }
        let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let wanted = name(file);
        let known = self.lines.iter().find(|(path, _)| name(path) == wanted);
        let Some((_, lines)) = known else {
            let files: BTreeSet<String> = self.lines.keys().map(|path| name(path)).collect();
            let files: Vec<String> = files.into_iter().take(SHOWN).collect();
            return UserError::new(format!("no code comes from a file {file}"))
                .help(format!("there is code from {}", files.join(", ")));
        };
        let before = lines.range(..line).next_back();
        let after = lines.range(line..).next();
        let near: Vec<String> =
            before.into_iter().chain(after).map(|line| format!("{wanted}:{line}")).collect();
        UserError::new(format!("there is no code at {file}:{line}")).help(format!(
            "the nearest lines with code are {}; the compiler leaves out what can never be executed",
            near.join(" and ")
        ))
    }

    fn no_name(&self, name: &str) -> UserError {
        let error = UserError::new(format!("there is no function and no label `{name}`"));
        let lower = name.to_lowercase();
        let mut near: Vec<(usize, &String)> = self
            .names
            .iter()
            .map(|known| (distance(&lower, &known.to_lowercase()), known))
            .filter(|(distance, known)| {
                *distance <= 2.max(name.len() / 3) || known.to_lowercase().contains(&lower)
            })
            .collect();
        near.sort();
        let show = |names: Vec<&String>| {
            names.into_iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ")
        };
        if !near.is_empty() {
            let names = near.into_iter().map(|(_, known)| known).collect();
            return error.help(format!("did you mean {}?", show(names)));
        }
        if self.names.is_empty() {
            return error;
        }
        error.help(format!("there are {}", show(self.names.iter().collect())))
    }
}

/// How many names are shown.
const SHOWN: usize = 8;

/// How many letters must be changed, put in or left out (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (at, second) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *second);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(row[at + 1] + 1);
        }
    }
    row[other.len()]
}

/// The blocks of a program, each with its function's name and its number there.
pub fn blocks(program: &mut Program) -> impl Iterator<Item = (String, usize, &mut Block)> {
    program.functions.iter_mut().flat_map(|function| {
        let name = function.name.clone();
        let blocks = match &mut function.body {
            FunctionBody::Defined(definition) => &mut Arc::make_mut(definition).blocks[..],
            _ => &mut [],
        };
        blocks.iter_mut().enumerate().map(move |(index, block)| (name.clone(), index, block))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets() {
        let name = |name: &str| Place::Name(name.into());
        for (target, want) in [
            ("a.c:12", Some(Place::Line("a.c".into(), 12))),
            ("d/a.c:12", Some(Place::Line("d/a.c".into(), 12))),
            ("12", Some(Place::Line("only.c".into(), 12))),
            ("f", Some(name("f"))),
            ("A.f(int)", Some(name("A.f(int)"))),
            ("f:out", Some(Place::Label("f".into(), "out".into()))),
            ("assertion", Some(Place::Property(Property::Assertion))),
            ("", None),
            (":", None),
            ("f:", None),
            (":12", None),
        ] {
            assert_eq!(Place::parse(target, Some("only.c")).ok(), want, "{target}");
        }
        assert!(Place::parse("12", None).is_err());
    }

    #[test]
    fn what_is_near() {
        let lines = [("/d/a.c".to_owned(), [3, 7, 9].into())].into();
        let names = ["insert".to_owned(), "remove".to_owned()].into();
        let existing = Existing { lines, names };
        let check = |place: Place, want: &str| {
            let said = existing.no_target(&place).to_string();
            assert!(said.contains(want), "{said}");
        };
        check(Place::Line("a.c".into(), 5), "a.c:3 and a.c:7");
        check(Place::Line("a.c".into(), 12), "are a.c:9;");
        check(Place::Line("b.c".into(), 5), "there is code from a.c");
        check(Place::Name("inserts".into()), "did you mean insert?");
        check(Place::Name("xyz".into()), "there are insert, remove");
        assert_eq!((distance("abc", "abd"), distance("", "ab"), distance("ab", "ba")), (1, 2, 2));
    }
}
