//! Progress on standard error: one line that is written over on a terminal, log lines otherwise.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use klew_driver::audience::Status;

/// Shows it.
#[derive(Debug)]
pub struct ProgressLine {
    terminal: bool,
    quiet: bool,
    shown: bool,
    next: Instant,
}

impl ProgressLine {
    /// On standard error.
    pub fn new(quiet: bool) -> ProgressLine {
        let terminal = std::io::stderr().is_terminal();
        let mut line = ProgressLine { terminal, quiet, shown: false, next: Instant::now() };
        line.next += line.interval();
        line
    }

    fn interval(&self) -> Duration {
        if self.terminal { Duration::from_millis(250) } else { Duration::from_secs(5) }
    }

    /// Whether it is time to show something.
    pub fn is_due(&self) -> bool {
        !self.quiet && Instant::now() >= self.next
    }

    /// Shows it.
    pub fn show(&mut self, status: &Status) {
        self.next = Instant::now() + self.interval();
        self.write(&render(status));
    }

    fn write(&mut self, text: &str) {
        // Nothing can be done about a standard error that cannot be written.
        let mut error = std::io::stderr().lock();
        if self.terminal {
            let _ = write!(error, "\r\x1b[K{text}");
            let _ = error.flush();
            self.shown = true;
        } else {
            let _ = writeln!(error, "klew: {text}");
        }
    }

    /// Shows how many parts of a library are done.
    pub fn show_part(&mut self, done: usize, all: usize, name: &str) {
        if self.is_due() {
            self.next = Instant::now() + self.interval();
            self.write(&format!("{done} of {all} functions: {name}"));
        }
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
            self.shown = false;
        }
    }
}

fn render(status: &Status) -> String {
    let seconds = status.elapsed.as_secs_f64();
    let share = |part: f64, whole: f64| if whole > 0.0 { 100.0 * part / whole } else { 0.0 };
    let (covered, all) = status.coverage;
    format!(
        "{seconds:.0} s, {} paths, {} waiting, {:.0}% covered, {} checks open, solver {:.0}%, {} MB{}",
        status.paths,
        status.frontier,
        share(covered as f64, all as f64),
        status.open_checks,
        share(status.solver.as_secs_f64(), seconds),
        status.memory / 1_000_000,
        match status.findings {
            0 => String::new(),
            1 => ", 1 finding".to_owned(),
            n => format!(", {n} findings"),
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line() {
        let status = Status {
            elapsed: Duration::from_secs(10),
            paths: 3,
            frontier: 7,
            coverage: (1, 2),
            solver: Duration::from_secs(4),
            memory: 90_000_000,
            open_checks: 5,
            findings: 1,
        };
        let want =
            "10 s, 3 paths, 7 waiting, 50% covered, 5 checks open, solver 40%, 90 MB, 1 finding";
        assert_eq!(render(&status), want);
        assert!(render(&Status::default()).starts_with("0 s, 0 paths"));
    }
}
