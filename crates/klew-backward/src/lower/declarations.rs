//! Which fields there are: how classes are accessed, what is copied between them, and what input objects hold.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use klew_ir::object_layout::{HEADER_WORD, TAG_OFFSET};
use klew_ir::{Program, SourceType, SourceTypeId, Type};
use klew_term::TermId;
use rustc_hash::FxHashMap;

use super::lowering::{Lowering, Offsets};
use crate::affine::{Affine, Evaluation};
use crate::fields::FieldKind;
use crate::graph::{Graph, Operation, Pointer};
use crate::heap::Heap;
use crate::layout::{Access, Layout, Place};
use crate::regions::ClassId;

impl Lowering<'_> {
    pub(super) fn layouts(&self) -> BTreeMap<ClassId, Layout> {
        let all = self.accesses.iter();
        all.map(|(class, accesses)| {
            let layout = match self.typed {
                Some(header) => {
                    let copied = self.copied.contains(&class.region());
                    Layout::typed(accesses, self.bits, header, copied)
                }
                None => Layout::new(accesses, self.bits),
            };
            (*class, layout)
        })
        .collect()
    }

    /// All accesses by class; what is known of their offsets.
    pub(super) fn collect(&mut self, graph: &Graph) -> Offsets {
        let mut offsets = Offsets::default();
        let mut evaluation = Evaluation {
            terms: self.terms,
            symbols: Cow::Borrowed(&self.regions.symbols),
            known: FxHashMap::default(),
        };
        let mut of = |pointer: &Pointer| {
            let known = evaluation.of(pointer.offset).unwrap_or(Affine::ANY);
            offsets.insert(pointer.offset, known);
            known
        };
        let mut copies = Vec::new();
        for node in &graph.nodes {
            match &node.operation {
                Operation::Load { pointer, value_type, .. }
                | Operation::Store { pointer, value_type, .. } => {
                    let offset = of(pointer);
                    let class = self.regions.class(pointer.object);
                    let typed = self.typed.is_some();
                    let class = class.map(|c| if typed { c.of_type(*value_type) } else { c });
                    if let Some(class) = class {
                        let access = Access { offset, value_type: *value_type };
                        let known = self.accesses.entry(class).or_default();
                        if !known.contains(&access) {
                            known.push(access);
                        }
                    }
                }
                Operation::Copy { to, from, size } => {
                    let (to_offset, from_offset) = (of(to), of(from));
                    let class = self.regions.class(to.object);
                    let whole = [to_offset, from_offset]
                        .iter()
                        .all(|offset| offset.as_constant() == Some(0));
                    if self.typed.is_some() {
                        self.copied.extend(class.filter(|_| !whole));
                    } else if let Some(class) = class {
                        copies.push((class, to_offset, from_offset, *size));
                    }
                }
                Operation::Fill { pointer, .. } | Operation::InputBytes { pointer, .. } => {
                    of(pointer);
                }
                _ => {}
            }
        }
        self.spread(&copies);
        offsets
    }

    /// What is accessed in one range of a copy is accessed in the other, too.
    fn spread(&mut self, copies: &[(ClassId, Affine, Affine, TermId)]) {
        for _ in 0..8 {
            let mut changed = false;
            for (class, to, from, size) in copies {
                let (Some(to), Some(from)) = (to.as_constant(), from.as_constant()) else {
                    continue;
                };
                if to == from {
                    continue;
                }
                let size = self.terms.as_u64(*size).map_or(i64::MAX / 2, |size| size as i64);
                let known = self.accesses.entry(*class).or_default();
                let mut added = Vec::new();
                for access in known.iter() {
                    let Some(at) = access.offset.as_constant() else { continue };
                    for (one, other) in [(to, from), (from, to)] {
                        if at >= one && at < one.saturating_add(size) {
                            let offset = Affine::constant(at - one + other);
                            added.push(Access { offset, value_type: access.value_type });
                        }
                    }
                }
                for access in added {
                    if !known.contains(&access) && known.len() < 4096 {
                        known.push(access);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// Makes the fields of all classes, with names from declared types.
    pub(super) fn declare_fields(&mut self, graph: &Graph, heap: &mut Heap) {
        let mut types: BTreeMap<ClassId, Vec<SourceTypeId>> = BTreeMap::new();
        for node in &graph.nodes {
            let (object, id) = match &node.operation {
                Operation::Allocate { object, source_type: Some(id), .. } => (*object, Some(*id)),
                Operation::InputReference { object, source_type: Some(id), .. } => {
                    (*object, self.program.source_types().pointee(*id))
                }
                _ => continue,
            };
            if let (Some(class), Some(id)) = (self.regions.class(object), id) {
                let known = types.entry(class).or_default();
                if !known.contains(&id) {
                    known.push(id);
                }
            }
        }
        let layouts: Vec<(ClassId, Layout)> =
            heap.layouts.iter().map(|(class, layout)| (*class, layout.clone())).collect();
        for (class, layout) in layouts {
            let named: &[SourceTypeId] = types.get(&class.region()).map_or(&[], Vec::as_slice);
            for place in layout.overlaid {
                let name = field_name(self.program, named, class, place);
                heap.field_of(self.terms, class, FieldKind::Object(place), &name);
                let kind = FieldKind::Offset(place);
                heap.field_of(self.terms, class, kind, &format!("{name}.offset"));
                let kind = FieldKind::Written(place);
                heap.field_of(self.terms, class, kind, &format!("{name}.written"));
            }
            for (place, value_type) in layout.fields {
                let name = field_name(self.program, named, class, place);
                if value_type == Type::Pointer {
                    let kind = FieldKind::Object(place);
                    heap.field_of(self.terms, class, kind, &name);
                    let kind = FieldKind::Offset(place);
                    heap.field_of(self.terms, class, kind, &format!("{name}.offset"));
                } else {
                    heap.field_of(self.terms, class, FieldKind::Scalar(place, value_type), &name);
                }
            }
        }
    }

    /// What is declared of input objects.
    pub(super) fn declare_inputs(&mut self, graph: &Graph, heap: &mut Heap) {
        for node in &graph.nodes {
            if let Operation::InputReference { object, .. } = &node.operation
                && let Some(class) = self.regions.class(*object)
            {
                heap.input_classes.insert(*object, class);
            }
        }
        let classes: BTreeSet<ClassId> = heap
            .layouts
            .keys()
            .map(|class| class.region())
            .chain(heap.input_classes.values().copied())
            .filter(|class| self.regions.has_input(*class))
            .collect();
        for class in classes {
            let declared = self.regions.input_types(class);
            let is_known = declared.iter().all(Option::is_some);
            let types: Vec<SourceTypeId> = declared.into_iter().flatten().collect();
            let tagged =
                types.iter().any(|id| !self.program.source_types().tags_below(*id).is_empty());
            if is_known && !types.iter().any(|id| self.program.source_types().is_class(*id)) {
                heap.plain_types.insert(class, types.clone());
            }
            heap.input_types.insert(class, types);
            if tagged {
                let kind = FieldKind::Scalar(Place::Fixed(TAG_OFFSET as i64), HEADER_WORD);
                let own = match self.typed {
                    Some(_) => class.of_type(HEADER_WORD),
                    None => class,
                };
                let layout = heap.layouts.entry(own).or_default();
                layout.typed = self.typed.is_some();
                layout.fields.entry(Place::Fixed(TAG_OFFSET as i64)).or_insert(HEADER_WORD);
                let field = heap.field_of(self.terms, own, kind, &format!("tag{}", class.0));
                heap.tags.insert(class, field);
            }
        }
        for (&(class, kind), &field) in &heap.by_kind {
            if let FieldKind::Object(place) = kind {
                let offset = match place {
                    Place::Fixed(at) => Some(at),
                    Place::Element(_) => None,
                };
                if let Some(pointee) = self.regions.content(class, offset) {
                    heap.pointees.insert(field, pointee);
                }
            }
        }
    }
}

/// The name of a field: from a declared type if one has a field there.
fn field_name(program: &Program, types: &[SourceTypeId], class: ClassId, place: Place) -> String {
    let Place::Fixed(at) = place else {
        let Place::Element(residue) = place else { return String::new() };
        return format!("elements{}_{residue}", class.0);
    };
    for id in types {
        if let SourceType::Record { fields, .. } = program.source_types().get_resolved(*id) {
            let here =
                |field: &&klew_ir::SourceField| i64::try_from(field.bit_offset / 8) == Ok(at);
            if let Some(field) = fields.iter().find(here) {
                return field.name.clone();
            }
        }
    }
    format!("field{}_{at}", class.0)
}
