//! What happens during a call, on standard error; and its result, on standard output.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use klew_driver::audience::{Audience, Status};
use klew_driver::shown_sources::source_text;
use klew_ir::Program;
use klew_report::{CheckReport, Style, TextOptions};

use crate::arguments::{Format, OutputArguments};
use crate::progress::ProgressLine;

/// Whoever looks at the terminal.
pub struct Terminal {
    format: Format,
    verbose: bool,
    line: Mutex<ProgressLine>,
}

impl Terminal {
    /// As the options have it.
    pub fn new(arguments: &OutputArguments) -> Terminal {
        Terminal {
            format: arguments.format,
            verbose: arguments.verbose,
            line: Mutex::new(ProgressLine::new(arguments.quiet)),
        }
    }

    fn line(&self) -> MutexGuard<'_, ProgressLine> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Audience for Terminal {
    fn warning(&self, text: &str) {
        eprintln!("warning: {text}");
    }

    fn note(&self, text: &str) {
        if self.verbose {
            eprintln!("klew: {text}");
        }
    }

    fn lowered(&self, program: &Program, elapsed: Duration) {
        if self.verbose {
            eprintln!(
                "klew: {} functions, {} globals, {}-bit; compiled after {:.2} s",
                program.functions.len(),
                program.globals.len(),
                program.data_model.pointer_bits,
                elapsed.as_secs_f64()
            );
        }
    }

    fn states(&self, text: &str) {
        match self.format {
            Format::Text => print(text),
            // Standard output is one object.
            Format::Json => eprint!("{text}"),
        }
    }

    fn is_due(&self) -> bool {
        self.line().is_due()
    }

    fn progress(&self, status: &Status) {
        self.line().show(status);
    }

    fn part(&self, done: usize, all: usize, name: &str) {
        self.line().show_part(done, all, name);
    }

    fn pause(&self) {
        self.line().clear();
    }

    fn last_words(&self, report: &CheckReport) -> u8 {
        let options = TextOptions {
            style: Style::Plain,
            full_trace: false,
            draw_heap: false,
            explain_pruning: false,
        };
        print_report(report, self.format, options);
        report.verdict().exit_code(false)
    }
}

/// Prints a result as a terminal shows it best.
pub fn show_report(report: &CheckReport, arguments: &OutputArguments) {
    let colours = std::io::stdout().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let style = if colours { Style::Colour } else { Style::Plain };
    if let Some(runs) = report.native_runs.as_ref().filter(|_| arguments.verbose) {
        eprintln!("klew: findings were run in this sandbox: {}", runs.sandbox);
    }
    let OutputArguments { full_trace, draw_heap, explain_pruning, .. } = *arguments;
    let options = TextOptions { style, full_trace, draw_heap, explain_pruning };
    print_report(report, arguments.format, options);
}

fn print_report(report: &CheckReport, format: Format, options: TextOptions) {
    print(&match format {
        Format::Json => format!("{:#}\n", klew_report::json::to_json(report)),
        Format::Text => klew_report::text::render_text(report, &source_text(report), options),
    });
}

/// Prints on standard output.
pub fn print(text: &str) {
    // Whoever closed standard output does not want to know.
    let _ = std::io::stdout().write_all(text.as_bytes());
}
