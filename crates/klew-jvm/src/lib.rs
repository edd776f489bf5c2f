//! Java class files to [`klew_ir`].
//!
//! `class_file` reads class files, `classes` knows the hierarchy, `reach` finds what a run from the entry may come
//! to, `lower` makes KIR of it. Core classes of the JDK are replaced by klew's own models (`library/`), everything
//! else comes from the class files of the installed JDK.
//!
//! **Invariant**: no I/O: bytes come from the caller.
//! **Invariant**: any bytes give a program or an error, never a panic; what cannot be lowered exactly is unsupported where
//! it is reached.

mod assumptions;
mod class_file;
mod classes;
mod container;
mod error;
mod exhausted_stack;
mod find;
mod lower;
#[cfg(test)]
mod mutants;
mod natives;
mod never_null;
mod null_message;
pub mod open;
mod promises;
mod reach;
mod sites;
pub mod summary;
pub mod surroundings;
pub mod target;
mod world;

use std::collections::BTreeSet;

use klew_ir::Program;

pub use class_file::FormatError;
pub use container::{ClassSource, Container};
pub use error::Error;

use classes::{Classes, MethodId};
use lower::entry::Start;
use lower::failure::{FAILURES, Failure};
use lower::initialisation::{IN_INITIALIZER, NO_CLASS};
use reach::{Reach, Reached};
use surroundings::Surroundings;
use world::World;

/// klew's own versions of core classes, a jar made of the sources in `library/`.
pub static MODELS: &[u8] = include_bytes!("../library/models.jar");

/// Where runs start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The `main` of the one class that has it, of `Main` first.
    Main,
    /// `pkg.Class.method`, with its descriptor behind it where the name is not enough.
    Method(String),
}

/// What is to be lowered.
pub struct Request<'a> {
    /// The user's classes; earlier ones hide later ones.
    pub class_path: &'a [Container],
    /// klew's models of core classes.
    pub models: &'a Container,
    /// The JDK's classes.
    pub jdk: Option<&'a dyn ClassSource>,
    /// Where runs start.
    pub entry: Entry,
    /// Methods `pkg.Class.method` that take the parameters of the entry and say whether they count.
    pub preconditions: Vec<String>,
    /// Names of parameters of the entry that are not null.
    pub not_null: Vec<String>,
    /// Classes of exceptions that may leave the entry.
    pub allowed: Vec<String>,
    /// What the program gets from outside.
    pub surroundings: Surroundings,
    /// A place where a run fails a check that is made for it.
    pub target: Option<target::Target>,
}

/// A lowered program.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The program. Its entry is a wrapper around the entry method.
    pub program: Program,
    /// The entry method, as `pkg.Class.method(descriptor)result`.
    pub entry: String,
    /// What is assumed of inputs, in words.
    pub assumptions: Vec<String>,
    /// Objects that inputs may be and that klew makes none of, in words.
    pub left_out: Vec<String>,
    /// Whether it has handlers that an exhausted stack may come to, so that calls which recur are followed no deeper than any has room for.
    pub catches_exhausted_stack: bool,
}

/// Lowers what a run from the entry may come to.
pub fn lower(request: &Request<'_>) -> Result<Lowered, Error> {
    let (mut world, mut method) = begin(request, &[])?;
    if find::has_objects_as_inputs(world.method(method)) {
        (world, method) = begin(request, &OF_OWN_SHAPE)?;
    }
    let mut preconditions = Vec::new();
    for name in &request.preconditions {
        preconditions.push(find::precondition(&mut world, name, method)?);
    }
    let not_null = promises::not_null(&mut world, method, &request.not_null)?;
    let allowed = promises::allowed(&mut world, &request.allowed)?;
    let reads_arguments = surroundings::reads_arguments(&mut world, method);
    let given = request.surroundings.clone();
    let mut start = Start {
        method,
        preconditions,
        not_null,
        allowed,
        reads_arguments,
        given,
        calls: Vec::new(),
    };
    let reached = find_reached(&mut world, &start, &Failure::OF_INSTRUCTIONS);
    start.tell(&world, &reached, request.jdk);
    let mut assumptions = assumptions::assumptions(&mut world, &start, &reached);
    let left_out = assumptions::left_out(&mut world, &start, &reached);
    let methods = reached.methods.clone();
    let entry = world.method_name(method);
    let target = request.target.as_ref();
    let mut program = lower::lower(&mut world, reached, &start, target, BTreeSet::new());
    let counted = exhausted_stack::counted(&mut world, &methods, &program);
    let catches_exhausted_stack = !counted.is_empty();
    if catches_exhausted_stack {
        let mut failures = Failure::OF_INSTRUCTIONS.to_vec();
        failures.push(Failure::ExhaustedStack);
        let reached = find_reached(&mut world, &start, &failures);
        program = lower::lower(&mut world, reached, &start, target, counted);
    }
    assumptions.extend(natives::tables::assumption(&program, request.jdk));
    assumptions.extend(exhausted_stack::memory_assumption(&world, &methods));
    Ok(Lowered { program, entry, assumptions, left_out, catches_exhausted_stack })
}

/// Models whose objects have other fields than the JDK's. Where objects are inputs, which a finding gives to the JVM field by field, and which
/// have any content, the JDK's own classes are taken.
const OF_OWN_SHAPE: [&str; 2] = ["java/util/HashMap", "java/util/LinkedHashMap"];

/// The core classes and the entry.
fn begin<'a>(
    request: &Request<'a>,
    without_models: &'static [&'static str],
) -> Result<(World<'a>, MethodId), Error> {
    let classes = Classes::new(request.class_path, request.models, request.jdk);
    let mut world = World::new(classes.without_models(without_models));
    if let Err(why) = world.classes.load("java/lang/Object") {
        return Err(Error::Core(why.to_string()));
    }
    let method = find::entry(&mut world, &request.entry)?;
    Ok((world, method))
}

fn find_reached(world: &mut World<'_>, start: &Start, failures: &[Failure]) -> Reached {
    let mut reach = Reach::new(world);
    reach.touch(start.method.class);
    reach.method(start.method);
    let method = reach.world.method(start.method).clone();
    if method.is_main() {
        reach.instance_named("[Ljava/lang/String;");
        if start.reads_arguments {
            let (class, name, descriptor) = start.arguments_maker();
            reach.method_named(class, name, descriptor);
        }
    } else {
        let mut given = Vec::new();
        if !method.is(class_file::flags::STATIC) {
            let class = reach.world.class(start.method.class).name.clone();
            given.push(class_file::JavaType::Reference(class));
        }
        given.extend(method.signature.parameters.iter().cloned());
        reach.parameters(&given);
    }
    for precondition in &start.preconditions {
        reach.touch(precondition.class);
        reach.method(*precondition);
    }
    for failure in failures {
        reach.instance_named(failure.class());
        reach.method_named(failure.class(), "<init>", "()V");
        let (name, descriptor) = failure.maker();
        reach.method_named(FAILURES, name, descriptor);
    }
    for (class, constructor) in [(IN_INITIALIZER, "(Ljava/lang/Throwable;)V"), (NO_CLASS, "()V")] {
        reach.instance_named(class);
        reach.method_named(class, "<init>", constructor);
    }
    reach.finish()
}
