//! What is known of elements before the first operation: of globals, of what their types say of input objects, and
//! that nothing is an object that is allocated later.

use klew_ir::Program;
use klew_ir::object_layout::{HEADER_WORD, LENGTH_OFFSET};
use klew_term::{TermId, Terms};

use crate::fields::{BOTH, FieldId, FieldKind, WRITTEN_BITS};
use crate::graph::{Graph, numbers};
use crate::heap::Heap;
use crate::initial::{Contents, Part};
use crate::layout::Place;

impl Heap {
    /// What is known of an element before the first node's operation: nothing but that it is no object allocated
    /// later; at the entry what globals hold, and that input objects point to input objects.
    pub fn initial_fact(
        &self,
        terms: &mut Terms,
        program: &Program,
        graph: &Graph,
        (field, index, value): (FieldId, TermId, TermId),
        fresh: Option<(u32, u32)>,
    ) -> TermId {
        if let Some(fresh) = fresh {
            return match self.field(field).kind {
                FieldKind::Object(_) => existing(terms, value, fresh),
                _ => terms.true_(),
            };
        }
        let object = self.object_of(terms, field, index);
        let kind = self.field(field).kind;
        let mut facts = Vec::new();
        let zero = terms.bv(numbers::BITS, 0);
        let before = terms.bv_sle(object, zero);
        match kind {
            FieldKind::Object(place) => {
                let input = terms.bv_sle(value, zero);
                let at = (object, self.offset_of(terms, field, index));
                let typed = self.field_type_fact(terms, program, (field, place), at, value);
                let input = terms.and(input, typed);
                facts.push(terms.implies(before, input));
            }
            FieldKind::Offset(_) => {
                let start = terms.bv(self.pointer_bits, 0);
                let start = terms.eq(value, start);
                facts.push(terms.implies(before, start));
            }
            FieldKind::Written(_) => {
                // What input objects hold is free, so both may be read of it.
                let both = terms.bv(WRITTEN_BITS, BOTH);
                let both = terms.eq(value, both);
                facts.push(terms.implies(before, both));
            }
            FieldKind::Scalar(Place::Fixed(at), HEADER_WORD) if at == LENGTH_OFFSET as i64 => {
                let class = self.field(field).class.region();
                let length = self.length_fact(terms, program, class, value);
                facts.push(terms.implies(before, length));
            }
            FieldKind::Scalar(place, klew_ir::Type::Int(8)) => {
                let class = self.field(field).class.region();
                if self.holds_truth_values(program, class, place) {
                    let one = terms.bv(8, 1);
                    let truth = terms.bv_ule(value, one);
                    facts.push(terms.implies(before, truth));
                }
            }
            FieldKind::Dead => {
                let global = terms.bv(numbers::BITS, u64::from(numbers::GLOBAL));
                let global = terms.bv_sle(global, object);
                let exists = terms.or(before, global);
                let set = terms.bv_to_bool(value);
                let same = terms.xor(exists, set);
                facts.push(same);
            }
            FieldKind::Size => {
                let fits = self.size_fact(terms, program, self.field(field).class.region(), value);
                facts.push(terms.implies(before, fits));
            }
            _ => {}
        }
        let class = self.field(field).class.region();
        for &number in self.globals.get(&class).into_iter().flatten() {
            let known = terms.bv(numbers::BITS, u64::from(number));
            let this = terms.eq(object, known);
            if terms.as_bool(this) == Some(false) {
                continue;
            }
            if let Some(fact) =
                self.global_fact(terms, program, graph, number, (field, index, value))
            {
                facts.push(terms.implies(this, fact));
            }
        }
        terms.and_all(&facts)
    }

    fn global_fact(
        &self,
        terms: &mut Terms,
        program: &Program,
        graph: &Graph,
        number: u32,
        (field, index, value): (FieldId, TermId, TermId),
    ) -> Option<TermId> {
        let object = graph.objects.get(&number)?;
        if self.field(field).kind == FieldKind::Size {
            return Some(terms.eq(value, object.size));
        }
        let global = program.global(object.global?);
        let place = self.place(field)?;
        let offset = self.offset_of(terms, field, index);
        let contents = Contents {
            graph,
            global,
            pointer_bits: self.pointer_bits,
            part: Part::of(self.field(field).kind)?,
            sort: self.element_sort(terms, field),
        };
        if let Some(at) = terms.as_bitvec(offset).and_then(|offset| offset.to_i64()) {
            let held = contents.at(terms, at)?;
            return Some(terms.eq(value, held));
        }
        let Place::Element(residue) = place else { return None };
        let (base, modulus) = self.layouts.get(&self.field(field).class)?.elements?;
        let held = contents.elements(terms, offset, base + residue as i64, modulus)?;
        Some(terms.eq(value, held))
    }
}

/// The number is of an object that exists before those from `fresh` on.
pub fn existing(terms: &mut Terms, value: TermId, (heap, stack): (u32, u32)) -> TermId {
    let mut number = |number: u32| terms.bv(numbers::BITS, u64::from(number));
    let (heap, stack) = (number(heap), number(stack));
    let (first_stack, first_global) = (number(numbers::STACK), number(numbers::GLOBAL));
    let old_heap = terms.bv_slt(value, heap);
    let global = terms.bv_sle(first_global, value);
    let from_stack = terms.bv_sle(first_stack, value);
    let below = terms.bv_slt(value, stack);
    let old_stack = terms.and(from_stack, below);
    terms.or_all(&[old_heap, old_stack, global])
}
