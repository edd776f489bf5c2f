//! Exceptions: thrown, caught, passed on.
//!
//! A method gives back, last, the exception that it ended with, or null. Where an exception is thrown, the handlers
//! that cover the place are asked in their order by the tag of the exception; if none takes it, the method returns it.

use klew_ir::{BlockCall, Operand, Terminator, Type};

use super::body::Body;
use super::builder::{int, null, value_type, zero};
use super::failure::{FAILURES, Failure, Test};
use super::tags::Ranges;
use crate::classes::ClassId;

impl Body<'_, '_, '_> {
    /// The handlers that cover the current instruction: target and class caught.
    fn covering(&self) -> Vec<(usize, u16)> {
        let covers = |it: &&super::flow::Range| (it.start..it.end).contains(&self.current);
        self.flow.handlers.iter().filter(covers).map(|it| (it.target, it.catch_type)).collect()
    }

    /// Throws an exception; its class, if it is known.
    pub(super) fn throw(
        &mut self,
        exception: Operand,
        known: Option<ClassId>,
    ) -> Result<(), String> {
        let stack = std::mem::replace(&mut self.stack, vec![exception.clone()]);
        let result = self.find_handler(&exception, known);
        self.stack = stack;
        result
    }

    fn find_handler(&mut self, exception: &Operand, known: Option<ClassId>) -> Result<(), String> {
        let mut tag = None;
        for (target, catch_type) in self.covering() {
            if catch_type == 0 {
                return self.go_to(target);
            }
            let caught = self.class_constant(catch_type)?;
            if let Some(known) = known {
                if self.low.world.classes.is_subtype(known, caught) {
                    self.end_exception();
                    return self.go_to(target);
                }
                continue;
            }
            let tag = match &tag {
                Some(tag) => Operand::clone(tag),
                None => tag.insert(self.builder.tag(exception.clone())).clone(),
            };
            match self.test_tag(&tag, caught) {
                Test::Always => {
                    self.end_exception();
                    return self.go_to(target);
                }
                Test::Never => {}
                Test::If(condition) => {
                    let (taken, next) = self.fork(condition);
                    self.builder.switch_to(taken);
                    self.end_exception();
                    self.go_to(target)?;
                    self.builder.switch_to(next);
                }
            }
        }
        let mut results: Vec<Operand> = Vec::new();
        if let Some(result) = &self.method.signature.result {
            results.push(zero(value_type(result)));
        }
        results.push(exception.clone());
        self.builder.terminate(Terminator::Return(results));
        Ok(())
    }

    /// Whether a tag is that of an instance of a class.
    pub(super) fn test_tag(&mut self, tag: &Operand, class: ClassId) -> Test {
        let ranges = self.low.tags.below(self.low.world, class);
        if ranges.is_empty() {
            return Test::Never;
        }
        if self.low.tags.is_all(&ranges) {
            return Test::Always;
        }
        Test::If(self.builder.tag_in(tag, &ranges))
    }

    /// Throws if a condition holds.
    pub(super) fn fail_if(
        &mut self,
        condition: Operand,
        failure: Failure,
        arguments: &[Operand],
    ) -> Result<(), String> {
        let good = self.builder.block(&[]);
        let alike = matches!(failure, Failure::NullPointer | Failure::Division);
        if !alike || !self.covering().is_empty() {
            let bad = self.builder.block(&[]);
            self.builder.branch(condition, bad, good);
            self.builder.switch_to(bad);
            self.fail(failure, arguments)?;
            self.builder.switch_to(good);
            return Ok(());
        }
        let key = (failure, self.builder.position);
        let known = self.failing.get(&key).copied();
        let types: Vec<Type> = arguments.iter().map(|it| self.builder.type_of(it)).collect();
        let bad = known.unwrap_or_else(|| self.builder.block(&types));
        self.builder.terminate(Terminator::Branch {
            condition,
            then_block: BlockCall { block: bad, arguments: arguments.to_vec() },
            else_block: BlockCall { block: good, arguments: Vec::new() },
        });
        if known.is_none() {
            self.failing.insert(key, bad);
            self.builder.switch_to(bad);
            let given: Vec<Operand> =
                (0..types.len()).map(|it| self.builder.block_parameter(bad, it)).collect();
            self.fail(failure, &given)?;
        }
        self.builder.switch_to(good);
        Ok(())
    }

    /// Throws the exception of a failure.
    pub(super) fn fail(&mut self, failure: Failure, arguments: &[Operand]) -> Result<(), String> {
        let exception = self.low.make_failure(&mut self.builder, failure, arguments)?;
        let class = self.low.class_named(failure.class())?;
        self.begin_exception(class);
        self.throw(exception, Some(class))
    }

    /// Throws a `NullPointerException` if a reference is null.
    pub(super) fn check_null(&mut self, reference: &Operand) -> Result<(), String> {
        match reference {
            Operand::Value(value) if self.non_null.contains(value) => return Ok(()),
            Operand::Constant(klew_ir::Constant::Global(..)) => return Ok(()),
            _ => {}
        }
        let is_null = self.builder.is_null(reference.clone());
        let place = self.low.null_place(self.id, self.current);
        self.fail_if(is_null, Failure::NullPointer, &[int(i64::from(place))])?;
        if let Operand::Value(value) = reference {
            self.non_null.insert(*value);
        }
        Ok(())
    }

    /// Throws an exception that a call ended with.
    pub(crate) fn pass_on(&mut self, exception: Operand) -> Result<(), String> {
        let good = self.builder.block(&[]);
        let bad = self.builder.block(&[]);
        let normal = self.builder.is_null(exception.clone());
        self.builder.branch(normal, good, bad);
        self.builder.switch_to(bad);
        self.receive_exception();
        self.throw(exception, None)?;
        self.builder.switch_to(good);
        Ok(())
    }
}

impl super::lowering::Lowering<'_, '_> {
    /// Makes the exception of a failure: by the model's method, or else without a message.
    pub fn make_failure(
        &mut self,
        builder: &mut super::builder::Builder,
        failure: Failure,
        arguments: &[Operand],
    ) -> Result<Operand, String> {
        let (name, descriptor) = failure.maker();
        if let Ok(class) = self.world.classes.load(FAILURES)
            && let Some(maker) = self.world.classes.find_method(class, name, descriptor)
        {
            let function = self.function(maker)?;
            let results = builder.call(function, arguments, &[Type::Pointer, Type::Pointer]);
            return Ok(results[0].clone());
        }
        let class = self.class_named(failure.class())?;
        self.construct(builder, class, "()V", &[])
    }

    /// Makes an object and runs a constructor that throws nothing.
    pub fn construct(
        &mut self,
        builder: &mut super::builder::Builder,
        class: ClassId,
        descriptor: &str,
        arguments: &[Operand],
    ) -> Result<Operand, String> {
        let loaded = self.world.class(class);
        let constructor = loaded
            .method("<init>", descriptor)
            .ok_or_else(|| format!("{} has no constructor {descriptor}", loaded.java_name()))?;
        let function = self.function(constructor)?;
        let object = self.new_object(builder, class)?;
        let mut all = vec![object.clone()];
        all.extend(arguments.iter().cloned());
        builder.call(function, &all, &[Type::Pointer]);
        Ok(object)
    }
}

impl super::builder::Builder {
    /// Whether a tag is in one of the ranges.
    pub fn tag_in(&mut self, tag: &Operand, ranges: &Ranges) -> Operand {
        use klew_ir::{BinaryOperation, Comparison};
        let mut any: Option<Operand> = None;
        for &(first, last) in ranges {
            let first_tag = super::builder::int(i64::from(first));
            let within = if first == last {
                self.compare(Comparison::Equal, tag.clone(), first_tag)
            } else {
                let distance = self.binary(BinaryOperation::Sub, tag.clone(), first_tag);
                let most = super::builder::int(i64::from(last - first));
                self.compare(Comparison::UnsignedLessEqual, distance, most)
            };
            any = Some(match any {
                Some(any) => self.binary(BinaryOperation::Or, any, within),
                None => within,
            });
        }
        any.unwrap_or(Operand::Constant(klew_ir::Constant::int(1, 0)))
    }

    /// Ends a library function that gives back nothing but an exception.
    pub fn return_exception(&mut self, exception: Operand) {
        self.terminate(Terminator::Return(vec![exception]));
    }

    /// Ends such a function normally.
    pub fn return_normally(&mut self) {
        self.return_exception(null());
    }
}
