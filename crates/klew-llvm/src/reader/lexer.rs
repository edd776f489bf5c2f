//! Splits LLVM's text into tokens that borrow from it.
//!
//! Invariant: every call moves forward in linear time; a label is only looked for once per run of
//! characters, and strings end on their line, so no input costs more than a constant per byte.

/// A name after a sigil, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RawName<'a> {
    /// `foo`
    Plain(&'a str),
    /// `"foo bar"` without its quotes, escapes not yet undone
    Quoted(&'a str),
    /// `12`
    Numbered(u32),
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    End,
    Word(&'a str),
    /// `name:`, which also begins `key: value` in metadata
    Label(RawName<'a>),
    Local(RawName<'a>),
    Global(RawName<'a>),
    Comdat(RawName<'a>),
    /// `#3`
    Group(u32),
    /// `#dbg_value`, without `#`
    Record(&'a str),
    /// `!name`, without `!`; escapes not undone
    Metadata(&'a str),
    Exclaim,
    /// Decimal or hexadecimal, integer or not
    Number(&'a str),
    /// A string without quotes, escapes not yet undone
    Text(&'a str),
    /// `c"…"`
    Bytes(&'a str),
    Punctuation(u8),
    Ellipsis,
    /// `^3`, of the summary index
    Summary,
    Unknown(&'static str),
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pub(super) position: usize,
    pub(super) line: u32,
    /// Where the token just read begins.
    pub(super) start: usize,
    /// No label ends before this position.
    no_label_before: usize,
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer { text, bytes: text.as_bytes(), position: 0, line: 1, start: 0, no_label_before: 0 }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.position + ahead).copied().unwrap_or(0)
    }

    fn run(&self, from: usize, accept: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|&&byte| accept(byte)).count()
    }

    fn skip_space(&mut self) {
        while let Some(&byte) = self.bytes.get(self.position) {
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.position += 1;
                }
                b' ' | b'\t' | b'\r' | 0 => self.position += 1,
                b';' => self.position = self.run(self.position, |b| b != b'\n'),
                _ => break,
            }
        }
    }

    pub(super) fn next(&mut self) -> Token<'a> {
        self.skip_space();
        self.start = self.position;
        let Some(&byte) = self.bytes.get(self.position) else {
            return Token::End;
        };
        match byte {
            b'%' => self.sigil(Token::Local),
            b'@' => self.sigil(Token::Global),
            b'"' => self.string_or_label(),
            b'!' => self.exclaim(),
            b'#' => self.hash(),
            b'^' => {
                self.position = self.run(self.position + 1, |b| b.is_ascii_digit());
                Token::Summary
            }
            b'c' if self.peek(1) == b'"' => {
                self.position += 1;
                match self.quoted() {
                    Some(text) => Token::Bytes(text),
                    None => Token::Unknown("string not closed on its line"),
                }
            }
            _ if is_name_byte(byte) => self.word(byte),
            b',' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'=' | b'*' | b'|'
            | b':' => {
                self.position += 1;
                Token::Punctuation(byte)
            }
            b'+' if self.peek(1).is_ascii_digit() => {
                self.position += 1;
                self.number()
            }
            _ => {
                let rest = &self.text[self.position..];
                self.position += rest.chars().next().map_or(1, char::len_utf8);
                Token::Unknown("character not known to LLVM's text")
            }
        }
    }

    /// The string at the current position, which holds a quote; `None` if its line ends first.
    fn quoted(&mut self) -> Option<&'a str> {
        let from = self.position + 1;
        let end = self.run(from, |b| b != b'"' && b != b'\n');
        if self.bytes.get(end) == Some(&b'"') {
            self.position = end + 1;
            Some(&self.text[from..end])
        } else {
            self.position = end;
            None
        }
    }

    fn string_or_label(&mut self) -> Token<'a> {
        match self.quoted() {
            Some(text) if self.peek(0) == b':' => {
                self.position += 1;
                Token::Label(RawName::Quoted(text))
            }
            Some(text) => Token::Text(text),
            None => Token::Unknown("string not closed on its line"),
        }
    }

    fn sigil(&mut self, make: impl Fn(RawName<'a>) -> Token<'a>) -> Token<'a> {
        self.position += 1;
        match self.raw_name() {
            Some(name) => make(name),
            None => Token::Unknown("name expected"),
        }
    }

    fn raw_name(&mut self) -> Option<RawName<'a>> {
        let from = self.position;
        match self.peek(0) {
            b'"' => self.quoted().map(RawName::Quoted),
            b'0'..=b'9' => {
                self.position = self.run(from, |b| b.is_ascii_digit());
                let digits = &self.text[from..self.position];
                digits.parse().ok().map(RawName::Numbered)
            }
            byte if is_name_byte(byte) => {
                self.position = self.run(from, is_name_byte);
                Some(RawName::Plain(&self.text[from..self.position]))
            }
            _ => None,
        }
    }

    fn exclaim(&mut self) -> Token<'a> {
        let from = self.position + 1;
        self.position = from;
        let is_metadata_byte = |b: u8| is_name_byte(b) || b == b'\\';
        if is_metadata_byte(self.peek(0)) && !self.peek(0).is_ascii_digit() {
            self.position = self.run(from, is_metadata_byte);
            Token::Metadata(&self.text[from..self.position])
        } else {
            Token::Exclaim
        }
    }

    fn hash(&mut self) -> Token<'a> {
        let from = self.position + 1;
        self.position = self.run(from, is_word_byte);
        let word = &self.text[from..self.position];
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            word.parse().map_or(Token::Unknown("attribute group number expected"), Token::Group)
        } else if word.is_empty() {
            Token::Unknown("attribute group number expected")
        } else {
            Token::Record(word)
        }
    }

    /// A label, or else `...`, `$comdat`, a number or a word.
    fn word(&mut self, first: u8) -> Token<'a> {
        let from = self.position;
        if from >= self.no_label_before {
            let end = self.run(from, is_name_byte);
            if self.bytes.get(end) == Some(&b':') {
                self.position = end + 1;
                let name = &self.text[from..end];
                let numbered = name.bytes().all(|b| b.is_ascii_digit());
                return match name.parse() {
                    Ok(number) if numbered => Token::Label(RawName::Numbered(number)),
                    _ => Token::Label(RawName::Plain(name)),
                };
            }
            self.no_label_before = end;
        }
        match first {
            b'.' if self.peek(1) == b'.' && self.peek(2) == b'.' => {
                self.position += 3;
                Token::Ellipsis
            }
            b'$' => self.sigil(Token::Comdat),
            b'0'..=b'9' | b'-' => self.number(),
            b'.' => {
                self.position += 1;
                Token::Unknown("character not known to LLVM's text")
            }
            _ => {
                self.position = self.run(from, is_word_byte);
                Token::Word(&self.text[from..self.position])
            }
        }
    }

    fn number(&mut self) -> Token<'a> {
        let from = self.position;
        let digits = from + usize::from(self.peek(0) == b'-');
        if self.bytes[digits..].starts_with(b"0x") {
            self.position = self.run(digits + 2, |b| b.is_ascii_alphanumeric());
            return Token::Number(&self.text[from..self.position]);
        }
        let mut end = self.run(digits, |b| b.is_ascii_digit());
        if end == digits {
            self.position = end.max(from + 1);
            return Token::Unknown("digits expected");
        }
        if self.bytes.get(end) == Some(&b'.') {
            end = self.run(end + 1, |b| b.is_ascii_digit());
            if matches!(self.bytes.get(end), Some(b'e' | b'E')) {
                let sign = usize::from(matches!(self.bytes.get(end + 1), Some(b'+' | b'-')));
                let exponent = self.run(end + 1 + sign, |b| b.is_ascii_digit());
                if exponent > end + 1 + sign {
                    end = exponent;
                }
            }
        }
        self.position = end;
        Token::Number(&self.text[from..end])
    }
}
