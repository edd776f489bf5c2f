//! Source types as the source writes them.

use klew_ir::{Program, SourceField, SourceType, SourceTypeId};
use klew_report::value::Reading;

/// What a type is, without names that are only other names.
pub fn resolved(program: &Program, id: SourceTypeId) -> &SourceType {
    program.source_types().get_resolved(id)
}

/// The type as its language writes it: `struct node *`, `unsigned int`, `node_t`, `int[10]`, `pkg.Node`.
pub fn name(program: &Program, id: SourceTypeId) -> String {
    match program.types.get(id.0 as usize) {
        None | Some(SourceType::Unknown) => "?".to_owned(),
        Some(SourceType::Void) => "void".to_owned(),
        Some(SourceType::Function) => "function".to_owned(),
        Some(SourceType::Int { name, .. } | SourceType::Float { name, .. }) => match &**name {
            "" => "int".to_owned(),
            name => name.to_owned(),
        },
        Some(SourceType::Alias(alias, base)) if alias.is_empty() => name(program, *base),
        Some(SourceType::Alias(alias, _)) => alias.clone(),
        Some(SourceType::Pointer(target)) => {
            let target_name = name(program, *target);
            match resolved(program, *target) {
                ty if ty.is_class() => target_name,
                SourceType::Pointer(_) => format!("{target_name}*"),
                _ => format!("{target_name} *"),
            }
        }
        Some(SourceType::Array(element, count)) => {
            let count = count.map_or(String::new(), |count| count.to_string());
            format!("{}[{count}]", name(program, *element))
        }
        Some(ty @ SourceType::Record { name, union, .. }) => {
            let keyword = if *union { "union" } else { "struct" };
            match &**name {
                "" => keyword.to_owned(),
                name if ty.is_class() => name.to_owned(),
                name => format!("{keyword} {name}"),
            }
        }
    }
}

/// A short word for objects of the type: `node`, `int array`.
pub fn short_name(program: &Program, id: SourceTypeId) -> String {
    let written = name(program, id);
    let base = written.split('[').next().unwrap_or_default();
    let mut words = base.split(|c: char| !c.is_alphanumeric() && c != '_');
    let word = words.rfind(|word| !word.is_empty()).unwrap_or("object");
    match word {
        "struct" | "union" => "object".to_owned(),
        word if written.ends_with("[]") => format!("{word} array"),
        word => word.to_owned(),
    }
}

/// How the bytes of a value of the type are shown.
pub fn reading(program: &Program, id: Option<SourceTypeId>) -> Reading {
    match id.map(|id| resolved(program, id)) {
        Some(SourceType::Int { name, .. }) if matches!(&**name, "_Bool" | "bool" | "boolean") => {
            Reading::Boolean
        }
        Some(SourceType::Int { character: true, signed: true, .. }) => Reading::Character,
        Some(SourceType::Int { character: true, .. }) => Reading::UnsignedCharacter,
        Some(SourceType::Int { signed: true, .. }) => Reading::Signed,
        Some(SourceType::Int { .. }) => Reading::Unsigned,
        Some(SourceType::Float { .. }) => Reading::Float,
        Some(SourceType::Pointer(_)) => Reading::Pointer,
        _ => Reading::Bytes,
    }
}

/// The class that declares the field at that byte of objects of a class; none where there are no classes.
pub fn declaring_class(
    program: &Program,
    id: SourceTypeId,
    name: &str,
    offset: u64,
) -> Option<String> {
    let SourceType::Record { name: class, fields, bases, .. } = resolved(program, id) else {
        return None;
    };
    if !program.source_types().is_class(id) {
        return None;
    }
    let inherited = bases.iter().find_map(|base| declaring_class(program, *base, name, offset));
    let own = |field: &SourceField| field.bit_offset == offset * 8 && field.name == name;
    inherited.or_else(|| fields.iter().any(own).then(|| class.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: &str = r#"
type $int = int "int" 32 signed
type $node = record "node" size 16 { "next" at 64 $link }
type $link = pointer $node
type $links = pointer $link
type $list = alias "list_t" $link
type $row = array $int 3
type $object = record "java.lang.Object" size 8 tag 1 {}
type $point = record "geo.Point" size 16 tag 2 extends $object { "x" at 64 $int }
type $deep = record "geo.Deep" size 16 tag 3 extends $point { "x" at 64 $int }
type $reference = pointer $point
function @main() {
entry:
  return
}
"#;

    fn check(index: u32, written: &str, short: &str) {
        let program = klew_ir::parse_program(TYPES, "a.kir").unwrap();
        let id = SourceTypeId(index);
        assert_eq!(
            (name(&program, id).as_str(), short_name(&program, id).as_str()),
            (written, short)
        );
    }

    #[test]
    fn names() {
        check(0, "int", "int");
        check(1, "struct node", "node");
        check(2, "struct node *", "node");
        check(3, "struct node **", "node");
        check(4, "list_t", "list_t");
        check(5, "int[3]", "int");
        check(7, "geo.Point", "Point");
        check(9, "geo.Point", "Point");
    }

    #[test]
    fn inherited_fields_belong_to_the_class_that_declares_them() {
        let program = klew_ir::parse_program(TYPES, "a.kir").unwrap();
        let class = |index| declaring_class(&program, SourceTypeId(index), "x", 8);
        assert_eq!((class(8), class(7)), (Some("geo.Point".into()), Some("geo.Point".into())));
        assert_eq!(class(1), None);
    }
}
