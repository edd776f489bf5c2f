//! Values of operands, and definitions of what is needed of registers.
//!
//! Source: paper 002, table II (the address of an expression) and rules E1, E2 and S1–S6 of figure 4: a pointer of which
//! nothing is known points to a new abstract object; where it gets its value, that object is unified with the value's.

use klew_ir::{Constant, Operand, Type, ValueId};
use klew_term::{BitVecValue, Sort, TermId};

use crate::abstract_objects::{Address, NUMBERS, Object, ObjectId, Origin};
use crate::context::Context;
use crate::history::Value;
use crate::state::State;
use crate::unification::Unified;

/// A new abstract object's begin.
pub fn new_abstract(context: &mut Context<'_>, state: &mut State, origin: Origin) -> Address {
    let object = state.objects.add(Object::Abstract(origin));
    Address { object, offset: context.number(0) }
}

/// The type of an operand of the innermost function.
pub fn type_of(context: &Context<'_>, state: &State, operand: &Operand) -> Type {
    match operand {
        Operand::Constant(constant) => constant.type_of(),
        Operand::Value(value) => value_type(context, state, *value),
    }
}

/// The type of a value of the innermost function.
pub fn value_type(context: &Context<'_>, state: &State, value: ValueId) -> Type {
    let body = context.body(state.point.function);
    let info = body.and_then(|body| body.values.get(value.0 as usize));
    info.map_or(Type::BOOL, |info| info.value_type)
}

/// What an operand is at the point that the path came to.
pub fn operand(context: &mut Context<'_>, state: &mut State, operand: &Operand) -> Value {
    match operand {
        Operand::Constant(constant) => constant_value(context, state, constant),
        Operand::Value(value) => needed(context, state, *value),
    }
}

/// A scalar operand; a pointer's as its number.
pub fn scalar(context: &mut Context<'_>, state: &mut State, what: &Operand) -> TermId {
    match operand(context, state, what) {
        Value::Scalar(term) => term,
        Value::Pointer(address) => {
            let bits = context.pointer_bits();
            let symbol = context.terms.fresh_symbol("number", Sort::BitVec(bits));
            state.wait(crate::state::Waiting::Number(symbol, address));
            context.terms.symbol_term(symbol)
        }
    }
}

/// A pointer operand.
pub fn pointer(context: &mut Context<'_>, state: &mut State, what: &Operand) -> Address {
    match operand(context, state, what) {
        Value::Pointer(address) => address,
        Value::Scalar(term) => {
            let made = new_abstract(context, state, Origin::Number);
            state.wait(crate::state::Waiting::Pointer(made.object, term));
            made
        }
    }
}

fn needed(context: &mut Context<'_>, state: &mut State, value: ValueId) -> Value {
    if let Some(known) = state.frame().needs.get(&value) {
        return *known;
    }
    let made = match value_type(context, state, value) {
        Type::Pointer => Value::Pointer(new_abstract(context, state, Origin::Register)),
        other => Value::Scalar(context.open("value", other)),
    };
    state.frame().needs.insert(value, made);
    made
}

/// What a constant is.
pub fn constant_value(context: &mut Context<'_>, state: &mut State, constant: &Constant) -> Value {
    let bits = context.pointer_bits();
    let terms = &mut context.terms;
    match constant {
        Constant::Int { width, value } => {
            Value::Scalar(terms.bv_value(BitVecValue::from_biguint(*width, value.clone())))
        }
        Constant::Float(format, image) => {
            Value::Scalar(terms.float(klew_semantics::float_format(*format), *image))
        }
        Constant::Null => Value::Pointer(Address { object: NUMBERS, offset: terms.bv(bits, 0) }),
        Constant::Global(id, offset) => {
            let offset = terms.bv_value(BitVecValue::from_i64(bits, *offset));
            Value::Pointer(Address { object: state.objects.global(*id), offset })
        }
        Constant::Function(id) => Value::Pointer(Address {
            object: state.objects.function(*id),
            offset: terms.bv(bits, 0),
        }),
        Constant::Undefined(value_type) => anything(context, state, *value_type),
    }
}

/// A value of which nothing is known for good.
pub fn anything(context: &mut Context<'_>, state: &mut State, value_type: Type) -> Value {
    state.inexact = true;
    match value_type {
        Type::Pointer => Value::Pointer(new_abstract(context, state, Origin::Unknown)),
        _ => {
            let sort = klew_semantics::sort_of(value_type, context.pointer_bits());
            Value::Scalar(context.any("undefined", sort))
        }
    }
}

/// What was needed gets its value.
pub fn define(context: &mut Context<'_>, state: &mut State, need: Value, value: Value) {
    match (need, value) {
        (Value::Scalar(term), Value::Scalar(value)) => {
            if let Some(symbol) = context.terms.as_symbol(term) {
                state.definitions.insert(symbol, value);
            }
        }
        (Value::Pointer(need), Value::Pointer(value)) => unify(context, state, need, value),
        // A pointer of a number, or the other way round: only where types of a call do not go together.
        (Value::Pointer(need), Value::Scalar(_)) => {
            state.inexact = true;
            state.objects.comes_from(need.object, Origin::Unknown);
        }
        (Value::Scalar(term), Value::Pointer(_)) => {
            state.inexact = true;
            context.ground.extend(context.terms.as_symbol(term));
        }
    }
}

/// Both addresses are the same (a unification pair).
pub fn unify(context: &mut Context<'_>, state: &mut State, one: Address, other: Address) {
    state.unified = true;
    match state.classes.unify(&mut context.terms, &state.objects, one, other) {
        Unified::Joined => {}
        Unified::Equal(a, b) => {
            let equal = context.terms.eq(a, b);
            if context.terms.as_bool(equal) != Some(true) {
                state.constrain(equal);
            }
        }
        Unified::Different => state.inexact = true,
    }
}

/// An object of which nothing will be known.
pub fn unknown(state: &mut State, object: ObjectId) {
    state.inexact = true;
    let root = state.classes.root(object);
    state.objects.comes_from(root, Origin::Unknown);
}
