//! Inputs, assumptions and assertions: SV-COMP's `__VERIFIER_…` functions and those of `klew.h`.

use klew_ir::{
    Access, BinaryOperation, Comparison, Conversion, InputOrigin, Operand, Operation, Property,
    Terminator, Type, UnaryOperation,
};

use super::request::{Request, constant_text};
use crate::lower::bits::{coerce, coerce_all};
use crate::lower::builder::undefined;
use crate::lower::builder::{Builder, Scalars};
use crate::lower::shared::{Shared, Unsupported};

const NONDET: &str = "__VERIFIER_nondet_";

/// Where models of the library give up: the rest of the name says on what.
const UNSUPPORTED: &str = "klew_unsupported_";

/// Where runs are beyond a bound on inputs: the rest of the name says which.
const BOUND: &str = "klew_bound_";

/// Functions of `klew.h` that give an input of their result type, called as the argument says.
const TYPED: [&str; 19] = [
    "klew_bool",
    "klew_char",
    "klew_schar",
    "klew_uchar",
    "klew_short",
    "klew_ushort",
    "klew_int",
    "klew_uint",
    "klew_long",
    "klew_ulong",
    "klew_llong",
    "klew_ullong",
    "klew_size",
    "klew_float",
    "klew_double",
    "klew_ldouble",
    "klew_pointer",
    "klew_int128",
    "klew_uint128",
];

const OTHERS: [&str; 14] = [
    "__VERIFIER_assume",
    "__VERIFIER_assert",
    "assume_abort_if_not",
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
    "klew_assume",
    "klew_assert",
    "klew_unreachable",
    "klew_range",
    "klew_input_bytes",
    "klew_input_some",
    "__CPROVER_assume",
    "klew_arbitrary_int",
    "klew_arbitrary_long",
];

/// Whether the function is one of these.
pub(super) fn is_named(name: &str) -> bool {
    name.starts_with(NONDET)
        || name.starts_with(UNSUPPORTED)
        || name.starts_with(BOUND)
        || TYPED.contains(&name)
        || OTHERS.contains(&name)
}

/// Translates a call.
pub(super) fn lower(
    builder: &mut Builder,
    shared: &Shared,
    request: &Request,
    results: &[Type],
) -> Result<Scalars, Unsupported> {
    let name = request.name;
    if name == "__VERIFIER_nondet_memory" || name == "klew_input_bytes" {
        let pointer = request.pointer(builder, 0);
        let size = request.size(builder, 1);
        let text = constant_text(shared, &request.argument(2));
        input_bytes(builder, pointer, (size, None), text.unwrap_or_else(|| "memory".into()));
        return Ok(coerce_all(builder, Scalars::new(), results));
    }
    if name == "klew_input_some" {
        let pointer = request.pointer(builder, 0);
        let (size, taken) = (request.size(builder, 1), request.size(builder, 2));
        let text = constant_text(shared, &request.argument(3)).unwrap_or_else(|| "memory".into());
        input_bytes(builder, pointer, (size, Some(taken)), text);
        return Ok(coerce_all(builder, Scalars::new(), results));
    }
    if name.starts_with(NONDET) || TYPED.contains(&name) {
        let text =
            constant_text(shared, &request.argument(0)).filter(|_| !name.starts_with(NONDET));
        let text = text.unwrap_or_else(|| name.to_owned());
        let truth =
            matches!(name, "klew_bool" | "__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool");
        return Ok(results.iter().map(|ty| input(builder, &text, *ty, truth)).collect());
    }
    if let Some(what) = name.strip_prefix(UNSUPPORTED) {
        return Err(Unsupported(what.replace('_', " ")));
    }
    if let Some(which) = name.strip_prefix(BOUND) {
        builder.terminate(Terminator::Bound { which: which.replace('_', " "), beyond: None });
        return Ok(coerce_all(builder, Scalars::new(), results));
    }
    let result = match name {
        "__VERIFIER_assume" | "assume_abort_if_not" | "klew_assume" | "__CPROVER_assume" => {
            let condition = request.truth(builder, 0);
            builder.effect(Operation::Assume(condition));
            None
        }
        "__VERIFIER_assert" | "klew_assert" => {
            let condition = request.truth(builder, 0);
            builder.assert_holds(Property::Assertion, condition.clone());
            // As after `assert`: runs in which it fails end here.
            builder.effect(Operation::Assume(condition));
            None
        }
        "klew_unreachable" => {
            builder.assert_fails(Property::Unreachable, None);
            builder.terminate(Terminator::Abort);
            None
        }
        "klew_arbitrary_int" | "klew_arbitrary_long" => {
            let ty = request.result.unwrap_or(Type::Int(32));
            Some(builder.unary(UnaryOperation::Freeze, undefined(ty)))
        }
        "klew_range" => {
            let text = constant_text(shared, &request.argument(2)).unwrap_or_else(|| name.into());
            Some(range(builder, request, &text))
        }
        _ => None,
    };
    Ok(coerce_all(builder, result.into_iter().collect(), results))
}

/// An input of that type; of a truth value only 0 and 1.
pub(super) fn input(builder: &mut Builder, name: &str, ty: Type, truth: bool) -> Operand {
    let (name, origin) = (name.to_owned(), origin_of(name));
    match ty {
        Type::Int(width) if truth && width > 1 => {
            let bit =
                builder.emit(Operation::Input { name, origin, source_type: None }, Type::BOOL);
            builder.unsigned_resize(bit, width)
        }
        // Nothing is known of what it points to: a number, until the program says more.
        Type::Pointer => {
            let word = builder.word();
            let address = builder.emit(Operation::Input { name, origin, source_type: None }, word);
            builder.convert(Conversion::IntToPointer, address, Type::Pointer)
        }
        _ => builder.emit(Operation::Input { name, origin, source_type: None }, ty),
    }
}

/// What models that are written in C say of an input by its name (`library/model.h`): here it becomes a type.
fn origin_of(name: &str) -> InputOrigin {
    match name.starts_with("approximate") {
        true => InputOrigin::Approximation,
        false => InputOrigin::Asked,
    }
}

/// Bytes of memory become inputs: so many, or of these only the first.
pub(super) fn input_bytes(
    builder: &mut Builder,
    pointer: Operand,
    (size, taken): (Operand, Option<Operand>),
    name: String,
) {
    let written = taken.as_ref().unwrap_or(&size).clone();
    builder.assert_accessible(&pointer, written, Access::Write);
    let origin = origin_of(&name);
    builder.effect(Operation::InputBytes { pointer, size, taken, name, origin });
}

/// An input from the first argument up to, not including, the second.
pub(super) fn range(builder: &mut Builder, request: &Request, name: &str) -> Operand {
    let int = Type::Int(32);
    let low = coerce(builder, request.argument(0), int);
    let high = coerce(builder, request.argument(1), int);
    let value = input(builder, name, int, false);
    let above = builder.compare(Comparison::SignedLessEqual, low, value.clone());
    let below = builder.compare(Comparison::SignedLess, value.clone(), high);
    let within = builder.binary(BinaryOperation::And, above, below);
    builder.effect(Operation::Assume(within));
    value
}
