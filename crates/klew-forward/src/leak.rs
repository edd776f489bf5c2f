//! The end of a run: heap objects that were not freed, or that nothing points to.

use klew_engine::{ViolationKind, Witness};
use klew_ir::bindings::Bindings;
use klew_ir::control_flow::ControlFlow;
use klew_ir::liveness::Liveness;
use klew_ir::{CheckId, Definition, Function, FunctionBody, Position, Program, Property, ValueId};
use klew_memory::{ObjectId, Value};

use crate::decode::op::NONE;
use crate::ending::PathEndKind;
use crate::machine::{Machine, Step};
use crate::report::Violation;
use crate::state::{Frame, State};

impl Machine<'_> {
    /// Checks the heap at the end of a run; how the path ends.
    pub fn exit(&mut self, state: &mut State, end: PathEndKind) -> PathEndKind {
        if self.in_precondition(state) {
            return PathEndKind::Infeasible;
        }
        if state.following.is_some() {
            return self.ends_in_followed_call(state);
        }
        match self.check_heap(state, end == PathEndKind::Returned) {
            Ok(false) => end,
            Ok(true) => PathEndKind::Violated,
            Err(end) => end,
        }
    }

    /// Checks the heap where a run ends by abort: such a run frees nothing any more, but it may well still
    /// reach what it has, so only `MemoryFreed` is checked (as SV-COMP defines it: before the program ends).
    pub fn abort(&mut self, state: &mut State) -> PathEndKind {
        if self.in_precondition(state) {
            return PathEndKind::Infeasible;
        }
        if !self.configuration.properties.contains(Property::MemoryFreed) {
            return PathEndKind::Aborted;
        }
        if state.following.is_some() {
            return self.ends_in_followed_call(state);
        }
        let objects = state.memory.alive_heap_objects();
        match self.report_leak(state, Property::MemoryFreed, &objects) {
            Ok(false) => PathEndKind::Aborted,
            Ok(true) => PathEndKind::Violated,
            Err(end) => end,
        }
    }

    /// What is on the heap of those who wait for the call is not known there ([`crate::folding::recursion`]).
    fn ends_in_followed_call(&self, state: &State) -> PathEndKind {
        self.unsupported(state, "the end of a run within recursion over trees and lists")
    }

    /// Whether something is wrong. What the entry function's own frame holds is gone if it `returned`.
    fn check_heap(&mut self, state: &mut State, returned: bool) -> Step<bool> {
        let mut wrong = false;
        if self.configuration.properties.contains(Property::MemoryFreed) {
            let objects = state.memory.alive_heap_objects();
            wrong |= self.report_leak(state, Property::MemoryFreed, &objects)?;
        }
        if self.configuration.properties.contains(Property::MemoryTracked)
            && !state.memory.alive_heap_objects().is_empty()
        {
            let roots = if returned { Vec::new() } else { roots(state) };
            let lost = self.lost(state, &roots)?;
            if lost.is_empty() && !returned && !self.lost_but_for_registers(state)?.is_empty() {
                let what = "telling whether a heap object is lost where the program ends by exit, as no variable \
                            that is still known leads to it";
                return Err(self.unsupported(state, what));
            }
            wrong |= self.report_leak(state, Property::MemoryTracked, &lost)?;
        }
        Ok(wrong)
    }

    fn lost(&mut self, state: &mut State, roots: &[Value]) -> Step<Vec<ObjectId>> {
        let lost = state.memory.unreachable_heap_objects(self.terms, roots);
        lost.map_err(|error| self.memory_error(state, &error))
    }

    /// The heap objects that are lost unless registers keep them which neither a variable is known to hold nor anything would still use:
    /// they may be what the compiler left, or a variable of which that is not known, as nobody needs its value.
    fn lost_but_for_registers(&mut self, state: &mut State) -> Step<Vec<ObjectId>> {
        let mut kept = Vec::new();
        for frame in state.frames() {
            kept.extend(frame.stack_objects.iter().map(|&object| Value::Pointer(object, 0)));
            match self.held_in(frame) {
                Some(slots) => {
                    kept.extend(slots.into_iter().map(|slot| frame.registers[slot as usize]));
                }
                None => kept.extend(frame.registers.iter().copied()),
            }
        }
        self.lost(state, &kept)
    }

    /// The registers of a frame that a variable holds or that would still be used; nothing where no variables are known.
    fn held_in(&mut self, frame: &Frame) -> Option<Vec<u32>> {
        let FunctionBody::Defined(definition) = &self.program.function(frame.function).body else {
            return None;
        };
        let program = self.program;
        let held = self.run.held.entry(frame.function).or_insert_with(|| {
            let flow = ControlFlow::new(definition);
            let bindings = Bindings::new(definition, &flow);
            let is_known = !bindings.is_empty() || has_variables(program, definition);
            is_known.then(|| (bindings, Liveness::new(definition, &flow)))
        });
        let (bindings, liveness) = held.as_ref()?;
        let block = frame.code.block_of(frame.next);
        let instruction = frame.code.origins[frame.next as usize] as usize;
        let mut values = liveness.live_after(definition, block, instruction);
        values.extend(bindings.values(block, instruction));
        let slot = |value: ValueId| frame.code.registers[value.0 as usize];
        Some(values.into_iter().map(slot).filter(|&slot| slot != NONE).collect())
    }

    /// Reported once for the place where the first of the objects was allocated.
    fn report_leak(
        &mut self,
        state: &mut State,
        property: Property,
        objects: &[ObjectId],
    ) -> Step<bool> {
        let Some(first) = objects.first().and_then(|&first| state.memory.object(first)) else {
            return Ok(false);
        };
        if self.strategy.retraces() {
            return Ok(true);
        }
        if let Some(end) = self.end_of_probe() {
            return Err(end);
        }
        if let Some(folding) = &mut self.folding {
            folding.suspicions.extend(CheckId::of_leaks(property));
            return Ok(true);
        }
        let position = first.allocated_at;
        self.run.failed_at_end = Some((property, position));
        let model = self.model(state)?;
        if !self.run.reported.insert((property, position, "leak", None)) {
            return Ok(true);
        }
        let everything = self.terms.true_();
        let model = self.with_plain_inputs(state, Violation::Condition, everything, model)?;
        let objects: Step<Vec<_>> = objects
            .iter()
            .map(|&object| self.object_info(state.memory.object(object), &model))
            .collect();
        let mut stack = vec![(state.frame.function, state.frame.position())];
        stack.extend(state.callers.iter_backwards().map(|f| (f.function, f.position())));
        let finding = Witness {
            check: CheckId::of_leaks(property).unwrap_or(CheckId::UNNUMBERED),
            property,
            kind: ViolationKind::Leak { objects: objects? },
            message: None,
            exception: None,
            position,
            stack,
            decisions: state.decisions.to_vec(),
            inputs: self.tape(state, &model)?,
            heap: self.heap_of(state, &model)?,
            symbols: self.terms.named(&model),
            made_up: self.made_up(state),
            choices: self.choices(state, []),
        };
        self.found(state, finding);
        Ok(true)
    }
}

/// Whether the variables of a function are known, though it may have none: its places are, and variables of other functions.
fn has_variables(program: &Program, definition: &Definition) -> bool {
    let first = definition.blocks.first().and_then(|block| block.instructions.first());
    let is_known = first.is_some_and(|first| first.position != Position::UNKNOWN);
    let binds = |function: &Function| match &function.body {
        FunctionBody::Defined(definition) if !function.library => !definition.variables.is_empty(),
        _ => false,
    };
    let names_globals = || program.globals.iter().any(|global| global.source_type.is_some());
    is_known && (program.functions.iter().any(binds) || names_globals())
}

/// What the live frames hold: registers, and what their stack objects hold.
pub fn roots(state: &State) -> Vec<Value> {
    let mut roots = Vec::new();
    for frame in std::iter::once(&state.frame).chain(state.callers.iter_backwards()) {
        let pointers = frame.registers.iter().copied();
        roots.extend(pointers.filter(|v| !matches!(v, Value::Int(_) | Value::Undefined)));
        roots.extend(frame.stack_objects.iter().map(|&object| Value::Pointer(object, 0)));
    }
    roots
}
