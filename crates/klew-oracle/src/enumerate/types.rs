//! What the declared types say of input objects.

use klew_ir::{Program, SourceType, SourceTypeId};

/// The source types of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Types<'p> {
    pub(super) program: &'p Program,
}

/// What is declared at a place of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The tag of the class.
    Tag(u32),
    /// The number of elements.
    Length,
    /// A field or an element of that type.
    Field(SourceTypeId),
}

impl Types<'_> {
    pub(super) fn get(&self, id: SourceTypeId) -> &SourceType {
        &self.program.types[id.0 as usize]
    }

    pub(super) fn name(&self, id: SourceTypeId) -> String {
        match self.get(id) {
            SourceType::Record { name, .. } | SourceType::Int { name, .. } => name.clone(),
            _ => format!("type {}", id.0),
        }
    }

    /// Whether objects of that type say of which class they are.
    pub(super) fn is_class(&self, id: SourceTypeId) -> bool {
        match self.get(id) {
            SourceType::Record { bases, tag, .. } => !bases.is_empty() || tag.is_some(),
            _ => false,
        }
    }

    /// Whether an object of one type may be where the other is declared.
    pub(super) fn is_below(&self, id: SourceTypeId, declared: SourceTypeId) -> bool {
        id == declared
            || match self.get(id) {
                SourceType::Record { bases, .. } => {
                    bases.iter().any(|base| self.is_below(*base, declared))
                }
                _ => false,
            }
    }

    /// The types that objects have to which a pointer to `declared` may point.
    pub(super) fn concrete(&self, declared: SourceTypeId) -> Vec<SourceTypeId> {
        if !self.is_class(declared) {
            return vec![declared];
        }
        let all = (0..self.program.types.len() as u32).map(SourceTypeId);
        let has_tag = |id: &SourceTypeId| match self.get(*id) {
            SourceType::Record { tag, .. } => tag.is_some(),
            _ => false,
        };
        all.filter(|id| self.is_below(*id, declared) && has_tag(id)).collect()
    }

    /// Bytes of a type, of an array without its elements.
    pub(super) fn size(&self, id: SourceTypeId) -> Option<u64> {
        match self.get(id) {
            SourceType::Int { bits, .. } => Some(u64::from(bits / 8)),
            SourceType::Pointer(_) => Some(self.program.data_model.pointer_size()),
            SourceType::Record { size, .. } => Some(*size),
            _ => None,
        }
    }

    /// The type of the elements that follow behind an object of that type.
    pub(super) fn elements(&self, id: SourceTypeId) -> Option<SourceTypeId> {
        match self.get(id) {
            SourceType::Record { elements, .. } => *elements,
            _ => None,
        }
    }

    /// What is declared at a byte of an object of exactly that type.
    pub(super) fn place(&self, id: SourceTypeId, offset: u64) -> Option<Place> {
        let size = self.size(id)?;
        let SourceType::Record { fields, tag, elements, .. } = self.get(id) else {
            return offset.is_multiple_of(size).then_some(Place::Field(id));
        };
        if self.is_class(id) {
            match (offset, tag) {
                (0, Some(tag)) => return Some(Place::Tag(*tag)),
                (4, _) => return elements.map(|_| Place::Length),
                _ => {}
            }
            if let Some(element) = elements.filter(|_| offset >= size) {
                let width = self.size(element)?;
                return (offset - size).is_multiple_of(width).then_some(Place::Field(element));
            }
        }
        let offset = if self.is_class(id) { offset } else { offset % size };
        let field = fields.iter().find(|field| field.bit_offset == 8 * offset)?;
        Some(Place::Field(field.source_type))
    }
}
