//! Which exceptions count when they leave the entry: to SV-COMP only `RuntimeException`s do.

use std::sync::Arc;

use klew_ir::{
    Check, FunctionBody, Operation, Program, Property, SourceType, SourceTypeId, SourceTypes,
};

/// Lets all other exceptions leave the entry as if nothing had happened.
pub fn runtime_exceptions_only(program: &mut Program) {
    let types = SourceTypes(&program.types);
    let is_it = |known: &SourceType| matches!(known, SourceType::Record { name, .. } if name == "java.lang.RuntimeException");
    let counting = program.types.iter().position(is_it).map(|at| SourceTypeId(at as u32));
    let counts = |class| counting.is_some_and(|counting| types.is_below(class, counting));
    let Some(entry) = program.entry else { return };
    let Some(function) = program.functions.get_mut(entry.0 as usize) else { return };
    let FunctionBody::Defined(definition) = &mut function.body else { return };
    for block in &mut Arc::make_mut(definition).blocks {
        block.instructions.retain(|instruction| match &instruction.operation {
            Operation::Assert {
                property: Property::UncaughtException,
                check: Check::NeverEscapes(class),
                ..
            } => counts(*class),
            _ => true,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = r#"
type $late = record "p.Late" size 8 tag 4 extends $odd {}
type $throwable = record "java.lang.Throwable" size 8 tag 1 {}
type $runtime = record "java.lang.RuntimeException" size 8 tag 2 extends $throwable {}
type $odd = record "p.Odd" size 8 tag 3 extends $runtime {}
type $error = record "java.lang.AssertionError" size 8 tag 5 extends $throwable {}
entry @main
function @main() {
entry:
  assert no-runtime-exception never_escapes $late
  assert no-runtime-exception never_escapes $throwable
  assert no-runtime-exception never_escapes $runtime
  assert no-runtime-exception holds false "another check"
  assert assertion never_escapes $error
  return
}
"#;

    #[test]
    fn what_counts() {
        let mut program = klew_ir::parse_program(PROGRAM, "a.kir").unwrap();
        runtime_exceptions_only(&mut program);
        let text = klew_ir::text::print_program(&program);
        let checks = text.lines().filter_map(|line| line.trim().strip_prefix("assert "));
        let left: Vec<_> = checks.filter_map(|check| check.split(" @").next()).collect();
        let want = [
            "no-runtime-exception never_escapes $0",
            "no-runtime-exception never_escapes $2",
            "no-runtime-exception holds false \"another check\"",
            "assertion never_escapes $4",
        ];
        assert_eq!(left, want);
    }
}
