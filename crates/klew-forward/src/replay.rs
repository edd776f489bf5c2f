//! Concrete re-execution of one run, with a trace of what happens in it.
//!
//! The same machine runs the path: inputs are constants of the assignment, and where something is
//! symbolic after all (an address, memory never written), the assignment decides.

use klew_engine::Witness;
use klew_ir::FunctionId;
use klew_memory::Memory;

use crate::calls::Call;
use crate::ending::{Limit, PathEndKind};
use crate::machine::Machine;
use crate::snapshot::Snapshots;
use crate::step::Event;
use crate::strategy::Strategy;
use crate::trace::{Trace, TraceStep};

/// Instructions between two looks at the limit.
const SHARE: u64 = 1 << 16;

/// One run, concretely.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What happens in it, in order; the first so many steps. Empty where no trace was asked for.
    pub trace: Vec<TraceStep>,
    /// Whether steps were left out of the trace.
    pub truncated: bool,
    /// Memory at the steps, where it is kept; the last one is where the run ended.
    pub snapshots: Option<Snapshots>,
    /// Where memory is kept, the calls at its end, the outermost first.
    pub calls: Vec<Call>,
    /// How it ends.
    pub end: PathEndKind,
    /// The violations it makes.
    pub findings: Vec<Witness>,
}

impl Replay {
    /// Whether it violates the finding's property at the finding's place.
    pub fn confirms(&self, finding: &Witness) -> bool {
        self.findings
            .iter()
            .any(|other| other.property == finding.property && other.position == finding.position)
    }

    /// Runs the one path that the machine's strategy takes.
    pub(crate) fn run(mut machine: Machine<'_>, entry: FunctionId, memory: Memory) -> Replay {
        let most = machine.configuration.limits.max_instructions;
        let mut full = None;
        let end = match machine.initial_state(entry, memory) {
            Ok(mut state) => loop {
                match machine.advance(&mut state, SHARE) {
                    Event::Ended(end) => {
                        if let Some(trace) = &mut machine.run.trace {
                            trace.end(&state.memory, state.model.as_ref());
                        }
                        break end;
                    }
                    Event::Share | Event::Forked => {
                        if most.is_some_and(|most| machine.run.statistics.instructions >= most) {
                            break PathEndKind::Cut(Limit::Instructions);
                        }
                        // The rest of a long run is not told, so it need not be followed step by step.
                        if machine.run.trace.as_ref().is_some_and(Trace::is_full) {
                            full = machine.run.trace.take();
                        }
                    }
                }
            },
            Err(end) => end,
        };
        let Machine { run, strategy, .. } = machine;
        let trace = full.or(run.trace).unwrap_or_default();
        let mut findings = run.findings;
        if let Strategy::Replay(replayed) = strategy {
            // References are objects here, so the run does not know which inputs they were.
            findings.iter_mut().for_each(|finding| finding.heap = replayed.heap.clone());
        }
        let Trace { steps, truncated, snapshots, calls } = trace;
        Replay { trace: steps, truncated, snapshots, calls, end, findings }
    }
}
