//! Class objects: of an object, of a primitive type; tests and arrays by them.
//!
//! Each is a library function that goes through the classes which have class objects.

use klew_ir::{BlockCall, Comparison, Constant, FunctionId, Operand, Terminator, Type};
use num_bigint::BigUint;

use super::given::Given;
use crate::class_file::Method;
use crate::classes::ClassId;
use crate::lower::body::Body;
use crate::lower::builder::{Builder, int, null};
use crate::lower::lowering::{Lowering, unsupported};

pub(super) fn lower(
    body: &mut Body<'_, '_, '_>,
    method: &Method,
    arguments: &[Operand],
) -> Result<Option<Given>, String> {
    let low = &mut *body.low;
    let (function, results): (FunctionId, &[Type]) = match &*method.name {
        "primitive" => {
            let name = low.text_of(arguments.first())?;
            let global = low.class_object(&format!(" {name}"))?;
            return Ok(Some(Given::Value(Operand::Constant(Constant::Global(global, 0)))));
        }
        "literals" => {
            let global = low.literal_list();
            return Ok(Some(Given::Value(Operand::Constant(Constant::Global(global, 0)))));
        }
        "release" => {
            let release = low.world.jdk_release();
            return Ok(Some(Given::Value(int(i64::from(release)))));
        }
        "initialize" => return Ok(Some(Given::Nothing)),
        "classOf" => (low.class_of()?, &[Type::Pointer]),
        "newArray" => (low.array_by_class()?, &[Type::Pointer]),
        "isInstance" => (low.instance_test()?, &[Type::Int(32)]),
        "isAssignable" => (low.assignable_test()?, &[Type::Int(32)]),
        "nullMessage" => (low.null_messages(), &[Type::Pointer]),
        "enumConstants" => (low.enum_constants()?, &[Type::Pointer, Type::Pointer]),
        _ => return Ok(None),
    };
    let mut given = body.builder.call(function, arguments, results);
    if given.len() == 2
        && let Some(exception) = given.pop()
    {
        body.pass_on(exception)?;
    }
    Ok(given.pop().map(Given::Value))
}

impl Lowering<'_, '_> {
    /// What a literal says.
    pub fn text_of(&self, literal: Option<&Operand>) -> Result<String, String> {
        let Some(Operand::Constant(Constant::Global(id, 0))) = literal else {
            return Err("a text that is no literal".into());
        };
        self.literal_content(*id).ok_or_else(|| "a text that is no literal".to_owned())
    }

    /// The function of that name, built once.
    fn shared(
        &mut self,
        name: &str,
        parameters: &[Type],
        results: &[Type],
        build: impl FnOnce(&mut Self, &mut Builder) -> Result<(), String>,
    ) -> Result<FunctionId, String> {
        let name = format!("klew.{name}");
        if let Some(known) = self.shared.get(&name) {
            return Ok(*known);
        }
        let function = self.add_function(name.clone(), parameters, results);
        self.shared.insert(name, function);
        let mut builder = Builder::new(parameters);
        build(self, &mut builder)?;
        self.define(function, builder);
        Ok(function)
    }

    fn class_of(&mut self) -> Result<FunctionId, String> {
        self.shared("class_of", &[Type::Pointer], &[Type::Pointer], |low, builder| {
            let object = builder.parameter(0);
            let tag = builder.tag(object);
            let start = builder.block(&[]);
            builder.jump(start, Vec::new());
            let mut cases = Vec::new();
            for (number, class) in (1_u32..).zip(low.tags.classes().to_vec()) {
                let name = low.world.class(class).name.clone();
                let global = low.class_object(&name)?;
                let block = builder.block(&[]);
                builder.switch_to(block);
                let value = Operand::Constant(Constant::Global(global, 0));
                builder.terminate(Terminator::Return(vec![value]));
                cases.push((BigUint::from(number), BlockCall { block, arguments: Vec::new() }));
            }
            let none = builder.block(&[]);
            builder.switch_to(none);
            builder.terminate(unsupported("the class of an object of unknown class"));
            builder.switch_to(start);
            let default = BlockCall { block: none, arguments: Vec::new() };
            builder.terminate(Terminator::Switch { value: tag, cases, default });
            Ok(())
        })
    }

    /// Copies an object that may be cloned and is no array, field by field as its own class has them: an input may be of any class
    /// below the declared one. A copy has no identity number yet.
    pub(super) fn copy_of_object(&mut self) -> Result<FunctionId, String> {
        let cloneable = self.class_named("java/lang/Cloneable")?;
        self.shared("copy_of_object", &[Type::Pointer], &[Type::Pointer], |low, builder| {
            let object = builder.parameter(0);
            let tag = builder.tag(object.clone());
            let start = builder.block(&[]);
            builder.jump(start, Vec::new());
            let mut cases = Vec::new();
            for (number, id) in (1_u32..).zip(low.tags.classes().to_vec()) {
                let class = low.world.class(id);
                let is_copied = class.element.is_none() && class.is_concrete();
                if !is_copied || !low.world.classes.is_subtype(id, cloneable) {
                    continue;
                }
                let block = builder.block(&[]);
                builder.switch_to(block);
                let copy = low.new_object(builder, id)?;
                for field in &class.fields {
                    let at = field.offset as i64;
                    let value = builder.load_java(object.clone(), at, &field.field_type);
                    builder.store_java(copy.clone(), at, &field.field_type, value);
                }
                builder.terminate(Terminator::Return(vec![copy]));
                cases.push((BigUint::from(number), BlockCall { block, arguments: Vec::new() }));
            }
            let none = builder.block(&[]);
            builder.switch_to(none);
            builder.terminate(unsupported("a clone of an object of unknown class"));
            builder.switch_to(start);
            let default = BlockCall { block: none, arguments: Vec::new() };
            builder.terminate(Terminator::Switch { value: tag, cases, default });
            Ok(())
        })
    }

    fn class_field(
        &mut self,
        builder: &mut Builder,
        class: Operand,
        name: &str,
    ) -> Result<Operand, String> {
        let id = self.class_named("java/lang/Class")?;
        let field = self.world.classes.field_named(id, name);
        let field = field.ok_or_else(|| format!("java.lang.Class has no field {name}"))?;
        Ok(builder.load_java(class, field.offset as i64, &field.field_type))
    }

    fn array_by_class(&mut self) -> Result<FunctionId, String> {
        let parameters = [Type::Pointer, Type::Int(32)];
        self.shared("new_array", &parameters, &[Type::Pointer], |low, builder| {
            let (class, length) = (builder.parameter(0), builder.parameter(1));
            let tag = low.class_field(builder, class, "arrayTag")?;
            let start = builder.block(&[]);
            builder.jump(start, Vec::new());
            let mut cases = Vec::new();
            for (number, class) in (1_u32..).zip(low.tags.classes().to_vec()) {
                let Ok((element, _, record)) = low.array_parts(class) else { continue };
                let block = builder.block(&[]);
                builder.switch_to(block);
                let tag = int(i64::from(number));
                let array = builder.new_array(length.clone(), element.size(), tag, Some(record));
                builder.terminate(Terminator::Return(vec![array]));
                cases.push((BigUint::from(number), BlockCall { block, arguments: Vec::new() }));
            }
            let none = builder.block(&[]);
            builder.switch_to(none);
            builder.terminate(unsupported("an array of a class that is only known at run time"));
            builder.switch_to(start);
            let default = BlockCall { block: none, arguments: Vec::new() };
            builder.terminate(Terminator::Switch { value: tag, cases, default });
            Ok(())
        })
    }

    /// Goes through the classes that have class objects; what is emitted for one runs if the operand is its object.
    fn for_each_class(
        &mut self,
        builder: &mut Builder,
        class: &Operand,
        mut each: impl FnMut(&mut Self, &mut Builder, ClassId) -> Result<(), String>,
    ) -> Result<(), String> {
        for id in self.reached.class_objects.clone() {
            let name = self.world.class(id).name.clone();
            let global = Operand::Constant(Constant::Global(self.class_object(&name)?, 0));
            let is_it = builder.compare(Comparison::Equal, class.clone(), global);
            let (it, next) = (builder.block(&[]), builder.block(&[]));
            builder.branch(is_it, it, next);
            builder.switch_to(it);
            each(self, builder, id)?;
            builder.switch_to(next);
        }
        Ok(())
    }

    fn instance_test(&mut self) -> Result<FunctionId, String> {
        let parameters = [Type::Pointer, Type::Pointer];
        self.shared("is_instance", &parameters, &[Type::Int(32)], |low, builder| {
            let (class, object) = (builder.parameter(0), builder.parameter(1));
            let (no, some) = (builder.block(&[]), builder.block(&[]));
            let is_null = builder.is_null(object.clone());
            builder.branch(is_null, no, some);
            builder.switch_to(no);
            builder.terminate(Terminator::Return(vec![int(0)]));
            builder.switch_to(some);
            let tag = builder.tag(object);
            low.for_each_class(builder, &class, |low, builder, id| {
                let ranges = low.tags.below(low.world, id);
                let within = builder.tag_in(&tag, &ranges);
                let result = builder.truth_to_int(within);
                builder.terminate(Terminator::Return(vec![result]));
                Ok(())
            })?;
            builder.terminate(unsupported("a type test with an unknown class"));
            Ok(())
        })
    }

    fn assignable_test(&mut self) -> Result<FunctionId, String> {
        let parameters = [Type::Pointer, Type::Pointer];
        self.shared("is_assignable", &parameters, &[Type::Int(32)], |low, builder| {
            let (from, to) = (builder.parameter(0), builder.parameter(1));
            let give = |builder: &mut Builder, value: i64| {
                builder.terminate(Terminator::Return(vec![int(value)]));
            };
            let same = builder.compare(Comparison::Equal, from.clone(), to.clone());
            let (yes, other) = (builder.block(&[]), builder.block(&[]));
            builder.branch(same, yes, other);
            builder.switch_to(yes);
            give(builder, 1);
            builder.switch_to(other);
            let tag = low.class_field(builder, from.clone(), "tag")?;
            let has_tag = builder.compare(Comparison::NotEqual, tag.clone(), int(0));
            low.for_each_class(builder, &to, |low, builder, above| {
                let (tagged, untagged) = (builder.block(&[]), builder.block(&[]));
                builder.branch(has_tag.clone(), tagged, untagged);
                builder.switch_to(tagged);
                let ranges = low.tags.below(low.world, above);
                let within = builder.tag_in(&tag, &ranges);
                let result = builder.truth_to_int(within);
                builder.terminate(Terminator::Return(vec![result]));
                builder.switch_to(untagged);
                for below in low.reached.class_objects.clone() {
                    if low.tags.get(below).is_some() || !low.world.classes.is_subtype(below, above)
                    {
                        continue;
                    }
                    let name = low.world.class(below).name.clone();
                    let global = Operand::Constant(Constant::Global(low.class_object(&name)?, 0));
                    let is_it = builder.compare(Comparison::Equal, from.clone(), global);
                    let next = builder.block(&[]);
                    builder.branch(is_it, yes, next);
                    builder.switch_to(next);
                }
                give(builder, 0);
                Ok(())
            })?;
            builder.terminate(unsupported("a type test with an unknown class"));
            Ok(())
        })
    }

    fn enum_constants(&mut self) -> Result<FunctionId, String> {
        let results = [Type::Pointer, Type::Pointer];
        self.shared("enum_constants", &[Type::Pointer], &results, |low, builder| {
            let class = builder.parameter(0);
            low.for_each_class(builder, &class, |low, builder, id| {
                let loaded = low.world.class(id);
                let values = loaded.method("values", &format!("()[L{};", loaded.name));
                let values = values.filter(|method| low.reached.has_method(*method));
                let Some(values) = values else {
                    builder.terminate(Terminator::Return(vec![null(), null()]));
                    return Ok(());
                };
                if let Some(exception) = low.call_initialiser(builder, id) {
                    let (good, bad) = (builder.block(&[]), builder.block(&[]));
                    let normal = builder.is_null(exception.clone());
                    builder.branch(normal, good, bad);
                    builder.switch_to(bad);
                    builder.terminate(Terminator::Return(vec![null(), exception]));
                    builder.switch_to(good);
                }
                let function = low.function(values)?;
                let given = builder.call(function, &[], &[Type::Pointer, Type::Pointer]);
                builder.terminate(Terminator::Return(given));
                Ok(())
            })?;
            builder.terminate(Terminator::Return(vec![null(), null()]));
            Ok(())
        })
    }
}
