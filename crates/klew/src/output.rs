//! The output folder: a folder per finding, with the harness, the input, and how to run it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use klew_llvm::lower::Environment;
use klew_report::ktest::{KTest, write_ktest};
use klew_report::report::InputSource;
use klew_report::{FindingReport, Input, Sources as SourceText, Style, TextOptions};

use crate::environment::to_words;

/// The argument in a `.ktest` file before the name of the function that is analysed alone.
pub const FUNCTION_WORD: &str = "--function";

/// The name of the file that marks a folder as one that klew may clear.
const MARK: &str = ".klew-output";

/// An output folder.
#[derive(Clone, Debug)]
pub struct OutputFolder {
    /// Where it is.
    pub path: PathBuf,
    program: String,
}

impl OutputFolder {
    /// Makes the folder, or clears one that an earlier run made. `program` is the name of the program in
    /// `.ktest` files.
    pub fn create(path: &Path, program: &str) -> io::Result<OutputFolder> {
        fs::create_dir_all(path)?;
        if path.join(MARK).exists() {
            for entry in fs::read_dir(path)?.flatten() {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                if name.starts_with("finding-") || name.starts_with("path-") {
                    fs::remove_dir_all(entry.path())?;
                }
            }
        }
        fs::write(path.join(MARK), "")?;
        Ok(OutputFolder { path: path.to_owned(), program: program.to_owned() })
    }

    /// The folder of a finding.
    pub fn finding(&self, number: usize) -> PathBuf {
        self.path.join(format!("finding-{number}"))
    }

    /// The folder of a path's test.
    pub fn path_test(&self, number: usize) -> PathBuf {
        self.path.join(format!("path-{number:06}"))
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
        let options = TextOptions { style: Style::Plain, full_trace: true };
        let mut text = klew_report::text::render_finding(finding, sources, options);
        text.push_str(&format!("\n--path {}\n", finding.decisions));
        fs::write(folder.join("trace.txt"), text)?;
        if let Some(script) = script {
            write_script(folder, script)?;
        }
        Ok(())
    }
}

/// Writes the script that builds and runs a test.
pub fn write_script(folder: &Path, script: &str) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("build-and-run.sh");
    fs::write(&path, script)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
}

/// Takes away the compiled programs of a test; the script builds them again.
pub fn remove_binaries(folder: &Path) {
    for name in ["run-sanitizers", "run-bookkeeping", "run-plain"] {
        // Not all of them were built.
        let _ = fs::remove_file(folder.join(name));
    }
    // Nor did all of them have files.
    let _ = fs::remove_dir_all(folder.join("files"));
}
