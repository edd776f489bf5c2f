//! Reports for other tools and for people, one file per format. All are made of the [`Document`] alone, so `klew report` makes
//! them again of the `result.json` of a run.
//!
//! **Invariant**: equal documents give equal files; what differs between two runs are the times that the document holds.

mod graphml;
mod html;
mod junit;
mod lcov;
mod sarif;
mod stable;
mod svcomp;
mod witness;

use crate::Document;

pub use stable::{hash, sha256};

/// A kind of report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReportFormat {
    /// SARIF 2.1.0: findings with their paths, for code scanning.
    Sarif,
    /// JUnit's XML: a test case per check.
    Junit,
    /// Verification witnesses of SV-COMP: format 2.0, and GraphML for violations.
    Witness,
    /// Lines and branches that klew's runs covered, as lcov's tracefiles tell them.
    Lcov,
    /// A page for people.
    Html,
}

/// The document of a run, in the output folder.
pub const RESULT: &str = "result.json";

/// All files that reports may consist of.
pub const FILES: [&str; 7] = [
    RESULT,
    "report.html",
    "report.sarif",
    "junit.xml",
    "witness.yml",
    "witness.graphml",
    "coverage.info",
];

impl ReportFormat {
    /// The report's files: their names, and what is in them.
    pub fn files(self, document: &Document) -> Vec<(&'static str, String)> {
        match self {
            ReportFormat::Sarif => vec![("report.sarif", sarif::sarif(document))],
            ReportFormat::Junit => vec![("junit.xml", junit::junit(document))],
            ReportFormat::Lcov => vec![("coverage.info", lcov::lcov(document))],
            ReportFormat::Html => vec![("report.html", html::html(document))],
            ReportFormat::Witness => {
                let yaml = witness::witness(document).map(|text| ("witness.yml", text));
                let graph = graphml::graphml(document).map(|text| ("witness.graphml", text));
                yaml.into_iter().chain(graph).collect()
            }
        }
    }
}

/// Text in which each character that XML 1.0 does not have is replaced: nothing can stand for these there.
fn legal(xml: &str) -> String {
    let is_illegal = |c: char| (c < ' ' && !"\t\n\r".contains(c)) || "\u{fffe}\u{ffff}".contains(c);
    xml.replace(is_illegal, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CheckReport;

    #[test]
    fn control_characters_of_the_program_are_not_in_xml() {
        let files = vec!["a\u{1}.c".to_owned()];
        let document = crate::json::document(&CheckReport { files, ..CheckReport::default() });
        let xml = junit::junit(&document);
        assert!(xml.contains("a\u{fffd}.c") && !xml.contains('\u{1}'), "{xml}");
        assert_eq!(legal("a\tb\n\u{b}\u{ffff}"), "a\tb\n\u{fffd}\u{fffd}");
    }
}
