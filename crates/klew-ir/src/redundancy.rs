//! Removal of what was computed, loaded or checked before.
//!
//! A walk along the dominator tree with a table of what is available, as LLVM's EarlyCSE does: pure operations
//! with the same operands, loads of the same address and type with nothing between that writes, and checks
//! of the same demand with nothing between that could end an object's life. Where several ways meet, nothing
//! of memory is taken over.
//!
//! **Invariant**: every run makes the same effects with the same values. A check is removed only if the same one
//! passed before on every way to it and still holds; so the first violation of every run stays.

use rustc_hash::FxHashMap;

use crate::{
    Access, BlockId, Check, Constant, Conversion, Definition, Instruction, Operand, Operation,
    Property, Type, UnaryOperation, control_flow::ControlFlow, dominators::Dominators,
    substitution::Substitution,
};

/// Removes such instructions; whether there were any. All blocks can be reached. Removed values stay in
/// the list of values.
pub fn remove_redundancies(definition: &mut Definition) -> bool {
    let flow = ControlFlow::new(definition);
    let dominators = Dominators::new(&flow);
    let mut walk = Walk {
        substitution: Substitution::new(definition),
        available: FxHashMap::default(),
        before: Vec::new(),
        versions: 0,
        changed: false,
    };
    let start = walk.fresh();
    let mut steps = vec![Step::Enter(BlockId(0), start)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Leave(length) => walk.forget(length),
            Step::Enter(block, memory) => {
                steps.push(Step::Leave(walk.before.len()));
                let end = walk.block(definition, block, memory);
                for &child in dominators.children(block) {
                    let memory = match flow.predecessors(child) {
                        [only] if *only == block => end,
                        _ => walk.fresh(),
                    };
                    steps.push(Step::Enter(child, memory));
                }
            }
        }
    }
    if walk.changed {
        walk.substitution.apply_to(definition);
    }
    walk.changed
}

enum Step {
    Enter(BlockId, Memory),
    /// Forget what became available since then.
    Leave(usize),
}

/// Versions of what is in memory and of which objects live; equal versions, equal states.
#[derive(Clone, Copy)]
struct Memory {
    contents: u32,
    lives: u32,
}

/// What may be available. The number is the version of memory that it depends on, 0 for none.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Pure(Operation, Type),
    Load(Operand, Type, u32),
    Passed(Property, Check, u32),
}

struct Walk {
    substitution: Substitution,
    /// With the result; for checks any operand.
    available: FxHashMap<Key, Operand>,
    /// Keys in the order in which they became available.
    before: Vec<Key>,
    versions: u32,
    changed: bool,
}

impl Walk {
    fn fresh(&mut self) -> Memory {
        self.versions += 1;
        Memory { contents: self.versions, lives: self.versions }
    }

    fn forget(&mut self, length: usize) {
        for key in self.before.drain(length..) {
            self.available.remove(&key);
        }
    }

    fn remember(&mut self, key: Key, result: Operand) {
        if self.available.insert(key.clone(), result).is_none() {
            self.before.push(key);
        }
    }

    fn block(&mut self, definition: &mut Definition, id: BlockId, mut memory: Memory) -> Memory {
        let Definition { blocks, values, .. } = definition;
        blocks[id.0 as usize].instructions.retain_mut(|instruction| {
            for operand in instruction.operation.operands_mut() {
                self.substitution.apply(operand);
            }
            let result = instruction.results.first();
            let result_type = result.map(|value| values[value.0 as usize].value_type);
            let keep = self.instruction(instruction, result_type, memory);
            self.changed |= !keep;
            if writes(&instruction.operation) {
                memory.contents = self.fresh().contents;
            }
            if ends_lives(&instruction.operation) {
                memory.lives = self.fresh().lives;
            }
            keep
        });
        memory
    }

    /// Whether the instruction is needed.
    fn instruction(
        &mut self,
        instruction: &Instruction,
        result_type: Option<Type>,
        memory: Memory,
    ) -> bool {
        if let Operation::Assert { property, check, .. } = &instruction.operation {
            return self.check(*property, check, memory);
        }
        let (Some(&result), Some(result_type)) = (instruction.results.first(), result_type) else {
            return true;
        };
        let key = match &instruction.operation {
            Operation::Load(address) if !address.is_undefined() => {
                Key::Load(address.clone(), result_type, memory.contents)
            }
            operation if is_function_of_operands(operation) => {
                Key::Pure(operation.clone(), result_type)
            }
            _ => return true,
        };
        match self.available.get(&key) {
            Some(earlier) => !self.substitution.replace(result, &earlier.clone()),
            None => {
                self.remember(key, result.into());
                true
            }
        }
    }

    fn check(&mut self, property: Property, check: &Check, memory: Memory) -> bool {
        let version = match check {
            Check::Holds(_) | Check::Initialised(_) | Check::NeverEscapes(_) => 0,
            Check::Accessible { .. } => memory.lives,
            Check::Freeable(_) | Check::Callable(_) => return true,
        };
        let key = Key::Passed(property, check.clone(), version);
        if self.available.contains_key(&key) {
            return false;
        }
        // What may be written may be read.
        if let Check::Accessible { pointer, size, access: Access::Write } = check {
            let (pointer, size) = (pointer.clone(), size.clone());
            let read = Check::Accessible { pointer, size, access: Access::Read };
            self.remember(Key::Passed(property, read, version), Constant::Null.into());
        }
        self.remember(key, Constant::Null.into());
        true
    }
}

/// Whether the result is always the same for the same operands. An undefined constant is not the same
/// operand twice, and what does not fit a conversion of a float is arbitrary each time.
fn is_function_of_operands(operation: &Operation) -> bool {
    let same = match operation {
        Operation::Load(_)
        | Operation::ObjectSize(_)
        | Operation::TextEnd(_)
        | Operation::StackMark => false,
        Operation::Unary(UnaryOperation::Freeze, _) => false,
        Operation::Convert(conversion, _) => !matches!(
            conversion,
            Conversion::FloatToSigned
                | Conversion::FloatToUnsigned
                | Conversion::PointerToInt
                | Conversion::IntToPointer
        ),
        operation => operation.is_pure(),
    };
    same && operation.operands().iter().all(|operand| !operand.is_undefined())
}

/// Whether it may change what a load gives.
fn writes(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Store(..)
            | Operation::Copy { .. }
            | Operation::Fill { .. }
            | Operation::InputBytes { .. }
    ) || ends_lives(operation)
}

/// Whether it may make bytes inaccessible.
fn ends_lives(operation: &Operation) -> bool {
    operation.is_about_life() || matches!(operation, Operation::Call { .. })
}

#[cfg(test)]
mod tests;
