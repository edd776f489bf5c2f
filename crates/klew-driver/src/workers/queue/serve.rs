//! `klew worker --queue`: takes part in whatever jobs there are, with so many worker processes side by side.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use klew_queue::{Board, Connection, Server};
use klew_solver::Interrupt;

use super::slot::Slot;
use crate::checkpoint;
use crate::error::UserError;
use crate::guard::Guard;
use crate::watch::{self, Clock};

/// What `klew worker --queue` is asked.
pub struct Serve<'s> {
    /// Where the queue is.
    pub server: Server,
    /// How many pieces are worked on side by side.
    pub jobs: usize,
    /// Memory of all of that, in bytes; none for most of what is free.
    pub memory: Option<u64>,
    /// Ends when there was nothing to do for so long.
    pub idle: Option<Duration>,
    /// How a worker process is called: a program that calls [`crate::workers::work`], and its first arguments; a job's options follow.
    pub command: Vec<OsString>,
    /// Whether options of a job are such that a worker may be called with them: they come from elsewhere.
    pub accepts: &'s (dyn Fn(&[OsString]) -> Result<(), UserError> + Sync),
    /// Who is told what happens.
    pub say: &'s (dyn Fn(&str) + Sync),
}

/// A worker on its way.
pub(super) struct Serving<'s> {
    pub(super) asked: &'s Serve<'s>,
    pub(super) board: Board,
    pub(super) guard: Guard,
    pub(super) version: String,
    /// Jobs in which this worker takes no part.
    pub(super) refused: Mutex<Vec<String>>,
    /// Pieces that were explored.
    pub(super) explored: AtomicU64,
    /// When there was something to do last.
    pub(super) worked: Mutex<Instant>,
}

/// How often a worker looks whether it is to end.
pub(super) const MOMENT: Duration = Duration::from_millis(100);

/// Works until Ctrl-C, or until there was nothing to do for too long.
///
/// # Errors
/// There is no connection to the queue.
pub fn serve(asked: &Serve<'_>) -> Result<(), UserError> {
    if let Err(warning) = watch::listen(|| ()) {
        (asked.say)(&warning);
    }
    let connection = super::connect(&asked.server)?;
    let board = Board::watch(&connection).map_err(|error| UserError::new(error.to_string()))?;
    let memory = asked.memory.unwrap_or_else(watch::default_memory_limit);
    let serving = Serving {
        asked,
        board,
        guard: Guard::start(Clock::start(None), memory, Interrupt::new(), PathBuf::new()),
        version: checkpoint::version(),
        refused: Mutex::default(),
        explored: AtomicU64::new(0),
        worked: Mutex::new(Instant::now()),
    };
    let (shown, jobs) = (asked.server.shown(), asked.jobs.max(1));
    (asked.say)(&format!(
        "klew {} takes pieces from {shown}, {jobs} side by side",
        serving.version
    ));
    std::thread::scope(|scope| {
        for number in 0..jobs {
            let slot = Slot::new(&serving, number);
            scope.spawn(move || slot.run());
        }
        serving.look_at_link(&connection);
    });
    let explored = serving.explored.load(Ordering::Relaxed);
    (asked.say)(&format!("ended: {explored} pieces explored"));
    Ok(())
}

impl Serving<'_> {
    /// Whether to end.
    pub(super) fn is_over(&self) -> bool {
        let is_idle = || {
            let worked = self.worked.lock().map_or(Duration::ZERO, |worked| worked.elapsed());
            self.asked.idle.is_some_and(|idle| worked >= idle)
        };
        watch::interrupted() || is_idle()
    }

    /// There is something to do.
    pub(super) fn works(&self) {
        if let Ok(mut worked) = self.worked.lock() {
            *worked = Instant::now();
        }
    }

    /// Takes no part in a job, and says why.
    pub(super) fn refuse(&self, job: &str, why: &str) {
        let Ok(mut refused) = self.refused.lock() else { return };
        if !refused.iter().any(|other| other == job) {
            (self.asked.say)(&format!("job {}: {why}", short(job)));
            refused.push(job.to_owned());
        }
    }

    pub(super) fn is_refused(&self, job: &str) -> bool {
        self.refused.lock().is_ok_and(|refused| refused.iter().any(|other| other == job))
    }

    /// Says when the connection breaks and when it is there again, until the end.
    fn look_at_link(&self, connection: &Connection) {
        let mut was_up = true;
        while !self.is_over() {
            let is_up = connection.link().is_up();
            if is_up != was_up {
                (self.asked.say)(match is_up {
                    true => "the server of the queue is there again",
                    false => "the server of the queue cannot be reached: looking for it again",
                });
            }
            was_up = is_up;
            std::thread::sleep(MOMENT);
        }
    }

    /// How a worker process is called for a job with these options.
    pub(super) fn command(&self, words: &[OsString]) -> Vec<OsString> {
        let word = |word: &str| OsStr::new(word).to_owned();
        // The file is nowhere: the program comes with the job.
        let program = [word("check"), word("program.kir")];
        self.asked.command.iter().cloned().chain(program).chain(words.iter().cloned()).collect()
    }
}

/// A job's name, as far as people need it.
pub(super) fn short(job: &str) -> &str {
    job.get(..8).unwrap_or(job)
}
