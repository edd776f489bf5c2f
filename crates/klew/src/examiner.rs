//! Examines findings: runs each natively, replays it in klew's own concrete execution, and files its test.

use std::path::{Path, PathBuf};

use klew_engine::{Finding, InputValue, PathInputs};
use klew_forward::Replay;
use klew_ir::Program;
use klew_report::java::is_piece;
use klew_report::{
    Confirmation, FindingReport, Input, InputHeap, InputSource, Sources as SourceText,
};

use crate::confirm::compare::Target;
use crate::confirm::{self, Ran, visible};
use crate::environment;
use crate::findings;
use crate::input_heap::function::DriverText;
use crate::input_heap::{self, AnalysedFunction};
use crate::java::{self, JavaProgram};
use crate::output::{OutputFolder, remove_binaries, write_script};
use crate::reach::Goal;
use crate::source::{Sources, marks};
use crate::trace;
use crate::watch::Clock;

/// What examining needs.
pub struct Examiner<'a> {
    /// The program.
    pub program: &'a Program,
    /// How it is compiled.
    pub sources: &'a Sources,
    /// What running it in a JVM needs, if it is Java.
    pub java: Option<&'a JavaProgram>,
    /// Its text.
    pub text: &'a SourceText,
    /// The time of the call.
    pub clock: Clock,
    /// Whether findings are run natively.
    pub confirm: bool,
    /// What is to be reached, where that is asked.
    pub goal: Option<&'a Goal>,
    /// Whether allocations may fail.
    pub malloc_may_fail: bool,
    /// The function that is analysed alone, if one is.
    pub analysed: Option<&'a AnalysedFunction>,
    /// Where tests go, if they are kept.
    pub output: Option<&'a OutputFolder>,
    /// How many findings were examined, and for how many paths a test was written, by those before this one.
    pub earlier: (usize, usize),
    /// Paths for which a test was written.
    pub paths: usize,
    /// What is known of each examined finding.
    pub examined: Vec<Examined>,
}

/// What the run of a finding told besides what its report says.
#[derive(Clone, Debug)]
pub struct Examined {
    /// How to run it again.
    script: Option<String>,
    /// Whether its run showed that it is none.
    refuted: bool,
}

impl Examiner<'_> {
    fn is_refuted(&self, number: usize) -> bool {
        self.examined.get(number - 1).is_some_and(|one| one.refuted)
    }

    fn folder(&self, number: usize) -> PathBuf {
        let number = self.earlier.0 + number;
        match self.output {
            Some(output) => output.finding(number),
            None => self.sources.work.join(format!("finding-{number}")),
        }
    }

    fn target(&self, finding: &Finding, report: &FindingReport) -> Target {
        Target {
            property: finding.property,
            place: report.place.as_ref().map(|place| (place.file.clone(), place.line)),
            function: report.stack.first().map_or(String::new(), |frame| frame.function.clone()),
            allocations: findings::allocations(self.program, finding),
            files: self.own_files(),
            malloc_may_fail: self.malloc_may_fail,
            made_up: finding.made_up.clone(),
        }
    }

    /// Files that are the program's own, not the system's headers.
    fn own_files(&self) -> Vec<String> {
        let files = self.program.files.iter();
        let own = files.filter(|file| !file.is_empty() && !file.starts_with("/usr/"));
        let given = self.sources.files.iter().map(|file| file.path.display().to_string());
        own.cloned().chain(given).collect()
    }

    /// Says which inputs make up the input heap, and gives that.
    fn split(
        &self,
        found: &klew_engine::InputHeap,
        values: &[InputValue],
        inputs: &mut [Input],
    ) -> Option<InputHeap> {
        let roots = match (self.analysed, self.java) {
            (Some(function), _) => &function.roots[..],
            (None, Some(java)) => &java.roots,
            (None, None) => &[],
        };
        if roots.is_empty() && found.is_empty() && self.analysed.is_none() {
            return None;
        }
        // What options give has its inputs first.
        let before = environment::inputs_before(&self.sources.environment).min(values.len());
        let before = if self.analysed.is_some() { before } else { 0 };
        let (heap, taken) = input_heap::heap::heap(self.program, &values[before..], found, roots);
        for input in inputs.iter_mut().skip(before).take(taken) {
            input.source = InputSource::Heap;
        }
        Some(heap)
    }

    /// The place that is marked in the program, and how the user called it.
    fn mark(&self) -> Option<(klew_llvm::target::Target, &str)> {
        let goal = self.goal?;
        Some((marks::target(&goal.place)?, &goal.target))
    }

    fn function(&self) -> Option<&str> {
        self.analysed.map(|function| function.name.as_str())
    }

    fn driver(&self, heap: Option<&InputHeap>, title: &str) -> Result<Option<DriverText>, String> {
        match (self.analysed, heap) {
            (Some(function), Some(heap)) => function.driver(heap, self.sources, title).map(Some),
            _ => Ok(None),
        }
    }

    fn run_natively(&self, folder: &Path, finding: &Finding, report: &FindingReport) -> Ran {
        let not_run = |reason: String| Ran::not(reason);
        let externals = findings::externals(self.program, &report.input);
        let title = format!("{}: {}", report.property, report.message);
        let driver = match self.driver(report.heap.as_ref(), &title) {
            Ok(driver) => driver,
            Err(reason) => return not_run(reason),
        };
        let files = match confirm::write_harness(
            folder,
            self.sources,
            &report.input,
            &externals,
            true,
            &title,
            driver.as_ref(),
        ) {
            Ok(files) => files,
            Err(error) => return not_run(format!("the harness cannot be written: {error}")),
        };
        if !self.confirm {
            return Ran::not("it was not run (--no-confirm)");
        }
        let target = self.target(finding, report);
        let mut ran = match self.mark() {
            Some((mark, shown)) => {
                let about = (shown, &finding.made_up[..], self.malloc_may_fail);
                confirm::reach::reach(self.sources, &files, &mark, about, &self.clock)
            }
            None => confirm::confirm(self.sources, &files, &target, &self.clock),
        };
        let unset = driver.iter().flat_map(|driver| &driver.unset).map(|name| format!("`{name}`"));
        let unset: Vec<String> = unset.collect();
        if let Err(reason) = &mut ran.seen
            && !unset.is_empty()
        {
            let names = unset.join(", ");
            *reason = format!("{reason}; {names} cannot be set from outside");
            ran.clean = false;
        }
        ran
    }

    /// Whether a native run showed that the finding is none; says why not where it did not fail.
    fn refutes(&self, ran: &mut Ran, finding: &Finding, report: &FindingReport) -> bool {
        let (true, Err(reason)) = (ran.clean, &mut ran.seen) else { return false };
        match visible::blind_spot(self.program, finding, &report.input) {
            Some(blind) => {
                *reason = format!("{reason}, which does not refute it: {blind}");
                false
            }
            None => {
                *reason = format!("refuted: {reason} with this input");
                true
            }
        }
    }
}

impl Examiner<'_> {
    fn run_in_jvm(
        &self,
        java: &JavaProgram,
        folder: &Path,
        finding: &Finding,
        report: &mut FindingReport,
        refuted: &mut bool,
    ) -> Ran {
        let title = format!("{}: {}", report.property, report.message);
        let heap = report.heap.as_ref();
        let script = match java::confirm::write_test(java, folder, &report.input, heap, &title) {
            Ok(script) => Some(script),
            Err(error) => {
                let reason = format!("the test cannot be written: {error}");
                return Ran::not(reason);
            }
        };
        if !self.confirm {
            return Ran { script, ..Ran::not("it was not run (--no-confirm)") };
        }
        let seen = match (&java.mark, self.goal) {
            (Some(mark), Some(goal)) => {
                java::reach::confirm(java, folder, mark, &goal.target, &self.clock)
            }
            _ => {
                let escaping = java::confirm::escaping(self.program, finding);
                let wanted = (finding.property, escaping);
                java::confirm::confirm(java, folder, wanted, report, &self.clock)
            }
        };
        // Other than C, a Java program does the same again if all its input is the same.
        let given = |input: &Input| input.source != InputSource::Implicit || is_piece(input);
        let same_input = report.input.iter().all(given);
        if let Err(java::confirm::NotSeen::Otherwise(_)) = seen {
            *refuted = same_input;
        }
        Ran { seen: seen.map_err(java::confirm::NotSeen::into_reason), script, clean: false }
    }

    /// What a run in the JVM takes from elsewhere, in words.
    fn not_given(&self, report: &FindingReport) -> Option<String> {
        let names = java::surroundings::not_given(&report.input);
        (self.java.is_some() && !names.is_empty()).then(|| names.join(", "))
    }

    /// After the exploration: replays the finding in klew's own concrete execution, which gives its path,
    /// and files its test.
    pub fn complete(
        &self,
        number: usize,
        finding: &Finding,
        replay: &Replay,
        report: &mut FindingReport,
    ) {
        report.path = trace::steps(self.program, self.java, replay, self.text);
        if let Some(java) = self.java {
            java::confirm::tell_story(self.program, java, finding, replay, report);
        }
        if let Confirmation::Unconfirmed { reason } = &report.confirmation {
            report.confirmation = if let Some(name) = finding.made_up.first() {
                Confirmation::Unconfirmed { reason: confirm::not_part_of_the_program(name) }
            } else if let Some(what) = findings::approximation(finding) {
                let reason = format!("{reason}; klew only approximates this: {what}");
                Confirmation::Unconfirmed { reason }
            } else if let Some(others) = self.not_given(report) {
                let reason =
                    format!("{reason}; it takes its own {others}, which klew cannot give it");
                Confirmation::Unconfirmed { reason }
            } else if self.is_refuted(number) {
                Confirmation::Unconfirmed { reason: reason.clone() }
            } else if replay.confirms(finding) {
                Confirmation::Replayed { reason: reason.clone() }
            } else {
                let reason = format!("{reason}; klew's own execution did not show it either");
                Confirmation::Unconfirmed { reason }
            };
        }
        let Some(output) = self.output else { return };
        let folder = self.folder(number);
        let script = self.examined.get(number - 1).and_then(|one| one.script.as_deref());
        let written = output.write_finding(&folder, report, self.text, script);
        if let Err(error) = written {
            eprintln!("warning: cannot write to {}: {error}", folder.display());
        }
    }
}

impl Examiner<'_> {
    /// Whether others like a finding that its run did not show are worth a try.
    pub fn is_exact(&self) -> bool {
        self.java.is_some()
    }

    /// Runs the finding number `number` (from 1) natively.
    pub fn examine(&mut self, number: usize, finding: &Finding) -> FindingReport {
        let mut report = findings::report(self.program, finding);
        if let Some(goal) = self.goal.filter(|_| finding.property == klew_ir::Property::ErrorCall) {
            report.message = format!("{} is reached", goal.target);
        }
        report.heap = self.split(&finding.heap, &finding.inputs, &mut report.input);
        let folder = self.folder(number);
        let mut refuted = false;
        let ran = match self.java {
            Some(java) => self.run_in_jvm(java, &folder, finding, &mut report, &mut refuted),
            None => {
                let mut ran = self.run_natively(&folder, finding, &report);
                refuted = self.refutes(&mut ran, finding, &report);
                ran
            }
        };
        report.confirmation = match ran.seen {
            Ok(how) => Confirmation::Confirmed { how },
            Err(reason) => Confirmation::Unconfirmed { reason },
        };
        if let Some(output) = self.output {
            // At once, as the run may be ended before it is complete.
            let environment = &self.sources.environment;
            if let Err(error) =
                output.write_inputs(&folder, &report.input, environment, self.function())
            {
                eprintln!("warning: cannot write to {}: {error}", folder.display());
            }
            report.test = Some(output.place_of(&folder));
        }
        self.examined.truncate(number - 1);
        self.examined.push(Examined { script: ran.script, refuted });
        remove_binaries(&folder);
        report
    }

    /// Whether the finding that was examined under that number may be a violation: its run did not refute it, and
    /// it does not rest on anything made up.
    pub fn may_count(&self, number: usize, finding: &Finding) -> bool {
        !self.is_refuted(number)
            && finding.made_up.is_empty()
            && findings::approximation(finding).is_none()
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
        let externals = findings::externals(self.program, &inputs);
        let environment = &self.sources.environment;
        let written =
            output.write_inputs(&folder, &inputs, environment, self.function()).and_then(|()| {
                let title = format!("The input of path {number}");
                if let Some(java) = self.java {
                    let heap = heap.as_ref();
                    let script = java::confirm::write_test(java, &folder, &inputs, heap, &title)?;
                    return write_script(&folder, &script);
                }
                // Where there is no driver, the inputs are written all the same.
                let driver = self.driver(heap.as_ref(), &title).unwrap_or_default();
                let driver = driver.as_ref();
                confirm::write_harness(
                    &folder,
                    self.sources,
                    &inputs,
                    &externals,
                    false,
                    &title,
                    driver,
                )
                .map(|_| ())
            });
        if let Err(error) = written {
            eprintln!("warning: cannot write to {}: {error}", folder.display());
        }
    }
}
