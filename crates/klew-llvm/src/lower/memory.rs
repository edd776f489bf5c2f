//! Loads, stores, address arithmetic, stack slots, atomic accesses.

use klew_ir::{Access, BinaryOperation, Comparison, ObjectKind, Operand, Operation, Type};

use super::builder::{Builder, Scalars, int};
use super::function::FunctionLowering;
use super::shared::Unsupported;
use super::types::Shape;
use crate::syntax::{self, IntegerPredicate, TypeId, TypedValue};

impl FunctionLowering<'_, '_, '_> {
    fn memory_shape(&self, ty: TypeId) -> Result<(std::rc::Rc<Shape>, u64), Unsupported> {
        let shape = self.context.types.shape(ty)?;
        if !shape.in_memory {
            return Err("a vector of parts of bytes in memory".into());
        }
        let bits = self.builder.data_model.pointer_bits;
        let end = shape.leaves.iter().map(|leaf| leaf.offset + leaf.ty.store_size(bits)).max();
        Ok((shape, end.unwrap_or(0)))
    }

    /// `load`
    pub fn load(&mut self, ty: TypeId, pointer: &TypedValue) -> Result<Scalars, Unsupported> {
        let pointer = self.typed_scalar(pointer)?;
        let (shape, size) = self.memory_shape(ty)?;
        let size = self.builder.word_constant(size);
        self.builder.assert_accessible(&pointer, size, Access::Read);
        let mut scalars = Scalars::new();
        for leaf in &shape.leaves {
            let at = self.builder.offset_by(pointer.clone(), leaf.offset as i64);
            scalars.push(self.builder.load_unchecked(at, leaf.ty));
        }
        Ok(scalars)
    }

    /// `store`
    pub fn store(&mut self, value: &TypedValue, pointer: &TypedValue) -> Result<(), Unsupported> {
        let scalars = self.typed(value)?;
        let pointer = self.typed_scalar(pointer)?;
        let (shape, size) = self.memory_shape(value.ty)?;
        let size = self.builder.word_constant(size);
        self.builder.assert_accessible(&pointer, size, Access::Write);
        for (leaf, scalar) in shape.leaves.iter().zip(scalars) {
            let at = self.builder.offset_by(pointer.clone(), leaf.offset as i64);
            self.builder.store_unchecked(at, scalar);
        }
        Ok(())
    }

    /// `alloca`
    pub fn alloca(
        &mut self,
        result: Option<syntax::LocalId>,
        ty: TypeId,
        count: Option<&TypedValue>,
        align: Option<u64>,
    ) -> Result<Operand, Unsupported> {
        let unit = self.context.types.size(ty)?;
        let unit = self.builder.word_constant(unit);
        let size = match count {
            None => unit,
            Some(count) => {
                let count = self.typed_scalar(count)?;
                let count =
                    self.builder.unsigned_resize(count, self.builder.data_model.pointer_bits);
                self.builder.binary(BinaryOperation::Mul, count, unit)
            }
        };
        let align = match align {
            Some(align) => align,
            None => self.context.types.align(ty)?,
        };
        let variable = result.and_then(|result| self.debug.slot(result));
        let source_type =
            variable.and_then(|variable| self.debug.variables[variable.0 as usize].source_type);
        let operation = Operation::Allocate {
            kind: ObjectKind::Stack,
            size,
            align: align.max(1),
            zeroed: false,
            variable,
            source_type,
        };
        Ok(self.builder.emit(operation, Type::Pointer))
    }

    /// `getelementptr`, lane by lane.
    pub fn element_pointer(
        &mut self,
        source: TypeId,
        base: &TypedValue,
        indices: &[TypedValue],
    ) -> Result<Scalars, Unsupported> {
        let bases = self.typed(base)?;
        let mut lanes = bases.len();
        let mut values = Vec::with_capacity(indices.len());
        for index in indices {
            let scalars = self.typed(index)?;
            lanes = lanes.max(scalars.len());
            values.push(scalars);
        }
        let mut result = Scalars::new();
        for lane in 0..lanes {
            let pick =
                |scalars: &Scalars| scalars.get(if scalars.len() == 1 { 0 } else { lane }).cloned();
            let base = pick(&bases).ok_or("a vector of no elements")?;
            let mut chosen = Vec::with_capacity(values.len());
            for scalars in &values {
                chosen.push(pick(scalars).ok_or("a vector of no elements")?);
            }
            result.push(self.element_pointer_lane(source, base, &chosen)?);
        }
        Ok(result)
    }

    fn element_pointer_lane(
        &mut self,
        source: TypeId,
        base: Operand,
        indices: &[Operand],
    ) -> Result<Operand, Unsupported> {
        let module = self.context.module;
        let bits = self.builder.data_model.pointer_bits;
        let mut ty = source;
        let mut fixed: i64 = 0;
        let mut variable: Option<Operand> = None;
        for (position, index) in indices.iter().enumerate() {
            let known = match index {
                Operand::Constant(klew_ir::Constant::Int { width, value }) => {
                    super::statics::signed(value, *width)
                }
                _ => None,
            };
            if position > 0 && module.types.struct_body(ty).is_some() {
                let field = known.ok_or("a field that is not constant")? as u64;
                let offset = self.context.types.field_offset(ty, field)?;
                fixed = fixed.wrapping_add(offset as i64);
                ty = module.types.element(ty, field).ok_or("an index out of range")?;
                continue;
            }
            if position > 0 {
                ty = module.types.element(ty, 0).ok_or("an index into a scalar")?;
            }
            let size = self.context.types.size(ty)?;
            if let Some(known) = known {
                fixed = fixed.wrapping_add(known.wrapping_mul(size as i64));
                continue;
            }
            let index = self.builder.signed_resize(index.clone(), bits);
            let step = if size == 1 {
                index
            } else {
                let size = self.builder.word_constant(size);
                self.builder.binary(BinaryOperation::Mul, index, size)
            };
            variable = Some(match variable {
                Some(sum) => self.builder.binary(BinaryOperation::Add, sum, step),
                None => step,
            });
        }
        Ok(match variable {
            None => self.builder.offset_by(base, fixed),
            Some(mut sum) => {
                if fixed != 0 {
                    let fixed = self.builder.word_constant(fixed as u64);
                    sum = self.builder.binary(BinaryOperation::Add, sum, fixed);
                }
                self.builder.offset(base, sum)
            }
        })
    }

    /// `cmpxchg`: runs have one thread, so it is a load, a choice and a store.
    pub fn compare_exchange(
        &mut self,
        pointer: &TypedValue,
        expected: &TypedValue,
        new: &TypedValue,
    ) -> Result<Scalars, Unsupported> {
        let pointer = self.typed_scalar(pointer)?;
        let expected = self.typed_scalar(expected)?;
        let new = self.typed_scalar(new)?;
        let ty = self.builder.type_of(&expected);
        let old = self.builder.load(pointer.clone(), ty);
        let equal = self.builder.compare(Comparison::Equal, old.clone(), expected);
        let stored = self.builder.select(equal.clone(), new, old.clone());
        self.builder.store(pointer, stored);
        Ok(smallvec::smallvec![old, equal])
    }

    /// `atomicrmw`: a load, the operation and a store.
    pub fn read_modify_write(
        &mut self,
        operator: &str,
        pointer: &TypedValue,
        value: &TypedValue,
    ) -> Result<Scalars, Unsupported> {
        let pointer = self.typed_scalar(pointer)?;
        let value = self.typed_scalar(value)?;
        let ty = self.builder.type_of(&value);
        let old = self.builder.load(pointer.clone(), ty);
        let new = modify(&mut self.builder, operator, old.clone(), value)?;
        self.builder.store(pointer, new);
        Ok(smallvec::smallvec![old])
    }
}

fn modify(
    builder: &mut Builder,
    operator: &str,
    old: Operand,
    value: Operand,
) -> Result<Operand, Unsupported> {
    let operation = match operator {
        "xchg" => return Ok(value),
        "add" => BinaryOperation::Add,
        "sub" => BinaryOperation::Sub,
        "and" => BinaryOperation::And,
        "or" => BinaryOperation::Or,
        "xor" => BinaryOperation::Xor,
        "fadd" => BinaryOperation::FloatAdd,
        "fsub" => BinaryOperation::FloatSub,
        "fmin" => BinaryOperation::FloatMin,
        "fmax" => BinaryOperation::FloatMax,
        "nand" => {
            let width = builder.width(&old);
            let and = builder.binary(BinaryOperation::And, old, value);
            let ones = super::builder::all_ones(width);
            return Ok(builder.binary(BinaryOperation::Xor, and, ones));
        }
        "max" => return Ok(extreme(builder, IntegerPredicate::Sgt, old, value)),
        "min" => return Ok(extreme(builder, IntegerPredicate::Slt, old, value)),
        "umax" => return Ok(extreme(builder, IntegerPredicate::Ugt, old, value)),
        "umin" => return Ok(extreme(builder, IntegerPredicate::Ult, old, value)),
        "uinc_wrap" => {
            let width = builder.width(&old);
            let more = builder.binary(BinaryOperation::Add, old.clone(), int(width, 1));
            let wraps = builder.compare(Comparison::UnsignedLessEqual, value, old);
            return Ok(builder.select(wraps, int(width, 0), more));
        }
        _ => return Err(Unsupported(format!("atomicrmw {operator}"))),
    };
    Ok(builder.binary(operation, old, value))
}

/// The one of two integers that compares so to the other.
pub(crate) fn extreme(
    builder: &mut Builder,
    predicate: IntegerPredicate,
    a: Operand,
    b: Operand,
) -> Operand {
    let first = super::arithmetic::compare_integers(builder, predicate, a.clone(), b.clone());
    builder.select(first, a, b)
}
