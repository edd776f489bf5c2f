//! Replacement of values by operands, throughout a function.
//!
//! **Invariant**: what replaces a value is never itself replaced: [`Substitution::resolve`] follows chains.

use crate::{Definition, Operand, ValueId};

/// What to put in the place of which values. Most functions have nothing to replace, so there is a place for each value
/// only from the first replacement on.
pub(crate) struct Substitution {
    count: usize,
    replaced: Vec<Option<Operand>>,
}

impl Substitution {
    pub(crate) fn new(definition: &Definition) -> Substitution {
        Substitution { count: definition.values.len(), replaced: Vec::new() }
    }

    /// What stands for an operand now.
    pub(crate) fn resolve(&self, operand: &Operand) -> Operand {
        let mut operand = operand;
        while let Operand::Value(value) = operand
            && let Some(next) = self.replaced.get(value.0 as usize).and_then(Option::as_ref)
        {
            operand = next;
        }
        operand.clone()
    }

    /// Replaces a value from now on, unless that would be by itself; whether it does.
    pub(crate) fn replace(&mut self, value: ValueId, by: &Operand) -> bool {
        let by = self.resolve(by);
        if by.as_value() == Some(value) {
            return false;
        }
        if self.replaced.is_empty() {
            self.replaced = vec![None; self.count];
        }
        self.replaced[value.0 as usize] = Some(by);
        true
    }

    /// Replaces in one operand.
    pub(crate) fn apply(&self, operand: &mut Operand) {
        let replaced =
            |value: ValueId| self.replaced.get(value.0 as usize).is_some_and(Option::is_some);
        if operand.as_value().is_some_and(replaced) {
            *operand = self.resolve(operand);
        }
    }

    /// Replaces in all operands of a function.
    pub(crate) fn apply_to(&self, definition: &mut Definition) {
        if self.replaced.is_empty() {
            return;
        }
        for block in &mut definition.blocks {
            for instruction in &mut block.instructions {
                instruction.operation.operands_mut().into_iter().for_each(|o| self.apply(o));
            }
            block.terminator.operands_mut().into_iter().for_each(|o| self.apply(o));
        }
    }
}
