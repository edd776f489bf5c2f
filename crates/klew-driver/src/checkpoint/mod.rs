//! Checkpoints: what a call of klew has settled and what is left to explore, written down as it goes, so that another call goes on
//! where this one was ended, however it was.
//!
//! What is kept of each engine's work ([`recorder`]): facts that were proved, inputs of findings, the account when it ended; and of forward
//! execution its frontier ([`klew_engine::frontier`]) with the account so far. A call that goes on does everything anew that is soon
//! done (it compiles, lowers, asks what needs no paths); where it comes to an engine and a program of which something is kept, it takes
//! that: findings are run once more, which gives their tests, an engine that had ended is not asked, forward execution begins with its
//! frontier. Other engines begin anew.
//!
//! **Invariant**: what is kept is used only with the same build of klew, the same options and the same lowered program.
//! **Invariant**: what was acknowledged (a finding, once it is told) stays; a checkpoint that cannot be written stops nothing.

mod journal;
mod recorder;
mod records;
mod resumed;
mod status;
mod store;

use std::ffi::{OsStr, OsString};
use std::hash::{DefaultHasher, Hasher};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::UserError;
pub(crate) use recorder::Recorder;
pub(crate) use resumed::{Found, Resumed};
pub use status::{State, Status};
use store::Store;

/// Where a call writes what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointOptions {
    /// The folder.
    pub folder: PathBuf,
    /// Whether it goes on from what is there; otherwise nothing may be there.
    pub resumes: bool,
    /// The words of the command line, without the name of the program: what a call that goes on is asked again.
    pub words: Vec<OsString>,
}

/// A call, as a checkpoint keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Call {
    version: String,
    words: Vec<Vec<u8>>,
    folder: Vec<u8>,
}

/// The call that a checkpoint is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The words of its command line, without the name of the program.
    pub words: Vec<OsString>,
    /// The folder in which it was called.
    pub folder: PathBuf,
}

const CALL: &str = "call";

/// This build of klew: decisions mean nothing to another one.
pub(crate) fn version() -> String {
    let mut hasher = DefaultHasher::new();
    if let Ok(program) = std::fs::read("/proc/self/exe") {
        hasher.write(&program);
    }
    format!("{} ({:016x})", env!("CARGO_PKG_VERSION"), hasher.finish())
}

/// The checkpoint of a call that begins.
fn begin(options: &CheckpointOptions) -> Result<Store, UserError> {
    let folder = &options.folder;
    if Store::is_in(folder) {
        let shown = folder.display();
        return Err(UserError::new(format!("there is a checkpoint in {shown} already"))
            .help(format!("klew resume {shown} goes on from it; another folder begins anew")));
    }
    let mut store = Store::create(folder)?;
    let words = options.words.iter().map(|word| word.as_bytes().to_vec()).collect();
    let here = std::env::current_dir().unwrap_or_default();
    let call = Call { version: version(), words, folder: here.as_os_str().as_bytes().to_vec() };
    store.put_json(CALL, &call);
    store.write().map_err(|error| cannot_write(folder, &error))?;
    Ok(store)
}

/// The checkpoint that a call goes on from.
fn resume(folder: &Path) -> Result<Store, UserError> {
    let store = Store::open(folder)?;
    let call = call_of(&store, folder)?;
    let this = version();
    if call.version != this {
        let shown = folder.display();
        let message =
            format!("the checkpoint in {shown} is of klew {}, this is {this}", call.version);
        return Err(UserError::new(message)
            .help("it can be resumed with the program that wrote it, and no other"));
    }
    Ok(store)
}

fn call_of(store: &Store, folder: &Path) -> Result<Call, UserError> {
    store.json(CALL).ok_or_else(|| store::damaged(folder, "it does not say what was called"))
}

fn cannot_write(folder: &Path, error: &str) -> UserError {
    UserError::new(format!("no checkpoint can be written to {}: {error}", folder.display()))
}

/// The call that a checkpoint is of.
///
/// # Errors
/// There is none, or it is damaged.
pub fn saved(folder: &Path) -> Result<Saved, UserError> {
    let call = call_of(&Store::open(folder)?, folder)?;
    Ok(Saved {
        words: call.words.into_iter().map(OsString::from_vec).collect(),
        folder: PathBuf::from(OsStr::from_bytes(&call.folder)),
    })
}

/// The status for programs.
pub fn to_json(status: &Status) -> String {
    serde_json::to_string_pretty(status).unwrap_or_default()
}

/// How far the call of a checkpoint is, or was when it ended.
///
/// # Errors
/// There is no checkpoint.
pub fn status(folder: &Path) -> Result<Status, UserError> {
    let path = folder.join(status::STATUS);
    let read = std::fs::read_to_string(&path)
        .map_err(|_| UserError::new(format!("there is no checkpoint in {}", folder.display())))?;
    let status: Status = serde_json::from_str(&read)
        .map_err(|error| store::damaged(folder, &format!("{}: {error}", status::STATUS)))?;
    Ok(Status { is_running: Store::is_in_use(folder), ..status })
}
