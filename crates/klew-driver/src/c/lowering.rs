//! From sources to a program: C and bitcode through clang, LLVM's IR directly.

use std::cell::RefCell;
use std::collections::BTreeMap;

use klew_ir::{Program, Property};
use klew_llvm::lower::{LowerOptions, Signature, lower_with_signature};

use super::clang::{Clang, Folded};
use super::compiled;
use super::marks::Marks;
use super::sources::Sources;
use crate::error::UserError;
use crate::source::{Kind, read_text};
use crate::watch::Clock;

/// A program, and what its IR does not show.
#[derive(Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// Undefined arithmetic on constants.
    pub folded: Vec<Folded>,
    /// What the entry takes, where it is analysed alone.
    pub signature: Option<Signature>,
}

/// What clang made of files, by their numbers, and said of them: rounds differ in what is lowered, not in what is compiled.
#[derive(Clone, Debug, Default)]
pub struct Compiled(RefCell<BTreeMap<usize, (String, Vec<Folded>)>>);

/// Longer IR is compiled again, in place of being kept.
const LONGEST_KEPT: usize = 8 << 20;

impl Compiled {
    fn find(&self, number: usize) -> Option<(String, Vec<Folded>)> {
        self.0.borrow().get(&number).cloned()
    }

    fn keep(&self, number: usize, compiled: &(String, Vec<Folded>)) {
        if compiled.0.len() <= LONGEST_KEPT {
            self.0.borrow_mut().insert(number, compiled.clone());
        }
    }
}

/// The program that the files make up; those that were compiled before are not compiled again.
///
/// # Errors
/// They do not compile, or there is no such entry or target.
pub fn lower(
    sources: &Sources,
    compiled_before: &Compiled,
    malloc_may_fail: bool,
    clock: &Clock,
) -> Result<Lowered, UserError> {
    let mut clang = None;
    let mut folded = Vec::new();
    let mut modules = Vec::new();
    let mut marks = Marks::default();
    if let Some(folder) = &sources.compiled {
        folded = compiled::folded(folder)?;
    }
    for (number, file) in sources.files.iter().enumerate() {
        let text = if let Some(folder) = &sources.compiled {
            compiled::read(folder, number)?
        } else if file.kind == Kind::LlvmText {
            read_text(&file.path)?
        } else if let Some((text, more)) = compiled_before.find(number) {
            folded.extend(more);
            text
        } else {
            let clang = match &clang {
                Some(clang) => clang,
                None => clang.insert(Clang::find()?),
            };
            let compiled = clang.compile(file, sources, clock)?;
            compiled_before.keep(number, &compiled);
            folded.extend(compiled.1);
            compiled.0
        };
        let text = marks.mark(text, sources);
        let name = file.path.display().to_string();
        let mut module = klew_llvm::read_module(&text, &name).map_err(|error| {
            UserError::new(error.to_string()).help("this is not LLVM IR that klew can read")
        })?;
        klew_llvm::bounds::adjust_checks(&mut module);
        modules.push(module);
    }
    marks.check(sources)?;
    let options = LowerOptions {
        malloc_may_fail,
        check_member_writes: sources.checks.contains(&Property::ArrayIndex)
            && !sources.for_native_run,
        entry: Some(sources.entry.clone()),
        environment: sources.environment.clone(),
        alone: sources.alone.clone(),
        ..LowerOptions::default()
    };
    let (program, signature) = lower_with_signature(modules, &options).map_err(|error| {
        let help = marks.help(&error, sources);
        UserError { message: error.to_string(), help, limit: None }
    })?;
    Ok(Lowered { program, folded, signature })
}
