//! `klew tree`: the symbolic execution tree.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use klew_driver::error::UserError;
use klew_driver::options::TreeOptions;
use klew_driver::tree::tree;
use klew_engine::Limits;
use klew_report::tree::TreeReport;

use crate::arguments::{Format, TreeArguments};
use crate::terminal::print;

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
        prunes: arguments.prune,
        most_drawn: arguments.max_nodes,
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
