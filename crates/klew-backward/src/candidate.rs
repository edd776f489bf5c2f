//! What backward execution finds: a target, and the input that leads there.

use klew_engine::{Claim, Inputs, Target};
use klew_ir::Program;
use klew_ir::inputs::{byte_symbol, symbol};
use klew_term::{BitVecValue, Constant};

use crate::concrete::{InitialHeap, Input};
use crate::input_heap::input_heap;

/// A target and the input that leads there.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The check that fails.
    pub target: Target,
    /// What the run asks for, in its order.
    pub inputs: Vec<Input>,
    /// What the run reads of objects that were there before it.
    pub heap: InitialHeap,
}

impl Candidate {
    /// As others can run it.
    pub fn claim(&self, program: &Program) -> Claim {
        let inputs = Inputs { symbols: symbols(&self.inputs), heap: input_heap(program, self) };
        Claim { target: self.target.clone(), inputs }
    }
}

/// The symbols of a run's inputs, in its order, that are no references.
pub fn symbols(inputs: &[Input]) -> Vec<(String, Constant)> {
    let mut found = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let number = index + 1;
        match input {
            Input::Scalar { name, image } => {
                let name = symbol(number, name);
                found.push((name, Constant::BitVec(image.clone())));
            }
            Input::Bytes { name, bytes } => {
                for (at, byte) in bytes.iter().enumerate() {
                    let name = byte_symbol(number, name, at as u64);
                    let byte = BitVecValue::new(8, u64::from(*byte));
                    found.push((name, Constant::BitVec(byte)));
                }
            }
            Input::Reference { .. } => {}
        }
    }
    found
}
