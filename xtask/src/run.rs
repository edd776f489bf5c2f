//! Runs one task through the klew command, as a user would call it, and classifies the answer.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::reasons;
use crate::report::{Check, Report};
use crate::task::Task;

/// How an answer compares with the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// "safe" for a program that is.
    CorrectTrue,
    /// "violated", in the way that the task states.
    CorrectFalse,
    /// "safe" for a program that is not.
    WrongTrue,
    /// "violated" for a program that is safe, or another subproperty than the one stated.
    WrongFalse,
    /// Anything else.
    Unknown,
}

impl Outcome {
    /// SV-COMP's points.
    pub fn points(self) -> i64 {
        match self {
            Outcome::CorrectTrue => 2,
            Outcome::CorrectFalse => 1,
            Outcome::WrongTrue => -32,
            Outcome::WrongFalse => -16,
            Outcome::Unknown => 0,
        }
    }
}

/// What came of one task.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Compared with the expected answer.
    pub outcome: Outcome,
    /// Whether all findings were confirmed by a native run.
    pub confirmed: bool,
    /// What klew said, shortly.
    pub said: String,
    /// klew's verdict, none if it gave no result.
    pub verdict: Option<String>,
    /// The properties of its findings.
    pub findings: Vec<String>,
    /// Why the verdict is not "safe" or "violated": limits and approximations, without places.
    pub reasons: BTreeSet<String>,
    /// Who settled each check.
    pub checks: Vec<Check>,
    /// Wall time of the whole call.
    pub wall: Duration,
    /// The most memory in bytes.
    pub memory: u64,
}

/// What keeps klew to one process, where several run at once or processor time is compared, unless something is said.
pub fn one_process(extra: &[String]) -> &'static [&'static str] {
    match extra.iter().any(|word| word.starts_with("--jobs")) {
        true => &[],
        false => &["--jobs", "1"],
    }
}

/// Runs one task.
///
/// # Errors
/// The command cannot be started.
pub fn run(klew: &Path, task: &Task, seconds: u64, extra: &[String]) -> Result<Answer, String> {
    let mut command = Command::new(klew);
    command.arg("check").args(&task.inputs).arg("--property").arg(&task.property);
    command.args(["--format", "json", "--no-output", "--quiet"]);
    command.arg("--time").arg(format!("{seconds}s")).args(extra);
    // Java has one data model only, whatever the task says.
    if let Some(model) = task.data_model.as_ref().filter(|_| !task.is_java()) {
        command.args(["--data-model", model]);
    }
    command.stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped());
    let start = Instant::now();
    let output =
        command.output().map_err(|error| format!("cannot run {}: {error}", klew.display()))?;
    let wall = start.elapsed();
    let report: Result<Report, _> = serde_json::from_slice(&output.stdout);
    Ok(match report {
        Ok(report) => classify(task, &report, wall),
        Err(_) => {
            let said = format!("no result ({}): {}", output.status, last_line(&output.stderr));
            Answer {
                outcome: Outcome::Unknown,
                confirmed: false,
                reasons: [reasons::general(&said)].into(),
                said,
                verdict: None,
                findings: Vec::new(),
                checks: Vec::new(),
                wall,
                memory: 0,
            }
        }
    })
}

fn classify(task: &Task, report: &Report, wall: Duration) -> Answer {
    let outcome = match report.verdict.as_str() {
        "safe" if task.expected => Outcome::CorrectTrue,
        "safe" => Outcome::WrongTrue,
        "violated" if task.expected => Outcome::WrongFalse,
        "violated" if matches_subproperty(task, report) => Outcome::CorrectFalse,
        "violated" => Outcome::WrongFalse,
        _ => Outcome::Unknown,
    };
    let confirmed = !report.findings.is_empty() && report.findings.iter().all(|f| f.confirmed);
    let mut said = report.verdict.clone();
    let mut add = |what: String| {
        if !said.contains(&what) {
            said.push_str(", ");
            said.push_str(&what);
        }
    };
    for finding in &report.findings {
        let how = if finding.confirmed { "confirmed" } else { "not confirmed" };
        add(format!("{} {how}", finding.property));
    }
    for note in report.limits.iter().chain(&report.approximations).take(2) {
        add(note.to_string().chars().take(160).collect());
    }
    let findings = report.findings.iter().map(|finding| finding.property.clone()).collect();
    let reasons = reasons::of(report);
    Answer {
        outcome,
        confirmed,
        said,
        verdict: Some(report.verdict.clone()),
        findings,
        reasons,
        checks: report.checks.clone(),
        wall,
        memory: report.statistics.peak_memory,
    }
}

fn matches_subproperty(task: &Task, report: &Report) -> bool {
    match &task.subproperty {
        Some(subproperty) => {
            report.findings.first().is_some_and(|finding| &finding.property == subproperty)
        }
        None => true,
    }
}

fn last_line(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let line = text.lines().find(|line| line.starts_with("error")).or(text.lines().last());
    line.unwrap_or("no message").chars().take(200).collect()
}
