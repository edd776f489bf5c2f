//! What of the system a run sees: all but what people and other programs keep for themselves.

use std::path::{Path, PathBuf};

/// Folders that are hidden: homes, temporary files of others, sockets of services.
pub(super) fn hidden() -> Vec<PathBuf> {
    let given = ["HOME", "TMPDIR", "XDG_RUNTIME_DIR"].map(std::env::var_os);
    let given = given.into_iter().flatten().map(PathBuf::from);
    let usual = ["/home", "/root", "/run", "/tmp", "/var/tmp"].map(PathBuf::from);
    let mut all: Vec<PathBuf> = usual
        .into_iter()
        .chain(given)
        .filter_map(|path| path.canonicalize().ok())
        .filter(|path| path.is_dir() && path.parent().is_some())
        .collect();
    all.sort();
    // Sorted, so that what holds a folder stands before it.
    let mut outermost: Vec<PathBuf> = Vec::new();
    for path in all {
        if !outermost.iter().any(|outer| path.starts_with(outer)) {
            outermost.push(path);
        }
    }
    outermost
}

/// The outermost files and folders without anything hidden in them, which together are all that is not hidden.
pub(super) fn visible(hidden: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = Vec::new();
    below(Path::new("/"), hidden, &mut all);
    all
}

fn below(folder: &Path, hidden: &[PathBuf], all: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        // A link leads to what is, or is not, hidden under its own name. What has no name in text cannot be told to the helper, and
        // stays hidden.
        if path.is_symlink() || hidden.contains(&path) || path.to_str().is_none() {
            continue;
        }
        match hidden.iter().any(|hidden| hidden.starts_with(&path)) {
            true => below(&path, hidden, all),
            false => all.push(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn all_but_what_is_hidden() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["a/b/c", "a/d", "e"] {
            std::fs::create_dir_all(root.join(name)).unwrap();
        }
        std::os::unix::fs::symlink(root.join("a/b"), root.join("link")).unwrap();
        std::fs::write(root.join(OsStr::from_bytes(b"\xff\xff")), "").unwrap();
        let mut all = Vec::new();
        below(&root, &[root.join("a/b")], &mut all);
        assert_eq!(all, [root.join("a/d"), root.join("e")]);
    }

    #[test]
    fn homes_are_hidden_and_programs_are_not() {
        let hidden = hidden();
        let visible = visible(&hidden);
        let is_within = |path: &str, all: &[PathBuf]| {
            let path = Path::new(path).canonicalize().unwrap();
            all.iter().any(|outer| path.starts_with(outer))
        };
        assert!(is_within("/tmp", &hidden) && !is_within("/tmp", &visible));
        assert!(is_within("/usr/bin", &visible) && is_within("/bin/sh", &visible));
        assert!(is_within("/proc", &visible) && is_within("/dev/null", &visible));
    }
}
