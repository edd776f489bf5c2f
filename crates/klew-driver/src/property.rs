//! Which properties `--property` means: klew's names, SV-COMP's names, and `.prp` files.

use std::path::Path;

use klew_ir::{FunctionBody, Operation, Program, Property, PropertySet};

use crate::error::UserError;

/// What is checked unless `--property` says otherwise: memory safety and assertions.
pub fn defaults() -> PropertySet {
    [
        Property::Assertion,
        Property::ErrorCall,
        Property::Dereference,
        Property::Free,
        Property::MemoryTracked,
        Property::DivisionByZero,
        Property::DivisionOverflow,
        Property::Call,
        Property::Unreachable,
        Property::UncaughtException,
        Property::ArrayBound,
        Property::ArrayIndex,
    ]
    .into_iter()
    .collect()
}

/// What each property demands, and what others call it: SV-COMP, or the weakness that it is in MITRE's list.
pub fn about(property: Property) -> (&'static str, &'static str) {
    match property {
        Property::Assertion => ("assert() and klew_assert() hold", "CWE-617, valid-assert"),
        Property::ErrorCall => ("reach_error() and its like are not called", "unreach-call"),
        Property::Dereference => ("accesses lie within one live object", "CWE-119, valid-deref"),
        Property::Free => ("what is freed is a live heap object or null", "CWE-415, valid-free"),
        Property::MemoryTracked => ("no heap object is lost", "CWE-401, valid-memtrack"),
        Property::MemoryFreed => ("at the end every heap object is freed", "valid-memcleanup"),
        Property::SignedOverflow => ("signed arithmetic does not overflow", "CWE-190, no-overflow"),
        Property::DivisionByZero => ("no integer is divided by zero", "CWE-369"),
        Property::DivisionOverflow => {
            ("the least number of a type is not divided by -1", "CWE-190, no-overflow")
        }
        Property::Shift => ("shifts are by less than the width", "CWE-1335, no-overflow"),
        Property::Initialised => ("no decision depends on what was never written", "CWE-457"),
        Property::Call => (
            "calls through pointers reach a function that takes these arguments, or fewer",
            "CWE-628",
        ),
        Property::Unreachable => ("what is declared unreachable is", "CWE-758"),
        Property::UncaughtException => {
            ("Java: no exception leaves the entry", "CWE-248, no-runtime-exception")
        }
        Property::FloatCast => ("floating-point numbers fit the integers they become", "CWE-681"),
        Property::PointerOverflow => ("pointer arithmetic does not wrap around", "CWE-468"),
        Property::Alignment => ("accesses are aligned as their type asks", "CWE-1319"),
        Property::BitCount => ("no __builtin_ctz(0), no __builtin_clz(0)", "CWE-758"),
        Property::ArrayBound => ("variable-length arrays have a positive size", "CWE-1284"),
        Property::ArrayIndex => {
            ("arrays within objects are indexed within their bounds", "CWE-129")
        }
        Property::NonNull => ("no null where a declaration says nonnull", "CWE-476"),
        Property::Abort => ("the program does not abort itself", "CWE-617"),
    }
}

/// The properties, a line each, for the command's help.
pub fn list() -> String {
    let mut text = String::from("Properties (* also without --property):\n");
    for property in Property::ALL {
        let mark = if defaults().contains(property) { '*' } else { ' ' };
        let (what, names) = about(property);
        text.push_str(&format!(" {mark}{:<22} {what} ({names})\n", property.name()));
    }
    text.push_str("  default, all           those with a star; all of them\n");
    text.push_str("  unreach-call, valid-memsafety, valid-memcleanup, no-overflow, FILE.prp   as in SV-COMP\n");
    text
}

/// What the user asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The properties.
    pub properties: PropertySet,
    /// SV-COMP's `unreach-call`: where the program has no error function, its assertions count.
    pub unreach_call: bool,
    /// SV-COMP's `uncaught(java.lang.RuntimeException)`: other exceptions may leave the entry.
    pub runtime_exceptions_only: bool,
    /// Those that were asked for by their own names, rather than with many others.
    named: PropertySet,
}

impl Selection {
    /// Nothing.
    const NONE: Selection = Selection {
        properties: PropertySet::EMPTY,
        unreach_call: false,
        runtime_exceptions_only: false,
        named: PropertySet::EMPTY,
    };

    /// The properties for a program that has, or has not, an error function.
    pub fn for_program(self, has_error_function: bool) -> PropertySet {
        if self.unreach_call && !has_error_function {
            self.properties.with(Property::Assertion)
        } else {
            self.properties
        }
    }
}

/// What clang places the checks of, because its IR does not show it.
pub const PLACED_BY_CLANG: [Property; 7] = [
    Property::FloatCast,
    Property::PointerOverflow,
    Property::Alignment,
    Property::BitCount,
    Property::ArrayBound,
    Property::ArrayIndex,
    Property::NonNull,
];

impl Selection {
    /// What of it a program in C or LLVM's IR is checked for: it has no exceptions, and checks that only clang can
    /// place are there only in C.
    pub fn for_c(self, all_c: bool) -> Result<Selection, UserError> {
        let wanted = PLACED_BY_CLANG.into_iter().find(|property| self.named.contains(*property));
        if let (Some(property), false) = (wanted, all_c) {
            return Err(UserError::new(format!(
                "{} can only be checked where all of the program is C",
                property.name()
            ))
            .help("LLVM's IR does not show it"));
        }
        let mut properties = self.properties.without(Property::UncaughtException);
        if !all_c {
            properties = PLACED_BY_CLANG.into_iter().fold(properties, PropertySet::without);
        }
        if properties == PropertySet::EMPTY && !self.unreach_call {
            return Err(UserError::new("none of these properties is one of C programs")
                .help("no-runtime-exception is for Java"));
        }
        Ok(Selection { properties, ..self })
    }
}

/// What Java programs can do wrong.
const OF_JAVA: [Property; 2] = [Property::Assertion, Property::UncaughtException];

impl Selection {
    /// What of it a Java program is checked for: memory is safe there, and arithmetic defined.
    pub fn for_java(self) -> Result<Selection, UserError> {
        let chosen = self.for_program(false);
        let properties: PropertySet =
            OF_JAVA.into_iter().filter(|property| chosen.contains(*property)).collect();
        if properties == PropertySet::EMPTY {
            return Err(UserError::new("none of these properties is one of Java programs")
                .help("valid-assert and no-runtime-exception are; without --property, both"));
        }
        Ok(Selection { properties, unreach_call: false, ..self })
    }
}

/// The selection of all those names; the default one if there are none.
///
/// # Errors
/// There is no such property, or a file cannot be read.
pub fn select(names: &[String]) -> Result<Selection, UserError> {
    let mut selection = Selection::NONE;
    for name in names.iter().flat_map(|names| names.split(',')) {
        if Path::new(name).extension().is_some_and(|extension| extension == "prp") {
            let text = std::fs::read_to_string(name).map_err(|error| {
                UserError::new(format!("cannot read the property file {name}: {error}"))
            })?;
            add_file(&mut selection, name, &text)?;
        } else {
            add(&mut selection, name.trim())?;
        }
    }
    if names.is_empty() {
        selection.properties = defaults();
    }
    Ok(selection)
}

fn add(selection: &mut Selection, name: &str) -> Result<(), UserError> {
    let properties: &[Property] = match name {
        "unreach-call" => {
            selection.unreach_call = true;
            &[Property::ErrorCall]
        }
        "valid-memsafety" | "memory-safety" => {
            &[Property::Dereference, Property::Free, Property::MemoryTracked]
        }
        "valid-assert" => &[Property::Assertion],
        "no-overflow" => &[Property::SignedOverflow, Property::DivisionOverflow, Property::Shift],
        "default" => {
            selection.properties = defaults().iter().fold(selection.properties, PropertySet::with);
            return Ok(());
        }
        "all" => &Property::ALL,
        _ => match Property::from_name(name) {
            Some(property) => {
                selection.named = selection.named.with(property);
                if property == Property::SignedOverflow {
                    // Quotients are signed arithmetic, too.
                    &[Property::SignedOverflow, Property::DivisionOverflow]
                } else {
                    &[property]
                }
            }
            None => return Err(unknown(name)),
        },
    };
    selection.properties = properties.iter().copied().fold(selection.properties, PropertySet::with);
    Ok(())
}

fn unknown(name: &str) -> UserError {
    let names: Vec<_> = Property::ALL.iter().map(|property| property.name()).collect();
    UserError::new(format!("`{name}` is not a property that klew checks")).help(format!(
        "klew's are {}, all, default; SV-COMP's are unreach-call, valid-memsafety, \
         valid-memcleanup, no-overflow; or give a .prp file",
        names.join(", ")
    ))
}

/// SV-COMP's property files: lines `CHECK( init(main()), LTL(G …) )`.
fn add_file(selection: &mut Selection, file: &str, text: &str) -> Result<(), UserError> {
    let mut found = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let formula = line
            .split_once("LTL(")
            .map(|(_, rest)| rest.trim_end_matches([')', ' ']).trim())
            .ok_or_else(|| not_understood(file, line))?;
        let compact: String = formula.chars().filter(|c| !c.is_whitespace()).collect();
        match compact.as_str() {
            "Gvalid-free" => add(selection, "valid-free")?,
            "Gvalid-deref" => add(selection, "valid-deref")?,
            "Gvalid-memtrack" => add(selection, "valid-memtrack")?,
            "Gvalid-memcleanup" => add(selection, "valid-memcleanup")?,
            "G!overflow" => add(selection, "no-overflow")?,
            "Gassert" => add(selection, "assertion")?,
            // The parentheses at the end are gone.
            "G!uncaught(java.lang.RuntimeException" => {
                selection.runtime_exceptions_only = true;
                add(selection, "no-runtime-exception")?;
            }
            other if other.starts_with("G!call(") => add(selection, "unreach-call")?,
            _ => return Err(not_understood(file, line)),
        }
        found = true;
    }
    if found { Ok(()) } else { Err(not_understood(file, "")) }
}

fn not_understood(file: &str, line: &str) -> UserError {
    UserError::new(format!("{file}: `{line}` is not a property that klew checks"))
        .help("klew checks G ! call(reach_error()), G valid-free, G valid-deref, G valid-memtrack, G valid-memcleanup, G ! overflow, G assert, G ! uncaught(java.lang.RuntimeException)")
}

/// Whether a program calls an error function.
pub fn has_error_call(program: &Program) -> bool {
    program.functions.iter().any(|function| match &function.body {
        FunctionBody::Defined(definition) => {
            definition.blocks.iter().flat_map(|block| &block.instructions).any(|instruction| {
                matches!(
                    instruction.operation,
                    Operation::Assert { property: Property::ErrorCall, .. }
                )
            })
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], want: &str) {
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        let said = match select(&names) {
            Ok(selection) => {
                let list: Vec<_> =
                    selection.for_program(true).iter().map(|property| property.name()).collect();
                list.join(" ")
            }
            Err(error) => error.message,
        };
        assert_eq!(said, want);
    }

    fn check_file(text: &str, want: &str) {
        let mut selection = Selection::NONE;
        let said = match add_file(&mut selection, "x.prp", text) {
            Ok(()) => {
                let list: Vec<_> =
                    selection.for_program(false).iter().map(|property| property.name()).collect();
                list.join(" ")
            }
            Err(error) => error.message,
        };
        assert_eq!(said, want);
    }

    #[test]
    fn names() {
        check(
            &[],
            "assertion reach-error valid-deref valid-free valid-memtrack division-by-zero \
             division-overflow valid-call unreachable no-runtime-exception vla-bound array-bounds",
        );
        check(&["valid-assert"], "assertion");
        check(&["unreach-call"], "reach-error");
        check(&["valid-memsafety"], "valid-deref valid-free valid-memtrack");
        check(&["valid-memcleanup"], "valid-memcleanup");
        check(&["no-overflow,assertion"], "assertion signed-overflow division-overflow shift");
        check(&["signed-overflow"], "signed-overflow division-overflow");
        check(&["termination"], "`termination` is not a property that klew checks");
    }

    fn check_c(names: &[&str], all_c: bool, want: &str) {
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        let said = match select(&names).and_then(|selection| selection.for_c(all_c)) {
            Ok(selection) => {
                let list: Vec<_> = selection.properties.iter().map(Property::name).collect();
                list.join(" ")
            }
            Err(error) => error.message,
        };
        assert_eq!(said, want);
    }

    #[test]
    fn of_c() {
        check_c(&["assertion,no-runtime-exception,vla-bound"], true, "assertion vla-bound");
        check_c(&["no-runtime-exception"], true, "none of these properties is one of C programs");
        check_c(
            &["alignment"],
            false,
            "alignment can only be checked where all of the program is C",
        );
        check_c(
            &["all"],
            false,
            "assertion reach-error valid-deref valid-free valid-memtrack valid-memcleanup \
             signed-overflow division-by-zero division-overflow shift initialised valid-call \
             unreachable abort",
        );
    }

    #[test]
    fn assertions_stand_in_for_a_missing_error_function() {
        let selection = select(&["unreach-call".to_owned()]).unwrap();
        assert!(selection.for_program(false).contains(Property::Assertion));
        assert!(!selection.for_program(true).contains(Property::Assertion));
    }

    #[test]
    fn files() {
        check_file(
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )\n\n",
            "valid-deref valid-free valid-memtrack",
        );
        check_file("CHECK( init(main()), LTL(G ! call(reach_error())) )", "assertion reach-error");
        check_file(
            "CHECK( init(main()), LTL(G ! overflow) )",
            "signed-overflow division-overflow shift",
        );
        check_file("CHECK( init(Main.main()), LTL(G assert) )", "assertion");
        check_file(
            "CHECK(init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)))",
            "no-runtime-exception",
        );
        check_file(
            "CHECK( init(main()), LTL(F end) )",
            "x.prp: `CHECK( init(main()), LTL(F end) )` is not a property that klew checks",
        );
        check_file("", "x.prp: `` is not a property that klew checks");
    }
}
