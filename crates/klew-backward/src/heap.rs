//! The heap as fields: arrays from references (and offsets) to values (the paper's section 4, with what C needs: sizes,
//! liveness, ranges of bytes).
//!
//! **Invariant**: a class of objects and a kind have one field.

use std::collections::BTreeMap;

use klew_ir::{FloatFormat, Type};
use klew_term::{ScalarSort, Sort, TermId, Terms};

use crate::fields::{Field, FieldId, FieldKind, FieldOperation, WRITTEN_BITS};
use crate::graph::{Graph, numbers};
use crate::layout::{Layout, Place};
use crate::regions::{ClassId, Regions};

/// Fields, and what each node does to them.
pub struct Heap {
    /// The fields.
    pub fields: Vec<Field>,
    /// For each node, in the order of execution.
    pub operations: Vec<Vec<FieldOperation>>,
    /// Layouts of classes.
    pub layouts: BTreeMap<ClassId, Layout>,
    pub(crate) by_kind: BTreeMap<(ClassId, FieldKind), FieldId>,
    pub(crate) globals: BTreeMap<ClassId, Vec<u32>>,
    /// The classes of input references.
    pub(crate) input_classes: BTreeMap<TermId, ClassId>,
    /// The classes of what fields point to.
    pub(crate) pointees: BTreeMap<FieldId, ClassId>,
    /// The fields that tell the dynamic class of objects.
    pub(crate) tags: BTreeMap<ClassId, FieldId>,
    /// Whether input arrays are short, as they are tried first.
    pub(crate) small: std::cell::Cell<bool>,
    /// The declared types of input objects.
    pub(crate) input_types: BTreeMap<ClassId, Vec<klew_ir::SourceTypeId>>,
    /// The same of regions where these are all that inputs there are of, and no classes.
    pub(crate) plain_types: BTreeMap<ClassId, Vec<klew_ir::SourceTypeId>>,
    pub(crate) pointer_bits: u32,
    /// Whether fields are of one type each, and a class and a type say which.
    pub(crate) typed: bool,
}

impl Heap {
    /// A field.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.0 as usize]
    }

    pub(crate) fn field_of(
        &mut self,
        terms: &mut Terms,
        class: ClassId,
        kind: FieldKind,
        name: &str,
    ) -> FieldId {
        if let Some(&known) = self.by_kind.get(&(class, kind)) {
            return known;
        }
        let index = match kind {
            FieldKind::Scalar(Place::Element(_), _)
            | FieldKind::Object(Place::Element(_))
            | FieldKind::Offset(Place::Element(_))
            | FieldKind::Written(Place::Element(_)) => numbers::BITS + self.pointer_bits,
            _ => numbers::BITS,
        };
        let element = match kind {
            FieldKind::Scalar(_, value_type) => {
                klew_semantics::sort_of(value_type, self.pointer_bits).scalar()
            }
            FieldKind::Object(_) => Some(ScalarSort::BitVec(numbers::BITS)),
            FieldKind::Offset(_) | FieldKind::Size => Some(ScalarSort::BitVec(self.pointer_bits)),
            FieldKind::Dead => Some(ScalarSort::BitVec(1)),
            FieldKind::Written(_) => Some(ScalarSort::BitVec(WRITTEN_BITS)),
        };
        let element = element.unwrap_or(ScalarSort::BitVec(8));
        let sort = Sort::Array(ScalarSort::BitVec(index), element);
        let id = FieldId(self.fields.len() as u32);
        let array = terms.symbol(name, sort);
        self.fields.push(Field { class, kind, array, name: name.to_owned() });
        self.by_kind.insert((class, kind), id);
        id
    }

    /// The sort of a field's elements.
    pub fn element_sort(&self, terms: &Terms, field: FieldId) -> Sort {
        match terms.sort(self.field(field).array) {
            Sort::Array(_, element) => element.into(),
            other => other,
        }
    }

    /// The object of an index.
    pub fn object_of(&self, terms: &mut Terms, field: FieldId, index: TermId) -> TermId {
        if terms.width(index) == numbers::BITS {
            return index;
        }
        let _ = field;
        terms.bv_extract(index, numbers::BITS + self.pointer_bits - 1, self.pointer_bits)
    }

    /// The byte offset of an index.
    pub fn offset_of(&self, terms: &mut Terms, field: FieldId, index: TermId) -> TermId {
        match self.place(field) {
            Some(Place::Element(_)) => terms.bv_extract(index, self.pointer_bits - 1, 0),
            Some(Place::Fixed(at)) => {
                terms.bv_value(klew_term::BitVecValue::from_i64(self.pointer_bits, at))
            }
            None => terms.bv(self.pointer_bits, 0),
        }
    }

    /// The place of a field in memory.
    pub fn place(&self, field: FieldId) -> Option<Place> {
        match self.field(field).kind {
            FieldKind::Scalar(place, _)
            | FieldKind::Object(place)
            | FieldKind::Offset(place)
            | FieldKind::Written(place) => Some(place),
            FieldKind::Dead | FieldKind::Size => None,
        }
    }

    /// Bytes of an element in memory.
    pub(crate) fn bytes(&self, field: FieldId) -> u64 {
        match self.field(field).kind {
            FieldKind::Scalar(_, value_type) => value_type.store_size(self.pointer_bits),
            _ => u64::from(self.pointer_bits / 8),
        }
    }
}

/// Whether klew can keep values of a type in fields.
pub fn is_kept(value_type: Type) -> bool {
    value_type != Type::Float(FloatFormat::X87)
}

/// The classes of globals.
pub(crate) fn globals_by_class(
    regions: &Regions,
    graph: &Graph,
    terms: &mut Terms,
) -> BTreeMap<ClassId, Vec<u32>> {
    let mut found: BTreeMap<ClassId, Vec<u32>> = BTreeMap::new();
    for (number, object) in &graph.objects {
        if object.global.is_some() {
            let term = terms.bv(numbers::BITS, u64::from(*number));
            if let Some(class) = regions.class(term) {
                found.entry(class).or_default().push(*number);
            }
        }
    }
    found
}
