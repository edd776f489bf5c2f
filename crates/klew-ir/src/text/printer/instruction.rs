//! Instructions and terminators.

use std::fmt::Write;

use super::{Printer, name, quoted};
use crate::{
    Access, BlockCall, Callee, Check, Definition, Function, InputOrigin, Instruction, ObjectKind,
    Operand, Operation, Terminator, Type, VariableId, text::words::*,
};

impl Printer<'_> {
    /// A word, a type, and operands of that type.
    fn typed(&mut self, definition: &Definition, word: &str, operands: &[&Operand]) {
        let kind = definition.type_of(operands[0]);
        put!(self, "{word} {} ", type_word(kind));
        self.operands(definition, operands, &vec![kind; operands.len()]);
    }

    /// A word, and pointers and sizes, told apart by the last argument.
    fn plain(
        &mut self,
        definition: &Definition,
        word: &str,
        operands: &[&Operand],
        kinds: &[Type],
    ) {
        put!(self, "{word} ");
        self.operands(definition, operands, kinds);
    }

    pub(super) fn instruction(&mut self, definition: &Definition, instruction: &Instruction) {
        let annotated =
            matches!(instruction.operation, Operation::Call { .. } | Operation::Input { .. });
        for (number, &value) in instruction.results.iter().enumerate() {
            if number > 0 {
                self.text.push_str(", ");
            }
            if annotated {
                self.definition_of(definition, value);
            } else {
                self.value(definition, value);
            }
        }
        if !instruction.results.is_empty() {
            self.text.push_str(" = ");
        }
        let result = instruction.results.first().copied();
        let result = result.map_or(Type::BOOL, |v| definition.values[v.0 as usize].value_type);
        match &instruction.operation {
            Operation::Binary(operation, a, b) => {
                self.typed(definition, word_of(BINARY, *operation), &[a, b]);
            }
            Operation::Unary(operation, a) => {
                self.typed(definition, word_of(UNARY, *operation), &[a]);
            }
            Operation::FusedMultiplyAdd(a, b, c) => {
                self.typed(definition, "fused_multiply_add", &[a, b, c]);
            }
            Operation::Compare(comparison, a, b) => {
                let word = format!("compare {}", word_of(COMPARISON, *comparison));
                self.typed(definition, &word, &[a, b]);
            }
            Operation::CompareFloat(comparison, a, b) => {
                let word = format!("compare_float {}", word_of(FLOAT_COMPARISON, *comparison));
                self.typed(definition, &word, &[a, b]);
            }
            Operation::Overflows(operation, a, b) => {
                let word = format!("overflows {}", word_of(OVERFLOW, *operation));
                self.typed(definition, &word, &[a, b]);
            }
            Operation::IsKnown(a) => self.typed(definition, "is_known", &[a]),
            Operation::Asks(property) => put!(self, "asks {}", property.name()),
            Operation::Convert(conversion, a) => {
                let word = format!("convert {}", word_of(CONVERSION, *conversion));
                self.typed(definition, &word, &[a]);
                put!(self, " to {}", type_word(result));
            }
            Operation::Select(condition, a, b) => {
                let kind = definition.type_of(a);
                put!(self, "select {} ", type_word(kind));
                self.operands(definition, &[condition, a, b], &[Type::BOOL, kind, kind]);
            }
            Operation::Load(pointer) => {
                put!(self, "load {} ", type_word(result));
                self.operand(definition, pointer, Some(Type::Pointer));
            }
            Operation::Store(pointer, value) => {
                self.typed(definition, "store", &[value]);
                self.plain(definition, " to", &[pointer], &[Type::Pointer]);
            }
            other => self.untyped(definition, other),
        }
    }

    /// Operations that are not written with a type.
    fn untyped(&mut self, definition: &Definition, operation: &Operation) {
        let size_type = Type::Int(self.program.data_model.pointer_bits);
        let at = &[Type::Pointer, size_type];
        match operation {
            Operation::Offset(a, b) => self.plain(definition, "offset", &[a, b], at),
            Operation::Free(a) => self.plain(definition, "free", &[a], at),
            Operation::ScopeStart(a) => self.plain(definition, "scope_start", &[a], at),
            Operation::ScopeEnd(a) => self.plain(definition, "scope_end", &[a], at),
            Operation::StackMark => put!(self, "stack_mark"),
            Operation::StackRelease(a) => {
                self.plain(definition, "stack_release", &[a], &[size_type]);
            }
            Operation::ObjectSize(a) => self.plain(definition, "object_size", &[a], at),
            Operation::TextEnd(a) => self.plain(definition, "text_end", &[a], at),
            Operation::Copy { destination, source, size } => {
                let kinds = &[Type::Pointer, Type::Pointer, size_type];
                self.plain(definition, "copy", &[destination, source, size], kinds);
            }
            Operation::Fill { destination, byte, size } => {
                let kinds = &[Type::Pointer, Type::Int(8), size_type];
                self.plain(definition, "fill", &[destination, byte, size], kinds);
            }
            Operation::InputBytes { pointer, size, taken, name, origin } => {
                self.plain(definition, "input_bytes", &[pointer, size], at);
                if let Some(taken) = taken {
                    self.plain(definition, " taken", &[taken], &[size_type]);
                }
                put!(self, " {}", quoted(name));
                self.input_origin(*origin);
            }
            Operation::Input { name, origin, source_type } => {
                put!(self, "input {}", quoted(name));
                self.input_origin(*origin);
                self.type_option(*source_type);
            }
            Operation::Assume(a) => self.plain(definition, "assume", &[a], &[Type::BOOL]),
            Operation::AssumeEach { relation, elements, others, number, count } => {
                let kinds = &[Type::Pointer, Type::Pointer, Type::Int(32), size_type];
                let operation = format!("assume_each {}", relation.name());
                self.plain(definition, &operation, &[elements, others, number, count], kinds);
            }
            Operation::Bind(variable, a) => {
                put!(self, "bind !{} ", variable.0);
                self.operand(definition, a, None);
            }
            Operation::Allocate { kind, size, align, zeroed, variable, source_type } => {
                let kind = if *kind == ObjectKind::Stack { "stack" } else { "heap" };
                put!(self, "allocate {kind} ");
                self.operand(definition, size, Some(size_type));
                let zeroed = if *zeroed { " zeroed" } else { "" };
                put!(self, " align {align}{zeroed}");
                if let Some(VariableId(variable)) = variable {
                    put!(self, " variable !{variable}");
                }
                self.type_option(*source_type);
            }
            Operation::Call { callee, arguments } => {
                let mut expected: &[Type] = &[];
                match callee {
                    Callee::Function(id) => {
                        let function = self.program.function(*id);
                        expected = function.declared_parameters();
                        put!(self, "call @{}", name(&function.name));
                    }
                    Callee::Pointer(a) => self.plain(definition, "call_pointer", &[a], at),
                }
                self.text.push('(');
                self.operands(definition, &arguments.iter().collect::<Vec<_>>(), expected);
                self.text.push(')');
            }
            Operation::Assert { id, property, check, message } => {
                put!(self, "assert {} ", property.name());
                self.check(definition, check, at);
                if let Some(message) = message {
                    put!(self, " {}", quoted(message));
                }
                if self.numbered {
                    put!(self, " number {}", id.number());
                }
            }
            // The rest is written with types.
            _ => {}
        }
    }

    fn input_origin(&mut self, origin: InputOrigin) {
        if origin != InputOrigin::Asked {
            put!(self, " {}", word_of(INPUT_ORIGINS, origin));
        }
    }

    fn check(&mut self, definition: &Definition, check: &Check, at: &[Type]) {
        match check {
            Check::Holds(a) => self.plain(definition, "holds", &[a], &[Type::BOOL]),
            Check::Accessible { pointer, size, access } => {
                let access = if *access == Access::Read { "read" } else { "write" };
                put!(self, "accessible {access} ");
                self.operands(definition, &[pointer, size], at);
            }
            Check::Freeable(a) => self.plain(definition, "freeable", &[a], at),
            Check::Callable(a) => self.plain(definition, "callable", &[a], at),
            Check::Initialised(a) => self.plain(definition, "initialised", &[a], &[]),
            Check::NeverEscapes(id) => put!(self, "never_escapes ${}", id.0),
        }
    }

    pub(super) fn terminator(
        &mut self,
        function: &Function,
        definition: &Definition,
        end: &Terminator,
    ) {
        match end {
            Terminator::Jump(next) => {
                put!(self, "jump ");
                self.block_call(definition, next);
            }
            Terminator::Branch { condition, then_block, else_block } => {
                self.plain(definition, "branch", &[condition], &[Type::BOOL]);
                for next in [then_block, else_block] {
                    put!(self, ", ");
                    self.block_call(definition, next);
                }
            }
            Terminator::Switch { value, cases, default } => {
                self.typed(definition, "switch", &[value]);
                for (case, next) in cases {
                    put!(self, ", {case} -> ");
                    self.block_call(definition, next);
                }
                put!(self, ", else -> ");
                self.block_call(definition, default);
            }
            Terminator::Return(values) if values.is_empty() => put!(self, "return"),
            Terminator::Return(values) => {
                let values: Vec<&Operand> = values.iter().collect();
                self.plain(definition, "return", &values, &function.results);
            }
            Terminator::Exit => put!(self, "exit"),
            Terminator::Abort => put!(self, "abort"),
            Terminator::Unreachable => put!(self, "unreachable"),
            Terminator::Unsupported(why) => put!(self, "unsupported {}", quoted(why)),
            Terminator::Bound { which, beyond } => {
                put!(self, "bound {}", quoted(which));
                if let Some(next) = beyond {
                    put!(self, ", ");
                    self.block_call(definition, next);
                }
            }
        }
    }

    fn block_call(&mut self, definition: &Definition, next: &BlockCall) {
        let block = &definition.blocks[next.block.0 as usize];
        self.block_label(block, next.block.0 as usize);
        if !next.arguments.is_empty() {
            let kinds: Vec<Type> = block
                .parameters
                .iter()
                .map(|v| definition.values[v.0 as usize].value_type)
                .collect();
            self.text.push('(');
            self.operands(definition, &next.arguments.iter().collect::<Vec<_>>(), &kinds);
            self.text.push(')');
        }
    }
}
