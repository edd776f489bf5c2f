//! Reads types.

use super::{RawName, Read, Reader, Token, escapes};
use crate::syntax::{FloatKind, StructBody, StructName, Type, TypeId};

/// Greatest width LLVM allows for an integer.
const MAX_INTEGER_WIDTH: u32 = 1 << 23;

/// Whether a word begins a type.
pub(super) fn starts_type(word: &str) -> bool {
    matches!(
        word,
        "void" | "ptr" | "label" | "metadata" | "token" | "target" | "x86_amx" | "x86_mmx"
    ) || float_kind(word).is_some()
        || is_integer(word)
}

fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('i').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn float_kind(word: &str) -> Option<FloatKind> {
    Some(match word {
        "half" => FloatKind::Half,
        "bfloat" => FloatKind::BFloat,
        "float" => FloatKind::Float,
        "double" => FloatKind::Double,
        "x86_fp80" => FloatKind::X86Fp80,
        "fp128" => FloatKind::Fp128,
        "ppc_fp128" => FloatKind::PpcFp128,
        _ => return None,
    })
}

impl<'a> Reader<'a> {
    /// Whether the next token begins a type.
    pub(super) fn at_type(&self) -> bool {
        match self.token {
            Token::Word(word) => starts_type(word),
            Token::Local(_) => true,
            Token::Punctuation(byte) => matches!(byte, b'[' | b'{' | b'<'),
            _ => false,
        }
    }

    /// The id of a type.
    pub(super) fn intern(&mut self, ty: Type) -> Read<TypeId> {
        match self.module.types.intern(ty) {
            Some(id) => Ok(id),
            None => Err(self.error("type nested too deeply")),
        }
    }

    /// Reads a type with its suffixes `*`, `addrspace(n)*` and `(parameters)`.
    pub(super) fn ty(&mut self) -> Read<TypeId> {
        self.nested(|reader| {
            let mut ty = reader.base_type()?;
            loop {
                match reader.token {
                    Token::Punctuation(b'*') => {
                        reader.advance();
                        ty =
                            reader.intern(Type::Pointer { pointee: Some(ty), address_space: 0 })?;
                    }
                    Token::Word("addrspace") => {
                        reader.advance();
                        let address_space = reader.number_in_parentheses()?;
                        reader.expect(b'*')?;
                        ty = reader.intern(Type::Pointer { pointee: Some(ty), address_space })?;
                    }
                    Token::Punctuation(b'(') => ty = reader.function_type(ty)?,
                    _ => return Ok(ty),
                }
            }
        })
    }

    fn base_type(&mut self) -> Read<TypeId> {
        match self.token {
            Token::Word(word) => self.word_type(word),
            Token::Local(raw) => {
                self.advance();
                self.named_type(raw)
            }
            Token::Punctuation(b'[') => {
                self.advance();
                let count = self.number()?;
                self.expect_word("x")?;
                let element = self.ty()?;
                self.expect(b']')?;
                self.intern(Type::Array { element, count })
            }
            Token::Punctuation(b'{') => {
                let body = self.struct_body(false)?;
                self.intern(Type::Struct(body))
            }
            Token::Punctuation(b'<') => {
                self.advance();
                if self.at(b'{') {
                    let body = self.struct_body(true)?;
                    self.expect(b'>')?;
                    return self.intern(Type::Struct(body));
                }
                self.vector_type()
            }
            _ => self.expected("a type"),
        }
    }

    fn vector_type(&mut self) -> Read<TypeId> {
        let scalable = self.accept_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let count = self.number()?;
        self.expect_word("x")?;
        let element = self.ty()?;
        self.expect(b'>')?;
        self.intern(Type::Vector { element, count, scalable })
    }

    fn word_type(&mut self, word: &'a str) -> Read<TypeId> {
        let ty = match word {
            "void" => Type::Void,
            "label" => Type::Label,
            "metadata" => Type::Metadata,
            "token" => Type::Token,
            "ptr" => {
                self.saw_opaque_pointer = true;
                self.advance();
                let address_space = match self.accept_word("addrspace") {
                    true => self.number_in_parentheses()?,
                    false => 0,
                };
                return self.intern(Type::Pointer { pointee: None, address_space });
            }
            "x86_amx" | "x86_mmx" => Type::Other(word.into()),
            "target" => {
                let start = self.start;
                self.advance();
                self.skip_balanced()?;
                let text = &self.lexer.text()[start..self.previous_end];
                return self.intern(Type::Other(text.into()));
            }
            _ => match float_kind(word) {
                Some(kind) => Type::Float(kind),
                None => match word.strip_prefix('i').map(str::parse) {
                    Some(Ok(width @ 1..=MAX_INTEGER_WIDTH)) if is_integer(word) => {
                        Type::Integer(width)
                    }
                    _ => return self.expected("a type"),
                },
            },
        };
        self.advance();
        self.intern(ty)
    }

    pub(super) fn struct_name(&self, raw: RawName<'a>) -> StructName {
        match raw {
            RawName::Plain(name) => StructName::Named(name.into()),
            RawName::Quoted(raw) => StructName::Named(escapes::unescape_text(raw).into()),
            RawName::Numbered(number) => StructName::Numbered(number),
        }
    }

    fn named_type(&mut self, raw: RawName<'a>) -> Read<TypeId> {
        let name = self.struct_name(raw);
        if let Some(&ty) = self.type_aliases.get(&name) {
            return Ok(ty);
        }
        let id = self.module.types.struct_named(name);
        self.intern(Type::Named(id))
    }

    /// `{ T, U }`
    pub(super) fn struct_body(&mut self, packed: bool) -> Read<StructBody> {
        self.expect(b'{')?;
        let fields = self.list(b'}', Self::ty)?;
        Ok(StructBody { fields, packed })
    }

    fn function_type(&mut self, result: TypeId) -> Read<TypeId> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut varargs = false;
        while !self.accept(b')') {
            if self.token == Token::Ellipsis {
                self.advance();
                varargs = true;
                self.expect(b')')?;
                break;
            }
            parameters.push(self.ty()?);
            if !self.accept(b',') {
                self.expect(b')')?;
                break;
            }
        }
        self.intern(Type::Function { result, parameters: parameters.into(), varargs })
    }

    /// `%name = type …`
    pub(super) fn type_definition(&mut self, raw: RawName<'a>) -> Read<()> {
        let name = self.struct_name(raw);
        self.advance();
        self.expect(b'=')?;
        self.expect_word("type")?;
        if self.accept_word("opaque") {
            let id = self.module.types.struct_named(name);
            self.module.types.define_struct(id, None);
            return Ok(());
        }
        let ty = self.ty()?;
        if let Type::Struct(body) = self.module.types.get(ty).clone() {
            let id = self.module.types.struct_named(name);
            if self.module.types.structure(id).body.is_some() {
                return Err(self.error("structure type defined twice"));
            }
            self.module.types.define_struct(id, Some(body));
        } else if self.module.types.find_struct(&name).is_some() {
            return Err(self.error("type used before its definition, which is no structure"));
        } else {
            self.type_aliases.insert(name, ty);
        }
        Ok(())
    }
}
