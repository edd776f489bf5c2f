//! `Check::Callable`: the address of a function that takes such a call.

use klew_ir::FunctionId;
use klew_memory::{ObjectId, ObjectKind, Value};
use klew_term::TermId;

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
        if let Some(not_null) = self.called_input(state, pointer) {
            self.settle(state)?;
            self.demand(state, site, not_null, Violation::Call)?;
            return Ok(Flow::Next);
        }
        if self.resolve_object(state, pointer)? == Some(true) {
            return Ok(Flow::Forked);
        }
        if self.input_operand(state, pointer).is_some() {
            return Err(self.input_function(state));
        }
        let place = self.place(state, pointer);
        let Some(function) = self.function_of(state, place.object()) else {
            return Err(self.violated(state, site, Violation::Call));
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

    /// When a pointer operand of the input is the address of a function, which is none that the program knows: where it is not null.
    /// None of a pointer that may be something else, too.
    pub fn called_input(&mut self, state: &mut State, pointer: Source) -> Option<TermId> {
        match self.current_pointer(state, pointer) {
            Value::Pointer(object, _) => {
                let kind = state.memory.object(object).map(|object| object.kind);
                let is_input = object.is_input() || kind == Some(ObjectKind::Input);
                is_input.then(|| self.terms.true_())
            }
            Value::SymbolicPointer(pointer) => {
                let all = state.memory.alternatives(self.terms, &pointer)?;
                let numbers = all.iter().map(|object| self.terms.as_u64(*object));
                let is_input = |number: &Option<u64>| {
                    number.is_none_or(|it| ObjectId::from_bits(it).is_input())
                };
                let known: Vec<Option<u64>> = numbers.collect();
                let only = known.iter().all(|number| is_input(number) || *number == Some(0));
                if !only || !known.iter().any(is_input) {
                    return None;
                }
                let null = self.terms.bv(32, 0);
                let is_null = state.memory.same_object(self.terms, pointer.object, null);
                Some(self.terms.not(is_null))
            }
            _ => None,
        }
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
