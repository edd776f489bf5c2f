//! What engines are asked, whatever they are.

use klew_ir::{CheckId, FunctionId, Program, PropertySet};

use crate::input_heap::InputHeapPolicy;

/// Bounds that users set. Time and memory are the watch's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Forks on a path.
    pub max_depth: Option<u64>,
    /// States kept at a time.
    pub max_states: Option<usize>,
    /// Instructions in all.
    pub max_instructions: Option<u64>,
    /// Frames on a path's call stack.
    pub max_frames: usize,
    /// Objects that a pointer is tried with at one place.
    pub max_objects: usize,
    /// Values that a symbolic size of a copy is tried with at one place.
    pub max_sizes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_depth: None,
            max_states: None,
            max_instructions: None,
            max_frames: 100_000,
            max_objects: 256,
            max_sizes: 64,
        }
    }
}

/// A program and the question about it: which of its checks of some properties can fail.
#[derive(Clone, Copy, Debug)]
pub struct Task<'p> {
    /// The program, made ready for the question (`specialise`). Checks that are settled are not in it, unless what comes
    /// after relies on them.
    pub program: &'p Program,
    /// What is asked about.
    pub properties: PropertySet,
    /// A function that says which inputs there are: runs that violate a property while it is called, or end
    /// in it, are none.
    pub precondition: Option<FunctionId>,
    /// How input references are resolved.
    pub input_heap: InputHeapPolicy,
    /// The most elements of what a C input pointer points to.
    pub input_array_max: u64,
    /// The most elements of an array of a class among the inputs; any number if absent.
    pub input_element_max: Option<u64>,
    /// The most objects among the inputs.
    pub input_object_max: Option<u32>,
    /// Bounds.
    pub limits: Limits,
    /// For what chooses at random.
    pub seed: u64,
    /// Whether the first violation that counts is enough.
    pub first_only: bool,
}

impl<'p> Task<'p> {
    /// All checks of these properties, everything else as it is by default.
    pub fn new(program: &'p Program, properties: PropertySet) -> Task<'p> {
        Task {
            program,
            properties,
            precondition: None,
            input_heap: InputHeapPolicy::default(),
            input_array_max: 16,
            input_element_max: None,
            input_object_max: None,
            limits: Limits::default(),
            seed: 0,
            first_only: false,
        }
    }

    /// The checks that are asked about and still in the program.
    pub fn checks(&self) -> Vec<CheckId> {
        let properties = self.properties;
        let checks = klew_ir::checks(self.program, |property| properties.contains(property));
        checks.into_iter().map(|check| check.id).collect()
    }
}
