//! Whether a state is one of those that an earlier state at the same point stands for.
//!
//! Source: covering as in K. L. McMillan, *Lazy Abstraction with Interpolants* (CAV 2006), with the matching of symbolic objects of
//! Chu, Jaffar, Santosa, *Bounded Verification and Testing of Heap Programs*, section IV. The inputs of the earlier state are
//! existentially quantified: each is what the later state holds where the earlier one holds just that input, and itself elsewhere.
//!
//! **Invariant**: if a state is included, then every run of it goes on as some run of the earlier state does from that point: what
//! differs are registers that are not needed, objects that cannot be reached, and values that the earlier state leaves open.

use klew_ir::{Program, Type};
use klew_memory::{Memory, ObjectId, ObjectKind, SymbolicPointer, Value, is_address_symbol};
use klew_term::{Kind, Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use super::interpolant::{Matching, ObjectFacts, StackPlaces, stack_places};
use super::locations::LiveRegisters;
use crate::folding::texts::{known_zeros, zeros_in};
use crate::state::State;

/// The most pairs of terms that are looked at to make one term another.
const MOST_UNIFIED: usize = 200;

/// The most writes to an array that are compared one by one.
const MOST_WRITES: usize = 16;

/// The most objects that are compared.
const MOST_OBJECTS: usize = 2000;

/// What has to hold of the later state so that it is included.
pub struct Inclusion {
    /// How objects and inputs of the earlier state are those of the later one.
    pub matching: Matching,
    /// Formulas over the later state's symbols that have to hold in all its runs; if others do, that is enough as well.
    pub conditions: Vec<Vec<TermId>>,
}

/// The globals of a run, as they are in some memory of it.
pub struct Globals {
    memory: Memory,
    /// The newest.
    last: ObjectId,
    /// Those that held symbols, elements of an array term, or pointers to other objects there.
    changing: Vec<ObjectId>,
}

impl Globals {
    /// As they are in a memory.
    pub fn of(memory: &Memory) -> Globals {
        let kind = |id| memory.object(id).map(|object| object.kind);
        let is_fixed =
            |id: &ObjectId| matches!(kind(*id), Some(ObjectKind::Global | ObjectKind::Function(_)));
        // They were there before anything else.
        let objects = (1..=memory.object_count() as i32).map(ObjectId);
        let globals: Vec<ObjectId> = objects.take_while(is_fixed).collect();
        let is_plain = |value: &Value| match value {
            Value::Int(_) | Value::Undefined => true,
            Value::Pointer(object, _) => object.is_null() || is_fixed(object),
            Value::Term(_) | Value::SymbolicPointer(_) => false,
        };
        let last = globals.last().copied().unwrap_or(ObjectId::NULL);
        let mut changing = globals;
        changing.retain(|&global| {
            memory.elements_term(global).is_some() || !memory.values_in(global).iter().all(is_plain)
        });
        Globals { memory: memory.clone(), last, changing }
    }

    /// Those that may hold something else than numbers and pointers to each other in another memory of the run.
    pub fn not_plain(&self, memory: &Memory) -> Vec<ObjectId> {
        let mut all = self.changing.clone();
        all.extend(self.memory.apart(memory, self.last));
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Two states side by side.
pub(super) struct Comparison<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) earlier: &'a State,
    pub(super) later: &'a State,
    earlier_stack: StackPlaces,
    later_stack: StackPlaces,
    pub(super) matching: Matching,
    /// Objects that were matched and are not compared yet.
    pub(super) open: Vec<(ObjectId, ObjectId)>,
    /// Their sizes that are no numbers and are not compared yet.
    pub(super) open_sizes: Vec<(TermId, TermId)>,
    /// Segments that were: they are compared last, so that the numbers are bound that their templates are related to.
    pub(super) open_segments: Vec<(ObjectId, ObjectId)>,
    /// While templates are compared, how the numbers of the earlier state are bound that no template holds.
    pub(super) elsewhere: FxHashMap<SymbolId, TermId>,
    /// The symbols of templates of the earlier state that were compared: what it says of them is asked there.
    pub(super) local: FxHashSet<SymbolId>,
    /// What the earlier state holds, and the later one at the same place.
    pub(super) equal: Vec<(TermId, TermId)>,
    /// What has to hold so that templates include templates.
    pub(super) conditions: Vec<TermId>,
    /// What belongs to the two templates that are compared.
    pub(super) parts: Option<Parts>,
    /// What nodes of these point to that belongs to neither: it is compared where the templates are not, as it is the same for all nodes and its
    /// numbers may be held elsewhere as well.
    pub(super) outside: Vec<(ObjectId, ObjectId)>,
    /// Whether both are one state: then only parts of templates differ.
    pub(super) is_one_state: bool,
}

/// What belongs to two templates.
pub(super) struct Parts {
    pub(super) one: Vec<ObjectId>,
    pub(super) other: Vec<ObjectId>,
}

/// Under which conditions a state is included in an earlier one at the same point, below the same callers; nothing if it is not, or
/// that cannot be told. Where leaks are asked about, whatever may lead to an object matters.
pub fn inclusion(
    (program, terms, live): (&Program, &mut Terms, &mut LiveRegisters),
    globals: &Globals,
    earlier: &State,
    later: &State,
    leaks: bool,
) -> Option<Inclusion> {
    if numbers_differ(program, live, earlier, later)? {
        return None;
    }
    let mut comparison = Comparison::new(terms, earlier, later);
    comparison.registers(program, live)?;
    comparison.globals(globals)?;
    if leaks {
        comparison.roots()?;
    }
    comparison.objects()?;
    comparison.observed()?;
    comparison.lives()?;
    comparison.finish()
}

/// Whether concrete numbers in registers tell two states apart: most are, and nothing else needs to be looked at then.
fn numbers_differ(
    program: &Program,
    live: &mut LiveRegisters,
    earlier: &State,
    later: &State,
) -> Option<bool> {
    for (number, (one, other)) in earlier.frames().zip(later.frames()).enumerate() {
        for &(slot, _) in live.of(program, one, number > 0)? {
            let pair = (one.registers[slot as usize], other.registers[slot as usize]);
            if let (Value::Int(one), Value::Int(other)) = pair
                && one != other
            {
                return Some(true);
            }
        }
    }
    Some(false)
}

/// Whether a pointer to an object may keep it, and what it leads to, from being lost: the dead keep nothing, and what is on the stack
/// or global is there without it.
fn keeps_itself(state: &State, object: ObjectId) -> bool {
    let is_kept = |kind| matches!(kind, ObjectKind::Heap | ObjectKind::Input);
    state.memory.object(object).is_some_and(|object| object.is_alive() && is_kept(object.kind))
}

impl<'a> Comparison<'a> {
    pub(super) fn new(
        terms: &'a mut Terms,
        earlier: &'a State,
        later: &'a State,
    ) -> Comparison<'a> {
        Comparison {
            terms,
            earlier,
            later,
            earlier_stack: stack_places(earlier),
            later_stack: stack_places(later),
            matching: Matching::default(),
            open: Vec::new(),
            open_sizes: Vec::new(),
            open_segments: Vec::new(),
            elsewhere: FxHashMap::default(),
            local: FxHashSet::default(),
            equal: Vec::new(),
            conditions: Vec::new(),
            parts: None,
            outside: Vec::new(),
            is_one_state: false,
        }
    }
}

impl Comparison<'_> {
    /// Globals that are not what they were at the first state that was kept, or held more than numbers and each other there.
    fn globals(&mut self, globals: &Globals) -> Option<()> {
        let mut all = globals.changing.clone();
        for state in [self.earlier, self.later] {
            all.extend(globals.memory.apart(&state.memory, globals.last));
        }
        all.into_iter().try_for_each(|global| self.bind(global, global))
    }

    fn registers(&mut self, program: &Program, live: &mut LiveRegisters) -> Option<()> {
        let (earlier, later) = (self.earlier, self.later);
        for (number, (one, other)) in earlier.frames().zip(later.frames()).enumerate() {
            for &(slot, value_type) in live.of(program, one, number > 0)? {
                let (one, other) = (one.registers[slot as usize], other.registers[slot as usize]);
                let size = match value_type {
                    Type::Pointer => 0,
                    value_type => value_type.bits(self.earlier.memory.pointer_bits()),
                };
                self.meet(one, other, size)?;
            }
        }
        Some(())
    }

    /// What keeps objects from being lost, though nobody uses it.
    fn roots(&mut self) -> Option<()> {
        let (earlier, later) = (self.earlier, self.later);
        // A number that is made of an address keeps its object as well.
        if !earlier.memory.observed().is_empty() {
            return None;
        }
        for (one, other) in earlier.frames().zip(later.frames()) {
            for (&one, &other) in one.registers.iter().zip(&other.registers) {
                match one {
                    Value::Pointer(object, _) if keeps_itself(earlier, object) => match other {
                        Value::Pointer(other, _) => self.bind(object, other)?,
                        _ => return None,
                    },
                    // A number keeps no object: none is made of an address.
                    Value::SymbolicPointer(pointer) if self.known_object(pointer).is_some() => {
                        let object = self.known_object(pointer)?;
                        if keeps_itself(earlier, object) {
                            self.bind(object, self.object_pointed_to(other)?)?;
                        }
                    }
                    Value::SymbolicPointer(one) => {
                        let objects = klew_memory::candidates(self.terms, &one)?;
                        if objects.into_iter().any(|object| keeps_itself(earlier, object)) {
                            return None;
                        }
                    }
                    _ => {}
                }
            }
            if one.stack_objects.len() != other.stack_objects.len() {
                return None;
            }
            for (&one, &other) in one.stack_objects.iter().zip(&other.stack_objects) {
                self.bind(one, other)?;
            }
        }
        Some(())
    }

    pub(super) fn objects(&mut self) -> Option<()> {
        loop {
            self.plain_objects()?;
            let Some((one, other)) = self.open_segments.pop() else { return Some(()) };
            self.compare_segments(one, other)?;
        }
    }

    fn plain_objects(&mut self) -> Option<()> {
        let (earlier, later) = (self.earlier, self.later);
        while let Some((one, other)) = self.open.pop() {
            if self.matching.objects.len() > MOST_OBJECTS {
                return None;
            }
            if !earlier.memory.object(one)?.is_alive() {
                continue;
            }
            if one == other && earlier.memory.shares(one, &later.memory) {
                for value in earlier.memory.values_in(one) {
                    self.same(value)?;
                }
                // What it holds in an array term is no more idle than that.
                if let Some(elements) = earlier.memory.elements_term(one) {
                    self.same_term(elements)?;
                }
                continue;
            }
            let mut met = true;
            let mut meet = |one, other, size: u64| {
                met = self.meet(one, other, 8 * size as u32).is_some();
                met
            };
            if !earlier.memory.compare(one, (&later.memory, other), &mut meet) {
                return None;
            }
        }
        // They are computed of what other places hold.
        while let Some((one, other)) = self.open_sizes.pop() {
            self.number(one, other)?;
        }
        Some(())
    }

    /// A value of both.
    fn same(&mut self, value: Value) -> Option<()> {
        match value {
            Value::Int(_) | Value::Undefined => Some(()),
            Value::Pointer(object, _) => match object.is_null() {
                true => Some(()),
                false => self.bind(object, object),
            },
            Value::Term(term) => self.same_term(term),
            Value::SymbolicPointer(_) => None,
        }
    }

    fn same_term(&mut self, term: TermId) -> Option<()> {
        for &symbol in self.terms.symbols(term).iter() {
            let itself = self.terms.symbol_term(symbol);
            let bound = *self.matching.numbers.entry(symbol).or_insert(itself);
            if bound != itself {
                self.equal.push((itself, itself));
            }
        }
        Some(())
    }

    /// What both hold at a place; of numbers the size in bits.
    pub(super) fn meet(&mut self, one: Value, other: Value, bits: u32) -> Option<()> {
        match (one, other) {
            // What was never written may be read as any number.
            (Value::Undefined, Value::Undefined | Value::Int(_) | Value::Term(_)) => Some(()),
            (Value::Int(one), Value::Int(other)) => (one == other).then_some(()),
            (Value::Int(one), Value::Pointer(ObjectId::NULL, other))
            | (Value::Pointer(ObjectId::NULL, one), Value::Int(other)) => {
                (one == other).then_some(())
            }
            (Value::Term(one), Value::Term(other)) => self.number(one, other),
            (Value::Term(one), Value::Int(other)) => {
                let fits = self.terms.sort(one) == Sort::BitVec(bits) && bits <= 64;
                let other = fits.then(|| self.terms.bv(bits, other))?;
                self.number(one, other)
            }
            // A number that the later state's path condition may fix.
            (Value::Int(one), Value::Term(other)) => {
                let fits = self.terms.sort(other) == Sort::BitVec(bits) && bits <= 64;
                let one = fits.then(|| self.terms.bv(bits, one))?;
                self.number(one, other)
            }
            (Value::Pointer(one, offset), Value::Pointer(other, at)) if offset == at => {
                match (one.is_null(), other.is_null()) {
                    (true, true) => Some(()),
                    (false, false) => self.bind(one, other),
                    _ => None,
                }
            }
            (Value::SymbolicPointer(one), other) if self.known_object(one).is_some() => {
                self.places(one, other)
            }
            // A pointer that is a number, as one that was never written.
            (Value::SymbolicPointer(one), other) if self.terms.as_u64(one.object) == Some(0) => {
                let other = self.pointer_number(other)?;
                self.number(one.offset, other)
            }
            _ => None,
        }
    }

    /// Two pointers of which at least the earlier one is at a place in its object that is not a number.
    fn places(&mut self, one: SymbolicPointer, other: Value) -> Option<()> {
        let object = self.known_object(one)?;
        let its_object = self.object_pointed_to(other)?;
        let offset = match other {
            Value::Pointer(_, offset) => self.terms.bv(self.terms.width(one.offset), offset),
            Value::SymbolicPointer(other) => other.offset,
            _ => return None,
        };
        self.bind(object, its_object)?;
        self.number(one.offset, offset)
    }

    fn object_pointed_to(&self, pointer: Value) -> Option<ObjectId> {
        match pointer {
            Value::Pointer(object, _) if !object.is_null() => Some(object),
            Value::SymbolicPointer(pointer) => self.known_object(pointer),
            _ => None,
        }
    }

    /// The object that a pointer points into, though not to which place.
    fn known_object(&self, pointer: SymbolicPointer) -> Option<ObjectId> {
        let object = ObjectId::from_bits(self.terms.as_u64(pointer.object)?);
        (!object.is_null()).then_some(object)
    }

    /// The address that a pointer into no object is.
    fn pointer_number(&mut self, pointer: Value) -> Option<TermId> {
        match pointer {
            Value::Pointer(ObjectId::NULL, address) => {
                Some(self.terms.bv(self.later.memory.pointer_bits(), address))
            }
            Value::SymbolicPointer(pointer) => {
                (self.terms.as_u64(pointer.object) == Some(0)).then_some(pointer.offset)
            }
            _ => None,
        }
    }

    pub(super) fn number(&mut self, one: TermId, other: TermId) -> Option<()> {
        let sort = self.terms.sort(one);
        if sort != self.terms.sort(other) {
            return None;
        }
        if matches!(sort, Sort::Array(..)) {
            if one == other {
                self.bind_ends(one, other);
                return self.same_term(one);
            }
            if self.terms.kind(one) == Kind::Store {
                return self.writes(one, other);
            }
            // Elements of which each may be anything.
            let symbol = self.terms.as_symbol(one)?;
            let is_new = !self.matching.numbers.contains_key(&symbol);
            let bound = *self.matching.numbers.entry(symbol).or_insert(other);
            if is_new {
                self.bind_ends(one, other);
            }
            return (bound == other).then_some(());
        }
        self.unify(one, other);
        self.equal.push((one, other));
        Some(())
    }

    /// Elements after writes, which have to be the same in both.
    fn writes(&mut self, mut one: TermId, mut other: TermId) -> Option<()> {
        for _ in 0..MOST_WRITES {
            let kinds = [one, other].map(|array| self.terms.kind(array));
            if kinds != [Kind::Store; 2] {
                return if kinds[0] == Kind::Store { None } else { self.number(one, other) };
            }
            let &[before, index, value] = self.terms.arguments(one) else { return None };
            let &[its, place, number] = self.terms.arguments(other) else { return None };
            self.number(index, place)?;
            self.number(value, number)?;
            (one, other) = (before, its);
        }
        None
    }

    /// Where the earlier state knows that elements end with a 0 somewhere, that place is one where the later one knows it of its own. Nobody
    /// else may know the place, so it would be bound to nothing.
    fn bind_ends(&mut self, one: TermId, other: TermId) {
        let ends = known_zeros(self.terms, self.earlier, one);
        if ends.is_empty() {
            return;
        }
        let its = zeros_in(self.terms, self.later, other);
        for (number, &place) in ends.iter().enumerate() {
            let same = its.iter().find(|its| **its == place);
            let Some(&its) = same.or(its.get(number)).or(its.last()) else { return };
            self.unify(place, its);
        }
    }

    /// Binds symbols of a term so that it becomes another, as far as both are alike. That it did is shown later.
    fn unify(&mut self, one: TermId, other: TermId) {
        let mut open: SmallVec<[(TermId, TermId); 8]> = smallvec![(one, other)];
        for _ in 0..MOST_UNIFIED {
            let Some((one, other)) = open.pop() else { return };
            let kind = self.terms.kind(one);
            if let Kind::Symbol(symbol) = kind {
                if self.terms.sort(one) == self.terms.sort(other) {
                    self.matching.numbers.entry(symbol).or_insert(other);
                }
                continue;
            }
            let (left, right) = (self.terms.arguments(one), self.terms.arguments(other));
            if kind == self.terms.kind(other) && left.len() == right.len() {
                open.extend(left.iter().copied().zip(right.iter().copied()).rev());
            }
        }
    }

    pub(super) fn bind(&mut self, one: ObjectId, other: ObjectId) -> Option<()> {
        if let Some(&known) = self.matching.objects.get(&one) {
            return (known == other).then_some(());
        }
        if let Some(parts) = &self.parts {
            let (is_part, other_is) = (parts.one.contains(&one), parts.other.contains(&other));
            if is_part != other_is || (self.is_one_state && !is_part && one != other) {
                return None;
            }
            if !is_part {
                self.outside.push((one, other));
                return Some(());
            }
        }
        match (self.earlier.segments.get(one), self.later.segments.get(other)) {
            (None, None) => {}
            (Some(_), Some(_)) => return self.bind_segments(one, other),
            _ => return None,
        }
        let facts = ObjectFacts::of(&self.earlier.memory, &self.earlier_stack, one)?;
        let found = ObjectFacts::of(&self.later.memory, &self.later_stack, other)?;
        if !facts.is_like(&found) || (facts.is_fixed() && one != other) {
            return None;
        }
        self.sizes((facts.size(), found.size()))?;
        self.matching.bind_as(one, other)?;
        self.open.push((one, other));
        Some(())
    }

    /// The sizes of two objects that are matched: where the earlier one's is no number, that of the later one has to be what that is.
    fn sizes(&mut self, (one, other): (Value, Value)) -> Option<()> {
        let Value::Term(size) = one else { return (one == other).then_some(()) };
        let other = match other {
            Value::Term(other) => other,
            Value::Int(other) => self.terms.bv(self.later.memory.pointer_bits(), other),
            _ => return None,
        };
        self.open_sizes.push((size, other));
        Some(())
    }

    /// Objects whose addresses are numbers stay what they are, all of them: what else has an address limits it.
    fn observed(&mut self) -> Option<()> {
        for object in self.earlier.memory.observed() {
            let address = |state: &State| state.memory.object(object).and_then(|o| o.address);
            let term = address(self.earlier)?;
            if address(self.later) != Some(term) {
                return None;
            }
            self.bind(object, object)?;
            self.same_term(term)?;
        }
        self.objects()
    }

    /// Whether dead objects lived at the same time as others: comparisons with pointers that dangle depend on it.
    fn lives(&self) -> Option<()> {
        let overlap = |state: &State, one, other| {
            let object = |id| state.memory.object(id);
            Some(object(one)?.overlaps_life(object(other)?))
        };
        for (&dead, &its) in &self.matching.objects {
            if self.earlier.memory.object(dead)?.is_alive() {
                continue;
            }
            for (&one, &other) in self.matching.objects.iter().filter(|(one, _)| **one != dead) {
                if overlap(self.earlier, dead, one)? != overlap(self.later, its, other)? {
                    return None;
                }
            }
        }
        Some(())
    }

    /// What the earlier state knows of all elements of arrays, the later one knows, of the same arrays.
    fn relations(&self) -> Option<()> {
        if !self.earlier.memory.relations_are_in(&self.later.memory) {
            return None;
        }
        for term in self.earlier.memory.related_terms() {
            for symbol in self.terms.symbols(term).iter() {
                let bound = self.matching.numbers.get(symbol);
                if bound.is_some_and(|bound| self.terms.as_symbol(*bound) != Some(*symbol)) {
                    return None;
                }
            }
        }
        Some(())
    }

    fn finish(mut self) -> Option<Inclusion> {
        self.relations()?;
        // An address that was bound to a number would be that of another object.
        let is_address = |&symbol: &SymbolId| is_address_symbol(self.terms.symbol_name(symbol));
        let mut bound = self.matching.numbers.iter();
        if bound
            .any(|(symbol, &to)| is_address(symbol) && self.terms.as_symbol(to) != Some(*symbol))
        {
            return None;
        }
        let (equal, matching) = (self.equal.clone(), self.matching.clone());
        let mut conditions = vec![self.all_conditions()];
        if self.bind_idle_numbers() {
            self.equal = equal;
            conditions.push(self.all_conditions());
        }
        let is_false = |&condition: &TermId| self.terms.as_bool(condition) == Some(false);
        conditions.retain(|conditions| !conditions.iter().any(is_false));
        (!conditions.is_empty()).then_some(Inclusion { matching, conditions })
    }

    /// All that has to hold, as symbols are bound.
    fn all_conditions(&mut self) -> Vec<TermId> {
        let named = self.named();
        let mut conditions = self.conditions_of_numbers(&named, false);
        conditions.extend(&self.conditions);
        conditions.sort_unstable();
        conditions.dedup();
        conditions.retain(|&condition| self.terms.as_bool(condition) != Some(true));
        conditions
    }

    /// The symbols of the earlier state whose values matter.
    pub(super) fn named(&self) -> FxHashSet<SymbolId> {
        let mut named: FxHashSet<SymbolId> = self.matching.numbers.keys().copied().collect();
        for &(one, _) in &self.equal {
            named.extend(self.terms.symbols(one).iter().copied());
        }
        named
    }

    /// What has to hold so that the numbers that were compared are the same, and the earlier state's conditions about them hold: of
    /// a template those about its numbers, else those about none of any template.
    pub(super) fn conditions_of_numbers(
        &mut self,
        named: &FxHashSet<SymbolId>,
        of_template: bool,
    ) -> Vec<TermId> {
        let mut conditions = self.earlier.path.about(named);
        conditions.retain(|&condition| {
            let symbols = self.terms.symbols(condition);
            match of_template {
                true => symbols.iter().any(|symbol| named.contains(symbol)),
                false => !symbols.iter().any(|symbol| self.local.contains(symbol)),
            }
        });
        let equal = std::mem::take(&mut self.equal);
        conditions.extend(equal.iter().map(|&(one, _)| one));
        let mut numbers: FxHashMap<SymbolId, TermId> = self.matching.numbers.clone();
        self.bind_idle_arrays(&conditions, &mut numbers);
        let mut conditions = self.terms.substitute_all(&conditions, &numbers);
        let values = conditions.split_off(conditions.len() - equal.len());
        for (value, (_, other)) in values.into_iter().zip(equal) {
            let same = self.terms.eq(value, other);
            conditions.push(same);
        }
        conditions
    }
}
