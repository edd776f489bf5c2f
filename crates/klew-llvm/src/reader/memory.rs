//! Reads the instructions that access memory or compute addresses.

use super::{Read, Reader, Token};
use crate::syntax::{AtomicOrdering, Atomicity, Flags, Operation, Type};

impl<'a> Reader<'a> {
    pub(super) fn alloca(&mut self) -> Read<Operation> {
        let in_alloca = self.accept_word("inalloca");
        let swift_error = self.accept_word("swifterror");
        let ty = self.ty()?;
        let (mut count, mut align, mut address_space) = (None, None, 0);
        while self.accept_comma_before_operand() {
            if self.accept_word("align") {
                align = Some(self.number()?);
            } else if self.accept_word("addrspace") {
                address_space = self.number_in_parentheses()?;
            } else if count.is_none() && align.is_none() {
                count = Some(self.typed_value()?);
            } else {
                return self.expected("`align` or `addrspace`");
            }
        }
        Ok(Operation::Alloca { ty, count, align, address_space, in_alloca, swift_error })
    }

    pub(super) fn load(&mut self) -> Read<Operation> {
        let is_atomic = self.accept_word("atomic");
        let volatile = self.accept_word("volatile");
        let ty = self.ty()?;
        let pointer = self.next_typed_value()?;
        self.check_pointee(pointer.ty, ty)?;
        let atomic = match is_atomic {
            true => Some(Box::new(self.atomicity()?)),
            false => None,
        };
        let align = self.align()?;
        Ok(Operation::Load { ty, pointer, volatile, atomic, align })
    }

    pub(super) fn store(&mut self) -> Read<Operation> {
        let is_atomic = self.accept_word("atomic");
        let volatile = self.accept_word("volatile");
        let value = self.typed_value()?;
        let pointer = self.next_typed_value()?;
        self.check_pointee(pointer.ty, value.ty)?;
        let atomic = match is_atomic {
            true => Some(Box::new(self.atomicity()?)),
            false => None,
        };
        let align = self.align()?;
        Ok(Operation::Store { value, pointer, volatile, atomic, align })
    }

    /// A typed pointer must point to what is accessed.
    fn check_pointee(&self, pointer: crate::syntax::TypeId, ty: crate::syntax::TypeId) -> Read<()> {
        match self.module.types.get(pointer) {
            Type::Pointer { pointee: None, .. } => Ok(()),
            Type::Pointer { pointee: Some(to), .. } if *to == ty => Ok(()),
            _ => Err(self.error("pointer to the type accessed expected before here")),
        }
    }

    pub(super) fn fence(&mut self) -> Read<Operation> {
        Ok(Operation::Fence(Box::new(self.atomicity()?)))
    }

    pub(super) fn compare_exchange(&mut self) -> Read<Operation> {
        let weak = self.accept_word("weak");
        let volatile = self.accept_word("volatile");
        let pointer = self.typed_value()?;
        let expected = self.next_typed_value()?;
        let new = self.next_typed_value()?;
        let atomic = Box::new(self.atomicity()?);
        let failure = self.ordering()?;
        let align = self.align()?;
        Ok(Operation::CompareExchange {
            weak,
            volatile,
            pointer,
            expected,
            new,
            atomic,
            failure,
            align,
        })
    }

    pub(super) fn atomic_rmw(&mut self) -> Read<Operation> {
        let volatile = self.accept_word("volatile");
        let operator = self.word("an operator of `atomicrmw`")?.into();
        let pointer = self.typed_value()?;
        let value = self.next_typed_value()?;
        let atomic = Box::new(self.atomicity()?);
        let align = self.align()?;
        Ok(Operation::AtomicRmw { volatile, operator, pointer, value, atomic, align })
    }

    /// `syncscope("…") ordering`
    fn atomicity(&mut self) -> Read<Atomicity> {
        let scope = match self.accept_word("syncscope") {
            true => {
                self.expect(b'(')?;
                let scope = self.string()?;
                self.expect(b')')?;
                Some(scope)
            }
            false => None,
        };
        Ok(Atomicity { scope, ordering: self.ordering()? })
    }

    fn ordering(&mut self) -> Read<AtomicOrdering> {
        if let Token::Word(word) = self.token
            && let Some(ordering) = AtomicOrdering::from_keyword(word)
        {
            self.advance();
            return Ok(ordering);
        }
        self.expected("an atomic ordering")
    }

    /// `, align N`
    fn align(&mut self) -> Read<Option<u64>> {
        if !self.accept_comma_before_operand() {
            return Ok(None);
        }
        self.expect_word("align")?;
        Ok(Some(self.number()?))
    }

    pub(super) fn element_pointer(&mut self) -> Read<Operation> {
        let allowed = Flags(Flags::INBOUNDS.0 | Flags::NUSW.0 | Flags::NUW.0);
        let flags = self.flags();
        let flags = self.only(flags, allowed)?;
        let source = self.ty()?;
        let base = self.next_typed_value()?;
        let mut indices = Vec::new();
        while self.accept_comma_before_operand() {
            indices.push(self.typed_value()?);
        }
        Ok(Operation::GetElementPtr { flags, source, base, indices: indices.into() })
    }

    pub(super) fn va_arg(&mut self) -> Read<Operation> {
        let list = self.typed_value()?;
        self.expect(b',')?;
        Ok(Operation::VaArg { list, ty: self.ty()? })
    }
}
