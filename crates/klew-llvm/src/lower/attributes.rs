//! What the declaration of a function promises of its parameters: `nonnull`, and `[static N]`, which clang hands over
//! as attributes of LLVM's parameters.

use klew_ir::{Comparison, Constant, Operand, Operation};

use super::builder::Builder;
use super::promises::{Holds, Named};
use super::shared::{ChosenFunction, ModuleContext};
use crate::syntax::Attribute;

/// A promise of a declaration.
pub(super) struct Declared {
    /// In words.
    pub text: String,
    pointer: Operand,
    /// Bytes behind it at least; 0 if it is only not null.
    bytes: u64,
}

/// What is promised of the parameters.
pub(super) fn promises(
    context: &ModuleContext,
    chosen: &ChosenFunction,
    parameters: &[Named],
) -> Vec<Declared> {
    let table = &context.module.attributes;
    let function = &context.module.functions[chosen.index];
    // Where null is an address like any other, nothing is promised.
    if table.has(function.attributes, "null_pointer_is_valid") {
        return Vec::new();
    }
    let mut declared = Vec::new();
    for parameter in parameters {
        let (Holds::Scalar(pointer), Some(attributes)) = (&parameter.holds, parameter.attributes)
        else {
            continue;
        };
        let name = &parameter.name;
        let bytes = table.expanded(attributes).find_map(dereferenceable);
        let text = match bytes {
            Some(bytes) => format!("`{name}` points to {bytes} bytes or more: it is declared so"),
            None if table.has(attributes, "nonnull") => {
                format!("`{name}` is not null: it is declared so")
            }
            None => continue,
        };
        declared.push(Declared { text, pointer: pointer.clone(), bytes: bytes.unwrap_or(0) });
    }
    declared
}

fn dereferenceable(attribute: &Attribute) -> Option<u64> {
    let Attribute::Word(word) = attribute else { return None };
    word.strip_prefix("dereferenceable(")?.strip_suffix(')')?.trim().parse().ok()
}

/// Assumes it.
pub(super) fn assume(builder: &mut Builder, declared: &[Declared]) {
    for promise in declared {
        let null = Operand::Constant(Constant::Null);
        let not_null = builder.compare(Comparison::NotEqual, promise.pointer.clone(), null);
        builder.effect(Operation::Assume(not_null));
        if promise.bytes > 0 {
            let word = builder.word();
            let size = builder.emit(Operation::ObjectSize(promise.pointer.clone()), word);
            let least = builder.word_constant(promise.bytes);
            let enough = builder.compare(Comparison::UnsignedLessEqual, least, size);
            builder.effect(Operation::Assume(enough));
        }
    }
}
