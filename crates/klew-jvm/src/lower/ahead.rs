//! Initialisers of the library's classes that are evaluated while lowering: most only make some objects and keep them in the class's own
//! fields. Such a class needs no state and no check at each use, and two runs that differ only in which classes were used first are in one
//! state.
//!
//! Instructions are interpreted as far as they go straight on: constants, objects and arrays, constructors and static methods that do the
//! same. The objects become globals.
//!
//! **Invariant**: what is evaluated depends on nothing that a run may change, and changes nothing but the class's own static fields and
//! the objects that it makes; so nobody can tell when it happens. Anything else is left to the run.

use std::collections::BTreeMap;

use klew_ir::object_layout::{HEADER_SIZE, header};
use klew_ir::{Constant, GlobalId, Initializer, Relocation};

use super::lowering::Lowering;
use crate::class_file::assembler::kind_of;
use crate::class_file::bytecode::{Instruction, InvokeKind, Kind, StackOperation};
use crate::class_file::flags::{ABSTRACT, FINAL, NATIVE, STATIC, SYNCHRONIZED};
use crate::class_file::{self, JavaType};
use crate::classes::{ClassId, MethodId, Origin, ResolvedField};

/// The longest array.
const MOST_ELEMENTS: i32 = 4096;

/// The most calls below each other.
const MOST_CALLS: usize = 8;

/// The most objects.
const MOST_OBJECTS: usize = 256;

/// A value while evaluating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    /// A number: its bits, with the sign of an `int`.
    Number(Kind, u64),
    Null,
    /// An object that was made before.
    Global(GlobalId),
    /// An object that is being made, by its number.
    Made(usize),
}

/// An object that is being made.
struct Object {
    class: ClassId,
    /// Of what an array is; nothing for other objects.
    element: Option<JavaType>,
    /// With its header.
    bytes: Vec<u8>,
    /// References, by their offsets.
    references: BTreeMap<u64, Value>,
}

/// One initialiser that is being evaluated.
struct Evaluation {
    class: ClassId,
    objects: Vec<Object>,
    statics: BTreeMap<usize, Value>,
}

/// One call.
struct Call {
    method: MethodId,
    locals: Vec<Option<Value>>,
    stack: Vec<Value>,
}

impl Call {
    fn pop(&mut self) -> Option<Value> {
        self.stack.pop()
    }

    fn pop_int(&mut self) -> Option<i32> {
        match self.pop()? {
            Value::Number(Kind::Int, bits) => Some(bits as i32),
            _ => None,
        }
    }
}

impl Evaluation {
    /// Writes a value into an object.
    fn write(&mut self, object: Value, offset: u64, to: &JavaType, value: Value) -> Option<()> {
        let Value::Made(object) = object else { return None };
        let object = self.objects.get_mut(object)?;
        match value {
            Value::Number(kind, bits) if kind == kind_of(to) => {
                let place = object.bytes.get_mut(offset as usize..)?;
                place.get_mut(..to.size() as usize)?.copy_from_slice(&image(to, bits));
            }
            Value::Number(..) => return None,
            _ if kind_of(to) != Kind::Reference => return None,
            reference => {
                object.references.insert(offset, reference);
            }
        }
        Some(())
    }
}

/// The bytes of a number in memory.
fn image(java_type: &JavaType, bits: u64) -> Vec<u8> {
    let bits = if *java_type == JavaType::Boolean { bits & 1 } else { bits };
    bits.to_le_bytes()[..java_type.size() as usize].to_vec()
}

fn int(value: i32) -> Value {
    Value::Number(Kind::Int, value as u32 as u64)
}

impl Lowering<'_, '_> {
    /// Evaluates an initialiser of a class whose superclasses have none; whether that was done.
    pub(super) fn evaluate_ahead(&mut self, class: ClassId, initialiser: MethodId) -> bool {
        if self.world.class(class).origin == Origin::User {
            return false;
        }
        let mut evaluation = Evaluation { class, objects: Vec::new(), statics: BTreeMap::new() };
        self.evaluate(&mut evaluation, initialiser, Vec::new(), 0).is_some()
            && self.keep(evaluation).is_some()
    }

    /// Whether nothing is left to do where a class is used for the first time.
    fn is_ready(&mut self, class: ClassId, by: ClassId) -> bool {
        class == by || !self.initialising.contains(&class) && self.initialiser(class).is_none()
    }

    /// Of exceptions runs say where they began.
    fn is_throwable(&mut self, class: ClassId) -> bool {
        let classes = &mut self.world.classes;
        classes.loaded("java/lang/Throwable").is_some_and(|it| classes.is_subtype(class, it))
    }

    /// Runs a method; its result, if it has one. Nothing if something is not understood.
    fn evaluate(
        &mut self,
        evaluation: &mut Evaluation,
        method: MethodId,
        arguments: Vec<Value>,
        depth: usize,
    ) -> Option<Option<Value>> {
        let called = self.world.method(method).clone();
        if called.is(NATIVE | ABSTRACT | SYNCHRONIZED) || depth > MOST_CALLS {
            return None;
        }
        let mut locals = vec![None; usize::from(called.code.as_ref()?.max_locals)];
        let mut local = 0;
        for argument in arguments {
            *locals.get_mut(local)? = Some(argument);
            let is_wide = matches!(argument, Value::Number(Kind::Long | Kind::Double, _));
            local += if is_wide { 2 } else { 1 };
        }
        let mut call = Call { method, locals, stack: Vec::new() };
        let placed = self.world.code(method).ok()?;
        for placed in placed.iter() {
            if let Instruction::Return(kind) = placed.instruction {
                return match kind {
                    Some(_) => call.pop().map(Some),
                    None => Some(None),
                };
            }
            self.evaluate_instruction(evaluation, &mut call, &placed.instruction, depth)?;
        }
        None
    }

    fn evaluate_instruction(
        &mut self,
        evaluation: &mut Evaluation,
        call: &mut Call,
        instruction: &Instruction,
        depth: usize,
    ) -> Option<()> {
        let class = call.method.class;
        match instruction {
            Instruction::Nop => {}
            Instruction::Null => call.stack.push(Value::Null),
            Instruction::Int(value) => call.stack.push(int(*value)),
            Instruction::Long(value) => call.stack.push(Value::Number(Kind::Long, *value as u64)),
            Instruction::Float(value) => {
                call.stack.push(Value::Number(Kind::Float, value.to_bits().into()));
            }
            Instruction::Double(value) => {
                call.stack.push(Value::Number(Kind::Double, value.to_bits()));
            }
            Instruction::LoadConstant(index) => {
                let value = self.evaluate_constant(class, *index)?;
                call.stack.push(value);
            }
            Instruction::Load(_, index) => {
                let value = (*call.locals.get(usize::from(*index))?)?;
                call.stack.push(value);
            }
            Instruction::Store(_, index) => {
                let value = call.pop()?;
                *call.locals.get_mut(usize::from(*index))? = Some(value);
            }
            Instruction::Stack(StackOperation::Dup) => {
                let top = *call.stack.last()?;
                call.stack.push(top);
            }
            Instruction::Stack(StackOperation::Pop) => {
                call.pop()?;
            }
            Instruction::ArrayStore(_) => {
                let (value, index, array) = (call.pop()?, call.pop_int()?, call.pop()?);
                store_element(evaluation, array, index, value)?;
            }
            Instruction::GetStatic(_) | Instruction::PutStatic(_) | Instruction::PutField(_) => {
                self.evaluate_field(evaluation, call, instruction)?;
            }
            Instruction::New(index) => {
                let made = self.world.class_constant(class, *index).ok()?;
                if !self.is_ready(made, evaluation.class) || self.is_throwable(made) {
                    return None;
                }
                let size = self.world.class(made).size;
                let object = self.new_ahead(evaluation, made, size, (None, 0))?;
                call.stack.push(object);
            }
            Instruction::NewArray(kind) => {
                let array = self.class_named(crate::reach::primitive_array(*kind)?).ok()?;
                self.new_array_ahead(evaluation, call, array)?;
            }
            Instruction::NewReferenceArray(index) => {
                let element = self.world.class_constant(class, *index).ok()?;
                let name = JavaType::of_class(&self.world.class(element).name).array_name();
                let array = self.class_named(&name).ok()?;
                self.new_array_ahead(evaluation, call, array)?;
            }
            Instruction::Invoke(kind @ (InvokeKind::Special | InvokeKind::Static), index) => {
                let resolved = self.world.callee(class, *index).ok()?;
                let is_static = *kind == InvokeKind::Static;
                self.evaluate_call(evaluation, call, (resolved, is_static), depth)?;
            }
            _ => return None,
        }
        Some(())
    }

    fn evaluate_constant(&mut self, class: ClassId, index: u16) -> Option<Value> {
        let loaded = self.world.class(class);
        Some(match loaded.file.pool.get(index).ok()? {
            class_file::Constant::Integer(value) => int(*value),
            class_file::Constant::Float(bits) => Value::Number(Kind::Float, (*bits).into()),
            class_file::Constant::Long(value) => Value::Number(Kind::Long, *value as u64),
            class_file::Constant::Double(bits) => Value::Number(Kind::Double, *bits),
            class_file::Constant::String(text) => {
                let units = loaded.file.pool.string(*text).ok()?;
                Value::Global(self.literal(&units).ok()?)
            }
            _ => return None,
        })
    }

    fn evaluate_field(
        &mut self,
        evaluation: &mut Evaluation,
        call: &mut Call,
        instruction: &Instruction,
    ) -> Option<()> {
        let class = call.method.class;
        match instruction {
            Instruction::PutField(index) => {
                let (value, object) = (call.pop()?, call.pop()?);
                let ResolvedField::Instance(field) = self.world.field(class, *index).ok()? else {
                    return None;
                };
                evaluation.write(object, field.offset, &field.field_type, value)
            }
            Instruction::PutStatic(index) => {
                let value = call.pop()?;
                match self.world.field(class, *index).ok()? {
                    ResolvedField::Static(owner, field) if owner == evaluation.class => {
                        evaluation.statics.insert(field, value);
                        Some(())
                    }
                    _ => None,
                }
            }
            Instruction::GetStatic(index) => {
                let ResolvedField::Static(owner, field) = self.world.field(class, *index).ok()?
                else {
                    return None;
                };
                let value = if owner == evaluation.class {
                    *evaluation.statics.get(&field)?
                } else {
                    // A field that is not final may have been written by then.
                    let is_final = self.world.class(owner).file.fields[field].access & FINAL != 0;
                    let is_known = is_final && self.is_ready(owner, evaluation.class);
                    *self.known_statics.get(&(owner, field)).filter(|_| is_known)?
                };
                call.stack.push(value);
                Some(())
            }
            _ => None,
        }
    }

    fn evaluate_call(
        &mut self,
        evaluation: &mut Evaluation,
        call: &mut Call,
        (resolved, is_static): (MethodId, bool),
        depth: usize,
    ) -> Option<()> {
        let target = match is_static {
            true => resolved,
            false => self.world.classes.select_special(call.method.class, resolved),
        };
        let called = self.world.method(target).clone();
        if called.is(STATIC) != is_static
            || is_static && !self.is_ready(target.class, evaluation.class)
        {
            return None;
        }
        let count = called.signature.parameters.len() + usize::from(!is_static);
        let arguments = call.stack.split_off(call.stack.len().checked_sub(count)?);
        if !is_static && !matches!(arguments[0], Value::Made(_)) {
            return None;
        }
        let result = match self.primitive_class(target, &arguments) {
            Some(class) => Some(class),
            None => self.evaluate(evaluation, target, arguments, depth + 1)?,
        };
        call.stack.extend(result);
        Some(())
    }

    /// The class object that a call of the intrinsic for those of primitive types gives.
    fn primitive_class(&mut self, called: MethodId, arguments: &[Value]) -> Option<Value> {
        let is_intrinsic = &*self.world.class(called.class).name == "klew/runtime/Intrinsics"
            && &*self.world.method(called).name == "primitive";
        let [Value::Global(text)] = arguments else { return None };
        let name = self.literal_content(*text).filter(|_| is_intrinsic)?;
        Some(Value::Global(self.class_object(&format!(" {name}")).ok()?))
    }

    fn new_array_ahead(
        &mut self,
        evaluation: &mut Evaluation,
        call: &mut Call,
        class: ClassId,
    ) -> Option<()> {
        let length = call.pop_int().filter(|length| (0..=MOST_ELEMENTS).contains(length))?;
        let (element, ..) = self.array_parts(class).ok()?;
        let size = HEADER_SIZE + element.size() * length as u64;
        let parts = (Some(element), length as u32);
        let array = self.new_ahead(evaluation, class, size, parts)?;
        call.stack.push(array);
        Some(())
    }

    fn new_ahead(
        &mut self,
        evaluation: &mut Evaluation,
        class: ClassId,
        size: u64,
        (element, length): (Option<JavaType>, u32),
    ) -> Option<Value> {
        let tag = self.tag(class).ok()?;
        if evaluation.objects.len() >= MOST_OBJECTS {
            return None;
        }
        let mut bytes = header(tag, length);
        bytes.resize(size as usize, 0);
        evaluation.objects.push(Object { class, element, bytes, references: BTreeMap::new() });
        Some(Value::Made(evaluation.objects.len() - 1))
    }

    /// Makes globals of the objects, and the fields' initial values of what was written to them.
    fn keep(&mut self, evaluation: Evaluation) -> Option<()> {
        let owner = self.world.class(evaluation.class);
        let mut globals = Vec::new();
        for (number, object) in evaluation.objects.iter().enumerate() {
            let name = self.unused_name(format!("{} object {number}", owner.java_name()));
            let size = object.bytes.len() as u64;
            let global = self.add_global(name, size, Initializer::Zero);
            let record = self.record(&self.world.class(object.class).name.clone());
            self.program.globals[global.0 as usize].source_type = Some(record);
            globals.push(global);
        }
        let relocation = |offset: u64, value: Value| match value {
            Value::Made(number) => {
                Some(Relocation { offset, value: Constant::Global(globals[number], 0) })
            }
            Value::Global(global) => {
                Some(Relocation { offset, value: Constant::Global(global, 0) })
            }
            Value::Null | Value::Number(..) => None,
        };
        for (object, global) in evaluation.objects.into_iter().zip(&globals) {
            let references = object.references.into_iter();
            let references = references.filter_map(|(at, value)| relocation(at, value)).collect();
            let content = Initializer::Bytes(object.bytes, references);
            self.program.globals[global.0 as usize].initializer = content;
        }
        for (field, value) in evaluation.statics {
            let field_type = owner.file.fields[field].field_type.clone();
            let bytes = match value {
                Value::Number(_, bits) => image(&field_type, bits),
                _ => vec![0; 8],
            };
            let relocations = relocation(0, value).into_iter().collect();
            let global = self.static_field(evaluation.class, field).ok()?;
            let content = Initializer::Bytes(bytes, relocations);
            self.program.globals[global.0 as usize].initializer = content;
            let known = match value {
                Value::Made(number) => Value::Global(globals[number]),
                value => value,
            };
            self.known_statics.insert((evaluation.class, field), known);
        }
        Some(())
    }
}

fn store_element(
    evaluation: &mut Evaluation,
    array: Value,
    index: i32,
    value: Value,
) -> Option<()> {
    let Value::Made(number) = array else { return None };
    let element = evaluation.objects.get(number)?.element.clone()?;
    let offset = HEADER_SIZE + element.size() * u64::try_from(index).ok()?;
    if offset + element.size() > evaluation.objects[number].bytes.len() as u64 {
        return None;
    }
    evaluation.write(array, offset, &element, value)
}
