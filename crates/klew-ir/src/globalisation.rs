//! Variables of the entry whose address is handed to functions that call themselves become globals, so that what these
//! functions do to them is seen: `divide(a - 7, &quotient, &rest)`.
//!
//! A run calls its entry once, so a variable that is allocated outside of loops is one object, as a global is. Its contents
//! are anything where it is allocated and where it comes into scope; after the end of its scope nothing may use memory
//! that is not known to be another object's. With [`constant_arguments`](crate::constant_arguments) the functions know
//! its address.
//!
//! **Invariant**: every run of the old program has one of the new one that does the same; what a variable holds before it
//! was written may be anything in both. Meant for analyses: no finding names a global instead of a variable.

use std::collections::BTreeSet;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::{
    BlockId, Callee, Constant, Definition, FunctionBody, Global, GlobalId, Initializer,
    InputOrigin, Instruction, ObjectKind, Operand, Operation, Position, Program, Type, ValueId,
    VariableId,
    builder::as_u64,
    call_graph::CallGraph,
    control_flow::ControlFlow,
    loop_forest::LoopForest,
    pointer_bases::{Base, Object, PointerBases},
    simplify::simplify,
    stack_marks::Releases,
    substitution::Substitution,
};

/// Makes globals of them; whether there were any.
pub fn globalise_variables(program: &mut Program) -> bool {
    let Some(entry) = program.entry else { return false };
    if CallGraph::new(program).is_recursive(entry) {
        return false;
    }
    let FunctionBody::Defined(definition) = &program.function(entry).body else { return false };
    let found = candidates(program, definition);
    if found.is_empty() {
        return false;
    }
    let mut definition = Arc::clone(definition);
    let changed = Arc::make_mut(&mut definition);
    for variable in found {
        let id = GlobalId(program.globals.len() as u32);
        let global = as_global(program, changed, &variable);
        program.globals.push(global);
        replace(changed, &variable, id);
    }
    simplify(changed, program.data_model);
    program.functions[entry.0 as usize].body = FunctionBody::Defined(definition);
    true
}

/// A variable that becomes a global.
struct Variable {
    address: ValueId,
    size: Operand,
    bytes: u64,
    align: u64,
    zeroed: bool,
    held: Option<VariableId>,
    position: Position,
}

/// The variables whose address is an argument of a call that stays.
fn candidates(program: &Program, definition: &Definition) -> Vec<Variable> {
    let flow = ControlFlow::new(definition);
    let forest = LoopForest::new(&flow);
    let bases = PointerBases::new(definition, &flow, &forest);
    let releases = Releases::new(definition, &flow, &bases);
    let all = || definition.blocks.iter().flat_map(|block| &block.instructions);
    let mut handed: BTreeSet<ValueId> = BTreeSet::new();
    for instruction in all().filter(|instruction| calls_body(program, instruction)) {
        let sites = instruction.operation.operands().into_iter().filter_map(|operand| match bases
            .base(operand)
        {
            Base::Object(Object::Site(site)) => Some(site),
            _ => None,
        });
        handed.extend(sites);
    }
    let mut found = Vec::new();
    for &address in &handed {
        let Some(site) = bases.sites().get(&address) else { continue };
        let Some(made) = all().find(|made| made.results.first() == Some(&address)) else {
            continue;
        };
        let Operation::Allocate { kind: ObjectKind::Stack, size, align, zeroed, variable, .. } =
            &made.operation
        else {
            continue;
        };
        let Some(bytes) = as_u64(size) else { continue };
        if !site.in_loop
            && !is_used_after_scope((program, definition), &flow, (&bases, &releases), address)
        {
            found.push(Variable {
                address,
                size: size.clone(),
                bytes,
                align: *align,
                zeroed: *zeroed,
                held: *variable,
                position: made.position,
            });
        }
    }
    found
}

/// Whether it is a call of a function that is there.
fn calls_body(program: &Program, instruction: &Instruction) -> bool {
    match &instruction.operation {
        Operation::Call { callee: Callee::Function(id), .. } => {
            matches!(program.function(*id).body, FunctionBody::Defined(_))
        }
        Operation::Call { callee: Callee::Pointer(_), .. } => true,
        _ => false,
    }
}

/// Whether memory that may be the variable's is used where its scope may have ended.
fn is_used_after_scope(
    (program, definition): (&Program, &Definition),
    flow: &ControlFlow,
    (bases, releases): (&PointerBases, &Releases),
    address: ValueId,
) -> bool {
    let may_use = |instruction: &Instruction| {
        let operands = instruction.operation.operands().into_iter();
        calls_body(program, instruction)
            || !is_mark(&instruction.operation)
                && operands.filter(|operand| definition.type_of(operand) == Type::Pointer).any(
                    |operand| match bases.base(operand) {
                        Base::Object(object) => object == Object::Site(address),
                        Base::Null => false,
                        Base::Any => true,
                    },
                )
    };
    let ends = |instruction: &Instruction| match &instruction.operation {
        Operation::ScopeEnd(of) => of.as_value() == Some(address),
        Operation::StackRelease(mark) => releases.of(mark).contains(&address),
        _ => false,
    };
    let mut reached: BTreeSet<BlockId> = BTreeSet::new();
    let mut waiting = Vec::new();
    for &id in flow.reverse_postorder() {
        let instructions = &definition.blocks[id.0 as usize].instructions;
        if let Some(end) = instructions.iter().position(ends) {
            if instructions[end..].iter().any(may_use) {
                return true;
            }
            waiting.extend(flow.successors(id));
        }
    }
    while let Some(id) = waiting.pop() {
        if reached.insert(id) {
            if definition.blocks[id.0 as usize].instructions.iter().any(may_use) {
                return true;
            }
            waiting.extend(flow.successors(id));
        }
    }
    false
}

/// What says something of a variable, and uses no memory.
fn is_mark(operation: &Operation) -> bool {
    matches!(operation, Operation::ScopeStart(_) | Operation::ScopeEnd(_) | Operation::Bind(..))
}

fn as_global(program: &Program, definition: &Definition, variable: &Variable) -> Global {
    let name = variable.held.and_then(|held| definition.variables.get(held.0 as usize));
    let name = name.map_or_else(|| format!("object {}", variable.address.0), |it| it.name.clone());
    let is_taken = program.globals.iter().any(|global| global.name == name);
    Global {
        name: if is_taken { format!("{name} ({})", program.globals.len()) } else { name },
        size: variable.bytes,
        align: variable.align,
        constant: false,
        initializer: Initializer::Zero,
        source_type: None,
        position: variable.position,
        switch: None,
    }
}

/// Puts the global where the variable was.
fn replace(definition: &mut Definition, variable: &Variable, id: GlobalId) {
    let global = Operand::Constant(Constant::Global(id, 0));
    let address = Operand::Value(variable.address);
    for block in &mut definition.blocks {
        let instructions = std::mem::take(&mut block.instructions);
        for instruction in instructions {
            let position = instruction.position;
            let is_allocation = instruction.results.first() == Some(&variable.address);
            let is_start =
                matches!(&instruction.operation, Operation::ScopeStart(of) if *of == address);
            let is_end =
                matches!(&instruction.operation, Operation::ScopeEnd(of) if *of == address);
            if !is_allocation && !is_start && !is_end {
                block.instructions.push(instruction);
            }
            if is_allocation || is_start {
                let operation = begin(variable, &global, is_allocation);
                let results = SmallVec::new();
                block.instructions.push(Instruction { results, operation, position });
            }
        }
    }
    let mut substitution = Substitution::new(definition);
    substitution.replace(variable.address, &global);
    substitution.apply_to(definition);
}

/// Sets what a variable holds before it is written.
fn begin(variable: &Variable, global: &Operand, is_allocation: bool) -> Operation {
    let (pointer, size) = (global.clone(), variable.size.clone());
    if variable.zeroed && is_allocation {
        return Operation::Fill { destination: pointer, byte: Constant::int(8, 0).into(), size };
    }
    let (name, origin) = (String::new(), InputOrigin::Approximation);
    Operation::InputBytes { pointer, size, taken: None, name, origin }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_program, print_program, verify_program};

    const DIVIDE: &str = "
function @main() {
entry:
  %x: i32 = input \"x\"
  %q = allocate stack 4 align 4
  %r = allocate stack 8 align 4 zeroed
  %second = offset %r, 4
  call @divide(%x, %q, %second)
  store i32 %x to %q
  scope_end %q
  exit
}
function @divide(%a: i32, %q: ptr, %r: ptr) {
entry:
  call @divide(%a, %q, %r)
  return
}
";

    fn globalised(text: &str) -> (bool, String) {
        let mut program = parse_program(text, "a.kir").unwrap_or_else(|error| panic!("{error}"));
        let changed = globalise_variables(&mut program);
        let text = print_program(&program);
        assert_eq!(verify_program(&program), Ok(()), "{text}");
        (changed, text)
    }

    #[test]
    fn variables_that_calls_get_are_globals() {
        let (changed, text) = globalised(DIVIDE);
        assert!(changed);
        assert_eq!(text.matches("\nglobal &").count(), 2, "{text}");
        assert!(!text.contains("allocate") && !text.contains("scope_end"), "{text}");
        for expected in ["input_bytes &", "fill &", " + 4)", "store i32 %x to &"] {
            assert!(text.contains(expected), "{expected}\n{text}");
        }
    }

    #[test]
    fn others_stay_variables() {
        // It may be used after its scope.
        let late = DIVIDE.replace(
            "  store i32 %x to %q\n  scope_end %q\n",
            "  scope_end %q\n  store i32 %x to %q\n",
        );
        let (_, text) = globalised(&late);
        assert_eq!(text.matches("allocate").count(), 1, "{text}");
        // There are several of them.
        let many = DIVIDE.replace("  %q = all", "  jump again\nagain:\n  %q = all");
        let many = many.replace("  exit\n", "  jump again\n");
        assert!(!globalised(&many).0);
        // The entry is called again.
        assert!(!globalised(&DIVIDE.replace("  return", "  call @main()\n  return")).0);
        // Nobody gets them.
        assert!(
            !globalised(
                &DIVIDE.replace("call @divide(%x, %q, %second)", "call @divide(%x, null, null)")
            )
            .0
        );
    }
}
