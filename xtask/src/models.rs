//! `cargo xtask models`: compiles the models of the C library anew; the texts are committed beside their sources.

use std::process::{Command, ExitCode};

/// Arguments of `models`.
#[derive(clap::Args)]
pub struct ModelsArguments {
    /// The clang to compile with; another version gives another text.
    #[arg(long, default_value = "clang-14")]
    clang: String,
}

/// Compiles them, with the translator of this checkout.
///
/// # Errors
/// cargo cannot be started.
pub fn models(arguments: &ModelsArguments) -> Result<ExitCode, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--quiet", "--package", "klew-llvm", "--example", "models", "--"])
        .arg(&arguments.clang)
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
