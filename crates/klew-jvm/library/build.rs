//! Makes `models.jar` of the Java sources in this folder; shared by the example that writes it and the test that
//! it is up to date.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The entry of the jar that says which sources it was made of.
pub const SOURCES: &str = "META-INF/SOURCES";

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// This folder.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("library")
}

fn files(below: &Path, extension: &str, into: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(below)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, extension, into)?;
        } else if path.extension().is_some_and(|it| it == extension) {
            into.push(path);
        }
    }
    into.sort();
    Ok(())
}

/// A number that changes with the sources: FNV-1a over paths and contents.
pub fn fingerprint() -> Outcome<String> {
    let mut sources = Vec::new();
    files(&folder(), "java", &mut sources)?;
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for source in &sources {
        let name = source.strip_prefix(folder())?.to_string_lossy().into_owned();
        for byte in name.bytes().chain(fs::read(source)?) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    Ok(format!("{hash:016x}\n"))
}

fn javac(arguments: &[String], sources: &[PathBuf], to: &Path) -> Outcome<()> {
    let output = Command::new("javac")
        .args(["-source", "17", "-target", "17", "-XDstringConcat=inline", "-g", "-nowarn"])
        .args(["-proc:none", "-Xlint:none"])
        .args(arguments)
        .arg("-d")
        .arg(to)
        .args(sources)
        .output()?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into())
    }
}

/// Compiles everything; `work` is an empty folder.
#[allow(dead_code, reason = "the test only compares fingerprints")]
pub fn jar(work: &Path) -> Outcome<Vec<u8>> {
    let (base, unnamed) = (work.join("base"), work.join("unnamed"));
    let mut sources = Vec::new();
    files(&folder().join("src"), "java", &mut sources)?;
    javac(
        &[format!("--patch-module=java.base={}", folder().join("src").display())],
        &sources,
        &base,
    )?;
    let mut sources = Vec::new();
    files(&folder().join("unnamed"), "java", &mut sources)?;
    let on_top = [
        format!("--patch-module=java.base={}", base.display()),
        "--add-exports=java.base/klew.runtime=ALL-UNNAMED".to_owned(),
    ];
    javac(&on_top, &sources, &unnamed)?;
    let mut entries = BTreeMap::from([(SOURCES.to_owned(), fingerprint()?.into_bytes())]);
    for root in [base, unnamed] {
        let mut classes = Vec::new();
        files(&root, "class", &mut classes)?;
        for class in classes {
            let name = class.strip_prefix(&root)?.to_string_lossy().replace('\\', "/");
            entries.insert(name, fs::read(&class)?);
        }
    }
    let mut writer = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default());
    for (name, bytes) in entries {
        writer.start_file(name, options)?;
        writer.write_all(&bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
