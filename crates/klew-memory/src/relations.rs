//! What is so of all elements of ranges of arrays, whose number is not known: that two ranges hold the same, that no element is a
//! certain one, that none is more than one.
//!
//! Source: A. Bradley, Z. Manna, H. Sipma, *What's Decidable About Arrays?*, VMCAI 2006: what holds of all elements is said of those
//! that are looked at. So no solver is told of "all": where an element is read, what the relations say of that one becomes a constraint
//! ([`Memory::take_constraints`]), and of those that it is related to.
//!
//! **Invariant**: a relation speaks of array terms, which never change: a write makes another term, which is a store over the one before.
//! **Invariant**: constraints follow from the relations, and leaving some out only tells less.

use std::rc::Rc;

use klew_ir::ElementRelation;
use klew_ir::object_layout::HEADER_SIZE;
use klew_term::{Kind, Sort, TermId, Terms};
use smallvec::SmallVec;

use crate::contents::ArrayBase;
use crate::offset::quotient;
use crate::{Memory, ObjectId, Value};

/// Bytes of an element.
pub(crate) const ELEMENT_BYTES: u64 = 2;
/// Bits of an element.
const ELEMENT_BITS: u32 = 8 * ELEMENT_BYTES as u32;

/// The most elements that constraints are made for on a path.
const MOST_READ: usize = 400;

/// The most elements that one read leads to.
const MOST_AT_ONCE: usize = 48;

/// The most relations of a path.
const MOST_RELATIONS: usize = 200;

/// Elements of an array from one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Part {
    array: TermId,
    /// The first, an index of the array's.
    start: TermId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Related {
    /// Each is the one of the other part.
    Same(Part),
    /// Each is what the one of the other part becomes.
    Mapped(Part, Mapping),
    Not(TermId),
    AtMost(TermId),
    Digest(TermId),
    /// At none of the places does a text begin; how many elements it has.
    Nowhere(Part, TermId),
}

impl Related {
    /// The other part whose elements lie side by side with these.
    fn others(self) -> Option<Part> {
        match self {
            Related::Same(other) | Related::Mapped(other, _) => Some(other),
            _ => None,
        }
    }
}

/// What an element becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mapping {
    /// The new one, if it is the old one.
    Replaced { old: TermId, new: TermId },
    /// A small letter, if it is a capital one of ASCII.
    Lower,
    /// A capital letter, if it is a small one of ASCII.
    Upper,
}

impl Mapping {
    fn of(self, terms: &mut Terms, element: TermId) -> TermId {
        let mut letter = |first: u8, last: u8| {
            let [first, last, case] =
                [first, last, b' '].map(|it| terms.bv(ELEMENT_BITS, u64::from(it)));
            let from = terms.bv_ule(first, element);
            let to = terms.bv_ule(element, last);
            (terms.and(from, to), terms.bv_xor(element, case))
        };
        let (is_changed, changed) = match self {
            Mapping::Replaced { old, new } => (terms.eq(element, old), new),
            Mapping::Lower => letter(b'A', b'Z'),
            Mapping::Upper => letter(b'a', b'z'),
        };
        terms.ite(is_changed, changed, element)
    }
}

/// What is so of the elements of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Relation {
    part: Part,
    /// How many, as a number of pointer width; nothing: all that there are.
    count: Option<TermId>,
    related: Related,
}

/// The relations of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Relations {
    all: Vec<Relation>,
    /// Elements that were looked at: the symbol below the stores, the index.
    read: Vec<(TermId, TermId)>,
    /// Symbols for places so far.
    witnesses: u32,
}

/// An element that is looked at.
#[derive(Clone, Debug)]
struct Element {
    array: TermId,
    index: TermId,
    /// It is looked at as an element of a text that may begin elsewhere.
    is_within: bool,
    /// The symbols of arrays that led to it: two relations between two arrays would else lead to and fro without an end.
    path: SmallVec<[TermId; 6]>,
}

impl Element {
    fn of(array: TermId, index: TermId) -> Element {
        Element { array, index, is_within: false, path: SmallVec::new() }
    }

    /// One that it leads to; none where that would go back.
    fn next(
        &self,
        terms: &Terms,
        (array, index): (TermId, TermId),
        inside: bool,
    ) -> Option<Element> {
        let mut path = self.path.clone();
        path.push(self.array);
        let goes_back = path.contains(&root(terms, array));
        let is_within = self.is_within || inside;
        (!goes_back).then_some(Element { array, index, is_within, path })
    }
}

/// The longest text whose elements are told apart where it is nowhere.
const MOST_TOLD_APART: u64 = 16;

/// What symbols for places in texts begin with.
const WITNESS: &str = "place_in_text#";

/// How many ranges that are the same are followed, one after the other.
const MOST_STEPS: usize = 3;

/// The most stores of an array whose places are looked at.
const MOST_STORES: usize = 24;

impl Relations {
    /// The parts that begin as this one does, itself among them, and how far they are the same.
    fn same_as(&self, part: Part) -> Vec<(Part, Vec<TermId>)> {
        let mut found: Vec<(Part, Vec<TermId>)> = vec![(part, Vec::new())];
        let mut begin = 0;
        for _ in 0..MOST_STEPS {
            let end = found.len();
            for number in begin..end {
                let (from, far) = found[number].clone();
                for relation in &self.all {
                    let next = match relation.related {
                        Related::Same(other) if relation.part == from => other,
                        Related::Same(other) if other == from => relation.part,
                        _ => continue,
                    };
                    if found.iter().all(|(known, _)| *known != next) {
                        let mut far = far.clone();
                        far.extend(relation.count);
                        found.push((next, far));
                    }
                }
            }
            begin = end;
        }
        found
    }
}

/// The places that an array's stores write.
fn written(terms: &Terms, mut array: TermId) -> Vec<Element> {
    let mut found = Vec::new();
    while terms.kind(array) == Kind::Store && found.len() < MOST_STORES {
        let arguments = terms.arguments(array);
        if !terms.is_constant(arguments[1]) {
            found.push(Element::of(array, arguments[1]));
        }
        array = arguments[0];
    }
    found
}

/// The array below all stores.
fn root(terms: &Terms, mut array: TermId) -> TermId {
    while terms.kind(array) == Kind::Store {
        array = terms.arguments(array)[0];
    }
    array
}

/// A number without a sign in so many bits.
fn resized(terms: &mut Terms, number: TermId, bits: u32) -> TermId {
    let width = terms.width(number);
    if bits <= width {
        return terms.bv_extract(number, bits - 1, 0);
    }
    terms.bv_zero_extend(number, bits)
}

impl Part {
    fn index_bits(self, terms: &Terms) -> u32 {
        terms.width(self.start)
    }

    /// The index of an element that lies so far behind the first.
    fn index(self, terms: &mut Terms, distance: TermId) -> TermId {
        let distance = resized(terms, distance, self.index_bits(terms));
        terms.bv_add(self.start, distance)
    }

    /// How far behind the first an index lies.
    fn distance(self, terms: &mut Terms, index: TermId) -> TermId {
        terms.bv_sub(index, self.start)
    }

    fn moved(self, terms: &mut Terms, by: TermId) -> Part {
        Part { start: self.index(terms, by), ..self }
    }
}

impl Relation {
    /// What is said of the elements at a distance from the first, of the array's own index if that is given; and the other element.
    fn at(
        &self,
        terms: &mut Terms,
        distance: TermId,
        (own, others): (Option<TermId>, Option<TermId>),
    ) -> (TermId, [Option<(TermId, TermId)>; 2]) {
        let bits = terms.width(distance);
        let is_there = match self.count {
            Some(count) => {
                let count = resized(terms, count, bits);
                terms.bv_ult(distance, count)
            }
            // Not ahead of the first.
            None => {
                let index = own.or(others);
                let part = match (own, self.related.others()) {
                    (None, Some(other)) => other,
                    _ => self.part,
                };
                match index {
                    Some(index) => terms.bv_ule(part.start, index),
                    None => terms.true_(),
                }
            }
        };
        let index = own.unwrap_or_else(|| self.part.index(terms, distance));
        let element = terms.select(self.part.array, index);
        let mut read = [Some((self.part.array, index)), None];
        let holds = match self.related {
            Related::Same(other) | Related::Mapped(other, _) => {
                let index = others.unwrap_or_else(|| other.index(terms, distance));
                let its = terms.select(other.array, index);
                read[1] = Some((other.array, index));
                let its = match self.related {
                    Related::Mapped(_, mapping) => mapping.of(terms, its),
                    _ => its,
                };
                terms.eq(element, its)
            }
            Related::Not(number) => {
                let equal = terms.eq(element, number);
                terms.not(equal)
            }
            Related::AtMost(number) => terms.bv_ule(element, number),
            // Of all of them, of none alone.
            Related::Digest(_) | Related::Nowhere(..) => return (terms.true_(), [None, None]),
        };
        (terms.implies(is_there, holds), read)
    }
}

impl Memory {
    /// From now on relations are kept.
    pub(crate) fn keep_relations(&mut self) {
        self.relations.get_or_insert_default();
    }

    /// How many relations there are.
    pub fn relation_count(&self) -> usize {
        self.relations.as_ref().map_or(0, |relations| relations.all.len())
    }

    /// Forgets all relations but the first of them.
    pub fn forget_relations(&mut self, from: usize) {
        if let Some(relations) = self.relations.as_mut().filter(|it| it.all.len() > from) {
            Rc::make_mut(relations).all.truncate(from);
        }
    }

    /// Whether everything that relations say here is said in another memory, term by term; and all symbols that they name.
    pub fn relations_are_in(&self, other: &Memory) -> bool {
        let Some(relations) = &self.relations else { return true };
        let others: &[Relation] = other.relations.as_ref().map_or(&[], |it| &it.all);
        relations.all.iter().all(|relation| others.contains(relation))
    }

    /// The terms that relations are about.
    pub fn related_terms(&self) -> Vec<TermId> {
        let relations = self.relations.as_ref().map_or(&[][..], |it| &it.all);
        let of = |relation: &Relation| {
            let mut terms = vec![relation.part.array, relation.part.start];
            terms.extend(relation.count);
            match relation.related {
                Related::Same(other) => terms.extend([other.array, other.start]),
                Related::Mapped(other, mapping) => {
                    terms.extend([other.array, other.start]);
                    if let Mapping::Replaced { old, new } = mapping {
                        terms.extend([old, new]);
                    }
                }
                Related::Nowhere(other, count) => terms.extend([other.array, other.start, count]),
                Related::Not(number) | Related::AtMost(number) | Related::Digest(number) => {
                    terms.push(number);
                }
            }
            terms
        };
        relations.iter().flat_map(of).collect()
    }

    /// The elements of an object from a byte offset on, as they are now; nothing if they are not of two bytes.
    pub(crate) fn part(
        &mut self,
        terms: &mut Terms,
        object: ObjectId,
        offset: TermId,
    ) -> Option<Part> {
        if !self.has_bytes(object, 0, 0) || self.holds_pointers(object) {
            return None;
        }
        let begin = terms.bv(self.pointer_bits(), HEADER_SIZE);
        let target = self.object(object)?;
        let end = target.concrete_size().unwrap_or(target.contents.extent()).max(HEADER_SIZE);
        let bytes = HEADER_SIZE..end;
        let array = self.flush(terms, object, begin, ELEMENT_BYTES, Some(&bytes))?;
        (array.element_bytes == ELEMENT_BYTES).then(|| part_of(terms, &array, offset))
    }

    /// Notes that elements of an object from a byte offset on, so many, are as the relation says: to those of another object, or to
    /// a number.
    pub fn relate_each(
        &mut self,
        terms: &mut Terms,
        place: (ObjectId, TermId),
        count: TermId,
        (relation, others, number): (ElementRelation, Option<(ObjectId, TermId)>, TermId),
    ) {
        self.keep_relations();
        let Some(part) = self.part(terms, place.0, place.1) else { return };
        let others = match others {
            None => None,
            Some((object, offset)) => {
                let Some(other) = self.part(terms, object, offset) else { return };
                self.element_count(terms, object).map(|count| (other, count))
            }
        };
        let [low, high] = [0, 16].map(|bit| terms.bv_extract(number, bit + 15, bit));
        let related = match (relation, others) {
            (ElementRelation::Same, Some((other, _))) => Related::Same(other),
            (ElementRelation::Nowhere, Some((text, length))) => Related::Nowhere(text, length),
            (ElementRelation::Replaced, Some((other, _))) => {
                Related::Mapped(other, Mapping::Replaced { old: high, new: low })
            }
            (ElementRelation::Lower, Some((other, _))) => Related::Mapped(other, Mapping::Lower),
            (ElementRelation::Upper, Some((other, _))) => Related::Mapped(other, Mapping::Upper),
            (ElementRelation::Not, _) => Related::Not(low),
            (ElementRelation::AtMost, _) => Related::AtMost(low),
            (ElementRelation::Digest, _) => Related::Digest(number),
            _ => return,
        };
        self.add_relation(terms, Relation { part, count: Some(count), related });
    }

    /// Elements of a new array are those of a source that were copied there, so many or all, and elsewhere those that were there before.
    pub(crate) fn relate_copy(
        &mut self,
        terms: &mut Terms,
        (new, count): ((ObjectId, TermId), Option<TermId>),
        source: Option<Part>,
        before: Option<Part>,
    ) {
        let Some(part) = self.part(terms, new.0, new.1) else { return };
        if let Some(source) = source {
            self.add_relation(terms, Relation { part, count, related: Related::Same(source) });
        }
        let (Some(before), Some(count)) = (before, count) else { return };
        if terms.symbols(before.array).is_empty() {
            // A new array, into which more is copied.
            return;
        }
        // Behind them, and ahead.
        let (behind, other) = (part.moved(terms, count), before.moved(terms, count));
        self.add_relation(
            terms,
            Relation { part: behind, count: None, related: Related::Same(other) },
        );
        let begin = terms.bv(self.pointer_bits(), HEADER_SIZE);
        let Some(first) = self.part(terms, new.0, begin) else { return };
        let ahead = first.distance(terms, part.start);
        let width = first.index_bits(terms);
        let back = resized(terms, ahead, before.index_bits(terms));
        let start = terms.bv_sub(before.start, back);
        let other = Part { start, ..before };
        let ahead = resized(terms, ahead, self.pointer_bits().max(width));
        self.add_relation(
            terms,
            Relation { part: first, count: Some(ahead), related: Related::Same(other) },
        );
    }

    fn add_relation(&mut self, terms: &mut Terms, relation: Relation) {
        if relation.count.is_some_and(|count| terms.as_u64(count) == Some(0)) {
            return;
        }
        let Some(relations) = self.relations.as_mut() else { return };
        if relations.all.len() >= MOST_RELATIONS || relations.all.contains(&relation) {
            return;
        }
        let relations = Rc::make_mut(relations);
        relations.all.push(relation);
        let read = relations.read.clone();
        self.relate_digests(terms, &relation);
        let mut found = written(terms, relation.part.array);
        if let Some(other) = relation.related.others() {
            found.append(&mut written(terms, other.array));
            found.extend([relation.part, other].map(|part| Element::of(part.array, part.start)));
        }
        for (array, index) in read {
            self.apply(terms, &relation, &Element::of(array, index), &mut found);
        }
        self.look_at(terms, found);
    }

    /// Where parts that have digests are the same, so are these: those that a new relation is one of, or makes the same.
    fn relate_digests(&mut self, terms: &mut Terms, new: &Relation) {
        let Some(relations) = &self.relations else { return };
        let digest = |it: &Relation| match (it.related, it.count) {
            (Related::Digest(number), Some(count)) => Some((it.part, count, number)),
            _ => None,
        };
        let all: Vec<_> = relations.all.iter().filter_map(digest).collect();
        let from: Vec<_> = match (new.related, digest(new)) {
            (_, Some(own)) => vec![own],
            (Related::Same(_), None) => all.clone(),
            _ => return,
        };
        let relations = Rc::clone(relations);
        for (part, count, number) in from {
            for (same, far) in relations.same_as(part) {
                for &(_, other_count, other) in all.iter().filter(|it| it.0 == same) {
                    if other == number {
                        continue;
                    }
                    let mut alike = vec![terms.eq(count, other_count)];
                    alike.extend(far.iter().map(|&far| terms.bv_ule(count, far)));
                    let alike = terms.and_all(&alike);
                    let equal = terms.eq(number, other);
                    let constraint = terms.implies(alike, equal);
                    if terms.as_bool(constraint) != Some(true) {
                        self.constraints.push(constraint);
                    }
                }
            }
        }
    }

    /// Elements of an array are looked at.
    pub(crate) fn note_elements(
        &mut self,
        terms: &mut Terms,
        array: TermId,
        indices: impl FnOnce(&mut Terms) -> Vec<TermId>,
    ) {
        if self.relations.is_none() {
            return;
        }
        let read = indices(terms).into_iter().map(|index| Element::of(array, index)).collect();
        self.look_at(terms, read);
    }

    /// What relations say of elements, and of those that they lead to.
    fn look_at(&mut self, terms: &mut Terms, mut open: Vec<Element>) {
        // Near ones first.
        for number in 0..MOST_AT_ONCE {
            let Some(next) = open.get(number).cloned() else { return };
            let element = (root(terms, next.array), next.index);
            let Some(relations) = self.relations.as_mut() else { return };
            let is_known = terms.is_constant(element.0) && terms.is_constant(element.1);
            if is_known || relations.read.len() >= MOST_READ || relations.read.contains(&element) {
                continue;
            }
            Rc::make_mut(relations).read.push(element);
            let all = relations.all.clone();
            let next = Element { array: element.0, ..next };
            for relation in &all {
                self.apply(terms, relation, &next, &mut open);
            }
        }
    }

    /// What a relation says of an element becomes a constraint.
    fn apply(
        &mut self,
        terms: &mut Terms,
        relation: &Relation,
        element: &Element,
        found: &mut Vec<Element>,
    ) {
        let &Element { array, index, is_within, .. } = element;
        let fits = |terms: &Terms, part: Part| {
            root(terms, part.array) == array && part.index_bits(terms) == terms.width(index)
        };
        if let Related::Nowhere(text, length) = relation.related {
            if !is_within && fits(terms, relation.part) {
                self.is_not_at(terms, relation, (text, length), element, found);
            }
            return;
        }
        let mut said = Vec::new();
        if fits(terms, relation.part) {
            let distance = relation.part.distance(terms, index);
            said.push(relation.at(terms, distance, (Some(index), None)));
        }
        if let Some(other) = relation.related.others()
            && fits(terms, other)
        {
            let distance = other.distance(terms, index);
            said.push(relation.at(terms, distance, (None, Some(index))));
        }
        for (constraint, read) in said {
            if terms.as_bool(constraint) != Some(true) {
                self.constraints.push(constraint);
                let read = read.into_iter().flatten();
                found.extend(read.filter_map(|read| element.next(terms, read, false)));
            }
        }
    }

    /// A text is not at a place: one of its elements differs, a new symbol says which if there may be many.
    fn is_not_at(
        &mut self,
        terms: &mut Terms,
        relation: &Relation,
        (text, length): (Part, TermId),
        element: &Element,
        found: &mut Vec<Element>,
    ) {
        let index = element.index;
        let Some(count) = relation.count else { return };
        let bits = relation.part.index_bits(terms);
        let distance = relation.part.distance(terms, index);
        let count = resized(terms, count, bits);
        let is_place = terms.bv_ult(distance, count);
        if terms.as_bool(is_place) == Some(false) {
            return;
        }
        let places: Vec<TermId> = match terms.as_u64(length) {
            Some(length) if length <= MOST_TOLD_APART => {
                (0..length).map(|place| terms.bv(self.pointer_bits(), place)).collect()
            }
            _ => vec![self.witness(terms)],
        };
        let mut differ = Vec::new();
        for &place in &places {
            let own = resized(terms, place, bits);
            let own = terms.bv_add(index, own);
            let its = text.index(terms, place);
            // Of its own array, it is another element.
            let path = element.path.clone();
            found.push(Element { array: relation.part.array, index: own, is_within: true, path });
            found.extend(element.next(terms, (text.array, its), true));
            let (own, its) =
                (terms.select(relation.part.array, own), terms.select(text.array, its));
            let equal = terms.eq(own, its);
            let is_one = terms.bv_ult(place, length);
            let unequal = terms.not(equal);
            differ.push(terms.and(is_one, unequal));
        }
        let differs = terms.or_all(&differ);
        let constraint = terms.implies(is_place, differs);
        if terms.as_bool(constraint) != Some(true) {
            self.constraints.push(constraint);
        }
    }

    /// A place in a text.
    fn witness(&mut self, terms: &mut Terms) -> TermId {
        let sort = Sort::BitVec(self.pointer_bits());
        let Some(relations) = self.relations.as_mut() else { return terms.symbol(WITNESS, sort) };
        let relations = Rc::make_mut(relations);
        relations.witnesses += 1;
        terms.symbol(&format!("{WITNESS}{}", relations.witnesses), sort)
    }

    /// How many elements an array has.
    fn element_count(&self, terms: &mut Terms, object: ObjectId) -> Option<TermId> {
        let bits = self.pointer_bits();
        let size = match self.object(object)?.size {
            Value::Int(size) => terms.bv(bits, size),
            Value::Term(size) => size,
            _ => return None,
        };
        let header = terms.bv(bits, HEADER_SIZE);
        let size = terms.bv_sub(size, header);
        Some(quotient(terms, size, ELEMENT_BYTES.trailing_zeros()))
    }
}

/// The elements of an array from a byte offset of its object on.
fn part_of(terms: &mut Terms, array: &ArrayBase, offset: TermId) -> Part {
    let index = quotient(terms, offset, ELEMENT_BYTES.trailing_zeros());
    let index = resized(terms, index, array.index_bits);
    let mask = u64::MAX >> (64 - array.index_bits.min(64));
    let ahead = terms.bv(array.index_bits, array.ahead as u64 & mask);
    let start = terms.bv_sub(index, ahead);
    Part { array: array.term, start }
}
