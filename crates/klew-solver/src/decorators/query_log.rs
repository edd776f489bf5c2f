//! Writes every query as SMT-LIB 2, with its answer and time, for other solvers to read.
//!
//! Queries are separated by `(reset)`, so one file is one script.

use std::{
    fmt,
    io::{self, Write},
    time::{Duration, Instant},
};

use klew_term::{SmtScript, Terms};

use crate::{
    answer::Answer,
    query::{Query, Solver},
    statistics::Statistics,
};

/// The decorator.
pub struct QueryLog<S> {
    inner: S,
    sink: Box<dyn Write>,
    queries: u64,
    failed: bool,
}

impl<S: fmt::Debug> fmt::Debug for QueryLog<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryLog").field("inner", &self.inner).finish_non_exhaustive()
    }
}

impl<S: Solver> QueryLog<S> {
    /// Logs what `inner` is asked.
    pub fn new(inner: S, sink: Box<dyn Write>) -> Self {
        Self { inner, sink, queries: 0, failed: false }
    }

    fn write(&mut self, terms: &Terms, query: &Query<'_>) -> io::Result<()> {
        let mut script = SmtScript::new();
        for &constraint in query.constraints {
            script.assert(terms, constraint);
        }
        script.check_sat();
        write!(self.sink, "; query {}\n{}", self.queries, script.text())?;
        // Before the solver runs: the query that crashes it is the one to have.
        self.sink.flush()
    }
}

impl<S: Solver> Solver for QueryLog<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.queries += 1;
        // A full disk must not end the analysis; after a failure the log is not continued.
        self.failed = self.failed || self.write(terms, query).is_err();
        let start = Instant::now();
        let answer = self.inner.check(terms, query);
        if !self.failed {
            let said = match &answer {
                Answer::Sat(_) => "sat".to_owned(),
                Answer::Unsat(core) => format!("unsat, core of {}", core.len()),
                Answer::Unknown(reason) => format!("unknown: {reason}").replace('\n', " "),
            };
            let time = start.elapsed().as_secs_f64();
            self.failed = writeln!(self.sink, "; {said} in {time:.6} s\n(reset)").is_err();
        }
        answer
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
