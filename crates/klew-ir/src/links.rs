//! Whether a program links objects again and again, as who makes lists and trees does: pointers are stored in loops, or in what loops and
//! recursive functions call.
//!
//! **Invariant**: it is a guess of what is worth a try, and no more: that a heap without such stores is small is not said.

use crate::call_graph::CallGraph;
use crate::control_flow::ControlFlow;
use crate::loop_forest::LoopForest;
use crate::{
    Block, Constant, Definition, FunctionBody, FunctionId, ObjectKind, Operand, Operation, Program,
    Type,
};

/// Whether some pointer is stored again and again, other than in a variable.
pub fn links_repeatedly(program: &Program) -> bool {
    let graph = CallGraph::new(program);
    let mut again: Vec<FunctionId> = Vec::new();
    let reachable = program.entry.map(|entry| graph.reachable(entry)).unwrap_or_default();
    for function in reachable {
        let FunctionBody::Defined(definition) = &program.function(function).body else { continue };
        if graph.is_recursive(function) {
            again.push(function);
        }
        let loops = LoopForest::new(&ControlFlow::new(definition));
        for block in loops.loops().iter().flat_map(|it| &it.blocks) {
            let block = &definition.blocks[block.0 as usize];
            if stores_pointer(definition, block) {
                return true;
            }
            again.extend(called(&graph, block));
        }
    }
    let mut seen = vec![false; program.functions.len()];
    while let Some(function) = again.pop() {
        let FunctionBody::Defined(definition) = &program.function(function).body else { continue };
        if std::mem::replace(&mut seen[function.0 as usize], true) {
            continue;
        }
        for block in &definition.blocks {
            if stores_pointer(definition, block) {
                return true;
            }
            again.extend(called(&graph, block));
        }
    }
    false
}

fn called<'a>(
    graph: &'a CallGraph,
    block: &'a Block,
) -> impl Iterator<Item = FunctionId> + use<'a> {
    let targets = block.instructions.iter().map(|instruction| match &instruction.operation {
        Operation::Call { callee, .. } => graph.targets(callee),
        _ => &[],
    });
    targets.flatten().copied()
}

/// Whether a pointer to something is stored behind another one.
fn stores_pointer(definition: &Definition, block: &Block) -> bool {
    block.instructions.iter().any(|instruction| match &instruction.operation {
        Operation::Store(to, value) => {
            definition.type_of(value) == Type::Pointer
                && !matches!(value, Operand::Constant(Constant::Null))
                && !is_variable(definition, to)
        }
        _ => false,
    })
}

/// Whether it is the place of a variable, or one in a global that is known.
fn is_variable(definition: &Definition, pointer: &Operand) -> bool {
    let Operand::Value(pointer) = pointer else { return true };
    let instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    let mut makes = instructions.filter(|instruction| instruction.results.contains(pointer));
    let is_on_stack = |operation: &Operation| {
        matches!(operation, Operation::Allocate { kind: ObjectKind::Stack, .. })
    };
    makes.any(|instruction| is_on_stack(&instruction.operation))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_program;

    fn links(store: &str, before: &str) -> bool {
        let text = format!(
            "
function @link(%from: ptr, %to: ptr) {{
entry:
  store ptr %to to %from
  return
}}

function @main(%n: ptr, %more: i1) {{
entry:
  %variable = allocate stack 8 align 8
  {before}
  jump again
again:
  {store}
  branch %more, again, done
done:
  return
}}
"
        );
        links_repeatedly(&parse_program(&text, "links.kir").unwrap())
    }

    #[test]
    fn pointers_are_stored_in_loops_or_in_what_they_call() {
        assert!(links("store ptr %n to %n", ""));
        assert!(links("call @link(%n, %variable)", ""));
        assert!(!links("store i32 1 to %n", "call @link(%n, %n)"));
        assert!(!links("store ptr %n to %variable", "store ptr %n to %n"));
        assert!(!links("store ptr null to %n", ""));
    }
}
