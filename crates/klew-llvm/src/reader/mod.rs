//! Reads LLVM's text into the syntax tree: a hand-written recursive-descent parser with one token
//! of look-ahead.
//!
//! LLVM's text differs from version to version mostly in attributes and flags, so the rule that
//! keeps this small is: a word that cannot start what comes next is an attribute, with an
//! optional balanced `(…)`.
//!
//! Invariants: never panics; nesting is limited by [`Reader::nested`]; a construct that is not
//! understood makes its function or symbol unreadable, not the module.

mod aggregates;
mod attributes;
mod calls;
mod constants;
mod control;
pub(crate) mod escapes;
mod expressions;
mod functions;
mod globals;
mod instructions;
mod lexer;
mod memory;
mod metadata;
mod numbers;
mod results;
mod scope;
mod toplevel;
mod types;

use crate::ReadError;
use crate::syntax::{GlobalId, GlobalName, Module, StructName, Type, TypeId};
use lexer::{Lexer, RawName, Token};
use rustc_hash::FxHashMap;
use scope::Scope;
use std::sync::Arc;

/// Result of every parsing function.
pub(crate) type Read<T> = Result<T, ReadError>;

/// Deepest nesting of types and constants.
const MAX_NESTING: u32 = 200;

/// Reads a module. `file_name` is only for messages.
///
/// An error is returned if nothing could be read at all, or if the text ends within a function.
/// Otherwise what was not understood is marked in the module: [`crate::syntax::Body::Unreadable`],
/// [`crate::syntax::SymbolDefinition::Unreadable`] and [`Module::skipped`].
pub fn read_module(text: &str, file_name: &str) -> Read<Module> {
    if u32::try_from(text.len()).is_err() {
        return Err(ReadError {
            file: file_name.into(),
            line: 1,
            column: 1,
            message: "file of 4 GiB or more".into(),
        });
    }
    Reader::new(text, file_name).module()
}

/// The state of reading.
struct Reader<'a> {
    lexer: Lexer<'a>,
    /// The next token, where it begins, and its line.
    token: Token<'a>,
    start: usize,
    line: u32,
    /// Where the token before ended.
    previous_end: usize,
    file: Arc<str>,
    module: Module,
    depth: u32,
    /// The function being read.
    scope: Option<Scope<'a>>,
    /// The symbol whose definition is being read.
    defining: Option<GlobalId>,
    next_global_number: u32,
    /// Whether the error just found ends all reading.
    fatal: bool,
    /// Whether the text has the type `ptr`.
    saw_opaque_pointer: bool,
    /// Names of types that are no structures.
    type_aliases: FxHashMap<StructName, TypeId>,
    void: TypeId,
    bool_type: TypeId,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, file_name: &str) -> Self {
        let mut module = Module { file_name: file_name.into(), ..Module::default() };
        let nothing = TypeId(0); // the id of the first type made, so it is valid in any case
        let void = module.types.intern(Type::Void).unwrap_or(nothing);
        let bool_type = module.types.intern(Type::Integer(1)).unwrap_or(nothing);
        let mut reader = Reader {
            lexer: Lexer::new(text),
            token: Token::End,
            start: 0,
            line: 1,
            previous_end: 0,
            file: file_name.into(),
            module,
            depth: 0,
            scope: None,
            defining: None,
            next_global_number: 0,
            fatal: false,
            saw_opaque_pointer: false,
            type_aliases: FxHashMap::default(),
            void,
            bool_type,
        };
        reader.advance();
        reader
    }

    /// Moves to the next token and returns the one passed.
    fn advance(&mut self) -> Token<'a> {
        self.previous_end = self.lexer.position;
        let next = self.lexer.next();
        self.start = self.lexer.start;
        self.line = self.lexer.line;
        std::mem::replace(&mut self.token, next)
    }

    /// Continues at a position of the text whose line is known.
    fn jump_to(&mut self, position: usize, line: u32) {
        self.lexer.position = position;
        self.lexer.line = line;
        self.advance();
    }

    /// An error at the current token.
    fn error(&self, message: impl Into<Box<str>>) -> ReadError {
        let line_start = self.lexer.text().as_bytes()[..self.start]
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        ReadError {
            file: self.file.clone(),
            line: self.line,
            column: (self.start - line_start + 1) as u32,
            message: message.into(),
        }
    }

    /// The error that the current token is not what it should be.
    fn expected<T>(&self, what: &str) -> Read<T> {
        let found = match self.token {
            Token::End => "the end of the file".to_string(),
            Token::Unknown(why) => return Err(self.error(format!("{why}; expected {what}"))),
            _ => {
                let rest = &self.lexer.text()[self.start..self.lexer.position];
                format!("`{}`", rest.chars().take(40).collect::<String>())
            }
        };
        Err(self.error(format!("expected {what}, found {found}")))
    }

    /// Runs a parser one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.error(format!("nested more than {MAX_NESTING} deep")));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn at(&self, byte: u8) -> bool {
        self.token == Token::Punctuation(byte)
    }

    fn at_word(&self, word: &str) -> bool {
        self.token == Token::Word(word)
    }

    /// Passes the punctuation if it is next.
    fn accept(&mut self, byte: u8) -> bool {
        let found = self.at(byte);
        if found {
            self.advance();
        }
        found
    }

    /// Passes the word if it is next.
    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, byte: u8) -> Read<()> {
        if self.accept(byte) {
            return Ok(());
        }
        self.expected(&format!("`{}`", char::from(byte)))
    }

    fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.accept_word(word) {
            return Ok(());
        }
        self.expected(&format!("`{word}`"))
    }

    /// Passes any word.
    fn word(&mut self, what: &str) -> Read<&'a str> {
        match self.token {
            Token::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    /// Passes a string.
    fn string(&mut self) -> Read<Box<str>> {
        match self.token {
            Token::Text(raw) => {
                self.advance();
                Ok(escapes::unescape_text(raw).into())
            }
            _ => self.expected("a string"),
        }
    }

    /// Passes a number without sign.
    fn number<N: std::str::FromStr>(&mut self) -> Read<N> {
        if let Token::Number(digits) = self.token
            && let Ok(number) = digits.parse()
        {
            self.advance();
            return Ok(number);
        }
        self.expected("a number that is not too large")
    }

    /// `(N)`
    fn number_in_parentheses<N: std::str::FromStr>(&mut self) -> Read<N> {
        self.expect(b'(')?;
        let number = self.number()?;
        self.expect(b')')?;
        Ok(number)
    }

    /// `item, item, …` up to and with the closing punctuation.
    fn list<T>(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Box<[T]>> {
        let mut items = Vec::new();
        if self.accept(close) {
            return Ok(items.into());
        }
        loop {
            items.push(item(self)?);
            if !self.accept(b',') {
                self.expect(close)?;
                return Ok(items.into());
            }
        }
    }

    /// `@name`
    fn global(&mut self) -> Read<GlobalId> {
        let Token::Global(raw) = self.token else {
            return self.expected("a global name");
        };
        self.advance();
        Ok(self.intern_global(raw))
    }

    fn intern_global(&mut self, raw: RawName<'a>) -> GlobalId {
        let name = match raw {
            RawName::Plain(name) => GlobalName::Named(name.into()),
            RawName::Quoted(raw) => GlobalName::Named(escapes::unescape_text(raw).into()),
            RawName::Numbered(number) => GlobalName::Numbered(number),
        };
        self.module.intern_symbol(name)
    }
}
