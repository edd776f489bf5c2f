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

pub use stable::sha256;

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
