//! From a node to what a node may be, and back: symbols of one path become symbols of a template, and a template becomes a new node.
//!
//! **Invariant**: a template allows whatever the node that it was made of holds: of conditions only those are kept that are about
//! nothing else, and a term becomes a symbol within the term's bounds.
//! **Invariant**: making a node of a template adds nothing to what its run is known to satisfy but conditions about new symbols.

use std::rc::Rc;

use klew_ir::Type;
use klew_memory::{AllocationRequest, CellKind, ObjectId, Value};
use klew_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::buffers::{SIZE, is_buffer};
use super::relations::Landmarks;
use super::segment::Template;
use super::widening::Thresholds;
use crate::machine::{Machine, Step};
use crate::state::State;

/// A cell of a node that holds a term, or a size that is one.
pub(super) struct TermCell {
    /// The part of the node.
    pub(super) part: ObjectId,
    /// Where in it, or [`SIZE`].
    pub(super) offset: u64,
    /// What it holds.
    pub(super) term: TermId,
}

/// What is told of the numbers of a node besides their bounds.
#[derive(Clone, Copy)]
pub(super) struct Told<'t> {
    /// How they lie to these, and to each other.
    pub(super) landmarks: Option<&'t Landmarks>,
    /// That they are not beyond these, where they are computed of several others.
    pub(super) thresholds: Option<&'t Thresholds>,
}

impl Machine<'_> {
    /// Gives the numbers of a node symbols of their own, which keep what is known of them alone and what else is to be told. Nothing if some
    /// cannot be told.
    pub(super) fn generalise(
        &mut self,
        state: &mut State,
        parts: &[ObjectId],
        told: Told<'_>,
    ) -> Option<()> {
        self.forget_buffers(state, parts);
        self.forget_arrays(state, parts);
        let levels = levels(state, parts);
        levels.iter().try_for_each(|level| self.generalise_level(state, level, told))
    }

    fn generalise_level(
        &mut self,
        state: &mut State,
        parts: &[ObjectId],
        Told { landmarks, thresholds }: Told<'_>,
    ) -> Option<()> {
        let cells = self.term_cells(state, parts)?;
        let held: FxHashSet<SymbolId> =
            cells.iter().filter_map(|cell| self.terms.as_symbol(cell.term)).collect();
        let nowhere = Landmarks::default();
        let known = self.known_of_node(state, &held, landmarks.unwrap_or(&nowhere));
        let mut replaced: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut symbols: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        let mut numbers: Vec<(TermId, TermId)> = Vec::new();
        let (cells, sizes): (Vec<TermCell>, Vec<TermCell>) =
            cells.into_iter().partition(|cell| cell.offset != SIZE);
        for cell in cells {
            let new = match replaced.get(&cell.term) {
                Some(&new) => new,
                None => {
                    let new = self.symbol_for(state, cell.term)?;
                    if let Some(thresholds) = thresholds {
                        self.keep_within(state, (cell.term, new), thresholds);
                    }
                    if let Some(symbol) = self.terms.as_symbol(cell.term) {
                        symbols.insert(symbol, new);
                    }
                    replaced.insert(cell.term, new);
                    new
                }
            };
            self.put(state, (cell.part, cell.offset), new);
        }
        numbers.extend(replaced);
        numbers.sort_unstable();
        for cell in sizes {
            let new = match self.size_of_node(state, cell.term, (&numbers, &symbols)) {
                Some(new) => new,
                None => self.symbol_for(state, cell.term)?,
            };
            if let Some(symbol) = self.terms.as_symbol(cell.term) {
                symbols.entry(symbol).or_insert(new);
            }
            self.put(state, (cell.part, SIZE), new);
        }
        for known in self.terms.substitute_all(&known, &symbols) {
            self.constrain(state, known, true);
        }
        if let Some(landmarks) = landmarks {
            self.keep_computed(state, &numbers, &symbols);
            self.relate_node(state, &numbers, landmarks);
        }
        Some(())
    }

    /// Has a number that was computed of others of the node be computed of those that took their place: `is_old` is `age >= 65` in each.
    fn keep_computed(
        &mut self,
        state: &mut State,
        numbers: &[(TermId, TermId)],
        symbols: &FxHashMap<SymbolId, TermId>,
    ) {
        for &(old, new) in numbers {
            let of = self.terms.symbols(old);
            let is_of_node = !of.is_empty() && of.iter().all(|symbol| symbols.contains_key(symbol));
            if self.terms.as_symbol(old).is_none() && is_of_node {
                let computed = self.terms.substitute(old, symbols);
                let is_so = self.terms.eq(new, computed);
                self.constrain(state, is_so, true);
            }
        }
    }

    /// A new symbol with the value and the bounds of a term.
    fn symbol_for(&mut self, state: &mut State, term: TermId) -> Option<TermId> {
        let sort = self.terms.sort(term);
        let symbol = self.terms.fresh_symbol("of a node", sort);
        let new = self.terms.symbol_term(symbol);
        let mut model = state.model.clone()?;
        let value = self.evaluate(&model, term).ok()?;
        Rc::make_mut(&mut model).set(symbol, value);
        state.model = Some(model);
        let width = self.terms.width(new);
        let Some(bounds) = state.path.bounds_of(self.terms, term) else { return Some(new) };
        let number = |number: u64, machine: &mut Self| machine.terms.bv(width, number);
        let (low, high) = (number(bounds.low, self), number(bounds.high, self));
        let (least, greatest) =
            (number(bounds.least as u64, self), number(bounds.greatest as u64, self));
        let known = [
            self.terms.bv_ule(low, new),
            self.terms.bv_ule(new, high),
            self.terms.bv_sle(least, new),
            self.terms.bv_sle(new, greatest),
        ];
        for known in known {
            self.constrain(state, known, true);
        }
        Some(new)
    }

    /// Has a symbol that took the place of what was computed of several numbers be on the same side of a threshold, as far as all runs of the
    /// path are there: `stock - taken` is not negative where what was taken is no more than the stock.
    fn keep_within(
        &mut self,
        state: &mut State,
        (old, new): (TermId, TermId),
        thresholds: &Thresholds,
    ) {
        if self.terms.symbols(old).len() < 2 {
            return;
        }
        let width = self.terms.width(old);
        let bounds = state.path.bounds_of(self.terms, old);
        let value = state.model.clone().and_then(|model| self.evaluate(&model, old).ok());
        let value = value.as_ref().and_then(|value| value.as_bitvec()?.to_i64());
        let Some((bounds, value)) = bounds.zip(value) else { return };
        let (below, above) = thresholds.around(value, width);
        let below = below.into_iter().filter(|threshold| *threshold > bounds.least);
        let above = above.into_iter().filter(|threshold| *threshold < bounds.greatest);
        let sides = below.map(|below| (below, true)).chain(above.map(|above| (above, false)));
        for (threshold, is_least) in sides {
            let threshold = self.terms.bv(width, threshold as u64);
            let formula = |terms: &mut Terms, number: TermId| match is_least {
                true => terms.bv_sle(threshold, number),
                false => terms.bv_sle(number, threshold),
            };
            let so_far = formula(self.terms, old);
            if self.is_always(state, so_far) {
                let from_now_on = formula(self.terms, new);
                self.constrain(state, from_now_on, true);
            }
        }
    }

    fn put(&mut self, state: &mut State, (part, offset): (ObjectId, u64), term: TermId) {
        if offset == SIZE {
            let size = klew_memory::from_term(self.terms, term);
            self.forget_elements(state, part, size);
            return;
        }
        let width = self.terms.width(term);
        state.memory.store(self.terms, part, offset, Type::Int(width), Value::Term(term));
    }

    /// Makes a node of a template, with symbols of its own; what became of the template's parts. Nested segments come along.
    pub(super) fn make_node(
        &mut self,
        state: &mut State,
        template: &Template,
    ) -> Step<FxHashMap<ObjectId, ObjectId>> {
        let mut copies: FxHashMap<ObjectId, ObjectId> = FxHashMap::default();
        for &part in &template.parts {
            let copy = self.copy_object(state, part)?;
            copies.insert(part, copy);
        }
        let parts: Vec<ObjectId> = template.parts.iter().map(|part| copies[part]).collect();
        for &part in &parts {
            relink(self, state, part, &copies);
        }
        for part in &template.parts {
            let Some(nested) = state.segments.get(*part).cloned() else { continue };
            let mut nested = nested;
            let moved = |object: ObjectId| copies.get(&object).copied().unwrap_or(object);
            for template in &mut nested.templates {
                template.parts = template.parts.iter().map(|&part| moved(part)).collect();
                template.texts = template.texts.iter().map(|&part| moved(part)).collect();
                for field in &mut template.fields {
                    field.part = moved(field.part);
                }
            }
            let move_value = |value| match value {
                Value::Pointer(object, offset) => Value::Pointer(moved(object), offset),
                value => value,
            };
            (nested.end, nested.begin) = (move_value(nested.end), move_value(nested.begin));
            nested.holder.0 = moved(nested.holder.0);
            nested.behind = nested.behind.map(|(object, offset)| (moved(object), offset));
            state.segments.insert(copies[part], nested);
        }
        self.new_symbols(state, &parts)?;
        for text in &template.texts {
            if !self.is_text(state, copies[text]) {
                self.end_text(state, copies[text]);
            }
        }
        for field in &template.fields {
            self.end_text_in_field(state, copies[&field.part], &field.bytes);
        }
        Ok(copies)
    }

    fn copy_object(&mut self, state: &mut State, part: ObjectId) -> Step<ObjectId> {
        let Some(object) = state.memory.object(part).cloned() else {
            return Err(self.unsupported(state, "a segment without its template"));
        };
        let mut request = AllocationRequest::new(object.kind, object.size);
        request.align = object.align;
        request.writable = object.writable;
        request.name = object.name.clone();
        request.source_type = object.source_type;
        request.position = object.allocated_at;
        request.requested_at = Some(object.requested_at);
        let copy = state.memory.allocate(request);
        let copy = copy.map_err(|error| self.memory_error(state, &error))?;
        let size = object.concrete_size().unwrap_or(self.header_size());
        state.memory.copy(self.terms, (copy, 0), (part, 0), size);
        Ok(copy)
    }

    /// Gives the numbers of copies of templates symbols of their own, with all that is known of those of the templates.
    fn new_symbols(&mut self, state: &mut State, parts: &[ObjectId]) -> Step<()> {
        let Some(cells) = self.term_cells(state, parts) else {
            return Err(self.unsupported(state, "a segment whose template is not"));
        };
        let mut symbols: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        let mut model = self.model(state)?;
        let mut held = FxHashSet::default();
        for cell in &cells {
            for &symbol in self.terms.symbols(cell.term).iter() {
                if held.insert(symbol) {
                    let old = self.terms.symbol_term(symbol);
                    let new = self.terms.fresh_symbol("of a node", self.terms.sort(old));
                    let value = self.evaluate(&model, old)?;
                    Rc::make_mut(&mut model).set(new, value);
                    symbols.insert(symbol, self.terms.symbol_term(new));
                }
            }
        }
        if symbols.is_empty() {
            return Ok(());
        }
        state.model = Some(model);
        let mut known = state.path.about(&held);
        known.retain(|&known| self.terms.symbols(known).iter().any(|one| held.contains(one)));
        for known in self.terms.substitute_all(&known, &symbols) {
            self.constrain(state, known, true);
        }
        for cell in cells {
            let term = self.terms.substitute(cell.term, &symbols);
            self.put(state, (cell.part, cell.offset), term);
        }
        Ok(())
    }

    /// The cells of some objects that hold terms, and the sizes of buffers that are terms; nothing if there is something in them that is
    /// neither a bit-vector nor concrete, a pointer to an object, or undefined.
    pub(super) fn term_cells(&self, state: &State, parts: &[ObjectId]) -> Option<Vec<TermCell>> {
        let is_bits = |term| matches!(self.terms.sort(term), Sort::BitVec(_));
        let mut found = Vec::new();
        for &part in parts {
            let header = self.header_size();
            let is_open =
                || is_buffer(&state.memory, part) && state.memory.holds_anything(part, header);
            let size = match state.memory.object(part)?.size {
                Value::Int(size) => size,
                Value::Term(term) if is_open() => {
                    found.push(TermCell { part, offset: SIZE, term });
                    header
                }
                _ => return None,
            };
            for cell in state.memory.cells(part, 0, size)? {
                match cell.kind {
                    CellKind::Term(Some(Value::Term(term))) if is_bits(term) => {
                        found.push(TermCell { part, offset: cell.offset, term });
                    }
                    CellKind::Term(_) | CellKind::Pointer(Value::SymbolicPointer(_)) => {
                        return None;
                    }
                    CellKind::Concrete | CellKind::Pointer(_) | CellKind::Undefined => {}
                }
            }
        }
        Some(found)
    }
}

/// Pointers of a copy to what was copied become pointers to the copies.
fn relink(
    machine: &mut Machine<'_>,
    state: &mut State,
    part: ObjectId,
    copies: &FxHashMap<ObjectId, ObjectId>,
) {
    for (offset, _, value) in state.memory.pointers_in(part) {
        if let Value::Pointer(to, into) = value
            && let Some(&copy) = copies.get(&to)
        {
            let value = Value::Pointer(copy, into);
            state.memory.store(machine.terms, part, offset, Type::Pointer, value);
        }
    }
}

/// The parts of a node, and apart from them those of each template of a segment that is a part: other nodes.
pub(super) fn levels(state: &State, parts: &[ObjectId]) -> Vec<Vec<ObjectId>> {
    let nested: Vec<&Template> = (parts.iter())
        .filter_map(|&part| state.segments.get(part))
        .flat_map(|segment| &segment.templates)
        .collect();
    let is_own = |part: &ObjectId| !nested.iter().any(|template| template.parts.contains(part));
    let mut levels = vec![parts.iter().copied().filter(is_own).collect()];
    for template in nested.iter().filter(|template| is_outermost(&nested, template)) {
        levels.extend(self::levels(state, &template.parts));
    }
    levels
}

/// Whether a template is of no segment that is a part of another of some templates.
fn is_outermost(all: &[&Template], template: &Template) -> bool {
    let holds = |other: &&&Template| {
        other.node() != template.node() && other.parts.contains(&template.node())
    };
    !all.iter().any(|other| holds(&other))
}
