//! Reads terminators and landing pads.

use super::{Read, Reader};
use crate::syntax::Operation;

impl Reader<'_> {
    pub(super) fn return_(&mut self) -> Read<Operation> {
        let ty = self.ty()?;
        if ty == self.void {
            return Ok(Operation::Return(None));
        }
        let value = self.value(ty)?;
        Ok(Operation::Return(Some(crate::syntax::TypedValue { ty, value })))
    }

    pub(super) fn branch(&mut self) -> Read<Operation> {
        if self.at_word("label") {
            return Ok(Operation::Branch(self.label()?));
        }
        let condition = self.typed_value()?;
        self.expect(b',')?;
        let if_true = self.label()?;
        self.expect(b',')?;
        let if_false = self.label()?;
        Ok(Operation::ConditionalBranch { condition, if_true, if_false })
    }

    pub(super) fn switch(&mut self) -> Read<Operation> {
        let value = self.typed_value()?;
        self.expect(b',')?;
        let default = self.label()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.accept(b']') {
            let case = self.typed_constant()?;
            self.require(case.ty == value.ty, "a case of the type of the switch before here")?;
            self.expect(b',')?;
            cases.push((case, self.label()?));
        }
        Ok(Operation::Switch { value, default, cases: cases.into() })
    }

    pub(super) fn indirect_branch(&mut self) -> Read<Operation> {
        let address = self.typed_value()?;
        self.expect(b',')?;
        self.expect(b'[')?;
        let targets = self.list(b']', Self::label)?;
        Ok(Operation::IndirectBranch { address, targets })
    }

    pub(super) fn landing_pad(&mut self) -> Read<Operation> {
        let ty = self.ty()?;
        let cleanup = self.accept_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            let filter = self.at_word("filter");
            if !filter && !self.at_word("catch") {
                break;
            }
            self.advance();
            clauses.push((filter, self.typed_value()?));
        }
        Ok(Operation::LandingPad { ty, cleanup, clauses: clauses.into() })
    }

    pub(super) fn invoke(&mut self) -> Read<Operation> {
        let call = Box::new(self.call()?);
        self.expect_word("to")?;
        let normal = self.label()?;
        self.expect_word("unwind")?;
        let unwind = self.label()?;
        Ok(Operation::Invoke { call, normal, unwind })
    }

    pub(super) fn call_branch(&mut self) -> Read<Operation> {
        let call = Box::new(self.call()?);
        self.expect_word("to")?;
        let fallthrough = self.label()?;
        self.expect(b'[')?;
        let indirect = self.list(b']', Self::label)?;
        Ok(Operation::CallBr { call, fallthrough, indirect })
    }
}
