//! Arithmetic on constants that C leaves undefined (`1 / 0`, `1 << 40`).
//!
//! clang's builder folds it to `poison` before any pass runs, so neither the check nor the line of it is
//! left. An instruction that uses such a value is not translated: nothing is known about runs that get
//! there. Values that only pass on (arguments, φs, parts of aggregates) stay undefined values, because
//! optimised code has `poison` there for what does not matter.

use super::function::FunctionLowering;
use super::shared::Unsupported;
use crate::syntax::{Constant, Operation, TypeId, Value};

impl FunctionLowering<'_, '_, '_> {
    /// Refuses an operation that computes with `poison`, stores it or decides by it.
    pub fn refuse_folded(&self, operation: &Operation) -> Result<(), Unsupported> {
        let folded = match operation {
            Operation::Cast { value, .. }
            | Operation::FNeg { value, .. }
            | Operation::Store { value, .. }
            | Operation::ConditionalBranch { condition: value, .. }
            | Operation::Switch { value, .. }
            | Operation::Select { condition: value, .. } => self.is_poison(value.ty, &value.value),
            Operation::Binary { ty, left, right, .. }
            | Operation::ICmp { ty, left, right, .. }
            | Operation::FCmp { ty, left, right, .. } => {
                self.is_poison(*ty, left) || self.is_poison(*ty, right)
            }
            _ => false,
        };
        if folded {
            return Err("arithmetic on constants that C leaves undefined (a division by zero, an \
                        overflow or a shift by too much), which the compiler took out"
                .into());
        }
        Ok(())
    }

    fn is_poison(&self, ty: TypeId, value: &Value) -> bool {
        matches!(value, Value::Constant(Constant::Poison))
            && self.context.types.scalar(ty).is_some()
    }
}
