//! How functions of a lowered Java program are called in messages.

use klew_ir::object_layout::HEADER_SIZE;
use klew_ir::{Constant, Initializer, Program};

use super::JavaProgram;

/// `pkg.Class.method` of `pkg.Class.method(I)V`. Functions of C are what they are.
pub fn shown(function: &str) -> &str {
    match function.split_once('(') {
        Some((name, _)) => name,
        None => function,
    }
}

/// The class and the method in a function's name.
pub fn parts(function: &str) -> Option<(&str, &str)> {
    shown(function).rsplit_once('.')
}

/// How many parameters a method declares, by its descriptor.
pub fn parameter_count(function: &str) -> Option<usize> {
    let (parameters, _) = function.split_once('(')?.1.split_once(')')?;
    let mut rest = parameters.trim_start_matches('[');
    let mut count = 0;
    while let Some(first) = rest.chars().next() {
        let end = if first == 'L' { rest.find(';')? + 1 } else { 1 };
        rest = rest[end..].trim_start_matches('[');
        count += 1;
    }
    Some(count)
}

/// Whether a function is a method of the program's own classes.
pub fn is_own(java: &JavaProgram, function: &str) -> bool {
    function.contains('(') && parts(function).is_some_and(|(class, _)| java.is_own(class))
}

/// Whether the compiler made up a method, as `$values` of enumerations.
fn is_compilers(method: &str) -> bool {
    method.starts_with('$')
}

/// Whether a step into a function is worth showing: what klew's models do behind the scenes is not.
pub fn is_worth_showing(java: &JavaProgram, function: &str) -> bool {
    let Some((class, method)) = parts(function).filter(|_| function.contains('(')) else {
        return false;
    };
    let hidden = matches!(class, "Klew" | "org.sosy_lab.sv_benchmarks.Verifier")
        || class.starts_with("klew.")
        || matches!(method, "<clinit>" | "<init>" | "desiredAssertionStatus");
    // Classes that klew-jvm's `sites` makes stand for an instruction.
    !class.contains("$$") && !is_compilers(method) && (java.is_own(class) || !hidden)
}

/// Whether the compiler, or klew, made a variable of that name for itself.
pub fn is_made(variable: &str) -> bool {
    variable.starts_with("klew.")
        || variable.rsplit('.').next().is_some_and(|name| name.contains('$'))
}

/// An object of the program in the words of Java: a literal as it is written, `Foo.class`, else its name.
pub fn object(program: &Program, name: &str) -> String {
    if let Some(class) = name.strip_prefix("class ") {
        return format!("{class}.class");
    }
    let Some(text) = name.strip_prefix("string ").and_then(|_| literal(program, name)) else {
        return name.to_owned();
    };
    klew_report::java::string_literal(&text)
}

/// The characters of a literal's global (klew-jvm's `lower/literals.rs`): it points to the array of them.
fn literal(program: &Program, name: &str) -> Option<Vec<u16>> {
    let global = |name: &str| program.globals.iter().find(|global| global.name == name);
    let Initializer::Bytes(_, relocations) = &global(name)?.initializer else { return None };
    let Constant::Global(array, 0) = relocations.first()?.value else { return None };
    match &program.globals.get(array.0 as usize)?.initializer {
        Initializer::Bytes(bytes, _) => {
            let units = bytes.get(HEADER_SIZE as usize..)?.chunks_exact(2);
            Some(units.map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_ir::{DataModel, Global, GlobalId, Position, Relocation};

    #[test]
    fn objects() {
        let global = |name: &str, initializer| Global {
            name: name.to_owned(),
            size: 16,
            align: 8,
            constant: false,
            initializer,
            source_type: None,
            position: Position::UNKNOWN,
            switch: None,
        };
        let characters = [&[0; 8][..], b"a\0\"\0"].concat();
        let to_array = Relocation { offset: 8, value: Constant::Global(GlobalId(0), 0) };
        let mut program = Program::new(DataModel::LP64);
        program.globals = vec![
            global("string 0 characters", Initializer::Bytes(characters, Vec::new())),
            global("string 0", Initializer::Bytes(vec![0; 16], vec![to_array])),
        ];
        for (name, want) in [
            ("string 0", "\"a\\\"\""),
            ("string 1", "string 1"),
            ("string 0 characters", "string 0 characters"),
            ("class p.A", "p.A.class"),
            ("p.A@12", "p.A@12"),
        ] {
            assert_eq!(object(&program, name), want);
        }
        assert!(is_made("klew.site") && is_made("A.$VALUES") && !is_made("A.klew"));
    }

    #[test]
    fn parameters() {
        for (function, want) in
            [("A.f()V", Some(0)), ("A.f(I[JLp/A;[[Lp/B;Z)V", Some(5)), ("main", None)]
        {
            assert_eq!(parameter_count(function), want);
        }
    }

    #[test]
    fn names() {
        for (function, name, want) in [
            ("p.A$B.f(ILp/A;)V", "p.A$B.f", Some(("p.A$B", "f"))),
            ("A.<init>()V", "A.<init>", Some(("A", "<init>"))),
            ("main", "main", None),
        ] {
            assert_eq!((shown(function), parts(function)), (name, want));
        }
    }
}
