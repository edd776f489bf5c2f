//! What both formats of verification witnesses say of a task: specification, machine, hashes.

use crate::Document;

/// What a property is in SV-COMP's words; none of those that it does not know.
pub fn formula(property: &str) -> Option<&'static str> {
    Some(match property {
        "assertion" | "reach-error" => "G ! call(reach_error())",
        "valid-deref" => "G valid-deref",
        "valid-free" => "G valid-free",
        "valid-memtrack" => "G valid-memtrack",
        "valid-memcleanup" => "G valid-memcleanup",
        "signed-overflow" | "shift" => "G ! overflow",
        "no-runtime-exception" => "G ! uncaught(java.lang.RuntimeException)",
        _ => return None,
    })
}

/// The specification that properties are, a line each.
pub fn specification<'p>(
    document: &Document,
    properties: impl IntoIterator<Item = &'p str>,
) -> String {
    let entry = document.record.as_ref().map_or("main", |record| record.entry.as_str());
    let java = is_java(document);
    let properties: Vec<&str> = properties.into_iter().collect();
    let known = properties.iter().any(|property| formula(property).is_some());
    let mut lines: Vec<String> = Vec::new();
    for property in properties {
        let formula = match formula(property) {
            Some(_) if java && property == "assertion" => "G assert".to_owned(),
            Some(formula) => formula.to_owned(),
            // What SV-COMP does not know stands there only where it is all there is.
            None if known => continue,
            None => format!("G {property}"),
        };
        let line = format!("CHECK( init({entry}()), LTL({formula}) )");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// Whether the program is Java.
pub fn is_java(document: &Document) -> bool {
    document.record.as_ref().is_some_and(|record| record.language == "Java")
}

/// Whether it is C.
pub fn is_c(document: &Document) -> bool {
    document.record.as_ref().is_some_and(|record| record.language == "C")
}

/// The number in a value as results show it (`97 ('a')` is 97); none of what is no number.
pub fn number(value: &str) -> Option<&str> {
    let word = value.split_whitespace().next()?;
    match word {
        "true" => Some("1"),
        "false" => Some("0"),
        _ => word.parse::<f64>().is_ok_and(f64::is_finite).then_some(word),
    }
}
