//! Removal of block parameters that always have one and the same value.
//!
//! A parameter whose arguments are all one operand, or itself, is that operand: M. Braun et al., *Simple and
//! Efficient Construction of Static Single Assignment Form* (2013), section 3.1.
//!
//! **Invariant**: a parameter that is only given [`Constant::Undefined`](crate::Constant::Undefined) stays:
//! it has one value, while two uses of the constant may differ.

use crate::{Definition, Operand, substitution::Substitution};

/// What is known of the arguments for a parameter.
#[derive(Clone)]
enum Given {
    Nothing,
    One(Operand),
    Several,
}

/// Removes such parameters; whether there were any. All blocks can be reached. Removed values stay in the
/// list of values.
pub fn remove_trivial_parameters(definition: &mut Definition) -> bool {
    if definition.blocks.iter().all(|block| block.parameters.is_empty()) {
        return false;
    }
    let mut substitution = Substitution::new(definition);
    let mut trivial: Vec<Vec<bool>> =
        definition.blocks.iter().map(|block| vec![false; block.parameters.len()]).collect();
    let mut changed = false;
    while one_round(definition, &mut substitution, &mut trivial) {
        changed = true;
    }
    if changed {
        for index in 0..definition.blocks.len() {
            let mut remove = trivial[index].iter();
            definition.blocks[index].parameters.retain(|_| remove.next() != Some(&true));
            for next in definition.blocks[index].terminator.successors_mut() {
                let mut remove = trivial[next.block.0 as usize].iter();
                next.arguments.retain(|_| remove.next() != Some(&true));
            }
        }
        substitution.apply_to(definition);
    }
    changed
}

fn one_round(
    definition: &Definition,
    substitution: &mut Substitution,
    trivial: &mut [Vec<bool>],
) -> bool {
    let blocks = &definition.blocks;
    let mut given: Vec<Vec<Given>> =
        blocks.iter().map(|block| vec![Given::Nothing; block.parameters.len()]).collect();
    for next in blocks.iter().flat_map(|block| block.terminator.successors()) {
        let target = next.block.0 as usize;
        for (number, argument) in next.arguments.iter().enumerate() {
            let argument = substitution.resolve(argument);
            if argument.as_value() == blocks[target].parameters.get(number).copied() {
                continue;
            }
            let Some(known) = given[target].get_mut(number) else { continue };
            match known {
                Given::Nothing => *known = Given::One(argument),
                Given::One(other) if *other == argument => {}
                Given::One(_) | Given::Several => *known = Given::Several,
            }
        }
    }
    let mut changed = false;
    for (index, given) in given.iter().enumerate() {
        for (number, known) in given.iter().enumerate() {
            if let Given::One(operand) = known
                && !trivial[index][number]
                && !operand.is_undefined()
                && substitution.replace(blocks[index].parameters[number], operand)
            {
                trivial[index][number] = true;
                changed = true;
            }
        }
    }
    changed
}
