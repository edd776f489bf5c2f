//! What callers of a function promise, as an expression that C and Java have in common: `n > 0 && s->length <= n`.
//!
//! [`parse`] knows the grammar only; what names mean, and which types there are, the front ends say.
//!
//! Invariant: an expression changes nothing: there are no assignments, and which calls have no effects is decided by
//! whoever translates them.

mod error;
mod lexer;
mod parser;

pub use error::ExpressionError;
pub use parser::parse;

/// An expression, and where in its text it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// What it is.
    pub kind: Kind,
    /// The byte of the text at which it begins; of operators, where the operator stands.
    pub at: usize,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `10`, `0x1fUL`
    Integer(Integer),
    /// `1.5`, `1e3f`, as written.
    Float(String),
    /// `'a'`
    Character(u32),
    /// `"abc"`, as written, with its quotes.
    Text(String),
    /// `NULL`, `null`
    Null,
    /// `true`, `false`
    Truth(bool),
    /// A parameter, a variable, `this`.
    Name(String),
    /// `of.name`, `of->name`
    Member(Box<Expression>, String),
    /// `of[index]`
    Index(Box<Expression>, Box<Expression>),
    /// `name(arguments)`, `of.name(arguments)`
    Call(Option<Box<Expression>>, String, Vec<Expression>),
    /// An operator with one operand.
    Unary(Unary, Box<Expression>),
    /// An operator with two operands.
    Binary(Binary, Box<Expression>, Box<Expression>),
}

/// An integer as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// Its value.
    pub value: u64,
    /// Whether it is decimal, so that it is signed unless it says otherwise.
    pub decimal: bool,
    /// Whether it ends in `u`.
    pub unsigned: bool,
    /// Whether it ends in `l`.
    pub long: bool,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-a`
    Minus,
    /// `!a`
    Not,
    /// `~a`
    Complement,
    /// `*a`
    Target,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "their names say it")]
pub enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Binary {
    /// All, with their signs and how tightly they bind: C and Java agree.
    pub(crate) const ALL: [(Binary, &'static str, u8); 18] = [
        (Binary::Or, "||", 1),
        (Binary::And, "&&", 2),
        (Binary::BitOr, "|", 3),
        (Binary::BitXor, "^", 4),
        (Binary::BitAnd, "&", 5),
        (Binary::Equal, "==", 6),
        (Binary::NotEqual, "!=", 6),
        (Binary::Less, "<", 7),
        (Binary::LessEqual, "<=", 7),
        (Binary::Greater, ">", 7),
        (Binary::GreaterEqual, ">=", 7),
        (Binary::ShiftLeft, "<<", 8),
        (Binary::ShiftRight, ">>", 8),
        (Binary::Add, "+", 9),
        (Binary::Subtract, "-", 9),
        (Binary::Multiply, "*", 10),
        (Binary::Divide, "/", 10),
        (Binary::Remainder, "%", 10),
    ];

    /// How it is written.
    pub fn sign(self) -> &'static str {
        Binary::ALL.iter().find(|(one, ..)| *one == self).map_or("", |(_, sign, _)| sign)
    }
}

/// A name that `--not-null` or `--buffer` takes, or a place that is reached from one.
///
/// # Errors
/// It is another expression.
pub fn parse_place(text: &str) -> Result<Expression, ExpressionError> {
    let expression = parse(text)?;
    if is_place(&expression) {
        return Ok(expression);
    }
    Err(ExpressionError::new(text, expression.at, "this is not a parameter, or what one leads to"))
}

fn is_place(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Name(_) => true,
        Kind::Member(of, _) | Kind::Unary(Unary::Target, of) => is_place(of),
        Kind::Index(of, _) => is_place(of),
        _ => false,
    }
}
