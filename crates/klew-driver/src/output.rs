//! The output folder: a folder per finding, with the harness, the input, and how to run it.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use klew_llvm::lower::Environment;
use klew_report::formats::FILES;
use klew_report::ktest::{KTest, write_ktest};
use klew_report::report::InputSource;
use klew_report::{FindingReport, Input, Sources as SourceText, Style, TextOptions};

use crate::environment::to_words;

/// The argument in a `.ktest` file before the name of the function that is analysed alone.
pub const FUNCTION_WORD: &str = "--function";

/// The name of the file that marks a folder as one that klew may clear.
const MARK: &str = ".klew-output";

/// An output folder in the making.
///
/// **Invariant**: nobody else writes to where tests are made, and they come to their place all at once, so runs at the
/// same time do not see each other's; of several with the same place the last one stays.
#[derive(Clone, Debug)]
pub struct OutputFolder {
    /// Where tests are once the run is over.
    pub path: PathBuf,
    making: PathBuf,
    program: String,
}

impl OutputFolder {
    /// Begins a folder, beside the place that it will have. `program` is the name of the program in `.ktest` files.
    pub fn create(path: &Path, program: &str) -> io::Result<OutputFolder> {
        let place = std::path::absolute(path)?;
        let beside = match place.parent() {
            // A folder that is there already may be one beside which nothing can be written.
            _ if path.is_dir() && !is_own(path) => place.as_path(),
            Some(parent) => parent,
            None => place.as_path(),
        };
        fs::create_dir_all(beside)?;
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{name}.{}-", std::process::id());
        let made = tempfile::Builder::new().prefix(&prefix).tempdir_in(beside)?;
        let making = made.keep();
        // From the beginning, so that other runs do not take what is in it for a program.
        fs::write(making.join(MARK), "")?;
        let _ = fs::set_permissions(&making, fs::Permissions::from_mode(0o755));
        Ok(OutputFolder { path: path.to_owned(), making, program: program.to_owned() })
    }

    /// Where a file beside the tests is made.
    pub fn file(&self, name: &str) -> PathBuf {
        self.making.join(name)
    }

    /// Where the test of a finding is made.
    pub fn finding(&self, number: usize) -> PathBuf {
        self.making.join(format!("finding-{number}"))
    }

    /// Where the test of a path is made.
    pub fn path_test(&self, number: usize) -> PathBuf {
        self.making.join(format!("path-{number:06}"))
    }

    /// What the path of a test will be.
    pub fn place_of(&self, test: &Path) -> PathBuf {
        test.strip_prefix(&self.making)
            .map_or_else(|_| test.to_owned(), |rest| self.path.join(rest))
    }

    /// The text with paths as they will be.
    fn with_places(&self, text: &str) -> String {
        let place = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        text.replace(&self.making.display().to_string(), &place.display().to_string())
    }

    /// Brings everything to its place, and takes away what an earlier run left there. Gives whether there is anything.
    pub fn publish(&self) -> io::Result<bool> {
        let tests: Vec<PathBuf> = entries(&self.making)?;
        if tests.is_empty() {
            fs::remove_dir_all(&self.making)?;
            if is_output(&self.path) {
                clear(&self.path)?;
                match entries(&self.path)?.is_empty() {
                    true => fs::remove_dir_all(&self.path)?,
                    // Nothing in it is klew's any more.
                    false => fs::write(self.path.join(MARK), "")?,
                }
            }
            return Ok(false);
        }
        fs::write(self.making.join(MARK), mark_of(&tests))?;
        for turn in 0..TURNS {
            match fs::rename(&self.making, &self.path) {
                Ok(()) => return Ok(true),
                Err(_) if is_own(&self.path) => self.put_aside(turn)?,
                Err(_) if self.path.is_dir() => return self.publish_one_by_one(&tests),
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("other runs write there all the time"))
    }

    /// Takes away the folder of an earlier run; another run may have been faster.
    fn put_aside(&self, turn: usize) -> io::Result<()> {
        let aside = self.making.with_extension(format!("old-{turn}"));
        match fs::rename(&self.path, &aside) {
            Ok(()) => fs::remove_dir_all(&aside),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Into a folder that has other things as well.
    fn publish_one_by_one(&self, tests: &[PathBuf]) -> io::Result<bool> {
        let mark = self.path.join(MARK);
        let known = mark.exists();
        let lock = fs::OpenOptions::new().create(true).append(true).open(&mark)?;
        lock.lock()?;
        if known {
            clear(&self.path)?;
        }
        fs::write(&mark, "")?;
        for test in tests {
            let place = self.path.join(test.file_name().unwrap_or_default());
            if place.is_file() {
                let message = format!("{} is there, and klew did not write it", place.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
            }
            fs::rename(test, place)?;
        }
        fs::write(&mark, mark_of(tests))?;
        fs::remove_dir_all(&self.making)?;
        Ok(true)
    }

    /// Writes what belongs to a test besides its harness.
    pub fn write_inputs(
        &self,
        folder: &Path,
        inputs: &[Input],
        environment: &Environment,
        function: Option<&str>,
    ) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let json = klew_report::json::inputs(inputs);
        fs::write(folder.join("input.json"), format!("{json:#}\n"))?;
        let objects = inputs
            .iter()
            .filter(|input| input.source == InputSource::Harness)
            .map(|input| (input.name.clone(), input.bytes.clone()))
            .collect();
        let mut arguments = vec![self.program.clone()];
        arguments.extend(to_words(environment));
        // What is analysed alone has its input heap in the driver.
        arguments
            .extend(function.iter().flat_map(|name| [FUNCTION_WORD, *name].map(str::to_owned)));
        let test = KTest { arguments, objects, ..KTest::default() };
        fs::write(folder.join("input.ktest"), write_ktest(&test))
    }

    /// Writes what people read about a finding.
    pub fn write_finding(
        &self,
        folder: &Path,
        finding: &FindingReport,
        sources: &SourceText,
        script: Option<&str>,
    ) -> io::Result<()> {
        let options = TextOptions {
            style: Style::Plain,
            full_trace: true,
            draw_heap: true,
            explain_pruning: false,
        };
        let mut text = klew_report::text::render_finding(finding, sources, options);
        if !finding.decisions.is_empty() {
            text.push_str(&format!("\n--path {}\n", finding.decisions));
        }
        fs::write(folder.join("trace.txt"), text)?;
        if let Some(script) = script {
            write_script(folder, &self.with_places(script))?;
        }
        Ok(())
    }
}

/// Notes that reports in a folder are klew's, so that later runs may take them away.
///
/// # Errors
/// The mark cannot be written.
pub fn mark_reports(folder: &Path) -> io::Result<()> {
    match is_output(folder) {
        true => fs::write(folder.join(MARK), mark_of(&entries(folder)?)),
        false => Ok(()),
    }
}

/// How often a folder that others write to as well is tried.
const TURNS: usize = 100;

/// Whether klew wrote the folder.
pub fn is_output(folder: &Path) -> bool {
    folder.join(MARK).exists()
}

/// Makes a folder for the tests of many functions, each of which has a folder of its own in it; what an earlier call left
/// there goes.
///
/// # Errors
/// It cannot be written, or holds something else.
pub fn begin_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() && !is_output(path) && fs::read_dir(path)?.next().is_some() {
        return Err(io::Error::other("it is there already, and not klew's"));
    }
    if path.is_dir() {
        for entry in entries(path)? {
            if is_output(&entry) {
                fs::remove_dir_all(entry)?;
            }
        }
    }
    fs::create_dir_all(path)?;
    fs::write(path.join(MARK), "")
}

/// Whether such a folder holds tests; else it is taken away.
pub fn keep_if_used(path: &Path) -> bool {
    match entries(path) {
        Ok(entries) if entries.is_empty() => {
            let _ = fs::remove_dir_all(path);
            false
        }
        Ok(_) => true,
        Err(_) => false,
    }
}

/// Takes away the test of a finding, and the folder that it was alone in.
pub fn remove_test(test: &Path) {
    let own = test.parent().filter(|folder| is_output(folder));
    let Some(folder) = own else { return };
    let _ = fs::remove_dir_all(test);
    let tests = entries(folder).unwrap_or_default();
    let is_test = |path: &PathBuf| path.is_dir();
    if !tests.iter().any(is_test) {
        let _ = fs::remove_dir_all(folder);
    }
}

/// The name of the folder of a function.
pub fn part_name(function: &str) -> String {
    folder_name([function]).trim_start_matches("klew-out-").to_owned()
}

/// Whether a file or folder in an output folder is klew's: tests by their names, reports if the mark names them.
fn is_result(folder: &Path, name: &str) -> bool {
    let is_named = || {
        let mark = fs::read_to_string(folder.join(MARK)).unwrap_or_default();
        mark.lines().any(|line| line == name)
    };
    name.starts_with("finding-") || name.starts_with("path-") || FILES.contains(&name) && is_named()
}

/// What the mark says of results that lie there: the names of reports.
fn mark_of(results: &[PathBuf]) -> String {
    let names = results.iter().filter_map(|path| path.file_name()?.to_str());
    names.filter(|name| FILES.contains(name)).map(|name| format!("{name}\n")).collect()
}

/// What lies in a folder besides klew's mark.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() != MARK {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// Whether klew made the folder and nobody put anything else there.
fn is_own(folder: &Path) -> bool {
    let only_results = |paths: Vec<PathBuf>| {
        paths
            .iter()
            .all(|path| path.file_name().is_some_and(|n| is_result(folder, &n.to_string_lossy())))
    };
    is_output(folder) && entries(folder).is_ok_and(only_results)
}

/// Takes away the tests and reports of an earlier run.
fn clear(folder: &Path) -> io::Result<()> {
    for path in entries(folder)? {
        if path.file_name().is_some_and(|name| is_result(folder, &name.to_string_lossy())) {
            if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
        }
    }
    Ok(())
}

/// A name for a folder of what was analysed: each part without characters that mean something in paths.
pub fn folder_name<'p>(parts: impl IntoIterator<Item = &'p str>) -> String {
    let mut name = "klew-out".to_owned();
    for part in parts {
        let plain = |c: char| if c.is_alphanumeric() || "._+$".contains(c) { c } else { '-' };
        let part: String = part.chars().map(plain).collect();
        let part = part.trim_matches(['-', '.']);
        if !part.is_empty() {
            name.push('-');
            name.push_str(part);
        }
    }
    // File systems take 255 bytes, and some of them are for the folder that it is made in.
    let mut end = name.len().min(MOST_NAME_BYTES);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.truncate(end);
    name
}

const MOST_NAME_BYTES: usize = 160;

/// Writes the script that builds and runs a test.
pub fn write_script(folder: &Path, script: &str) -> io::Result<()> {
    let path = folder.join("build-and-run.sh");
    fs::write(&path, script)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
}

/// Takes away the compiled programs of a test; the script builds them again.
pub fn remove_binaries(folder: &Path) {
    for name in ["run-sanitizers", "run-fortified", "run-bookkeeping", "run-plain"] {
        // Not all of them were built.
        let _ = fs::remove_file(folder.join(name));
    }
    // Nor did all of them have files.
    let _ = fs::remove_dir_all(folder.join("files"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(place: &Path, test: &str, text: &str) -> OutputFolder {
        let output = OutputFolder::create(place, "p").unwrap();
        if !test.is_empty() {
            let folder = output.making.join(test);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("text"), text).unwrap();
        }
        output
    }

    fn names(folder: &Path) -> Vec<String> {
        let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        entries(folder).unwrap().into_iter().map(name).collect()
    }

    #[test]
    fn the_last_run_stays_whole() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("klew-out-p");
        let (first, second) = (make(&place, "finding-1", "a"), make(&place, "finding-2", "b"));
        assert_eq!(first.place_of(&first.finding(1)), place.join("finding-1"));
        assert!(second.publish().unwrap());
        assert!(first.publish().unwrap());
        assert_eq!(names(&place), ["finding-1"]);
        assert_eq!(names(parent.path()), ["klew-out-p"]);
        // A run without tests leaves nothing.
        assert!(!make(&place, "", "").publish().unwrap());
        assert!(names(parent.path()).is_empty());
    }

    #[test]
    fn what_others_put_there_stays() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("results");
        fs::create_dir(&place).unwrap();
        fs::write(place.join("notes"), "").unwrap();
        assert!(make(&place, "finding-1", "a").publish().unwrap());
        assert!(make(&place, "finding-2", "b").publish().unwrap());
        assert_eq!(names(&place), ["finding-2", "notes"]);
        assert!(!make(&place, "", "").publish().unwrap());
        assert_eq!(names(&place), ["notes"]);
        // What klew did not write is not overwritten.
        let other = parent.path().join("other");
        fs::create_dir_all(other.join("finding-1/mine")).unwrap();
        assert!(make(&other, "finding-1", "a").publish().is_err());
        assert!(other.join("finding-1/mine").is_dir());
    }

    #[test]
    fn reports_of_others_stay() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("results");
        let with_report = |text: &str| {
            let output = make(&place, "", "");
            fs::write(output.file("result.json"), text).unwrap();
            output.publish()
        };
        assert!(with_report("1").unwrap());
        // Its own are taken away, alone and beside other things.
        assert!(with_report("2").unwrap());
        fs::write(place.join("notes"), "").unwrap();
        assert!(with_report("3").unwrap());
        assert_eq!(fs::read_to_string(place.join("result.json")).unwrap(), "3");
        assert!(!make(&place, "", "").publish().unwrap());
        assert_eq!(names(&place), ["notes"]);
        // What somebody else wrote is neither taken away nor overwritten.
        fs::write(place.join("result.json"), "mine").unwrap();
        assert!(with_report("4").is_err());
        assert!(!make(&place, "", "").publish().unwrap());
        assert_eq!(fs::read_to_string(place.join("result.json")).unwrap(), "mine");
    }

    #[test]
    fn scripts_name_the_final_place() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("klew-out-p");
        let output = make(&place, "finding-1", "");
        let made = output.finding(1).join("harness.c").display().to_string();
        assert_eq!(
            output.with_places(&made),
            place.join("finding-1/harness.c").display().to_string()
        );
        output.publish().unwrap();
    }

    #[test]
    fn names_of_folders() {
        for (parts, want) in [
            (&["a+b"][..], "klew-out-a+b"),
            (&["list", "insert"], "klew-out-list-insert"),
            (&["p.List.insert(int,String)"], "klew-out-p.List.insert-int-String"),
            (&["a", "reach-dir/a.c:42"], "klew-out-a-reach-dir-a.c-42"),
            (&["../..", ""], "klew-out"),
        ] {
            assert_eq!(folder_name(parts.iter().copied()), want);
        }
        assert_eq!(folder_name(["ä".repeat(200).as_str()]).len(), MOST_NAME_BYTES - 1);
    }
}
