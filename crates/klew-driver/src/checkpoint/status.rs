//! How far a call is, for whoever wants to know: a small file beside the store.

use serde::{Deserialize, Serialize};

/// The file that says how far the call is, for whoever wants to know.
pub const STATUS: &str = "status.json";

/// Whether a call is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// It is, or was ended by force.
    #[default]
    Working,
    /// It ended by itself: at a limit, or with a result.
    Ended,
}

/// How far a call is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// Whether it is under way.
    pub state: State,
    /// Whether a process works on it now; looked up, not kept.
    #[serde(default)]
    pub is_running: bool,
    /// What was called.
    pub command: String,
    /// The verdict, once it ended.
    pub verdict: Option<String>,
    /// Seconds of all calls together.
    pub seconds: f64,
    /// When that was written, in seconds since 1970.
    pub written: u64,
    /// The engine that works, or worked last.
    pub engine: String,
    /// Checks that it was asked about, how many of them hold and fail.
    pub checks: usize,
    /// Those of which it is proved that they hold.
    pub hold: usize,
    /// Those that fail.
    pub fail: usize,
    /// Findings that were shown: property and place.
    pub findings: Vec<String>,
    /// Paths that forward execution followed to their ends.
    pub paths: u64,
    /// Pieces that it has left.
    pub left: usize,
    /// Instructions that it executed.
    pub instructions: u64,
    /// Instructions of the program that some path executed, and all.
    pub covered: (u64, u64),
}
