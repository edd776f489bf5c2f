//! A program made ready for one question: for forward exploration with these properties.
//!
//! Checks that nobody asked about and that nothing relies on are dropped, what was computed or checked before
//! is not done again ([`redundancy`](crate::redundancy)), and conditions are merged
//! ([`if_conversion`](crate::if_conversion)).
//!
//! **Invariant**: the first violation of a selected property is the same one in every run, at the same place.

use crate::{
    Check, CheckId, Definition, FunctionBody, Operation, Program, Property,
    if_conversion::convert_conditions, redundancy::remove_redundancies, simplify::simplify,
};

/// Specialises all functions for the checks that are asked about. Engines fork less where `merge_conditions`.
pub fn specialise(
    program: &mut Program,
    checked: impl Fn(CheckId, Property) -> bool,
    merge_conditions: bool,
) {
    let data_model = program.data_model;
    for function in &mut program.functions {
        let FunctionBody::Defined(definition) = &mut function.body else { continue };
        drop_checks(definition, &checked);
        simplify(definition, data_model);
        remove_redundancies(definition);
        if merge_conditions && convert_conditions(definition) {
            simplify(definition, data_model);
            // Conditions that were apart may be one now.
            convert_conditions(definition);
        }
        simplify(definition, data_model);
    }
}

/// Drops conditions that are not checked. Accesses, frees and calls stay checked: what comes after relies on
/// them.
fn drop_checks(definition: &mut Definition, checked: impl Fn(CheckId, Property) -> bool) {
    for block in &mut definition.blocks {
        block.instructions.retain(|instruction| match &instruction.operation {
            Operation::Assert {
                id,
                property,
                check: Check::Holds(_) | Check::Initialised(_) | Check::NeverEscapes(_),
                ..
            } => checked(*id, *property),
            _ => true,
        });
    }
}
