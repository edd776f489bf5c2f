//! How functions of a lowered Java program are called in messages.

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

/// Whether a function is a method of the program's own classes.
pub fn is_own(java: &JavaProgram, function: &str) -> bool {
    function.contains('(') && parts(function).is_some_and(|(class, _)| java.is_own(class))
}

/// Whether a step into a function is worth showing: what klew's models do behind the scenes is not.
pub fn is_worth_showing(java: &JavaProgram, function: &str) -> bool {
    let Some((class, method)) = parts(function).filter(|_| function.contains('(')) else {
        return false;
    };
    let hidden = matches!(class, "Klew" | "org.sosy_lab.sv_benchmarks.Verifier")
        || class.starts_with("klew.")
        || matches!(method, "<clinit>" | "<init>" | "desiredAssertionStatus");
    java.is_own(class) || !hidden
}

/// Whether the compiler made a variable of that name for itself.
pub fn is_made(variable: &str) -> bool {
    variable.rsplit('.').next().is_some_and(|name| name.contains('$'))
}

#[cfg(test)]
mod tests {
    use super::*;

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
