//! What a native run is bound to show. A finding that it does not show although it must is refuted: klew took the
//! program for something else than it is.
//!
//! What a run need not show has a reason that results name: a choice that is no input (where objects lie, what was
//! never written), an input that cannot be handed to the compiled program, or a failure that no instrumentation sees.
//!
//! **Invariant**: where it is not certain that a run must show a finding, it need not.

use klew_engine::{Choice, ObjectInfo, ViolationKind, Witness};
use klew_ir::{Program, Property};
use klew_report::outside::is_piece;
use klew_report::standard_input::is_standard_input;
use klew_report::{Input, InputSource};

/// Bytes on either side of an object that AddressSanitizer is sure to watch.
const RED_ZONE: i64 = 16;

/// Functions of the C library whose accesses AddressSanitizer checks as a whole.
const WATCHED: [&str; 8] =
    ["memcpy", "memmove", "memset", "strcpy", "strlen", "free", "realloc", "calloc"];

/// Why a run of the compiled program with the finding's input may fail to show it; nothing where it must. Of a program of which a
/// part was compiled before (`is_compiled`), clang instruments accesses to memory and nothing else.
pub fn blind_spot(
    program: &Program,
    witness: &Witness,
    inputs: &[Input],
    is_compiled: bool,
) -> Option<String> {
    choice(witness)
        .map(str::to_owned)
        .or_else(|| not_handed(inputs))
        .or_else(|| in_library(program, witness))
        .or_else(|| kind(&witness.kind).map(str::to_owned))
        .or_else(|| {
            let is_unseen = is_compiled && needs_source(&witness.kind);
            is_unseen
                .then(|| "such checks are made where C is compiled, and this was before".to_owned())
        })
}

/// Whether UndefinedBehaviorSanitizer has to compile the source to see it.
fn needs_source(kind: &ViolationKind) -> bool {
    matches!(
        kind,
        ViolationKind::SignedOverflow
            | ViolationKind::OverShift
            | ViolationKind::FloatCastOverflow
            | ViolationKind::PointerOverflow
            | ViolationKind::Misaligned
            | ViolationKind::BitCountOfZero
            | ViolationKind::ArrayBound
            | ViolationKind::NullArgument
    )
}

fn choice(witness: &Witness) -> Option<&'static str> {
    Some(match witness.choices.first()? {
        Choice::Addresses => "it depends on where objects lie in memory",
        Choice::Unwritten => "it depends on what memory holds that was never written",
        Choice::Other => "it depends on what C leaves open",
    })
}

fn not_handed(inputs: &[Input]) -> Option<String> {
    let handed = |input: &&Input| is_piece(input) || is_standard_input(&input.name);
    let mut implicit = inputs.iter().filter(|input| input.source == InputSource::Implicit);
    let input = implicit.find(|input| !handed(input))?;
    Some(format!("`{}` cannot be given to it", input.name))
}

/// Where a model of the C library fails, the library itself may do something else.
fn in_library(program: &Program, witness: &Witness) -> Option<String> {
    let told = matches!(witness.property, Property::Assertion | Property::ErrorCall);
    let (function, _) = witness.stack.first()?;
    let function = program.function(*function);
    let unwatched = function.library && !told && !WATCHED.contains(&function.name.as_str());
    unwatched.then(|| format!("what `{}` of the C library does is not watched", function.name))
}

/// What no sanitizer is sure to see.
fn kind(kind: &ViolationKind) -> Option<&'static str> {
    match kind {
        ViolationKind::AssertionFailed
        | ViolationKind::ErrorReached
        | ViolationKind::NullDereference { .. }
        | ViolationKind::UseAfterFree { .. }
        | ViolationKind::DoubleFree { .. }
        | ViolationKind::InvalidFree { .. }
        | ViolationKind::SignedOverflow
        | ViolationKind::DivisionByZero
        | ViolationKind::DivisionOverflow
        | ViolationKind::OverShift
        | ViolationKind::FloatCastOverflow
        | ViolationKind::PointerOverflow
        | ViolationKind::Misaligned
        | ViolationKind::BitCountOfZero
        | ViolationKind::ArrayBound
        | ViolationKind::NullArgument
        | ViolationKind::Aborted => None,
        ViolationKind::OutOfBounds { offset, size, object } => {
            out_of_bounds(*offset, *size, object)
        }
        ViolationKind::ArrayIndex => Some("compilers differ in which indices they watch"),
        ViolationKind::UseAfterScope { .. } => {
            Some("a variable that is in scope again may lie where this one lay")
        }
        ViolationKind::InvalidPointer { .. } => {
            Some("what lies at that address in the compiled program is not known")
        }
        ViolationKind::WriteToConstant { .. } => Some("constants may lie where writing works"),
        ViolationKind::AccessToFunction { .. } => Some("code can be read like data"),
        ViolationKind::Leak { .. } => Some("what counts as lost is a matter of definition"),
        ViolationKind::UninitialisedUse => Some("valgrind does not see every such use"),
        ViolationKind::BadCall => Some("a call of a function of another type often works"),
        ViolationKind::UnreachableReached => Some("not every such place is watched"),
        ViolationKind::UncaughtException => Some("C has no exceptions"),
    }
}

/// AddressSanitizer watches the bytes next to an object, in units of eight: an access that is not aligned may begin
/// in a good unit and end in a bad one.
fn out_of_bounds(offset: i64, size: u64, object: &ObjectInfo) -> Option<&'static str> {
    let length = i64::try_from(object.size).unwrap_or(i64::MAX);
    let end = offset.saturating_add(i64::try_from(size).unwrap_or(i64::MAX));
    if length == 0 {
        return Some("AddressSanitizer takes empty objects to have a byte");
    }
    if size <= 8 && offset.rem_euclid(size.max(1).next_power_of_two() as i64) != 0 {
        return Some("AddressSanitizer misses parts of accesses that are not aligned");
    }
    let behind = end > length && offset < length.saturating_add(RED_ZONE);
    // In front of a global there is what the linker put there.
    let before = offset < 0 && end > -RED_ZONE && object.kind != "global";
    let known = matches!(object.kind, "heap" | "stack" | "global");
    match known && (behind || before) {
        true => None,
        false => Some("AddressSanitizer only watches the bytes next to an object"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(offset: i64, size: u64, kind: &'static str, length: u64, must_show: bool) {
        let object = ObjectInfo {
            name: None,
            kind,
            size: length,
            allocated_at: klew_ir::Position::UNKNOWN,
            freed_at: None,
        };
        let reason = out_of_bounds(offset, size, &object);
        assert_eq!(reason.is_none(), must_show, "{offset} {size} {kind} {length}: {reason:?}");
    }

    #[test]
    fn inputs_that_are_handed_over() {
        let input = |name: &str, source| Input {
            name: name.to_owned(),
            value: String::new(),
            bytes: Vec::new(),
            place: None,
            source,
        };
        use InputSource::{Harness, Implicit};
        let good = [input("x", Harness), input("getchar", Implicit)];
        assert_eq!(not_handed(&good), None);
        let bad = [input("scanf %d", Implicit), input("time", Implicit)];
        assert_eq!(not_handed(&bad).as_deref(), Some("`time` cannot be given to it"));
    }

    #[test]
    fn red_zones() {
        check(8, 4, "heap", 8, true);
        check(20, 4, "heap", 8, true);
        check(24, 4, "heap", 8, false);
        check(-4, 4, "stack", 8, true);
        check(-4, 4, "global", 8, false);
        check(-64, 4, "heap", 8, false);
        check(0, 16, "heap", 8, true);
        check(6, 4, "heap", 8, false);
        check(0, 1, "heap", 0, false);
        check(400, 4, "function", 1, false);
    }
}
