//! Allocation and access.
//!
//! A pointer whose object is symbolic is resolved first: the state is forked over the objects, and in
//! each fork the register holds a pointer into one object; then the instruction is run again.

use klew_engine::InputAssumption;
use klew_ir::{Access, ObjectKind, Position, Type};
use klew_memory::{AccessResult, AllocationRequest, Liveness, MemoryError, ObjectId, Value};
use klew_term::{Kind, TermId};

use crate::decode::mask;
use crate::decode::op::{AllocationSite, CheckSite, Slot, Source};
use crate::ending::{Limit, PathEndKind};
use crate::folding::allocators::Allocators;
use crate::machine::{Flow, Machine, Step};
use crate::place::Place;
use crate::state::{Frame, State};
use crate::step::note_external;
use crate::step::window::{Keeps, Touch};

/// The most bytes that are copied where numbers are widened: sizes are anything there, and each byte of an array may be a term.
const MOST_FOLDED: u64 = 1 << 14;

impl Machine<'_> {
    /// What memory does not support ends the path.
    pub fn memory_error(&self, state: &State, error: &MemoryError) -> PathEndKind {
        self.unsupported(state, error.to_string())
    }

    /// The object that a pointer points into, if that is not symbolic.
    pub fn object_of(&self, state: &State, pointer: Value) -> ObjectId {
        match pointer {
            Value::Pointer(object, _) => object,
            Value::SymbolicPointer(pointer) => {
                self.terms.as_u64(pointer.object).map_or(ObjectId::NULL, ObjectId::from_bits)
            }
            _ => {
                let _ = state;
                ObjectId::NULL
            }
        }
    }

    /// Makes the object of a pointer operand concrete. Whether that was needed: then the instruction is to
    /// be run again (states may have been forked). Nothing if the operand cannot be a pointer.
    pub fn resolve_object(&mut self, state: &mut State, source: Source) -> Step<Option<bool>> {
        if self.input_operand(state, source).is_some() {
            return Ok(Some(self.resolve_input(state, source)?));
        }
        let pointer = match self.operand(state, source, Type::Pointer) {
            Value::Pointer(ObjectId::NULL, 1..) => {
                return self.resolve_number(state, source).map(Some);
            }
            Value::Pointer(..) => return Ok(Some(false)),
            Value::SymbolicPointer(pointer) => pointer,
            _ => return Ok(None),
        };
        match self.terms.as_u64(pointer.object) {
            Some(0) => return self.resolve_number(state, source).map(Some),
            Some(_) => return Ok(Some(false)),
            None => {}
        }
        let Some(mut cases) = klew_memory::cases(self.terms, &pointer) else {
            return Err(self.memory_error(state, &MemoryError::UnboundedPointer));
        };
        let all = cases.len() <= self.configuration.limits.max_objects;
        if !all {
            cases.truncate(self.configuration.limits.max_objects);
            let position = self.position(state);
            self.leave_out(
                state,
                Limit::Values { what: "the objects of a pointer".into(), position },
            );
        }
        let alternatives: Vec<_> =
            cases.iter().map(|case| (case.object.bits(), case.condition)).collect();
        let (number, others) = self.choose(state, &alternatives, all)?;
        for (number, mut other) in others {
            self.narrow(&mut other, source, &cases, number);
            self.run.forked.push(other);
        }
        self.narrow(state, source, &cases, number);
        Ok(Some(true))
    }

    /// Where a pointer points whose object is known.
    pub fn place(&mut self, state: &mut State, source: Source) -> Place {
        let pointer = self.operand(state, source, Type::Pointer);
        let object = self.object_of(state, pointer);
        note_external(self.external_globals, object, &mut self.run.approximations);
        match pointer {
            Value::Pointer(object, offset) => Place::At(object, offset),
            Value::SymbolicPointer(pointer) => match self.terms.as_u64(pointer.offset) {
                Some(offset) => Place::At(object, offset),
                None => Place::Within(object, pointer.offset),
            },
            _ => Place::At(ObjectId::NULL, 0),
        }
    }

    /// A pointer-wide number as a term.
    pub fn number(&mut self, number: u64) -> TermId {
        let width = self.pointer_bits();
        self.terms.bv(width, number)
    }

    /// The offset of a place as a term.
    pub fn offset_term(&mut self, place: Place) -> TermId {
        match place {
            Place::At(_, offset) => self.number(offset),
            Place::Within(_, offset) => offset,
        }
    }

    /// An access without a check that failed to be one: nothing that a front end may leave out.
    fn unchecked(&self, state: &State, place: Place, size: u64, access: Access) -> Step<()> {
        let result = match place {
            Place::At(object, offset) => state.memory.access(object, offset, size, access),
            Place::Within(object, _) => state.memory.access_object(object, access),
        };
        match result {
            AccessResult::Valid | AccessResult::SymbolicSize(_) => Ok(()),
            _ => Err(self.unsupported(state, "an invalid access that no check stands before")),
        }
    }

    /// Checks an access to a value of a type, with its own check if it has one; then where it goes. Nothing
    /// if states were forked, and the instruction is to be run again.
    fn checked_place(
        &mut self,
        state: &mut State,
        pointer: Source,
        value_type: Type,
        access: Access,
        site: Option<&CheckSite>,
    ) -> Step<Option<Place>> {
        let size = value_type.store_size(self.pointer_bits());
        if self.resolve_object(state, pointer)? == Some(true) {
            return Ok(None);
        }
        let place = self.place(state, pointer);
        match site {
            Some(site) => {
                let size = self.number(size);
                self.check_place(state, place, size, access, site)?;
            }
            None => self.unchecked(state, place, size, access)?,
        }
        if self.fork_on_index(state, pointer, place, value_type)? {
            return Ok(None);
        }
        Ok(Some(place))
    }

    pub(super) fn load(
        &mut self,
        state: &mut State,
        result: Slot,
        pointer: Source,
        value_type: Type,
        site: Option<&CheckSite>,
    ) -> Step {
        if self.input_operand(state, pointer).is_some() {
            return self.load_input(state, result, pointer, value_type, site);
        }
        let size = value_type.store_size(self.pointer_bits());
        let Some(place) = self.checked_place(state, pointer, value_type, Access::Read, site)?
        else {
            return Ok(Flow::Forked);
        };
        if self.unfold_place(state, place, size)? {
            return Ok(Flow::Forked);
        }
        let value = match place {
            Place::At(object, offset) => state.memory.load(self.terms, object, offset, value_type),
            Place::Within(object, offset) => {
                let keeps = Keeps::Pointers;
                let window = self.window(state, Touch { object, offset, size, keeps })?;
                state.memory.load_between(self.terms, (object, offset), value_type, window)
            }
        };
        state.frame.registers[result as usize] = self.chosen_on_path(state, value);
        self.settle(state)?;
        Ok(Flow::Next)
    }

    /// What memory holds as a choice, made where the bounds of the path's inputs tell it. By bounds alone: they follow from
    /// the path's constraints, so that a path that is followed again comes to the same terms.
    fn chosen_on_path(&mut self, state: &State, value: Value) -> Value {
        let Value::Term(mut term) = value else { return value };
        let before = term;
        while self.terms.kind(term) == Kind::Ite {
            let &[condition, then, otherwise] = self.terms.arguments(term) else { break };
            let Some(holds) = state.path.narrowed.decides(self.terms, condition) else { break };
            term = if holds { then } else { otherwise };
        }
        if term == before {
            return value;
        }
        self.explain_same(state, before, term);
        klew_memory::from_term(self.terms, term)
    }

    pub(super) fn store(
        &mut self,
        state: &mut State,
        pointer: Source,
        value: Source,
        value_type: Type,
        site: Option<&CheckSite>,
    ) -> Step {
        if self.input_operand(state, pointer).is_some() {
            let value = state.frame.read(value);
            return self.store_input(state, pointer, value, value_type, site);
        }
        let size = value_type.store_size(self.pointer_bits());
        let Some(place) = self.checked_place(state, pointer, value_type, Access::Write, site)?
        else {
            return Ok(Flow::Forked);
        };
        if self.unfold_place(state, place, size)? {
            return Ok(Flow::Forked);
        }
        let value = state.frame.read(value);
        match place {
            Place::At(object, offset) => {
                state.memory.store(self.terms, object, offset, value_type, value);
            }
            Place::Within(object, offset) => {
                let keeps = self.kept_by_write(state, object);
                let window = self.window(state, Touch { object, offset, size, keeps })?;
                let place = (object, offset);
                state.memory.store_between(self.terms, place, value_type, value, window);
            }
        }
        self.trace_store(state, place, value, value_type);
        self.settle(state)?;
        Ok(Flow::Next)
    }

    pub(super) fn allocate(
        &mut self,
        state: &mut State,
        result: Slot,
        size: Source,
        site: &AllocationSite,
    ) -> Step {
        let most = mask(self.pointer_bits()) >> 1;
        let value = self.operand(state, size, Type::Int(self.pointer_bits()));
        let fits = match value {
            Value::Int(bytes) => bytes <= most,
            _ => {
                let size =
                    self.value_term(&mut state.memory, value, Type::Int(self.pointer_bits()));
                let most = self.number(most);
                let fits = self.terms.bv_ule(size, most);
                let not = self.terms.not(fits);
                if self.terms.as_bool(fits) == Some(true) || site.kind == ObjectKind::Stack {
                    self.assume_size(state, fits)?;
                    true
                } else {
                    let (number, others) = self.choose(state, &[(1, fits), (0, not)], true)?;
                    let forked = !others.is_empty();
                    for (number, mut other) in others {
                        self.make_object(&mut other, result, value, site, number == 1)?;
                        other.frame.next += 1;
                        self.run.forked.push(other);
                    }
                    self.make_object(state, result, value, site, number == 1)?;
                    state.frame.next += 1;
                    return Ok(if forked { Flow::Forked } else { Flow::Moved });
                }
            }
        };
        self.make_object(state, result, value, site, fits)?;
        Ok(Flow::Next)
    }

    /// A stack object of a size that may be too large is only followed where it is not.
    fn assume_size(&mut self, state: &mut State, fits: TermId) -> Step<()> {
        if self.always(state, fits)? {
            return Ok(());
        }
        let (_, _) = self.choose(state, &[(1, fits)], false)?;
        let position = self.position(state);
        self.leave_out(
            state,
            Limit::Values { what: "the size of a stack object".into(), position },
        );
        Ok(())
    }

    /// A new object, or null where it is too large.
    fn make_object(
        &mut self,
        state: &mut State,
        result: Slot,
        size: Value,
        site: &AllocationSite,
        fits: bool,
    ) -> Step<()> {
        if !fits {
            if site.kind == ObjectKind::Stack {
                return Err(self.unsupported(state, "a stack object larger than memory"));
            }
            state.frame.registers[result as usize] = Value::NULL;
            return Ok(());
        }
        let function = self.program.function(state.frame.function);
        let variable = site.variable.and_then(|variable| match &function.body {
            klew_ir::FunctionBody::Defined(definition) => {
                definition.variables.get(variable.0 as usize)
            }
            _ => None,
        });
        let mut request = AllocationRequest::new(site.kind.into(), size);
        request.align = site.align.max(1);
        request.zeroed = site.zeroed;
        request.source_type = site.source_type;
        request.name = variable.map(|variable| self.name_of(&variable.name));
        request.position = self.position(state);
        request.requested_at = self.requested_at(state);
        let object = state.memory.allocate(request);
        let object = object.map_err(|error| self.memory_error(state, &error))?;
        if site.kind == ObjectKind::Stack {
            state.frame.stack_objects.push(object);
        }
        state.frame.registers[result as usize] = Value::Pointer(object, 0);
        self.trace_allocation(state, object);
        self.settle(state)
    }

    /// For which place something is allocated, where chains are folded: the call of a function that does no more than that.
    fn requested_at(&self, state: &State) -> Option<Position> {
        self.folding.as_ref()?;
        let allocators = self.allocators.get_or_init(|| Allocators::of(self.program));
        let is_own = |frame: &Frame| !allocators.contains(frame.function);
        if is_own(&state.frame) {
            return None;
        }
        state.callers.iter_backwards().find(|frame| is_own(frame)).map(Frame::position)
    }

    pub(super) fn free(&mut self, state: &mut State, pointer: Source) -> Step {
        if self.resolve_object(state, pointer)? == Some(true) {
            return Ok(Flow::Forked);
        }
        if let Some(value) = self.input_operand(state, pointer) {
            let value = state.memory.pointer_terms(self.terms, value);
            self.run.assumptions.insert(InputAssumption::HeapAllocated);
            state.memory.free_input(self.terms, value.object);
            self.settle(state)?;
            return Ok(Flow::Next);
        }
        let place = self.place(state, pointer);
        let object = place.object();
        if object.is_null() {
            // A number that is not null was a finding of the check.
            return Ok(Flow::Next);
        }
        if self.unfold_whole(state, object)? {
            return Ok(Flow::Forked);
        }
        let freeable = state.memory.object(object).is_some_and(|object| {
            use klew_memory::ObjectKind::{Heap, Input};
            matches!(object.kind, Heap | Input) && object.is_alive()
        });
        if !freeable {
            return Err(self.unsupported(state, "an invalid free that no check stands before"));
        }
        let position = self.position(state);
        state.memory.end_life(object, Liveness::Freed, position);
        self.trace_free(state, object);
        self.settle(state)?;
        Ok(Flow::Next)
    }

    pub(super) fn scope(&mut self, state: &mut State, pointer: Source, starts: bool) -> Step {
        let object = self.place(state, pointer).object();
        if state
            .memory
            .object(object)
            .is_none_or(|object| object.kind != klew_memory::ObjectKind::Stack)
        {
            return Err(self.unsupported(state, "the scope of what is no variable"));
        }
        if starts {
            state.memory.start_scope(self.terms, object);
        } else {
            let position = self.position(state);
            state.memory.end_life(object, Liveness::OutOfScope, position);
        }
        state.frame.set_in_scope(object, starts);
        self.settle(state)?;
        Ok(Flow::Next)
    }

    pub(super) fn release_stack(&mut self, state: &mut State, mark: Source) -> Step {
        let Value::Int(mark) = state.frame.read(mark) else {
            return Err(self.unsupported(state, "a stack mark that is not one"));
        };
        let position = self.position(state);
        let kept = state.frame.stack_objects.len().min(mark as usize);
        for object in state.frame.stack_objects.split_off(kept) {
            state.memory.end_life(object, Liveness::OutOfScope, position);
        }
        Ok(Flow::Next)
    }

    /// Makes a symbolic number of bytes concrete if memory cannot do with it. As `resolve_object`.
    pub(super) fn resolve_size(&mut self, state: &mut State, source: Source) -> Step<bool> {
        let width = Type::Int(self.pointer_bits());
        let term = self.operand_term(state, source, width);
        let most = self.configuration.limits.max_sizes;
        let what = "the number of bytes of a copy";
        let (number, others) = self.choose_value(state, term, most, what)?;
        let Some(slot) = source.slot() else { return Ok(false) };
        for (number, mut other) in others {
            other.frame.registers[slot as usize] = Value::Int(number);
            self.run.forked.push(other);
        }
        state.frame.registers[slot as usize] = Value::Int(number);
        Ok(true)
    }

    /// As `resolve_object`, for a place whose offset memory needs concrete.
    fn resolve_offset(&mut self, state: &mut State, source: Source) -> Step<bool> {
        let Place::Within(object, offset) = self.place(state, source) else { return Ok(false) };
        let most = self.configuration.limits.max_sizes;
        let what = "the offset of a copy";
        let (number, others) = self.choose_value(state, offset, most, what)?;
        let Some(slot) = source.slot() else { return Ok(false) };
        for (number, mut other) in others {
            other.frame.registers[slot as usize] = Value::Pointer(object, number);
            self.run.forked.push(other);
        }
        state.frame.registers[slot as usize] = Value::Pointer(object, number);
        Ok(true)
    }

    /// Runs an instruction again if something about it became concrete; otherwise nothing would change.
    fn again(&self, state: &State, narrowed: bool) -> Step {
        if narrowed { Ok(Flow::Forked) } else { Err(self.unsupported(state, "such a copy")) }
    }

    pub(super) fn copy(
        &mut self,
        state: &mut State,
        destination: Source,
        source: Source,
        size: Source,
    ) -> Step {
        let bytes = self.operand(state, size, Type::Int(self.pointer_bits()));
        if bytes == Value::Int(0) {
            return Ok(Flow::Next);
        }
        if self.input_operand(state, destination).is_some()
            || self.input_operand(state, source).is_some()
        {
            return self.copy_input(state, (destination, source, size));
        }
        if self.resolve_object(state, destination)? == Some(true)
            || self.resolve_object(state, source)? == Some(true)
        {
            return Ok(Flow::Forked);
        }
        let (to, from) = (self.place(state, destination), self.place(state, source));
        if self.unfold_whole(state, to.object())? || self.unfold_whole(state, from.object())? {
            return Ok(Flow::Forked);
        }
        if self.is_any_length(state, size) && self.copy_anything(state, (to, from), size)? {
            return Ok(Flow::Next);
        }
        let count = match bytes {
            Value::Int(count) => count,
            _ => 1,
        };
        if let Value::Int(_) = bytes {
            self.unchecked(state, to, count, Access::Write)?;
            self.unchecked(state, from, count, Access::Read)?;
        }
        let is_large = self.folding.is_some() && count > MOST_FOLDED;
        let is_any = self.folding.is_some() && state.memory.elements_term(from.object()).is_some();
        let is_whole = is_large || self.overwrites_anything(state, size);
        if (is_whole || is_any) && !state.memory.holds_pointers(from.object()) {
            let start = self.offset_term(from);
            let end = self.end_of_text(state, (from.object(), start));
            let count = self.operand_term(state, size, Type::Int(self.pointer_bits()));
            if self.overwrite_field(state, end, (to, start, count)) {
                return Ok(Flow::Next);
            }
            if is_whole && self.overwrite(state, to) {
                self.copy_text(state, end, (to, start, count));
                return Ok(Flow::Next);
            }
        }
        if is_large {
            return Err(self.unsupported(state, "a large copy where numbers are widened"));
        }
        if let (Place::At(to, at), Place::At(from, from_at), Value::Int(count)) = (to, from, bytes)
        {
            state.memory.copy(self.terms, (to, at), (from, from_at), count);
        } else {
            let places = (to.object(), from.object());
            let starts = (to, from);
            let (at, from_at) = (self.offset_term(to), self.offset_term(from));
            let count = self.operand_term(state, size, Type::Int(self.pointer_bits()));
            let to = (places.0, at);
            let from = (places.1, from_at);
            let copied = state.memory.copy_at(self.terms, to, from, count).is_ok()
                || self.copy_all(state, starts, count)?;
            if !copied {
                let again = if !matches!(bytes, Value::Int(_)) {
                    self.resolve_size(state, size)?
                } else {
                    self.resolve_offset(state, destination)?
                        || self.resolve_offset(state, source)?
                };
                return self.again(state, again);
            }
        }
        self.settle(state)?;
        Ok(Flow::Next)
    }

    /// How many bytes of an object lie behind so many from a place on, where that is a small number and the range may be written as a
    /// whole.
    pub(super) fn bytes_behind(
        &mut self,
        state: &mut State,
        to: (ObjectId, u64),
        size: TermId,
    ) -> Step<Option<u64>> {
        if self.folding.is_some() {
            return Ok(None);
        }
        let Some((behind, bytes)) = state.memory.bytes_behind(self.terms, to, size) else {
            return Ok(None);
        };
        let number = self.number(bytes);
        let is_so = self.terms.eq(behind, number);
        Ok(self.always(state, is_so)?.then_some(bytes))
    }

    /// Copies elements to an object that they fill. Whether that was done.
    fn copy_all(&mut self, state: &mut State, places: (Place, Place), size: TermId) -> Step<bool> {
        let (Place::At(to, at), Place::At(from, start)) = places else { return Ok(false) };
        let Some(behind) = self.bytes_behind(state, (to, at), size)? else { return Ok(false) };
        Ok(state.memory.copy_to_end(self.terms, (to, at), (from, start), (size, behind)))
    }

    /// Sets all bytes of an object from a place on. Whether that was done.
    fn fill_all(&mut self, state: &mut State, to: Place, byte: Value, size: TermId) -> Step<bool> {
        let (Place::At(to, at), Value::Int(byte)) = (to, byte) else { return Ok(false) };
        let Some(behind) = self.bytes_behind(state, (to, at), size)? else { return Ok(false) };
        state.memory.fill_to_end(self.terms, (to, at), byte as u8, (size, behind));
        Ok(true)
    }

    pub(super) fn fill(
        &mut self,
        state: &mut State,
        destination: Source,
        byte: Source,
        size: Source,
    ) -> Step {
        let bytes = self.operand(state, size, Type::Int(self.pointer_bits()));
        if bytes == Value::Int(0) {
            return Ok(Flow::Next);
        }
        if self.input_operand(state, destination).is_some() {
            return self.fill_input(state, (destination, byte, size));
        }
        if self.resolve_object(state, destination)? == Some(true) {
            return Ok(Flow::Forked);
        }
        let to = self.place(state, destination);
        if self.unfold_whole(state, to.object())? {
            return Ok(Flow::Forked);
        }
        let byte = state.frame.read(byte);
        if matches!(byte, Value::Int(_) | Value::Term(_))
            && self.overwrites_anything(state, size)
            && self.overwrite(state, to)
        {
            return Ok(Flow::Next);
        }
        if let Value::Int(count) = bytes {
            self.unchecked(state, to, count, Access::Write)?;
        }
        if let (Place::At(to, at), Value::Int(count)) = (to, bytes) {
            state.memory.fill(self.terms, (to, at), byte, count);
        } else {
            let at = self.offset_term(to);
            let count = self.operand_term(state, size, Type::Int(self.pointer_bits()));
            let filled = self.fill_all(state, to, byte, count)?
                || state.memory.fill_at(self.terms, (to.object(), at), byte, count).is_ok();
            if !filled {
                let again = if !matches!(bytes, Value::Int(_)) {
                    self.resolve_size(state, size)?
                } else {
                    self.resolve_offset(state, destination)?
                };
                return self.again(state, again);
            }
        }
        self.settle(state)?;
        Ok(Flow::Next)
    }

    /// Makes everything about a range of bytes concrete; nothing if the instruction is to be run again.
    pub(super) fn concrete_range(
        &mut self,
        state: &mut State,
        pointer: Source,
        size: Source,
    ) -> Step<Option<(ObjectId, u64, u64)>> {
        if self.resolve_object(state, pointer)? == Some(true) {
            return Ok(None);
        }
        if !matches!(self.operand(state, size, Type::Int(self.pointer_bits())), Value::Int(_))
            && self.resolve_size(state, size)?
        {
            return Ok(None);
        }
        if self.resolve_offset(state, pointer)? {
            return Ok(None);
        }
        let Value::Int(count) = state.frame.read(size) else {
            return Err(self.unsupported(state, "a size that is no number"));
        };
        let place = self.place(state, pointer);
        if self.unfold_whole(state, place.object())? {
            return Ok(None);
        }
        if count != 0 {
            self.unchecked(state, place, count, Access::Write)?;
        }
        match place {
            Place::At(object, offset) => Ok(Some((object, offset, count))),
            Place::Within(..) => Err(self.unsupported(state, "a place that is not concrete")),
        }
    }
}
