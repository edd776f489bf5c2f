//! Which values may come from memory that was never written.
//!
//! A fixed point over all functions: values are defined until something undefined flows into them.
//!
//! **Invariant**: a value that is not in the set never depends on what was not written.

use std::collections::BTreeSet;

use klew_ir::{
    Callee, Definition, FunctionBody, FunctionId, InputOrigin, Operand, Operation, Program,
    Terminator, ValueId,
};

use crate::cells::definitions;

/// Values that may be undefined.
#[derive(Default)]
pub(crate) struct Undefined {
    values: BTreeSet<(FunctionId, ValueId)>,
    results: BTreeSet<(FunctionId, usize)>,
    /// Whether something undefined is written to memory, or memory is there that is not written.
    memory: bool,
}

impl Undefined {
    pub(crate) fn new(program: &Program) -> Undefined {
        let mut found = Undefined::default();
        let mut changed = true;
        while changed {
            let before = (found.values.len(), found.results.len(), found.memory);
            for (id, definition) in definitions(program) {
                found.function(program, id, definition);
            }
            changed = before != (found.values.len(), found.results.len(), found.memory);
        }
        found
    }

    /// Whether an operand may be.
    pub(crate) fn contains(&self, function: FunctionId, operand: &Operand) -> bool {
        match operand {
            Operand::Value(value) => self.values.contains(&(function, *value)),
            Operand::Constant(_) => operand.is_undefined(),
        }
    }

    fn function(&mut self, program: &Program, id: FunctionId, definition: &Definition) {
        for block in &definition.blocks {
            for instruction in &block.instructions {
                let operands = instruction.operation.operands();
                let any = operands.into_iter().any(|operand| self.contains(id, operand));
                let undefined = match &instruction.operation {
                    Operation::Load(_) => self.memory,
                    Operation::Store(_, value) => {
                        self.memory |= self.contains(id, value);
                        false
                    }
                    Operation::Allocate { zeroed, .. } => {
                        self.memory |= !zeroed;
                        false
                    }
                    Operation::ScopeStart(_)
                    | Operation::InputBytes { origin: InputOrigin::Approximation, .. } => {
                        self.memory = true;
                        false
                    }
                    Operation::Call { callee, arguments } => {
                        self.call(program, id, (callee, arguments), &instruction.results);
                        false
                    }
                    Operation::Input { .. } => false,
                    _ => any,
                };
                if undefined {
                    self.values.extend(instruction.results.iter().map(|value| (id, *value)));
                }
            }
            for next in block.terminator.successors() {
                let parameters = &definition.blocks[next.block.0 as usize].parameters;
                for (parameter, argument) in parameters.iter().zip(&next.arguments) {
                    if self.contains(id, argument) {
                        self.values.insert((id, *parameter));
                    }
                }
            }
            if let Terminator::Return(values) = &block.terminator {
                for (index, value) in values.iter().enumerate() {
                    if self.contains(id, value) {
                        self.results.insert((id, index));
                    }
                }
            }
        }
    }

    fn call(
        &mut self,
        program: &Program,
        caller: FunctionId,
        (callee, arguments): (&Callee, &[Operand]),
        results: &[ValueId],
    ) {
        let Callee::Function(id) = callee else {
            self.values.extend(results.iter().map(|value| (caller, *value)));
            return;
        };
        let FunctionBody::Defined(definition) = &program.function(*id).body else { return };
        for (index, parameter) in definition.parameters.iter().enumerate() {
            if arguments.get(index).is_none_or(|argument| self.contains(caller, argument)) {
                self.values.insert((*id, *parameter));
            }
        }
        for (index, result) in results.iter().enumerate() {
            if self.results.contains(&(*id, index)) {
                self.values.insert((caller, *result));
            }
        }
    }
}
