//! Reads attributes: any word that cannot start what follows, with an optional balanced `(…)`.

use super::{Read, Reader, Token, constants, escapes, instructions, types};
use crate::syntax::{Attribute, AttributesId, CallingConvention, Flags};

/// What follows a list of attributes, and so ends it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// The type of a result.
    Type,
    /// An argument's value or the name of a parameter.
    Value,
    /// The end of a function header or call.
    End,
    /// The closing brace of an attribute group.
    Brace,
}

impl Before {
    fn ends_at(self, word: &str) -> bool {
        match self {
            Before::Type => types::starts_type(word),
            Before::Value => constants::starts_value(word),
            Before::End => {
                instructions::is_opcode(word)
                    || matches!(
                        word,
                        "align"
                            | "section"
                            | "partition"
                            | "comdat"
                            | "gc"
                            | "prefix"
                            | "prologue"
                            | "personality"
                            | "unnamed_addr"
                            | "local_unnamed_addr"
                            | "addrspace"
                            | "to"
                            | "declare"
                            | "define"
                            | "attributes"
                            | "module"
                            | "target"
                            | "source_filename"
                            | "uselistorder"
                            | "uselistorder_bb"
                    )
            }
            Before::Brace => false,
        }
    }
}

impl<'a> Reader<'a> {
    /// Reads a list of attributes up to what follows it.
    pub(super) fn attributes(&mut self, before: Before) -> Read<AttributesId> {
        let list = self.attribute_list(before)?;
        if list.is_empty() {
            return Ok(AttributesId::NONE);
        }
        Ok(self.module.attributes.intern(list))
    }

    pub(super) fn attribute_list(&mut self, before: Before) -> Read<Vec<Attribute>> {
        let mut list = Vec::new();
        loop {
            match self.token {
                Token::Group(number) => {
                    self.advance();
                    list.push(Attribute::Group(number));
                }
                Token::Text(_) => {
                    let key = self.string()?;
                    let value = match self.accept(b'=') {
                        true => Some(self.string()?),
                        false => None,
                    };
                    list.push(Attribute::Text(key, value));
                }
                Token::Word(word) if !before.ends_at(word) => {
                    list.push(self.attribute(word)?);
                }
                _ => return Ok(list),
            }
        }
    }

    fn attribute(&mut self, word: &'a str) -> Read<Attribute> {
        let start = self.start;
        self.advance();
        if word == "align" {
            if self.at(b'(') {
                return Ok(Attribute::Align(self.number_in_parentheses()?));
            }
            self.accept(b'=');
            return Ok(Attribute::Align(self.number()?));
        }
        let typed = matches!(
            word,
            "byval" | "sret" | "byref" | "inalloca" | "preallocated" | "elementtype"
        );
        if typed && self.accept(b'(') {
            let ty = self.ty()?;
            self.expect(b')')?;
            return Ok(Attribute::Typed(word.into(), ty));
        }
        if self.at(b'(') {
            self.skip_balanced()?;
        } else if self.accept(b'=') {
            let _: u64 = self.number()?; // `alignstack=16` in groups
        }
        let text = &self.lexer.text()[start..self.previous_end];
        Ok(Attribute::Word(text.into()))
    }

    /// Passes `( … )` with everything in it, which must be on one line.
    pub(super) fn skip_balanced(&mut self) -> Read<()> {
        let line = self.line;
        let mut open = 0u32;
        loop {
            match self.token {
                Token::Punctuation(b'(') => open += 1,
                Token::Punctuation(b')') => open = open.saturating_sub(1),
                Token::End => return self.expected("`)`"),
                _ => {}
            }
            if self.line != line {
                return self.expected("`)`");
            }
            self.advance();
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// A calling convention, if one is next.
    pub(super) fn calling_convention(&mut self) -> Read<Option<CallingConvention>> {
        let Token::Word(word) = self.token else {
            return Ok(None);
        };
        let convention = match word {
            "ccc" => CallingConvention::C,
            "fastcc" => CallingConvention::Fast,
            "coldcc" => CallingConvention::Cold,
            "cc" => {
                self.advance();
                let number: u32 = self.number()?;
                return Ok(Some(match number {
                    0 => CallingConvention::C,
                    8 => CallingConvention::Fast,
                    9 => CallingConvention::Cold,
                    _ => CallingConvention::Other(format!("cc {number}").into()),
                }));
            }
            _ if is_convention(word) => {
                self.advance();
                if self.at(b'(') {
                    let start = self.start;
                    self.skip_balanced()?;
                    let text = &self.lexer.text()[start..self.previous_end];
                    return Ok(Some(CallingConvention::Other(format!("{word}{text}").into())));
                }
                return Ok(Some(CallingConvention::Other(word.into())));
            }
            _ => return Ok(None),
        };
        self.advance();
        Ok(Some(convention))
    }

    /// Passes the flags of an operation.
    pub(super) fn flags(&mut self) -> Flags {
        let mut flags = Flags::NONE;
        while let Token::Word(word) = self.token
            && let Some(flag) = Flags::from_keyword(word)
        {
            self.advance();
            flags.insert(flag);
        }
        flags
    }

    /// `attributes #3 = { … }`
    pub(super) fn attribute_group(&mut self) -> Read<()> {
        self.expect_word("attributes")?;
        let Token::Group(number) = self.token else {
            return self.expected("an attribute group");
        };
        self.advance();
        self.expect(b'=')?;
        self.expect(b'{')?;
        let list = self.attribute_list(Before::Brace)?;
        self.expect(b'}')?;
        self.module.attributes.define_group(number, list);
        Ok(())
    }

    /// The decoded name of a comdat or the like.
    pub(super) fn raw_text(raw: super::RawName<'a>) -> Box<str> {
        match raw {
            super::RawName::Plain(name) => name.into(),
            super::RawName::Quoted(raw) => escapes::unescape_text(raw).into(),
            super::RawName::Numbered(number) => number.to_string().into(),
        }
    }
}

/// Whether a word is one of the named calling conventions: all end in `cc` or begin with a target.
fn is_convention(word: &str) -> bool {
    const PREFIXES: [&str; 11] = [
        "x86_", "arm_", "aarch64_", "amdgpu_", "spir_", "ptx_", "msp430_", "avr_", "riscv_",
        "win64cc", "m68k_",
    ];
    (word.ends_with("cc") && !word.starts_with("no"))
        || matches!(word, "intel_ocl_bicc" | "hhvmcc" | "graalcc" | "anyregcc")
        || (word != "x86_fp80"
            && word != "x86_amx"
            && word != "x86_mmx"
            && PREFIXES.iter().any(|prefix| word.starts_with(prefix)))
}
