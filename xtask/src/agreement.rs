//! Whether two engines agree on the tasks that both finish.
//!
//! **Invariant**: a contradiction is a program that one of them proves and the other one refutes. A program may violate several properties,
//! so other findings are no contradiction.

use std::fmt;

use crate::run::Answer;
use crate::task::Task;

/// How the answers of two engines compare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement<'a> {
    /// What the two are called.
    pub names: (&'a str, &'a str),
    /// Tasks that both finish with the same answer.
    pub both: usize,
    /// Tasks that only the first one finishes, and only the second one.
    pub one: (usize, usize),
    /// Tasks that neither finishes.
    pub neither: usize,
    /// Tasks that both refute, by another finding each.
    pub other_finding: usize,
    /// What contradicts, in words.
    pub contradictions: Vec<String>,
}

/// What an engine claims, if it claims something.
fn claim(answer: &Answer) -> Option<(&str, Option<&str>)> {
    match answer.verdict.as_deref()? {
        "violated" => Some(("violated", answer.findings.first().map(String::as_str))),
        "safe" => Some(("safe", None)),
        _ => None,
    }
}

impl<'a> Agreement<'a> {
    /// Compares.
    pub fn of(
        tasks: &[Task],
        (first, answers): (&'a str, &[Answer]),
        (second, others): (&'a str, &[Answer]),
    ) -> Agreement<'a> {
        let mut agreement = Agreement { names: (first, second), ..Agreement::default() };
        for (task, (first, second)) in tasks.iter().zip(answers.iter().zip(others)) {
            match (claim(first), claim(second)) {
                (None, None) => agreement.neither += 1,
                (Some(_), None) => agreement.one.0 += 1,
                (None, Some(_)) => agreement.one.1 += 1,
                (Some(one), Some(other)) if one == other => agreement.both += 1,
                // A program may violate several properties.
                (Some(("violated", _)), Some(("violated", _))) => agreement.other_finding += 1,
                (Some(_), Some(_)) => agreement.contradictions.push(format!(
                    "{}: {} / {}",
                    task.file.display(),
                    first.said,
                    second.said
                )),
            }
        }
        agreement
    }
}

impl fmt::Display for Agreement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreement { names, both, one, neither, other_finding, contradictions } = self;
        writeln!(
            f,
            "\nboth finish and agree: {both}, by another finding: {other_finding}; only {}: {}; only {}: {}; neither: {neither}; contradictions: {}",
            names.0,
            one.0,
            names.1,
            one.1,
            contradictions.len()
        )?;
        contradictions.iter().try_for_each(|line| writeln!(f, "contradiction: {line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Outcome;

    fn answer(verdict: &str, finding: Option<&str>) -> Answer {
        Answer {
            outcome: Outcome::Unknown,
            confirmed: false,
            said: String::new(),
            verdict: Some(verdict.to_owned()),
            findings: finding.map(str::to_owned).into_iter().collect(),
            reasons: Default::default(),
            checks: Vec::new(),
            wall: Default::default(),
            memory: 0,
        }
    }

    #[test]
    fn only_claims_contradict() {
        let task = Task {
            file: "a.yml".into(),
            family: String::new(),
            inputs: Vec::new(),
            property: "a.prp".into(),
            expected: true,
            subproperty: None,
            data_model: None,
        };
        for (one, other, contradictions, both) in [
            (answer("safe", None), answer("safe", None), 0, 1),
            (answer("safe", None), answer("unknown", None), 0, 0),
            (answer("safe", None), answer("bounded", None), 0, 0),
            (answer("safe", None), answer("violated", Some("p")), 1, 0),
            (answer("violated", Some("p")), answer("violated", Some("p")), 0, 1),
            (answer("violated", Some("p")), answer("violated", Some("q")), 0, 0),
        ] {
            let agreement =
                Agreement::of(std::slice::from_ref(&task), ("a", &[one]), ("b", &[other]));
            assert_eq!((agreement.contradictions.len(), agreement.both), (contradictions, both));
        }
    }
}
