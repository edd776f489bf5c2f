//! Questions about the source types of a program.
//!
//! **Invariant**: any list of types has answers, also one with aliases that go round and ids that lead nowhere.

use crate::{Program, SourceType, SourceTypeId, object_layout::HEADER_SIZE};

/// How deep types are followed into each other where that is not bounded by itself.
const DEEPEST: u32 = 64;

/// Names of types that have the values 0 and 1 only, whatever their size: debug information says that by name.
const TRUTH_VALUES: [&str; 3] = ["boolean", "_Bool", "bool"];

impl SourceType {
    /// Whether it has the values 0 and 1 only.
    pub fn is_truth_value(&self) -> bool {
        matches!(self, SourceType::Int { name, .. } if TRUTH_VALUES.contains(&name.as_str()))
    }

    /// Whether it is a record of a hierarchy of classes: its objects have a header, see [`crate::object_layout`].
    pub fn is_class(&self) -> bool {
        matches!(self, SourceType::Record { tag, bases, elements, .. }
            if tag.is_some() || !bases.is_empty() || elements.is_some())
    }
}

/// The types of a program, for questions.
#[derive(Clone, Copy, Debug)]
pub struct SourceTypes<'a>(pub &'a [SourceType]);

impl Program {
    /// Its types, for questions.
    pub fn source_types(&self) -> SourceTypes<'_> {
        SourceTypes(&self.types)
    }
}

impl<'a> SourceTypes<'a> {
    /// What the id stands for.
    pub fn get(self, id: SourceTypeId) -> &'a SourceType {
        self.0.get(id.0 as usize).unwrap_or(&SourceType::Unknown)
    }

    /// The type without the names that are only other names.
    pub fn resolved(self, mut id: SourceTypeId) -> SourceTypeId {
        // A chain of names is no longer than the list of types, unless it is a circle.
        for _ in 0..self.0.len() {
            match self.get(id) {
                SourceType::Alias(_, inner) => id = *inner,
                _ => break,
            }
        }
        id
    }

    /// What the type is without the names that are only other names.
    pub fn get_resolved(self, id: SourceTypeId) -> &'a SourceType {
        match self.get(self.resolved(id)) {
            SourceType::Alias(..) => &SourceType::Unknown,
            found => found,
        }
    }

    /// The type that a pointer type points to.
    pub fn pointee(self, pointer: SourceTypeId) -> Option<SourceTypeId> {
        match self.get_resolved(pointer) {
            SourceType::Pointer(target) => Some(self.resolved(*target)),
            _ => None,
        }
    }

    /// Bytes of a value; none if that is not known.
    pub fn size_of(self, id: SourceTypeId, pointer_size: u64) -> Option<u64> {
        self.size_within(id, pointer_size, 0)
    }

    /// The name and the type of what lies at an offset of a value of that type; no type where nothing is known to.
    pub fn field_at(
        self,
        id: SourceTypeId,
        offset: u64,
        pointer_size: u64,
    ) -> (String, Option<SourceTypeId>) {
        let of_part = |name: String, part: SourceTypeId, offset: u64| {
            let (rest, kind) = self.field_at(part, offset, pointer_size);
            let dot = if rest.is_empty() || rest.starts_with('[') { "" } else { "." };
            (format!("{name}{dot}{rest}"), kind)
        };
        let size_of = |id| self.size_of(id, pointer_size).filter(|bytes| *bytes > 0);
        match self.get_resolved(id) {
            SourceType::Record { size, fields, elements, .. } => {
                if let Some(element) = elements
                    && offset >= *size
                    && let Some(bytes) = size_of(*element)
                {
                    return (format!("[{}]", (offset - size) / bytes), Some(*element));
                }
                let inside = fields.iter().rev().find(|field| field.bit_offset / 8 <= offset);
                let Some(field) = inside else { return (format!("byte {offset}"), None) };
                of_part(field.name.clone(), field.source_type, offset - field.bit_offset / 8)
            }
            SourceType::Array(element, _) => match size_of(*element) {
                Some(bytes) => of_part(format!("[{}]", offset / bytes), *element, offset % bytes),
                None => (format!("byte {offset}"), None),
            },
            _ => (String::new(), Some(self.resolved(id))),
        }
    }

    fn size_within(self, id: SourceTypeId, pointer_size: u64, depth: u32) -> Option<u64> {
        match self.get_resolved(id) {
            SourceType::Int { bits, .. } => Some(u64::from(bits.div_ceil(8).next_power_of_two())),
            SourceType::Float { bits, .. } => Some(u64::from(bits.div_ceil(8))),
            SourceType::Pointer(_) => Some(pointer_size),
            SourceType::Array(element, Some(count)) if depth < DEEPEST => {
                self.size_within(*element, pointer_size, depth + 1)?.checked_mul(*count)
            }
            SourceType::Record { size, .. } => Some(*size),
            _ => None,
        }
    }

    /// Whether the type belongs to a hierarchy of classes.
    pub fn is_class(self, id: SourceTypeId) -> bool {
        self.get_resolved(id).is_class()
    }

    /// The class whose objects bear the tag.
    pub fn with_tag(self, wanted: u32) -> Option<SourceTypeId> {
        let bears = |known: &SourceType| matches!(known, SourceType::Record { tag: Some(tag), .. } if *tag == wanted);
        self.0.iter().position(bears).map(|index| SourceTypeId(index as u32))
    }

    /// Whether one type is the other or extends it.
    pub fn is_below(self, one: SourceTypeId, other: SourceTypeId) -> bool {
        let other = self.resolved(other);
        let (mut open, mut seen) = (vec![one], Vec::new());
        while let Some(id) = open.pop() {
            let id = self.resolved(id);
            if id == other {
                return true;
            }
            if !seen.contains(&id) {
                seen.push(id);
                if let SourceType::Record { bases, .. } = self.get(id) {
                    open.extend(bases);
                }
            }
        }
        false
    }

    /// A type and the records below it, in the order of their ids.
    pub fn with_subtypes(self, id: SourceTypeId) -> Vec<SourceTypeId> {
        let is_record = |other: SourceTypeId| matches!(self.get(other), SourceType::Record { .. });
        (0..self.0.len() as u32)
            .map(SourceTypeId)
            .filter(|other| *other == id || is_record(*other) && self.is_below(*other, id))
            .collect()
    }

    /// The tags of a record and of all below it, in order.
    pub fn tags_below(self, id: SourceTypeId) -> Vec<u32> {
        let id = self.resolved(id);
        if !matches!(self.get(id), SourceType::Record { .. }) {
            return Vec::new();
        }
        let tag = |id: SourceTypeId| match self.get(id) {
            SourceType::Record { tag, .. } => *tag,
            _ => None,
        };
        let mut tags: Vec<u32> = self.with_subtypes(id).into_iter().filter_map(tag).collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// Where the elements of arrays begin at the earliest, in bytes.
    pub fn first_element(self) -> u64 {
        let size = |known: &SourceType| match known {
            SourceType::Record { size, elements: Some(_), .. } => Some(*size),
            _ => None,
        };
        self.0.iter().filter_map(size).min().unwrap_or(HEADER_SIZE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_program;

    const TYPES: &str = "
type $int = int \"int\" 32 signed
type $number = alias \"number\" $int
type $row = array $number 3
type $link = pointer $odd
type $object = record \"Object\" size 8 tag 1 {}
type $shape = record \"Shape\" size 8 extends $object {}
type $round = record \"Round\" size 16 tag 7 extends $shape { \"x\" at 64 $int }
type $ints = record \"int[]\" size 8 tag 2 extends $object {} elements $int
type $plain = record \"plain\" size 12 {}
type $odd = alias \"odd\" $shape
type $open = array $int
entry none
";

    fn id(number: u32) -> SourceTypeId {
        SourceTypeId(number)
    }

    #[test]
    fn names_are_looked_through() {
        let program = parse_program(TYPES, "a.kir").unwrap();
        let types = program.source_types();
        assert_eq!(types.resolved(id(1)), id(0));
        assert_eq!(types.pointee(id(3)), Some(id(5)));
        assert_eq!(types.pointee(id(0)), None);
        assert_eq!(*types.get_resolved(id(99)), SourceType::Unknown);
        let circle = [SourceType::Alias("a".into(), id(1)), SourceType::Alias("b".into(), id(0))];
        assert_eq!(*SourceTypes(&circle).get_resolved(id(0)), SourceType::Unknown);
        assert_eq!(SourceTypes(&circle).size_of(id(0), 8), None);
    }

    #[test]
    fn sizes() {
        let program = parse_program(TYPES, "a.kir").unwrap();
        let size = |number| program.source_types().size_of(id(number), 8);
        let found: Vec<_> = [1, 2, 3, 8, 10].into_iter().map(size).collect();
        assert_eq!(found, [Some(4), Some(12), Some(8), Some(12), None]);
        assert_eq!(program.source_types().first_element(), 8);
        let nested = [SourceType::Array(id(0), Some(2))];
        assert_eq!(SourceTypes(&nested).size_of(id(0), 8), None);
    }

    #[test]
    fn hierarchies() {
        let program = parse_program(TYPES, "a.kir").unwrap();
        let types = program.source_types();
        assert_eq!(types.tags_below(id(4)), [1, 2, 7]);
        assert_eq!(types.tags_below(id(9)), [7]);
        assert_eq!(types.with_subtypes(id(5)), [id(5), id(6)]);
        assert!(types.is_below(id(6), id(4)) && !types.is_below(id(4), id(6)));
        assert_eq!(types.with_tag(7), Some(id(6)));
        let classes: Vec<bool> = (4..10).map(|number| types.is_class(id(number))).collect();
        assert_eq!(classes, [true, true, true, true, false, true]);
    }
}
