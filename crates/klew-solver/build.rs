//! Builds Bitwuzla from the C++ sources inside the `bitwuzla-sys` crate.
//!
//! The crate's own vendoring downloads its dependencies; this script takes them from the system
//! instead (Debian: libgmp-dev, libsymfpu-dev, libcadical-dev), so a build needs no network beyond
//! the crates. `KLEW_SOLVER_LIB_DIR` and `KLEW_SOLVER_INCLUDE_DIR` (both `:`-separated lists) add
//! places to look in before the system's. `KLEW_SOLVER_KEPT`, a folder, keeps what is built for later builds.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A header a dependency installs, below one of the include directories, and its Debian package.
const HEADERS: [(&str, &str); 3] = [
    ("gmpxx.h", "libgmp-dev"),
    ("symfpu/core/unpackedFloat.h", "libsymfpu-dev"),
    ("cadical.hpp", "libcadical-dev"),
];

/// How a library is linked, and the end of its name.
type Kind = (&'static str, &'static str);
const STATIC: Kind = ("static", "a");
const SHARED: [Kind; 2] = [("dylib", "so"), ("dylib", "dylib")];

/// A library to link, its Debian package, and the kinds in the order in which they are looked for: without a need for others, the
/// executable runs where only itself is; but of GMP, users may put another one in its place (LGPL).
const LIBRARIES: [(&str, &str, [Kind; 3]); 2] = [
    ("cadical", "libcadical-dev", [STATIC, SHARED[0], SHARED[1]]),
    ("gmp", "libgmp-dev", [SHARED[0], SHARED[1], STATIC]),
];

/// The version of `bitwuzla-sys`, as in the workspace's manifest.
const BITWUZLA_VERSION: &str = "0.8.0";

/// Sources that need a dependency klew does not use, or that belong to the command-line program.
const SKIPPED: [&str; 2] = ["kissat.cpp", "cryptominisat.cpp"];
const SKIPPED_FOLDERS: [&str; 2] = ["main", "python"];

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo::error=cannot build Bitwuzla: {error}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let root = source_root()?;
    println!("cargo::rerun-if-changed={}", root.display());
    let includes = include_dirs();
    let mut missing = Vec::new();
    let mut header_dirs = Vec::new();
    for (header, package) in HEADERS {
        match includes.iter().find(|dir| dir.join(header).is_file()) {
            Some(dir) => header_dirs.push(dir.clone()),
            None => missing.push(format!("{header} (package {package})")),
        }
    }
    let libraries = library_dirs();
    let mut links = Vec::new();
    for (name, package, kinds) in LIBRARIES {
        match find_library(&libraries, name, kinds) {
            Some(found) => links.push((name, found)),
            None => missing.push(format!("lib{name}.a (package {package})")),
        }
    }
    if !missing.is_empty() {
        return Err(format!(
            "not found: {}; on Debian or Ubuntu: apt install libgmp-dev libsymfpu-dev \
             libcadical-dev; elsewhere set KLEW_SOLVER_INCLUDE_DIR and KLEW_SOLVER_LIB_DIR",
            missing.join(", ")
        )
        .into());
    }
    compile(&root, &header_dirs)?;
    for (name, library) in links {
        println!("cargo::rustc-link-search=native={}", library.dir.display());
        println!("cargo::rustc-link-lib={}={name}", library.kind);
    }
    Ok(())
}

/// The `bitwuzla` folder inside the unpacked `bitwuzla-sys` crate.
///
/// Cargo is asked about a package whose only dependency is that crate. Asking about this workspace
/// would need all its packages, those of other platforms and of tests too, and a build downloads
/// only its own. Source replacement (`cargo vendor`, mirrors) is honoured, as the question is asked in
/// this package's folder.
fn source_root() -> Result<PathBuf> {
    let probe = PathBuf::from(env::var("OUT_DIR")?).join("bitwuzla-sources");
    fs::create_dir_all(probe.join("src"))?;
    fs::write(probe.join("src/lib.rs"), "")?;
    let manifest = probe.join("Cargo.toml");
    fs::write(
        &manifest,
        format!(
            "[package]\nname = \"bitwuzla-sources\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
             [dependencies]\nbitwuzla-sys = \"={BITWUZLA_VERSION}\"\n\n[workspace]\n"
        ),
    )?;
    let output = Command::new(env::var("CARGO")?)
        .args(["metadata", "--format-version", "1", "--offline", "--manifest-path"])
        .arg(&manifest)
        .current_dir(env::var("CARGO_MANIFEST_DIR")?)
        .output()?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        let reason = reason.trim().replace('\n', " ");
        return Err(format!("cargo does not say where bitwuzla-sys is: {reason}").into());
    }
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let manifest = metadata["packages"]
        .as_array()
        .and_then(|all| all.iter().find(|package| package["name"] == "bitwuzla-sys"))
        .and_then(|package| package["manifest_path"].as_str())
        .ok_or("cargo metadata does not list bitwuzla-sys")?;
    let root = Path::new(manifest).with_file_name("bitwuzla");
    if root.join("src/config.h.in").is_file() {
        Ok(root)
    } else {
        Err(format!("no Bitwuzla sources in {}", root.display()).into())
    }
}

fn compile(root: &Path, header_dirs: &[PathBuf]) -> Result<()> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("config.h"), config_header(root)?)?;
    let mut files = Vec::new();
    collect_sources(&root.join("src"), &mut files)?;
    let kept = kept_archive();
    if let Some(kept) = kept.as_ref().filter(|kept| kept.is_file()) {
        fs::copy(kept, out.join(ARCHIVE))?;
        return link_archive(&out);
    }
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .debug(false)
        .warnings(false)
        .define("NDEBUG", None)
        .define("HAVE_RUSAGE", None)
        .include(&out)
        .include(root.join("src"))
        .include(root.join("src/lib"))
        .include(root.join("include"))
        .files(&files);
    // The compiler's own directories come in its own order (`#include_next` depends on it).
    for dir in header_dirs.iter().filter(|dir| !is_default_include(dir)) {
        build.include(dir);
    }
    build.try_compile("bitwuzla")?;
    if let Some(kept) = kept {
        fs::copy(out.join(ARCHIVE), kept)?;
    }
    Ok(())
}

const ARCHIVE: &str = "libbitwuzla.a";

/// Where `KLEW_SOLVER_KEPT`, a folder, has what an earlier build made, or is to have it: for builds one after the other on one machine,
/// since this takes minutes and depends on no profile.
fn kept_archive() -> Option<PathBuf> {
    println!("cargo::rerun-if-env-changed=KLEW_SOLVER_KEPT");
    let folder = PathBuf::from(env::var_os("KLEW_SOLVER_KEPT")?);
    let target = env::var("TARGET").ok()?;
    Some(folder.join(format!("{target}-{BITWUZLA_VERSION}-{ARCHIVE}")))
}

/// What [`cc`] says of an archive that it made.
fn link_archive(out: &Path) -> Result<()> {
    println!("cargo::rustc-link-lib=static=bitwuzla");
    println!("cargo::rustc-link-search=native={}", out.display());
    let library = if env::var("CARGO_CFG_TARGET_OS")? == "macos" { "c++" } else { "stdc++" };
    println!("cargo::rustc-link-lib={library}");
    Ok(())
}

fn config_header(root: &Path) -> Result<String> {
    let template = fs::read_to_string(root.join("src/config.h.in"))?;
    let os = env::var("CARGO_CFG_TARGET_OS")?;
    let values = [
        ("@version@", BITWUZLA_VERSION),
        ("@git_id@", ""),
        ("@is_debug_build@", "false"),
        ("@is_dev_version@", "false"),
        ("@is_git_version@", "false"),
        ("@license@", "MIT"),
        ("@os@", os.as_str()),
        ("@cc@", "cc"),
        ("@cxx@", "c++"),
    ];
    Ok(values.iter().fold(template, |text, (key, value)| text.replace(key, value)))
}

/// The C++ sources below `dir` in the order of their names, so that the archive is reproducible.
fn collect_sources(dir: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries = fs::read_dir(dir)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !SKIPPED_FOLDERS.contains(&name) {
                collect_sources(&path, files)?;
            }
        } else if name.ends_with(".cpp") && !SKIPPED.contains(&name) {
            files.push(path);
        }
    }
    Ok(())
}

fn listed(variable: &str) -> Vec<PathBuf> {
    println!("cargo::rerun-if-env-changed={variable}");
    env::var_os(variable).map(|value| env::split_paths(&value).collect()).unwrap_or_default()
}

fn is_default_include(dir: &Path) -> bool {
    dir == Path::new("/usr/include") || dir == Path::new("/usr/local/include")
}

fn include_dirs() -> Vec<PathBuf> {
    let mut dirs = listed("KLEW_SOLVER_INCLUDE_DIR");
    dirs.extend(["/usr/local/include", "/usr/include"].map(PathBuf::from));
    if let Some(triplet) = multiarch() {
        dirs.push(Path::new("/usr/include").join(triplet));
    }
    dirs.extend(["/opt/homebrew/include", "/opt/local/include"].map(PathBuf::from));
    dirs
}

fn library_dirs() -> Vec<PathBuf> {
    let mut dirs = listed("KLEW_SOLVER_LIB_DIR");
    dirs.push("/usr/local/lib".into());
    if let Some(triplet) = multiarch() {
        dirs.push(Path::new("/usr/lib").join(triplet));
    }
    let plain = ["/usr/lib64", "/usr/lib", "/opt/homebrew/lib", "/opt/local/lib"];
    dirs.extend(plain.map(PathBuf::from));
    dirs
}

/// Debian's name for the target's library directory, such as `aarch64-linux-gnu`.
fn multiarch() -> Option<String> {
    let compiler = cc::Build::new().cpp(true).try_get_compiler().ok()?;
    let output = compiler.to_command().arg("-print-multiarch").output().ok()?;
    let printed = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() && !printed.is_empty() {
        return Some(printed);
    }
    let arch = env::var("CARGO_CFG_TARGET_ARCH").ok()?;
    let os = env::var("CARGO_CFG_TARGET_OS").ok()?;
    (os == "linux").then(|| match arch.as_str() {
        "x86" => "i386-linux-gnu".to_owned(),
        "arm" => "arm-linux-gnueabihf".to_owned(),
        "powerpc64" => "powerpc64le-linux-gnu".to_owned(),
        other => format!("{other}-linux-gnu"),
    })
}

struct Library {
    dir: PathBuf,
    kind: &'static str,
}

/// The first kind that there is.
fn find_library(dirs: &[PathBuf], name: &str, kinds: [Kind; 3]) -> Option<Library> {
    kinds.into_iter().find_map(|(kind, extension)| {
        let file = format!("lib{name}.{extension}");
        let dir = dirs.iter().find(|dir| dir.join(&file).is_file())?;
        Some(Library { dir: dir.clone(), kind })
    })
}
