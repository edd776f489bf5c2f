//! The call's side of its workers: they are started once the call has lasted a while, work in turns, and are ended with the call.
//!
//! **Invariant**: the engine that explores never waits for a worker: the program is printed, and what comes is read, by threads.

use std::ffi::OsString;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use klew_engine::{Control, Elsewhere, Exchange, Frontier, News, Shown};
use klew_ir::{FunctionId, Program, PropertySet, print_numbered_program};

use super::accounts::AccountMessage;
use super::messages::{Answer, Begin, FromWorker, ToWorker};
use super::pieces::Pieces;
use super::process::Process;
use super::queue::{Remote, RemoteTask};
use super::rotation::{Change, Rotation};
use super::values::Aim;
use crate::companions::{Companion, Slices};
use crate::engines::Registered;
use crate::guard::Guard;

/// What workers get to do.
pub(crate) struct Task {
    /// How they are called: a program and its arguments.
    pub(crate) command: Vec<OsString>,
    /// When, after the work begins.
    pub(crate) after: Duration,
    /// The program.
    pub(crate) program: Program,
    /// The same as text, once somebody asked for it.
    pub(crate) text: OnceLock<String>,
    /// What is asked about.
    pub(crate) properties: PropertySet,
    /// The function that says which inputs there are.
    pub(crate) precondition: Option<FunctionId>,
    /// The global that says how many bytes of input there are.
    pub(crate) short_inputs: Option<&'static str>,
    /// How many workers work at the same time.
    pub(crate) seats: usize,
    /// Engines that are to work, each in a process of its own.
    pub(crate) companions: Vec<(Companion, Slices)>,
    /// Whether others are to explore pieces.
    pub(crate) pieces: bool,
    /// The engine beside which all that is.
    pub(crate) beside: &'static Registered,
}

/// What a worker is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It is that engine.
    Engine(Companion),
    /// It explores pieces.
    Pieces,
}

/// For how long pieces are explored while engines wait.
const EXPLORING: Slices = Slices::of(900, 1200);

impl Task {
    /// The workers: engines first, as what they settle saves exploring.
    fn roles(&self) -> impl Iterator<Item = (Role, Slices)> {
        let engines =
            self.companions.iter().map(|(companion, slices)| (Role::Engine(*companion), *slices));
        let exploring = if self.pieces { self.seats } else { 0 };
        engines.chain((0..exploring).map(|_| (Role::Pieces, EXPLORING)))
    }

    /// As a worker is told it, but for its time and its memory.
    pub(super) fn begin(&self, role: Role) -> Begin {
        let companion = match role {
            Role::Engine(companion) => Some(companion.name().to_owned()),
            Role::Pieces => None,
        };
        let program = self.text.get_or_init(|| print_numbered_program(&self.program)).clone();
        Begin {
            program,
            properties: self.properties.iter().map(|property| property.name().to_owned()).collect(),
            precondition: self.precondition.map(|function| function.0),
            short_inputs: self.short_inputs.map(str::to_owned),
            time: None,
            memory: u64::MAX,
            pieces: role == Role::Pieces,
            companion,
        }
    }
}

/// The workers, as the call sees them.
pub(crate) struct Coordinator {
    workers: Vec<Worker>,
    /// How many source types the program has.
    types: usize,
    /// What they explore, where they do.
    pieces: Option<Rc<Pieces>>,
    /// Who waits for an answer.
    asking: Option<Asking>,
    /// Where runs that workers found were seen to fail.
    told: Vec<Aim>,
    /// Checks that hold, as workers proved.
    settled: Vec<u32>,
    turns: Arc<Turns>,
    guard: Guard,
}

impl Coordinator {
    /// Of workers that are started if the work on the task takes long, and those of a queue if there is one.
    pub(crate) fn new(task: Task, remote: Option<RemoteTask>, guard: &Guard) -> Coordinator {
        let types = task.program.types.len();
        let roles: Vec<(Role, Slices)> = task.roles().collect();
        let (shares, task) = (task.pieces, Arc::new(task));
        let (senders, workers): (Vec<_>, Vec<_>) =
            roles.iter().map(|(role, _)| Worker::new(*role)).unzip();
        let processes = workers.iter().map(|worker| Arc::clone(&worker.process));
        let remote = remote.map(|remote| Remote::new(remote, &task));
        let pieces = shares.then(|| Rc::new(Pieces::of(processes.clone(), remote)));
        let seats = senders.into_iter().zip(processes).zip(&roles);
        let seats = seats.map(|((sender, process), (role, _))| Seat {
            role: *role,
            has_turn: false,
            sender: Some(sender),
            process,
        });
        let turns = Arc::new(Turns(Mutex::new(State {
            rotation: Rotation::new(roles.iter().map(|(_, slices)| *slices), task.seats),
            seats: seats.collect(),
            is_over: false,
        })));
        if !workers.is_empty() {
            Turns::begin(&turns, task, guard);
        }
        let (asking, told, settled) = (None, Vec::new(), Vec::new());
        let guard = guard.clone();
        Coordinator { workers, types, pieces, asking, told, settled, turns, guard }
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
                    self.end(number, Standing::Done);
                    return None;
                }
                Said::Message(FromWorker::FoldsLists) => {
                    self.turns.state().rotation.favoured(number);
                }
                Said::Message(message) => {
                    if self.is_of_pieces(number, &message) || self.is_told(number, &message) {
                        continue;
                    }
                    if message.settles() {
                        self.turns.state().rotation.settled(number);
                    }
                    if let FromWorker::Holds { check, .. } = &message {
                        self.settled.push(*check);
                    }
                    self.guard.awake();
                    return message.news(self.types).or_else(|| self.lose(number));
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

    /// Answers a worker that ran inputs to where another one came before: what was seen there is known.
    fn is_told(&self, number: usize, message: &FromWorker) -> bool {
        let FromWorker::Found(found) = message else { return false };
        if found.decisions.is_some() || !self.told.contains(&found.aim) {
            return false;
        }
        let answer = Answer::of(Shown::Replayed, Control::Continue);
        if let Some(worker) = self.workers.get(number) {
            // A worker that is gone is noticed by what it does not say.
            let _ = worker.process.tell(&ToWorker::Answer(answer));
        }
        true
    }

    /// A worker said something that cannot be, or ended by itself.
    fn lose(&mut self, number: usize) -> Option<News> {
        self.end(number, Standing::Lost);
        if let Some(pieces) = &self.pieces {
            pieces.lost(number);
        }
        None
    }

    /// Ends a worker, so that another one has its seat.
    fn end(&mut self, number: usize, standing: Standing) {
        let Some(worker) = self.workers.get_mut(number) else { return };
        worker.standing = standing;
        worker.process.end(&self.guard);
        self.turns.state().rotation.ended(number);
    }

    /// Tells engines that ask less then which checks others settled: those that work, as who rests does not read.
    fn pass_on_facts(&mut self) {
        let all = self.settled.len();
        let asks_less = |worker: &Worker| {
            let is_one =
                matches!(worker.role, Role::Engine(companion) if companion.asks_what_is_open());
            is_one && worker.standing == Standing::Working && worker.heard < all
        };
        if !self.workers.iter().any(asks_less) {
            return;
        }
        let state = self.turns.state();
        for (worker, seat) in self.workers.iter_mut().zip(&state.seats) {
            if !asks_less(worker) || !seat.has_turn || !worker.process.hears() {
                continue;
            }
            let news = self.settled.get(worker.heard..).unwrap_or_default().to_vec();
            worker.heard = all;
            // A worker that is gone is noticed by what it does not say.
            let _ = worker.process.tell(&ToWorker::Settled(news));
        }
    }

    /// Tells who explores pieces whether it has its turn: it is not stopped, as the call may wait for what it has.
    fn pass_on_turns(&self) {
        let Some(pieces) = &self.pieces else { return };
        for (number, seat) in self.turns.state().seats.iter().enumerate() {
            if seat.role == Role::Pieces {
                pieces.turn(number, seat.has_turn);
            }
        }
    }
}

impl Elsewhere for Coordinator {
    fn news(&mut self) -> Option<News> {
        self.pass_on_turns();
        self.pass_on_facts();
        for number in 0..self.workers.len() {
            if let Some(news) = self.next(number) {
                self.asking = match &news {
                    News::Found(found) => {
                        Some(Asking::Process(number, (&found.claim.target).into()))
                    }
                    _ => None,
                };
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
            Some(Asking::Process(number, aim)) => {
                if shown != Shown::Nothing && !self.told.contains(&aim) {
                    self.told.push(aim);
                }
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
        let is_engine = |worker: &&Worker| matches!(worker.role, Role::Engine(_));
        let mut engines = self.workers.iter().filter(is_engine).peekable();
        engines.peek().is_none() || engines.any(|worker| worker.standing == Standing::Lost)
    }

    fn end_the_endless(&mut self) {
        for number in 0..self.workers.len() {
            if self.workers[number].role == Role::Engine(Companion::Random) {
                self.end(number, Standing::Done);
            }
        }
    }

    fn is_at_end(&self) -> bool {
        let may_answer = |worker: &Worker| {
            matches!(worker.role, Role::Engine(_)) && worker.standing == Standing::Working
        };
        !self.workers.iter().any(may_answer)
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        self.turns.state().is_over = true;
        self.workers.iter().for_each(|worker| worker.process.end(&self.guard));
    }
}

/// Who waits for an answer.
enum Asking {
    /// A process beside the call, with what it found.
    Process(usize, Aim),
    /// A worker elsewhere, with the number of what it found.
    Elsewhere((String, u64)),
}

/// One of them.
struct Worker {
    role: Role,
    standing: Standing,
    news: Receiver<FromWorker>,
    process: Arc<Process>,
    /// How many of the checks that others settled it was told of.
    heard: usize,
}

/// How it is about a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It works, or will.
    Working,
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

impl Worker {
    fn new(role: Role) -> (Sender<FromWorker>, Worker) {
        let (sender, news) = mpsc::channel();
        let (standing, process) = (Standing::Working, Arc::default());
        (sender, Worker { role, standing, news, process, heard: 0 })
    }

    /// What it said next, if it did.
    fn next(&mut self) -> Option<Said> {
        match self.news.try_recv() {
            _ if self.standing != Standing::Working => None,
            Ok(message) => Some(Said::Message(message)),
            Err(TryRecvError::Disconnected) => Some(Said::Nothing),
            Err(TryRecvError::Empty) => None,
        }
    }
}

/// The turns of workers: a thread of their own looks at the clock, whatever the call does.
struct Turns(Mutex<State>);

struct State {
    rotation: Rotation,
    /// By the numbers of workers.
    seats: Vec<Seat>,
    is_over: bool,
}

/// What a worker's turns need.
struct Seat {
    role: Role,
    has_turn: bool,
    /// Until it is started.
    sender: Option<Sender<FromWorker>>,
    process: Arc<Process>,
}

/// After so long there is one seat more: what the call does by itself was not enough so far, and has two thirds of a processor from then on
/// where there are two.
const ONE_MORE: Duration = Duration::from_secs(5);
/// Between two looks at the clock.
const MOMENT: Duration = Duration::from_millis(10);

impl Turns {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets workers have their turns, once the call has lasted a while. Where there can be no thread, they are lost.
    fn begin(turns: &Arc<Turns>, task: Arc<Task>, guard: &Guard) {
        let (shared, guard) = (Arc::clone(turns), guard.clone());
        let begun = Instant::now();
        let thread = std::thread::Builder::new().name("turns".to_owned()).spawn(move || {
            loop {
                std::thread::sleep(MOMENT);
                let mut state = shared.state();
                if state.is_over {
                    return;
                }
                let elapsed = begun.elapsed();
                if elapsed >= task.after + ONE_MORE {
                    state.rotation.seats(task.seats + 1);
                }
                if elapsed >= task.after {
                    state.advance(&task, &guard);
                }
            }
        });
        if thread.is_err() {
            turns.state().seats.clear();
        }
    }
}

impl State {
    fn advance(&mut self, task: &Arc<Task>, guard: &Guard) {
        for change in self.rotation.advance(Instant::now()) {
            let (number, works) = match change {
                Change::Works(number) => (number, true),
                Change::Rests(number) => (number, false),
            };
            let Some(seat) = self.seats.get_mut(number) else { continue };
            seat.has_turn = works;
            match seat.sender.take() {
                Some(sender) => seat.start(sender, Arc::clone(task), guard.clone()),
                None if seat.role == Role::Pieces => {}
                None => seat.process.rest(!works),
            }
        }
    }
}

impl Seat {
    /// Starts the process. What goes wrong drops the sender, and the worker is lost.
    fn start(&self, sender: Sender<FromWorker>, task: Arc<Task>, guard: Guard) {
        let (process, role) = (Arc::clone(&self.process), self.role);
        let work = move || {
            let _ = process.accompany((&task, role), &guard, &sender);
        };
        let _ = std::thread::Builder::new().name("worker".to_owned()).spawn(work);
    }
}
