//! A text as what runs read on standard input: the inputs that models of readers ask for, by what they are called
//! (klew-report's `standard_input.rs` makes a text of them again).
//!
//! **Invariant**: a run that asks for nothing else than what is known here reads the text from its beginning to its end.

use std::cell::Cell;
use std::rc::Rc;

use klew_engine::NamedInputs;
use klew_ir::call_graph::CallGraph;
use klew_ir::{FunctionBody, Operation, Program};
use klew_term::BitVecValue;

/// What is made of a text where it is read: an input of such a name has some of it.
const READS: [&str; 6] = ["getchar", "standardInput", "line", "fread", "read", WORD];

/// Numbers that are read, and nothing else: they can be drawn as well.
const READS_NUMBERS: [&str; 5] = ["scanf %d", "scanf %u", "scanf %x", "scanf %o", "scanf %f"];

/// The bytes of a word.
const WORD: &str = "scanf %s";

/// Whether a program may read a text.
pub fn reads_text(program: &Program) -> bool {
    asks_for(program, &READS)
}

/// Whether a program may read numbers that stand in a text.
pub(crate) fn reads_numbers(program: &Program) -> bool {
    asks_for(program, &READS_NUMBERS)
}

/// Whether a program may ask for an input of one of those names.
fn asks_for(program: &Program, names: &[&str]) -> bool {
    let Some(entry) = program.entry else { return false };
    let reachable = CallGraph::new(program).reachable(entry);
    let definitions = reachable.iter().filter_map(|id| match &program.function(*id).body {
        FunctionBody::Defined(definition) => Some(definition),
        _ => None,
    });
    let mut instructions =
        definitions.flat_map(|it| it.blocks.iter().flat_map(|block| &block.instructions));
    instructions.any(|instruction| match &instruction.operation {
        Operation::Input { name, .. } | Operation::InputBytes { name, .. } => {
            names.contains(&name.as_str())
        }
        _ => false,
    })
}

/// A text that is read.
#[derive(Debug)]
pub struct Reading {
    text: Rc<[u8]>,
    /// Where the next byte is.
    at: Cell<usize>,
    /// Whether the line or the word that is read is over.
    is_over: Cell<bool>,
    /// Whether the last byte was told as one where a number should be: a word may begin with it.
    is_refused: Cell<bool>,
    /// Whether something was read.
    is_read: Cell<bool>,
}

impl Reading {
    /// Nothing of the text was read yet.
    pub fn new(text: Rc<[u8]>) -> Reading {
        Reading {
            text,
            at: Cell::new(0),
            is_over: Cell::new(false),
            is_refused: Cell::new(false),
            is_read: Cell::new(false),
        }
    }

    /// Whether the run read of it.
    pub fn is_read(&self) -> bool {
        self.is_read.get()
    }

    /// The text.
    pub fn text(&self) -> Rc<[u8]> {
        Rc::clone(&self.text)
    }

    fn ends(&self) -> bool {
        self.at.get() >= self.text.len()
    }

    fn byte(&self) -> Option<u8> {
        let byte = self.next_byte();
        self.at.set(self.at.get() + usize::from(byte.is_some()));
        byte
    }

    /// The next byte, which is not read yet.
    fn next_byte(&self) -> Option<u8> {
        self.text.get(self.at.get()).copied()
    }

    /// What is not read yet.
    fn rest(&self) -> &[u8] {
        &self.text[self.at.get()..]
    }

    /// The next byte of a line; zeros behind its end.
    fn byte_of_line(&self, is_first: bool) -> u8 {
        if is_first {
            self.is_over.set(false);
        }
        if self.is_over.get() {
            return 0;
        }
        let byte = self.byte();
        self.is_over.set(matches!(byte, None | Some(b'\n')));
        byte.unwrap_or(0)
    }

    /// The next byte of a word; zeros behind its end.
    fn byte_of_word(&self, is_first: bool) -> u8 {
        if is_first {
            self.is_over.set(false);
        }
        if self.is_over.get() || self.word_is_over() {
            self.is_over.set(true);
            return 0;
        }
        self.byte().unwrap_or(0)
    }

    fn word_is_over(&self) -> bool {
        self.next_byte().is_none_or(is_space)
    }

    fn skip_blanks(&self) {
        let blanks = self.rest().iter().take_while(|byte| is_space(**byte)).count();
        self.at.set(self.at.get() + blanks);
    }

    /// Whether a number stands next.
    fn finds_number(&self) -> bool {
        self.skip_blanks();
        let rest = self.rest();
        let digits = rest.strip_prefix(b"-").or(rest.strip_prefix(b"+")).unwrap_or(rest);
        digits.first().is_some_and(u8::is_ascii_digit)
    }

    /// What stands where no number is, below 0 the end.
    fn refused(&self) -> u64 {
        let byte = self.byte();
        self.is_refused.set(byte.is_some());
        byte.map_or(u64::MAX, u64::from)
    }

    /// The number that stands next, in digits of that base.
    fn integer(&self, base: u32) -> u64 {
        let is_negative = self.next_byte() == Some(b'-');
        if is_negative || self.next_byte() == Some(b'+') {
            self.byte();
        }
        let mut value = 0_u64;
        while let Some(digit) = self.next_byte().and_then(|byte| char::from(byte).to_digit(base)) {
            self.byte();
            value = value.wrapping_mul(u64::from(base)).wrapping_add(u64::from(digit));
        }
        if is_negative { value.wrapping_neg() } else { value }
    }

    /// The bits of the number that stands next, in decimal digits with a point and an exponent.
    fn float(&self, width: u32) -> Option<u64> {
        let in_number = |byte: &&u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        let length = self.rest().iter().take_while(in_number).count();
        let text = str::from_utf8(&self.rest()[..length]).unwrap_or_default();
        // Of what only begins with a number, all is read.
        let value: f64 = text.parse().unwrap_or_default();
        self.at.set(self.at.get() + length);
        match width {
            32 => Some((value as f32).to_bits().into()),
            64 => Some(value.to_bits()),
            _ => None,
        }
    }

    /// Whether the line ends at the end of the text, without a newline.
    fn line_is_cut(&self) -> bool {
        self.is_over.get() && self.ends() && self.text.last() != Some(&b'\n')
    }
}

impl NamedInputs for Reading {
    fn next(&self, symbol: &str, width: u32) -> Option<BitVecValue> {
        let (name, index) = parts(symbol)?;
        let was_refused = self.is_refused.take();
        let value = match name {
            "getchar" | "standardInput" => self.byte().map_or(u64::MAX, u64::from),
            "fgets finds no line" => u64::from(self.ends()),
            "line" => u64::from(self.byte_of_line(index == Some(0))),
            "the line has a zero byte" => u64::from(!self.line_is_cut()),
            "the line ends the input" => u64::from(self.ends()),
            // As many as there are; the model takes what there is room for.
            "bytes of fread" | "bytes of read" => self.rest().len() as u64,
            "fread" | "read" => self.byte().map_or(0, u64::from),
            "scanf finds a number" => u64::from(self.finds_number()),
            "scanf finds no number but" | "scanf finds no word but" => self.refused(),
            "scanf %d" | "scanf %u" => self.integer(10),
            "scanf %x" => self.integer(16),
            "scanf %o" => self.integer(8),
            "scanf %f" => self.float(width)?,
            "scanf finds a word" => {
                // The model asks for all of a word, of which it knows the first byte.
                self.at.set(self.at.get() - usize::from(was_refused));
                self.skip_blanks();
                u64::from(!self.ends())
            }
            WORD if index.is_none() => self.byte().map_or(0, u64::from),
            WORD => u64::from(self.byte_of_word(index == Some(0))),
            "the word goes on" => u64::from(!self.word_is_over()),
            "the word has a zero byte" => 0,
            _ => return None,
        };
        self.is_read.set(true);
        let value = BitVecValue::new(64, value);
        Some(if width < 64 { value.extract(width - 1, 0) } else { value.sign_extend(width) })
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// What the input of a symbol is called, and which of its bytes it is, if it is one of several.
fn parts(symbol: &str) -> Option<(&str, Option<u64>)> {
    let (_, name) = symbol.split_once(' ')?;
    match name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
        Some((name, index)) => Some((name, Some(index.parse().ok()?))),
        None => Some((name, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &[u8], asked: &[&str]) -> Vec<Option<i64>> {
        let reading = Reading::new(text.into());
        let next = |name: &&str| {
            let value = reading.next(&format!("input#7 {name}"), 32)?;
            Some(i64::from(value.to_u64()? as u32 as i32))
        };
        asked.iter().map(next).collect()
    }

    #[test]
    fn characters_and_their_end() {
        let found = numbers(b"a\n", &["getchar", "time", "standardInput", "getchar", "getchar"]);
        assert_eq!(found, [Some(97), None, Some(10), Some(-1), Some(-1)]);
    }

    #[test]
    fn lines_shorter_and_longer_than_their_room() {
        let asked =
            ["fgets finds no line", "line[0]", "line[1]", "line[2]", "the line has a zero byte"];
        assert_eq!(numbers(b"x\nyz", &asked), [0, 120, 10, 0, 1].map(Some));
        let twice = [&asked[..], &asked[..], &asked[..1]].concat();
        assert_eq!(numbers(b"x\nyz", &twice)[5..], [0, 121, 122, 0, 0, 1].map(Some));
        assert_eq!(numbers(b"pqrs\n", &twice)[..9], [0, 112, 113, 114, 1, 0, 115, 10, 0].map(Some));
    }

    #[test]
    fn words_and_numbers_of_formats() {
        let (number, word) = ("scanf finds a number", "scanf finds a word");
        let (no_number, bytes) = ("scanf finds no number but", ["scanf %s[0]", "scanf %s[1]"]);
        let asked = [number, "scanf %d", word, bytes[0], bytes[1], "the word has a zero byte"];
        assert_eq!(numbers(b" -12 b", &asked), [1, -12, 1, 98, 0, 0].map(Some));
        // As wide as its room: the rest is another one.
        let asked = [word, bytes[0], bytes[1], word, bytes[0], bytes[1], word];
        assert_eq!(numbers(b"abc ", &asked), [1, 97, 98, 1, 99, 0, 0].map(Some));
        // What is no number may be a word.
        let asked = [number, no_number, word, "scanf %s", "the word goes on", "scanf %s"];
        assert_eq!(numbers(b"\nxy", &asked), [0, 120, 1, 120, 1, 121].map(Some));
        let asked = [number, no_number, number, "scanf %d"];
        assert_eq!(numbers(b"q\n1", &asked), [0, 113, 1, 1].map(Some));
        let asked = [number, "scanf %x", number, "scanf %o", number, no_number];
        assert_eq!(numbers(b"1f\t17", &asked), [1, 31, 1, 15, 0, -1].map(Some));
        let asked = [number, "scanf %f", "getchar"];
        assert_eq!(numbers(b"-1.5e1x", &asked)[2], Some(120));
        let float = f32::from_bits(numbers(b"-1.5e1x", &asked)[1].unwrap() as u32);
        assert_eq!(float, -15.0);
    }

    #[test]
    fn blocks_that_are_cut() {
        let asked = ["bytes of fread", "fread[0]", "fread[1]", "getchar"];
        assert_eq!(numbers(b"ab", &asked), [2, 97, 98, -1].map(Some));
    }
}
