//! Arguments of the commands that help: `klew explain`, `klew doctor`, `klew completions`, `klew man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Arguments of `klew explain`.
#[derive(Debug, Args)]
#[command(after_help = "Example: klew explain valid-deref")]
pub struct ExplainArguments {
    /// The property: klew's name, or SV-COMP's. Default: all, in a line each
    #[arg(value_name = "PROPERTY")]
    pub property: Option<String>,
}

/// Arguments of `klew doctor`.
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 all that is needed for C or for Java is there, 1 it is not.")]
pub struct DoctorArguments {}

/// Arguments of `klew completions`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: klew completions bash > ~/.local/share/bash-completion/completions/klew"
)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Arguments of `klew man`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  klew man | man -l -\n  klew man --into ~/.local/share/man/man1"
)]
pub struct ManArguments {
    /// Write a page for each command into this folder, rather than that of klew to standard output
    #[arg(long = "into", value_name = "DIR")]
    pub pages: Option<PathBuf>,
}
