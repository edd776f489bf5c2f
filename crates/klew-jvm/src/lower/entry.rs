//! Where runs start: a function that makes the inputs, calls the entry method and says which exceptions it lets
//! through.

use klew_ir::{
    BlockCall, Check, Comparison, Constant, FloatFormat, FunctionBody, FunctionId, InputOrigin,
    Operand, Operation, Position, Property, Terminator, Type,
};
use num_bigint::BigUint;

use super::builder::{Builder, int, null};
use super::initialisation::IN_INITIALIZER;
use super::lowering::Lowering;
use crate::class_file::flags::STATIC;
use crate::class_file::{JavaType, Method};
use crate::classes::{ClassId, ENUM_CONSTANT, MethodId};
use crate::container::ClassSource;
use crate::promises::NotNull;
use crate::reach::Reached;
use crate::surroundings::{ANY_ARGUMENTS, GIVEN, MORE_ARGUMENTS, Named, Surroundings, Told};
use crate::world::World;

/// What is analysed.
pub(crate) struct Start {
    /// The entry method.
    pub method: MethodId,
    /// Methods with the same parameters that say which inputs count.
    pub preconditions: Vec<MethodId>,
    /// Parameters that are not null.
    pub not_null: Vec<NotNull>,
    /// Exceptions that may escape, with all classes below.
    pub allowed: Vec<ClassId>,
    /// Whether it is a `main` that looks at its arguments.
    pub reads_arguments: bool,
    /// What it gets from outside.
    pub given: Surroundings,
    /// Calls that tell the models so.
    pub calls: Vec<(Named, Vec<Told>)>,
}

impl Start {
    /// What makes arguments.
    pub fn arguments_maker(&self) -> Named {
        if self.given.arguments.is_some() { MORE_ARGUMENTS } else { ANY_ARGUMENTS }
    }

    /// Finds what the models are to be told, as far as they are reached.
    pub fn tell(&mut self, world: &World<'_>, reached: &Reached, jdk: Option<&dyn ClassSource>) {
        let is_reached = |&(class, name, _): &Named| {
            reached
                .methods
                .iter()
                .any(|id| &*world.class(id.class).name == class && &*world.method(*id).name == name)
        };
        let properties = match jdk {
            Some(jdk) if is_reached(&GIVEN) => jdk.properties(),
            _ => Vec::new(),
        };
        self.calls = self.given.calls(properties);
        self.calls.retain(|(model, _)| is_reached(model));
    }
}

/// How many checks for exceptions that library methods throw are made at most; beyond that, they are reported at the
/// entry.
const MOST_CHECKS: usize = 4000;

/// Tag and class of an exception, and the property that it violates if it escapes.
type Reported = (u32, ClassId, Property);

impl Lowering<'_, '_> {
    pub(super) fn add_start(&mut self, start: &Start) {
        let function = self.add_function("klew.start".into(), &[], &[]);
        let position = match self.function(start.method) {
            Ok(entry) => self.program.function(entry).position,
            Err(_) => Position::UNKNOWN,
        };
        self.program.functions[function.0 as usize].position = position;
        self.program.entry = Some(function);
        let mut builder = Builder::new(&[]);
        builder.position = position;
        match self.start_body(&mut builder, start) {
            Ok(()) => self.define(function, builder),
            Err(why) => self.set_body(function, FunctionBody::Unsupported(why)),
        }
    }

    fn start_body(&mut self, builder: &mut Builder, start: &Start) -> Result<(), String> {
        let method = self.world.method(start.method).clone();
        let uncaught = builder.block(&[Type::Pointer]);
        for (model, told) in &start.calls {
            self.call_model(builder, *model, told, uncaught)?;
        }
        let arguments = if method.is_main() {
            vec![self.arguments(builder, start, uncaught)?]
        } else {
            Vec::new()
        };
        self.initialise(builder, start.method.class, uncaught);
        let arguments = if method.is_main() {
            arguments
        } else {
            for class in self.input_classes() {
                self.initialise(builder, class, uncaught);
            }
            let inputs = self.inputs(builder, start.method, &method);
            self.enum_constants_of(builder, inputs, uncaught)?
        };
        let this = arguments.len().saturating_sub(method.signature.parameters.len());
        for parameter in start.not_null.iter().filter(|_| !method.is_main()) {
            let argument = arguments.get(this + parameter.number).ok_or("no such parameter")?;
            let not_null = builder.compare(Comparison::NotEqual, argument.clone(), null());
            builder.effect(Operation::Assume(not_null));
        }
        for precondition in &start.preconditions {
            self.assume_precondition(builder, *precondition, &arguments)?;
        }
        let function = self.function(start.method)?;
        let types = self.results(function);
        let results = builder.call(function, &arguments, &types);
        let exception = results.last().cloned().ok_or("a function without results")?;
        let good = builder.block(&[]);
        self.branch_on_exception(builder, exception, good, uncaught);
        builder.switch_to(good);
        builder.terminate(Terminator::Return(Vec::new()));
        builder.switch_to(uncaught);
        let exception = builder.block_parameter(uncaught, 0);
        self.report_uncaught(builder, exception, &start.allowed)
    }

    /// What `main` gets.
    fn arguments(
        &mut self,
        builder: &mut Builder,
        start: &Start,
        uncaught: klew_ir::BlockId,
    ) -> Result<Operand, String> {
        if start.reads_arguments && start.given.arguments.is_none() {
            let made = self.call_model(builder, ANY_ARGUMENTS, &[], uncaught)?;
            return made.ok_or_else(|| "a maker of arguments without a result".into());
        }
        let class = self.class_named("[Ljava/lang/String;")?;
        let (_, tag, record) = self.array_parts(class)?;
        let mut array = builder.new_array(int(0), 8, int(i64::from(tag)), Some(record));
        let groups = start.given.arguments.iter().flatten().filter(|_| start.reads_arguments);
        for group in groups {
            let numbers = [group.least, group.most, group.length].map(|it| int(i64::from(it)));
            let operands: Vec<Operand> = [array].into_iter().chain(numbers).collect();
            let made = self.call_with(builder, MORE_ARGUMENTS, &operands, uncaught)?;
            array = made.ok_or("a maker of arguments without a result")?;
        }
        Ok(array)
    }

    /// Calls a static method of a model.
    fn call_model(
        &mut self,
        builder: &mut Builder,
        model: Named,
        told: &[Told],
        uncaught: klew_ir::BlockId,
    ) -> Result<Option<Operand>, String> {
        let mut operands = Vec::new();
        for one in told {
            operands.push(match one {
                Told::Number(number) => int(i64::from(*number)),
                Told::Text(text) => {
                    Operand::Constant(Constant::Global(self.literal_text(text)?, 0))
                }
            });
        }
        self.call_with(builder, model, &operands, uncaught)
    }

    fn call_with(
        &mut self,
        builder: &mut Builder,
        model: Named,
        operands: &[Operand],
        uncaught: klew_ir::BlockId,
    ) -> Result<Option<Operand>, String> {
        let function = self.model(model)?;
        let types = self.results(function);
        let mut results = builder.call(function, operands, &types);
        let exception = results.pop().ok_or("a function without results")?;
        let good = builder.block(&[]);
        self.branch_on_exception(builder, exception, good, uncaught);
        builder.switch_to(good);
        Ok(results.pop())
    }

    /// The function of a static method of a model that is reached.
    pub(super) fn model(&mut self, (class, name, descriptor): Named) -> Result<FunctionId, String> {
        let class = self.class_named(class)?;
        let method = self.world.classes.find_method(class, name, descriptor);
        self.function(method.ok_or_else(|| format!("klew's models have no {name}"))?)
    }

    /// All classes that an object among the inputs may have: those below a type of an input, of which there are objects.
    fn input_classes(&mut self) -> Vec<ClassId> {
        let types = self.reached.input_types().to_vec();
        let mut classes = self.tags.classes().to_vec();
        classes.retain(|class| !self.reached.is_never_input(*class));
        classes.retain(|class| {
            types.iter().any(|above| self.world.classes.is_subtype(*class, *above))
        });
        classes
    }

    fn branch_on_exception(
        &mut self,
        builder: &mut Builder,
        exception: Operand,
        good: klew_ir::BlockId,
        bad: klew_ir::BlockId,
    ) {
        let condition = builder.is_null(exception.clone());
        builder.terminate(Terminator::Branch {
            condition,
            then_block: BlockCall { block: good, arguments: Vec::new() },
            else_block: BlockCall { block: bad, arguments: vec![exception] },
        });
    }

    fn initialise(&mut self, builder: &mut Builder, class: ClassId, uncaught: klew_ir::BlockId) {
        if let Some(exception) = self.call_initialiser(builder, class) {
            let good = builder.block(&[]);
            self.branch_on_exception(builder, exception, good, uncaught);
            builder.switch_to(good);
        }
    }

    fn inputs(&mut self, builder: &mut Builder, id: MethodId, method: &Method) -> Vec<Operand> {
        let mut arguments = Vec::new();
        if !method.is(STATIC) {
            let class = self.world.class(id.class).name.clone();
            let this = self.input(builder, "this".into(), &JavaType::Reference(class));
            let not_null = builder.compare(Comparison::NotEqual, this.clone(), null());
            builder.effect(Operation::Assume(not_null));
            arguments.push(this);
        }
        for (name, parameter) in
            method.parameter_names().into_iter().zip(&method.signature.parameters)
        {
            arguments.push(self.input(builder, name, parameter));
        }
        arguments
    }

    /// The inputs, with constants of enumerations in the place of those that stand for one.
    fn enum_constants_of(
        &mut self,
        builder: &mut Builder,
        inputs: Vec<Operand>,
        uncaught: klew_ir::BlockId,
    ) -> Result<Vec<Operand>, String> {
        if self.reached.enumerations.is_empty() {
            return Ok(inputs);
        }
        let mut arguments = Vec::new();
        for input in inputs {
            let is_reference = builder.type_of(&input) == Type::Pointer;
            let constant = match is_reference {
                true => {
                    self.call_with(builder, ENUM_CONSTANT, std::slice::from_ref(&input), uncaught)?
                }
                false => None,
            };
            arguments.push(constant.unwrap_or(input));
        }
        Ok(arguments)
    }

    /// An input, widened to a value of the operand stack.
    fn input(&mut self, builder: &mut Builder, name: String, java_type: &JavaType) -> Operand {
        use klew_ir::Conversion::{SignExtend, ZeroExtend};
        let source_type = Some(self.field_type(java_type));
        let (ty, conversion) = match java_type {
            JavaType::Boolean => (Type::BOOL, ZeroExtend),
            JavaType::Byte => (Type::Int(8), SignExtend),
            JavaType::Short => (Type::Int(16), SignExtend),
            JavaType::Char => (Type::Int(16), ZeroExtend),
            JavaType::Int => (Type::Int(32), SignExtend),
            JavaType::Long => (Type::Int(64), SignExtend),
            JavaType::Float => (Type::Float(FloatFormat::Single), SignExtend),
            JavaType::Double => (Type::Float(FloatFormat::Double), SignExtend),
            JavaType::Reference(_) => (Type::Pointer, SignExtend),
        };
        let value =
            builder.emit(Operation::Input { name, origin: InputOrigin::Asked, source_type }, ty);
        let narrow = matches!(ty, Type::Int(width) if width < 32);
        if narrow { builder.convert(conversion, value, Type::Int(32)) } else { value }
    }

    /// Only runs count in which the method gives true; one in which it throws does not.
    fn assume_precondition(
        &mut self,
        builder: &mut Builder,
        precondition: MethodId,
        arguments: &[Operand],
    ) -> Result<(), String> {
        let function = self.function(precondition)?;
        let types = self.results(function);
        let is_static = self.world.method(precondition).is(STATIC);
        let count = self.program.function(function).parameters.len();
        let skipped = arguments.len().saturating_sub(count);
        let given = if is_static { &arguments[skipped..] } else { arguments };
        let results = builder.call(function, given, &types);
        let [holds, exception] = &results[..] else {
            return Err("a precondition gives a truth value".into());
        };
        let normal = builder.is_null(exception.clone());
        builder.effect(Operation::Assume(normal));
        let holds = builder.compare(Comparison::NotEqual, holds.clone(), int(0));
        builder.effect(Operation::Assume(holds));
        Ok(())
    }

    /// One check that fails for each place and class of exceptions.
    fn report_uncaught(
        &mut self,
        builder: &mut Builder,
        exception: Operand,
        allowed: &[ClassId],
    ) -> Result<(), String> {
        let classes = self.reported_classes(allowed)?;
        let site = self.current_site(builder);
        let tag = builder.tag(exception);
        let start = builder.block(&[]);
        builder.jump(start, Vec::new());
        let wrapper = self.world.classes.loaded(IN_INITIALIZER);
        let elsewhere = self.report_at(builder, &tag, &classes, builder.position, None);
        let mut sites = Vec::new();
        let all = self.all_sites();
        let open = all.iter().filter(|(_, class)| class.is_none()).count();
        for (number, (position, class)) in (1_u32..).zip(all) {
            let possible: Vec<_> = match class {
                // In an initialiser, an exception becomes the cause of another one.
                Some(class) => {
                    let fits = |it: &&Reported| it.1 == class || Some(it.1) == wrapper;
                    classes.iter().filter(fits).copied().collect()
                }
                None if open * classes.len() > MOST_CHECKS => continue,
                None => classes.clone(),
            };
            let block = self.report_at(builder, &tag, &possible, position, Some(elsewhere));
            sites.push((BigUint::from(number), BlockCall { block, arguments: Vec::new() }));
        }
        builder.switch_to(start);
        let default = BlockCall { block: elsewhere, arguments: Vec::new() };
        builder.terminate(Terminator::Switch { value: site, cases: sites, default });
        Ok(())
    }

    /// Tags, classes and properties of exceptions that are reported.
    fn reported_classes(&mut self, allowed: &[ClassId]) -> Result<Vec<Reported>, String> {
        let throwable = self.class_named("java/lang/Throwable")?;
        let assertion = self.world.classes.loaded("java/lang/AssertionError");
        let memory = self.world.classes.loaded("java/lang/OutOfMemoryError");
        let mut classes = Vec::new();
        for (number, class) in (1_u32..).zip(self.tags.classes().to_vec()) {
            let mut is = |above: Option<ClassId>| {
                above.is_some_and(|above| self.world.classes.is_subtype(class, above))
            };
            if !is(Some(throwable)) || is(memory) || allowed.iter().any(|above| is(Some(*above))) {
                continue;
            }
            let property = match is(assertion) {
                true => Property::Assertion,
                false => Property::UncaughtException,
            };
            classes.push((number, class, property));
        }
        Ok(classes)
    }

    /// A block that reports an exception of one of these classes at a place, and goes elsewhere with others. If there is
    /// nowhere else, the others count as no violation.
    fn report_at(
        &mut self,
        builder: &mut Builder,
        tag: &Operand,
        classes: &[Reported],
        position: Position,
        elsewhere: Option<klew_ir::BlockId>,
    ) -> klew_ir::BlockId {
        let start = builder.block(&[]);
        let outside = std::mem::replace(&mut builder.position, position);
        let mut cases = Vec::new();
        for (number, class, property) in classes {
            let name = self.world.class(*class).name.clone();
            let check = Check::NeverEscapes(self.record(&name));
            let block = builder.block(&[]);
            builder.switch_to(block);
            builder.assert(*property, check);
            builder.terminate(Terminator::Return(Vec::new()));
            cases.push((BigUint::from(*number), BlockCall { block, arguments: Vec::new() }));
        }
        let other = elsewhere.unwrap_or_else(|| {
            let other = builder.block(&[]);
            builder.switch_to(other);
            builder.terminate(Terminator::Return(Vec::new()));
            other
        });
        builder.switch_to(start);
        let default = BlockCall { block: other, arguments: Vec::new() };
        builder.terminate(Terminator::Switch { value: tag.clone(), cases, default });
        builder.position = outside;
        start
    }
}
