//! Tokens of the text form.
//!
//! **Invariant**: the last token is [`TokenKind::End`], and each token knows whether it is the first of
//! its line: instructions end with their line.

use num_bigint::BigUint;

use super::{
    error::ParseError,
    words::{begins_word, continues_word},
};

/// Decimal numbers longer than this are refused: reading them takes quadratic time.
const MAXIMUM_DIGITS: usize = 4000;

/// A name, or the number of a thing without a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Label {
    Name(String),
    Number(u64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word without a sigil.
    Word(String),
    /// A quoted text; bytes, as initial values need not be UTF-8.
    Text(Vec<u8>),
    /// One of `% & $ ! ^` and a label, or `@` and a name.
    Sigil(char, Label),
    /// `@file:line:column`, or `@0`.
    Position(Option<(u32, u32, u32)>),
    /// A number, and whether it was written in hexadecimal.
    Int(BigUint, bool),
    /// A number with a fraction or an exponent.
    Decimal(String),
    /// One of `( ) { } , : = + -`, and `>` for `->`.
    Symbol(char),
    /// The end of the file.
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) line: u32,
    pub(super) column: u32,
    /// Whether it is the first of its line.
    pub(super) first: bool,
}

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    let mut tokens: Vec<Token> = Vec::new();
    loop {
        lexer.skip_blanks();
        let (line, column) = (lexer.line, lexer.column);
        let kind = lexer.token()?;
        let first = tokens.last().is_none_or(|token| token.line != line);
        let end = kind == TokenKind::End;
        tokens.push(Token { kind, line, column, first });
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Lexer<'a> {
    fn error<T>(&self, message: &str) -> Result<T, ParseError> {
        Err(ParseError { line: self.line, column: self.column, message: message.to_string() })
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        if character == '\n' {
            self.line = self.line.saturating_add(1);
            self.column = 1;
        } else {
            self.column = self.column.saturating_add(1);
        }
        Some(character)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let there = self.peek() == Some(wanted);
        if there {
            self.next();
        }
        there
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let all = self.rest;
        while self.peek().is_some_and(&wanted) {
            self.next();
        }
        &all[..all.len() - self.rest.len()]
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !(self.rest.starts_with('#') || self.rest.starts_with("//")) {
                return;
            }
            self.take_while(|character| character != '\n');
        }
    }

    fn token(&mut self) -> Result<TokenKind, ParseError> {
        let Some(first) = self.peek() else { return Ok(TokenKind::End) };
        if begins_word(first) {
            return Ok(TokenKind::Word(self.word()));
        }
        if first.is_ascii_digit() {
            return self.number();
        }
        match first {
            '"' => Ok(TokenKind::Text(self.text()?)),
            '%' | '&' | '$' | '!' | '^' | '@' => self.sigil(first),
            '-' if self.rest.starts_with("->") => {
                self.next();
                self.next();
                Ok(TokenKind::Symbol('>'))
            }
            '(' | ')' | '{' | '}' | ',' | ':' | '=' | '+' | '-' => {
                self.next();
                Ok(TokenKind::Symbol(first))
            }
            _ => self.error("this character has no meaning here"),
        }
    }

    /// A word; a hyphen belongs to it if a letter follows, as in `valid-deref`.
    fn word(&mut self) -> String {
        let mut word = self.take_while(continues_word).to_string();
        loop {
            let mut ahead = self.rest.chars();
            let hyphen = ahead.next() == Some('-') && ahead.next().is_some_and(begins_word);
            if !hyphen {
                return word;
            }
            self.next();
            word.push('-');
            word.push_str(self.take_while(continues_word));
        }
    }

    fn sigil(&mut self, sigil: char) -> Result<TokenKind, ParseError> {
        self.next();
        let label = match self.peek() {
            Some('"') => match String::from_utf8(self.text()?) {
                Ok(name) => Label::Name(name),
                Err(_) => return self.error("a name must be UTF-8"),
            },
            Some(first) if begins_word(first) => {
                Label::Name(self.take_while(continues_word).to_string())
            }
            Some(first) if first.is_ascii_digit() && sigil == '@' => return self.position(),
            Some(first) if first.is_ascii_digit() => Label::Number(self.small()?),
            _ => return self.error("a name or a number must follow the sigil"),
        };
        Ok(TokenKind::Sigil(sigil, label))
    }

    fn position(&mut self) -> Result<TokenKind, ParseError> {
        let mut parts = [0_u32; 3];
        for (number, part) in parts.iter_mut().enumerate() {
            if number > 0 && !self.eat(':') {
                if number == 1 && parts[0] == 0 {
                    return Ok(TokenKind::Position(None));
                }
                return self.error("a position is @file:line:column or @0");
            }
            *part = self.small()?;
        }
        Ok(TokenKind::Position(Some((parts[0], parts[1], parts[2]))))
    }

    /// A decimal number that fits.
    fn small<T: std::str::FromStr>(&mut self) -> Result<T, ParseError> {
        let digits = self.take_while(|character| character.is_ascii_digit());
        match digits.parse() {
            Ok(number) => Ok(number),
            Err(_) if digits.is_empty() => self.error("a number is missing"),
            Err(_) => self.error("the number is too large"),
        }
    }

    fn number(&mut self) -> Result<TokenKind, ParseError> {
        if self.rest.starts_with("0x") {
            self.next();
            self.next();
            let digits = self.take_while(|character| character.is_ascii_hexdigit());
            return match BigUint::parse_bytes(digits.as_bytes(), 16) {
                Some(number) => self.number_ends(TokenKind::Int(number, true)),
                None => self.error("hexadecimal digits must follow 0x"),
            };
        }
        let start = self.rest;
        let digits = self.take_while(|character| character.is_ascii_digit());
        if digits.len() > MAXIMUM_DIGITS {
            return self.error("too many digits; write it in hexadecimal");
        }
        let mut decimal = false;
        if self.peek() == Some('.') {
            decimal = true;
            self.next();
            self.take_while(|character| character.is_ascii_digit());
        }
        if self.eat('e') || self.eat('E') {
            decimal = true;
            let _ = self.eat('-') || self.eat('+');
            if self.take_while(|character| character.is_ascii_digit()).is_empty() {
                return self.error("the exponent has no digits");
            }
        }
        if decimal {
            let decimal = &start[..start.len() - self.rest.len()];
            return self.number_ends(TokenKind::Decimal(decimal.to_string()));
        }
        match BigUint::parse_bytes(digits.as_bytes(), 10) {
            Some(number) => self.number_ends(TokenKind::Int(number, false)),
            None => self.error("not a number"),
        }
    }

    /// The token, unless letters stick to it.
    fn number_ends(&self, kind: TokenKind) -> Result<TokenKind, ParseError> {
        if self.peek().is_some_and(continues_word) {
            return self.error("a letter within a number");
        }
        Ok(kind)
    }

    fn text(&mut self) -> Result<Vec<u8>, ParseError> {
        let (line, column) = (self.line, self.column);
        self.next();
        let mut bytes = Vec::new();
        loop {
            match self.next() {
                Some('"') => return Ok(bytes),
                Some('\\') => match self.next() {
                    Some('n') => bytes.push(b'\n'),
                    Some('t') => bytes.push(b'\t'),
                    Some('0') => bytes.push(0),
                    Some('"') => bytes.push(b'"'),
                    Some('\\') => bytes.push(b'\\'),
                    Some('x') => {
                        let high = self.next().and_then(|digit| digit.to_digit(16));
                        let low = self.next().and_then(|digit| digit.to_digit(16));
                        match (high, low) {
                            (Some(high), Some(low)) => bytes.push((high * 16 + low) as u8),
                            _ => return self.error("two hexadecimal digits must follow \\x"),
                        }
                    }
                    _ => {
                        return self.error("unknown escape; there are \\n \\t \\0 \\\" \\\\ \\xHH");
                    }
                },
                Some('\n') | None => {
                    let message = "the text does not end on its line".to_string();
                    return Err(ParseError { line, column, message });
                }
                Some(other) => bytes.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
    }
}
