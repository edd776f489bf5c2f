//! Replays a test of a Java program in the JVM.

use klew_report::java::kind_of;
use klew_report::report::InputSource;

use super::JavaProgram;
use super::confirm::{self, Thrown};
use crate::error::UserError;
use crate::front_end::{Replayed, Test};
use crate::replay::inputs_of;
use crate::watch::Clock;

/// Runs the test. Heaps of methods that are analysed alone are in the test's folder only.
pub fn replay(
    program: &JavaProgram,
    test: &Test<'_>,
    clock: &Clock,
) -> Result<Replayed, UserError> {
    let folder = if test.path.is_dir() {
        test.path.to_owned()
    } else if program.entry.is_main {
        let folder = program.work.join("test");
        let title = format!("Replay of {}", test.path.display());
        let mut inputs = inputs_of(test.inputs);
        for input in inputs.iter_mut().filter(|input| kind_of(&input.name).is_none()) {
            // Asked for by models, not by the program.
            input.source = InputSource::Implicit;
        }
        confirm::write_test(program, &folder, &inputs, None, &title)
            .map_err(|error| UserError::new(format!("the test cannot be written: {error}")))?;
        folder
    } else {
        return Err(UserError::new("a .ktest file does not hold the heap that a method needs")
            .help("give the folder that klew wrote"));
    };
    let finished = confirm::run(program, &folder, clock).map_err(UserError::new)?;
    let failure = Thrown::of(&finished).map(|thrown| thrown.how(program));
    Ok(Replayed { finished, failure })
}
