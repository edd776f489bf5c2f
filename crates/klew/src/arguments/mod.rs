//! The command line, and what it says in the driver's words.

mod condition;
mod each;
mod engine;
mod environment;
mod help;
mod input_heap;
mod queue;
mod reach;
mod report;
mod resume;
mod test;
mod tree;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use klew_driver::checkpoint::CheckpointOptions;
use klew_driver::confined::Wanted;
use klew_driver::error::UserError;
use klew_driver::options::{
    Bits, COptions, CheckOptions, JavaOptions, ProgramOptions, SolverOptions, TestOptions,
    TestPlace,
};
use klew_driver::property;
use klew_driver::target::Goal;
use klew_engine::{Decision, Limits};
use klew_forward::{PruningMode, SearchStrategy};
use klew_report::ReportFormat;
use klew_solver::{BackendChoice, SolverConfiguration};

use crate::quantity::{parse_duration, parse_size};

pub use condition::{ConditionArguments, ConditionFormat};
pub use each::{EachArguments, command as each_command};
pub use engine::{EngineArguments, StateName};
pub use environment::EnvironmentArguments;
pub use help::{CompletionsArguments, DoctorArguments, ExplainArguments, ManArguments};
pub use input_heap::InputHeapArguments;
pub use queue::{AccessArguments, CallQueueArguments, accepts, words_for_engines};
pub use reach::ReachArguments;
pub use report::ReportArguments;
pub use resume::{ResumeArguments, StatusArguments};
pub use test::TestArguments;
pub use tree::TreeArguments;

/// Finds inputs that break a program, or shows that there are none.
#[derive(Debug, Parser)]
#[command(name = "klew", version, max_term_width = 100)]
#[command(after_help = "\
Exit codes: 0 safe, 10 violated, 5 unknown or safe within bounds only (0 with --bounded-ok),
2 usage or input that cannot be read.

Example: klew check list.c")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look for an input that breaks an assertion or memory safety
    Check(Box<CheckArguments>),
    /// Make a test suite that covers the program, and measure what it covers
    Test(Box<TestArguments>),
    /// Show the symbolic execution tree: how many traces a function has, and which
    Tree(Box<TreeArguments>),
    /// Look for an input that brings the program to a place, backwards from there
    Reach(Box<ReachArguments>),
    /// Show a condition that every run to a place satisfies, with loops summarised
    Condition(Box<ConditionArguments>),
    /// Go on with a check that wrote a checkpoint
    Resume(ResumeArguments),
    /// Say how far a check is that writes a checkpoint
    Status(StatusArguments),
    /// Make the reports of a run again, from the result.json in its output folder
    Report(ReportArguments),
    /// Serve an editor: check the function under the cursor (language server protocol)
    Lsp(LspArguments),
    /// Run a test that klew wrote (a .ktest file or a finding's folder)
    Replay(Box<ReplayArguments>),
    /// Say what a property is, with an example, and how what violates it is mended
    Explain(ExplainArguments),
    /// Look for the tools that klew starts, and say how to install what is missing
    Doctor(DoctorArguments),
    /// Write completions for a shell
    Completions(CompletionsArguments),
    /// Write man pages
    Man(ManArguments),
    /// Take part in checks on other machines: explore pieces of them that come over a queue
    Worker(WorkerArguments),
}

/// Arguments of `klew lsp`.
#[derive(Debug, Args)]
#[command(after_help = "\
The editor starts this and talks with it over standard input and output. Where headers are and which macros there are is taken from
compile_commands.json in the folder of a file or above, or in a folder `build` there; docs/editors.md has settings for editors.

Examples:
  klew lsp                              each check has 20 seconds
  klew lsp -- --time 1m --not-null '*'  with these options of klew check")]
pub struct LspArguments {
    /// Options of klew check, for each check. Default: --time 20s
    #[arg(last = true, value_name = "OPTION")]
    pub options: Vec<OsString>,
}

/// Arguments of `klew worker`.
#[derive(Debug, Args)]
#[command(after_help = "\
A worker explores paths of programs that calls of `klew check --queue URL` are about. It compiles nothing and runs no program but klew: the
program comes as klew's representation, and findings are run by the call. Both must be the same build of klew. docs/cluster.md has
examples for Slurm and Kubernetes.

Examples:
  klew worker --queue nats://host:4222                 as many pieces side by side as there are cores
  klew worker --queue nats://host:4222 --idle 10m      ends when there was nothing to do for ten minutes")]
pub struct WorkerArguments {
    /// Where the queue is: nats://host:4222
    #[arg(long, value_name = "URL", required_unless_present = "words")]
    #[arg(value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub queue: Option<String>,
    #[command(flatten)]
    pub access: AccessArguments,
    /// How many pieces are explored side by side. Default: as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Memory: 512M, 2G. Default: three quarters of what is free
    #[arg(long, value_parser = parse_size, value_name = "SIZE")]
    pub memory: Option<u64>,
    /// End when there was nothing to do for so long: 90s, 10m
    #[arg(long, value_parser = parse_duration, value_name = "TIME")]
    pub idle: Option<Duration>,
    /// The command line of a call, which starts this to have engines work beside it
    #[arg(last = true, hide = true, value_name = "WORD", conflicts_with = "queue")]
    pub words: Vec<OsString>,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  klew check list.c                          memory safety and assertions
  klew check a.c b.c -I include -DDEBUG=1    several files, one program
  klew check prog.c --time 60s --format json > result.json
  klew check prog.c --property no-overflow   signed overflow only
  klew check prog.c --property all --all-findings
  klew check Main.java, klew check src/ lib.jar --entry pkg.List.insert   Java

  klew check tool.c --sym-args 0 2 4 --sym-stdin 8   a whole program: 0 to 2 arguments of 4 characters
  klew check list.c --function reverse       one function, called with any arguments
  klew check lib/*.c --each-function --each 20s   each function alone

Input: __VERIFIER_nondet_*(), klee_make_symbolic() and klew's own <klew.h> (found by itself).
Findings are compiled with sanitizers and run; tests lie in klew-out-NAME.";

fn check_help() -> String {
    format!("{}\n{CHECK_EXAMPLES}", property::list())
}

/// Arguments of `klew check`.
#[derive(Debug, Args)]
#[command(after_help = check_help())]
pub struct CheckArguments {
    #[command(flatten)]
    pub sources: SourceArguments,

    #[command(flatten)]
    pub environment: EnvironmentArguments,

    #[command(flatten)]
    pub input_heap: InputHeapArguments,

    #[command(flatten)]
    pub each: EachArguments,

    #[command(flatten)]
    pub engine: EngineArguments,

    /// What to check: names of properties (below), with commas between them, or a .prp file; may be repeated.
    /// Default: memory safety and assertions
    #[arg(long, value_name = "NAME|FILE.prp", help_heading = "What to check")]
    pub property: Vec<String>,
    /// Let malloc and its like return NULL
    #[arg(long, help_heading = "What to check")]
    pub malloc_may_fail: bool,
    /// Also check that no decision depends on a value that was never written
    #[arg(long, help_heading = "What to check")]
    pub check_uninitialised: bool,
    /// Look for all findings, not just the first that is confirmed
    #[arg(long, help_heading = "What to check")]
    pub all_findings: bool,

    /// Time for the whole call, compiling and confirming included: 20s, 2m
    #[arg(long, value_parser = parse_duration, value_name = "TIME", help_heading = "Limits")]
    pub time: Option<Duration>,
    /// What of the time is for running what was found
    #[arg(long, hide = true, value_parser = parse_duration, value_name = "TIME")]
    pub reserve: Option<Duration>,
    /// Memory: 512M, 2G. Default: three quarters of what is free
    #[arg(long, value_parser = parse_size, value_name = "SIZE", help_heading = "Limits")]
    pub memory: Option<u64>,
    /// How many processes work side by side. 1: engines take turns. With --each-function: how many functions are analysed side by
    /// side, each by one process. Default: as many as there are cores
    #[arg(long, value_name = "N", help_heading = "Limits")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// When the other processes are started
    #[arg(long, hide = true, value_parser = parse_duration, value_name = "TIME")]
    pub worker_after: Option<Duration>,
    /// Write down in that folder what is settled and what is left, as it goes: `klew resume DIR` goes on from there, however this call
    /// ended, and `klew status DIR` says how far it is
    #[arg(long, value_name = "DIR", help_heading = "Limits")]
    #[arg(conflicts_with_all = ["path", "tests", "emit_kir", "each_function", "each_method"])]
    pub checkpoint: Option<PathBuf>,
    /// Look for no proof: check again what those in FILE, the JSON output of an earlier call, rest on, for this program as it is
    #[arg(long, value_name = "FILE", help_heading = "What to check")]
    #[arg(conflicts_with_all = ["engine", "path", "tests", "checkpoint", "emit_kir", "each_function", "each_method"])]
    pub validate: Option<PathBuf>,
    /// The words of the call that is resumed
    #[arg(skip)]
    pub resumed: Option<Vec<OsString>>,
    /// Cut paths after that many decisions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// Keep at most that many states; drop others
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_states: Option<usize>,
    /// Execute at most that many instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_instructions: Option<u64>,
    /// Exit with 0 if the program is safe within these limits
    #[arg(long, help_heading = "Limits")]
    pub bounded_ok: bool,

    /// Which state goes on next; several with commas take turns
    #[arg(long, value_enum, value_delimiter = ',', help_heading = "Search")]
    pub search: Vec<Search>,
    /// Close states that can only do what was explored below earlier ones (interpolation) all the time, not in turns only. Without
    /// effect where pointers are inputs
    #[arg(long, conflicts_with_all = ["path", "tests"], help_heading = "Search")]
    pub prune: bool,
    /// Close no states: neither those that earlier ones at the same loop head include, nor by interpolation
    #[arg(long, conflicts_with = "prune", help_heading = "Search")]
    pub no_prune: bool,
    /// For what is chosen at random
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Search")]
    pub seed: u64,
    /// Fork at each operand of && and || rather than once for all of them
    #[arg(long, help_heading = "Search")]
    pub no_merged_conditions: bool,
    /// Follow only this path: the decisions of a finding, as its test shows them
    #[arg(long, value_name = "DECISIONS", help_heading = "Search")]
    pub path: Option<String>,

    #[command(flatten)]
    pub solver: SolverArguments,

    #[command(flatten)]
    pub queue: CallQueueArguments,

    #[command(flatten)]
    pub runs: RunArguments,

    #[command(flatten)]
    pub output: OutputArguments,
}

/// What the program is and how it is compiled.
#[derive(Debug, Args)]
pub struct SourceArguments {
    /// The program: .c, .i, .ll, .bc, .kir; or .java, .class, .jar and folders of them; several are linked
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// 32 (or ILP32), 64 (or LP64)
    #[arg(long, value_parser = parse_data_model, default_value = "64", value_name = "BITS")]
    #[arg(help_heading = "Compiling")]
    pub data_model: Bits,
    /// Where to look for headers
    #[arg(short = 'I', value_name = "DIR", help_heading = "Compiling")]
    pub include: Vec<PathBuf>,
    /// A macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Compiling")]
    pub define: Vec<String>,
    /// The language standard
    #[arg(long = "std", default_value = "gnu11", value_name = "NAME", help_heading = "Compiling")]
    pub standard: String,
    /// A folder of klew's own with what was compiled before
    #[arg(long, hide = true, value_name = "DIR")]
    pub compiled: Option<PathBuf>,
    /// The function to start from; for Java Class.method or "Class.method(int,String)". Default: main
    #[arg(long, default_value = "main", value_name = "FUNCTION", help_heading = "Compiling")]
    pub entry: String,
    #[command(flatten)]
    pub java: JavaArguments,
}

impl CheckArguments {
    fn pruning(&self) -> PruningMode {
        match (self.prune, self.no_prune) {
            (true, _) => PruningMode::Interpolation,
            (false, true) => PruningMode::Off,
            (false, false) => PruningMode::Inclusion,
        }
    }

    /// All of it, with what is to be reached.
    ///
    /// # Errors
    /// Something cannot be.
    pub fn options(&self, goal: Option<Goal>) -> Result<CheckOptions, UserError> {
        let mut program = self.sources.options();
        program.sandbox = self.runs.wanted();
        program.environment = self.environment.options().environment()?;
        self.input_heap.say(&mut program);
        Ok(CheckOptions {
            program,
            properties: self.property.clone(),
            check_uninitialised: self.check_uninitialised,
            malloc_may_fail: self.malloc_may_fail,
            all_findings: self.all_findings,
            engines: self.engine.engine.clone(),
            backward: self.engine.backward.options(),
            multipass: self.engine.multipass.options(),
            search: strategy(&self.search),
            pruning: self.pruning(),
            explain_pruning: self.output.explain_pruning,
            follow: self.decisions()?,
            seed: self.seed,
            merge_conditions: !self.no_merged_conditions,
            time: self.time,
            reserve: self.reserve,
            memory: self.memory,
            jobs: self.jobs(),
            worker: worker_command(&self.words()),
            worker_after: self.worker_after.unwrap_or(CheckOptions::WORKER_AFTER),
            checkpoint: self.checkpoint.clone().map(|folder| CheckpointOptions {
                folder,
                resumes: self.resumed.is_some(),
                words: self.words(),
            }),
            validate: self.validate.clone(),
            queue: self.queue.options(),
            limits: Limits {
                max_depth: self.max_depth,
                max_states: self.max_states,
                max_instructions: self.max_instructions,
                ..Limits::default()
            },
            input_heap: self.input_heap.options(),
            solver: self.solver.options(),
            tests: self.output.tests(),
            reports: report_formats(&self.output.report),
            draw_heap: self.output.draw_heap,
            lower_only: self.output.emit_kir,
            goal,
        })
    }

    /// The words of the command line, or of that of the call that is resumed.
    fn words(&self) -> Vec<OsString> {
        self.resumed.clone().unwrap_or_else(|| std::env::args_os().skip(1).collect())
    }

    /// How many processes work side by side.
    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }

    fn decisions(&self) -> Result<Option<Vec<Decision>>, UserError> {
        let Some(text) = &self.path else { return Ok(None) };
        let decisions = klew_engine::parse_decisions(text).map_err(|error| {
            UserError::new(format!("--path: {error}"))
                .help("take the path as a finding's trace.txt gives it")
        })?;
        Ok(Some(decisions))
    }
}

/// How this program is called as a worker of this call: itself, also if its file was replaced meanwhile, and asked the same.
fn worker_command(words: &[OsString]) -> Vec<OsString> {
    let itself = ["/proc/self/exe", "worker", "--"].map(OsString::from);
    itself.into_iter().chain(words.iter().cloned()).collect()
}

/// The searcher that the options ask for; without any, depth, coverage, random paths and goals share the time.
fn strategy(search: &[Search]) -> SearchStrategy {
    let one = |search: &Search| match search {
        Search::Depth => SearchStrategy::Depth,
        Search::Breadth => SearchStrategy::Breadth,
        Search::RandomPath => SearchStrategy::RandomPath,
        Search::Coverage => SearchStrategy::Coverage,
        Search::Goals => SearchStrategy::Goals,
        Search::Trails => SearchStrategy::Trails,
        Search::Words => SearchStrategy::FewestWords,
    };
    match search {
        [] => SearchStrategy::Interleaved(vec![
            SearchStrategy::Depth,
            SearchStrategy::Coverage,
            SearchStrategy::RandomPath,
            SearchStrategy::Goals,
            SearchStrategy::Trails,
        ]),
        [only] => one(only),
        several => SearchStrategy::Interleaved(several.iter().map(one).collect()),
    }
}

impl SolverArguments {
    /// As the driver takes them.
    pub fn options(&self) -> SolverOptions {
        let backend = match self.solver.as_str() {
            "bitwuzla" => BackendChoice::Bitwuzla,
            "z3" => BackendChoice::Z3,
            command => BackendChoice::Command(command.to_owned()),
        };
        let configuration = SolverConfiguration {
            backend,
            independence: !self.no_independence,
            repair: !self.no_model_repair,
            order: !self.no_order,
            bounds: !self.no_bounds,
            few_bits: !self.no_few_bits,
            model_cache: !self.no_model_cache,
            core_cache: !self.no_core_cache,
            query_log: None,
            validate: self.validate_solver,
            ..SolverConfiguration::default()
        };
        let horn = self.horn.split_whitespace().map(str::to_owned).collect();
        SolverOptions { configuration, query_log: self.query_log.clone(), horn }
    }
}

impl OutputArguments {
    fn tests(&self) -> TestOptions {
        let place = match &self.output {
            _ if self.no_output => TestPlace::None,
            Some(folder) => TestPlace::Folder(folder.clone()),
            None => TestPlace::Named,
        };
        TestOptions { place, every_path: self.tests, confirm: !self.no_confirm }
    }
}

impl SourceArguments {
    /// What they say of the program.
    pub fn options(&self) -> ProgramOptions {
        ProgramOptions {
            files: self.files.clone(),
            entry: self.entry.clone(),
            function: None,
            precondition: None,
            promises: Default::default(),
            initial_globals: false,
            environment: Default::default(),
            target: None,
            sandbox: Wanted::Best,
            c: COptions {
                bits: self.data_model,
                include: self.include.clone(),
                define: self.define.clone(),
                standard: self.standard.clone(),
                compiled: self.compiled.clone(),
            },
            java: JavaOptions {
                class_path: self.java.classpath.iter().flat_map(std::env::split_paths).collect(),
                java_home: self.java.java_home.clone(),
                javac: self.java.javac.clone(),
                precondition: None,
                promises: Default::default(),
            },
        }
    }
}

/// How the program is run outside of klew.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// Run findings and tests without a sandbox, which else is bubblewrap or Landlock; limits hold all the same
    #[arg(long, help_heading = "Limits")]
    pub no_sandbox: bool,
}

impl RunArguments {
    /// The sandbox that is wanted.
    pub fn wanted(&self) -> Wanted {
        if self.no_sandbox { Wanted::None } else { Wanted::Best }
    }
}

/// How Java is compiled.
#[derive(Debug, Default, Args)]
pub struct JavaArguments {
    /// Further folders and jars with classes, between colons
    #[arg(long, visible_alias = "class-path", value_name = "PATH", help_heading = "Java")]
    pub classpath: Option<String>,
    /// The JDK. Default: JAVA_HOME, or that of the java on the path
    #[arg(long, value_name = "DIR", help_heading = "Java")]
    pub java_home: Option<PathBuf>,
    /// The compiler. Default: the JDK's
    #[arg(long, value_name = "FILE", help_heading = "Java")]
    pub javac: Option<PathBuf>,
}

/// Who solves Horn clauses. Relations that are inlined come back with quantifiers, which nobody can use.
const DEFAULT_HORN: &str = "z3 -in fp.xform.inline_eager=false";

/// Which solver, and what helps it.
#[derive(Debug, Args)]
pub struct SolverArguments {
    /// bitwuzla, z3, or a command that reads SMT-LIB
    #[arg(long, default_value = "bitwuzla", value_name = "NAME|COMMAND", help_heading = "Solver")]
    pub solver: String,
    /// Do not split queries into independent parts
    #[arg(long, help_heading = "Solver")]
    pub no_independence: bool,
    /// Do not try to change a path's model a little
    #[arg(long, help_heading = "Solver")]
    pub no_model_repair: bool,
    /// Do not refute by the order of terms
    #[arg(long, help_heading = "Solver")]
    pub no_order: bool,
    /// Do not refute by the bounds of terms
    #[arg(long, help_heading = "Solver")]
    pub no_bounds: bool,
    /// Do not try all values of few bits
    #[arg(long, help_heading = "Solver")]
    pub no_few_bits: bool,
    /// Do not try earlier models
    #[arg(long, help_heading = "Solver")]
    pub no_model_cache: bool,
    /// Do not look for earlier unsatisfiable cores
    #[arg(long, help_heading = "Solver")]
    pub no_core_cache: bool,
    /// Check every answer of the solver (slow)
    #[arg(long, help_heading = "Solver")]
    pub validate_solver: bool,
    /// Write all queries to this file as SMT-LIB
    #[arg(long, value_name = "FILE", help_heading = "Solver")]
    pub query_log: Option<PathBuf>,
    /// A command that reads Horn clauses in SMT-LIB (logic HORN) and prints a model
    #[arg(long, default_value = DEFAULT_HORN, value_name = "COMMAND", help_heading = "Solver")]
    pub horn: String,
}

/// What is shown and written.
#[derive(Debug, Args)]
pub struct OutputArguments {
    /// Text for people or one JSON object for programs, on standard output
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub format: Format,
    /// Where tests are written. Default: klew-out-NAME
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write no files
    #[arg(long, conflicts_with = "output", help_heading = "Output")]
    pub no_output: bool,
    /// Also write reports into that folder; several with commas between them. `klew report` makes them again of its result.json
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMAT")]
    #[arg(conflicts_with_all = ["no_output", "emit_kir"], help_heading = "Output")]
    pub report: Vec<ReportName>,
    /// Also write a test for every path, not only for findings
    #[arg(long, conflicts_with = "no_output", help_heading = "Output")]
    pub tests: bool,
    /// Do not compile and run findings; they can then only be replayed by klew itself
    #[arg(long, help_heading = "Output")]
    pub no_confirm: bool,
    /// Show all steps of a finding's path
    #[arg(long, help_heading = "Output")]
    pub full_trace: bool,
    /// Draw memory as it is where a finding fails
    #[arg(long, help_heading = "Output")]
    pub draw_heap: bool,
    /// Say of each point of the program what closing states came to there, and what interpolants say
    #[arg(long, conflicts_with = "no_prune", help_heading = "Output")]
    pub explain_pruning: bool,
    /// Print the program as klew sees it, and stop
    #[arg(long, help_heading = "Output")]
    pub emit_kir: bool,
    /// No progress
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// Say more about what is done
    #[arg(short, long, conflicts_with = "quiet", help_heading = "Output")]
    pub verbose: bool,
}

/// Arguments of `klew replay`.
#[derive(Debug, Args)]
#[command(after_help = "Example: klew replay klew-out-list/finding-1 list.c

Exit codes: 10 the run fails, 0 it ends without failing, 5 it cannot be told.")]
pub struct ReplayArguments {
    /// A .ktest file, or a folder with one
    #[arg(value_name = "TEST")]
    pub test: PathBuf,
    #[command(flatten)]
    pub sources: SourceArguments,
    /// Time for the whole call
    #[arg(long, value_parser = parse_duration, default_value = "60s", value_name = "TIME")]
    pub time: Duration,
    #[command(flatten)]
    pub runs: RunArguments,
}

fn parse_data_model(text: &str) -> Result<Bits, String> {
    match text.to_ascii_lowercase().as_str() {
        "32" | "ilp32" => Ok(Bits::Bits32),
        "64" | "lp64" => Ok(Bits::Bits64),
        _ => Err("32, ILP32, 64 or LP64 is needed".to_owned()),
    }
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Kinds of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportName {
    /// For code scanning: findings with their paths (report.sarif)
    Sarif,
    /// For servers of continuous integration: a test case per check (junit.xml)
    Junit,
    /// SV-COMP's witnesses of violations and proofs (witness.yml, witness.graphml)
    Witness,
    /// Lines and branches that klew's runs covered (coverage.info)
    Lcov,
    /// A page for people: findings step by step with memory drawn, checks, coverage (report.html)
    Html,
}

impl From<ReportName> for ReportFormat {
    fn from(name: ReportName) -> ReportFormat {
        match name {
            ReportName::Sarif => ReportFormat::Sarif,
            ReportName::Junit => ReportFormat::Junit,
            ReportName::Witness => ReportFormat::Witness,
            ReportName::Lcov => ReportFormat::Lcov,
            ReportName::Html => ReportFormat::Html,
        }
    }
}

/// The formats, each once.
pub fn report_formats(names: &[ReportName]) -> Vec<ReportFormat> {
    let mut formats: Vec<ReportFormat> = names.iter().map(|name| (*name).into()).collect();
    formats.sort();
    formats.dedup();
    formats
}

/// Search strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Search {
    /// The newest state
    Depth,
    /// The oldest state
    Breadth,
    /// A leaf of the execution tree at random
    RandomPath,
    /// A state near code that is not covered yet
    Coverage,
    /// A state beside those that came nearest to violating a check
    Goals,
    /// A state whose path went through code that others seldom went through together
    Trails,
    /// A state whose path takes the fewest words to tell: long runs of the same decision, of lengths that are powers of two
    Words,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn flags_as_compilers_take_them() {
        let arguments =
            Arguments::try_parse_from(["klew", "check", "a.c", "-Iinc", "-DX=1", "--std=c99"]);
        let Ok(Arguments { command: Command::Check(check) }) = arguments else { panic!() };
        assert_eq!(check.sources.include, [PathBuf::from("inc")]);
        assert_eq!(check.sources.define, ["X=1"]);
        assert_eq!(check.sources.standard, "c99");
    }
}
