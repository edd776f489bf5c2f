//! Who runs the program with the inputs that backward execution finds.

use klew_term::BitVecValue;

use crate::concrete::{InitialHeap, Input};
use crate::graph::Target;

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
    /// The inputs as forward execution calls them: the symbols of a run's inputs, in its order.
    pub fn forward_inputs(&self) -> Vec<(String, BitVecValue)> {
        forward_inputs(&self.inputs)
    }
}

/// Inputs as forward execution calls them: the symbols of a run's inputs, in its order.
pub fn forward_inputs(inputs: &[Input]) -> Vec<(String, BitVecValue)> {
    let mut found = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let number = index + 1;
        match input {
            Input::Scalar { name, image } => {
                found.push((format!("input#{number} {name}"), image.clone()));
            }
            Input::Bytes { name, bytes } => {
                for (at, byte) in bytes.iter().enumerate() {
                    let name = format!("input#{number} {name}[{at}]");
                    found.push((name, BitVecValue::new(8, u64::from(*byte))));
                }
            }
            Input::Reference { .. } => {}
        }
    }
    found
}

/// Runs the program with a candidate's input.
pub trait Judge {
    /// Whether the target is reached.
    fn confirms(&mut self, candidate: &Candidate) -> bool;

    /// A check that fails in a run that begins with these inputs, among them leaks where `leaks` says so. Backward execution
    /// knows of the run that it comes to a bound, or to something that is not supported; so the judge need not look far.
    /// What the run asks for behind these inputs is the judge's to choose. Only asked until something is found.
    fn violates(&mut self, _inputs: &[Input], _heap: &InitialHeap, _leaks: bool) -> Option<Target> {
        None
    }
}
