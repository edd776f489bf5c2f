//! Resolving definitions that are about memory: checks of accesses, comparisons and numbers of pointers.
//!
//! Source: paper 002, algorithm 4 and the errors that it checks on the way: null, bounds, use after free, double and
//! invalid free. Reads are in [`crate::reads`].
//!
//! **Invariant**: what is given a definition here has that value in every run of the path; what cannot be told may be
//! anything, or waits for ever.

use klew_ir::{Comparison, FunctionId, Initializer};
use klew_term::{SymbolId, TermId};

use crate::abstract_objects::{Address, Allocated, NUMBERS, Object, ObjectId, Origin, Place};
use crate::context::Context;
use crate::forward_pass::put_in;
use crate::history::{Effect, Life};
use crate::reads;
use crate::state::{Blocked, CallTypes, State, Waiting};
use crate::value::{unify, unknown};

/// Finds a definition; or says what keeps it from that.
pub fn resolve(
    context: &mut Context<'_>,
    state: &mut State,
    what: &mut Waiting,
) -> Option<Blocked> {
    let found = match what {
        Waiting::Read(read) => return reads::read(context, state, read),
        Waiting::Pointer(object, number) => return to_pointer(context, state, *object, *number),
        Waiting::Compare(symbol, comparison, a, b, at) => {
            (*symbol, compare(context, state, *comparison, (*a, *b), *at))
        }
        Waiting::Number(symbol, address) => (*symbol, number(context, state, *address)),
        Waiting::Accessible(symbol, address, size, writes, at) => {
            (*symbol, accessible(context, state, (*address, *size), *writes, at))
        }
        Waiting::Freeable(symbol, address, at) => (*symbol, freeable(context, state, *address, at)),
        Waiting::Callable(symbol, address, call) => {
            (*symbol, callable(context, state, *address, call.as_deref()))
        }
        Waiting::Size(symbol, address) => (*symbol, size(context, state, *address)),
    };
    settle(context, state, found)
}

/// What became of the search for a definition.
pub enum Search {
    /// This is it.
    Found(TermId),
    /// It may be anything.
    Anything,
    /// Something has to be known first.
    Blocked(Blocked),
}

use Search::{Anything, Found};

fn settle(
    context: &mut Context<'_>,
    state: &mut State,
    (symbol, found): (SymbolId, Search),
) -> Option<Blocked> {
    match found {
        Found(term) => {
            state.definitions.insert(symbol, term);
        }
        Anything => {
            state.inexact = true;
            context.ground.insert(symbol);
        }
        Search::Blocked(blocked) => return Some(blocked),
    }
    None
}

/// An address as far as it is known, and what its object is.
pub fn located(context: &mut Context<'_>, state: &State, address: Address) -> (Address, Object) {
    let found = state.classes.find(&mut context.terms, address);
    let offset = put_in(&mut context.terms, &state.definitions, found.offset);
    (Address { object: found.object, offset }, state.objects.get(found.object))
}

/// What blocks a search for the object of an abstract one.
fn blocked(object: ObjectId, origin: Origin) -> Search {
    match origin {
        Origin::Unknown => Anything,
        _ => Search::Blocked(Blocked::Object(object)),
    }
}

/// The number of an object's address. It is not 0.
pub fn base(context: &mut Context<'_>, state: &mut State, object: ObjectId) -> TermId {
    if let Some(known) = state.bases.get(&object) {
        return *known;
    }
    let sort = klew_term::Sort::BitVec(context.pointer_bits());
    let made = context.any("address", sort);
    state.bases.insert(object, made);
    state.inexact = true;
    let zero = context.number(0);
    let not_null = context.terms.ne(made, zero);
    state.constrain(not_null);
    made
}

fn number(context: &mut Context<'_>, state: &mut State, address: Address) -> Search {
    let (address, object) = located(context, state, address);
    match object {
        Object::Numbers => Found(address.offset),
        Object::Abstract(origin) => blocked(address.object, origin),
        _ => {
            let base = base(context, state, address.object);
            Found(context.terms.bv_add(base, address.offset))
        }
    }
}

fn to_pointer(
    context: &mut Context<'_>,
    state: &mut State,
    object: ObjectId,
    number: TermId,
) -> Option<Blocked> {
    let number = put_in(&mut context.terms, &state.definitions, number);
    let begin = Address { object, offset: context.number(0) };
    if context.terms.is_constant(number) {
        unify(context, state, begin, Address { object: NUMBERS, offset: number });
        return None;
    }
    if !context.is_ground(number) {
        return Some(Blocked::Term(number));
    }
    // A number made of one address points into that object.
    let symbols = context.terms.symbols(number);
    let bases: Vec<(ObjectId, TermId)> = (state.bases.iter())
        .filter(|(_, base)| context.terms.as_symbol(**base).is_some_and(|s| symbols.contains(&s)))
        .map(|(object, base)| (*object, *base))
        .collect();
    if let [(target, base)] = bases[..] {
        let offset = context.terms.bv_sub(number, base);
        let symbol = context.terms.as_symbol(base);
        if symbol.is_some_and(|symbol| !context.terms.symbols(offset).contains(&symbol)) {
            unify(context, state, begin, Address { object: target, offset });
            return None;
        }
    }
    unknown(state, object);
    None
}

/// The size of an object, if it is one that can be accessed.
fn object_size(context: &mut Context<'_>, state: &State, object: Object) -> Option<TermId> {
    match object {
        Object::Global(id) => {
            let size = context.program.global(id).size;
            Some(context.number(size))
        }
        Object::Allocated(Allocated { size, .. }) => {
            Some(put_in(&mut context.terms, &state.definitions, size))
        }
        _ => None,
    }
}

fn size(context: &mut Context<'_>, state: &mut State, address: Address) -> Search {
    let (address, object) = located(context, state, address);
    match object {
        Object::Abstract(origin) => blocked(address.object, origin),
        _ => match object_size(context, state, object) {
            Some(size) => Found(size),
            None => Found(context.number(0)),
        },
    }
}

/// Whether an object lives at a time: `None` if that cannot be told yet, and why. Goes on where it was stopped.
pub fn is_alive(state: &State, object: ObjectId, at: &mut usize) -> Result<bool, Blocked> {
    let Object::Allocated(made) = state.objects.get(object) else { return Ok(true) };
    if made.dead_from.is_some_and(|dead| *at <= dead) {
        return Ok(false);
    }
    while *at < made.at {
        let lives = match (state.history.get(*at), made.place) {
            (Some(Effect::Life(address, Life::Freed)), Place::Heap) => Some((address, false)),
            (Some(Effect::Life(address, Life::ScopeEnds)), Place::Stack) => Some((address, false)),
            (Some(Effect::Life(address, Life::ScopeStarts)), Place::Stack) => Some((address, true)),
            _ => None,
        };
        if let Some((address, lives)) = lives {
            let root = state.classes.root(address.object);
            if root == object {
                return Ok(lives);
            }
            if state.objects.may_be_same(root, object) {
                return Err(Blocked::Object(root));
            }
        }
        *at += 1;
    }
    Ok(true)
}

fn accessible(
    context: &mut Context<'_>,
    state: &mut State,
    (address, count): (Address, TermId),
    writes: bool,
    at: &mut usize,
) -> Search {
    let (address, object) = located(context, state, address);
    let count = put_in(&mut context.terms, &state.definitions, count);
    let zero = context.number(0);
    let nothing = context.terms.eq(count, zero);
    match object {
        Object::Abstract(origin) => return blocked(address.object, origin),
        // What lies at a number is not known, but nothing does next to null.
        Object::Numbers if context.terms.is_constant(address.offset) => return Found(nothing),
        Object::Numbers if !context.is_ground(address.offset) => {
            return Search::Blocked(Blocked::Term(address.offset));
        }
        Object::Numbers => return Anything,
        Object::Function(_) => return Found(nothing),
        Object::Global(id) => {
            let global = context.program.global(id);
            if matches!(global.initializer, Initializer::External) {
                return Anything;
            }
            if writes && global.constant {
                return Found(nothing);
            }
        }
        Object::Allocated(_) => match is_alive(state, address.object, at) {
            Ok(true) => {}
            Ok(false) => return Found(nothing),
            Err(why) => return Search::Blocked(why),
        },
    }
    let Some(size) = object_size(context, state, object) else { return Anything };
    let terms = &mut context.terms;
    let begins = terms.bv_ule(address.offset, size);
    let rest = terms.bv_sub(size, address.offset);
    let ends = terms.bv_ule(count, rest);
    let inside = terms.and(begins, ends);
    Found(terms.or(nothing, inside))
}

fn freeable(
    context: &mut Context<'_>,
    state: &mut State,
    address: Address,
    at: &mut usize,
) -> Search {
    let (address, object) = located(context, state, address);
    let zero = context.number(0);
    match object {
        Object::Abstract(origin) => blocked(address.object, origin),
        Object::Numbers => Found(context.terms.eq(address.offset, zero)),
        Object::Allocated(Allocated { place: Place::Heap, .. }) => {
            match is_alive(state, address.object, at) {
                Ok(true) => Found(context.terms.eq(address.offset, zero)),
                Ok(false) => Found(context.terms.false_()),
                Err(why) => Search::Blocked(why),
            }
        }
        _ => Found(context.terms.false_()),
    }
}

fn callable(
    context: &mut Context<'_>,
    state: &mut State,
    address: Address,
    call: Option<&CallTypes>,
) -> Search {
    let (address, object) = located(context, state, address);
    let zero = context.number(0);
    match object {
        Object::Abstract(origin) => blocked(address.object, origin),
        Object::Function(id) if call.is_none_or(|call| takes(context, id, call)) => {
            Found(context.terms.eq(address.offset, zero))
        }
        Object::Numbers if !context.is_ground(address.offset) => {
            Search::Blocked(Blocked::Term(address.offset))
        }
        Object::Numbers if !context.terms.is_constant(address.offset) => Anything,
        _ => Found(context.terms.false_()),
    }
}

/// Whether a function takes a call: no argument is missing, and those there are have its types.
fn takes(context: &Context<'_>, function: FunctionId, call: &CallTypes) -> bool {
    let function = context.program.function(function);
    let declared = function.parameters.len() - usize::from(function.variadic);
    let mut pairs = function.parameters[..declared].iter().zip(&call.arguments);
    call.arguments.len() >= declared
        && pairs.all(|(parameter, argument)| parameter == argument)
        && function.results.iter().zip(&call.results).all(|(result, wanted)| result == wanted)
}

fn compare(
    context: &mut Context<'_>,
    state: &mut State,
    comparison: Comparison,
    (a, b): (Address, Address),
    at: usize,
) -> Search {
    let ((a, one), (b, other)) = (located(context, state, a), located(context, state, b));
    let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
    if a.object == b.object && (is_equality || a.object == NUMBERS) {
        let terms = &mut context.terms;
        return Found(klew_semantics::compare(terms, comparison, a.offset, b.offset));
    }
    for (address, object) in [(a, one), (b, other)] {
        if let Object::Abstract(origin) = object
            && (a.object != b.object || origin == Origin::Unknown)
        {
            return blocked(address.object, origin);
        }
    }
    if is_equality {
        match are_apart(context, state, [(a, one), (b, other)], at) {
            Ok(true) => {
                let differ = comparison == Comparison::NotEqual;
                return Found(context.terms.bool(differ));
            }
            Ok(false) => {}
            Err(why) => return Search::Blocked(why),
        }
    }
    let mut numbers = [a, b].map(|address| match address.object {
        NUMBERS => address.offset,
        object => {
            let base = base(context, state, object);
            context.terms.bv_add(base, address.offset)
        }
    });
    let [one, other] = &mut numbers;
    Found(klew_semantics::compare(&mut context.terms, comparison, *one, *other))
}

/// Whether two addresses of different objects are certainly not the same number.
fn are_apart(
    context: &mut Context<'_>,
    state: &State,
    addresses: [(Address, Object); 2],
    at: usize,
) -> Result<bool, Blocked> {
    for (address, object) in addresses {
        let offset = context.terms.as_u64(address.offset);
        let is_inside = match object {
            Object::Numbers => offset == Some(0),
            Object::Function(_) => offset == Some(0),
            Object::Abstract(_) => false,
            _ => {
                let size = object_size(context, state, object);
                let size = size.and_then(|size| context.terms.as_u64(size));
                // Behind the last byte another object may begin, but not null.
                let null = addresses.iter().any(|(other, _)| other.object == NUMBERS);
                offset.zip(size).is_some_and(|(at, size)| at < size || null && at <= size)
            }
        };
        if !is_inside {
            return Ok(false);
        }
        let null = addresses.iter().any(|(other, _)| other.object == NUMBERS);
        if !null && !is_alive(state, address.object, &mut { at })? {
            return Ok(false);
        }
    }
    Ok(true)
}
