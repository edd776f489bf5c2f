//! C, LLVM's IR and bitcode: compiled by clang, lowered by klew-llvm, run natively.

mod access;
pub mod clang;
mod compiled;
mod each;
mod lowering;
mod marks;
mod program;
mod promises;
mod replay;
pub mod sources;
mod suite;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use klew_ir::Property;
use klew_llvm::lower::{Alone, Environment, Reads};

use crate::confirm::earlier::Earlier;
use crate::error::UserError;
use crate::front_end::{EachWork, FrontEnd, Loaded, Replayed, Test, Wanted};
use crate::growth::{Growth, Level};
use crate::options::{Bits, COptions, ProgramOptions};
use crate::outline::Outlined;
use crate::property::{PLACED_BY_CLANG, Selection};
use crate::source::{Given, Kind, no_arguments_of_main, no_precondition, other_precondition};
use crate::target::Place;
use crate::watch::Clock;
use lowering::Compiled;
use program::CProgram;
use sources::{Sources, write_headers};

/// The front end.
#[derive(Clone, Debug)]
pub struct C {
    flags: Vec<String>,
    bits: Bits,
    alone: Option<Alone>,
    all_c: bool,
    compiled: Option<PathBuf>,
    /// In an earlier round of this call.
    compiled_before: Compiled,
    /// The program's native runs in all rounds.
    earlier: Rc<Earlier>,
}

impl C {
    /// As the options have it. The program's folder gets the headers that programs may include.
    ///
    /// # Errors
    /// Options do not go together, or files cannot be written.
    pub fn new(options: &ProgramOptions, given: &Given) -> Result<C, UserError> {
        other_precondition(options, |precondition, analysed| precondition == analysed)?;
        if options.function.is_none() {
            no_precondition(options)?;
        }
        if given.entry != "main" {
            no_arguments_of_main(&given.environment)?;
        }
        let header = given.work.join("include");
        write_headers(&header).map_err(|error| {
            UserError::new(format!("cannot write to {}: {error}", header.display()))
        })?;
        let COptions { bits, include, define, standard, compiled } = &options.c;
        let mut flags = vec![format!("-std={standard}")];
        flags.extend(include.iter().map(|folder| {
            let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
            format!("-I{}", folder.display())
        }));
        flags.extend(define.iter().map(|define| format!("-D{define}")));
        flags.push(format!("-I{}", header.display()));
        let promises = promises::of_options(&options.promises)?;
        let alone = options.function.as_ref().map(|_| Alone {
            precondition: options.precondition.clone(),
            promises,
            initial_globals: options.initial_globals,
        });
        let all_c = given.files.iter().all(|file| file.kind == Kind::C);
        let (compiled, compiled_before) = (compiled.clone(), Compiled::default());
        let earlier = Rc::default();
        Ok(C { flags, bits: *bits, alone, all_c, compiled, compiled_before, earlier })
    }

    /// What compiles the program.
    fn sources(&self, given: &Given) -> Sources {
        Sources {
            files: given.files.clone(),
            flags: self.flags.clone(),
            bits: self.bits,
            entry: given.entry.clone(),
            alone: self.alone.clone(),
            environment: given.environment.clone(),
            confinement: given.confinement.clone(),
            compiled: self.compiled.clone(),
            target: given.target.clone(),
            checks: Vec::new(),
            for_native_run: false,
        }
    }
}

/// What clang places the checks of.
fn placed_by_clang(wanted: Wanted, target: Option<&Place>) -> Vec<Property> {
    let is_wanted = |property: &Property| {
        wanted.properties.contains(*property)
            || matches!(target, Some(Place::Property(target)) if target == property)
    };
    // The IR has all of signed overflow but the sign of what is shifted.
    PLACED_BY_CLANG.into_iter().chain([Property::SignedOverflow]).filter(is_wanted).collect()
}

impl FrontEnd for C {
    fn select(&self, selection: Selection) -> Result<Selection, UserError> {
        selection.for_c(self.all_c)
    }

    fn is_alone(&self) -> bool {
        self.alone.is_some()
    }

    fn measures_decisions(&self) -> Result<(), UserError> {
        suite::tools().map(|_| ())
    }

    fn environment(&self, given: &Given, growth: Option<Growth>, level: Level) -> Environment {
        let everything = Reads { arguments: true, variables: true, ..Reads::default() };
        let everything = Growth::of(&given.environment, everything, given.entry == "main");
        growth.unwrap_or(everything).environment(&given.environment, level)
    }

    fn load(&self, given: &Given, wanted: Wanted, clock: &Clock) -> Result<Loaded, UserError> {
        let mut sources = self.sources(given);
        sources.checks = placed_by_clang(wanted, given.target.as_ref());
        access::add_promises(&mut sources, clock)?;
        let (before, may_fail) = (&self.compiled_before, wanted.malloc_may_fail);
        let lowered = lowering::lower(&sources, before, may_fail, clock)?;
        let original = CProgram::new(sources, &lowered, may_fail, Rc::clone(&self.earlier));
        Ok(Loaded { program: lowered.program, original: Box::new(original) })
    }

    fn each(
        &self,
        given: &Given,
        wanted: Wanted,
        (clock, folder): (&Clock, &Path),
        work: &mut EachWork<'_>,
    ) -> Result<(), UserError> {
        let mut sources = self.sources(given);
        sources.checks = placed_by_clang(wanted, None);
        sources.alone = Some(Alone::default());
        each::each(&sources, folder, clock, work)
    }

    fn outline(
        &self,
        given: &Given,
        (clock, _): (&Clock, &Path),
    ) -> Result<Vec<Outlined>, UserError> {
        let mut sources = self.sources(given);
        sources.alone = Some(Alone::default());
        each::outline(&sources, clock)
    }

    fn replay(&self, given: &Given, test: &Test<'_>, clock: &Clock) -> Result<Replayed, UserError> {
        replay::replay(self.sources(given), &given.work, test, clock)
    }
}
