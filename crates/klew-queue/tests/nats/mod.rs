//! A `nats-server` for tests, of klew's command as well. Without Debian's package of that name there is none.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use klew_queue::{Connection, Server};

/// A server of a test's own, with its store.
pub struct Nats {
    /// The server.
    pub process: Child,
    /// Where it listens.
    pub port: u16,
    /// What it keeps.
    pub store: tempfile::TempDir,
}

impl Nats {
    /// None where there is no such program.
    pub fn start() -> Option<Nats> {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let store = tempfile::tempdir().unwrap();
        let Some(process) = Nats::process(port, store.path()) else {
            eprintln!("nats-server is not there: nothing is tested");
            return None;
        };
        let server = Nats { process, port, store };
        server.wait();
        Some(server)
    }

    fn process(port: u16, store: &Path) -> Option<Child> {
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"]).arg(store);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().ok()
    }

    fn wait(&self) {
        until("the server is there", || self.server().connect().is_ok());
    }

    /// Where it is.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// How it is called.
    pub fn server(&self) -> Server {
        Server { address: self.address(), name: "klew".to_owned(), ..Server::default() }
    }

    /// A connection to it.
    pub fn connect(&self) -> Connection {
        self.server().connect().unwrap()
    }

    /// It is killed, and another one goes on with its store after a while.
    pub fn restart(&mut self, pause: Duration) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        std::thread::sleep(pause);
        self.process = Nats::process(self.port, self.store.path()).unwrap();
        self.wait();
    }

    /// What is kept there: folders of streams.
    pub fn streams(&self) -> Vec<String> {
        let streams = self.store.path().join("jetstream/$G/streams");
        let entries = fs::read_dir(streams).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Waits until something holds; a minute at most.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
