//! What the bytes of objects are called, by the types of the source: fields and elements, each with its place.

use klew_ir::{Program, SourceType, SourceTypeId};

/// A field or an element that is no structure itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// As the source writes it behind the object's name, without the dot: `next`, `[2].next`; empty for the whole.
    pub name: String,
    /// Its place.
    pub offset: u64,
    /// Its bytes.
    pub size: u64,
    /// Its type; none for bytes of which nothing is known, as of a union.
    pub source_type: Option<SourceTypeId>,
}

/// What the byte of an object of a class is called behind the object's name (`.next`, `[3]`), and its type.
pub fn member(
    program: &Program,
    class: SourceTypeId,
    offset: u64,
) -> Option<(String, SourceTypeId)> {
    let types = program.source_types();
    let SourceType::Record { size, fields, elements, .. } = types.get_resolved(class) else {
        return None;
    };
    if let Some(field) = fields.iter().find(|field| field.bit_offset == 8 * offset) {
        return Some((format!(".{}", field.name), field.source_type));
    }
    let element = (*elements)?;
    let size_of = types.size_of(element, program.data_model.pointer_size());
    // References are as large as pointers, whatever they refer to.
    let each = match types.is_class(element) {
        true => program.data_model.pointer_size(),
        false => size_of.filter(|each| *each > 0)?,
    };
    Some((format!("[{}]", offset.checked_sub(*size)? / each), element))
}

/// Fields are listed up to that number.
pub const MOST: usize = 24;

/// The leaves of objects of a type.
pub struct Leaves<'p> {
    program: &'p Program,
    size: u64,
    found: Vec<Leaf>,
    /// How many more there are.
    pub more: u64,
}

impl<'p> Leaves<'p> {
    /// Of an object of that many bytes that holds values of the type, one after the other.
    pub fn of(program: &'p Program, source_type: SourceTypeId, size: u64) -> Leaves<'p> {
        let mut leaves = Leaves { program, size, found: Vec::new(), more: 0 };
        match leaves.size_of(source_type) {
            Some(each) if each > 0 && size >= 2 * each && !leaves.is_character(source_type) => {
                leaves.elements(source_type, size / each, (String::new(), 0));
            }
            _ if leaves.is_character(source_type) => {
                leaves.push(String::new(), 0, size, source_type)
            }
            _ => leaves.add(source_type, (String::new(), 0), 0),
        }
        leaves
    }

    /// Of an object of a class: an array has so many elements.
    pub fn of_class(
        program: &'p Program,
        class: SourceTypeId,
        size: u64,
        length: u64,
    ) -> Leaves<'p> {
        let mut leaves = Leaves { program, size, found: Vec::new(), more: 0 };
        if let SourceType::Record { size: start, fields, elements, .. } =
            program.source_types().get_resolved(class)
        {
            for field in fields {
                leaves.add(field.source_type, (field.name.clone(), field.bit_offset / 8), 1);
            }
            if let Some(element) = elements {
                leaves.elements(*element, length, (String::new(), *start));
            }
        }
        leaves
    }

    /// The leaves, in the order of their places.
    pub fn found(self) -> Vec<Leaf> {
        self.found
    }

    fn size_of(&self, id: SourceTypeId) -> Option<u64> {
        let types = self.program.source_types();
        types.size_of(id, self.program.data_model.pointer_size())
    }

    fn is_character(&self, id: SourceTypeId) -> bool {
        matches!(
            self.program.source_types().get_resolved(id),
            SourceType::Int { character: true, bits: 8, .. }
        )
    }

    fn push(
        &mut self,
        name: String,
        offset: u64,
        size: u64,
        source_type: impl Into<Option<SourceTypeId>>,
    ) {
        if size == 0 || offset.checked_add(size).is_none_or(|end| end > self.size) {
            return;
        }
        if self.found.len() == MOST {
            self.more += 1;
            return;
        }
        self.found.push(Leaf { name, offset, size, source_type: source_type.into() });
    }

    fn elements(&mut self, element: SourceTypeId, count: u64, (name, offset): (String, u64)) {
        let Some(each) = self.size_of(element).filter(|each| *each > 0) else { return };
        if self.is_character(element) {
            return self.push(name, offset, count * each, element);
        }
        for index in 0..count {
            if self.found.len() == MOST {
                self.more += count - index;
                return;
            }
            self.add(element, (format!("{name}[{index}]"), offset + index * each), 1);
        }
    }

    fn add(&mut self, id: SourceTypeId, (name, offset): (String, u64), depth: u32) {
        const DEEPEST: u32 = 8;
        let types = self.program.source_types();
        match types.get_resolved(id) {
            SourceType::Record { fields, union: false, .. }
                if depth < DEEPEST && !types.is_class(id) =>
            {
                for field in fields.iter().filter(|field| field.bit_width.is_none()) {
                    let dot = if name.is_empty() { "" } else { "." };
                    let path = format!("{name}{dot}{}", field.name);
                    self.add(field.source_type, (path, offset + field.bit_offset / 8), depth + 1);
                }
            }
            SourceType::Array(element, count) if depth < DEEPEST => {
                let rest = self.size.saturating_sub(offset);
                let fitting =
                    self.size_of(*element).filter(|each| *each > 0).map_or(0, |each| rest / each);
                // A flexible array at the end has what is left.
                let count = count.filter(|count| *count > 0).unwrap_or(fitting);
                self.elements(*element, count.min(fitting), (name, offset));
            }
            SourceType::Record { size, .. } => self.push(name, offset, *size, None),
            _ => {
                let size = self.size_of(id).unwrap_or(0);
                self.push(name, offset, size, id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: &str = "
type $int = int \"int\" 32 signed
type $char = int \"char\" 8 signed character
type $link = pointer $node
type $name = array $char 4
type $node = record \"node\" size 24 { \"key\" at 0 $int, \"name\" at 32 $name, \"next\" at 64 $link, \"more\" at 128 $open }
type $open = array $int
entry none
";

    fn names(source_type: u32, size: u64) -> Vec<(String, u64, u64)> {
        let program = klew_ir::parse_program(TYPES, "a.kir").unwrap();
        let leaves = Leaves::of(&program, SourceTypeId(source_type), size).found();
        leaves.into_iter().map(|leaf| (leaf.name, leaf.offset, leaf.size)).collect()
    }

    fn check(source_type: u32, size: u64, want: &[(&str, u64, u64)]) {
        let want: Vec<_> =
            want.iter().map(|(name, at, size)| ((*name).to_owned(), *at, *size)).collect();
        assert_eq!(names(source_type, size), want);
    }

    #[test]
    fn fields_and_elements() {
        check(0, 4, &[("", 0, 4)]);
        check(0, 8, &[("[0]", 0, 4), ("[1]", 4, 4)]);
        check(1, 5, &[("", 0, 5)]);
        let node =
            [("key", 0, 4), ("name", 4, 4), ("next", 8, 8), ("more[0]", 16, 4), ("more[1]", 20, 4)];
        check(4, 24, &node);
        // What is too short has only what fits.
        check(4, 12, &node[..2]);
        assert_eq!(names(0, 4 * 100).len(), MOST);
    }
}
