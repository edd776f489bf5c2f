//! `klew tree`: the symbolic execution tree.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use klew_driver::error::UserError;
use klew_driver::options::TreeOptions;
use klew_driver::tree::tree;
use klew_engine::Limits;
use klew_report::tree::TreeReport;

use crate::arguments::{Format, InputHeapArguments, SolverArguments, SourceArguments};
use crate::quantity::{parse_duration, parse_size};
use crate::terminal::print;

/// Arguments of `klew tree`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  klew tree list.c --function reverse                 how many traces, and which
  klew tree list.c --function reverse --dot tree.dot  for Graphviz: dot -Tsvg tree.dot

Exit codes: 0 the tree is complete, 5 it is not, 2 usage or input that cannot be read.")]
pub struct TreeArguments {
    #[command(flatten)]
    pub sources: SourceArguments,

    #[command(flatten)]
    pub input_heap: InputHeapArguments,

    /// What counts as a violation, as for klew check. Default: memory safety and assertions
    #[arg(long, value_name = "NAME|FILE.prp")]
    pub property: Vec<String>,
    /// Let malloc and its like return NULL
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// Time for the whole call: 20s, 2m
    #[arg(long, value_parser = parse_duration, value_name = "TIME", help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Memory: 512M, 2G. Default: three quarters of what is free
    #[arg(long, value_parser = parse_size, value_name = "SIZE", help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Cut paths after that many decisions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// Execute at most that many instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_instructions: Option<u64>,

    #[command(flatten)]
    pub solver: SolverArguments,

    /// Write the tree for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub dot: Option<PathBuf>,
    /// Write the tree as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Text for people or one JSON object for programs, on standard output
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub format: Format,
}

/// Runs the command.
pub fn run(arguments: &TreeArguments) -> Result<ExitCode, UserError> {
    let mut program = arguments.sources.options();
    arguments.input_heap.say(&mut program);
    let report = tree(&TreeOptions {
        program,
        properties: arguments.property.clone(),
        malloc_may_fail: arguments.malloc_may_fail,
        time: arguments.time,
        memory: arguments.memory,
        limits: Limits {
            max_depth: arguments.max_depth,
            max_instructions: arguments.max_instructions,
            ..Limits::default()
        },
        input_heap: arguments.input_heap.options(),
        solver: arguments.solver.options(),
    })?;
    write(arguments, &report)?;
    Ok(ExitCode::from(if report.limits.is_empty() { 0 } else { 5 }))
}

fn write(arguments: &TreeArguments, report: &TreeReport) -> Result<(), UserError> {
    let file = |path: &Path, text: String| {
        fs::write(path, text)
            .map_err(|error| UserError::new(format!("cannot write {}: {error}", path.display())))
    };
    if let Some(path) = &arguments.dot {
        file(path, report.to_dot())?;
    }
    if let Some(path) = &arguments.json {
        file(path, format!("{:#}\n", report.to_json()))?;
    }
    print(&match arguments.format {
        Format::Text => report.to_text(),
        Format::Json => format!("{:#}\n", report.to_json()),
    });
    Ok(())
}
