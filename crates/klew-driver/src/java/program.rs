//! A Java program: witnesses are run in the JVM, and told in the words of Java.

use std::path::Path;

use klew_engine::Witness;
use klew_forward::{Replay, TraceValue};
use klew_ir::Program;
use klew_report::java::is_piece;
use klew_report::{FindingReport, Input, InputSource};

use super::confirm::NotSeen;
use super::suite::JavaBench;
use super::{JavaProgram, confirm, names, reach, surroundings, uncaught};
use crate::error::UserError;
use crate::front_end::{Bounds, Names, Original, TestText, Trial, Tried};
use crate::input_heap::Root;
use crate::output::write_script;
use crate::property::Selection;
use crate::source::Given;
use crate::suite::bench::Bench;
use crate::suite::scope::Functions;

impl Original for JavaProgram {
    fn hides_branches(&self) -> bool {
        true
    }

    fn bench<'b>(
        &'b self,
        _: &Program,
        _: &Given,
        functions: &Functions,
    ) -> Result<Box<dyn Bench + 'b>, UserError> {
        Ok(Box::new(JavaBench::new(self, functions)?))
    }

    fn names(&self) -> &dyn Names {
        self
    }

    fn language(&self, _: &Program) -> (&'static str, Option<&'static str>) {
        ("Java", None)
    }

    fn folder_parts(&self, _: &Given) -> Vec<String> {
        vec![self.entry.shown()]
    }

    fn assumptions(&self) -> &[String] {
        &self.assumptions
    }

    fn left_out(&self) -> &[String] {
        &self.left_out
    }

    fn roots(&self) -> &[Root] {
        &self.roots
    }

    fn bounds(&self, program: &Program) -> Option<Bounds> {
        surroundings::bounds(program, self.standard_input)
    }

    fn short_inputs(&self, program: &Program) -> Option<&'static str> {
        let name = klew_jvm::surroundings::SHORT_INPUT;
        let grows = surroundings::has_bounds(program, self.standard_input);
        let is_there = program.globals.iter().any(|global| global.name == name);
        (grows && is_there).then_some(name)
    }

    fn reads_any_input(&self, program: &Program) -> bool {
        // Short inputs may be those of arguments.
        !surroundings::short_is_of_arguments(program, self.standard_input)
    }

    fn keep_selected(&self, program: &mut Program, selection: &Selection) {
        if selection.runtime_exceptions_only {
            uncaught::runtime_exceptions_only(program);
        }
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn run(&self, trial: &Trial<'_>, report: &mut FindingReport) -> Tried {
        let title = format!("{}: {}", report.property, report.message);
        let heap = report.heap.as_ref();
        let written = confirm::write_test(self, trial.folder, &report.input, heap, &title);
        let script = match written {
            Ok(script) => Some(script),
            Err(error) => return Tried::not(format!("the test cannot be written: {error}")),
        };
        if !trial.confirm {
            return Tried { script, ..Tried::not("it was not run (--no-confirm)") };
        }
        let seen = match (&self.mark, trial.target) {
            (Some(mark), Some(target)) => {
                reach::confirm(self, trial.folder, mark, target, trial.clock)
            }
            _ => {
                let escaping = confirm::escaping(trial.program, trial.witness);
                let wanted = (trial.witness.property, escaping);
                confirm::confirm(self, trial.folder, wanted, report, trial.clock)
            }
        };
        // Other than C, a Java program does the same again if all its input is the same.
        let given = |input: &Input| input.source != InputSource::Implicit || is_piece(input);
        let refuted = matches!(seen, Err(NotSeen::Otherwise(_))) && report.input.iter().all(given);
        Tried { seen: seen.map_err(NotSeen::into_reason), script, refuted, missing: None }
    }

    fn write_test(&self, _: &Program, to: &Path, test: TestText<'_>) -> std::io::Result<()> {
        let script = confirm::write_test(self, to, test.inputs, test.heap, test.title)?;
        write_script(to, &script)
    }

    fn not_given(&self, inputs: &[Input]) -> Vec<String> {
        surroundings::not_given(inputs)
    }

    fn tell(
        &self,
        program: &Program,
        witness: &Witness,
        replay: &Replay,
        report: &mut FindingReport,
    ) {
        confirm::tell_story(program, self, witness, replay, report);
    }
}

impl Names for JavaProgram {
    fn function<'n>(&self, name: &'n str) -> &'n str {
        names::shown(name)
    }

    fn is_own(&self, function: &str) -> bool {
        names::is_own(self, function)
    }

    fn is_worth_showing(&self, function: &str) -> bool {
        names::is_worth_showing(self, function)
    }

    fn is_made(&self, variable: &str) -> bool {
        names::is_made(variable)
    }

    fn receiver(&self, function: &str, arguments: usize) -> Option<&'static str> {
        (arguments > names::parameter_count(function)?).then_some("this")
    }

    fn is_own_global(&self, variable: &str) -> bool {
        variable.rsplit_once('.').is_some_and(|(class, _)| self.is_own(class))
    }

    fn object(&self, program: &Program, name: &str) -> String {
        names::object(program, name)
    }

    fn null(&self) -> &'static str {
        "null"
    }

    /// Methods also give back the exception that they end with, or null.
    fn results<'v>(&self, values: &'v [TraceValue]) -> (&'v [TraceValue], Option<&'v TraceValue>) {
        match values.split_last() {
            Some((TraceValue::Pointer { object: None, offset: 0, .. }, values)) => (values, None),
            Some((thrown, _)) => (&[], Some(thrown)),
            None => (values, None),
        }
    }

    fn shows_memory(&self) -> bool {
        false
    }
}
