//! A finding's path in the words of the source: what klew's own concrete execution of it passes through.

use std::collections::BTreeMap;

use klew_forward::{Beginning, Meaning, Replay, TraceEvent, TraceStep, TraceValue};
use klew_ir::object_layout::is_in_header;
use klew_ir::{Program, SourceType, SourceTypeId, Type};
use klew_report::value::{Reading, format_value};
use klew_report::{Sources as SourceText, Step, StepKind};

use crate::fields::member;
use crate::findings::{bytes, place, reading as reading_of_input};
use crate::front_end::Names;

/// What a field of a nameless object is called, and its type: of the object of that identity, the byte. None where it is not worth showing.
pub type FieldOf<'f> = dyn Fn(i32, u64) -> Option<(String, Option<SourceTypeId>)> + 'f;

/// The steps of a run that matter: branches, calls, inputs, values of variables, the heap; each with the number of the step of the
/// trace that it is. What library models do inside is left out, and so is what has no place in the source.
pub fn steps(
    program: &Program,
    names: &dyn Names,
    replay: &Replay,
    text: &SourceText,
    field_of: &FieldOf<'_>,
) -> Vec<(Step, usize)> {
    let mut steps: Vec<(Step, usize)> = Vec::new();
    // What was last said of each variable, for each call that goes on.
    let mut said: Vec<BTreeMap<String, String>> = vec![BTreeMap::new()];
    for (number, step) in replay.trace.iter().enumerate() {
        match &step.event {
            TraceEvent::Call { .. } => said.push(BTreeMap::new()),
            TraceEvent::Return { .. } if said.len() > 1 => drop(said.pop()),
            _ => {}
        }
        let function = program.function(step.function);
        if function.library || !names.is_own(&function.name) {
            continue;
        }
        let Some(place) = place(program, step.position) else { continue };
        let line = text.line(&place.file, place.line).unwrap_or_default();
        let Some(kind) = kind(program, names, step, line, field_of) else { continue };
        if let (StepKind::Assign { target, value }, Some(said)) = (&kind, said.last_mut())
            && said.insert(target.clone(), value.clone()).as_ref() == Some(value)
        {
            continue;
        }
        let function = match &step.event {
            TraceEvent::Return { function, .. } => &program.function(*function).name,
            _ => &program.function(step.function).name,
        };
        let function = names.function(function).to_owned();
        let step = Step { place: Some(place), function, kind };
        if steps.last().is_none_or(|(last, _)| *last != step) {
            steps.push((step, number));
        }
    }
    if replay.truncated {
        let kind = StepKind::Note("… further steps were left out".to_owned());
        let step = Step { place: None, function: String::new(), kind };
        steps.push((step, replay.trace.len()));
    }
    steps
}

fn kind(
    program: &Program,
    names: &dyn Names,
    step: &TraceStep,
    line: &str,
    field_of: &FieldOf<'_>,
) -> Option<StepKind> {
    Some(match &step.event {
        TraceEvent::Branch { value, .. } if line.contains("switch") => {
            StepKind::Switch(value.to_string())
        }
        // Which way a condition went is said by where the run goes on: compilers turn conditions round. Parts
        // of a condition that stay on their line say nothing new.
        TraceEvent::Branch { to, .. } if to.is_known() && to.line != step.position.line => {
            StepKind::Branch(to.line)
        }
        TraceEvent::Branch { .. } => return None,
        TraceEvent::Call { function, arguments } => {
            let callee = program.function(*function);
            if !names.is_worth_showing(&callee.name) {
                return None;
            }
            let types = callee.parameter_types.iter().copied().chain(std::iter::repeat(None));
            let shown: Vec<String> = arguments
                .iter()
                .zip(types)
                .map(|(value, source_type)| show(program, value, source_type, names))
                .collect();
            StepKind::Call(format!("{}({})", names.function(&callee.name), shown.join(", ")))
        }
        TraceEvent::Return { function, values } => {
            let callee = program.function(*function);
            let is_shown = names.is_own(&callee.name) && names.is_worth_showing(&callee.name);
            if callee.library || !is_shown {
                return None;
            }
            let (values, thrown) = names.results(values);
            if let Some(thrown) = thrown {
                let thrown = show(program, thrown, None, names);
                return Some(StepKind::Note(format!(
                    "{} throws {thrown}",
                    names.function(&callee.name)
                )));
            }
            let show = |value| show(program, value, None, names);
            let shown: Vec<String> = values.iter().map(show).collect();
            StepKind::Return(shown.join(", "))
        }
        TraceEvent::Assign { variable, .. } if names.is_made(variable) => return None,
        TraceEvent::Assign { variable, source_type, offset, value, .. } => {
            let (path, leaf) = part(program, *source_type, *offset);
            StepKind::Assign {
                target: format!("{variable}{path}"),
                value: show(program, value, leaf, names),
            }
        }
        TraceEvent::Store { id, object: None, offset, value } => {
            let (target, source_type) = field_of(*id, *offset)?;
            StepKind::Store { target, value: show(program, value, source_type, names) }
        }
        TraceEvent::Store { object: Some(object), offset, value, .. } => {
            member_store((program, names), object, *offset, value)?
        }
        TraceEvent::Input { name, value: TraceValue::Bits(bytes, value_type), is_memory } => {
            let value_type = (!is_memory).then_some(*value_type);
            let reading = reading_of_input(name, value_type, bytes.len());
            StepKind::Input { name: name.clone(), value: format_value(bytes, reading) }
        }
        TraceEvent::Input { name, value, .. } => {
            StepKind::Input { name: name.clone(), value: show(program, value, None, names) }
        }
        TraceEvent::Allocate { .. } | TraceEvent::Free { .. } if !names.shows_memory() => {
            return None;
        }
        TraceEvent::Allocate { object } if object.kind == "heap" => {
            StepKind::Note(format!("allocate {} on the heap", bytes(object.size)))
        }
        TraceEvent::Allocate { .. } => return None,
        TraceEvent::Free { object } => StepKind::Note(format!("free {}", bytes(object.size))),
    })
}

/// A store into an object of a class; none into its header.
fn member_store(
    (program, names): (&Program, &dyn Names),
    (label, class): &(String, SourceTypeId),
    offset: u64,
    value: &TraceValue,
) -> Option<StepKind> {
    if is_in_header(offset) {
        return None;
    }
    let (member, source_type) = member(program, *class, offset)?;
    let value = show(program, value, Some(source_type), names);
    Some(StepKind::Assign { target: format!("{label}{member}"), value })
}

/// A value as its source type says, or as its bits do.
pub fn show(
    program: &Program,
    value: &TraceValue,
    source_type: Option<SourceTypeId>,
    names: &dyn Names,
) -> String {
    match value {
        TraceValue::Undefined => "undefined".to_owned(),
        TraceValue::Pointer { object: None, offset: 0, .. } => names.null().to_owned(),
        TraceValue::Pointer { object: None, offset, .. } => format!("0x{offset:x}"),
        TraceValue::Pointer { object: Some(object), offset, meaning, .. } => {
            let name = match offset {
                0 => names.object(program, object),
                offset => format!("&{object} + {offset}"),
            };
            match meaning.as_ref().and_then(|meaning| meant(program, meaning)) {
                // A literal of C is a variable without a name.
                Some((text, is_all)) if is_all || object.starts_with(".str") => text,
                Some((text, _)) => format!("{name} {text}"),
                None => name,
            }
        }
        TraceValue::Bits(bytes, value_type) => {
            format_value(bytes, reading(program, source_type, *value_type))
        }
    }
}

/// What an object stands for, and whether that tells all there is to say of it.
pub fn meant(program: &Program, meaning: &Meaning) -> Option<(String, bool)> {
    let rest = |more: bool| if more { " …" } else { "" };
    let literal = |text: &Beginning<u16>| {
        format!("{}{}", klew_report::java::string_literal(&text.units), rest(text.more))
    };
    Some(match meaning {
        Meaning::Text(text) => (literal(text), true),
        Meaning::Builder(text) => (literal(text), false),
        Meaning::Boxed(bytes, value_type, source_type) => {
            (format_value(bytes, reading(program, Some(*source_type), *value_type)), true)
        }
        Meaning::Constant(name) => (name.clone(), true),
        Meaning::Bytes(text) => {
            let is_text = |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
            let all = text.units.iter().all(is_text);
            all.then(|| (format!("\"{}\"{}", text.units.escape_ascii(), rest(text.more)), false))?
        }
    })
}

fn reading(program: &Program, source_type: Option<SourceTypeId>, value_type: Type) -> Reading {
    match (value_type, source_type.map(|id| resolve(program, id))) {
        (Type::Float(_), _) => Reading::Float,
        (Type::Pointer, _) => Reading::Pointer,
        (_, Some(SourceType::Int { name, .. }))
            if matches!(&**name, "_Bool" | "bool" | "boolean") =>
        {
            Reading::Boolean
        }
        (_, Some(SourceType::Int { character: true, signed: true, .. })) => Reading::Character,
        (_, Some(SourceType::Int { character: true, .. })) => Reading::UnsignedCharacter,
        (_, Some(SourceType::Int { signed: false, .. })) => Reading::Unsigned,
        (_, Some(SourceType::Pointer(_))) => Reading::Pointer,
        _ => Reading::Signed,
    }
}

/// The type behind its other names.
fn resolve(program: &Program, id: SourceTypeId) -> &SourceType {
    program.source_types().get_resolved(id)
}

/// Bytes of a value of that type, where that is known.
fn size(program: &Program, id: SourceTypeId) -> Option<u64> {
    program.source_types().size_of(id, program.data_model.pointer_size())
}

/// The part of a variable at that byte offset, as C writes it (`[3].next`), and its type.
pub fn part(
    program: &Program,
    source_type: Option<SourceTypeId>,
    mut offset: u64,
) -> (String, Option<SourceTypeId>) {
    const DEEPEST: usize = 16;
    let mut path = String::new();
    let Some(mut id) = source_type else {
        return (if offset == 0 { path } else { format!(" (byte {offset})") }, None);
    };
    for _ in 0..DEEPEST {
        match resolve(program, id) {
            SourceType::Array(element, _) => {
                let Some(each) = size(program, *element).filter(|&each| each > 0) else { break };
                path.push_str(&format!("[{}]", offset / each));
                offset %= each;
                id = *element;
            }
            SourceType::Record { fields, union: false, .. } => {
                let within = |field: &&klew_ir::SourceField| {
                    let start = field.bit_offset / 8;
                    let end = size(program, field.source_type).map(|size| start + size);
                    start <= offset && end.is_none_or(|end| offset < end)
                };
                let Some(field) = fields.iter().find(within) else { break };
                path.push_str(&format!(".{}", field.name));
                offset -= field.bit_offset / 8;
                id = field.source_type;
            }
            _ => break,
        }
    }
    if offset != 0 {
        path.push_str(&format!(" (byte {offset})"));
    }
    (path, Some(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_ir::{DataModel, SourceField};

    struct Plain;

    impl Names for Plain {}

    fn program() -> Program {
        let mut program = Program::new(DataModel::LP64);
        let int = |name: &str, signed, character, bits| SourceType::Int {
            name: name.into(),
            bits,
            signed,
            character,
        };
        let field = |name: &str, bit_offset, source_type| SourceField {
            name: name.into(),
            bit_offset,
            bit_width: None,
            source_type: SourceTypeId(source_type),
            never_null: false,
        };
        program.types = vec![
            int("int", true, false, 32),
            int("char", true, true, 8),
            SourceType::Pointer(SourceTypeId(0)),
            SourceType::Record {
                name: "s".into(),
                size: 16,
                union: false,
                fields: vec![field("count", 0, 0), field("next", 64, 2)],
                bases: Vec::new(),
                tag: None,
                inputs: klew_ir::InputObjects::Shared,
                elements: None,
            },
            SourceType::Array(SourceTypeId(3), Some(4)),
            SourceType::Alias("number".into(), SourceTypeId(5)),
        ];
        program
    }

    fn check_part(source_type: u32, offset: u64, want: &str, leaf: u32) {
        let (path, id) = part(&program(), Some(SourceTypeId(source_type)), offset);
        assert_eq!((path.as_str(), id), (want, Some(SourceTypeId(leaf))));
    }

    #[test]
    fn parts_of_variables() {
        check_part(0, 0, "", 0);
        check_part(3, 8, ".next", 2);
        check_part(4, 40, "[2].next", 2);
        check_part(4, 2, "[0].count (byte 2)", 0);
        check_part(5, 0, "", 5);
    }

    #[test]
    fn values() {
        let program = program();
        let bits = |bytes: &[u8]| TraceValue::Bits(bytes.to_vec(), Type::Int(8));
        let pointer = |object: Option<&str>, offset, meaning| {
            let id = if object.is_some() { 3 } else { 0 };
            TraceValue::Pointer { object: object.map(str::to_owned), id, offset, meaning }
        };
        assert_eq!(show(&program, &bits(&[97]), Some(SourceTypeId(1)), &Plain), "97 ('a')");
        assert_eq!(show(&program, &bits(&[255]), None, &Plain), "-1");
        let plain = pointer(Some("list"), 8, None);
        assert_eq!(show(&program, &plain, None, &Plain), "&list + 8");
        let null = pointer(None, 0, None);
        assert_eq!(show(&program, &null, None, &Plain), "NULL");
        let meaning =
            |bytes: &[u8], more| Some(Meaning::Bytes(Beginning { units: bytes.to_vec(), more }));
        for (bytes, more, want) in [
            (&b"a\n"[..], false, "&list + 8 \"a\\n\""),
            (b"a", true, "&list + 8 \"a\" …"),
            (b"\x01", false, "&list + 8"),
        ] {
            let pointer = pointer(Some("list"), 8, meaning(bytes, more));
            assert_eq!(show(&program, &pointer, None, &Plain), want);
        }
        let literal = pointer(Some(".str.1"), 0, meaning(b"a", false));
        assert_eq!(show(&program, &literal, None, &Plain), "\"a\"");
        let boxed = Meaning::Boxed(vec![97, 0, 0, 0], Type::Int(32), SourceTypeId(0));
        let pointer = pointer(Some("java.lang.Integer@3"), 0, Some(boxed));
        assert_eq!(show(&program, &pointer, None, &Plain), "97");
    }
}
