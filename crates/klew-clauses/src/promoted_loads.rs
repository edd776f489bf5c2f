//! Loads that the head of a loop knows: where a loop changes no memory, what lies at an index that it keeps or chooses (`a[best]`) is a
//! value of the loop beside the index, and a fact relates each element to it (`a[k] <= value of a[best]`).
//!
//! Promotion of loads as in F. Chow et al., *A New Algorithm for Partial Redundancy Elimination based on SSA Form* (PLDI 1997): computed
//! where the loop is entered and behind each turn, in place of within.
//!
//! **Invariant**: the loop's runs see the values that they saw. What is loaded too early may be from nowhere: clauses take that for any
//! number, as whether an access is possible is a check of its own.

use klew_ir::control_flow::ControlFlow;
use klew_ir::loop_forest::{Loop, LoopForest};
use klew_ir::{
    BinaryOperation, BlockId, Definition, Instruction, Operand, Operation, Type, ValueId, ValueInfo,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most loads of a loop.
const MAXIMUM: usize = 3;

/// The most instructions that compute an address.
const MOST_INSTRUCTIONS: usize = 12;

/// Makes values of loops of what they load so; whether there was anything. What nobody needs any more stays.
pub fn promote_loads(definition: &mut Definition) -> bool {
    let forest = LoopForest::new(&ControlFlow::new(definition));
    let mut any = false;
    for one in forest.loops() {
        if let [header] = one.headers[..]
            && header != BlockId(0)
            && !changes_memory(definition, one)
        {
            let loads = Found::of(definition, one, header).loads;
            for load in &loads {
                promote(definition, (one, header), load);
                any = true;
            }
        }
    }
    any
}

fn changes_memory(definition: &Definition, one: &Loop) -> bool {
    let blocks = one.blocks.iter().map(|block| &definition.blocks[block.0 as usize]);
    let mut operations =
        blocks.flat_map(|block| &block.instructions).map(|instruction| &instruction.operation);
    operations.any(|operation| {
        !operation.is_pure()
            && !matches!(
                operation,
                Operation::Assert { .. }
                    | Operation::Assume(_)
                    | Operation::Bind(..)
                    | Operation::Input { .. }
            )
    })
}

/// A load, and what computes its address at the head of the loop.
struct Promoted {
    instruction: Instruction,
    result: ValueId,
    value_type: Type,
    /// In their order.
    address: Vec<Instruction>,
}

impl Promoted {
    /// Whether its address depends on any of the values.
    fn mentions(&self, values: &[ValueId]) -> bool {
        let all = self.address.iter().chain([&self.instruction]);
        let mut operands = all.flat_map(|made| made.operation.operands());
        operands.any(|operand| operand.as_value().is_some_and(|value| values.contains(&value)))
    }
}

/// What is found in a loop.
struct Found<'d> {
    definition: &'d Definition,
    /// What computes values of the loop without memory.
    pure: FxHashMap<ValueId, &'d Instruction>,
    /// What computes pointers elsewhere.
    offsets: FxHashMap<ValueId, &'d Operation>,
    /// Values that are made in the loop.
    own: FxHashSet<ValueId>,
    parameters: FxHashSet<ValueId>,
    /// Parameters of the head that count turns.
    counters: FxHashSet<ValueId>,
    loads: Vec<Promoted>,
}

impl<'d> Found<'d> {
    fn of(definition: &'d Definition, one: &Loop, header: BlockId) -> Found<'d> {
        let mut found = Found {
            definition,
            pure: FxHashMap::default(),
            offsets: FxHashMap::default(),
            own: FxHashSet::default(),
            parameters: definition.blocks[header.0 as usize].parameters.iter().copied().collect(),
            counters: FxHashSet::default(),
            loads: Vec::new(),
        };
        for block in &definition.blocks {
            for instruction in &block.instructions {
                if let (operation @ Operation::Offset(..), &[result]) =
                    (&instruction.operation, &instruction.results[..])
                {
                    found.offsets.insert(result, operation);
                }
            }
        }
        for id in &one.blocks {
            let block = &definition.blocks[id.0 as usize];
            found.own.extend(&block.parameters);
            for instruction in &block.instructions {
                found.own.extend(&instruction.results);
                if let &[result] = &instruction.results[..]
                    && instruction.operation.is_pure()
                    && !matches!(instruction.operation, Operation::Load(_) | Operation::StackMark)
                {
                    found.pure.insert(result, instruction);
                }
            }
        }
        found.find_counters(one, header);
        for id in &one.blocks {
            for instruction in &definition.blocks[id.0 as usize].instructions {
                found.look_at(instruction);
            }
        }
        found
    }

    /// What moves by a constant in some turn.
    fn find_counters(&mut self, one: &Loop, header: BlockId) {
        let parameters = &self.definition.blocks[header.0 as usize].parameters;
        for (from, to) in &one.back_edges {
            let block = &self.definition.blocks[from.0 as usize];
            for next in block.terminator.successors() {
                if next.block != *to || *to != header {
                    continue;
                }
                for (parameter, argument) in parameters.iter().zip(&next.arguments) {
                    if self.moves(argument, *parameter) {
                        self.counters.insert(*parameter);
                    }
                }
            }
        }
    }

    fn moves(&self, argument: &Operand, parameter: ValueId) -> bool {
        let made = argument.as_value().and_then(|value| self.pure.get(&value));
        made.is_some_and(|made| match &made.operation {
            Operation::Binary(BinaryOperation::Add | BinaryOperation::Sub, a, b)
            | Operation::Offset(a, b) => [a, b].iter().any(|it| it.as_value() == Some(parameter)),
            _ => false,
        })
    }

    fn look_at(&mut self, instruction: &Instruction) {
        let (Operation::Load(pointer), &[result]) =
            (&instruction.operation, &instruction.results[..])
        else {
            return;
        };
        let value_type = self.definition.values[result.0 as usize].value_type;
        if self.loads.len() >= MAXIMUM || value_type == Type::Pointer {
            return;
        }
        let mut address = Vec::new();
        if self.is_indexed(pointer) && self.needs(pointer, &mut address).is_some() {
            let instruction = instruction.clone();
            self.loads.push(Promoted { instruction, result, value_type, address });
        }
    }

    /// Whether a pointer was moved by what is no constant: other places are values as they are.
    fn is_indexed(&self, pointer: &Operand) -> bool {
        let mut pointer = pointer;
        for _ in 0..MOST_INSTRUCTIONS {
            match pointer.as_value().and_then(|value| self.offsets.get(&value)) {
                Some(Operation::Offset(base, Operand::Constant(_))) => pointer = base,
                Some(_) => return true,
                None => return false,
            }
        }
        false
    }

    /// What computes an operand of what the head knows; none if it needs anything else.
    fn needs(&self, operand: &Operand, address: &mut Vec<Instruction>) -> Option<()> {
        let Some(value) = operand.as_value() else { return Some(()) };
        let is_known = address.iter().any(|made| made.results[0] == value);
        if is_known || !self.own.contains(&value) {
            return Some(());
        }
        if self.parameters.contains(&value) {
            return (!self.counters.contains(&value)).then_some(());
        }
        let made = self.pure.get(&value).filter(|_| address.len() < MOST_INSTRUCTIONS)?;
        for inner in made.operation.operands() {
            self.needs(inner, address)?;
        }
        address.push((*made).clone());
        Some(())
    }
}

/// Hands a load over at the head of its loop.
fn promote(definition: &mut Definition, (one, header): (&Loop, BlockId), load: &Promoted) {
    let Definition { values, blocks, .. } = definition;
    let known = fresh(values, load.value_type);
    let head = &mut blocks[header.0 as usize];
    let parameters = head.parameters.clone();
    head.parameters.push(known);
    let stays = !load.mentions(&parameters);
    for (number, block) in blocks.iter_mut().enumerate() {
        let is_turn = one.contains(BlockId(number as u32));
        for next in block.terminator.successors_mut() {
            if next.block != header {
                continue;
            }
            if stays && is_turn {
                next.arguments.push(Operand::Value(known));
                continue;
            }
            let names = parameters.iter().copied().zip(next.arguments.iter().cloned()).collect();
            let result = load_again(values, (load, names), &mut block.instructions);
            next.arguments.push(Operand::Value(result));
        }
    }
    for block in blocks {
        let operands = block.instructions.iter_mut().flat_map(|it| it.operation.operands_mut());
        for operand in operands.chain(block.terminator.operands_mut()) {
            if operand.as_value() == Some(load.result) {
                *operand = Operand::Value(known);
            }
        }
    }
}

/// Loads with other names for the head's parameters.
fn load_again(
    values: &mut Vec<ValueInfo>,
    (load, mut names): (&Promoted, FxHashMap<ValueId, Operand>),
    instructions: &mut Vec<Instruction>,
) -> ValueId {
    let renamed = |operand: &mut Operand, names: &FxHashMap<ValueId, Operand>| {
        if let Some(name) = operand.as_value().and_then(|value| names.get(&value)) {
            *operand = name.clone();
        }
    };
    for instruction in &load.address {
        let mut copy = instruction.clone();
        for operand in copy.operation.operands_mut() {
            renamed(operand, &names);
        }
        let result = instruction.results[0];
        let name = fresh(values, values[result.0 as usize].value_type);
        copy.results[0] = name;
        names.insert(result, Operand::Value(name));
        instructions.push(copy);
    }
    let mut again = load.instruction.clone();
    for operand in again.operation.operands_mut() {
        renamed(operand, &names);
    }
    let result = fresh(values, load.value_type);
    again.results[0] = result;
    instructions.push(again);
    result
}

fn fresh(values: &mut Vec<ValueInfo>, value_type: Type) -> ValueId {
    values.push(ValueInfo { value_type, name: None });
    ValueId(values.len() as u32 - 1)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use klew_ir::{FunctionBody, parse_program, print_program, verify_program};

    use super::*;

    /// The text behind promotion, if anything was promoted.
    fn promoted(body: &str) -> Option<String> {
        let text = format!(
            "function @main() {{\nentry:\n  %a = allocate heap 400 align 4\n  %n: i32 = input \"n\"\n  jump head(0, 0)\n\
             head(%i: i32, %best: i32):\n  %more = compare signed_less i32 %i, %n\n  branch %more, turn, done\n\
             turn:\n  %w = convert sign_extend i32 %best to i64\n  %b = mul i64 %w, 4\n  %p = offset %a, %b\n{body}\
             done:\n  exit\n}}\n"
        );
        let mut program = parse_program(&text, "a.kir").expect("is a program");
        let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
        let any = promote_loads(Arc::make_mut(definition));
        let text = print_program(&program);
        assert_eq!(verify_program(&program), Ok(()), "{text}");
        any.then_some(text)
    }

    const CHOOSES: &str = "  %x = load i32 %p\n  %less = compare signed_less i32 %x, %i\n\
        \u{20} %next = select i32 %less, %i, %best\n  %up = add i32 %i, 1\n";

    #[test]
    fn what_lies_at_a_chosen_index_is_a_value_of_the_loop() {
        let text = promoted(&format!("{CHOOSES}  jump head(%up, %next)\n")).expect("one is");
        for wanted in [
            "jump head(0, 0, %16)",
            "head(%i: i32, %best: i32, %12: i32)",
            "compare signed_less i32 %12, %i",
            "jump head(%up, %next, %20)",
        ] {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
    }

    #[test]
    fn what_stays_is_handed_on() {
        // The index is none of the loop: loaded where that is entered, and else what it was.
        let turn = "  %v = convert sign_extend i32 %n to i64\n  %q = offset %a, %v\n  %y = load i32 %q\n  %up = add i32 %i, %y\n";
        let text = promoted(&format!("{turn}  jump head(%up, %best)\n")).expect("one is");
        assert!(text.contains("head(%i: i32, %best: i32, %12: i32)"), "{text}");
        assert!(text.contains("jump head(%up, %best, %12)"), "{text}");
        assert_eq!(text.matches(" = load i32").count(), 2, "{text}");
    }

    #[test]
    fn not_where_memory_changes_or_the_index_counts() {
        assert_eq!(
            promoted(&format!("{CHOOSES}  store i32 1 to %p\n  jump head(%up, %next)\n")),
            None
        );
        let counts = "  %x = load i32 %p\n  %up = add i32 %i, %x\n  %on = add i32 %best, 1\n";
        assert_eq!(promoted(&format!("{counts}  jump head(%up, %on)\n")), None);
    }
}
