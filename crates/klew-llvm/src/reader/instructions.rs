//! Reads instructions: finds the opcode, leaves the operands to the other files, then reads the
//! metadata after them and names the result.

use super::{RawName, Read, Reader, Token};
use crate::syntax::{
    Attachment, BinaryOperator, CastOperator, Flags, FloatPredicate, Instruction, IntegerPredicate,
    Operation, TypedValue,
};

/// Whether a word is the opcode of an instruction (or a mark before `call`).
pub(super) fn is_opcode(word: &str) -> bool {
    matches!(
        word,
        "ret"
            | "br"
            | "switch"
            | "indirectbr"
            | "invoke"
            | "callbr"
            | "resume"
            | "unreachable"
            | "cleanupret"
            | "catchret"
            | "catchswitch"
            | "catchpad"
            | "cleanuppad"
            | "fneg"
            | "alloca"
            | "load"
            | "store"
            | "fence"
            | "cmpxchg"
            | "atomicrmw"
            | "getelementptr"
            | "icmp"
            | "fcmp"
            | "phi"
            | "select"
            | "freeze"
            | "call"
            | "tail"
            | "musttail"
            | "notail"
            | "landingpad"
            | "va_arg"
            | "extractvalue"
            | "insertvalue"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
    ) || BinaryOperator::from_keyword(word).is_some()
        || CastOperator::from_keyword(word).is_some()
}

const FAST_MATH: Flags = Flags(
    Flags::FAST.0
        | Flags::REASSOC.0
        | Flags::NNAN.0
        | Flags::NINF.0
        | Flags::NSZ.0
        | Flags::ARCP.0
        | Flags::CONTRACT.0
        | Flags::AFN.0,
);

impl<'a> Reader<'a> {
    /// Reads an instruction with everything that belongs to it.
    pub(super) fn instruction(&mut self) -> Read<Instruction> {
        let line = self.line;
        let name = self.result_name()?;
        let opcode_start = self.start;
        let opcode = self.word("an instruction")?;
        let operation = self.operation(opcode, opcode_start)?;
        let attachments = self.attachments_after_comma()?;
        let result = match self.result_type(&operation)? {
            Some(ty) => Some(self.define_local(name, ty)?),
            None if name.is_some() => {
                return Err(self.error("name given to an instruction without result before here"));
            }
            None => None,
        };
        if let (Some(local), Operation::Alloca { ty, .. }) = (result, &operation)
            && !self.saw_opaque_pointer
            && !self.module.types.has_typed_pointers()
            && let Some(scope) = &mut self.scope
        {
            scope.undetermined.push((local, *ty));
        }
        Ok(Instruction { result, operation, attachments, line })
    }

    fn result_name(&mut self) -> Read<Option<RawName<'a>>> {
        let Token::Local(raw) = self.token else {
            return Ok(None);
        };
        self.advance();
        self.expect(b'=')?;
        Ok(Some(raw))
    }

    fn operation(&mut self, opcode: &'a str, opcode_start: usize) -> Read<Operation> {
        if let Some(operator) = BinaryOperator::from_keyword(opcode) {
            return self.binary(operator);
        }
        if let Some(operator) = CastOperator::from_keyword(opcode) {
            return self.cast(operator);
        }
        match opcode {
            "icmp" => self.integer_comparison(),
            "fcmp" => self.float_comparison(),
            "fneg" => {
                let flags = self.flags();
                let flags = self.only(flags, FAST_MATH)?;
                Ok(Operation::FNeg { flags, value: self.typed_value()? })
            }
            "freeze" => Ok(Operation::Freeze(self.typed_value()?)),
            "select" => self.select(),
            "phi" => self.phi(),
            "alloca" => self.alloca(),
            "load" => self.load(),
            "store" => self.store(),
            "fence" => self.fence(),
            "cmpxchg" => self.compare_exchange(),
            "atomicrmw" => self.atomic_rmw(),
            "getelementptr" => self.element_pointer(),
            "va_arg" => self.va_arg(),
            "extractvalue" => self.extract_value(),
            "insertvalue" => self.insert_value(),
            "extractelement" => self.extract_element(),
            "insertelement" => self.insert_element(),
            "shufflevector" => self.shuffle_vector(),
            "call" | "tail" | "musttail" | "notail" => self.call_instruction(opcode),
            "invoke" => self.invoke(),
            "callbr" => self.call_branch(),
            "landingpad" => self.landing_pad(),
            "resume" => Ok(Operation::Resume(self.typed_value()?)),
            "ret" => self.return_(),
            "br" => self.branch(),
            "switch" => self.switch(),
            "indirectbr" => self.indirect_branch(),
            "unreachable" => Ok(Operation::Unreachable),
            "cleanupret" | "catchret" | "catchswitch" | "catchpad" | "cleanuppad" => {
                self.unsupported(opcode, opcode_start)
            }
            _ => Err(self.error(format!("unknown instruction `{opcode}` before here"))),
        }
    }

    /// Keeps the rest of the line as text.
    fn unsupported(&mut self, opcode: &str, start: usize) -> Read<Operation> {
        let line = self.line;
        while self.line == line && self.token != Token::End {
            self.advance();
        }
        let text = self.lexer.text()[start..self.previous_end].trim_end();
        Ok(Operation::Unsupported {
            opcode: opcode.into(),
            text: text.into(),
            terminator: matches!(opcode, "cleanupret" | "catchret" | "catchswitch"),
        })
    }

    /// `T v`
    pub(super) fn typed_value(&mut self) -> Read<TypedValue> {
        let ty = self.ty()?;
        let value = self.value(ty)?;
        Ok(TypedValue { ty, value })
    }

    /// `, T v`
    pub(super) fn next_typed_value(&mut self) -> Read<TypedValue> {
        self.expect(b',')?;
        self.typed_value()
    }

    /// `, !kind !7, …`
    fn attachments_after_comma(&mut self) -> Read<Box<[Attachment]>> {
        let mut list = Vec::new();
        while self.at(b',') {
            self.advance();
            list.push(self.attachment()?);
        }
        Ok(list.into())
    }

    /// Passes a comma unless metadata follows it, which is left to the instruction's end.
    pub(super) fn accept_comma_before_operand(&mut self) -> bool {
        if !self.at(b',') {
            return false;
        }
        let rest = self.lexer.text()[self.lexer.position..].trim_start();
        if rest.starts_with('!') {
            return false;
        }
        self.advance();
        true
    }

    fn binary(&mut self, operator: BinaryOperator) -> Read<Operation> {
        use BinaryOperator::*;
        let allowed = match operator {
            Add | Sub | Mul | Shl => Flags(Flags::NUW.0 | Flags::NSW.0),
            UDiv | SDiv | LShr | AShr => Flags::EXACT,
            Or => Flags::DISJOINT,
            FAdd | FSub | FMul | FDiv | FRem => FAST_MATH,
            URem | SRem | And | Xor => Flags::NONE,
        };
        let flags = self.flags();
        let flags = self.only(flags, allowed)?;
        let ty = self.ty()?;
        let left = self.value(ty)?;
        self.expect(b',')?;
        let right = self.value(ty)?;
        Ok(Operation::Binary { operator, flags, ty, left, right })
    }

    fn cast(&mut self, operator: CastOperator) -> Read<Operation> {
        let allowed = match operator {
            CastOperator::Trunc => Flags(Flags::NUW.0 | Flags::NSW.0),
            CastOperator::ZExt | CastOperator::UiToFp => Flags::NNEG,
            _ => FAST_MATH,
        };
        let flags = self.flags();
        let flags = self.only(flags, allowed)?;
        let value = self.typed_value()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        Ok(Operation::Cast { operator, flags, value, to })
    }

    fn integer_comparison(&mut self) -> Read<Operation> {
        let flags = self.flags();
        let flags = self.only(flags, Flags::SAMESIGN)?;
        let word = self.word("a predicate")?;
        let Some(predicate) = IntegerPredicate::from_keyword(word) else {
            return Err(self.error(format!("unknown predicate `{word}` before here")));
        };
        let ty = self.ty()?;
        let left = self.value(ty)?;
        self.expect(b',')?;
        let right = self.value(ty)?;
        Ok(Operation::ICmp { flags, predicate, ty, left, right })
    }

    fn float_comparison(&mut self) -> Read<Operation> {
        let flags = self.flags();
        let flags = self.only(flags, FAST_MATH)?;
        let word = self.word("a predicate")?;
        let Some(predicate) = FloatPredicate::from_keyword(word) else {
            return Err(self.error(format!("unknown predicate `{word}` before here")));
        };
        let ty = self.ty()?;
        let left = self.value(ty)?;
        self.expect(b',')?;
        let right = self.value(ty)?;
        Ok(Operation::FCmp { flags, predicate, ty, left, right })
    }

    fn select(&mut self) -> Read<Operation> {
        let flags = self.flags();
        let flags = self.only(flags, FAST_MATH)?;
        Ok(Operation::Select {
            flags,
            condition: self.typed_value()?,
            if_true: self.next_typed_value()?,
            if_false: self.next_typed_value()?,
        })
    }

    fn phi(&mut self) -> Read<Operation> {
        let flags = self.flags();
        let flags = self.only(flags, FAST_MATH)?;
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value(ty)?;
            self.expect(b',')?;
            incoming.push((value, self.block_name()?));
            self.expect(b']')?;
            if !self.accept_comma_before_operand() {
                break;
            }
        }
        Ok(Operation::Phi { flags, ty, incoming: incoming.into() })
    }
}
