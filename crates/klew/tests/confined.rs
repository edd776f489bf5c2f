//! Hostile programs, run natively as findings: contained by each sandbox that this machine has, and by limits alone.
//!
//! What the programs do is bounded, so that little comes of it where containing them fails.

use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

/// What keeps a program apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Bubblewrap,
    Landlock,
    Limits,
}

use Mode::{Bubblewrap, Landlock, Limits};

impl Mode {
    fn name(self) -> &'static str {
        match self {
            Bubblewrap => "bubblewrap",
            Landlock => "landlock",
            Limits => "none",
        }
    }

    /// Whether `klew doctor` says that it works here; if not, says why not.
    fn works(self) -> bool {
        let output = Command::new(env!("CARGO_BIN_EXE_klew")).arg("doctor").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let works = self == Limits
            || text.lines().any(|line| line.starts_with("ok ") && line.contains(self.name()));
        if !works {
            println!("SKIPPED: {} does not work on this machine:\n{text}", self.name());
        }
        works
    }
}

/// A place for a run: what the program must leave alone, who listens, and where klew is called.
struct Place {
    folder: tempfile::TempDir,
    listener: TcpListener,
    receiver: UdpSocket,
    free_port: u16,
}

const GIVEN: &str = "this stays as it is";

impl Place {
    fn new() -> Place {
        // Not below /tmp, which runs do not see at all.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        for name in ["outside", "home", "call"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("outside/given"), GIVEN).unwrap();
        fs::write(folder.path().join("home/secret"), "secret").unwrap();
        // One port for both.
        let (listener, receiver) = loop {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            if let Ok(receiver) = UdpSocket::bind(listener.local_addr().unwrap()) {
                break (listener, receiver);
            }
        };
        listener.set_nonblocking(true).unwrap();
        receiver.set_nonblocking(true).unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let free_port = free.local_addr().unwrap().port();
        Place { folder, listener, receiver, free_port }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn port(&self) -> u16 {
        self.listener.local_addr().unwrap().port()
    }

    /// A call of klew there.
    fn klew(&self, mode: Mode, words: &[String]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
        command.current_dir(self.path("call")).args(words).env("HOME", self.path("home"));
        // One compiler is enough.
        command.env("KLEW_CC", "gcc").env("KLEW_SANDBOX", mode.name());
        if mode == Limits {
            command.arg("--no-sandbox");
        }
        command
    }

    /// What klew says of a program, and how long that takes.
    fn check(&self, mode: Mode, words: &[String]) -> (Value, Duration) {
        let mut command = self.klew(mode, words);
        command.args(["--format", "json", "--quiet"]);
        let start = Instant::now();
        let output = command.output().unwrap();
        let took = start.elapsed();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let report = serde_json::from_slice(&output.stdout).expect(&said);
        self.nothing_is_left();
        (report, took)
    }

    /// The command line of whatever the program started names this place.
    fn nothing_is_left(&self) {
        let own = self.folder.path().to_str().unwrap();
        let running: Vec<String> = fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok())
            .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
            .map(|line| String::from_utf8_lossy(&line).into_owned())
            // Helpers of other tests are told what may be read: this place, too.
            .filter(|line| {
                line.split('\0').any(|word| word.contains(own) && !word.starts_with('{'))
            })
            .collect();
        assert_eq!(running, Vec::<String>::new(), "still running");
    }

    /// The C program that does such harm.
    fn program(&self, harm: u32) -> Vec<String> {
        let program =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-hostile/hostile.c");
        let text = |path: PathBuf| format!("\"{}\"", path.display());
        let mut words = Vec::new();
        for define in [
            format!("HARM={harm}"),
            format!("OUTSIDE={}", text(self.path("outside"))),
            format!("HOME_FILE={}", text(self.path("home/secret"))),
            format!("PORT={}", self.port()),
            format!("FREE_PORT={}", self.free_port),
        ] {
            words.extend(["-D".to_owned(), define]);
        }
        words.push(program.display().to_string());
        words
    }

    /// Checks it.
    fn c(&self, mode: Mode, harm: u32, time: &str) -> (Value, Duration) {
        let words = ["check", "--property", "assertion", "--output", "out", "--time", time];
        let words = words.into_iter().map(str::to_owned).chain(self.program(harm));
        self.check(mode, &words.collect::<Vec<_>>())
    }

    /// Runs its finding again; gives what the program says of what it tried.
    fn told(&self, mode: Mode, harm: u32) -> Vec<String> {
        let words = ["replay", "out/finding-1"].into_iter().map(str::to_owned);
        let words: Vec<String> = words.chain(self.program(harm)).collect();
        let output = self.klew(mode, &words).output().unwrap();
        self.nothing_is_left();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        text.lines().map(str::to_owned).collect()
    }

    /// Nothing came of what the program tried outside.
    fn is_untouched(&self) {
        let names = |name: &str| -> Vec<String> {
            let entries = fs::read_dir(self.path(name)).unwrap().flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        };
        assert_eq!(names("outside"), ["given"]);
        assert_eq!(fs::read_to_string(self.path("outside/given")).unwrap(), GIVEN);
        assert_eq!(names("home"), ["secret"]);
        assert!(!self.path("call/out/finding-1/written").exists());
        assert_eq!(self.listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
        let received = self.receiver.recv(&mut [0; 16]);
        assert_eq!(received.unwrap_err().kind(), ErrorKind::WouldBlock);
    }
}

/// How the only finding was confirmed, or why not; the sandbox is the one that was wanted.
fn confirmation(report: &Value, mode: Mode) -> (bool, String) {
    assert_eq!(report["native_runs"]["sandbox"], mode.name(), "{report:#}");
    assert_eq!(report["native_runs"]["missing"], Value::Array(Vec::new()), "{report:#}");
    let finding = &report["findings"][0];
    let detail = finding["confirmation_detail"].as_str().unwrap_or_default().to_owned();
    (finding["confirmed"] == true, detail)
}

/// Writes outside, reads a home, uses the network, forks, becomes a daemon, prints without end; then the assertion fails.
fn harm_in_c(mode: Mode) {
    if !mode.works() {
        return;
    }
    let place = Place::new();
    let (report, _) = place.c(mode, 1, "30s");
    let (confirmed, detail) = confirmation(&report, mode);
    assert!(confirmed && detail.contains("assertion"), "{detail}");
    let told = place.told(mode, 1);
    let said = |line: &str| told.iter().filter(|told| *told == line).count();
    assert_eq!((said("own done"), said("large refused")), (1, 1), "{told:?}");
    if mode == Limits {
        // So the test would notice.
        assert_eq!((said("write done"), said("connect done")), (3, 1), "{told:?}");
        return;
    }
    let refused = ["write", "remove", "make-folder", "read-home", "connect"];
    let refused =
        refused.map(|what| (said(&format!("{what} refused")), said(&format!("{what} done"))));
    assert_eq!(refused, [(3, 0), (1, 0), (1, 0), (1, 0), (1, 0)], "{told:?}");
    place.is_untouched();
}

/// More processes than a run may have, and more on the disk: neither run shows anything.
fn too_much(mode: Mode) {
    if !mode.works() {
        return;
    }
    for (harm, why) in [(2, "too many processes"), (3, "wrote too much")] {
        let place = Place::new();
        let (report, _) = place.c(mode, harm, "30s");
        let (confirmed, detail) = confirmation(&report, mode);
        assert!(!confirmed && detail.contains(why), "{detail}");
    }
}

/// A program that never ends, ignores signals, and left a daemon: klew's time holds.
fn never_ends(mode: Mode) {
    if !mode.works() {
        return;
    }
    let place = Place::new();
    let (report, took) = place.c(mode, 4, "4s");
    let (confirmed, detail) = confirmation(&report, mode);
    assert!(!confirmed && detail.contains("time"), "{detail}");
    assert!(took < Duration::from_secs(6), "{took:?}");
}

/// klew is killed while a program runs that never ends: that ends as well.
fn outlives_nobody(mode: Mode) {
    if !mode.works() {
        return;
    }
    let place = Place::new();
    let words = ["check", "--property", "assertion", "--output", "out", "--quiet"];
    let words: Vec<String> = words.into_iter().map(str::to_owned).chain(place.program(4)).collect();
    let mut klew = place.klew(mode, &words).spawn().unwrap();
    let start = Instant::now();
    // Programs are told where they are without links.
    let folder = place.folder.path().canonicalize().unwrap();
    let is_running = || {
        let own = folder.to_str().unwrap();
        let lines = fs::read_dir("/proc").unwrap().flatten();
        let lines = lines.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        lines.into_iter().any(|line| {
            let line = String::from_utf8_lossy(&line).into_owned();
            line.starts_with(own) && line.contains("run-sanitizers")
        })
    };
    while !is_running() {
        assert!(start.elapsed() < Duration::from_secs(60), "the program was not run");
        std::thread::sleep(Duration::from_millis(10));
    }
    klew.kill().unwrap();
    klew.wait().unwrap();
    let start = Instant::now();
    while is_running() {
        assert!(start.elapsed() < Duration::from_secs(5), "the program is still there");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Like [`harm_in_c`] in the JVM.
fn harm_in_java(mode: Mode) {
    if !mode.works() {
        return;
    }
    let place = Place::new();
    let template =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-hostile/Hostile.java");
    let text = fs::read_to_string(template)
        .unwrap()
        .replace("@OUTSIDE@", place.path("outside").to_str().unwrap())
        .replace("@MARK@", place.folder.path().to_str().unwrap())
        .replace("@PORT@", &place.port().to_string())
        .replace("@FREE_PORT@", &place.free_port.to_string());
    fs::write(place.path("call/Hostile.java"), text).unwrap();
    let words =
        ["check", "Hostile.java", "--property", "assertion", "--time", "60s", "--output", "out"];
    let (report, _) = place.check(mode, &words.map(str::to_owned));
    let (confirmed, detail) = confirmation(&report, mode);
    assert!(confirmed && detail.contains("AssertionError"), "{detail}");
    if mode == Limits {
        assert!(place.path("outside/written").exists());
        return;
    }
    place.is_untouched();
}

macro_rules! in_each_mode {
    ($($test:ident),*) => {
        $(mod $test {
            #[test]
            fn bubblewrap() {
                super::$test(super::Bubblewrap);
            }

            #[test]
            fn landlock() {
                super::$test(super::Landlock);
            }

            #[test]
            fn limits_alone() {
                super::$test(super::Limits);
            }
        })*
    };
}

in_each_mode!(harm_in_c, too_much, never_ends, outlives_nobody, harm_in_java);

/// Where there is no sandbox, findings are confirmed all the same, and the result says so once.
#[test]
fn without_any_sandbox_there_is_a_note() {
    let place = Place::new();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-hostile/hostile.c");
    let tools = place.path("tools");
    fs::create_dir(&tools).unwrap();
    // Only what compiles and links, and no bwrap.
    for tool in ["clang", "gcc", "as", "ld"] {
        let path = Path::new("/usr/bin").join(tool);
        std::os::unix::fs::symlink(path, tools.join(tool)).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .current_dir(place.path("call"))
        .args(["check", "-D", "HARM=0", "--property", "assertion", "--no-output", "--quiet"])
        .arg(program)
        .env("PATH", &tools)
        .env("KLEW_SANDBOX", "bubblewrap")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(10), "{text}");
    let note =
        "note: findings were run without a sandbox: there is no bwrap: apt-get install bubblewrap";
    assert_eq!(text.matches("without a sandbox").count(), 1, "{text}");
    assert!(text.contains(note), "{text}");
}
