//! Arguments of `klew test`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use klew_driver::error::UserError;
use klew_driver::options::{SuiteGoal, SuiteOptions};
use klew_engine::Limits;

use super::{
    EnvironmentArguments, Format, InputHeapArguments, RunArguments, SolverArguments,
    SourceArguments,
};
use crate::quantity::{parse_duration, parse_size};

/// Arguments of `klew test`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  klew test parser.c                          a suite for the whole program, run by CTest
  klew test list.c --function insert          tests that build lists and call insert()
  klew test Dates.java --entry Dates.parse    a class of JUnit 5
  klew test parser.c --into suite --time 5m   extends the suite that is there

What tests expect was seen when they ran natively or in the JVM; what they cover is measured there.
Exit codes: 0 the suite is written, 10 it is, and some of its tests show defects, 2 usage or input that
cannot be read.")]
pub struct TestArguments {
    #[command(flatten)]
    pub sources: SourceArguments,

    #[command(flatten)]
    pub environment: EnvironmentArguments,

    #[command(flatten)]
    pub input_heap: InputHeapArguments,

    #[command(flatten)]
    pub runs: RunArguments,

    /// What the suite is to cover
    #[arg(long, value_enum, default_value_t = Goal::Branch, help_heading = "Suite")]
    pub goal: Goal,
    /// The most tests. Default: as many as cover more
    #[arg(long, value_name = "N", help_heading = "Suite", value_parser = clap::value_parser!(u32).range(1..))]
    pub budget: Option<u32>,
    /// The folder of the suite; what is there is extended. Default: klew-suite-NAME
    #[arg(long, value_name = "DIR", help_heading = "Suite")]
    pub into: Option<PathBuf>,
    /// For what is chosen at random
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Suite")]
    pub seed: u64,

    /// Time for the whole call, running tests included: 20s, 2m
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

    /// Text for people or one JSON object for programs, on standard output
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub format: Format,
}

/// What a suite is to cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Goal {
    /// Every way of every branch
    Branch,
    /// Every path: --budget says how many at most
    Path,
    /// Of each condition of && and || that it decides by itself (MC/DC; C, measured by clang 18 or newer)
    Mcdc,
}

impl TestArguments {
    /// As the driver takes them.
    ///
    /// # Errors
    /// Something cannot be.
    pub fn options(&self) -> Result<SuiteOptions, UserError> {
        let mut program = self.sources.options();
        program.sandbox = self.runs.wanted();
        program.environment = self.environment.options().environment()?;
        self.input_heap.say(&mut program);
        let goal = match self.goal {
            Goal::Branch => SuiteGoal::Branch,
            Goal::Path => SuiteGoal::Path,
            Goal::Mcdc => SuiteGoal::Mcdc,
        };
        Ok(SuiteOptions {
            program,
            goal,
            budget: self.budget.map(|budget| budget as usize),
            into: self.into.clone(),
            seed: self.seed,
            time: self.time,
            memory: self.memory,
            limits: Limits {
                max_depth: self.max_depth,
                max_instructions: self.max_instructions,
                ..Limits::default()
            },
            input_heap: self.input_heap.options(),
            solver: self.solver.options(),
        })
    }
}
