//! Runs programs that nobody trusts: the program under test, with inputs that were made to break it.
//!
//! A run gets a [`Room`]: a folder of its own to work in, a private folder for temporary files, and what it may read.
//! The system is there to be read, the homes of users and what others keep in `/tmp` and `/run` are not, and there is
//! no network. Who sees to that is, by what the machine has:
//!
//! 1. bubblewrap (`bwrap`): namespaces of its own for mounts, processes, network and the rest (`bubblewrap.rs`);
//! 2. else Landlock, and a filter of system calls against sockets (`landlock.rs`, `filter.rs`);
//! 3. else nobody, which the result says.
//!
//! In each case klew's own helper (`helper.rs`: klew, called again as `klew confined`) starts the program: it sets the
//! kernel's limits (`limits.rs`), keeps all that the program starts, ends what is left and tells how the program ended.
//! Time, memory, processes and what is written are watched from outside ([`crate::process`]).
//!
//! **Invariant**: a program runs by [`Confinement::run`] or not at all; compilers, which execute nothing of it, by
//! [`crate::process::run_tool`].
//! **Invariant**: how a run ended is told as if the program had been started directly: exit codes, signals, time.

mod bubblewrap;
mod capabilities;
mod filter;
mod helper;
mod landlock;
mod limits;
mod room;
mod visible;

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use klew_report::report::NativeRuns;

pub use helper::enter;
pub use room::Room;

use crate::process::{self, Allowance, Bounds, Ending, Finished};
use helper::Order;
use room::Furnished;

/// What keeps a program apart from the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    /// Namespaces, made by `bwrap`.
    Bubblewrap,
    /// The kernel's Landlock, and a filter of system calls.
    Landlock,
    /// Nothing; there are limits all the same, where klew's helper can be started.
    None,
}

impl Sandbox {
    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Sandbox::Bubblewrap => "bubblewrap",
            Sandbox::Landlock => "landlock",
            Sandbox::None => "none",
        }
    }
}

/// Which sandbox is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The best that works; `KLEW_SANDBOX` names one.
    #[default]
    Best,
    /// None.
    None,
}

/// The sandbox that is used, and what the result says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chosen {
    sandbox: Sandbox,
    missing: Vec<String>,
}

/// How programs are run: for all runs of a call.
#[derive(Clone, Debug)]
pub struct Confinement {
    wanted: Wanted,
    /// Where rooms are made.
    work: PathBuf,
    /// Found out when the first program is run.
    chosen: Arc<OnceLock<Chosen>>,
}

/// What a run reads on standard input.
#[derive(Debug)]
pub enum StandardInput<'f> {
    /// Nothing.
    Empty,
    /// A file, as a copy: who has a file open may open it again, to write.
    File(&'f Path),
    /// A pipe.
    Stream(Stdio),
}

/// Processes that a run may have at a time.
const PROCESSES: usize = 256;
/// Threads of all of them.
const THREADS: usize = 2048;
/// Bytes that it may write in all, where the disk has more than twice as much left.
const WRITTEN: u64 = 256 << 20;

impl Confinement {
    /// With rooms in that folder, which exists.
    pub fn new(wanted: Wanted, work: &Path) -> Confinement {
        Confinement { wanted, work: work.to_owned(), chosen: Arc::default() }
    }

    /// What the result says, if something was run.
    pub fn told(&self) -> Option<NativeRuns> {
        let Chosen { sandbox, missing } = self.chosen.get()?;
        Some(NativeRuns { sandbox: sandbox.name().to_owned(), missing: missing.clone() })
    }

    /// Runs a program in that room. Its folder is the one it works in, and `TMPDIR` is a folder of its own; what else
    /// the command says of its environment holds.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn run(
        &self,
        command: &Command,
        standard_input: StandardInput<'_>,
        room: &Room,
        allowance: Allowance,
    ) -> std::io::Result<Finished> {
        let chosen = self.chosen.get_or_init(|| choose(self.wanted, &self.work));
        let mut furnished = room.furnish(&self.work)?;
        let standard_input = match standard_input {
            StandardInput::Empty => Stdio::null(),
            StandardInput::Stream(stream) => stream,
            StandardInput::File(path) => furnished.standard_input(path)?.into(),
        };
        let bounds = Bounds {
            processes: PROCESSES,
            threads: THREADS,
            written: may_write(&self.work),
            folders: furnished.writable(),
            is_keeper: true,
        };
        let Some(helper) = helper::path() else {
            let bounds = Bounds { is_keeper: false, ..bounds };
            let mut alone = Command::new(command.get_program());
            alone.args(command.get_args()).process_group(0).current_dir(&furnished.folder);
            helper::set_variables(&mut alone, &variables(command, &furnished));
            return process::run_bounded(&mut alone, standard_input, allowance, &bounds);
        };
        let variables = variables(command, &furnished);
        let order = Order::of(chosen.sandbox, &furnished, variables, allowance.time);
        let mut confined = started(chosen.sandbox, helper, &order, &furnished);
        confined.arg(command.get_program()).args(command.get_args());
        let finished = process::run_bounded(&mut confined, standard_input, allowance, &bounds)?;
        told_by_helper(finished, &order)
    }
}

/// Bytes that a run may write below that folder: what fills the disk harms whoever else writes there.
fn may_write(folder: &Path) -> u64 {
    let left = rustix::fs::statvfs(folder).map_or(u64::MAX, |disk| disk.f_bavail * disk.f_frsize);
    WRITTEN.min(left / 2)
}

/// What a command says of its environment, with the private folder for temporary files.
fn variables(command: &Command, room: &Furnished) -> Variables {
    let own = command.get_envs().map(|(name, value)| (name.to_owned(), value.map(OsString::from)));
    let temporary = ("TMPDIR".into(), Some(room.temporary().into_os_string()));
    own.chain([temporary]).collect()
}

/// The command that starts the helper with that order, and waits for the program's name.
fn started(sandbox: Sandbox, helper: &Path, order: &Order, room: &Furnished) -> Command {
    let own = order.words();
    match sandbox {
        Sandbox::Bubblewrap => {
            let mut command = Command::new("bwrap");
            command.args(bubblewrap::arguments(room, helper)).arg(helper).args(own);
            command.process_group(0).current_dir(&room.folder);
            command
        }
        // It begins a session by itself, which the leader of a group cannot.
        Sandbox::Landlock | Sandbox::None => {
            let mut command = Command::new(helper);
            command.args(own).current_dir(&room.folder);
            command
        }
    }
}

/// How the program ended, by what the helper wrote down.
fn told_by_helper(finished: Finished, order: &Order) -> std::io::Result<Finished> {
    let (Ending::Exit(_) | Ending::Signal(_)) = finished.ending else { return Ok(finished) };
    match order.read_status() {
        Some(Ok(ending)) => Ok(Finished { ending, ..finished }),
        Some(Err(why)) => Err(std::io::Error::other(why)),
        // Somebody else ended the helper.
        None => {
            let said = finished.message();
            let said = said.lines().last().unwrap_or("no message");
            Err(std::io::Error::other(format!("the run was cut off: {said}")))
        }
    }
}

/// The best sandbox that works here, and what keeps better ones from it.
fn choose(wanted: Wanted, work: &Path) -> Chosen {
    let none = |missing: Vec<String>| Chosen { sandbox: Sandbox::None, missing };
    if helper::path().is_none() {
        return none(vec![
            "a program that links klew-driver calls klew_driver::confined::enter() first, and this one did not".to_owned(),
        ]);
    }
    if wanted == Wanted::None {
        return none(Vec::new());
    }
    let named = std::env::var("KLEW_SANDBOX").unwrap_or_default();
    let mut missing = Vec::new();
    for sandbox in [Sandbox::Bubblewrap, Sandbox::Landlock] {
        let is_named = named == sandbox.name();
        if !is_named && (named == "landlock" || named == "bubblewrap") {
            continue;
        }
        match probe(sandbox, work) {
            Ok(()) => return Chosen { sandbox, missing: Vec::new() },
            Err(why) => missing.push(why),
        }
    }
    none(missing)
}

/// What a sandbox lacks here, if it does not work.
///
/// # Errors
/// In words, with what to do.
pub fn probe(sandbox: Sandbox, work: &Path) -> Result<(), String> {
    let Some(helper) = helper::path() else { return Err("klew's helper is not known".to_owned()) };
    match sandbox {
        Sandbox::None => Ok(()),
        Sandbox::Landlock => landlock::probe(),
        Sandbox::Bubblewrap => {
            if !crate::c::clang::on_path("bwrap") {
                return Err("there is no bwrap: apt-get install bubblewrap".to_owned());
            }
            let room =
                Room::new(work.join("probe")).furnish(work).map_err(|why| why.to_string())?;
            let order = Order::probe(&room);
            let mut command = started(sandbox, helper, &order, &room);
            let allowance =
                Allowance { time: Duration::from_secs(5), memory: u64::MAX, output: 1 << 12 };
            let finished = process::run_reading(&mut command, Stdio::null(), allowance);
            match finished {
                Ok(Finished { ending: Ending::Exit(0), .. }) => Ok(()),
                Ok(finished) => {
                    let said = finished.message();
                    let said = said.lines().last().unwrap_or("no message").to_owned();
                    Err(format!("bwrap does not work here ({said})"))
                }
                Err(error) => Err(format!("bwrap cannot be run: {error}")),
            }
        }
    }
}

/// The text of a file that a run left; empty if there is none, or something else in its place that a program put there.
pub fn left_behind(path: &Path) -> String {
    const LARGEST: u64 = 256 << 20;
    let is_plain = path
        .symlink_metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LARGEST);
    let bytes = if is_plain { std::fs::read(path).unwrap_or_default() } else { Vec::new() };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Variables of a run's environment; those without a value are taken away.
type Variables = Vec<(OsString, Option<OsString>)>;

/// Words of a command line.
type Words = Vec<OsString>;
