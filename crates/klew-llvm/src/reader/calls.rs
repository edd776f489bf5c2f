//! Reads calls: convention, attributes, type, callee, arguments and operand bundles.

use super::attributes::Before;
use super::{RawName, Read, Reader, Token, escapes};
use crate::syntax::{
    Argument, AttributesId, Call, Flags, InlineAsm, OperandBundle, Operation, TailKind, Type,
    TypeId, Value,
};

/// A callee before its type is known.
enum Callee<'a> {
    Local(RawName<'a>),
    Value(Value),
}

impl<'a> Reader<'a> {
    /// `call`, or a mark before it, has been passed.
    pub(super) fn call_instruction(&mut self, opcode: &str) -> Read<Operation> {
        let tail = match opcode {
            "tail" => TailKind::Tail,
            "musttail" => TailKind::MustTail,
            "notail" => TailKind::NoTail,
            _ => TailKind::None,
        };
        if tail != TailKind::None {
            self.expect_word("call")?;
        }
        let flags = self.flags();
        let mut call = self.call()?;
        call.tail = tail;
        call.flags = flags;
        Ok(Operation::Call(Box::new(call)))
    }

    /// What `call`, `invoke` and `callbr` share.
    pub(super) fn call(&mut self) -> Read<Call> {
        let calling_convention = self.calling_convention()?.unwrap_or_default();
        let mut return_attributes = AttributesId::NONE;
        let mut address_space = None;
        if !self.at_type() {
            let before_space = self.attribute_list(Before::Type)?;
            let mut list = Vec::with_capacity(before_space.len());
            for attribute in before_space {
                match &attribute {
                    crate::syntax::Attribute::Word(word) if word.starts_with("addrspace(") => {
                        let digits = word.trim_start_matches("addrspace(").trim_end_matches(')');
                        address_space = digits.parse().ok();
                    }
                    _ => list.push(attribute),
                }
            }
            return_attributes = self.module.attributes.intern(list);
        }
        let written_type = self.ty()?;
        let callee = self.callee(address_space.unwrap_or(0))?;
        self.expect(b'(')?;
        let arguments = self.list(b')', Self::argument)?;
        let attributes = self.attributes(Before::End)?;
        let bundles = match self.accept(b'[') {
            true => self.list(b']', Self::bundle)?,
            false => Box::default(),
        };
        let (function_type, result) = self.called_type(written_type, &arguments)?;
        let callee = match callee {
            Callee::Value(value) => value,
            Callee::Local(raw) => self.local_callee(raw, function_type)?,
        };
        Ok(Call {
            tail: TailKind::None,
            flags: Flags::NONE,
            calling_convention,
            return_attributes,
            address_space,
            function_type,
            result,
            callee,
            arguments,
            attributes,
            bundles,
        })
    }

    /// The callee. Its own type is not written, so a local waits for the type of the call.
    fn callee(&mut self, address_space: u32) -> Read<Callee<'a>> {
        if self.at_word("asm") {
            return Ok(Callee::Value(self.inline_asm()?));
        }
        if let Token::Local(raw) = self.token {
            self.advance();
            return Ok(Callee::Local(raw));
        }
        let opaque = self.intern(Type::Pointer { pointee: None, address_space })?;
        Ok(Callee::Value(Value::Constant(self.constant(opaque)?)))
    }

    /// A local as callee: at the type it has, or if it is defined further down, at the pointer
    /// type that this module's LLVM would give it.
    fn local_callee(&mut self, raw: RawName<'a>, function: TypeId) -> Read<Value> {
        let typed = Type::Pointer { pointee: Some(function), address_space: 0 };
        let opaque = Type::Pointer { pointee: None, address_space: 0 };
        let ty = match self.local_type(raw) {
            Some(ty) => ty,
            None if !self.module.types.has_typed_pointers() => self.intern(opaque)?,
            None => self.intern(typed)?,
        };
        if !self.module.types.is_pointer(ty) {
            return Err(self.error("call of a value that is no pointer before here"));
        }
        Ok(Value::Local(self.use_local(raw, ty)?))
    }

    fn called_type(&mut self, written: TypeId, arguments: &[Argument]) -> Read<(TypeId, TypeId)> {
        if let Type::Function { result, parameters, varargs } = self.module.types.get(written) {
            let result = *result;
            let count_fits = match varargs {
                true => parameters.len() <= arguments.len(),
                false => parameters.len() == arguments.len(),
            };
            let types_fit =
                parameters.iter().zip(arguments).all(|(ty, argument)| *ty == argument.ty);
            if !count_fits || !types_fit {
                return Err(self.error("arguments do not fit the type of the call before here"));
            }
            return Ok((written, result));
        }
        let parameters = arguments.iter().map(|argument| argument.ty).collect();
        let function = Type::Function { result: written, parameters, varargs: false };
        Ok((self.intern(function)?, written))
    }

    fn argument(&mut self) -> Read<Argument> {
        let ty = self.ty()?;
        let attributes = match self.module.types.get(ty) {
            Type::Metadata => AttributesId::NONE,
            _ => self.attributes(Before::Value)?,
        };
        let value = self.value(ty)?;
        Ok(Argument { ty, attributes, value })
    }

    fn bundle(&mut self) -> Read<OperandBundle> {
        let tag = self.string()?;
        self.expect(b'(')?;
        let inputs = self.list(b')', Self::typed_value)?;
        Ok(OperandBundle { tag, inputs })
    }

    /// `asm sideeffect "…", "…"`
    pub(super) fn inline_asm(&mut self) -> Read<Value> {
        self.expect_word("asm")?;
        let mut words = Vec::new();
        while let Token::Word(word) = self.token {
            self.advance();
            words.push(word.into());
        }
        let template = self.string()?;
        self.expect(b',')?;
        let constraints = self.string()?;
        let asm = InlineAsm { words: words.into(), template, constraints };
        Ok(Value::InlineAsm(Box::new(asm)))
    }

    /// `module asm "…"`
    pub(super) fn module_assembly(&mut self) -> Read<()> {
        self.expect_word("module")?;
        self.expect_word("asm")?;
        let Token::Text(raw) = self.token else {
            return self.expected("a string");
        };
        self.advance();
        let text = escapes::unescape_text(raw).into();
        self.module.assembly.push(text);
        Ok(())
    }
}
