//! Which source file a class comes from: class files only hold its name, without folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::javac::{package, root};
use crate::error::UserError;

/// Source files by their package and name.
#[derive(Clone, Debug, Default)]
pub struct SourceIndex {
    /// `pkg/Main.java` to where it is.
    files: BTreeMap<String, PathBuf>,
    /// Folders that packages lie below, without repetition.
    roots: Vec<PathBuf>,
}

impl SourceIndex {
    /// Looks into the files for their packages.
    pub fn new(files: &[PathBuf]) -> Result<SourceIndex, UserError> {
        let mut index = SourceIndex::default();
        for file in files {
            let bytes = fs::read(file).map_err(|error| {
                UserError::new(format!("cannot read {}: {error}", file.display()))
            })?;
            let package = package(&String::from_utf8_lossy(&bytes));
            let root = root(file, &package);
            if !index.roots.contains(&root) {
                index.roots.push(root);
            }
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let key = match package.as_str() {
                "" => name.into_owned(),
                package => format!("{}/{name}", package.replace('.', "/")),
            };
            index.files.entry(key).or_insert_with(|| file.clone());
        }
        Ok(index)
    }

    /// Folders that packages lie below.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// The source file of that package and name, as users should see it.
    pub fn find(&self, name: &str) -> Option<String> {
        let path = match self.files.get(name) {
            Some(path) => path.clone(),
            None => {
                let below = self.roots.iter().map(|root| root.join(name));
                below.into_iter().find(|path| !name.is_empty() && path.is_file())?
            }
        };
        let here = std::env::current_dir().unwrap_or_default();
        Some(path.strip_prefix(&here).unwrap_or(&path).display().to_string())
    }

    /// The source file of a class, named as stack traces do.
    pub fn of_class(&self, class: &str, file: &str) -> Option<String> {
        match class.rsplit_once('.') {
            Some((package, _)) => self.find(&format!("{}/{file}", package.replace('.', "/"))),
            None => self.find(file),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_by_package() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("src/p/q");
        fs::create_dir_all(&below).unwrap();
        let (one, other) = (below.join("A.java"), below.join("B.java"));
        fs::write(&one, "package p.q; class A {}").unwrap();
        fs::write(&other, "package p.q; class B {}").unwrap();
        let index = SourceIndex::new(std::slice::from_ref(&one)).unwrap();
        assert_eq!(index.roots(), [folder.path().join("src")]);
        assert_eq!(index.find("p/q/A.java"), Some(one.display().to_string()));
        assert_eq!(index.of_class("p.q.B$C", "B.java"), Some(other.display().to_string()));
        assert_eq!(index.find("p/q/C.java"), None);
        assert_eq!(index.find(""), None);
    }
}
