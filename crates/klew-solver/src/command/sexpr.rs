//! S-expressions of SMT-LIB 2, read line by line as they arrive.

use std::{collections::VecDeque, fmt};

/// An S-expression. Quoted symbols are atoms without their bars; strings keep their quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sexpr {
    /// One word.
    Atom(String),
    /// Those in parentheses.
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// The text of an atom.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Atom(text) => Some(text),
            Self::List(_) => None,
        }
    }

    /// The elements of a list.
    pub fn list(&self) -> Option<&[Sexpr]> {
        match self {
            Self::Atom(_) => None,
            Self::List(elements) => Some(elements),
        }
    }

    /// The only expression of a text without strings and comments, if it is nested at most so deep.
    pub fn parse(text: &str, depth: usize) -> Option<Sexpr> {
        let (mut open, mut is_quoted) = (0_usize, false);
        for c in text.chars() {
            match c {
                '"' | ';' => return None,
                '|' => is_quoted = !is_quoted,
                '(' if !is_quoted => open += 1,
                ')' if !is_quoted => open = open.saturating_sub(1),
                _ => {}
            }
            if open > depth {
                return None;
            }
        }
        let mut reader = Reader::default();
        text.lines().for_each(|line| reader.feed(line));
        let is_whole = reader.open.is_empty() && matches!(reader.inside, Inside::Nothing);
        let one = reader.done.pop_front()?;
        (is_whole && reader.done.is_empty()).then_some(one)
    }

    /// The message of `(error "message")`.
    pub(crate) fn error(&self) -> Option<&str> {
        match self.list()? {
            [head, message, ..] if head.text() == Some("error") => message.text(),
            _ => None,
        }
    }
}

impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Atom(text) => f.write_str(text),
            Self::List(elements) => {
                f.write_str("(")?;
                for (at, element) in elements.iter().enumerate() {
                    let space = if at > 0 { " " } else { "" };
                    write!(f, "{space}{element}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Where a line ended.
#[derive(Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Nothing,
    String(String),
    Quoted(String),
}

/// Collects lines into S-expressions.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    open: Vec<Vec<Sexpr>>,
    inside: Inside,
    done: VecDeque<Sexpr>,
}

impl Reader {
    /// The next complete expression.
    pub(super) fn next(&mut self) -> Option<Sexpr> {
        self.done.pop_front()
    }

    /// Takes one line, without its end.
    pub(super) fn feed(&mut self, line: &str) {
        let mut word = String::new();
        let mut characters = line.chars().chain(['\n']).peekable();
        while let Some(c) = characters.next() {
            match std::mem::take(&mut self.inside) {
                Inside::String(mut text) => {
                    text.push(c);
                    if c != '"' {
                        self.inside = Inside::String(text);
                    } else if characters.next_if_eq(&'"').is_some() {
                        // Two quotes inside a string are one.
                        self.inside = Inside::String(text);
                    } else {
                        self.finish(Sexpr::Atom(text));
                    }
                    continue;
                }
                Inside::Quoted(text) if c == '|' => {
                    self.finish(Sexpr::Atom(text));
                    continue;
                }
                Inside::Quoted(mut text) => {
                    text.push(c);
                    self.inside = Inside::Quoted(text);
                    continue;
                }
                Inside::Nothing => {}
            }
            if !matches!(c, '(' | ')' | '"' | '|' | ';') && !c.is_whitespace() {
                word.push(c);
                continue;
            }
            if !word.is_empty() {
                self.finish(Sexpr::Atom(std::mem::take(&mut word)));
            }
            match c {
                '(' => self.open.push(Vec::new()),
                ')' => {
                    if let Some(elements) = self.open.pop() {
                        self.finish(Sexpr::List(elements));
                    }
                }
                '"' => self.inside = Inside::String("\"".to_owned()),
                '|' => self.inside = Inside::Quoted(String::new()),
                ';' => break,
                _ => {}
            }
        }
    }

    fn finish(&mut self, sexpr: Sexpr) {
        match self.open.last_mut() {
            Some(list) => list.push(sexpr),
            None => self.done.push_back(sexpr),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], expected: &[&str]) {
        let mut reader = Reader::default();
        lines.iter().for_each(|line| reader.feed(line));
        let found: Vec<String> =
            std::iter::from_fn(|| reader.next()).map(|sexpr| sexpr.to_string()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn expressions() {
        check(&["sat"], &["sat"]);
        check(&["sat unsat"], &["sat", "unsat"]);
        check(&["((a #x0f)", "  (b (- 3)))"], &["((a #x0f) (b (- 3)))"]);
        check(&["(|a b| |c", "d|)"], &["(a b c\nd)"]);
        check(&["; nothing", "(a ; comment )", ")"], &["(a)"]);
        check(&[r#"(error "line 3: ""x"" (")"#], &[r#"(error "line 3: "x" (")"#]);
        check(&["(open (still"], &[]);
        check(&[") stray"], &["stray"]);
        check(&["()"], &["()"]);
    }

    #[test]
    fn errors() {
        let mut reader = Reader::default();
        reader.feed(r#"(error "no")"#);
        assert_eq!(reader.next().unwrap().error(), Some("\"no\""));
    }
}
