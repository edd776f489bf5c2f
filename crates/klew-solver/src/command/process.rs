//! A child process that is written commands and read S-expressions.
//!
//! A thread reads its output, so that waiting for an answer can be given up.

use std::{
    fmt,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use super::sexpr::{Reader, Sexpr};
use crate::{backend::BackendError, interrupt::Interrupt};

/// How often a wait looks at the interrupt.
const PATIENCE: Duration = Duration::from_millis(10);

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    TimeLimit,
    Interrupted,
    Died,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TimeLimit => "it took too long",
            Self::Interrupted => "it was interrupted",
            Self::Died => "it ended",
        })
    }
}

/// The process; dropping it kills it.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// None once it was closed.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    reader: Reader,
}

impl Process {
    /// A command line, of words.
    pub(super) fn start(command: &str) -> Result<Self, BackendError> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        Process::start_program(program, &words)
    }

    /// A program with its arguments.
    pub(crate) fn start_program(program: &str, arguments: &[&str]) -> Result<Self, BackendError> {
        let failed = |why: &str| BackendError::Failed(format!("cannot run `{program}`: {why}"));
        if program.is_empty() {
            return Err(failed("no program is named"));
        }
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(&error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = pipes else { return Err(failed("it has no pipes")) };
        let (sender, lines) = channel();
        // Ends by itself when the process does or when nobody listens any more.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input: Some(input), lines, reader: Reader::default() })
    }

    pub(crate) fn send(&mut self, text: &str) -> Result<(), BackendError> {
        let gone = || BackendError::Failed("the solver's input was closed".to_owned());
        let input = self.input.as_mut().ok_or_else(gone)?;
        let written = input.write_all(text.as_bytes()).and_then(|()| input.flush());
        written.map_err(|error| BackendError::Failed(format!("the solver is gone: {error}")))
    }

    /// Nothing more will be sent.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next S-expression of the output.
    pub(crate) fn receive(
        &mut self,
        deadline: Option<Instant>,
        interrupt: &Interrupt,
    ) -> Result<Sexpr, Stopped> {
        loop {
            if let Some(sexpr) = self.reader.next() {
                return Ok(sexpr);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let wait = left.map_or(PATIENCE, |left| left.min(PATIENCE));
            match self.lines.recv_timeout(wait) {
                Ok(line) => self.reader.feed(&line),
                Err(RecvTimeoutError::Disconnected) => return Err(Stopped::Died),
                Err(RecvTimeoutError::Timeout) if interrupt.is_requested() => {
                    return Err(Stopped::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_some_and(|left| left <= wait) => {
                    return Err(Stopped::TimeLimit);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
