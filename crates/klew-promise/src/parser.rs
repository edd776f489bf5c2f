//! The grammar: operators by how tightly they bind.

use crate::lexer::{Token, words};
use crate::{Binary, Expression, ExpressionError, Kind, Unary};

/// How deep expressions may nest.
const DEEPEST: usize = 100;

/// The expression that a text is.
///
/// # Errors
/// It is none, or one that changes something.
pub fn parse(text: &str) -> Result<Expression, ExpressionError> {
    let mut parser = Parser { text, words: words(text)?, next: 0, depth: 0 };
    let expression = parser.binary(0)?;
    match parser.words.get(parser.next) {
        None => Ok(expression),
        Some(_) => Err(parser.unexpected("an operator, or the end")),
    }
}

struct Parser<'t> {
    text: &'t str,
    words: Vec<(usize, Token)>,
    next: usize,
    depth: usize,
}

impl Parser<'_> {
    fn at(&self) -> usize {
        self.words.get(self.next).map_or(self.text.len(), |(at, _)| *at)
    }

    fn sign(&self) -> Option<&'static str> {
        match self.words.get(self.next) {
            Some((_, Token::Sign(sign))) => Some(sign),
            _ => None,
        }
    }

    /// Goes on if the next word is that sign.
    fn takes(&mut self, sign: &str) -> bool {
        let there = self.sign() == Some(sign);
        self.next += usize::from(there);
        there
    }

    fn unexpected(&self, wanted: &str) -> ExpressionError {
        let changes =
            ["=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
        let message = match self.words.get(self.next) {
            None => format!("{wanted} is missing here"),
            Some((_, Token::Sign("="))) => "a promise changes nothing; == compares".to_owned(),
            Some((_, Token::Sign(sign))) if changes.contains(sign) => {
                format!("a promise changes nothing, and `{sign}` does")
            }
            Some((_, Token::Sign(sign))) => format!("expected {wanted}, not `{sign}`"),
            Some((_, Token::Name(name))) => format!("expected {wanted}, not `{name}`"),
            Some(_) => format!("expected {wanted}"),
        };
        ExpressionError::new(self.text, self.at(), message)
    }

    /// Operators that bind more tightly than `above`.
    fn binary(&mut self, above: u8) -> Result<Expression, ExpressionError> {
        let mut left = self.unary()?;
        loop {
            let sign = self.sign();
            let found = Binary::ALL.iter().find(|(_, one, _)| Some(*one) == sign);
            let Some((operator, _, binds)) = found.filter(|(_, _, binds)| *binds > above) else {
                return Ok(left);
            };
            let at = self.at();
            self.next += 1;
            let right = self.binary(*binds)?;
            let kind = Kind::Binary(*operator, Box::new(left), Box::new(right));
            left = Expression { kind, at };
        }
    }

    fn unary(&mut self) -> Result<Expression, ExpressionError> {
        let at = self.at();
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ExpressionError::new(self.text, at, "this is nested too deeply"));
        }
        let operator = match self.sign() {
            Some("-") => Some(Unary::Minus),
            Some("!") => Some(Unary::Not),
            Some("~") => Some(Unary::Complement),
            Some("*") => Some(Unary::Target),
            _ => None,
        };
        let expression = match operator {
            None => self.postfix(),
            Some(operator) => {
                self.next += 1;
                let of = Box::new(self.unary()?);
                Ok(Expression { kind: Kind::Unary(operator, of), at })
            }
        };
        self.depth -= 1;
        expression
    }

    fn postfix(&mut self) -> Result<Expression, ExpressionError> {
        let mut expression = self.primary()?;
        loop {
            let at = self.at();
            let kind = match self.sign() {
                Some("." | "->") => {
                    self.next += 1;
                    let Some((_, Token::Name(name))) = self.words.get(self.next).cloned() else {
                        return Err(self.unexpected("a name"));
                    };
                    self.next += 1;
                    match self.sign() {
                        Some("(") => {
                            let of = Some(Box::new(expression));
                            Kind::Call(of, name, self.arguments()?)
                        }
                        _ => Kind::Member(Box::new(expression), name),
                    }
                }
                Some("[") => {
                    self.next += 1;
                    let index = Box::new(self.binary(0)?);
                    if !self.takes("]") {
                        return Err(self.unexpected("`]`"));
                    }
                    Kind::Index(Box::new(expression), index)
                }
                _ => return Ok(expression),
            };
            expression = Expression { kind, at };
        }
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, ExpressionError> {
        let mut arguments = Vec::new();
        self.takes("(");
        if self.takes(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.binary(0)?);
            if self.takes(")") {
                return Ok(arguments);
            }
            if !self.takes(",") {
                return Err(self.unexpected("`,` or `)`"));
            }
        }
    }

    fn primary(&mut self) -> Result<Expression, ExpressionError> {
        let at = self.at();
        let kind = match self.words.get(self.next).cloned() {
            Some((_, Token::Integer(integer))) => Kind::Integer(integer),
            Some((_, Token::Float(text))) => Kind::Float(text),
            Some((_, Token::Character(character))) => Kind::Character(character),
            Some((_, Token::Text(text))) => Kind::Text(text),
            Some((_, Token::Name(name))) => match name.as_str() {
                "NULL" | "null" => Kind::Null,
                "true" => Kind::Truth(true),
                "false" => Kind::Truth(false),
                _ => {
                    self.next += 1;
                    let kind = match self.sign() {
                        Some("(") => Kind::Call(None, name, self.arguments()?),
                        _ => Kind::Name(name),
                    };
                    return Ok(Expression { kind, at });
                }
            },
            Some((_, Token::Sign("("))) => {
                self.next += 1;
                let inner = self.binary(0)?;
                if !self.takes(")") {
                    return Err(self.unexpected("`)`"));
                }
                return Ok(inner);
            }
            _ => return Err(self.unexpected("an operand")),
        };
        self.next += 1;
        Ok(Expression { kind, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An expression with all its brackets.
    fn shown(expression: &Expression) -> String {
        match &expression.kind {
            Kind::Integer(integer) => integer.value.to_string(),
            Kind::Float(text) | Kind::Text(text) | Kind::Name(text) => text.clone(),
            Kind::Character(character) => format!("'{character}'"),
            Kind::Null => "null".to_owned(),
            Kind::Truth(truth) => truth.to_string(),
            Kind::Member(of, name) => format!("{}.{name}", shown(of)),
            Kind::Index(of, index) => format!("{}[{}]", shown(of), shown(index)),
            Kind::Call(of, name, arguments) => {
                let of = of.as_ref().map_or(String::new(), |of| shown(of) + ".");
                let arguments: Vec<String> = arguments.iter().map(shown).collect();
                format!("{of}{name}({})", arguments.join(", "))
            }
            Kind::Unary(operator, of) => format!("({operator:?} {})", shown(of)),
            Kind::Binary(operator, left, right) => {
                format!("({} {} {})", shown(left), operator.sign(), shown(right))
            }
        }
    }

    fn check(text: &str, want: &str) {
        let said = match parse(text) {
            Ok(expression) => shown(&expression),
            Err(error) => format!("{}: {}", error.column, error.message),
        };
        assert_eq!(said, want, "{text}");
    }

    #[test]
    fn operators_bind_as_in_c() {
        check("a + b * c - d", "((a + (b * c)) - d)");
        check("a < b && c == d || !e", "(((a < b) && (c == d)) || (Not e))");
        check("a & b == c", "(a & (b == c))");
        check("-a[1]->b.c", "(Minus a[1].b.c)");
        check("*p + 1 <= 1 << 3", "(((Target p) + 1) <= (1 << 3))");
        check("(a || b) && klew_size(p) >= 0x1fUL", "((a || b) && (klew_size(p) >= 31))");
        check("s.length() % 2 != 'a'", "((s.length() % 2) != '97')");
        check("a - b - c", "((a - b) - c)");
        check("x >= 1.5e-3f && y == null", "((x >= 1.5e-3f) && (y == null))");
        check("n == 010", "(n == 8)");
    }

    #[test]
    fn what_is_not_understood_is_said_with_its_place() {
        check("n >", "4: an operand is missing here");
        check("n = 3", "3: a promise changes nothing; == compares");
        check("n++ > 3", "2: a promise changes nothing, and `++` does");
        check("n > 3 m", "7: expected an operator, or the end, not `m`");
        check("(n > 3", "7: `)` is missing here");
        check("n > 3 ? 1 : 2", "7: expected an operator, or the end, not `?`");
        check("é > #", "5: `#` has no meaning");
        check(
            "n > 99999999999999999999",
            "5: `99999999999999999999` is a number of more than 64 bits",
        );
        check("n > 0x", "5: `0x` is not a number");
        check("c == 'ab'", "6: this is not one character");
        check("", "1: an operand is missing here");
        check(&"(".repeat(1000), "101: this is nested too deeply");
        check(&"!".repeat(1000), "101: this is nested too deeply");
    }

    #[test]
    fn places() {
        assert!(crate::parse_place("p->next[3]").is_ok());
        assert!(crate::parse_place("p + 1").is_err());
        assert!(crate::parse_place("1").is_err());
    }
}
