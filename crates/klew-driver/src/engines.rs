//! The engines that the command knows. A new one is one line of [`ENGINES`]; what it is called, the command line and the
//! results take from there.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use klew_backward::Backward;
use klew_engine::{Argument, Begin, Decision, Engine, Exchange};
use klew_forward::{
    AnyLengths, Exploring, Folded, MakeSolver, PruningMode, SearchStrategy, SharedSearchTree,
};
use klew_horn::{Horn, MakeBackend, Recheck};
use klew_ir::{Program, Switch};
use klew_llvm::contracts::under_contract;
use klew_loops::Loops;
use klew_multipass::Multipass;
use klew_solver::horn::HornSolver;
use klew_solver::{Backend, Interrupt, SolverConfiguration};

use crate::error::UserError;
use crate::options::CheckOptions;
use crate::so_far::SoFar;
use crate::timed::{Spent, TimedBackend, TimedSolver};

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
    /// What the first forward execution does is written down here, where somebody draws it.
    pub search_tree: Option<SharedSearchTree>,
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
            search_tree: None,
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
    /// What it sets in the program it works on.
    switch: Option<Switch>,
    make: for<'s> fn(&'s Setup<'s>) -> Box<dyn Engine + 's>,
}

/// All of them.
pub const ENGINES: &[Registered] = &[
    Registered {
        name: "static",
        help: "proves without following paths",
        ignores_bounds: true,
        switch: None,
        make: |_| Box::new(klew_static::Static),
    },
    Registered {
        name: "forward",
        help: "from the entry, path by path",
        ignores_bounds: false,
        switch: None,
        make: |setup| Box::new(forward(setup)),
    },
    Registered {
        name: "backward",
        help: "from the checks, all ways at once",
        ignores_bounds: false,
        switch: Some(Switch::UnknownLengths),
        make: |setup| Box::new(backward(setup)),
    },
    Registered {
        name: "loops",
        help: "necessary conditions that summarise loops",
        ignores_bounds: false,
        switch: None,
        make: |setup| Box::new(loops(setup)),
    },
    Registered {
        name: "horn",
        help: "guesses what loops and functions keep true, and checks it",
        ignores_bounds: false,
        switch: None,
        make: |setup| Box::new(horn(setup)),
    },
    Registered {
        name: "multipass",
        help: "path by path from the checks, and forward with the values that this gives",
        ignores_bounds: false,
        switch: None,
        make: |setup| Box::new(multipass(setup)),
    },
    Registered {
        name: "segments",
        help: "forwards, with lists of any length and turns of loops folded: proofs only",
        ignores_bounds: false,
        switch: None,
        make: |setup| Box::new(folded(setup)),
    },
    Registered {
        name: "lengths",
        help: "forwards with input strings of any length: proofs only",
        ignores_bounds: true,
        switch: Some(Switch::AnyLengths),
        make: |setup| Box::new(AnyLengths::alone(paths_solver(setup))),
    },
    Registered {
        name: "random",
        help: "concrete runs with inputs from a seed (--seed)",
        ignores_bounds: false,
        switch: None,
        make: |_| Box::<klew_random::Random>::default(),
    },
];

/// What checks proofs of an earlier call again: asked where there are some, and by nobody else.
pub(crate) const VALIDATE: Registered = Registered {
    name: "validate",
    help: "checks proofs of an earlier call again",
    ignores_bounds: false,
    switch: None,
    make: |setup| Box::new(recheck(setup)),
};

/// Strings of any length for a moment, before others look for violations.
pub(crate) static QUICK_LENGTHS: Registered = Registered {
    name: "lengths",
    help: "forwards with input strings of any length: proofs only",
    ignores_bounds: true,
    switch: Some(Switch::AnyLengths),
    make: |setup| Box::new(AnyLengths::new(paths_solver(setup))),
};

/// Strings of any length once more, where only a bound on them was left: not every proof is found in a moment.
pub(crate) static LATE_LENGTHS: Registered = Registered {
    name: "lengths",
    help: "forwards with input strings of any length: proofs only",
    ignores_bounds: false,
    switch: Some(Switch::AnyLengths),
    make: |setup| Box::new(AnyLengths::after_others(paths_solver(setup))),
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

fn forward<'s>(setup: &'s Setup<'s>) -> Exploring<'s> {
    let (begin, exchange) = (setup.begin.clone(), setup.exchange.clone());
    let search_tree = setup.search_tree.clone();
    let options = klew_forward::Options { begin, exchange, search_tree, ..forward_options(setup) };
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

pub(crate) fn forward_options(setup: &Setup<'_>) -> klew_forward::Options {
    klew_forward::Options {
        search: setup.search.clone(),
        split_queries: setup.split_queries,
        follow: setup.follow.clone(),
        begin: None,
        guidance: None,
        exchange: None,
        short_inputs: setup.short_inputs,
        short_done: Rc::clone(&setup.short_done),
        query_limit: setup.solver.limit,
        pruning: setup.pruning,
        explain_pruning: setup.explain_pruning,
        search_tree: None,
    }
}

/// Makes solvers for engines that follow paths.
pub(crate) fn paths_solver<'s>(setup: &'s Setup<'s>) -> Box<MakeSolver<'s>> {
    Box::new(|| {
        let inner = klew_solver::build(setup.solver.clone(), setup.interrupt)
            .map_err(|error| error.to_string())?;
        Ok(Box::new(TimedSolver { inner, spent: Rc::clone(&setup.spent) }))
    })
}

pub(crate) fn folded<'s>(setup: &'s Setup<'s>) -> Folded<'s> {
    Folded::new(paths_solver(setup))
}

/// Strings of any length, beside another engine.
pub(crate) fn any_lengths<'s>(setup: &'s Setup<'s>) -> AnyLengths<'s> {
    AnyLengths::beside_others(paths_solver(setup))
}

pub(crate) fn horn<'s>(setup: &'s Setup<'s>) -> Horn<'s> {
    let (command, interrupt) = (setup.horn.clone(), setup.interrupt.clone());
    Horn::new(HornSolver { command, interrupt }, bits_solver(setup)).with_contracts(under_contract)
}

fn recheck<'s>(setup: &'s Setup<'s>) -> Recheck<'s> {
    let (arguments, missing) = setup.arguments.clone();
    Recheck::new(bits_solver(setup), arguments, missing).with_contracts(under_contract)
}

/// Makes solvers for questions about bit-vectors that are asked one by one.
fn bits_solver<'s>(setup: &'s Setup<'s>) -> MakeBackend<'s> {
    Box::new(|| timed_backend(setup, false))
}

fn backward<'s>(setup: &'s Setup<'s>) -> Backward<'s> {
    Backward {
        gone_through: 0,
        options: setup.backward.clone(),
        backend: Box::new(move |arrays: bool| timed_backend(setup, arrays)),
    }
}

/// Makes a solver whose questions are counted.
pub(crate) fn timed_backend(setup: &Setup<'_>, arrays: bool) -> Result<Box<dyn Backend>, String> {
    let inner = klew_solver::backend(setup.solver, arrays, setup.interrupt)
        .map_err(|error| error.to_string())?;
    let (spent, so_far) = (Rc::clone(&setup.spent), setup.so_far.clone());
    Ok(Box::new(TimedBackend { inner, spent, so_far }))
}

pub(crate) fn loops<'s>(setup: &'s Setup<'s>) -> Loops<'s> {
    Loops::new(Box::new(move |arrays: bool| timed_backend(setup, arrays)), true)
}

/// The program as an engine is to see it. Backward execution takes strings that are inputs as one array of unknown length,
/// instead of a way for each length; others look at strings of any length.
pub(crate) fn program_for<'p>(engine: &Registered, program: &'p Program) -> Cow<'p, Program> {
    match engine.switch.and_then(|switch| program.with_switch(switch)) {
        Some(program) => Cow::Owned(program),
        None => Cow::Borrowed(program),
    }
}
