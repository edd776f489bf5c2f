//! The type of an instruction's result, from its operands.

use super::{Read, Reader};
use crate::syntax::{Constant, Integer, Operation, Type, TypeId, TypedValue, Value};

impl Reader<'_> {
    /// The type of the result; `None` if there is none.
    pub(super) fn result_type(&mut self, operation: &Operation) -> Read<Option<TypeId>> {
        let ty = match operation {
            Operation::Alloca { ty, address_space, .. } => {
                self.allocated_pointer(*ty, *address_space)?
            }
            Operation::Load { ty, .. }
            | Operation::Binary { ty, .. }
            | Operation::Phi { ty, .. }
            | Operation::LandingPad { ty, .. }
            | Operation::VaArg { ty, .. }
            | Operation::Cast { to: ty, .. } => *ty,
            Operation::FNeg { value, .. } | Operation::Freeze(value) => value.ty,
            Operation::ICmp { ty, .. } | Operation::FCmp { ty, .. } => self.comparison_type(*ty)?,
            Operation::Select { if_true, if_false, .. } => {
                self.same_type(if_true, if_false)?;
                if_true.ty
            }
            Operation::CompareExchange { expected, new, .. } => {
                self.same_type(expected, new)?;
                let fields = [expected.ty, self.bool_type].into();
                self.intern(Type::Struct(crate::syntax::StructBody { fields, packed: false }))?
            }
            Operation::AtomicRmw { value, .. } => value.ty,
            Operation::GetElementPtr { source, base, indices, .. } => {
                self.element_pointer_type(*source, base, indices)?
            }
            Operation::Call(call)
            | Operation::Invoke { call, .. }
            | Operation::CallBr { call, .. } => {
                if call.result == self.void {
                    return Ok(None);
                }
                call.result
            }
            Operation::ExtractValue { aggregate, path } => self.part_type(aggregate.ty, path)?,
            Operation::InsertValue { aggregate, element, path } => {
                if self.part_type(aggregate.ty, path)? != element.ty {
                    return Err(self.error("part of another type inserted before here"));
                }
                aggregate.ty
            }
            Operation::ExtractElement { vector, .. } => self.vector_element(vector.ty)?,
            Operation::InsertElement { vector, element, .. } => {
                if self.vector_element(vector.ty)? != element.ty {
                    return Err(self.error("element of another type inserted before here"));
                }
                vector.ty
            }
            Operation::ShuffleVector { left, right, mask } => {
                self.same_type(left, right)?;
                let element = self.vector_element(left.ty)?;
                let Type::Vector { count, scalable, .. } = *self.module.types.get(mask.ty) else {
                    return Err(self.error("mask is no vector before here"));
                };
                self.intern(Type::Vector { element, count, scalable })?
            }
            Operation::Unsupported { opcode, .. } => match &**opcode {
                "catchswitch" | "catchpad" | "cleanuppad" => self.intern(Type::Token)?,
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(ty))
    }

    fn same_type(&self, left: &TypedValue, right: &TypedValue) -> Read<()> {
        match left.ty == right.ty {
            true => Ok(()),
            false => Err(self.error("operands of different types before here")),
        }
    }

    /// A pointer to `ty`, typed if this module has typed pointers.
    fn allocated_pointer(&mut self, ty: TypeId, address_space: u32) -> Read<TypeId> {
        let pointee = self.module.types.has_typed_pointers().then_some(ty);
        self.intern(Type::Pointer { pointee, address_space })
    }

    /// `i1`, or a vector of it for operands that are vectors.
    fn comparison_type(&mut self, operands: TypeId) -> Read<TypeId> {
        match *self.module.types.get(operands) {
            Type::Vector { count, scalable, .. } => {
                let element = self.bool_type;
                self.intern(Type::Vector { element, count, scalable })
            }
            _ => Ok(self.bool_type),
        }
    }

    fn vector_element(&self, ty: TypeId) -> Read<TypeId> {
        match self.module.types.vector(ty) {
            Some((element, _)) => Ok(element),
            None => Err(self.error("operand is no vector before here")),
        }
    }

    fn part_type(&self, aggregate: TypeId, path: &[u32]) -> Read<TypeId> {
        let mut ty = aggregate;
        for &index in path {
            let part = match self.module.types.get(ty) {
                Type::Array { element, count } if u64::from(index) < *count => Some(*element),
                Type::Struct(_) | Type::Named(_) => self.module.types.element(ty, index.into()),
                _ => None,
            };
            match part {
                Some(part) => ty = part,
                None => return Err(self.error("no such part of the aggregate before here")),
            }
        }
        Ok(ty)
    }

    fn element_pointer_type(
        &mut self,
        source: TypeId,
        base: &TypedValue,
        indices: &[TypedValue],
    ) -> Read<TypeId> {
        let types = &self.module.types;
        let vector = |ty| match *types.get(ty) {
            Type::Vector { count, scalable, .. } => Some((count, scalable)),
            _ => None,
        };
        let width = vector(base.ty).or_else(|| indices.iter().find_map(|index| vector(index.ty)));
        let base_pointer = types.vector(base.ty).map_or(base.ty, |(element, _)| element);
        let (pointee, address_space) = match *types.get(base_pointer) {
            Type::Pointer { pointee, address_space } => (pointee, address_space),
            _ => return Err(self.error("base is no pointer before here")),
        };
        if pointee.is_some_and(|pointee| pointee != source) {
            return Err(self.error("pointer to another type than stepped over before here"));
        }
        let target = self.stepped_into(source, indices)?;
        let pointee = pointee.map(|_| target);
        let pointer = self.intern(Type::Pointer { pointee, address_space })?;
        match width {
            Some((count, scalable)) => {
                self.intern(Type::Vector { element: pointer, count, scalable })
            }
            None => Ok(pointer),
        }
    }

    /// The type that the indices after the first lead to.
    fn stepped_into(&self, source: TypeId, indices: &[TypedValue]) -> Read<TypeId> {
        let types = &self.module.types;
        let mut ty = source;
        for index in indices.iter().skip(1) {
            let number = match types.get(ty) {
                Type::Struct(_) | Type::Named(_) => field_number(&index.value),
                Type::Array { .. } | Type::Vector { .. } => Some(0),
                _ => None,
            };
            match number.and_then(|number| types.element(ty, number)) {
                Some(element) => ty = element,
                None => return Err(self.error("index leads nowhere before here")),
            }
        }
        Ok(ty)
    }
}

/// The number of a field: a constant, or a vector of equal ones.
fn field_number(value: &Value) -> Option<u64> {
    match value {
        Value::Constant(constant) => constant_number(constant),
        _ => None,
    }
}

fn constant_number(constant: &Constant) -> Option<u64> {
    match constant {
        Constant::Integer(Integer::Small(number)) => Some(*number),
        Constant::Zero => Some(0),
        Constant::Splat(element) => constant_number(&element.value),
        Constant::Vector(elements) => constant_number(&elements.first()?.value),
        _ => None,
    }
}
