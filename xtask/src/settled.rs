//! Who settled the checks of many tasks: a table of engines and what became of their checks.

use std::collections::BTreeMap;
use std::fmt;

use crate::run::Answer;

/// Numbers of checks, by what became of them and who settled them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Settled(BTreeMap<(String, String), usize>);

impl Settled {
    /// Counts the checks of all answers.
    pub fn of(answers: &[Answer]) -> Settled {
        let mut settled = Settled::default();
        for check in answers.iter().flat_map(|answer| &answer.checks) {
            let by = check.by.clone().unwrap_or_default();
            *settled.0.entry((check.standing.clone(), by)).or_default() += 1;
        }
        settled
    }
}

impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{:28} {:>7}", "checks", "number")?;
        for ((standing, by), number) in &self.0 {
            let row = format!("{standing} {by}");
            writeln!(f, "{:28} {number:7}", row.trim_end())?;
        }
        Ok(())
    }
}
