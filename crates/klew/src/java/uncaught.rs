//! Which exceptions count when they leave the entry: to SV-COMP only `RuntimeException`s do.

use std::collections::BTreeSet;

use klew_ir::{FunctionBody, Operation, Program, Property, SourceType, SourceTypeId};

/// Lets all other exceptions leave the entry as if nothing had happened.
pub fn runtime_exceptions_only(program: &mut Program) {
    let counting = below(program, "java.lang.RuntimeException");
    let Some(entry) = program.entry else { return };
    let Some(function) = program.functions.get_mut(entry.0 as usize) else { return };
    let FunctionBody::Defined(definition) = &mut function.body else { return };
    for block in &mut definition.blocks {
        block.instructions.retain(|instruction| match &instruction.operation {
            Operation::Assert { property: Property::UncaughtException, message, .. } => {
                let class =
                    message.as_deref().and_then(|message| message.strip_prefix("uncaught "));
                class.is_none_or(|class| counting.contains(class))
            }
            _ => true,
        });
    }
}

/// Names of that class and all below it.
fn below(program: &Program, name: &str) -> BTreeSet<String> {
    let mut classes = BTreeSet::from([name.to_owned()]);
    // Classes may stand before those that they extend.
    loop {
        let before = classes.len();
        for ty in &program.types {
            if let SourceType::Record { name, bases, .. } = ty
                && bases.iter().any(|base| is_in(program, *base, &classes))
            {
                classes.insert(name.to_string());
            }
        }
        if classes.len() == before {
            return classes;
        }
    }
}

fn is_in(program: &Program, id: SourceTypeId, classes: &BTreeSet<String>) -> bool {
    match program.types.get(id.0 as usize) {
        Some(SourceType::Record { name, .. }) => classes.contains(&name[..]),
        _ => false,
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
entry @main
function @main() {
entry:
  assert no-runtime-exception holds false "uncaught p.Late"
  assert no-runtime-exception holds false "uncaught java.lang.Throwable"
  assert no-runtime-exception holds false "uncaught java.lang.RuntimeException"
  assert assertion holds false "uncaught java.lang.AssertionError"
  return
}
"#;

    #[test]
    fn what_counts() {
        let mut program = klew_ir::parse_program(PROGRAM, "a.kir").unwrap();
        runtime_exceptions_only(&mut program);
        let text = klew_ir::text::print_program(&program);
        let said = text.lines().filter_map(|line| line.split_once("uncaught "));
        let left: Vec<_> = said.filter_map(|(_, class)| class.split('"').next()).collect();
        let want = ["p.Late", "java.lang.RuntimeException", "java.lang.AssertionError"];
        assert_eq!(left, want);
    }
}
