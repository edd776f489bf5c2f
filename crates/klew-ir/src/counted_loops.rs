//! Turns of loops that only count are skipped: all but the last one, as one step.
//!
//! In a loop like `while (i < n) { i += 2; count++; }` each turn adds a constant to some variables, and the condition to go on compares one of
//! them with what the loop does not change. So it is known ahead of the loop how many turns there are and what the variables are
//! before the last one: the loop is entered there. Acceleration of loops as in D. Kroening, M. Lewis, G. Weissenbacher,
//! *Under-Approximating Loops in C Programs for Fast Counterexample Detection* (CAV 2013), for the one case in which it is exact.
//!
//! **Invariant**: every run comes to the turn at which the loop is entered, with the same values, and did nothing before that could
//! be seen or fail: no check, input or access to memory is in such a loop, and no call but of functions that only compute.

mod copy;
mod goes_on;
mod remove;
mod shape;
mod skip;
mod values;

use std::sync::Arc;

use crate::control_flow::ControlFlow;
use crate::loop_forest::LoopForest;
use crate::simplify::simplify;
use crate::{DataModel, Definition, Function, FunctionBody, Program};
use remove::KnownTurns;
use shape::CountedLoop;

/// Lets all loops of a program that only count begin with their last turn, and removes those of which the number of turns is
/// known. Checks that nobody asks about are dropped already.
pub fn skip_counted_turns(program: &mut Program) {
    for number in 0..program.functions.len() {
        remove_known(program, number);
        let counted = counted_loops(&program.functions, number);
        if counted.is_empty() {
            continue;
        }
        change(program, number, |definition, data_model| {
            // What is put before a loop moves no block of the others.
            for counted in &counted {
                skip::skip(definition, counted, data_model);
            }
        });
    }
}

/// Removes loops of which the number of turns is known, inner ones first: the loop around one may be the next.
fn remove_known(program: &mut Program, number: usize) {
    loop {
        let mut counted = counted_loops(&program.functions, number).into_iter();
        let FunctionBody::Defined(body) = &program.functions[number].body else { return };
        let Some(known) = counted.find_map(|counted| KnownTurns::of(body, counted)) else { return };
        change(program, number, |definition, data_model| {
            known.remove(definition, data_model);
        });
    }
}

/// Changes a function, and simplifies it.
fn change(program: &mut Program, number: usize, with: impl FnOnce(&mut Definition, DataModel)) {
    let data_model = program.data_model;
    let FunctionBody::Defined(body) = &mut program.functions[number].body else { return };
    let definition = Arc::make_mut(body);
    with(definition, data_model);
    simplify(definition, data_model);
}

fn counted_loops(functions: &[Function], number: usize) -> Vec<CountedLoop> {
    let FunctionBody::Defined(definition) = &functions[number].body else { return Vec::new() };
    let forest = LoopForest::new(&ControlFlow::new(definition));
    let loops = forest.loops().iter();
    loops.filter_map(|it| CountedLoop::of(definition, functions, it)).collect()
}

#[cfg(test)]
mod tests;
