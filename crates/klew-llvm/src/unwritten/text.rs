//! The same for the text of modules, of which excerpts are made (`excerpts.rs`): an excerpt does not show who else writes.

use rustc_hash::FxHashSet;

use super::{defined_names, operations, unwritten};
use crate::syntax::{Module, Operation, Value};

/// Makes constants of the variables that nothing in these modules writes. What cannot be read stays as it is.
pub fn make_unwritten_constant(texts: &mut [String]) {
    let modules: Option<Vec<Module>> =
        texts.iter().map(|text| crate::read_module(text, "").ok()).collect();
    let Some(modules) = modules else { return };
    let defined = defined_names(&modules);
    for (module, text) in modules.iter().zip(texts) {
        let lines: FxHashSet<u32> = unwritten(module, &defined)
            .into_iter()
            .map(|index| module.variables[index].line)
            .collect();
        if !lines.is_empty() {
            *text = with_constants(text, &lines);
        }
    }
}

/// The text, with `constant` instead of `global` in these lines.
fn with_constants(text: &str, lines: &FxHashSet<u32>) -> String {
    let mut changed = String::with_capacity(text.len() + 4 * lines.len());
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        match line.split_once(" global ") {
            Some((before, after)) if lines.contains(&number) && line.starts_with('@') => {
                changed.push_str(before);
                changed.push_str(" constant ");
                changed.push_str(after);
            }
            _ => changed.push_str(line),
        }
    }
    changed
}

/// All assembly of a module.
pub(super) fn assembly(module: &Module) -> FxHashSet<&str> {
    let inline = operations(module).filter_map(|operation| match operation {
        Operation::Call(call) | Operation::Invoke { call, .. } | Operation::CallBr { call, .. } => {
            match &call.callee {
                Value::InlineAsm(code) => Some(&*code.template),
                _ => None,
            }
        }
        _ => None,
    });
    module.assembly.iter().map(|line| &**line).chain(inline).collect()
}
