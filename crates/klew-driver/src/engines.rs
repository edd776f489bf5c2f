//! The engines that the command knows. A new one is one line of [`ENGINES`]; what it is called, the command line and the
//! results take from there.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use klew_backward::Backward;
use klew_engine::{Account, Argument, Begin, Decision, Desk, Engine, Exchange, Limit, Task};
use klew_forward::{Exploring, Folded, MakeSolver, PruningMode, SearchStrategy};
use klew_horn::{Horn, MakeBackend, Recheck};
use klew_ir::{Initializer, Program, Switch};
use klew_loops::Loops;
use klew_multipass::Multipass;
use klew_solver::horn::HornSolver;
use klew_solver::{Backend, Interrupt, SolverConfiguration};

use crate::error::UserError;
use crate::options::CheckOptions;
use crate::so_far::SoFar;
use crate::timed::{Spent, TimedBackend, TimedSolver};
use crate::workers::Share;

/// What engines are made with.
#[derive(Clone)]
pub(crate) struct Setup<'s> {
    /// Which solvers are asked.
    pub solver: &'s SolverConfiguration,
    /// Stops them.
    pub interrupt: &'s Interrupt,
    /// What they were asked.
    pub spent: Rc<Cell<Spent>>,
    /// What is printed if the call must be ended.
    pub so_far: SoFar,
    /// Which state forward execution goes on with.
    pub search: SearchStrategy,
    /// Whether forward execution asks only about what is connected.
    pub split_queries: bool,
    /// The global that says how many bytes are read, where forward execution looks at short inputs, too.
    pub short_inputs: Option<&'static str>,
    /// Up to which size they were explored to the end in earlier runs.
    pub short_done: Rc<Cell<u32>>,
    /// Which states forward execution closes because of earlier ones.
    pub pruning: PruningMode,
    /// Whether it shows interpolants.
    pub explain_pruning: bool,
    /// The only path that forward execution follows.
    pub follow: Option<Vec<Decision>>,
    /// Who shares forward execution, where it is an engine of the call.
    pub exchange: Option<Rc<dyn Exchange>>,
    /// What that goes on from.
    pub begin: Option<Rc<Begin>>,
    /// What is checked again, and what to say of the rest.
    pub arguments: (Vec<Argument>, Vec<String>),
    /// The program that solves Horn clauses.
    pub horn: Vec<String>,
    /// How backward execution goes.
    pub backward: &'s klew_backward::Options,
    /// How multi-pass execution goes.
    pub multipass: klew_multipass::Options,
}

impl<'s> Setup<'s> {
    /// As options ask for it.
    pub(crate) fn of(
        options: &'s CheckOptions,
        solver: &'s SolverConfiguration,
        interrupt: &'s Interrupt,
        spent: &Rc<Cell<Spent>>,
        so_far: &SoFar,
    ) -> Setup<'s> {
        Setup {
            solver,
            interrupt,
            spent: Rc::clone(spent),
            so_far: so_far.clone(),
            search: options.search.clone(),
            split_queries: options.solver.configuration.independence,
            follow: options.follow.clone(),
            exchange: None,
            begin: None,
            short_inputs: None,
            short_done: Rc::default(),
            pruning: options.pruning(),
            explain_pruning: options.explain_pruning,
            arguments: Default::default(),
            horn: options.solver.horn.clone(),
            backward: &options.backward,
            multipass: options.multipass,
        }
    }
}

/// An engine that the command knows.
pub struct Registered {
    /// What it is called.
    pub name: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// Whether what it proves does not depend on the bounds of inputs that the command raises: then it runs once.
    pub ignores_bounds: bool,
    /// Whether strings of unknown length are less work for it than one way for each length.
    unknown_lengths: bool,
    make: for<'s> fn(&'s Setup<'s>) -> Box<dyn Engine + 's>,
}

/// All of them.
pub const ENGINES: &[Registered] = &[
    Registered {
        name: "static",
        help: "proves without following paths",
        ignores_bounds: true,
        unknown_lengths: false,
        make: |_| Box::new(klew_static::Static),
    },
    Registered {
        name: "forward",
        help: "from the entry, path by path",
        ignores_bounds: false,
        unknown_lengths: false,
        make: |setup| Box::new(forward(setup)),
    },
    Registered {
        name: "backward",
        help: "from the checks, all ways at once",
        ignores_bounds: false,
        unknown_lengths: true,
        make: |setup| Box::new(backward(setup)),
    },
    Registered {
        name: "loops",
        help: "necessary conditions that summarise loops",
        ignores_bounds: false,
        unknown_lengths: false,
        make: |setup| Box::new(loops(setup)),
    },
    Registered {
        name: "horn",
        help: "guesses what loops and functions keep true, and checks it",
        ignores_bounds: false,
        unknown_lengths: false,
        make: |setup| Box::new(horn(setup)),
    },
    Registered {
        name: "multipass",
        help: "path by path from the checks, and forward with the values that this gives",
        ignores_bounds: false,
        unknown_lengths: false,
        make: |setup| Box::new(multipass(setup)),
    },
    Registered {
        name: "segments",
        help: "forwards with lists of any length folded: proofs only",
        ignores_bounds: false,
        unknown_lengths: false,
        make: |setup| Box::new(folded(setup)),
    },
    Registered {
        name: "random",
        help: "concrete runs with inputs from a seed (--seed)",
        ignores_bounds: false,
        unknown_lengths: false,
        make: |_| Box::new(klew_random::Random),
    },
];

/// What checks proofs of an earlier call again: asked where there are some, and by nobody else.
pub(crate) const VALIDATE: Registered = Registered {
    name: "validate",
    help: "checks proofs of an earlier call again",
    ignores_bounds: false,
    unknown_lengths: false,
    make: |setup| Box::new(recheck(setup)),
};

impl Registered {
    /// That of a name.
    ///
    /// # Errors
    /// There is none.
    pub fn named(name: &str) -> Result<&'static Registered, UserError> {
        ENGINES.iter().find(|engine| engine.name == name).ok_or_else(|| {
            let names: Vec<&str> = ENGINES.iter().map(|engine| engine.name).collect();
            UserError::new(format!("there is no engine {name}"))
                .help(format!("the engines are {}", names.join(", ")))
        })
    }

    /// Makes one.
    pub(crate) fn make<'s>(&self, setup: &'s Setup<'s>) -> Box<dyn Engine + 's> {
        (self.make)(setup)
    }
}

/// Engines that have their turns while another works, where nobody chooses the engines. Random runs see at once what many
/// inputs show, and following paths may take long to come to it; a check that needs one shape of the heap is near when it is
/// looked for from its end; loops without a bound have paths without end, and invariants are looked for with more and more time.
pub(crate) fn beside<'s>(engine: &Registered, setup: &'s Setup<'s>) -> Vec<Box<dyn Engine + 's>> {
    if !has_others_beside(engine) {
        return Vec::new();
    }
    if has_long_queries(engine) {
        return beside_backward(setup);
    }
    let horn = Rc::new(RefCell::new(horn(setup)));
    let folded = Rc::new(RefCell::new(folded(setup)));
    let invariants = || Box::new(Turn(Rc::clone(&horn)));
    let lists = || Box::new(ListTurn(Rc::clone(&folded)));
    let pruned = || Box::new(PrunedTurn(pruned(setup)));
    let from_checks = Rc::new(RefCell::new(backward_turn(setup)));
    let backward = || Box::new(SharedBackwardTurn(Rc::clone(&from_checks)));
    vec![
        pruned(),
        Box::new(klew_random::Random),
        invariants(),
        backward(),
        lists(),
        Box::new(guided(setup)),
        invariants(),
        lists(),
        backward(),
        pruned(),
        lists(),
        invariants(),
        lists(),
        invariants(),
        pruned(),
        invariants(),
    ]
}

/// The same beside backward execution, which is asked whether there is a way to a place: conditions that summarise loops, following paths,
/// and invariants.
fn beside_backward<'s>(setup: &'s Setup<'s>) -> Vec<Box<dyn Engine + 's>> {
    let horn = Rc::new(RefCell::new(horn(setup)));
    let invariants = || Box::new(Turn(Rc::clone(&horn)));
    let summaries = || Box::new(loops(setup));
    let paths = || Box::new(exploring_alone(setup));
    vec![
        summaries(),
        Box::new(klew_random::Random),
        paths(),
        invariants(),
        summaries(),
        paths(),
        invariants(),
        summaries(),
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

/// The same engines for a worker, which has them work one after the other while forward execution goes on, and what each has at
/// first in a call of that time.
pub(crate) fn elsewhere<'s>(
    beside: &Registered,
    setup: &'s Setup<'s>,
    time: Option<Duration>,
) -> (Vec<Box<dyn Engine + 's>>, Vec<Share>) {
    const MOMENT: Duration = Duration::from_millis(300);
    let random = time.map_or(4 * MOMENT, |time| (time / 33).clamp(MOMENT, 6 * MOMENT));
    let share = |milliseconds| Share { first: Duration::from_millis(milliseconds), again: true };
    let random = (random_runs(), Share { first: random, again: false });
    if has_long_queries(beside) {
        let engines: Vec<(Box<dyn Engine + 's>, Share)> = vec![
            (Box::new(loops(setup)), share(1200)),
            (Box::new(exploring_alone(setup)), share(500)),
            random,
            (Box::new(horn(setup)), share(500)),
            (Box::new(guided(setup)), Share { again: false, ..share(1200) }),
        ];
        return engines.into_iter().unzip();
    }
    let engines: Vec<(Box<dyn Engine + 's>, Share)> = vec![
        (Box::new(PrunedTurn(pruned(setup))), share(400)),
        random,
        (Box::new(backward_turn(setup)), share(300)),
        (Box::new(ListTurn(Rc::new(RefCell::new(folded(setup))))), share(600)),
        (Box::new(horn(setup)), share(1000)),
        (Box::new(guided(setup)), Share { again: false, ..share(1200) }),
    ];
    engines.into_iter().unzip()
}

fn random_runs<'s>() -> Box<dyn Engine + 's> {
    Box::new(klew_random::Random)
}

/// The longest query of a guided run that has only a moment.
const GUIDED_QUERY: Duration = Duration::from_millis(200);

/// Guided runs beside another engine: that one is to prove, and no query is to take the time of all.
fn guided<'s>(setup: &'s Setup<'s>) -> Multipass<'s> {
    let runs = klew_multipass::ForwardRuns::Guided;
    let options = klew_multipass::Options { runs, only_finds: true, ..setup.multipass };
    let query_limit = Some(GUIDED_QUERY);
    let forward = klew_forward::Options { query_limit, ..forward_options(setup) };
    let solver: Box<MakeSolver<'s>> = Box::new(|| {
        let mut solver = paths_solver(setup)()?;
        solver.set_limit(Some(GUIDED_QUERY));
        Ok(solver)
    });
    Multipass { options, forward, solver }
}

/// A turn of an engine that has several, and goes on where it was stopped.
struct Turn<'s>(Rc<RefCell<Horn<'s>>>);

/// The same of backward execution.
struct SharedBackwardTurn<'s>(Rc<RefCell<BackwardTurn<'s>>>);

/// A turn of folded lists, where there may be any.
struct ListTurn<'s>(Rc<RefCell<Folded<'s>>>);

/// A turn of forward execution that annotates what it explores, depth first: where much comes to the same it ends soon, and elsewhere
/// it would cost more than it saves. Not where no state is to be closed.
struct PrunedTurn<'s>(Exploring<'s>);

/// Forward execution that nobody shares.
fn exploring_alone<'s>(setup: &'s Setup<'s>) -> Exploring<'s> {
    let options = klew_forward::Options { short_done: Rc::default(), ..forward_options(setup) };
    Exploring { options, solver: paths_solver(setup) }
}

fn pruned<'s>(setup: &'s Setup<'s>) -> Exploring<'s> {
    let search = SearchStrategy::Depth;
    let pruning = match setup.pruning {
        PruningMode::Off => PruningMode::Off,
        PruningMode::Inclusion | PruningMode::Interpolation => PruningMode::Interpolation,
    };
    let short_done = Rc::default();
    let options = klew_forward::Options { search, pruning, short_done, ..forward_options(setup) };
    Exploring { options, solver: paths_solver(setup) }
}

impl Engine for PrunedTurn<'_> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        if self.0.options.pruning == PruningMode::Off {
            let mut account = Account::default();
            account.limit(Limit::Incomplete("no state is to be closed".to_owned()), 1);
            return account;
        }
        let mut account = self.0.run(task, desk);
        // What it comes to within bounds, the other one says with the bounds that it comes to.
        if !account.is_complete() {
            account.limit(Limit::Incomplete("interpolants had only a moment".to_owned()), 1);
        }
        account
    }
}

impl Engine for ListTurn<'_> {
    fn name(&self) -> &'static str {
        self.0.borrow().name()
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        if !task.program.allocates_on_heap() {
            let mut account = Account::default();
            account.limit(Limit::Incomplete("there are no lists to fold".to_owned()), 1);
            return account;
        }
        self.0.borrow_mut().run(task, desk)
    }
}

impl Engine for BackwardTurn<'_> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let account = self.engine.run(task, desk);
        self.query.set(self.query.get() * 2);
        account
    }
}

impl Engine for SharedBackwardTurn<'_> {
    fn name(&self) -> &'static str {
        self.0.borrow().name()
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        self.0.borrow_mut().run(task, desk)
    }
}

impl Engine for Turn<'_> {
    fn name(&self) -> &'static str {
        self.0.borrow().name()
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        self.0.borrow_mut().run(task, desk)
    }
}

fn forward<'s>(setup: &'s Setup<'s>) -> Exploring<'s> {
    let (begin, exchange) = (setup.begin.clone(), setup.exchange.clone());
    let options = klew_forward::Options { begin, exchange, ..forward_options(setup) };
    Exploring { options, solver: paths_solver(setup) }
}

/// Forward execution of pieces that another one handed over: short inputs are that one's.
pub(crate) fn exploring<'s>(
    setup: &'s Setup<'s>,
    begin: Begin,
    exchange: Rc<dyn Exchange>,
) -> Exploring<'s> {
    let (begin, exchange, short_inputs) = (Some(Rc::new(begin)), Some(exchange), None);
    let options = forward_options(setup);
    let options = klew_forward::Options { begin, exchange, short_inputs, ..options };
    Exploring { options, solver: paths_solver(setup) }
}

fn multipass<'s>(setup: &'s Setup<'s>) -> Multipass<'s> {
    Multipass {
        options: setup.multipass,
        forward: forward_options(setup),
        solver: paths_solver(setup),
    }
}

fn forward_options(setup: &Setup<'_>) -> klew_forward::Options {
    klew_forward::Options {
        search: setup.search.clone(),
        split_queries: setup.split_queries,
        follow: setup.follow.clone(),
        begin: None,
        exchange: None,
        short_inputs: setup.short_inputs,
        short_done: Rc::clone(&setup.short_done),
        query_limit: setup.solver.limit,
        pruning: setup.pruning,
        explain_pruning: setup.explain_pruning,
    }
}

/// Makes solvers for engines that follow paths.
fn paths_solver<'s>(setup: &'s Setup<'s>) -> Box<MakeSolver<'s>> {
    Box::new(|| {
        let inner = klew_solver::build(setup.solver.clone(), setup.interrupt)
            .map_err(|error| error.to_string())?;
        Ok(Box::new(TimedSolver { inner, spent: Rc::clone(&setup.spent) }))
    })
}

fn folded<'s>(setup: &'s Setup<'s>) -> Folded<'s> {
    Folded::new(paths_solver(setup))
}

fn horn<'s>(setup: &'s Setup<'s>) -> Horn<'s> {
    let (command, interrupt) = (setup.horn.clone(), setup.interrupt.clone());
    Horn::new(HornSolver { command, interrupt }, bits_solver(setup))
}

fn recheck<'s>(setup: &'s Setup<'s>) -> Recheck<'s> {
    let (arguments, missing) = setup.arguments.clone();
    Recheck::new(bits_solver(setup), arguments, missing)
}

/// Makes solvers for questions about bit-vectors that are asked one by one.
fn bits_solver<'s>(setup: &'s Setup<'s>) -> MakeBackend<'s> {
    Box::new(|| {
        let inner = klew_solver::backend(setup.solver, false, setup.interrupt)
            .map_err(|error| error.to_string())?;
        let (spent, so_far) = (Rc::clone(&setup.spent), setup.so_far.clone());
        Ok(Box::new(TimedBackend { inner, spent, so_far }))
    })
}

/// Backward execution in turns beside another engine. A leak is a weak finding, as the program may do worse: the other one waits for that.
struct BackwardTurn<'s> {
    engine: Backward<'s>,
    /// How long a query of the next turn may take.
    query: Rc<Cell<Duration>>,
}

/// The longest query of its first turn; each turn has twice that of the one before.
const FIRST_BACKWARD_QUERY: Duration = Duration::from_millis(300);
/// Nodes of a graph that is unfolded in a turn: what is larger takes too long to make.
const NODES_IN_TURN: usize = 20_000;

fn backward_turn<'s>(setup: &'s Setup<'s>) -> BackwardTurn<'s> {
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

fn backward<'s>(setup: &'s Setup<'s>) -> Backward<'s> {
    Backward {
        gone_through: 0,
        options: setup.backward.clone(),
        backend: Box::new(move |arrays: bool| timed_backend(setup, arrays)),
    }
}

fn timed_backend(setup: &Setup<'_>, arrays: bool) -> Result<Box<dyn Backend>, String> {
    let inner = klew_solver::backend(setup.solver, arrays, setup.interrupt)
        .map_err(|error| error.to_string())?;
    let (spent, so_far) = (Rc::clone(&setup.spent), setup.so_far.clone());
    Ok(Box::new(TimedBackend { inner, spent, so_far }))
}

fn loops<'s>(setup: &'s Setup<'s>) -> Loops<'s> {
    Loops {
        finds: true,
        backend: Box::new(move |arrays: bool| -> Result<Box<dyn Backend>, String> {
            let inner = klew_solver::backend(setup.solver, arrays, setup.interrupt)
                .map_err(|error| error.to_string())?;
            let (spent, so_far) = (Rc::clone(&setup.spent), setup.so_far.clone());
            Ok(Box::new(TimedBackend { inner, spent, so_far }))
        }),
    }
}

/// The program as an engine is to see it. Backward execution takes strings that are inputs as one array of unknown length,
/// instead of a way for each length.
pub(crate) fn program_for<'p>(engine: &Registered, program: &'p Program) -> Cow<'p, Program> {
    let at = match engine.unknown_lengths {
        true => program.switch(Switch::UnknownLengths),
        false => None,
    };
    let Some(at) = at else { return Cow::Borrowed(program) };
    let mut program = program.clone();
    program.globals[at.0 as usize].initializer = Initializer::Bytes(vec![1], Vec::new());
    Cow::Owned(program)
}
