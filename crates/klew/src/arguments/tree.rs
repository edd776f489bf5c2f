//! Arguments of `klew tree`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{Format, InputHeapArguments, SolverArguments, SourceArguments};
use crate::quantity::{parse_duration, parse_size};

/// Arguments of `klew tree`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  klew tree list.c --function reverse                 how many traces, and which
  klew tree list.c --function reverse --dot tree.dot  for Graphviz: dot -Tsvg tree.dot
  klew tree sort.c --prune                            what covers what, and what has to hold there

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

    /// Close states that can only do what was explored below earlier ones, as klew check does: the tree shows what covers what, and
    /// why. Without effect where pointers are inputs
    #[arg(long, help_heading = "Search")]
    pub prune: bool,

    #[command(flatten)]
    pub solver: SolverArguments,

    /// Write the tree for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub dot: Option<PathBuf>,
    /// Draw at most that many nodes, those nearest to the root. Default: 200 as text, 1000 for Graphviz
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub max_nodes: Option<usize>,
    /// Write the tree as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Text for people or one JSON object for programs, on standard output
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub format: Format,
}
