//! Options for what a program gets from outside.

use clap::Args;
use klew_driver::environment::EnvironmentOptions;

/// What the program gets from outside.
#[derive(Clone, Debug, Default, Args)]
pub struct EnvironmentArguments {
    /// Give main from MIN to MAX arguments of at most LENGTH characters. May be repeated: then these come one
    /// group after the other. Default: more and longer ones while time is left
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "LENGTH"], help_heading = "Input")]
    pub sym_args: Vec<u32>,
    /// Give main no arguments
    #[arg(long, conflicts_with = "sym_args", help_heading = "Input")]
    pub no_args: bool,
    /// Standard input has exactly so many bytes, of any value. Default: any input
    #[arg(long, value_name = "SIZE", help_heading = "Input")]
    pub sym_stdin: Option<u64>,
    /// There is a file of that name with exactly so many bytes, of any value; others cannot be read. May be
    /// repeated. Default: any file may be there
    #[arg(long, value_name = "NAME:SIZE", help_heading = "Input")]
    pub sym_file: Vec<String>,
    /// The environment has this variable. May be repeated. Default: any variable may be there
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Input")]
    pub env: Vec<String>,
    /// The environment has a variable of that name with at most so many characters, of any value. May be repeated
    #[arg(long, value_name = "NAME:SIZE", help_heading = "Input")]
    pub sym_env: Vec<String>,
    /// The environment has no variables but those of --env and --sym-env
    #[arg(long, help_heading = "Input")]
    pub no_env: bool,
}

impl EnvironmentArguments {
    /// As the driver takes them.
    pub fn options(&self) -> EnvironmentOptions {
        let given = self.clone();
        EnvironmentOptions {
            sym_args: given.sym_args,
            no_args: given.no_args,
            sym_stdin: given.sym_stdin,
            sym_file: given.sym_file,
            env: given.env,
            sym_env: given.sym_env,
            no_env: given.no_env,
        }
    }
}
