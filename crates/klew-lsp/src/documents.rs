//! The files that are open in the editor, and paths of what it calls by URIs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// The path of a file that the editor names.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    url::Url::parse(uri.as_str()).ok()?.to_file_path().ok()
}

/// What the editor calls a file.
pub fn uri_of(path: &Path) -> Option<Uri> {
    Uri::from_str(url::Url::from_file_path(path).ok()?.as_str()).ok()
}

/// Which open files differ from what is on the disk.
#[derive(Debug, Default)]
pub struct Documents {
    changed: BTreeSet<PathBuf>,
}

impl Documents {
    /// Its text in the editor is another one now.
    pub fn change(&mut self, path: PathBuf) {
        self.changed.insert(path);
    }

    /// What is on the disk is what the editor shows, or the editor shows it no more.
    pub fn save(&mut self, path: &Path) {
        self.changed.remove(path);
    }

    /// Whether there are unsaved changes.
    pub fn is_changed(&self, path: &Path) -> bool {
        self.changed.contains(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_uris() {
        for path in ["/a/b.c", "/with space/ü.c", "/100%/#.java"] {
            let uri = uri_of(Path::new(path)).expect("an absolute path");
            assert_eq!(path_of(&uri).as_deref(), Some(Path::new(path)), "{}", uri.as_str());
        }
        assert_eq!(uri_of(Path::new("relative.c")), None);
        assert_eq!(path_of(&Uri::from_str("untitled:1").expect("a URI")), None);
    }

    #[test]
    fn changes_are_until_saved() {
        let mut documents = Documents::default();
        documents.change(PathBuf::from("/a.c"));
        assert!(
            documents.is_changed(Path::new("/a.c")) && !documents.is_changed(Path::new("/b.c"))
        );
        documents.save(Path::new("/a.c"));
        assert!(!documents.is_changed(Path::new("/a.c")));
    }
}
