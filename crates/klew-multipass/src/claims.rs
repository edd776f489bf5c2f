//! Claims: the inputs of a feasible path, for a run that shows whether the target's check fails with them.
//!
//! Inputs are numbered from the begin of the run, as forward execution names their symbols; a backward path knows their
//! numbers once it is complete.

use klew_engine::{Claim, InputHeap, Inputs, Target};
use klew_ir::inputs;
use klew_term::{Assignment, Constant, Evaluator, Sort};

use crate::context::Context;
use crate::forward_pass::put_in;
use crate::resolution::is_alive;
use crate::state::{InputSymbols, State};

/// Bytes of an input that a claim gives.
const MOST_BYTES: u64 = 1 << 16;

/// The inputs of a complete path that a model takes.
pub fn claim(
    context: &mut Context<'_>,
    state: &State,
    model: &Assignment,
    target: Target,
) -> Claim {
    let mut symbols = Vec::new();
    let mut number = 0;
    for input in state.inputs.iter().rev() {
        match &input.symbols {
            InputSymbols::Number(symbol, value_type) => {
                number += 1;
                let bits = value_type.bits(context.pointer_bits());
                let value = symbol.and_then(|symbol| model.get(symbol).cloned());
                let value = value.unwrap_or_else(|| Constant::zero(Sort::BitVec(bits)));
                symbols.push((inputs::symbol(number, &input.name), value));
            }
            InputSymbols::Pointer => number += 1,
            InputSymbols::Bytes(size, beginning) => {
                let size = put_in(&mut context.terms, &state.definitions, *size);
                let count = Evaluator::new(&context.terms, model).evaluate_u64(size);
                let count = count.unwrap_or_default();
                if count == 0 {
                    continue;
                }
                number += 1;
                for index in 0..count.min(MOST_BYTES) {
                    let name = format!("{beginning}[{index}]");
                    let term = context.terms.symbol_named(&name, Sort::BitVec(8));
                    let symbol = context.terms.as_symbol(term);
                    let value = symbol.and_then(|symbol| model.get(symbol).cloned());
                    let value = value.unwrap_or_else(|| Constant::zero(Sort::BitVec(8)));
                    symbols.push((inputs::byte_symbol(number, &input.name, index), value));
                }
            }
        }
    }
    Claim { target, inputs: Inputs { symbols, heap: InputHeap::default() } }
}

/// Whether a complete path leaves heap objects; `false` only if it certainly frees all.
pub fn may_leak(state: &State) -> bool {
    state.objects.allocated().any(|(object, made)| {
        made.place == crate::abstract_objects::Place::Heap
            && !matches!(is_alive(state, object, &mut 0), Ok(false))
    })
}
