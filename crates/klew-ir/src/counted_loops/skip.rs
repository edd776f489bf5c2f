//! Puts blocks before a loop that enter it at its last turn.
//!
//! A number of turns that is a quotient by anything but a power of two is hard for solvers, and easy to do without: invariants settle
//! most of what follows from it. So turns of such a step are only skipped where their number is known.

use super::copy::{Bindings, Copy};
use super::goes_on::{Bound, GoesOn, While};
use super::shape::CountedLoop;
use super::values::masked;
use crate::builder::{Builder, int};
use crate::{
    BinaryOperation, BlockCall, BlockId, Comparison, DataModel, Definition, Operand, Operation,
    Terminator, Type, ValueId,
};

/// Whoever enters the loop from outside enters it at its last turn.
pub(super) fn skip(definition: &mut Definition, counted: &CountedLoop, data_model: DataModel) {
    let header = &definition.blocks[counted.header.0 as usize];
    let (parameters, position) = (header.parameters.clone(), header.terminator_position);
    let kind = |it: &ValueId| definition.values[it.0 as usize].value_type;
    let types: Vec<Type> = parameters.iter().map(kind).collect();
    let mut builder = Builder::continuing(data_model, std::mem::take(definition));
    builder.position = position;
    let before = builder.block(&types);
    enter_from(&mut builder.definition, counted, before);
    let variables: Vec<Operand> =
        (0..types.len()).map(|number| builder.block_parameter(before, number)).collect();
    builder.switch_to(before);
    let ahead = Ahead::of(&mut builder, &counted.goes_on, &variables);
    let is_entered = ahead.is_entered(&mut builder);
    let otherwise = BlockCall { block: counted.header, arguments: variables.clone() };
    only_if(&mut builder, is_entered, &otherwise);
    let room = ahead.room(&mut builder);
    let by = counted.goes_on.by;
    if !by.is_power_of_two() {
        let is_known = builder.emit(Operation::IsKnown(room.clone()), Type::BOOL);
        only_if(&mut builder, is_known, &otherwise);
    }
    let width = builder.width(&room);
    let turns = match by {
        1 => room,
        by => builder.binary(BinaryOperation::UnsignedDiv, room, int(width, by)),
    };
    let any = builder.compare(Comparison::NotEqual, turns.clone(), int(width, 0));
    only_if(&mut builder, any, &otherwise);
    // What a variable is that no step leads to is what the turn before makes it.
    let turns = plus(&mut builder, &turns, u64::MAX);
    let before = moved(&mut builder, counted, &variables, &turns);
    let mut copy = Copy::new(&parameters, before);
    let turn = (&*counted.blocks, counted.header);
    let arguments = copy.along(&mut builder, turn, Bindings::Omitted);
    builder.jump(counted.header, arguments);
    *definition = builder.definition;
}

/// Goes on in a new block if that holds, else elsewhere.
fn only_if(builder: &mut Builder, condition: Operand, otherwise: &BlockCall) {
    let next = builder.block(&[]);
    let then_block = BlockCall { block: next, arguments: Vec::new() };
    let else_block = otherwise.clone();
    builder.terminate(Terminator::Branch { condition, then_block, else_block });
    builder.switch_to(next);
}

/// Redirects the ways into a loop.
fn enter_from(definition: &mut Definition, counted: &CountedLoop, before: BlockId) {
    for (index, block) in definition.blocks.iter_mut().enumerate() {
        let id = BlockId(index as u32);
        if id == before || counted.blocks.contains(&id) {
            continue;
        }
        for next in block.terminator.successors_mut() {
            if next.block == counted.header {
                next.block = before;
            }
        }
    }
}

/// The variable that decides and its bound, ahead of the loop.
struct Ahead {
    variable: Operand,
    bound: Operand,
    how: While,
}

impl Ahead {
    fn of(builder: &mut Builder, goes_on: &GoesOn, variables: &[Operand]) -> Ahead {
        let variable = plus(builder, &variables[goes_on.variable], goes_on.ahead);
        let bound = match &goes_on.bound {
            Bound::Outside(operand) => operand.clone(),
            Bound::Variable(number, ahead) => plus(builder, &variables[*number], *ahead),
        };
        Ahead { variable, bound, how: goes_on.how }
    }

    /// Whether there is a turn at all.
    fn is_entered(&self, builder: &mut Builder) -> Operand {
        use Comparison as C;
        let (variable, bound) = (self.variable.clone(), self.bound.clone());
        let less = |signed| if signed { C::SignedLess } else { C::UnsignedLess };
        let at_most = |signed| if signed { C::SignedLessEqual } else { C::UnsignedLessEqual };
        match self.how {
            While::Less { signed } => builder.compare(less(signed), variable, bound),
            While::More { signed } => builder.compare(less(signed), bound, variable),
            While::AtMost { signed } => builder.compare(at_most(signed), variable, bound),
            While::AtLeast { signed } => builder.compare(at_most(signed), bound, variable),
            While::Below | While::Above => builder.compare(C::NotEqual, variable, bound),
        }
    }

    /// How far the variable may still move on its side of the bound; there is a turn for each whole step in it, and one more.
    fn room(&self, builder: &mut Builder) -> Operand {
        let (from, to, reaches) = self.how.span(self.variable.clone(), self.bound.clone());
        let distance = builder.binary(BinaryOperation::Sub, to, from);
        match reaches {
            true => distance,
            false => plus(builder, &distance, u64::MAX),
        }
    }
}

/// The variables after so many turns; those to which none adds a constant are as they were.
pub(super) fn moved(
    builder: &mut Builder,
    counted: &CountedLoop,
    variables: &[Operand],
    turns: &Operand,
) -> Vec<Operand> {
    let moved = |(variable, step): (&Operand, &Option<u64>)| {
        let step = step.filter(|step| *step != 0);
        let Some(step) = step else { return variable.clone() };
        let width = builder.width(variable);
        // Of the number of turns only what is left modulo the width counts.
        let turns = builder.unsigned_resize(turns.clone(), width);
        let added = match step {
            1 => turns,
            step => builder.binary(BinaryOperation::Mul, turns, int(width, step)),
        };
        builder.binary(BinaryOperation::Add, variable.clone(), added)
    };
    variables.iter().zip(&counted.steps).map(moved).collect()
}

fn plus(builder: &mut Builder, operand: &Operand, number: u64) -> Operand {
    let width = builder.width(operand);
    match masked(number, width) {
        0 => operand.clone(),
        number => builder.binary(BinaryOperation::Add, operand.clone(), int(width, number)),
    }
}
