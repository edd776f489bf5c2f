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
use crate::{BlockCall, BlockId, DataModel, Definition, Type};

/// A loop that is entered in one place, and makes so many turns.
pub(super) struct KnownTurns {
    counted: CountedLoop,
    /// The block from which it is entered, and with what.
    from: BlockId,
    entry: BlockCall,
    turns: u64,
}

impl KnownTurns {
    /// The loop, if its number of turns is known.
    pub(super) fn of(definition: &Definition, counted: CountedLoop) -> Option<KnownTurns> {
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
        Some(KnownTurns { counted, from, entry, turns })
    }

    /// Puts its last turn and the way out in its place.
    pub(super) fn remove(self, definition: &mut Definition, data_model: DataModel) {
        let KnownTurns { counted, from, entry, turns } = self;
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
        let (turn, mut variables) = ((&*counted.blocks, counted.header), entry.arguments);
        if let Some(skipped) = turns.checked_sub(2) {
            let skipped = int(u64::BITS, skipped);
            let before = moved(&mut builder, &counted, &variables, &skipped);
            let mut copy = Copy::new(&parameters, before);
            variables = copy.along(&mut builder, turn, Bindings::Omitted);
        }
        if turns > 0 {
            let mut copy = Copy::new(&parameters, variables);
            variables = copy.along(&mut builder, turn, Bindings::Kept);
        }
        let mut copy = Copy::new(&parameters, variables);
        let (length, to) = counted.exit;
        let way_out = (&counted.blocks[..length], to);
        let arguments = copy.along(&mut builder, way_out, Bindings::Kept);
        builder.jump(to, arguments);
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
    let GoesOn { variable, ahead, bound, how, by } = &counted.goes_on;
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
    let (from, to, reaches) = how.span(first, bound);
    let room = masked(to.wrapping_sub(from), width) - u64::from(!reaches);
    let turns = (room / by).checked_add(1)?;
    let behind = masked(first.wrapping_add(turns.wrapping_mul(counted.steps[*variable]?)), width);
    // Else it passed the bound by wrapping around.
    (!how.holds(behind, bound, width)).then_some(turns)
}
