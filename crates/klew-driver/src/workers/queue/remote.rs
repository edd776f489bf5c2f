//! The call's side of the queue: pieces are given away while workers wait, and come back as accounts and what is left.
//!
//! A job is offered once the call has lasted a while. Which worker has a piece is the server's business: a piece whose worker died goes to
//! the next one, and if there is none, the call takes it back as soon as it has nothing else to explore.
//!
//! **Invariant**: a piece is given, or it is not: whatever is said of one that is not (any more) is not believed.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

use klew_engine::{Account, Frontier, News, Piece};
use klew_queue::{Connection, Event, Job, Offer};

use super::messages::{FromElsewhere, JobTask, Said, ToElsewhere};
use crate::audience::Audience;
use crate::checkpoint;
use crate::workers::coordinator::{Role, Task};
use crate::workers::messages::{Answer, FromWorker};

/// How long a worker with a piece may be silent.
const PATIENCE: Duration = Duration::from_secs(6);
/// How often pieces that nobody took are taken back, where the call has nothing else to do.
const WITHDRAWAL: Duration = Duration::from_millis(250);
/// How often a piece is asked back.
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// Without a connection for so long, or without anybody who has pieces, the call explores all of them itself.
const FORSAKEN: Duration = Duration::from_secs(15);
/// Of a malformed message so much is shown.
const SHOWN: usize = 60;

/// What is asked of workers on other machines.
pub(crate) struct RemoteTask {
    /// The connection to their queue.
    pub(crate) connection: Connection,
    /// Options for engines.
    pub(crate) words: Vec<OsString>,
    /// Who is told what happens.
    pub(crate) audience: Arc<dyn Audience>,
}

/// Workers on other machines.
pub(crate) struct Remote {
    connection: Connection,
    audience: Arc<dyn Audience>,
    begun: Instant,
    stage: Stage,
    given: BTreeMap<u64, Given>,
    next: u64,
    /// The last answer to each worker, for one that did not hear it.
    answers: BTreeMap<String, (u64, Answer)>,
    types: usize,
    withdrawn: Instant,
    /// When somebody worked on pieces last, as the server says.
    worked: Instant,
    was_up: bool,
    /// How many pieces' accounts came, and how many pieces were given again.
    explored: u64,
    came_back: u64,
}

/// Pieces that were given away together.
struct Given {
    pieces: Vec<Piece>,
    wanted_back: Option<Instant>,
}

enum Stage {
    Waiting(Arc<Task>, Vec<OsString>),
    /// The program is being printed.
    Starting(Receiver<Job>),
    Working(Box<Job>),
    Failed,
}

/// What is heard.
pub(crate) enum Heard {
    /// A run: it waits for [`Remote::answer`].
    Found(News, (String, u64)),
    /// What came of pieces.
    Explored(Box<Account>, Frontier),
    /// Pieces that nobody has.
    Back(Vec<Piece>),
}

impl Remote {
    /// Of a job that is offered if the work on the task takes long.
    pub(crate) fn new(remote: RemoteTask, task: &Arc<Task>) -> Remote {
        let RemoteTask { connection, words, audience } = remote;
        Remote {
            was_up: connection.link().is_up(),
            connection,
            audience,
            begun: Instant::now(),
            types: task.program.types.len(),
            stage: Stage::Waiting(Arc::clone(task), words),
            given: BTreeMap::new(),
            next: 1,
            answers: BTreeMap::new(),
            withdrawn: Instant::now(),
            worked: Instant::now(),
            explored: 0,
            came_back: 0,
        }
    }

    fn job(&self) -> Option<&Job> {
        match &self.stage {
            Stage::Working(job) => Some(job),
            _ => None,
        }
    }

    /// How many workers wait for pieces.
    pub(crate) fn free(&self) -> usize {
        match self.connection.link().is_up() {
            true => self.job().map_or(0, Job::free),
            false => 0,
        }
    }

    /// Gives pieces to whoever takes them; to nobody if there is no job.
    pub(crate) fn give(&mut self, pieces: Vec<Piece>) -> Result<(), Vec<Piece>> {
        let Stage::Working(job) = &self.stage else { return Err(pieces) };
        job.give(self.next, Frontier::of(pieces.clone()).print().into_bytes());
        self.given.insert(self.next, Given { pieces, wanted_back: None });
        self.next += 1;
        Ok(())
    }

    /// Whether pieces are given away.
    pub(crate) fn has_pieces(&self) -> bool {
        !self.given.is_empty()
    }

    /// The call has nothing to explore: some pieces are asked back. Gives those that can have got nowhere.
    pub(crate) fn want_back(&mut self) -> Vec<Piece> {
        let (link, now) = (self.connection.link(), Instant::now());
        let Stage::Working(job) = &self.stage else { return self.take_all() };
        let is_forsaken = match link.is_up() {
            true => link.age().min(self.worked.elapsed()) > FORSAKEN,
            false => link.age() > FORSAKEN,
        };
        if is_forsaken {
            self.worked = now;
            return self.take_all();
        }
        if job.working() > 0 {
            self.worked = now;
        }
        if self.withdrawn.elapsed() >= WITHDRAWAL {
            self.withdrawn = now;
            job.withdraw();
        }
        // One for the call, and one for each worker that has nothing.
        let most = 1 + job.free();
        for (number, given) in self.given.iter_mut().take(most) {
            if given.wanted_back.is_none_or(|at| now - at > ASK_AGAIN) {
                given.wanted_back = Some(now);
                tell(job, &ToElsewhere::Return { piece: *number });
            }
        }
        Vec::new()
    }

    fn take_all(&mut self) -> Vec<Piece> {
        self.came_back += self.given.len() as u64;
        std::mem::take(&mut self.given).into_values().flat_map(|given| given.pieces).collect()
    }

    /// Answers a worker that found something.
    pub(crate) fn answer(&mut self, (worker, number): (String, u64), answer: Answer) {
        if let Stage::Working(job) = &self.stage {
            tell(job, &ToElsewhere::Answer { worker: worker.clone(), number, answer });
        }
        self.answers.insert(worker, (number, answer));
    }

    /// What was heard next. Never waits.
    pub(crate) fn next(&mut self) -> Option<Heard> {
        self.start();
        self.look_at_link();
        loop {
            match self.job()?.next()? {
                Event::Said(body) => {
                    if let Some(heard) = self.said(&body) {
                        return Some(heard);
                    }
                }
                Event::Back(number) => {
                    if let Some(given) = self.given.remove(&number) {
                        self.came_back += 1;
                        return Some(Heard::Back(given.pieces));
                    }
                }
                Event::Lost => {
                    self.audience.warning(
                        "the server of the queue has lost this call's pieces: they are explored again",
                    );
                    return Some(Heard::Back(self.take_all()));
                }
                Event::Malformed(why) => {
                    self.audience.warning(&format!("something in the queue is dropped: {why}"));
                }
                Event::Trouble(why) => {
                    let text =
                        format!("workers of the queue cannot take part: {why}; trying again");
                    self.audience.warning(&text);
                }
            }
        }
    }

    /// Offers the job, when it is time.
    fn start(&mut self) {
        match &self.stage {
            Stage::Waiting(task, words) if self.begun.elapsed() >= task.after => {
                let (task, words) = (Arc::clone(task), words.clone());
                let (connection, (sender, receiver)) = (self.connection.clone(), mpsc::channel());
                let thread = std::thread::Builder::new().name("job".to_owned());
                let offering = thread.spawn(move || {
                    if let Some(job) = offer(&connection, &task, words) {
                        let _ = sender.send(job);
                    }
                });
                self.stage = match offering {
                    Ok(_) => Stage::Starting(receiver),
                    Err(_) => Stage::Failed,
                };
            }
            Stage::Starting(receiver) => match receiver.try_recv() {
                Ok(job) => self.stage = Stage::Working(Box::new(job)),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    self.audience.warning("workers of the queue cannot take part in this call");
                    self.stage = Stage::Failed;
                }
            },
            Stage::Waiting(..) | Stage::Working(_) | Stage::Failed => {}
        }
    }

    /// Says when the connection breaks, and when it is there again.
    fn look_at_link(&mut self) {
        let is_up = self.connection.link().is_up();
        if is_up == self.was_up {
            return;
        }
        self.was_up = is_up;
        self.worked = Instant::now();
        self.audience.warning(&match is_up {
            true => "the server of the queue is there again".to_owned(),
            false => format!(
                "the server of the queue cannot be reached: looking for it again; {} of {} pieces given away came back explored, \
                 and this call goes on",
                self.explored,
                self.next - 1
            ),
        });
    }

    /// What a worker said, if it can be.
    fn said(&mut self, body: &[u8]) -> Option<Heard> {
        let Ok(FromElsewhere { worker, said }) = serde_json::from_slice(body) else {
            let shown: String = String::from_utf8_lossy(body).chars().take(SHOWN).collect();
            self.malformed("somebody", &format!("`{}` is no message", shown.escape_debug()));
            return None;
        };
        match said {
            Said::Found { number, found } => {
                match self.answers.get(&worker) {
                    Some((last, answer)) if *last == number => {
                        let answer = *answer;
                        self.answer((worker, number), answer);
                        return None;
                    }
                    Some((last, _)) if *last > number => return None,
                    _ => {}
                }
                let news = FromWorker::Found(found).news(self.types);
                if news.is_none() {
                    self.malformed(&worker, "there can be no such finding");
                }
                Some(Heard::Found(news?, (worker, number)))
            }
            Said::Explored { piece, account, left } => {
                self.worked = Instant::now();
                let given = self.given.remove(&piece)?;
                self.explored += 1;
                let account = account.account("forward");
                let left = Frontier::parse(&left).ok().filter(|left| is_of(left, &given.pieces));
                match account.zip(left) {
                    Some((account, left)) => Some(Heard::Explored(Box::new(account), left)),
                    None => {
                        self.malformed(&worker, "what it left is not of the piece that it had");
                        Some(Heard::Back(given.pieces))
                    }
                }
            }
            Said::Broken { piece, why } => {
                self.worked = Instant::now();
                let given = self.given.remove(&piece)?;
                let why: String = why.chars().take(SHOWN).collect();
                let text = format!(
                    "a worker gave a piece up ({}): it is explored again",
                    why.escape_debug()
                );
                self.audience.warning(&text);
                self.came_back += 1;
                Some(Heard::Back(given.pieces))
            }
        }
    }

    fn malformed(&self, worker: &str, why: &str) {
        let worker: String = worker.chars().take(SHOWN).collect();
        let text = format!("a message of worker {} is dropped: {why}", worker.escape_debug());
        self.audience.warning(&text);
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        if self.next > 1 {
            let (given, explored, back) = (self.next - 1, self.explored, self.came_back);
            let text = format!(
                "queue: {given} pieces given away, {explored} explored, {back} came back as they were"
            );
            self.audience.note(&text);
        }
    }
}

/// Whether all that is left is below some of these pieces.
fn is_of(left: &Frontier, given: &[Piece]) -> bool {
    let below = |piece: &Piece| given.iter().any(|of| piece.decisions.starts_with(&of.decisions));
    left.pieces.iter().all(below)
}

fn tell(job: &Job, message: &ToElsewhere) {
    if let Ok(body) = serde_json::to_vec(message) {
        job.tell(body);
    }
}

fn offer(connection: &Connection, task: &Task, words: Vec<OsString>) -> Option<Job> {
    let begin = task.begin(Role::Pieces);
    let words = words.into_iter().map(OsString::into_vec).collect();
    let task = serde_json::to_vec(&JobTask { words, begin }).ok()?;
    let offer = Offer { version: checkpoint::version(), task, patience: PATIENCE };
    Job::offer(connection, offer).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_engine::Decision;

    #[test]
    fn what_is_left_is_of_what_was_given() {
        let piece = |numbers: &[u64]| {
            let decisions = numbers.iter().map(|number| Decision::fork(*number)).collect();
            Piece { decisions, ..Piece::default() }
        };
        let given = [piece(&[1, 2]), piece(&[3])];
        let of = |pieces: Vec<Piece>| is_of(&Frontier::of(pieces), &given);
        assert!(of(vec![piece(&[1, 2]), piece(&[3, 4, 5])]));
        assert!(of(Vec::new()));
        assert!(!of(vec![piece(&[3]), piece(&[1])]));
        assert!(!of(vec![piece(&[])]));
    }
}
