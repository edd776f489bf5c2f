//! What lowering of class files adds to the builder of bodies: objects, and values of Java's types.

use std::ops::{Deref, DerefMut};

pub(crate) use klew_ir::builder::zero;
use klew_ir::object_layout::{HEADER_WORD, TAG_OFFSET};
use klew_ir::{
    Callee, Comparison, Constant, Conversion, DataModel, Definition, FloatFormat, FunctionId,
    ObjectKind, Operand, Operation, SourceTypeId, Type, builder,
};

use crate::class_file::JavaType;
use crate::class_file::bytecode::Kind;

/// The machine that class files are for.
pub(crate) const MACHINE: DataModel = DataModel { typed_memory: true, ..DataModel::LP64 };

/// A function body that grows.
pub(crate) struct Builder(builder::Builder);

impl Deref for Builder {
    type Target = builder::Builder;

    fn deref(&self) -> &builder::Builder {
        &self.0
    }
}

impl DerefMut for Builder {
    fn deref_mut(&mut self) -> &mut builder::Builder {
        &mut self.0
    }
}

impl Builder {
    /// A body with nothing but its entry block, which is open.
    pub fn new(parameters: &[Type]) -> Builder {
        Builder(builder::Builder::new(MACHINE, parameters))
    }

    /// What was built.
    pub fn finish(self) -> Definition {
        self.0.definition
    }

    /// A call.
    pub fn call(
        &mut self,
        callee: FunctionId,
        arguments: &[Operand],
        results: &[Type],
    ) -> Vec<Operand> {
        self.0.call(Callee::Function(callee), arguments.iter().cloned(), results).into_vec()
    }

    /// Whether a reference is null.
    pub fn is_null(&mut self, reference: Operand) -> Operand {
        self.compare(Comparison::Equal, reference, null())
    }

    /// A truth value as an `int`.
    pub fn truth_to_int(&mut self, truth: Operand) -> Operand {
        self.convert(Conversion::ZeroExtend, truth, Type::Int(32))
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
