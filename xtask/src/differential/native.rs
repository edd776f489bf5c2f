//! The judge: what native execution over all inputs says, and what klew says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::report::Report;

use super::program::{Goal, Program};

/// Nobody says anything else.
pub struct Agreement {
    /// Whether some input fails.
    pub fails: bool,
    /// The engines that did not decide; why.
    pub open: Vec<(Engine, String)>,
    /// Whether some engine did.
    pub decided: bool,
}

/// An engine of klew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Engine {
    /// Forward execution.
    Forward,
    /// Backward execution.
    Backward,
    /// Invariants: it only proves.
    Horn,
    /// Path conditions that summarise loops.
    Loops,
    /// Backward paths, and forward runs with what they give.
    Multipass,
}

impl Engine {
    /// All of them, in their order.
    pub const ALL: [Engine; 5] =
        [Engine::Forward, Engine::Backward, Engine::Horn, Engine::Loops, Engine::Multipass];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Forward => "forward",
            Engine::Backward => "backward",
            Engine::Horn => "horn",
            Engine::Loops => "loops",
            Engine::Multipass => "multipass",
        }
    }
}

/// They do not agree, or could not be compared.
pub enum Disagreement {
    /// klew is wrong, or a finding is not confirmed.
    Wrong(String),
    /// The program could not be run.
    Unusable(String),
}

/// Runs programs natively and through klew.
pub struct Judge {
    /// The klew command.
    pub klew: PathBuf,
    /// Its engines.
    pub engines: Vec<Engine>,
    /// Its time limit.
    pub seconds: u64,
    /// More arguments for it.
    pub extra: Vec<String>,
}

impl Judge {
    /// Compares the two.
    ///
    /// # Errors
    /// They disagree, or the program could not be run.
    pub fn judge(&self, program: &Program) -> Result<Agreement, Disagreement> {
        let folder = std::env::temp_dir().join(format!(
            "klew-differential-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        let unusable = |error: std::io::Error| Disagreement::Unusable(error.to_string());
        fs::create_dir_all(&folder).map_err(unusable)?;
        let file = folder.join("program.c");
        fs::write(&file, program.render()).map_err(unusable)?;
        let result = self.compare(program, &file, &folder);
        // Left-over files in the temporary folder do no harm.
        let _ = fs::remove_dir_all(&folder);
        result
    }

    fn compare(
        &self,
        program: &Program,
        file: &Path,
        folder: &Path,
    ) -> Result<Agreement, Disagreement> {
        let fails = run_natively(program, file, folder).map_err(Disagreement::Unusable)?;
        let mut agreement = Agreement { fails, open: Vec::new(), decided: false };
        for &engine in &self.engines {
            // Backward execution leaves almost all of these open.
            if engine == Engine::Backward && self.engines.len() > 1 && !program.outside.is_empty() {
                continue;
            }
            let report = self.run_klew(program, file, engine)?;
            match decided(&report, fails) {
                Ok(None) => agreement.decided = true,
                Ok(Some(why)) => agreement.open.push((engine, why)),
                Err(why) => {
                    return Err(Disagreement::Wrong(format!("klew, {}: {why}", engine.name())));
                }
            }
        }
        Ok(agreement)
    }

    fn run_klew(
        &self,
        program: &Program,
        file: &Path,
        engine: Engine,
    ) -> Result<Report, Disagreement> {
        let mut command = Command::new(&self.klew);
        command.arg("check").arg(file).args(["--format", "json", "--no-output", "--quiet"]);
        command.args(["--engine", engine.name()]);
        command.args([
            "--data-model",
            program.data_model(),
            "--time",
            &format!("{}s", self.seconds),
        ]);
        for property in program.goal.properties() {
            command.args(["--property", property]);
        }
        let output = command
            .args(options_for(engine, program.options))
            .args(&program.outside)
            .args(&self.extra)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| Disagreement::Unusable(error.to_string()))?;
        serde_json::from_slice(&output.stdout).map_err(|_| {
            let said = String::from_utf8_lossy(&output.stderr);
            Disagreement::Wrong(format!("klew gave no result ({}): {said}", output.status))
        })
    }
}

/// Those options that the engine takes: all, or none of them.
fn options_for(engine: Engine, options: &'static [&'static str]) -> &'static [&'static str] {
    const FOR_BOTH: [&str; 3] = ["--no-merged-conditions", "--solver", "--validate-solver"];
    let taken = engine == Engine::Forward
        || options.iter().all(|o| !o.starts_with("--") || FOR_BOTH.contains(o));
    if taken { options } else { &[] }
}

/// Whether a report says what is so (none), leaves it open (why), or is wrong (an error).
fn decided(report: &Report, fails: bool) -> Result<Option<String>, String> {
    match report.verdict.as_str() {
        "safe" if fails => Err("safe; natively it fails".into()),
        "safe" => Ok(None),
        "bounded" if only_input_bounds(report) => match fails {
            true => Err("safe within bounds on inputs; natively it fails within them".into()),
            false => Ok(None),
        },
        "violated" if !fails => {
            let message = report.findings.first().map_or("", |finding| &finding.message);
            Err(format!("violated ({message}); natively no input fails"))
        }
        "violated" => match report.findings.iter().find(|finding| !finding.confirmed) {
            Some(finding) => {
                Err(format!("finding {} not confirmed: {}", finding.property, finding.message))
            }
            None => Ok(None),
        },
        verdict => {
            let notes: Vec<_> = report.limits.iter().chain(&report.approximations).collect();
            // There may not have been time to run a finding.
            let late = report.limits.iter().any(|limit| limit["kind"] == "time");
            if report.findings.is_empty() || late {
                return Ok(Some(format!("{verdict}: {notes:?}")));
            }
            Err(format!("{verdict} with an unconfirmed finding: {notes:?}"))
        }
    }
}

/// Whether nothing but the sizes of inputs limits it: those of the native runs are no larger.
fn only_input_bounds(report: &Report) -> bool {
    report.findings.is_empty()
        && report.approximations.is_empty()
        && report.limits.iter().all(|limit| limit["kind"] == "input-bound")
}

/// Whether some input fails, by running all of them in one process under sanitizers.
fn run_natively(program: &Program, file: &Path, folder: &Path) -> Result<bool, String> {
    let binary = folder.join("native");
    let mut compiler = Command::new("gcc");
    compiler.args(["-std=gnu11", "-w", "-O0", "-DNATIVE", "-fno-builtin", "-pipe"]);
    compiler.args(program.goal.sanitizers());
    if program.narrow {
        // Floats as in the 64-bit world, without the excess precision of the x87.
        compiler.args(["-m32", "-msse2", "-mfpmath=sse"]);
    }
    let compiled = compiler
        .arg(file)
        .arg("-o")
        .arg(&binary)
        .arg("-lm")
        .output()
        .map_err(|error| format!("cannot run gcc: {error}"))?;
    if !compiled.status.success() {
        return Err(format!("gcc: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let output = Command::new("timeout")
        .arg("20")
        .arg(&binary)
        .current_dir(folder)
        .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1:symbolize=0")
        .output()
        .map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let marks = ["FAILED", "runtime error", "ERROR: AddressSanitizer"];
    let seen = if program.goal == Goal::Assertion { &marks[..1] } else { &marks };
    if seen.iter().any(|mark| errors.contains(mark)) {
        return Ok(true);
    }
    match output.status.code() {
        Some(0) => Ok(false),
        _ => Err(format!("native run ended with {}: {errors}", output.status)),
    }
}
