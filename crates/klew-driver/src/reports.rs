//! Reports in other formats, beside the tests of a run: the result as one document, and what is made of it.
//!
//! **Invariant**: what a report says is in the document, so [`again`] makes the same files as the run did.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use klew_ir::{Program, Property};
use klew_report::document::{Record, Rule};
use klew_report::formats::{RESULT, sha256};
use klew_report::{CheckReport, Document, ReportFormat};

use crate::error::UserError;
use crate::front_end::Original;
use crate::output::{OutputFolder, mark_reports};
use crate::property::about;
use crate::shown_sources::named_files;
use crate::source::Given;

/// The reports that are wanted of a run, and what they say of its program.
#[derive(Clone, Debug)]
pub struct Reports {
    formats: Vec<ReportFormat>,
    files: Vec<String>,
    language: &'static str,
    data_model: Option<&'static str>,
    entry: String,
}

impl Reports {
    /// None where none are wanted.
    pub fn of(
        formats: &[ReportFormat],
        program: &Program,
        original: &dyn Original,
        given: &Given,
    ) -> Option<Reports> {
        if formats.is_empty() {
            return None;
        }
        let (language, data_model) = original.language(program);
        let entry = original.function().unwrap_or(&given.entry).to_owned();
        let files = given.shown_files();
        Some(Reports { formats: formats.to_vec(), files, language, data_model, entry })
    }

    /// Writes them; gives the names of the files.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(
        &self,
        report: &CheckReport,
        output: &OutputFolder,
    ) -> io::Result<Vec<&'static str>> {
        let mut document = klew_report::json::document(report);
        document.output = Some(output.path.clone());
        document.record = Some(self.record(report));
        let json = serde_json::to_string_pretty(&document).map_err(io::Error::other)?;
        fs::write(output.file(RESULT), json + "\n")?;
        write_all(&document, &self.formats, |name| output.file(name))
    }

    fn record(&self, report: &CheckReport) -> Record {
        let hash = |file: &String| Some((file.clone(), sha256(&fs::read(file).ok()?)));
        Record {
            klew: env!("CARGO_PKG_VERSION").to_owned(),
            created: iso_8601(now()),
            language: self.language.to_owned(),
            data_model: self.data_model.map(str::to_owned),
            entry: self.entry.clone(),
            rules: report.properties.iter().filter_map(|name| rule(name)).collect(),
            hashes: self.files.iter().filter_map(hash).collect::<BTreeMap<_, _>>(),
            sources: named_files(report, &self.files),
            coverage: report.coverage.clone(),
            tree: report.explored.clone(),
            timeline: report.timeline.clone(),
        }
    }
}

/// The result of a run; the help says where one comes from.
///
/// # Errors
/// The file cannot be read, is no result, or is of another version.
pub fn read(path: &Path, help: &str) -> Result<Document, UserError> {
    let shown = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| UserError::new(format!("cannot read {shown}: {error}")).help(help))?;
    let document: Document = serde_json::from_str(&text)
        .map_err(|error| UserError::new(format!("{shown} is not the result of a run: {error}")))?;
    if document.version != klew_report::json::VERSION {
        let message = format!("{shown} has version {}, which is not known", document.version);
        return Err(UserError::new(message));
    }
    Ok(document)
}

/// Makes reports again of a folder in which a run left its result; gives the names of the files.
///
/// # Errors
/// There is no result that can be read, or the folder cannot be written to.
pub fn again(folder: &Path, formats: &[ReportFormat]) -> Result<Vec<&'static str>, UserError> {
    let path = folder.join(RESULT);
    let document = read(&path, "`klew check --report …` leaves one in its output folder")?;
    let written = write_all(&document, formats, |name| folder.join(name))
        .and_then(|names| mark_reports(folder).map(|()| names));
    written
        .map_err(|error| UserError::new(format!("cannot write to {}: {error}", folder.display())))
}

fn write_all(
    document: &Document,
    formats: &[ReportFormat],
    place: impl Fn(&str) -> std::path::PathBuf,
) -> io::Result<Vec<&'static str>> {
    let mut names = Vec::new();
    for (name, text) in formats.iter().flat_map(|format| format.files(document)) {
        fs::write(place(name), text)?;
        names.push(name);
    }
    Ok(names)
}

fn rule(name: &str) -> Option<Rule> {
    let property = Property::ALL.into_iter().find(|property| property.name() == name)?;
    let (description, names) = about(property);
    let cwe = names.split(", ").find_map(|name| name.strip_prefix("CWE-")?.parse().ok());
    Some(Rule { property: name.to_owned(), description: description.to_owned(), cwe })
}

/// Seconds since 1970; those that reproducible builds say, where they do.
fn now() -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    given.unwrap_or_else(clock)
}

/// A moment of the Gregorian calendar in UTC. Days to dates: H. Hinnant, "chrono-compatible low-level date algorithms".
fn iso_8601(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Eras of 400 years, which begin on the 1st of March, so that the day that leap years add is the last.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (seconds, want) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_795_428_000, "2026-11-23T10:00:00Z"),
        ] {
            assert_eq!(iso_8601(seconds), want);
        }
    }

    #[test]
    fn weaknesses_of_rules() {
        let cwe = |name: &str| rule(name).unwrap().cwe;
        assert_eq!((cwe("valid-deref"), cwe("reach-error")), (Some(119), None));
        assert!(rule("nothing").is_none());
    }
}
