//! Calls and returns.
//!
//! The caller's frame stays at its call until the callee returns. Frames are values on a persistent
//! list, so recursion of the program is no recursion here.

use klew_ir::{FunctionBody, FunctionId, Type};
use klew_memory::{AllocationRequest, Liveness, ObjectKind, SymbolicPointer, Value};
use klew_term::{Sort, TermId};

use crate::decode::op::{CallSite, Source, Target};
use crate::ending::{Limit, PathEndKind};
use crate::machine::{Flow, Machine, Step};
use crate::outcome::Approximation;
use crate::records;
use crate::state::{Frame, State};

/// What the function that a pointer of the input points to is called.
const INPUT_FUNCTION: &str = "behind a pointer of the input";

impl Machine<'_> {
    pub(super) fn call(&mut self, state: &mut State, site: &CallSite) -> Step {
        let function = match site.target {
            Target::Function(function) => function,
            Target::Pointer(pointer) => {
                if self.is_union_bytes(state, pointer) {
                    return Err(self.input_function(state));
                }
                if let Some(not_null) = self.called_input(state, pointer) {
                    return self.call_input(state, not_null, site);
                }
                if self.resolve_object(state, pointer)? == Some(true) {
                    return Ok(Flow::Forked);
                }
                if self.input_operand(state, pointer).is_some() {
                    return Err(self.input_function(state));
                }
                let place = self.place(state, pointer);
                let Some(function) = self.function_of(state, place.object()) else {
                    return Err(self.unsupported(state, "a call of what is no function"));
                };
                function
            }
        };
        let program = self.program;
        match &program.function(function).body {
            FunctionBody::Defined(_) => {
                self.enter(state, function, site)?;
                Ok(Flow::Moved)
            }
            FunctionBody::External => self.call_external(state, function, site),
            FunctionBody::Unsupported(why) => Err(self.unsupported(state, why.clone())),
        }
    }

    fn enter(&mut self, state: &mut State, function: FunctionId, site: &CallSite) -> Step<()> {
        if state.callers.len() + 1 >= self.configuration.limits.max_frames {
            return Err(PathEndKind::Cut(Limit::Frames));
        }
        let Some(code) = self.code(function) else {
            return Err(self.unsupported(state, "a function without code"));
        };
        let mut registers = self.registers(code.slots);
        let variadic = self.program.function(function).variadic;
        let declared = code.parameters.len() - usize::from(variadic && !code.parameters.is_empty());
        for (&(slot, wanted), &(source, given)) in
            code.parameters[..declared].iter().zip(site.arguments.iter())
        {
            let value = state.frame.read(source);
            // Another type than declared is a violation of `Property::Call`.
            registers[slot as usize] = if wanted == given { value } else { Value::Undefined };
        }
        let mut stack_objects = Vec::new();
        if declared < code.parameters.len() {
            let rest = site.arguments.get(declared..).unwrap_or_default();
            let block = self.variadic_block(state, rest)?;
            registers[code.parameters[declared].0 as usize] = Value::Pointer(block, 0);
            stack_objects.push(block);
        }
        self.trace_call(state, function, site);
        let place = self.place_of_call(state, function);
        let frame = Frame { function, code, place, next: 0, registers, stack_objects };
        let caller = std::mem::replace(&mut state.frame, frame);
        state.callers.push(caller);
        self.enter_block(state);
        self.settle(state)?;
        self.waits_for_like_calls(state)
    }

    /// Ends the path where what the call does is known by others like it.
    fn waits_for_like_calls(&mut self, state: &mut State) -> Step<()> {
        let Some(mut folding) = self.folding.take() else { return Ok(()) };
        let waits = folding.call(self, state);
        self.folding = Some(folding);
        if waits? { Err(PathEndKind::Subsumed) } else { Ok(()) }
    }

    /// Where a called function is ([`Frame::place`]).
    fn place_of_call(&self, state: &State, function: FunctionId) -> u32 {
        if !self.program.function(function).library {
            return function.0;
        }
        let caller = &state.frame;
        let within = match self.program.function(caller.function).library {
            true => caller.place,
            false => records::place(caller.place, caller.next),
        };
        records::place(within, function.0)
    }

    /// Marks the first block of the frame's function as entered.
    pub fn enter_block(&mut self, state: &mut State) {
        if !state.frame.code.told[0].get() {
            state.fresh.insert(state.frame.code.first_edge);
        }
        if !state.frame.code.covered[0].replace(true) {
            state.covered_new = true;
            let code = std::rc::Rc::clone(&state.frame.code);
            self.count_covered(&code, 0);
        }
    }

    /// A register file, of one that is not used any more if there is one.
    pub fn registers(&mut self, slots: u32) -> Vec<Value> {
        let mut registers = self.spare_registers.pop().unwrap_or_default();
        registers.clear();
        registers.resize(slots as usize, Value::Undefined);
        registers
    }

    /// Lays out variadic arguments as `Operation::Call` says.
    fn variadic_block(
        &mut self,
        state: &mut State,
        arguments: &[(Source, Type)],
    ) -> Step<klew_memory::ObjectId> {
        let slot = self.program.data_model.variadic_slot;
        let mut offsets = Vec::with_capacity(arguments.len());
        let mut end = 0u64;
        for &(_, value_type) in arguments {
            let size = value_type.store_size(self.pointer_bits());
            let align = if size > slot { 16 } else { slot };
            let offset = end.next_multiple_of(align);
            offsets.push(offset);
            end = offset + size.next_multiple_of(slot);
        }
        let mut request = AllocationRequest::new(ObjectKind::Stack, Value::Int(end));
        request.align = 16;
        request.position = self.position(state);
        let block = state.memory.allocate(request);
        let block = block.map_err(|error| self.memory_error(state, &error))?;
        for (&(source, value_type), offset) in arguments.iter().zip(offsets) {
            let value = state.frame.read(source);
            state.memory.store(self.terms, block, offset, value_type, value);
        }
        Ok(block)
    }

    fn call_external(&mut self, state: &mut State, function: FunctionId, site: &CallSite) -> Step {
        self.trace_call(state, function, site);
        let name = &self.program.function(function).name;
        self.call_unknown(state, name, site)
    }

    /// Calls what a pointer of the input points to; as with accesses, runs in which that is null are left to the check.
    fn call_input(&mut self, state: &mut State, not_null: TermId, site: &CallSite) -> Step {
        self.settle(state)?;
        if self.terms.as_bool(not_null) != Some(true) && !state.path.contains(not_null) {
            self.assume_term(state, not_null)?;
        }
        self.call_unknown(state, INPUT_FUNCTION, site)
    }

    /// Calls what may return anything, and is taken to change nothing.
    fn call_unknown(&mut self, state: &mut State, name: &str, site: &CallSite) -> Step {
        let pointer = site.results.iter().any(|&(_, value_type)| value_type == Type::Pointer);
        self.run.approximations.insert(Approximation::ExternalFunction {
            name: name.to_owned(),
            position: self.position(state),
            pointer,
        });
        // Results that nothing reads go to the sink, the last but one register.
        let sink = state.frame.code.slots.saturating_sub(2);
        let read = site.results.iter().any(|&(slot, _)| slot != sink);
        if read || site.arguments.iter().any(|&(source, _)| self.may_be_written(state, source)) {
            let name = self.name_of(name);
            state.external_calls.push(name);
        }
        for &(slot, value_type) in &site.results {
            state.externals += 1;
            let symbol = format!("result#{} {name}", state.externals);
            let value = match value_type {
                Type::Pointer => {
                    let offset =
                        self.terms.symbol_named(&symbol, Sort::BitVec(self.pointer_bits()));
                    let object = self.terms.bv(32, 0);
                    Value::SymbolicPointer(SymbolicPointer { object, offset })
                }
                other => {
                    let sort = klew_semantics::sort_of(other, self.pointer_bits());
                    Value::Term(self.terms.symbol_named(&symbol, sort))
                }
            };
            state.frame.registers[slot as usize] = value;
        }
        Ok(Flow::Next)
    }

    /// Whether who has that value may write through it.
    fn may_be_written(&self, state: &State, source: Source) -> bool {
        match state.frame.read(source) {
            Value::Pointer(object, _) => {
                state.memory.object(object).is_some_and(|object| object.writable)
            }
            Value::SymbolicPointer(_) => true,
            _ => false,
        }
    }

    pub(super) fn return_from(&mut self, state: &mut State, values: &[Source]) -> Step {
        if let Some(following) = state.following.filter(|it| it.is_call_of(state))
            && let Some(mut folding) = self.folding.take()
        {
            let end = folding.returns(self, state, (following, values));
            self.folding = Some(folding);
            return Err(end);
        }
        let Some(caller) = state.callers.pop() else {
            return Err(self.exit(state, PathEndKind::Returned));
        };
        let position = state.frame.position();
        let callee = std::mem::replace(&mut state.frame, caller);
        for &object in &callee.stack_objects {
            state.memory.end_life(object, Liveness::OutOfScope, position);
        }
        let code = std::rc::Rc::clone(&state.frame.code);
        let site = match code.ops.get(state.frame.next as usize) {
            Some(crate::decode::op::Op::Call { calls }) => &code.calls[*calls as usize],
            _ => return Err(self.unsupported(state, "a return to what is no call")),
        };
        for (index, &(slot, _)) in site.results.iter().enumerate() {
            state.frame.registers[slot as usize] = match values.get(index) {
                Some(&source) => callee.read(source),
                None => Value::Undefined,
            };
        }
        self.trace_return(state, &callee, values);
        if self.spare_registers.len() < 64 {
            self.spare_registers.push(callee.registers);
        }
        state.frame.next += 1;
        Ok(Flow::Moved)
    }
}
