//! Statements about memory, executed backward: loads, stores, lives, inputs.
//!
//! Source: paper 002, algorithm 3 (lines 23–38) and rules S1–S8 of figure 4. A load of a pointer makes its cell point to an
//! abstract object; a store to a cell of which that is known unifies it with what is stored, and kills the entry. What a
//! load gives otherwise is looked for by the forward pass.

use std::rc::Rc;

use klew_ir::{InputOrigin, Operand, Type};
use klew_term::{Sort, TermId};

use crate::abstract_objects::{Address, Object, Origin};
use crate::context::{Context, Point};
use crate::history::{Effect, Life, Value};
use crate::points_to::Cell;
use crate::state::{Input, InputSymbols, Read, ReadInto, State, Waiting};
use crate::value::{operand, pointer, scalar, type_of, unify};

/// The cell at an address, if its offset is a number.
fn cell(context: &mut Context<'_>, state: &State, address: Address) -> Option<Cell> {
    let found = state.classes.find(&mut context.terms, address);
    Some((found.object, context.terms.as_u64(found.offset)?))
}

/// What is read is defined by the forward pass, or by a store in front that writes that cell.
pub fn load(
    context: &mut Context<'_>,
    state: &mut State,
    from: &Operand,
    need: Value,
    value_type: Type,
) {
    let address = pointer(context, state, from);
    let at = state.history.len();
    let into = match need {
        Value::Scalar(term) => {
            let Some(symbol) = context.terms.as_symbol(term) else { return };
            ReadInto::Symbol(symbol)
        }
        Value::Pointer(need) => {
            let cell = cell(context, state, address);
            if let Some(known) = cell.and_then(|cell| state.points_to.get(cell)) {
                // A load nearer the target read the same cell; it was as early as this one.
                let root = state.classes.root(known);
                if matches!(state.objects.get(root), Object::Abstract(Origin::Read(_))) {
                    state.objects.comes_from(root, Origin::Read(at));
                }
                let begin = Address { object: known, offset: context.number(0) };
                unify(context, state, need, begin);
                return;
            }
            state.objects.comes_from(need.object, Origin::Read(at));
            if let Some(cell) = cell {
                state.points_to.set(cell, need.object);
            }
            ReadInto::Object(need.object)
        }
    };
    let (bytes, cases) = (None, Vec::new());
    state.wait(Waiting::Read(Read { into, value_type, address, from: at, bytes, cases }));
}

/// A value as it lies in memory: an integer of whole bytes, a floating-point number or a pointer.
fn stored(context: &mut Context<'_>, value: Value, size: u64) -> Value {
    match value {
        Value::Scalar(term) => match context.terms.sort(term) {
            Sort::BitVec(_) => Value::Scalar(context.terms.bv_zero_extend(term, 8 * size as u32)),
            _ => value,
        },
        Value::Pointer(_) => value,
    }
}

/// Records the write, and unifies what the cell is known to point to with what is stored.
pub fn store(context: &mut Context<'_>, state: &mut State, value: &Operand, to: &Operand) {
    let size = type_of(context, state, value).store_size(context.pointer_bits());
    let address = pointer(context, state, to);
    let value = operand(context, state, value);
    write(context, state, address, size, value);
}

/// As [`store`], of a value.
pub fn write(
    context: &mut Context<'_>,
    state: &mut State,
    address: Address,
    size: u64,
    value: Value,
) {
    let value = stored(context, value, size);
    if let (Some(cell), Value::Pointer(target)) = (cell(context, state, address), value)
        && let Some(known) = state.points_to.get(cell)
    {
        let begin = Address { object: known, offset: context.number(0) };
        unify(context, state, begin, target);
        state.points_to.kill(cell);
    }
    state.history.push(Effect::Write(address, size, value));
    let size = context.number(size);
    forget(context, state, address, size);
}

/// Whatever may lie in these bytes is not known any more.
fn forget(context: &mut Context<'_>, state: &mut State, address: Address, size: TermId) {
    let found = state.classes.find(&mut context.terms, address);
    let offset = context.terms.as_u64(found.offset);
    let bytes = offset.zip(context.terms.as_u64(size));
    let pointer = context.pointer_size();
    let State { points_to, objects, classes, .. } = state;
    points_to.forget((objects, classes), found.object, bytes, pointer);
}

/// Records a copy of bytes.
pub fn copy(
    context: &mut Context<'_>,
    state: &mut State,
    destination: &Operand,
    source: &Operand,
    size: &Operand,
) {
    let (to, from) = (pointer(context, state, destination), pointer(context, state, source));
    let size = scalar(context, state, size);
    if context.terms.as_u64(size) == Some(0) {
        return;
    }
    state.history.push(Effect::Copy(to, from, size));
    forget(context, state, to, size);
}

/// Records that bytes are set.
pub fn fill(
    context: &mut Context<'_>,
    state: &mut State,
    destination: &Operand,
    byte: &Operand,
    size: &Operand,
) {
    let to = pointer(context, state, destination);
    let (byte, size) = (scalar(context, state, byte), scalar(context, state, size));
    if context.terms.as_u64(size) == Some(0) {
        return;
    }
    state.history.push(Effect::Fill(to, byte, size));
    forget(context, state, to, size);
}

/// Records that a life begins or ends.
pub fn life(context: &mut Context<'_>, state: &mut State, what: &Operand, life: Life) {
    let address = pointer(context, state, what);
    state.history.push(Effect::Life(address, life));
    if life == Life::ScopeStarts {
        let root = state.classes.root(address.object);
        let pointer = context.pointer_size();
        let State { points_to, objects, classes, .. } = state;
        points_to.forget((objects, classes), root, None, pointer);
    }
}

/// A new symbol of the program.
pub fn input(
    context: &mut Context<'_>,
    state: &mut State,
    need: Option<Value>,
    value_type: Type,
    (name, origin): (&str, InputOrigin),
) {
    let bits = context.pointer_bits();
    let symbols = match (value_type, need) {
        (Type::Pointer, need) => {
            if let Some(Value::Pointer(need)) = need {
                crate::value::unknown(state, need.object);
            }
            InputSymbols::Pointer
        }
        (_, None) => InputSymbols::Number(None, value_type),
        (_, Some(need)) => {
            let symbol = context.terms.fresh_symbol(name, Sort::BitVec(value_type.bits(bits)));
            context.ground.insert(symbol);
            let image = context.terms.symbol_term(symbol);
            let value = match value_type {
                Type::Float(format) => {
                    context.terms.fp_from_bits(image, klew_semantics::float_format(format))
                }
                _ => image,
            };
            crate::value::define(context, state, need, Value::Scalar(value));
            InputSymbols::Number(Some(symbol), value_type)
        }
    };
    record_input(state, symbols, name, origin);
}

/// Bytes of memory become inputs.
pub fn input_bytes(
    context: &mut Context<'_>,
    state: &mut State,
    (to, size): (&Operand, &Operand),
    (name, origin): (&str, InputOrigin),
) {
    let to = pointer(context, state, to);
    let size = scalar(context, state, size);
    if context.terms.as_u64(size) == Some(0) {
        return;
    }
    let beginning: Rc<str> = format!("bytes {} {name}", context.terms.symbol_count()).into();
    // Names are by the number of symbols, so the next one has to find another.
    context.terms.fresh_symbol("bytes", Sort::Bool);
    state.history.push(Effect::InputBytes(to, size, state.inputs.len()));
    record_input(state, InputSymbols::Bytes(size, beginning), name, origin);
    forget(context, state, to, size);
}

/// Takes note of an input.
pub fn record_input(state: &mut State, symbols: InputSymbols, name: &str, origin: InputOrigin) {
    let Point { function, block, instruction } = state.point;
    let site = Some(Point { function, block, instruction });
    let callers: Rc<[Point]> = state.frames.iter().rev().filter_map(|f| f.entered).collect();
    state.inputs.push(Input { symbols, name: name.into(), origin, site, callers });
}
