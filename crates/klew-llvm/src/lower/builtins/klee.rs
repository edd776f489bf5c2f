//! KLEE's functions (`klee/klee.h`), so that programs written for it run as they are; and `klew_is_known`, by which models ask
//! whether a value is a constant to the engine (KLEE's `klee_is_symbolic`, which gives programs what a native run gives).

use klew_ir::{Access, Comparison, Operand, Operation, Property, Terminator, Type};

use super::inputs::{input, input_bytes, range};
use super::request::{Request, constant_text};
use crate::lower::builder::{Builder, int};
use crate::lower::shared::{Shared, Unsupported};

/// The functions of this family.
pub(super) const NAMES: &[&str] = &[
    "klee_make_symbolic",
    "klee_assume",
    "klee_range",
    "klee_int",
    "klee_prefer_cex",
    "klee_posix_prefer_cex",
    "klee_silent_exit",
    "klee_abort",
    "klee_report_error",
    "klee_is_symbolic",
    "klew_is_known",
    "klew_asks_for_unwritten",
    "klew_text_end",
    "klee_warning",
    "klee_warning_once",
    "klee_print_expr",
    "klee_print_range",
    "klee_open_merge",
    "klee_close_merge",
    "klee_merge",
    "klee_set_forking",
    "klee_stack_trace",
    "klee_check_memory_access",
    "klee_get_obj_size",
    "klee_mark_global",
    "klee_is_replay",
    "klee_assert",
    "klee_assert_fail",
    "klee_choose",
    "klee_define_fixed_object",
    "klee_alias_function",
];

/// Translates a call.
pub(super) fn lower(
    builder: &mut Builder,
    shared: &Shared,
    request: &Request,
) -> Result<Option<Operand>, Unsupported> {
    match request.name {
        "klee_make_symbolic" => {
            let pointer = request.pointer(builder, 0);
            let size = request.size(builder, 1);
            let name = constant_text(shared, &request.argument(2));
            input_bytes(builder, pointer, (size, None), name.unwrap_or_else(|| "unnamed".into()));
        }
        "klee_assume" => {
            let condition = request.truth(builder, 0);
            builder.effect(Operation::Assume(condition));
        }
        "klee_int" => {
            let name = constant_text(shared, &request.argument(0));
            let name = name.unwrap_or_else(|| "unnamed".into());
            return Ok(Some(input(builder, &name, Type::Int(32), false)));
        }
        "klee_range" => {
            let name = constant_text(shared, &request.argument(2));
            return Ok(Some(range(builder, request, &name.unwrap_or_else(|| "unnamed".into()))));
        }
        "klee_silent_exit" | "klee_abort" => builder.terminate(Terminator::Abort),
        "klee_report_error" => {
            let text = constant_text(shared, &request.argument(2));
            builder.assert_fails(Property::ErrorCall, text);
            builder.terminate(Terminator::Abort);
        }
        "klee_assert" => {
            let condition = request.truth(builder, 0);
            builder.assert_holds(Property::Assertion, condition.clone());
            builder.effect(Operation::Assume(condition));
        }
        "klee_assert_fail" => {
            let text = constant_text(shared, &request.argument(0));
            builder.assert_fails(Property::Assertion, text);
            builder.terminate(Terminator::Abort);
        }
        "klee_choose" => {
            let word = builder.word();
            let below = request.size(builder, 0);
            let value = input(builder, "klee_choose", word, false);
            let holds = builder.compare(Comparison::UnsignedLess, value.clone(), below);
            builder.effect(Operation::Assume(holds));
            return Ok(Some(value));
        }
        "klee_define_fixed_object" | "klee_alias_function" => {
            return Err(Unsupported(format!("`{}`", request.name)));
        }
        "klee_check_memory_access" => {
            let pointer = request.pointer(builder, 0);
            let size = request.size(builder, 1);
            builder.assert_accessible(&pointer, size, Access::Read);
        }
        "klee_get_obj_size" => {
            let pointer = request.pointer(builder, 0);
            let word = builder.word();
            return Ok(Some(builder.emit(Operation::ObjectSize(pointer), word)));
        }
        "klew_is_known" => {
            let value = request.argument(0);
            return Ok(Some(builder.emit(Operation::IsKnown(value), Type::BOOL)));
        }
        "klew_asks_for_unwritten" => {
            return Ok(Some(builder.emit(Operation::Asks(Property::Initialised), Type::BOOL)));
        }
        "klew_text_end" => {
            let pointer = request.pointer(builder, 0);
            let word = builder.word();
            return Ok(Some(builder.emit(Operation::TextEnd(pointer), word)));
        }
        // The value that KLEE gives where nothing is symbolic, or where it is not replaying.
        "klee_is_symbolic" | "klee_is_replay" => return Ok(Some(int(32, 0))),
        // Hints to KLEE's search and its output.
        _ => {}
    }
    Ok(None)
}
