//! klew's own representation as a source language: programs say themselves what their inputs are, and have no native
//! form to run.

mod mark;

use std::path::Path;

use klew_ir::Program;
use klew_report::FindingReport;

use crate::error::UserError;
use crate::front_end::{
    FrontEnd, Loaded, Names, Original, Replayed, Test, TestText, Trial, Tried, Wanted,
};
use crate::options::ProgramOptions;
use crate::property::Selection;
use crate::source::{Given, no_arguments_of_main, no_precondition, other_precondition, read_text};
use crate::target::Place;
use crate::watch::Clock;

/// The front end.
#[derive(Clone, Copy, Debug)]
pub struct Kir;

impl Kir {
    /// As the options have it.
    ///
    /// # Errors
    /// They say something of inputs.
    pub fn new(options: &ProgramOptions) -> Result<Kir, UserError> {
        other_precondition(options, |precondition, analysed| precondition == analysed)?;
        if options.function.is_some() {
            return Err(UserError::new("--function is for C and LLVM's IR")
                .help("the entry of a .kir program says itself what its inputs are"));
        }
        no_precondition(options)?;
        if options.entry != "main" {
            no_arguments_of_main(&options.environment)?;
        }
        Ok(Kir)
    }
}

impl FrontEnd for Kir {
    fn select(&self, selection: Selection) -> Result<Selection, UserError> {
        Ok(selection)
    }

    fn load(&self, given: &Given, _: Wanted, _: &Clock) -> Result<Loaded, UserError> {
        let [file] = given.files.as_slice() else {
            return Err(UserError::new("a .kir file is a whole program"));
        };
        Ok(Loaded { program: program(&file.path)?, original: Box::new(KirProgram) })
    }

    fn replay(&self, _: &Given, _: &Test<'_>, _: &Clock) -> Result<Replayed, UserError> {
        Err(UserError::new("a .kir program has no native form to run")
            .help("klew check FILE --path DECISIONS follows the path of a finding in klew itself"))
    }
}

fn program(path: &Path) -> Result<Program, UserError> {
    let text = read_text(path)?;
    let shown = path.display();
    let program = klew_ir::text::parse_program(&text, &shown.to_string())
        .map_err(|e| UserError::new(format!("{shown}:{}:{}: {}", e.line, e.column, e.message)))?;
    if let Err(errors) = klew_ir::verify::verify_program(&program) {
        let first = errors.first().map_or(String::new(), ToString::to_string);
        return Err(UserError::new(format!("{shown}: not a well-formed program: {first}")));
    }
    if program.entry.is_none() {
        return Err(UserError::new(format!("{shown}: no function is the entry"))
            .help("a line `entry @main` names it"));
    }
    Ok(program)
}

/// A program, of which there is nothing more to know.
#[derive(Clone, Copy, Debug)]
struct KirProgram;

impl Names for KirProgram {}

impl Original for KirProgram {
    fn names(&self) -> &dyn Names {
        self
    }

    fn language(&self, _: &Program) -> (&'static str, Option<&'static str>) {
        ("KIR", None)
    }

    fn has_native_form(&self) -> bool {
        false
    }

    fn folder_parts(&self, given: &Given) -> Vec<String> {
        vec![given.names()]
    }

    fn is_simplified(&self) -> bool {
        false
    }

    fn mark(&self, program: &mut Program, place: &Place) -> Result<(), UserError> {
        mark::mark(program, place)
    }

    fn run(&self, trial: &Trial<'_>, _: &mut FindingReport) -> Tried {
        Tried::not(match trial.confirm {
            true => "a .kir program has no native form",
            false => "it was not run (--no-confirm)",
        })
    }

    fn write_test(&self, _: &Program, _: &Path, _: TestText<'_>) -> std::io::Result<()> {
        Ok(())
    }
}
