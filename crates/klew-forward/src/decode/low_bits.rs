//! Numbers made of pointers of which the program looks at the lowest bits alone, as what a sanitizer puts before an access asks whether it is
//! aligned. Of an object that is aligned, the offset tells these: it needs no address, which would limit all of memory.
//!
//! **Invariant**: other bits of such a number are seen by nobody.

use klew_ir::{BinaryOperation, Constant, Conversion, Definition, Operand, Operation, ValueId};
use rustc_hash::FxHashMap;

/// The bits that are looked at of each such number.
pub(super) fn low_bits(definition: &Definition) -> FxHashMap<ValueId, u32> {
    let mut found = FxHashMap::default();
    let blocks = &definition.blocks;
    let instructions = || blocks.iter().flat_map(|block| &block.instructions);
    for instruction in instructions() {
        if let Operation::Convert(Conversion::PointerToInt, _) = &instruction.operation
            && let Some(&result) = instruction.results.first()
        {
            found.insert(result, 0);
        }
    }
    if found.is_empty() {
        return found;
    }
    for instruction in instructions() {
        let mask = mask(&instruction.operation);
        for operand in instruction.operation.operands() {
            look(&mut found, operand, mask);
        }
    }
    for operand in blocks.iter().flat_map(|block| block.terminator.operands()) {
        look(&mut found, operand, None);
    }
    found
}

/// Notes that bits of an operand are looked at; all of them if none are said.
fn look(found: &mut FxHashMap<ValueId, u32>, operand: &Operand, mask: Option<u32>) {
    let Operand::Value(value) = operand else { return };
    match mask {
        None => drop(found.remove(value)),
        Some(mask) => {
            if let Some(bits) = found.get_mut(value) {
                *bits |= mask;
            }
        }
    }
}

/// The few lowest bits that an operation looks at of its other operand.
fn mask(operation: &Operation) -> Option<u32> {
    let Operation::Binary(BinaryOperation::And, left, right) = operation else { return None };
    let constant = |operand: &Operand| match operand {
        Operand::Constant(Constant::Int { value, .. }) => u32::try_from(value).ok(),
        _ => None,
    };
    constant(left).or_else(|| constant(right)).filter(|mask| mask.wrapping_add(1).is_power_of_two())
}
