//! The global names in a constant.

use crate::syntax::{Constant, ConstantExpression, GlobalId, TypedConstant};

/// Calls `found` for each name, at any depth.
pub(super) fn each(constant: &Constant, found: &mut impl FnMut(GlobalId)) {
    match constant {
        Constant::Global(id)
        | Constant::BlockAddress(id, _)
        | Constant::DsoLocalEquivalent(id)
        | Constant::NoCfi(id) => found(*id),
        Constant::Array(parts)
        | Constant::Struct(parts)
        | Constant::Vector(parts)
        | Constant::PtrAuth(parts) => all(parts, found),
        Constant::Splat(part) => each(&part.value, found),
        Constant::Expression(expression) => in_expression(expression, found),
        Constant::Integer(_)
        | Constant::Float(_)
        | Constant::Null
        | Constant::Undef
        | Constant::Poison
        | Constant::Zero
        | Constant::NoneToken
        | Constant::Bytes(_) => {}
    }
}

fn all(parts: &[TypedConstant], found: &mut impl FnMut(GlobalId)) {
    for part in parts {
        each(&part.value, found);
    }
}

fn in_expression(expression: &ConstantExpression, found: &mut impl FnMut(GlobalId)) {
    use ConstantExpression as E;
    match expression {
        E::GetElementPtr { base, indices, .. } => {
            each(&base.value, found);
            all(indices, found);
        }
        E::Cast { value, .. } | E::FNeg(value) | E::ExtractValue(value, _) => {
            each(&value.value, found);
        }
        E::Binary { left, right, .. }
        | E::ICmp(_, left, right)
        | E::FCmp(_, left, right)
        | E::ExtractElement(left, right)
        | E::InsertValue(left, right, _) => {
            each(&left.value, found);
            each(&right.value, found);
        }
        E::Select(parts) | E::InsertElement(parts) | E::ShuffleVector(parts) => {
            all(&**parts, found);
        }
    }
}
