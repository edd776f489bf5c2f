//! A call of a function that klew knows by name.

use klew_ir::{Operand, Type};

use crate::lower::arithmetic::compare_float;
use crate::lower::bits::coerce;
use crate::lower::builder::{Builder, Scalars, undefined, zero};
use crate::lower::shared::Shared;

/// A call as the families see it.
pub(crate) struct Request<'a> {
    pub name: &'a str,
    pub arguments: Scalars,
    /// The type of the result, if one is expected.
    pub result: Option<Type>,
}

impl Request<'_> {
    /// An argument; undefined if the caller gave none.
    pub fn argument(&self, index: usize) -> Operand {
        self.arguments.get(index).cloned().unwrap_or_else(|| undefined(Type::Pointer))
    }

    /// An argument that is a size.
    pub fn size(&self, builder: &mut Builder, index: usize) -> Operand {
        let word = builder.word();
        match self.arguments.get(index) {
            None => undefined(word),
            Some(value) => coerce(builder, value.clone(), word),
        }
    }

    /// An argument that is a pointer.
    pub fn pointer(&self, builder: &mut Builder, index: usize) -> Operand {
        coerce(builder, self.argument(index), Type::Pointer)
    }

    /// Whether an argument is not zero.
    pub fn truth(&self, builder: &mut Builder, index: usize) -> Operand {
        let value = self.argument(index);
        let zero = zero(builder.type_of(&value));
        match builder.type_of(&value) {
            Type::Int(1) => value,
            Type::Float(_) => {
                let comparison = klew_ir::FloatComparison::Equal;
                let equal = compare_float(builder, comparison, &value, &zero);
                builder.not(equal)
            }
            _ => builder.compare(klew_ir::Comparison::NotEqual, value, zero),
        }
    }
}

/// The text that a pointer to a constant points to.
pub(crate) fn constant_text(shared: &Shared, pointer: &Operand) -> Option<String> {
    let Operand::Constant(klew_ir::Constant::Global(id, offset)) = pointer else { return None };
    let klew_ir::Initializer::Bytes(bytes, _) = &shared.program.global(*id).initializer else {
        return None;
    };
    let rest = bytes.get(usize::try_from(*offset).ok()?..)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    Some(String::from_utf8_lossy(&rest[..end]).into_owned())
}
