//! One of the places in which `klew worker --queue` works: it takes part in a job, has a worker process explore pieces, and says what comes
//! of them.
//!
//! **Invariant**: a piece is acknowledged once the server has what came of it, and not before.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStringExt;
use std::process::ChildStdout;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use klew_engine::Frontier;
use klew_queue::{Announcement, Part, Piece, QueueError, Taken};

use super::messages::{FromElsewhere, JobTask, Said, ToElsewhere};
use super::serve::{MOMENT, Serving, short};
use crate::watch;
use crate::workers::messages::{Begin, FoundMessage, FromWorker, ToWorker};
use crate::workers::process::Process;

/// A place to work.
pub(super) struct Slot<'s> {
    serving: &'s Serving<'s>,
    number: usize,
}

/// After so long, what is left of a piece is given back: little is lost with a worker, and others have their part.
const SLICE: Duration = Duration::from_secs(20);
/// How long an answer is waited for until the question is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(3);
/// How long a worker that is to end waits for what is left of its piece.
const LAST: Duration = Duration::from_secs(5);
/// So many workers have had a piece and said nothing: it is the piece.
const MOST_TRIES: u64 = 3;

/// What happens while a piece is worked on.
enum Happening {
    /// The worker process of that number said this.
    Said(u64, FromWorker),
    /// It ended.
    Ended(u64),
    /// The call told this.
    Told(ToElsewhere),
}

/// Why work on a piece ended.
enum Ended {
    /// It is done.
    Done,
    /// The worker process is gone.
    Broken(String),
    /// What is left of it was said, and the process has no engine for more.
    Useless,
    /// The job is gone, or the worker is to end.
    Over,
}

impl<'s> Slot<'s> {
    pub(super) fn new(serving: &'s Serving<'s>, number: usize) -> Slot<'s> {
        Slot { serving, number }
    }

    /// Takes part in one job after the other.
    pub(super) fn run(&self) {
        while !self.serving.is_over() {
            let Some(job) = self.choose() else {
                std::thread::sleep(MOMENT);
                continue;
            };
            match self.take_part(&job) {
                Ok(()) | Err(QueueError::Gone) => {}
                Err(QueueError::Server(why)) => {
                    (self.serving.asked.say)(&format!("job {}: {why}", short(&job.job)));
                    std::thread::sleep(5 * MOMENT);
                }
                Err(error) => self.serving.refuse(&job.job, &error.to_string()),
            }
        }
    }

    /// A job to take part in: places spread over them.
    fn choose(&self) -> Option<Announcement> {
        let mut jobs = self.serving.board.offered();
        jobs.retain(|job| !self.serving.is_refused(&job.job));
        let this = &self.serving.version;
        jobs.retain(|job| {
            if job.version != *this {
                let that: String = job.version.chars().take(60).collect();
                let why = format!(
                    "the call is of klew {}, this is {this}: pieces mean nothing to another build, so none are taken",
                    that.escape_debug()
                );
                self.serving.refuse(&job.job, &why);
            }
            job.version == *this
        });
        match jobs.len() {
            0 => None,
            several => Some(jobs.swap_remove(self.number % several)),
        }
    }

    fn take_part(&self, job: &Announcement) -> Result<(), QueueError> {
        let mut part = Part::take(&self.serving.board, job)?;
        let task: JobTask = serde_json::from_slice(part.task())
            .map_err(|error| QueueError::Malformed(format!("its task is none: {error}")))?;
        let words: Vec<OsString> = task.words.into_iter().map(OsString::from_vec).collect();
        if let Err(error) = (self.serving.asked.accepts)(&words) {
            return Err(QueueError::Malformed(format!("no part is taken: {}", error.message)));
        }
        let (sender, happenings) = mpsc::channel();
        if let Some(told) = part.told() {
            let sender = sender.clone();
            std::thread::spawn(move || pass_on_told(&told, &sender));
        }
        let share = self.serving.guard.memory() / 2 / self.serving.asked.jobs.max(1) as u64;
        let begin =
            Begin { time: None, memory: share, companion: None, pieces: true, ..task.begin };
        let work = Work {
            slot: self,
            part,
            command: self.serving.command(&words),
            begin: Box::new(begin),
            happenings,
            sender,
            name: name(self.number),
        };
        work.pieces(&job.job)
    }
}

/// A name that no other place in the world has.
fn name(number: usize) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
    format!("{}-{}-{number}-{now:x}", host.trim(), std::process::id())
}

/// Part in a job.
struct Work<'w> {
    slot: &'w Slot<'w>,
    part: Part,
    command: Vec<OsString>,
    begin: Box<Begin>,
    happenings: Receiver<Happening>,
    sender: Sender<Happening>,
    name: String,
}

/// A worker process that is ended when this is dropped, and its number: what another one said last is not its word.
struct Running<'r>(Arc<Process>, u64, &'r Work<'r>);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.end(&self.2.slot.serving.guard);
    }
}

impl Work<'_> {
    /// Takes pieces until the job is gone, or there is another one to do.
    fn pieces(&self, job: &str) -> Result<(), QueueError> {
        let mut process: Option<Running<'_>> = None;
        let (mut found, mut started) = (0, 0);
        let is_over = || self.slot.serving.is_over();
        while !self.slot.serving.is_over() {
            let piece = match self.part.next(&is_over) {
                Taken::Piece(piece) => piece,
                Taken::Nothing if self.slot.serving.board.offered().len() > 1 => return Ok(()),
                Taken::Nothing => continue,
                Taken::Gone => return Err(QueueError::Gone),
            };
            self.slot.serving.works();
            if piece.earlier >= MOST_TRIES {
                self.give_up(piece, "several workers had it and said nothing")?;
                continue;
            }
            let running = match process.take() {
                Some(running) => running,
                None => {
                    started += 1;
                    self.start(started).map_err(|error| QueueError::Start(error.to_string()))?
                }
            };
            let number = piece.number;
            match self.explore(&piece, &running, &mut found)? {
                Ended::Done => {
                    piece.done(&self.part);
                    self.slot.serving.explored.fetch_add(1, Ordering::Relaxed);
                    process = Some(running);
                }
                Ended::Broken(why) => {
                    let text = format!("job {}: piece {number} is given up: {why}", short(job));
                    (self.slot.serving.asked.say)(&text);
                    self.give_up(piece, &why)?;
                }
                Ended::Useless => {
                    piece.done(&self.part);
                    let why = "there is no engine for it here".to_owned();
                    return Err(QueueError::Malformed(why));
                }
                Ended::Over => {
                    piece.give_back(&self.part);
                    return Ok(());
                }
            }
            self.slot.serving.works();
        }
        Ok(())
    }

    fn start(&self, number: u64) -> std::io::Result<Running<'_>> {
        let process = Arc::<Process>::default();
        let output = process.start(&self.command, &self.slot.serving.guard)?;
        let running = Running(Arc::clone(&process), number, self);
        let sender = self.sender.clone();
        match output {
            Some(output) => {
                std::thread::spawn(move || pass_on_said(output, number, &sender));
            }
            None => {
                let _ = sender.send(Happening::Ended(number));
            }
        }
        process.tell(&ToWorker::Begin(self.begin.clone()))?;
        Ok(running)
    }

    fn say(&self, said: Said) -> Result<(), QueueError> {
        let message = FromElsewhere { worker: self.name.clone(), said };
        let body = serde_json::to_vec(&message)
            .map_err(|error| QueueError::Malformed(error.to_string()))?;
        self.part.say(&body)
    }

    /// Nobody can explore it: the call is to see.
    fn give_up(&self, piece: Piece, why: &str) -> Result<(), QueueError> {
        self.say(Said::Broken { piece: piece.number, why: why.to_owned() })?;
        piece.done(&self.part);
        Ok(())
    }

    /// Has the worker process explore a piece, and says what comes of it.
    fn explore(
        &self,
        piece: &Piece,
        running: &Running<'_>,
        found: &mut u64,
    ) -> Result<Ended, QueueError> {
        let text = String::from_utf8(piece.body.clone()).ok();
        let Some(text) = text.filter(|text| Frontier::parse(text).is_ok()) else {
            return Ok(Ended::Broken("it is no piece of an exploration".to_owned()));
        };
        let tell = |message: &ToWorker| running.0.tell(message).is_ok();
        if !tell(&ToWorker::Explore(text)) {
            return Ok(Ended::Broken("its process cannot be told".to_owned()));
        }
        let begun = Instant::now();
        let mut asked: Option<(Box<FoundMessage>, Instant)> = None;
        let mut returns: Option<Instant> = None;
        loop {
            match self.happenings.recv_timeout(MOMENT) {
                Ok(Happening::Said(by, _) | Happening::Ended(by)) if by != running.1 => {}
                Ok(Happening::Said(_, FromWorker::Explored { account, left, again })) => {
                    self.say(Said::Explored { piece: piece.number, account, left })?;
                    return Ok(if again { Ended::Done } else { Ended::Useless });
                }
                Ok(Happening::Said(_, FromWorker::Found(what))) => {
                    *found += 1;
                    self.say(Said::Found { number: *found, found: what.clone() })?;
                    asked = Some((what, Instant::now()));
                }
                // It only explores.
                Ok(Happening::Said(..)) => {}
                Ok(Happening::Ended(_)) => {
                    return Ok(Ended::Broken(
                        "its process ended, or was short of memory".to_owned(),
                    ));
                }
                Ok(Happening::Told(ToElsewhere::Answer { worker, number, answer })) => {
                    if worker == self.name && number == *found && asked.take().is_some() {
                        tell(&ToWorker::Answer(answer));
                    }
                }
                Ok(Happening::Told(ToElsewhere::Return { piece: wanted })) => {
                    if wanted == piece.number && returns.is_none() {
                        tell(&ToWorker::Return);
                        returns = Some(Instant::now());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Ended::Over),
            }
            if let Some((what, at)) = &mut asked
                && at.elapsed() > ASK_AGAIN
            {
                self.say(Said::Found { number: *found, found: what.clone() })?;
                *at = Instant::now();
            }
            self.slot.serving.works();
            let is_over = watch::interrupted();
            if returns.is_none() && (is_over || begun.elapsed() > SLICE) {
                tell(&ToWorker::Return);
                returns = Some(Instant::now());
            }
            let is_late = is_over && returns.is_some_and(|at| at.elapsed() > LAST);
            if is_late || !self.part.goes_on() {
                return Ok(Ended::Over);
            }
        }
    }
}

fn pass_on_told(told: &Receiver<Vec<u8>>, sender: &Sender<Happening>) {
    while let Ok(body) = told.recv() {
        // What cannot be read is not for this worker.
        let Ok(message) = serde_json::from_slice(&body) else { continue };
        if sender.send(Happening::Told(message)).is_err() {
            break;
        }
    }
}

fn pass_on_said(output: ChildStdout, number: u64, sender: &Sender<Happening>) {
    for line in BufReader::new(output).lines() {
        let Ok(line) = line else { break };
        let Ok(message) = serde_json::from_str(&line) else { break };
        if sender.send(Happening::Said(number, message)).is_err() {
            return;
        }
    }
    let _ = sender.send(Happening::Ended(number));
}
