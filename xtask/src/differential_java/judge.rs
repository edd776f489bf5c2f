//! The judge: what the JVM says of all inputs of a program, and what klew says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::driver::Driver;
use super::program::Program;
use super::report::Report;
use crate::differential::random::Random;
use crate::run::one_process;

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
    /// For each input, what escapes from `run`, if that is the question.
    escapes: Vec<Option<String>>,
    /// For each input, the digest of a run of its own, if escaping is not the question.
    digests: Vec<String>,
    /// For each input, the digest in a run of all inputs in order.
    in_order: Vec<String>,
}

/// A question about a program, its right answer, and the class that asks it.
pub struct Case {
    /// What is asked.
    pub question: Question,
    /// For each input, whether klew must find it, and what fails there.
    fails: Vec<Option<String>>,
    /// The source of the class whose `main` asks.
    pub source: String,
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
        let result = self.prepare(program, question, folder, driver).and_then(|case| {
            let report = self.klew(&folder.join("classes"), "Check", confirm)?;
            Ok(compare(program, &case, confirm, &report))
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
    ) -> Result<Case, String> {
        write(folder, &program.name, &program.render())?;
        driver.compile_folder(folder)?;
        let classes = folder.join("classes");
        let truth = truth(program, question == Question::Escaping, &classes, driver)?;
        let case = case(program, question, "Check", &truth);
        let harness = folder.join("harness");
        write(&harness, "Check", &case.source)?;
        driver.compile_with(&harness, &classes)?;
        fs::rename(harness.join("classes/Check.class"), classes.join("Check.class"))
            .map_err(|error| error.to_string())?;
        Ok(case)
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
            .args(one_process(&self.extra))
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

/// Writes the source of a class.
///
/// # Errors
/// It cannot be written.
pub fn write(folder: &Path, class: &str, text: &str) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    fs::create_dir_all(folder).map_err(failed)?;
    fs::write(folder.join(format!("{class}.java")), text).map_err(failed)
}

/// What the JVM says of a program, and also what escapes from it or what each run alone gives.
///
/// # Errors
/// The program is of no use.
pub fn truth(
    program: &Program,
    escaping: bool,
    classes: &Path,
    driver: &mut Driver,
) -> Result<Truth, String> {
    let ranges: Vec<String> =
        program.inputs.iter().map(|input| format!("{}:{}", input.low, input.high)).collect();
    let folder = format!("{}/", classes.to_string_lossy());
    let method = if escaping { "run" } else { "digest" };
    let mut fields = vec!["run", &folder, &program.name, method];
    fields.extend(ranges.iter().map(String::as_str));
    let mut truth = Truth { escapes: Vec::new(), digests: Vec::new(), in_order: Vec::new() };
    for line in driver.ask(&fields)? {
        let Some((alone, in_order)) = line.split_once('\t') else {
            return Err(format!("the JVM's answer cannot be read: {line}"));
        };
        let fails = in_order.starts_with('!') || (!escaping && alone.starts_with('!'));
        if fails || alone.contains("OutOfMemoryError") {
            return Err(format!("the digest fails: {line}"));
        }
        if escaping {
            truth.escapes.push(alone.strip_prefix('!').map(str::to_owned));
        } else {
            truth.digests.push(alone.to_owned());
        }
        truth.in_order.push(in_order.to_owned());
    }
    if truth.in_order.len() == program.combinations() {
        Ok(truth)
    } else {
        Err("the JVM did not run all inputs".into())
    }
}

/// The question about a program that a class of that name asks.
pub fn case(program: &Program, question: Question, class: &str, truth: &Truth) -> Case {
    let mut random = Random::new(program.name.bytes().map(u64::from).sum());
    let mut fails = vec![None; truth.in_order.len()];
    let source = match question {
        Question::Concrete => {
            let some = truth.in_order.len().min(12);
            program.concrete(class, &truth.in_order[..some])
        }
        Question::Symbolic => program.symbolic(class, &truth.digests, random.chance(50)),
        Question::Planted => {
            let at = random.below(truth.digests.len() as u64) as usize;
            let mut digests = truth.digests.clone();
            let wrong = u64::from_str_radix(&digests[at], 16).unwrap_or(0) ^ 1;
            digests[at] = format!("{wrong:x}");
            fails[at] = Some("another digest".to_owned());
            program.symbolic(class, &digests, random.chance(50))
        }
        Question::Escaping => {
            fails.clone_from(&truth.escapes);
            program.escaping(class)
        }
    };
    Case { question, fails, source }
}

impl Case {
    /// Whether klew must find some input.
    pub fn is_violated(&self) -> bool {
        self.fails.iter().any(Option::is_some)
    }

    /// Why a finding with those inputs is wrong, if it is.
    pub fn refutes(&self, program: &Program, input: &[i64], message: &str) -> Option<String> {
        let number = program.number_of(input);
        let fails = number.and_then(|number| self.fails.get(number)).is_some_and(Option::is_some);
        let happens = self.question != Question::Concrete && fails;
        (!happens)
            .then(|| format!("a finding with inputs {input:?} that does not happen: {message}"))
    }
}

/// How klew did on a question that it was asked alone.
pub fn compare(program: &Program, case: &Case, confirm: bool, report: &Report) -> Outcome {
    // Every single finding must be true, whatever the verdict is.
    for finding in report.findings.iter().filter(|finding| !finding.is_approximate()) {
        if let Some(why) = case.refutes(program, &finding.inputs(), &finding.message) {
            return Outcome::Wrong(why);
        }
        if confirm && !finding.confirmed {
            return Outcome::Wrong(format!("not confirmed: {}", finding.message));
        }
    }
    let exact = report.findings.iter().any(|finding| !finding.is_approximate());
    let some = case.fails.iter().enumerate().find_map(|(at, what)| Some((at, what.as_ref()?)));
    match (report.verdict.as_str(), some) {
        ("safe", None) => Outcome::Agreed(false),
        ("violated", Some(_)) if exact => Outcome::Agreed(true),
        ("safe", Some((input, what))) => Outcome::Wrong(format!(
            "safe, although inputs {:?} fail: {what}",
            program.inputs_of(input),
        )),
        (verdict, _) => Outcome::Open(format!("{verdict}: {}", report.reasons())),
    }
}
