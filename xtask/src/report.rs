//! What `klew check --format json` prints, as far as these commands look at it.

use serde::Deserialize;

/// The result of a call.
#[derive(Deserialize)]
pub struct Report {
    /// `safe`, `bounded`, `violated` or `unknown`.
    pub verdict: String,
    /// What was found.
    pub findings: Vec<Finding>,
    /// Why not everything was explored.
    #[serde(default)]
    pub limits: Vec<serde_json::Value>,
    /// What was not modelled exactly.
    #[serde(default)]
    pub approximations: Vec<serde_json::Value>,
    /// Who settled each check.
    #[serde(default)]
    pub checks: Vec<Check>,
    /// What it cost.
    #[serde(default)]
    pub statistics: Statistics,
}

/// What a call cost.
#[derive(Default, Deserialize)]
pub struct Statistics {
    /// The most memory in bytes.
    #[serde(default)]
    pub peak_memory: u64,
}

/// A check of the program.
#[derive(Clone, Debug, Deserialize)]
pub struct Check {
    /// `holds`, `fails` or `open`.
    pub standing: String,
    /// The engine that settled it.
    pub by: Option<String>,
}

/// A finding.
#[derive(Deserialize)]
pub struct Finding {
    /// What is violated.
    pub property: String,
    /// Whether a native run showed it.
    pub confirmed: bool,
    /// How.
    pub message: String,
    /// Where, if the source is known.
    #[serde(default)]
    pub line: Option<u64>,
}
