//! Resolving reads of memory, byte by byte, from the most recent older write that overlaps.
//!
//! Source: paper 002, algorithm 4, lines 10–43. A write whose object may turn out to be the same blocks a read. A write at an
//! offset that is not a number gives a case, once nothing more will be known of it; at the begin of the run what is left
//! comes from initial values.
//!
//! **Invariant**: no entry of the history that may write one of the bytes is passed over.

use klew_ir::{FloatFormat, GlobalId, Initializer, Type};
use klew_term::{BitVecValue, Sort, TermId};

use crate::abstract_objects::{Address, Object, ObjectId, Origin};
use crate::context::Context;
use crate::forward_pass::put_in;
use crate::history::{Effect, Life, Value};
use crate::resolution::located;
use crate::state::{Blocked, InputSymbols, Read, ReadInto, State, Waiting};
use crate::value::{constant_value, unify, unknown};

/// Bytes of inputs, and elements of tables, at an offset that is no number.
const MOST_CASES: u64 = 256;

/// What an entry of the history means for a read.
enum Entry {
    /// Nothing.
    Passed,
    /// It is the value; or may be anything.
    Value(Option<Value>),
    /// The bytes lie elsewhere.
    Moved(Address),
    /// It must be known what it is.
    Blocked(Blocked),
    /// Too hard to tell.
    Anything,
}

/// Looks for the value of a read.
pub fn read(context: &mut Context<'_>, state: &mut State, read: &mut Read) -> Option<Blocked> {
    let size = read.value_type.store_size(context.pointer_bits());
    loop {
        let (address, object) = located(context, state, read.address);
        match object {
            Object::Numbers | Object::Function(_) => return anything(context, state, read),
            Object::Abstract(Origin::Unknown) => return anything(context, state, read),
            Object::Global(id) if context.program.global(id).constant => {
                return initial(context, state, read, (id, address.offset), size);
            }
            _ => {}
        }
        let Some(effect) = state.history.get(read.from).copied() else {
            return match object {
                Object::Global(id) if state.complete => {
                    initial(context, state, read, (id, address.offset), size)
                }
                Object::Abstract(_) if state.complete => Some(Blocked::Object(address.object)),
                _ if state.complete => anything(context, state, read),
                _ => Some(Blocked::History(state.history.len())),
            };
        };
        match entry(context, state, read, (&effect, address, size)) {
            Entry::Passed => read.from += 1,
            Entry::Value(value) => return finish(context, state, read, value),
            Entry::Moved(to) => {
                read.address = to;
                read.from += 1;
            }
            Entry::Blocked(why) => return Some(why),
            Entry::Anything => return anything(context, state, read),
        }
    }
}

/// How two places lie: the first minus the second offset, if they are in one object.
enum Distance {
    Apart,
    Blocked(Blocked),
    Constant(i64),
    Open(TermId),
}

fn distance(context: &mut Context<'_>, state: &State, one: Address, other: Address) -> Distance {
    let (one, _) = located(context, state, one);
    if one.object != other.object {
        return match state.objects.may_be_same(one.object, other.object) {
            true => Distance::Blocked(Blocked::Objects(one.object, other.object)),
            false => Distance::Apart,
        };
    }
    let difference = context.terms.bv_sub(one.offset, other.offset);
    let bits = context.pointer_bits();
    match context.terms.as_u64(difference) {
        Some(value) => Distance::Constant(((value << (64 - bits)) as i64) >> (64 - bits)),
        None if context.is_ground(difference) => Distance::Open(difference),
        None => Distance::Blocked(Blocked::Term(difference)),
    }
}

fn entry(
    context: &mut Context<'_>,
    state: &mut State,
    read: &mut Read,
    (effect, address, size): (&Effect, Address, u64),
) -> Entry {
    match *effect {
        Effect::Write(to, count, value) => match distance(context, state, to, address) {
            Distance::Apart => Entry::Passed,
            Distance::Blocked(why) => Entry::Blocked(why),
            Distance::Constant(at) => written(context, read, (at, count, value), size),
            Distance::Open(at) => written_somewhere(context, state, read, (at, count, value), size),
        },
        Effect::Allocated(object) if object == address.object => {
            let Object::Allocated(made) = state.objects.get(object) else { return Entry::Anything };
            match made.zeroed {
                true => whole_of(context, read, size, |context, _| Some(context.terms.bv(8, 0))),
                false => Entry::Value(None),
            }
        }
        Effect::Life(of, Life::ScopeStarts) => {
            let root = state.classes.root(of.object);
            if root == address.object {
                Entry::Value(None)
            } else if state.objects.may_be_same(root, address.object)
                && is_on_stack(state, address.object)
            {
                Entry::Blocked(Blocked::Objects(root, address.object))
            } else {
                Entry::Passed
            }
        }
        Effect::Copy(to, from, count) => match range(context, state, (to, count), address, size) {
            Range::Apart => Entry::Passed,
            Range::Blocked(why) => Entry::Blocked(why),
            Range::Inside(at) if read.bytes.is_none() => {
                let at = context.number(at);
                let offset = context.terms.bv_add(from.offset, at);
                Entry::Moved(Address { object: from.object, offset })
            }
            _ => Entry::Anything,
        },
        Effect::Fill(to, byte, count) => {
            let byte = put_in(&mut context.terms, &state.definitions, byte);
            match range(context, state, (to, count), address, size) {
                Range::Apart => Entry::Passed,
                Range::Blocked(why) => Entry::Blocked(why),
                Range::Inside(_) => whole_of(context, read, size, |_, _| Some(byte)),
                Range::Open(at, count) if size == 1 && read.bytes.is_none() => {
                    let inside = context.terms.bv_ult(at, count);
                    read.cases.push((inside, byte));
                    Entry::Passed
                }
                _ => Entry::Anything,
            }
        }
        Effect::InputBytes(to, count, input) => {
            input_bytes(context, state, read, (to, count, input), (address, size))
        }
        _ => Entry::Passed,
    }
}

fn is_on_stack(state: &State, object: ObjectId) -> bool {
    match state.objects.get(object) {
        Object::Allocated(made) => made.place == crate::abstract_objects::Place::Stack,
        Object::Abstract(_) => true,
        _ => false,
    }
}

/// A write at a known distance from what is read.
fn written(
    context: &mut Context<'_>,
    read: &mut Read,
    (at, count, value): (i64, u64, Value),
    size: u64,
) -> Entry {
    if at >= size as i64 || at.saturating_add(count as i64) <= 0 {
        return Entry::Passed;
    }
    if at == 0 && count == size && read.bytes.is_none() {
        return Entry::Value(Some(value));
    }
    let Value::Scalar(term) = value else { return Entry::Anything };
    let Some(image) = image(context, term) else { return Entry::Anything };
    if !read.cases.is_empty() {
        return Entry::Anything;
    }
    let bytes = read.bytes.get_or_insert_with(|| vec![None; size as usize]);
    for (index, byte) in bytes.iter_mut().enumerate() {
        let from = index as i64 - at;
        if byte.is_none() && (0..count as i64).contains(&from) {
            let low = 8 * from as u32;
            *byte = Some(context.terms.bv_extract(image, low + 7, low));
        }
    }
    joined(context, bytes)
}

/// The value of bytes, once all are known.
fn joined(context: &mut Context<'_>, bytes: &[Option<TermId>]) -> Entry {
    let mut whole: Option<TermId> = None;
    for byte in bytes {
        let Some(byte) = *byte else { return Entry::Passed };
        whole = Some(match whole {
            None => byte,
            Some(low) => context.terms.bv_concat(byte, low),
        });
    }
    match whole {
        Some(term) => Entry::Value(Some(Value::Scalar(term))),
        None => Entry::Anything,
    }
}

/// The integer of a value's bytes; of floating-point numbers only where it is known which image they have.
fn image(context: &mut Context<'_>, term: TermId) -> Option<TermId> {
    match context.terms.sort(term) {
        Sort::BitVec(_) => Some(term),
        Sort::Float(_) => {
            let (bits, fact) = context.terms.fp_to_bits(term);
            fact.is_none().then_some(bits)
        }
        _ => None,
    }
}

/// A write at a distance that is not a number, and will not be one: a case, where ranges do not overlap in part.
fn written_somewhere(
    context: &mut Context<'_>,
    state: &mut State,
    read: &mut Read,
    (at, count, value): (TermId, u64, Value),
    size: u64,
) -> Entry {
    let is_aligned = size.is_power_of_two()
        && context.terms.bounds(at).is_some_and(|bounds| bounds.zeros & (size - 1) == size - 1);
    let (true, None, Value::Scalar(term)) = (count == size && is_aligned, &read.bytes, value)
    else {
        return Entry::Anything;
    };
    let term = put_in(&mut context.terms, &state.definitions, term);
    let wanted = klew_semantics::sort_of(read.value_type, context.pointer_bits());
    if read.value_type == Type::Pointer {
        return Entry::Anything;
    }
    let Some(term) = typed(context, term, read.value_type, wanted) else { return Entry::Anything };
    let zero = context.number(0);
    let same = context.terms.eq(at, zero);
    read.cases.push((same, term));
    Entry::Passed
}

/// A value of memory as one of a type.
fn typed(context: &mut Context<'_>, term: TermId, value_type: Type, sort: Sort) -> Option<TermId> {
    if context.terms.sort(term) == sort {
        return Some(term);
    }
    let image = image(context, term)?;
    match value_type {
        Type::Int(width) => Some(context.terms.bv_truncate(image, width)),
        Type::Float(FloatFormat::X87) => None,
        Type::Float(format) => {
            let image = context.terms.bv_truncate(image, format.storage_bits());
            Some(context.terms.fp_from_bits(image, klew_semantics::float_format(format)))
        }
        Type::Pointer => None,
    }
}

/// How what is read lies in a range.
enum Range {
    Apart,
    Blocked(Blocked),
    /// Whole in it, so many bytes behind its begin.
    Inside(u64),
    /// So far behind its begin, of so many bytes.
    Open(TermId, TermId),
    Partly,
}

fn range(
    context: &mut Context<'_>,
    state: &State,
    (to, count): (Address, TermId),
    address: Address,
    size: u64,
) -> Range {
    let (to, _) = located(context, state, to);
    let at = match distance(context, state, to, address) {
        Distance::Apart => return Range::Apart,
        Distance::Blocked(why) => return Range::Blocked(why),
        Distance::Constant(at) => Some(at.wrapping_neg()),
        Distance::Open(_) => None,
    };
    let count = put_in(&mut context.terms, &state.definitions, count);
    if !context.is_ground(count) {
        return Range::Blocked(Blocked::Term(count));
    }
    match (at, context.terms.as_u64(count)) {
        (Some(at), Some(count)) => {
            if at >= count as i64 || at.saturating_add(size as i64) <= 0 {
                Range::Apart
            } else if at >= 0 && at as u64 + size <= count {
                Range::Inside(at as u64)
            } else {
                Range::Partly
            }
        }
        _ => Range::Open(context.terms.bv_sub(address.offset, to.offset), count),
    }
}

/// All bytes that are still open are given by their number.
fn whole_of(
    context: &mut Context<'_>,
    read: &mut Read,
    size: u64,
    mut byte: impl FnMut(&mut Context<'_>, u64) -> Option<TermId>,
) -> Entry {
    if read.cases.is_empty() || read.bytes.is_none() {
        let mut bytes = read.bytes.clone().unwrap_or_else(|| vec![None; size as usize]);
        for (index, known) in bytes.iter_mut().enumerate() {
            if known.is_none() {
                let Some(byte) = byte(context, index as u64) else { return Entry::Anything };
                *known = Some(byte);
            }
        }
        return joined(context, &bytes);
    }
    Entry::Anything
}

fn input_bytes(
    context: &mut Context<'_>,
    state: &mut State,
    read: &mut Read,
    (to, count, input): (Address, TermId, usize),
    (address, size): (Address, u64),
) -> Entry {
    let InputSymbols::Bytes(_, beginning) = &state.inputs[input].symbols else {
        return Entry::Anything;
    };
    let beginning = beginning.clone();
    let symbol = |context: &mut Context<'_>, index: u64| {
        let term = context.terms.symbol_named(&format!("{beginning}[{index}]"), Sort::BitVec(8));
        context.ground.extend(context.terms.as_symbol(term));
        term
    };
    match range(context, state, (to, count), address, size) {
        Range::Apart => Entry::Passed,
        Range::Blocked(why) => Entry::Blocked(why),
        Range::Inside(at) => {
            whole_of(context, read, size, |context, index| Some(symbol(context, at + index)))
        }
        Range::Open(at, count) if size == 1 && read.bytes.is_none() => {
            match context.terms.as_u64(count) {
                Some(count) if count <= MOST_CASES => {
                    for index in 0..count {
                        let number = context.number(index);
                        let here = context.terms.eq(at, number);
                        let byte = symbol(context, index);
                        read.cases.push((here, byte));
                    }
                    Entry::Passed
                }
                _ => Entry::Anything,
            }
        }
        _ => Entry::Anything,
    }
}

/// What a global holds at first.
fn initial(
    context: &mut Context<'_>,
    state: &mut State,
    read: &mut Read,
    (id, offset): (GlobalId, TermId),
    size: u64,
) -> Option<Blocked> {
    let program = context.program;
    let global = program.global(id);
    let (bytes, relocations) = match &global.initializer {
        Initializer::External => return anything(context, state, read),
        Initializer::Zero => (None, &[][..]),
        Initializer::Bytes(bytes, relocations) => (Some(bytes), &relocations[..]),
    };
    let byte = |at: u64| bytes.map_or(Some(0), |bytes| bytes.get(at as usize).copied());
    let pointer = context.pointer_size();
    let touched =
        |at: u64| relocations.iter().find(|r| r.offset < at + size && at < r.offset + pointer);
    if let Some(at) = context.terms.as_u64(offset) {
        if at.checked_add(size).is_none_or(|end| end > global.size) {
            return anything(context, state, read);
        }
        return match touched(at) {
            Some(one) if one.offset == at && read.value_type == Type::Pointer => {
                if read.bytes.is_some() {
                    return anything(context, state, read);
                }
                let value = constant_value(context, state, &one.value);
                finish(context, state, read, Some(value))
            }
            Some(_) => anything(context, state, read),
            None => {
                let found = whole_of(context, read, size, |context, index| {
                    Some(context.terms.bv(8, u64::from(byte(at + index)?)))
                });
                match found {
                    Entry::Value(value) => finish(context, state, read, value),
                    _ => anything(context, state, read),
                }
            }
        };
    }
    if !context.is_ground(offset) {
        return Some(Blocked::Term(offset));
    }
    // A table: one case for each element.
    let count = global.size / size;
    let is_table = read.bytes.is_none()
        && relocations.is_empty()
        && read.value_type != Type::Pointer
        && count <= MOST_CASES
        && (size == 1
            || size.is_power_of_two()
                && context.terms.bounds(offset).is_some_and(|b| b.zeros & (size - 1) == size - 1));
    if !is_table {
        return anything(context, state, read);
    }
    let sort = klew_semantics::sort_of(read.value_type, context.pointer_bits());
    for index in 0..count {
        let number = context.number(index * size);
        let here = context.terms.eq(offset, number);
        let mut value = BitVecValue::zero(8 * size as u32);
        for position in (0..size).rev() {
            let one = BitVecValue::new(
                8 * size as u32,
                u64::from(byte(index * size + position).unwrap_or(0)),
            );
            let shift = BitVecValue::new(8 * size as u32, 8);
            value = value.shl(&shift).or(&one);
        }
        let image = context.terms.bv_value(value);
        let Some(term) = typed(context, image, read.value_type, sort) else {
            return anything(context, state, read);
        };
        read.cases.push((here, term));
    }
    finish(context, state, read, None)
}

/// Nothing will be known of what is read.
fn anything(context: &mut Context<'_>, state: &mut State, read: &Read) -> Option<Blocked> {
    state.inexact = true;
    match read.into {
        ReadInto::Symbol(symbol) => {
            context.ground.insert(symbol);
        }
        ReadInto::Object(object) => {
            if state.classes.root(object) == object {
                unknown(state, object);
            }
        }
    }
    None
}

/// Defines what is read: the cases first, then the value; none for bytes that were never written.
fn finish(
    context: &mut Context<'_>,
    state: &mut State,
    read: &Read,
    value: Option<Value>,
) -> Option<Blocked> {
    let sort = klew_semantics::sort_of(read.value_type, context.pointer_bits());
    match (read.into, value) {
        (ReadInto::Symbol(symbol), value) => {
            let last = match value {
                None if read.cases.is_empty() => return anything(context, state, read),
                None => {
                    state.inexact = true;
                    context.any("undefined", sort)
                }
                Some(Value::Pointer(address)) => {
                    let (Type::Int(width), true) = (read.value_type, read.cases.is_empty()) else {
                        return anything(context, state, read);
                    };
                    let bits = context.pointer_bits();
                    let number = context.terms.fresh_symbol("number", Sort::BitVec(bits));
                    state.wait(Waiting::Number(number, address));
                    let number = context.terms.symbol_term(number);
                    if width != bits {
                        return anything(context, state, read);
                    }
                    number
                }
                Some(Value::Scalar(term)) => {
                    let term = put_in(&mut context.terms, &state.definitions, term);
                    let Some(term) = typed(context, term, read.value_type, sort) else {
                        return anything(context, state, read);
                    };
                    term
                }
            };
            let result = (read.cases.iter().rev())
                .fold(last, |last, (condition, case)| context.terms.ite(*condition, *case, last));
            state.definitions.insert(symbol, result);
            None
        }
        (ReadInto::Object(_), _) if !read.cases.is_empty() => anything(context, state, read),
        (ReadInto::Object(_), None) => anything(context, state, read),
        (ReadInto::Object(object), Some(Value::Pointer(target))) => {
            let begin = Address { object, offset: context.number(0) };
            unify(context, state, begin, target);
            None
        }
        (ReadInto::Object(object), Some(Value::Scalar(number))) => {
            state.objects.comes_from(object, Origin::Number);
            let Some(number) = image(context, number) else {
                return anything(context, state, read);
            };
            state.wait(Waiting::Pointer(object, number));
            None
        }
    }
}
