//! Verification witnesses of SV-COMP in GraphML, for violations: an automaton whose edges are the inputs, in their order.

use quick_xml::Writer;
use quick_xml::events::BytesText;

use super::legal;
use super::svcomp::{is_c, is_java, number, specification};
use crate::Document;
use crate::document::{Finding, InputEntry, Line};

/// The keys of the format that are used: for what, name, type, default.
const KEYS: [(&str, &str, &str, Option<&str>); 15] = [
    ("node", "entry", "boolean", Some("false")),
    ("node", "violation", "boolean", Some("false")),
    ("edge", "originfile", "string", None),
    ("edge", "startline", "int", None),
    ("edge", "assumption", "string", None),
    ("edge", "assumption.scope", "string", None),
    ("edge", "assumption.resultfunction", "string", None),
    ("graph", "witness-type", "string", None),
    ("graph", "sourcecodelang", "string", None),
    ("graph", "producer", "string", None),
    ("graph", "specification", "string", None),
    ("graph", "programfile", "string", None),
    ("graph", "programhash", "string", None),
    ("graph", "architecture", "string", None),
    ("graph", "creationtime", "string", None),
];

/// The witness of the first finding that counts; of programs in C and Java.
pub fn graphml(document: &Document) -> Option<String> {
    if !is_c(document) && !is_java(document) {
        return None;
    }
    let finding = document.findings.iter().find(|one| one.confirmation != "unconfirmed")?;
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let root = writer
        .create_element("graphml")
        .with_attribute(("xmlns", "http://graphml.graphdrawing.org/xmlns"))
        .with_attribute(("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"));
    // Writing to memory does not fail.
    let _ = root.write_inner_content(|writer| {
        KEYS.iter().try_for_each(|key| write_key(writer, key))?;
        let graph = writer.create_element("graph").with_attribute(("edgedefault", "directed"));
        graph.write_inner_content(|writer| write_graph(writer, document, finding))?;
        Ok(())
    });
    let xml = legal(&String::from_utf8_lossy(&writer.into_inner()));
    Some(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{xml}\n"))
}

type Out = Writer<Vec<u8>>;

fn write_key(
    writer: &mut Out,
    (of, name, kind, default): &(&str, &str, &str, Option<&str>),
) -> std::io::Result<()> {
    let element = writer.create_element("key").with_attributes([
        ("id", *name),
        ("for", *of),
        ("attr.name", *name),
        ("attr.type", *kind),
    ]);
    match default {
        None => element.write_empty()?,
        Some(default) => element.write_inner_content(|writer| {
            writer.create_element("default").write_text_content(BytesText::new(default))?;
            Ok(())
        })?,
    };
    Ok(())
}

fn data(writer: &mut Out, key: &str, text: &str) -> std::io::Result<()> {
    let element = writer.create_element("data").with_attribute(("key", key));
    element.write_text_content(BytesText::new(text))?;
    Ok(())
}

fn write_graph(writer: &mut Out, document: &Document, finding: &Finding) -> std::io::Result<()> {
    let record = document.record.clone().unwrap_or_default();
    let file = document.files.first().cloned().unwrap_or_default();
    let hash = record.hashes.get(&file).cloned().unwrap_or_default();
    let architecture = match record.data_model.as_deref() {
        Some("ILP32") => "32bit",
        _ => "64bit",
    };
    let specification = specification(document, [finding.property.as_str()]);
    for (key, text) in [
        ("witness-type", "violation_witness"),
        ("sourcecodelang", &record.language),
        ("producer", &format!("klew {}", record.klew)),
        ("specification", &specification),
        ("programfile", &file),
        ("programhash", &hash),
        ("architecture", architecture),
        ("creationtime", &record.created),
    ] {
        data(writer, key, text)?;
    }
    let inputs: Vec<&InputEntry> =
        finding.input.iter().filter(|input| input.from == "harness").collect();
    write_node(writer, 0, Some("entry"))?;
    for (index, input) in inputs.iter().enumerate() {
        write_node(writer, index + 1, None)?;
        write_edge(writer, index, &input.place.line, |writer| assumption(writer, finding, input))?;
    }
    write_node(writer, inputs.len() + 1, Some("violation"))?;
    write_edge(writer, inputs.len(), &finding.place.line, |_| Ok(()))
}

fn write_node(writer: &mut Out, number: usize, mark: Option<&str>) -> std::io::Result<()> {
    let id = format!("N{number}");
    let element = writer.create_element("node").with_attribute(("id", id.as_str()));
    match mark {
        None => element.write_empty()?,
        Some(mark) => element.write_inner_content(|writer| data(writer, mark, "true"))?,
    };
    Ok(())
}

fn write_edge(
    writer: &mut Out,
    from: usize,
    place: &Line,
    more: impl FnOnce(&mut Out) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let (source, target) = (format!("N{from}"), format!("N{}", from + 1));
    let element = writer
        .create_element("edge")
        .with_attributes([("source", source.as_str()), ("target", target.as_str())]);
    element.write_inner_content(|writer| {
        if let (Some(file), Some(line)) = (&place.file, place.line) {
            data(writer, "originfile", file)?;
            data(writer, "startline", &line.to_string())?;
        }
        more(writer)
    })?;
    Ok(())
}

/// What the call gave back.
fn assumption(writer: &mut Out, finding: &Finding, input: &InputEntry) -> std::io::Result<()> {
    let Some(value) = number(&input.value) else { return Ok(()) };
    data(writer, "assumption", &format!("\\result == {value};"))?;
    let place = &input.place.line;
    let step = finding.path.iter().find(|step| step.kind == "input" && step.place == *place);
    if let Some(step) = step {
        data(writer, "assumption.scope", &step.function)?;
    }
    data(writer, "assumption.resultfunction", input.name.trim_end_matches("()"))
}
