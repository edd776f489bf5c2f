//! klew's helper: klew itself, called again as `klew confined ORDER PROGRAM ARGUMENTS…`, which starts a program in a
//! sandbox, keeps all that it starts, and tells how it ended.
//!
//! What is set of a process before another program takes its place could be set between `fork` and `exec`, which needs
//! unsafe code; so it is set by a process of its own. Limits hold for it as well. Landlock and the filter of system calls
//! hold for a thread and what that starts: so the program is started by a thread of its own, and the helper is outside.
//! The helper takes in what loses its parent (`PR_SET_CHILD_SUBREAPER`); within bubblewrap's namespace, the
//! namespace ends with its first process in any case.
//!
//! **Invariant**: when the helper ends by itself, nothing is running that the program started.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, getpid, getppid, setsid, wait};
use serde::{Deserialize, Serialize};

use super::landlock::{self, Rules};
use super::limits::Limits;
use super::room::Furnished;
use super::visible::{hidden, visible};
use super::{Sandbox, Variables};
use crate::process::{Ending, end_all, leave_nothing, take_in};

/// The hidden command.
const COMMAND: &str = "confined";

static HELPER: OnceLock<PathBuf> = OnceLock::new();

/// To be called first in `main` by programs that link this crate: if this process is klew's helper, it does its work
/// and gives the exit code; else the program can be the helper from here on.
pub fn enter() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == COMMAND) {
        let rest: Vec<OsString> = arguments.collect();
        return Some(help(&rest));
    }
    if let Ok(own) = std::env::current_exe() {
        // Another call says the same.
        let _ = HELPER.set(own);
    }
    None
}

/// The program that is the helper, if there is one.
pub(super) fn path() -> Option<&'static Path> {
    HELPER.get().map(PathBuf::as_path)
}

/// What the helper is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Order {
    /// Where it writes how the program ended.
    status: PathBuf,
    limits: Limits,
    /// What Landlock is to see to.
    rules: Option<Rules>,
    /// Of the program, not of the helper.
    variables: Variables,
    /// The process without which it ends; none in a namespace, which ends by itself.
    parent: Option<i32>,
}

impl Order {
    /// For a run of that time.
    pub(super) fn of(
        sandbox: Sandbox,
        room: &Furnished,
        variables: Variables,
        time: Duration,
    ) -> Order {
        let rules = (sandbox == Sandbox::Landlock).then(|| {
            // Of devices only those that everybody may have: disks hold what is hidden.
            let hidden: Vec<PathBuf> = hidden().into_iter().chain(["/dev".into()]).collect();
            let reads = visible(&hidden).into_iter().chain(room.reads.iter().cloned());
            Rules { reads: reads.collect(), writes: room.writable(), tcp: room.sockets }
        });
        Order {
            status: room.status(),
            limits: Limits::of(time),
            rules,
            variables,
            parent: (sandbox != Sandbox::Bubblewrap).then(|| getpid().as_raw_nonzero().get()),
        }
    }

    /// That tries whether a sandbox works: there is no program.
    pub(super) fn probe(room: &Furnished) -> Order {
        Order::of(Sandbox::Bubblewrap, room, Variables::new(), Duration::from_secs(1))
    }

    /// The helper's arguments.
    pub(super) fn words(&self) -> [String; 2] {
        [COMMAND.to_owned(), serde_json::to_string(self).unwrap_or_default()]
    }

    /// How the program ended; an error if it was not started, nothing if the helper did not say.
    pub(super) fn read_status(&self) -> Option<Result<Ending, String>> {
        let text = fs::read_to_string(&self.status).ok()?;
        let (word, rest) = text.split_once(' ')?;
        match word {
            "exit" => rest.parse().ok().map(|code| Ok(Ending::Exit(code))),
            "signal" => rest.parse().ok().map(|number| Ok(Ending::Signal(number))),
            _ => Some(Err(rest.to_owned())),
        }
    }
}

fn help(words: &[OsString]) -> ExitCode {
    let order = words.first().and_then(|word| word.to_str());
    let order = order.and_then(|text| serde_json::from_str::<Order>(text).ok());
    let Some(order) = order else {
        eprintln!("error: klew calls `klew confined` by itself, to run programs in a sandbox");
        return ExitCode::from(2);
    };
    if words.len() == 1 {
        return ExitCode::SUCCESS;
    }
    let status = match keep(&order, &words[1..]) {
        Ok(Ending::Signal(number)) => format!("signal {number}"),
        Ok(Ending::Exit(code)) => format!("exit {code}"),
        Ok(_) => String::new(),
        Err(why) => format!("error {why}"),
    };
    match fs::write(&order.status, status) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Starts the program, waits for it, and ends what is left.
fn keep(order: &Order, words: &[OsString]) -> Result<Ending, String> {
    if order.parent.is_some() {
        setsid().map_err(|error| format!("a new session cannot be begun: {error}"))?;
    }
    let own = getpid();
    take_in().map_err(|error| format!("lost processes cannot be taken in: {error}"))?;
    // If memory is short, this goes first; a kernel may not let it.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    if let Some(parent) = order.parent {
        follow_parent(own, Pid::from_raw(parent));
    }
    order.limits.set().map_err(|why| format!("a limit cannot be set: {why}"))?;
    let program = start(order, words)?;
    let ending = loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((process, status))) if process == program => {
                break match (status.exit_status(), status.terminating_signal()) {
                    (Some(code), _) => Ending::Exit(code),
                    (None, signal) => Ending::Signal(signal.unwrap_or(0)),
                };
            }
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(format!("it cannot be waited for: {error}")),
        }
    };
    leave_nothing(None);
    Ok(ending)
}

/// Starts the program from a thread that is held to the rules.
fn start(order: &Order, words: &[OsString]) -> Result<Pid, String> {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    set_variables(&mut command, &order.variables);
    let starting = std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            if let Some(rules) = &order.rules {
                landlock::apply(rules)?;
            }
            let child = command.spawn().map_err(|error| error.to_string())?;
            Ok(Pid::from_child(&child))
        });
        thread.join()
    });
    starting.unwrap_or_else(|_| Err("klew's helper failed".to_owned()))
}

/// Sets a command's environment.
pub(super) fn set_variables(command: &mut Command, variables: &Variables) {
    for (name, value) in variables {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
}

/// Ends everything if klew is gone, however it ended.
fn follow_parent(own: Pid, parent: Option<Pid>) {
    std::thread::spawn(move || {
        while getppid() == parent {
            std::thread::sleep(Duration::from_millis(50));
        }
        while end_all(own) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::process::exit(1);
    });
}
