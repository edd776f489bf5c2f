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
const READS: [&str; 5] = ["getchar", "standardInput", "line", "fread", "read"];

/// Whether a program may read a text.
pub fn reads_text(program: &Program) -> bool {
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
            READS.contains(&name.as_str())
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
    /// Whether the line that is read is over.
    line_ended: Cell<bool>,
    /// Where the block that is read began.
    block: Cell<usize>,
    /// Whether something was read.
    is_read: Cell<bool>,
}

impl Reading {
    /// Nothing of the text was read yet.
    pub fn new(text: Rc<[u8]>) -> Reading {
        let (at, block) = (Cell::new(0), Cell::new(0));
        Reading { text, at, block, line_ended: Cell::new(false), is_read: Cell::new(false) }
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
        let byte = self.text.get(self.at.get()).copied();
        self.at.set(self.at.get() + usize::from(byte.is_some()));
        byte
    }

    /// The next byte of a line; zeros behind its end.
    fn byte_of_line(&self, is_first: bool) -> u8 {
        if is_first {
            self.line_ended.set(false);
        }
        if self.line_ended.get() {
            return 0;
        }
        let byte = self.byte();
        self.line_ended.set(matches!(byte, None | Some(b'\n')));
        byte.unwrap_or(0)
    }

    /// Whether the line ends at the end of the text, without a newline.
    fn line_is_cut(&self) -> bool {
        self.line_ended.get() && self.ends() && self.text.last() != Some(&b'\n')
    }
}

impl NamedInputs for Reading {
    fn next(&self, symbol: &str, width: u32) -> Option<BitVecValue> {
        let (name, index) = parts(symbol)?;
        let value = match name {
            "getchar" | "standardInput" => self.byte().map_or(u64::MAX, u64::from),
            "fgets finds no line" => u64::from(self.ends()),
            "line" => u64::from(self.byte_of_line(index == 0)),
            "the line has a zero byte" => u64::from(!self.line_is_cut()),
            "the line ends the input" => u64::from(self.ends()),
            "fread" | "read" => {
                if index == 0 {
                    self.block.set(self.at.get());
                }
                self.byte().map_or(0, u64::from)
            }
            "bytes of fread" | "bytes of read" => (self.at.get() - self.block.get()) as u64,
            _ => return None,
        };
        self.is_read.set(true);
        let value = BitVecValue::new(64, value);
        Some(if width < 64 { value.extract(width - 1, 0) } else { value.sign_extend(width) })
    }
}

/// What the input of a symbol is called, and which of its bytes it is.
fn parts(symbol: &str) -> Option<(&str, u64)> {
    let (_, name) = symbol.split_once(' ')?;
    match name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
        Some((name, index)) => Some((name, index.parse().ok()?)),
        None => Some((name, 0)),
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
    fn blocks_that_are_cut() {
        let asked = ["fread[0]", "fread[1]", "fread[2]", "bytes of fread", "getchar"];
        assert_eq!(numbers(b"ab", &asked), [97, 98, 0, 2, -1].map(Some));
    }
}
