//! Well-formed operations: types of operands and results.

use super::{Verifier, function::Body, passes_for};
use crate::{
    BinaryOperation, Callee, Check, Constant, Conversion, Instruction, Operand, Operation,
    Position, Type, UnaryOperation,
};

/// `Err` with the message unless the condition holds.
fn demand(holds: bool, message: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message.to_string()) }
}

fn is_int(value_type: Type) -> bool {
    matches!(value_type, Type::Int(_))
}

fn is_float(value_type: Type) -> bool {
    matches!(value_type, Type::Float(_))
}

impl Verifier<'_> {
    /// Whether the ids in an operation, other than operands, are in range.
    pub(super) fn operation_ranges(
        &mut self,
        body: &Body<'_>,
        operation: &Operation,
        place: &str,
        at: Position,
    ) {
        let variable = match operation {
            Operation::Allocate { variable, source_type, .. } => {
                self.source_type_id(*source_type, place, at);
                *variable
            }
            Operation::Bind(variable, _) => Some(*variable),
            Operation::Call { callee: Callee::Function(id), .. } => {
                if id.0 as usize >= self.program.functions.len() {
                    self.error(place, at, "calls a function that does not exist");
                }
                None
            }
            _ => None,
        };
        if variable.is_some_and(|id| id.0 as usize >= body.definition.variables.len()) {
            self.error(place, at, "variable out of range");
        }
    }

    /// Checks operands and results. Ids are in range.
    pub(super) fn operation(
        &self,
        body: &Body<'_>,
        instruction: &Instruction,
    ) -> Result<(), String> {
        let operation = &instruction.operation;
        let results: Vec<Type> = instruction.results.iter().map(|r| body.value_type(*r)).collect();
        if let Operation::Call { callee, arguments } = operation {
            return self.call(body, callee, arguments, &results);
        }
        if !has_result(operation) {
            self.effect(body, operation)?;
            return demand(results.is_empty(), "has a result, but the operation gives none");
        }
        let [result] = results[..] else {
            return Err("the operation gives one result".to_string());
        };
        let wanted = self.result(body, operation, result)?;
        if wanted != result {
            return Err(format!("the result is {result:?}, but the operation gives {wanted:?}"));
        }
        Ok(())
    }

    /// The type of the result of an operation that gives one; `result` where that decides.
    fn result(&self, body: &Body<'_>, operation: &Operation, result: Type) -> Result<Type, String> {
        let size = Type::Int(self.program.data_model.pointer_bits);
        let kind = |operand: &Operand| body.type_of(operand);
        let same =
            |a: &Operand, b: &Operand| demand(kind(a) == kind(b), "operands of different types");
        let pointer = |a: &Operand| demand(kind(a) == Type::Pointer, "the address is no pointer");
        Ok(match operation {
            Operation::Binary(operation, a, b) => {
                same(a, b)?;
                let float = *operation >= BinaryOperation::FloatAdd;
                let fits = if float { is_float(kind(a)) } else { is_int(kind(a)) };
                demand(fits, "operands of a wrong type for this operation")?;
                kind(a)
            }
            Operation::Unary(operation, a) => {
                demand(
                    unary_takes(*operation, kind(a)),
                    "operand of a wrong type for this operation",
                )?;
                kind(a)
            }
            Operation::FusedMultiplyAdd(a, b, c) => {
                same(a, b)?;
                same(b, c)?;
                demand(is_float(kind(a)), "operands of a wrong type for this operation")?;
                kind(a)
            }
            Operation::Compare(_, a, b) => {
                same(a, b)?;
                demand(!is_float(kind(a)), "operands of a wrong type for this operation")?;
                Type::BOOL
            }
            Operation::CompareFloat(_, a, b) => {
                same(a, b)?;
                demand(is_float(kind(a)), "operands of a wrong type for this operation")?;
                Type::BOOL
            }
            Operation::Overflows(_, a, b) => {
                same(a, b)?;
                demand(is_int(kind(a)), "operands of a wrong type for this operation")?;
                Type::BOOL
            }
            Operation::IsKnown(_) | Operation::Asks(_) => Type::BOOL,
            Operation::Convert(conversion, a) => {
                let possible = converts(*conversion, kind(a), result);
                demand(possible, "this conversion is not between these types")?;
                result
            }
            Operation::Select(condition, a, b) => {
                demand(kind(condition) == Type::BOOL, "the condition is no truth value")?;
                same(a, b)?;
                kind(a)
            }
            Operation::Offset(a, offset) => {
                pointer(a)?;
                demand(kind(offset) == size, "the offset is no integer of pointer width")?;
                Type::Pointer
            }
            Operation::Allocate { size: bytes, align, .. } => {
                demand(kind(bytes) == size, "the size is no integer of pointer width")?;
                demand(align.is_power_of_two(), "the alignment is no power of two")?;
                Type::Pointer
            }
            Operation::ObjectSize(a) | Operation::TextEnd(a) => {
                pointer(a)?;
                size
            }
            Operation::StackMark => size,
            Operation::Load(a) => {
                pointer(a)?;
                result
            }
            // Inputs have the type of the result, and the rest has no result.
            _ => result,
        })
    }

    /// Checks an operation without a result.
    fn effect(&self, body: &Body<'_>, operation: &Operation) -> Result<(), String> {
        let size_type = Type::Int(self.program.data_model.pointer_bits);
        let kind = |operand: &Operand| body.type_of(operand);
        let pointer = |a: &Operand| demand(kind(a) == Type::Pointer, "the address is no pointer");
        let is_size =
            |a: &Operand| demand(kind(a) == size_type, "the size is no integer of pointer width");
        match operation {
            Operation::Free(a)
            | Operation::ScopeStart(a)
            | Operation::ScopeEnd(a)
            | Operation::Store(a, _) => pointer(a),
            Operation::StackRelease(mark) => is_size(mark),
            Operation::Copy { destination, source, size } => {
                pointer(destination)?;
                pointer(source)?;
                is_size(size)
            }
            Operation::Fill { destination, byte, size } => {
                pointer(destination)?;
                demand(kind(byte) == Type::Int(8), "the byte is no integer of 8 bits")?;
                is_size(size)
            }
            Operation::InputBytes { pointer: a, size, taken, .. } => {
                pointer(a)?;
                is_size(size)?;
                taken.as_ref().map_or(Ok(()), is_size)
            }
            Operation::Assume(a) => demand(kind(a) == Type::BOOL, "assumes what is no truth value"),
            Operation::AssumeEach { elements, others, number, count, .. } => {
                pointer(elements)?;
                pointer(others)?;
                let what = "elements are compared with what is no integer of 32 bits";
                demand(kind(number) == Type::Int(32), what)?;
                is_size(count)
            }
            Operation::Assert { check, .. } => match check {
                Check::Holds(a) => demand(kind(a) == Type::BOOL, "asserts what is no truth value"),
                Check::Accessible { pointer: a, size, .. } => {
                    pointer(a)?;
                    is_size(size)
                }
                Check::Freeable(a) | Check::Callable(a) => pointer(a),
                Check::Initialised(_) => Ok(()),
                Check::NeverEscapes(class) => demand(
                    self.program.source_types().is_class(*class),
                    "speaks of exceptions of what is no class",
                ),
            },
            _ => Ok(()),
        }
    }

    fn call(
        &self,
        body: &Body<'_>,
        callee: &Callee,
        arguments: &[Operand],
        results: &[Type],
    ) -> Result<(), String> {
        let id = match callee {
            Callee::Function(id) => *id,
            Callee::Pointer(Operand::Constant(Constant::Function(_))) => return Ok(()),
            Callee::Pointer(pointer) => {
                return demand(body.type_of(pointer) == Type::Pointer, "calls what is no pointer");
            }
        };
        let bits = self.program.data_model.pointer_bits;
        let function = self.program.function(id);
        let name = &function.name;
        let declared = function.parameters.len() - usize::from(function.variadic);
        for (number, (argument, parameter)) in
            arguments.iter().zip(&function.parameters[..declared]).enumerate()
        {
            if !passes_for(body.type_of(argument), *parameter, bits) {
                let number = number + 1;
                return Err(format!("argument {number} of the call of @{name} has a wrong type"));
            }
        }
        let fits = results.len() == function.results.len()
            && results.iter().zip(&function.results).all(|(r, given)| passes_for(*given, *r, bits));
        if !fits {
            let (here, there) = (results.len(), function.results.len());
            return Err(format!(
                "the call of @{name} has {here} results of these types, it returns {there}"
            ));
        }
        Ok(())
    }
}

/// Whether an operation, other than a call, gives exactly one result (else none).
fn has_result(operation: &Operation) -> bool {
    operation.is_pure() || matches!(operation, Operation::Allocate { .. } | Operation::Input { .. })
}

fn unary_takes(operation: UnaryOperation, value_type: Type) -> bool {
    use UnaryOperation::*;
    match (operation, value_type) {
        (Freeze, _) => true,
        (ByteSwap, Type::Int(width)) => width % 8 == 0,
        (BitReverse | PopulationCount | LeadingZeros | TrailingZeros, Type::Int(_)) => true,
        (
            FloatNeg | FloatAbs | SquareRoot | RoundToZero | RoundDown | RoundUp | RoundNearestEven
            | RoundNearestAway,
            Type::Float(_),
        ) => true,
        _ => false,
    }
}

fn converts(conversion: Conversion, from: Type, to: Type) -> bool {
    use Conversion::*;
    match (conversion, from, to) {
        (ZeroExtend | SignExtend, Type::Int(from), Type::Int(to)) => from < to,
        (Truncate, Type::Int(from), Type::Int(to)) => from > to,
        (FloatToFloat, Type::Float(_), Type::Float(_)) => true,
        (SignedToFloat | UnsignedToFloat, Type::Int(_), Type::Float(_)) => true,
        (
            FloatToSigned | FloatToUnsigned | FloatToSignedSaturating | FloatToUnsignedSaturating,
            Type::Float(_),
            Type::Int(_),
        ) => true,
        (FloatToBits, Type::Float(format), Type::Int(width))
        | (BitsToFloat, Type::Int(width), Type::Float(format)) => width == format.storage_bits(),
        (PointerToInt, Type::Pointer, Type::Int(_)) => true,
        (IntToPointer, Type::Int(_), Type::Pointer) => true,
        _ => false,
    }
}
