//! Conversions, and reinterpreting the bits of a value as another type.

use klew_ir::{BinaryOperation, Conversion, Operand, Type, UnaryOperation};

use super::builder::undefined;
use super::builder::{Builder, Scalars, int};
use super::function::FunctionLowering;
use super::shared::Unsupported;
use crate::syntax::{CastOperator, TypeId};

impl FunctionLowering<'_, '_, '_> {
    /// A cast instruction, lane by lane; bitcasts may change the number of lanes.
    pub fn cast(
        &mut self,
        operator: CastOperator,
        scalars: Scalars,
        from: TypeId,
        to: TypeId,
    ) -> Result<Scalars, Unsupported> {
        let targets = self.context.types.scalars(to)?;
        if operator == CastOperator::BitCast {
            return self.bit_cast(scalars, from, &targets);
        }
        if targets.len() != scalars.len() {
            return Err("a conversion that changes the number of scalars".into());
        }
        let lanes = scalars.into_iter().zip(targets);
        Ok(lanes.map(|(value, to)| convert(&mut self.builder, operator, value, to)).collect())
    }

    fn bit_cast(
        &mut self,
        scalars: Scalars,
        _from: TypeId,
        targets: &[Type],
    ) -> Result<Scalars, Unsupported> {
        let pointer_bits = self.builder.data_model.pointer_bits;
        let builder = &mut self.builder;
        let bits = |ty: Type| ty.bits(pointer_bits);
        let same_lanes = scalars.len() == targets.len()
            && scalars.iter().zip(targets).all(|(a, b)| bits(builder.type_of(a)) == bits(*b));
        if same_lanes {
            let lanes = scalars.into_iter().zip(targets);
            return Ok(lanes.map(|(value, to)| reinterpret(builder, value, *to)).collect());
        }
        let total: u32 = scalars.iter().map(|scalar| bits(builder.type_of(scalar))).sum();
        if total == 0 || total != targets.iter().map(|ty| bits(*ty)).sum() {
            return Err("a bitcast between sizes".into());
        }
        // Little-endian: the first lane is the low end.
        let mut whole = int(total, 0);
        let mut at = 0;
        for scalar in scalars {
            let width = bits(builder.type_of(&scalar));
            let part = reinterpret(builder, scalar, Type::Int(width));
            let part = builder.unsigned_resize(part, total);
            let part = shifted(builder, BinaryOperation::ShiftLeft, part, at);
            whole = if at == 0 { part } else { builder.binary(BinaryOperation::Or, whole, part) };
            at += width;
        }
        let mut at = 0;
        let mut result = Scalars::new();
        for &ty in targets {
            let width = bits(ty);
            let part = shifted(builder, BinaryOperation::LogicalShiftRight, whole.clone(), at);
            let part = builder.unsigned_resize(part, width);
            result.push(reinterpret(builder, part, ty));
            at += width;
        }
        Ok(result)
    }
}

fn shifted(builder: &mut Builder, shift: BinaryOperation, value: Operand, by: u32) -> Operand {
    if by == 0 {
        return value;
    }
    let amount = int(builder.width(&value), u64::from(by));
    builder.binary(shift, value, amount)
}

fn convert(builder: &mut Builder, operator: CastOperator, value: Operand, to: Type) -> Operand {
    let conversion = match operator {
        CastOperator::Trunc => Conversion::Truncate,
        CastOperator::ZExt => Conversion::ZeroExtend,
        CastOperator::SExt => Conversion::SignExtend,
        CastOperator::FpTrunc | CastOperator::FpExt => Conversion::FloatToFloat,
        CastOperator::FpToUi => Conversion::FloatToUnsigned,
        CastOperator::FpToSi => Conversion::FloatToSigned,
        CastOperator::UiToFp => Conversion::UnsignedToFloat,
        CastOperator::SiToFp => Conversion::SignedToFloat,
        CastOperator::PtrToInt | CastOperator::PtrToAddr => Conversion::PointerToInt,
        CastOperator::IntToPtr => {
            let address = builder.unsigned_resize(value, builder.data_model.pointer_bits);
            return builder.convert(Conversion::IntToPointer, address, to);
        }
        CastOperator::BitCast | CastOperator::AddrSpaceCast => {
            return reinterpret(builder, value, to);
        }
    };
    builder.convert(conversion, value, to)
}

/// The same bits as a scalar of another type of the same size.
pub(crate) fn reinterpret(builder: &mut Builder, value: Operand, to: Type) -> Operand {
    let from = builder.type_of(&value);
    match (from, to) {
        _ if from == to => value,
        (Type::Float(_), Type::Int(_)) => builder.convert(Conversion::FloatToBits, value, to),
        (Type::Int(_), Type::Float(_)) => builder.convert(Conversion::BitsToFloat, value, to),
        (Type::Pointer, Type::Int(_)) => builder.convert(Conversion::PointerToInt, value, to),
        (Type::Int(_), Type::Pointer) => builder.convert(Conversion::IntToPointer, value, to),
        _ => {
            let width = from.bits(builder.data_model.pointer_bits);
            let bits = reinterpret(builder, value, Type::Int(width));
            reinterpret(builder, bits, to)
        }
    }
}

/// What a caller and a callee that disagree on a type make of a value: the bits that both agree on,
/// the rest arbitrary, as on x86 where they share a register (or do not).
pub(crate) fn coerce(builder: &mut Builder, value: Operand, to: Type) -> Operand {
    let from = builder.type_of(&value);
    let word = builder.data_model.pointer_bits;
    match (from, to) {
        _ if from == to => value,
        (Type::Int(width), Type::Int(wider)) if width < wider => {
            let low = builder.convert(Conversion::ZeroExtend, value, to);
            let high = builder.unary(UnaryOperation::Freeze, undefined(to));
            let amount = int(wider, u64::from(width));
            let high = builder.binary(BinaryOperation::ShiftLeft, high, amount);
            builder.binary(BinaryOperation::Or, low, high)
        }
        (Type::Int(_), Type::Int(_)) => builder.convert(Conversion::Truncate, value, to),
        (Type::Pointer, Type::Int(width)) if width <= word => {
            builder.convert(Conversion::PointerToInt, value, to)
        }
        (Type::Pointer, Type::Int(_)) => {
            let bits = builder.convert(Conversion::PointerToInt, value, Type::Int(word));
            coerce(builder, bits, to)
        }
        (Type::Int(_), Type::Pointer) => {
            let address = coerce(builder, value, Type::Int(word));
            builder.convert(Conversion::IntToPointer, address, to)
        }
        _ => undefined(to),
    }
}

/// The list made as long as `types`, each of its type: superfluous values are dropped, missing ones
/// are undefined.
pub(crate) fn coerce_all(builder: &mut Builder, values: Scalars, types: &[Type]) -> Scalars {
    let mut values = values.into_iter();
    types
        .iter()
        .map(|ty| match values.next() {
            Some(value) => coerce(builder, value, *ty),
            None => undefined(*ty),
        })
        .collect()
}
