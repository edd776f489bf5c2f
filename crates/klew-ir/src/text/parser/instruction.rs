//! Instructions.

use smallvec::SmallVec;

use super::super::error::Result;
use super::{Parser, body::Scope};
use crate::{
    Access, Callee, Check, CheckId, ElementRelation, InputOrigin, Instruction, ObjectKind, Operand,
    Operation, Property, Type,
    text::{
        lexer::{Label, TokenKind},
        words::{self, Table, from_word},
    },
};

const NO_TYPE: &str = "an input needs its type: `%name: type = input \"…\"`";

/// What an operation says of its results.
enum Results {
    None,
    One(Type),
    /// One, of the type that stands at it.
    Annotated,
    /// Those of a call; of these types where the callee is known and nothing stands at them.
    Call(Vec<Type>),
}

impl Parser<'_> {
    pub(super) fn instruction(&mut self, scope: &mut Scope) -> Result<Instruction> {
        let start = self.cursor.place();
        let mut named: Vec<(Label, Option<Type>, usize)> = Vec::new();
        if matches!(self.cursor.peek(), TokenKind::Sigil('%', _)) {
            loop {
                let place = self.cursor.place();
                let label = self.cursor.label('%', "a value, as %name")?;
                let value_type =
                    if self.cursor.eat(':') { Some(self.cursor.value_type()?) } else { None };
                named.push((label, value_type, place));
                if !self.cursor.eat(',') {
                    break;
                }
            }
            self.cursor.symbol('=')?;
        }
        let annotation = named.first().and_then(|(_, value_type, _)| *value_type);
        let (operation, given) = self.operation(scope, annotation)?;
        let count = match &given {
            Results::None => Some(0),
            Results::One(_) | Results::Annotated => Some(1),
            Results::Call(_) => None,
        };
        if count.is_some_and(|count| count != named.len()) {
            let message = match count {
                Some(0) => "this operation gives no value",
                _ => "this operation gives one value: write `%name = …`",
            };
            return self.cursor.error_at(start, message);
        }
        let mut results = SmallVec::new();
        for (number, (label, annotation, place)) in named.into_iter().enumerate() {
            let found = match &given {
                Results::One(value_type) => Some(*value_type),
                Results::Call(types) => annotation.or(types.get(number).copied()),
                Results::None | Results::Annotated => annotation,
            };
            let Some(found) = found else {
                return self.cursor.error_at(place, "the type must be given: `%name: type = …`");
            };
            if annotation.is_some_and(|annotation| annotation != found) {
                let word = words::type_word(found);
                return self.cursor.error_at(place, format!("the operation gives {word}"));
            }
            results.push(self.define(scope, &label, found, place)?);
        }
        let position = self.position(start)?;
        Ok(Instruction { results, operation, position })
    }

    /// One word of a table.
    pub(super) fn choice<T: Copy>(&mut self, table: Table<T>, what: &str) -> Result<T> {
        let place = self.cursor.place();
        let word = self.cursor.word(what)?;
        match from_word(table, &word) {
            Some(choice) => Ok(choice),
            None => self.cursor.error_at(place, format!("expected {what}")),
        }
    }

    /// A type and that many operands of it.
    fn typed<const N: usize>(&mut self, scope: &mut Scope) -> Result<(Type, [Operand; N])> {
        let value_type = self.cursor.value_type()?;
        Ok((value_type, self.plain(scope, [Some(value_type); N])?))
    }

    /// Operands of these types, with commas between them.
    fn plain<const N: usize>(
        &mut self,
        scope: &mut Scope,
        kinds: [Option<Type>; N],
    ) -> Result<[Operand; N]> {
        // Filled below; a constant stands in so that no operand needs a default.
        let mut operands = [const { Operand::Constant(crate::Constant::Null) }; N];
        for (number, kind) in kinds.into_iter().enumerate() {
            if number > 0 {
                self.cursor.symbol(',')?;
            }
            operands[number] = self.operand(scope, kind, true)?;
        }
        Ok(operands)
    }

    fn operation(
        &mut self,
        scope: &mut Scope,
        annotation: Option<Type>,
    ) -> Result<(Operation, Results)> {
        let start = self.cursor.place();
        let word = self.cursor.word("an operation")?;
        if let Some(operation) = from_word(words::BINARY, &word) {
            let (kind, [a, b]) = self.typed(scope)?;
            return Ok((Operation::Binary(operation, a, b), Results::One(kind)));
        }
        if let Some(operation) = from_word(words::UNARY, &word) {
            let (kind, [a]) = self.typed(scope)?;
            return Ok((Operation::Unary(operation, a), Results::One(kind)));
        }
        Ok(match word.as_str() {
            "fused_multiply_add" => {
                let (kind, [a, b, c]) = self.typed(scope)?;
                (Operation::FusedMultiplyAdd(a, b, c), Results::One(kind))
            }
            "compare" => {
                let comparison = self.choice(words::COMPARISON, "a comparison, as signed_less")?;
                let (_, [a, b]) = self.typed(scope)?;
                (Operation::Compare(comparison, a, b), Results::One(Type::BOOL))
            }
            "compare_float" => {
                let comparison = self.choice(words::FLOAT_COMPARISON, "a comparison, as less")?;
                let (_, [a, b]) = self.typed(scope)?;
                (Operation::CompareFloat(comparison, a, b), Results::One(Type::BOOL))
            }
            "overflows" => {
                let operation = self.choice(words::OVERFLOW, "an operation, as signed_add")?;
                let (_, [a, b]) = self.typed(scope)?;
                (Operation::Overflows(operation, a, b), Results::One(Type::BOOL))
            }
            "is_known" => {
                let (_, [a]) = self.typed(scope)?;
                (Operation::IsKnown(a), Results::One(Type::BOOL))
            }
            "asks" => {
                let place = self.cursor.place();
                let name = self.cursor.word("a property, as initialised")?;
                let Some(property) = Property::from_name(&name) else {
                    return self.cursor.error_at(place, "unknown property");
                };
                (Operation::Asks(property), Results::One(Type::BOOL))
            }
            "convert" => {
                let conversion = self.choice(words::CONVERSION, "a conversion, as zero_extend")?;
                let (_, [a]) = self.typed(scope)?;
                self.cursor.keyword("to")?;
                let kind = self.cursor.value_type()?;
                (Operation::Convert(conversion, a), Results::One(kind))
            }
            "select" => {
                let kind = self.cursor.value_type()?;
                let kinds = [Some(Type::BOOL), Some(kind), Some(kind)];
                let [c, a, b] = self.plain(scope, kinds)?;
                (Operation::Select(c, a, b), Results::One(kind))
            }
            "load" => {
                let kind = self.cursor.value_type()?;
                let [a] = self.plain(scope, [Some(Type::Pointer)])?;
                (Operation::Load(a), Results::One(kind))
            }
            "store" => {
                let (_, [value]) = self.typed(scope)?;
                self.cursor.keyword("to")?;
                let [pointer] = self.plain(scope, [Some(Type::Pointer)])?;
                (Operation::Store(pointer, value), Results::None)
            }
            "input" => {
                if annotation.is_none() {
                    return self.cursor.error_at(start, NO_TYPE);
                }
                (self.input()?, Results::Annotated)
            }
            "call" => self.call(scope)?,
            "call_pointer" => {
                let [pointer] = self.plain(scope, [Some(Type::Pointer)])?;
                self.cursor.symbol('(')?;
                let arguments = self.arguments(scope, &[], false)?.into();
                let callee = Callee::Pointer(pointer);
                (Operation::Call { callee, arguments }, Results::Call(Vec::new()))
            }
            other => self.untyped(scope, other, start)?,
        })
    }

    fn call(&mut self, scope: &mut Scope) -> Result<(Operation, Results)> {
        let id = self.function_id()?;
        let function = self.program.function(id);
        let expected = function.declared_parameters().to_vec();
        let results = function.results.clone();
        self.cursor.symbol('(')?;
        let arguments = self.arguments(scope, &expected, false)?.into();
        let callee = Callee::Function(id);
        Ok((Operation::Call { callee, arguments }, Results::Call(results)))
    }

    /// Operations on pointers and sizes, and those without a result.
    fn untyped(
        &mut self,
        scope: &mut Scope,
        word: &str,
        start: usize,
    ) -> Result<(Operation, Results)> {
        let size_type = Type::Int(self.program.data_model.pointer_bits);
        let (pointer, size) = (Some(Type::Pointer), Some(size_type));
        Ok(match word {
            "offset" => {
                let [a, b] = self.plain(scope, [pointer, size])?;
                (Operation::Offset(a, b), Results::One(Type::Pointer))
            }
            "object_size" => {
                let [a] = self.plain(scope, [pointer])?;
                (Operation::ObjectSize(a), Results::One(size_type))
            }
            "text_end" => {
                let [a] = self.plain(scope, [pointer])?;
                (Operation::TextEnd(a), Results::One(size_type))
            }
            "stack_mark" => (Operation::StackMark, Results::One(size_type)),
            "allocate" => (self.allocate(scope)?, Results::One(Type::Pointer)),
            _ => (self.effect(scope, word, start)?, Results::None),
        })
    }

    /// Operations without a result.
    fn effect(&mut self, scope: &mut Scope, word: &str, start: usize) -> Result<Operation> {
        let size = Some(Type::Int(self.program.data_model.pointer_bits));
        let pointer = Some(Type::Pointer);
        Ok(match word {
            "free" => {
                let [a] = self.plain(scope, [pointer])?;
                Operation::Free(a)
            }
            "scope_start" => {
                let [a] = self.plain(scope, [pointer])?;
                Operation::ScopeStart(a)
            }
            "scope_end" => {
                let [a] = self.plain(scope, [pointer])?;
                Operation::ScopeEnd(a)
            }
            "stack_release" => {
                let [a] = self.plain(scope, [size])?;
                Operation::StackRelease(a)
            }
            "copy" => {
                let [destination, source, size] = self.plain(scope, [pointer, pointer, size])?;
                Operation::Copy { destination, source, size }
            }
            "fill" => {
                let kinds = [pointer, Some(Type::Int(8)), size];
                let [destination, byte, size] = self.plain(scope, kinds)?;
                Operation::Fill { destination, byte, size }
            }
            "input_bytes" => {
                let [pointer, all] = self.plain(scope, [pointer, size])?;
                let taken = match self.cursor.eat_word("taken") {
                    true => Some(self.operand(scope, size, true)?),
                    false => None,
                };
                let (name, origin) = self.input_name()?;
                Operation::InputBytes { pointer, size: all, taken, name, origin }
            }
            "assume" => {
                let [a] = self.plain(scope, [Some(Type::BOOL)])?;
                Operation::Assume(a)
            }
            "assume_each" => {
                let place = self.cursor.place();
                let name = self.cursor.word("a relation of elements, as same")?;
                let mut known = ElementRelation::ALL.into_iter();
                let Some(relation) = known.find(|relation| relation.name() == name) else {
                    return self.cursor.error_at(place, "unknown relation of elements");
                };
                let kinds = [pointer, pointer, Some(Type::Int(32)), size];
                let [elements, others, number, count] = self.plain(scope, kinds)?;
                Operation::AssumeEach { relation, elements, others, number, count }
            }
            "bind" => {
                let variable = self.variable_id(scope)?;
                let [a] = self.plain(scope, [None])?;
                Operation::Bind(variable, a)
            }
            "assert" => {
                let place = self.cursor.place();
                let name = self.cursor.word("a property, as assertion or valid-deref")?;
                let Some(property) = Property::from_name(&name) else {
                    let known: Vec<&str> = Property::ALL.iter().map(|p| p.name()).collect();
                    let message = format!("unknown property; there are {}", known.join(", "));
                    return self.cursor.error_at(place, message);
                };
                let check = self.check(scope)?;
                let message = self.cursor.optional_text()?;
                let id = self.check_number()?;
                Operation::Assert { id, property, check, message }
            }
            _ => return self.cursor.error_at(start, "unknown operation"),
        })
    }

    /// The number of a check, where the text gives it.
    fn check_number(&mut self) -> Result<CheckId> {
        if !self.cursor.eat_word("number") {
            return Ok(CheckId::UNNUMBERED);
        }
        let place = self.cursor.place();
        match CheckId::from_number(self.cursor.number()?) {
            Some(id) if !id.is_at_the_end() => Ok(id),
            _ => self.cursor.error_at(place, "numbers of checks are from 2 on"),
        }
    }

    fn allocate(&mut self, scope: &mut Scope) -> Result<Operation> {
        const KINDS: Table<ObjectKind> =
            &[(ObjectKind::Stack, "stack"), (ObjectKind::Heap, "heap")];
        let model = self.program.data_model;
        let kind = self.choice(KINDS, "`stack` or `heap`")?;
        let [size] = self.plain(scope, [Some(Type::Int(model.pointer_bits))])?;
        let align =
            if self.cursor.eat_word("align") { self.cursor.number()? } else { model.heap_align };
        let zeroed = self.cursor.eat_word("zeroed");
        let variable =
            if self.cursor.eat_word("variable") { Some(self.variable_id(scope)?) } else { None };
        let source_type = self.optional_source_type()?;
        Ok(Operation::Allocate { kind, size, align, zeroed, variable, source_type })
    }

    fn input(&mut self) -> Result<Operation> {
        let (name, origin) = self.input_name()?;
        let source_type = self.optional_source_type()?;
        Ok(Operation::Input { name, origin, source_type })
    }

    /// What an input is called, and why it is asked for.
    fn input_name(&mut self) -> Result<(String, InputOrigin)> {
        let name = self.cursor.text()?;
        let said = words::INPUT_ORIGINS.iter().find(|(_, word)| self.cursor.eat_word(word));
        Ok((name, said.map_or(InputOrigin::Asked, |(origin, _)| *origin)))
    }

    fn check(&mut self, scope: &mut Scope) -> Result<Check> {
        const ACCESSES: Table<Access> = &[(Access::Read, "read"), (Access::Write, "write")];
        let pointer = Some(Type::Pointer);
        let place = self.cursor.place();
        let what =
            "`holds`, `accessible`, `freeable`, `callable`, `initialised` or `never_escapes`";
        Ok(match self.cursor.word(what)?.as_str() {
            "holds" => {
                let [a] = self.plain(scope, [Some(Type::BOOL)])?;
                Check::Holds(a)
            }
            "accessible" => {
                let access = self.choice(ACCESSES, "`read` or `write`")?;
                let size = Some(Type::Int(self.program.data_model.pointer_bits));
                let [pointer, size] = self.plain(scope, [pointer, size])?;
                Check::Accessible { pointer, size, access }
            }
            "freeable" => {
                let [a] = self.plain(scope, [pointer])?;
                Check::Freeable(a)
            }
            "callable" => {
                let [a] = self.plain(scope, [pointer])?;
                Check::Callable(a)
            }
            "initialised" => {
                let [a] = self.plain(scope, [None])?;
                Check::Initialised(a)
            }
            "never_escapes" => Check::NeverEscapes(self.source_type_id()?),
            _ => return self.cursor.error_at(place, format!("expected {what}")),
        })
    }
}
