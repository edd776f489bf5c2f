//! Iterated arrays (paper 004, section 5.1.1 and table 2).
//!
//! A path that writes at indices which follow its counter in equal steps has, behind the loop, written at each index at
//! most once as long as nothing wraps around; so which execution wrote last at an index, if any, is a quotient and needs
//! no quantifier: for `g(τ) = base + step * τ`, index `χ` was written if `step` divides `χ - base` and the quotient is
//! below the counter. With several writes on the path the last execution wins, and of one execution the last write.
//! The array is a local symbol, and [`ArrayContents`] says what it holds at every index.
//!
//! **Invariant**: where indices are not of that form, might wrap, or several paths write, nothing is said of the array;
//! where only the values are unknown, what was not written keeps its value.

use klew_term::{BitVecValue, Kind, SymbolId, TermId};

use crate::affine::{Affine, affine};
use crate::context::Context;
use crate::flowgraph::Variable;
use crate::iterated::{Iteration, resized};
use crate::summary::ArrayContents;

/// Writes of one path.
const MOST_WRITES: usize = 16;

/// A write: the index and, if it can be expressed, the value, both by the path's counter.
struct Write {
    index: Affine,
    value: Option<TermId>,
}

/// The iterated value of an array; none if nothing is known of it (yet).
pub(crate) fn iterate(
    context: &mut Context<'_>,
    iteration: &mut Iteration<'_>,
    variable: Variable,
) -> Option<TermId> {
    let entry = context.terms.symbol_term(variable);
    let mut writing = (0..iteration.paths.len())
        .filter(|path| iteration.paths[*path].state.values().contains_key(&variable));
    let path = writing.next()?;
    if writing.next().is_some() {
        return None;
    }
    let writes = writes(context, iteration, path, variable)?;
    let sort = context.terms.sort(entry);
    let array = iteration.local(context, &name(context, variable), sort);
    let width = match context.terms.sort(entry) {
        klew_term::Sort::Array(klew_term::ScalarSort::BitVec(width), _) => width,
        _ => return None,
    };
    let index = context.local("at", klew_term::Sort::BitVec(width));
    let value = contents(context, iteration, (entry, index, width), (path, &writes));
    iteration.iterated.arrays.push(ArrayContents { array, index, value });
    Some(context.terms.symbol_term(array))
}

fn name(context: &Context<'_>, variable: Variable) -> String {
    context.terms.symbol_name(variable).to_owned()
}

/// What a path writes, in its order.
fn writes(
    context: &mut Context<'_>,
    iteration: &Iteration<'_>,
    path: usize,
    variable: Variable,
) -> Option<Vec<Write>> {
    let mut at = iteration.paths[path].state.get(context.terms, variable);
    let mut writes = Vec::new();
    while let Kind::Store = context.terms.kind(at) {
        let [array, index, value] = context.terms.arguments(at)[..] else { return None };
        let index = iteration.expressed(context, index, path)?;
        let index = affine(context, index, iteration.counters[path])?;
        writes.push(Write { index, value: iteration.expressed(context, value, path) });
        at = array;
    }
    writes.reverse();
    let is_entry = context.terms.as_symbol(at) == Some(variable);
    (is_entry && writes.len() <= MOST_WRITES).then_some(writes)
}

/// Whether a write hits an index, and in which execution.
struct Hit {
    hits: TermId,
    execution: TermId,
}

/// The element at an index behind the loop.
fn contents(
    context: &mut Context<'_>,
    iteration: &mut Iteration<'_>,
    (entry, index, width): (TermId, SymbolId, u32),
    (path, writes): (usize, &[Write]),
) -> TermId {
    let counter = iteration.counters[path];
    let index = context.terms.symbol_term(index);
    let mut value = context.terms.select(entry, index);
    let mut newest: Option<Hit> = None;
    let mut guards = Vec::new();
    for write in writes {
        guards.extend(write.index.guards.iter().copied());
        let hit = hit(context, &write.index, (index, width), counter, &mut guards);
        let written = match write.value {
            Some(value) => {
                let execution = resized(context, hit.execution, context.counter_width);
                context.with(value, &[(counter, execution)].into_iter().collect())
            }
            None => unknown_element(context, iteration, entry, index),
        };
        let wins = match &newest {
            Some(newest) => {
                let older = context.terms.bv_uge(hit.execution, newest.execution);
                let first = context.terms.not(newest.hits);
                let wins = context.terms.or(first, older);
                context.terms.and(hit.hits, wins)
            }
            None => hit.hits,
        };
        value = context.terms.ite(wins, written, value);
        newest = Some(match newest {
            Some(newest) => Hit {
                hits: context.terms.or(newest.hits, hit.hits),
                execution: context.terms.ite(wins, hit.execution, newest.execution),
            },
            None => hit,
        });
    }
    let guarded = context.terms.and_all(&guards);
    let unknown = unknown_element(context, iteration, entry, index);
    context.terms.ite(guarded, value, unknown)
}

/// An element of which nothing is known: of an array of which nothing is known, so that it is the same one whenever it is read.
fn unknown_element(
    context: &mut Context<'_>,
    iteration: &mut Iteration<'_>,
    entry: TermId,
    index: TermId,
) -> TermId {
    let sort = context.terms.sort(entry);
    let unknown = iteration.local(context, "unknown", sort);
    let unknown = context.terms.symbol_term(unknown);
    context.terms.select(unknown, index)
}

fn hit(
    context: &mut Context<'_>,
    written: &Affine,
    (index, width): (TermId, u32),
    counter: SymbolId,
    guards: &mut Vec<TermId>,
) -> Hit {
    let count = context.terms.symbol_term(counter);
    let zero = context.terms.bv(context.counter_width, 0);
    if written.step.is_zero() {
        let never = context.terms.eq(count, zero);
        let ever = context.terms.not(never);
        let same = context.terms.eq(index, written.base);
        let one = context.terms.bv(context.counter_width, 1);
        let last = context.terms.bv_sub(count, one);
        let execution = resized(context, last, width);
        return Hit { hits: context.terms.and(ever, same), execution };
    }
    let is_down = written.step.bit(width - 1);
    let size = if is_down { written.step.neg() } else { written.step.clone() };
    let way = match is_down {
        true => context.terms.bv_sub(written.base, index),
        false => context.terms.bv_sub(index, written.base),
    };
    // So that indices do not come round to where they began.
    let most = BitVecValue::ones(width).udiv(&size).zero_extend(context.counter_width);
    let most = context.terms.bv_value(most);
    guards.push(context.terms.bv_ule(count, most));
    let by = context.terms.bv_value(size);
    let rest = context.terms.bv_urem(way, by);
    let none = context.terms.bv(width, 0);
    let divides = context.terms.eq(rest, none);
    let execution = context.terms.bv_udiv(way, by);
    let number = resized(context, execution, context.counter_width);
    let happened = context.terms.bv_ult(number, count);
    Hit { hits: context.terms.and(divides, happened), execution }
}
