//! Words of an expression.

use crate::{ExpressionError, Integer};

/// A word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(String),
    Integer(Integer),
    Float(String),
    Character(u32),
    Text(String),
    /// An operator or a bracket.
    Sign(&'static str),
}

/// Signs, the longest first. Those that change something are words, too, so that the message about them is clear.
const SIGNS: [&str; 44] = [
    ">>>", "<<=", ">>=", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "->", "++", "--", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "|", "&", "^", "<", ">", "+", "-", "*", "/",
    "%", "!", "~", "(", ")", "[", "]", ".", ",", "=", "?", ":",
];

/// The words, with the bytes at which they begin.
pub(crate) fn words(text: &str) -> Result<Vec<(usize, Token)>, ExpressionError> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (token, length) = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            c if c.is_alphabetic() || c == '_' || c == '$' => name(rest),
            c if c.is_ascii_digit() => number(text, at)?,
            '\'' | '"' => quoted(text, at, first)?,
            _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => {
                    return Err(ExpressionError::new(
                        text,
                        at,
                        format!("`{first}` has no meaning"),
                    ));
                }
            },
        };
        words.push((at, token));
        at += length;
    }
    Ok(words)
}

fn name(rest: &str) -> (Token, usize) {
    let ends = |c: char| !(c.is_alphanumeric() || c == '_' || c == '$');
    let length = rest.find(ends).unwrap_or(rest.len());
    (Token::Name(rest[..length].to_owned()), length)
}

fn number(text: &str, at: usize) -> Result<(Token, usize), ExpressionError> {
    let rest = &text[at..];
    let hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
    let mut previous = ' ';
    let goes_on = |c: char| {
        let exponent = "+-".contains(c) && "eE".contains(previous) && !hexadecimal;
        previous = c;
        c.is_ascii_alphanumeric() || c == '.' || c == '_' || exponent
    };
    let mut goes_on = goes_on;
    let length = rest.find(|c: char| !goes_on(c)).unwrap_or(rest.len());
    let word = &rest[..length];
    if !hexadecimal && word.contains(['.', 'e', 'E', 'f', 'F']) {
        let digits = word.trim_end_matches(['f', 'F', 'd', 'D', 'l', 'L']);
        if digits.parse::<f64>().is_ok() {
            return Ok((Token::Float(word.to_owned()), length));
        }
    }
    let error = |why: &str| Err(ExpressionError::new(text, at, format!("`{word}` is {why}")));
    let body = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = word[body.len()..].to_ascii_lowercase();
    if !["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(&suffix.as_str()) {
        return error("not a number");
    }
    let (digits, radix) = match body {
        _ if hexadecimal => (&body[2..], 16),
        body if body.len() > 1 && body.starts_with('0') => (&body[1..], 8),
        body => (body, 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return error("not a number");
    }
    let Ok(value) = u64::from_str_radix(digits, radix) else {
        return error("a number of more than 64 bits");
    };
    let (unsigned, long) = (suffix.contains('u'), suffix.contains('l'));
    Ok((Token::Integer(Integer { value, decimal: radix == 10, unsigned, long }), length))
}

/// A character or a text, in quotes.
fn quoted(text: &str, at: usize, quote: char) -> Result<(Token, usize), ExpressionError> {
    let rest = &text[at..];
    let mut characters = Vec::new();
    let mut all = rest.char_indices().skip(1);
    while let Some((index, c)) = all.next() {
        if c == quote {
            let length = index + 1;
            return match (quote, characters.as_slice()) {
                ('"', _) => Ok((Token::Text(rest[..length].to_owned()), length)),
                (_, [one]) => Ok((Token::Character(*one), length)),
                _ => Err(ExpressionError::new(text, at, "this is not one character")),
            };
        }
        if c != '\\' {
            characters.push(u32::from(c));
            continue;
        }
        let escaped = match all.next() {
            Some((_, 'n')) => '\n',
            Some((_, 't')) => '\t',
            Some((_, 'r')) => '\r',
            Some((_, '0')) => '\0',
            Some((_, c @ ('\\' | '\'' | '"'))) => c,
            _ => {
                return Err(ExpressionError::new(
                    text,
                    at + index,
                    "this escape is not understood",
                ));
            }
        };
        characters.push(u32::from(escaped));
    }
    Err(ExpressionError::new(text, at, "this quote has no end"))
}
