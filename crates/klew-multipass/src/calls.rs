//! Calls, executed backward: into a callee through its returns, out of a function through its begin to its callers.
//!
//! Source: paper 002, section III-F: the stack is part of a path, and what is unified in a frame gets to others through formal
//! and actual arguments and return values. Where the path came in through a return, it goes back to that call; below the
//! first frame, any call of the function may be the one.
//!
//! **Invariant**: a call through a pointer goes to each function that it may, under the condition that it is the one.

use klew_ir::{
    Callee, Comparison, FunctionBody, FunctionId, InputOrigin, Instruction, Operand, Operation,
    Terminator, Type,
};
use klew_term::Sort;

use crate::abstract_objects::{Address, Allocated, Object, Place};
use crate::backward_step::{Stepped, missing};
use crate::context::{Context, Point};
use crate::history::{Effect, Value};
use crate::memory_step;
use crate::state::{Frame, InputSymbols, State, Waiting};
use crate::value::{define, operand, pointer, type_of};

/// The call in front of the path is executed: its end first.
pub fn leave(
    context: &mut Context<'_>,
    mut state: Box<State>,
    (callee, _): (&Callee, &[Operand]),
    instruction: &Instruction,
) -> Stepped {
    let site = Point { instruction: state.point.instruction - 1, ..state.point };
    let mut needs: Vec<(usize, Value)> = Vec::new();
    for (index, result) in instruction.results.iter().enumerate() {
        if let Some(need) = state.frame().needs.remove(result) {
            needs.push((index, need));
        }
    }
    let mut paths = Vec::new();
    for target in targets(context, &mut state, callee) {
        let mut path = (*state).clone();
        if !is_callee(context, &mut path, callee, target) {
            continue;
        }
        match &context.program.function(target).body {
            FunctionBody::Defined(_) => {
                through_returns(context, &path, (site, target), &needs, &mut paths);
            }
            FunctionBody::External => {
                let program = context.program;
                let function = program.function(target);
                let pointers = function.results.contains(&Type::Pointer);
                let known = context.external.entry(function.name.clone());
                known.or_insert((instruction.position, pointers));
                path.point = site;
                for (index, need) in &needs {
                    let value_type = function.results.get(*index).copied();
                    let value = missing(context, &mut path, value_type.unwrap_or(Type::BOOL));
                    define_any(context, &mut path, *need, value);
                }
                paths.push(path);
            }
            FunctionBody::Unsupported(why) => context.leave_out(why, instruction.position),
        }
    }
    Stepped::Forked(paths)
}

/// Of what a function without code returns; the declaration may be wrong.
fn define_any(context: &mut Context<'_>, path: &mut State, need: Value, value: Value) {
    match (need, value) {
        (Value::Scalar(a), Value::Scalar(b)) if context.terms.sort(a) != context.terms.sort(b) => {
            context.ground.extend(context.terms.as_symbol(a));
        }
        _ => define(context, path, need, value),
    }
}

/// The functions that the callee may be.
fn targets(context: &mut Context<'_>, state: &mut State, callee: &Callee) -> Vec<FunctionId> {
    if let Callee::Pointer(operand) = callee {
        let address = pointer(context, state, operand);
        let found = state.classes.find(&mut context.terms, address);
        if let Object::Function(only) = state.objects.get(found.object) {
            return vec![only];
        }
    }
    context.calls.targets(callee).to_vec()
}

/// Records that the pointer is that function; not if it is known to be another.
fn is_callee(
    context: &mut Context<'_>,
    path: &mut State,
    callee: &Callee,
    target: FunctionId,
) -> bool {
    let Callee::Pointer(operand) = callee else { return true };
    let address = pointer(context, path, operand);
    let begin = Address { object: path.objects.function(target), offset: context.number(0) };
    let found = path.classes.find(&mut context.terms, address);
    if found.object == begin.object {
        return true;
    }
    if !path.objects.is_abstract(found.object) {
        return false;
    }
    let symbol = context.terms.fresh_symbol("callee", Sort::Bool);
    let at = path.history.len();
    path.wait(Waiting::Compare(symbol, Comparison::Equal, address, begin, at));
    let is = context.terms.symbol_term(symbol);
    path.constrain(is);
    true
}

/// The paths through each return of a callee.
fn through_returns(
    context: &mut Context<'_>,
    path: &State,
    (site, target): (Point, FunctionId),
    needs: &[(usize, Value)],
    paths: &mut Vec<State>,
) {
    let Some(body) = context.body(target) else { return };
    let backwards = context.backwards(target);
    let is_recursive = context.calls.is_recursive(target);
    for &block in &backwards.returns {
        let ending = &body.blocks[block.0 as usize];
        let Terminator::Return(values) = &ending.terminator else { continue };
        let mut inside = path.clone();
        let mut frame = Frame::new(target);
        (frame.entered, frame.left) = (Some(site), Some(inside.history.len()));
        inside.history.push(Effect::Released);
        inside.frames.push(frame);
        inside.point = Point { function: target, block, instruction: ending.instructions.len() };
        inside.position = ending.terminator_position;
        if is_recursive {
            count_recursion(&mut inside, target);
        }
        for (index, need) in needs {
            let value = match values.get(*index) {
                Some(value) => operand(context, &mut inside, value),
                None => match need {
                    Value::Pointer(_) => missing(context, &mut inside, Type::Pointer),
                    Value::Scalar(term) => {
                        let sort = context.terms.sort(*term);
                        Value::Scalar(context.any("undefined", sort))
                    }
                },
            };
            define_any(context, &mut inside, *need, value);
        }
        paths.push(inside);
    }
}

fn count_recursion(path: &mut State, function: FunctionId) {
    let taken = path.recursions.entry(function).or_default();
    *taken += 1;
    let taken = *taken;
    path.turns += 1;
    path.most_turns = path.most_turns.max(taken);
}

/// The path came to the begin of a function: to its call, or to the begin of the run.
pub fn enter(context: &mut Context<'_>, mut state: Box<State>) -> Stepped {
    let function = state.point.function;
    let Some(body) = context.body(function) else { return Stepped::Forked(Vec::new()) };
    let mut needs: Vec<(usize, Value)> = Vec::new();
    for (index, parameter) in body.parameters.iter().enumerate() {
        if let Some(need) = state.frame().needs.remove(parameter) {
            needs.push((index, need));
        }
    }
    if let Some(site) = state.frame().entered {
        state.frames.pop();
        state.point = site;
        arguments(context, &mut state, function, &needs);
        return Stepped::On(state);
    }
    let mut paths = Vec::new();
    if function == context.entry {
        let mut begin = (*state).clone();
        parameters(context, &mut begin, function, &needs);
        begin.complete = true;
        paths.push(begin);
    }
    let is_recursive = context.calls.is_recursive(function);
    for site in context.call_sites(function).to_vec() {
        let mut path = (*state).clone();
        path.frames = vec![Frame::new(site.function)];
        path.point = site;
        if is_recursive {
            count_recursion(&mut path, function);
        }
        let Some(Operation::Call { callee, .. }) = operation(context, site) else { continue };
        if is_callee(context, &mut path, callee, function) {
            arguments(context, &mut path, function, &needs);
            paths.push(path);
        }
    }
    Stepped::Forked(paths)
}

fn operation<'p>(context: &Context<'p>, site: Point) -> Option<&'p Operation> {
    let block = context.body(site.function)?.blocks.get(site.block.0 as usize)?;
    Some(&block.instructions.get(site.instruction)?.operation)
}

/// What was needed of parameters is what the call passes.
fn arguments(
    context: &mut Context<'_>,
    path: &mut State,
    function: FunctionId,
    needs: &[(usize, Value)],
) {
    let Some(Operation::Call { arguments, .. }) = operation(context, path.point) else { return };
    let callee = context.program.function(function);
    let declared = callee.parameters.len() - usize::from(callee.variadic);
    for (index, need) in needs {
        let value = match arguments.get(*index) {
            _ if callee.variadic && *index == declared => {
                variadic_block(context, path, arguments.get(declared..).unwrap_or_default())
            }
            Some(argument) => operand(context, path, argument),
            None => missing(context, path, callee.parameters[*index]),
        };
        define_any(context, path, *need, value);
    }
}

/// The object in which further arguments lie, which the caller makes before the call.
fn variadic_block(context: &mut Context<'_>, path: &mut State, arguments: &[Operand]) -> Value {
    let (slot, bits) = (context.program.data_model.variadic_slot, context.pointer_bits());
    let mut end = 0u64;
    let mut placed = Vec::new();
    for argument in arguments {
        let size = type_of(context, path, argument).store_size(bits);
        let offset = end.next_multiple_of(if size > slot { 16 } else { slot });
        placed.push((argument, offset, size));
        end = offset + size.next_multiple_of(slot);
    }
    let size = context.number(end);
    let (place, zeroed, dead_from) = (Place::Stack, false, path.frame().left);
    // The writes come after the allocation, so they are executed before it here.
    let at = path.history.len() + placed.len();
    let position = path.position;
    let made = Allocated { place, size, zeroed, at, dead_from, position };
    let object = path.objects.add(Object::Allocated(made));
    for (argument, offset, size) in placed {
        let address = Address { object, offset: context.number(offset) };
        let value = operand(context, path, argument);
        memory_step::write(context, path, address, size, value);
    }
    path.history.push(Effect::Allocated(object));
    Value::Pointer(Address { object, offset: context.number(0) })
}

/// The parameters of the entry are inputs, the first ones of the run.
fn parameters(
    context: &mut Context<'_>,
    path: &mut State,
    function: FunctionId,
    needs: &[(usize, Value)],
) {
    let callee = context.program.function(function);
    let Some(body) = context.body(function) else { return };
    for (index, value_type) in callee.parameters.iter().enumerate().rev() {
        let value = body.parameters.get(index).and_then(|id| body.values.get(id.0 as usize));
        let name = value.and_then(|value| value.name.clone());
        let name = name.unwrap_or_else(|| format!("parameter {}", index + 1));
        let need = needs.iter().find(|(of, _)| *of == index).map(|(_, need)| *need);
        memory_step::input(context, path, need, *value_type, (&name, InputOrigin::Asked));
        if let Some(input) = path.inputs.last_mut() {
            input.site = None;
            if matches!(input.symbols, InputSymbols::Pointer) {
                path.inexact = true;
            }
        }
    }
}
