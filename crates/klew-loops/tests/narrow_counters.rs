//! Loops that go on as long as they like, over variables of three bits, with counters of four: turns are many times more
//! than a counter has numbers. What is unreachable must not be among the states that are found one after the other.

use std::collections::BTreeSet;

use klew_loops::flowgraph::{Node, Step, Variable};
use klew_loops::solve::{QUESTIONS, Question, Reach, Solvers, reach};
use klew_loops::{Abstraction, Context, FlowGraph};
use klew_solver::{Interrupt, SolverConfiguration};
use klew_term::{ScalarSort, Sort, TermId, Terms};

const BITS: u32 = 3;
const VARIABLES: usize = 3;

type State = [u64; VARIABLES];

struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }
}

#[derive(Clone, Copy, Debug)]
enum Update {
    Keep,
    Add(u64),
    AddVariable(usize),
    Set(u64),
    Copy(usize),
    Double,
}

/// Whether a variable is below a number, is it, or is not.
#[derive(Clone, Copy, Debug)]
struct Guard(usize, u64, u64);

#[derive(Clone, Debug)]
struct Path {
    guard: Option<Guard>,
    updates: [Update; VARIABLES],
}

/// A loop: in each turn one of the paths whose guard holds, whichever; it ends when its guard holds, or later.
#[derive(Clone, Debug)]
struct Loop {
    paths: Vec<Path>,
    exit: Option<Guard>,
}

fn guard(random: &mut Random) -> Option<Guard> {
    let guard = Guard(random.below(3) as usize, random.below(3), random.below(8));
    (random.below(2) == 0).then_some(guard)
}

fn update(random: &mut Random) -> Update {
    match random.below(9) {
        0..3 => Update::Keep,
        3 | 4 => Update::Add(1 + random.below(6)),
        5 => Update::AddVariable(random.below(3) as usize),
        6 => Update::Set(random.below(8)),
        7 => Update::Copy(random.below(3) as usize),
        _ => Update::Double,
    }
}

fn make(random: &mut Random) -> Loop {
    let paths = (0..1 + random.below(3))
        .map(|_| Path { guard: guard(random), updates: std::array::from_fn(|_| update(random)) })
        .collect();
    Loop { paths, exit: guard(random) }
}

fn holds(guard: Option<Guard>, state: &State) -> bool {
    match guard {
        None => true,
        Some(Guard(variable, 0, number)) => state[variable] < number,
        Some(Guard(variable, 1, number)) => state[variable] == number,
        Some(Guard(variable, _, number)) => state[variable] != number,
    }
}

fn updated(updates: &[Update; VARIABLES], state: &State) -> State {
    std::array::from_fn(|at| {
        let value = match updates[at] {
            Update::Keep => state[at],
            Update::Add(number) => state[at] + number,
            Update::AddVariable(other) => state[at] + state[other],
            Update::Set(number) => number,
            Update::Copy(other) => state[other],
            Update::Double => 2 * state[at],
        };
        value % (1 << BITS)
    })
}

/// All states behind the loops, from one.
fn reachable(start: State, loops: &[Loop]) -> BTreeSet<State> {
    let mut states: BTreeSet<State> = [start].into();
    for one in loops {
        let mut open: Vec<State> = states.iter().copied().collect();
        while let Some(state) = open.pop() {
            for path in one.paths.iter().filter(|path| holds(path.guard, &state)) {
                let next = updated(&path.updates, &state);
                if states.insert(next) {
                    open.push(next);
                }
            }
        }
        states.retain(|state| holds(one.exit, state));
    }
    states
}

struct Builder<'c, 't> {
    context: &'c mut Context<'t>,
    graph: FlowGraph,
    variables: [Variable; VARIABLES],
}

impl Builder<'_, '_> {
    fn value(&mut self, at: usize) -> TermId {
        self.context.terms.symbol_term(self.variables[at])
    }

    fn number(&mut self, number: u64) -> TermId {
        self.context.terms.bv(BITS, number)
    }

    fn guard(&mut self, guard: Option<Guard>) -> Vec<Step> {
        let Some(Guard(variable, relation, number)) = guard else { return Vec::new() };
        let (value, number) = (self.value(variable), self.number(number));
        let terms = &mut self.context.terms;
        vec![Step::Assume(match relation {
            0 => terms.bv_ult(value, number),
            1 => terms.eq(value, number),
            _ => terms.ne(value, number),
        })]
    }

    fn updates(&mut self, updates: &[Update; VARIABLES]) -> Step {
        let mut assignments = Vec::new();
        for (at, update) in updates.iter().enumerate() {
            let value = self.value(at);
            let new = match *update {
                Update::Keep => continue,
                Update::Add(number) => {
                    let number = self.number(number);
                    self.context.terms.bv_add(value, number)
                }
                Update::AddVariable(other) => {
                    let other = self.value(other);
                    self.context.terms.bv_add(value, other)
                }
                Update::Set(number) => self.number(number),
                Update::Copy(other) => self.value(other),
                Update::Double => self.context.terms.bv_add(value, value),
            };
            assignments.push((self.variables[at], new));
        }
        Step::Assign(assignments)
    }

    fn add(&mut self, from: Node, one: &Loop) -> Node {
        let (head, after) = (self.graph.node(), self.graph.node());
        self.graph.edge(from, head, Vec::new());
        for path in &one.paths {
            let mut steps = self.guard(path.guard);
            steps.push(self.updates(&path.updates));
            let join = self.graph.node();
            self.graph.edge(head, join, steps);
            self.graph.edge(join, head, Vec::new());
        }
        let steps = self.guard(one.exit);
        self.graph.edge(head, after, steps);
        after
    }
}

/// How many states are proved not to be reached, and how many are not.
fn judge(seed: u64) -> (usize, usize) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678);
    let loops: Vec<Loop> = (0..1 + random.below(2)).map(|_| make(&mut random)).collect();
    let start: State = std::array::from_fn(|_| random.below(8));
    let reached = reachable(start, &loops);
    let mut terms = Terms::new();
    let mut context = Context::new(&mut terms, BITS + 1);
    let mut graph = FlowGraph::default();
    let first = graph.node();
    let names = ["a", "b", "c"];
    let variables = names.map(|name| graph.variable(context.terms, name, Sort::BitVec(BITS)));
    let mut builder = Builder { context: &mut context, graph, variables };
    let begins = builder.updates(&start.map(Update::Set));
    let mut at = builder.graph.node();
    builder.graph.edge(first, at, vec![begins]);
    for one in &loops {
        at = builder.add(at, one);
    }
    // Some of the 512 states, and all values of single variables.
    let mut wanted: Vec<(Vec<(usize, u64)>, bool)> = Vec::new();
    for variable in 0..VARIABLES {
        for value in 0..1 << BITS {
            let is_reached = reached.iter().any(|state| state[variable] == value);
            wanted.push((vec![(variable, value)], is_reached));
        }
    }
    for _ in 0..12 {
        let state: State = std::array::from_fn(|_| random.below(8));
        wanted.push((state.into_iter().enumerate().collect(), reached.contains(&state)));
    }
    let mut steps = Vec::new();
    for (number, (values, _)) in wanted.iter().enumerate() {
        let mut here = builder.context.terms.true_();
        for (variable, value) in values {
            let (now, value) = (builder.value(*variable), builder.number(*value));
            let same = builder.context.terms.eq(now, value);
            here = builder.context.terms.and(here, same);
        }
        steps.push(Step::Target(number, here));
        builder.graph.target("state");
    }
    let end = builder.graph.node();
    builder.graph.edge(at, end, steps);
    let graph = builder.graph;
    let go_on = || false;
    let made = Abstraction::new(&mut context, &graph, &go_on).and_then(|mut made| made.targets());
    let conditions = made.unwrap_or_else(|error| panic!("{error}"));
    let sort = Sort::Array(ScalarSort::BitVec(64), ScalarSort::BitVec(64));
    let inputs = context.terms.fresh_symbol("input", sort);
    let made = |arrays| {
        klew_solver::backend(&SolverConfiguration::default(), arrays, &Interrupt::new())
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let mut solvers = Solvers { bits: made(false), arrays: made(true) };
    let (mut proved, mut missed) = (0, 0);
    for ((values, is_reached), condition) in wanted.iter().zip(&conditions) {
        for asked in QUESTIONS.into_iter().filter(|asked| asked.question == Question::Any) {
            // The first turns are enough to be wrong in.
            if asked.bound > 8 {
                continue;
            }
            let answer = reach(&mut context, &mut solvers, condition, (inputs, asked), &go_on)
                .unwrap_or_else(|error| panic!("{error}"));
            if answer == Reach::Never {
                assert!(!is_reached, "seed {seed}: {values:?} from {start:?} by {loops:#?}");
                proved += 1;
                break;
            }
            missed += usize::from(!is_reached && asked.bound == 8);
        }
    }
    (proved, missed)
}

#[test]
fn states_that_are_reached_are_never_unreachable() {
    let count = std::env::var("KLEW_LOOP_PROGRAMS").ok().and_then(|count| count.parse().ok());
    let (mut proved, mut missed) = (0, 0);
    for seed in 0..count.unwrap_or(20u64) {
        let (proofs, misses) = judge(seed);
        proved += proofs;
        missed += misses;
    }
    println!("{proved} states are proved to be unreachable, {missed} are not");
    assert!(proved > 2 * missed / 3 && proved > 100, "{proved} {missed}");
}
