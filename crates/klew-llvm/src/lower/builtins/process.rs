//! The end of a run, and assertions that failed.

use klew_ir::{Callee, Operand, Property, Terminator};

use super::request::{Request, constant_text};
use crate::lower::builder::{Builder, Scalars};
use crate::lower::shared::FINISH;
use crate::lower::shared::{Shared, Unsupported};

/// The functions of this family.
pub(super) const NAMES: &[&str] = &[
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "__assert_fail",
    "__assert",
    "__assert_rtn",
    "__assert_func",
    "_assert",
    "__assert_perror_fail",
    "__assert13",
    "__chk_fail",
    "__stack_chk_fail",
];

/// Translates a call.
pub(super) fn lower(
    builder: &mut Builder,
    shared: &mut Shared,
    request: &Request,
) -> Result<Option<Operand>, Unsupported> {
    match request.name {
        "abort" => {
            builder.assert_fails(Property::Abort, None);
            builder.terminate(Terminator::Abort);
        }
        // Of a model it is not known what it is linked to; models have that function, and it does nothing
        // if there is nothing to do.
        "exit" if shared.has_destructors || shared.options.library => {
            let finish = shared.external(FINISH, &[], &[]);
            builder.call(Callee::Function(finish), Scalars::new(), &[]);
            builder.terminate(Terminator::Exit);
        }
        "exit" | "_exit" | "_Exit" | "quick_exit" => builder.terminate(Terminator::Exit),
        "__chk_fail" | "__stack_chk_fail" => {
            builder.assert_fails(Property::Dereference, None);
            builder.terminate(Terminator::Abort);
        }
        name => {
            // Where the text of the assertion stands among the arguments.
            let index = match name {
                "__assert_fail" | "_assert" => Some(0),
                "__assert" => {
                    Some(if constant_text(shared, &request.argument(2)).is_some() { 2 } else { 0 })
                }
                "__assert_rtn" | "__assert_func" => Some(3),
                _ => None,
            };
            let text = index.and_then(|index| constant_text(shared, &request.argument(index)));
            builder.assert_fails(Property::Assertion, text);
            builder.terminate(Terminator::Abort);
        }
    }
    Ok(None)
}
