//! Which method a run starts from: `--entry`, or the `main` that is there.

use std::collections::BTreeMap;

use crate::error::UserError;
use klew_jvm::summary::{Method, Summary, parameters};

/// The method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its class, as class files write it.
    pub class: String,
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether it has no `this`.
    pub is_static: bool,
    /// Whether it is a program's `main`, which is called with no arguments.
    pub is_main: bool,
}

impl Entry {
    /// Its name for people: the class of a `main`, else `pkg.List.insert(int)`.
    pub fn shown(&self) -> String {
        if self.is_main {
            dotted(&self.class)
        } else {
            method_name(&self.class, &self.method, &self.descriptor)
        }
    }
}

/// How many candidates a message lists.
const SHOWN: usize = 12;

/// The method that `entry` names (`main`: a program's), among the classes of the program. `preferred` is the
/// class that a jar's manifest names.
pub fn choose(
    entry: &str,
    classes: &BTreeMap<String, Summary>,
    preferred: Option<&str>,
) -> Result<Entry, UserError> {
    if entry == "main" {
        return main(classes, preferred);
    }
    let (path, descriptor) = match entry.find('(') {
        Some(at) => (&entry[..at], Some(&entry[at..])),
        None => (entry, None),
    };
    let Some((class, method)) = path.rsplit_once('.') else {
        return Err(UserError::new(format!("--entry {entry}: this is not Class.method")).help(
            "--entry pkg.Class.method; of overloaded methods: --entry \"Class.method(int)\"",
        ));
    };
    let summary = find_class(class, classes)?;
    // Constructors may be called new, as in method references, or what class files call them.
    let method = if method == "new" { "<init>" } else { method };
    let methods = inherited(summary, classes, method);
    let fits = |method: &&(&Summary, &Method)| {
        descriptor.is_none_or(|wanted| has_signature(&method.1.descriptor, wanted))
    };
    match methods.iter().filter(fits).collect::<Vec<_>>().as_slice() {
        [(owner, method)] => Ok(found(owner, method)),
        [] => Err(no_method(entry, summary, &methods)),
        several => {
            let list = several.iter().map(|(owner, method)| shown(owner, method));
            Err(UserError::new(format!("--entry {entry}: several methods are called that"))
                .help(format!("say which: {}", listed(list.collect()))))
        }
    }
}

fn main(classes: &BTreeMap<String, Summary>, preferred: Option<&str>) -> Result<Entry, UserError> {
    let all: Vec<(&Summary, &Method)> = classes
        .values()
        .filter_map(|class| Some((class, class.methods.iter().find(|method| method.is_main())?)))
        .collect();
    let named = |wanted: &str| all.iter().find(|(class, _)| class.name == wanted);
    let mut called_main = all.iter().filter(|(class, _)| simple(&class.name) == "Main");
    let only_main = match (called_main.next(), called_main.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    };
    let chosen = preferred.and_then(named).or_else(|| named("Main")).or(only_main);
    match (chosen, all.as_slice()) {
        (Some((class, method)), _) => Ok(found(class, method)),
        (None, [(class, method)]) => Ok(found(class, method)),
        (None, []) => Err(UserError::new("no class has a method main(String[])")
            .help(format!("--entry analyses a method alone: {}", listed(all_methods(classes))))),
        (None, several) => {
            let names = several.iter().map(|(class, _)| format!("{}.main", dotted(&class.name)));
            Err(UserError::new("several classes have a method main(String[])")
                .help(format!("--entry says which: {}", listed(names.collect()))))
        }
    }
}

fn found(class: &Summary, method: &Method) -> Entry {
    Entry {
        class: class.name.clone(),
        method: method.name.clone(),
        descriptor: method.descriptor.clone(),
        is_static: method.is_static(),
        is_main: method.is_main(),
    }
}

fn find_class<'c>(
    name: &str,
    classes: &'c BTreeMap<String, Summary>,
) -> Result<&'c Summary, UserError> {
    let same = |class: &&Summary| dotted(&class.name).replace('$', ".") == name.replace('$', ".");
    let ends = |class: &&Summary| {
        let full = dotted(&class.name).replace('$', ".");
        full.strip_suffix(&name.replace('$', ".")).is_some_and(|before| before.ends_with('.'))
    };
    if let Some(class) = classes.values().find(same) {
        return Ok(class);
    }
    match classes.values().filter(ends).collect::<Vec<_>>().as_slice() {
        [class] => Ok(class),
        several => {
            let what = if several.is_empty() { "there is no class" } else { "several classes are" };
            let names = if several.is_empty() {
                classes.values().map(|class| dotted(&class.name)).collect()
            } else {
                several.iter().map(|class| dotted(&class.name)).collect()
            };
            let called = if several.is_empty() { "" } else { " called" };
            Err(UserError::new(format!("--entry: {what}{called} {name}"))
                .help(format!("the classes are {}", listed(names))))
        }
    }
}

/// Methods of that name in the class; if it has none, in the nearest of its superclasses that is part of the
/// program.
fn inherited<'c>(
    summary: &'c Summary,
    classes: &'c BTreeMap<String, Summary>,
    name: &str,
) -> Vec<(&'c Summary, &'c Method)> {
    let mut class = Some(summary);
    // Malformed hierarchies may go round.
    for _ in 0..classes.len() {
        let Some(one) = class else { break };
        let own: Vec<_> = one
            .methods
            .iter()
            .filter(|method| method.name == name && method.has_source())
            .map(|method| (one, method))
            .collect();
        if !own.is_empty() {
            return own;
        }
        class = one.superclass.as_ref().and_then(|name| classes.get(name));
    }
    Vec::new()
}

/// Whether a descriptor is what the user wrote: a descriptor, one without a result, or a list of types.
fn has_signature(descriptor: &str, wanted: &str) -> bool {
    if descriptor == wanted || descriptor.split_inclusive(')').next() == Some(wanted) {
        return true;
    }
    let Some(wanted) = wanted.strip_prefix('(').and_then(|types| types.strip_suffix(')')) else {
        return false;
    };
    let wanted: Vec<String> = wanted
        .split(',')
        .map(|name| name.split_whitespace().collect::<String>())
        .filter(|name| !name.is_empty())
        .collect();
    let Some(types) = parameters(descriptor) else { return false };
    let same = |(full, wanted): (&String, &String)| {
        let (full, wanted) = (full.replace('$', "."), wanted.replace('$', "."));
        full.strip_suffix(&wanted).is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    types.len() == wanted.len() && types.iter().zip(&wanted).all(same)
}

fn no_method(entry: &str, summary: &Summary, same_name: &[(&Summary, &Method)]) -> UserError {
    let candidates: Vec<String> = if same_name.is_empty() {
        summary
            .methods
            .iter()
            .filter(|method| method.has_source())
            .map(|method| shown(summary, method))
            .collect()
    } else {
        same_name.iter().map(|(owner, method)| shown(owner, method)).collect()
    };
    UserError::new(format!("--entry {entry}: there is no such method with code"))
        .help(format!("there are {}", listed(candidates)))
}

fn all_methods(classes: &BTreeMap<String, Summary>) -> Vec<String> {
    let all = classes.values().flat_map(|class| {
        let own = class.methods.iter().filter(|method| method.has_source());
        own.filter(|method| method.name != "<init>").map(move |method| shown(class, method))
    });
    all.collect()
}

/// The method as `--entry` takes it.
pub fn shown(class: &Summary, method: &Method) -> String {
    method_name(&class.name, &method.name, &method.descriptor)
}

/// The method as `--entry` takes it.
fn method_name(class: &str, method: &str, descriptor: &str) -> String {
    let types = parameters(descriptor).unwrap_or_default();
    let types: Vec<&str> = types.iter().map(|name| simple(name)).collect();
    let name = if method == "<init>" { "new" } else { method };
    format!("{}.{name}({})", dotted(class), types.join(","))
}

fn listed(names: Vec<String>) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    let more = names.len().saturating_sub(SHOWN);
    let mut text = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

fn dotted(name: &str) -> String {
    name.replace('/', ".")
}

fn simple(name: &str) -> &str {
    name.rsplit(['/', '.']).next().unwrap_or(name)
}

#[cfg(test)]
#[path = "entry_tests.rs"]
mod tests;
