//! Initialisation of classes at first use: JVM specification (SE 21), section 5.5, for one thread.
//!
//! A class that has an initialiser, or whose superclasses have one, has a global state (0 not begun, 1 begun or done,
//! 2 failed) and a function that initialises it. Uses look at the state first; none is needed in code
//! that only runs after the class's initialisation has begun: its own and its subclasses'.

use klew_ir::{Comparison, Constant, FunctionId, GlobalId, Initializer, Operand, Terminator, Type};

use super::body::Body;
use super::builder::{Builder, null};
use super::lowering::{Initialiser, Lowering, unsupported};
use crate::class_file::flags::{ABSTRACT, STATIC};
use crate::classes::ClassId;

fn byte(value: u64) -> Operand {
    Operand::Constant(Constant::int(8, value))
}

impl Lowering<'_, '_> {
    /// How a class is initialised; none if there is nothing to do.
    pub(super) fn initialiser(&mut self, class: ClassId) -> Option<Initialiser> {
        if let Some(known) = self.initialisers.get(&class) {
            return *known;
        }
        self.initialisers.insert(class, None);
        self.initialising.insert(class);
        let made = self.new_initialiser(class);
        self.initialising.remove(&class);
        made
    }

    fn new_initialiser(&mut self, class: ClassId) -> Option<Initialiser> {
        let loaded = self.world.class(class);
        let mut before = Vec::new();
        if !loaded.is_interface() {
            let superclass = loaded.superclass.and_then(|above| self.initialiser(above));
            before.extend(superclass);
            for interface in loaded.interfaces.clone() {
                if self.has_default_methods(interface) {
                    before.extend(self.initialiser(interface));
                }
            }
        }
        let own = loaded
            .method("<clinit>", "()V")
            .filter(|method| self.reached.has_method(*method))
            .filter(|method| !before.is_empty() || !self.evaluate_ahead(class, *method))
            .and_then(|method| self.function(method).ok());
        if own.is_none() && before.is_empty() {
            return None;
        }
        let name = loaded.java_name();
        let state = self.add_global(format!("klew.state {name}"), 1, Initializer::Zero);
        let function = self.add_function(format!("klew.initialise {name}"), &[], &[Type::Pointer]);
        let initialiser = Initialiser { state, function };
        self.initialisers.insert(class, Some(initialiser));
        let builder = self.initialiser_body(&name, state, &before, own);
        self.define(function, builder);
        Some(initialiser)
    }

    fn has_default_methods(&self, interface: ClassId) -> bool {
        let class = self.world.class(interface);
        class.file.methods.iter().any(|method| !method.is(STATIC | ABSTRACT))
    }

    fn initialiser_body(
        &mut self,
        name: &str,
        state: GlobalId,
        before: &[Initialiser],
        own: Option<FunctionId>,
    ) -> Builder {
        let mut builder = Builder::new(&[]);
        let place = Operand::Constant(Constant::Global(state, 0));
        let is = |builder: &mut Builder, value: u64| {
            let state = builder.load(place.clone(), 0, Type::Int(8));
            builder.compare(Comparison::Equal, state, byte(value))
        };
        let (begun, fresh) = (builder.block(&[]), builder.block(&[]));
        let failed = builder.block(&[Type::Pointer]);
        let not_begun = is(&mut builder, 0);
        builder.branch(not_begun, fresh, begun);
        builder.switch_to(fresh);
        builder.store(place.clone(), 0, byte(1));
        let functions = before.iter().map(|it| it.function).chain(own);
        for function in functions {
            let exception = builder.call(function, &[], &[Type::Pointer])[0].clone();
            let normal = builder.is_null(exception.clone());
            let next = builder.block(&[]);
            builder.terminate(Terminator::Branch {
                condition: normal,
                then_block: klew_ir::BlockCall { block: next, arguments: Vec::new() },
                else_block: klew_ir::BlockCall { block: failed, arguments: vec![exception] },
            });
            builder.switch_to(next);
        }
        builder.return_normally();

        builder.switch_to(failed);
        builder.store(place.clone(), 0, byte(2));
        let exception = builder.block_parameter(failed, 0);
        let wrapped = self.wrap(&mut builder, exception);
        if let Err(why) = wrapped {
            builder.terminate(unsupported(format!("initialisation of {name} failed: {why}")));
        }

        builder.switch_to(begun);
        let (good, bad) = (builder.block(&[]), builder.block(&[]));
        let done = is(&mut builder, 1);
        builder.branch(done, good, bad);
        builder.switch_to(good);
        builder.return_normally();
        builder.switch_to(bad);
        match self.missing_class(&mut builder) {
            Ok(exception) => builder.return_exception(exception),
            Err(why) => {
                builder.terminate(unsupported(format!("use of {name} after a failure: {why}")));
            }
        }
        builder
    }

    /// Returns an error as it is, another exception as the cause of an `ExceptionInInitializerError`.
    fn wrap(&mut self, builder: &mut Builder, exception: Operand) -> Result<(), String> {
        let error = self.class_named("java/lang/Error")?;
        let ranges = self.tags.below(self.world, error);
        let tag = builder.tag(exception.clone());
        let is_error = builder.tag_in(&tag, &ranges);
        let (as_it_is, other) = (builder.block(&[]), builder.block(&[]));
        builder.branch(is_error, as_it_is, other);
        builder.switch_to(as_it_is);
        builder.return_exception(exception.clone());
        builder.switch_to(other);
        let class = self.class_named(IN_INITIALIZER)?;
        let descriptor = "(Ljava/lang/Throwable;)V";
        let error = self.construct(builder, class, descriptor, &[exception])?;
        builder.return_exception(error);
        Ok(())
    }

    fn missing_class(&mut self, builder: &mut Builder) -> Result<Operand, String> {
        let class = self.class_named(NO_CLASS)?;
        self.construct(builder, class, "()V", &[])
    }
}

/// What is thrown when an initialiser ends with an exception.
pub(crate) const IN_INITIALIZER: &str = "java/lang/ExceptionInInitializerError";
/// What is thrown when the class is used afterwards.
pub(crate) const NO_CLASS: &str = "java/lang/NoClassDefFoundError";

impl Body<'_, '_, '_> {
    /// Initialises a class if that has not begun.
    pub(super) fn ensure_initialised(&mut self, class: ClassId) -> Result<(), String> {
        let own = self.class.id;
        let loaded = self.low.world.class(class);
        let below = self.low.world.classes.supers(own).binary_search(&class).is_ok();
        if class == own || below && !loaded.is_interface() || !self.initialised.insert(class) {
            return Ok(());
        }
        let Some(initialiser) = self.low.initialiser(class) else { return Ok(()) };
        let place = Operand::Constant(Constant::Global(initialiser.state, 0));
        let state = self.builder.load(place, 0, Type::Int(8));
        let begun = self.builder.compare(Comparison::Equal, state, byte(1));
        let (good, first) = self.fork(begun);
        self.builder.switch_to(first);
        let exception = self.builder.call(initialiser.function, &[], &[Type::Pointer])[0].clone();
        let normal = self.builder.compare(Comparison::Equal, exception.clone(), null());
        let bad = self.builder.block(&[]);
        self.builder.branch(normal, good, bad);
        self.builder.switch_to(bad);
        self.receive_exception();
        self.throw(exception, None)?;
        self.builder.switch_to(good);
        Ok(())
    }
}

impl Lowering<'_, '_> {
    /// Calls the initialiser of a class, if it has one: what it ended with.
    pub(crate) fn call_initialiser(
        &mut self,
        builder: &mut Builder,
        class: ClassId,
    ) -> Option<Operand> {
        let initialiser = self.initialiser(class)?;
        Some(builder.call(initialiser.function, &[], &[Type::Pointer])[0].clone())
    }
}
