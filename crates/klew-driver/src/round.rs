//! One round of a check: the program is loaded for an environment, made ready, and worked on; what the result rests on is said.

use std::path::PathBuf;
use std::sync::Arc;

use klew_ir::simplify::simplify_all;
use klew_ir::specialise::specialise;
use klew_ir::{Program, PropertySet};
use klew_report::{CheckReport, Limit, LimitKind};

use crate::check::{Answer, Run};
use crate::error::UserError;
use crate::front_end::{Loaded, Original, Wanted};
use crate::growth::{Level, Rounds};
use crate::hints::{Inputs, hints};
use crate::options::TestPlace;
use crate::outcome;
use crate::output::{OutputFolder, folder_name};
use crate::prepare::{Prepared, prepared};
use crate::property::has_error_call;
use crate::reports::Reports;
use crate::shown_sources::read_sources;
use crate::so_far::SoFar;
use crate::source::Given;
use crate::spared;
use crate::stacks;
use crate::target_check;
use crate::vacuous;
use crate::witness_tests::WitnessTests;

impl Run<'_> {
    /// One round.
    pub(crate) fn round(
        &self,
        level: Level,
        so_far: &SoFar,
        rounds: &mut Rounds<'_>,
    ) -> Result<Answer, UserError> {
        let environment = self.front_end.environment(&self.given, rounds.growth, level);
        let given = Given { environment, ..self.given.clone() };
        let malloc_may_fail = self.options.malloc_may_fail;
        let wanted = Wanted { properties: self.selection.properties, malloc_may_fail };
        let loaded = self.front_end.load(&given, wanted, &self.clock)?;
        if self.options.lower_only {
            return Ok(Answer::Program(klew_ir::text::print_program(&loaded.program)));
        }
        let growth = loaded.original.growth(&self.given)?;
        let first = rounds.growth.is_none();
        if first {
            rounds.growth = Some(growth);
            self.guard.set_end_of_round(rounds.share());
        }
        self.audience.lowered(&loaded.program, self.clock.elapsed());
        let Loaded { program, original } = loaded;
        let original = &*original;
        let (Prepared { program, summaries, promised }, properties) =
            self.ready(program, original)?;
        if first {
            self.begin(&program, original, so_far)?;
        }
        let output = self.output.borrow().clone();
        let text = read_sources(&program);
        let mut tests = WitnessTests {
            program: &program,
            summarised: summaries.iter().map(|summary| summary.function).collect(),
            original,
            given: &given,
            text: &text,
            audience: &*self.audience,
            clock: self.clock,
            confirm: self.options.tests.confirm,
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
            vacuous::say(&mut report, promised, (&self.options.solver, &self.interrupt))?;
        }
        report.invariants.splice(0..0, outcome::summaries(&program, summaries));
        self.say_what_it_rests_on(&mut report, &program, original);
        Ok(Answer::Report(Box::new(report)))
    }

    /// The program with all that engines do not do themselves, and the properties to look for.
    fn ready(
        &self,
        mut program: Program,
        original: &dyn Original,
    ) -> Result<(Prepared, PropertySet), UserError> {
        let mut properties = self.selection.for_program(has_error_call(&program));
        original.keep_selected(&mut program, &self.selection);
        if let Some(goal) = self.goal {
            let wanted = target_check::instrument(&mut program, &goal.place, original)?;
            properties = wanted.into_iter().collect();
        }
        if !original.is_simplified() {
            simplify_all(&mut program);
        }
        let asked = |_, property| properties.contains(property);
        specialise(&mut program, asked, self.options.merge_conditions);
        let arguments = self.arguments.as_ref();
        Ok((prepared(program, properties, (self.options, original), arguments), properties))
    }

    /// The program is known for the first time: where results go, and what is said if the call must be ended.
    fn begin(
        &self,
        program: &Program,
        original: &dyn Original,
        so_far: &SoFar,
    ) -> Result<(), UserError> {
        if let Some(recorder) = &self.recorder {
            recorder.program(program)?;
        }
        let output = self.output_folder(original)?;
        self.output.replace(output.clone());
        let reports = Reports::of(&self.options.reports, program, original, &self.given);
        self.reports.replace(reports.clone());
        let audience = Arc::clone(&self.audience);
        let output = (output, reports);
        let confinement = self.given.confinement.clone();
        let stopped = self.empty_report(LimitKind::Time, String::new());
        so_far.hints(hints(&stopped, &self.inputs(program, original)));
        self.guard.set_last_words(so_far.last_words(audience, self.clock, output, confinement));
        Ok(())
    }

    /// Assumptions and hints beside what engines came to.
    fn say_what_it_rests_on(
        &self,
        report: &mut CheckReport,
        program: &Program,
        original: &dyn Original,
    ) {
        report.assumptions.extend(original.assumptions().iter().cloned());
        report.limits.extend(original.left_out().iter().map(|message| Limit {
            kind: LimitKind::InputBound,
            message: message.clone(),
            place: None,
        }));
        stacks::say(report, program);
        if self.options.malloc_may_fail {
            spared::say(report, program);
        }
        if self.queue.is_some() {
            report.assumptions.push(FROM_THE_QUEUE.to_owned());
        }
        report.hints = hints(report, &self.inputs(program, original));
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
}

/// What a result rests on where workers on other machines take part.
const FROM_THE_QUEUE: &str =
    "what workers of the queue say they explored, they explored (what they find is run again here)";

/// Forgets that an engine's turn was over where a finding ended the exploration: there was time.
fn drop_turns_that_ended(report: &mut CheckReport) {
    let has_ended = |limit: &klew_report::Limit| limit.kind == LimitKind::StoppedAtFinding;
    if report.limits.iter().any(has_ended) {
        report.limits.retain(|limit| limit.kind != LimitKind::Time);
    }
}
