//! Keeps the test of a finding: its folder is copied to `klew-tests` beside the source.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const FOLDER: &str = "klew-tests";

/// Files that are worth showing, the first that there is.
const SHOWN: [&str; 4] = ["driver.c", "KlewReproduction.java", "harness.c", "trace.txt"];

/// Copies a finding's folder; gives where it lies now. What an earlier test of that name has is overwritten.
///
/// # Errors
/// Files cannot be read or written.
pub fn keep(finding: &Path, source: &Path, name: &str) -> io::Result<PathBuf> {
    let beside = source.parent().unwrap_or(Path::new("/"));
    let to = beside.join(FOLDER).join(name);
    copy(finding, &to)?;
    Ok(to)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &target)?,
            false => fs::copy(entry.path(), target).map(drop)?,
        }
    }
    Ok(())
}

/// The file of a test that its reader begins with.
pub fn shown(folder: &Path) -> Option<PathBuf> {
    SHOWN.iter().map(|name| folder.join(name)).find(|path| path.is_file())
}

/// A folder's name for the finding of a part: letters, digits, `-` and `_`.
pub fn name(part: &str, property: &str, line: u64) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let part: String = part.chars().map(plain).collect();
    format!("{}-{property}-line-{line}", part.trim_matches('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_folder_is_kept() {
        let work = tempfile::tempdir().expect("a folder");
        let finding = work.path().join("finding-1");
        fs::create_dir_all(finding.join("klee")).expect("a folder");
        fs::write(finding.join("harness.c"), "int x;").expect("a file");
        fs::write(finding.join("klee/klee.h"), "").expect("a file");
        let source = work.path().join("src/a.c");
        let name = name("p.List.add(int,String)", "assertion", 7);
        assert_eq!(name, "p-List-add-int-String-assertion-line-7");
        for _ in 0..2 {
            let kept = keep(&finding, &source, &name).expect("it can be written");
            assert_eq!(kept, work.path().join("src/klew-tests").join(&name));
            assert_eq!(shown(&kept), Some(kept.join("harness.c")));
            assert!(kept.join("klee/klee.h").is_file());
        }
    }
}
