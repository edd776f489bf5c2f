//! Whether a point is unreachable, by backward paths with growing limits: for what must not be reached if anything is to be
//! proved ([`crate::targets::obstacles`]).
//!
//! **Invariant**: "yes" only if every path from the point was found infeasible and none was left.

use std::time::Duration;

use klew_engine::Desk;
use klew_solver::Solver;

use crate::backward_pass::{BackwardPass, Event};
use crate::context::Context;
use crate::schedule::Options;
use crate::targets::Target;

/// Looks at the clock that a point may take.
const MOST_LOOKS: u64 = 20_000;

/// Whether all backward paths from a point are infeasible.
pub fn is_unreachable(
    context: &mut Context<'_>,
    solver: &mut dyn Solver,
    target: &Target,
    (desk, end): (&Desk<'_>, Option<Duration>),
) -> bool {
    let options = Options::default();
    let mut pass = BackwardPass::new(context, target.point, &target.goal);
    let mut steps = MOST_LOOKS;
    for round in 0..5 {
        loop {
            let mut stop = || {
                steps = steps.saturating_sub(1);
                let now = desk.elapsed();
                let is_over = end.zip(now).is_some_and(|(end, now)| now >= end);
                steps == 0 || is_over || desk.stop().is_some()
            };
            let how = (options.bounds(round), options.schedule);
            match pass.run(context, solver, how, &mut stop) {
                Event::Feasible(..) | Event::Stopped => return false,
                Event::Infeasible(_) => {}
                Event::Exhausted => return pass.is_exhausted(),
                Event::Limited => break,
            }
        }
    }
    false
}
