//! Tests of witnesses: each is written, run outside of klew, and filed with what that and klew's own run showed.

use std::path::{Path, PathBuf};

use klew_engine::{InputValue, PathInputs, Witness};
use klew_forward::{Replay, TraceEvent};
use klew_ir::{FunctionId, Program};
use klew_llvm::lower::Environment;
use klew_report::{
    Confirmation, FindingReport, Input, InputHeap, InputSource, Sources as SourceText,
};

use klew_term::Terms;

use crate::audience::Audience;
use crate::confirm::not_part_of_the_program;
use crate::findings;
use crate::front_end::{Original, TestText, Trial, Tried};
use crate::input_heap;
use crate::output::{OutputFolder, remove_binaries};
use crate::source::Given;
use crate::states::States;
use crate::target::Goal;
use crate::trace;
use crate::watch::Clock;

/// Says which inputs make up the input heap, and gives that.
pub fn split(
    program: &Program,
    (original, environment): (&dyn Original, &Environment),
    (found, values): (&klew_engine::InputHeap, &[InputValue]),
    inputs: &mut [Input],
) -> Option<InputHeap> {
    let roots = original.roots();
    let is_alone = original.function().is_some() || !roots.is_empty();
    if !is_alone && found.is_empty() {
        return None;
    }
    let before = original.inputs_before(environment).min(values.len());
    let (heap, taken) = input_heap::heap::heap(program, &values[before..], found, roots);
    for input in inputs.iter_mut().skip(before).take(taken) {
        input.source = InputSource::Heap;
    }
    Some(heap)
}

/// Tests of a program's witnesses.
pub struct WitnessTests<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its recursive functions that have closed forms.
    pub summarised: Vec<FunctionId>,
    /// The program as it was in its language.
    pub original: &'a dyn Original,
    /// What it is made of, and gets from outside.
    pub given: &'a Given,
    /// Its text.
    pub text: &'a SourceText,
    /// Who is told what is amiss.
    pub audience: &'a dyn Audience,
    /// The time of the call.
    pub clock: Clock,
    /// Whether findings are run outside of klew.
    pub confirm: bool,
    /// What is to be reached, where that is asked.
    pub goal: Option<&'a Goal>,
    /// Where tests go, if they are kept.
    pub output: Option<&'a OutputFolder>,
    /// How many witnesses were run, and for how many paths a test was written, by those before this one.
    pub earlier: (usize, usize),
    /// Paths for which a test was written.
    pub paths: usize,
    /// What running each witness came to.
    pub tried: Vec<Tried>,
}

impl WitnessTests<'_> {
    fn cannot_write(&self, folder: &Path, error: &std::io::Error) {
        self.audience.warning(&format!("cannot write to {}: {error}", folder.display()));
    }

    /// Whether findings are run outside of klew.
    pub fn runs_outside(&self) -> bool {
        self.confirm && self.original.has_native_form()
    }

    /// What the witness depends on and an earlier run did not have: another one shows nothing new.
    fn missing(&self, witness: &Witness) -> Option<String> {
        let mut missing = self.tried.iter().filter_map(|one| one.missing.as_ref());
        missing.find(|name| witness.made_up.contains(name)).cloned()
    }

    fn is_refuted(&self, number: usize) -> bool {
        self.tried.get(number - 1).is_some_and(|one| one.refuted)
    }

    fn folder(&self, number: usize) -> PathBuf {
        let number = self.earlier.0 + number;
        match self.output {
            Some(output) => output.finding(number),
            None => self.given.work.join(format!("finding-{number}")),
        }
    }

    fn split(
        &self,
        found: &klew_engine::InputHeap,
        values: &[InputValue],
        inputs: &mut [Input],
    ) -> Option<InputHeap> {
        let about = (self.original, &self.given.environment);
        split(self.program, about, (found, values), inputs)
    }

    /// After the exploration: replays the finding in klew's own concrete execution, which gives its path,
    /// and files its test.
    pub fn file(
        &self,
        number: usize,
        witness: &Witness,
        replay: Option<&Replay>,
        terms: Option<&Terms>,
        report: &mut FindingReport,
    ) {
        if let Some(replay) = replay {
            self.tell_path(replay, terms, report);
            self.original.tell(self.program, witness, replay, report);
        }
        let not_given = self.original.not_given(&report.input).join(", ");
        if let Confirmation::Unconfirmed { reason } = &report.confirmation {
            report.confirmation = if let Some(name) = witness.made_up.first() {
                Confirmation::Unconfirmed { reason: not_part_of_the_program(name) }
            } else if let Some(what) = findings::approximation(witness) {
                let reason = format!("{reason}; klew only approximates this: {what}");
                Confirmation::Unconfirmed { reason }
            } else if !not_given.is_empty() {
                let reason =
                    format!("{reason}; it takes its own {not_given}, which klew cannot give it");
                Confirmation::Unconfirmed { reason }
            } else if self.is_refuted(number) {
                Confirmation::Unconfirmed { reason: reason.clone() }
            } else if let Some(function) = self.answered_by_form(replay) {
                let name = self.original.names().function(&self.program.function(function).name);
                let reason = format!(
                    "{reason}; it rests on what `{name}` returns, and a stack has room for only so many calls"
                );
                Confirmation::Unconfirmed { reason }
            } else if replay.is_some_and(|replay| replay.confirms(witness)) {
                Confirmation::Replayed { reason: reason.clone() }
            } else {
                let reason = format!("{reason}; klew's own execution did not show it either");
                Confirmation::Unconfirmed { reason }
            };
        }
        let Some(output) = self.output else { return };
        let folder = self.folder(number);
        let script = self.tried.get(number - 1).and_then(|one| one.script.as_deref());
        let written = output.write_finding(&folder, report, self.text, script);
        if let Err(error) = written {
            self.cannot_write(&folder, &error);
        }
    }
}

impl WitnessTests<'_> {
    /// The path, and memory at its steps where that was kept.
    fn tell_path(&self, replay: &Replay, terms: Option<&Terms>, report: &mut FindingReport) {
        let names = self.original.names();
        let states = terms.and_then(|terms| States::new(self.program, names, terms, replay));
        let field_of = |id: i32, offset: u64| states.as_ref()?.field_of(id, offset);
        let steps = trace::steps(self.program, names, replay, self.text, &field_of);
        let (path, numbers): (Vec<_>, Vec<_>) = steps.into_iter().unzip();
        report.path = path;
        report.states = states.map_or_else(Vec::new, |states| states.told(&numbers));
    }

    /// Runs the finding number `number` (from 1).
    pub fn run(&mut self, number: usize, witness: &Witness) -> FindingReport {
        let mut report = findings::report(self.program, self.original.names(), witness);
        if let Some(goal) = self.goal.filter(|_| witness.property == klew_ir::Property::ErrorCall) {
            report.message = format!("{} is reached", goal.target);
        }
        report.heap = self.split(&witness.heap, &witness.inputs, &mut report.input);
        let folder = self.folder(number);
        let missing = self.missing(witness);
        let trial = Trial {
            program: self.program,
            folder: &folder,
            witness,
            confirm: self.confirm && missing.is_none(),
            target: self.goal.map(|goal| goal.target.as_str()),
            clock: &self.clock,
        };
        let mut ran = self.original.run(&trial, &mut report);
        if let Some(name) = missing {
            ran.seen = Err(not_part_of_the_program(&name));
        }
        report.confirmation = match ran.seen.clone() {
            Ok(how) => Confirmation::Confirmed { how },
            Err(reason) => Confirmation::Unconfirmed { reason },
        };
        if let Some(output) = self.output {
            // At once, as the run may be ended before it is complete.
            let environment = &self.given.environment;
            let function = self.original.function();
            if let Err(error) = output.write_inputs(&folder, &report.input, environment, function) {
                self.cannot_write(&folder, &error);
            }
            report.test = Some(output.place_of(&folder));
        }
        self.tried.truncate(number - 1);
        self.tried.push(ran);
        remove_binaries(&folder);
        report
    }

    /// Whether the witness of that number may be a violation: its run did not refute it, and
    /// it does not rest on anything made up.
    pub fn may_count(&self, number: usize, witness: &Witness) -> bool {
        !self.is_refuted(number)
            && witness.made_up.is_empty()
            && findings::approximation(witness).is_none()
    }

    /// A recursive function that a run calls and that its closed form answers: where nothing showed outside of klew that the calls end, no
    /// stack may have room for them. None where nothing is run outside.
    pub fn answered_by_form(&self, replay: Option<&Replay>) -> Option<FunctionId> {
        let replay = replay.filter(|_| self.runs_outside())?;
        // What is not told of a run may be such a call.
        let is_cut = replay.truncated || replay.trace.is_empty();
        let calls = |wanted: &FunctionId| {
            replay.trace.iter().any(|step| {
                matches!(&step.event, TraceEvent::Call { function, .. } if function == wanted)
            })
        };
        self.summarised.iter().copied().find(|function| is_cut || calls(function))
    }

    /// Writes a test for a path.
    pub fn path_test(&mut self, number: usize, end: &PathInputs) {
        let Some(output) = self.output else { return };
        let values = end.inputs.iter();
        let mut inputs: Vec<Input> =
            values.map(|value| findings::input(self.program, value)).collect();
        let heap = self.split(&end.heap, &end.inputs, &mut inputs);
        self.paths += 1;
        let number = self.earlier.1 + number;
        let folder = output.path_test(number);
        let environment = &self.given.environment;
        let function = self.original.function();
        let title = format!("The input of path {number}");
        let test = TestText { inputs: &inputs, heap: heap.as_ref(), title: &title };
        let written = output
            .write_inputs(&folder, &inputs, environment, function)
            .and_then(|()| self.original.write_test(self.program, &folder, test));
        if let Err(error) = written {
            self.cannot_write(&folder, &error);
        }
    }
}
