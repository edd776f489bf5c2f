//! Intrinsics on memory: copies, scopes, the stack, variable arguments.

use klew_ir::{Access, BinaryOperation, Constant, Conversion, Operand, Operation, Type};

use crate::lower::builder::{Scalars, as_u64};
use crate::lower::function::FunctionLowering;
use crate::lower::shared::Unsupported;

impl FunctionLowering<'_, '_, '_> {
    /// The result of the intrinsic, if it is one of these.
    pub(super) fn memory_intrinsic(
        &mut self,
        base: &str,
        arguments: &[Scalars],
        results: &[Type],
    ) -> Result<Option<Scalars>, Unsupported> {
        let argument = |index: usize| {
            let scalars: Option<&Scalars> = arguments.get(index);
            scalars
                .and_then(|scalars| scalars.first())
                .cloned()
                .ok_or_else(|| Unsupported(format!("the intrinsic `llvm.{base}`")))
        };
        let bits = self.builder.data_model.pointer_bits;
        let builder = &mut self.builder;
        match base {
            "memcpy" | "memmove" | "memcpy.inline" | "memmove.inline" => {
                let size = builder.unsigned_resize(argument(2)?, bits);
                copy(builder, argument(0)?, argument(1)?, size);
            }
            "memset" | "memset.inline" => {
                let size = builder.unsigned_resize(argument(2)?, bits);
                fill(builder, argument(0)?, argument(1)?, size);
            }
            // Up to LLVM 21 the first argument is a size.
            "lifetime.start" => {
                let pointer = argument(arguments.len().saturating_sub(1))?;
                builder.effect(Operation::ScopeStart(pointer));
            }
            "lifetime.end" => {
                let pointer = argument(arguments.len().saturating_sub(1))?;
                builder.effect(Operation::ScopeEnd(pointer));
            }
            "stacksave" => {
                let word = builder.word();
                let mark = builder.emit(Operation::StackMark, word);
                let mark = builder.convert(Conversion::IntToPointer, mark, Type::Pointer);
                return Ok(Some(smallvec::smallvec![mark]));
            }
            "stackrestore" => {
                let word = builder.word();
                let mark = builder.convert(Conversion::PointerToInt, argument(0)?, word);
                builder.effect(Operation::StackRelease(mark));
            }
            "va_start" => {
                let list = argument(0)?;
                self.start_variadic(list)?;
            }
            "va_copy" => {
                let (destination, source) = (argument(0)?, argument(1)?);
                self.copy_variadic(destination, source);
            }
            "invariant.start" => {
                return Ok(Some(smallvec::smallvec![Operand::Constant(Constant::Null)]));
            }
            "objectsize" => {
                let Some(Type::Int(width)) = results.first() else { return Ok(None) };
                let least = as_u64(&argument(1)?) == Some(1);
                return Ok(Some(smallvec::smallvec![super::unknown_size(*width, least)]));
            }
            "ptrmask" => {
                let pointer = argument(0)?;
                let mask = builder.unsigned_resize(argument(1)?, bits);
                let word = builder.word();
                let address = builder.convert(Conversion::PointerToInt, pointer.clone(), word);
                let masked = builder.binary(BinaryOperation::And, address.clone(), mask);
                let back = builder.binary(BinaryOperation::Sub, masked, address);
                return Ok(Some(smallvec::smallvec![builder.offset(pointer, back)]));
            }
            _ => return Ok(None),
        }
        Ok(Some(Scalars::new()))
    }
}

/// Copies bytes, with the checks.
pub(crate) fn copy(
    builder: &mut crate::lower::builder::Builder,
    destination: Operand,
    source: Operand,
    size: Operand,
) {
    builder.assert_accessible(&source, size.clone(), Access::Read);
    builder.assert_accessible(&destination, size.clone(), Access::Write);
    builder.effect(Operation::Copy { destination, source, size });
}

/// Sets bytes, with the check.
pub(crate) fn fill(
    builder: &mut crate::lower::builder::Builder,
    destination: Operand,
    byte: Operand,
    size: Operand,
) {
    let byte = builder.unsigned_resize(byte, 8);
    builder.assert_accessible(&destination, size.clone(), Access::Write);
    builder.effect(Operation::Fill { destination, byte, size });
}
