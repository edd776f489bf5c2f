//! The lines of the program's sources that reports show.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use klew_ir::Program;
use klew_report::{CheckReport, Sources as SourceText};

/// The lines of the program that a report shows.
pub fn source_text(report: &CheckReport) -> SourceText {
    let places = report.findings.iter().flat_map(|finding| {
        let steps = finding.path.iter().filter_map(|step| step.place.as_ref());
        finding
            .place
            .iter()
            .chain(finding.notes.iter().filter_map(|n| n.place.as_ref()))
            .chain(steps)
    });
    let mut files: Vec<&str> = places.map(|place| place.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    read_files(files)
}

/// The text of all files that a report names, as far as they can be read: those of findings, checks, and what runs came through.
pub fn named_files(report: &CheckReport, also: &[String]) -> BTreeMap<String, String> {
    let findings = report.findings.iter().flat_map(|finding| {
        let steps = finding.path.iter().filter_map(|step| step.place.as_ref());
        let notes = finding.notes.iter().filter_map(|note| note.place.as_ref());
        let inputs = finding.input.iter().filter_map(|input| input.place.as_ref());
        finding.place.iter().chain(notes).chain(steps).chain(inputs)
    });
    let checks = report.checks.iter().filter_map(|check| check.place.as_ref());
    let places = findings.chain(checks).map(|place| place.file.clone());
    let covered = report.coverage.iter().map(|file| file.file.clone());
    let names: BTreeSet<String> = places.chain(covered).chain(also.iter().cloned()).collect();
    // What is no text, as class files, has no lines to show.
    let text = |name: String| fs::read_to_string(&name).ok().map(|text| (name, text));
    names.into_iter().filter_map(text).collect()
}

/// All files of a program that can be read.
pub fn read_sources(program: &Program) -> SourceText {
    read_files(program.files.iter().map(String::as_str))
}

fn read_files<'f>(files: impl IntoIterator<Item = &'f str>) -> SourceText {
    let mut sources = SourceText::new();
    for file in files {
        // A file that is gone or no text is shown without its lines.
        if let Ok(bytes) = fs::read(file) {
            sources.add(file, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    sources
}
