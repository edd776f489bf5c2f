//! Finds the entry method.

use std::rc::Rc;

use crate::class_file::flags::{STATIC, SYNTHETIC};
use crate::class_file::{JavaType, Method};
use crate::classes::{ClassId, MethodId};
use crate::world::World;
use crate::{Entry, Error};

/// The method that an entry means.
pub(crate) fn entry(world: &mut World<'_>, entry: &Entry) -> Result<MethodId, Error> {
    let method = match entry {
        Entry::Main => main(world)?,
        Entry::Method(name) => named(world, name)?,
    };
    if world.method(method).code.is_none() {
        return Err(Error::NoCode(world.method_name(method)));
    }
    Ok(method)
}

/// Whether objects of any class may be inputs of the entry: its own, or parameters other than numbers, texts, and arrays of these.
pub(crate) fn has_objects_as_inputs(method: &Method) -> bool {
    let is_plain = |parameter: &JavaType| match parameter {
        JavaType::Reference(class) => {
            let element = class.trim_start_matches('[');
            let is_of_numbers = class.starts_with('[') && element.len() == 1;
            is_of_numbers || matches!(element, "java/lang/String" | "Ljava/lang/String;")
        }
        _ => true,
    };
    let is_own = !method.is(STATIC);
    !method.is_main() && (is_own || !method.signature.parameters.iter().all(is_plain))
}

fn main(world: &mut World<'_>) -> Result<MethodId, Error> {
    let mut found: Vec<(Rc<str>, MethodId)> = Vec::new();
    let mut failed = None;
    for name in world.classes.user_names() {
        let class = match world.classes.load(&name) {
            Ok(class) => class,
            Err(why) => {
                failed.get_or_insert(why);
                continue;
            }
        };
        let methods =
            (0..).zip(&world.class(class).file.methods).find(|it| it.1.is_main()).map(|it| it.0);
        if let Some(index) = methods {
            found.push((name, MethodId { class, index }));
        }
    }
    let is_called_main = |it: &&(Rc<str>, MethodId)| &*it.0 == "Main" || it.0.ends_with("/Main");
    match (&found[..], found.iter().find(is_called_main), failed) {
        (_, Some((_, method)), _) => Ok(*method),
        ([(_, method)], ..) => Ok(*method),
        ([], _, Some(why)) => Err(Error::Class(why.to_string())),
        ([], ..) => Err(Error::NoMain),
        _ => {
            let names = found.iter().map(|(name, _)| name.replace('/', ".")).collect();
            Err(Error::SeveralMains(names))
        }
    }
}

fn named(world: &mut World<'_>, text: &str) -> Result<MethodId, Error> {
    let (name, descriptor) = match text.find('(') {
        Some(at) => (&text[..at], Some(&text[at..])),
        None => (text, None),
    };
    let (class_name, method) = name.rsplit_once('.').unwrap_or(("", name));
    let class = class(world, class_name)?;
    let file = world.class(class).file.clone();
    let candidates: Vec<(u16, String)> = (0..)
        .zip(&file.methods)
        .filter(|(_, it)| *it.name == *method && !it.is(SYNTHETIC))
        .map(|(index, it)| (index, it.descriptor.to_string()))
        .collect();
    let fits = |it: &&(u16, String)| descriptor.is_none_or(|wanted| it.1.starts_with(wanted));
    let fitting: Vec<_> = candidates.iter().filter(fits).collect();
    match &fitting[..] {
        [(index, _)] => Ok(MethodId { class, index: *index }),
        [] => {
            let shown = file.methods.iter().filter(|it| !it.name.starts_with('<'));
            Err(Error::NoMethod {
                class: class_name.to_owned(),
                name: format!("{method}{}", descriptor.unwrap_or_default()),
                methods: shown.map(|it| format!("{}{}", it.name, it.descriptor)).collect(),
            })
        }
        _ => Err(Error::SeveralMethods {
            name: name.to_owned(),
            methods: fitting.iter().map(|it| format!("{name}{}", it.1)).collect(),
        }),
    }
}

/// The class of a name in Java; what is after a dot may be a nested class.
fn class(world: &mut World<'_>, name: &str) -> Result<ClassId, Error> {
    let mut internal = name.replace('.', "/");
    let mut first = None;
    loop {
        match world.classes.load(&internal) {
            Ok(class) => return Ok(class),
            Err(why) => {
                first.get_or_insert(why);
            }
        }
        match internal.rfind('/') {
            Some(at) => internal.replace_range(at..=at, "$"),
            None => break,
        }
    }
    let why = first.map(|why| why.to_string()).unwrap_or_default();
    Err(Error::Class(why))
}

/// The precondition of that name: a `boolean` method that takes the parameters of the entry.
pub(crate) fn precondition(
    world: &mut World<'_>,
    name: &str,
    entry: MethodId,
) -> Result<MethodId, Error> {
    let full = match name.contains('.') {
        true => name.to_owned(),
        false => format!("{}.{name}", world.class(entry.class).java_name()),
    };
    let found = named(world, &full)?;
    let method = world.method(found);
    let asked = world.method(entry);
    let with_receiver = !method.is(STATIC);
    let boolean = method.signature.result == Some(crate::class_file::JavaType::Boolean);
    let mut expected = asked.signature.parameters.clone();
    if !asked.is(STATIC) && !with_receiver {
        // It may look at `this` as its first parameter.
        let this = crate::class_file::JavaType::Reference(world.class(entry.class).name.clone());
        if method.signature.parameters.len() == expected.len() + 1 {
            expected.insert(0, this);
        }
    }
    let receiver_fits = !with_receiver || (!asked.is(STATIC) && found.class == entry.class);
    if boolean && receiver_fits && method.signature.parameters == expected && method.code.is_some()
    {
        return Ok(found);
    }
    Err(Error::Precondition(world.method_name(found)))
}
