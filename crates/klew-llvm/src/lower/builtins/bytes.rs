//! Copying and setting bytes.

use klew_ir::Operand;

use super::request::Request;
use crate::lower::bits::coerce;
use crate::lower::builder::{Builder, int};
use crate::lower::intrinsics::{copy, fill};
use crate::lower::shared::Unsupported;

/// The functions of this family.
pub(super) const NAMES: &[&str] = &[
    "memcpy",
    "memmove",
    "mempcpy",
    "__mempcpy",
    "memset",
    "bcopy",
    "bzero",
    "__memcpy_chk",
    "__memmove_chk",
    "__mempcpy_chk",
    "__memset_chk",
    "explicit_bzero",
];

/// Translates a call.
pub(super) fn lower(
    builder: &mut Builder,
    request: &Request,
) -> Result<Option<Operand>, Unsupported> {
    let first = request.pointer(builder, 0);
    match request.name.trim_start_matches("__").trim_end_matches("_chk") {
        "memcpy" | "memmove" => {
            let source = request.pointer(builder, 1);
            let size = request.size(builder, 2);
            copy(builder, first.clone(), source, size);
        }
        "mempcpy" => {
            let source = request.pointer(builder, 1);
            let size = request.size(builder, 2);
            copy(builder, first.clone(), source, size.clone());
            return Ok(Some(builder.offset(first, size)));
        }
        "memset" => {
            let byte = coerce(builder, request.argument(1), klew_ir::Type::Int(32));
            let size = request.size(builder, 2);
            fill(builder, first.clone(), byte, size);
        }
        "bcopy" => {
            let destination = request.pointer(builder, 1);
            let size = request.size(builder, 2);
            copy(builder, destination, first, size);
            return Ok(None);
        }
        _ => {
            let size = request.size(builder, 1);
            fill(builder, first, int(8, 0), size);
            return Ok(None);
        }
    }
    Ok(Some(first))
}
