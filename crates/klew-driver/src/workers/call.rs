//! The call at the other end of a worker's standard input and output.
//!
//! **Invariant**: when the input ends, whatever it is doing, the worker does, with all that it started.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nix::unistd::{getpgrp, getpid};

use super::messages::{Answer, Begin, FromWorker, ToWorker};
use crate::process::end_group;

/// The call.
pub(super) struct Call {
    messages: Receiver<ToWorker>,
    output: RefCell<std::io::Stdout>,
    /// Pieces that came while something else was waited for.
    pieces: RefCell<VecDeque<String>>,
    held: Arc<Mutex<Held>>,
    /// Checks that hold, as others proved; taken from here.
    settled: Arc<Mutex<Vec<u32>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there are pieces here, and whether they are wanted back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Held {
    /// There are none; who wants them back did not know yet.
    #[default]
    None,
    Pieces,
    WantedBack,
}

impl Call {
    /// Begins to read.
    pub(super) fn listen() -> Call {
        let (sender, messages) = mpsc::channel();
        let held = Arc::new(Mutex::new(Held::None));
        let seen = Arc::clone(&held);
        let settled = Arc::<Mutex<Vec<u32>>>::default();
        let news = Arc::clone(&settled);
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines() {
                let Ok(line) = line else { break };
                let Ok(message) = serde_json::from_str::<ToWorker>(&line) else { break };
                let mut held = lock(&seen);
                match &message {
                    ToWorker::Explore(_) => *held = Held::Pieces,
                    ToWorker::Return => {
                        if *held == Held::Pieces {
                            *held = Held::WantedBack;
                        }
                        continue;
                    }
                    ToWorker::Settled(checks) => {
                        lock(&news).extend(checks);
                        continue;
                    }
                    ToWorker::Begin(_) | ToWorker::Answer(_) => {}
                }
                drop(held);
                if sender.send(message).is_err() {
                    break;
                }
            }
            end_process();
        });
        let (output, pieces) = (RefCell::new(std::io::stdout()), RefCell::default());
        Call { messages, output, pieces, held, settled }
    }

    /// The task; none if something else comes.
    pub(super) fn begin(&self) -> Option<Box<Begin>> {
        match self.messages.recv() {
            Ok(ToWorker::Begin(begin)) => Some(begin),
            Ok(_) => None,
            Err(_) => end_process(),
        }
    }

    /// The answer to what was asked.
    pub(super) fn answer(&self) -> Answer {
        loop {
            match self.messages.recv() {
                Ok(ToWorker::Answer(answer)) => return answer,
                Ok(other) => self.keep(other),
                Err(_) => end_process(),
            }
        }
    }

    /// Pieces to explore, once some come.
    pub(super) fn pieces(&self) -> String {
        loop {
            if let Some(pieces) = self.pieces.borrow_mut().pop_front() {
                return pieces;
            }
            match self.messages.recv() {
                Ok(message) => self.keep(message),
                Err(_) => end_process(),
            }
        }
    }

    fn keep(&self, message: ToWorker) {
        if let ToWorker::Explore(pieces) = message {
            self.pieces.borrow_mut().push_back(pieces);
        }
    }

    /// Whether the pieces that were given are wanted back.
    pub(super) fn wants_pieces_back(&self) -> bool {
        *lock(&self.held) == Held::WantedBack
    }

    /// The pieces that were given are given back.
    pub(super) fn gives_pieces_back(&self) {
        *lock(&self.held) = Held::None;
    }

    /// One of the checks that hold, as others proved; each once.
    pub(super) fn settled(&self) -> Option<u32> {
        lock(&self.settled).pop()
    }

    /// Says something.
    pub(super) fn tell(&self, message: &FromWorker) {
        let Ok(mut line) = serde_json::to_vec(message) else { return };
        line.push(b'\n');
        let mut output = self.output.borrow_mut();
        if output.write_all(&line).and_then(|()| output.flush()).is_err() {
            end_process();
        }
    }

    /// Until the call ends.
    pub(super) fn wait(&self) -> ! {
        while self.messages.recv().is_ok() {}
        end_process()
    }
}

/// Ends this process, and its group if that is its own: solvers that it started are in it.
pub(super) fn end_process() -> ! {
    if getpgrp() == getpid() {
        end_group(std::process::id());
    }
    std::process::exit(0);
}
