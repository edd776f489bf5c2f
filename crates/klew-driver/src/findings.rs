//! Findings of the engine in the words of the source.

use crate::front_end::Names;
use klew_engine::{Finding, FindingKind, InputValue, ObjectInfo};
use klew_ir::{FunctionBody, InputOrigin, Position, Program, Property, Type};
use klew_report::harness::{ExternalFunction, defines_input};
use klew_report::report::{Frame, InputSource};
use klew_report::value::{Reading, format_value};
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
pub fn report(program: &Program, names: &dyn Names, finding: &Finding) -> FindingReport {
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
        property: finding.property.name().to_owned(),
        place: place(program, finding.position),
        message: message(finding),
        stack: finding.stack.iter().filter(own).map(frame).collect(),
        notes: notes(program, finding),
        path: Vec::new(),
        input: finding.inputs.iter().map(|value| input(program, value)).collect(),
        heap: None,
        decisions: klew_engine::print_decisions(&finding.decisions),
        confirmation: Confirmation::Unconfirmed { reason: "it was not run".to_owned() },
        test: None,
    }
}

fn message(finding: &Finding) -> String {
    let said = memory_error(finding).unwrap_or_else(|| plain_error(&finding.kind).to_owned());
    match (&finding.kind, &finding.message) {
        (_, None) => said,
        (
            FindingKind::ErrorReached | FindingKind::BadCall | FindingKind::UncaughtException,
            Some(message),
        ) => message.clone(),
        (_, Some(message)) => format!("{said}: {message}"),
    }
}

/// What is wrong with memory, if that is it.
fn memory_error(finding: &Finding) -> Option<String> {
    Some(match &finding.kind {
        FindingKind::NullDereference { address: 0 } => "null pointer dereference".to_owned(),
        FindingKind::NullDereference { address } => {
            format!("null pointer dereference (at address {address})")
        }
        FindingKind::InvalidPointer { address } => {
            format!("access through an invalid pointer (address 0x{address:x})")
        }
        FindingKind::OutOfBounds { offset, size, object } => {
            format!("access of {} at offset {offset} of {}", bytes(*size), describe(object))
        }
        FindingKind::UseAfterFree { object } => {
            format!("access to {} after it was freed", describe(object))
        }
        FindingKind::UseAfterScope { object } => {
            format!("access to {} after its scope ended", describe(object))
        }
        FindingKind::WriteToConstant { object } => {
            format!("write to constant {}", describe(object))
        }
        FindingKind::AccessToFunction { object } => {
            format!("access to the code of a function ({})", describe(object))
        }
        FindingKind::DoubleFree { object } => format!("{} is freed twice", describe(object)),
        FindingKind::InvalidFree { object: Some(object), offset: 0 } => {
            format!("free of {}, which is not on the heap", describe(object))
        }
        FindingKind::InvalidFree { object: Some(object), offset } => {
            format!("free of a pointer to offset {offset} of {}", describe(object))
        }
        FindingKind::InvalidFree { object: None, offset } => {
            format!("free of an invalid pointer (address 0x{offset:x})")
        }
        FindingKind::Leak { objects } => leak(finding.property, objects),
        _ => return None,
    })
}

/// What else is wrong.
fn plain_error(kind: &FindingKind) -> &'static str {
    match kind {
        FindingKind::AssertionFailed => "assertion failed",
        FindingKind::ErrorReached => "an error function is called",
        FindingKind::SignedOverflow => "signed integer overflow",
        FindingKind::DivisionByZero => "division by zero",
        FindingKind::OverShift => "shift by the width of the type or more",
        FindingKind::UninitialisedUse => "a decision depends on a value that was never written",
        FindingKind::BadCall => "call through a pointer that is not a function of that type",
        FindingKind::UnreachableReached => {
            "a place that the program declares unreachable is reached"
        }
        FindingKind::FloatCastOverflow => {
            "a floating-point number does not fit the integer that it becomes"
        }
        FindingKind::PointerOverflow => "pointer arithmetic wraps around or moves the null pointer",
        FindingKind::Misaligned => "an access that is not aligned as its type asks",
        FindingKind::BitCountOfZero => {
            "the leading or trailing zeros of 0 are counted, which gives no number"
        }
        FindingKind::ArrayBound => "a variable-length array of no or negative size",
        FindingKind::NullArgument => {
            "a null pointer is passed or returned where the declaration rules that out"
        }
        FindingKind::Aborted => "the program aborts itself",
        FindingKind::UncaughtException => "uncaught exception",
        FindingKind::NullDereference { .. }
        | FindingKind::InvalidPointer { .. }
        | FindingKind::OutOfBounds { .. }
        | FindingKind::UseAfterFree { .. }
        | FindingKind::UseAfterScope { .. }
        | FindingKind::WriteToConstant { .. }
        | FindingKind::AccessToFunction { .. }
        | FindingKind::DoubleFree { .. }
        | FindingKind::InvalidFree { .. }
        | FindingKind::Leak { .. } => "memory is used in a wrong way",
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

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn describe(object: &ObjectInfo) -> String {
    match &object.name {
        Some(name) => format!("`{name}` ({}, {})", object.kind, bytes(object.size)),
        None => format!("a {} object of {}", object.kind, bytes(object.size)),
    }
}

fn objects(kind: &FindingKind) -> Vec<&ObjectInfo> {
    match kind {
        FindingKind::OutOfBounds { object, .. }
        | FindingKind::UseAfterFree { object }
        | FindingKind::UseAfterScope { object }
        | FindingKind::WriteToConstant { object }
        | FindingKind::DoubleFree { object }
        | FindingKind::InvalidFree { object: Some(object), .. } => vec![object],
        FindingKind::Leak { objects } => objects.iter().collect(),
        _ => Vec::new(),
    }
}

fn notes(program: &Program, finding: &Finding) -> Vec<Note> {
    const MOST: usize = 5;
    let mut notes = Vec::new();
    for object in objects(&finding.kind).into_iter().take(MOST) {
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
pub fn allocations(program: &Program, finding: &Finding) -> Vec<(String, u32)> {
    let FindingKind::Leak { objects } = &finding.kind else { return Vec::new() };
    objects
        .iter()
        .filter_map(|object| place(program, object.allocated_at))
        .map(|place| (place.file, place.line))
        .collect()
}

/// The input, if there is one, that stands for something that klew's models cannot compute.
pub fn approximation(finding: &Finding) -> Option<&str> {
    let approximate =
        |input: &&InputValue| input.modelled && input.origin == InputOrigin::Approximation;
    let name = &finding.inputs.iter().find(approximate)?.name;
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
        None if matches!(size, 1 | 2 | 4 | 8) => Reading::Signed,
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
    for input in inputs.iter().filter(|input| input.source == InputSource::Harness) {
        let name = input.name.as_str();
        if !is_c_name(name) || list.iter().any(|known| known.name == name) {
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
