//! A program is checked: what is asked is settled before it is loaded, and what comes of it is written down. It is worked on once for each
//! round of an environment that grows (`round.rs`), and each bound on its inputs (`asking.rs`).

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use klew_engine::StopReason;
use klew_ir::Property;
use klew_queue::Connection;
use klew_report::exploration::Timeline;
use klew_report::{CheckReport, LimitKind};
use klew_solver::Interrupt;

use crate::audience::Audience;
use crate::checkpoint::Recorder;
use crate::choice::chosen;
use crate::engines::Registered;
use crate::error::UserError;
use crate::front_end::FrontEnd;
use crate::growth::Rounds;
use crate::guard::Guard;
use crate::languages;
use crate::options::CheckOptions;
use crate::output::OutputFolder;
use crate::property;
use crate::reports::Reports;
use crate::so_far::SoFar;
use crate::source::{self, Given};
use crate::target::Goal;
use crate::validate::{self, Arguments};
use crate::watch::{self, Clock};
use crate::workers;

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
    pub(crate) interrupt: Interrupt,
    pub(crate) guard: Guard,
    pub(crate) given: Given,
    pub(crate) front_end: Box<dyn FrontEnd>,
    pub(crate) selection: property::Selection,
    /// Where tests are made, from when the program is loaded.
    pub(crate) output: RefCell<Option<OutputFolder>>,
    /// What reports say of the program, where some are wanted, from then on as well.
    pub(crate) reports: RefCell<Option<Reports>>,
    /// What is checked again, where no proof is looked for.
    pub(crate) arguments: Option<Arguments>,
    /// Writes the checkpoint, if one is wanted.
    pub(crate) recorder: Option<Rc<Recorder>>,
    /// Figures over time.
    pub(crate) timeline: Rc<RefCell<Timeline>>,
    /// Where workers on other machines are, if they take part.
    pub(crate) queue: Option<Connection>,
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
}
