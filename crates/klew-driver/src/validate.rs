//! `--validate FILE`: what an earlier result says its proofs rest on, for the engine that checks it again.
//!
//! **Invariant**: nothing in the file is believed; it says what to check, and for which program.

use std::path::Path;

use klew_engine::{Argument, ArgumentFact};
use klew_ir::Position;
use klew_report::document::ArgumentEntry;

use crate::error::UserError;
use crate::reports;

/// What is to be checked again.
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    /// Each with the hash of its program.
    all: Vec<(String, Argument)>,
    /// As the user named it.
    file: String,
    /// What the file says of checks that have no such argument: by which engine they were proved.
    others: Vec<String>,
}

/// What the result in a file rests on.
///
/// # Errors
/// It is no result, was changed, proves nothing, or keeps nothing that can be checked again.
pub fn read(path: &Path) -> Result<Arguments, UserError> {
    let shown = path.display();
    let document = reports::read(path, "`klew check --format json … > FILE` writes one")?;
    if document.verdict != "safe" {
        let message = format!("{shown} proves nothing: its verdict is {}", document.verdict);
        return Err(UserError::new(message));
    }
    let mut others: Vec<String> =
        document.checks.iter().filter_map(|check| check.by.clone()).collect();
    others.retain(|by| !matches!(&**by, "horn" | "static" | "validate"));
    others.sort();
    others.dedup();
    let Some(proofs) = document.proofs else {
        let by = if others.is_empty() { "klew".to_owned() } else { others.join(", ") };
        let message = format!("nothing in {shown} can be checked again: no invariant was needed");
        return Err(UserError::new(message).help(format!(
            "what {by} proved is a search that came to its end; only doing it again (without --validate) checks that"
        )));
    };
    if !proofs.is_sealed() {
        let message = format!("the proofs in {shown} are not as klew wrote them");
        return Err(UserError::new(message).help("make the file anew: klew check --format json"));
    }
    let all = proofs.arguments.into_iter().map(|entry| (entry.program.clone(), argument(entry)));
    Ok(Arguments { all: all.collect(), file: shown.to_string(), others })
}

fn argument(entry: ArgumentEntry) -> Argument {
    let facts = entry.facts.into_iter().map(|fact| ArgumentFact {
        predicate: fact.predicate,
        point: fact.point,
        // Places are those of the program.
        position: Position::UNKNOWN,
        formula: fact.formula,
        words: fact.message,
    });
    Argument { clauses: entry.clauses, goals: entry.goals, facts: facts.collect() }
}

impl Arguments {
    /// Whether some are of the program with that hash.
    pub fn are_of(&self, hash: &str) -> bool {
        self.all.iter().any(|(program, _)| program == hash)
    }

    /// Those of the program with that hash, and what to say of the rest.
    pub fn of(&self, hash: &str) -> (Vec<Argument>, Vec<String>) {
        let same = self.all.iter().filter(|(program, _)| program == hash);
        let mine: Vec<Argument> = same.map(|(_, argument)| argument.clone()).collect();
        let mut missing = Vec::new();
        if mine.is_empty() {
            missing.push(format!(
                "the proofs in {} are of another program, or of other options or properties",
                self.file
            ));
        }
        if !self.others.is_empty() {
            let by = self.others.join(", ");
            missing.push(format!("of what {by} proved, nothing is kept that can be checked again"));
        }
        (mine, missing)
    }
}
