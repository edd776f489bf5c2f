//! What is left of an exploration, as plain data: pieces of the program's paths, each said by the decisions that lead to it.
//!
//! A state is its decisions ([`crate::decisions`]), so a waiting state can be written down, sent elsewhere and made whole
//! again by following them, without a solver. Nothing here holds a term or memory.
//!
//! **Invariant**: the pieces of a frontier, what was handed over of it and the paths that ended are together all paths: whoever
//! explores all pieces, each with an account of his own, has explored the program if all accounts are complete.
//! **Invariant**: an exploration gets all its pieces when it begins. It closes states because of others that it keeps, and
//! these are followed; what it was given later might be what it relies on (`klew-forward`'s `explore/pieces.rs`).

use std::collections::BTreeMap;
use std::fmt;

use klew_ir::FunctionId;

use crate::decisions::{Decision, parse_decisions, print_decisions};
use crate::ledger::Account;

/// All paths that begin with some decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The decisions; none: all paths.
    pub decisions: Vec<Decision>,
    /// Whether its last steps entered a block that no path had entered before.
    pub covered_new: bool,
    /// How often it was put off because a query takes long.
    pub tries: u8,
    /// How many bytes of input there are on its paths; 0: any number. Such a path only finds.
    pub short_input: u32,
}

/// What is left of an exploration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontier {
    /// The pieces, the oldest first.
    pub pieces: Vec<Piece>,
    /// The largest number of bytes for which paths with short inputs were begun; 0: none were.
    pub short_begun: u32,
    /// Blocks that were entered so far, by functions.
    pub covered: BTreeMap<FunctionId, Vec<bool>>,
}

impl Frontier {
    /// Of an exploration that did nothing yet.
    pub fn root() -> Frontier {
        Frontier { pieces: vec![Piece::default()], ..Frontier::default() }
    }

    /// Of some pieces, which others know nothing else of.
    pub fn of(pieces: Vec<Piece>) -> Frontier {
        Frontier { pieces, ..Frontier::default() }
    }
}

/// What an exploration goes on from: what is left, and what it came to before.
#[derive(Clone, Debug, Default)]
pub struct Begin {
    /// What is left.
    pub frontier: Frontier,
    /// What is added to the account of the exploration: limits, figures and so on of what was explored before. Why that
    /// stopped is not among them.
    pub account: Account,
}

/// What became of the pieces that others took over.
#[derive(Clone, Debug)]
pub enum Others {
    /// These are to be explored here after all.
    Explore(Frontier),
    /// They are explored, or given up; what they came to. It is complete only if all of them are.
    Done(Box<Account>),
    /// They are being explored: to be asked again, after a look at the desk.
    Wait,
}

/// Who shares an exploration with others, or writes it down. Asked between turns of states, often: a look at a number or a
/// clock is what it should cost.
pub trait Exchange: fmt::Debug {
    /// How many pieces others would take now, of so many states that wait.
    fn wanted(&self, waiting: usize) -> usize {
        let _ = waiting;
        0
    }

    /// These pieces are not explored here any more. They are at most as many as were wanted and at most half of what waits,
    /// those nearest to the root of the tree of decisions.
    fn take(&self, pieces: Vec<Piece>) {
        let _ = pieces;
    }

    /// Whether [`Exchange::frontier`] is to be told now.
    fn wants_frontier(&self) -> bool {
        false
    }

    /// Whether [`Exchange::frontier`] is told when the exploration ends: it may be large where memory is short.
    fn wants_last_frontier(&self) -> bool;

    /// What is left to explore, and what the exploration came to so far. Told when it is wanted, and once when the
    /// exploration ends, however it does. The account lacks only what stops the exploration: with the frontier explored, it is
    /// whole.
    fn frontier(&self, frontier: Frontier, account: Account) {
        let _ = (frontier, account);
    }

    /// Nothing is left here: what became of what was handed over. May wait for a moment; it is asked again after that, and after
    /// pieces that came back are explored.
    fn others(&self) -> Others;
}

/// A text that is not a frontier.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of a frontier: `{text}` is none")]
pub struct FrontierError {
    /// Which line, from 1.
    pub line: usize,
    /// What stands there, or its beginning.
    pub text: String,
}

impl Frontier {
    /// As text. Each piece is a line: how many decisions it has in common with the one before, its flags, and the others.
    pub fn print(&self) -> String {
        use fmt::Write;
        let mut text = format!("short {}\n", self.short_begun);
        for (function, blocks) in &self.covered {
            let bits: String = blocks.iter().map(|block| if *block { '1' } else { '0' }).collect();
            let _ = writeln!(text, "covered {} {bits}", function.0);
        }
        let mut before: &[Decision] = &[];
        for piece in &self.pieces {
            let decisions = &piece.decisions;
            let common = before.iter().zip(decisions).take_while(|(one, other)| one == other);
            let common = common.count();
            let (new, tries, short) = (piece.covered_new, piece.tries, piece.short_input);
            let rest = print_decisions(&decisions[common..]);
            let _ = writeln!(text, "piece {common} {} {tries} {short} {rest}", u8::from(new));
            before = decisions;
        }
        text
    }

    /// Reads what [`Frontier::print`] wrote.
    ///
    /// # Errors
    /// A line is none of a frontier.
    pub fn parse(text: &str) -> Result<Frontier, FrontierError> {
        let mut frontier = Frontier::default();
        for (line, content) in (1..).zip(text.lines()) {
            frontier
                .read_line(content)
                .ok_or_else(|| FrontierError { line, text: content.chars().take(60).collect() })?;
        }
        Ok(frontier)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        match words.next()? {
            "short" => self.short_begun = words.next()?.parse().ok()?,
            "covered" => {
                let function = FunctionId(words.next()?.parse().ok()?);
                let bit = |bit| match bit {
                    '0' => Some(false),
                    '1' => Some(true),
                    _ => None,
                };
                let blocks = words.next()?.chars().map(bit).collect::<Option<_>>()?;
                self.covered.insert(function, blocks);
            }
            "piece" => {
                let common: usize = words.next()?.parse().ok()?;
                let covered_new = words.next()? == "1";
                let tries = words.next()?.parse().ok()?;
                let short_input = words.next()?.parse().ok()?;
                let before = self.pieces.last().map_or(&[][..], |piece| &piece.decisions);
                let mut decisions = before.get(..common)?.to_vec();
                decisions.extend(parse_decisions(words.next()?).ok()?);
                self.pieces.push(Piece { decisions, covered_new, tries, short_input });
            }
            _ => return None,
        }
        words.next().is_none().then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(decisions: &str, tries: u8, short_input: u32) -> Piece {
        let decisions = parse_decisions(decisions).unwrap();
        Piece { decisions, covered_new: tries == 1, tries, short_input }
    }

    #[test]
    fn what_is_printed_is_read() {
        let frontier = Frontier {
            pieces: vec![
                piece("", 0, 0),
                piece("1.0!.7", 0, 3),
                piece("1.0!.8.9!", 1, 0),
                piece("2", 3, 0),
            ],
            short_begun: 4,
            covered: [(FunctionId(0), vec![true, false]), (FunctionId(7), vec![true])].into(),
        };
        let text = frontier.print();
        assert_eq!(Frontier::parse(&text).as_ref(), Ok(&frontier), "{text}");
        assert!(text.contains("piece 2 1 1 0 8.9!\n"), "{text}");
        assert_eq!(Frontier::parse(""), Ok(Frontier::default()));
        assert_eq!(Frontier::parse(&Frontier::root().print()), Ok(Frontier::root()));
    }

    #[test]
    fn other_texts_are_errors() {
        let wrong =
            ["piece 1 0 0 0 1", "piece 0 0 0 0", "piece 0 0 300 0 1", "covered 0 12", "all"];
        for text in wrong {
            let error = Frontier::parse(&format!("short 0\n{text}\n")).unwrap_err();
            assert_eq!((error.line, &*error.text), (2, text));
        }
        assert!(Frontier::parse("short 0 1").is_err());
    }
}
