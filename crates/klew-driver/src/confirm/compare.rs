//! Whether a failing run shows a finding: the same place, the same way.

use std::fs;
use std::path::Path;

use klew_ir::Property;

use super::sanitizer::{Failure, FailureKind, TraceFrame};

/// What a run must show.
#[derive(Clone, Debug)]
pub struct Target {
    /// The property that is violated.
    pub property: Property,
    /// Where: file and line.
    pub place: Option<(String, u32)>,
    /// In which function.
    pub function: String,
    /// For leaks: where the lost objects were allocated.
    pub allocations: Vec<(String, u32)>,
    /// The program's source files, by the names that debug information uses.
    pub files: Vec<String>,
    /// Whether the input says which allocations fail.
    pub malloc_may_fail: bool,
    /// What the finding depends on that is not part of the program.
    pub made_up: Vec<String>,
}

/// Whether one of the failures is the target's: then how it was seen, else what was seen instead.
pub fn compare(target: &Target, failures: &[Failure]) -> Result<String, String> {
    let mut instead = None;
    for failure in failures {
        let kind_fits =
            fits(target.property, failure.kind) || is_freed_again(target.property, failure);
        let own: Vec<&TraceFrame> =
            failure.frames.iter().filter(|frame| is_own(target, frame)).collect();
        let shown = own.first().map_or(String::new(), |frame| {
            format!(" at {}:{}", file_name(&frame.file), frame.line)
        });
        if kind_fits && place_fits(target, failure, &own) {
            return Ok(format!("{}{shown}", failure.what));
        }
        instead.get_or_insert(format!(
            "the compiled program failed otherwise: {}{shown}",
            failure.what
        ));
    }
    Err(instead.unwrap_or_else(|| "the compiled program did not fail".to_owned()))
}

/// Library functions that free their object (`fclose`) may free it again before they read it, or read it first: the same mistake.
fn is_freed_again(property: Property, failure: &Failure) -> bool {
    property == Property::Dereference
        && failure.kind == FailureKind::Free
        && failure.what.contains("double-free")
}

fn fits(property: Property, kind: FailureKind) -> bool {
    if property == Property::Abort {
        // `__builtin_trap()` is an instruction that the processor does not know.
        return matches!(kind, FailureKind::Abort | FailureKind::Unreachable);
    }
    if property == Property::DivisionOverflow {
        // The processor's trap is the same as for a division by zero; compilers that see the operands say "overflow".
        return matches!(kind, FailureKind::Division | FailureKind::Overflow);
    }
    let wanted = match property {
        Property::Assertion => FailureKind::Assertion,
        Property::ErrorCall => FailureKind::ErrorCall,
        Property::Dereference => FailureKind::Access,
        Property::Free => FailureKind::Free,
        Property::MemoryTracked | Property::MemoryFreed => FailureKind::Leak,
        Property::SignedOverflow => FailureKind::Overflow,
        Property::DivisionByZero => FailureKind::Division,
        Property::Shift => FailureKind::Shift,
        Property::Initialised => FailureKind::Uninitialised,
        Property::Call => FailureKind::Access,
        Property::Unreachable => FailureKind::Unreachable,
        Property::FloatCast => FailureKind::FloatCast,
        Property::PointerOverflow => FailureKind::PointerOverflow,
        Property::Alignment => FailureKind::Misaligned,
        Property::BitCount => FailureKind::BitCount,
        Property::ArrayBound => FailureKind::ArrayBound,
        Property::ArrayIndex => FailureKind::ArrayIndex,
        Property::NonNull => FailureKind::NullArgument,
        // Exceptions end Java programs; see the confirmation in the JVM.
        Property::UncaughtException | Property::Abort | Property::DivisionOverflow => return false,
    };
    wanted == kind
}

fn place_fits(target: &Target, failure: &Failure, own: &[&TraceFrame]) -> bool {
    if failure.kind == FailureKind::Leak {
        return target.allocations.is_empty()
            || own
                .iter()
                .any(|frame| target.allocations.iter().any(|(file, line)| at(frame, file, *line)));
    }
    let Some((file, line)) = &target.place else { return false };
    // The error functions themselves may be the program's own; what counts is where they are called.
    let mut frames = own.iter().skip_while(|frame| {
        failure.kind == FailureKind::ErrorCall
            && matches!(frame.function.as_str(), "reach_error" | "__VERIFIER_error")
    });
    if target.property == Property::Call {
        // The bad call itself may have no frame, or one without a place.
        return frames.any(|frame| at(frame, file, *line));
    }
    frames.next().is_some_and(|frame| {
        at(frame, file, *line)
            || (frame.function == target.function || frame.function.is_empty())
                && same_file(&frame.file, file)
                && same_statement(&frame.file, frame.line, *line)
    })
}

fn at(frame: &TraceFrame, file: &str, line: u32) -> bool {
    frame.line == line && same_file(&frame.file, file)
}

fn is_own(target: &Target, frame: &TraceFrame) -> bool {
    frame.line > 0 && target.files.iter().any(|file| same_file(&frame.file, file))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The same file: compilers and debug information write one file's name in different ways.
fn same_file(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    if file_name(one) != file_name(other) {
        return false;
    }
    match (Path::new(one).canonicalize(), Path::new(other).canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => true,
    }
}

/// Whether two lines belong to one statement that is written on several lines: compilers differ in which
/// of them they attribute it to.
fn same_statement(file: &str, one: u32, other: u32) -> bool {
    const LONGEST: u32 = 12;
    let (first, last) = (one.min(other), one.max(other));
    if last - first > LONGEST {
        return false;
    }
    let Ok(text) = fs::read_to_string(file) else { return false };
    let between = text.lines().skip(first as usize - 1).take((last - first) as usize);
    !between.flat_map(str::chars).any(|c| matches!(c, ';' | '{' | '}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(function: &str, file: &str, line: u32) -> TraceFrame {
        TraceFrame { function: function.into(), file: file.into(), line }
    }

    fn target(property: Property) -> Target {
        Target {
            property,
            place: Some(("/none/a.c".into(), 7)),
            function: "main".into(),
            allocations: vec![("/none/a.c".into(), 3)],
            files: vec!["/none/a.c".into()],
            malloc_may_fail: false,
            made_up: Vec::new(),
        }
    }

    fn check(property: Property, kind: FailureKind, frames: Vec<TraceFrame>, want: bool) {
        let failure = Failure { kind, what: "it".into(), frames, address: None };
        let seen = compare(&target(property), &[failure]);
        assert_eq!(seen.is_ok(), want, "{seen:?}");
    }

    #[test]
    fn place_and_kind_must_agree() {
        let library = frame("__interceptor_free", "../../asan.cpp", 7);
        let here = frame("main", "a.c", 7);
        let there = frame("main", "/none/a.c", 8);
        use FailureKind::{Access, Assertion, ErrorCall, Free, Leak};
        use Property as P;
        check(P::Free, Free, vec![library.clone(), here.clone()], true);
        check(P::Dereference, Free, vec![here.clone()], false);
        check(P::Dereference, Access, vec![there.clone(), here.clone()], false);
        check(P::Dereference, Access, vec![here.clone()], true);
        check(P::Dereference, Access, vec![library], false);
        check(P::ErrorCall, ErrorCall, vec![frame("reach_error", "a.c", 1), here.clone()], true);
        check(P::Assertion, Assertion, vec![frame("reach_error", "a.c", 1), here.clone()], false);
        check(P::MemoryTracked, Leak, vec![frame("f", "a.c", 3)], true);
        check(P::MemoryTracked, Leak, vec![here], false);
    }

    #[test]
    fn what_is_freed_twice_was_used_once_too_often() {
        let failure = |what: &str| Failure {
            kind: FailureKind::Free,
            what: what.into(),
            frames: vec![frame("__interceptor_free", "asan.cpp", 1), frame("main", "a.c", 7)],
            address: None,
        };
        let twice = failure("AddressSanitizer: attempting double-free");
        assert!(compare(&target(Property::Dereference), &[twice]).is_ok());
        let elsewhere = failure("AddressSanitizer: attempting free on address");
        assert!(compare(&target(Property::Dereference), &[elsewhere]).is_err());
    }

    #[test]
    fn nothing_seen() {
        assert_eq!(
            compare(&target(Property::Free), &[]),
            Err("the compiled program did not fail".to_owned())
        );
    }
}
