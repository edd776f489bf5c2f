//! `klew check`.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use klew_engine::{Account, InputAssumption, Ledger, Limits, Standing, StopReason, Task, work};
use klew_forward::{Concrete, Configuration};
use klew_ir::specialise::specialise;
use klew_ir::{FunctionId, Operation, Program, Property, PropertySet};
use klew_report::{
    CheckReport, FindingReport, Limit, LimitKind, Sources as SourceText, Statistics, Style,
    TextOptions,
};
use klew_solver::{Interrupt, Solver, SolverConfiguration};

use crate::arguments::{CheckArguments, Format};
use crate::backward;
use crate::bounds;
use crate::engines::{self, Registered, Setup};
use crate::error::UserError;
use crate::examination::Examination;
use crate::examiner::Examiner;
use crate::front_end::{FrontEnd, Loaded, Original, Wanted};
use crate::growth::{Level, Rounds};
use crate::guard::Guard;
use crate::outcome;
use crate::output::{OutputFolder, folder_name};
use crate::own_runs::OwnRuns;
use crate::progress::ProgressLine;
use crate::property;
use crate::pursuit::Pursuit;
use crate::shown_sources::{read_sources, source_text};
use crate::so_far::SoFar;
use crate::solvers::{no_solver, query_file, solver_configuration};
use crate::source::{self, Given};
use crate::target::{self, Goal};
use crate::timed::Spent;
use crate::watch::{self, Clock};
use crate::watcher::Watcher;

/// Runs the command.
pub fn run(arguments: &CheckArguments) -> Result<ExitCode, UserError> {
    run_with(arguments, None)
}

/// Runs it, or `klew reach` with a goal.
pub fn run_with(arguments: &CheckArguments, goal: Option<&Goal>) -> Result<ExitCode, UserError> {
    let clock = Clock::start(arguments.time);
    let interrupt = Interrupt::new();
    let on_interrupt = interrupt.clone();
    watch::listen(move || on_interrupt.request());
    let work = tempfile::Builder::new()
        .prefix("klew-")
        .tempdir()
        .map_err(|error| UserError::new(format!("cannot make a temporary folder: {error}")))?;
    let run = Run::new(arguments, goal, clock, interrupt, work.path())?;
    let result = run.report().transpose();
    let Some(result) = result else { return Ok(ExitCode::SUCCESS) };
    run.guard.reporting();
    let output = run.publish();
    let mut report = match result {
        Err(UserError { limit: Some(kind), message, .. }) => run.empty_report(kind, message),
        other => other?,
    };
    report.output = output;
    if goal.is_some() {
        // One way to the target is all that was asked for.
        report.limits.retain(|limit| limit.kind != LimitKind::StoppedAtFinding);
    }
    let sources = source_text(&report);
    print(&report, &sources, arguments);
    Ok(ExitCode::from(report.verdict().exit_code(arguments.bounded_ok)))
}

fn print(report: &CheckReport, sources: &SourceText, arguments: &CheckArguments) {
    let text = match arguments.output.format {
        Format::Json => format!("{:#}\n", klew_report::json::to_json(report)),
        Format::Text => {
            let colours = std::io::stdout().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            let style = if colours { Style::Colour } else { Style::Plain };
            let options = TextOptions { style, full_trace: arguments.output.full_trace };
            klew_report::text::render_text(report, sources, options)
        }
    };
    // Whoever closed standard output does not want to know.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

struct Run<'a> {
    arguments: &'a CheckArguments,
    goal: Option<&'a Goal>,
    clock: Clock,
    interrupt: Interrupt,
    guard: Guard,
    given: Given,
    front_end: Box<dyn FrontEnd>,
    selection: property::Selection,
    follow: Option<Vec<klew_engine::Decision>>,
    /// Where tests are made, from when the program is loaded.
    output: RefCell<Option<OutputFolder>>,
}

impl<'a> Run<'a> {
    fn new(
        arguments: &'a CheckArguments,
        goal: Option<&'a Goal>,
        clock: Clock,
        interrupt: Interrupt,
        work: &Path,
    ) -> Result<Run<'a>, UserError> {
        let mut selection = property::select(&arguments.property)?;
        if arguments.check_uninitialised {
            selection.properties = selection.properties.with(Property::Initialised);
        }
        let follow = match &arguments.path {
            Some(text) => Some(klew_engine::parse_decisions(text).map_err(|error| {
                UserError::new(format!("--path: {error}"))
                    .help("take the path as a finding's trace.txt gives it")
            })?),
            None => None,
        };
        let mut options = arguments.sources.options();
        options.environment = arguments.environment.environment()?;
        options.target = goal.map(|goal| goal.place.clone());
        arguments.input_heap.say(&mut options);
        let (given, front_end) = source::open(&options, work)?;
        let selection = front_end.select(selection)?;
        let memory = arguments.memory.unwrap_or_else(watch::default_memory_limit);
        let guard = Guard::start(clock, memory, interrupt.clone(), work.to_owned());
        Ok(Run {
            arguments,
            goal,
            clock,
            interrupt,
            guard,
            given,
            front_end,
            selection,
            follow,
            output: RefCell::default(),
        })
    }

    /// The engines that are asked, in their order.
    fn engines(&self) -> Vec<&'static Registered> {
        let given = &self.arguments.engine.engine;
        // Where every path is wanted, nothing is left out because it holds.
        let whole = self.arguments.output.tests || self.follow.is_some();
        let quick = if whole { &[][..] } else { self.front_end.quick_engines() };
        let names: Vec<&str> = match (given.is_empty(), self.goal) {
            (false, _) => given.iter().map(String::as_str).collect(),
            (true, Some(_)) => vec!["backward"],
            (true, None) => quick.iter().copied().chain(["forward"]).collect(),
        };
        names.into_iter().filter_map(Registered::named).collect()
    }

    /// The engines that are not.
    fn not_asked(&self) -> Vec<&'static str> {
        let asked = self.engines();
        let is_asked = |name: &str| asked.iter().any(|engine| engine.name == name);
        engines::ENGINES.iter().map(|engine| engine.name).filter(|name| !is_asked(name)).collect()
    }

    /// Whether backward execution is the only engine, whose figures then are all there is.
    fn only_backward(&self) -> bool {
        self.engines().iter().all(|engine| engine.name == "backward")
    }

    fn empty_report(&self, kind: LimitKind, message: String) -> CheckReport {
        CheckReport {
            files: self.given.shown_files(),
            target: self.goal.map(|goal| goal.target.clone()),
            properties: names(self.selection.properties),
            findings: Vec::new(),
            limits: vec![Limit { kind, message, place: None }],
            approximations: Vec::new(),
            assumptions: Vec::new(),
            input_heap: None,
            checks: Vec::new(),
            statistics: Statistics {
                seconds: self.clock.elapsed().as_secs_f64(),
                peak_memory: watch::peak_memory(),
                backward: self.only_backward().then(Default::default),
                ..Statistics::default()
            },
            not_asked: self.not_asked(),
            output: None,
        }
    }

    /// Rounds with environments that grow, if there is something to grow.
    fn report(&self) -> Result<Option<CheckReport>, UserError> {
        let so_far = SoFar::new(self.empty_report(LimitKind::Time, String::new()));
        self.guard.set_last_words(so_far.last_words(
            self.arguments.output.format,
            self.clock,
            None,
        ));
        let mut rounds = Rounds::new(&self.clock);
        while let Some((level, share)) = rounds.next() {
            self.guard.set_end_of_round(share);
            let Some(report) = self.round(level, &so_far, &mut rounds)? else {
                return Ok(None);
            };
            so_far.round(&report);
            rounds.add(report);
            if matches!(self.guard.stop(), Some(reason) if reason != StopReason::Time) {
                break;
            }
        }
        Ok(rounds.result())
    }

    /// One round.
    fn round(
        &self,
        level: Level,
        so_far: &SoFar,
        rounds: &mut Rounds<'_>,
    ) -> Result<Option<CheckReport>, UserError> {
        let options = &self.arguments.output;
        let environment = self.front_end.environment(&self.given, rounds.growth, level);
        let given = Given { environment, ..self.given.clone() };
        let malloc_may_fail = self.arguments.malloc_may_fail;
        let wanted = Wanted { properties: self.selection.properties, malloc_may_fail };
        let Loaded { mut program, original } = self.front_end.load(&given, wanted, &self.clock)?;
        if options.emit_kir {
            self.guard.reporting();
            let text = klew_ir::text::print_program(&program);
            let _ = std::io::stdout().write_all(text.as_bytes());
            return Ok(None);
        }
        let growth = original.growth(&self.given)?;
        let first = rounds.growth.is_none();
        if first {
            rounds.growth = Some(growth);
            self.guard.set_end_of_round(rounds.share());
        }
        if options.verbose {
            self.say(&program);
        }
        let mut properties = self.selection.for_program(has_error_call(&program));
        original.keep_selected(&mut program, &self.selection);
        if let Some(goal) = self.goal {
            let wanted = target::instrument(&mut program, &goal.place, &*original)?;
            properties = wanted.into_iter().collect();
        }
        let merge_conditions = !self.arguments.no_merged_conditions;
        let asked = |_, property| properties.contains(property);
        specialise(&mut program, asked, merge_conditions);
        if first {
            let output = self.output_folder(&*original)?;
            self.output.replace(output.clone());
            self.guard.set_last_words(so_far.last_words(options.format, self.clock, output));
        }
        let output = self.output.borrow().clone();
        let text = read_sources(&program);
        let mut examiner = Examiner {
            program: &program,
            original: &*original,
            given: &given,
            text: &text,
            clock: self.clock,
            confirm: !options.no_confirm,
            goal: self.goal,
            output: output.as_ref(),
            earlier: (rounds.findings, rounds.paths),
            paths: 0,
            examined: Vec::new(),
        };
        let mut report = self.explore_all(&program, properties, &mut examiner, so_far)?;
        rounds.findings += examiner.examined.len();
        rounds.paths += examiner.paths;
        let environments = (&self.given.environment, &given.environment);
        original.say_limits(&mut report, environments, properties);
        report.assumptions.extend(original.assumptions().iter().cloned());
        Ok(Some(report))
    }

    fn say(&self, program: &Program) {
        eprintln!(
            "klew: {} functions, {} globals, {}-bit; compiled after {:.2} s",
            program.functions.len(),
            program.globals.len(),
            program.data_model.pointer_bits,
            self.clock.elapsed().as_secs_f64()
        );
    }

    fn output_folder(&self, original: &dyn Original) -> Result<Option<OutputFolder>, UserError> {
        let options = &self.arguments.output;
        if options.no_output {
            return Ok(None);
        }
        let path = match &options.output {
            Some(path) => path.clone(),
            None => PathBuf::from(self.folder_name(original)),
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

    /// Puts the tests where they belong; gives where that is, if there are any.
    fn publish(&self) -> Option<PathBuf> {
        let output = self.output.take()?;
        match output.publish() {
            Ok(true) => Some(output.path.clone()),
            Ok(false) => None,
            Err(error) => {
                eprintln!("warning: cannot write to {}: {error}", output.path.display());
                None
            }
        }
    }

    /// Works on the program, once for each bound on its inputs if it has bounds that can be set.
    fn explore_all(
        &self,
        program: &Program,
        properties: PropertySet,
        examiner: &mut Examiner<'_>,
        so_far: &SoFar,
    ) -> Result<CheckReport, UserError> {
        let solver =
            solver_configuration(&self.arguments.solver, query_file(&self.arguments.solver)?);
        // That there is such a solver is seen before any engine works.
        let spare = klew_solver::build(solver.clone(), &self.interrupt).map_err(no_solver)?;
        let spare = &RefCell::new(Some(spare));
        let question = Question { program, properties, solver: &solver, spare };
        let sites = klew_ir::checks(program, |property| properties.contains(property));
        let nothing = Ledger::new(sites);
        self.explain(&question, examiner)?;
        let Some(mut bounds) = examiner.original.bounds(program) else {
            return Ok(self.explore(&question, &self.engines(), nothing, examiner, so_far));
        };
        // What does not depend on the bounds is found out once.
        let engines = self.engines();
        let first = engines.iter().take_while(|engine| engine.ignores_bounds).count();
        let (first, rest) = engines.split_at(first);
        let mut known = nothing;
        if !first.is_empty() {
            let result = self.work(&question, first, known, examiner, so_far);
            known = result.ledger;
            if rest.is_empty() || self.is_done(&known) {
                return Ok(self.report_of(&question, &known, Vec::new()));
            }
        }
        // Tests and findings are numbered, and paths are as in the largest bound.
        let once = self.arguments.output.tests || self.follow.is_some();
        let once = once || self.arguments.all_findings;
        if once {
            bounds.levels.drain(..bounds.levels.len().saturating_sub(1));
        }
        let report = bounds::grow(&bounds, |turn| {
            let mut bounded = program.clone();
            turn.bound.set(&mut bounded);
            examiner.earlier.0 += examiner.examined.len();
            examiner.examined.clear();
            self.guard.set_end_of_round(turn.end(&self.clock));
            let question = Question { program: &bounded, ..question };
            let report = self.explore(&question, rest, known.clone(), examiner, so_far);
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
        examiner: &mut Examiner<'_>,
        so_far: &SoFar,
    ) -> CheckReport {
        let worked = self.work(question, engines, known, examiner, so_far);
        let mut report = self.report_of(question, &worked.ledger, worked.findings);
        report.statistics.solver_seconds += worked.solvers.as_secs_f64();
        report
    }

    /// Whether no other engine is needed.
    fn is_done(&self, ledger: &Ledger) -> bool {
        let enough = ledger.is_violated() && !self.arguments.all_findings;
        enough || ledger.is_settled() && !self.arguments.output.tests
    }

    /// Lets the engines work, one after the other, each on what those before it left open.
    fn work(
        &self,
        question: &Question<'_>,
        engines: &[&'static Registered],
        known: Ledger,
        examiner: &mut Examiner<'_>,
        so_far: &SoFar,
    ) -> Worked {
        let line = RefCell::new(ProgressLine::new(self.arguments.output.quiet));
        let spent = Rc::new(Cell::new(Spent::default()));
        let setup = self.setup(question.solver, &spent, so_far);
        let watcher = Watcher {
            guard: &self.guard,
            clock: self.clock,
            line: &line,
            spent: Rc::clone(&spent),
            so_far: so_far.clone(),
        };
        let precondition = examiner.original.precondition();
        let task = self.task(question.program, question.properties, precondition);
        let mut examination = self.examination(question, &task, examiner, so_far, &line);
        let mut ledger = known;
        let mut solvers = Duration::ZERO;
        for (index, engine) in engines.iter().enumerate() {
            if index > 0 && (self.is_done(&ledger) || self.guard.stop().is_some()) {
                break;
            }
            self.guard.set_share(self.clock.share(engines.len() - index));
            let rest = self.rest(question, &ledger);
            let program = engines::program_for(engine, &rest);
            let task = self.task(&program, question.properties, precondition);
            let before = spent.get().time;
            work(&mut *engine.make(&setup), &task, &mut ledger, &watcher, &mut examination);
            self.guard.set_share(None);
            // Some engines know their solvers' time themselves, without that of what stands in front of them.
            if ledger.accounts().last().is_some_and(|last| last.figures.solver_seconds == 0.0) {
                solvers += spent.get().time - before;
            }
        }
        line.borrow_mut().clear();
        Worked { ledger, findings: examination.findings, solvers }
    }

    fn setup<'s>(
        &'s self,
        solver: &'s SolverConfiguration,
        spent: &Rc<Cell<Spent>>,
        so_far: &SoFar,
    ) -> Setup<'s> {
        Setup {
            solver,
            interrupt: &self.interrupt,
            spent: Rc::clone(spent),
            so_far: so_far.clone(),
            search: engines::strategy(&self.arguments.search),
            split_queries: !self.arguments.solver.no_independence,
            follow: self.follow.clone(),
            backward: &self.arguments.engine.backward,
        }
    }

    fn examination<'e, 'x, 'p: 'e>(
        &'e self,
        question: &Question<'p>,
        task: &Task<'p>,
        examiner: &'e mut Examiner<'x>,
        so_far: &SoFar,
        line: &'e RefCell<ProgressLine>,
    ) -> Examination<'e, 'x, 'p> {
        let Question { program, solver, spare, .. } = *question;
        let configuration = Configuration::of(task, &klew_forward::Options::default());
        let own = OwnRuns::new(move || {
            let solver = match spare.take() {
                Some(solver) => solver,
                None => klew_solver::build(solver.clone(), &self.interrupt)
                    .map_err(|error| error.to_string())?,
            };
            Concrete::new(program, configuration, solver).map_err(|error| error.to_string())
        });
        let (all_findings, is_exact) = (self.arguments.all_findings, examiner.original.is_exact());
        Examination {
            own,
            examiner,
            pursuit: Pursuit::new(all_findings, is_exact),
            tests: self.arguments.output.tests,
            clock: self.clock,
            guard: &self.guard,
            line,
            so_far: so_far.clone(),
            findings: Vec::new(),
            counted: Vec::new(),
        }
    }

    /// The program without the checks that are settled.
    fn rest<'p>(&self, question: &Question<'p>, ledger: &Ledger) -> Cow<'p, Program> {
        let holds = |check| matches!(ledger.standing(check), Standing::Holds { .. });
        if self.arguments.output.tests || !ledger.checks().any(|(site, _)| holds(site.id)) {
            return Cow::Borrowed(question.program);
        }
        let mut program = question.program.clone();
        let asked = |check, property| question.properties.contains(property) && !holds(check);
        specialise(&mut program, asked, !self.arguments.no_merged_conditions);
        Cow::Owned(program)
    }

    fn task<'p>(
        &self,
        program: &'p Program,
        properties: PropertySet,
        precondition: Option<FunctionId>,
    ) -> Task<'p> {
        let arguments = self.arguments;
        Task {
            program,
            properties,
            precondition,
            input_heap: arguments.input_heap.input_heap.of_engine(),
            input_array_max: arguments.input_heap.input_array_max,
            limits: Limits {
                max_depth: arguments.max_depth,
                max_states: arguments.max_states,
                max_instructions: arguments.max_instructions,
                ..Limits::default()
            },
            seed: arguments.seed,
            first_only: !arguments.all_findings,
        }
    }

    /// Prints the states node by node, where that is asked.
    fn explain(&self, question: &Question<'_>, examiner: &Examiner<'_>) -> Result<(), UserError> {
        if !self.goal.is_some_and(|goal| goal.explain) {
            return Ok(());
        }
        let precondition = examiner.original.precondition();
        let task = self.task(question.program, question.properties, precondition);
        let options = self.arguments.engine.backward.options();
        let text = backward::explanation(&task, &options, question.solver, &self.interrupt)?;
        match self.arguments.output.format {
            Format::Text => {
                let _ = std::io::stdout().write_all(text.as_bytes());
            }
            // Standard output is one object.
            Format::Json => eprint!("{text}"),
        }
        Ok(())
    }

    fn report_of(
        &self,
        question: &Question<'_>,
        ledger: &Ledger,
        mut findings: Vec<FindingReport>,
    ) -> CheckReport {
        let program = question.program;
        if !ledger.contradictions().is_empty() {
            eprintln!(
                "warning: an engine proved a check that a run violates; the run counts. This is an error in klew"
            );
        }
        let mut limits = Vec::new();
        let mut approximations = Vec::new();
        let all: Vec<&Account> = match (ledger.is_violated(), ledger.is_settled()) {
            (true, _) => ledger.accounts().collect(),
            (false, true) => Vec::new(),
            (false, false) => outcome::shortfall(program, ledger).into_iter().collect(),
        };
        for account in all {
            for limit in outcome::limits(program, account) {
                if !limits.contains(&limit) {
                    limits.push(limit);
                }
            }
            for one in outcome::approximations(program, &account.approximations) {
                if !approximations.contains(&one) {
                    approximations.push(one);
                }
            }
        }
        if ledger.is_violated() {
            // What an engine cannot tell of the rest is of no interest.
            limits.retain(|limit| limit.kind != LimitKind::Incomplete);
        }
        if !self.arguments.all_findings {
            outcome::keep_best(&mut findings, &mut limits);
        }
        let open = ledger.open().count();
        let said = !limits.is_empty() || !approximations.is_empty() || !findings.is_empty();
        if open > 0 && !said {
            let message = format!("{open} checks are open");
            limits.push(Limit { kind: LimitKind::Incomplete, message, place: None });
        }
        let mut assumptions: Vec<InputAssumption> =
            ledger.accounts().flat_map(|account| account.assumptions.clone()).collect();
        assumptions.sort_unstable();
        assumptions.dedup();
        let mut statistics = outcome::statistics(ledger.accounts().map(|account| &account.figures));
        statistics.seconds = self.clock.elapsed().as_secs_f64();
        statistics.peak_memory = watch::peak_memory();
        CheckReport {
            files: self.given.shown_files(),
            target: self.goal.map(|goal| goal.target.clone()),
            properties: names(question.properties),
            findings,
            limits,
            approximations,
            input_heap: self.input_heap(!assumptions.is_empty()),
            assumptions: assumptions.iter().map(|one| one.text().to_owned()).collect(),
            checks: outcome::checks(program, ledger),
            statistics,
            not_asked: self.not_asked(),
            output: None,
        }
    }

    /// The policy's name, where there is an input heap and somebody follows paths in it.
    fn input_heap(&self, assumes: bool) -> Option<String> {
        let has_one = (self.front_end.is_alone() || assumes) && !self.only_backward();
        has_one.then(|| self.arguments.input_heap.input_heap.name().to_owned())
    }
}

/// What engines are asked.
#[derive(Clone, Copy)]
struct Question<'q> {
    program: &'q Program,
    properties: PropertySet,
    solver: &'q SolverConfiguration,
    /// A solver that nobody used yet, for klew's own runs.
    spare: &'q RefCell<Option<Box<dyn Solver>>>,
}

/// What their work came to.
struct Worked {
    ledger: Ledger,
    findings: Vec<FindingReport>,
    /// Time in the solvers of engines that do not know it themselves.
    solvers: Duration,
}

fn names(properties: PropertySet) -> Vec<String> {
    properties.iter().map(|property| property.name().to_owned()).collect()
}

pub fn has_error_call(program: &Program) -> bool {
    program.functions.iter().any(|function| match &function.body {
        klew_ir::FunctionBody::Defined(definition) => {
            definition.blocks.iter().flat_map(|block| &block.instructions).any(|instruction| {
                matches!(
                    instruction.operation,
                    Operation::Assert { property: Property::ErrorCall, .. }
                )
            })
        }
        _ => false,
    })
}
