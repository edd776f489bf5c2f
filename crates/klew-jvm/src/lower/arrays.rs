//! Arrays: their length stands in the header, the elements lie behind it.

use klew_ir::object_layout::{HEADER_SIZE, HEADER_WORD, LENGTH_OFFSET};
use klew_ir::{BinaryOperation, Comparison, Conversion, Operand, Operation, Type};

use super::body::Body;
use super::builder::{Builder, int, null, value_type, word};
use super::failure::Failure;
use super::lowering::{Lowering, unsupported};
use crate::class_file::JavaType;
use crate::class_file::bytecode::Element;
use crate::classes::ClassId;

fn java_type(element: Element) -> JavaType {
    match element {
        Element::Byte => JavaType::Byte,
        Element::Char => JavaType::Char,
        Element::Short => JavaType::Short,
        Element::Int => JavaType::Int,
        Element::Long => JavaType::Long,
        Element::Float => JavaType::Float,
        Element::Double => JavaType::Double,
        Element::Reference => JavaType::Reference("java/lang/Object".into()),
    }
}

impl Builder {
    /// The length of an array.
    pub fn length(&mut self, array: Operand) -> Operand {
        self.load(array, LENGTH_OFFSET as i64, HEADER_WORD)
    }

    /// Sets what stands where arrays have their length.
    pub fn set_length(&mut self, object: Operand, length: Operand) {
        self.store(object, LENGTH_OFFSET as i64, length);
    }

    /// The address of the first element.
    pub fn elements(&mut self, array: Operand) -> Operand {
        self.offset_by(array, HEADER_SIZE as i64)
    }

    /// The address of an element.
    pub fn element(&mut self, array: Operand, index: Operand, size: u64) -> Operand {
        let start = self.elements(array);
        if let Operand::Constant(klew_ir::Constant::Int { value, .. }) = &index
            && let Ok(index) = u32::try_from(value)
        {
            return self.offset_by(start, (u64::from(index) * size) as i64);
        }
        let index = self.convert(Conversion::ZeroExtend, index, Type::Int(64));
        let bytes = match size {
            1 => index,
            _ => self.binary(BinaryOperation::Mul, index, word(size)),
        };
        self.emit(Operation::Offset(start, bytes), Type::Pointer)
    }

    /// A new array with a length that is not negative.
    pub fn new_array(
        &mut self,
        length: Operand,
        element_size: u64,
        tag: Operand,
        source_type: Option<klew_ir::SourceTypeId>,
    ) -> Operand {
        let wide = self.convert(Conversion::ZeroExtend, length.clone(), Type::Int(64));
        let bytes = self.binary(BinaryOperation::Mul, wide, word(element_size));
        let size = self.binary(BinaryOperation::Add, bytes, word(HEADER_SIZE));
        let array = self.emit(
            Operation::Allocate {
                kind: klew_ir::ObjectKind::Heap,
                size,
                align: 8,
                zeroed: true,
                variable: None,
                source_type,
            },
            Type::Pointer,
        );
        self.set_tag(array.clone(), tag);
        self.set_length(array.clone(), length);
        array
    }
}

impl Lowering<'_, '_> {
    /// Element type, tag and source type of an array class of which there are objects.
    pub fn array_parts(
        &mut self,
        class: ClassId,
    ) -> Result<(JavaType, u32, klew_ir::SourceTypeId), String> {
        let loaded = self.world.class(class);
        let element = loaded.element.clone().ok_or("a class that is no array")?;
        let tag = self
            .tags
            .get(class)
            .ok_or_else(|| format!("arrays {} were not found to be made", loaded.java_name()))?;
        let record = self.record(&loaded.name);
        Ok((element, tag, record))
    }

    /// The function that makes arrays of arrays: lengths to array, none of them negative.
    fn array_maker(
        &mut self,
        class: ClassId,
        dimensions: u8,
    ) -> Result<klew_ir::FunctionId, String> {
        if let Some(known) = self.array_makers.get(&(class, dimensions)) {
            return Ok(*known);
        }
        let (element, tag, record) = self.array_parts(class)?;
        let inner = match (&element, dimensions) {
            (_, 0 | 1) => None,
            (JavaType::Reference(name), _) => {
                let inner = self.class_named(name)?;
                Some(self.array_maker(inner, dimensions - 1)?)
            }
            _ => return Err("more dimensions than the array has".into()),
        };
        let name = format!("klew.new {} {dimensions}", self.world.class(class).java_name());
        let parameters = vec![Type::Int(32); usize::from(dimensions)];
        let function = self.add_function(name, &parameters, &[Type::Pointer]);
        self.array_makers.insert((class, dimensions), function);
        let mut builder = Builder::new(&parameters);
        let length = builder.parameter(0);
        let array =
            builder.new_array(length.clone(), element.size(), int(i64::from(tag)), Some(record));
        let done = builder.block(&[]);
        if let Some(inner) = inner {
            let head = builder.block(&[Type::Int(32)]);
            let turn = builder.block(&[]);
            builder.jump(head, vec![int(0)]);
            builder.switch_to(head);
            let index = builder.block_parameter(head, 0);
            let more = builder.compare(Comparison::SignedLess, index.clone(), length);
            builder.branch(more, turn, done);
            builder.switch_to(turn);
            let rest: Vec<Operand> =
                (1..usize::from(dimensions)).map(|number| builder.parameter(number)).collect();
            let made = builder.call(inner, &rest, &[Type::Pointer]);
            let place = builder.element(array.clone(), index.clone(), 8);
            builder.effect(Operation::Store(place, made[0].clone()));
            let next = builder.binary(BinaryOperation::Add, index, int(1));
            builder.jump(head, vec![next]);
        } else {
            builder.jump(done, Vec::new());
        }
        builder.switch_to(done);
        builder.terminate(klew_ir::Terminator::Return(vec![array]));
        self.define(function, builder);
        Ok(function)
    }
}

impl Body<'_, '_, '_> {
    pub(super) fn array_length(&mut self) -> Result<(), String> {
        let array = self.pop_reference()?;
        self.check_null(&array)?;
        let length = self.builder.length(array);
        self.push(length);
        Ok(())
    }

    /// Checks array and index; the address of the element.
    fn element(&mut self, array: &Operand, index: Operand, size: u64) -> Result<Operand, String> {
        self.check_null(array)?;
        let length = self.builder.length(array.clone());
        // A negative index is a large one without sign.
        let (i, n) = (index.clone(), length.clone());
        let outside = self.builder.compare(Comparison::UnsignedLessEqual, n, i);
        self.fail_if(outside, Failure::ArrayIndex, &[index.clone(), length])?;
        Ok(self.builder.element(array.clone(), index, size))
    }

    pub(super) fn array_load(&mut self, element: Element) -> Result<(), String> {
        let index = self.pop_int()?;
        let array = self.pop_reference()?;
        let element = java_type(element);
        let place = self.element(&array, index, element.size())?;
        let value = self.builder.load_java(place, 0, &element);
        let value = match element.is_reference() && self.low.reached.has_arrays_of_objects {
            true => self.enum_constant(value)?,
            false => value,
        };
        self.push(value);
        Ok(())
    }

    pub(super) fn array_store(&mut self, element: Element) -> Result<(), String> {
        let element = java_type(element);
        let value = self.pop_type(value_type(&element))?;
        let index = self.pop_int()?;
        let array = self.pop_reference()?;
        let place = self.element(&array, index, element.size())?;
        if element.is_reference() {
            self.check_store(&array, &value)?;
        }
        self.builder.store_java(place, 0, &element, value);
        Ok(())
    }

    pub(super) fn new_array(&mut self, class: ClassId) -> Result<(), String> {
        let length = self.pop_int()?;
        self.check_size(&length)?;
        let (element, tag, record) = self.low.array_parts(class)?;
        let tag = int(i64::from(tag));
        let array = self.builder.new_array(length, element.size(), tag, Some(record));
        self.mark_non_null(&array);
        self.push(array);
        Ok(())
    }

    fn check_size(&mut self, length: &Operand) -> Result<(), String> {
        let negative = self.builder.compare(Comparison::SignedLess, length.clone(), int(0));
        self.fail_if(negative, Failure::NegativeSize, std::slice::from_ref(length))
    }

    pub(super) fn new_multi_array(&mut self, class: ClassId, dimensions: u8) -> Result<(), String> {
        let mut lengths = Vec::new();
        for _ in 0..dimensions {
            lengths.push(self.pop_int()?);
        }
        lengths.reverse();
        if lengths.is_empty() {
            self.builder.terminate(unsupported("an array without dimensions"));
            return Ok(());
        }
        for length in &lengths {
            self.check_size(length)?;
        }
        let maker = self.low.array_maker(class, dimensions)?;
        let made = self.builder.call(maker, &lengths, &[Type::Pointer]);
        self.mark_non_null(&made[0]);
        self.push(made[0].clone());
        Ok(())
    }

    /// Throws an `ArrayStoreException` if the array's elements are of a class that the value is not of.
    fn check_store(&mut self, array: &Operand, value: &Operand) -> Result<(), String> {
        if *value == null() {
            return Ok(());
        }
        let Some(check) = self.low.store_check()? else { return Ok(()) };
        let fits = self.builder.call(check, &[array.clone(), value.clone()], &[Type::BOOL]);
        let (good, bad) = self.fork(fits[0].clone());
        self.builder.switch_to(bad);
        self.fail(Failure::ArrayStore, std::slice::from_ref(value))?;
        self.builder.switch_to(good);
        Ok(())
    }
}
