//! Operands: locals, constants and constant expressions.

use klew_ir::{Constant, Conversion, Operand, Type};
use num_bigint::BigUint;

use super::builder::{Scalars, big_int, int, zero};
use super::function::FunctionLowering;
use super::shared::Entity;
use super::shared::{ModuleContext, Unsupported};
use super::statics::{Static, evaluate};
use super::types::float_format;
use crate::syntax::{self, ConstantExpression, TypedConstant, Value};

impl FunctionLowering<'_, '_, '_> {
    /// The scalars of an operand.
    pub fn value(&mut self, ty: syntax::TypeId, value: &Value) -> Result<Scalars, Unsupported> {
        match value {
            Value::Local(local) => match &self.locals[local.0 as usize] {
                Some(scalars) => Ok(scalars.clone()),
                None => Err("a value used before its definition".into()),
            },
            Value::Constant(constant) => self.constant(ty, constant),
            Value::Metadata(_) => Err("metadata as a value".into()),
            Value::InlineAsm(_) => Err("inline assembly as a value".into()),
            Value::Block(_) => Err("a label as a value".into()),
        }
    }

    /// The scalars of an operand with its type.
    pub fn typed(&mut self, value: &syntax::TypedValue) -> Result<Scalars, Unsupported> {
        self.value(value.ty, &value.value)
    }

    fn typed_constant(&mut self, value: &TypedConstant) -> Result<Scalars, Unsupported> {
        self.constant(value.ty, &value.value)
    }

    /// The scalars of a constant.
    pub fn constant(
        &mut self,
        ty: syntax::TypeId,
        constant: &syntax::Constant,
    ) -> Result<Scalars, Unsupported> {
        use syntax::Constant as C;
        let scalar = self.context.types.scalar(ty);
        Ok(match constant {
            C::Integer(value) => smallvec::smallvec![integer(scalar, value)?],
            C::Float(float) => {
                let format = float_format(float.kind).ok_or("a number of type ppc_fp128")?;
                smallvec::smallvec![Operand::Constant(Constant::Float(format, float.bits))]
            }
            C::Null => smallvec::smallvec![Operand::Constant(Constant::Null)],
            C::Undef | C::Poison => {
                let scalars = self.context.types.scalars(ty)?;
                scalars.into_iter().map(|ty| Operand::Constant(Constant::Undefined(ty))).collect()
            }
            C::Zero => self.context.types.scalars(ty)?.into_iter().map(zero).collect(),
            C::NoneToken => Scalars::new(),
            C::Array(elements) | C::Struct(elements) | C::Vector(elements) => {
                let mut scalars = Scalars::new();
                for element in elements {
                    scalars.extend(self.typed_constant(element)?);
                }
                scalars
            }
            C::Splat(element) => {
                let (_, count) = self.context.types.vector(ty).ok_or("a splat of no vector")?;
                let element = self.typed_constant(element)?;
                (0..count).flat_map(|_| element.clone()).collect()
            }
            C::Bytes(bytes) => bytes.iter().map(|byte| int(8, u64::from(*byte))).collect(),
            C::PtrAuth(_) => return Err("a signed pointer (ptrauth)".into()),
            C::Global(_)
            | C::DsoLocalEquivalent(_)
            | C::NoCfi(_)
            | C::BlockAddress(..)
            | C::Expression(_) => return self.computed_constant(ty, constant),
        })
    }

    /// A constant that may need computing: an address or an expression.
    fn computed_constant(
        &mut self,
        ty: syntax::TypeId,
        constant: &syntax::Constant,
    ) -> Result<Scalars, Unsupported> {
        let Some(scalar) = self.context.types.scalar(ty) else {
            return self.expression(constant);
        };
        match evaluate(self.context, ty, constant) {
            Ok(value) => Ok(smallvec::smallvec![self.static_operand(scalar, value)]),
            Err(why) => match constant {
                syntax::Constant::Expression(_) => self.expression(constant),
                _ => Err(why),
            },
        }
    }

    fn static_operand(&mut self, ty: Type, value: Static) -> Operand {
        match (ty, value) {
            (_, Static::Undefined) => Operand::Constant(Constant::Undefined(ty)),
            (Type::Pointer, Static::Address(address)) => Operand::Constant(address),
            (_, Static::Address(address)) => {
                self.builder.convert(Conversion::PointerToInt, Operand::Constant(address), ty)
            }
            (Type::Int(width), Static::Bits(bits)) => big_int(width, bits),
            (Type::Float(format), Static::Bits(bits)) => {
                let bits = u128::try_from(&bits).unwrap_or(0);
                Operand::Constant(Constant::Float(format, bits))
            }
            (Type::Pointer, Static::Bits(bits)) if bits == BigUint::ZERO => {
                Operand::Constant(Constant::Null)
            }
            (Type::Pointer, Static::Bits(bits)) => {
                let address = big_int(self.builder.data_model.pointer_bits, bits);
                self.builder.convert(Conversion::IntToPointer, address, Type::Pointer)
            }
        }
    }

    /// A constant expression, as the instructions that compute it.
    fn expression(&mut self, constant: &syntax::Constant) -> Result<Scalars, Unsupported> {
        let syntax::Constant::Expression(expression) = constant else {
            return Err("a constant of unknown kind".into());
        };
        match &**expression {
            ConstantExpression::GetElementPtr { source, base, indices, .. } => {
                let base = TypedConstant::to_value(base);
                let indices: Vec<_> = indices.iter().map(TypedConstant::to_value).collect();
                self.element_pointer(*source, &base, &indices)
            }
            ConstantExpression::Cast { operator, value, to } => {
                let scalars = self.typed_constant(value)?;
                self.cast(*operator, scalars, value.ty, *to)
            }
            ConstantExpression::Binary { operator, left, right, .. } => {
                let a = self.typed_constant(left)?;
                let b = self.typed_constant(right)?;
                self.arithmetic(*operator, syntax::Flags::NONE, a, b)
            }
            ConstantExpression::FNeg(value) => {
                let scalars = self.typed_constant(value)?;
                Ok(self.each(scalars, |builder, a| {
                    builder.unary(klew_ir::UnaryOperation::FloatNeg, a)
                }))
            }
            ConstantExpression::ICmp(predicate, left, right) => {
                let a = self.typed_constant(left)?;
                let b = self.typed_constant(right)?;
                Ok(self.compare_integers(*predicate, a, b))
            }
            ConstantExpression::FCmp(predicate, left, right) => {
                let a = self.typed_constant(left)?;
                let b = self.typed_constant(right)?;
                Ok(self.compare_floats(*predicate, a, b))
            }
            ConstantExpression::Select(parts) => {
                let [condition, then, otherwise] = &**parts;
                let condition = self.typed_constant(condition)?;
                let then = self.typed_constant(then)?;
                let otherwise = self.typed_constant(otherwise)?;
                self.choose(condition, then, otherwise)
            }
            ConstantExpression::ExtractElement(..)
            | ConstantExpression::InsertElement(_)
            | ConstantExpression::ShuffleVector(_)
            | ConstantExpression::ExtractValue(..)
            | ConstantExpression::InsertValue(..) => {
                Err("a constant expression on vectors or aggregates".into())
            }
        }
    }
}

impl TypedConstant {
    fn to_value(&self) -> syntax::TypedValue {
        syntax::TypedValue { ty: self.ty, value: Value::Constant(self.value.clone()) }
    }
}

fn integer(ty: Option<Type>, value: &syntax::Integer) -> Result<Operand, Unsupported> {
    let Some(Type::Int(width)) = ty else {
        return Err("an integer constant of another type".into());
    };
    Ok(match value {
        syntax::Integer::Small(value) => int(width, *value),
        syntax::Integer::Big(value) => big_int(width, (**value).clone()),
    })
}

/// What a callee is, if it is known: the constant behind conversions.
pub(crate) fn callee_constant(context: &ModuleContext, value: &Value) -> Option<Constant> {
    match value {
        Value::Constant(syntax::Constant::Global(id)) => match &context.entities[id.0 as usize] {
            Entity::Pointer(constant) => Some(constant.clone()),
            Entity::Unsupported(_) => None,
        },
        Value::Constant(constant) => super::statics::address(context, constant).ok(),
        _ => None,
    }
}
