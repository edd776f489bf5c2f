//! Which pointers are constant texts, wherever they come from: messages are handed on (`fail("no room")`), chosen
//! (`found ? "yes" : "no"`), given back (`name_of(kind)`) and kept in tables.
//!
//! All pointers are taken for texts but those that something else may flow into: the greatest fixed point over the functions that a run may come to.
//!
//! **Invariant**: a value that is called a text is, in every run that defines it, the address of bytes that never change and have a zero
//! among them.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::builder::as_u64;
use klew_ir::call_graph::CallGraph;
use klew_ir::{
    BinaryOperation, Callee, Constant, Definition, FunctionBody, FunctionId, GlobalId, Initializer,
    Operand, Operation, Program, Terminator, UnaryOperation, ValueId,
};

/// The pointers of a program that are constant texts.
pub(super) struct Texts<'p> {
    program: &'p Program,
    /// Those that are not.
    others: BTreeSet<(FunctionId, ValueId)>,
    /// Results of functions that are not.
    results: BTreeSet<(FunctionId, usize)>,
    /// Pointers into tables of texts.
    into_tables: BTreeSet<(FunctionId, ValueId)>,
}

impl<'p> Texts<'p> {
    /// Of the functions that a run may come to.
    pub(super) fn new(program: &'p Program, graph: &CallGraph, reachable: &[FunctionId]) -> Self {
        let (others, results, into_tables) = Default::default();
        let mut texts = Texts { program, others, results, into_tables };
        let defined = || reachable.iter().filter_map(|id| Some((*id, definition(program, *id)?)));
        let open: BTreeSet<FunctionId> =
            graph.address_taken().iter().copied().chain(program.entry).collect();
        for (id, definition) in defined() {
            texts.find_pointers_into_tables(id, definition);
            if open.contains(&id) {
                texts.others.extend(definition.parameters.iter().map(|value| (id, *value)));
            }
        }
        loop {
            let before = (texts.others.len(), texts.results.len());
            for (id, definition) in defined() {
                texts.look_through(id, definition);
            }
            if before == (texts.others.len(), texts.results.len()) {
                return texts;
            }
        }
    }

    /// Whether an operand of that function is one.
    pub(super) fn is_text(&self, function: FunctionId, operand: &Operand) -> bool {
        match operand {
            Operand::Constant(Constant::Global(id, offset)) => {
                text(self.program, *id, *offset).is_some()
            }
            Operand::Constant(_) => false,
            Operand::Value(value) => !self.others.contains(&(function, *value)),
        }
    }

    fn look_through(&mut self, id: FunctionId, definition: &Definition) {
        for block in &definition.blocks {
            for instruction in &block.instructions {
                if let Operation::Call { callee: Callee::Function(callee), arguments } =
                    &instruction.operation
                    && let Some(called) = self::definition(self.program, *callee)
                {
                    for (number, parameter) in called.parameters.iter().enumerate() {
                        // What is missing is anything.
                        if !arguments.get(number).is_some_and(|given| self.is_text(id, given)) {
                            self.others.insert((*callee, *parameter));
                        }
                    }
                }
                for (number, result) in instruction.results.iter().enumerate() {
                    if !self.gives_text(id, &instruction.operation, number) {
                        self.others.insert((id, *result));
                    }
                }
            }
            if let Terminator::Return(results) = &block.terminator {
                for (number, result) in results.iter().enumerate() {
                    if !self.is_text(id, result) {
                        self.results.insert((id, number));
                    }
                }
            }
            for next in block.terminator.successors() {
                let parameters = &definition.blocks[next.block.0 as usize].parameters;
                for (parameter, argument) in parameters.iter().zip(&next.arguments) {
                    if !self.is_text(id, argument) {
                        self.others.insert((id, *parameter));
                    }
                }
            }
        }
    }

    fn gives_text(&self, id: FunctionId, operation: &Operation, number: usize) -> bool {
        match operation {
            Operation::Unary(UnaryOperation::Freeze, pointer) => self.is_text(id, pointer),
            Operation::Select(_, one, other) => self.is_text(id, one) && self.is_text(id, other),
            Operation::Call { callee: Callee::Function(callee), .. } => {
                definition(self.program, *callee).is_some()
                    && !self.results.contains(&(*callee, number))
            }
            Operation::Load(pointer) => self.is_into_table(id, pointer),
            _ => false,
        }
    }

    fn is_into_table(&self, id: FunctionId, pointer: &Operand) -> bool {
        match pointer {
            Operand::Constant(Constant::Global(global, offset)) => {
                (*offset as u64).is_multiple_of(self.pointer_size()) && self.is_table(*global)
            }
            Operand::Constant(_) => false,
            Operand::Value(value) => self.into_tables.contains(&(id, *value)),
        }
    }

    /// Those that are at a multiple of the size of a pointer from the beginning. Where they are behind the end, the access fails.
    fn find_pointers_into_tables(&mut self, id: FunctionId, definition: &Definition) {
        let instructions = || definition.blocks.iter().flat_map(|block| &block.instructions);
        let mut operations = BTreeMap::new();
        for instruction in instructions() {
            if let &[value] = &instruction.results[..] {
                operations.insert(value, &instruction.operation);
            }
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (value, operation) in &operations {
                if let Operation::Offset(pointer, bytes) = operation
                    && self.is_into_table(id, pointer)
                    && is_multiple(bytes, self.pointer_size(), &operations)
                {
                    changed |= self.into_tables.insert((id, *value));
                }
            }
        }
    }

    fn pointer_size(&self) -> u64 {
        u64::from(self.program.data_model.pointer_bits / 8)
    }

    /// Whether a global holds addresses of texts and nothing else.
    fn is_table(&self, id: GlobalId) -> bool {
        let global = self.program.global(id);
        let Initializer::Bytes(bytes, relocations) = &global.initializer else { return false };
        let is_own = |constant: &Constant| match constant {
            Constant::Global(id, offset) => text(self.program, *id, *offset).is_some(),
            _ => false,
        };
        let size = self.pointer_size();
        let is_full = relocations.len() as u64 * size == bytes.len() as u64;
        let in_place = |offset: u64| offset.is_multiple_of(size);
        global.constant
            && is_full
            && relocations.iter().all(|it| in_place(it.offset) && is_own(&it.value))
    }
}

fn is_multiple(operand: &Operand, of: u64, operations: &BTreeMap<ValueId, &Operation>) -> bool {
    if let Some(number) = as_u64(operand) {
        return number.is_multiple_of(of);
    }
    let operation = operand.as_value().and_then(|value| operations.get(&value));
    match operation {
        Some(Operation::Binary(BinaryOperation::Mul, one, other)) => {
            [one, other].iter().any(|it| as_u64(it).is_some_and(|it| it.is_multiple_of(of)))
        }
        Some(Operation::Binary(BinaryOperation::ShiftLeft, _, by)) => {
            as_u64(by).is_some_and(|by| by < 32 && (1u64 << by).is_multiple_of(of))
        }
        _ => false,
    }
}

fn definition(program: &Program, id: FunctionId) -> Option<&Definition> {
    match &program.function(id).body {
        FunctionBody::Defined(definition) => Some(definition),
        _ => None,
    }
}

/// The bytes of a constant text before its end.
pub(super) fn text(program: &Program, id: GlobalId, offset: i64) -> Option<&[u8]> {
    let global = program.global(id);
    match &global.initializer {
        Initializer::Bytes(bytes, relocations) if global.constant && relocations.is_empty() => {
            let bytes = bytes.get(usize::try_from(offset).ok()?..)?;
            let end = bytes.iter().position(|byte| *byte == 0)?;
            Some(&bytes[..end])
        }
        _ => None,
    }
}
