//! What a program gets from outside: arguments, standard input, the environment's variables, system properties.
//!
//! Models make them (`klew.runtime.Arguments`, `Environment`, `SystemProperties`, `StandardInput`); the wrapper around
//! the entry tells these first what is given. Only what the program can ask for is told.

use crate::class_file::bytecode::Instruction;
use crate::classes::MethodId;
use crate::world::World;
use klew_ir::Switch;

/// What is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// Arguments of `main`; nothing was said of them if absent.
    pub arguments: Option<Vec<Group>>,
    /// The size of standard input; any if absent.
    pub standard_input: Option<u64>,
    /// Names and values of the environment's variables.
    pub variables: Vec<(String, Value)>,
    /// Whether there may be other variables.
    pub others: bool,
}

impl Default for Surroundings {
    fn default() -> Surroundings {
        Surroundings { arguments: None, standard_input: None, variables: Vec::new(), others: true }
    }
}

/// From `least` to `most` arguments of at most `length` characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said above")]
pub struct Group {
    pub least: u32,
    pub most: u32,
    pub length: u32,
}

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// This text.
    Text(String),
    /// At most so many characters.
    Characters(u32),
}

/// The static fields that say how many arguments there are at most and how many characters they have, where nothing
/// was said of them: globals of the program that the caller sets.
pub const MOST_ARGUMENTS: &str = "klew.runtime.Arguments.most";
/// As [`MOST_ARGUMENTS`].
pub const LONGEST_ARGUMENT: &str = "klew.runtime.Arguments.longest";
/// The bound that runs meet which have more arguments, or longer ones.
pub const ARGUMENTS: &str = "arguments of main";
/// As [`MOST_ARGUMENTS`]: how many bytes there are at most on standard input, where nothing was said of it.
pub const LONGEST_INPUT: &str = "klew.runtime.StandardInput.longest";
/// As [`MOST_ARGUMENTS`]: how many bytes a file has at most.
pub const LONGEST_FILE: &str = "klew.runtime.FileStore.longest";
/// As [`MOST_ARGUMENTS`]: how many characters an input string has at most.
pub const LONGEST_STRING: &str = "klew.runtime.Inputs.longest";
/// The bound that runs meet in which one has more.
pub const STRING: &str = "input strings";
/// The bound that runs meet which read more of one.
pub const FILE: &str = "a file";
/// The static field that says how much input there is exactly, whatever the bounds are (0: nothing is said).
pub const SHORT_INPUT: &str = "klew.runtime.ShortInput.size";
/// Whether that is the arguments' length (1) or that of standard input (0).
pub const SHORT_ARGUMENTS: &str = "klew.runtime.ShortInput.isOfArguments";
/// The bound that runs meet which read more of it.
pub const INPUT: &str = "standard input";

/// What a static field of a model asks of the engine that runs the program.
pub(crate) fn switch(class: &str, field: &str) -> Option<Switch> {
    match (class, field) {
        ("klew/runtime/Inputs", "anyLength") => Some(Switch::UnknownLengths),
        ("klew/runtime/Inputs", "everyLength") => Some(Switch::AnyLengths),
        _ => None,
    }
}

/// The descriptor of models that give arguments.
const SOME: &str = "()[Ljava/lang/String;";
const MORE: &str = "([Ljava/lang/String;III)[Ljava/lang/String;";

const MAKER: &str = "klew/runtime/Arguments";

/// A model's method and its name and descriptor.
pub(crate) type Named = (&'static str, &'static str, &'static str);

/// As many arguments as the command lets there be.
pub(crate) const ANY_ARGUMENTS: Named = (MAKER, "any", SOME);
/// Arguments behind others.
pub(crate) const MORE_ARGUMENTS: Named = (MAKER, "more", MORE);

/// An argument of a call that tells a model something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Number(u32),
    Text(String),
}

const ENVIRONMENT: &str = "klew/runtime/Environment";
const DEFINE: Named = (ENVIRONMENT, "define", "(Ljava/lang/String;Ljava/lang/String;)V");
const DEFINE_ANY: Named = (ENVIRONMENT, "defineAny", "(Ljava/lang/String;I)V");
const CLOSE: Named = (ENVIRONMENT, "close", "()V");
const PROPERTIES: &str = "klew/runtime/SystemProperties";
/// The JDK sets a property.
pub(crate) const GIVEN: Named = (PROPERTIES, "given", "(Ljava/lang/String;Ljava/lang/String;)V");
const STANDARD_INPUT: &str = "klew/runtime/StandardInput";
const LIMIT: Named = (STANDARD_INPUT, "limit", "(I)V");
/// Where monitors are asked about.
pub(crate) const MONITORS: &str = "klew/runtime/Monitors";
/// The thread enters a monitor.
pub(crate) const ENTER: Named = (MONITORS, "enter", "(Ljava/lang/Object;)V");
/// It leaves the one that it entered last.
pub(crate) const EXIT: Named = (MONITORS, "exit", "()V");

/// What the wrapper, or the lowering, calls where this method of a model is reached.
pub(crate) fn comes_with(class: &str, method: &str) -> &'static [Named] {
    match (class, method) {
        (ENVIRONMENT, "get") => &[DEFINE, DEFINE_ANY, CLOSE],
        (PROPERTIES, "get") => &[GIVEN],
        (STANDARD_INPUT, "next") => &[LIMIT],
        (MONITORS, "holds") => &[ENTER, EXIT],
        _ => &[],
    }
}

impl Surroundings {
    /// Calls that tell the models what is given, `properties` of the JDK included; of those that are not
    /// reached nobody asks.
    pub(crate) fn calls(&self, properties: Vec<(String, String)>) -> Vec<(Named, Vec<Told>)> {
        let mut calls = Vec::new();
        if let Some(size) = self.standard_input {
            let size = u32::try_from(size).unwrap_or(i32::MAX as u32);
            calls.push((LIMIT, vec![Told::Number(size)]));
        }
        for (name, value) in &self.variables {
            let name = Told::Text(name.clone());
            calls.push(match value {
                Value::Text(text) => (DEFINE, vec![name, Told::Text(text.clone())]),
                Value::Characters(most) => (DEFINE_ANY, vec![name, Told::Number(*most)]),
            });
        }
        if !self.others {
            calls.push((CLOSE, Vec::new()));
        }
        for (key, value) in properties {
            calls.push((GIVEN, vec![Told::Text(key), Told::Text(value)]));
        }
        calls
    }
}

/// Whether the entry is a `main` that looks at its arguments.
pub(crate) fn reads_arguments(world: &mut World<'_>, entry: MethodId) -> bool {
    if !world.method(entry).is_main() {
        return false;
    }
    let loads = |instruction: &Instruction| matches!(instruction, Instruction::Load(_, 0));
    // What cannot be read is unsupported where it is lowered.
    world.code(entry).is_ok_and(|code| code.iter().any(|placed| loads(&placed.instruction)))
}

/// What is assumed of what is reached, in words.
pub(crate) fn assumptions(
    world: &World<'_>,
    given: &Surroundings,
    reached: &[MethodId],
    reads_arguments: bool,
) -> Vec<String> {
    let is_reached = |class: &str, name: &str| {
        reached
            .iter()
            .any(|id| &*world.class(id.class).name == class && &*world.method(*id).name == name)
    };
    let mut said = Vec::new();
    let mut say = |what: &str| said.push(what.to_owned());
    let mut strings = Vec::new();
    if reads_arguments {
        match &given.arguments {
            Some(groups) if groups.iter().all(|group| group.most == 0) => {
                say("main gets no arguments");
            }
            _ => strings.push("arguments"),
        }
    }
    if is_reached(ENVIRONMENT, "get") {
        strings.push("variables of the environment");
    }
    if is_reached(PROPERTIES, "get") {
        strings.push("system properties of the machine and the user");
        say(
            "system properties of Java are those of the JDK that klew uses; those that no JDK sets are \
             set by the program only",
        );
    }
    if !strings.is_empty() {
        let strings = strings.join(", ");
        say(&format!("{strings} have no characters beyond Unicode's basic plane"));
    }
    if is_reached("klew/runtime/FileStore", "kind") {
        say(
            "files of different names are different files; those that are there can be read, and those that the \
             program makes or changes can be written",
        );
    }
    if is_reached("klew/runtime/Identity", "of") {
        say(
            "hash codes that a class does not define itself are from 1 to 2147483647, as in HotSpot; those of \
             classes and of the constants of the JDK's enumerations are different small numbers",
        );
    }
    if is_reached("klew/runtime/Clock", "milliseconds") {
        say("the clock shows a time from 1970 to 9999 and does not go back");
    }
    if is_reached("java/util/Locale", "getDefault") {
        say("the default locale is en_US");
    }
    if is_reached(STANDARD_INPUT, "available") {
        say("standard input is a file: what is left of it is available");
    }
    said
}
