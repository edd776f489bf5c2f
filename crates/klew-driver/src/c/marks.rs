//! The target of `klew reach` in C: marked in the IR of each file, for the analysis and for native runs alike.

use klew_llvm::lower::LowerError;
use klew_llvm::target::{Marked, Target, mark};

use super::sources::Sources;
use crate::error::UserError;
use crate::target::{Existing, Place};

/// The target as the marker takes it; none for checks of the program's own.
pub fn target(place: &Place) -> Option<Target> {
    match place {
        Place::Property(_) => None,
        Place::Line(file, line) => Some(Target::Line(file.clone(), *line)),
        Place::Name(name) => Some(Target::Name(name.clone())),
        Place::Label(function, label) => Some(Target::Label(function.clone(), label.clone())),
    }
}

/// What was marked in the files so far.
#[derive(Debug, Default)]
pub struct Marks {
    existing: Existing,
    functions: Vec<String>,
}

impl Marks {
    /// Marks a file's IR.
    pub fn mark(&mut self, text: String, sources: &Sources) -> String {
        let Some(target) = sources.target.as_ref().and_then(target) else { return text };
        let Marked { text, functions, lines, names, .. } = mark(&text, &target);
        for (file, lines) in lines {
            self.existing.lines.entry(file).or_default().extend(lines);
        }
        self.existing.names.extend(names);
        self.functions.extend(functions);
        text
    }

    /// Fails if there is no such place in any file.
    pub fn check(&self, sources: &Sources) -> Result<(), UserError> {
        match &sources.target {
            Some(place) if target(place).is_some() && self.functions.is_empty() => {
                Err(self.existing.no_target(place))
            }
            _ => Ok(()),
        }
    }

    /// What helps against an error of the lowering.
    pub fn help(&self, error: &LowerError, sources: &Sources) -> Option<String> {
        match (error, self.functions.first()) {
            (LowerError::NoEntry { .. }, Some(function)) if sources.alone.is_none() => {
                let what = "starts there, with any arguments: the target is in it";
                Some(format!("--function {function} {what}"))
            }
            (LowerError::NoEntry { .. }, None) if sources.alone.is_none() => {
                Some("--entry FUNCTION starts from another function".to_owned())
            }
            _ => None,
        }
    }
}
