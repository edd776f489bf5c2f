//! Calls under way in a run and their variables, followed from what the run's trace tells.

use klew_ir::{FunctionId, SourceTypeId};

use crate::trace::{TraceEvent, TraceStep, TraceValue};

/// A call, and what its variables that are not in memory hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Of what.
    pub function: FunctionId,
    /// What it was called with, as far as that was seen.
    pub arguments: Vec<TraceValue>,
    /// Names, declared types and values, in the order in which the variables first had one.
    pub variables: Vec<(String, Option<SourceTypeId>, TraceValue)>,
}

impl Call {
    fn new(function: FunctionId, arguments: Vec<TraceValue>) -> Call {
        Call { function, arguments, variables: Vec::new() }
    }
}

/// The calls behind a step, the outermost first, where `calls` are those before it.
pub fn follow(calls: &mut Vec<Call>, step: &TraceStep) {
    calls.truncate(step.depth + 1);
    while calls.len() <= step.depth {
        calls.push(Call::new(step.function, Vec::new()));
    }
    let Some(call) = calls.last_mut() else { return };
    if call.function != step.function {
        *call = Call::new(step.function, Vec::new());
    }
    match &step.event {
        TraceEvent::Assign { variable, source_type, value, id: 0, offset: 0 } => {
            let new = (variable.clone(), *source_type, value.clone());
            match call.variables.iter_mut().find(|(name, ..)| name == variable) {
                Some(known) => *known = new,
                None => call.variables.push(new),
            }
        }
        TraceEvent::Call { function, arguments } => {
            calls.push(Call::new(*function, arguments.clone()));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use klew_ir::Position;

    use super::*;

    fn step(depth: usize, event: TraceEvent) -> TraceStep {
        TraceStep { function: FunctionId(depth as u32), position: Position::UNKNOWN, depth, event }
    }

    fn assign(depth: usize, name: &str, value: i64) -> TraceStep {
        let value = TraceValue::Pointer { object: None, id: 0, offset: value, meaning: None };
        let variable = name.to_owned();
        step(depth, TraceEvent::Assign { variable, id: 0, source_type: None, offset: 0, value })
    }

    #[test]
    fn variables_belong_to_their_calls() {
        let mut calls = Vec::new();
        let called = TraceEvent::Call { function: FunctionId(1), arguments: Vec::new() };
        for step in [assign(0, "x", 1), step(0, called), assign(1, "x", 2), assign(1, "x", 3)] {
            follow(&mut calls, &step);
        }
        let values = |calls: &[Call]| -> Vec<usize> {
            calls.iter().map(|call| call.variables.len()).collect()
        };
        assert_eq!(values(&calls), [1, 1]);
        assert!(matches!(calls[1].variables[0].2, TraceValue::Pointer { offset: 3, .. }));
        let returned = TraceEvent::Return { function: FunctionId(1), values: Vec::new() };
        follow(&mut calls, &step(0, returned));
        assert_eq!(values(&calls), [1]);
    }
}
