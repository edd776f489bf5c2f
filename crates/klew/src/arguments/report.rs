//! Arguments of `klew report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use klew_report::ReportFormat;

use super::{ReportName, report_formats};

/// Arguments of `klew report`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example: klew check list.c --report sarif, then klew report klew-out-list --report junit,lcov

Exit codes: 0 the reports are written, 2 there is no result that can be read.")]
pub struct ReportArguments {
    /// The output folder of a run that was asked for a report
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Which reports, with commas between them. Default: all
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMAT")]
    pub report: Vec<ReportName>,
}

impl ReportArguments {
    /// Those that are wanted.
    pub fn formats(&self) -> Vec<ReportFormat> {
        match self.report.as_slice() {
            [] => report_formats(ReportName::value_variants()),
            some => report_formats(some),
        }
    }
}
