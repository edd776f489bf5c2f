//! What is linked into klew, and under which licences: `NOTICE` of a package, and a check that nothing else has come in.
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
    /// Where to write the notice; without it, licences are only checked.
    #[arg(long)]
    output: Option<PathBuf>,
}

/// Licences under which something may be linked into a program that is given away as it is.
const ALLOWED: [&str; 11] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

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

/// Checks licences, and writes the notice where one is wanted. The exit code is 1 if a licence is none of those that are allowed.
///
/// # Errors
/// `cargo metadata` fails, or files cannot be read or written.
pub fn notice(arguments: &NoticeArguments) -> Result<ExitCode, String> {
    let metadata = metadata()?;
    let linked = linked(&metadata);
    let mut is_fine = true;
    for package in &linked {
        let license = package.license.as_deref().unwrap_or("none");
        if !is_allowed(license) {
            eprintln!("{} {}: its licence is {license}", package.name, package.version);
            is_fine = false;
        }
    }
    if let Some(path) = &arguments.output {
        let text = text(&linked);
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::from(1) })
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

/// Whether a licence expression leaves a choice that is allowed.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    expression.split(" AND ").all(|part| {
        let part = part.trim().trim_matches(['(', ')']);
        part.split(" OR ").any(|license| ALLOWED.contains(&license.trim()))
    })
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
    fn choices_among_licences() {
        for (expression, expected) in [
            ("MIT OR Apache-2.0", true),
            ("MIT/Apache-2.0", true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("MIT AND GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("AGPL-3.0", false),
            ("none", false),
        ] {
            assert_eq!(is_allowed(expression), expected, "{expression}");
        }
    }

    #[test]
    fn what_klew_links_may_be_linked() {
        let metadata = metadata().expect("cargo says what there is");
        let linked = linked(&metadata);
        let names: Vec<&str> = linked.iter().map(|package| package.name.as_str()).collect();
        assert!(names.contains(&"clap") && !names.contains(&"klew-ir"), "{names:?}");
        assert!(!names.contains(&"jsonschema"), "only tests use it");
        for package in &linked {
            let license = package.license.as_deref().unwrap_or("none");
            assert!(is_allowed(license), "{}: {license}", package.name);
        }
        let notice = text(&linked);
        assert!(notice.contains("\nGMP: LGPL-3.0-or-later") && notice.contains("\nclap "));
    }
}
