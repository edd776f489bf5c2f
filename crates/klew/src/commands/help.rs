//! Help besides `--help`: properties explained, tools looked for, man pages, completions.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::{Command, CommandFactory};
use klew_driver::doctor::{self, Need};
use klew_driver::error::UserError;
use klew_driver::{explain, property};

use crate::arguments::{Arguments, CompletionsArguments, ExplainArguments, ManArguments};
use crate::terminal::print;

/// `klew explain`.
pub fn explain(arguments: &ExplainArguments) -> Result<ExitCode, UserError> {
    print(&match &arguments.property {
        None => property::list(),
        Some(name) => {
            let chosen = property::select(std::slice::from_ref(name))?.properties;
            let texts: Vec<String> = klew_ir::Property::ALL
                .into_iter()
                .filter(|property| chosen.contains(*property))
                .map(explain::explain)
                .collect();
            texts.join("\n")
        }
    });
    Ok(ExitCode::SUCCESS)
}

/// `klew doctor`.
pub fn doctor() -> ExitCode {
    let tools = doctor::tools();
    print(&doctor::to_text(&tools));
    let any = [Need::C, Need::Java].into_iter().any(|need| doctor::is_complete(&tools, need));
    ExitCode::from(if any { 0 } else { 1 })
}

/// `klew completions`.
pub fn completions(arguments: &CompletionsArguments) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "klew", &mut text);
    print(&String::from_utf8_lossy(&text));
    ExitCode::SUCCESS
}

/// `klew man`.
pub fn man(arguments: &ManArguments) -> Result<ExitCode, UserError> {
    let definition = Arguments::command();
    let Some(folder) = &arguments.pages else {
        let page = page(definition).map_err(|error| UserError::new(error.to_string()))?;
        // Whoever closed standard output does not want to know.
        let _ = std::io::stdout().write_all(&page);
        return Ok(ExitCode::SUCCESS);
    };
    write_pages(definition, folder).map_err(|error| {
        UserError::new(format!("cannot write to {}: {error}", folder.display()))
    })?;
    Ok(ExitCode::SUCCESS)
}

fn write_pages(mut definition: Command, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    definition.build();
    for command in definition.get_subcommands().filter(|one| one.get_name() != "help") {
        let name = format!("klew-{}", command.get_name());
        let named = command.clone().name(Box::leak(name.clone().into_boxed_str()) as &'static str);
        fs::write(folder.join(format!("{name}.1")), page(named)?)?;
    }
    fs::write(folder.join("klew.1"), page(Arguments::command())?)
}

fn page(definition: Command) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(definition).render(&mut page)?;
    Ok(page)
}
