//! One instruction: which part of the translation it belongs to; vectors and aggregates.

use klew_ir::UnaryOperation;

use super::builder::undefined;
use super::builder::{Scalars, as_u64, int};
use super::function::FunctionLowering;
use super::shared::Unsupported;
use crate::syntax::{self, BinaryOperator, Flags, Instruction, Operation, TypedValue};

impl FunctionLowering<'_, '_, '_> {
    /// Translates an instruction into the open block.
    pub fn instruction(&mut self, instruction: &Instruction) -> Result<(), Unsupported> {
        let operation = &instruction.operation;
        self.refuse_folded(operation)?;
        if operation.is_terminator() {
            return self.terminator(operation);
        }
        if let Operation::Call(call) = operation {
            return self.call(call, instruction.result);
        }
        if let Operation::DebugRecord { kind, arguments } = operation {
            return self.debug_record(*kind, arguments);
        }
        if matches!(operation, Operation::Phi { .. }) {
            return Ok(());
        }
        self.after_no_return = false;
        let scalars = match operation {
            Operation::Alloca { ty, count, align, .. } => {
                let pointer = self.alloca(instruction.result, *ty, count.as_ref(), *align)?;
                smallvec::smallvec![pointer]
            }
            Operation::Load { ty, pointer, .. } => self.load(*ty, pointer)?,
            Operation::Store { value, pointer, .. } => {
                self.store(value, pointer)?;
                Scalars::new()
            }
            Operation::CompareExchange { pointer, expected, new, .. } => {
                self.compare_exchange(pointer, expected, new)?
            }
            Operation::AtomicRmw { operator, pointer, value, .. } => {
                self.read_modify_write(operator, pointer, value)?
            }
            // Runs have one thread.
            Operation::Fence(_) => Scalars::new(),
            Operation::GetElementPtr { source, base, indices, .. } => {
                self.element_pointer(*source, base, indices)?
            }
            _ => self.pure(operation)?,
        };
        self.define(instruction.result, scalars);
        Ok(())
    }

    fn pure(&mut self, operation: &Operation) -> Result<Scalars, Unsupported> {
        match operation {
            Operation::Cast { operator, value, to, .. } => {
                let scalars = self.typed(value)?;
                self.cast(*operator, scalars, value.ty, *to)
            }
            Operation::Binary { operator, flags, ty, left, right } => {
                let a = self.value(*ty, left)?;
                let b = self.value(*ty, right)?;
                let is_shift = *operator == BinaryOperator::Shl;
                let is_signed = is_shift && self.signed_shift == Some(self.current);
                let mut flags = *flags;
                if is_signed {
                    self.signed_shift = None;
                    flags.insert(Flags::NSW);
                }
                self.arithmetic(*operator, flags, a, b)
            }
            Operation::FNeg { value, .. } => {
                let scalars = self.typed(value)?;
                Ok(self.each(scalars, |builder, a| builder.unary(UnaryOperation::FloatNeg, a)))
            }
            Operation::ICmp { predicate, ty, left, right, .. } => {
                let a = self.value(*ty, left)?;
                let b = self.value(*ty, right)?;
                Ok(self.compare_integers(*predicate, a, b))
            }
            Operation::FCmp { predicate, ty, left, right, .. } => {
                let a = self.value(*ty, left)?;
                let b = self.value(*ty, right)?;
                Ok(self.compare_floats(*predicate, a, b))
            }
            Operation::Select { condition, if_true, if_false, .. } => {
                let condition = self.typed(condition)?;
                let then = self.typed(if_true)?;
                let otherwise = self.typed(if_false)?;
                self.choose(condition, then, otherwise)
            }
            Operation::Freeze(value) => {
                let scalars = self.typed(value)?;
                Ok(self.each(scalars, |builder, a| builder.unary(UnaryOperation::Freeze, a)))
            }
            Operation::ExtractValue { aggregate, path } => self.extract_value(aggregate, path),
            Operation::InsertValue { aggregate, element, path } => {
                self.insert_value(aggregate, element, path)
            }
            Operation::ExtractElement { vector, index } => self.extract_element(vector, index),
            Operation::InsertElement { vector, element, index } => {
                self.insert_element(vector, element, index)
            }
            Operation::ShuffleVector { left, right, mask } => self.shuffle(left, right, mask),
            Operation::VaArg { .. } => Err("the instruction `va_arg`".into()),
            Operation::LandingPad { .. } => Err("an exception (landingpad)".into()),
            Operation::Unsupported { opcode, .. } => {
                Err(Unsupported(format!("the instruction `{opcode}`")))
            }
            _ => Err("an unknown instruction".into()),
        }
    }

    fn extract_value(
        &mut self,
        aggregate: &TypedValue,
        path: &[u32],
    ) -> Result<Scalars, Unsupported> {
        let scalars = self.typed(aggregate)?;
        let (first, ty) = self.context.types.path(aggregate.ty, path)?;
        let count = self.context.types.count(ty)?;
        let part = scalars.get(first..first + count).ok_or("an index out of range")?;
        Ok(part.iter().cloned().collect())
    }

    fn insert_value(
        &mut self,
        aggregate: &TypedValue,
        element: &TypedValue,
        path: &[u32],
    ) -> Result<Scalars, Unsupported> {
        let mut scalars = self.typed(aggregate)?;
        let element = self.typed(element)?;
        let (first, _) = self.context.types.path(aggregate.ty, path)?;
        let part = scalars.get_mut(first..first + element.len()).ok_or("an index out of range")?;
        for (target, scalar) in part.iter_mut().zip(element) {
            *target = scalar;
        }
        Ok(scalars)
    }

    fn extract_element(
        &mut self,
        vector: &TypedValue,
        index: &TypedValue,
    ) -> Result<Scalars, Unsupported> {
        let lanes = self.typed(vector)?;
        let index = self.typed_scalar(index)?;
        let mut result = undefined(self.builder.type_of(lanes.first().ok_or("an empty vector")?));
        if let Some(index) = as_u64(&index) {
            let lane = usize::try_from(index).ok().and_then(|index| lanes.get(index));
            return Ok(smallvec::smallvec![lane.cloned().unwrap_or(result)]);
        }
        let width = self.builder.width(&index);
        for (number, lane) in lanes.into_iter().enumerate() {
            let number = int(width, number as u64);
            let here = self.builder.compare(klew_ir::Comparison::Equal, index.clone(), number);
            result = self.builder.select(here, lane, result);
        }
        Ok(smallvec::smallvec![result])
    }

    fn insert_element(
        &mut self,
        vector: &TypedValue,
        element: &TypedValue,
        index: &TypedValue,
    ) -> Result<Scalars, Unsupported> {
        let lanes = self.typed(vector)?;
        let element = self.typed_scalar(element)?;
        let index = self.typed_scalar(index)?;
        if let Some(index) = as_u64(&index) {
            let mut lanes = lanes;
            let lane = usize::try_from(index).ok().and_then(|index| lanes.get_mut(index));
            *lane.ok_or("an index out of range")? = element;
            return Ok(lanes);
        }
        let width = self.builder.width(&index);
        let mut result = Scalars::new();
        for (number, lane) in lanes.into_iter().enumerate() {
            let number = int(width, number as u64);
            let here = self.builder.compare(klew_ir::Comparison::Equal, index.clone(), number);
            result.push(self.builder.select(here, element.clone(), lane));
        }
        Ok(result)
    }

    fn shuffle(
        &mut self,
        left: &TypedValue,
        right: &TypedValue,
        mask: &syntax::TypedConstant,
    ) -> Result<Scalars, Unsupported> {
        let mut lanes = self.typed(left)?;
        lanes.extend(self.typed(right)?);
        let lane_type = self.builder.type_of(lanes.first().ok_or("an empty vector")?);
        let mask = self.constant(mask.ty, &mask.value)?;
        let pick = |index: klew_ir::Operand| match as_u64(&index) {
            Some(index) => lanes.get(index as usize).cloned(),
            None => Some(undefined(lane_type)),
        };
        let chosen: Option<Scalars> = mask.into_iter().map(pick).collect();
        chosen.ok_or_else(|| "an index out of range".into())
    }
}
