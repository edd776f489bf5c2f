//! What clang's UndefinedBehaviorSanitizer calls where something is undefined. klew has it place those checks that the
//! IR does not show otherwise (the sign of an array's size, attributes of a declaration, which arithmetic is the
//! program's own), so that klew's checks are those that a native run makes, at the same places.

use klew_ir::{BlockId, Comparison, Operand, Property, Terminator, Type};

use super::request::Request;
use crate::lower::builder::{Builder, int};

/// The functions of this family, as they are called where runs go on after a report.
pub(super) const NAMES: &[&str] = &[
    "__ubsan_handle_float_cast_overflow",
    "__ubsan_handle_pointer_overflow",
    "__ubsan_handle_type_mismatch_v1",
    "__ubsan_handle_alignment_assumption",
    "__ubsan_handle_invalid_builtin",
    "__ubsan_handle_vla_bound_not_positive",
    "__ubsan_handle_out_of_bounds",
    "__ubsan_handle_nonnull_arg",
    "__ubsan_handle_nonnull_return_v1",
];

/// Translates a call: it is reached where the check fails.
pub(super) fn lower(builder: &mut Builder, request: &Request) -> Option<Operand> {
    let property = match request.name.trim_start_matches("__ubsan_handle_") {
        "float_cast_overflow" => Property::FloatCast,
        "pointer_overflow" => Property::PointerOverflow,
        "invalid_builtin" => Property::BitCount,
        "vla_bound_not_positive" => Property::ArrayBound,
        "out_of_bounds" => Property::ArrayIndex,
        "nonnull_arg" | "nonnull_return_v1" => Property::NonNull,
        _ => Property::Alignment,
    };
    builder.assert_fails(property, None);
    if property == Property::ArrayBound {
        go_on_with_no_elements(builder, request.argument(1));
    }
    None
}

/// Where nobody asks about sizes of arrays: GCC and clang make arrays of no elements, which cannot be accessed; there
/// are none of negative size, so nothing behind them is known.
fn go_on_with_no_elements(builder: &mut Builder, size: Operand) {
    let negative = builder.block(&[]);
    if let Type::Int(width) = builder.type_of(&size) {
        let goes_on = builder.block(&[]);
        let none = builder.compare(Comparison::Equal, size, int(width, 0));
        builder.branch(none, goes_on, negative);
        end_unsupported(builder, negative);
        builder.switch_to(goes_on);
    } else {
        builder.jump(negative, Vec::new());
        end_unsupported(builder, negative);
    }
}

fn end_unsupported(builder: &mut Builder, block: BlockId) {
    builder.switch_to(block);
    let what = "a variable-length array of negative size";
    builder.terminate(Terminator::Unsupported(what.to_owned()));
}
