//! Variable arguments: how callers lay them out and what `va_start` makes of that.
//!
//! The representation passes them in one block of memory. Where pointers have 64 bits that block is
//! the overflow area of the System V AMD64 ABI (section 3.5.7) with both register areas used up, and
//! where they have 32 bits it is the i386 ABI's argument area; so the code that clang expands
//! `va_arg` to reads it without further help.

use klew_ir::{Access, Conversion, Operand, Operation, Type};

use super::bits::reinterpret;
use super::builder::undefined;
use super::builder::{Builder, Scalars, int};
use super::function::FunctionLowering;
use super::shared::Unsupported;
use crate::syntax::{self, Argument};

/// Bytes of `va_list` where pointers have 64 bits.
const LIST_SIZE_64: u64 = 24;

impl FunctionLowering<'_, '_, '_> {
    /// The scalars that fill the block of variadic arguments, slot by slot.
    pub fn variadic_arguments(&mut self, arguments: &[Argument]) -> Result<Scalars, Unsupported> {
        let slot = self.builder.data_model.variadic_slot;
        let mut scalars = Scalars::new();
        let mut used: u64 = 0;
        for argument in arguments {
            let values = self.value(argument.ty, &argument.value)?;
            if self.context.types.vector(argument.ty).is_some() {
                return Err("a vector as a variadic argument".into());
            }
            if let Some(ty) = self.copied_type(argument) {
                let align = self.context.module.attributes.align(argument.attributes).unwrap_or(1);
                if slot == 8 && align >= 16 && !used.is_multiple_of(16) {
                    scalars.push(undefined(Type::Int(64)));
                    used += slot;
                }
                let pointer = values.into_iter().next().ok_or("a copied value of no pointer")?;
                let pieces = self.structure_pieces(ty, pointer)?;
                used += slot * pieces.len() as u64;
                scalars.extend(pieces);
                continue;
            }
            for value in values {
                if slot == 4 {
                    scalars.extend(narrow_pieces(&mut self.builder, value));
                    continue;
                }
                let size = self.builder.type_of(&value).store_size(64);
                used = if size > slot { used.next_multiple_of(16) + 16 } else { used + slot };
                scalars.push(value);
            }
        }
        Ok(scalars)
    }

    /// A structure in memory as scalars of one slot each (the last may be smaller).
    fn structure_pieces(
        &mut self,
        ty: syntax::TypeId,
        pointer: Operand,
    ) -> Result<Scalars, Unsupported> {
        let slot = self.builder.data_model.variadic_slot;
        let size = self.context.types.size(ty)?;
        let shape = self.context.types.shape(ty)?;
        let whole = self.builder.word_constant(size);
        self.builder.assert_accessible(&pointer, whole, Access::Read);
        let bits = self.builder.data_model.pointer_bits;
        let mut pieces = Scalars::new();
        let mut at = 0;
        while at < size {
            let width = slot.min(size - at);
            // A pointer is read as one, so that it stays one.
            let leaf = shape.leaves.iter().find(|leaf| leaf.offset == at);
            let piece = match leaf {
                Some(leaf) if leaf.ty.store_size(bits) == width => leaf.ty,
                _ => Type::Int(width as u32 * 8),
            };
            let place = self.builder.offset_by(pointer.clone(), at as i64);
            pieces.push(self.builder.load_unchecked(place, piece));
            at += slot;
        }
        Ok(pieces)
    }

    /// `va_start`
    pub fn start_variadic(&mut self, list: Operand) -> Result<(), Unsupported> {
        if !self.function.varargs {
            return Err("va_start in a function without variable arguments".into());
        }
        let last = self.builder.definition.parameters.len() - 1;
        let block = self.builder.parameter(last);
        let size = self.variadic_list_size();
        self.builder.assert_accessible(&list, size, Access::Write);
        if self.builder.data_model.pointer_bits == 32 {
            self.builder.store_unchecked(list, block);
            return Ok(());
        }
        // Offsets beyond both register areas: every argument is taken from the overflow area.
        let fields = [
            (0, int(32, 48)),
            (4, int(32, 176)),
            (8, block),
            (16, Operand::Constant(klew_ir::Constant::Null)),
        ];
        for (offset, value) in fields {
            let place = self.builder.offset_by(list.clone(), offset);
            self.builder.store_unchecked(place, value);
        }
        Ok(())
    }

    /// `va_copy`
    pub fn copy_variadic(&mut self, destination: Operand, source: Operand) {
        let size = self.variadic_list_size();
        self.builder.assert_accessible(&source, size.clone(), Access::Read);
        self.builder.assert_accessible(&destination, size.clone(), Access::Write);
        self.builder.effect(Operation::Copy { destination, source, size });
    }

    fn variadic_list_size(&self) -> Operand {
        let wide = self.builder.data_model.pointer_bits == 64;
        self.builder.word_constant(if wide { LIST_SIZE_64 } else { 4 })
    }
}

/// A scalar as pieces of at most 32 bits, low end first.
fn narrow_pieces(builder: &mut Builder, value: Operand) -> Scalars {
    let ty = builder.type_of(&value);
    let bits = ty.bits(builder.data_model.pointer_bits);
    if bits <= 32 {
        return smallvec::smallvec![value];
    }
    let whole = reinterpret(builder, value, Type::Int(bits));
    (0..bits.div_ceil(32))
        .map(|piece| {
            let amount = int(bits, u64::from(piece * 32));
            let part = if piece == 0 {
                whole.clone()
            } else {
                let shift = klew_ir::BinaryOperation::LogicalShiftRight;
                builder.binary(shift, whole.clone(), amount)
            };
            let width = (bits - piece * 32).min(32);
            let part = builder.convert(Conversion::Truncate, part, Type::Int(width));
            builder.unsigned_resize(part, 32)
        })
        .collect()
}
