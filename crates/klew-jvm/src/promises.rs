//! What callers of an entry promise: parameters that are not null, because somebody says so, an annotation does, or the
//! method begins with refusing null; exceptions that it may throw.
//!
//! **Invariant**: `Objects.requireNonNull` counts only where nothing but other refusals and stores into fields comes
//! before it, so that no other failure of such a run is passed over.

use crate::Error;
use crate::class_file::bytecode::{Instruction, InvokeKind, Kind, StackOperation};
use crate::class_file::flags::STATIC;
use crate::class_file::{JavaType, Method};
use crate::classes::{ClassId, MethodId};
use crate::world::World;

/// A parameter that is not null.
pub(crate) struct NotNull {
    /// Which, from 0.
    pub number: usize,
    /// Who says so, in words.
    pub text: String,
}

/// The parameters of the entry that are not null; `named` are those that the user names.
pub(crate) fn not_null(
    world: &mut World<'_>,
    entry: MethodId,
    named: &[String],
) -> Result<Vec<NotNull>, Error> {
    let method = world.method(entry).clone();
    let names = method.parameter_names();
    let mut found = Vec::new();
    for name in named {
        if name == "*" {
            for (number, parameter) in method.signature.parameters.iter().enumerate() {
                if matches!(parameter, JavaType::Reference(_)) {
                    let text = format!("--not-null *: {}", names[number]);
                    found.push(NotNull { number, text });
                }
            }
            continue;
        }
        let error = |why: String| Err(Error::NotNull { name: name.clone(), why });
        let Some(number) = names.iter().position(|it| it == name) else {
            let list = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return error(format!("there is no such parameter; there are {list}"));
        };
        if !matches!(method.signature.parameters[number], JavaType::Reference(_)) {
            return error("this parameter is never null".to_owned());
        }
        found.push(NotNull { number, text: format!("--not-null {name}") });
    }
    if method.is_main() {
        return Ok(found);
    }
    for &number in &method.not_null {
        if matches!(method.signature.parameters[number], JavaType::Reference(_)) {
            let text = format!("{} is not null: it is annotated so", names[number]);
            found.push(NotNull { number, text });
        }
    }
    for number in refused(world, entry, &method) {
        let text = format!("{} is not null: the method refuses null", names[number]);
        found.push(NotNull { number, text });
    }
    Ok(found)
}

/// What is on the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    This,
    Parameter(usize),
    Other,
}

/// The parameters that `Objects.requireNonNull` refuses at the beginning of a method.
fn refused(world: &mut World<'_>, id: MethodId, method: &Method) -> Vec<usize> {
    let Ok(decoded) = world.code(id) else { return Vec::new() };
    let pool = world.class(id.class).file.pool.clone();
    let mut refused = Vec::new();
    let mut stack = Vec::new();
    for placed in decoded.iter() {
        match placed.instruction {
            Instruction::Load(Kind::Reference, 0) if !method.is(STATIC) => stack.push(Slot::This),
            Instruction::Load(_, local) => {
                let number = method.parameter_locals().position(|it| it == local);
                stack.push(number.map_or(Slot::Other, Slot::Parameter));
            }
            Instruction::LoadConstant(_) => stack.push(Slot::Other),
            Instruction::Stack(StackOperation::Pop) => drop(stack.pop()),
            Instruction::CheckCast(_) => {}
            Instruction::PutField(_) => {
                stack.pop();
                if stack.pop() != Some(Slot::This) {
                    break;
                }
            }
            Instruction::Invoke(InvokeKind::Special, index) => {
                let is_object = pool.member(index).is_ok_and(|it| &*it.class == "java/lang/Object");
                if !is_object || stack.pop() != Some(Slot::This) {
                    break;
                }
            }
            Instruction::Invoke(InvokeKind::Static, index) => {
                let Ok(callee) = pool.member(index) else { break };
                if (&*callee.class, &*callee.name) != ("java/util/Objects", "requireNonNull") {
                    break;
                }
                match &*callee.descriptor {
                    "(Ljava/lang/Object;)Ljava/lang/Object;" => {}
                    "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;" => drop(stack.pop()),
                    _ => break,
                }
                let Some(&Slot::Parameter(number)) = stack.last() else { break };
                refused.push(number);
            }
            _ => break,
        }
    }
    refused
}

/// The classes that names of exceptions mean.
pub(crate) fn allowed(world: &mut World<'_>, names: &[String]) -> Result<Vec<ClassId>, Error> {
    let mut classes = Vec::new();
    for name in names {
        let error = |why: &str| Error::Allowed { name: name.clone(), why: why.to_owned() };
        let class = exception(world, name).ok_or_else(|| error("there is no such class"))?;
        let throwable = world.classes.load("java/lang/Throwable");
        let throwable = throwable.map_err(|why| Error::Core(why.to_string()))?;
        if !world.classes.is_subtype(class, throwable) {
            return Err(error("this is no class of exceptions"));
        }
        classes.push(class);
    }
    Ok(classes)
}

/// Packages of which names may be left out.
const USUAL: [&str; 4] = ["java/lang/", "java/util/", "java/io/", "java/util/concurrent/"];

fn exception(world: &mut World<'_>, name: &str) -> Option<ClassId> {
    let internal = name.replace('.', "/");
    if let Ok(class) = world.classes.load(&internal) {
        return Some(class);
    }
    let usual = USUAL.iter().map(|package| format!("{package}{internal}"));
    let ends = |it: &std::rc::Rc<str>| {
        let flat = it.replace('$', "/");
        flat == internal || flat.ends_with(&format!("/{internal}"))
    };
    let own = world.classes.user_names();
    let own = own.iter().filter(|it| ends(it)).map(ToString::to_string);
    let candidates: Vec<String> = own.chain(usual).collect();
    candidates.iter().find_map(|candidate| world.classes.load(candidate).ok())
}
