//! Builds the body of one KIR function, block by block.
//!
//! Invariant: exactly one block is open at a time, or none after a terminator; what is emitted while none is
//! open is dropped.

use klew_ir::object_layout::{HEADER_WORD, TAG_OFFSET};
use klew_ir::{
    BinaryOperation, Block, BlockCall, BlockId, Callee, Check, CheckId, Comparison, Constant,
    Conversion, Definition, FloatComparison, FloatFormat, FunctionId, Instruction, ObjectKind,
    Operand, Operation, Position, Property, SourceTypeId, Terminator, Type, UnaryOperation,
    ValueId, ValueInfo,
};
use smallvec::SmallVec;

use crate::class_file::JavaType;
use crate::class_file::bytecode::Kind;

/// A function body that grows.
pub(crate) struct Builder {
    pub definition: Definition,
    /// Where the instructions that are emitted now stand.
    pub position: Position,
    current: BlockId,
    open: bool,
}

impl Builder {
    /// A body with nothing but its entry block, which is open.
    pub fn new(parameters: &[Type]) -> Builder {
        let mut builder = Builder {
            definition: Definition::default(),
            position: Position::UNKNOWN,
            current: BlockId(0),
            open: true,
        };
        builder.definition.parameters = parameters.iter().map(|ty| builder.value(*ty)).collect();
        builder.block(&[]);
        builder
    }

    /// The parameter of that number.
    pub fn parameter(&self, index: usize) -> Operand {
        Operand::Value(self.definition.parameters[index])
    }

    fn value(&mut self, value_type: Type) -> ValueId {
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

    fn push(&mut self, results: SmallVec<[ValueId; 1]>, operation: Operation) {
        if self.open {
            let position = self.position;
            let block = &mut self.definition.blocks[self.current.0 as usize];
            block.instructions.push(Instruction { results, operation, position });
        }
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

    /// A call.
    pub fn call(
        &mut self,
        callee: FunctionId,
        arguments: &[Operand],
        results: &[Type],
    ) -> Vec<Operand> {
        let values: SmallVec<[ValueId; 1]> = results.iter().map(|ty| self.value(*ty)).collect();
        let operands = values.iter().map(|value| Operand::Value(*value)).collect();
        let arguments = arguments.iter().cloned().collect();
        self.push(values, Operation::Call { callee: Callee::Function(callee), arguments });
        operands
    }

    /// A binary operation; the result has the type of the first operand.
    pub fn binary(&mut self, operation: BinaryOperation, a: Operand, b: Operand) -> Operand {
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

    /// Whether a reference is null.
    pub fn is_null(&mut self, reference: Operand) -> Operand {
        self.compare(Comparison::Equal, reference, null())
    }

    /// A choice between two values of one type.
    pub fn select(&mut self, condition: Operand, then: Operand, otherwise: Operand) -> Operand {
        let result = self.type_of(&then);
        self.emit(Operation::Select(condition, then, otherwise), result)
    }

    /// A conversion; nothing if the types agree.
    pub fn convert(&mut self, conversion: Conversion, a: Operand, to: Type) -> Operand {
        if self.type_of(&a) == to {
            return a;
        }
        self.emit(Operation::Convert(conversion, a), to)
    }

    /// A truth value as an `int`.
    pub fn truth_to_int(&mut self, truth: Operand) -> Operand {
        self.convert(Conversion::ZeroExtend, truth, Type::Int(32))
    }

    /// A pointer moved by a known number of bytes.
    pub fn offset_by(&mut self, pointer: Operand, bytes: i64) -> Operand {
        if bytes == 0 {
            return pointer;
        }
        if let Operand::Constant(Constant::Global(id, start)) = &pointer {
            return Operand::Constant(Constant::Global(*id, start + bytes));
        }
        self.emit(Operation::Offset(pointer, word(bytes as u64)), Type::Pointer)
    }

    /// Reads a scalar behind a known number of bytes.
    pub fn load(&mut self, pointer: Operand, bytes: i64, ty: Type) -> Operand {
        let place = self.offset_by(pointer, bytes);
        self.emit(Operation::Load(place), ty)
    }

    /// Writes a scalar behind a known number of bytes.
    pub fn store(&mut self, pointer: Operand, bytes: i64, value: Operand) {
        let place = self.offset_by(pointer, bytes);
        self.effect(Operation::Store(place, value));
    }

    /// The tag of an object.
    pub fn tag(&mut self, object: Operand) -> Operand {
        self.load(object, TAG_OFFSET as i64, HEADER_WORD)
    }

    /// Sets the tag of an object that is made.
    pub fn set_tag(&mut self, object: Operand, tag: Operand) {
        self.store(object, TAG_OFFSET as i64, tag);
    }

    /// A value of a Java type, read from memory and widened as the operand stack wants it.
    pub fn load_java(&mut self, pointer: Operand, bytes: i64, java_type: &JavaType) -> Operand {
        let value = self.load(pointer, bytes, memory_type(java_type));
        match java_type {
            JavaType::Boolean => {
                let bit = self.convert(Conversion::Truncate, value, Type::BOOL);
                self.truth_to_int(bit)
            }
            JavaType::Byte | JavaType::Short => {
                self.convert(Conversion::SignExtend, value, Type::Int(32))
            }
            JavaType::Char => self.convert(Conversion::ZeroExtend, value, Type::Int(32)),
            _ => value,
        }
    }

    /// Writes a value of a Java type.
    pub fn store_java(
        &mut self,
        pointer: Operand,
        bytes: i64,
        java_type: &JavaType,
        value: Operand,
    ) {
        let value = match java_type {
            JavaType::Boolean => {
                let bit = self.convert(Conversion::Truncate, value, Type::BOOL);
                self.convert(Conversion::ZeroExtend, bit, Type::Int(8))
            }
            JavaType::Byte => self.convert(Conversion::Truncate, value, Type::Int(8)),
            JavaType::Char | JavaType::Short => {
                self.convert(Conversion::Truncate, value, Type::Int(16))
            }
            _ => value,
        };
        self.store(pointer, bytes, value);
    }

    /// A new object of zeroed bytes with its tag.
    pub fn allocate(
        &mut self,
        size: Operand,
        tag: u32,
        source_type: Option<SourceTypeId>,
    ) -> Operand {
        let object = self.emit(
            Operation::Allocate {
                kind: ObjectKind::Heap,
                size,
                align: 8,
                zeroed: true,
                variable: None,
                source_type,
            },
            Type::Pointer,
        );
        self.set_tag(object.clone(), int(i64::from(tag)));
        object
    }

    /// An assertion.
    pub fn assert(&mut self, property: Property, check: Check) {
        let message = None;
        self.effect(Operation::Assert { id: CheckId::UNNUMBERED, property, check, message });
    }

    /// An assertion that always fails.
    pub fn assert_fails(&mut self, property: Property, message: Option<String>) {
        let check = Check::Holds(Operand::Constant(Constant::int(1, 0)));
        self.effect(Operation::Assert { id: CheckId::UNNUMBERED, property, check, message });
    }
}

/// The null reference.
pub(crate) fn null() -> Operand {
    Operand::Constant(Constant::Null)
}

/// An `int`.
pub(crate) fn int(value: i64) -> Operand {
    Operand::Constant(Constant::int(32, value as u64))
}

/// A `long`, also a number of bytes.
pub(crate) fn word(value: u64) -> Operand {
    Operand::Constant(Constant::int(64, value))
}

/// A `float`.
pub(crate) fn single(value: f32) -> Operand {
    Operand::Constant(Constant::Float(FloatFormat::Single, u128::from(value.to_bits())))
}

/// A `double`.
pub(crate) fn double(value: f64) -> Operand {
    Operand::Constant(Constant::Float(FloatFormat::Double, u128::from(value.to_bits())))
}

/// The KIR type of values on the operand stack.
pub(crate) fn kind_type(kind: Kind) -> Type {
    match kind {
        Kind::Int => Type::Int(32),
        Kind::Long => Type::Int(64),
        Kind::Float => Type::Float(FloatFormat::Single),
        Kind::Double => Type::Float(FloatFormat::Double),
        Kind::Reference => Type::Pointer,
    }
}

/// The KIR type of parameters and results.
pub(crate) fn value_type(java_type: &JavaType) -> Type {
    kind_type(crate::class_file::assembler::kind_of(java_type))
}

/// The KIR type of fields and elements.
pub(crate) fn memory_type(java_type: &JavaType) -> Type {
    match java_type {
        JavaType::Boolean | JavaType::Byte => Type::Int(8),
        JavaType::Char | JavaType::Short => Type::Int(16),
        other => value_type(other),
    }
}

/// The value that fields of that type start with.
pub(crate) fn zero(ty: Type) -> Operand {
    match ty {
        Type::Int(width) => Operand::Constant(Constant::int(width, 0)),
        Type::Float(format) => Operand::Constant(Constant::Float(format, 0)),
        Type::Pointer => null(),
    }
}
