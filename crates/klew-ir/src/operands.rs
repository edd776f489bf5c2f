//! The operands of operations and terminators, for everything that reads or rewrites them alike.
//!
//! **Invariant**: each operand is given exactly once, in the order of the text form's arguments.

use smallvec::{SmallVec, smallvec};

use crate::{
    BlockCall, Callee, Check, Constant, Definition, Function, Operand, Operation, Terminator, Type,
    ValueId, ValueInfo,
};

/// Few references, seldom on the heap.
type Few<T> = SmallVec<[T; 4]>;

/// The match over all operations, once for shared and once for exclusive references.
macro_rules! operands_of {
    ($operation:expr, $iterate:ident) => {{
        let mut found = Few::new();
        match $operation {
            Operation::Binary(_, a, b)
            | Operation::Compare(_, a, b)
            | Operation::CompareFloat(_, a, b)
            | Operation::Overflows(_, a, b)
            | Operation::Offset(a, b)
            | Operation::Store(a, b) => found.extend([a, b]),
            Operation::InputBytes { pointer, size, taken, .. } => {
                found.extend([pointer, size]);
                found.extend(taken);
            }
            Operation::Unary(_, a)
            | Operation::IsKnown(a)
            | Operation::TextEnd(a)
            | Operation::Convert(_, a)
            | Operation::Allocate { size: a, .. }
            | Operation::Free(a)
            | Operation::ScopeStart(a)
            | Operation::ScopeEnd(a)
            | Operation::StackRelease(a)
            | Operation::Load(a)
            | Operation::ObjectSize(a)
            | Operation::Assume(a)
            | Operation::Bind(_, a) => found.push(a),
            Operation::FusedMultiplyAdd(a, b, c)
            | Operation::Select(a, b, c)
            | Operation::Copy { destination: a, source: b, size: c }
            | Operation::Fill { destination: a, byte: b, size: c } => found.extend([a, b, c]),
            Operation::AssumeEach { elements, others, number, count, .. } => {
                found.extend([elements, others, number, count]);
            }
            Operation::StackMark | Operation::Asks(_) | Operation::Input { .. } => {}
            Operation::Call { callee, arguments } => {
                if let Callee::Pointer(pointer) = callee {
                    found.push(pointer);
                }
                found.extend(arguments.$iterate());
            }
            Operation::Assert { check, .. } => match check {
                Check::Holds(a)
                | Check::Freeable(a)
                | Check::Callable(a)
                | Check::Initialised(a) => found.push(a),
                Check::Accessible { pointer, size, .. } => found.extend([pointer, size]),
                Check::NeverEscapes(_) => {}
            },
        }
        found
    }};
}

impl Operation {
    /// Whether it begins or ends the life of an object that is there already.
    pub fn is_about_life(&self) -> bool {
        matches!(
            self,
            Operation::Free(_)
                | Operation::ScopeStart(_)
                | Operation::ScopeEnd(_)
                | Operation::StackRelease(_)
        )
    }

    /// The operands.
    pub fn operands(&self) -> SmallVec<[&Operand; 4]> {
        operands_of!(self, iter)
    }

    /// The operands, to be changed.
    pub fn operands_mut(&mut self) -> SmallVec<[&mut Operand; 4]> {
        operands_of!(self, iter_mut)
    }

    /// Whether it has no effect but its result, so that nothing is lost without it if that is not used.
    /// Checks, inputs, calls and bindings are not pure; allocations are not.
    pub fn is_pure(&self) -> bool {
        matches!(
            self,
            Operation::Binary(..)
                | Operation::Unary(..)
                | Operation::FusedMultiplyAdd(..)
                | Operation::Compare(..)
                | Operation::CompareFloat(..)
                | Operation::Overflows(..)
                | Operation::IsKnown(_)
                | Operation::Asks(_)
                | Operation::TextEnd(_)
                | Operation::Convert(..)
                | Operation::Select(..)
                | Operation::Offset(..)
                | Operation::Load(_)
                | Operation::ObjectSize(_)
                | Operation::StackMark
        )
    }
}

impl Terminator {
    /// The operands that it decides on or returns.
    pub fn decides_on(&self) -> SmallVec<[&Operand; 4]> {
        match self {
            Terminator::Branch { condition, .. } => smallvec![condition],
            Terminator::Switch { value, .. } => smallvec![value],
            Terminator::Return(values) => values.iter().collect(),
            _ => SmallVec::new(),
        }
    }

    /// The operands: first what it decides on or returns, then what it passes to blocks.
    pub fn operands(&self) -> SmallVec<[&Operand; 4]> {
        let mut found = self.decides_on();
        for next in self.successors() {
            found.extend(&next.arguments);
        }
        found
    }

    /// The operands, to be changed.
    pub fn operands_mut(&mut self) -> SmallVec<[&mut Operand; 4]> {
        match self {
            Terminator::Jump(next) => next.arguments.iter_mut().collect(),
            Terminator::Branch { condition, then_block, else_block } => [condition]
                .into_iter()
                .chain(&mut then_block.arguments)
                .chain(&mut else_block.arguments)
                .collect(),
            Terminator::Switch { value, cases, default } => [value]
                .into_iter()
                .chain(cases.iter_mut().flat_map(|(_, next)| &mut next.arguments))
                .chain(&mut default.arguments)
                .collect(),
            Terminator::Return(values) => values.iter_mut().collect(),
            Terminator::Exit
            | Terminator::Abort
            | Terminator::Unreachable
            | Terminator::Unsupported(_) => SmallVec::new(),
            Terminator::Bound { beyond, .. } => {
                beyond.iter_mut().flat_map(|next| &mut next.arguments).collect()
            }
        }
    }

    /// The blocks that may come after, to be changed; as [`Terminator::successors`].
    pub fn successors_mut(&mut self) -> SmallVec<[&mut BlockCall; 2]> {
        match self {
            Terminator::Jump(next) => smallvec![next],
            Terminator::Branch { then_block, else_block, .. } => smallvec![then_block, else_block],
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().map(|(_, next)| next).chain([default]).collect()
            }
            Terminator::Return(_)
            | Terminator::Exit
            | Terminator::Abort
            | Terminator::Unreachable
            | Terminator::Unsupported(_) => SmallVec::new(),
            Terminator::Bound { beyond, .. } => beyond.iter_mut().collect(),
        }
    }
}

impl Operand {
    /// The value, if it is one.
    pub fn as_value(&self) -> Option<ValueId> {
        match self {
            Operand::Value(value) => Some(*value),
            Operand::Constant(_) => None,
        }
    }

    /// Whether it is a constant that was never written. Two uses of it may differ, so it must not be put
    /// in the place of a value that is used more than once.
    pub fn is_undefined(&self) -> bool {
        matches!(self, Operand::Constant(Constant::Undefined(_)))
    }
}

impl Definition {
    /// All values that are defined, in the order of the text: parameters, then block by block.
    pub fn defined_values(&self) -> impl Iterator<Item = ValueId> + '_ {
        let blocks = self.blocks.iter().flat_map(|block| {
            let results = block.instructions.iter().flat_map(|instruction| &instruction.results);
            block.parameters.iter().chain(results)
        });
        self.parameters.iter().chain(blocks).copied()
    }

    /// The type of an operand.
    pub fn type_of(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Value(value) => self.values[value.0 as usize].value_type,
            Operand::Constant(constant) => constant.type_of(),
        }
    }
}

impl Function {
    /// The types of the parameters that a caller's arguments are for: without the block of variadic arguments.
    pub fn declared_parameters(&self) -> &[Type] {
        let count = self.parameters.len();
        &self.parameters[..if self.variadic { count.saturating_sub(1) } else { count }]
    }
}

impl Definition {
    /// Gives every value the id that the function says, in definitions and uses; `values` stays.
    pub fn rename_values(&mut self, new: impl Fn(ValueId) -> ValueId) {
        let rename = |operand: &mut Operand| {
            if let Operand::Value(value) = operand {
                *value = new(*value);
            }
        };
        for value in &mut self.parameters {
            *value = new(*value);
        }
        for block in &mut self.blocks {
            for value in &mut block.parameters {
                *value = new(*value);
            }
            for instruction in &mut block.instructions {
                for value in &mut instruction.results {
                    *value = new(*value);
                }
                instruction.operation.operands_mut().into_iter().for_each(rename);
            }
            block.terminator.operands_mut().into_iter().for_each(rename);
        }
    }

    /// Gives back room that instructions do not need: a body that is built, and then simplified, may have twice as much as
    /// that, and most bodies are seldom looked at.
    pub fn shrink(&mut self) {
        for block in &mut self.blocks {
            let instructions = &mut block.instructions;
            if instructions.capacity() > instructions.len() {
                // Not in place, as that keeps up to half.
                let mut exact = Vec::with_capacity(instructions.len());
                exact.append(instructions);
                *instructions = exact;
            }
        }
        self.values.shrink_to_fit();
        self.blocks.shrink_to_fit();
    }

    /// Forgets values that are not defined any more and numbers the others in the order of the text.
    pub fn compact_values(&mut self) {
        let order: Vec<ValueId> = self.defined_values().collect();
        let in_order = || order.iter().enumerate().all(|(index, value)| value.0 as usize == index);
        if order.len() == self.values.len() && in_order() {
            return;
        }
        let mut renumbered = vec![ValueId(0); self.values.len()];
        let mut values = Vec::with_capacity(order.len());
        for (index, old) in order.into_iter().enumerate() {
            renumbered[old.0 as usize] = ValueId(index as u32);
            let info = &mut self.values[old.0 as usize];
            values.push(ValueInfo { value_type: info.value_type, name: info.name.take() });
        }
        self.rename_values(|value| renumbered[value.0 as usize]);
        self.values = values;
    }
}
