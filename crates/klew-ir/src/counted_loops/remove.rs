//! A loop whose number of turns is known is what its last turn does, and the way out of it.
//!
//! Loops around it may count then.

use super::copy::{Bindings, Copy};
use super::goes_on::{Bound, GoesOn};
use super::shape::CountedLoop;
use super::skip::moved;
use super::values::masked;
use crate::builder::{Builder, as_u64, int};
use crate::substitution::Substitution;
use crate::{BlockCall, BlockId, DataModel, Definition, Terminator, Type};

/// A loop that is entered in one place, and makes so many turns.
pub(super) struct Known {
    counted: CountedLoop,
    /// The block from which it is entered, and with what.
    from: BlockId,
    entry: BlockCall,
    turns: u64,
}

impl Known {
    /// The loop, if its number of turns is known.
    pub(super) fn of(definition: &Definition, counted: CountedLoop) -> Option<Known> {
        let mut entries = definition.blocks.iter().enumerate().flat_map(|(index, block)| {
            let calls = block.terminator.successors();
            calls.into_iter().map(move |call| (BlockId(index as u32), call))
        });
        let is_entry = |(from, call): &(BlockId, &BlockCall)| {
            call.block == counted.header && !counted.blocks.contains(from)
        };
        let (from, entry) = entries.find(is_entry)?;
        if entries.any(|other| is_entry(&other)) {
            return None;
        }
        let entry = entry.clone();
        let turns = turns(definition, &counted, &entry)?;
        Some(Known { counted, from, entry, turns })
    }

    /// Puts its last turn and the way out in its place.
    pub(super) fn remove(self, definition: &mut Definition, data_model: DataModel) {
        let Known { counted, from, entry, turns } = self;
        let header = &definition.blocks[counted.header.0 as usize];
        let (parameters, position) = (header.parameters.clone(), header.terminator_position);
        let mut builder = Builder::continuing(data_model, std::mem::take(definition));
        builder.position = position;
        let instead = builder.block(&[]);
        for next in builder.definition.blocks[from.0 as usize].terminator.successors_mut() {
            if next.block == counted.header {
                *next = BlockCall { block: instead, arguments: Vec::new() };
            }
        }
        builder.switch_to(instead);
        let mut variables = entry.arguments;
        if let Some(skipped) = turns.checked_sub(2) {
            let skipped = int(u64::BITS, skipped);
            let before = moved(&mut builder, &counted, &variables, &skipped);
            let mut copy = Copy::new(&parameters, before);
            variables = copy.turn(&mut builder, &counted, Bindings::Omitted);
        }
        if turns > 0 {
            let mut copy = Copy::new(&parameters, variables);
            variables = copy.turn(&mut builder, &counted, Bindings::Kept);
        }
        let mut copy = Copy::new(&parameters, variables);
        let out = copy.way_out(&mut builder, &counted.exit);
        builder.terminate(Terminator::Jump(out));
        // What is read behind the loop is what the way out of it computed.
        let mut behind = Substitution::new(&builder.definition);
        for (value, is) in &copy.values {
            behind.replace(*value, is);
        }
        behind.apply_to(&mut builder.definition);
        *definition = builder.definition;
    }
}

/// How many turns a loop makes, if that is seen.
fn turns(definition: &Definition, counted: &CountedLoop, entry: &BlockCall) -> Option<u64> {
    let GoesOn { variable, ahead, bound, how } = &counted.goes_on;
    let Type::Int(width) = definition.type_of(&entry.arguments[*variable]) else { return None };
    let number = |variable: usize, ahead: u64| {
        Some(masked(as_u64(&entry.arguments[variable])?.wrapping_add(ahead), width))
    };
    let first = number(*variable, *ahead)?;
    let bound = match bound {
        Bound::Outside(operand) => as_u64(operand)?,
        Bound::Variable(variable, ahead) => number(*variable, *ahead)?,
    };
    if !how.holds(first, bound, width) {
        return Some(0);
    }
    let step = counted.steps[*variable]?;
    let before_last = how.turns(first, bound, step, width);
    let last = masked(first.wrapping_add(before_last.wrapping_mul(step)), width);
    let next = masked(last.wrapping_add(step), width);
    // Else it passed the bound by wrapping around.
    (!how.holds(next, bound, width)).then_some(before_last + 1)
}
