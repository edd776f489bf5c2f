//! What a result about a method rests on, in words: what its inputs are taken to be, and what they never are.

use crate::class_file::flags::STATIC;
use crate::classes::{ClassId, Origin};
use crate::lower::entry::Start;
use crate::reach::Reached;
use crate::surroundings;
use crate::world::World;

/// Classes that are named at once.
const MOST_NAMED: usize = 20;

/// What is assumed of inputs.
pub(crate) fn assumptions(world: &mut World<'_>, start: &Start, reached: &Reached) -> Vec<String> {
    let mut said =
        surroundings::assumptions(world, &start.given, &reached.methods, start.reads_arguments);
    let method = world.method(start.method);
    if method.is_main() {
        return said;
    }
    if !method.is(STATIC) {
        said.push("this is not null".to_owned());
    }
    said.extend(start.not_null.iter().map(|it| it.text.clone()));
    said.extend(of_objects(world, reached));
    said.extend(of_class_holders(world, reached));
    if reached.has_static_fields(world) {
        said.push("static fields have the values that they are initialised with".to_owned());
    }
    said.extend(of_types(world, reached));
    said
}

/// Of objects among the inputs.
fn of_objects(world: &mut World<'_>, reached: &Reached) -> Vec<String> {
    let mut classes = reached.input_classes(world);
    classes.retain(|class| !world.class(*class).name.starts_with("klew/"));
    let mut said = Vec::new();
    if classes.is_empty() {
        return said;
    }
    let names = named(world, &classes);
    said.push(format!("objects among the inputs are of the classes {names}"));
    said.push(
        "no object among the inputs is held by a static field, or a literal or class object of the program, constants of enumerations apart"
            .to_owned(),
    );
    said.push("these classes are initialised before the entry".to_owned());
    said.push(
        "objects among the inputs were made by their constructors: final fields that these never leave null are not null"
            .to_owned(),
    );
    classes.retain(|class| {
        let class = world.class(*class);
        class.origin == Origin::Jdk && !class.fields.is_empty()
    });
    if !classes.is_empty() {
        let names = named(world, &classes);
        said.push(format!(
            "objects among the inputs of classes of the JDK may hold what their own code never makes them hold: {names}"
        ));
    }
    said
}

/// Objects that inputs may be, and that are not looked at.
pub(crate) fn left_out(world: &mut World<'_>, start: &Start, reached: &Reached) -> Vec<String> {
    let mut said = Vec::new();
    if world.method(start.method).is_main() {
        return said;
    }
    let in_vain = reached.asked_in_vain(world);
    if !in_vain.is_empty() {
        let names = named(world, &in_vain);
        said.push(format!(
            "no object among the inputs is of {names}, although the program asks for that: klew makes none"
        ));
    }
    if !reached.left_out().is_empty() {
        let names = named(world, reached.left_out());
        said.push(format!(
            "no object among the inputs is of {names}: how these are initialised is not supported"
        ));
    }
    said
}

/// Of objects that have class objects.
fn of_class_holders(world: &World<'_>, reached: &Reached) -> Option<String> {
    if reached.class_holders().is_empty() {
        return None;
    }
    let names = named(world, reached.class_holders());
    Some(format!(
        "no object among the inputs is of {names}: these hold class objects, which inputs are not"
    ))
}

/// Of declared types.
fn of_types(world: &mut World<'_>, reached: &Reached) -> Vec<String> {
    let mut said = Vec::new();
    let mut without = reached.input_types().to_vec();
    if without.iter().any(|above| world.class(*above).element.is_some()) {
        said.push(
            "arrays among the inputs are of the declared types, or of those that the program makes"
                .to_owned(),
        );
    }
    without.retain(|above| {
        !reached.instantiated.iter().any(|class| world.classes.is_subtype(*class, *above))
    });
    if !without.is_empty() {
        let names = named(world, &without);
        said.push(format!("references to {names} among the inputs are null: no class is known"));
    }
    said
}

/// The names of classes, or of the first of them and how many more there are.
fn named(world: &World<'_>, classes: &[ClassId]) -> String {
    let shown = classes.iter().take(MOST_NAMED).map(|class| world.class(*class).java_name());
    let mut names: Vec<String> = shown.collect();
    if classes.len() > MOST_NAMED {
        names.push(format!("{} others", classes.len() - MOST_NAMED));
    }
    names.join(", ")
}
