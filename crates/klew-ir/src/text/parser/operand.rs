//! Constants.

use num_bigint::BigUint;

use super::super::error::Result;
use super::Parser;
use crate::{
    Constant, FloatFormat, Operand, Type,
    text::lexer::{Label, TokenKind},
};

impl Parser<'_> {
    /// A constant. The type that stands before it counts, else the expected one.
    pub(super) fn constant_operand(&mut self, expected: Option<Type>) -> Result<Operand> {
        let mut expected = expected;
        if self.cursor.is_type() {
            expected = Some(self.cursor.value_type()?);
        }
        self.constant(expected).map(Operand::Constant)
    }

    /// A constant of a type, after that type.
    pub(super) fn constant(&mut self, expected: Option<Type>) -> Result<Constant> {
        let place = self.cursor.place();
        let kind = self.cursor.peek().clone();
        let constant = match &kind {
            TokenKind::Int(..) | TokenKind::Decimal(_) | TokenKind::Symbol('-') => {
                self.number_constant(expected)?
            }
            TokenKind::Word(word) => {
                let constant = match (word.as_str(), expected) {
                    ("true", _) => Constant::int(1, 1),
                    ("false", _) => Constant::int(1, 0),
                    ("null", _) => Constant::Null,
                    ("undefined", Some(value_type)) => Constant::Undefined(value_type),
                    ("undefined", None) => {
                        return self.cursor.error("a type must stand before this constant");
                    }
                    _ => return self.cursor.error("expected a value or a constant"),
                };
                self.cursor.advance();
                constant
            }
            TokenKind::Sigil('@', _) => Constant::Function(self.function_id()?),
            TokenKind::Sigil('&', label) => self.global_constant(label)?,
            _ => return self.cursor.error("expected a value or a constant"),
        };
        match expected {
            Some(value_type) if constant.type_of() != value_type => {
                let word = crate::text::words::type_word(value_type);
                self.cursor.error_at(place, format!("expected a constant of type {word}"))
            }
            _ => Ok(constant),
        }
    }

    fn global_constant(&mut self, label: &Label) -> Result<Constant> {
        let id = match label {
            Label::Name(name) => self.globals.get(name).copied(),
            Label::Number(_) => None,
        };
        let Some(id) = id else { return self.cursor.error("there is no global of that name") };
        self.cursor.advance();
        let negative = self.cursor.is_symbol('-');
        let mut offset = 0;
        if !self.cursor.line_ends() && (self.cursor.eat('+') || self.cursor.eat('-')) {
            let place = self.cursor.place();
            let magnitude = i128::from(self.cursor.number::<u64>()?);
            let signed = if negative { -magnitude } else { magnitude };
            offset = match i64::try_from(signed) {
                Ok(offset) => offset,
                Err(_) => return self.cursor.error_at(place, "the offset is too large"),
            };
        }
        Ok(Constant::Global(id, offset))
    }

    fn number_constant(&mut self, expected: Option<Type>) -> Result<Constant> {
        let place = self.cursor.place();
        let negative = self.cursor.eat('-');
        let kind = self.cursor.peek().clone();
        let constant = match (expected, &kind) {
            (None, _) => {
                return self.cursor.error_at(place, "a type must stand before this constant");
            }
            (Some(Type::Int(width)), TokenKind::Int(value, _)) => {
                let value = if negative { negated(width, value) } else { Some(value.clone()) };
                let value = value.filter(|value| value.bits() <= u64::from(width));
                value.map(|value| Constant::Int { width, value })
            }
            (Some(Type::Float(format)), TokenKind::Int(bits, true)) if !negative => {
                let bits = u128::try_from(bits).ok();
                let storage = u64::from(format.storage_bits());
                bits.filter(|bits| 128 - u64::from(bits.leading_zeros()) <= storage)
                    .map(|bits| Constant::Float(format, bits))
            }
            (Some(Type::Float(format)), TokenKind::Decimal(digits)) => {
                let sign = if negative { "-" } else { "" };
                let number = format!("{sign}{digits}");
                let bits = match format {
                    FloatFormat::Single => number.parse().ok().map(|x: f32| x.to_bits().into()),
                    FloatFormat::Double => number.parse().ok().map(|x: f64| x.to_bits().into()),
                    _ => return self.cursor.error("this type takes only memory images, as 0x…"),
                };
                bits.map(|bits| Constant::Float(format, bits))
            }
            (Some(Type::Float(_)), _) => {
                return self.cursor.error("expected a decimal fraction, or a memory image as 0x…");
            }
            (Some(Type::Pointer), _) => {
                return self
                    .cursor
                    .error_at(place, "a number is no pointer; there is int_to_pointer");
            }
            _ => return self.cursor.error("expected an integer"),
        };
        match constant {
            Some(constant) => {
                self.cursor.advance();
                Ok(constant)
            }
            None => self.cursor.error_at(place, "the number does not fit its type"),
        }
    }
}

/// The bits of `-value`, if it is one of the negative numbers of that width (or 0).
fn negated(width: u32, value: &BigUint) -> Option<BigUint> {
    if value.bits() == 0 {
        return Some(value.clone());
    }
    // The least is -2^(width-1); all others have fewer bits.
    let bits = value.bits();
    let least = bits == u64::from(width) && value.trailing_zeros() == Some(bits - 1);
    if bits < u64::from(width) || least {
        Some((BigUint::from(1_u8) << width) - value)
    } else {
        None
    }
}
