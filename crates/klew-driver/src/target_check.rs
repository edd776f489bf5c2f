//! The target of `klew reach` becomes a check of the program: front ends put it in where they know the place best.

use klew_ir::{Check, Operation, Program, Property};
use klew_llvm::target::TARGET_MESSAGE;

use crate::error::UserError;
use crate::front_end::Original;
use crate::target::{Place, blocks};

/// Makes the target a check, and gives the properties to look for: a property's own checks, or those of the target, which
/// then are the only ones of their kind.
///
/// # Errors
/// There is no such place in the program.
pub fn instrument(
    program: &mut Program,
    place: &Place,
    original: &dyn Original,
) -> Result<Vec<Property>, UserError> {
    if let Place::Property(property) = place {
        return Ok(vec![*property]);
    }
    end_at_error_calls(program);
    original.mark(program, place)?;
    Ok(vec![Property::ErrorCall])
}

/// The program's own error calls are no targets; runs end there.
fn end_at_error_calls(program: &mut Program) {
    for instruction in blocks(program).flat_map(|(_, _, block)| &mut block.instructions) {
        if let Operation::Assert { property: Property::ErrorCall, message, check, .. } =
            &instruction.operation
            && message.as_deref() != Some(TARGET_MESSAGE)
            && let Check::Holds(holds) = check
        {
            instruction.operation = Operation::Assume(holds.clone());
        }
    }
}
