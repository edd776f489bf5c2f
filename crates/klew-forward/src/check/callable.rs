//! `Check::Callable`: the address of a function that takes such a call.

use klew_ir::FunctionId;
use klew_memory::{ObjectId, ObjectKind};

use crate::decode::op::{CallSite, CheckSite, Source};
use crate::machine::{Flow, Machine, Step};
use crate::report::Violation;
use crate::state::State;

impl Machine<'_> {
    /// Checks what is called; `call` is the call that the check stands before.
    pub fn check_callable(
        &mut self,
        state: &mut State,
        pointer: Source,
        call: Option<&CallSite>,
        site: &CheckSite,
    ) -> Step {
        if self.is_union_bytes(state, pointer) {
            return Err(self.input_function(state));
        }
        if self.resolve_object(state, pointer)? == Some(true) {
            return Ok(Flow::Forked);
        }
        if self.input_operand(state, pointer).is_some() {
            return Err(self.input_function(state));
        }
        let place = self.place(state, pointer);
        let object = place.object();
        let Some(function) = self.function_of(state, object) else {
            // What a pointer of the input to functions leads to is a function that nobody knows.
            return Err(match is_of_input(state, object) {
                true => self.input_function(state),
                false => self.violated(state, site, Violation::Call),
            });
        };
        if call.is_some_and(|call| !self.takes(function, call)) {
            return Err(self.violated(state, site, Violation::Call));
        }
        let offset = self.offset_term(place);
        let zero = self.number(0);
        let start = self.terms.eq(offset, zero);
        self.demand(state, site, start, Violation::Call)?;
        Ok(Flow::Next)
    }

    /// The function that an object is.
    pub fn function_of(&self, state: &State, object: ObjectId) -> Option<FunctionId> {
        match state.memory.object(object)?.kind {
            ObjectKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Whether a function takes a call: no argument is missing, and those there are have its types.
    fn takes(&self, function: FunctionId, call: &CallSite) -> bool {
        let function = self.program.function(function);
        let declared = function.parameters.len() - usize::from(function.variadic);
        let parameters = &function.parameters[..declared];
        let arguments = call.arguments.iter().map(|&(_, value_type)| value_type);
        let results = call.results.iter().map(|&(_, value_type)| value_type);
        call.arguments.len() >= declared
            && parameters.iter().zip(arguments).all(|(parameter, argument)| *parameter == argument)
            && function.results.iter().zip(results).all(|(result, wanted)| *result == wanted)
    }
}

/// Whether an object is one that the input has: in replays, too, where inputs are given.
fn is_of_input(state: &State, object: ObjectId) -> bool {
    let kind = state.memory.object(object).map(|object| object.kind);
    kind == Some(ObjectKind::Input)
}
