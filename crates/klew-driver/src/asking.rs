//! Engines are asked about a program, one after the other and side by side, each about what those before it left open.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use klew_engine::{
    Account, Begin, Companions, Elsewhere, Entry, Exchange, Journal, Ledger, Limit, Task,
    Validation, work_beside,
};
use klew_forward::{Configuration, PruningMode, ReplayValidator, SearchTree, SharedSearchTree};
use klew_ir::{FunctionId, Program, PropertySet};
use klew_report::{CheckReport, FindingReport};
use klew_solver::{Solver, SolverConfiguration};

use crate::backward;
use crate::bounds;
use crate::check::Run;
use crate::checkpoint::{Found, Resumed};
use crate::choice::{is_late, leaves_a_bound};
use crate::companions;
use crate::engines::{self, Registered, Setup};
use crate::error::UserError;
use crate::explored::explored;
use crate::front_end::Original;
use crate::multipass;
use crate::outcome;
use crate::own_runs::OwnRuns;
use crate::pursuit::Pursuit;
use crate::rest::rest;
use crate::so_far::SoFar;
use crate::solvers::{self, no_solver};
use crate::timed::Spent;
use crate::turns;
use crate::validator::Validator;
use crate::watcher::Watcher;
use crate::witness_tests::WitnessTests;
use crate::workers::queue::RemoteTask;
use crate::workers::{self, Coordinator};

impl Run<'_> {
    /// Works on the program, once for each bound on its inputs if it has bounds that can be set.
    pub(crate) fn explore_all(
        &self,
        program: &Program,
        properties: PropertySet,
        tests: &mut WitnessTests<'_>,
        so_far: &SoFar,
    ) -> Result<CheckReport, UserError> {
        let solver = solvers::configuration(&self.options.solver)?;
        // That there is such a solver is seen before any engine works.
        let spare = klew_solver::build(solver.clone(), &self.interrupt).map_err(no_solver)?;
        let spare = &RefCell::new(Some(spare));
        let short_done = &Rc::new(Cell::new(0));
        let question =
            Question { program, replayed: program, properties, solver: &solver, spare, short_done };
        let sites = klew_ir::checks(program, |property| properties.contains(property));
        let nothing = Ledger::new(sites);
        self.explain(&question, tests)?;
        let Some(mut bounds) = tests.original.bounds(program) else {
            return Ok(self.explore(&question, &self.engines, nothing, tests, so_far));
        };
        // What does not depend on the bounds is found out once.
        let engines = &self.engines;
        let first = engines.iter().take_while(|engine| engine.ignores_bounds).count();
        let (first, rest) = engines.split_at(first);
        let mut known = nothing;
        if !first.is_empty() {
            let result = self.work(&question, first, known, tests, so_far);
            known = result.ledger;
            if rest.is_empty() || self.is_done(&known) {
                return Ok(self.report_of(&question, &known, Vec::new(), tests.original.names()));
            }
        }
        // Tests and findings are numbered, and paths are as in the largest bound.
        let once = self.options.tests.every_path || self.options.follow.is_some();
        let once = once || self.options.all_findings;
        if once {
            bounds.levels.drain(..bounds.levels.len().saturating_sub(1));
            bounds.longer.clear();
        }
        let mut widest = program.clone();
        bounds.widest.set(&mut widest);
        let report = bounds::grow(&bounds, |turn| {
            let mut bounded = program.clone();
            turn.bound.set(&mut bounded);
            tests.earlier.0 += tests.tried.len();
            tests.tried.clear();
            self.guard.set_end_of_round(turn.end(&self.clock));
            let question = Question { program: &bounded, replayed: &widest, ..question };
            let report = self.explore(&question, rest, known.clone(), tests, so_far);
            self.guard.set_end_of_round(None);
            (report, self.guard.stop().is_none())
        });
        report.ok_or_else(|| UserError::new("there is no bound to explore the program in"))
    }

    fn explore(
        &self,
        question: &Question<'_>,
        engines: &[&'static Registered],
        known: Ledger,
        tests: &mut WitnessTests<'_>,
        so_far: &SoFar,
    ) -> CheckReport {
        let worked = self.work(question, engines, known, tests, so_far);
        let names = tests.original.names();
        let mut report = self.report_of(question, &worked.ledger, worked.findings, names);
        report.explored = explored(question.program, names, &worked.tree);
        report.statistics.solver_seconds += worked.solvers.as_secs_f64();
        report
    }

    /// Whether no other engine is needed.
    fn is_done(&self, ledger: &Ledger) -> bool {
        let enough = ledger.is_violated() && !self.options.all_findings;
        enough || ledger.is_settled() && !self.options.tests.every_path
    }

    /// Whether nothing is said of engines, and one finding is enough.
    fn is_free(&self) -> bool {
        let options = self.options;
        let chosen = !options.engines.is_empty() || options.follow.is_some();
        // States and bounds are those of backward execution.
        let explains = options.goal.as_ref().is_some_and(|goal| goal.explain);
        let chosen = chosen || explains || options.backward.bound.is_some();
        let several = options.tests.every_path || options.all_findings;
        !chosen && !several
    }

    /// Workers beside that engine, in which others work at the same time, or which explore a part of the paths.
    fn workers(
        &self,
        engine: &'static Registered,
        (task, short_inputs): (&Task<'_>, Option<&'static str>),
    ) -> Option<Coordinator> {
        let options = self.options;
        let shows = options.explain_pruning || options.solver.query_log.is_some();
        let is_whole = options.tests.every_path || options.follow.is_some();
        // Figures that bound a run are those of one process.
        let limits = options.limits;
        let is_counted = limits.max_states.is_some() || limits.max_instructions.is_some();
        let companions = match self.is_free() {
            true => companions::beside(engine, options, task.program),
            false => Vec::new(),
        };
        // What annotates needs all that is below a node.
        let annotates = options.pruning() == PruningMode::Interpolation;
        // A checkpoint is of what one process explores.
        let is_alone = is_whole || is_counted || annotates || options.checkpoint.is_some();
        let pieces = engine.name == "forward" && !is_alone;
        if shows || (companions.is_empty() && !pieces) {
            return None;
        }
        let remote = self.queue.as_ref().zip(options.queue.as_ref()).filter(|_| pieces).map(
            |(connection, queue)| RemoteTask {
                connection: connection.clone(),
                words: queue.words.clone(),
                audience: Arc::clone(&self.audience),
            },
        );
        let is_large = self.guard.memory() >= LEAST_SHARED_MEMORY;
        let beside = options.jobs > 1 && !options.worker.is_empty() && is_large;
        if !beside && remote.is_none() {
            return None;
        }
        let task = workers::Task {
            command: options.worker.clone(),
            after: options.worker_after,
            program: task.program.clone(),
            properties: task.properties,
            precondition: task.precondition,
            short_inputs,
            text: OnceLock::new(),
            seats: if beside { options.jobs - 1 } else { 0 },
            companions: if beside { companions } else { Vec::new() },
            pieces,
            beside: engine,
        };
        Some(Coordinator::new(task, remote, &self.guard))
    }

    /// Lets the engines work, one after the other, each on what those before it left open.
    fn work(
        &self,
        question: &Question<'_>,
        engines: &[&'static Registered],
        known: Ledger,
        tests: &mut WitnessTests<'_>,
        so_far: &SoFar,
    ) -> Worked {
        let spent = Rc::new(Cell::new(Spent::default()));
        let setup = self.setup(question, tests.original, &spent, so_far);
        let watcher = self.watcher(&spent, so_far);
        let precondition = tests.original.precondition();
        let task = self.options.task(question.program, question.properties, precondition);
        let mut validator = self.validator(question, &task, tests, so_far);
        let mut ledger = known;
        let mut solvers = Duration::ZERO;
        for (index, engine) in engines.iter().enumerate() {
            if index > 0 && (self.is_done(&ledger) || self.guard.stop().is_some()) {
                break;
            }
            if is_late(engine) && !leaves_a_bound(&ledger) {
                continue;
            }
            let waiting = engines[index..].iter().filter(|engine| !is_late(engine)).count();
            self.guard.set_share(self.clock.share(waiting.max(1)));
            let before = spent.get().time;
            let asked = (*engine, &setup, precondition);
            if !self.ask(asked, question, (&mut ledger, &watcher, &mut validator)) {
                continue;
            }
            self.guard.set_share(None);
            self.keep_account(&mut ledger);
            // Some engines know their solvers' time themselves, without that of what stands in front of them.
            if ledger.accounts().last().is_some_and(|last| last.figures.solver_seconds == 0.0) {
                solvers += spent.get().time - before;
            }
        }
        self.audience.pause();
        let tree = setup.search_tree.as_ref().map(|tree| tree.take()).unwrap_or_default();
        Worked { tree, ledger, findings: validator.findings, solvers }
    }

    /// Lets an engine work, with those beside it; whether it had to.
    fn ask(
        &self,
        (engine, setup, precondition): (&'static Registered, &Setup<'_>, Option<FunctionId>),
        question: &Question<'_>,
        (ledger, watcher, validator): (&mut Ledger, &Watcher<'_>, &mut Validator<'_, '_, '_>),
    ) -> bool {
        let rest = self.rest(question, ledger);
        let program = engines::program_for(engine, &rest);
        let Some((program, begin)) = self.go_on((engine, program), question, ledger, validator)
        else {
            return false;
        };
        let task = self.options.task(&program, question.properties, precondition);
        let mut workers = self.workers(engine, (&task, setup.short_inputs));
        let exchange = match &self.recorder {
            Some(recorder) => Some(Rc::clone(recorder) as Rc<dyn Exchange>),
            None => workers.as_ref().and_then(Coordinator::exchange),
        };
        let setup = Setup { begin, exchange, ..setup.clone() };
        let turns = match self.is_free() {
            true => turns::beside(engine, &setup, self.options, task.program),
            false => Vec::new(),
        };
        let (times, turns): (_, Vec<_>) = turns.into_iter().unzip();
        watcher.turns.replace(times);
        // Paths can be followed beyond the end of texts; conditions backward end there.
        watcher.beyond_bounds.set(turns::has_long_queries(engine));
        let mut turns = Some(turns);
        loop {
            let elsewhere = workers.as_mut().map(|workers| workers as &mut dyn Elsewhere);
            let turns = turns.take().unwrap_or_default();
            let (mut made, others) = (engine.make(&setup), Companions { turns, elsewhere });
            work_beside(&mut *made, others, &task, ledger, watcher, validator);
            // What others came to did not settle all, and its query is lost.
            let is_woken = self.guard.was_woken() && turns::has_long_queries(engine);
            if !is_woken || self.is_done(ledger) || self.guard.stop().is_some() {
                return true;
            }
        }
    }

    /// What engines are made with.
    fn setup<'s>(
        &'s self,
        question: &Question<'s>,
        original: &dyn Original,
        spent: &Rc<Cell<Spent>>,
        so_far: &SoFar,
    ) -> Setup<'s> {
        let mut setup = Setup::of(self.options, question.solver, &self.interrupt, spent, so_far);
        if !self.options.all_findings && !self.options.tests.every_path {
            setup.short_inputs = original.short_inputs(question.program);
            setup.short_done = Rc::clone(question.short_done);
        }
        setup.search_tree = self.options.draws_exploration().then(SharedSearchTree::default);
        if let Some(arguments) = &self.arguments {
            let hash = outcome::program_hash(question.program, question.properties);
            setup.arguments = arguments.of(&hash);
        }
        setup
    }

    fn watcher(&self, spent: &Rc<Cell<Spent>>, so_far: &SoFar) -> Watcher<'_> {
        Watcher {
            guard: &self.guard,
            clock: self.clock,
            audience: &*self.audience,
            spent: Rc::clone(spent),
            so_far: so_far.clone(),
            turns: RefCell::default(),
            beyond_bounds: Cell::default(),
            begun: Cell::default(),
            recorder: self.recorder.clone(),
            timeline: Rc::clone(&self.timeline),
        }
    }

    /// An engine is about to be asked. Where a checkpoint is written, what is kept of this engine's work on the program is taken over;
    /// gives the program that it is to work on and what it begins with, unless it need not be asked any more.
    fn go_on<'p>(
        &self,
        (engine, program): (&Registered, Cow<'p, Program>),
        question: &Question<'p>,
        ledger: &mut Ledger,
        validator: &mut Validator<'_, '_, '_>,
    ) -> Option<(Cow<'p, Program>, Option<Rc<Begin>>)> {
        let Some(recorder) = &self.recorder else { return Some((program, None)) };
        let kept = recorder.item(engine.name, &program, ledger.checks().count());
        let Some(Resumed { facts, found, account, begin }) = kept else {
            ledger.tell(Some(Rc::clone(recorder) as Rc<dyn Journal>));
            return Some((program, None));
        };
        for Found { by, target, shown: before, run } in found {
            let seen = run.and_then(|(claim, decisions)| {
                validator.witness_elsewhere(&claim, &decisions).map(|(_, shown, _)| shown)
            });
            let shown = seen.map_or(before, |seen| seen.max(before));
            ledger.write(Entry::Witness { by, target, shown });
        }
        // What a complete account says of checks that are open is no word on those that fail.
        facts.into_iter().for_each(|fact| ledger.write(fact));
        let is_done = self.is_done(ledger);
        if let Some(account) = account.or(begin.as_ref().filter(|_| is_done).map(|begin| {
            let mut account = begin.account.clone();
            account.limit(Limit::StoppedAtFinding, begin.frontier.pieces.len() as u64);
            Account { by: engine.name, ..account }
        })) {
            ledger.write(Entry::Ended(Box::new(account)));
            return None;
        }
        ledger.tell(Some(Rc::clone(recorder) as Rc<dyn Journal>));
        let program = match &begin {
            Some(_) => program,
            // It begins anew, with what is left.
            None => {
                let rest = self.rest(question, ledger);
                Cow::Owned(engines::program_for(engine, &rest).into_owned())
            }
        };
        Some((program, begin))
    }

    /// An engine ended.
    fn keep_account(&self, ledger: &mut Ledger) {
        if let Some(recorder) = &self.recorder {
            ledger.tell(None);
            if let Some(account) = ledger.accounts().last() {
                recorder.ended(account);
            }
        }
    }

    fn validator<'e, 'x, 'p: 'e>(
        &'e self,
        question: &Question<'p>,
        task: &Task<'p>,
        tests: &'e mut WitnessTests<'x>,
        so_far: &SoFar,
    ) -> Validator<'e, 'x, 'p> {
        let Question { replayed: program, solver, spare, .. } = *question;
        let configuration = Configuration::of(task, &klew_forward::Options::default());
        let own = OwnRuns::new(&*self.audience, move || {
            let solver = match spare.take() {
                Some(solver) => solver,
                None => klew_solver::build(solver.clone(), &self.interrupt)
                    .map_err(|error| error.to_string())?,
            };
            let mut own = ReplayValidator::new(program, configuration, solver)
                .map_err(|error| error.to_string())?;
            if self.options.draws_memory() {
                own.keep_memory();
            }
            Ok(own)
        });
        let (all_findings, is_exact) = (self.options.all_findings, tests.original.is_exact());
        Validator {
            own,
            tests,
            pursuit: Pursuit::new(all_findings, is_exact),
            every_path: self.options.tests.every_path,
            clock: self.clock,
            guard: &self.guard,
            audience: &*self.audience,
            so_far: so_far.clone(),
            findings: Vec::new(),
            counted: Vec::new(),
            shown: Vec::new(),
            in_vain: Vec::new(),
            recorder: self.recorder.clone(),
        }
    }

    /// The program without the checks that are settled.
    fn rest<'p>(&self, question: &Question<'p>, ledger: &Ledger) -> Cow<'p, Program> {
        if self.options.tests.every_path {
            return Cow::Borrowed(question.program);
        }
        rest((question.program, question.properties), ledger, self.options.merge_conditions)
    }

    /// Tells the states node by node, where that is asked.
    fn explain(&self, question: &Question<'_>, tests: &WitnessTests<'_>) -> Result<(), UserError> {
        if !self.goal.is_some_and(|goal| goal.explain) {
            return Ok(());
        }
        let precondition = tests.original.precondition();
        let task = self.options.task(question.program, question.properties, precondition);
        let text = match self.options.engines.iter().any(|name| name == "multipass") {
            true => multipass::explanation(&task, question.solver, &self.interrupt)?,
            false => {
                let options = &self.options.backward;
                backward::explanation(&task, options, question.solver, &self.interrupt)?
            }
        };
        self.audience.states(&text);
        Ok(())
    }
}

/// With less memory there are no workers: what each of them needs in any case is too much of it.
const LEAST_SHARED_MEMORY: u64 = 1 << 30;

/// What engines are asked.
#[derive(Clone, Copy)]
pub(crate) struct Question<'q> {
    /// The program.
    pub(crate) program: &'q Program,
    /// The same for runs that are given their inputs: bounds on these do not matter.
    replayed: &'q Program,
    /// The properties.
    pub(crate) properties: PropertySet,
    solver: &'q SolverConfiguration,
    /// A solver that nobody used yet, for klew's own runs.
    spare: &'q RefCell<Option<Box<dyn Solver>>>,
    /// Up to which size short inputs were explored to the end.
    short_done: &'q Rc<Cell<u32>>,
}

/// What their work came to.
struct Worked {
    ledger: Ledger,
    /// What forward execution did, where that is written down.
    tree: SearchTree,
    findings: Vec<FindingReport>,
    /// Time in the solvers of engines that do not know it themselves.
    solvers: Duration,
}
