//! Arguments of `klew resume` and `klew status`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::Format;
use crate::quantity::{parse_duration, parse_size};

/// Arguments of `klew resume`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example: klew check list.c --checkpoint kept --time 60s, then klew resume kept --time 10m

All other options are those of the call that began. Exit codes are those of that command; 2 as well where the program or klew is not the
same any more, or the checkpoint is damaged.")]
pub struct ResumeArguments {
    /// The folder of the checkpoint
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Time for this call. Default: that of the one that began
    #[arg(long, value_parser = parse_duration, value_name = "TIME")]
    pub time: Option<Duration>,
    /// Memory for this call. Default: that of the one that began
    #[arg(long, value_parser = parse_size, value_name = "SIZE")]
    pub memory: Option<u64>,
}

/// Arguments of `klew status`.
#[derive(Debug, Args)]
pub struct StatusArguments {
    /// The folder of the checkpoint
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Text for people or one JSON object for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}
