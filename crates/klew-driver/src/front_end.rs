//! What is needed of a source language, and nobody but its implementation knows more: C (with LLVM's IR), Java, and klew's
//! own representation.
//!
//! A [`FrontEnd`] knows how the files of a program are compiled; the [`Original`] is a compiled program as it was in
//! its language: witnesses are run in it, and told in its words.
//!
//! **Invariant**: nobody asks which language it is; whatever depends on that is a method here.

use std::ffi::OsString;
use std::path::Path;

use klew_engine::Witness;
use klew_forward::{Replay, TraceValue};
use klew_ir::{FunctionId, Initializer, Program, PropertySet};
use klew_llvm::lower::Environment;
use klew_report::ktest::KTest;
use klew_report::{CheckReport, FindingReport, Input, InputHeap};

use crate::error::UserError;
use crate::growth::{Growth, Level};
use crate::input_heap::Root;
use crate::outline::Outlined;
use crate::process::Finished;
use crate::property::Selection;
use crate::source::Given;
use crate::suite::bench::Bench;
use crate::suite::scope::Functions;
use crate::target::Place;
use crate::watch::Clock;

/// What a program is compiled for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// What is checked.
    pub properties: PropertySet,
    /// Whether allocations may fail.
    pub malloc_may_fail: bool,
}

/// A language, with what options say of how its programs are compiled.
pub trait FrontEnd {
    /// What of a selection its programs are checked for.
    ///
    /// # Errors
    /// Nothing of it, or something that was asked for by name cannot be checked.
    fn select(&self, selection: Selection) -> Result<Selection, UserError>;

    /// Engines that are worth asking before any that follows paths.
    fn quick_engines(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a function is analysed alone, with an input heap of its own.
    fn is_alone(&self) -> bool {
        false
    }

    /// What the program gets from outside in a round at that level; what grows is not known before the first.
    fn environment(&self, given: &Given, _: Option<Growth>, _: Level) -> Environment {
        given.environment.clone()
    }

    /// Compiles the program. If something is to be reached, it is marked in the program, or else [`Original::mark`]
    /// does that.
    ///
    /// # Errors
    /// It does not compile, or has no such entry or target.
    fn load(&self, given: &Given, wanted: Wanted, clock: &Clock) -> Result<Loaded, UserError>;

    /// Compiles a library once, and hands over what can be analysed alone in it; `folder` is for what is kept of it.
    ///
    /// # Errors
    /// It does not compile, has nothing of the kind, or the work fails.
    fn each(
        &self,
        _given: &Given,
        _wanted: Wanted,
        (_clock, _folder): (&Clock, &Path),
        _work: &mut EachWork<'_>,
    ) -> Result<(), UserError> {
        Err(UserError::new("--each-function is for C, --each-method for Java"))
    }

    /// Whether it can be measured which conditions decide, in suites of its programs.
    ///
    /// # Errors
    /// It cannot, and why.
    fn measures_decisions(&self) -> Result<(), UserError> {
        Err(UserError::new("--goal mcdc is for C: no tool for Java measures it")
            .help("--goal branch takes every way of each condition of && and ||"))
    }

    /// What is in it, and where; `folder` is for what is compiled.
    ///
    /// # Errors
    /// It does not compile, or there are no lines of a source.
    fn outline(&self, _: &Given, _: (&Clock, &Path)) -> Result<Vec<Outlined>, UserError> {
        Err(UserError::new("functions are found in the sources of C and Java"))
    }

    /// Runs a test of the program.
    ///
    /// # Errors
    /// It is a test of something else, or the program cannot be run.
    fn replay(&self, given: &Given, test: &Test<'_>, clock: &Clock) -> Result<Replayed, UserError>;
}

/// What is done with the parts of a library.
pub type EachWork<'w> = dyn FnMut(&(dyn Parts + Sync)) -> Result<(), UserError> + 'w;

/// What can be analysed alone in a library that was compiled.
pub trait Parts {
    /// The functions or methods, by their names on the command line.
    fn names(&self) -> &[String];

    /// What `klew check` takes to analyse one of them: options and files. What it needs besides lies in a folder.
    ///
    /// # Errors
    /// The folder cannot be written.
    fn arguments(&self, name: &str, folder: &Path) -> std::io::Result<Vec<OsString>>;
}

/// A program, and what it was.
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// What is known of it besides.
    pub original: Box<dyn Original>,
}

/// A test that klew wrote.
#[derive(Clone, Copy, Debug)]
pub struct Test<'t> {
    /// Its file or folder.
    pub path: &'t Path,
    /// Its inputs.
    pub inputs: &'t KTest,
}

/// The run of a test.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// What it printed and how it ended.
    pub finished: Finished,
    /// What was seen to fail in it.
    pub failure: Option<String>,
}

/// A witness that is to be run.
#[derive(Clone, Copy)]
pub struct Trial<'t> {
    /// The program.
    pub program: &'t Program,
    /// Where its test is written.
    pub folder: &'t Path,
    /// The witness.
    pub witness: &'t Witness,
    /// Whether it is run, rather than only written.
    pub confirm: bool,
    /// What is to be reached, as the user named it, where that is asked.
    pub target: Option<&'t str>,
    /// The time of the call.
    pub clock: &'t Clock,
}

/// What running a witness came to.
#[derive(Clone, Debug)]
pub struct Tried {
    /// What was seen, or why it was not.
    pub seen: Result<String, String>,
    /// A shell script that runs it again.
    pub script: Option<String>,
    /// Whether the run showed that it is no violation.
    pub refuted: bool,
    /// What the run depends on and is not there outside, where nothing else was asked: no run that depends on it shows anything.
    pub missing: Option<String>,
}

impl Tried {
    /// What did not come to a run.
    pub fn not(reason: impl Into<String>) -> Tried {
        Tried { seen: Err(reason.into()), script: None, refuted: false, missing: None }
    }
}

/// A test in a folder: its inputs, its input heap, and what it is called.
#[derive(Clone, Copy, Debug)]
pub struct TestText<'t> {
    /// Its inputs.
    pub inputs: &'t [Input],
    /// The heap that it builds, if there is one.
    pub heap: Option<&'t InputHeap>,
    /// Its title.
    pub title: &'t str,
}

/// A loaded program as it was in its language.
pub trait Original {
    /// How what is in it is called.
    fn names(&self) -> &dyn Names;

    /// The language, as standards of reports call it, and how large its numbers are where it leaves that open.
    fn language(&self, program: &Program) -> (&'static str, Option<&'static str>);

    /// Whether it can be run outside of klew.
    fn has_native_form(&self) -> bool {
        true
    }

    /// What the folder with its tests is named after.
    fn folder_parts(&self, given: &Given) -> Vec<String>;

    /// What is assumed of its inputs, in words.
    fn assumptions(&self) -> &[String] {
        &[]
    }

    /// What its inputs may be and is not looked at, in words.
    fn left_out(&self) -> &[String] {
        &[]
    }

    /// What it takes where it is analysed alone.
    fn roots(&self) -> &[Root] {
        &[]
    }

    /// The function that is analysed alone, where replaying a test needs to know it.
    fn function(&self) -> Option<&str> {
        None
    }

    /// What says which inputs of the entry count.
    fn precondition(&self) -> Option<FunctionId> {
        None
    }

    /// How many inputs stand before those of [`Original::roots`].
    fn inputs_before(&self, _environment: &Environment) -> usize {
        0
    }

    /// What of the environment grows.
    ///
    /// # Errors
    /// An option is about something that the program does not have.
    fn growth(&self, _given: &Given) -> Result<Growth, UserError> {
        Ok(Growth::default())
    }

    /// Bounds on inputs that can be set in the program.
    fn bounds(&self, _program: &Program) -> Option<Bounds> {
        None
    }

    /// The global that says how many bytes a run reads, where they are arbitrary (0: any number).
    fn short_inputs(&self, _program: &Program) -> Option<&'static str> {
        None
    }

    /// Whether standard input may have any size, and is read.
    fn reads_any_input(&self, program: &Program) -> bool {
        self.short_inputs(program).is_some()
    }

    /// Whether functions are simplified when the program is loaded; those that somebody wrote are not, so that targets may name their
    /// blocks.
    fn is_simplified(&self) -> bool {
        true
    }

    /// Whether the compiler makes selections of branches of the source.
    fn has_selections(&self) -> bool {
        false
    }

    /// Whether lines have branches besides those of the source (for null, bounds, exceptions of calls), so that ways of branches
    /// cannot be told apart by their lines.
    fn hides_branches(&self) -> bool {
        false
    }

    /// Takes out checks that the selection does not mean in this language.
    fn keep_selected(&self, _program: &mut Program, _selection: &Selection) {}

    /// Makes the target a check, unless that was done when the program was compiled.
    ///
    /// # Errors
    /// There is no such place.
    fn mark(&self, _program: &mut Program, _place: &Place) -> Result<(), UserError> {
        Ok(())
    }

    /// Says in a report what the language leaves open: `given` is what the user said of the environment, `used` what was
    /// explored.
    fn say_limits(
        &self,
        _report: &mut CheckReport,
        (_given, _used): (&Environment, &Environment),
        _properties: PropertySet,
    ) {
    }

    /// Whether runs are as exact as klew's own, so that others like a witness which its run did not show are worth a try.
    fn is_exact(&self) -> bool {
        false
    }

    /// Writes the test of a witness, and runs it. What the run tells of the violation goes into the report.
    fn run(&self, trial: &Trial<'_>, report: &mut FindingReport) -> Tried;

    /// Writes a test of a path into a folder.
    ///
    /// # Errors
    /// Files cannot be written.
    fn write_test(&self, program: &Program, to: &Path, test: TestText<'_>) -> std::io::Result<()>;

    /// Where inputs of the program are run and become tests of a suite; only those functions count in its coverage.
    ///
    /// # Errors
    /// There are no suites for such programs, or a tool is missing.
    fn bench<'b>(
        &'b self,
        program: &Program,
        given: &Given,
        functions: &Functions,
    ) -> Result<Box<dyn Bench + 'b>, UserError> {
        let _ = (program, given, functions);
        Err(UserError::new("klew test takes C and Java, and the program is neither")
            .help("klew check --tests writes the inputs of each path"))
    }

    /// What runs take from elsewhere than their test, in words.
    fn not_given(&self, _inputs: &[Input]) -> Vec<String> {
        Vec::new()
    }

    /// Says in the report what klew's own run of a witness tells.
    fn tell(&self, _program: &Program, _: &Witness, _: &Replay, _report: &mut FindingReport) {}
}

/// How what is in a program is called, and what of a run is worth showing.
pub trait Names {
    /// A function.
    fn function<'n>(&self, name: &'n str) -> &'n str {
        name
    }

    /// Whether steps in a function are shown.
    fn is_own(&self, _function: &str) -> bool {
        true
    }

    /// Whether a call of a function is shown.
    fn is_worth_showing(&self, _function: &str) -> bool {
        true
    }

    /// Whether a variable is not the programmer's.
    fn is_made(&self, _variable: &str) -> bool {
        false
    }

    /// What the first argument of a call is called, if the language has a word for it: the object whose method it is.
    fn receiver(&self, _function: &str, _arguments: usize) -> Option<&'static str> {
        None
    }

    /// Whether a global variable is the program's own.
    fn is_own_global(&self, _variable: &str) -> bool {
        true
    }

    /// A pointer to the beginning of an object.
    fn object(&self, _program: &Program, name: &str) -> String {
        format!("&{name}")
    }

    /// The null pointer.
    fn null(&self) -> &'static str {
        "NULL"
    }

    /// What a function gives back, and what it throws.
    fn results<'v>(&self, values: &'v [TraceValue]) -> (&'v [TraceValue], Option<&'v TraceValue>) {
        (values, None)
    }

    /// Whether the programmer manages memory.
    fn shows_memory(&self) -> bool {
        true
    }
}

/// Bounds on inputs that can be set in a program, the smallest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The bounds.
    pub levels: Vec<Bound>,
    /// Larger ones, which are looked at where the largest of those left time.
    pub longer: Vec<Bound>,
    /// One that contains them, for runs that are given all inputs.
    pub widest: Bound,
}

/// A bound on inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// Values of globals.
    pub globals: Vec<(&'static str, u32)>,
    /// What the limits say that runs beyond them meet, and the bounds in words.
    pub texts: Vec<(&'static str, String)>,
}

impl Bound {
    /// Sets it.
    pub fn set(&self, program: &mut Program) {
        for global in &mut program.globals {
            if let Some((_, value)) = self.globals.iter().find(|(name, _)| global.name == *name) {
                let bytes = value.to_le_bytes().to_vec();
                global.initializer = Initializer::Bytes(bytes, Vec::new());
            }
        }
    }
}
