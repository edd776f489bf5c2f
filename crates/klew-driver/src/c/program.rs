//! A program in C or LLVM's IR: witnesses are compiled with it and run natively.

use std::path::Path;
use std::rc::Rc;

use klew_engine::Witness;
use klew_ir::{FunctionId, Program, PropertySet};
use klew_llvm::lower::{Environment, Reads};
use klew_report::{CheckReport, FindingReport, InputHeap};

use super::clang::Folded;
use super::lowering::Lowered;
use super::marks;
use super::sources::{Sources, bits_of};
use super::suite;
use crate::confirm::compare::Target;
use crate::confirm::earlier::Earlier;
use crate::confirm::{self, Against, Ran, visible};
use crate::environment;
use crate::error::UserError;
use crate::findings;
use crate::front_end::{Names, Original, TestText, Trial, Tried};
use crate::growth::{self, Growth};
use crate::input_heap::function::DriverText;
use crate::input_heap::{AnalysedFunction, Root};
use crate::outcome;
use crate::source::{Given, Kind, SourceFile};
use crate::suite::bench::Bench;
use crate::suite::scope::Functions;

/// The program.
#[derive(Debug)]
pub struct CProgram {
    /// How it is compiled.
    sources: Sources,
    /// The function that is analysed alone, if one is.
    analysed: Option<AnalysedFunction>,
    /// Undefined arithmetic on constants that its IR does not show.
    folded: Vec<Folded>,
    /// What it reads of its surroundings.
    reads: Reads,
    /// Whether allocations may fail.
    malloc_may_fail: bool,
    /// Its native runs so far.
    earlier: Rc<Earlier>,
}

impl CProgram {
    /// What was lowered, with the native runs that there were so far.
    pub fn new(
        sources: Sources,
        lowered: &Lowered,
        malloc_may_fail: bool,
        earlier: Rc<Earlier>,
    ) -> CProgram {
        let program = &lowered.program;
        let signature = lowered.signature.as_ref();
        let alone = sources.alone.as_ref();
        let analysed = signature
            .map(|signature| AnalysedFunction::new(program, &sources.entry, signature, alone));
        CProgram {
            // LLVM's IR says itself which machine it is for.
            sources: Sources { bits: bits_of(program.data_model), ..sources },
            analysed,
            folded: lowered.folded.clone(),
            reads: klew_llvm::lower::reads(program),
            malloc_may_fail,
            earlier,
        }
    }

    fn driver(&self, heap: Option<&InputHeap>, title: &str) -> Result<Option<DriverText>, String> {
        match (&self.analysed, heap) {
            (Some(function), Some(heap)) => function.driver(heap, &self.sources, title).map(Some),
            _ => Ok(None),
        }
    }

    fn target(&self, trial: &Trial<'_>, report: &FindingReport) -> Target {
        let witness = trial.witness;
        Target {
            property: witness.property,
            place: report.place.as_ref().map(|place| (place.file.clone(), place.line)),
            function: report.stack.first().map_or(String::new(), |frame| frame.function.clone()),
            allocations: findings::allocations(trial.program, witness),
            files: self.own_files(trial.program),
            malloc_may_fail: self.malloc_may_fail,
            made_up: witness.made_up.clone(),
        }
    }

    /// Files that are the program's own, not the system's headers.
    fn own_files(&self, program: &Program) -> Vec<String> {
        let files = program.files.iter();
        let own = files.filter(|file| !file.is_empty() && !file.starts_with("/usr/"));
        let given = self.sources.files.iter().map(|file| file.path.display().to_string());
        own.cloned().chain(given).collect()
    }

    fn run_natively(&self, trial: &Trial<'_>, report: &FindingReport) -> Ran {
        let not_run = |reason: String| Ran::not(reason);
        let externals = findings::externals(trial.program, &report.input);
        let title = format!("{}: {}", report.property, report.message);
        let driver = match self.driver(report.heap.as_ref(), &title) {
            Ok(driver) => driver,
            Err(reason) => return not_run(reason),
        };
        let files = match confirm::write_harness(
            trial.folder,
            &self.sources,
            &report.input,
            &externals,
            true,
            &title,
            driver.as_ref(),
        ) {
            Ok(files) => files,
            Err(error) => return not_run(format!("the harness cannot be written: {error}")),
        };
        if !trial.confirm {
            return Ran::not("it was not run (--no-confirm)");
        }
        let mark = self.sources.target.as_ref().and_then(marks::target);
        let mut ran = match (mark, trial.target) {
            (Some(mark), Some(shown)) => {
                let about = (shown, &trial.witness.made_up[..], self.malloc_may_fail);
                confirm::reach::reach(&self.sources, &files, &mark, about, trial.clock)
            }
            _ => {
                let target = self.target(trial, report);
                confirm::confirm(&self.sources, &files, &target, &self.earlier, trial.clock)
            }
        };
        let unset = driver.iter().flat_map(|driver| &driver.unset).map(|name| format!("`{name}`"));
        let unset: Vec<String> = unset.collect();
        if let Err(reason) = &mut ran.seen
            && !unset.is_empty()
        {
            let names = unset.join(", ");
            *reason = format!("{reason}; {names} cannot be set from outside");
            ran.against = Against::Nothing;
        }
        ran
    }
}

/// Whether native runs showed that the finding is none; says why not where they did not fail, or had no stack left.
fn refutes(
    ran: &mut Ran,
    (program, sources): (&Program, &Sources),
    witness: &Witness,
    report: &FindingReport,
) -> bool {
    let (Against::Clean | Against::Exhausted, Err(reason)) = (ran.against, &mut ran.seen) else {
        return false;
    };
    let is_compiled = |file: &SourceFile| matches!(file.kind, Kind::LlvmText | Kind::LlvmBitcode);
    let is_compiled = sources.files.iter().any(is_compiled);
    match visible::blind_spot(program, witness, &report.input, is_compiled) {
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

impl Names for CProgram {}

impl Original for CProgram {
    fn names(&self) -> &dyn Names {
        self
    }

    fn language(&self, program: &Program) -> (&'static str, Option<&'static str>) {
        let model = if program.data_model.pointer_bits == 32 { "ILP32" } else { "LP64" };
        ("C", Some(model))
    }

    fn folder_parts(&self, given: &Given) -> Vec<String> {
        let entry = (given.entry != "main").then(|| given.entry.clone());
        [given.names()].into_iter().chain(entry).collect()
    }

    fn assumptions(&self) -> &[String] {
        self.analysed.as_ref().map_or(&[], |function| &function.assumptions)
    }

    fn roots(&self) -> &[Root] {
        self.analysed.as_ref().map_or(&[], |function| &function.roots)
    }

    fn function(&self) -> Option<&str> {
        self.analysed.as_ref().map(|function| function.name.as_str())
    }

    fn precondition(&self) -> Option<FunctionId> {
        self.analysed.as_ref()?.precondition
    }

    fn inputs_before(&self, environment: &Environment) -> usize {
        // What options give has its inputs first.
        if self.analysed.is_some() { environment::inputs_before(environment) } else { 0 }
    }

    fn growth(&self, given: &Given) -> Result<Growth, UserError> {
        let wanted = given.environment.arguments.iter().flatten().any(|group| group.most > 0);
        if wanted && !self.reads.main_takes_arguments {
            return Err(UserError::new("--sym-args does not apply: main takes no arguments"));
        }
        Ok(Growth::of(&given.environment, self.reads, given.entry == "main"))
    }

    fn has_selections(&self) -> bool {
        true
    }

    fn short_inputs(&self, program: &Program) -> Option<&'static str> {
        let name = klew_llvm::library::SHORT_INPUT;
        program.globals.iter().any(|global| global.name == name).then_some(name)
    }

    fn say_limits(
        &self,
        report: &mut CheckReport,
        (given, used): (&Environment, &Environment),
        properties: PropertySet,
    ) {
        growth::say_bounds(report, given, used, self.reads);
        report.approximations.extend(outcome::folded(&self.folded, properties));
    }

    fn run(&self, trial: &Trial<'_>, report: &mut FindingReport) -> Tried {
        let mut ran = self.run_natively(trial, report);
        let refuted = refutes(&mut ran, (trial.program, &self.sources), trial.witness, report);
        Tried { seen: ran.seen, script: ran.script, refuted, missing: ran.missing }
    }

    fn bench<'b>(
        &'b self,
        program: &Program,
        given: &Given,
        functions: &Functions,
    ) -> Result<Box<dyn Bench + 'b>, UserError> {
        let analysed = self.analysed.as_ref();
        suite::bench(&self.sources, analysed, (program, given, functions))
    }

    fn write_test(&self, program: &Program, to: &Path, test: TestText<'_>) -> std::io::Result<()> {
        let externals = findings::externals(program, test.inputs);
        // Where there is no driver, the inputs are written all the same.
        let driver = self.driver(test.heap, test.title).unwrap_or_default();
        let (sources, driver) = (&self.sources, driver.as_ref());
        confirm::write_harness(to, sources, test.inputs, &externals, false, test.title, driver)
            .map(|_| ())
    }
}
