//! The result of a check of each function of a library: a row for each, and its findings without duplicates.

use serde_json::{Value, json};

/// The result.
#[derive(Clone, Debug, Default)]
pub struct EachReport {
    /// The functions or methods, in the order of the library.
    pub parts: Vec<Part>,
    /// What was found: each place and property once.
    pub findings: Vec<EachFinding>,
    /// Seconds of the whole call.
    pub seconds: f64,
    /// Seconds that each part had at most.
    pub share: f64,
    /// The folder of the tests, if there are any.
    pub output: Option<String>,
}

/// A function or method.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name, as the command line takes it.
    pub name: String,
    /// What came of it.
    pub ending: Ending,
    /// What would have come of it without its findings.
    pub otherwise: Ending,
    /// Seconds.
    pub seconds: f64,
    /// Instructions that were executed, and those that there are.
    pub covered: Option<(u64, u64)>,
    /// How many findings it has, duplicates included.
    pub findings: usize,
    /// Why it was not entered, or not explored to its end.
    pub why: Vec<String>,
    /// What was not supported.
    pub unsupported: Vec<String>,
}

/// What came of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All runs were explored.
    Safe,
    /// All within bounds.
    Bounded,
    /// Something was found.
    Violated,
    /// The time was not enough, or something is not supported.
    Unknown,
    /// It cannot be analysed alone.
    NotEntered,
    /// The time of the call was over before it was its turn.
    NoTime,
}

impl Ending {
    /// In results.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Safe => "safe",
            Ending::Bounded => "bounded",
            Ending::Violated => "violated",
            Ending::Unknown => "unknown",
            Ending::NotEntered => "not entered",
            Ending::NoTime => "no time",
        }
    }

    /// Whether klew got to its entry.
    pub fn is_entered(self) -> bool {
        !matches!(self, Ending::NotEntered | Ending::NoTime)
    }

    /// Whether there is an answer.
    pub fn is_ended(self) -> bool {
        matches!(self, Ending::Safe | Ending::Bounded | Ending::Violated)
    }
}

/// A finding.
#[derive(Clone, Debug)]
pub struct EachFinding {
    /// The functions from which it is reached; the first one's test is kept.
    pub functions: Vec<String>,
    /// As the report of the first one has it (docs/json.md).
    pub finding: Value,
    /// Whether a baseline knows it.
    pub known: bool,
}

impl EachFinding {
    fn text(&self, key: &str) -> &str {
        self.finding[key].as_str().unwrap_or_default()
    }

    /// Whether it was seen outside of klew.
    pub fn is_confirmed(&self) -> bool {
        self.text("confirmation") == "confirmed"
    }
}

impl EachReport {
    /// The exit code: 10 if something new was confirmed, 0 if all parts are safe (or bounded, if that is enough), else 5.
    pub fn exit_code(&self, bounded_ok: bool) -> u8 {
        if self.findings.iter().any(|finding| !finding.known && finding.is_confirmed()) {
            return 10;
        }
        // What a baseline knows does not count, so only the rest of the function does.
        let ending = |part: &Part| match part.ending {
            Ending::Violated => part.otherwise,
            ending => ending,
        };
        let good = |part: &Part| match ending(part) {
            Ending::Safe => true,
            Ending::Bounded => bounded_ok,
            _ => false,
        };
        let known = self.findings.iter().all(|finding| finding.known);
        if known && self.parts.iter().all(good) { 0 } else { 5 }
    }

    /// How often something was not supported, the most frequent first.
    pub fn unsupported(&self) -> Vec<(String, usize)> {
        let mut counts: Vec<(String, usize)> = Vec::new();
        for what in self.parts.iter().flat_map(|part| &part.unsupported) {
            match counts.iter_mut().find(|(known, _)| known == what) {
                Some((_, count)) => *count += 1,
                None => counts.push((what.clone(), 1)),
            }
        }
        counts.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        counts
    }

    fn count(&self, is: impl Fn(&Part) -> bool) -> usize {
        self.parts.iter().filter(|part| is(part)).count()
    }
}

/// As one JSON object.
pub fn to_json(report: &EachReport) -> Value {
    let part = |part: &Part| {
        json!({
            "name": part.name,
            "entered": part.ending.is_entered(),
            "ended": part.ending.is_ended(),
            "verdict": part.ending.name(),
            "seconds": part.seconds,
            "covered_instructions": part.covered.map(|(covered, _)| covered),
            "total_instructions": part.covered.map(|(_, total)| total),
            "findings": part.findings,
            "why": part.why,
            "unsupported": part.unsupported,
        })
    };
    let finding = |one: &EachFinding| {
        let mut finding = one.finding.clone();
        if let Some(object) = finding.as_object_mut() {
            object.insert("functions".to_owned(), json!(one.functions));
            object.insert("known".to_owned(), json!(one.known));
        }
        finding
    };
    let unsupported = report.unsupported();
    let unsupported = unsupported.iter().map(|(what, count)| json!({"what": what, "count": count}));
    json!({
        "version": 1,
        "each": report.parts.iter().map(part).collect::<Vec<_>>(),
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "unsupported": unsupported.collect::<Vec<_>>(),
        "share": report.share,
        "seconds": report.seconds,
        "output": report.output,
    })
}

/// For people.
pub fn to_text(report: &EachReport) -> String {
    let mut text = String::new();
    let width = report.parts.iter().map(|part| part.name.chars().count()).max().unwrap_or(0);
    let width = width.clamp(8, 60);
    text.push_str(&format!(
        "{:width$}  verdict      seconds  covered  findings  why\n",
        "function"
    ));
    for part in &report.parts {
        let covered = part.covered.filter(|(_, total)| *total > 0);
        let covered = covered
            .map_or("-".to_owned(), |(covered, total)| format!("{} %", covered * 100 / total));
        let why = part.why.first().map_or("", |why| why.lines().next().unwrap_or_default());
        let line = format!(
            "{:width$}  {:11}  {:7.2}  {covered:>7}  {:>8}  {why}",
            part.name,
            part.ending.name(),
            part.seconds,
            part.findings
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    for finding in report.findings.iter().filter(|finding| !finding.known) {
        text.push_str(&shown(finding));
    }
    text.push_str(&summary(report));
    text
}

fn shown(finding: &EachFinding) -> String {
    let line = finding.finding["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
    let mut text = format!(
        "\n{}[{}]: {}\n  --> {}{line}\n   = {}: {}\n   = from {}\n",
        if finding.is_confirmed() { "error" } else { "warning" },
        finding.text("property"),
        finding.text("message"),
        finding.text("file"),
        finding.text("confirmation"),
        finding.text("confirmation_detail"),
        finding.functions.join(", "),
    );
    if !finding.text("test").is_empty() {
        text.push_str(&format!("   = test: {}\n", finding.text("test")));
    }
    text
}

fn summary(report: &EachReport) -> String {
    let known = report.findings.iter().filter(|finding| finding.known).count();
    let confirmed = report.findings.iter().filter(|finding| finding.is_confirmed()).count();
    let with = |ending: Ending| report.count(|part| part.ending == ending);
    let mut text = format!(
        "\n{} functions: {} entered, {} ended within {:.0} s ({} safe, {} bounded, {} violated)\n",
        report.parts.len(),
        report.count(|part| part.ending.is_entered()),
        report.count(|part| part.ending.is_ended()),
        report.share,
        with(Ending::Safe),
        with(Ending::Bounded),
        with(Ending::Violated),
    );
    text.push_str(&format!(
        "{} findings, {confirmed} of them confirmed, {known} known from the baseline; {:.1} s\n",
        report.findings.len(),
        report.seconds
    ));
    for (what, count) in report.unsupported().iter().filter(|(_, count)| *count > 1).take(10) {
        text.push_str(&format!("  not supported, {count} times: {what}\n"));
    }
    if let Some(output) = &report.output {
        text.push_str(&format!("  tests: {output}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(ending: Ending, confirmation: &str, known: bool) -> EachReport {
        let part = Part {
            name: "f".to_owned(),
            ending,
            otherwise: Ending::Bounded,
            seconds: 1.0,
            covered: Some((1, 2)),
            findings: 1,
            why: Vec::new(),
            unsupported: vec!["x".to_owned()],
        };
        let finding = json!({"property": "assertion", "file": "a.c", "line": 3, "confirmation": confirmation});
        let findings = match ending {
            Ending::Violated => {
                vec![EachFinding { functions: vec!["f".to_owned()], finding, known }]
            }
            _ => Vec::new(),
        };
        EachReport { parts: vec![part.clone(), part], findings, ..EachReport::default() }
    }

    #[test]
    fn exit_codes() {
        for (ending, confirmation, known, want) in [
            (Ending::Safe, "", false, 0),
            (Ending::Bounded, "", false, 5),
            (Ending::Unknown, "", false, 5),
            (Ending::NotEntered, "", false, 5),
            (Ending::Violated, "confirmed", false, 10),
            (Ending::Violated, "confirmed", true, 5),
            (Ending::Violated, "replayed", false, 5),
        ] {
            let code = report(ending, confirmation, known).exit_code(false);
            assert_eq!(code, want, "{ending:?} {confirmation} {known}");
        }
        assert_eq!(report(Ending::Bounded, "", false).exit_code(true), 0);
        assert_eq!(report(Ending::Violated, "confirmed", true).exit_code(true), 0);
        assert_eq!(report(Ending::Violated, "replayed", false).exit_code(true), 5);
        // What is known stands before nothing that was not explored.
        let mut cut = report(Ending::Violated, "confirmed", true);
        cut.parts[0].otherwise = Ending::Unknown;
        assert_eq!(cut.exit_code(true), 5);
    }

    #[test]
    fn what_is_known_is_counted_and_not_shown() {
        let text = to_text(&report(Ending::Violated, "confirmed", true));
        assert!(!text.contains("error[assertion]"), "{text}");
        assert!(text.contains("1 findings, 1 of them confirmed, 1 known"), "{text}");
        assert!(text.contains("not supported, 2 times: x"), "{text}");
        let text = to_text(&report(Ending::Violated, "confirmed", false));
        assert!(text.contains("error[assertion]"), "{text}");
        assert_eq!(to_json(&report(Ending::Safe, "", false))["each"][1]["covered_instructions"], 1);
    }
}
