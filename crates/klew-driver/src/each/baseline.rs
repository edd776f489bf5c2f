//! Findings that are known from an earlier run: a file with the property, the file, the function and the text of the line of
//! each, so that they stay known when other lines move.
//!
//! Where several have the same words, those on the lines that they had are the known ones.
//!
//! **Invariant**: as many findings with the same words are known as the baseline has, so one more is new.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use klew_report::each::EachReport;
use serde_json::{Value, json};

use super::EachOptions;
use crate::error::UserError;

/// What is known: none if there is no such file yet.
pub type Known = Option<Vec<Value>>;

/// Reads the baseline, if one is given and there.
///
/// # Errors
/// It cannot be read, or is none.
pub fn read(options: &EachOptions) -> Result<Known, UserError> {
    let Some(path) = &options.baseline else { return Ok(None) };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(UserError::new(format!("cannot read {}: {error}", path.display())));
        }
    };
    let wrong = || {
        UserError::new(format!("{} is no baseline that klew wrote", path.display()))
            .help("--write-baseline writes it anew")
    };
    if options.write_baseline {
        return Ok(None);
    }
    let value: Value = serde_json::from_str(&text).map_err(|_| wrong())?;
    match (value["version"].as_u64(), value["findings"].as_array()) {
        (Some(1), Some(findings)) => Ok(Some(findings.clone())),
        _ => Err(wrong()),
    }
}

/// Marks what is known.
pub fn compare(report: &mut EachReport, known: &Known) {
    let mut left = known.clone().unwrap_or_default();
    let mut findings: Vec<_> =
        (report.findings.iter_mut()).map(|finding| (key(&finding.finding), finding)).collect();
    findings.sort_by_key(|(_, finding)| finding.finding["line"].as_u64());
    // Of several with the same words those that are where they were, then the first ones.
    for is_same_line in [true, false] {
        for (key, finding) in findings.iter_mut().filter(|(_, finding)| !finding.known) {
            let line = &finding.finding["line"];
            let is_it =
                |known: &Value| words(known) == *key && (!is_same_line || known["line"] == *line);
            let found = left.iter().position(is_it);
            finding.known = found.map(|index| left.remove(index)).is_some();
        }
    }
}

/// What is written of a finding, without its line.
fn words(known: &Value) -> Value {
    let mut words = known.clone();
    if let Some(words) = words.as_object_mut() {
        words.remove("line");
    }
    words
}

/// Writes the baseline where there is none yet, or where that is asked.
///
/// # Errors
/// It cannot be written.
pub fn write(options: &EachOptions, known: &Known, report: &EachReport) -> Result<(), UserError> {
    let Some(path) = options.baseline.as_ref().filter(|_| known.is_none()) else { return Ok(()) };
    let written = |finding: &Value| {
        let mut written = key(finding);
        written["line"] = finding["line"].clone();
        written
    };
    let findings: Vec<Value> = report.findings.iter().map(|it| written(&it.finding)).collect();
    let text = format!("{:#}\n", json!({"version": 1, "findings": findings}));
    fs::write(path, text)
        .map_err(|error| UserError::new(format!("cannot write {}: {error}", path.display())))
}

/// What stays the same of a finding when other lines change.
fn key(finding: &Value) -> Value {
    let file = finding["file"].as_str().unwrap_or_default();
    let line = finding["line"].as_u64().and_then(|line| usize::try_from(line).ok()).unwrap_or(0);
    let text = fs::read_to_string(Path::new(file)).ok();
    let text = text.as_ref().and_then(|text| text.lines().nth(line.checked_sub(1)?));
    // Without the source, the number of the line has to do.
    let text = text.map_or_else(|| format!("line {line}"), |text| text.trim().to_owned());
    let function = &finding["stack"][0]["function"];
    json!({"property": finding["property"], "file": finding["file"], "function": function, "text": text})
}

#[cfg(test)]
mod tests {
    use klew_report::each::EachFinding;

    use super::*;

    #[test]
    fn the_one_on_its_line_is_the_known_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        fs::write(&file, "x;\nr = a / b;\ny;\nr = a / b;\n").unwrap();
        let finding = |line: u64| {
            let finding = json!({"property": "p", "file": file, "line": line, "stack": []});
            EachFinding { functions: Vec::new(), finding, known: false }
        };
        for (line, want) in [(2, [false, true]), (4, [true, false]), (7, [false, true])] {
            let mut known = key(&finding(2).finding);
            known["line"] = json!(line);
            let findings = [4, 2].map(finding).to_vec();
            let mut report = EachReport { findings, ..EachReport::default() };
            compare(&mut report, &Some(vec![known]));
            let found: Vec<bool> = report.findings.iter().map(|it| it.known).collect();
            assert_eq!(found, want, "{line}");
        }
    }

    #[test]
    fn one_more_with_the_same_words_is_new() {
        let finding = |function: &str| {
            let stack = json!([{"function": function}, {"function": "main"}]);
            let finding = json!({"property": "p", "file": "none.c", "line": 3, "stack": stack});
            EachFinding { functions: Vec::new(), finding, known: false }
        };
        let known = Some(vec![key(&finding("f").finding), key(&finding("g").finding)]);
        let findings = ["f", "f", "g", "h"].map(finding).to_vec();
        let mut report = EachReport { findings, ..EachReport::default() };
        compare(&mut report, &known);
        let found: Vec<bool> = report.findings.iter().map(|it| it.known).collect();
        assert_eq!(found, [true, false, true, false]);
        let findings = ["f", "g"].map(finding).to_vec();
        let mut report = EachReport { findings, ..EachReport::default() };
        compare(&mut report, &None);
        assert!(report.findings.iter().all(|it| !it.known));
    }
}
