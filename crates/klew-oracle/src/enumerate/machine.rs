//! One run: a plain interpreter of programs. What memory does is in `memory.rs`.

use std::collections::BTreeSet;

use klew_ir::{
    BlockCall, Callee, Check, Comparison, Constant, Conversion, Definition, FunctionBody,
    FunctionId, Instruction, ObjectKind, Operand, Operation, Position, Property, Terminator, Type,
    UnaryOperation, ValueId,
};
use num_traits::ToPrimitive;

use super::arithmetic::{binary, compare, mask, signed};
use super::choices::Choices;
use super::heap::{Object, Origin, Value};
use super::masked::Masked;
use super::types::Types;
use super::{Bounds, EnumerateError, Target};

/// Blocks of a run.
const MOST_BLOCKS: u32 = 10_000;

/// Calls within calls.
const DEEPEST: u32 = 100;

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Returned,
    AssumedAway,
    Violated(Target),
}

/// Why a run does not go on: its end, or an error.
pub(super) enum Stop {
    End(End),
    Error(EnumerateError),
}

pub(super) type Step<T = ()> = Result<T, Stop>;

/// The values of a call.
struct Frame<'p> {
    id: FunctionId,
    definition: &'p Definition,
    values: Vec<Option<Value>>,
}

pub(super) struct Machine<'p, 'c> {
    pub(super) types: Types<'p>,
    pub(super) bounds: &'c Bounds,
    pub(super) choices: &'c mut Choices,
    reached: &'c mut BTreeSet<Target>,
    pub(super) objects: Vec<Object>,
    /// Counts allocations and ends of objects.
    pub(super) clock: u64,
    position: Position,
    masked: &'c Masked,
    /// Whether all that is used of what is read now are its low bits.
    pub(super) narrow: bool,
    depth: u32,
    blocks: u32,
}

impl<'p, 'c> Machine<'p, 'c> {
    pub(super) fn new(
        types: Types<'p>,
        bounds: &'c Bounds,
        choices: &'c mut Choices,
        reached: &'c mut BTreeSet<Target>,
        masked: &'c Masked,
    ) -> Machine<'p, 'c> {
        let position = Position::UNKNOWN;
        let objects = Vec::new();
        Machine {
            types,
            bounds,
            choices,
            reached,
            objects,
            clock: 0,
            position,
            masked,
            narrow: false,
            depth: 0,
            blocks: 0,
        }
    }

    /// Runs the entry.
    pub(super) fn run(&mut self) -> Result<End, EnumerateError> {
        let stop = match self.types.program.entry {
            Some(entry) => match self.call(entry, Vec::new()) {
                Ok(_) => return Ok(End::Returned),
                Err(stop) => stop,
            },
            None => self.unsupported("a program without an entry"),
        };
        match stop {
            Stop::End(end) => Ok(end),
            Stop::Error(error) => Err(error),
        }
    }

    pub(super) fn unsupported(&self, what: impl Into<String>) -> Stop {
        let (what, line) = (what.into(), self.position.line);
        Stop::Error(EnumerateError::Unsupported { what, line })
    }

    pub(super) fn unchecked(&self, what: impl Into<String>) -> Stop {
        let (what, line) = (what.into(), self.position.line);
        Stop::Error(EnumerateError::Unchecked { what, line })
    }

    fn call(&mut self, id: FunctionId, arguments: Vec<Value>) -> Step<Vec<Value>> {
        if self.depth >= DEEPEST {
            return Err(self.unsupported("calls this deep"));
        }
        self.depth += 1;
        let results = self.body(id, arguments);
        self.depth -= 1;
        results
    }

    fn body(&mut self, id: FunctionId, arguments: Vec<Value>) -> Step<Vec<Value>> {
        let function = self.types.program.function(id);
        let FunctionBody::Defined(definition) = &function.body else {
            return Err(self.unsupported("a call of a function that is not defined"));
        };
        if arguments.len() != definition.parameters.len() {
            return Err(self.unsupported("a call with missing or more arguments"));
        }
        let mut values = vec![None; definition.values.len()];
        for (parameter, argument) in definition.parameters.iter().zip(arguments) {
            values[parameter.0 as usize] = Some(argument);
        }
        let mut frame = Frame { id, definition, values };
        let mut block = 0;
        loop {
            self.blocks += 1;
            if self.blocks > MOST_BLOCKS {
                return Err(self.unsupported("a run this long"));
            }
            let current = &definition.blocks[block];
            for instruction in &current.instructions {
                self.position = instruction.position;
                self.instruction(&mut frame, instruction)?;
            }
            self.position = current.terminator_position;
            let next = match &current.terminator {
                Terminator::Return(values) => {
                    return values.iter().map(|value| self.value(&frame, value)).collect();
                }
                other => self.next(&frame, other)?,
            };
            let arguments: Vec<Value> =
                next.arguments.iter().map(|a| self.value(&frame, a)).collect::<Step<_>>()?;
            block = next.block.0 as usize;
            for (parameter, argument) in definition.blocks[block].parameters.iter().zip(arguments) {
                frame.values[parameter.0 as usize] = Some(argument);
            }
        }
    }

    fn next<'t>(&self, frame: &Frame<'_>, terminator: &'t Terminator) -> Step<&'t BlockCall> {
        match terminator {
            Terminator::Jump(next) => Ok(next),
            Terminator::Branch { condition, then_block, else_block } => {
                let taken = self.int(frame, condition)? == 1;
                Ok(if taken { then_block } else { else_block })
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.int(frame, value)?;
                let case = cases.iter().find(|(case, _)| case.to_u64() == Some(value));
                Ok(case.map_or(default, |(_, next)| next))
            }
            Terminator::Exit | Terminator::Abort => Err(Stop::End(End::Returned)),
            _ => Err(self.unsupported("this end of a block")),
        }
    }

    fn value(&self, frame: &Frame<'_>, operand: &Operand) -> Step<Value> {
        match operand {
            Operand::Value(ValueId(index)) => match frame.values[*index as usize] {
                Some(value) => Ok(value),
                None => Err(self.unchecked("a value is used before it is defined")),
            },
            Operand::Constant(Constant::Int { value, .. }) => match value.to_u64() {
                Some(value) => Ok(Value::Int(value)),
                None => Err(self.unsupported("a wide constant")),
            },
            Operand::Constant(Constant::Null) => Ok(Value::Null),
            Operand::Constant(_) => Err(self.unsupported("this constant")),
        }
    }

    fn int(&self, frame: &Frame<'_>, operand: &Operand) -> Step<u64> {
        match self.value(frame, operand)? {
            Value::Int(value) => Ok(value),
            _ => Err(self.unsupported("a pointer as a number")),
        }
    }

    fn type_of(&self, frame: &Frame<'_>, operand: &Operand) -> Type {
        match operand {
            Operand::Value(ValueId(index)) => frame.definition.values[*index as usize].value_type,
            Operand::Constant(constant) => constant.type_of(),
        }
    }

    fn width(&self, kind: Type) -> Step<u32> {
        match kind {
            Type::Int(width) if width <= 64 => Ok(width),
            _ => Err(self.unsupported("arithmetic on other than integers of 64 bits")),
        }
    }

    /// Bytes that a value takes in memory.
    pub(super) fn bytes(&self, kind: Type) -> u64 {
        kind.store_size(self.types.program.data_model.pointer_bits)
    }

    fn instruction(&mut self, frame: &mut Frame<'p>, instruction: &'p Instruction) -> Step {
        let value_type =
            instruction.results.first().map(|id| frame.definition.values[id.0 as usize].value_type);
        let values = match (&instruction.operation, value_type) {
            (Operation::Call { callee: Callee::Function(id), arguments }, _) => {
                let arguments = arguments.iter().map(|argument| self.value(frame, argument));
                let arguments = arguments.collect::<Step<Vec<_>>>()?;
                self.call(*id, arguments)?
            }
            (operation, Some(kind)) => {
                self.narrow = self.masked.contains(frame.id, instruction.results[0]);
                vec![self.computed(frame, operation, kind)?]
            }
            (operation, None) => return self.effect(frame, operation),
        };
        for (result, value) in instruction.results.iter().zip(values) {
            frame.values[result.0 as usize] = Some(value);
        }
        Ok(())
    }

    /// The result of an operation that has one, of that type.
    fn computed(&mut self, frame: &Frame<'p>, operation: &Operation, kind: Type) -> Step<Value> {
        let number = match operation {
            Operation::Binary(operation, a, b) => {
                let (a, b) = (self.int(frame, a)?, self.int(frame, b)?);
                binary(*operation, self.width(kind)?, a, b)
            }
            Operation::Compare(comparison, a, b) => {
                let width = self.type_of(frame, a);
                let (a, b) = (self.value(frame, a)?, self.value(frame, b)?);
                let holds = match (a, b) {
                    (Value::Int(a), Value::Int(b)) => {
                        compare(*comparison, self.width(width)?, a, b)
                    }
                    (a, b) => match comparison {
                        Comparison::Equal => self.same(a, b)?,
                        Comparison::NotEqual => !self.same(a, b)?,
                        _ => return Err(self.unsupported("an order of pointers")),
                    },
                };
                Some(u64::from(holds))
            }
            Operation::Convert(conversion, a) => {
                let from = self.width(self.type_of(frame, a))?;
                let (a, to) = (self.int(frame, a)?, self.width(kind)?);
                match conversion {
                    Conversion::ZeroExtend => Some(a),
                    Conversion::SignExtend => Some(signed(from, a) as u64 & mask(to)),
                    Conversion::Truncate => Some(a & mask(to)),
                    _ => None,
                }
            }
            Operation::Unary(UnaryOperation::Freeze, a) => return self.value(frame, a),
            Operation::Select(condition, a, b) => {
                let first = self.int(frame, condition)? == 1;
                return self.value(frame, if first { a } else { b });
            }
            Operation::Offset(pointer, by) => {
                let by = self.int(frame, by)?;
                return match self.value(frame, pointer)? {
                    Value::Pointer(object, offset) => {
                        Ok(Value::Pointer(object, offset.wrapping_add(by)))
                    }
                    // Only good for a check that fails.
                    Value::Null => Ok(Value::Null),
                    Value::Int(_) => Err(self.unsupported("a number as a pointer")),
                };
            }
            Operation::Allocate { kind: object, size, zeroed, .. } => {
                let size = self.int(frame, size)?;
                let heap = *object == ObjectKind::Heap;
                self.clock += 1;
                let origin = Origin::Allocated { size, zeroed: *zeroed };
                return Ok(Value::Pointer(self.create(origin, heap, self.clock), 0));
            }
            Operation::Load(pointer) => {
                let pointer = self.value(frame, pointer)?;
                return self.load(pointer, kind);
            }
            Operation::Input { name, source_type, .. } => {
                return self.input(name, *source_type, kind);
            }
            _ => None,
        };
        number.map(Value::Int).ok_or_else(|| self.unsupported("this operation"))
    }

    fn effect(&mut self, frame: &Frame<'p>, operation: &Operation) -> Step {
        match operation {
            Operation::Store(pointer, value) => {
                let bytes = self.bytes(self.type_of(frame, value));
                let (pointer, value) = (self.value(frame, pointer)?, self.value(frame, value)?);
                let (object, offset) = self.accessible(pointer, bytes)?;
                let written = self.objects[object].put(offset, bytes, value);
                written.map_err(|what| self.unsupported(what))
            }
            Operation::Free(pointer) => match self.value(frame, pointer)? {
                Value::Null => Ok(()),
                pointer if !self.is_freeable(pointer) => Err(self.unchecked("a bad free")),
                Value::Pointer(object, _) => {
                    self.clock += 1;
                    self.objects[object].died = Some(self.clock);
                    Ok(())
                }
                Value::Int(_) => Err(self.unsupported("a number as a pointer")),
            },
            Operation::Assume(condition) => match self.int(frame, condition)? {
                1 => Ok(()),
                _ => Err(Stop::End(End::AssumedAway)),
            },
            Operation::Assert { property, check, .. } => self.assert(frame, *property, check),
            Operation::Bind(..) => Ok(()),
            _ => Err(self.unsupported("this operation")),
        }
    }

    fn assert(&mut self, frame: &Frame<'p>, property: Property, check: &Check) -> Step {
        let target = Target { property, position: self.position };
        self.reached.insert(target);
        let holds = match check {
            Check::Holds(condition) => self.int(frame, condition)? == 1,
            Check::NeverEscapes(_) => false,
            Check::Accessible { pointer, size, .. } => {
                let size = self.int(frame, size)?;
                let pointer = self.value(frame, pointer)?;
                size == 0 || self.is_accessible(pointer, size)?
            }
            Check::Freeable(pointer) => {
                let pointer = self.value(frame, pointer)?;
                self.is_freeable(pointer)
            }
            Check::Callable(_) | Check::Initialised(_) => {
                return Err(self.unsupported("this check"));
            }
        };
        if holds { Ok(()) } else { Err(Stop::End(End::Violated(target))) }
    }
}
