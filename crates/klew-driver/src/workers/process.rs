//! A worker's process, as the call sees it: it is started, told things, stopped while others have their turns, and ended.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::coordinator::{Role, Task};
use super::messages::{Begin, FromWorker, ToWorker};
use crate::guard::Guard;
use crate::process::{end_group, rest_group};
use crate::turns;

/// The process.
#[derive(Default)]
pub(crate) struct Process {
    slot: Mutex<Slot>,
    input: Mutex<Option<ChildStdin>>,
}

#[derive(Default)]
struct Slot {
    child: Option<Child>,
    /// Whether it is stopped, or is to be once it is there.
    rests: bool,
    /// Whether none is to be started any more.
    over: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Process {
    /// Starts the process, gives it the task, and passes on what it says until it ends.
    pub(super) fn accompany(
        &self,
        (task, role): (&Task, Role),
        guard: &Guard,
        news: &Sender<FromWorker>,
    ) -> std::io::Result<()> {
        let end = guard.end_of_work();
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        let begin = Begin {
            time: left.map(|left| left.as_millis() as u64),
            memory: guard.memory() / 2 / task.seats.max(1) as u64,
            ..task.begin(role)
        };
        let Some(output) = self.start(&task.command, guard)? else { return Ok(()) };
        self.tell(&ToWorker::Begin(Box::new(begin)))?;
        for line in BufReader::new(output).lines() {
            let Ok(message) = serde_json::from_str::<FromWorker>(&line?) else { break };
            // Who explores states would have to ask anew, so it is stopped only where that was its last query.
            let wakes = match turns::has_long_queries(task.beside) {
                true => message.may_settle(),
                false => message.settles_all(),
            };
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
        if slot.rests {
            rest_group(child.id(), true);
        }
        *lock(&self.input) = child.stdin.take();
        let output = child.stdout.take();
        slot.child = Some(child);
        Ok(output)
    }

    /// Whether it can be told something.
    pub(super) fn hears(&self) -> bool {
        lock(&self.input).is_some()
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

    /// Stops it, or lets it go on, with all that it started.
    pub(super) fn rest(&self, rests: bool) {
        let mut slot = lock(&self.slot);
        slot.rests = rests;
        // It is not waited for while the slot is locked, so its number is nobody else's.
        if let Some(child) = &slot.child {
            rest_group(child.id(), rests);
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
