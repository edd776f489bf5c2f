//! A program made ready for one question: for forward exploration with these properties.
//!
//! Checks that nobody asked about and that nothing relies on are dropped, what was computed or checked before
//! is not done again ([`redundancy`](crate::redundancy)), and conditions are merged
//! ([`if_conversion`](crate::if_conversion)).
//!
//! **Invariant**: the first violation of a selected property is the same one in every run, at the same place.

use std::sync::Arc;

use crate::{
    Check, CheckId, DataModel, Definition, FunctionBody, Operation, Program, Property,
    if_conversion::convert_conditions, redundancy::remove_redundancies, simplify::simplify,
};

/// Specialises all functions for the checks that are asked about. They are simplified, as front ends leave them. Engines
/// fork less where `merge_conditions`.
pub fn specialise(
    program: &mut Program,
    checked: impl Fn(CheckId, Property) -> bool,
    merge_conditions: bool,
) {
    let data_model = program.data_model;
    for function in &mut program.functions {
        let FunctionBody::Defined(definition) = &mut function.body else { continue };
        let definition = Arc::make_mut(definition);
        if has_unasked(definition, &checked) {
            drop_checks(definition, &checked);
            simplify(definition, data_model);
        }
        prepare(definition, data_model, merge_conditions);
    }
}

/// Specialises a program that already is, for fewer checks. Functions without one of the others stay as they are, shared
/// with the program that this one was cloned from.
pub fn specialise_further(
    program: &mut Program,
    checked: impl Fn(CheckId, Property) -> bool,
    merge_conditions: bool,
) {
    let data_model = program.data_model;
    for function in &mut program.functions {
        let FunctionBody::Defined(definition) = &mut function.body else { continue };
        if has_unasked(definition, &checked) {
            let definition = Arc::make_mut(definition);
            drop_checks(definition, &checked);
            simplify(definition, data_model);
            prepare(definition, data_model, merge_conditions);
        }
    }
}

/// What is done to a simplified function without checks that nobody asked about.
fn prepare(definition: &mut Definition, data_model: DataModel, merge_conditions: bool) {
    let redundant = remove_redundancies(definition);
    let merged = merge_conditions && convert_conditions(definition);
    if merged {
        simplify(definition, data_model);
        // Conditions that were apart may be one now.
        convert_conditions(definition);
    }
    if redundant || merged {
        simplify(definition, data_model);
    }
}

/// Whether nobody asks about the check, and nothing relies on it.
fn is_unasked(operation: &Operation, checked: impl Fn(CheckId, Property) -> bool) -> bool {
    match operation {
        Operation::Assert {
            id,
            property,
            check: Check::Holds(_) | Check::Initialised(_) | Check::NeverEscapes(_),
            ..
        } => !checked(*id, *property),
        _ => false,
    }
}

fn has_unasked(definition: &Definition, checked: impl Fn(CheckId, Property) -> bool) -> bool {
    let mut instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    instructions.any(|instruction| is_unasked(&instruction.operation, &checked))
}

/// Drops conditions that are not checked. Accesses, frees and calls stay checked: what comes after relies on
/// them.
fn drop_checks(definition: &mut Definition, checked: impl Fn(CheckId, Property) -> bool) {
    for block in &mut definition.blocks {
        block.instructions.retain(|instruction| !is_unasked(&instruction.operation, &checked));
    }
}
