//! The call's side of a worker: it is started once the call has lasted a while, and ended with the call.
//!
//! **Invariant**: the engine that explores never waits for a worker: the program is printed, and what comes is read, by a thread.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use klew_engine::{Control, Elsewhere, News, Shown};
use klew_ir::{FunctionId, Program, PropertySet, print_numbered_program};

use super::messages::{Answer, Begin, FromWorker, ToWorker};
use crate::guard::Guard;
use crate::process::end_group;

/// What has not ended by then is worth a worker.
const PATIENCE: Duration = Duration::from_millis(300);

/// What a worker gets to do.
pub(crate) struct Task {
    /// How it is called: a program and its arguments.
    pub(crate) command: Vec<OsString>,
    /// The program.
    pub(crate) program: Program,
    /// What is asked about.
    pub(crate) properties: PropertySet,
    /// The function that says which inputs there are.
    pub(crate) precondition: Option<FunctionId>,
    /// The global that says how many bytes of input there are.
    pub(crate) short_inputs: Option<&'static str>,
}

/// A worker, as the call sees it.
pub(crate) struct Coordinator {
    guard: Guard,
    begun: Instant,
    /// How many source types its program has.
    types: usize,
    state: State,
    worker: Arc<Worker>,
}

enum State {
    /// The call may be over soon.
    Waiting(Box<Task>),
    /// The worker is on its way.
    Working(Receiver<FromWorker>),
    /// It has nothing more to say.
    Done,
    /// It could not be started, or broke off.
    Lost,
}

/// The process.
#[derive(Default)]
struct Worker {
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

impl Coordinator {
    /// Of a worker that is started if the work on the task takes long.
    pub(crate) fn new(task: Task, guard: &Guard) -> Coordinator {
        Coordinator {
            guard: guard.clone(),
            begun: Instant::now(),
            types: task.program.types.len(),
            state: State::Waiting(Box::new(task)),
            worker: Arc::default(),
        }
    }

    fn start(&mut self, task: Task) -> State {
        let (sender, receiver) = mpsc::channel();
        let (worker, guard) = (Arc::clone(&self.worker), self.guard.clone());
        let thread = std::thread::Builder::new().name("worker".to_owned());
        // What goes wrong there drops the sender.
        let work = move || {
            let _ = worker.accompany(&task, &guard, &sender);
        };
        match thread.spawn(work) {
            Ok(_) => State::Working(receiver),
            Err(_) => State::Lost,
        }
    }

    /// Ends the worker, which said something that cannot be or ended by itself.
    fn lose(&mut self) {
        self.worker.end(&self.guard);
        self.state = State::Lost;
    }
}

impl Elsewhere for Coordinator {
    fn news(&mut self) -> Option<News> {
        match &self.state {
            State::Waiting(_) if self.begun.elapsed() < PATIENCE => None,
            State::Waiting(_) => {
                let State::Waiting(task) = std::mem::replace(&mut self.state, State::Lost) else {
                    return None;
                };
                self.state = self.start(*task);
                None
            }
            State::Working(receiver) => match receiver.try_recv() {
                Ok(FromWorker::Done) => {
                    self.worker.end(&self.guard);
                    self.state = State::Done;
                    None
                }
                Ok(message) => {
                    let news = message.news(self.types);
                    if news.is_none() {
                        self.lose();
                    }
                    news
                }
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => {
                    self.lose();
                    None
                }
            },
            State::Done | State::Lost => None,
        }
    }

    fn answer(&mut self, shown: Shown, control: Control) {
        // A worker that is gone is noticed by what it does not say.
        let _ = self.worker.tell(&ToWorker::Answer(Answer::of(shown, control)));
    }

    fn is_lost(&self) -> bool {
        matches!(self.state, State::Lost)
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        self.worker.end(&self.guard);
    }
}

impl Worker {
    /// Starts the process, gives it the task, and passes on what it says until it ends.
    fn accompany(
        &self,
        task: &Task,
        guard: &Guard,
        news: &Sender<FromWorker>,
    ) -> std::io::Result<()> {
        let program = print_numbered_program(&task.program);
        let end = guard.end_of_work();
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        let begin = Begin {
            program,
            properties: task.properties.iter().map(|property| property.name().to_owned()).collect(),
            precondition: task.precondition.map(|function| function.0),
            short_inputs: task.short_inputs.map(str::to_owned),
            time: left.map(|left| left.as_millis() as u64),
            memory: guard.memory() / 2,
        };
        let Some(output) = self.start(&task.command, guard)? else { return Ok(()) };
        self.tell(&ToWorker::Begin(Box::new(begin)))?;
        for line in BufReader::new(output).lines() {
            let Ok(message) = serde_json::from_str(&line?) else { break };
            if news.send(message).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Starts the process, unless the call is over.
    fn start(&self, command: &[OsString], guard: &Guard) -> std::io::Result<Option<ChildStdout>> {
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

    fn tell(&self, message: &ToWorker) -> std::io::Result<()> {
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
    fn end(&self, guard: &Guard) {
        let mut slot = lock(&self.slot);
        slot.over = true;
        let Some(mut child) = slot.child.take() else { return };
        end_group(child.id());
        guard.worker_ended(child.id());
        // It was killed, so this does not wait.
        let _ = child.wait();
    }
}
