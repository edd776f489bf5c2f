//! Objects: making them, their fields, type tests.

use klew_ir::{Comparison, Operand, Operation, Type};

use super::body::Body;
use super::builder::{Builder, int, null, word};
use super::failure::{Failure, Test};
use super::lowering::{Lowering, unsupported};
use crate::class_file::JavaType;
use crate::class_file::flags::BRIDGE;
use crate::classes::{ClassId, InstanceField, Origin, ResolvedField};

impl Lowering<'_, '_> {
    /// A new object, its fields zero.
    pub fn new_object(&mut self, builder: &mut Builder, class: ClassId) -> Result<Operand, String> {
        let loaded = self.world.class(class);
        let tag = self.tags.get(class).ok_or_else(|| {
            format!("objects of {} were not found to be made", loaded.java_name())
        })?;
        let record = self.record(&loaded.name);
        Ok(builder.allocate(word(loaded.size), tag, Some(record)))
    }
}

impl Body<'_, '_, '_> {
    /// The class that a constant names.
    pub(super) fn class_constant(&mut self, index: u16) -> Result<ClassId, String> {
        let class = self.class.id;
        self.low.world.class_constant(class, index).map_err(|why| why.to_string())
    }

    /// The class of arrays of a class.
    pub(super) fn array_class(&mut self, element: ClassId) -> Result<ClassId, String> {
        let name = JavaType::of_class(&self.low.world.class(element).name).array_name();
        self.low.class_named(&name)
    }

    pub(super) fn new_object(&mut self, index: u16) -> Result<(), String> {
        let class = self.class_constant(index)?;
        let loaded = self.low.world.class(class);
        if !loaded.is_concrete() {
            return Err(format!("new of the abstract class {}", loaded.java_name()));
        }
        self.ensure_initialised(class)?;
        let object = self.low.new_object(&mut self.builder, class)?;
        if let Some(throwable) = self.low.world.classes.loaded("java/lang/Throwable")
            && self.low.world.classes.is_subtype(class, throwable)
        {
            self.begin_exception(class);
        }
        self.mark_non_null(&object);
        self.push(object);
        Ok(())
    }

    /// A reference is not null from here on.
    pub(super) fn mark_non_null(&mut self, reference: &Operand) {
        if let Operand::Value(value) = reference {
            self.non_null.insert(*value);
        }
    }

    fn instance_field(&mut self, index: u16) -> Result<InstanceField, String> {
        let class = self.class.id;
        match self.low.world.field(class, index).map_err(|why| why.to_string())? {
            ResolvedField::Instance(field) => Ok(field),
            ResolvedField::Static(..) => Err("the field is static".into()),
        }
    }

    pub(super) fn get_field(&mut self, index: u16) -> Result<(), String> {
        let field = self.instance_field(index)?;
        let object = self.pop_reference()?;
        self.check_null(&object)?;
        let value = self.builder.load_java(object, field.offset as i64, &field.field_type);
        if self.is_never_null(&field) {
            let not_null = self.builder.compare(Comparison::NotEqual, value.clone(), null());
            self.builder.effect(Operation::Assume(not_null));
            self.mark_non_null(&value);
        }
        let value = self.declared_constant(value, &field.field_type)?;
        self.push(value);
        Ok(())
    }

    /// Strings among the inputs are strings: they have characters.
    fn is_never_null(&self, field: &InstanceField) -> bool {
        let class = self.low.world.class(field.class);
        class.origin == Origin::Model
            && &*field.name == "value"
            && matches!(&*class.name, "java/lang/String" | "java/lang/AbstractStringBuilder")
    }

    pub(super) fn put_field(&mut self, index: u16) -> Result<(), String> {
        let InstanceField { field_type, offset, .. } = self.instance_field(index)?;
        let value = self.pop_type(super::builder::value_type(&field_type))?;
        let object = self.pop_reference()?;
        self.check_null(&object)?;
        self.builder.store_java(object, offset as i64, &field_type, value);
        Ok(())
    }

    pub(super) fn check_cast(&mut self, index: u16) -> Result<(), String> {
        let class = self.class_constant(index)?;
        let object = self.pop_reference()?;
        self.push(object.clone());
        let is_object = &*self.low.world.class(class).name == "java/lang/Object";
        if is_object || object == super::builder::null() {
            return Ok(());
        }
        let good = self.builder.block(&[]);
        let not_null = self.builder.block(&[]);
        let bad = self.builder.block(&[]);
        let is_null = self.builder.is_null(object.clone());
        self.builder.branch(is_null, good, not_null);
        self.builder.switch_to(not_null);
        let tag = self.builder.tag(object.clone());
        match self.test_tag(&tag, class) {
            Test::Always => self.builder.jump(good, Vec::new()),
            Test::Never => self.builder.jump(bad, Vec::new()),
            Test::If(condition) => self.builder.branch(condition, good, bad),
        }
        self.builder.switch_to(bad);
        let target = self.cast_target(class);
        self.fail(Failure::ClassCast, &[object, target])?;
        self.builder.switch_to(good);
        let cast = self.pop_reference()?;
        let target = JavaType::of_class(&self.low.world.class(class).name);
        let constant = self.declared_constant(cast, &target)?;
        self.push(constant);
        Ok(())
    }

    /// The class object that the message of a failed cast is made of. Null, for an unknown message, in models, whose
    /// casts may be others in the JDK; but bridges are the same there, as the compiler makes them.
    fn cast_target(&mut self, class: ClassId) -> Operand {
        let is_bridge = self.low.world.method(self.id).is(BRIDGE);
        if self.class.origin == Origin::Model && !is_bridge {
            return null();
        }
        let name = self.low.world.class(class).name.clone();
        match self.low.class_object(&name) {
            Ok(object) => Operand::Constant(klew_ir::Constant::Global(object, 0)),
            Err(_) => null(),
        }
    }

    pub(super) fn instance_of(&mut self, index: u16) -> Result<(), String> {
        let class = self.class_constant(index)?;
        let object = self.pop_reference()?;
        let result = self.is_instance(object, class);
        self.push(result);
        Ok(())
    }

    /// Whether an object is an instance of a class, as an `int`.
    pub(super) fn is_instance(&mut self, object: Operand, class: ClassId) -> Operand {
        let done = self.builder.block(&[Type::Int(32)]);
        let not_null = self.builder.block(&[]);
        let null = self.builder.block(&[]);
        let is_null = self.builder.is_null(object.clone());
        self.builder.branch(is_null, null, not_null);
        self.builder.switch_to(null);
        self.builder.jump(done, vec![int(0)]);
        self.builder.switch_to(not_null);
        let tag = self.builder.tag(object);
        let result = match self.test_tag(&tag, class) {
            Test::Always => int(1),
            Test::Never => int(0),
            Test::If(condition) => self.builder.truth_to_int(condition),
        };
        self.builder.jump(done, vec![result]);
        self.builder.switch_to(done);
        self.builder.block_parameter(done, 0)
    }

    /// Ends here what cannot be followed.
    pub(super) fn give_up(&mut self, why: &str) {
        let why = format!("{}: {why}", self.name());
        self.builder.terminate(unsupported(why));
        // What follows is dropped, but has somewhere to stand.
        let rest = self.builder.block(&[]);
        self.builder.switch_to(rest);
    }

    /// A branch to two new blocks.
    pub(super) fn fork(&mut self, condition: Operand) -> (klew_ir::BlockId, klew_ir::BlockId) {
        let (yes, no) = (self.builder.block(&[]), self.builder.block(&[]));
        self.builder.branch(condition, yes, no);
        (yes, no)
    }
}
