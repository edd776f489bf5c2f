//! The command line of `bwrap`: the system to be read, hidden folders empty, the room's own in their places.
//!
//! **Invariant**: what is mounted later lies over what was mounted before, so the order is: all, hidden, private, what
//! may be read, what may be written.

use std::ffi::OsString;
use std::path::Path;

use super::Words;
use super::room::Furnished;
use super::visible::hidden;

/// What `bwrap` is told, before the program that it runs.
pub(super) fn arguments(room: &Furnished, helper: &Path) -> Words {
    let mut words: Words = Vec::new();
    let mut say = |option: &str, paths: &[&Path]| {
        words.push(option.into());
        words.extend(paths.iter().map(OsString::from));
    };
    for option in ["--unshare-all", "--die-with-parent", "--new-session"] {
        say(option, &[]);
    }
    say("--cap-drop", &[Path::new("ALL")]);
    let root = Path::new("/");
    say("--ro-bind", &[root, root]);
    say("--proc", &[Path::new("/proc")]);
    say("--dev", &[Path::new("/dev")]);
    let hidden = hidden();
    let temporary = room.temporary();
    let holds_temporary_files =
        |path: &Path| ["/tmp", "/var/tmp"].iter().any(|known| path == Path::new(known));
    for path in &hidden {
        match holds_temporary_files(path) {
            true => say("--bind", &[&temporary, path]),
            false => say("--tmpfs", &[path]),
        }
    }
    say("--bind", &[&room.shared_memory(), Path::new("/dev/shm")]);
    say("--ro-bind", &[helper, helper]);
    for path in &room.reads {
        say("--ro-bind", &[path, path]);
    }
    for path in room.writable().iter().chain([&room.status()]) {
        say("--bind", &[path, path]);
    }
    // Only now, as the places of what is mounted there had to be made.
    for path in hidden.iter().filter(|path| !holds_temporary_files(path)) {
        say("--remount-ro", &[path]);
    }
    say("--remount-ro", &[Path::new("/dev")]);
    say("--chdir", &[&room.folder]);
    say("--", &[]);
    words
}
