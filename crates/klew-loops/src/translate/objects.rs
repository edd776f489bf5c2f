//! The objects of a program without calls, and what its pointers point into, as far as the text says so.
//!
//! A pointer that is known has one object on all ways to it ([`PointerBases`]); then its value is its offset. Everything else is unknown:
//! what is loaded through it is some value, what is stored through it may be in any object. An object is one array. Its
//! elements are as wide as all accesses to it are, if these agree and all offsets are multiples of that, or else bytes.
//!
//! **Invariant**: an allocation that is executed again makes another object of the same array; pointers into the older one are
//! unknown.

use std::collections::BTreeMap;

use klew_ir::pointer_bases::{Base, Object, PointerBases};
use klew_ir::{
    Constant, Definition, Operand, Operation, Program, ValueId, control_flow::ControlFlow,
    loop_forest::LoopForest, stack_marks::Releases,
};

/// Bases of pointers, divisors of numbers and offsets, widths of elements.
pub struct Objects {
    /// What pointers point into.
    pub bases: PointerBases,
    /// What releases of the stack may end.
    pub releases: Releases,
    /// A power of two that divides the number, or the pointer's offset.
    divisors: Vec<u64>,
    /// Bytes of an element.
    elements: BTreeMap<Object, u64>,
}

/// Divides 0.
const MOST_DIVISOR: u64 = 1 << 20;

fn divisor_of(value: u64) -> u64 {
    if value == 0 { MOST_DIVISOR } else { (1 << value.trailing_zeros()).min(MOST_DIVISOR) }
}

impl Objects {
    /// Of a program's entry.
    pub fn new(program: &Program, definition: &Definition) -> Objects {
        let count = definition.values.len();
        let flow = ControlFlow::new(definition);
        let bases = PointerBases::new(definition, &flow, &LoopForest::new(&flow));
        let releases = Releases::new(definition, &flow, &bases);
        let (divisors, elements) = (vec![MOST_DIVISOR; count], BTreeMap::new());
        let mut objects = Objects { bases, releases, divisors, elements };
        for parameter in &definition.parameters {
            objects.divisors[parameter.0 as usize] = 1;
        }
        while objects.step(definition, &flow) {}
        objects.find_elements(program, definition);
        objects
    }

    /// What an operand points into.
    pub fn base(&self, operand: &Operand) -> Base {
        self.bases.base(operand)
    }

    /// Bytes of an object's elements.
    pub fn element(&self, object: Object) -> u64 {
        self.elements.get(&object).copied().unwrap_or(1)
    }

    /// All objects that are accessed, or copied.
    pub fn all(&self) -> impl Iterator<Item = Object> + '_ {
        self.elements.keys().copied()
    }

    fn divisor(&self, operand: &Operand) -> u64 {
        match operand {
            Operand::Value(value) => self.divisors[value.0 as usize],
            Operand::Constant(Constant::Int { value, .. }) => {
                divisor_of(value.iter_u64_digits().next().unwrap_or(0))
            }
            Operand::Constant(Constant::Global(_, offset)) => divisor_of(offset.unsigned_abs()),
            Operand::Constant(Constant::Null) => MOST_DIVISOR,
            Operand::Constant(_) => 1,
        }
    }

    /// One round of the fixed point; whether something changed.
    fn step(&mut self, definition: &Definition, flow: &ControlFlow) -> bool {
        let mut changed = false;
        for &block in flow.reverse_postorder() {
            let body = &definition.blocks[block.0 as usize];
            for instruction in &body.instructions {
                let divisor = match instruction.results[..] {
                    [_] => self.of_operation(&instruction.operation),
                    _ => 1,
                };
                for result in &instruction.results {
                    changed |= self.note(*result, divisor);
                }
            }
            for call in body.terminator.successors() {
                let parameters = &definition.blocks[call.block.0 as usize].parameters;
                for (parameter, argument) in parameters.iter().zip(&call.arguments) {
                    changed |= self.note(*parameter, self.divisor(argument));
                }
            }
        }
        changed
    }

    fn note(&mut self, value: ValueId, divisor: u64) -> bool {
        let known = &mut self.divisors[value.0 as usize];
        let before = *known;
        *known = before.min(divisor);
        *known != before
    }

    /// What divides a result.
    fn of_operation(&self, operation: &Operation) -> u64 {
        use klew_ir::{BinaryOperation as Binary, Conversion, UnaryOperation as Unary};
        let divisor = |operand| self.divisor(operand);
        match operation {
            Operation::Allocate { .. } => MOST_DIVISOR,
            Operation::Offset(one, other)
            | Operation::Select(_, one, other)
            | Operation::Binary(Binary::Add | Binary::Sub | Binary::Or, one, other) => {
                divisor(one).min(divisor(other))
            }
            Operation::Unary(Unary::Freeze, one) => divisor(one),
            Operation::Binary(Binary::Mul, one, other) => {
                divisor(one).saturating_mul(divisor(other)).min(MOST_DIVISOR)
            }
            Operation::Binary(Binary::ShiftLeft, one, Operand::Constant(by)) => {
                let Constant::Int { value, .. } = by else { return 1 };
                let by = value.iter_u64_digits().next().unwrap_or(0).min(20);
                (divisor(one) << by).min(MOST_DIVISOR)
            }
            Operation::Convert(
                Conversion::SignExtend | Conversion::ZeroExtend | Conversion::Truncate,
                one,
            ) => divisor(one),
            _ => 1,
        }
    }

    /// Finds the width of elements: of all accesses, else 1.
    fn find_elements(&mut self, program: &Program, definition: &Definition) {
        let pointer_bits = program.data_model.pointer_bits;
        let mut copies = Vec::new();
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.operation {
                Operation::Load(pointer) => {
                    let value = instruction.results.first();
                    let kind = value.map(|value| definition.values[value.0 as usize].value_type);
                    let size = kind.map_or(1, |kind| kind.store_size(pointer_bits));
                    self.accessed(pointer, size);
                }
                Operation::Store(pointer, value) => {
                    self.accessed(pointer, definition.type_of(value).store_size(pointer_bits));
                }
                Operation::InputBytes { pointer, .. } => self.accessed(pointer, 1),
                Operation::Copy { destination, source, size } => {
                    copies.push((destination, Some(source), size));
                }
                Operation::Fill { destination, size, .. } => copies.push((destination, None, size)),
                _ => {}
            }
        }
        // Copies take the widths of what they copy.
        for _ in 0..=copies.len() {
            copies.iter().for_each(|copy| self.copied(copy));
        }
        for (destination, source, _) in copies {
            for pointer in source.into_iter().chain([destination]) {
                if let Base::Object(object) = self.base(pointer) {
                    self.elements.entry(object).or_insert(1);
                }
            }
        }
    }

    fn accessed(&mut self, pointer: &Operand, size: u64) {
        let Base::Object(object) = self.base(pointer) else { return };
        let fits = size.is_power_of_two() && self.divisor(pointer) >= size && size <= 8;
        let size = if fits { size } else { 1 };
        self.elements
            .entry(object)
            .and_modify(|known| {
                if *known != size {
                    *known = 1;
                }
            })
            .or_insert(size);
    }

    fn copied(&mut self, (destination, source, size): &(&Operand, Option<&Operand>, &Operand)) {
        let ends: Vec<&Operand> = source.iter().copied().chain([*destination]).collect();
        let object = |operand: &&Operand| match self.base(operand) {
            Base::Object(object) => Some(object),
            _ => None,
        };
        let objects: Vec<Object> = ends.iter().filter_map(object).collect();
        let widths = objects.iter().filter_map(|object| self.elements.get(object).copied());
        let Some(width) = widths.reduce(|one, other| if one == other { one } else { 1 }) else {
            return;
        };
        let divides = ends.iter().chain([size]).all(|operand| self.divisor(operand) >= width);
        let width = if divides { width } else { 1 };
        objects.into_iter().for_each(|object| {
            self.elements.insert(object, width);
        });
    }
}
