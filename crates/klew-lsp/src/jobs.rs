//! Checks on their way: each is a process of klew's and a thread that waits for it.
//!
//! **Invariant**: what is cancelled is told to end as Ctrl-C does, and keeps what it found; a part that is checked again is not checked
//! twice at a time.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_types::{
    MessageType, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::client::Client;
use crate::findings::{Findings, Report};
use crate::{Analyser, Part, compile_commands};

/// What is to be checked of a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// The part in which that line is, from 1.
    At(u32),
    /// The part of that name.
    Named(String),
}

/// Checks, and what they found.
pub struct Jobs {
    analyser: Arc<dyn Analyser>,
    client: Client,
    findings: Arc<Mutex<Findings>>,
    /// Where tests are written.
    folder: PathBuf,
    running: BTreeMap<String, Running>,
    next: AtomicU64,
}

struct Running {
    what: (PathBuf, What),
    is_cancelled: Arc<AtomicBool>,
    /// Set before the user is told the result: who asks again then is not asking twice.
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Jobs {
    /// None yet; tests are written into that folder.
    pub fn new(analyser: Arc<dyn Analyser>, client: Client, folder: PathBuf) -> Jobs {
        let (findings, running, next) = (Arc::default(), BTreeMap::new(), AtomicU64::new(0));
        Jobs { analyser, client, findings, folder, running, next }
    }

    /// Begins a check.
    pub fn begin(&mut self, file: &Path, what: What) {
        self.running.retain(|_, job| !job.thread.is_finished());
        let about = (file.to_owned(), what);
        let is_on = |job: &Running| !job.is_over.load(Ordering::SeqCst) && job.what == about;
        if self.running.values().any(is_on) {
            return;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let token = format!("klew-{number}");
        let (is_cancelled, is_over) = (Arc::<AtomicBool>::default(), Arc::default());
        let job = Job {
            analyser: Arc::clone(&self.analyser),
            client: self.client.clone(),
            findings: Arc::clone(&self.findings),
            folder: self.folder.join(&token),
            token: token.clone(),
            is_cancelled: Arc::clone(&is_cancelled),
            is_over: Arc::clone(&is_over),
        };
        let (file, what) = about.clone();
        let thread = thread::spawn(move || job.run(&file, &what));
        self.running.insert(token, Running { what: about, is_cancelled, is_over, thread });
    }

    /// Ends the check of that name.
    pub fn cancel(&self, token: &str) {
        if let Some(job) = self.running.get(token) {
            job.is_cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Another text of a file is on the disk: what was checked in it is checked again.
    pub fn again(&mut self, file: &Path) {
        let parts = lock(&self.findings).parts_of(file);
        for part in parts {
            self.begin(file, What::Named(part));
        }
    }

    /// Ends all, and waits for that.
    pub fn end(self) {
        for job in self.running.values() {
            job.is_cancelled.store(true, Ordering::Relaxed);
        }
        for job in self.running.into_values() {
            let _ = job.thread.join();
        }
    }
}

fn lock(findings: &Mutex<Findings>) -> std::sync::MutexGuard<'_, Findings> {
    findings.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One check.
struct Job {
    analyser: Arc<dyn Analyser>,
    client: Client,
    findings: Arc<Mutex<Findings>>,
    folder: PathBuf,
    token: String,
    is_cancelled: Arc<AtomicBool>,
    is_over: Arc<AtomicBool>,
}

impl Job {
    fn run(&self, file: &Path, what: &What) {
        self.client.begin_progress(&self.token);
        let begin = WorkDoneProgressBegin {
            title: "klew".to_owned(),
            cancellable: Some(true),
            message: Some("compiling".to_owned()),
            percentage: None,
        };
        self.client.progress(&self.token, WorkDoneProgress::Begin(begin));
        let said = self.check(file, what);
        self.is_over.store(true, Ordering::SeqCst);
        let (kind, message) = match &said {
            Ok(Some(message)) => (MessageType::INFO, message.clone()),
            Ok(None) => (MessageType::INFO, "ended".to_owned()),
            Err(why) => (MessageType::ERROR, why.clone()),
        };
        let end = WorkDoneProgressEnd { message: Some(message.clone()) };
        self.client.progress(&self.token, WorkDoneProgress::End(end));
        if !matches!(said, Ok(None)) {
            self.client.say(kind, format!("klew: {message}"));
        }
    }

    /// Checks; gives what the user is told, if anything.
    fn check(&self, file: &Path, what: &What) -> Result<Option<String>, String> {
        let flags = compile_commands::flags(file);
        let parts = self.analyser.parts(file, &flags)?;
        let Some(part) = chosen(parts, file, what) else {
            return match what {
                // It was renamed, or is gone.
                What::Named(name) => {
                    let files = lock(&self.findings).forget(file, name);
                    self.publish(&files);
                    Ok(None)
                }
                What::At(line) => Err(format!("no function begins above line {line}")),
            };
        };
        let report = self.report(file, &flags, &part)?;
        let place = (part.name.as_str(), part.file.as_path(), part.line);
        let files = lock(&self.findings).take(&report, place, &self.folder);
        self.publish(&files);
        Ok(Some(report.summary(&part.name)))
    }

    fn publish(&self, files: &[PathBuf]) {
        for file in files {
            if let Some((uri, diagnostics)) = lock(&self.findings).published(file) {
                self.client.publish(uri, diagnostics);
            }
        }
    }

    /// Runs klew.
    fn report(&self, file: &Path, flags: &[OsString], part: &Part) -> Result<Report, String> {
        let output = self.folder.join("out");
        fs::create_dir_all(&self.folder)
            .map_err(|error| format!("cannot write to {}: {error}", self.folder.display()))?;
        let mut command = self.analyser.check(file, flags, part, &output);
        command.current_dir(&self.folder);
        let (text, messages) = self.finished(&mut command, &part.name)?;
        serde_json::from_slice(&text).map_err(|_| match messages.trim() {
            "" => "klew gave no result".to_owned(),
            messages => messages.to_owned(),
        })
    }

    /// Waits for a command; gives its output, and what it says besides.
    fn finished(&self, command: &mut Command, name: &str) -> Result<(Vec<u8>, String), String> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("cannot run klew: {error}"))?;
        let output = reader(child.stdout.take());
        let messages = reader(child.stderr.take());
        self.wait(&mut child, name).map_err(|error| error.to_string())?;
        let text = |thread: JoinHandle<Vec<u8>>| thread.join().unwrap_or_default();
        Ok((text(output), String::from_utf8_lossy(&text(messages)).into_owned()))
    }

    fn wait(&self, child: &mut Child, name: &str) -> std::io::Result<()> {
        const LOOK: Duration = Duration::from_millis(30);
        const TELL: Duration = Duration::from_secs(1);
        let begun = Instant::now();
        let (mut told, mut is_interrupted) = (begun, false);
        while child.try_wait()?.is_none() {
            thread::sleep(LOOK);
            if self.is_cancelled.load(Ordering::Relaxed) && !is_interrupted {
                is_interrupted = true;
                let process = Pid::from_raw(i32::try_from(child.id()).unwrap_or(0));
                if process.as_raw() > 0 {
                    let _ = kill(process, Signal::SIGINT);
                }
            }
            if told.elapsed() >= TELL {
                told = Instant::now();
                let message = format!("{name}, {} s", begun.elapsed().as_secs());
                let (message, cancellable) = (Some(message), Some(true));
                let report = WorkDoneProgressReport { message, cancellable, percentage: None };
                self.client.progress(&self.token, WorkDoneProgress::Report(report));
            }
        }
        Ok(())
    }
}

/// Reads all that a process writes.
fn reader<R: Read + Send + 'static>(stream: Option<R>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// The part that is meant: of those in the file, the last one that begins in the line or above.
fn chosen(parts: Vec<Part>, file: &Path, what: &What) -> Option<Part> {
    let parts = parts.into_iter().filter(|part| part.file == file);
    match what {
        What::Named(name) => parts.into_iter().find(|part| part.name == *name),
        What::At(line) => parts.filter(|part| part.line <= *line).max_by_key(|part| part.line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_under_the_cursor() {
        let part = |name: &str, file: &str, line| Part {
            name: name.to_owned(),
            words: Vec::new(),
            file: PathBuf::from(file),
            line,
        };
        let parts = vec![part("b", "/a.c", 20), part("a", "/a.c", 5), part("h", "/a.h", 7)];
        let name = |what: What| chosen(parts.clone(), Path::new("/a.c"), &what).map(|it| it.name);
        let at = |line| name(What::At(line));
        assert_eq!([at(4), at(5), at(19)], [None, Some("a".to_owned()), Some("a".to_owned())]);
        assert_eq!(at(99), Some("b".to_owned()));
        assert_eq!(name(What::Named("a".to_owned())), Some("a".to_owned()));
        assert_eq!(name(What::Named("h".to_owned())), None);
    }
}
