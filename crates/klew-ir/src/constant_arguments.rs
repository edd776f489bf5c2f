//! Parameters that are the same constant at every call become that constant, and no longer are parameters.
//!
//! Conditional constant propagation over the call graph, as far as parameters go (D. Callahan et al., *Interprocedural
//! Constant Propagation*, 1986, with jump functions that are constants or parameters of the caller themselves). So the
//! address of a variable that recursion hands on from call to call is known in each of them.
//!
//! **Invariant**: a call of a function from anywhere else (by its address, by the start of a run) gives its parameters
//! values that nobody knows.

use std::sync::Arc;

use crate::{
    Callee, Constant, Definition, Function, FunctionBody, FunctionId, Instruction, Operand,
    Operation, Program, call_graph::CallGraph, simplify::simplify, substitution::Substitution,
};

/// What is known of a parameter, from the calls that were seen so far.
#[derive(Clone, Debug, PartialEq)]
enum Known {
    /// No call was seen.
    Nothing,
    /// Each call gives it this.
    Constant(Constant),
    /// It is not one constant, or not known to be.
    Varies,
}

impl Known {
    fn meet(&mut self, other: &Known) -> bool {
        let met = match (&*self, other) {
            (_, Known::Nothing) => return false,
            (Known::Nothing, other) => other.clone(),
            (mine, other) if mine == other => return false,
            _ => Known::Varies,
        };
        let changed = *self != met;
        *self = met;
        changed
    }
}

/// Makes constants of them, in all functions that a run comes to; whether there were any.
pub fn propagate_constant_arguments(program: &mut Program) -> bool {
    let Some(entry) = program.entry else { return false };
    let graph = CallGraph::new(program);
    let functions = graph.reachable(entry);
    let mut known = at_first(program, &graph, entry);
    loop {
        let mut changed = false;
        for &caller in &functions {
            for (callee, arguments) in calls(program.function(caller)) {
                changed |= see_call(&mut known, program, caller, (callee, arguments));
            }
        }
        if !changed {
            break;
        }
    }
    let found = |function: &FunctionId| {
        known[function.0 as usize].iter().any(|known| matches!(known, Known::Constant(_)))
    };
    let changed: Vec<FunctionId> = functions.iter().copied().filter(found).collect();
    for &function in &changed {
        put_constants(program, function, &known[function.0 as usize]);
    }
    for &caller in functions.iter().filter(|_| !changed.is_empty()) {
        drop_arguments(&mut program.functions[caller.0 as usize], &known);
    }
    !changed.is_empty()
}

/// What is known of each function's parameters before a call was seen.
fn at_first(program: &Program, graph: &CallGraph, entry: FunctionId) -> Vec<Vec<Known>> {
    let of = |(index, function): (u32, &Function)| {
        let id = FunctionId(index);
        let is_known = matches!(function.body, FunctionBody::Defined(_))
            && !function.variadic
            && id != entry
            && !graph.address_taken().contains(&id);
        vec![if is_known { Known::Nothing } else { Known::Varies }; function.parameters.len()]
    };
    (0..).zip(&program.functions).map(of).collect()
}

/// The calls of functions by name.
fn calls(function: &Function) -> impl Iterator<Item = (FunctionId, &[Operand])> {
    let definition = match &function.body {
        FunctionBody::Defined(definition) => Some(definition),
        _ => None,
    };
    let blocks = definition.into_iter().flat_map(|definition| &definition.blocks);
    blocks.flat_map(|block| &block.instructions).filter_map(call)
}

fn call(instruction: &Instruction) -> Option<(FunctionId, &[Operand])> {
    match &instruction.operation {
        Operation::Call { callee: Callee::Function(id), arguments } => Some((*id, arguments)),
        _ => None,
    }
}

/// Takes note of what a call gives; whether that changed what is known.
fn see_call(
    known: &mut [Vec<Known>],
    program: &Program,
    caller: FunctionId,
    (callee, arguments): (FunctionId, &[Operand]),
) -> bool {
    let FunctionBody::Defined(definition) = &program.function(caller).body else { return false };
    let types = &program.function(callee).parameters;
    let mut changed = false;
    for index in 0..types.len() {
        let given = match arguments.get(index) {
            Some(operand @ Operand::Constant(constant))
                if !operand.is_undefined() && definition.type_of(operand) == types[index] =>
            {
                Known::Constant(constant.clone())
            }
            Some(Operand::Value(value)) => {
                let handed_on = definition.parameters.iter().position(|other| other == value);
                handed_on.map_or(Known::Varies, |at| known[caller.0 as usize][at].clone())
            }
            _ => Known::Varies,
        };
        changed |= known[callee.0 as usize][index].meet(&given);
    }
    changed
}

/// Puts the constants where a function uses its parameters, which it no longer has.
fn put_constants(program: &mut Program, id: FunctionId, known: &[Known]) {
    let data_model = program.data_model;
    let function = &mut program.functions[id.0 as usize];
    let FunctionBody::Defined(definition) = &mut function.body else { return };
    let definition: &mut Definition = Arc::make_mut(definition);
    let mut substitution = Substitution::new(definition);
    for (parameter, known) in definition.parameters.iter().zip(known) {
        if let Known::Constant(constant) = known {
            substitution.replace(*parameter, &Operand::Constant(constant.clone()));
        }
    }
    substitution.apply_to(definition);
    keep_varying(&mut definition.parameters, known);
    keep_varying(&mut function.parameters, known);
    keep_varying(&mut function.parameter_types, known);
    simplify(definition, data_model);
}

/// Calls no longer give what is known.
fn drop_arguments(function: &mut Function, known: &[Vec<Known>]) {
    let FunctionBody::Defined(definition) = &mut function.body else { return };
    for block in &mut Arc::make_mut(definition).blocks {
        for instruction in &mut block.instructions {
            if let Operation::Call { callee: Callee::Function(id), arguments } =
                &mut instruction.operation
            {
                let mut known = known[id.0 as usize].iter();
                arguments.retain(|_| !matches!(known.next(), Some(Known::Constant(_))));
            }
        }
    }
}

fn keep_varying<T>(of: &mut Vec<T>, known: &[Known]) {
    let mut known = known.iter();
    of.retain(|_| !matches!(known.next(), Some(Known::Constant(_))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_program, print_program, verify_program};

    const HANDED_ON: &str = "
global &total size 4 align 4 = zero
function @main() {
entry:
  %x: i32 = input \"x\"
  call @one(%x, &total, 7)
  call @other(%x, 7)
  exit
}
function @one(%a: i32, %p: ptr, %b: i32) {
entry:
  %c = compare eq i32 %a, 0
  branch %c, done, again
again:
  %d = sub i32 %a, %b
  call @two(%p, %d)
  jump done
done:
  return
}
function @two(%q: ptr, %a: i32) {
entry:
  store i32 %a to %q
  call @one(%a, %q, 7)
  return
}
function @other(%a: i32, %b: i32) {
entry:
  call @other(%b, %a)
  return
}
";

    #[test]
    fn what_recursion_hands_on_is_known_in_each_call() {
        let mut program = parse_program(HANDED_ON, "a.kir").expect("is a program");
        assert!(propagate_constant_arguments(&mut program));
        let text = print_program(&program);
        assert_eq!(verify_program(&program), Ok(()), "{text}");
        for expected in [
            "function @one(%a: i32)",
            "function @two(%a: i32)",
            "call @two(%d)",
            "call @one(%a)",
            "store i32 %a to &total",
            "sub i32 %a, 7",
            // What is exchanged is not the same at each call.
            "call @other(%b, %a)",
        ] {
            assert!(text.contains(expected), "{expected}\n{text}");
        }
        assert!(!propagate_constant_arguments(&mut program));
    }

    #[test]
    fn functions_whose_address_is_taken_keep_their_parameters() {
        let text = HANDED_ON.replace("exit", "%n = compare equal ptr @two, null\n  exit");
        let mut program = parse_program(&text, "a.kir").unwrap_or_else(|error| panic!("{error}"));
        assert!(propagate_constant_arguments(&mut program));
        let text = print_program(&program);
        assert!(text.contains("function @two(%q: ptr, %a: i32)"), "{text}");
        assert!(text.contains("function @one(%a: i32, %p: ptr)"), "{text}");
    }
}
