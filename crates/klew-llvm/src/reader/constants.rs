//! Reads constants.

use super::{RawName, Read, Reader, Token, escapes, numbers};
use crate::syntax::{
    BinaryOperator, CastOperator, Constant, Integer, LocalName, Type, TypeId, TypedConstant,
};

/// Whether a word begins a value.
pub(super) fn starts_value(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "none"
            | "splat"
            | "blockaddress"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
            | "asm"
            | "getelementptr"
            | "fneg"
            | "icmp"
            | "fcmp"
            | "select"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "extractvalue"
            | "insertvalue"
    ) || CastOperator::from_keyword(word).is_some()
        || BinaryOperator::from_keyword(word).is_some()
        || is_hexadecimal_word(word)
}

/// `u0x1F`, `s0x1F`, `f0x1F`
fn is_hexadecimal_word(word: &str) -> bool {
    ["u0x", "s0x", "f0x"].iter().any(|p| word.starts_with(p))
}

impl<'a> Reader<'a> {
    /// `T v`
    pub(super) fn typed_constant(&mut self) -> Read<TypedConstant> {
        let ty = self.ty()?;
        let value = self.constant(ty)?;
        Ok(TypedConstant { ty, value })
    }

    /// A constant of a type.
    pub(super) fn constant(&mut self, ty: TypeId) -> Read<Constant> {
        self.nested(|reader| match reader.token {
            Token::Number(literal) => reader.literal(literal, ty),
            Token::Word(word) => reader.word_constant(word, ty),
            Token::Global(raw) => {
                reader.require(reader.module.types.is_pointer(ty), "a global of pointer type")?;
                reader.advance();
                Ok(Constant::Global(reader.intern_global(raw)))
            }
            Token::Bytes(raw) => reader.bytes(raw, ty),
            Token::Punctuation(b'[') => {
                reader.advance();
                let items = reader.list(b']', Self::typed_constant)?;
                reader.check_elements(ty, &items)?;
                Ok(Constant::Array(items))
            }
            Token::Punctuation(b'{') => reader.struct_constant(ty),
            Token::Punctuation(b'<') => {
                reader.advance();
                if reader.at(b'{') {
                    let constant = reader.struct_constant(ty)?;
                    reader.expect(b'>')?;
                    return Ok(constant);
                }
                let items = reader.list(b'>', Self::typed_constant)?;
                reader.check_elements(ty, &items)?;
                Ok(Constant::Vector(items))
            }
            _ => reader.expected("a value"),
        })
    }

    /// An error unless `condition` holds.
    pub(super) fn require(&self, condition: bool, what: &str) -> Read<()> {
        match condition {
            true => Ok(()),
            false => self.expected(what),
        }
    }

    fn literal(&mut self, literal: &str, ty: TypeId) -> Read<Constant> {
        let constant = match *self.module.types.get(ty) {
            Type::Integer(width) => numbers::integer(literal, width).map(Constant::Integer),
            Type::Float(kind) => {
                numbers::float(literal, kind).map(|bits| Constant::Float(Box::new(bits)))
            }
            _ => None,
        };
        match constant {
            Some(constant) => {
                self.advance();
                Ok(constant)
            }
            None => self.expected("a literal of the type given"),
        }
    }

    fn bytes(&mut self, raw: &str, ty: TypeId) -> Read<Constant> {
        let bytes = escapes::unescape(raw);
        let fits = match *self.module.types.get(ty) {
            Type::Array { element, count } => {
                count == bytes.len() as u64 && self.module.types.integer_width(element) == Some(8)
            }
            _ => false,
        };
        self.require(fits, "a string of the array's length")?;
        self.advance();
        Ok(Constant::Bytes(bytes.into()))
    }

    fn struct_constant(&mut self, ty: TypeId) -> Read<Constant> {
        self.expect(b'{')?;
        let items = self.list(b'}', Self::typed_constant)?;
        self.check_elements(ty, &items)?;
        Ok(Constant::Struct(items))
    }

    /// Whether number and types of elements are those of the aggregate type.
    fn check_elements(&self, ty: TypeId, items: &[TypedConstant]) -> Read<()> {
        let types = &self.module.types;
        let count = match types.get(ty) {
            Type::Array { count, .. } | Type::Vector { count, .. } => *count,
            _ => types.struct_body(ty).map_or(u64::MAX, |body| body.fields.len() as u64),
        };
        let same_types = (0..).zip(items).all(|(i, item)| types.element(ty, i) == Some(item.ty));
        self.require(
            count == items.len() as u64 && same_types,
            "elements as many and of the types of the aggregate before here",
        )
    }

    fn word_constant(&mut self, word: &'a str, ty: TypeId) -> Read<Constant> {
        let types = &self.module.types;
        let simple = match word {
            "true" | "false" => {
                self.require(types.integer_width(ty) == Some(1), "a value that is no Boolean")?;
                Constant::Integer(Integer::Small(u64::from(word == "true")))
            }
            "null" => {
                self.require(types.is_pointer(ty), "a value that is no pointer")?;
                Constant::Null
            }
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "zeroinitializer" => Constant::Zero,
            "none" => Constant::NoneToken,
            _ if is_hexadecimal_word(word) => return self.literal(word, ty),
            _ => return self.compound_constant(word, ty),
        };
        self.advance();
        Ok(simple)
    }

    fn compound_constant(&mut self, word: &'a str, ty: TypeId) -> Read<Constant> {
        match word {
            "splat" => {
                self.advance();
                self.expect(b'(')?;
                let element = self.typed_constant()?;
                self.expect(b')')?;
                let fits = self.module.types.element(ty, 0) == Some(element.ty);
                self.require(fits, "a splat of the vector's element type before here")?;
                Ok(Constant::Splat(Box::new(element)))
            }
            "blockaddress" => {
                self.advance();
                self.expect(b'(')?;
                let function = self.global()?;
                self.expect(b',')?;
                let Token::Local(raw) = self.token else {
                    return self.expected("the name of a block");
                };
                self.advance();
                self.expect(b')')?;
                let block = match raw {
                    RawName::Numbered(number) => LocalName::Numbered(number),
                    _ => LocalName::Named(Self::raw_text(raw)),
                };
                if !self.module.label_functions.contains(&function) {
                    self.module.label_functions.push(function);
                }
                Ok(Constant::BlockAddress(function, Box::new(block)))
            }
            "dso_local_equivalent" => {
                self.advance();
                Ok(Constant::DsoLocalEquivalent(self.global()?))
            }
            "no_cfi" => {
                self.advance();
                Ok(Constant::NoCfi(self.global()?))
            }
            "ptrauth" => {
                self.advance();
                self.expect(b'(')?;
                Ok(Constant::PtrAuth(self.list(b')', Self::typed_constant)?))
            }
            _ => {
                let expression = self.constant_expression(word)?;
                Ok(Constant::Expression(Box::new(expression)))
            }
        }
    }
}
