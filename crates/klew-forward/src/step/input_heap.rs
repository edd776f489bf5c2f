//! Input references: reading them, resolving them as the policy says, and accesses through them.
//!
//! Path-optimal, an access never forks: the memory keeps aliases within values. Under lazier# a reference is
//! resolved to null, an object that is there already, or a new one where it is accessed; under lazy where it is
//! read first: a field when it is loaded, any other when it is compared or accessed.

use klew_engine::{Decision, InputHeapPolicy};
use klew_ir::{Access, Type};
use klew_memory::{InputClass, Need, ObjectId, SymbolicPointer, Value};
use klew_term::{Kind, TermId};

use crate::decide::{Chosen, Feasibility};
use crate::decode::op::{CheckSite, Slot, Source};
use crate::ending::{Limit, PathEndKind};
use crate::machine::{Flow, Machine, Step};
use crate::state::State;
use crate::strategy::Authority;

impl Machine<'_> {
    /// The pointer in an operand, if it may point to an input object, or is a choice that goes without forking.
    pub fn input_operand(&mut self, state: &mut State, source: Source) -> Option<Value> {
        if !state.memory.has_input_references() {
            return None;
        }
        let pointer = self.current_pointer(state, source);
        let choice = match pointer {
            Value::SymbolicPointer(symbolic) => {
                self.configuration.input_heap == InputHeapPolicy::PathOptimal
                    && !self.terms.is_constant(symbolic.object)
                    && state.memory.alternatives(self.terms, &symbolic).is_some()
            }
            _ => false,
        };
        (choice || state.memory.is_input_pointer(self.terms, pointer)).then_some(pointer)
    }

    /// The pointer in an operand, references that were resolved replaced.
    pub fn current_pointer(&mut self, state: &mut State, source: Source) -> Value {
        let pointer = self.operand(state, source, Type::Pointer);
        let current = state.memory.with_resolved(self.terms, pointer);
        if current != pointer
            && let Some(slot) = source.slot()
        {
            state.frame.registers[slot as usize] = current;
        }
        current
    }

    /// Resolves what an operand holds where the policy wants a reference resolved when it is compared. Whether
    /// the instruction is to be run again.
    pub fn resolve_compared(&mut self, state: &mut State, source: Source) -> Step<bool> {
        if !state.memory.has_input_references() {
            return Ok(false);
        }
        let pointer = self.current_pointer(state, source);
        match state.memory.unresolved(self.terms, pointer) {
            Some(reference) if self.configuration.input_heap == InputHeapPolicy::Lazy => {
                self.resolve_reference(state, reference)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Under lazier#, a reference that is assumed not to be null (as the receiver of a method is) gets its object at
    /// once, where that is the only one that it can be.
    pub fn materialise_assumed(&mut self, state: &mut State, condition: TermId) -> Step<()> {
        if self.configuration.input_heap != InputHeapPolicy::Lazier
            || !state.memory.has_input_references()
        {
            return Ok(());
        }
        let terms = &*self.terms;
        if terms.kind(condition) != Kind::Not {
            return Ok(());
        }
        let equality = terms.arguments(condition)[0];
        if terms.kind(equality) != Kind::Eq {
            return Ok(());
        }
        let sides = terms.arguments(equality);
        let reference = match (terms.as_u64(sides[0]), terms.as_u64(sides[1])) {
            (Some(0), None) => sides[1],
            (None, Some(0)) => sides[0],
            _ => return Ok(()),
        };
        let pointer = SymbolicPointer { object: reference, offset: reference };
        let pointer = Value::SymbolicPointer(pointer);
        if state.memory.unresolved(self.terms, pointer).is_none()
            || state.memory.resolutions(self.terms, reference).len() != 2
        {
            return Ok(());
        }
        self.resolve_reference(state, reference)
    }

    /// Resolves a reference to null or to an object; the instruction is to be run again, also in the states
    /// that were forked.
    fn resolve_reference(&mut self, state: &mut State, reference: TermId) -> Step<()> {
        let (number, others) = self.choose_resolution(state, reference)?;
        for (number, mut other) in others {
            other.memory.resolve(self.terms, reference, number);
            let settled = self.settle(&mut other);
            self.push_resolved(state, other, settled)?;
        }
        state.memory.resolve(self.terms, reference, number);
        self.settle(state)
    }

    /// Takes a forked state in which a reference was resolved into the frontier, if it has no more objects than there may be.
    fn push_resolved(&mut self, state: &State, other: Box<State>, settled: Step<()>) -> Step<()> {
        match settled {
            Ok(()) => self.run.forked.push(other),
            Err(PathEndKind::Cut(limit @ Limit::InputObjects(_))) => self.leave_out(state, limit),
            Err(end) => return Err(end),
        }
        Ok(())
    }

    fn choose_resolution(&mut self, state: &mut State, reference: TermId) -> Step<Chosen> {
        let alternatives = state.memory.resolutions(self.terms, reference);
        self.settle(state)?;
        // Not exhaustive: a new object has this number, though any other that no object has yet would do.
        self.choose(state, &alternatives, false)
    }

    /// Makes the object of a pointer one alternative, an input reference or a constant. Whether that was needed.
    pub fn single_input(
        &mut self,
        state: &mut State,
        source: Source,
        pointer: klew_memory::SymbolicPointer,
    ) -> Step<bool> {
        let Some(objects) = state.memory.alternatives(self.terms, &pointer) else {
            let error = klew_memory::MemoryError::UnboundedPointer;
            return Err(self.memory_error(state, &error));
        };
        if objects.len() < 2 {
            return Ok(false);
        }
        let mut alternatives = Vec::new();
        let mut none = self.terms.true_();
        for (index, &object) in objects.iter().enumerate() {
            let here = state.memory.same_object(self.terms, pointer.object, object);
            let condition = self.terms.and(none, here);
            let not = self.terms.not(here);
            none = self.terms.and(none, not);
            alternatives.push((index as u64, condition));
        }
        self.settle(state)?;
        let (number, others) = self.choose(state, &alternatives, true)?;
        let narrow = |machine: &mut Self, state: &mut State, number: u64| {
            if let (Some(slot), Some(&object)) = (source.slot(), objects.get(number as usize)) {
                let offset = klew_memory::offset_at(machine.terms, &pointer, object);
                let narrowed = state.memory.pointer_from(machine.terms, object, offset);
                state.frame.registers[slot as usize] = narrowed;
            }
        };
        for (number, mut other) in others {
            narrow(self, &mut other, number);
            self.run.forked.push(other);
        }
        narrow(self, state, number);
        Ok(true)
    }

    /// As `resolve_object`, where an operand may point to an input object: under lazy and lazier# the object is
    /// concrete afterwards, else it is one alternative.
    pub fn resolve_input(&mut self, state: &mut State, source: Source) -> Step<bool> {
        let Value::SymbolicPointer(pointer) = self.current_pointer(state, source) else {
            return Ok(false);
        };
        if self.single_input(state, source, pointer)? {
            return Ok(true);
        }
        let whole = Value::SymbolicPointer(pointer);
        match state.memory.unresolved(self.terms, whole) {
            Some(reference) if self.is_resolved(state, reference) => {
                self.resolve_reference(state, reference)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Whether a pointer may hold a reference that is to be one of the objects that there are.
    fn leads_to_all_objects(&mut self, state: &mut State, source: Source) -> bool {
        if self.configuration.input_object_max.is_none() {
            return false;
        }
        let Value::SymbolicPointer(pointer) = self.current_pointer(state, source) else {
            return false;
        };
        let alternatives = state.memory.alternatives(self.terms, &pointer).unwrap_or_default();
        alternatives.into_iter().any(|object| state.memory.has_all_objects(self.terms, object))
    }

    /// Whether an accessed reference gets one object.
    fn is_resolved(&self, state: &State, reference: TermId) -> bool {
        self.configuration.input_heap != InputHeapPolicy::PathOptimal
            || state.memory.has_all_objects(self.terms, reference)
    }

    /// What an access needs before it can be made. Nothing if the instruction is to be run again.
    fn before_access(
        &mut self,
        state: &mut State,
        source: Source,
        size: u64,
        access: Access,
        site: Option<&CheckSite>,
    ) -> Step<Option<Value>> {
        let resolves = self.configuration.input_heap != InputHeapPolicy::PathOptimal
            || self.leads_to_all_objects(state, source);
        if resolves && self.resolve_input(state, source)? {
            return Ok(None);
        }
        let pointer = self.current_pointer(state, source);
        match site {
            Some(site) => {
                let size = self.number(size);
                self.check_input(state, pointer, size, access, site)?;
            }
            None => self.assume_not_null(state, pointer)?,
        }
        Ok(Some(pointer))
    }

    /// Nothing checks the access: a front end does that only where the pointer cannot be null.
    fn assume_not_null(&mut self, state: &mut State, pointer: Value) -> Step<()> {
        let pointer = state.memory.pointer_terms(self.terms, pointer);
        let zero = self.terms.bv(32, 0);
        let null = state.memory.same_object(self.terms, pointer.object, zero);
        let condition = self.terms.not(null);
        self.settle(state)?;
        match self.terms.as_bool(condition) {
            Some(true) => return Ok(()),
            Some(false) => {
                return Err(
                    self.unsupported(state, "an invalid access that no check stands before")
                );
            }
            None if state.path.contains(condition) => return Ok(()),
            None => {}
        }
        self.assume_term(state, condition)
    }

    pub(super) fn load_input(
        &mut self,
        state: &mut State,
        result: Slot,
        source: Source,
        value_type: Type,
        site: Option<&CheckSite>,
    ) -> Step {
        let size = value_type.store_size(self.pointer_bits());
        let Some(pointer) = self.before_access(state, source, size, Access::Read, site)? else {
            return Ok(Flow::Forked);
        };
        let mut class = None;
        let value = loop {
            match state.memory.load_input(self.terms, pointer, value_type, class.as_ref()) {
                Ok(value) => break value,
                Err(need) => match self.meet(state, source, pointer, need)? {
                    Some(found) => class = Some(found),
                    None => return Ok(Flow::Forked),
                },
            }
        };
        self.settle(state)?;
        let value = state.memory.with_resolved(self.terms, value);
        state.frame.registers[result as usize] = value;
        let reference = match self.configuration.input_heap {
            InputHeapPolicy::Lazy => state.memory.unresolved(self.terms, value),
            _ => None,
        };
        let Some(reference) = reference else { return Ok(Flow::Next) };
        let (number, others) = self.choose_resolution(state, reference)?;
        let forked = !others.is_empty();
        let resolve = |machine: &mut Self, state: &mut State, number: u64| {
            state.memory.resolve(machine.terms, reference, number);
            let resolved = state.memory.with_resolved(machine.terms, value);
            state.frame.registers[result as usize] = resolved;
            state.frame.next += 1;
            machine.settle(state)
        };
        for (number, mut other) in others {
            let settled = resolve(self, &mut other, number);
            self.push_resolved(state, other, settled)?;
        }
        resolve(self, state, number)?;
        Ok(if forked { Flow::Forked } else { Flow::Moved })
    }

    pub(super) fn store_input(
        &mut self,
        state: &mut State,
        source: Source,
        value: Value,
        value_type: Type,
        site: Option<&CheckSite>,
    ) -> Step {
        let size = value_type.store_size(self.pointer_bits());
        let Some(pointer) = self.before_access(state, source, size, Access::Write, site)? else {
            return Ok(Flow::Forked);
        };
        let mut class = None;
        loop {
            let stored =
                state.memory.store_input(self.terms, pointer, value_type, value, class.as_ref());
            match stored {
                Ok(()) => break,
                Err(need) => match self.meet(state, source, pointer, need)? {
                    Some(found) => class = Some(found),
                    None => return Ok(Flow::Forked),
                },
            }
        }
        self.settle(state)?;
        Ok(Flow::Next)
    }

    /// Decides what an access depends on: the class of the object, or nothing where the instruction is to be run
    /// again.
    fn meet(
        &mut self,
        state: &mut State,
        source: Source,
        pointer: Value,
        need: Need,
    ) -> Step<Option<InputClass>> {
        self.settle(state)?;
        match need {
            Need::Unsupported(error) => Err(self.memory_error(state, &error)),
            Need::Object => {
                if let Value::SymbolicPointer(symbolic) = pointer
                    && self.single_input(state, source, symbolic)?
                {
                    return Ok(None);
                }
                Err(self.unsupported(state, "a write through such a pointer"))
            }
            Need::Offset => {
                let Value::SymbolicPointer(symbolic) = pointer else {
                    return Err(self.unsupported(state, "an access at such an offset"));
                };
                if self.single_input(state, source, symbolic)? {
                    return Ok(None);
                }
                let most = self.configuration.limits.max_sizes;
                let what = "the offset in an input object";
                let (number, others) = self.choose_value(state, symbolic.offset, most, what)?;
                let Some(slot) = source.slot() else {
                    return Err(self.unsupported(state, "an access at such an offset"));
                };
                for (number, mut other) in others {
                    let offset = self.number(number);
                    other.frame.registers[slot as usize] =
                        other.memory.pointer_from(self.terms, symbolic.object, offset);
                    self.run.forked.push(other);
                }
                let offset = self.number(number);
                state.frame.registers[slot as usize] =
                    state.memory.pointer_from(self.terms, symbolic.object, offset);
                Ok(None)
            }
            Need::Class(classes) => self.choose_class(state, pointer, &classes),
        }
    }

    /// Finds out of which classes an object is. Most often the path says it already: one query tells.
    fn choose_class(
        &mut self,
        state: &mut State,
        pointer: Value,
        classes: &[InputClass],
    ) -> Step<Option<InputClass>> {
        let mut alternatives = Vec::new();
        for (index, class) in classes.iter().enumerate() {
            match state.memory.input_class_condition(self.terms, pointer, class) {
                Ok(condition) => alternatives.push((index as u64, condition)),
                Err(_) => return Err(self.unsupported(state, "an object of such a class")),
            }
        }
        self.settle(state)?;
        if self.authority(state) == Authority::Solver {
            let model = self.model(state)?;
            for &(number, condition) in &alternatives {
                if !self.holds(&model, condition)? {
                    continue;
                }
                let not = self.terms.not(condition);
                if let Feasibility::Infeasible = self.feasible(state, not) {
                    state.decisions.push(Decision::forced(number));
                    return Ok(classes.get(number as usize).cloned());
                }
                break;
            }
        }
        // Without a class that has something there the access is not one.
        let (number, others) = self.choose(state, &alternatives, true)?;
        let forked = !others.is_empty();
        for (_, other) in others {
            self.run.forked.push(other);
        }
        if forked {
            return Ok(None);
        }
        Ok(classes.get(number as usize).cloned())
    }

    /// The identity under which the memory knows an alternative of a pointer.
    pub fn input_identity(&self, state: &State, object: TermId) -> ObjectId {
        state.memory.input_identity(self.terms, object)
    }

    /// The end of a path that calls through a function pointer of the input.
    pub fn input_function(&self, state: &State) -> PathEndKind {
        self.unsupported(state, "a call through a function pointer of the input")
    }
}
