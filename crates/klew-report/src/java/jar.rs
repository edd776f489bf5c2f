//! Makes `runtime.jar` of the Java sources in this folder that run findings; shared by the example that writes it and the test that it is
//! up to date.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use klew_report::java::{RUNTIME, WATCH_SOURCE};

/// The entry of the jar that says which sources it was made of.
pub const SOURCES: &str = "META-INF/SOURCES";

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// The jar.
pub fn place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/java/runtime.jar")
}

fn sources() -> impl Iterator<Item = (&'static str, &'static str)> {
    RUNTIME.into_iter().chain([WATCH_SOURCE])
}

/// All sources in a row.
pub fn texts() -> String {
    sources().map(|(name, text)| format!("{name}\n{text}")).collect()
}

/// Compiles everything, for Java 8 and later; `work` is an empty folder.
#[allow(dead_code, reason = "the test only compares sources")]
pub fn jar(work: &Path) -> Outcome<Vec<u8>> {
    let (from, to) = (work.join("sources"), work.join("classes"));
    let mut javac = Command::new("javac");
    javac.args(["-source", "8", "-target", "8", "-g", "-nowarn", "-proc:none", "-Xlint:none"]);
    javac.args(["-encoding", "UTF-8", "-XDignore.symbol.file", "-d"]).arg(&to);
    for (name, text) in sources() {
        let file = from.join(name);
        fs::create_dir_all(file.parent().unwrap_or(&from))?;
        fs::write(&file, text)?;
        javac.arg(file);
    }
    let output = javac.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let mut writer = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default());
    writer.start_file(SOURCES, options)?;
    writer.write_all(texts().as_bytes())?;
    let mut classes = Vec::new();
    files(&to, &mut classes)?;
    for class in classes {
        let name = class.strip_prefix(&to)?.to_string_lossy().replace('\\', "/");
        writer.start_file(name, options)?;
        writer.write_all(&fs::read(&class)?)?;
    }
    Ok(writer.finish()?.into_inner())
}

fn files(below: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(below)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, into)?;
        } else {
            into.push(path);
        }
    }
    into.sort();
    Ok(())
}
