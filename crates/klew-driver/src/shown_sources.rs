//! The lines of the program's sources that reports show.

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
