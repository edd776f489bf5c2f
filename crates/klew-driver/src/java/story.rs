//! What klew's own execution of a finding tells that the finding itself does not: an exception that leaves the
//! entry is found there, but it was thrown elsewhere; an input is made in a library class, but it was asked for
//! elsewhere.

use klew_forward::{Replay, TraceEvent};
use klew_ir::{FunctionId, Position, Program};
use klew_report::{Frame, Place};

use super::JavaProgram;
use super::names::{is_own, parts, shown};
use crate::findings::place;

/// What was told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// Where the exception was made, and who called: frames of the program's own, innermost first.
    pub stack: Vec<Frame>,
    /// Where each input was asked for.
    pub inputs: Vec<Option<Place>>,
}

/// The story of a run that an exception of that class ended.
pub fn story(program: &Program, java: &JavaProgram, replay: &Replay, exception: &str) -> Story {
    let mut story = Story::default();
    // Functions that are under way, each with the place it is at.
    let mut stack: Vec<(FunctionId, Position)> = Vec::new();
    for step in &replay.trace {
        stack.truncate(step.depth);
        stack.push((step.function, step.position));
        match &step.event {
            TraceEvent::Call { function, .. } => {
                let callee = &program.function(*function).name;
                if parts(callee) == Some((exception, "<init>")) {
                    story.stack = frames(program, java, &stack);
                }
            }
            TraceEvent::Input { .. } => {
                let frames = frames(program, java, &stack);
                story.inputs.push(frames.into_iter().next().and_then(|frame| frame.place));
            }
            _ => {}
        }
    }
    story
}

fn frames(program: &Program, java: &JavaProgram, stack: &[(FunctionId, Position)]) -> Vec<Frame> {
    let own = stack.iter().rev().filter(|(function, position)| {
        position.is_known() && is_own(java, &program.function(*function).name)
    });
    own.map(|(function, position)| Frame {
        function: shown(&program.function(*function).name).to_owned(),
        place: place(program, *position),
    })
    .collect()
}
