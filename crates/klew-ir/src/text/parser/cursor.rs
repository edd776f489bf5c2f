//! A place in the tokens.

use super::super::error::{ParseError, Result};
use crate::{
    Type,
    text::{
        lexer::{Label, Token, TokenKind},
        words::type_from_word,
    },
    verify::MAXIMUM_INT_WIDTH,
};

/// The tokens and a place in them, which never goes beyond the last, the end.
pub(super) struct Cursor {
    tokens: Vec<Token>,
    at: usize,
}

impl Cursor {
    pub(super) fn new(tokens: Vec<Token>) -> Cursor {
        Cursor { tokens, at: 0 }
    }

    pub(super) fn place(&self) -> usize {
        self.at
    }

    pub(super) fn go_to(&mut self, place: usize) {
        self.at = place.min(self.tokens.len() - 1);
    }

    /// The next token.
    pub(super) fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    pub(super) fn peek(&self) -> &TokenKind {
        &self.token().kind
    }

    /// The token after the next.
    pub(super) fn peek_second(&self) -> &TokenKind {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    pub(super) fn advance(&mut self) {
        self.go_to(self.at + 1);
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_at(self.at, message)
    }

    /// An error at a token.
    pub(super) fn error_at<T>(&self, place: usize, message: impl Into<String>) -> Result<T> {
        let token = &self.tokens[place.min(self.tokens.len() - 1)];
        Err(ParseError { line: token.line, column: token.column, message: message.into() })
    }

    /// Line and column of a token.
    pub(super) fn line_and_column(&self, place: usize) -> (u32, u32) {
        (self.tokens[place].line, self.tokens[place].column)
    }

    /// Whether the next token is on a new line, or closes the body, or there is none.
    pub(super) fn line_ends(&self) -> bool {
        let token = self.token();
        token.first || matches!(token.kind, TokenKind::End | TokenKind::Symbol('}'))
    }

    /// Demands that nothing more comes on the line.
    pub(super) fn end_line(&self) -> Result<()> {
        if self.line_ends() { Ok(()) } else { self.error("expected the end of the line") }
    }

    pub(super) fn is_symbol(&self, symbol: char) -> bool {
        *self.peek() == TokenKind::Symbol(symbol)
    }

    pub(super) fn eat(&mut self, symbol: char) -> bool {
        let there = self.is_symbol(symbol);
        if there {
            self.advance();
        }
        there
    }

    pub(super) fn symbol(&mut self, symbol: char) -> Result<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        let shown = if symbol == '>' { "->".to_string() } else { symbol.to_string() };
        self.error(format!("expected `{shown}`"))
    }

    /// Eats a word if it is the next token of this line.
    pub(super) fn eat_word(&mut self, wanted: &str) -> bool {
        let token = self.token();
        let there = !token.first && matches!(&token.kind, TokenKind::Word(word) if word == wanted);
        if there {
            self.advance();
        }
        there
    }

    pub(super) fn keyword(&mut self, wanted: &str) -> Result<()> {
        if self.eat_word(wanted) { Ok(()) } else { self.error(format!("expected `{wanted}`")) }
    }

    /// Any word; `what` is for the message.
    pub(super) fn word(&mut self, what: &str) -> Result<String> {
        let TokenKind::Word(word) = self.peek() else {
            return self.error(format!("expected {what}"));
        };
        let word = word.clone();
        self.advance();
        Ok(word)
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>> {
        let TokenKind::Text(bytes) = self.peek() else {
            return self.error("expected a text in quotes");
        };
        let bytes = bytes.clone();
        self.advance();
        Ok(bytes)
    }

    pub(super) fn text(&mut self) -> Result<String> {
        let place = self.at;
        match String::from_utf8(self.bytes()?) {
            Ok(text) => Ok(text),
            Err(_) => self.error_at(place, "this text must be UTF-8"),
        }
    }

    /// A text if one comes on this line.
    pub(super) fn optional_text(&mut self) -> Result<Option<String>> {
        let there = !self.token().first && matches!(self.peek(), TokenKind::Text(_));
        if there { self.text().map(Some) } else { Ok(None) }
    }

    /// A label with a sigil; `what` is for the message.
    pub(super) fn label(&mut self, sigil: char, what: &str) -> Result<Label> {
        match self.peek() {
            TokenKind::Sigil(found, label) if *found == sigil => {
                let label = label.clone();
                self.advance();
                Ok(label)
            }
            _ => self.error(format!("expected {what}")),
        }
    }

    /// A label with a sigil if one comes on this line.
    pub(super) fn optional_label(&mut self, sigil: char) -> Option<Label> {
        match self.peek() {
            TokenKind::Sigil(found, label) if *found == sigil && !self.token().first => {
                let label = label.clone();
                self.advance();
                Some(label)
            }
            _ => None,
        }
    }

    /// A name with a sigil.
    pub(super) fn name(&mut self, sigil: char, what: &str) -> Result<String> {
        let place = self.at;
        match self.label(sigil, what)? {
            Label::Name(name) => Ok(name),
            Label::Number(_) => self.error_at(place, format!("expected {what}")),
        }
    }

    pub(super) fn is_int(&self) -> bool {
        matches!(self.peek(), TokenKind::Int(..))
    }

    /// An unsigned number that fits.
    pub(super) fn number<T: TryFrom<u64>>(&mut self) -> Result<T> {
        let TokenKind::Int(value, _) = self.peek() else { return self.error("expected a number") };
        let small = u64::try_from(value).ok().and_then(|value| T::try_from(value).ok());
        match small {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.error("the number is too large"),
        }
    }

    /// Whether the next token is a type.
    pub(super) fn is_type(&self) -> bool {
        matches!(self.peek(), TokenKind::Word(word) if type_from_word(word).is_some())
    }

    pub(super) fn value_type(&mut self) -> Result<Type> {
        let TokenKind::Word(word) = self.peek() else { return self.error("expected a type") };
        match type_from_word(word) {
            None => {
                self.error("expected a type: iN, ptr, half, bfloat, single, double, x87 or quad")
            }
            Some(Type::Int(width)) if !(1..=MAXIMUM_INT_WIDTH).contains(&width) => {
                self.error("integer types have between 1 and 2^23 bits")
            }
            Some(value_type) => {
                self.advance();
                Ok(value_type)
            }
        }
    }
}
