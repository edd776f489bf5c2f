//! Executing one statement backward: algorithm 3 and figure 4 of paper 002, on klew's representation.
//!
//! An instruction whose result the path needs gives that a definition; one that writes, allocates or ends lives leaves an
//! entry in the history; a branch leaves the condition of its edge. Ways into a block are forks. What the representation
//! leaves undefined (an access without a check in front of it) is taken to be right: the engine asks apart whether it is.
//!
//! **Invariant**: every run that takes the path to here, and takes the statement, is one of the new paths.

use std::rc::Rc;

use klew_ir::{
    Access, Callee, Check, Conversion, FunctionBody, Instruction, Operand, Operation, Position,
    Terminator, Type, UnaryOperation, ValueId,
};
use klew_term::{BitVecValue, TermId};
use num_bigint::BigUint;

use crate::abstract_objects::{Allocated, Object, Origin, Place};
use crate::calls;
use crate::context::{Context, Point, successor};
use crate::history::{Effect, Life, Value};
use crate::memory_step;
use crate::state::{CallTypes, State, Waiting};
use crate::value::{anything, define, operand, pointer, scalar, type_of, unify, value_type};

/// What executing a statement came to.
pub enum Stepped {
    /// The path goes on.
    On(Box<State>),
    /// Several statements may come before, or none.
    Forked(Vec<State>),
    /// It cannot be followed; why, and where.
    Ended(String, Position),
}

/// Executes the statement in front of the path.
pub fn step(context: &mut Context<'_>, mut state: Box<State>) -> Stepped {
    state.steps += 1;
    state.since_pass += 1;
    let Point { function, block, instruction } = state.point;
    let program = context.program;
    let FunctionBody::Defined(body) = &program.function(function).body else {
        return Stepped::Ended("a function without body".to_owned(), Position::UNKNOWN);
    };
    let Some(block) = body.blocks.get(block.0 as usize) else {
        return Stepped::Ended("a block that is not there".to_owned(), Position::UNKNOWN);
    };
    if instruction == 0 {
        return match state.point.block.0 {
            0 => calls::enter(context, state),
            _ => Stepped::Forked(predecessors(context, &mut state)),
        };
    }
    let at = instruction - 1;
    let instruction = &block.instructions[at];
    state.position = instruction.position;
    if let Operation::Call { callee, arguments } = &instruction.operation {
        return calls::leave(context, state, (callee, arguments), instruction);
    }
    state.point.instruction = at;
    match execute(context, &mut state, instruction) {
        Executed::Done => Stepped::On(state),
        Executed::Forked(states) => Stepped::Forked(states),
        Executed::Ended(why) => Stepped::Ended(why, instruction.position),
    }
}

/// The paths over each edge into the block.
fn predecessors(context: &mut Context<'_>, state: &mut State) -> Vec<State> {
    let Point { function, block, .. } = state.point;
    let Some(body) = context.body(function) else { return Vec::new() };
    let mut needs: Vec<(usize, Value)> = Vec::new();
    for (index, parameter) in body.blocks[block.0 as usize].parameters.iter().enumerate() {
        if let Some(need) = state.frame().needs.remove(parameter) {
            needs.push((index, need));
        }
    }
    let backwards = context.backwards(function);
    let mut paths = Vec::new();
    for edge in &backwards.edges[block.0 as usize] {
        let from = &body.blocks[edge.from.0 as usize];
        let Some(next) = successor(&from.terminator, edge.successor) else { continue };
        let mut path = state.clone();
        path.point = Point { function, block: edge.from, instruction: from.instructions.len() };
        path.position = from.terminator_position;
        if edge.in_cycle {
            let taken = path.frame().edges.entry((edge.from, block, edge.successor)).or_default();
            *taken += 1;
            let taken = *taken;
            path.turns += 1;
            path.most_turns = path.most_turns.max(taken);
        }
        for (index, need) in &needs {
            let Some(argument) = next.arguments.get(*index) else { continue };
            let value = operand(context, &mut path, argument);
            define(context, &mut path, *need, value);
        }
        branch(context, &mut path, &from.terminator, edge.successor);
        paths.push(path);
    }
    paths
}

/// Records the condition under which an end goes to that successor.
fn branch(context: &mut Context<'_>, path: &mut State, end: &Terminator, successor: usize) {
    match end {
        Terminator::Branch { condition, .. } => {
            let bit = scalar(context, path, condition);
            let holds = context.terms.bv_to_bool(bit);
            let taken = if successor == 0 { holds } else { context.terms.not(holds) };
            path.constrain(taken);
        }
        Terminator::Switch { value, cases, .. } => {
            let term = scalar(context, path, value);
            let width = context.terms.width(term);
            let is = |context: &mut Context<'_>, number: &BigUint| {
                let number =
                    context.terms.bv_value(BitVecValue::from_biguint(width, number.clone()));
                context.terms.eq(term, number)
            };
            match cases.get(successor) {
                Some((number, _)) => {
                    let taken = is(context, number);
                    path.constrain(taken);
                }
                None => {
                    for (number, _) in cases {
                        let other = is(context, number);
                        let taken = context.terms.not(other);
                        path.constrain(taken);
                    }
                }
            }
        }
        _ => {}
    }
}

/// What executing an instruction came to.
enum Executed {
    Done,
    Forked(Vec<State>),
    Ended(String),
}

fn take(state: &mut State, results: &[ValueId]) -> Option<Value> {
    let result = results.first()?;
    state.frame().needs.remove(result)
}

fn execute(context: &mut Context<'_>, state: &mut State, instruction: &Instruction) -> Executed {
    let results = &instruction.results;
    match &instruction.operation {
        Operation::Assume(condition) => {
            let bit = scalar(context, state, condition);
            let holds = context.terms.bv_to_bool(bit);
            state.constrain(holds);
        }
        // A run in which a check fails ends there.
        Operation::Assert { check, .. } => {
            let holds = check_holds(context, state, check);
            state.constrain(holds);
        }
        // All runs are considered.
        Operation::Bind(..) | Operation::AssumeEach { .. } => {}
        Operation::Store(to, value) => memory_step::store(context, state, value, to),
        Operation::Copy { destination, source, size } => {
            memory_step::copy(context, state, destination, source, size);
        }
        Operation::Fill { destination, byte, size } => {
            memory_step::fill(context, state, destination, byte, size);
        }
        Operation::InputBytes { pointer, size, name, origin, .. } => {
            memory_step::input_bytes(context, state, (pointer, size), (name, *origin));
        }
        Operation::Free(what) => memory_step::life(context, state, what, Life::Freed),
        Operation::ScopeStart(what) => memory_step::life(context, state, what, Life::ScopeStarts),
        Operation::ScopeEnd(what) => memory_step::life(context, state, what, Life::ScopeEnds),
        Operation::StackRelease(mark) => {
            let mark = scalar(context, state, mark);
            let at = state.history.len();
            state.history.push(Effect::Released);
            state.frame().releases.push((mark, at));
        }
        Operation::Allocate { kind, size, zeroed, .. } => {
            allocate(context, state, instruction, (*kind, size, *zeroed));
        }
        Operation::Input { name, origin, .. } => {
            let value_type = results.first().map_or(Type::BOOL, |v| value_type(context, state, *v));
            let need = take(state, results);
            memory_step::input(context, state, need, value_type, (name, *origin));
        }
        operation => {
            let Some(need) = take(state, results) else { return Executed::Done };
            return pure(context, state, operation, (need, results[0]));
        }
    }
    Executed::Done
}

/// Defines the result of an operation that does nothing else.
fn pure(
    context: &mut Context<'_>,
    state: &mut State,
    operation: &Operation,
    (need, result): (Value, ValueId),
) -> Executed {
    let result_type = value_type(context, state, result);
    let value = match operation {
        Operation::Load(from) => {
            memory_step::load(context, state, from, need, result_type);
            return Executed::Done;
        }
        Operation::Select(condition, a, b) => {
            let bit = scalar(context, state, condition);
            let holds = context.terms.bv_to_bool(bit);
            if result_type == Type::Pointer {
                return Executed::Forked(choose(context, state, need, (holds, a, b)));
            }
            let (a, b) = (scalar(context, state, a), scalar(context, state, b));
            Value::Scalar(context.terms.ite(holds, a, b))
        }
        Operation::Offset(base, by) => {
            let base = pointer(context, state, base);
            let by = scalar(context, state, by);
            let offset = context.terms.bv_add(base.offset, by);
            Value::Pointer(crate::abstract_objects::Address { object: base.object, offset })
        }
        Operation::ObjectSize(of) => {
            let address = pointer(context, state, of);
            let Value::Scalar(term) = need else { return Executed::Done };
            let Some(symbol) = context.terms.as_symbol(term) else { return Executed::Done };
            state.wait(Waiting::Size(symbol, address));
            return Executed::Done;
        }
        Operation::StackMark => {
            if let Value::Scalar(mark) = need {
                end_releases(context, state, mark);
            }
            Value::Scalar(context.number(0))
        }
        // An engine may always say 0 to the one; whether something was ever written is not known to this one.
        Operation::IsKnown(_) | Operation::Asks(_) => Value::Scalar(context.terms.bv(1, 0)),
        Operation::TextEnd(_) => {
            let bits = context.pointer_bits();
            Value::Scalar(context.terms.bv(bits, u64::MAX))
        }
        Operation::Unary(UnaryOperation::Freeze, a) => operand(context, state, a),
        Operation::Convert(Conversion::IntToPointer, a) => {
            let number = scalar(context, state, a);
            let bits = context.pointer_bits();
            let width = context.terms.width(number);
            let number = match width < bits {
                true => context.terms.bv_zero_extend(number, bits),
                false => context.terms.bv_truncate(number, bits),
            };
            let made = crate::value::new_abstract(context, state, Origin::Number);
            state.wait(Waiting::Pointer(made.object, number));
            Value::Pointer(made)
        }
        Operation::Compare(comparison, a, b) if type_of(context, state, a) == Type::Pointer => {
            let (a, b) = (pointer(context, state, a), pointer(context, state, b));
            let symbol = context.terms.fresh_symbol("compare", klew_term::Sort::Bool);
            state.wait(Waiting::Compare(symbol, *comparison, a, b, state.history.len()));
            let holds = context.terms.symbol_term(symbol);
            Value::Scalar(context.terms.bool_to_bv(holds, 1))
        }
        other => match scalar_operation(context, state, other, result_type) {
            Some(term) => Value::Scalar(term),
            None => return Executed::Ended("an operation that is not followed".to_owned()),
        },
    };
    define(context, state, need, value);
    Executed::Done
}

/// The two paths of a choice between pointers.
fn choose(
    context: &mut Context<'_>,
    state: &State,
    need: Value,
    (holds, a, b): (TermId, &Operand, &Operand),
) -> Vec<State> {
    let not = context.terms.not(holds);
    let mut paths = Vec::new();
    for (condition, chosen) in [(holds, a), (not, b)] {
        let mut path = state.clone();
        path.constrain(condition);
        let value = operand(context, &mut path, chosen);
        define(context, &mut path, need, value);
        paths.push(path);
    }
    paths
}

/// An operation on scalars.
fn scalar_operation(
    context: &mut Context<'_>,
    state: &mut State,
    operation: &Operation,
    result: Type,
) -> Option<TermId> {
    let bits = context.pointer_bits();
    Some(match operation {
        Operation::Binary(operation, a, b) => {
            let (a, b) = (scalar(context, state, a), scalar(context, state, b));
            klew_semantics::binary(&mut context.terms, *operation, result, a, b)?
        }
        Operation::Unary(operation, a) => {
            let a = scalar(context, state, a);
            klew_semantics::unary(&mut context.terms, *operation, result, bits, a)
        }
        Operation::FusedMultiplyAdd(a, b, c) => {
            let [a, b, c] = [a, b, c].map(|operand| scalar(context, state, operand));
            context.terms.fp_fma(a, b, c)
        }
        Operation::Compare(comparison, a, b) => {
            let (a, b) = (scalar(context, state, a), scalar(context, state, b));
            let holds = klew_semantics::compare(&mut context.terms, *comparison, a, b);
            context.terms.bool_to_bv(holds, 1)
        }
        Operation::CompareFloat(comparison, a, b) => {
            let (a, b) = (scalar(context, state, a), scalar(context, state, b));
            let holds = klew_semantics::compare_float(&mut context.terms, *comparison, a, b);
            context.terms.bool_to_bv(holds, 1)
        }
        Operation::Overflows(operation, a, b) => {
            let (a, b) = (scalar(context, state, a), scalar(context, state, b));
            let holds = klew_semantics::overflows(&mut context.terms, *operation, a, b);
            context.terms.bool_to_bv(holds, 1)
        }
        Operation::Convert(Conversion::PointerToInt, a) => {
            let number = scalar(context, state, a);
            let Type::Int(width) = result else { return None };
            match width < bits {
                true => context.terms.bv_truncate(number, width),
                false => context.terms.bv_zero_extend(number, width),
            }
        }
        Operation::Convert(conversion, a) => {
            let a = scalar(context, state, a);
            let mut made = Vec::new();
            let any = |terms: &mut klew_term::Terms, sort| {
                let symbol = terms.fresh_symbol("undefined", sort);
                made.push(symbol);
                terms.symbol_term(symbol)
            };
            let (term, fact) =
                klew_semantics::convert(&mut context.terms, *conversion, result, a, any)?;
            context.ground.extend(made);
            if let Some(fact) = fact {
                context.ground.extend(
                    context
                        .terms
                        .symbols(fact)
                        .iter()
                        .copied()
                        .filter(|s| !context.terms.symbols(a).contains(s)),
                );
                state.constrain(fact);
            }
            term
        }
        _ => return None,
    })
}

/// Whether a check holds: a truth value, which the forward pass may have to find.
pub fn check_holds(context: &mut Context<'_>, state: &mut State, check: &Check) -> TermId {
    let symbol =
        |context: &mut Context<'_>| context.terms.fresh_symbol("check", klew_term::Sort::Bool);
    let at = state.history.len();
    match check {
        Check::Holds(condition) => {
            let bit = scalar(context, state, condition);
            context.terms.bv_to_bool(bit)
        }
        Check::Accessible { pointer: to, size, access } => {
            let address = pointer(context, state, to);
            let size = scalar(context, state, size);
            let symbol = symbol(context);
            let writes = *access == Access::Write;
            state.wait(Waiting::Accessible(symbol, address, size, writes, at));
            context.terms.symbol_term(symbol)
        }
        Check::Freeable(what) => {
            let address = pointer(context, state, what);
            let symbol = symbol(context);
            state.wait(Waiting::Freeable(symbol, address, at));
            context.terms.symbol_term(symbol)
        }
        Check::Callable(what) => {
            let address = pointer(context, state, what);
            let symbol = symbol(context);
            let call = following_call(context, state, what);
            state.wait(Waiting::Callable(symbol, address, call));
            context.terms.symbol_term(symbol)
        }
        Check::Initialised(_) => {
            state.inexact = true;
            context.any("initialised", klew_term::Sort::Bool)
        }
        Check::NeverEscapes(_) => context.terms.false_(),
    }
}

/// The types of the call through a pointer that follows a check of it in its block.
fn following_call(
    context: &Context<'_>,
    state: &State,
    pointer: &Operand,
) -> Option<Rc<CallTypes>> {
    let Point { function, block, instruction } = state.point;
    let behind = context.body(function)?.blocks.get(block.0 as usize)?;
    let mut calls = behind.instructions.iter().skip(instruction);
    calls.find_map(|instruction| match &instruction.operation {
        Operation::Call { callee: Callee::Pointer(called), arguments } if called == pointer => {
            let arguments = arguments.iter().map(|one| type_of(context, state, one)).collect();
            let results = instruction.results.iter().map(|one| value_type(context, state, *one));
            Some(Rc::new(CallTypes { arguments, results: results.collect() }))
        }
        _ => None,
    })
}

/// Rules S5 and S6: a new object, which is what a pointer to it points to; before, there is none.
fn allocate(
    context: &mut Context<'_>,
    state: &mut State,
    instruction: &Instruction,
    (kind, size, zeroed): (klew_ir::ObjectKind, &Operand, bool),
) {
    let need = take(state, &instruction.results);
    let size = scalar(context, state, size);
    let at = state.history.len();
    let frame = state.frame();
    let released = frame.releases.iter().map(|(_, at)| *at).max();
    let (place, dead_from) = match kind {
        klew_ir::ObjectKind::Heap => (Place::Heap, None),
        klew_ir::ObjectKind::Stack => (Place::Stack, released.or(frame.left)),
    };
    let position = instruction.position;
    let made = Allocated { place, size, zeroed, at, dead_from, position };
    let object = state.objects.add(Object::Allocated(made));
    state.history.push(Effect::Allocated(object));
    if let Some(Value::Pointer(need)) = need {
        let begin = crate::abstract_objects::Address { object, offset: context.number(0) };
        unify(context, state, need, begin);
    }
}

/// A mark is made: what was released down to it is older.
fn end_releases(context: &mut Context<'_>, state: &mut State, mark: TermId) {
    let mut releases = std::mem::take(&mut state.frame().releases);
    releases.retain(|(term, _)| {
        let known = crate::forward_pass::put_in(&mut context.terms, &state.definitions, *term);
        known != mark
    });
    state.frame().releases = releases;
}

/// A value of which nothing is known, where a call gives none.
pub fn missing(context: &mut Context<'_>, state: &mut State, value_type: Type) -> Value {
    anything(context, state, value_type)
}
