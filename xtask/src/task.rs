//! BenchExec task definitions (format 2.0): what is to be run and what the answer is.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// One property of one task file.
#[derive(Clone, Debug)]
pub struct Task {
    /// The `.yml` file.
    pub file: PathBuf,
    /// The folder that it lies in, relative to where the search started.
    pub family: String,
    /// Absolute or relative paths of the programs.
    pub inputs: Vec<PathBuf>,
    /// The `.prp` file.
    pub property: PathBuf,
    /// Whether the property holds.
    pub expected: bool,
    /// Which part of the property is violated, where the task says.
    pub subproperty: Option<String>,
    /// `ILP32` or `LP64`, for C.
    pub data_model: Option<String>,
}

impl Task {
    /// Whether it is a Java program: tasks in C are files, in Java also folders.
    pub fn is_java(&self) -> bool {
        let of_java = |path: &PathBuf| {
            let name = path.extension().and_then(|extension| extension.to_str());
            path.is_dir() || matches!(name, Some("java" | "class" | "jar"))
        };
        self.inputs.iter().any(of_java)
    }
}

#[derive(Deserialize)]
struct TaskFile {
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<PropertyEntry>,
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct PropertyEntry {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

#[derive(Deserialize, Default)]
struct Options {
    data_model: Option<String>,
}

/// All tasks below a folder that state an answer, ordered by path.
///
/// # Errors
/// A folder or file that cannot be read, or a `.yml` that is no task definition.
pub fn tasks_below(folder: &Path) -> Result<Vec<Task>, String> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let mut tasks = Vec::new();
    for file in files {
        tasks.extend(read(folder, &file)?);
    }
    Ok(tasks)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if folder.is_file() {
        files.push(folder.to_path_buf());
        return Ok(());
    }
    let entries = fs::read_dir(folder)
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "yml") {
            files.push(path);
        }
    }
    Ok(())
}

fn read(root: &Path, file: &Path) -> Result<Vec<Task>, String> {
    let place = |message: String| format!("{}: {message}", file.display());
    let text = fs::read_to_string(file).map_err(|error| place(error.to_string()))?;
    let parsed: TaskFile =
        serde_yaml_ng::from_str(&text).map_err(|error| place(error.to_string()))?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let names = match parsed.input_files {
        OneOrMany::One(name) => vec![name],
        OneOrMany::Many(names) => names,
    };
    let family = folder.strip_prefix(root).unwrap_or(folder).display().to_string();
    let family = if family.is_empty() { folder.display().to_string() } else { family };
    let inputs: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    let task = |entry: PropertyEntry| {
        Some(Task {
            file: file.to_path_buf(),
            family: family.clone(),
            inputs: inputs.clone(),
            property: folder.join(entry.property_file),
            expected: entry.expected_verdict?,
            subproperty: entry.subproperty,
            data_model: parsed.options.data_model.clone(),
        })
    };
    Ok(parsed.properties.into_iter().filter_map(task).collect())
}
