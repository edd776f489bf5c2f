//! What klew says of a part, as diagnostics.
//!
//! **Invariant**: the diagnostics of a file are those of all parts that were checked last; those of one part replace its earlier ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    Position, Range, Uri,
};
use serde::{Deserialize, Serialize};

use crate::documents::uri_of;
use crate::kept_tests;

/// A result of `klew check`, as far as editors show it.
#[derive(Debug, Deserialize)]
pub struct Report {
    /// `safe`, `bounded`, `violated` or `unknown`.
    pub verdict: String,
    #[serde(default)]
    reasons: Vec<String>,
    #[serde(default)]
    findings: Vec<Finding>,
}

#[derive(Debug, Deserialize)]
struct Finding {
    property: String,
    file: Option<PathBuf>,
    line: Option<u64>,
    column: Option<u64>,
    message: String,
    confirmed: bool,
    confirmation_detail: Option<String>,
    #[serde(default)]
    input: Vec<Input>,
    #[serde(default)]
    path: Vec<Step>,
    #[serde(default)]
    stack: Vec<Call>,
    test: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
struct Input {
    name: String,
    value: String,
}

#[derive(Debug, Deserialize)]
struct Step {
    text: String,
    file: Option<PathBuf>,
    line: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct Call {
    function: String,
    file: Option<PathBuf>,
    line: Option<u64>,
}

/// What a diagnostic carries for the command that keeps its test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestOf {
    /// The finding's folder.
    pub finding: PathBuf,
    /// The source file beside which the test is kept.
    pub source: PathBuf,
    /// What the kept folder is called.
    pub name: String,
}

/// How many steps of a path are shown, the last ones.
const STEPS: usize = 50;
/// How many inputs are shown.
const INPUTS: usize = 20;

impl Report {
    /// The verdict in a line.
    pub fn summary(&self, part: &str) -> String {
        let count = self.findings.len();
        match self.verdict.as_str() {
            "violated" if count == 1 => format!("{part}: violated: {}", self.findings[0].message),
            "violated" => format!("{part}: violated: {count} findings"),
            "safe" => format!("{part}: safe"),
            verdict => {
                let why = self.reasons.first().map_or(String::new(), |why| format!(": {why}"));
                format!("{part}: {verdict}{why}")
            }
        }
    }

    /// The findings by file; those without a place are at the part's. Paths are below a folder.
    fn diagnostics(
        &self,
        (part, source, line): (&str, &Path, u32),
        below: &Path,
    ) -> Vec<(PathBuf, Diagnostic)> {
        let place = |finding: &Finding| match (&finding.file, finding.line) {
            (Some(file), Some(line)) => (below.join(file), line),
            _ => (source.to_owned(), u64::from(line)),
        };
        let of = |finding: &Finding| {
            let (file, line) = place(finding);
            let test = finding.test.as_ref().map(|test| TestOf {
                finding: below.join(test),
                source: source.to_owned(),
                name: kept_tests::name(part, &finding.property, line),
            });
            let diagnostic = Diagnostic {
                range: range(&file, line, finding.column),
                severity: Some(finding.severity()),
                code: Some(NumberOrString::String(finding.property.clone())),
                source: Some("klew".to_owned()),
                message: finding.text(),
                related_information: Some(finding.way(below)),
                data: test.and_then(|test| serde_json::to_value(test).ok()),
                ..Diagnostic::default()
            };
            (file, diagnostic)
        };
        self.findings.iter().map(of).collect()
    }
}

impl Finding {
    fn severity(&self) -> DiagnosticSeverity {
        match self.confirmed {
            true => DiagnosticSeverity::ERROR,
            false => DiagnosticSeverity::WARNING,
        }
    }

    /// What is violated, with which input, and how that is known.
    fn text(&self) -> String {
        let mut text = self.message.clone();
        for input in self.input.iter().take(INPUTS) {
            text.push_str(&format!("\n  {} = {}", input.name, input.value));
        }
        if self.input.len() > INPUTS {
            text.push_str(&format!("\n  and {} more inputs", self.input.len() - INPUTS));
        }
        let known = if self.confirmed { "confirmed by running it" } else { "not confirmed" };
        match self.confirmation_detail.as_deref().filter(|detail| !detail.is_empty()) {
            Some(detail) => text.push_str(&format!("\n{known}: {detail}")),
            None => text.push_str(&format!("\n{known}")),
        }
        text
    }

    /// The last steps of the path, and the calls on the way.
    fn way(&self, below: &Path) -> Vec<DiagnosticRelatedInformation> {
        let at = |file: &Option<PathBuf>, line: Option<u64>, message: String| {
            let (file, line) = (below.join(file.as_ref()?), line?);
            let location = Location { uri: uri_of(&file)?, range: range(&file, line, None) };
            Some(DiagnosticRelatedInformation { location, message })
        };
        let skipped = self.path.len().saturating_sub(STEPS);
        let steps = self.path[skipped..].iter();
        let steps = steps.filter_map(|step| at(&step.file, step.line, step.text.clone()));
        let calls = self.stack.iter().skip(1);
        let calls =
            calls.filter_map(|it| at(&it.file, it.line, format!("called by {}", it.function)));
        steps.chain(calls).collect()
    }
}

/// The rest of a line from a column on, or from where its text begins. Lines and columns count from 1, columns in bytes.
fn range(file: &Path, line: u64, column: Option<u64>) -> Range {
    let text = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let index = line.saturating_sub(1);
    let text = usize::try_from(index).ok().and_then(|index| text.lines().nth(index)).unwrap_or("");
    let blank = text.len() - text.trim_start().len();
    let from = column.and_then(|column| usize::try_from(column.checked_sub(1)?).ok());
    let from = from.filter(|from| *from < text.len() && text.is_char_boundary(*from));
    // The protocol counts in UTF-16.
    let units = |text: &str| text.encode_utf16().count() as u32;
    let line = u32::try_from(index).unwrap_or(u32::MAX);
    let end = text.trim_end().len();
    let at = |end: usize| Position { line, character: units(&text[..end]) };
    let start = from.unwrap_or(blank).min(end);
    Range { start: at(start), end: at(end) }
}

/// The parts of a file that were checked, and the findings of each.
#[derive(Debug, Default)]
pub struct Findings {
    parts: BTreeMap<(PathBuf, String), Vec<(PathBuf, Diagnostic)>>,
}

impl Findings {
    /// Takes what is said of a part of a source file, which begins in that line; gives the files whose diagnostics are others now.
    pub fn take(
        &mut self,
        report: &Report,
        (part, source, line): (&str, &Path, u32),
        below: &Path,
    ) -> Vec<PathBuf> {
        let found = report.diagnostics((part, source, line), below);
        let now = found.iter().map(|(file, _)| file.clone());
        let mut files: Vec<PathBuf> = now.collect();
        let before = self.parts.insert((source.to_owned(), part.to_owned()), found);
        files.extend(before.into_iter().flatten().map(|(file, _)| file));
        files.sort();
        files.dedup();
        files
    }

    /// The parts of a source file of which something is said.
    pub fn parts_of(&self, source: &Path) -> Vec<String> {
        let parts = self.parts.keys().filter(|(file, _)| file == source);
        parts.map(|(_, part)| part.clone()).collect()
    }

    /// Forgets a part that is no more; gives the files whose diagnostics are others now.
    pub fn forget(&mut self, source: &Path, part: &str) -> Vec<PathBuf> {
        let gone = self.parts.remove(&(source.to_owned(), part.to_owned()));
        gone.into_iter().flatten().map(|(file, _)| file).collect()
    }

    /// All diagnostics of a file.
    pub fn of(&self, file: &Path) -> Vec<Diagnostic> {
        let all = self.parts.values().flatten();
        all.filter(|(it, _)| it == file).map(|(_, diagnostic)| diagnostic.clone()).collect()
    }

    /// What the editor calls a file, and its diagnostics.
    pub fn published(&self, file: &Path) -> Option<(Uri, Vec<Diagnostic>)> {
        Some((uri_of(file)?, self.of(file)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(line: u64) -> Report {
        serde_json::from_value(serde_json::json!({
            "verdict": "violated", "reasons": [],
            "findings": [{
                "property": "assertion", "file": "a.c", "line": line, "column": 5, "message": "x is 7",
                "confirmed": true, "confirmation_detail": "assertion failed",
                "input": [{"name": "x", "value": "7"}],
                "path": [{"text": "y = 1", "file": "a.c", "line": 1}, {"text": "nowhere", "file": null, "line": null}],
                "stack": [{"function": "f", "file": "a.c", "line": 2}, {"function": "main", "file": "a.c", "line": 3}],
                "test": "out/finding-1",
            }],
        }))
        .expect("a report")
    }

    #[test]
    fn of_the_last_check_of_each_part() {
        let folder = tempfile::tempdir().expect("a folder");
        let (below, file) = (folder.path(), folder.path().join("a.c"));
        fs::write(&file, "int ü;\n    int x = \"ü\"; \n\nint y;\n").expect("a file");
        let mut findings = Findings::default();
        let part = ("f", file.as_path(), 1);
        assert_eq!(findings.take(&report(2), part, below), std::slice::from_ref(&file));
        let [diagnostic] = &findings.of(&file)[..] else { panic!("one finding") };
        assert_eq!(
            diagnostic.message,
            "x is 7\n  x = 7\nconfirmed by running it: assertion failed"
        );
        let at = |line, character| Position { line, character };
        assert_eq!(diagnostic.range, Range { start: at(1, 4), end: at(1, 16) });
        let way = diagnostic.related_information.as_ref().expect("a way");
        let way: Vec<_> =
            way.iter().map(|it| (&*it.message, it.location.range.start.line)).collect();
        assert_eq!(way, [("y = 1", 0), ("called by main", 2)]);
        let test: TestOf =
            serde_json::from_value(diagnostic.data.clone().expect("a test")).expect("a test");
        assert_eq!(test.finding, below.join("out/finding-1"));
        // Another part, and the first one again.
        findings.take(&report(4), ("g", &file, 4), below);
        assert_eq!(findings.of(&file).len(), 2);
        let safe = Report { verdict: "safe".to_owned(), reasons: Vec::new(), findings: Vec::new() };
        assert_eq!(findings.take(&safe, part, below), std::slice::from_ref(&file));
        assert_eq!(findings.of(&file).len(), 1);
        assert_eq!(findings.parts_of(&file), ["f", "g"]);
        assert_eq!(findings.forget(&file, "g"), std::slice::from_ref(&file));
        assert!(findings.of(&file).is_empty());
    }

    #[test]
    fn places_beyond_the_text() {
        let range = range(Path::new("/nowhere.c"), 9, Some(3));
        assert_eq!((range.start, range.end), (Position::new(8, 0), Position::new(8, 0)));
    }
}
