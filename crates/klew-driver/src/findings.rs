//! Findings of the engine in the words of the source.

use std::collections::BTreeSet;

use crate::front_end::Names;
use klew_engine::{InputValue, ObjectInfo, ViolationKind, Witness};
use klew_ir::{FunctionBody, InputOrigin, Position, Program, Property, Type};
use klew_report::harness::{ExternalFunction, defines_input};
use klew_report::report::{Frame, InputSource};
use klew_report::value::{Reading, format_value, one_line};
use klew_report::{Confirmation, FindingReport, Input, Note, Place};

/// A place of the program, if it is known.
pub fn place(program: &Program, position: Position) -> Option<Place> {
    if !position.is_known() {
        return None;
    }
    let file = program.files.get(position.file.0 as usize)?;
    Some(Place { file: file.clone(), line: position.line, column: position.column })
}

/// The finding as a report shows it; not confirmed yet, without its path.
pub fn report(program: &Program, names: &dyn Names, witness: &Witness) -> FindingReport {
    let frame = |&(function, position): &(klew_ir::FunctionId, Position)| Frame {
        function: names.function(&program.function(function).name).to_owned(),
        place: place(program, position),
    };
    // Frames of library models and of what calls `main` are klew's own.
    let own = |&&(function, _): &&(klew_ir::FunctionId, Position)| {
        let function = program.function(function);
        !function.library && function.position.is_known()
    };
    FindingReport {
        property: witness.property.name().to_owned(),
        cwe: weakness(&witness.kind),
        place: place(program, witness.position),
        message: one_line(&message(witness)),
        stack: witness.stack.iter().filter(own).map(frame).collect(),
        notes: notes(program, witness),
        states: Vec::new(),
        path: Vec::new(),
        input: witness.inputs.iter().map(|value| input(program, value)).collect(),
        heap: None,
        decisions: klew_engine::print_decisions(&witness.decisions),
        confirmation: Confirmation::Unconfirmed { reason: "it was not run".to_owned() },
        test: None,
    }
}

/// The weakness in MITRE's list, where the kind of violation says more than the property.
fn weakness(kind: &ViolationKind) -> Option<u32> {
    Some(match kind {
        ViolationKind::NullDereference { .. } => 476,
        ViolationKind::InvalidPointer { .. } => 822,
        ViolationKind::UseAfterFree { .. } => 416,
        ViolationKind::UseAfterScope { .. } => 825,
        ViolationKind::DoubleFree { .. } => 415,
        ViolationKind::InvalidFree { object: Some(object), .. } if object.kind == "heap" => 761,
        ViolationKind::InvalidFree { .. } => 590,
        ViolationKind::Leak { .. } => 401,
        _ => return None,
    })
}

fn message(witness: &Witness) -> String {
    let said = memory_error(witness).unwrap_or_else(|| plain_error(&witness.kind).to_owned());
    match (&witness.kind, &witness.message) {
        (_, None) => said,
        (
            ViolationKind::ErrorReached | ViolationKind::BadCall | ViolationKind::UncaughtException,
            Some(message),
        ) => message.clone(),
        (_, Some(message)) => format!("{said}: {message}"),
    }
}

/// What is wrong with memory, if that is it.
fn memory_error(witness: &Witness) -> Option<String> {
    Some(match &witness.kind {
        ViolationKind::NullDereference { address: 0 } => "null pointer dereference".to_owned(),
        ViolationKind::NullDereference { address } => {
            format!("null pointer dereference (at address {address})")
        }
        ViolationKind::InvalidPointer { address } => {
            format!("access through an invalid pointer (address 0x{address:x})")
        }
        ViolationKind::OutOfBounds { offset, size, object } => {
            format!("access of {} at offset {offset} of {}", bytes(*size), describe(object))
        }
        ViolationKind::UseAfterFree { object } => {
            format!("access to {} after it was freed", describe(object))
        }
        ViolationKind::UseAfterScope { object } => {
            format!("access to {} after its scope ended", describe(object))
        }
        ViolationKind::WriteToConstant { object } => {
            format!("write to constant {}", describe(object))
        }
        ViolationKind::AccessToFunction { object } => {
            format!("access to the code of a function ({})", describe(object))
        }
        ViolationKind::DoubleFree { object } => format!("{} is freed twice", describe(object)),
        ViolationKind::InvalidFree { object: Some(object), offset: 0 } => {
            format!("free of {}, which is not on the heap", describe(object))
        }
        ViolationKind::InvalidFree { object: Some(object), offset } => {
            format!("free of a pointer to offset {offset} of {}", describe(object))
        }
        ViolationKind::InvalidFree { object: None, offset } => {
            format!("free of an invalid pointer (address 0x{offset:x})")
        }
        ViolationKind::Leak { objects } => leak(witness.property, objects),
        _ => return None,
    })
}

/// What else is wrong.
fn plain_error(kind: &ViolationKind) -> &'static str {
    match kind {
        ViolationKind::AssertionFailed => "assertion failed",
        ViolationKind::ErrorReached => "an error function is called",
        ViolationKind::SignedOverflow => "signed integer overflow",
        ViolationKind::DivisionByZero => "division by zero",
        ViolationKind::DivisionOverflow => {
            "the quotient does not fit its type (the least number by -1)"
        }
        ViolationKind::OverShift => "shift by the width of the type or more",
        ViolationKind::UninitialisedUse => "a decision depends on a value that was never written",
        ViolationKind::BadCall => "call through a pointer that is not a function of that type",
        ViolationKind::UnreachableReached => {
            "a place that the program declares unreachable is reached"
        }
        ViolationKind::FloatCastOverflow => {
            "a floating-point number does not fit the integer that it becomes"
        }
        ViolationKind::PointerOverflow => {
            "pointer arithmetic wraps around or moves the null pointer"
        }
        ViolationKind::Misaligned => "an access that is not aligned as its type asks",
        ViolationKind::BitCountOfZero => {
            "the leading or trailing zeros of 0 are counted, which gives no number"
        }
        ViolationKind::ArrayBound => "a variable-length array of no or negative size",
        ViolationKind::ArrayIndex => "an index is outside of the array that it is used with",
        ViolationKind::NullArgument => {
            "a null pointer is passed or returned where the declaration rules that out"
        }
        ViolationKind::Aborted => "the program aborts itself",
        ViolationKind::UncaughtException => "uncaught exception",
        ViolationKind::NullDereference { .. }
        | ViolationKind::InvalidPointer { .. }
        | ViolationKind::OutOfBounds { .. }
        | ViolationKind::UseAfterFree { .. }
        | ViolationKind::UseAfterScope { .. }
        | ViolationKind::WriteToConstant { .. }
        | ViolationKind::AccessToFunction { .. }
        | ViolationKind::DoubleFree { .. }
        | ViolationKind::InvalidFree { .. }
        | ViolationKind::Leak { .. } => "memory is used in a wrong way",
    }
}

fn leak(property: Property, objects: &[ObjectInfo]) -> String {
    let size: u64 = objects.iter().map(|object| object.size).sum();
    let how = if property == Property::MemoryFreed {
        "not freed at the end of the run"
    } else {
        "lost: not freed and no longer reachable at the end of the run"
    };
    match objects.len() {
        1 => format!("{} of heap memory are {how}", bytes(size)),
        count => format!("{count} heap objects ({}) are {how}", bytes(size)),
    }
}

/// So many bytes.
pub(crate) fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn describe(object: &ObjectInfo) -> String {
    match &object.name {
        Some(name) => format!("`{name}` ({}, {})", object.kind, bytes(object.size)),
        None => format!("a {} object of {}", object.kind, bytes(object.size)),
    }
}

fn objects(kind: &ViolationKind) -> Vec<&ObjectInfo> {
    match kind {
        ViolationKind::OutOfBounds { object, .. }
        | ViolationKind::UseAfterFree { object }
        | ViolationKind::UseAfterScope { object }
        | ViolationKind::WriteToConstant { object }
        | ViolationKind::DoubleFree { object }
        | ViolationKind::InvalidFree { object: Some(object), .. } => vec![object],
        ViolationKind::Leak { objects } => objects.iter().collect(),
        _ => Vec::new(),
    }
}

fn notes(program: &Program, witness: &Witness) -> Vec<Note> {
    const MOST: usize = 5;
    let mut notes = Vec::new();
    for object in objects(&witness.kind).into_iter().take(MOST) {
        if let Some(allocated) = place(program, object.allocated_at) {
            let verb = if object.kind == "heap" { "allocated" } else { "declared" };
            let message = format!("{} was {verb} here", describe(object));
            notes.push(Note { message, place: Some(allocated) });
        }
        if let Some(freed) = object.freed_at.and_then(|position| place(program, position)) {
            let verb = if object.kind == "heap" { "freed" } else { "left its scope" };
            notes.push(Note { message: format!("it {verb} here"), place: Some(freed) });
        }
    }
    for note in &mut notes {
        note.message = note.message.replace("it freed here", "it was freed here");
    }
    notes
}

/// Where lost objects were allocated.
pub fn allocations(program: &Program, witness: &Witness) -> Vec<(String, u32)> {
    let ViolationKind::Leak { objects } = &witness.kind else { return Vec::new() };
    objects
        .iter()
        .filter_map(|object| place(program, object.allocated_at))
        .map(|place| (place.file, place.line))
        .collect()
}

/// The input, if there is one, that stands for something that klew's models cannot compute.
pub fn approximation(witness: &Witness) -> Option<&str> {
    let approximate =
        |input: &&InputValue| input.modelled && input.origin == InputOrigin::Approximation;
    let name = &witness.inputs.iter().find(approximate)?.name;
    Some(name.strip_prefix("approximate ").unwrap_or(name))
}

/// An input as a report shows it.
pub fn input(program: &Program, value: &InputValue) -> Input {
    Input {
        name: value.name.clone(),
        value: format_value(&value.data, reading(&value.name, value.value_type, value.data.len())),
        bytes: value.data.clone(),
        place: place(program, value.position),
        source: input_source(value),
    }
}

/// Values that the engine invents for what was never written or cannot be known, and those that models of
/// libraries ask for, are not handed out by a function that a harness could define.
fn input_source(value: &InputValue) -> InputSource {
    let name = value.name.as_str();
    let invented = ["undefined", "uninitialised", "external ", "arbitrary"];
    if value.modelled || invented.iter().any(|start| name.starts_with(start)) {
        InputSource::Implicit
    } else {
        InputSource::Harness
    }
}

/// How an input of that name, type and size is shown: the name may say what it is.
pub fn reading(name: &str, value_type: Option<Type>, size: usize) -> Reading {
    match klew_report::java::kind_of(name) {
        Some("boolean") => return Reading::Boolean,
        Some("char") => return Reading::UnsignedCharacter,
        Some("String") if value_type.is_none() => return Reading::Utf16,
        _ => {}
    }
    let suffix = name.strip_prefix("__VERIFIER_nondet_").unwrap_or("");
    let suffix = suffix.trim_end_matches("()");
    match value_type {
        Some(Type::Float(_)) => Reading::Float,
        Some(Type::Pointer) => Reading::Pointer,
        _ if matches!(suffix, "bool" | "_Bool") => Reading::Boolean,
        Some(Type::Int(1)) => Reading::Boolean,
        _ if matches!(suffix, "char" | "schar") => Reading::Character,
        _ if matches!(suffix, "uchar" | "unsigned_char") => Reading::UnsignedCharacter,
        _ if suffix.starts_with(['u', 'U']) || suffix == "size_t" => Reading::Unsigned,
        Some(Type::Int(_)) => Reading::Signed,
        None if is_text(name) => Reading::Bytes,
        None if matches!(size, 1 | 2 | 4 | 8) => Reading::Memory,
        None => Reading::Bytes,
    }
}

/// What `--sym-args`, `--sym-stdin` and `--sym-file` make.
fn is_text(name: &str) -> bool {
    let number = name.strip_prefix("arg").and_then(|rest| rest.parse::<u32>().ok());
    number.is_some() || name == "stdin" || name.ends_with("-data")
}

/// Functions that only this program calls and that the run took values from: input functions of types that
/// the harness does not know, and functions that nobody defines.
pub fn externals(program: &Program, inputs: &[Input]) -> Vec<ExternalFunction> {
    let mut list: Vec<ExternalFunction> = Vec::new();
    // There may be a hundred thousand inputs, of few names.
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for input in inputs.iter().filter(|input| input.source == InputSource::Harness) {
        let name = input.name.as_str();
        if !seen.insert(name) || !is_c_name(name) {
            continue;
        }
        let result = if name.starts_with("__VERIFIER_nondet_") {
            if defines_input(name) {
                continue;
            }
            unsigned_of_size(input.bytes.len())
        } else {
            let external = program
                .function_named(name)
                .map(|id| program.function(id))
                .filter(|function| matches!(function.body, FunctionBody::External));
            match external.map(|function| function.results.as_slice()) {
                Some([one]) => c_type(*one),
                _ => continue,
            }
        };
        list.push(ExternalFunction { name: name.to_owned(), result: result.to_owned() });
    }
    list
}

fn unsigned_of_size(bytes: usize) -> &'static str {
    match bytes {
        1 => "unsigned char",
        2 => "unsigned short",
        4 => "unsigned",
        _ => "unsigned long long",
    }
}

fn is_c_name(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
}

fn c_type(result: Type) -> &'static str {
    use klew_ir::FloatFormat;
    match result {
        Type::Int(1..=8) => "unsigned char",
        Type::Int(9..=16) => "unsigned short",
        Type::Int(17..=32) => "unsigned",
        Type::Int(_) => "unsigned long long",
        Type::Float(FloatFormat::Single) => "float",
        Type::Float(FloatFormat::X87) => "long double",
        Type::Float(_) => "double",
        Type::Pointer => "void *",
    }
}
