//! Promises of callers of a Java method: expressions become methods of a class of their own in the package of the method,
//! compiled by `javac`, so that they mean what they mean in Java; klew executes them as preconditions.
//!
//! What javac is given is the user's text, word by word at its place, so that its messages are about that. Where it cannot
//! see private fields, it is given class files in which they are public.
//!
//! Invariant: a promise changes nothing: `klew-promise` knows no assignments, and methods that are called are those of
//! immutable classes, or have no effects by their contract.

use std::fs;
use std::path::Path;

use klew_jvm::Container as Compiled;
use klew_jvm::open::{named_methods, opened};
use klew_jvm::summary::{parameter_names, parameters};
use klew_promise::{Expression, ExpressionError, Kind, Unary, parse, parse_place};

use super::javac::Compilation;
use super::{Container, JavaProgram, class_path};
use crate::error::UserError;
use crate::options::PromiseOptions;
use crate::watch::Clock;

/// What the front end is told.
#[derive(Clone, Debug, Default)]
pub struct Promises {
    /// The compiled class, if there is one.
    pub container: Option<Compiled>,
    /// Its methods.
    pub preconditions: Vec<String>,
    /// Parameters that are not null.
    pub not_null: Vec<String>,
    /// What is promised, in words, besides what the front end says itself.
    pub texts: Vec<String>,
}

/// The class that expressions are methods of.
const CLASS: &str = "KlewPromises";
/// Lines before the text of an expression, and lines for each.
const LINES: (usize, usize) = (3, 3);

/// The promises that the options make of the entry.
///
/// # Errors
/// One is not understood.
pub fn of_options(
    (options, precondition): (&PromiseOptions, Option<&str>),
    java: &JavaProgram,
    classes: &[Container],
    clock: &Clock,
) -> Result<Promises, UserError> {
    let mut promises = Promises::default();
    let about_inputs = !options.assume.is_empty() || !options.not_null.is_empty();
    if java.entry.is_main && about_inputs {
        let option = if options.assume.is_empty() { "--not-null" } else { "--assume" };
        let error = UserError::new(format!("{option} is for a method that is analysed alone"));
        return Err(error.help("--entry Class.method says which"));
    }
    let allowed = &options.allow_exception;
    if !allowed.is_empty() {
        promises.texts.push(format!("--allow-exception {}", allowed.join(",")));
    }
    if let Some(name) = precondition {
        promises.texts.push(format!("--precondition {name}"));
    }
    let mut written = Vec::new();
    for name in &options.not_null {
        if name == "*" {
            promises.not_null.push(name.clone());
            continue;
        }
        let place = parse_place(name).map_err(|error| refused("--not-null", &error))?;
        match place.kind {
            Kind::Name(name) => promises.not_null.push(name),
            _ => written.push(Written::new("--not-null", name, &place, " != null")?),
        }
    }
    for text in &options.assume {
        let expression = parse(text).map_err(|error| refused("--assume", &error))?;
        written.push(Written::new("--assume", text, &expression, "")?);
    }
    if written.is_empty() {
        return Ok(promises);
    }
    let compiled = compile(&written, java, classes, clock)?;
    let package = package(java);
    let full = if package.is_empty() { CLASS.to_owned() } else { format!("{package}.{CLASS}") };
    promises.preconditions = (0..written.len()).map(|n| format!("{full}.holds{n}")).collect();
    promises.texts.extend(written.iter().map(|it| format!("{} {}", it.option, it.text)));
    promises.container = Some(compiled);
    Ok(promises)
}

fn refused(option: &str, error: &ExpressionError) -> UserError {
    UserError::new(format!("{option}: {error}"))
}

/// An expression for javac.
struct Written {
    option: &'static str,
    /// As the user wrote it.
    text: String,
    /// What follows it.
    after: &'static str,
}

impl Written {
    fn new(
        option: &'static str,
        text: &str,
        expression: &Expression,
        after: &'static str,
    ) -> Result<Written, UserError> {
        check(text, expression).map_err(|error| refused(option, &error))?;
        Ok(Written { option, text: text.to_owned(), after })
    }
}

/// Refuses what C has and Java has not.
fn check(text: &str, expression: &Expression) -> Result<(), ExpressionError> {
    let error = |message: &str| Err(ExpressionError::new(text, expression.at, message));
    match &expression.kind {
        Kind::Integer(integer) if integer.unsigned => error("Java has no unsigned numbers"),
        Kind::Unary(Unary::Target, _) => error("Java has no pointers"),
        Kind::Call(None, name, arguments) if name != "klew_size" || arguments.len() != 1 => error(
            "this is not understood; klew_size(array), the number of elements, is the only function without an object",
        ),
        Kind::Call(of, _, arguments) => {
            of.iter().map(|of| &**of).chain(arguments).try_for_each(|inner| check(text, inner))
        }
        Kind::Member(of, _) | Kind::Unary(_, of) => check(text, of),
        Kind::Index(left, right) | Kind::Binary(_, left, right) => {
            check(text, left)?;
            check(text, right)
        }
        _ => Ok(()),
    }
}

fn package(java: &JavaProgram) -> String {
    let class = &java.entry.class;
    class.rsplit_once('/').map_or(String::new(), |(package, _)| package.replace('/', "."))
}

/// Compiles the expressions.
fn compile(
    written: &[Written],
    java: &JavaProgram,
    classes: &[Container],
    clock: &Clock,
) -> Result<Compiled, UserError> {
    let folder = java.work.join("promises");
    let to = folder.join("classes");
    let write = |path: &Path, bytes: &[u8]| {
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(path, bytes))
            .map_err(|error| UserError::new(format!("cannot write to {}: {error}", path.display())))
    };
    let source = folder.join(format!("{CLASS}.java"));
    write(&source, source_text(written, java, classes)?.as_bytes())?;
    let mut compilation = Compilation {
        files: vec![source],
        to: to.clone(),
        class_path: java.run_path(),
        source_path: vec![folder.join("none")],
    };
    if let Err(error) = compilation.run(&java.jdk, clock) {
        let hidden = ["has private access in", "is not public in", "has protected access in"];
        if !hidden.iter().any(|message| error.message.contains(message)) {
            return Err(explained(error, written));
        }
        let open = folder.join("open");
        for (name, bytes) in classes.iter().flat_map(|(_, classes)| classes) {
            if java.own.binary_search(name).is_ok()
                && let Ok(bytes) = opened(bytes)
            {
                write(&open.join(format!("{name}.class")), &bytes)?;
            }
        }
        compilation.class_path.insert(0, open);
        compilation.run(&java.jdk, clock).map_err(|error| explained(error, written))?;
    }
    let classes = class_path::container(&to)?;
    for bytes in classes.values() {
        for (class, method) in named_methods(bytes).unwrap_or_default() {
            if !is_harmless(&class, &method) {
                let class = class.replace('/', ".");
                return Err(UserError::new(format!("--assume: {class}.{method} may change something"))
                    .help("promises call methods of String, Math and the classes of numbers, size() and isEmpty()"));
            }
        }
    }
    Ok(Compiled { name: "promises".to_owned(), classes })
}

/// Whether a method changes nothing.
fn is_harmless(class: &str, method: &str) -> bool {
    const WHOLE: [&str; 12] = [
        "java/lang/String",
        "java/lang/CharSequence",
        "java/lang/Math",
        "java/lang/Character",
        "java/lang/Byte",
        "java/lang/Short",
        "java/lang/Integer",
        "java/lang/Long",
        "java/lang/Float",
        "java/lang/Double",
        "java/lang/Boolean",
        "java/lang/Object",
    ];
    let own = class.rsplit('/').next() == Some(CLASS);
    let constructor_or_contract = match class {
        "java/lang/Object" => method == "<init>" || method == "getClass",
        _ => true,
    };
    let sizes = class.starts_with("java/util/") && matches!(method, "size" | "isEmpty");
    own || sizes || (WHOLE.contains(&class) && constructor_or_contract)
}

/// The class in Java.
fn source_text(
    written: &[Written],
    java: &JavaProgram,
    classes: &[Container],
) -> Result<String, UserError> {
    let entry = &java.entry;
    let bytes = classes.iter().find_map(|(_, classes)| classes.get(&entry.class));
    let names = bytes.and_then(|bytes| parameter_names(bytes, &entry.method, &entry.descriptor));
    let types = parameters(&entry.descriptor).unwrap_or_default();
    let names: Vec<String> = match names {
        Some(names) => names.iter().map(|name| name.replace(' ', "")).collect(),
        None => (1..=types.len()).map(|number| format!("argument{number}")).collect(),
    };
    let this = ["self", "me__", "it__"];
    let this = this.into_iter().find(|this| !names.iter().any(|name| name == this));
    let this = this.unwrap_or("_me_");
    let mut declared: Vec<String> = Vec::new();
    if !entry.is_static {
        declared.push(format!("{} {this}", entry.class.replace(['/', '$'], ".")));
    }
    let typed = types.iter().zip(&names);
    declared.extend(typed.map(|(ty, name)| format!("{} {name}", ty.replace('$', "."))));
    let declared = declared.join(", ");
    let package = package(java);
    let package = if package.is_empty() { package } else { format!("package {package};") };
    // The numbers of lines are what `LINES` says.
    let mut text = format!("{package}\nfinal class {CLASS} {{\n");
    for (number, one) in written.iter().enumerate() {
        let expression = in_java(&one.text, this);
        let after = one.after;
        text.push_str(&format!(
            "static boolean holds{number}({declared}) {{ return (\n{expression}\n{after}); }}\n"
        ));
    }
    for element in ["Object", "boolean", "byte", "char", "short", "int", "long", "float", "double"]
    {
        text.push_str(&format!(
            "private static int klew_size({element}[] array) {{ return array.length; }}\n"
        ));
    }
    text.push_str("}\n");
    Ok(text)
}

/// The text in Java: `this` by the name that it has as a parameter, `->` and `NULL` as Java has them, all as long as before.
fn in_java(text: &str, this: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut java = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => quoted(rest, first),
            c if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            '-' if rest.starts_with("->") => 2,
            c => c.len_utf8(),
        };
        let word = &rest[..length];
        java.push_str(match word {
            "this" => this,
            "NULL" => "null",
            "->" => " .",
            word if word.chars().all(char::is_control) => " ",
            word => word,
        });
        rest = &rest[length..];
    }
    java
}

/// The length of what is in quotes, with them.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        if c == quote && !escaped {
            return index + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// What javac says, about the user's text.
fn explained(error: UserError, written: &[Written]) -> UserError {
    if error.limit.is_some() {
        return error;
    }
    let lines: Vec<&str> = error.message.lines().collect();
    let found = lines.iter().enumerate().find_map(|(index, line)| {
        let (place, message) = line.split_once(": error: ")?;
        let number: usize = place.rsplit(':').next()?.parse().ok()?;
        let caret = lines[index + 1..].iter().find_map(|line| {
            let column = line.find('^')?;
            line[..column].trim().is_empty().then_some(column)
        });
        // What is missing is often said in the lines below.
        let symbol = lines[index + 1..].iter().find_map(|line| line.trim().strip_prefix("symbol:"));
        let symbol = symbol.map_or(String::new(), |symbol| format!(": {}", symbol.trim()));
        Some((number, caret.unwrap_or(0), format!("{message}{symbol}")))
    });
    let Some((line, column, message)) = found else { return error };
    let (first, each) = LINES;
    let number = line.saturating_sub(first) / each;
    let Some(one) = written.get(number) else { return error };
    if line.saturating_sub(first) % each != 1 {
        let message = format!("{}: Java cannot name what the method takes: {message}", one.option);
        return UserError::new(message);
    }
    let at = one.text.char_indices().nth(column).map_or(one.text.len(), |(at, _)| at);
    refused(one.option, &ExpressionError::new(&one.text, at, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_at_their_places() {
        for (text, want) in [
            ("this->next != NULL", "self .next != null"),
            ("thisOne == NULLS", "thisOne == NULLS"),
            (
                "s.equals(\"this->NULL\\\"\") && this.n > '\\''",
                "s.equals(\"this->NULL\\\"\") && self.n > '\\''",
            ),
        ] {
            assert_eq!(in_java(text, "self"), want);
        }
    }
}
