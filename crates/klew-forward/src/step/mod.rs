//! One instruction after the other: the loop that runs a state.
//!
//! Concrete integers are computed in the loop itself, without terms, hashing or allocation; everything
//! else is a method of the machine, one file per kind of instruction.

mod any_length;
pub mod arithmetic;
mod beyond;
pub mod call;
pub mod control;
pub mod convert;
pub mod float;
mod index;
pub mod input;
mod input_copy;
mod input_heap;
mod memory;
mod narrow;
mod number;
mod trace;
mod window;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_ir::{Access, BlockId, Type};
use klew_memory::{AccessResult, ObjectId, Value};

use crate::decode::mask;
use crate::decode::op::{Code, NONE, Op};
use crate::edges::Edges;
use crate::ending::{Limit, PathEndKind};
use crate::machine::{Flow, Machine, Step};
use crate::outcome::Approximation;
use crate::state::State;
use crate::trail::Trail;

/// Why a state stopped running.
#[derive(Debug, PartialEq, Eq)]
pub enum Event {
    /// Its share of instructions is over.
    Share,
    /// Other states were forked from it.
    Forked,
    /// It ended.
    Ended(PathEndKind),
}

/// Writes a register and goes on.
macro_rules! set {
    ($registers:ident, $next:ident, $slot:expr, $value:expr) => {{
        $registers[$slot as usize] = $value;
        $next += 1;
        continue;
    }};
}

impl Machine<'_> {
    /// Runs a state for at most `share` instructions.
    pub fn advance(&mut self, state: &mut State, share: u64) -> Event {
        let mut left = share;
        loop {
            let before = left;
            let outcome = self.run_frame(state, &mut left);
            self.run.statistics.instructions += before - left;
            match outcome {
                Ok(true) => {}
                Ok(false) if left == 0 => break Event::Share,
                Ok(false) => break Event::Forked,
                Err(end) => break Event::Ended(end),
            }
            if let Some(end) = self.halted() {
                break Event::Ended(end);
            }
        }
    }

    /// Runs within one function, until it is left or `left` is 0. Whether to go on with the state.
    fn run_frame(&mut self, state: &mut State, left: &mut u64) -> Step<bool> {
        let code = Rc::clone(&state.frame.code);
        loop {
            if *left == 0 {
                return Ok(false);
            }
            let before = *left;
            let reached = self.run_concretely(state, &code, left);
            state.clock += before - *left;
            let op = match reached {
                // No instruction of the program.
                Some(Op::Point { block, kind }) => {
                    *left += 1;
                    state.clock -= 1;
                    self.come_to(state, BlockId(block), kind)?;
                    state.frame.next += 1;
                    continue;
                }
                Some(op) => op,
                None => return Ok(false),
            };
            self.run.decided = state.decisions.len();
            match self.step(state, &code, op)? {
                _ if self.run.postponed => return Ok(true),
                Flow::Next => state.frame.next += 1,
                Flow::Moved => {
                    if self.run.stop.is_some() || !Rc::ptr_eq(&code, &state.frame.code) {
                        return Ok(true);
                    }
                }
                Flow::Forked => return Ok(false),
            }
        }
    }

    /// Runs as long as everything is a concrete integer or pointer; then gives the instruction that
    /// needs more, counted in `left` as the others, or nothing if `left` is 0.
    #[inline]
    fn run_concretely(&mut self, state: &mut State, code: &Code, left: &mut u64) -> Option<Op> {
        let State { frame, memory, covered_new, fresh, trail, watch, segments, .. } = state;
        // What is loaded may be a segment, which is unfolded first.
        let is_folded = !segments.is_empty();
        let constants = &code.constants[..];
        let mut next = frame.next as usize;
        let registers = &mut frame.registers[..];
        let mut rest = *left;
        let slow = loop {
            if rest == 0 {
                break None;
            }
            rest -= 1;
            let op = code.ops[next];
            match op {
                Op::Binary { operation, width, result, left, right } => {
                    let (a, b) =
                        (left.read(registers, constants), right.read(registers, constants));
                    if let (Value::Int(a), Value::Int(b)) = (a, b) {
                        let value = arithmetic::binary(operation, width, a, b);
                        set!(registers, next, result, Value::Int(value));
                    }
                }
                Op::Compare { comparison, width, result, left, right } => {
                    let (a, b) =
                        (left.read(registers, constants), right.read(registers, constants));
                    if let (Value::Int(a), Value::Int(b)) = (a, b) {
                        let truth = arithmetic::compare(comparison, width, a, b);
                        set!(registers, next, result, Value::Int(u64::from(truth)));
                    }
                }
                Op::Overflows { operation, width, result, left, right } => {
                    let (a, b) =
                        (left.read(registers, constants), right.read(registers, constants));
                    if let (Value::Int(a), Value::Int(b)) = (a, b) {
                        let truth = arithmetic::overflows(operation, width, a, b);
                        set!(registers, next, result, Value::Int(u64::from(truth)));
                    }
                }
                Op::Convert { conversion, from, to, result, operand } => {
                    if let Value::Int(a) = operand.read(registers, constants)
                        && let Some(value) = convert::concrete(conversion, from, to, a)
                    {
                        set!(registers, next, result, Value::Int(value));
                    }
                }
                Op::Select { result, condition, then, otherwise, .. } => {
                    if let Value::Int(truth) = condition.read(registers, constants) {
                        let chosen = if truth & 1 == 1 { then } else { otherwise };
                        set!(registers, next, result, chosen.read(registers, constants));
                    }
                }
                Op::Offset { result, pointer, by } => {
                    let pointer = pointer.read(registers, constants);
                    let by = by.read(registers, constants);
                    if let (Value::Pointer(object, offset), Value::Int(by)) = (pointer, by) {
                        let offset = offset.wrapping_add(by) & mask(self.pointer_bits());
                        set!(registers, next, result, Value::Pointer(object, offset));
                    }
                }
                Op::Load { value_type, result, pointer, checks: _ } => {
                    if let Value::Pointer(object, offset) = pointer.read(registers, constants)
                        && !is_folded
                    {
                        let size = value_type.store_size(self.program.data_model.pointer_bits);
                        if memory.access(object, offset, size, Access::Read) == AccessResult::Valid
                        {
                            self.run.records.note(frame.place, next, offset);
                            let value = memory.load(self.terms, object, offset, value_type);
                            note_external(
                                self.external_globals,
                                object,
                                &mut self.run.approximations,
                            );
                            if !memory.has_constraints() {
                                set!(registers, next, result, value);
                            }
                        }
                    }
                }
                Op::Store { value_type, pointer, value, checks: _ } => {
                    let place = pointer.read(registers, constants);
                    let value = value.read(registers, constants);
                    if let Value::Pointer(object, offset) = place
                        && value != Value::Undefined
                        && !is_folded
                        && self.run.trace.is_none()
                    {
                        let size = value_type.store_size(self.program.data_model.pointer_bits);
                        if memory.access(object, offset, size, Access::Write) == AccessResult::Valid
                        {
                            self.run.records.note(frame.place, next, offset);
                            memory.store(self.terms, object, offset, value_type, value);
                            note_external(
                                self.external_globals,
                                object,
                                &mut self.run.approximations,
                            );
                            if !memory.has_constraints() {
                                next += 1;
                                continue;
                            }
                        }
                    }
                }
                Op::FloatBinary { operation, format, result, left, right } => {
                    let (a, b) =
                        (left.read(registers, constants), right.read(registers, constants));
                    if let (Value::Int(a), Value::Int(b)) = (a, b)
                        && let Some(value) = float::binary(operation, format, a, b)
                    {
                        set!(registers, next, result, Value::Int(value));
                    }
                }
                Op::CompareFloat { comparison, format, result, left, right } => {
                    let (a, b) =
                        (left.read(registers, constants), right.read(registers, constants));
                    if let (Value::Int(a), Value::Int(b)) = (a, b)
                        && let Some(truth) = float::compare(comparison, format, a, b)
                    {
                        set!(registers, next, result, Value::Int(u64::from(truth)));
                    }
                }
                Op::Holds { condition, .. } | Op::Assume { condition }
                    if condition.read(registers, constants) == Value::TRUE =>
                {
                    next += 1;
                    continue;
                }
                Op::Bind { .. } if self.run.trace.is_none() => {
                    next += 1;
                    continue;
                }
                Op::Point { kind, .. } if !watch.covers(kind) => {
                    rest += 1;
                    next += 1;
                    continue;
                }
                Op::Jump { edges } => {
                    next = follow_edge(self, code, edges, registers, covered_new, (fresh, trail));
                    continue;
                }
                Op::Branch { condition, then, otherwise } => {
                    if let Value::Int(truth) = condition.read(registers, constants)
                        && self.run.trace.is_none()
                    {
                        let edge = if truth & 1 == 1 { then } else { otherwise };
                        next =
                            follow_edge(self, code, edge, registers, covered_new, (fresh, trail));
                        continue;
                    }
                }
                Op::Switch { value, switches, .. } => {
                    if let Value::Int(value) = value.read(registers, constants)
                        && self.run.trace.is_none()
                    {
                        let edge = code.switches[switches as usize].edge(value);
                        next =
                            follow_edge(self, code, edge, registers, covered_new, (fresh, trail));
                        continue;
                    }
                }
                _ => {}
            }
            break Some(op);
        };
        *left = rest;
        frame.next = next as u32;
        slow
    }

    /// One instruction that is not just concrete integers.
    fn step(&mut self, state: &mut State, code: &Code, op: Op) -> Step {
        if self.strategy.retraces() {
            self.pin_operands(state, op);
        }
        match op {
            Op::Binary { operation, width, result, left, right } => {
                self.binary_term(state, operation, width, result, (left, right))?;
            }
            Op::FloatBinary { operation, format, result, left, right } => {
                self.float_binary(state, operation, format, result, (left, right))?;
            }
            Op::Unary { operation, value_type, result, operand } => {
                self.unary(state, operation, value_type, result, operand)?;
            }
            Op::FusedMultiplyAdd { format, result, a, b, c } => {
                self.fused_multiply_add(state, format, result, [a, b, c])?;
            }
            Op::Compare { comparison, width, result, left, right } => {
                self.compare_term(state, comparison, width, result, (left, right))?;
            }
            Op::ComparePointers { comparison, result, left, right } => {
                if self.resolve_compared(state, left)? || self.resolve_compared(state, right)? {
                    return Ok(Flow::Forked);
                }
                self.compare_pointers(state, comparison, result, (left, right))?;
            }
            Op::CompareFloat { comparison, format, result, left, right } => {
                self.compare_floats(state, comparison, format, result, (left, right))?;
            }
            Op::Overflows { operation, width, result, left, right } => {
                self.overflows_term(state, operation, width, result, (left, right))?;
            }
            Op::Asks { result, property } => {
                let asks = self.configuration.properties.contains(property);
                state.frame.registers[result as usize] = Value::Int(u64::from(asks));
            }
            Op::IsKnown { result, value_type, operand } => {
                let mut value = self.operand(state, operand, value_type);
                if self.strategy.retraces()
                    && let Value::Term(term) = value
                    && let Some(pinned) = self.pinned(state, term)
                {
                    value = klew_memory::from_term(self.terms, pinned);
                }
                let known = matches!(value, Value::Int(_) | Value::Pointer(..));
                state.frame.registers[result as usize] = Value::Int(u64::from(known));
            }
            Op::Convert { conversion, from, to, result, operand } => {
                self.convert(state, conversion, (from, to), result, operand)?;
            }
            Op::AddressBits { mask, to, result, operand } => {
                self.address_bits(state, mask, to, (result, operand))?;
            }
            Op::Select { value_type, result, condition, then, otherwise } => {
                self.select(state, value_type, result, [condition, then, otherwise])?;
            }
            Op::Offset { result, pointer, by } => {
                let pointer = self.operand(state, pointer, Type::Pointer);
                let by = self.operand(state, by, Type::Int(self.pointer_bits()));
                let moved = state.memory.offset_pointer(self.terms, pointer, by);
                self.note_distance(pointer, moved);
                state.frame.registers[result as usize] = moved;
                self.settle(state)?;
            }
            Op::StackMark { result } => {
                let mark = state.frame.stack_objects.len() as u64;
                state.frame.registers[result as usize] = Value::Int(mark);
            }
            Op::Assume { condition } => self.assume(state, condition)?,
            Op::Holds { condition, checks } => {
                self.check_condition(state, condition, &code.checks[checks as usize])?;
            }
            Op::Initialised { value_type, value, checks } => {
                self.check_initialised(state, value, value_type, &code.checks[checks as usize])?;
            }
            Op::Bind { variable, value_type, value } => {
                self.trace_binding(state, variable, value_type, value);
            }
            Op::Call { calls } => return self.call(state, &code.calls[calls as usize]),
            Op::Jump { edges } => self.go(state, code, edges),
            _ => return self.step_memory(state, code, op),
        }
        Ok(if matches!(op, Op::Jump { .. }) { Flow::Moved } else { Flow::Next })
    }

    fn step_memory(&mut self, state: &mut State, code: &Code, op: Op) -> Step {
        match op {
            Op::Allocate { result, size, allocations } => {
                self.allocate(state, result, size, &code.allocations[allocations as usize])
            }
            Op::Free { pointer } => self.free(state, pointer),
            Op::ScopeStart { pointer } => self.scope(state, pointer, true),
            Op::ScopeEnd { pointer } => self.scope(state, pointer, false),
            Op::StackRelease { mark } => self.release_stack(state, mark),
            Op::Load { value_type, result, pointer, checks } => {
                let site = (checks != NONE).then(|| &code.checks[checks as usize]);
                self.load(state, result, pointer, value_type, site)
            }
            Op::Store { value_type, pointer, value, checks } => {
                let site = (checks != NONE).then(|| &code.checks[checks as usize]);
                self.store(state, pointer, value, value_type, site)
            }
            Op::Copy { destination, source, size } => self.copy(state, destination, source, size),
            Op::Fill { destination, byte, size } => self.fill(state, destination, byte, size),
            Op::AssumeEach { relation, elements, others, number, count } => {
                self.assume_each(state, relation, (elements, others), (number, count))
            }
            Op::ObjectSize { result, pointer } => self.object_size(state, result, pointer),
            Op::TextEnd { result, pointer } => self.text_end(state, result, pointer),
            Op::Input { value_type, result, inputs } => {
                self.input(state, result, value_type, &code.inputs[inputs as usize])
            }
            Op::InputBytes { pointer, size, taken, inputs } => {
                self.input_bytes(state, pointer, (size, taken), &code.inputs[inputs as usize])
            }
            Op::Accessible { pointer, size, access, checks } => {
                self.check_accessible(state, pointer, size, access, &code.checks[checks as usize])
            }
            Op::Freeable { pointer, checks } => {
                self.check_freeable(state, pointer, &code.checks[checks as usize])
            }
            Op::Callable { pointer, calls, checks } => {
                let call = (calls != NONE).then(|| &code.calls[calls as usize]);
                self.check_callable(state, pointer, call, &code.checks[checks as usize])
            }
            Op::Branch { condition, then, otherwise } => {
                self.branch(state, code, condition, (then, otherwise))
            }
            Op::Switch { value, width, switches } => {
                self.switch(state, code, value, width, &code.switches[switches as usize])
            }
            Op::Return { returns } => self.return_from(state, &code.returns[returns as usize]),
            Op::Exit => Err(self.exit(state, PathEndKind::Exited)),
            Op::Abort => Err(self.abort(state)),
            Op::Unreachable => {
                let position = self.position(state);
                let what = "the program declares this unreachable".to_owned();
                self.run.approximations.insert(Approximation::Undefined { what, position });
                Err(PathEndKind::Undefined)
            }
            Op::Unsupported { texts } => {
                Err(self.unsupported(state, code.texts[texts as usize].clone()))
            }
            Op::Bound { texts, beyond } => {
                let bound = Limit::InputBound(code.texts[texts as usize].clone());
                Err(self.end_at_bound(state, code, beyond, bound))
            }
            _ => Err(self.unsupported(state, "an instruction of another kind")),
        }
    }
}

/// Takes note of an access to a global that is not part of the program: what it holds is not known.
#[inline(always)]
pub fn note_external(
    globals: &BTreeMap<ObjectId, String>,
    object: ObjectId,
    approximations: &mut BTreeSet<Approximation>,
) {
    if !globals.is_empty()
        && let Some(name) = globals.get(&object)
    {
        approximations.insert(Approximation::ExternalGlobal { name: name.clone() });
    }
}

/// Makes an edge's moves and gives the index of the first instruction after it.
#[inline(always)]
pub fn follow_edge(
    machine: &mut Machine<'_>,
    code: &Code,
    number: u32,
    registers: &mut [Value],
    covered_new: &mut bool,
    (fresh, trail): (&mut Edges, &mut Trail),
) -> usize {
    let edge = code.edges[number as usize];
    let (start, count) = (edge.moves.0 as usize, edge.moves.1 as usize);
    for &(to, from) in &code.moves[start..start + count] {
        registers[to as usize] = from.read(registers, &code.constants);
    }
    trail.take(code, number);
    if code.news[number as usize].get() {
        machine.note_edge(code, number, covered_new, fresh);
    }
    edge.target as usize
}
