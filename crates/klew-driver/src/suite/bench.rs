//! Where candidates are run outside of klew: what a language brings for suites.

use std::path::Path;

use klew_report::decisions::Decisions;
use klew_report::suite::Coverage;

use super::candidate::Candidate;
use crate::error::UserError;
use crate::watch::Clock;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// As programs should: what it did can be expected of it.
    Well,
    /// By a failure, in words.
    Failed(String),
    /// It could not be run, or not as klew meant it, and why.
    Unusable(String),
}

/// What a run outside of klew showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// What it covered, in keys that are the same for all runs of the bench.
    pub keys: Vec<String>,
    /// How it ended.
    pub ended: Ended,
}

impl Observation {
    /// Of what was not run.
    pub fn unusable(why: impl Into<String>) -> Observation {
        Observation { keys: Vec::new(), ended: Ended::Unusable(why.into()) }
    }
}

/// A test that is to be written.
#[derive(Clone, Debug)]
pub struct NamedTest {
    /// Its name, which no other test of the suite has.
    pub name: String,
    /// What it covers, a line each.
    pub covers: Vec<String>,
    /// The candidate's number.
    pub candidate: usize,
    /// What it shows to be wrong.
    pub finding: Option<String>,
}

/// Runs candidates, and writes tests of them.
pub trait Bench {
    /// Runs the candidates, one after the other, each in a world of its own. Where something is wrong with one of them, that
    /// is its observation; the time may end before all were run.
    ///
    /// # Errors
    /// Nothing can be run.
    fn observe(
        &mut self,
        candidates: &[Candidate],
        clock: &Clock,
    ) -> Result<Vec<Observation>, UserError>;

    /// Which rows of decisions the runs of these candidates take, one after the other; the time may end before all were run.
    ///
    /// # Errors
    /// Nothing measures them, or it fails.
    fn decisions(&mut self, _usable: &[usize], _: &Clock) -> Result<Vec<Decisions>, String> {
        Err("nothing measures which conditions decide".to_owned())
    }

    /// What is wrong with runs that ended well, as far as closer looks tell (by sanitizers): for each of those candidates.
    fn examine(&mut self, _chosen: &[usize], _clock: &Clock) -> Vec<Option<String>> {
        Vec::new()
    }

    /// What measures, and what the runs of these candidates covered together.
    ///
    /// # Errors
    /// Nothing measures, and why.
    fn coverage(&mut self, chosen: &[usize], clock: &Clock) -> Result<(String, Coverage), String>;

    /// Writes new tests into the suite's folder, beside those that are there. What is needed to build them is given as lines
    /// for [`Bench::build_file`].
    ///
    /// # Errors
    /// Files cannot be written.
    fn write(
        &mut self,
        to: &Path,
        tests: &[NamedTest],
        candidates: &[Candidate],
    ) -> std::io::Result<Vec<String>>;

    /// Writes what builds and runs all tests of the suite, given the lines of all of them; gives the commands.
    ///
    /// # Errors
    /// Files cannot be written.
    fn write_build_file(&self, to: &Path, lines: &[String]) -> std::io::Result<Vec<String>>;
}
