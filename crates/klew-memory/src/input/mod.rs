//! The input heap: what references point to that the program receives (paper 003, "POSE"; design note on
//! input heaps).
//!
//! An *input reference* is a 32-bit symbol, at most 0 as a signed number: null is 0, input objects are below,
//! allocated objects above. Its object, once it is accessed (rule r1), is an [`Object`] of its own here, of which
//! only some cells are *defined*: a cell is defined when it is first read (r2) or written. Where two references
//! may be equal, the values of cells say so: `ite(Y = Y1, ...)`. References that are resolved to one object
//! (policies lazy and lazier#) are entries of their own, whose identity is a negative constant.
//!
//! **Invariant**: for entries `Y` and `Y'` that are equal under the path condition and not null, a cell that is
//! defined in both holds the same value in both.
//! **Invariant**: every constraint that is demanded here holds of every initial heap; what is demanded of one
//! object holds only where its reference is not null.

mod access;
mod address;
mod cells;
mod congruence;
mod elements;
mod equality;
mod layout;
mod view;

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use klew_ir::{Position, SourceTypeId};
use klew_term::{Kind, Sort, SymbolMap, TermId, Terms};

use crate::contents::Contents;
use crate::table::Table;
use crate::value::OBJECT_BITS;
use crate::{Liveness, Memory, Object, ObjectId, ObjectKind, SymbolicPointer, Value};

pub(crate) use access::places;
pub use access::{InputClass, Need, offset_at};
pub(crate) use elements::InputElements;
pub use layout::Layouts;
pub use view::{Evaluate, RebuiltField, RebuiltHeap, RebuiltObject, RebuiltValue};

use view::InitialValue;

use layout::{Cell, Extent, Shape};

/// Elements of input objects are found under the identity of the object, moved by this.
const ELEMENTS: i32 = 1 << 30;

/// What references to input objects are; cloning is O(1).
#[derive(Clone, Debug)]
pub(crate) struct InputHeap {
    pub(crate) layouts: Rc<Layouts>,
    /// What models begin with.
    distinct: bool,
    /// By number, from 1: references, and objects that references were resolved to.
    entries: Table<Entry>,
    count: u32,
    /// The entry of each reference's symbol.
    leaves: SymbolMap<u32>,
    /// Those with an object, in the order in which they got it.
    bound: Rc<Vec<u32>>,
    /// The initial values of cells, in the order in which they came to be known.
    log: Table<Logged>,
    logged: u32,
    /// References that are elements of input arrays: the array, the index, the entry.
    elements: Rc<Vec<(TermId, TermId, u32)>>,
    /// Whether some reference was resolved.
    resolved: bool,
    /// Whether the number of elements of something was bounded by `Layouts::array_max`.
    pub(crate) bounded: bool,
    /// Whether the number of objects was bounded by `Layouts::object_max`.
    few_objects: bool,
    /// Values for new symbols that their constraints allow.
    pub(crate) hints: Vec<(TermId, TermId)>,
    /// New symbols of cells, with their entries.
    pub(crate) fresh: Vec<(u32, TermId)>,
}

/// A reference or an object.
#[derive(Clone, Debug)]
struct Entry {
    /// Its identity: a symbol, or a negative constant.
    term: TermId,
    /// Under what name it is found: `this.next`.
    name: Rc<str>,
    /// What names of symbols begin with.
    symbol: Rc<str>,
    shape: Rc<Shape>,
    /// The object that it was resolved to; 0: null.
    resolved: Option<u32>,
    bound: bool,
    header: Object,
    /// Cells of `header` that hold something.
    defined: Vec<Cell>,
    /// What cells held at first, as far as that was read.
    initial: Vec<congruence::Initial>,
    elements: Option<Elements>,
    /// How many elements (not of classes), as wide as a pointer.
    length: Option<TermId>,
    /// When it was freed, of sort Bool.
    freed: Option<TermId>,
    /// The symbol of its address, once the program made a number of it.
    address: Option<TermId>,
}

/// The elements of an object.
#[derive(Clone, Debug)]
struct Elements {
    element: layout::Element,
    /// Of numbers: their bytes.
    numbers: Object,
    /// Of references: their identities.
    references: Option<TermId>,
}

/// An initial value.
#[derive(Clone, Debug)]
struct Logged {
    entry: u32,
    cell: Cell,
    value: InitialValue,
}

/// What a part of a pointer's object term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaf {
    Null,
    /// Allocated by the program.
    Allocated(ObjectId),
    /// An input reference or object.
    Entry(u32),
    /// Nothing that is understood.
    Unknown,
}

impl InputHeap {
    fn entry(&self, number: u32) -> Option<&Entry> {
        self.entries.get(u64::from(number))
    }

    fn entry_mut(&mut self, number: u32) -> Option<&mut Entry> {
        self.entries.get_mut(u64::from(number))
    }

    /// The object under an identity.
    pub(crate) fn object(&self, id: ObjectId) -> Option<&Object> {
        match numbers_of(id) {
            (number, false) => self.entry(number).map(|entry| &entry.header),
            (number, true) => Some(&self.entry(number)?.elements.as_ref()?.numbers),
        }
    }

    pub(crate) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        match numbers_of(id) {
            (number, false) => self.entry_mut(number).map(|entry| &mut entry.header),
            (number, true) => Some(&mut self.entry_mut(number)?.elements.as_mut()?.numbers),
        }
    }

    fn leaf(&self, terms: &Terms, term: TermId) -> Leaf {
        match terms.as_u64(term).map(ObjectId::from_bits) {
            Some(ObjectId::NULL) => Leaf::Null,
            Some(object) if object.0 > 0 => Leaf::Allocated(object),
            Some(object) => Leaf::Entry(numbers_of(object).0),
            None => match terms.as_symbol(term).and_then(|symbol| self.leaves.get(symbol)) {
                Some(&number) => Leaf::Entry(number),
                None => Leaf::Unknown,
            },
        }
    }

    /// Those with an object that counts for the bound on objects.
    fn counted(&self) -> impl Iterator<Item = &Entry> {
        let entries = self.bound.iter().filter_map(|&number| self.entry(number));
        entries.filter(|entry| !entry.shape.is_value)
    }

    /// The contents of all objects.
    pub(crate) fn contents(&self) -> impl Iterator<Item = &Contents> {
        self.bound.iter().filter_map(|&number| self.entry(number)).flat_map(|entry| {
            let elements = entry.elements.iter().map(|elements| &elements.numbers.contents);
            std::iter::once(&entry.header.contents).chain(elements)
        })
    }

    /// All objects, and those that hold their elements, in their order.
    pub(crate) fn objects(&self) -> impl Iterator<Item = &Object> {
        self.entries.entries().into_iter().flat_map(|(_, entry)| {
            let elements = entry.elements.iter().map(|elements| &elements.numbers);
            std::iter::once(&entry.header).chain(elements)
        })
    }

    /// Takes up everything but what objects hold.
    pub(crate) fn digest(&self, hasher: &mut impl Hasher) {
        (self.count, &self.bound, self.resolved, self.bounded, self.few_objects).hash(hasher);
        (&self.elements, &self.hints, &self.fresh).hash(hasher);
        for (number, entry) in self.entries.entries() {
            (number, entry.term, &entry.name, entry.shape.source_type).hash(hasher);
            (entry.resolved, entry.bound, entry.length, entry.freed, entry.address).hash(hasher);
            for cell in &entry.defined {
                (cell.offset, cell.size, cell.kind).hash(hasher);
            }
            let references = entry.elements.as_ref().and_then(|elements| elements.references);
            references.hash(hasher);
        }
        for (_, logged) in self.log.entries() {
            (logged.entry, logged.cell.offset, logged.value).hash(hasher);
        }
    }

    /// Terms that arrays of references consist of.
    pub(crate) fn reference_arrays(&self) -> impl Iterator<Item = TermId> {
        let entries = self.bound.iter().filter_map(|&number| self.entry(number));
        entries.filter_map(|entry| entry.elements.as_ref()?.references)
    }
}

/// The number of an entry from an identity, and whether its elements are meant.
fn numbers_of(id: ObjectId) -> (u32, bool) {
    let number = id.0.wrapping_neg();
    match number >= ELEMENTS {
        true => ((number - ELEMENTS) as u32, true),
        false => (number.max(0) as u32, false),
    }
}

/// The identity under which an entry's object is found.
fn object_id(number: u32) -> ObjectId {
    ObjectId(-(number as i32))
}

fn elements_id(number: u32) -> ObjectId {
    ObjectId(-(number as i32) - ELEMENTS)
}

fn blank(kind: ObjectKind, size: Value, contents: Contents, entry_name: &Rc<str>) -> Object {
    Object {
        kind,
        liveness: Liveness::Alive,
        writable: true,
        size,
        align: 16,
        born: 0,
        died: None,
        address: None,
        name: Some(Rc::clone(entry_name)),
        source_type: None,
        allocated_at: Position::UNKNOWN,
        requested_at: Position::UNKNOWN,
        freed_at: None,
        contents,
    }
}

impl Memory {
    /// Lets the program have input references, to objects of these types. If `distinct`, models begin with all
    /// references pointing to objects of their own, under which the values of cells are simplest; else with null.
    pub fn with_input_heap(&mut self, layouts: Rc<Layouts>, distinct: bool) {
        self.input = Some(Rc::new(InputHeap {
            layouts,
            distinct,
            entries: Table::new(),
            count: 0,
            leaves: SymbolMap::default(),
            bound: Rc::default(),
            log: Table::new(),
            logged: 0,
            elements: Rc::default(),
            resolved: false,
            bounded: false,
            few_objects: false,
            hints: Vec::new(),
            fresh: Vec::new(),
        }));
    }

    /// Whether there is any input reference.
    #[inline]
    pub fn has_input_references(&self) -> bool {
        self.input.as_ref().is_some_and(|input| input.count > 0)
    }

    /// Whether the number of elements of an input object was bounded.
    pub fn has_bounded_inputs(&self) -> bool {
        self.input.as_ref().is_some_and(|input| input.bounded)
    }

    /// Whether the number of input objects was bounded.
    pub fn has_few_inputs(&self) -> bool {
        self.input.as_ref().is_some_and(|input| input.few_objects)
    }

    fn input_mut(&mut self) -> Option<&mut InputHeap> {
        self.input.as_mut().map(Rc::make_mut)
    }

    /// A new input of pointer type: null, or the start of an object. None if what the type points to is not known.
    pub fn input_reference(
        &mut self,
        terms: &mut Terms,
        name: &str,
        symbol: &str,
        pointer_type: SourceTypeId,
    ) -> Option<(u32, Value)> {
        let pointee = self.input.as_ref()?.layouts.pointee(pointer_type)?;
        let number = self.new_reference(terms, name.into(), symbol.into(), pointee)?;
        Some((number, self.reference_value(terms, number)))
    }

    fn reference_term(&self, number: u32) -> Option<TermId> {
        Some(self.input.as_ref()?.entry(number)?.term)
    }

    fn reference_value(&self, terms: &mut Terms, number: u32) -> Value {
        let entry = self.input.as_ref().and_then(|input| input.entry(number));
        let Some(entry) = entry else { return Value::NULL };
        let (term, bits) = (entry.term, self.pointer_bits());
        let offset = terms.bv(bits, 0);
        self.pointer_from(terms, term, offset)
    }

    fn new_reference(
        &mut self,
        terms: &mut Terms,
        name: Rc<str>,
        symbol: Rc<str>,
        pointee: SourceTypeId,
    ) -> Option<u32> {
        let term = terms.symbol_named(&symbol, Sort::BitVec(OBJECT_BITS));
        let shape = self.input.as_ref()?.layouts.shape(pointee);
        // There are no objects of an interface that no class implements.
        let has_objects = shape.classes.as_ref().is_none_or(|classes| !classes.is_empty());
        let is_value = shape.is_value;
        let number = self.new_entry(term, name, symbol, shape)?;
        let distinct = self.input.as_ref().is_some_and(|input| input.distinct);
        let zero = terms.bv(OBJECT_BITS, 0);
        let own = terms.bv(OBJECT_BITS, object_id(number).bits());
        let is_null = terms.eq(term, zero);
        let initial = match has_objects {
            // Not that of another, also where both may be that of a third.
            true if is_value && distinct => {
                let is_own = terms.eq(term, own);
                terms.or(is_null, is_own)
            }
            true => terms.bv_sle(term, zero),
            false => is_null,
        };
        self.constraints.push(initial);
        if distinct {
            self.hint(term, own);
        }
        let leaf = terms.as_symbol(term)?;
        self.input_mut()?.leaves.insert(leaf, number);
        Some(number)
    }

    fn new_entry(
        &mut self,
        term: TermId,
        name: Rc<str>,
        symbol: Rc<str>,
        shape: Rc<Shape>,
    ) -> Option<u32> {
        let input = self.input_mut()?;
        let number = input.count + 1;
        if number >= ELEMENTS as u32 {
            return None;
        }
        input.count = number;
        let mut header =
            blank(ObjectKind::Input, Value::Int(0), Contents::new(Some(0), false), &name);
        header.source_type = Some(shape.source_type);
        let entry = Entry {
            term,
            name,
            symbol,
            shape,
            resolved: None,
            bound: false,
            header,
            defined: Vec::new(),
            initial: Vec::new(),
            elements: None,
            length: None,
            freed: None,
            address: None,
        };
        input.entries.insert(u64::from(number), Rc::new(entry));
        Some(number)
    }

    /// Whether a pointer's object is, or may be, an input object.
    pub fn is_input_pointer(&self, terms: &Terms, pointer: Value) -> bool {
        let Some(input) = &self.input else { return false };
        match pointer {
            Value::Pointer(object, _) => object.is_input(),
            Value::SymbolicPointer(pointer) => {
                nodes(terms, pointer.object).into_iter().any(|node| {
                    terms.kind(node) != Kind::Ite
                        && matches!(input.leaf(terms, node), Leaf::Entry(_))
                })
            }
            _ => false,
        }
    }

    /// The number of the entry that a term without alternatives stands for.
    fn entry_of(&self, terms: &Terms, term: TermId) -> Option<u32> {
        match self.input.as_ref()?.leaf(terms, term) {
            Leaf::Entry(number) => Some(number),
            _ => None,
        }
    }

    /// The objects among which a pointer's object term chooses, each once: constants, and input references.
    pub fn alternatives(&self, terms: &Terms, pointer: &SymbolicPointer) -> Option<Vec<TermId>> {
        let input = self.input.as_ref()?;
        let mut found = Vec::new();
        for node in nodes(terms, pointer.object) {
            if terms.kind(node) == Kind::Ite {
                continue;
            }
            if input.leaf(terms, node) == Leaf::Unknown {
                return None;
            }
            found.push(node);
        }
        Some(found)
    }

    /// The pointer with every reference that was resolved replaced by what it was resolved to.
    pub fn with_resolved(&self, terms: &mut Terms, pointer: Value) -> Value {
        let (Some(input), Value::SymbolicPointer(symbolic)) = (&self.input, pointer) else {
            return pointer;
        };
        if !input.resolved {
            return pointer;
        }
        let mut known = rustc_hash::FxHashMap::default();
        for node in nodes(terms, symbolic.object) {
            let new = if terms.kind(node) == Kind::Ite {
                let arguments = terms.arguments(node);
                let (condition, then, otherwise) = (arguments[0], arguments[1], arguments[2]);
                terms.ite(condition, known[&then], known[&otherwise])
            } else {
                match input.leaf(terms, node) {
                    Leaf::Entry(number) => {
                        match input.entry(number).and_then(|entry| entry.resolved) {
                            Some(0) => terms.bv(OBJECT_BITS, 0),
                            Some(object) => input.entry(object).map_or(node, |object| object.term),
                            None => node,
                        }
                    }
                    _ => node,
                }
            };
            known.insert(node, new);
        }
        self.pointer_from(terms, known[&symbolic.object], symbolic.offset)
    }

    /// The reference that a pointer holds, if it is one that was not resolved.
    pub fn unresolved(&self, terms: &Terms, pointer: Value) -> Option<TermId> {
        let Value::SymbolicPointer(pointer) = pointer else { return None };
        let input = self.input.as_ref()?;
        match input.leaf(terms, pointer.object) {
            Leaf::Entry(number) if !terms.is_constant(pointer.object) => {
                let entry = input.entry(number)?;
                entry.resolved.is_none().then_some(pointer.object)
            }
            _ => None,
        }
    }

    /// Whether a reference without an object is to be resolved, as there are as many objects as there may be: what it leads to
    /// would be new references else, also where it is one of these, so that no walk in a circle would come to an end.
    pub fn has_all_objects(&self, terms: &Terms, reference: TermId) -> bool {
        let Some(input) = &self.input else { return false };
        let (Some(most), true) = (input.layouts.object_max, input.distinct) else { return false };
        let entry = self.entry_of(terms, reference).and_then(|number| input.entry(number));
        let is_open = entry.is_some_and(|entry| !entry.bound && !entry.shape.is_value);
        is_open && input.counted().count() >= most as usize
    }

    /// What a reference can be resolved to, with when it is (policies lazy and lazier#, and where there are all objects): null (0), each object that
    /// there is of a type that it can be, by number, and a new one, with the next number.
    pub fn resolutions(&mut self, terms: &mut Terms, reference: TermId) -> Vec<(u64, TermId)> {
        let zero = terms.bv(OBJECT_BITS, 0);
        let mut found = vec![(0, terms.eq(reference, zero))];
        let Some(number) = self.entry_of(terms, reference) else { return found };
        let Some(input) = self.input.clone() else { return found };
        let Some(entry) = input.entry(number) else { return found };
        if input.distinct {
            let null = found[0].1;
            let mut none = terms.not(null);
            for &other in input.bound.iter() {
                let Some(object) = input.entry(other) else { continue };
                if object.shape.is_compatible(&entry.shape) {
                    let same = terms.eq(reference, object.term);
                    let differs = terms.not(same);
                    let class = self.is_of_class(terms, other, &entry.shape);
                    let is_it = terms.and(same, class);
                    found.push((u64::from(other), terms.and(none, is_it)));
                    none = terms.and(none, differs);
                }
            }
            found.push((u64::from(input.count) + 1, none));
            return found;
        }
        for &other in input.bound.iter() {
            let Some(object) = input.entry(other) else { continue };
            if terms.is_constant(object.term) && object.shape.is_compatible(&entry.shape) {
                let same = terms.eq(reference, object.term);
                let class = self.is_of_class(terms, other, &entry.shape);
                found.push((u64::from(other), terms.and(same, class)));
            }
        }
        let fresh = input.count + 1;
        let identity = terms.bv(OBJECT_BITS, object_id(fresh).bits());
        found.push((u64::from(fresh), terms.eq(reference, identity)));
        found
    }

    /// Resolves a reference to one of [`Memory::resolutions`].
    pub fn resolve(&mut self, terms: &mut Terms, reference: TermId, number: u64) {
        let Some(at) = self.entry_of(terms, reference) else { return };
        let Some(entry) = self.input.as_ref().and_then(|input| input.entry(at)).cloned() else {
            return;
        };
        let number = number as u32;
        let fresh = self.input.as_ref().is_some_and(|input| number == input.count + 1);
        if fresh && self.input.as_ref().is_some_and(|input| input.distinct) {
            self.bind(terms, at);
            return;
        }
        if fresh {
            let identity = terms.bv(OBJECT_BITS, object_id(number).bits());
            let symbol = Rc::clone(&entry.symbol);
            if self.new_entry(identity, Rc::clone(&entry.name), symbol, entry.shape) == Some(number)
            {
                self.bind(terms, number);
            }
        }
        if let Some(input) = self.input_mut() {
            input.resolved = true;
            if let Some(entry) = input.entry_mut(at) {
                entry.resolved = Some(number);
            }
        }
    }

    /// Gives an entry its object (rule r1); that it is not null is for the caller to say.
    fn bind(&mut self, terms: &mut Terms, number: u32) {
        let Some(input) = self.input_mut() else { return };
        let layouts = Rc::clone(&input.layouts);
        let Some(entry) = input.entry_mut(number).filter(|entry| !entry.bound) else { return };
        entry.bound = true;
        let size = match (&entry.shape.extent, &entry.shape.classes) {
            (Extent::Object(_), Some(classes)) => {
                let sizes = classes.iter().map(|(_, class)| layouts.shape(*class).size);
                Some(sizes.max().unwrap_or(0).max(entry.shape.size))
            }
            (Extent::Repeated, _) => Some(entry.shape.size.saturating_mul(layouts.array_max)),
            _ => Some(0),
        };
        entry.header.contents = Contents::new(size, false);
        entry.header.size = Value::Int(size.unwrap_or(u64::MAX));
        Rc::make_mut(&mut input.bound).push(number);
        self.bound_objects(terms);
        self.begin_class(terms, number);
    }

    /// Demands that there are no more objects than the bound on them, values apart, where more references than that have one. Those
    /// that are equal share an object, so each heap that is small enough stays.
    fn bound_objects(&mut self, terms: &mut Terms) {
        let Some(input) = &self.input else { return };
        let Some(most) = input.layouts.object_max else { return };
        let objects: Vec<Entry> = input.counted().cloned().collect();
        if objects.len() <= most as usize {
            return;
        }
        match input.distinct {
            true => self.bound_names(terms, &objects, most),
            false => self.bound_count(terms, &objects, most),
        }
        if let Some(input) = self.input_mut() {
            input.few_objects = true;
        }
    }

    /// Objects are called by the first numbers below 0, each by one: adding up would cost a solver more than all else.
    fn bound_names(&mut self, terms: &mut Terms, objects: &[Entry], most: u32) {
        let last = terms.bv(OBJECT_BITS, ObjectId(-(most as i32)).bits());
        // What was demanded of the others, when one more than the bound had objects.
        let said = if objects.len() == most as usize + 1 { 0 } else { objects.len() - 1 };
        for (index, object) in objects.iter().enumerate().skip(said) {
            let few = terms.bv_sle(last, object.term);
            self.demand(terms, few);
            for other in objects[..index].iter().filter(|it| !it.shape.is_compatible(&object.shape))
            {
                let is_one = are_one_object(terms, object.term, other.term);
                let differ = terms.not(is_one);
                self.demand(terms, differ);
            }
        }
    }

    /// Where references were resolved, so that most of it is a number already.
    fn bound_count(&mut self, terms: &mut Terms, objects: &[Entry], most: u32) {
        let (zero, one, null) = (terms.bv(32, 0), terms.bv(32, 1), terms.bv(OBJECT_BITS, 0));
        let mut count = zero;
        for (index, object) in objects.iter().enumerate() {
            let mut known = terms.eq(object.term, null);
            for earlier in &objects[..index] {
                let same = terms.eq(object.term, earlier.term);
                known = terms.or(known, same);
            }
            let counted = terms.ite(known, zero, one);
            count = terms.bv_add(count, counted);
        }
        let most = terms.bv(32, u64::from(most));
        let few = terms.bv_ule(count, most);
        self.demand(terms, few);
    }

    /// A hint: where nothing else is known, a new symbol may have that value.
    fn hint(&mut self, symbol: TermId, value: TermId) {
        if let Some(input) = self.input_mut() {
            input.hints.push((symbol, value));
        }
    }

    /// Values that new symbols may have, in order, to be evaluated one after the other.
    pub fn take_hints(&mut self) -> Vec<(TermId, TermId)> {
        match &self.input {
            Some(input) if !input.hints.is_empty() => {
                self.input_mut().map(|input| std::mem::take(&mut input.hints)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }
}

/// Whether two references have one name, and not that of null.
fn are_one_object(terms: &mut Terms, one: TermId, other: TermId) -> TermId {
    let null = terms.bv(OBJECT_BITS, 0);
    let (same, is_null) = (terms.eq(one, other), terms.eq(one, null));
    let is_object = terms.not(is_null);
    terms.and(same, is_object)
}

/// The parts of a choice, each once, what is chosen among before the choice.
pub(crate) fn nodes(terms: &Terms, object: TermId) -> Vec<TermId> {
    if terms.kind(object) != Kind::Ite {
        return vec![object];
    }
    let mut seen = rustc_hash::FxHashSet::default();
    let mut ordered = Vec::new();
    let mut open = vec![(object, false)];
    while let Some((node, done)) = open.pop() {
        if done {
            ordered.push(node);
            continue;
        }
        if !seen.insert(node) {
            continue;
        }
        open.push((node, true));
        if terms.kind(node) == Kind::Ite {
            let arguments = terms.arguments(node);
            open.push((arguments[2], false));
            open.push((arguments[1], false));
        }
    }
    ordered
}
