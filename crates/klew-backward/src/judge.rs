//! Who runs the program with the inputs that backward execution finds.

use klew_ir::inputs::{byte_symbol, symbol};
use klew_ir::{Position, Property};
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

    /// Of what a run with this input violates, what the run is to be judged by: a violation of the candidate's own check
    /// if there is one, else the first. `place` gives a violation's property and position.
    pub fn shown_by<'v, V>(
        &self,
        violations: &'v [V],
        place: impl Fn(&V) -> (Property, Position),
    ) -> Option<&'v V> {
        let own = violations.iter().find(|violation| {
            let (property, position) = place(violation);
            self.target.is_shown_by(property, position)
        });
        own.or(violations.first())
    }
}

/// Inputs as forward execution calls them: the symbols of a run's inputs, in its order.
pub fn forward_inputs(inputs: &[Input]) -> Vec<(String, BitVecValue)> {
    let mut found = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let number = index + 1;
        match input {
            Input::Scalar { name, image } => {
                found.push((symbol(number, name), image.clone()));
            }
            Input::Bytes { name, bytes } => {
                for (at, byte) in bytes.iter().enumerate() {
                    let name = byte_symbol(number, name, at as u64);
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
    /// A check that is seen to fail in a run with the candidate's input: the candidate's own if that does
    /// ([`Candidate::shown_by`]), else another. What it means for the candidate is the engine's to say, so that there is one
    /// rule: property and place must agree.
    fn seen(&mut self, candidate: &Candidate) -> Option<Target>;

    /// A check that fails in a run that begins with these inputs, among them leaks where `leaks` says so. Backward execution
    /// knows of the run that it comes to a bound, or to something that is not supported; so the judge need not look far.
    /// What the run asks for behind these inputs is the judge's to choose. Only asked until something is found.
    fn violates(&mut self, _inputs: &[Input], _heap: &InitialHeap, _leaks: bool) -> Option<Target> {
        None
    }
}
