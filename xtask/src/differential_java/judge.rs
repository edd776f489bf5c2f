//! The judge: what the JVM says of all inputs of a program, and what klew says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::driver::Driver;
use super::program::Program;
use super::report::Report;
use crate::differential::random::Random;

/// What is asked about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether the digests of given inputs are those of the JVM.
    Concrete,
    /// Whether the digest of every input is.
    Symbolic,
    /// The same with one expectation that is wrong: klew must find that input.
    Planted,
    /// Whether some input lets an exception out.
    Escaping,
}

impl Question {
    fn class(self) -> &'static str {
        match self {
            Question::Concrete => "Concrete",
            Question::Symbolic | Question::Planted => "Symbolic",
            Question::Escaping => "Escaping",
        }
    }
}

/// How a program fared.
pub enum Outcome {
    /// klew says what is so; whether that is "violated".
    Agreed(bool),
    /// klew leaves it open, for these reasons.
    Open(String),
    /// The program cannot be run.
    Unusable(String),
    /// klew is wrong.
    Wrong(String),
}

/// What the JVM says.
pub struct Truth {
    /// For each input, what escapes from `run`.
    escapes: Vec<Option<String>>,
    /// For each input, the digest of a run of its own.
    digests: Vec<String>,
    /// For each input, the digest in a run of all inputs in order.
    in_order: Vec<String>,
}

/// Runs programs in the JVM and through klew.
pub struct Judge {
    /// The klew command.
    pub klew: PathBuf,
    /// Its time limit.
    pub seconds: u64,
    /// More arguments for it.
    pub extra: Vec<String>,
}

impl Judge {
    /// Compares the two in a folder that is made for it; `confirm` has klew run its findings in the JVM.
    pub fn judge(
        &self,
        program: &Program,
        question: Question,
        confirm: bool,
        folder: &Path,
        driver: &mut Driver,
    ) -> Outcome {
        let result =
            self.prepare(program, question, folder, driver).and_then(|(truth, planted)| {
                let report = self.klew(&folder.join("classes"), question.class(), confirm)?;
                Ok(compare(program, question, confirm, &truth, planted, &report))
            });
        // Left-over files in the temporary folder do no harm.
        let _ = fs::remove_dir_all(folder);
        result.unwrap_or_else(Outcome::Unusable)
    }

    fn prepare(
        &self,
        program: &Program,
        question: Question,
        folder: &Path,
        driver: &mut Driver,
    ) -> Result<(Truth, Option<usize>), String> {
        let failed = |error: std::io::Error| error.to_string();
        fs::create_dir_all(folder).map_err(failed)?;
        fs::write(folder.join(format!("{}.java", program.name)), program.render())
            .map_err(failed)?;
        driver.compile_folder(folder)?;
        let truth = truth(program, &folder.join("classes"), driver)?;
        fs::remove_file(folder.join(format!("{}.java", program.name))).map_err(failed)?;
        let (text, planted) = harness(program, question, &truth);
        let harness = folder.join("harness");
        fs::create_dir_all(&harness).map_err(failed)?;
        fs::write(harness.join(format!("{}.java", question.class())), text).map_err(failed)?;
        fs::rename(folder.join("classes"), harness.join("classes")).map_err(failed)?;
        driver.compile_with(&harness, &harness.join("classes"))?;
        fs::rename(harness.join("classes"), folder.join("classes")).map_err(failed)?;
        Ok((truth, planted))
    }

    /// What klew says of the `main` of a class.
    ///
    /// # Errors
    /// It says nothing.
    pub fn klew(&self, classes: &Path, class: &str, confirm: bool) -> Result<Report, String> {
        let mut command = Command::new(&self.klew);
        command.arg("check").arg(classes).args(["--format", "json", "--no-output", "--quiet"]);
        command.args(["--entry", &format!("{class}.main")]);
        command.args(["--time", &format!("{}s", self.seconds)]);
        if !confirm {
            command.args(["--no-confirm", "--all-findings"]);
        }
        let output = command
            .args(&self.extra)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cannot run klew: {error}"))?;
        serde_json::from_slice(&output.stdout).map_err(|_| {
            let said = String::from_utf8_lossy(&output.stderr);
            format!("klew gave no result ({}): {said}", output.status)
        })
    }
}

fn truth(program: &Program, classes: &Path, driver: &mut Driver) -> Result<Truth, String> {
    let ranges: Vec<String> =
        program.inputs.iter().map(|input| format!("{}:{}", input.low, input.high)).collect();
    let folder = format!("{}/", classes.to_string_lossy());
    let mut fields = vec!["run", &folder, &program.name];
    fields.extend(ranges.iter().map(String::as_str));
    let mut truth = Truth { escapes: Vec::new(), digests: Vec::new(), in_order: Vec::new() };
    for line in driver.ask(&fields)? {
        let mut fields = line.split('\t');
        let (Some(thrown), Some(digest), Some(in_order)) =
            (fields.next(), fields.next(), fields.next())
        else {
            return Err(format!("the JVM's answer cannot be read: {line}"));
        };
        if digest.starts_with('!') || in_order.starts_with('!') {
            return Err(format!("the digest fails: {line}"));
        }
        truth.escapes.push(thrown.strip_prefix('!').map(str::to_owned));
        truth.digests.push(digest.to_owned());
        truth.in_order.push(in_order.to_owned());
    }
    if truth.digests.len() == program.combinations() {
        Ok(truth)
    } else {
        Err("the JVM did not run all inputs".into())
    }
}

/// The class with `main`, and the input with a wrong expectation.
fn harness(program: &Program, question: Question, truth: &Truth) -> (String, Option<usize>) {
    let mut random = Random::new(program.name.bytes().map(u64::from).sum());
    match question {
        Question::Concrete => {
            let some = truth.in_order.len().min(12);
            (program.concrete(&truth.in_order[..some]), None)
        }
        Question::Symbolic => (program.symbolic(&truth.digests, random.chance(50)), None),
        Question::Planted => {
            let at = random.below(truth.digests.len() as u64) as usize;
            let mut digests = truth.digests.clone();
            let wrong = u64::from_str_radix(&digests[at], 16).unwrap_or(0) ^ 1;
            digests[at] = format!("{wrong:x}");
            (program.symbolic(&digests, random.chance(50)), Some(at))
        }
        Question::Escaping => (program.escaping(), None),
    }
}

fn compare(
    program: &Program,
    question: Question,
    confirm: bool,
    truth: &Truth,
    planted: Option<usize>,
    report: &Report,
) -> Outcome {
    let fails = |input: usize| match question {
        Question::Escaping => truth.escapes.get(input).is_some_and(Option::is_some),
        _ => planted == Some(input),
    };
    let some = (0..truth.digests.len()).find(|&input| fails(input));
    // Every single finding must be true, whatever the verdict is.
    for finding in &report.findings {
        if finding.is_approximate() {
            continue;
        }
        let input = finding.inputs();
        let failing = program.number_of(&input).is_some_and(fails);
        if question == Question::Concrete || !failing {
            return Outcome::Wrong(format!(
                "a finding with inputs {input:?} that does not happen: {}",
                finding.message
            ));
        }
        if confirm && !finding.confirmed {
            return Outcome::Wrong(format!("not confirmed: {}", finding.message));
        }
    }
    let exact = report.findings.iter().any(|finding| !finding.is_approximate());
    match (report.verdict.as_str(), some) {
        ("safe", None) => Outcome::Agreed(false),
        ("violated", Some(_)) if exact => Outcome::Agreed(true),
        ("safe", Some(input)) => Outcome::Wrong(format!(
            "safe, although inputs {:?} fail: {}",
            program.inputs_of(input),
            truth.escapes[input].as_deref().unwrap_or("another digest")
        )),
        (verdict, _) => Outcome::Open(format!("{verdict}: {}", report.reasons())),
    }
}
