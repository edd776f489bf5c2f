//! Constants that are known before the program runs: initial contents of globals, targets of aliases.

use klew_ir::{Constant, Initializer, Relocation, Type};
use num_bigint::BigUint;

use super::shared::Entity;
use super::shared::Linked;
use super::shared::{ModuleContext, Shared, Unsupported};
use super::types::float_format;
use crate::syntax::{self, BinaryOperator, CastOperator, ConstantExpression};

/// A scalar that is known before the program runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Static {
    /// Bits of an integer, a float or a pointer made from an integer.
    Bits(BigUint),
    /// An address (as a pointer, or as an integer of pointer width).
    Address(Constant),
    /// Never written.
    Undefined,
}

/// Sizes up to this are laid out as bytes; larger globals must be zero or sparse data is refused.
const LARGEST_IMAGE: u64 = 1 << 30;

/// Gives every global its initial contents.
pub(crate) fn lay_out_globals(linked: &Linked, shared: &mut Shared) {
    for chosen in &linked.variables {
        let context = &linked.contexts[chosen.module];
        let variable = &context.module.variables[chosen.index];
        let global = chosen.id.0 as usize;
        let debug = super::debug::global(context, variable, &mut shared.sources);
        let target = &mut shared.program.globals[global];
        target.position = debug.position.unwrap_or(klew_ir::Position::UNKNOWN);
        target.source_type = debug.source_type;
        let Some(constant) = &variable.initializer else { continue };
        let size = target.size;
        target.initializer = image(context, variable.ty, constant, size);
    }
}

/// The bytes of an initial value. What cannot be evaluated makes the whole global arbitrary, which is
/// said in the result when it is read.
fn image(
    context: &ModuleContext,
    ty: syntax::TypeId,
    constant: &syntax::Constant,
    size: u64,
) -> Initializer {
    if is_zero(constant) {
        return Initializer::Zero;
    }
    if size > LARGEST_IMAGE {
        return Initializer::External;
    }
    let mut image = Image { context, bytes: vec![0; size as usize], relocations: Vec::new() };
    if image.write(ty, constant, 0).is_err() {
        return Initializer::External;
    }
    image.relocations.sort_by_key(|relocation| relocation.offset);
    if image.relocations.is_empty() && image.bytes.iter().all(|byte| *byte == 0) {
        return Initializer::Zero;
    }
    Initializer::Bytes(image.bytes, image.relocations)
}

fn is_zero(constant: &syntax::Constant) -> bool {
    use syntax::Constant::{Null, Poison, Undef, Zero};
    // LLVM's assembler writes zeros where nothing was said.
    matches!(constant, Zero | Null | Undef | Poison)
}

struct Image<'c, 'm> {
    context: &'c ModuleContext<'m>,
    bytes: Vec<u8>,
    relocations: Vec<Relocation>,
}

impl Image<'_, '_> {
    fn write(
        &mut self,
        ty: syntax::TypeId,
        constant: &syntax::Constant,
        at: u64,
    ) -> Result<(), Unsupported> {
        use syntax::Constant as C;
        let types = &self.context.types;
        match constant {
            constant if is_zero(constant) => Ok(()),
            C::Bytes(bytes) => self.put(at, bytes),
            C::Array(elements) => {
                for (index, element) in (0..).zip(elements) {
                    let size = types.size(element.ty)?;
                    self.write(element.ty, &element.value, at + index * size)?;
                }
                Ok(())
            }
            C::Struct(fields) => {
                for (index, field) in (0..).zip(fields) {
                    let offset = types.field_offset(ty, index)?;
                    self.write(field.ty, &field.value, at + offset)?;
                }
                Ok(())
            }
            C::Vector(_) | C::Splat(_) => self.write_vector(ty, constant, at),
            _ => {
                let scalar = types.scalar(ty).ok_or("an initial value of unknown type")?;
                let value = evaluate(self.context, ty, constant)?;
                self.put_scalar(scalar, value, at)
            }
        }
    }

    fn write_vector(
        &mut self,
        ty: syntax::TypeId,
        constant: &syntax::Constant,
        at: u64,
    ) -> Result<(), Unsupported> {
        let shape = self.context.types.shape(ty)?;
        if !shape.in_memory {
            return Err("a vector of parts of bytes in memory".into());
        }
        for (index, leaf) in shape.leaves.iter().enumerate() {
            let element = match constant {
                syntax::Constant::Vector(elements) => {
                    elements.get(index).ok_or("a vector constant that is too short")?
                }
                syntax::Constant::Splat(element) => element,
                _ => return Err("an initial value of unknown kind".into()),
            };
            self.write(element.ty, &element.value, at + leaf.offset)?;
        }
        Ok(())
    }

    fn put_scalar(&mut self, ty: Type, value: Static, at: u64) -> Result<(), Unsupported> {
        let size = ty.store_size(self.context.types.pointer_bits());
        match value {
            Static::Undefined => Ok(()),
            Static::Bits(bits) => {
                let mut bytes = bits.to_bytes_le();
                bytes.resize(size as usize, 0);
                self.put(at, &bytes)
            }
            Static::Address(Constant::Null) => Ok(()),
            Static::Address(value) => {
                if size != u64::from(self.context.types.pointer_bits() / 8) {
                    return Err("part of an address as initial value".into());
                }
                self.relocations.push(Relocation { offset: at, value });
                Ok(())
            }
        }
    }

    fn put(&mut self, at: u64, bytes: &[u8]) -> Result<(), Unsupported> {
        let target = usize::try_from(at)
            .ok()
            .and_then(|at| self.bytes.get_mut(at..at.checked_add(bytes.len())?))
            .ok_or("an initial value larger than its type")?;
        target.copy_from_slice(bytes);
        Ok(())
    }
}

/// The address that a constant is.
pub(crate) fn address(
    context: &ModuleContext,
    constant: &syntax::Constant,
) -> Result<Constant, Unsupported> {
    match evaluate_pointer(context, constant)? {
        Static::Address(address) => Ok(address),
        _ => Err("an alias of no address".into()),
    }
}

fn evaluate_pointer(
    context: &ModuleContext,
    constant: &syntax::Constant,
) -> Result<Static, Unsupported> {
    use syntax::Constant as C;
    match constant {
        C::Null | C::Zero => Ok(Static::Address(Constant::Null)),
        C::Undef | C::Poison => Ok(Static::Undefined),
        C::Global(id) | C::DsoLocalEquivalent(id) | C::NoCfi(id) => {
            match &context.entities[id.0 as usize] {
                Entity::Pointer(constant) => Ok(Static::Address(constant.clone())),
                Entity::Unsupported(why) => Err(Unsupported(why.clone())),
            }
        }
        C::BlockAddress(function, block) => label(context, *function, block),
        C::Expression(expression) => evaluate_expression(context, expression),
        _ => Err("a constant of unknown kind".into()),
    }
}

/// The address of a label: within an object that stands for the function's code, as far as its block's number.
fn label(
    context: &ModuleContext,
    function: syntax::GlobalId,
    block: &syntax::LocalName,
) -> Result<Static, Unsupported> {
    let unknown = || Unsupported("the address of a label that is not there".into());
    let labels = context.labels.get(&function).ok_or_else(unknown)?;
    let syntax::SymbolDefinition::Function(index) = context.module.symbol(function).definition
    else {
        return Err(unknown());
    };
    let syntax::Body::Defined(definition) = &context.module.functions[index as usize].body else {
        return Err(unknown());
    };
    let number = definition.block_named(block).ok_or_else(unknown)?;
    Ok(Static::Address(Constant::Global(*labels, i64::from(number.0))))
}

/// The scalar that a constant is.
pub(crate) fn evaluate(
    context: &ModuleContext,
    ty: syntax::TypeId,
    constant: &syntax::Constant,
) -> Result<Static, Unsupported> {
    use syntax::Constant as C;
    match constant {
        C::Integer(syntax::Integer::Small(value)) => Ok(Static::Bits(BigUint::from(*value))),
        C::Integer(syntax::Integer::Big(value)) => Ok(Static::Bits((**value).clone())),
        C::Float(float) => match float_format(float.kind) {
            Some(_) => Ok(Static::Bits(BigUint::from(float.bits))),
            None => Err("a number of type ppc_fp128".into()),
        },
        C::Zero if !context.module.types.is_pointer(ty) => Ok(Static::Bits(BigUint::ZERO)),
        _ => evaluate_pointer(context, constant),
    }
}

fn evaluate_typed(
    context: &ModuleContext,
    constant: &syntax::TypedConstant,
) -> Result<Static, Unsupported> {
    evaluate(context, constant.ty, &constant.value)
}

fn evaluate_expression(
    context: &ModuleContext,
    expression: &ConstantExpression,
) -> Result<Static, Unsupported> {
    match expression {
        ConstantExpression::GetElementPtr { source, base, indices, .. } => {
            let offset = constant_offset(context, *source, indices)?;
            moved(context, evaluate_typed(context, base)?, offset)
        }
        ConstantExpression::Cast { operator, value, to } => {
            cast(context, *operator, evaluate_typed(context, value)?, value.ty, *to)
        }
        ConstantExpression::Binary { operator, left, right, .. } => {
            let width = context.types.scalar(left.ty).ok_or("arithmetic on vectors")?;
            let width = width.bits(context.types.pointer_bits());
            let left = evaluate_typed(context, left)?;
            let right = evaluate_typed(context, right)?;
            binary(context, *operator, width, left, right)
        }
        _ => Err("a constant expression of this kind".into()),
    }
}

/// The byte offset of a `getelementptr` whose indices are constants.
pub(crate) fn constant_offset(
    context: &ModuleContext,
    source: syntax::TypeId,
    indices: &[syntax::TypedConstant],
) -> Result<i64, Unsupported> {
    let mut ty = source;
    let mut offset: i64 = 0;
    for (position, index) in indices.iter().enumerate() {
        let Static::Bits(bits) = evaluate_typed(context, index)? else {
            return Err("an index that is no number".into());
        };
        let width = context.module.types.integer_width(index.ty).ok_or("an index of no width")?;
        let value = signed(&bits, width).ok_or("an index beyond 64 bits")?;
        let is_struct = position > 0 && context.module.types.struct_body(ty).is_some();
        let step = if is_struct {
            let field = value as u64;
            let at = context.types.field_offset(ty, field)?;
            ty = context.module.types.element(ty, field).ok_or("an index out of range")?;
            at as i64
        } else {
            if position > 0 {
                ty = context.module.types.element(ty, 0).ok_or("an index into a scalar")?;
            }
            value.wrapping_mul(context.types.size(ty)? as i64)
        };
        offset = offset.wrapping_add(step);
    }
    Ok(offset)
}

/// An integer of at most 64 bits as a signed number.
pub(crate) fn signed(bits: &BigUint, width: u32) -> Option<i64> {
    let value = u64::try_from(bits).ok()?;
    match width {
        0 => None,
        1..=64 => Some(((value << (64 - width)) as i64) >> (64 - width)),
        _ => i64::try_from(value).ok(),
    }
}

fn moved(context: &ModuleContext, base: Static, offset: i64) -> Result<Static, Unsupported> {
    let bits = context.types.pointer_bits();
    match base {
        Static::Address(Constant::Global(id, start)) => {
            Ok(Static::Address(Constant::Global(id, start.wrapping_add(offset))))
        }
        base @ Static::Address(_) if offset == 0 => Ok(base),
        Static::Address(Constant::Null) => Ok(Static::Bits(wrap(offset, bits))),
        Static::Bits(base) => Ok(Static::Bits((base + wrap(offset, bits)) % modulus(bits))),
        Static::Undefined => Ok(Static::Undefined),
        Static::Address(_) => Err("an address inside a function".into()),
    }
}

fn modulus(bits: u32) -> BigUint {
    BigUint::from(1u8) << bits
}

fn wrap(value: i64, bits: u32) -> BigUint {
    BigUint::from(value as u64) % modulus(bits)
}

fn cast(
    context: &ModuleContext,
    operator: CastOperator,
    value: Static,
    from: syntax::TypeId,
    to: syntax::TypeId,
) -> Result<Static, Unsupported> {
    let pointer_bits = context.types.pointer_bits();
    let bits = |ty| context.types.scalar(ty).map(|ty: Type| ty.bits(pointer_bits));
    let (Some(from_bits), Some(to_bits)) = (bits(from), bits(to)) else {
        return Err("a conversion of a vector constant".into());
    };
    match (operator, value) {
        (_, Static::Undefined) => Ok(Static::Undefined),
        (CastOperator::BitCast | CastOperator::AddrSpaceCast, value) => Ok(value),
        (
            CastOperator::PtrToInt
            | CastOperator::PtrToAddr
            | CastOperator::IntToPtr
            | CastOperator::Trunc
            | CastOperator::ZExt,
            value,
        ) => match value {
            Static::Bits(bits) => Ok(Static::Bits(bits % modulus(to_bits))),
            Static::Address(Constant::Null) => Ok(Static::Bits(BigUint::ZERO)),
            address if to_bits == from_bits => Ok(address),
            _ => Err("part of an address as a constant".into()),
        },
        (CastOperator::SExt, Static::Bits(bits)) => {
            let negative = bits.bit(u64::from(from_bits) - 1);
            let high = modulus(to_bits) - modulus(from_bits);
            Ok(Static::Bits(if negative { bits + high } else { bits }))
        }
        _ => Err("a conversion of this kind in a constant".into()),
    }
}

fn binary(
    context: &ModuleContext,
    operator: BinaryOperator,
    width: u32,
    left: Static,
    right: Static,
) -> Result<Static, Unsupported> {
    let unsupported = || Unsupported("arithmetic on addresses in a constant".into());
    let modulus = modulus(width);
    match (left, right) {
        (Static::Bits(a), Static::Bits(b)) => Ok(Static::Bits(match operator {
            BinaryOperator::Add => (a + b) % modulus,
            BinaryOperator::Sub => (a + &modulus - b) % modulus,
            BinaryOperator::Mul => (a * b) % modulus,
            BinaryOperator::And => a & b,
            BinaryOperator::Or => a | b,
            BinaryOperator::Xor => a ^ b,
            BinaryOperator::Shl if b < BigUint::from(width) => {
                (a << u64::try_from(&b).unwrap_or(0)) % modulus
            }
            BinaryOperator::LShr if b < BigUint::from(width) => a >> u64::try_from(&b).unwrap_or(0),
            _ => return Err("arithmetic of this kind in a constant".into()),
        })),
        (Static::Address(Constant::Global(a, i)), Static::Address(Constant::Global(b, j)))
            if operator == BinaryOperator::Sub && a == b =>
        {
            Ok(Static::Bits(BigUint::from(i.wrapping_sub(j) as u64) % modulus))
        }
        (address @ Static::Address(_), Static::Bits(bits)) => {
            let by = signed(&bits, width).ok_or_else(unsupported)?;
            match operator {
                BinaryOperator::Add => moved(context, address, by),
                BinaryOperator::Sub => moved(context, address, by.wrapping_neg()),
                _ => Err(unsupported()),
            }
        }
        (Static::Bits(bits), address @ Static::Address(_)) if operator == BinaryOperator::Add => {
            moved(context, address, signed(&bits, width).ok_or_else(unsupported)?)
        }
        _ => Err(unsupported()),
    }
}
