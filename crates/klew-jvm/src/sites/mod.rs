//! Dynamic call sites: each becomes a call of a static method of a class that is made for it.
//!
//! The bootstrap methods that Java compilers use are known by name: lambdas, string concatenation, methods of records,
//! switches on patterns. The made classes are ordinary ones to reachability and lowering.

mod adapt;
mod concatenation;
mod lambda;
mod records;
mod site;
mod switches;

pub(crate) use adapt::{is_wrapper, wrappers};

use crate::class_file::Signature;
use crate::classes::{ClassId, MethodId};
use crate::world::World;
use site::{METHOD, Site};

/// The static method that a call site stands for.
pub(crate) fn link(world: &mut World<'_>, class: ClassId, index: u16) -> Result<MethodId, String> {
    if let Some(known) = world.linked.get(&(class, index)) {
        return known.clone();
    }
    let linked = link_new(world, class, index);
    world.linked.insert((class, index), linked.clone());
    linked
}

fn link_new(world: &mut World<'_>, class: ClassId, index: u16) -> Result<MethodId, String> {
    let host = world.class(class).file.clone();
    let text = |why: crate::class_file::FormatError| why.to_string();
    let site = host.pool.dynamic(index).map_err(text)?;
    let bootstrap = host
        .bootstrap_methods
        .get(usize::from(site.bootstrap))
        .ok_or("a call site without bootstrap method")?
        .clone();
    let handle = host.pool.method_handle(bootstrap.method).map_err(text)?;
    let signature = Signature::parse(&site.descriptor).map_err(text)?;
    let factory = (&*handle.member.class, &*handle.member.name);
    let arguments = bootstrap.arguments;
    let site = Site { host, site, signature, arguments };
    let number = world.linked.len();
    let made = match factory {
        ("java/lang/invoke/LambdaMetafactory", "metafactory") => lambda::make(&site, number, false),
        ("java/lang/invoke/LambdaMetafactory", _) => lambda::make(&site, number, true),
        ("java/lang/invoke/StringConcatFactory", name) => {
            concatenation::make(&site, number, name == "makeConcatWithConstants")
        }
        ("java/lang/runtime/ObjectMethods", _) => records::make(&site, number),
        ("java/lang/runtime/SwitchBootstraps", name) => {
            switches::make(&site, number, name == "enumSwitch")
        }
        (class, name) => Err(format!("invokedynamic by {}.{name}", class.replace('/', "."))),
    }?;
    let descriptor = site.signature.descriptor();
    let class = world.classes.add_made(made).map_err(|why| why.to_string())?;
    world.class(class).method(METHOD, &descriptor).ok_or_else(|| "a site was not made".to_owned())
}
