//! Numbers of eight bytes in objects whose type is not known, as those of `malloc`: which these are is guessed from the offsets of loads and stores
//! alone. What is concrete is looked at by four bytes elsewhere, and a number whose halves are two is not compared with others.
//!
//! **Invariant**: this says how numbers are cut, and never what they are: so a wrong guess costs precision.

use klew_ir::{FunctionBody, Operation, Program, Type};
use rustc_hash::FxHashSet;

use super::idle::{Place, Places};

/// Offsets at which the program accesses numbers of eight bytes, and none that is shorter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WideFields(FxHashSet<u64>);

const WIDE: u64 = 8;

impl WideFields {
    /// Those of a program.
    pub fn of(program: &Program) -> WideFields {
        let (mut wide, mut shorter) = (FxHashSet::default(), FxHashSet::default());
        for function in program.functions.iter().filter(|function| !function.library) {
            let FunctionBody::Defined(definition) = &function.body else { continue };
            let places = Places::of(definition, program.data_model.pointer_bits);
            for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
                let (to, accessed) = match (&instruction.operation, instruction.results.first()) {
                    (Operation::Load(from), Some(result)) => {
                        (from, definition.values[result.0 as usize].value_type)
                    }
                    (Operation::Store(to, value), _) => (to, definition.type_of(value)),
                    _ => continue,
                };
                let (Place::Behind(offset), Type::Int(bits)) = (places.of_access(to), accessed)
                else {
                    continue;
                };
                match u64::from(bits) == 8 * WIDE && offset.is_multiple_of(WIDE) {
                    true => wide.insert(offset),
                    false => shorter.insert(offset - offset % WIDE),
                };
            }
        }
        wide.retain(|offset| !shorter.contains(offset));
        WideFields(wide)
    }

    /// Whether a number of eight bytes begins there.
    pub fn begins_at(&self, offset: u64) -> bool {
        self.0.contains(&offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_accessed_as_a_whole_only() {
        let text = "
function @main(%p: ptr) {
entry:
  %a = offset %p, 8
  store i64 1 to %a
  %b = offset %p, 16
  %c = load i64 %b
  %d = offset %p, 20
  store i32 1 to %d
  %e = load i32 %p
  %f = offset %p, 28
  %g = load i64 %f
  exit
}";
        let program = klew_ir::parse_program(text, "a.kir").expect("is a program");
        let found = WideFields::of(&program);
        assert_eq!(found.0, [8].into_iter().collect());
    }
}
