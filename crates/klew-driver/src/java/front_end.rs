//! Java as a source language.

use std::path::Path;

use super::{each, load, prepare, replay};
use crate::error::UserError;
use crate::front_end::{EachWork, FrontEnd, Loaded, Replayed, Test, Wanted};
use crate::options::{JavaOptions, ProgramOptions};
use crate::outline::Outlined;
use crate::property::Selection;
use crate::source::{Given, no_arguments_of_main, other_precondition};
use crate::watch::Clock;

/// The front end.
#[derive(Clone, Debug)]
pub struct Java(JavaOptions);

impl Java {
    /// As the options have it.
    ///
    /// # Errors
    /// They are about a function of C, or do not go together.
    pub fn new(options: &ProgramOptions) -> Result<Java, UserError> {
        other_precondition(options, is_same)?;
        if options.function.is_some() {
            return Err(UserError::new("--function is for C")
                .help("--entry Class.method analyses a Java method alone"));
        }
        let (precondition, promises) = (options.precondition.clone(), options.promises.clone());
        Ok(Java(JavaOptions { precondition, promises, ..options.java.clone() }))
    }
}

/// Whether a precondition's name is that of the method: it may leave out the class.
fn is_same(precondition: &str, analysed: &str) -> bool {
    let without_class = || analysed.strip_suffix(precondition)?.chars().next_back();
    precondition == analysed || (!precondition.contains('.') && without_class() == Some('.'))
}

impl FrontEnd for Java {
    fn select(&self, selection: Selection) -> Result<Selection, UserError> {
        selection.for_java()
    }

    fn quick_engines(&self) -> &'static [&'static str] {
        &["static", "lengths"]
    }

    fn load(&self, given: &Given, _: Wanted, clock: &Clock) -> Result<Loaded, UserError> {
        let (program, java) = load(given, &self.0, clock)?;
        if !java.entry.is_main {
            no_arguments_of_main(&given.environment)?;
        }
        Ok(Loaded { program, original: Box::new(java) })
    }

    fn each(
        &self,
        given: &Given,
        _: Wanted,
        place: (&Clock, &Path),
        work: &mut EachWork<'_>,
    ) -> Result<(), UserError> {
        each::each(given, &self.0, place, work)
    }

    fn outline(&self, given: &Given, place: (&Clock, &Path)) -> Result<Vec<Outlined>, UserError> {
        each::outline(given, &self.0, place)
    }

    fn replay(&self, given: &Given, test: &Test<'_>, clock: &Clock) -> Result<Replayed, UserError> {
        let (program, _) = prepare(given, &self.0, clock)?;
        replay::replay(&program, test, clock)
    }
}
