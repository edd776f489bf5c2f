//! Who works beside the engine that is asked, where nobody chooses the engines: in turns, or in a worker at the same time.
//!
//! **Invariant**: what has a turn gives the time back when it is over: queries and graphs are only as large as a turn has time for.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use klew_backward::Backward;
use klew_engine::{Account, Desk, Engine, Limit, Task};
use klew_forward::{Exploring, MakeSolver, PruningMode, SearchStrategy};
use klew_ir::{Program, Switch};
use klew_multipass::Multipass;

use crate::engines::{
    Registered, Setup, any_lengths, folded, forward_options, horn, loops, paths_solver,
    timed_backend,
};
use crate::options::CheckOptions;
use crate::ranged::ranged;

/// When an engine has its turn while another works, and how long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnTime {
    /// Milliseconds after the other one began.
    pub(crate) at: u64,
    /// Milliseconds: at most.
    pub(crate) most: u64,
    /// The share of the time of the whole call that it has at most, in percent.
    pub(crate) share: u32,
}

const fn turn(at: u64, most: u64) -> TurnTime {
    TurnTime { at, most, share: 40 }
}

/// Engines that have their turns, each with its time, in order.
pub(crate) type Turns<'s> = Vec<(TurnTime, Box<dyn Engine + 's>)>;

/// Engines that have their turns while another works, where nobody chooses the engines. Who seems to be done soon has a few times as
/// much ([`klew_engine::Allowance`]).
pub(crate) fn beside<'s>(
    engine: &Registered,
    setup: &'s Setup<'s>,
    options: &CheckOptions,
    program: &Program,
) -> Turns<'s> {
    if !has_others_beside(engine) {
        return Vec::new();
    }
    let mut turns: Turns<'s> = match has_long_queries(engine) {
        true => BESIDE_BACKWARD.into_iter().zip(beside_backward(setup)).collect(),
        false => BESIDE_FORWARD.into_iter().zip(beside_forward(setup)).collect(),
    };
    turns.retain(|(_, engine)| is_wanted(engine.name(), options));
    if program.switch(Switch::AnyLengths).is_none() {
        turns.retain(|(_, engine)| engine.name() != "lengths");
    }
    let reads_text = klew_random::reads_text(program);
    if !reads_text && !has_long_queries(engine) {
        turns.remove(FIRST_LOOK);
    }
    if reads_text {
        // Texts made of what the program looks for find most of what one line, or two that belong together, show, and much of it at once.
        let random = turns.iter_mut().filter(|(_, engine)| engine.name() == "random");
        random.for_each(|(turn, _)| turn.share *= 3);
    }
    if program.has_input_references()
        && let Some(at) = turns.iter().position(|(_, engine)| engine.name() == "backward")
    {
        // The shape of the heap that a check needs is near from its end: paths take the many shapes one by one.
        let (_, engine) = turns.remove(at);
        turns.insert(0, (FIRST_BACKWARD_TURN, engine));
    }
    if !program.allocates_on_heap() && !program.has_loops_in_models() {
        // What invariants prove can be validated, and they prove most of such loops.
        let first = turns.iter().position(|(_, engine)| engine.name() == "horn");
        let mut number = 0..;
        turns.retain(|(_, engine)| number.next() > first || engine.name() != "segments");
    }
    turns
}

/// Whether an engine is to work beside another one: guided runs not where nobody wants guidance, and none that takes inputs of any size
/// where those are bounded.
pub(crate) fn is_wanted(engine: &str, options: &CheckOptions) -> bool {
    match engine {
        "multipass" => options.multipass.runs.guided() && !options.input_heap.is_bounded(),
        "backward" => !options.input_heap.is_bounded(),
        _ => true,
    }
}

/// When backward execution has its first turn where the heap is an input.
const FIRST_BACKWARD_TURN: TurnTime = turn(250, 700);

/// The first turn beside forward execution is for programs that read texts.
const FIRST_LOOK: usize = 0;

/// The times of [`beside_forward`].
pub(crate) const BESIDE_FORWARD: [TurnTime; 28] = [
    turn(200, 400),
    turn(250, 250),
    turn(500, 400),
    TurnTime { at: 1000, most: 2000, share: 6 },
    turn(1400, 600),
    turn(1700, 400),
    turn(1900, 600),
    turn(2200, 2500),
    turn(3000, 1200),
    turn(3000, 800),
    turn(5000, 2500),
    TurnTime { at: 6000, most: 1500, share: 8 },
    TurnTime { at: 6500, most: 1000, share: 5 },
    TurnTime { at: 5000, most: 3000, share: 6 },
    turn(5000, 1200),
    turn(7500, 1500),
    turn(9500, 1500),
    turn(10_000, 6000),
    turn(11_000, 3000),
    TurnTime { at: 12_000, most: 5000, share: 5 },
    TurnTime { at: 12_000, most: 3000, share: 16 },
    TurnTime { at: 13_000, most: 2000, share: 10 },
    turn(15_000, 5000),
    turn(30_000, 4000),
    turn(34_000, 6000),
    turn(41_000, 13_000),
    turn(65_000, 10_000),
    turn(100_000, 27_000),
];

/// Where lists or loops over inputs can be folded at all, that is done at once most often. Random runs see at once what many inputs show, and following paths
/// may take long to come to it; a check that needs one shape of the heap is near when it is looked for from its end; loops without a
/// bound have paths without end, and invariants are looked for with more and more time.
fn beside_forward<'s>(setup: &'s Setup<'s>) -> [Box<dyn Engine + 's>; BESIDE_FORWARD.len()] {
    let invariants = turns_of(horn(setup));
    let lists = turns_of(folded(setup));
    let backward = turns_of(backward_turn(setup));
    let random = turns_of(klew_random::Random::default());
    let interpolants = turns_of(with_interpolants(setup));
    let lengths = turns_of(any_lengths(setup));
    let furthest = turns_of(beside_the_furthest(setup));
    let sizes = turns_of(ranged(setup));
    [
        random(),
        lists(),
        interpolants(),
        random(),
        invariants(),
        backward(),
        lists(),
        lengths(),
        invariants(),
        Box::new(guided(setup)),
        invariants(),
        furthest(),
        sizes(),
        random(),
        lists(),
        backward(),
        interpolants(),
        lengths(),
        lists(),
        random(),
        furthest(),
        sizes(),
        invariants(),
        lengths(),
        lists(),
        invariants(),
        interpolants(),
        invariants(),
    ]
}

/// The times of [`beside_backward`].
const BESIDE_BACKWARD: [TurnTime; 18] = [
    turn(250, 300),
    turn(600, 1000),
    TurnTime { at: 1000, most: 2000, share: 2 },
    turn(1400, 600),
    turn(1700, 400),
    TurnTime { at: 2500, most: 1000, share: 5 },
    turn(2500, 6000),
    turn(3000, 800),
    turn(3000, 1200),
    TurnTime { at: 6000, most: 3000, share: 8 },
    turn(8000, 2500),
    TurnTime { at: 8000, most: 3000, share: 5 },
    turn(8000, 1500),
    turn(9500, 1500),
    turn(11_000, 4000),
    turn(13_000, 5000),
    turn(34_000, 6000),
    turn(41_000, 13_000),
];

/// Backward execution is asked whether there is a way to a place: beside it, conditions that summarise loops, following paths, and
/// invariants.
fn beside_backward<'s>(setup: &'s Setup<'s>) -> [Box<dyn Engine + 's>; BESIDE_BACKWARD.len()] {
    let invariants = turns_of(horn(setup));
    let summaries = turns_of(loops(setup));
    let random = turns_of(klew_random::Random::default());
    let sizes = turns_of(ranged(setup));
    let paths = || Box::new(exploring_alone(setup));
    [
        paths(),
        summaries(),
        random(),
        paths(),
        invariants(),
        sizes(),
        summaries(),
        paths(),
        invariants(),
        sizes(),
        summaries(),
        random(),
        paths(),
        invariants(),
        summaries(),
        Box::new(guided(setup)),
        paths(),
        invariants(),
    ]
}

/// Whether others work beside that engine, where nobody chooses the engines.
pub(crate) fn has_others_beside(engine: &Registered) -> bool {
    engine.name == "forward" || has_long_queries(engine)
}

/// Whether that engine asks so much at once that a query may have to be stopped for it to hear what others came to.
pub(crate) fn has_long_queries(engine: &Registered) -> bool {
    engine.name == "backward"
}

/// The longest query of a guided run that has only a moment.
const GUIDED_QUERY: Duration = Duration::from_millis(200);

/// The time of a query where interpolants have a turn.
const PRUNED_QUERY: Duration = Duration::from_millis(250);

/// Guided runs beside another engine: that one is to prove, and no query is to take the time of all.
pub(crate) fn guided<'s>(setup: &'s Setup<'s>) -> Multipass<'s> {
    let runs = klew_multipass::ForwardRuns::Guided;
    let options = klew_multipass::Options { runs, only_finds: true, ..setup.multipass };
    let query_limit = Some(GUIDED_QUERY);
    let forward = klew_forward::Options { query_limit, ..forward_options(setup) };
    Multipass { options, forward, solver: short_queries(setup, GUIDED_QUERY) }
}

/// Solvers for paths whose queries take no longer than that.
fn short_queries<'s>(setup: &'s Setup<'s>, most: Duration) -> Box<MakeSolver<'s>> {
    let mut make = paths_solver(setup);
    Box::new(move || {
        let mut solver = make()?;
        solver.set_limit(Some(most));
        Ok(solver)
    })
}

/// A turn of an engine that has several, and goes on where it was stopped.
struct Turn<E>(Rc<RefCell<E>>);

impl<E: Engine> Engine for Turn<E> {
    fn name(&self) -> &'static str {
        self.0.borrow().name()
    }

    fn may_end(&self) -> bool {
        self.0.borrow().may_end()
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        self.0.borrow_mut().run(task, desk)
    }
}

/// As many turns of an engine as are taken from here.
fn turns_of<'s, E: Engine + 's>(engine: E) -> impl Fn() -> Box<dyn Engine + 's> {
    let engine = Rc::new(RefCell::new(engine));
    move || Box::new(Turn(Rc::clone(&engine)))
}

/// Turns of forward execution that explores in another way: what it comes to within bounds is not told.
pub(crate) struct OtherPaths<'s> {
    engine: Exploring<'s>,
    /// Whether a turn ended before its time was over: the next one would come to the same.
    is_done: bool,
    /// Why it did not come to more.
    why: &'static str,
}

/// Forward execution that nobody shares.
pub(crate) fn exploring_alone<'s>(setup: &'s Setup<'s>) -> Exploring<'s> {
    let options = klew_forward::Options { short_done: Rc::default(), ..forward_options(setup) };
    Exploring { options, solver: paths_solver(setup) }
}

/// Forward execution of what is beside the paths whose accesses reached furthest into their objects, and of nothing else: a table that is
/// full after some turns of a loop is not near where other searchers leave states that wait. Records of those would lead it elsewhere.
pub(crate) fn beside_the_furthest<'s>(setup: &'s Setup<'s>) -> OtherPaths<'s> {
    let (search, short_done) = (SearchStrategy::Goals, Rc::default());
    let options = klew_forward::Options { search, short_done, ..forward_options(setup) };
    let engine = Exploring { options, solver: paths_solver(setup) };
    OtherPaths { engine, is_done: false, why: "paths beside the furthest had only a moment" }
}

/// Forward execution that annotates what it explores with interpolants, depth first, as long as much comes to the same: elsewhere it would
/// cost more than it saves. Not where no state is to be closed.
pub(crate) fn with_interpolants<'s>(setup: &'s Setup<'s>) -> OtherPaths<'s> {
    let search = SearchStrategy::Depth;
    let pruning = match setup.pruning {
        PruningMode::Off => PruningMode::Off,
        _ => PruningMode::InterpolationOnly,
    };
    let short_done = Rc::default();
    let most = setup.solver.limit.map_or(PRUNED_QUERY, |limit| limit.min(PRUNED_QUERY));
    let query_limit = Some(most);
    let own = klew_forward::Options { search, pruning, short_done, ..forward_options(setup) };
    let options = klew_forward::Options { query_limit, ..own };
    let engine = Exploring { options, solver: short_queries(setup, most) };
    let is_done = pruning == PruningMode::Off;
    OtherPaths { engine, is_done, why: "interpolants had only a moment" }
}

impl Engine for OtherPaths<'_> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        if self.is_done {
            let mut account = Account::default();
            account.limit(Limit::Incomplete(self.why.to_owned()), 1);
            return account;
        }
        let mut account = self.engine.run(task, desk);
        self.is_done = desk.stop().is_none();
        // What it comes to within bounds, the other one says with the bounds that it comes to.
        if !account.is_complete() {
            account.limit(Limit::Incomplete(self.why.to_owned()), 1);
        }
        account
    }
}

impl Engine for BackwardTurn<'_> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let account = self.engine.run(task, desk);
        self.query.set(self.query.get() * 3);
        account
    }
}

/// Backward execution in turns beside another engine. A leak is a weak finding, as the program may do worse: the other one waits for that.
pub(crate) struct BackwardTurn<'s> {
    engine: Backward<'s>,
    /// How long a query of the next turn may take.
    query: Rc<Cell<Duration>>,
}

/// The longest query of its first turn; each turn has three times that of the one before.
const FIRST_BACKWARD_QUERY: Duration = Duration::from_millis(300);
/// Nodes of a graph that is unfolded in a turn: what is larger takes too long to make.
const NODES_IN_TURN: usize = 20_000;

pub(crate) fn backward_turn<'s>(setup: &'s Setup<'s>) -> BackwardTurn<'s> {
    let query = Rc::new(Cell::new(FIRST_BACKWARD_QUERY));
    let given: &klew_backward::Options = setup.backward;
    let nodes = given.nodes.min(NODES_IN_TURN);
    let options = klew_backward::Options { leaks: false, nodes, ..given.clone() };
    let limit = Rc::clone(&query);
    let engine = Backward {
        gone_through: 0,
        options,
        backend: Box::new(move |arrays: bool| {
            let mut backend = timed_backend(setup, arrays)?;
            let longest = setup.solver.limit.unwrap_or(Duration::MAX);
            backend.set_limit(Some(limit.get().min(longest)));
            Ok(backend)
        }),
    };
    BackwardTurn { engine, query }
}
