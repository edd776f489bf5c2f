//! What declared types say of input objects: an input reference is null or points to an object of its type, or
//! of a class below it, and so do the references in that object.

use klew_ir::{Program, SourceType, SourceTypeId};
use klew_term::{TermId, Terms};

use crate::fields::FieldId;
use crate::graph::{Graph, Operation, numbers};
use crate::heap::Heap;
use crate::layout::Place;
use crate::regions::{ClassId, pointer_fields};

/// The largest input object.
pub(crate) const LARGEST: u64 = 1 << 30;

/// The length of arrays with which inputs are tried first.
const SMALL: u64 = 8;

impl Heap {
    /// Null, or of one of these classes.
    fn tag_fact(
        &self,
        terms: &mut Terms,
        (class, tags): (ClassId, &[u32]),
        value: TermId,
    ) -> Option<TermId> {
        let zero = terms.bv(numbers::BITS, 0);
        let mut fact = terms.eq(value, zero);
        if tags.is_empty() {
            // Nothing implements it.
            return Some(fact);
        }
        let field = *self.tags.get(&class)?;
        let array = self.field(field).array;
        let tag = terms.select(array, value);
        for &known in tags {
            let known = terms.bv(32, u64::from(known));
            let same = terms.eq(tag, known);
            fact = terms.or(fact, same);
        }
        Some(fact)
    }

    /// Whether input objects of a region have nothing but truth values at a place, which are 0 or 1.
    pub(crate) fn holds_truth_values(
        &self,
        program: &Program,
        class: ClassId,
        place: Place,
    ) -> bool {
        let Some(types) = self.plain_types.get(&class) else { return false };
        !types.is_empty() && types.iter().all(|id| is_truth_value_at(program, *id, place))
    }

    /// What the declared types of input references say, at the entry.
    pub fn input_facts(&self, terms: &mut Terms, program: &Program, graph: &Graph) -> Vec<TermId> {
        let mut facts = Vec::new();
        for node in &graph.nodes {
            let Operation::InputReference { object, source_type: Some(id), .. } = &node.operation
            else {
                continue;
            };
            let Some(record) = program.source_types().pointee(*id) else { continue };
            let Some(&class) = self.input_classes.get(object) else { continue };
            if program.source_types().is_class(record) {
                let tags = program.source_types().tags_below(record);
                facts.extend(self.tag_fact(terms, (class, &tags), *object));
            }
        }
        facts
    }

    /// What the declared type of a field says of a reference in it.
    pub(crate) fn field_type_fact(
        &self,
        terms: &mut Terms,
        program: &Program,
        (field, place): (FieldId, Place),
        (object, offset): (TermId, TermId),
        value: TermId,
    ) -> TermId {
        let class = self.field(field).class.region();
        let (Some(&pointee), Some(&tag_field)) = (self.pointees.get(&field), self.tags.get(&class))
        else {
            return terms.true_();
        };
        let mut owners: Vec<SourceTypeId> = Vec::new();
        for id in self.input_types.get(&class).into_iter().flatten() {
            for below in program.source_types().with_subtypes(*id) {
                if !owners.contains(&below) {
                    owners.push(below);
                }
            }
        }
        let array = self.field(tag_field).array;
        let own_tag = terms.select(array, object);
        let mut facts = Vec::new();
        for owner in owners {
            let SourceType::Record { tag: Some(tag), size, .. } = &program.types[owner.0 as usize]
            else {
                continue;
            };
            let mut fields = Vec::new();
            pointer_fields(program, owner, &mut fields);
            let known = terms.bv(32, u64::from(*tag));
            let this = terms.eq(own_tag, known);
            for (at, declared) in fields {
                let here = match (place, at) {
                    (Place::Fixed(place), Some(at)) if at == place => this,
                    (Place::Element(_), None) => this,
                    // An element, where all accesses are at known offsets.
                    (Place::Fixed(place), None) if place >= *size as i64 => this,
                    (Place::Element(_), Some(at)) => {
                        let at = klew_term::BitVecValue::from_i64(self.pointer_bits, at);
                        let at = terms.bv_value(at);
                        let same = terms.eq(offset, at);
                        terms.and(this, same)
                    }
                    _ => continue,
                };
                if terms.as_bool(here) == Some(false) {
                    continue;
                }
                let Some(record) = program.source_types().pointee(declared) else { continue };
                if !program.source_types().is_class(record) {
                    continue;
                }
                let tags = program.source_types().tags_below(record);
                let Some(fact) = self.tag_fact(terms, (pointee, &tags), value) else { continue };
                facts.push(terms.implies(here, fact));
            }
        }
        terms.and_all(&facts)
    }

    /// What is known of a number in an input object: lengths of arrays are not negative.
    pub(crate) fn length_fact(
        &self,
        terms: &mut Terms,
        program: &Program,
        class: ClassId,
        value: TermId,
    ) -> TermId {
        let is_array = |id: &SourceTypeId| {
            program.source_types().with_subtypes(*id).iter().any(|id| {
                let SourceType::Record { elements, .. } = &program.types[id.0 as usize] else {
                    return false;
                };
                elements.is_some()
            })
        };
        if !self.input_types.get(&class).into_iter().flatten().any(is_array) {
            return terms.true_();
        }
        let most = if self.small.get() { SMALL } else { i32::MAX as u64 };
        let most = terms.bv(32, most);
        terms.bv_ule(value, most)
    }

    /// The sizes of the declared types of a class's input objects.
    pub(crate) fn input_sizes(&self, program: &Program, class: ClassId) -> Vec<u64> {
        let types = self.input_types.get(&class).map_or(&[][..], Vec::as_slice);
        types
            .iter()
            .filter_map(|id| program.source_types().size_of(*id, u64::from(self.pointer_bits / 8)))
            .collect()
    }

    /// What is known of the size of an input object: so many of its declared type.
    pub(crate) fn size_fact(
        &self,
        terms: &mut Terms,
        program: &Program,
        class: ClassId,
        value: TermId,
    ) -> TermId {
        let most = if self.small.get() { SMALL * 16 } else { LARGEST };
        let most = terms.bv(self.pointer_bits, most);
        let mut facts = vec![terms.bv_ule(value, most)];
        let sizes = self.input_sizes(program, class);
        if let Some(&least) = sizes.iter().min() {
            let bytes = terms.bv(self.pointer_bits, least.max(1));
            facts.push(terms.bv_ule(bytes, value));
            if sizes.len() == 1 && least > 1 && least < LARGEST {
                // Division is dear: only the bits that count.
                let bits = LARGEST.ilog2() + 1;
                let value = terms.bv_truncate(value, bits);
                let bytes = terms.bv(bits, least);
                let rest = terms.bv_urem(value, bytes);
                let zero = terms.bv(bits, 0);
                facts.push(terms.eq(rest, zero));
            }
        }
        terms.and_all(&facts)
    }
}

/// Whether objects of a type, one after the other, have a truth value of one byte at a place.
fn is_truth_value_at(program: &Program, id: SourceTypeId, place: Place) -> bool {
    let types = program.source_types();
    let is_byte = |id| types.size_of(id, program.data_model.pointer_size()) == Some(1);
    let record = types.get(types.resolved(id));
    match (record, place) {
        (SourceType::Record { union: false, fields, size, .. }, Place::Fixed(at)) => {
            let at = at.checked_rem_euclid(*size as i64).map(|at| 8 * at as u64);
            fields.iter().any(|field| {
                let declared = types.get(types.resolved(field.source_type));
                Some(field.bit_offset) == at
                    && field.bit_width.is_none()
                    && declared.is_truth_value()
                    && is_byte(field.source_type)
            })
        }
        (SourceType::Int { .. }, _) => record.is_truth_value() && is_byte(id),
        _ => false,
    }
}
