//! Writes every query as SMT-LIB 2, with its answer and time, for other solvers to read.
//!
//! Queries are separated by `(reset)`, so one file is one script.

use std::{
    cell::RefCell,
    fmt,
    io::{self, Write},
    rc::Rc,
    time::{Duration, Instant},
};

use klew_term::{SmtScript, TermId, Terms};

use crate::{
    answer::Answer,
    query::{Query, Solver},
    statistics::Statistics,
};

/// The log itself: all clones write to it, so several solvers of a run share one file.
#[derive(Clone)]
pub struct QueryFile(Rc<RefCell<Sink>>);

struct Sink {
    to: Box<dyn Write>,
    queries: u64,
    failed: bool,
}

impl fmt::Debug for QueryFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("QueryFile")
    }
}

impl QueryFile {
    /// A log that nothing was written to yet.
    pub fn new(to: Box<dyn Write>) -> Self {
        Self(Rc::new(RefCell::new(Sink { to, queries: 0, failed: false })))
    }

    /// Writes a query before the solver runs: the one that crashes it is the one to have.
    pub(crate) fn asked(&self, terms: &Terms, constraints: impl IntoIterator<Item = TermId>) {
        let mut script = SmtScript::new();
        for constraint in constraints {
            script.assert(terms, constraint);
        }
        script.check_sat();
        let mut sink = self.0.borrow_mut();
        sink.queries += 1;
        let number = sink.queries;
        sink.attempt(|to| {
            write!(to, "; query {number}\n{}", script.text())?;
            to.flush()
        });
    }

    /// Writes the answer to the last query.
    pub(crate) fn answered(&self, said: &str, time: Duration) {
        let said = said.replace('\n', " ");
        let time = time.as_secs_f64();
        self.0.borrow_mut().attempt(|to| writeln!(to, "; {said} in {time:.6} s\n(reset)"));
    }
}

impl Sink {
    /// A full disk must not end the analysis; after a failure the log is not continued.
    fn attempt(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        self.failed = self.failed || write(&mut *self.to).is_err();
    }
}

/// The decorator.
#[derive(Debug)]
pub struct QueryLog<S> {
    inner: S,
    file: QueryFile,
}

impl<S: Solver> QueryLog<S> {
    /// Logs what `inner` is asked.
    pub fn new(inner: S, file: QueryFile) -> Self {
        Self { inner, file }
    }
}

impl<S: Solver> Solver for QueryLog<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.file.asked(terms, query.constraints.iter().copied());
        let start = Instant::now();
        let answer = self.inner.check(terms, query);
        let said = match &answer {
            Answer::Sat(_) => "sat".to_owned(),
            Answer::Unsat(core) => format!("unsat, core of {}", core.len()),
            Answer::Unknown(reason) => format!("unknown: {reason}"),
        };
        self.file.answered(&said, start.elapsed());
        answer
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
