//! A program is loaded, asked about by engines, and what they find is run: once for each round of an environment that grows,
//! and each bound on its inputs.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use klew_engine::{
    Account, Begin, Companions, Elsewhere, Entry, Exchange, Journal, Ledger, Limit, StopReason,
    Task, Validation, work_beside,
};
use klew_forward::{Configuration, PruningMode, ReplayValidator, SearchTree, SharedSearchTree};
use klew_ir::simplify::simplify_all;
use klew_ir::specialise::specialise;
use klew_ir::{Program, Property, PropertySet};
use klew_queue::Connection;
use klew_report::exploration::Timeline;
use klew_report::{CheckReport, FindingReport, LimitKind};
use klew_solver::{Interrupt, Solver, SolverConfiguration};

use crate::audience::Audience;
use crate::backward;
use crate::bounds;
use crate::checkpoint::{Found, Recorder, Resumed};
use crate::companions;
use crate::engines::{self, Registered, Setup};
use crate::error::UserError;
use crate::explored::explored;
use crate::front_end::{FrontEnd, Loaded, Original, Wanted};
use crate::growth::{Level, Rounds};
use crate::guard::Guard;
use crate::hints::{Inputs, hints};
use crate::languages;
use crate::multipass;
use crate::options::{CheckOptions, TestPlace};
use crate::outcome;
use crate::output::{OutputFolder, folder_name};
use crate::own_runs::OwnRuns;
use crate::prepare::{Prepared, prepared};
use crate::property::{self, has_error_call};
use crate::pursuit::Pursuit;
use crate::reports::Reports;
use crate::rest::rest;
use crate::shown_sources::read_sources;
use crate::so_far::SoFar;
use crate::solvers::{self, no_solver};
use crate::source::{self, Given};
use crate::spared;
use crate::stacks;
use crate::target::Goal;
use crate::target_check;
use crate::timed::Spent;
use crate::turns;
use crate::vacuous;
use crate::validate::{self, Arguments};
use crate::validator::Validator;
use crate::watch::{self, Clock};
use crate::watcher::Watcher;
use crate::witness_tests::WitnessTests;
use crate::workers::queue::RemoteTask;
use crate::workers::{self, Coordinator};

/// What comes of a check.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The lowered program's text, where that is all that was wanted.
    Program(String),
    /// The result.
    Report(Box<CheckReport>),
}

/// Checks a program. When this returns, nobody prints last words any more.
///
/// # Errors
/// The program cannot be read, or something was asked that means nothing for it.
pub fn check(options: &CheckOptions, audience: Arc<dyn Audience>) -> Result<Answer, UserError> {
    let clock = Clock::start(options.time).with_reserve(options.reserve);
    let interrupt = Interrupt::new();
    let on_interrupt = interrupt.clone();
    if let Err(warning) = watch::listen(move || on_interrupt.request()) {
        audience.warning(&warning);
    }
    let work = source::work_folder()?;
    let run = Run::new(options, audience, clock, interrupt, work.path())?;
    let result = run.report();
    run.guard.reporting();
    if let (Some(recorder), Ok(Answer::Report(report))) = (&run.recorder, &result) {
        recorder.finish(report.verdict().name());
    }
    let mut report = match result {
        Ok(Answer::Report(report)) => *report,
        Err(UserError { limit: Some(kind), message, .. }) => run.empty_report(kind, message),
        other => {
            run.publish();
            return other;
        }
    };
    if options.goal.is_some() {
        // One way to the target is all that was asked for.
        report.limits.retain(|limit| limit.kind != LimitKind::StoppedAtFinding);
    }
    run.write_reports(&mut report);
    report.output = run.publish();
    Ok(Answer::Report(Box::new(report)))
}

/// A check on its way.
pub(crate) struct Run<'a> {
    pub(crate) options: &'a CheckOptions,
    pub(crate) goal: Option<&'a Goal>,
    pub(crate) audience: Arc<dyn Audience>,
    /// The engines that are asked, in their order.
    pub(crate) engines: Vec<&'static Registered>,
    pub(crate) clock: Clock,
    interrupt: Interrupt,
    guard: Guard,
    pub(crate) given: Given,
    pub(crate) front_end: Box<dyn FrontEnd>,
    pub(crate) selection: property::Selection,
    /// Where tests are made, from when the program is loaded.
    output: RefCell<Option<OutputFolder>>,
    /// What reports say of the program, where some are wanted, from then on as well.
    reports: RefCell<Option<Reports>>,
    /// What is checked again, where no proof is looked for.
    arguments: Option<Arguments>,
    /// Writes the checkpoint, if one is wanted.
    recorder: Option<Rc<Recorder>>,
    /// Figures over time.
    timeline: Rc<RefCell<Timeline>>,
    /// Where workers on other machines are, if they take part.
    queue: Option<Connection>,
}

impl<'a> Run<'a> {
    fn new(
        options: &'a CheckOptions,
        audience: Arc<dyn Audience>,
        clock: Clock,
        interrupt: Interrupt,
        work: &Path,
    ) -> Result<Run<'a>, UserError> {
        let mut selection = property::select(&options.properties)?;
        if options.check_uninitialised {
            selection.properties = selection.properties.with(Property::Initialised);
        }
        let goal = options.goal.as_ref();
        let mut program = options.program.clone();
        program.target = goal.map(|goal| goal.place.clone());
        let (given, front_end) = languages::open(&program, work)?;
        let selection = front_end.select(selection)?;
        let engines = chosen(options, &*front_end)?;
        let arguments = options.validate.as_deref().map(validate::read).transpose()?;
        let recorder = options
            .checkpoint
            .as_ref()
            .map(|checkpoint| Recorder::new(checkpoint, clock, work, Arc::clone(&audience)));
        let recorder = recorder.transpose()?;
        let queue = options.queue.as_ref().map(|queue| workers::queue::connect(&queue.server));
        let queue = queue.transpose()?;
        let memory = options.memory.unwrap_or_else(watch::default_memory_limit);
        let guard = Guard::start(clock, memory, interrupt.clone(), work.to_owned());
        Ok(Run {
            options,
            goal,
            audience,
            engines,
            clock,
            interrupt,
            guard,
            given,
            front_end,
            selection,
            output: RefCell::default(),
            reports: RefCell::default(),
            arguments,
            recorder,
            timeline: Rc::default(),
            queue,
        })
    }

    /// Rounds with environments that grow, if there is something to grow.
    fn report(&self) -> Result<Answer, UserError> {
        let so_far = SoFar::new(self.empty_report(LimitKind::Time, String::new()));
        let audience = || Arc::clone(&self.audience);
        self.guard.set_last_words(so_far.last_words(
            audience(),
            self.clock,
            (None, None),
            self.given.confinement.clone(),
        ));
        let mut rounds = Rounds::new(&self.clock);
        while let Some((level, share)) = rounds.next() {
            self.guard.set_end_of_round(share);
            let report = match self.round(level, &so_far, &mut rounds)? {
                Answer::Report(report) => *report,
                text => return Ok(text),
            };
            so_far.round(&report);
            rounds.add(report);
            if matches!(self.guard.stop(), Some(reason) if reason != StopReason::Time) {
                break;
            }
        }
        let report = rounds.result();
        let report = report.ok_or_else(|| UserError::new("there is no round to explore"))?;
        Ok(Answer::Report(Box::new(report)))
    }

    /// One round.
    fn round(
        &self,
        level: Level,
        so_far: &SoFar,
        rounds: &mut Rounds<'_>,
    ) -> Result<Answer, UserError> {
        let options = self.options;
        let environment = self.front_end.environment(&self.given, rounds.growth, level);
        let given = Given { environment, ..self.given.clone() };
        let malloc_may_fail = options.malloc_may_fail;
        let wanted = Wanted { properties: self.selection.properties, malloc_may_fail };
        let Loaded { mut program, original } = self.front_end.load(&given, wanted, &self.clock)?;
        if options.lower_only {
            return Ok(Answer::Program(klew_ir::text::print_program(&program)));
        }
        let growth = original.growth(&self.given)?;
        let first = rounds.growth.is_none();
        if first {
            rounds.growth = Some(growth);
            self.guard.set_end_of_round(rounds.share());
        }
        self.audience.lowered(&program, self.clock.elapsed());
        let mut properties = self.selection.for_program(has_error_call(&program));
        original.keep_selected(&mut program, &self.selection);
        if let Some(goal) = self.goal {
            let wanted = target_check::instrument(&mut program, &goal.place, &*original)?;
            properties = wanted.into_iter().collect();
        }
        if !original.is_simplified() {
            simplify_all(&mut program);
        }
        let asked = |_, property| properties.contains(property);
        specialise(&mut program, asked, options.merge_conditions);
        let Prepared { program, summaries, promised } =
            prepared(program, properties, (options, &*original), self.arguments.as_ref());
        if first {
            if let Some(recorder) = &self.recorder {
                recorder.program(&program)?;
            }
            let output = self.output_folder(&*original)?;
            self.output.replace(output.clone());
            let reports = Reports::of(&self.options.reports, &program, &*original, &self.given);
            self.reports.replace(reports.clone());
            let audience = Arc::clone(&self.audience);
            let output = (output, reports);
            let confinement = self.given.confinement.clone();
            let stopped = self.empty_report(LimitKind::Time, String::new());
            so_far.hints(hints(&stopped, &self.inputs(&program, &*original)));
            self.guard.set_last_words(so_far.last_words(audience, self.clock, output, confinement));
        }
        let output = self.output.borrow().clone();
        let text = read_sources(&program);
        let mut tests = WitnessTests {
            program: &program,
            original: &*original,
            given: &given,
            text: &text,
            audience: &*self.audience,
            clock: self.clock,
            confirm: options.tests.confirm,
            goal: self.goal,
            output: output.as_ref(),
            earlier: (rounds.findings, rounds.paths),
            paths: 0,
            tried: Vec::new(),
        };
        let mut report = self.explore_all(&program, properties, &mut tests, so_far)?;
        if self.guard.stop().is_none() {
            drop_turns_that_ended(&mut report);
        }
        rounds.findings += tests.tried.len();
        rounds.paths += tests.paths;
        let environments = (&self.given.environment, &given.environment);
        original.say_limits(&mut report, environments, properties);
        if let Some(promised) = promised {
            let promised = (&promised, original.precondition());
            vacuous::say(&mut report, promised, (&options.solver, &self.interrupt))?;
        }
        report.invariants.splice(0..0, outcome::summaries(&program, summaries));
        report.assumptions.extend(original.assumptions().iter().cloned());
        stacks::say(&mut report, &program);
        if malloc_may_fail {
            spared::say(&mut report, &program);
        }
        if self.queue.is_some() {
            report.assumptions.push(FROM_THE_QUEUE.to_owned());
        }
        report.hints = hints(&report, &self.inputs(&program, &*original));
        Ok(Answer::Report(Box::new(report)))
    }

    /// What hints are about.
    fn inputs(&self, program: &Program, original: &dyn Original) -> Inputs<'_> {
        Inputs {
            given: &self.given.environment,
            reads_any_input: original.reads_any_input(program),
            bounds_arrays: self.options.input_heap.element_max.is_some(),
            bounds_paths: self.options.limits.max_depth.is_some(),
        }
    }

    fn output_folder(&self, original: &dyn Original) -> Result<Option<OutputFolder>, UserError> {
        let path = match &self.options.tests.place {
            TestPlace::None => return Ok(None),
            TestPlace::Folder(path) => path.clone(),
            TestPlace::Named => PathBuf::from(self.folder_name(original)),
        };
        OutputFolder::create(&path, &self.given.name()).map(Some).map_err(|error| {
            UserError::new(format!("cannot write to {}: {error}", path.display()))
                .help("--output DIR chooses another folder, --no-output writes nothing")
        })
    }

    /// Says what is analysed, so that analyses of other things have other folders.
    fn folder_name(&self, original: &dyn Original) -> String {
        let target = self.goal.map(|goal| format!("reach-{}", goal.target));
        let parts = original.folder_parts(&self.given);
        folder_name(parts.iter().chain(&target).map(String::as_str))
    }

    /// Writes the reports that are wanted beside the tests.
    fn write_reports(&self, report: &mut CheckReport) {
        let (reports, output) = (self.reports.borrow(), self.output.borrow());
        let (Some(reports), Some(output)) = (&*reports, &*output) else { return };
        report.timeline = self.timeline.borrow().samples().to_vec();
        match reports.write(report, output) {
            Ok(names) => report.reports = names,
            Err(error) => {
                self.audience.warning(&format!("reports cannot be written: {error}"));
            }
        }
    }

    /// Puts the tests where they belong; gives where that is, if there are any.
    fn publish(&self) -> Option<PathBuf> {
        let output = self.output.take()?;
        match output.publish() {
            Ok(true) => Some(output.path.clone()),
            Ok(false) => None,
            Err(error) => {
                let path = output.path.display();
                self.audience.warning(&format!("cannot write to {path}: {error}"));
                None
            }
        }
    }

    /// Works on the program, once for each bound on its inputs if it has bounds that can be set.
    fn explore_all(
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
        let mut setup = Setup::of(self.options, question.solver, &self.interrupt, &spent, so_far);
        if !self.options.all_findings && !self.options.tests.every_path {
            setup.short_inputs = tests.original.short_inputs(question.program);
            setup.short_done = Rc::clone(question.short_done);
        }
        setup.search_tree = self.options.draws_exploration().then(SharedSearchTree::default);
        if let Some(arguments) = &self.arguments {
            let hash = outcome::program_hash(question.program, question.properties);
            setup.arguments = arguments.of(&hash);
        }
        let watcher = Watcher {
            guard: &self.guard,
            clock: self.clock,
            audience: &*self.audience,
            spent: Rc::clone(&spent),
            so_far: so_far.clone(),
            turns: RefCell::default(),
            beyond_bounds: Cell::default(),
            begun: Cell::default(),
            recorder: self.recorder.clone(),
            timeline: Rc::clone(&self.timeline),
        };
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
            let rest = self.rest(question, &ledger);
            let program = engines::program_for(engine, &rest);
            let Some((program, begin)) =
                self.go_on((engine, program), question, &mut ledger, &mut validator)
            else {
                continue;
            };
            let task = self.options.task(&program, question.properties, precondition);
            let before = spent.get().time;
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
                work_beside(&mut *made, others, &task, &mut ledger, &watcher, &mut validator);
                // What others came to did not settle all, and its query is lost.
                let is_woken = self.guard.was_woken() && turns::has_long_queries(engine);
                if !is_woken || self.is_done(&ledger) || self.guard.stop().is_some() {
                    break;
                }
            }
            drop(workers);
            self.guard.set_share(None);
            self.keep_account(&mut ledger);
            // Some engines know their solvers' time themselves, without that of what stands in front of them.
            if ledger.accounts().last().is_some_and(|last| last.figures.solver_seconds == 0.0) {
                solvers += spent.get().time - before;
            }
        }
        self.audience.pause();
        let tree = setup.search_tree.take();
        let tree = tree.map(|tree| tree.take()).unwrap_or_default();
        Worked { tree, ledger, findings: validator.findings, solvers }
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

/// What a result rests on where workers on other machines take part.
const FROM_THE_QUEUE: &str =
    "what workers of the queue say they explored, they explored (what they find is run again here)";

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

/// The engines that the options ask for, or those that suit the program.
fn chosen(
    options: &CheckOptions,
    front_end: &dyn FrontEnd,
) -> Result<Vec<&'static Registered>, UserError> {
    // Where every path is wanted, nothing is left out because it holds.
    let whole = options.tests.every_path || options.follow.is_some();
    let quick = if whole { &[][..] } else { front_end.quick_engines() };
    if options.validate.is_some() {
        let quick = quick.iter().map(|name| quick_engine(name));
        return quick.chain([Ok(&engines::VALIDATE)]).collect();
    }
    match (options.engines.is_empty(), &options.goal) {
        (false, _) => options.engines.iter().map(|name| Registered::named(name)).collect(),
        (true, Some(_)) => Ok(vec![Registered::named("backward")?]),
        (true, None) => {
            let late = quick.contains(&"lengths").then_some(Ok(&engines::LATE_LENGTHS));
            let quick = quick.iter().map(|name| quick_engine(name));
            quick.chain([Registered::named("forward")]).chain(late).collect()
        }
    }
}

/// An engine that has a moment before others.
fn quick_engine(name: &str) -> Result<&'static Registered, UserError> {
    match name {
        "lengths" => Ok(&engines::QUICK_LENGTHS),
        _ => Registered::named(name),
    }
}

/// Whether it is asked only where others leave a bound.
fn is_late(engine: &Registered) -> bool {
    std::ptr::eq(engine, &engines::LATE_LENGTHS)
}

/// Whether the last engine left nothing but bounds on inputs.
fn leaves_a_bound(ledger: &Ledger) -> bool {
    let last = ledger.accounts().last();
    last.is_some_and(|account| !account.is_complete() && account.is_complete_within_bounds())
}

/// Forgets that an engine's turn was over where a finding ended the exploration: there was time.
fn drop_turns_that_ended(report: &mut CheckReport) {
    let has_ended = |limit: &klew_report::Limit| limit.kind == LimitKind::StoppedAtFinding;
    if report.limits.iter().any(has_ended) {
        report.limits.retain(|limit| limit.kind != LimitKind::Time);
    }
}
