//! The bytes of standard input with which a program reads what the models of the C library made up.
//!
//! Without `--sym-stdin` the models of `getchar`, `fgets`, `scanf` and their like make what they read an input, each of its
//! own shape (klew-llvm's library/stdio.c and stdio_scanf.c say what they are called), and that of Java's `System.in`
//! each byte. Here they are put together again to the text that a compiled program can be given.
//!
//! **Invariant**: the text is a proposal; whether the program reads from it what the run has is seen only by running it.

use std::fmt::Write as _;

use crate::report::{Input, InputSource};

/// The bytes, if the run reads standard input.
pub fn standard_input(inputs: &[Input]) -> Option<Vec<u8>> {
    read(inputs).0
}

/// A file that the run opens to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// As the program calls it.
    pub name: Vec<u8>,
    /// What it reads there; nothing if it is not there.
    pub contents: Option<Vec<u8>>,
}

/// What the run reads on standard input, if it does, and the files that it opens to read them.
pub fn read(inputs: &[Input]) -> (Option<Vec<u8>>, Vec<FoundFile>) {
    let mut standard = Text::default();
    let mut files: Vec<(FoundFile, Text)> = Vec::new();
    let mut current = 0;
    for input in inputs.iter().filter(|input| input.source == InputSource::Implicit) {
        let fails = input.bytes.first() == Some(&1);
        match (input.name.as_str(), files.last_mut()) {
            ("file", _) => {
                let file = FoundFile { name: input.bytes.clone(), contents: Some(Vec::new()) };
                files.push((file, Text::default()));
            }
            ("fopen fails" | "open fails" | "freopen fails", Some((last, _))) if fails => {
                last.contents = None;
            }
            ("reads from file", _) => {
                current = usize::try_from(signed(&input.bytes)).unwrap_or(0);
            }
            _ => {
                let file = current.checked_sub(1).and_then(|index| files.get_mut(index));
                let text = file.map_or(&mut standard, |(_, text)| text);
                text.read(&input.name, &input.bytes);
            }
        }
    }
    standard.finish_token();
    let files = files.into_iter().map(|(mut file, mut text)| {
        text.finish_token();
        file.contents = file.contents.map(|_| text.bytes);
        file
    });
    (standard.any.then_some(standard.bytes), once_each(files))
}

/// Of several openings of one file that which read most.
fn once_each(files: impl Iterator<Item = FoundFile>) -> Vec<FoundFile> {
    let mut list: Vec<FoundFile> = Vec::new();
    for file in files {
        match list.iter_mut().find(|known| known.name == file.name) {
            Some(known)
                if known.contents.as_ref().map(Vec::len) < file.contents.as_ref().map(Vec::len) =>
            {
                known.contents = file.contents;
            }
            Some(_) => {}
            None => list.push(file),
        }
    }
    list
}

/// Whether an input of that name becomes a part of standard input.
pub fn is_standard_input(name: &str) -> bool {
    let mut text = Text::default();
    text.read(name, &[]);
    text.any
}

/// What a directive of a format found, as long as its value is not known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    /// In decimal digits.
    Decimal,
    /// Any other.
    Number,
    Word,
}

#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// Found, but not yet written.
    open: Option<Token>,
    /// What came last and would go on with what comes next.
    last: Option<Token>,
    /// How many bytes `fread` or `read` gives; these come next.
    block: usize,
    /// How long the line is that was read last, if it has no newline.
    cut_line: usize,
    any: bool,
}

impl Text {
    fn read(&mut self, name: &str, bytes: &[u8]) {
        let before = self.any;
        self.any = true;
        match name {
            "getchar" | "standardInput" => self.character(signed(bytes)),
            "fgets finds no line" | "the line ends the input" | "the word goes on" => {}
            "the line has a zero byte" if bytes.first() == Some(&0) => self.end_at_zero(),
            // That zeros are bytes is seen of what follows.
            "the line has a zero byte" | "the word has a zero byte" => {}
            "line" => {
                let newline = bytes.iter().position(|byte| *byte == b'\n');
                self.raw(&bytes[..newline.map_or(bytes.len(), |at| at + 1)]);
                self.cut_line = if newline.is_none() { bytes.len() } else { 0 };
            }
            "bytes of fread" | "bytes of read" => {
                self.block = usize::try_from(signed(bytes)).unwrap_or(0);
            }
            "fread" | "read" => self.raw(&bytes[..self.block.min(bytes.len())]),
            "scanf finds a number" => self.token(Token::Number, bytes),
            "scanf finds a word" => self.token(Token::Word, bytes),
            "scanf finds no number but" => self.no_number(signed(bytes)),
            "scanf finds no word but" => self.character(signed(bytes)),
            "scanf %d" => self.number(Token::Decimal, &signed(bytes).to_string()),
            "scanf %u" => self.number(Token::Decimal, &unsigned(bytes).to_string()),
            "scanf %x" => self.number(Token::Number, &format!("{:x}", unsigned(bytes))),
            "scanf %o" => self.number(Token::Number, &format!("{:o}", unsigned(bytes))),
            "scanf %f" => self.number(Token::Number, &float(bytes)),
            "scanf %s" => self.word(bytes),
            _ => self.any = before,
        }
    }

    /// A zero in the line that was read, which has no newline, is the end of the text.
    fn end_at_zero(&mut self) {
        let from = self.bytes.len() - self.cut_line;
        if let Some(at) = self.bytes[from..].iter().position(|byte| *byte == 0) {
            self.bytes.truncate(from + at);
        }
        self.cut_line = 0;
    }

    /// As it is. What a token would go on with can only be behind white space that was skipped.
    fn raw(&mut self, bytes: &[u8]) {
        self.finish_token();
        let Some(&first) = bytes.first() else { return };
        let goes_on = match self.last.take() {
            Some(Token::Decimal) => first.is_ascii_digit(),
            Some(Token::Number) => first.is_ascii_alphanumeric(),
            Some(Token::Word) => !is_space(first),
            None => false,
        };
        if goes_on {
            self.bytes.push(b' ');
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// A byte; below 0 the end.
    fn character(&mut self, value: i128) {
        if let Ok(byte) = u8::try_from(value) {
            self.raw(&[byte]);
        }
    }

    fn token(&mut self, token: Token, found: &[u8]) {
        self.finish_token();
        if found.iter().any(|byte| *byte != 0) {
            self.open = Some(token);
        }
    }

    /// A token whose value nobody asked for.
    fn finish_token(&mut self) {
        match self.open.take() {
            Some(number @ (Token::Number | Token::Decimal)) => self.write_token(number, b"0"),
            Some(Token::Word) => self.write_token(Token::Word, b"x"),
            None => {}
        }
    }

    fn write_token(&mut self, token: Token, text: &[u8]) {
        if self.last.is_some() {
            self.bytes.push(b' ');
        }
        self.bytes.extend_from_slice(text);
        self.last = Some(token);
    }

    fn number(&mut self, token: Token, digits: &str) {
        self.open = None;
        self.write_token(token, digits.as_bytes());
    }

    /// The characters of a word come one by one, or all with zeros behind them.
    fn word(&mut self, bytes: &[u8]) {
        let length = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        if self.open.take().is_some() {
            self.write_token(Token::Word, &bytes[..length]);
        } else {
            self.bytes.extend_from_slice(&bytes[..length]);
        }
        // As wide as the format allows: the next one begins at once.
        if bytes.len() > 1 && length == bytes.len() {
            self.last = None;
        }
    }

    /// What stands where a number should; blanks and signs only behind a sign, which is read.
    fn no_number(&mut self, value: i128) {
        let Ok(byte) = u8::try_from(value) else { return };
        if self.last.is_some() {
            self.raw(b" ");
        }
        if is_space(byte) || matches!(byte, b'+' | b'-') {
            self.raw(b"-");
        }
        self.raw(&[byte]);
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Least significant byte first.
fn unsigned(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |value, byte| value << 8 | u128::from(*byte))
}

fn signed(bytes: &[u8]) -> i128 {
    let unused = 128 - 8 * bytes.len().clamp(1, 16);
    (unsigned(bytes) << unused).cast_signed() >> unused
}

fn float(bytes: &[u8]) -> String {
    let mut text = String::new();
    // Nothing here can fail: a string takes all that is written.
    let _ = match bytes.len() {
        4 => write!(text, "{:?}", f32::from_bits(unsigned(bytes) as u32)),
        8 => write!(text, "{:?}", f64::from_bits(unsigned(bytes) as u64)),
        _ => write!(text, "0"),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(inputs: &[(&str, &[u8])], want: Option<&[u8]>) {
        let input = |&(name, bytes): &(&str, &[u8])| Input {
            name: name.into(),
            value: String::new(),
            bytes: bytes.into(),
            place: None,
            source: InputSource::Implicit,
        };
        let inputs: Vec<Input> = inputs.iter().map(input).collect();
        assert_eq!(standard_input(&inputs).as_deref(), want);
    }

    #[test]
    fn bytes_and_lines() {
        check(&[("time", &[1; 8])], None);
        check(&[("getchar", &[0xff; 4])], Some(b""));
        check(&[("getchar", b"a\0\0\0"), ("getchar", b"\xff\0\0\0")], Some(b"a\xff"));
        check(
            &[
                ("fgets finds no line", &[0]),
                ("line", b"ab\n\0\0"),
                ("the line ends the input", &[0]),
                ("line", b"c\0d"),
                ("fgets finds no line", &[1]),
            ],
            Some(b"ab\nc\0d"),
        );
        // A zero in a line that has none is the end of the text.
        let cut = |zero: &'static [u8], want: &[u8]| {
            let line: (&str, &[u8]) = ("line", b"ab\0\0");
            check(&[line, ("the line has a zero byte", zero)], Some(want));
        };
        cut(&[0], b"ab");
        cut(&[1], b"ab\0\0");
    }

    #[test]
    fn files_beside_standard_input() {
        let number = |number: u8| [number, 0, 0, 0];
        let (one, two, zero) = (number(1), number(2), number(0));
        let list: [(&str, &[u8]); 13] = [
            ("getchar", b"s\0\0\0"),
            ("file", b"a/b"),
            ("fopen fails", &[0]),
            ("file", b"none"),
            ("open fails", &[1]),
            ("reads from file", &one),
            ("getchar", b"x\0\0\0"),
            ("file", b"a/b"),
            ("fopen fails", &[0]),
            ("reads from file", &zero),
            ("getchar", b"t\0\0\0"),
            ("reads from file", &two),
            ("time", &[1]),
        ];
        let input = |&(name, bytes): &(&str, &[u8])| Input {
            name: name.into(),
            value: String::new(),
            bytes: bytes.into(),
            place: None,
            source: InputSource::Implicit,
        };
        let inputs: Vec<Input> = list.iter().map(input).collect();
        let (standard, files) = read(&inputs);
        assert_eq!(standard.as_deref(), Some(&b"st"[..]));
        let file = |name: &[u8], contents: Option<&[u8]>| FoundFile {
            name: name.to_vec(),
            contents: contents.map(<[u8]>::to_vec),
        };
        assert_eq!(files, [file(b"a/b", Some(b"x")), file(b"none", None)]);
    }

    #[test]
    fn blocks() {
        check(&[("bytes of fread", &[3, 0, 0, 0, 0, 0, 0, 0]), ("fread", b"abcd")], Some(b"abc"));
        check(&[("bytes of read", &[2, 0, 0, 0, 0, 0, 0, 0]), ("read", b"abcdefgh")], Some(b"ab"));
        check(&[("bytes of read", &[0xff; 8])], Some(b""));
    }

    #[test]
    fn what_comes_behind_a_number() {
        let number: (&str, &[u8]) = ("scanf finds a number", &[1]);
        let one = |name| (name, &[1, 0, 0, 0][..]);
        let next = |byte: u8| ("getchar", vec![byte, 0, 0, 0]);
        for (name, byte, text) in [
            ("scanf %d", b'C', &b"1C"[..]),
            ("scanf %u", b'e', b"1e"),
            ("scanf %d", b'7', b"1 7"),
            ("scanf %x", b'C', b"1 C"),
        ] {
            let (name_of_next, bytes) = next(byte);
            check(&[number, one(name), (name_of_next, &bytes)], Some(text));
        }
    }

    #[test]
    fn formats() {
        let (found, minus_two): (&[u8], &[u8]) = (&[1], &[0xfe, 0xff, 0xff, 0xff]);
        let number = ("scanf finds a number", found);
        check(
            &[number, ("scanf %d", minus_two), number, ("scanf %u", minus_two)],
            Some(b"-2 4294967294"),
        );
        check(
            &[number, ("scanf %x", &[0x2a, 0]), ("getchar", b",\0\0\0"), number, number],
            Some(b"2a,0 0"),
        );
        check(&[number, ("scanf %f", &1.5f64.to_bits().to_le_bytes())], Some(b"1.5"));
        check(
            &[
                number,
                ("scanf %o", &[8, 0]),
                ("scanf finds a word", found),
                ("scanf %s", b"a"),
                ("the word goes on", &[1]),
                ("scanf %s", b"b"),
                ("the word goes on", &[0]),
                ("scanf finds a word", found),
                ("scanf %s", b"cd\0x"),
            ],
            Some(b"10 ab cd"),
        );
        check(
            &[
                ("scanf finds a word", found),
                ("scanf %s", b"ab\0"),
                ("getchar", b"+\0\0\0"),
                ("scanf finds a word", found),
                ("scanf %s", b"cd"),
                ("getchar", b"+\0\0\0"),
            ],
            Some(b"ab +cd+"),
        );
        let none = "scanf finds no number but";
        check(&[("scanf finds a number", &[0]), (none, b"q\0\0\0")], Some(b"q"));
        check(&[("scanf finds a number", &[0]), (none, b" \0\0\0")], Some(b"- "));
        check(&[("scanf finds a number", &[0]), (none, &[0xff; 4])], Some(b""));
    }
}
