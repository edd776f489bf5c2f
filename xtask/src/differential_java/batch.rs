//! Many questions in one run of klew, as most of a run is spent on what all programs have in common.
//!
//! The run chooses a question, and each is a path of its own. What the run does not decide (something is open, or a finding is
//! missing because another question has the same) is asked again, alone.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::driver::Driver;
use super::judge::{Case, Judge, Outcome, Question, case, compare, truth, write};
use super::program::{Program, prelude};
use super::report::Report;

/// A program with the questions about it.
pub struct Subject {
    /// The program.
    pub program: Program,
    /// What is asked.
    pub questions: Vec<Question>,
    /// Whether each question is asked alone, and findings are run in the JVM.
    pub confirm: bool,
}

/// A question about one of the programs.
struct Asked<'a> {
    subject: &'a Subject,
    case: Case,
    class: String,
}

/// How klew did, for each program and question in order.
///
/// # Errors
/// The programs cannot be compiled together.
pub fn batch(
    judge: &Judge,
    subjects: &[Subject],
    folder: &Path,
    driver: &mut Driver,
) -> Result<Vec<Vec<Outcome>>, String> {
    let result = prepare(subjects, folder, driver)
        .and_then(|cases| outcomes(judge, cases, &folder.join("classes")));
    // Left-over files in the temporary folder do no harm.
    let _ = fs::remove_dir_all(folder);
    result
}

/// The questions about each program, or why it is of no use.
type Cases<'a> = Vec<Result<Vec<Asked<'a>>, String>>;

fn prepare<'a>(
    subjects: &'a [Subject],
    folder: &Path,
    driver: &mut Driver,
) -> Result<Cases<'a>, String> {
    write(folder, "Prelude", &prelude())?;
    for subject in subjects {
        write(folder, &subject.program.name, &subject.program.class())?;
    }
    driver.compile_folder(folder)?;
    let classes = folder.join("classes");
    let mut number = 0;
    let mut cases = Cases::new();
    for subject in subjects {
        let escaping = subject.questions.contains(&Question::Escaping);
        let truth = truth(&subject.program, escaping, &classes, driver);
        cases.push(truth.map(|truth| {
            let mut asked = Vec::new();
            for &question in &subject.questions {
                let class = format!("Check{number}");
                number += 1;
                let case = case(&subject.program, question, &class, &truth);
                asked.push(Asked { subject, case, class });
            }
            asked
        }));
    }
    let harness = folder.join("harness");
    let asked: Vec<&Asked> = cases.iter().flatten().flatten().collect();
    write(&harness, "Check", &chooser(&asked))?;
    driver.compile_with(&harness, &classes)?;
    let failed = |error: std::io::Error| error.to_string();
    for file in fs::read_dir(harness.join("classes")).map_err(failed)? {
        let file = file.map_err(failed)?;
        fs::rename(file.path(), classes.join(file.file_name())).map_err(failed)?;
    }
    Ok(cases)
}

/// A class whose `main` asks one of the questions, and the classes that ask them.
fn chooser(asked: &[&Asked]) -> String {
    let mut text = format!(
        "class Check {{\n  public static void main(String[] args) throws Exception {{\n    \
         int question = Klew.anyInt();\n    Klew.assume(question >= 0 && question < {});\n    \
         switch (question) {{\n",
        asked.len()
    );
    for (number, one) in asked.iter().enumerate() {
        let class = &one.class;
        // What escapes fails a check of its own, as klew tells a place in the library only once.
        let _ = match one.case.question {
            Question::Escaping => writeln!(
                text,
                "      case {number}:\n        try {{ {class}.main(null); }} catch (Throwable t) {{ \
                 assert false; }}\n        break;"
            ),
            _ => writeln!(text, "      case {number}: {class}.main(null); break;"),
        };
    }
    text.push_str("    }\n  }\n}\n");
    for one in asked {
        text.push_str(&one.case.source);
    }
    text
}

fn outcomes(judge: &Judge, cases: Cases, classes: &Path) -> Result<Vec<Vec<Outcome>>, String> {
    let together: Vec<&Asked> = cases.iter().flatten().flatten().collect();
    let report = match together.is_empty() {
        true => None,
        false => Some(judge.klew(classes, "Check", false)?),
    };
    let mut number = 0;
    let mut outcomes = Vec::new();
    for one in &cases {
        let asked = match one {
            Ok(asked) => asked,
            Err(why) => {
                outcomes.push(vec![Outcome::Unusable(why.clone())]);
                continue;
            }
        };
        let mut answers = Vec::new();
        for one in asked {
            let decided = report.as_ref().and_then(|report| decided(one, number, report));
            number += 1;
            let alone = one.subject.confirm && !matches!(decided, Some(Outcome::Wrong(_)));
            answers.push(match decided {
                Some(outcome) if !alone => outcome,
                _ => alone_again(judge, one, classes),
            });
        }
        outcomes.push(answers);
    }
    Ok(outcomes)
}

/// How klew did on a question that it is asked alone. What it found and leaves open is run in the JVM.
fn alone_again(judge: &Judge, asked: &Asked, classes: &Path) -> Outcome {
    let ask = |confirm: bool| match judge.klew(classes, &asked.class, confirm) {
        Ok(report) => {
            let outcome = compare(&asked.subject.program, &asked.case, confirm, &report);
            (outcome, !report.findings.is_empty())
        }
        Err(why) => (Outcome::Unusable(why), false),
    };
    match ask(asked.subject.confirm) {
        (Outcome::Open(why), true) if !asked.subject.confirm => match ask(true).0 {
            Outcome::Agreed(is) => Outcome::Agreed(is),
            _ => Outcome::Open(why),
        },
        (outcome, _) => outcome,
    }
}

/// What a run of all questions says of the one of that number, if it says so for certain.
fn decided(asked: &Asked, number: i64, report: &Report) -> Option<Outcome> {
    let mut found = false;
    for finding in report.findings.iter().filter(|finding| !finding.is_approximate()) {
        let inputs = finding.inputs();
        let Some((&first, input)) = inputs.split_first() else { continue };
        if first != number {
            continue;
        }
        if let Some(why) = asked.case.refutes(&asked.subject.program, input, &finding.message) {
            return Some(Outcome::Wrong(why));
        }
        found = true;
    }
    let complete = report.is_complete();
    match asked.case.is_violated() {
        true => found.then_some(Outcome::Agreed(true)),
        false => complete.then_some(Outcome::Agreed(false)),
    }
}
