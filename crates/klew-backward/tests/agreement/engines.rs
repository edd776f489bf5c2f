//! What an engine says of each check of a program, every finding replayed.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use klew_backward::{DisjunctLayout, Options, Representation, Solve};
use klew_engine::{InputHeapPolicy, Limit, StopReason, Task, Watch};
use klew_forward::{Forward, ReplayValidator, Unwatched};
use klew_ir::{Program, Property};
use klew_oracle::{Bounds, Target};
use klew_solver::{
    Backend, Interrupt, Solver, SolverConfiguration, bitwuzla::Bitwuzla, build, z3::Z3,
};

use crate::decide::decide;

/// The properties of generated checks.
pub const PROPERTIES: [Property; 5] = [
    Property::Assertion,
    Property::UncaughtException,
    Property::ErrorCall,
    Property::Dereference,
    Property::Free,
];

/// An engine, and how it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variant {
    /// Forward, by policy: 0 path-optimal, 1 lazier, 2 lazy.
    Forward(usize),
    /// Backward, with conjunctions: 0 never, 1 always, 2 loops.
    Conjunctions(usize),
    /// Backward, with disjuncts: 0 set, 1 term, 2 combined; whether always.
    Disjuncts(usize, bool),
}

const POLICIES: [InputHeapPolicy; 3] =
    [InputHeapPolicy::PathOptimal, InputHeapPolicy::Lazier, InputHeapPolicy::Lazy];

impl Variant {
    /// All of forward execution.
    pub const FORWARD: [Variant; 3] =
        [Variant::Forward(0), Variant::Forward(1), Variant::Forward(2)];

    /// All of backward execution.
    pub const BACKWARD: [Variant; 9] = [
        Variant::Conjunctions(2),
        Variant::Conjunctions(0),
        Variant::Conjunctions(1),
        Variant::Disjuncts(0, false),
        Variant::Disjuncts(1, false),
        Variant::Disjuncts(2, false),
        Variant::Disjuncts(0, true),
        Variant::Disjuncts(1, true),
        Variant::Disjuncts(2, true),
    ];

    fn representation(self) -> Option<Representation> {
        match self {
            Variant::Forward(_) => None,
            Variant::Conjunctions(solve) => Some(Representation::Conjunctions(
                [Solve::Never, Solve::Always, Solve::Loops][solve],
            )),
            Variant::Disjuncts(layout, always) => Some(Representation::Disjuncts(
                [DisjunctLayout::Set, DisjunctLayout::Term, DisjunctLayout::Combined][layout],
                if always { Solve::Always } else { Solve::Never },
            )),
        }
    }
}

/// What an engine says.
#[derive(Debug, Default)]
pub struct Answer {
    /// Checks that fail with an input, as a replay shows.
    pub violated: BTreeSet<Target>,
    /// Checks with an input with which they do not fail.
    pub unconfirmed: BTreeSet<Target>,
    /// Why the others are not proved; if empty, they are.
    pub limits: BTreeSet<String>,
    /// Of these, a bound on loops or recursion.
    pub bounded: bool,
    /// Of these, [`LONG`].
    pub late: bool,
}

/// What one way to go may take: disjuncts grow without measure on some programs.
const LONG: Duration = Duration::from_secs(30);

/// Asks an engine.
pub fn ask(program: &Program, variant: Variant, oracle: &Bounds, bound: Option<u32>) -> Answer {
    match variant.representation() {
        Some(representation) => backward(program, representation, bound),
        None => {
            let Variant::Forward(policy) = variant else { unreachable!() };
            forward(program, POLICIES[policy], oracle)
        }
    }
}

fn solver() -> Box<dyn Solver> {
    build(SolverConfiguration::default(), &Interrupt::new()).unwrap()
}

fn configuration(input_heap: InputHeapPolicy, input_array_max: u64) -> klew_forward::Configuration {
    klew_forward::Configuration {
        properties: PROPERTIES.into_iter().collect(),
        input_heap,
        input_array_max,
        ..klew_forward::Configuration::default()
    }
}

fn forward(program: &Program, policy: InputHeapPolicy, oracle: &Bounds) -> Answer {
    let configuration = configuration(policy, oracle.array_max);
    let mut forward = Forward::new(program, configuration, solver()).unwrap();
    let outcome = forward.run(&mut Unwatched);
    let mut answer = Answer::default();
    for (limit, _) in &outcome.limits {
        // The oracle does not try larger arrays either.
        if !matches!(limit, Limit::InputArrays(_)) {
            answer.limits.insert(format!("{limit:?}"));
        }
    }
    for finding in &outcome.findings {
        let target = Target { property: finding.property, position: finding.position };
        let replay = forward.replay_witness(finding);
        let confirmed = replay.confirms(finding);
        (if confirmed { &mut answer.violated } else { &mut answer.unconfirmed }).insert(target);
    }
    answer
}

/// Ends a run that takes too long.
struct Patience(Instant);

impl Patience {
    fn is_over(&self) -> bool {
        self.0.elapsed() > LONG
    }
}

impl Watch for Patience {
    fn stop(&self) -> Option<StopReason> {
        self.is_over().then_some(StopReason::Time)
    }
}

fn backend(references: bool) -> Result<Box<dyn Backend>, String> {
    if references {
        let mut made = Z3::new(Interrupt::new());
        made.set_limit(Some(LONG));
        return Ok(Box::new(made));
    }
    let mut made = Bitwuzla::new(Interrupt::new()).map_err(|error| error.to_string())?;
    made.set_limit(Some(LONG));
    Ok(Box::new(made))
}

fn backward(program: &Program, representation: Representation, bound: Option<u32>) -> Answer {
    let options = Options { representation, bound, ..Options::default() };
    let task = Task::new(program, PROPERTIES.into_iter().collect());
    let configuration = configuration(InputHeapPolicy::PathOptimal, u64::MAX);
    let mut concrete = ReplayValidator::new(program, configuration, solver()).unwrap();
    let patience = Patience(Instant::now());
    let decided = decide(&task, options, backend, &patience, &mut concrete);
    let unconfirmed = decided.unconfirmed.iter();
    Answer {
        violated: decided
            .reachable
            .iter()
            .map(|found| Target { property: found.property, position: found.position })
            .collect(),
        unconfirmed: unconfirmed
            .map(|(property, position)| Target { property: *property, position: *position })
            .collect(),
        late: patience.is_over(),
        bounded: decided.limits.iter().any(|limit| matches!(limit, Limit::Unrolled(_))),
        limits: decided.limits.iter().map(|limit| format!("{limit:?}")).collect(),
    }
}
