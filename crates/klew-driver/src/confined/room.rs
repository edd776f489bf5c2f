//! What a run may read and write.
//!
//! **Invariant**: nothing but the room's own folders can be written, wherever a sandbox is used; they are inside of
//! klew's own, and what is private is gone with the room.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A room as it is asked for.
#[derive(Clone, Debug)]
pub struct Room {
    folder: PathBuf,
    writes: Vec<PathBuf>,
    reads: Vec<PathBuf>,
    sockets: bool,
}

impl Room {
    /// The run works in that folder, and may write there.
    pub fn new(folder: impl Into<PathBuf>) -> Room {
        Room { folder: folder.into(), writes: Vec::new(), reads: Vec::new(), sockets: false }
    }

    /// It may also write below that folder.
    #[must_use]
    pub fn writing(mut self, folder: impl Into<PathBuf>) -> Room {
        self.writes.push(folder.into());
        self
    }

    /// It may also read that file, or what is below that folder, wherever that lies.
    #[must_use]
    pub fn reading(mut self, path: impl Into<PathBuf>) -> Room {
        self.reads.push(path.into());
        self
    }

    /// It needs TCP within itself: a debugger and what it looks at. Where the sandbox has no network of its own,
    /// that is all of TCP.
    #[must_use]
    pub fn with_sockets(mut self) -> Room {
        self.sockets = true;
        self
    }

    /// Makes the folders that are missing, and the private ones.
    ///
    /// # Errors
    /// They cannot be made.
    pub(super) fn furnish(&self, work: &Path) -> std::io::Result<Furnished> {
        fs::create_dir_all(&self.folder)?;
        let private = tempfile::Builder::new().prefix("run-").tempdir_in(work)?;
        for name in [TEMPORARY, SHARED_MEMORY] {
            fs::create_dir(private.path().join(name))?;
        }
        fs::write(private.path().join(STATUS), "")?;
        let mut writes = Vec::new();
        for folder in &self.writes {
            fs::create_dir_all(folder)?;
            writes.push(folder.canonicalize()?);
        }
        // Of what is not there, nothing can be read.
        let reads = self.reads.iter().filter_map(|path| path.canonicalize().ok()).collect();
        let folder = self.folder.canonicalize()?;
        Ok(Furnished { folder, writes, reads, sockets: self.sockets, private })
    }
}

const TEMPORARY: &str = "tmp";
const SHARED_MEMORY: &str = "shm";
const STATUS: &str = "status";
const STANDARD_INPUT: &str = "stdin";

/// A room that is ready.
#[derive(Debug)]
pub(super) struct Furnished {
    /// Where the run works.
    pub(super) folder: PathBuf,
    /// Where else it may write.
    pub(super) writes: Vec<PathBuf>,
    /// What it may read besides the system.
    pub(super) reads: Vec<PathBuf>,
    /// Whether it needs TCP within itself.
    pub(super) sockets: bool,
    private: TempDir,
}

impl Furnished {
    /// The private folder for temporary files.
    pub(super) fn temporary(&self) -> PathBuf {
        self.private.path().join(TEMPORARY)
    }

    /// The private folder for shared memory.
    pub(super) fn shared_memory(&self) -> PathBuf {
        self.private.path().join(SHARED_MEMORY)
    }

    /// A copy of what the run is to read on standard input, which it may read again by its name.
    pub(super) fn standard_input(&mut self, original: &Path) -> std::io::Result<fs::File> {
        let copy = self.private.path().join(STANDARD_INPUT);
        fs::copy(original, &copy)?;
        self.reads.push(copy.clone());
        fs::File::open(copy)
    }

    /// Where the helper writes how the program ended.
    pub(super) fn status(&self) -> PathBuf {
        self.private.path().join(STATUS)
    }

    /// All folders that can be written.
    pub(super) fn writable(&self) -> Vec<PathBuf> {
        let own = [self.folder.clone(), self.temporary(), self.shared_memory()];
        own.into_iter().chain(self.writes.iter().cloned()).collect()
    }
}

impl Drop for Furnished {
    fn drop(&mut self) {
        // The program may have taken rights from folders, which keeps their owner from removing them.
        if fs::remove_dir_all(self.private.path()).is_err() {
            open(self.private.path(), 0);
            let _ = fs::remove_dir_all(self.private.path());
        }
    }
}

/// Gives the owner all rights on folders.
fn open(folder: &Path, depth: usize) {
    const DEEPEST: usize = 100;
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) && depth < DEEPEST {
            open(&entry.path(), depth + 1);
        }
    }
}
