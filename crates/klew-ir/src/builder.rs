//! Builds the body of one function, block by block. Front ends add what their languages need.
//!
//! Constants that address arithmetic, checks and choices of front ends produce are folded at once; the rest is left to
//! the simplifier.
//!
//! **Invariant**: exactly one block is open at a time, or none after a terminator; what is emitted while none is open can
//! never be reached, and is dropped.

use crate::{
    Access, BinaryOperation, Block, BlockCall, BlockId, Callee, Check, CheckId, Comparison,
    Constant, Conversion, DataModel, Definition, FloatComparison, Instruction, Operand, Operation,
    OverflowOperation, Position, Property, Terminator, Type, UnaryOperation, ValueId, ValueInfo,
};
use num_bigint::BigUint;
use smallvec::SmallVec;

/// A function body that grows.
#[derive(Clone, Debug)]
pub struct Builder {
    /// What was built so far.
    pub definition: Definition,
    /// The machine.
    pub data_model: DataModel,
    /// Where the instructions that are emitted now stand.
    pub position: Position,
    current: BlockId,
    open: bool,
}

impl Builder {
    /// A body with nothing but its entry block, which is open.
    pub fn new(data_model: DataModel, parameters: &[Type]) -> Builder {
        let mut builder = Builder {
            definition: Definition::default(),
            data_model,
            position: Position::UNKNOWN,
            current: BlockId(0),
            open: true,
        };
        let parameters = parameters.iter().map(|ty| builder.value(*ty)).collect();
        builder.definition.parameters = parameters;
        builder.block(&[]);
        builder
    }

    /// A body before which something is to be done: its entry block, which is new and open, and the one that was the entry.
    pub fn before(data_model: DataModel, definition: Definition) -> (Builder, BlockId) {
        let (position, current, open) = (Position::UNKNOWN, BlockId(0), true);
        let mut builder = Builder { definition, data_model, position, current, open };
        let body = builder.block(&[]);
        builder.definition.blocks.swap(0, body.0 as usize);
        (builder, body)
    }

    /// A body that gets more blocks; none is open.
    pub fn continuing(data_model: DataModel, definition: Definition) -> Builder {
        let (position, current, open) = (Position::UNKNOWN, BlockId(0), false);
        Builder { definition, data_model, position, current, open }
    }

    /// The parameter of that number.
    pub fn parameter(&self, index: usize) -> Operand {
        Operand::Value(self.definition.parameters[index])
    }

    /// The type of an integer as wide as a pointer.
    pub fn word(&self) -> Type {
        Type::Int(self.data_model.pointer_bits)
    }

    /// An integer as wide as a pointer.
    pub fn word_constant(&self, value: u64) -> Operand {
        Operand::Constant(Constant::int(self.data_model.pointer_bits, value))
    }

    /// A new value without a definition yet.
    pub fn value(&mut self, value_type: Type) -> ValueId {
        let id = ValueId(self.definition.values.len() as u32);
        self.definition.values.push(ValueInfo { value_type, name: None });
        id
    }

    /// The type of an operand.
    pub fn type_of(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Value(id) => self.definition.values[id.0 as usize].value_type,
            Operand::Constant(constant) => constant.type_of(),
        }
    }

    /// Bits of an integer operand; 0 for others, which no caller passes.
    pub fn width(&self, operand: &Operand) -> u32 {
        match self.type_of(operand) {
            Type::Int(width) => width,
            _ => 0,
        }
    }

    // Blocks

    /// A new block with parameters of these types.
    pub fn block(&mut self, parameters: &[Type]) -> BlockId {
        let parameters = parameters.iter().map(|ty| self.value(*ty)).collect();
        let id = BlockId(self.definition.blocks.len() as u32);
        self.definition.blocks.push(Block {
            name: None,
            parameters,
            instructions: Vec::new(),
            terminator: Terminator::Unreachable,
            terminator_position: Position::UNKNOWN,
        });
        id
    }

    /// Parameter of a block.
    pub fn block_parameter(&self, block: BlockId, index: usize) -> Operand {
        Operand::Value(self.definition.blocks[block.0 as usize].parameters[index])
    }

    /// From here on, instructions go to the end of that block.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
        self.open = true;
    }

    /// Whether a block is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Ends the open block.
    pub fn terminate(&mut self, terminator: Terminator) {
        if !self.open {
            return;
        }
        let block = &mut self.definition.blocks[self.current.0 as usize];
        block.terminator = terminator;
        block.terminator_position = self.position;
        self.open = false;
    }

    /// Ends the open block with a jump.
    pub fn jump(&mut self, block: BlockId, arguments: Vec<Operand>) {
        self.terminate(Terminator::Jump(BlockCall { block, arguments }));
    }

    /// Ends the open block with a branch to two blocks without parameters.
    pub fn branch(&mut self, condition: Operand, then_block: BlockId, else_block: BlockId) {
        self.terminate(Terminator::Branch {
            condition,
            then_block: BlockCall { block: then_block, arguments: Vec::new() },
            else_block: BlockCall { block: else_block, arguments: Vec::new() },
        });
    }

    // Instructions

    fn push(&mut self, results: SmallVec<[ValueId; 1]>, operation: Operation) {
        if !self.open {
            return;
        }
        let position = self.position;
        let block = &mut self.definition.blocks[self.current.0 as usize];
        block.instructions.push(Instruction { results, operation, position });
    }

    /// An instruction with one result.
    pub fn emit(&mut self, operation: Operation, result: Type) -> Operand {
        let value = self.value(result);
        self.push(smallvec::smallvec![value], operation);
        Operand::Value(value)
    }

    /// An instruction without a result.
    pub fn effect(&mut self, operation: Operation) {
        self.push(SmallVec::new(), operation);
    }

    /// A call; what it gives back.
    pub fn call(
        &mut self,
        callee: Callee,
        arguments: impl IntoIterator<Item = Operand>,
        results: &[Type],
    ) -> SmallVec<[Operand; 1]> {
        let arguments = arguments.into_iter().collect();
        self.emit_all(Operation::Call { callee, arguments }, results)
    }

    /// An instruction with any number of results.
    pub fn emit_all(&mut self, operation: Operation, results: &[Type]) -> SmallVec<[Operand; 1]> {
        let values: SmallVec<[ValueId; 1]> = results.iter().map(|ty| self.value(*ty)).collect();
        let operands = values.iter().map(|value| Operand::Value(*value)).collect();
        self.push(values, operation);
        operands
    }

    /// A binary operation; the result has the type of the first operand.
    pub fn binary(&mut self, operation: BinaryOperation, a: Operand, b: Operand) -> Operand {
        if let Some(folded) = fold_binary(operation, &a, &b) {
            return folded;
        }
        let result = self.type_of(&a);
        self.emit(Operation::Binary(operation, a, b), result)
    }

    /// A unary operation.
    pub fn unary(&mut self, operation: UnaryOperation, a: Operand) -> Operand {
        let result = self.type_of(&a);
        self.emit(Operation::Unary(operation, a), result)
    }

    /// A comparison.
    pub fn compare(&mut self, comparison: Comparison, a: Operand, b: Operand) -> Operand {
        self.emit(Operation::Compare(comparison, a, b), Type::BOOL)
    }

    /// A comparison of floating-point numbers.
    pub fn compare_float(
        &mut self,
        comparison: FloatComparison,
        a: Operand,
        b: Operand,
    ) -> Operand {
        self.emit(Operation::CompareFloat(comparison, a, b), Type::BOOL)
    }

    /// The negation of a truth value.
    pub fn not(&mut self, a: Operand) -> Operand {
        self.binary(BinaryOperation::Xor, a, truth(true))
    }

    /// A choice between two values of one type.
    pub fn select(&mut self, condition: Operand, then: Operand, otherwise: Operand) -> Operand {
        if then == otherwise {
            return then;
        }
        if let Some(value) = as_u64(&condition) {
            return if value == 1 { then } else { otherwise };
        }
        let result = self.type_of(&then);
        self.emit(Operation::Select(condition, then, otherwise), result)
    }

    /// A conversion; nothing if the types agree and the conversion keeps values of equal types.
    pub fn convert(&mut self, conversion: Conversion, a: Operand, to: Type) -> Operand {
        let keeps = matches!(
            conversion,
            Conversion::ZeroExtend
                | Conversion::SignExtend
                | Conversion::Truncate
                | Conversion::FloatToFloat
        );
        if keeps && self.type_of(&a) == to {
            return a;
        }
        if let Some(folded) = fold_conversion(conversion, &a, to) {
            return folded;
        }
        self.emit(Operation::Convert(conversion, a), to)
    }

    /// The integer zero-extended or truncated to that width.
    pub fn unsigned_resize(&mut self, a: Operand, width: u32) -> Operand {
        let conversion =
            if self.width(&a) > width { Conversion::Truncate } else { Conversion::ZeroExtend };
        self.convert(conversion, a, Type::Int(width))
    }

    /// The integer sign-extended or truncated to that width.
    pub fn signed_resize(&mut self, a: Operand, width: u32) -> Operand {
        let conversion =
            if self.width(&a) > width { Conversion::Truncate } else { Conversion::SignExtend };
        self.convert(conversion, a, Type::Int(width))
    }

    /// Whether the exact result does not fit.
    pub fn overflows(&mut self, operation: OverflowOperation, a: Operand, b: Operand) -> Operand {
        self.emit(Operation::Overflows(operation, a, b), Type::BOOL)
    }

    /// A pointer moved by a number of bytes.
    pub fn offset(&mut self, pointer: Operand, bytes: Operand) -> Operand {
        if let Some(bytes) = as_u64(&bytes) {
            let bits = self.data_model.pointer_bits;
            let signed = ((bytes << (64 - bits)) as i64) >> (64 - bits);
            return self.offset_by(pointer, signed);
        }
        self.emit(Operation::Offset(pointer, bytes), Type::Pointer)
    }

    /// A pointer moved by a known number of bytes.
    pub fn offset_by(&mut self, pointer: Operand, bytes: i64) -> Operand {
        if bytes == 0 {
            return pointer;
        }
        if let Operand::Constant(Constant::Global(id, start)) = &pointer
            && let Some(sum) = start.checked_add(bytes)
        {
            return Operand::Constant(Constant::Global(*id, sum));
        }
        let bytes = self.word_constant(bytes as u64);
        self.emit(Operation::Offset(pointer, bytes), Type::Pointer)
    }

    // Checks

    /// An assertion.
    pub fn assert(&mut self, property: Property, check: Check) {
        self.effect(Operation::Assert { id: CheckId::UNNUMBERED, property, check, message: None });
    }

    /// An assertion that a truth value is 1; nothing if it obviously is.
    pub fn assert_holds(&mut self, property: Property, condition: Operand) {
        if as_u64(&condition) != Some(1) {
            self.assert(property, Check::Holds(condition));
        }
    }

    /// An assertion that something never happens.
    pub fn assert_not(&mut self, property: Property, bad: Operand) {
        let good = self.not(bad);
        self.assert_holds(property, good);
    }

    /// An assertion that always fails.
    pub fn assert_fails(&mut self, property: Property, message: Option<String>) {
        let check = Check::Holds(truth(false));
        self.effect(Operation::Assert { id: CheckId::UNNUMBERED, property, check, message });
    }

    /// The check that stands before an access.
    pub fn assert_accessible(&mut self, pointer: &Operand, size: Operand, access: Access) {
        if as_u64(&size) == Some(0) {
            return;
        }
        let check = Check::Accessible { pointer: pointer.clone(), size, access };
        self.assert(Property::Dereference, check);
    }
}

/// Accesses with the checks that stand before them, for languages in which any may fail.
impl Builder {
    /// Reads a scalar, with its check. Integers that do not fill their bytes are truncated.
    pub fn load(&mut self, pointer: Operand, ty: Type) -> Operand {
        let bytes = ty.store_size(self.data_model.pointer_bits);
        let size = self.word_constant(bytes);
        self.assert_accessible(&pointer, size, Access::Read);
        self.load_unchecked(pointer, ty)
    }

    /// Reads a scalar whose check stands already.
    pub fn load_unchecked(&mut self, pointer: Operand, ty: Type) -> Operand {
        match ty {
            Type::Int(width) if width % 8 != 0 => {
                let wide = Type::Int(width.next_multiple_of(8));
                let value = self.emit(Operation::Load(pointer), wide);
                self.convert(Conversion::Truncate, value, ty)
            }
            _ => self.emit(Operation::Load(pointer), ty),
        }
    }

    /// Writes a scalar, with its check.
    pub fn store(&mut self, pointer: Operand, value: Operand) {
        let bytes = self.type_of(&value).store_size(self.data_model.pointer_bits);
        let size = self.word_constant(bytes);
        self.assert_accessible(&pointer, size, Access::Write);
        self.store_unchecked(pointer, value);
    }

    /// Writes a scalar whose check stands already.
    pub fn store_unchecked(&mut self, pointer: Operand, value: Operand) {
        let value = match self.type_of(&value) {
            Type::Int(width) if width % 8 != 0 => {
                self.unsigned_resize(value, width.next_multiple_of(8))
            }
            _ => value,
        };
        self.effect(Operation::Store(pointer, value));
    }
}

/// A truth value.
pub fn truth(value: bool) -> Operand {
    Operand::Constant(Constant::int(1, u64::from(value)))
}

/// An integer constant.
pub fn int(width: u32, value: u64) -> Operand {
    if width <= 64 {
        return Operand::Constant(Constant::int(width, value));
    }
    Operand::Constant(Constant::Int { width, value: BigUint::from(value) })
}

/// The zero of a scalar type.
pub fn zero(ty: Type) -> Operand {
    match ty {
        Type::Int(width) => int(width, 0),
        Type::Float(format) => Operand::Constant(Constant::Float(format, 0)),
        Type::Pointer => Operand::Constant(Constant::Null),
    }
}

/// The value of that type that was never written.
pub fn undefined(ty: Type) -> Operand {
    Operand::Constant(Constant::Undefined(ty))
}

/// The integer of that width whose bits are all 1.
pub fn all_ones(width: u32) -> Operand {
    big_int(width, (BigUint::from(1u8) << width) - 1u8)
}

/// The smallest signed integer of that width.
pub fn signed_min(width: u32) -> Operand {
    big_int(width, BigUint::from(1u8) << (width - 1))
}

/// The largest signed integer of that width.
pub fn signed_max(width: u32) -> Operand {
    big_int(width, (BigUint::from(1u8) << (width - 1)) - 1u8)
}

/// An integer constant from its bits.
pub fn big_int(width: u32, value: BigUint) -> Operand {
    Operand::Constant(Constant::Int { width, value })
}

/// The value of an integer constant, if it is one and fits.
pub fn as_u64(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Constant(Constant::Int { value, .. }) => u64::try_from(value).ok(),
        _ => None,
    }
}

fn as_int(operand: &Operand) -> Option<(u32, &BigUint)> {
    match operand {
        Operand::Constant(Constant::Int { width, value }) => Some((*width, value)),
        _ => None,
    }
}

/// Folds what address arithmetic and checks produce; the rest is left to the simplifier.
fn fold_binary(operation: BinaryOperation, a: &Operand, b: &Operand) -> Option<Operand> {
    let (width, left) = as_int(a)?;
    let (_, right) = as_int(b)?;
    let modulus = BigUint::from(1u8) << width;
    let value = match operation {
        BinaryOperation::Add => (left + right) % modulus,
        BinaryOperation::Sub => (left + &modulus - right) % modulus,
        BinaryOperation::Mul => (left * right) % modulus,
        BinaryOperation::And => left & right,
        BinaryOperation::Or => left | right,
        BinaryOperation::Xor => left ^ right,
        _ => return None,
    };
    Some(big_int(width, value))
}

fn fold_conversion(conversion: Conversion, a: &Operand, to: Type) -> Option<Operand> {
    let (width, value) = as_int(a)?;
    let Type::Int(to) = to else { return None };
    match conversion {
        Conversion::ZeroExtend => Some(big_int(to, value.clone())),
        Conversion::Truncate => Some(big_int(to, value % (BigUint::from(1u8) << to))),
        Conversion::SignExtend => {
            let negative = value.bit(u64::from(width) - 1);
            let high = (BigUint::from(1u8) << to) - (BigUint::from(1u8) << width);
            Some(big_int(to, if negative { value + high } else { value.clone() }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder() -> Builder {
        Builder::new(DataModel::ILP32, &[Type::Int(32), Type::Pointer])
    }

    #[test]
    fn what_no_block_is_open_for_is_dropped() {
        let mut builder = builder();
        let x = builder.parameter(0);
        let next = builder.block(&[Type::Int(32)]);
        builder.jump(next, vec![x.clone()]);
        builder.effect(Operation::Assume(truth(true)));
        builder.terminate(Terminator::Abort);
        builder.switch_to(next);
        let sum = builder.binary(BinaryOperation::Add, builder.block_parameter(next, 0), x);
        assert!(builder.is_open());
        builder.terminate(Terminator::Return(vec![sum]));
        assert!(!builder.is_open());
        let [entry, last] = &builder.definition.blocks[..] else { panic!("two blocks") };
        assert!(entry.instructions.is_empty() && matches!(entry.terminator, Terminator::Jump(_)));
        assert_eq!(last.instructions.len(), 1);
    }

    #[test]
    fn constants_are_folded() {
        let mut builder = builder();
        let x = builder.parameter(0);
        let folded = |operand: Operand, expected: Operand| assert_eq!(operand, expected);
        folded(builder.binary(BinaryOperation::Sub, int(8, 1), int(8, 2)), int(8, 255));
        folded(builder.convert(Conversion::SignExtend, int(8, 255), Type::Int(16)), all_ones(16));
        folded(builder.convert(Conversion::Truncate, x.clone(), Type::Int(32)), x.clone());
        folded(builder.select(truth(false), int(32, 1), x.clone()), x.clone());
        folded(builder.not(truth(true)), truth(false));
        let global = |at| Operand::Constant(Constant::Global(crate::GlobalId(0), at));
        // Offsets are signed and as wide as a pointer.
        folded(builder.offset(global(8), int(32, 0xffff_fffc)), global(4));
        builder.assert_holds(Property::Assertion, truth(true));
        assert!(builder.definition.blocks[0].instructions.is_empty());
        builder.assert_not(Property::Assertion, truth(true));
        assert_eq!(builder.definition.blocks[0].instructions.len(), 1);
    }
}
