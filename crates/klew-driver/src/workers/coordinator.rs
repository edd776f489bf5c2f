//! The call's side of its workers: they are started once the call has lasted a while, and ended with the call.
//!
//! **Invariant**: the engine that explores never waits for a worker: the program is printed, and what comes is read, by a thread.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use klew_engine::{Control, Elsewhere, Exchange, Frontier, News, Shown};
use klew_ir::{FunctionId, Program, PropertySet, print_numbered_program};

use super::accounts::AccountMessage;
use super::messages::{Answer, Begin, FromWorker, ToWorker};
use super::pieces::Pieces;
use super::queue::{Remote, RemoteTask};
use crate::engines::Registered;
use crate::guard::Guard;
use crate::process::end_group;
use crate::turns;

/// What workers get to do.
pub(crate) struct Task {
    /// How they are called: a program and its arguments.
    pub(crate) command: Vec<OsString>,
    /// When, after the work begins.
    pub(crate) after: Duration,
    /// The program.
    pub(crate) program: Program,
    /// What is asked about.
    pub(crate) properties: PropertySet,
    /// The function that says which inputs there are.
    pub(crate) precondition: Option<FunctionId>,
    /// The global that says how many bytes of input there are.
    pub(crate) short_inputs: Option<&'static str>,
    /// How many workers there are.
    pub(crate) workers: usize,
    /// Whether the first is to have other engines work.
    pub(crate) engines: bool,
    /// Whether all are to explore pieces.
    pub(crate) pieces: bool,
    /// The engine beside which all that is.
    pub(crate) beside: &'static Registered,
}

impl Task {
    /// As a worker is told it, but for what is different for each: its engines, its time and its memory.
    pub(super) fn begin(&self, program: String) -> Begin {
        Begin {
            program,
            properties: self.properties.iter().map(|property| property.name().to_owned()).collect(),
            precondition: self.precondition.map(|function| function.0),
            short_inputs: self.short_inputs.map(str::to_owned),
            time: None,
            memory: u64::MAX,
            engines: None,
            pieces: self.pieces,
        }
    }
}

/// The workers, as the call sees them.
pub(crate) struct Coordinator {
    workers: Vec<Worker>,
    /// What they explore, where they do.
    pieces: Option<Rc<Pieces>>,
    /// Who waits for an answer.
    asking: Option<Asking>,
    /// Whether the first has other engines work.
    engines: bool,
}

impl Coordinator {
    /// Of workers that are started if the work on the task takes long, and those of a queue if there is one.
    pub(crate) fn new(task: Task, remote: Option<RemoteTask>, guard: &Guard) -> Coordinator {
        let (engines, shares) = (task.engines, task.pieces);
        let task = Arc::new(task);
        let workers: Vec<Worker> =
            (0..task.workers).map(|number| Worker::new(&task, number, guard)).collect();
        let processes = workers.iter().map(|worker| Arc::clone(&worker.process));
        let remote = remote.map(|remote| Remote::new(remote, &task));
        let pieces = shares.then(|| Rc::new(Pieces::of(processes, remote)));
        Coordinator { workers, pieces, asking: None, engines }
    }

    /// What forward execution hands over its states to, if it does.
    pub(crate) fn exchange(&self) -> Option<Rc<dyn Exchange>> {
        Some(Rc::clone(self.pieces.as_ref()?) as Rc<dyn Exchange>)
    }

    /// The next thing that a worker came to which is for the desk.
    fn next(&mut self, number: usize) -> Option<News> {
        loop {
            let worker = self.workers.get_mut(number)?;
            match worker.next()? {
                Said::Message(FromWorker::Done) => {
                    worker.done();
                    return None;
                }
                Said::Message(message) => {
                    if !self.is_of_pieces(number, &message) {
                        let worker = self.workers.get_mut(number)?;
                        return worker.news(message).or_else(|| self.lose(number));
                    }
                }
                Said::Nothing => return self.lose(number),
            }
        }
    }

    /// Takes a message that is about pieces.
    fn is_of_pieces(&mut self, number: usize, message: &FromWorker) -> bool {
        let Some(pieces) = &self.pieces else { return false };
        match message {
            FromWorker::Idle => pieces.idle(number),
            FromWorker::Explored { account, left, again } => {
                let account = AccountMessage::clone(account).account("forward");
                let (Some(account), Ok(left)) = (account, Frontier::parse(left)) else {
                    return false;
                };
                pieces.explored(number, account, left, *again);
            }
            _ => return false,
        }
        true
    }

    /// A worker said something that cannot be, or ended by itself.
    fn lose(&mut self, number: usize) -> Option<News> {
        self.workers.get_mut(number)?.lose();
        if let Some(pieces) = &self.pieces {
            pieces.lost(number);
        }
        None
    }
}

impl Elsewhere for Coordinator {
    fn news(&mut self) -> Option<News> {
        for number in 0..self.workers.len() {
            if let Some(news) = self.next(number) {
                let asks = matches!(news, News::Found(_));
                self.asking = asks.then_some(Asking::Process(number));
                return Some(news);
            }
        }
        let (news, asking) = self.pieces.as_ref()?.found_elsewhere()?;
        self.asking = Some(Asking::Elsewhere(asking));
        Some(news)
    }

    fn answer(&mut self, shown: Shown, control: Control) {
        let answer = Answer::of(shown, control);
        match self.asking.take() {
            Some(Asking::Process(number)) => {
                let Some(worker) = self.workers.get(number) else { return };
                // A worker that is gone is noticed by what it does not say.
                let _ = worker.process.tell(&ToWorker::Answer(answer));
            }
            Some(Asking::Elsewhere(worker)) => {
                if let Some(pieces) = &self.pieces {
                    pieces.answer_elsewhere(worker, answer);
                }
            }
            None => {}
        }
    }

    fn is_lost(&self) -> bool {
        let first = self.workers.first();
        !self.engines || first.is_none_or(|worker| matches!(worker.state, State::Lost))
    }
}

/// Who waits for an answer.
enum Asking {
    /// A process beside the call.
    Process(usize),
    /// A worker elsewhere, with the number of what it found.
    Elsewhere((String, u64)),
}

/// One of them.
struct Worker {
    guard: Guard,
    begun: Instant,
    number: usize,
    /// How many source types its program has.
    types: usize,
    state: State,
    process: Arc<Process>,
}

enum State {
    /// The call may be over soon.
    Waiting(Arc<Task>),
    /// The worker is on its way.
    Working(Receiver<FromWorker>),
    /// It has nothing more to say.
    Done,
    /// It could not be started, or broke off.
    Lost,
}

/// What comes of a worker.
enum Said {
    /// This.
    Message(FromWorker),
    /// Nothing any more.
    Nothing,
}

/// The process.
#[derive(Default)]
pub(crate) struct Process {
    slot: Mutex<Slot>,
    input: Mutex<Option<ChildStdin>>,
}

#[derive(Default)]
struct Slot {
    child: Option<Child>,
    /// Whether none is to be started any more.
    over: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker {
    fn new(task: &Arc<Task>, number: usize, guard: &Guard) -> Worker {
        Worker {
            guard: guard.clone(),
            begun: Instant::now(),
            number,
            types: task.program.types.len(),
            state: State::Waiting(Arc::clone(task)),
            process: Arc::default(),
        }
    }

    fn start(&self, task: Arc<Task>) -> State {
        let (sender, receiver) = mpsc::channel();
        let (process, guard) = (Arc::clone(&self.process), self.guard.clone());
        let thread = std::thread::Builder::new().name("worker".to_owned());
        let engines = task.engines && self.number == 0;
        // What goes wrong there drops the sender.
        let work = move || {
            let _ = process.accompany((&task, engines), &guard, &sender);
        };
        match thread.spawn(work) {
            Ok(_) => State::Working(receiver),
            Err(_) => State::Lost,
        }
    }

    /// What it said next, if it did.
    fn next(&mut self) -> Option<Said> {
        match &self.state {
            State::Waiting(task) if self.begun.elapsed() >= task.after => {
                self.state = self.start(Arc::clone(task));
                None
            }
            State::Working(receiver) => match receiver.try_recv() {
                Ok(message) => Some(Said::Message(message)),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => Some(Said::Nothing),
            },
            State::Waiting(_) | State::Done | State::Lost => None,
        }
    }

    /// What a message is to the desk; none if it cannot be.
    fn news(&mut self, message: FromWorker) -> Option<News> {
        self.guard.awake();
        message.news(self.types)
    }

    fn lose(&mut self) {
        self.process.end(&self.guard);
        self.state = State::Lost;
    }

    /// Ends it: it has nothing more to say.
    fn done(&mut self) {
        self.process.end(&self.guard);
        self.state = State::Done;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.process.end(&self.guard);
    }
}

impl Process {
    /// Starts the process, gives it the task, and passes on what it says until it ends.
    fn accompany(
        &self,
        (task, engines): (&Task, bool),
        guard: &Guard,
        news: &Sender<FromWorker>,
    ) -> std::io::Result<()> {
        let program = print_numbered_program(&task.program);
        let end = guard.end_of_work();
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        let begin = Begin {
            time: left.map(|left| left.as_millis() as u64),
            memory: guard.memory() / 2 / task.workers.max(1) as u64,
            engines: engines.then(|| task.beside.name.to_owned()),
            ..task.begin(program)
        };
        let Some(output) = self.start(&task.command, guard)? else { return Ok(()) };
        self.tell(&ToWorker::Begin(Box::new(begin)))?;
        for line in BufReader::new(output).lines() {
            let Ok(message) = serde_json::from_str::<FromWorker>(&line?) else { break };
            let wakes = turns::has_long_queries(task.beside) && message.may_settle();
            if news.send(message).is_err() {
                break;
            }
            if wakes {
                guard.wake();
            }
        }
        Ok(())
    }

    /// Starts the process, unless the call is over.
    pub(super) fn start(
        &self,
        command: &[OsString],
        guard: &Guard,
    ) -> std::io::Result<Option<ChildStdout>> {
        let Some((program, arguments)) = command.split_first() else { return Ok(None) };
        let mut slot = lock(&self.slot);
        if slot.over {
            return Ok(None);
        }
        // A group of its own: Ctrl-C on the terminal is the call's, and ending the group ends the worker's solvers, too.
        let mut child = Command::new(program)
            .args(arguments)
            .arg0("klew")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        guard.worker_started(child.id());
        *lock(&self.input) = child.stdin.take();
        let output = child.stdout.take();
        slot.child = Some(child);
        Ok(output)
    }

    /// Tells it something.
    pub(super) fn tell(&self, message: &ToWorker) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        match &mut *lock(&self.input) {
            Some(input) => {
                input.write_all(&line)?;
                input.flush()
            }
            None => Ok(()),
        }
    }

    /// Ends it, if it was started, and all that it started.
    pub(super) fn end(&self, guard: &Guard) {
        let mut slot = lock(&self.slot);
        slot.over = true;
        let Some(mut child) = slot.child.take() else { return };
        end_group(child.id());
        guard.worker_ended(child.id());
        // It was killed, so this does not wait.
        let _ = child.wait();
    }
}
