//! What a test suite came to, as plain data: its tests, what was measured when it ran, and how that stands to what klew
//! expected.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::decisions::{Condition, Decisions};
use crate::report::NativeRuns;

/// What was counted on a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCoverage {
    /// How often it was executed (by some tools: whether).
    pub count: u64,
    /// How often each way of its branches was taken.
    pub branches: Vec<u64>,
}

/// What a suite covers, by file and line, as a tool measured it outside of klew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// The lines of each file.
    pub files: BTreeMap<String, BTreeMap<u32, LineCoverage>>,
}

impl Coverage {
    /// Adds another run of the same program.
    pub fn add(&mut self, other: &Coverage) {
        for (file, lines) in &other.files {
            let own = self.files.entry(file.clone()).or_default();
            for (line, more) in lines {
                let line = own.entry(*line).or_default();
                line.count += more.count;
                let size = line.branches.len().max(more.branches.len());
                line.branches.resize(size, 0);
                for (count, more) in line.branches.iter_mut().zip(&more.branches) {
                    *count += more;
                }
            }
        }
    }

    fn lines(&self) -> impl Iterator<Item = (&String, u32, &LineCoverage)> {
        self.files
            .iter()
            .flat_map(|(file, lines)| lines.iter().map(move |(number, line)| (file, *number, line)))
    }

    /// Lines that were executed, and all.
    pub fn line_counts(&self) -> (usize, usize) {
        let covered = self.lines().filter(|(.., line)| line.count > 0).count();
        (covered, self.lines().count())
    }

    /// Ways of branches that were taken, and all.
    pub fn branch_counts(&self) -> (usize, usize) {
        let ways = || self.lines().flat_map(|(.., line)| &line.branches);
        (ways().filter(|count| **count > 0).count(), ways().count())
    }

    /// What was taken, as keys: for who looks for the runs that are needed.
    pub fn keys(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for (file, number, line) in self.lines() {
            if line.count > 0 {
                keys.push(format!("{file}:{number}"));
            }
            for (way, count) in line.branches.iter().enumerate() {
                if *count > 0 {
                    keys.push(format!("{file}:{number}:{way}"));
                }
            }
        }
        keys
    }

    /// As lcov's tools read it.
    pub fn to_lcov(&self) -> String {
        let mut text = String::from("TN:klew\n");
        for (file, lines) in &self.files {
            let _ = writeln!(text, "SF:{file}");
            let ways = || lines.values().flat_map(|line| &line.branches);
            for (number, line) in lines {
                for (way, count) in line.branches.iter().enumerate() {
                    let taken = if line.count == 0 { "-".to_owned() } else { count.to_string() };
                    let _ = writeln!(text, "BRDA:{number},0,{way},{taken}");
                }
            }
            let taken = ways().filter(|count| **count > 0).count();
            let _ = writeln!(text, "BRF:{}\nBRH:{taken}", ways().count());
            for (number, line) in lines {
                let _ = writeln!(text, "DA:{number},{}", line.count);
            }
            let hit = lines.values().filter(|line| line.count > 0).count();
            let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
        }
        text
    }
}

/// Something that is not covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Uncovered {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What of it, in words.
    pub what: String,
    /// How many ways of branches that are.
    pub ways: usize,
    /// Whether it was proved that no run comes there.
    pub unreachable: bool,
    /// Why not, in words.
    pub why: String,
}

/// A test of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SuiteTest {
    /// Its name.
    pub name: String,
    /// What it shows to be wrong, where it does not end as programs should.
    pub finding: Option<String>,
    /// Whether it was there before.
    pub kept: bool,
}

/// What a suite came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SuiteReport {
    /// The program's files.
    pub files: Vec<String>,
    /// Where its runs start.
    pub entry: String,
    /// Where the suite is.
    pub folder: String,
    /// Its tests.
    pub tests: Vec<SuiteTest>,
    /// Paths that ended.
    pub paths: u64,
    /// Inputs that were run outside of klew.
    pub candidates: usize,
    /// What measured: `gcov`, `JaCoCo`; none where nothing did, and why.
    pub measured_by: Result<String, String>,
    /// What it measured, in the functions that the entry may come to.
    pub coverage: Coverage,
    /// Which rows of decisions the tests take, where that is their goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions: Option<Decisions>,
    /// What is not covered.
    pub uncovered: Vec<Uncovered>,
    /// Where what was measured is not what klew expected.
    pub differences: Vec<String>,
    /// Why exploration was incomplete; empty if it was not.
    pub limits: Vec<String>,
    /// What is taken for granted of inputs.
    pub assumptions: Vec<String>,
    /// What could not be made a test, and why.
    pub dropped: Vec<String>,
    /// How the suite is run.
    pub how_to_run: Vec<String>,
    /// How tests were run.
    pub native_runs: Option<NativeRuns>,
    /// Time of the call.
    pub seconds: f64,
}

impl Default for SuiteReport {
    fn default() -> SuiteReport {
        SuiteReport {
            files: Vec::new(),
            entry: String::new(),
            folder: String::new(),
            tests: Vec::new(),
            paths: 0,
            candidates: 0,
            measured_by: Err("nothing was run".to_owned()),
            coverage: Coverage::default(),
            decisions: None,
            uncovered: Vec::new(),
            differences: Vec::new(),
            limits: Vec::new(),
            assumptions: Vec::new(),
            dropped: Vec::new(),
            native_runs: None,
            how_to_run: Vec::new(),
            seconds: 0.0,
        }
    }
}

/// So many of a kind are listed in text.
const LISTED: usize = 20;

impl SuiteReport {
    /// Ways of branches that are covered, and those that are not proved unreachable.
    pub fn reachable_branches(&self) -> (usize, usize) {
        let (covered, all) = self.coverage.branch_counts();
        let unreachable = self.uncovered.iter().filter(|one| one.unreachable);
        (covered, all - unreachable.map(|one| one.ways).sum::<usize>().min(all - covered))
    }

    /// The conditions that tests do not show to decide, a line each.
    fn undecided(&self) -> Vec<String> {
        let why = match self.limits.first() {
            None => "no test shows it, although all ways of conditions were taken or cannot be"
                .to_owned(),
            Some(limit) => format!("not found ({limit})"),
        };
        let all = self.decisions.iter().flat_map(|decisions| decisions.conditions());
        let line = |condition: Condition<'_>| {
            let (line, column) = condition.place;
            format!("{}:{line}:{column}: {why}", condition.file)
        };
        all.filter(|condition| !condition.shown).map(line).collect()
    }

    /// For programs.
    pub fn to_json(&self) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        let (lines, branches) = (self.coverage.line_counts(), self.coverage.branch_counts());
        value["summary"] = serde_json::json!({
            "branches_covered": branches.0,
            "branches": branches.1,
            "branches_reachable": self.reachable_branches().1,
            "lines_covered": lines.0,
            "lines": lines.1,
        });
        format!("{value:#}")
    }

    /// For people.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let new = self.tests.iter().filter(|test| !test.kept).count();
        let findings = self.tests.iter().filter(|test| test.finding.is_some()).count();
        let count = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        let _ = writeln!(
            text,
            "{}: {}, {new} of them new ({} run, {:.1} s)",
            self.folder,
            count(self.tests.len(), "test"),
            count(self.candidates, "input"),
            self.seconds,
        );
        match &self.measured_by {
            Ok(tool) => {
                let (lines, branches) =
                    (self.coverage.line_counts(), self.coverage.branch_counts());
                let reachable = self.reachable_branches();
                let _ = writeln!(
                    text,
                    "covered: {} of {} branches, {} of {} lines (by {tool})",
                    branches.0, branches.1, lines.0, lines.1
                );
                if reachable.1 < branches.1 {
                    let rest = branches.1 - reachable.1;
                    let _ = writeln!(
                        text,
                        "         {} of {} branches that can be taken; {rest} proved unreachable",
                        reachable.0, reachable.1
                    );
                }
            }
            Err(why) => {
                let _ = writeln!(text, "coverage was not measured: {why}");
            }
        }
        if let Some(decisions) = &self.decisions {
            let (shown, all) = decisions.counts();
            let said = match all {
                0 => "there are no conditions of && and ||".to_owned(),
                _ => format!("{shown} of {all} conditions are shown to decide"),
            };
            let _ = writeln!(text, "         {said} (MC/DC, by llvm-cov)");
        }
        let mut list = |title: &str, lines: Vec<String>| {
            if lines.is_empty() {
                return;
            }
            let _ = writeln!(text, "\n{title}");
            let more = lines.len().saturating_sub(LISTED);
            for line in lines.into_iter().take(LISTED) {
                let _ = writeln!(text, "  {line}");
            }
            if more > 0 {
                let _ = writeln!(text, "  and {more} more (suite.json has all)");
            }
        };
        let uncovered =
            |one: &Uncovered| format!("{}:{}: {}: {}", one.file, one.line, one.what, one.why);
        list("Not covered:", self.uncovered.iter().map(uncovered).collect());
        list("Conditions that are not shown to decide:", self.undecided());
        list("Measured otherwise than klew expected:", self.differences.clone());
        if findings > 0 {
            let shown =
                |test: &SuiteTest| Some(format!("{}: {}", test.name, test.finding.as_ref()?));
            let title = "Findings (a group of their own, which is not run by default):";
            list(title, self.tests.iter().filter_map(shown).collect());
        }
        list("No tests:", self.dropped.clone());
        list("Exploration was not complete:", self.limits.clone());
        list("Taken for granted:", self.assumptions.clone());
        if let Some(runs) = &self.native_runs {
            list("Tests were run without a sandbox:", runs.missing.clone());
        }
        list("To run it:", self.how_to_run.clone());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(count: u64, branches: &[u64]) -> LineCoverage {
        LineCoverage { count, branches: branches.to_vec() }
    }

    #[test]
    fn runs_are_added_up() {
        let one = |ways: &[u64]| Coverage {
            files: [("a.c".to_owned(), [(3, line(1, ways)), (4, line(0, &[]))].into())].into(),
        };
        let mut coverage = one(&[1, 0, 0]);
        coverage.add(&one(&[1, 1, 0]));
        assert_eq!((coverage.line_counts(), coverage.branch_counts()), ((1, 2), (2, 3)));
        assert_eq!(coverage.keys(), ["a.c:3", "a.c:3:0", "a.c:3:1"]);
        let want = "TN:klew\nSF:a.c\nBRDA:3,0,0,2\nBRDA:3,0,1,1\nBRDA:3,0,2,0\nBRF:3\nBRH:2\n\
                    DA:3,2\nDA:4,0\nLF:2\nLH:1\nend_of_record\n";
        assert_eq!(coverage.to_lcov(), want);
    }

    #[test]
    fn what_is_unreachable_does_not_count() {
        let report = SuiteReport {
            measured_by: Ok("gcov".to_owned()),
            coverage: Coverage {
                files: [("a.c".to_owned(), [(3, line(1, &[1, 0, 0]))].into())].into(),
            },
            uncovered: vec![Uncovered {
                file: "a.c".into(),
                line: 3,
                what: "false".into(),
                ways: 1,
                unreachable: true,
                why: "proved unreachable".into(),
            }],
            assumptions: vec!["malloc and its like succeed".to_owned()],
            ..SuiteReport::default()
        };
        assert_eq!(report.reachable_branches(), (1, 2));
        let text = report.to_text();
        assert!(text.contains("Taken for granted:\n  malloc and its like succeed"), "{text}");
        assert!(text.contains("1 of 2 branches that can be taken; 1 proved unreachable"), "{text}");
    }
}
