//! What is linked into klew, and under which licences: `NOTICE` of a package. What may be linked is checked by `cargo deny` (deny.toml).
//!
//! **Invariant**: a crate is in the list if and only if a build of klew for this platform links it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use serde::Deserialize;

/// What `cargo xtask notice` is told.
#[derive(Args)]
pub struct NoticeArguments {
    /// Where to write the notice
    #[arg(long)]
    output: PathBuf,
}

/// Libraries that are no crates: name, licence, how it is linked, and where its licence's text is on Debian.
const LIBRARIES: [(&str, &str, &str, &str); 5] = [
    ("Bitwuzla", "MIT", "linked statically, from the crate bitwuzla-sys", ""),
    ("CaDiCaL", "MIT", "linked statically", "/usr/share/doc/libcadical-dev/copyright"),
    ("SymFPU", "BSD-3-Clause", "headers", "/usr/share/doc/libsymfpu-dev/copyright"),
    ("Z3", "MIT", "linked dynamically", "/usr/share/doc/libz3-dev/copyright"),
    (
        "GMP",
        "LGPL-3.0-or-later OR GPL-2.0-or-later",
        "linked dynamically, so that another one can take its place",
        "/usr/share/doc/libgmp-dev/copyright",
    ),
];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    manifest_path: PathBuf,
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// None of what is linked; `dev`, `build`.
    kind: Option<String>,
}

/// Writes the notice.
///
/// # Errors
/// `cargo metadata` fails, or files cannot be read or written.
pub fn notice(arguments: &NoticeArguments) -> Result<ExitCode, String> {
    let metadata = metadata()?;
    let path = &arguments.output;
    fs::write(path, text(&linked(&metadata)))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn metadata() -> Result<Metadata, String> {
    let host = host()?;
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &host]);
    let output = command.output().map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// The platform that is compiled for.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say what it compiles for".to_owned())
}

/// The crates of others that klew links, by name.
fn linked(metadata: &Metadata) -> Vec<&Package> {
    let nodes: BTreeMap<&str, &Node> =
        metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let is_klew = |package: &&Package| package.name == "klew" && package.source.is_none();
    let roots = metadata.packages.iter().filter(is_klew).map(|package| package.id.as_str());
    let mut open: Vec<&str> = roots.collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let dependencies = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        let is_linked = |it: &&Dependency| it.dep_kinds.iter().any(|kind| kind.kind.is_none());
        open.extend(dependencies.filter(is_linked).map(|it| it.pkg.as_str()));
    }
    let is_others = |it: &&Package| it.source.is_some() && seen.contains(it.id.as_str());
    let mut found: Vec<&Package> = metadata.packages.iter().filter(is_others).collect();
    found.sort_by_key(|package| (&package.name, &package.version));
    found
}

/// The notice: what is linked, and the texts of the licences, each once.
fn text(linked: &[&Package]) -> String {
    let mut text = "klew is licensed under MIT or Apache-2.0, as you choose. It contains or links what follows.\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, license, how, file) in LIBRARIES {
        text.push_str(&format!("{name}: {license}; {how}\n"));
        if let Ok(copyright) = fs::read_to_string(file) {
            texts.entry(copyright).or_default().push(name.to_owned());
        }
    }
    text.push_str("\nCrates:\n");
    for package in linked {
        let Package { name, version, license, .. } = package;
        let license = license.as_deref().unwrap_or("none");
        text.push_str(&format!("{name} {version}: {license}\n"));
        for license in license_texts(&package.manifest_path) {
            texts.entry(license).or_default().push(format!("{name} {version}"));
        }
    }
    for (license, of) in texts {
        text.push_str(&format!("\n{}\n{}\n\n{}\n", "-".repeat(78), of.join(", "), license.trim()));
    }
    text
}

/// The licence files beside a manifest.
fn license_texts(manifest: &Path) -> Vec<String> {
    let folder = manifest.parent().unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_license = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
            .iter()
            .any(|it| name.starts_with(it))
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_license).collect();
    files.sort();
    files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_named() {
        let metadata = metadata().expect("cargo says what there is");
        let linked = linked(&metadata);
        let names: Vec<&str> = linked.iter().map(|package| package.name.as_str()).collect();
        assert!(names.contains(&"clap") && !names.contains(&"klew-ir"), "{names:?}");
        assert!(!names.contains(&"jsonschema"), "only tests use it");
        let notice = text(&linked);
        assert!(notice.contains("\nGMP: LGPL-3.0-or-later") && notice.contains("\nclap "));
    }
}
