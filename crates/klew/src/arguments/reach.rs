//! Arguments of `klew reach`.

use clap::Args;

use super::CheckArguments;

/// Arguments of `klew reach`.
#[derive(Debug, Args)]
#[command(after_help = "\
Targets:
  list.c:42           that line, in any file of the program; with one file, 42 is enough
  remove              a function; or a label; of Java, method, Class.method or method(int)
  main:fail           the label `fail` of the function `main`
  assertion           any check of that property: assertion, valid-deref, no-runtime-exception, …

Examples:
  klew reach list.c --target list.c:42                with which input is that line executed?
  klew reach list.c --target remove --function main   main may take anything
  klew reach Main.java --target Main.java:12
  klew reach list.c --target list.c:42 --explain --unroll 2

Without --unroll, loops and recursion are unrolled deeper and deeper while there is time.

Exit codes: 10 reachable, and a run that comes there was seen; 0 unreachable, which is proved; 5 unknown, or
unreachable within a bound only (0 with --bounded-ok); 2 there is no such place, or the program cannot be read.")]
pub struct ReachArguments {
    /// FILE:LINE, a function, a label, or a property
    #[arg(long, value_name = "TARGET")]
    pub target: String,
    /// Show the states node by node, from the target to the entry
    #[arg(long)]
    pub explain: bool,
    #[command(flatten)]
    pub check: CheckArguments,
}
