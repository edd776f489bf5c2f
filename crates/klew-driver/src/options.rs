//! What can be asked for, as plain data.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use klew_engine::{Decision, InputHeapPolicy, Limits, Task};
use klew_forward::{PruningMode, SearchStrategy};
use klew_ir::{FunctionId, Program, PropertySet};
use klew_llvm::lower::Environment;
use klew_report::ReportFormat;
use klew_solver::SolverConfiguration;

use crate::checkpoint::CheckpointOptions;
use crate::confined::Wanted;
use crate::target::{Goal, Place};
use crate::workers::queue::QueueOptions;

/// What the options say of the program.
#[derive(Clone, Debug)]
pub struct ProgramOptions {
    /// Its files.
    pub files: Vec<PathBuf>,
    /// Where runs start.
    pub entry: String,
    /// A C function that is analysed alone.
    pub function: Option<String>,
    /// What says which inputs count where something is analysed alone.
    pub precondition: Option<String>,
    /// What callers of it promise.
    pub promises: PromiseOptions,
    /// Whether a function that is analysed alone finds globals as they are initialised.
    pub initial_globals: bool,
    /// What the program gets from outside.
    pub environment: Environment,
    /// What is to be reached, where that is asked.
    pub target: Option<Place>,
    /// What keeps runs of the program apart from the system.
    pub sandbox: Wanted,
    /// Of C.
    pub c: COptions,
    /// Of Java.
    pub java: JavaOptions,
}

impl ProgramOptions {
    /// These files, from `main` on; nothing is said of what the program gets from outside.
    pub fn of(files: Vec<PathBuf>) -> ProgramOptions {
        ProgramOptions {
            files,
            entry: "main".to_owned(),
            function: None,
            precondition: None,
            promises: PromiseOptions::default(),
            initial_globals: false,
            environment: Environment::default(),
            target: None,
            sandbox: Wanted::Best,
            c: COptions {
                bits: Bits::Bits64,
                include: Vec::new(),
                define: Vec::new(),
                standard: "gnu11".to_owned(),
                compiled: None,
            },
            java: JavaOptions::default(),
        }
    }
}

/// What callers promise of something that is analysed alone, as the user wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromiseOptions {
    /// Expressions that hold.
    pub assume: Vec<String>,
    /// `POINTER:COUNT`: pointers to that many elements.
    pub buffer: Vec<String>,
    /// What is not null.
    pub not_null: Vec<String>,
    /// Classes of exceptions that may leave a method.
    pub allow_exception: Vec<String>,
}

impl PromiseOptions {
    /// An option that was given, if one was.
    pub fn given(&self) -> Option<&'static str> {
        let all = [
            (&self.assume, "--assume"),
            (&self.buffer, "--buffer"),
            (&self.not_null, "--not-null"),
            (&self.allow_exception, "--allow-exception"),
        ];
        all.into_iter().find(|(list, _)| !list.is_empty()).map(|(_, option)| option)
    }
}

/// What the options say of programs in C.
#[derive(Clone, Debug)]
pub struct COptions {
    /// The data model.
    pub bits: Bits,
    /// Where headers are.
    pub include: Vec<PathBuf>,
    /// Macros.
    pub define: Vec<String>,
    /// The language standard.
    pub standard: String,
    /// A folder where klew put what it compiled before.
    pub compiled: Option<PathBuf>,
}

/// Bits of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// ILP32.
    Bits32,
    /// LP64.
    Bits64,
}

/// What the command line says of Java programs only.
#[derive(Clone, Debug, Default)]
pub struct JavaOptions {
    /// Further folders and jars with classes.
    pub class_path: Vec<PathBuf>,
    /// The JDK's folder.
    pub java_home: Option<PathBuf>,
    /// The compiler.
    pub javac: Option<PathBuf>,
    /// A method that says which inputs count.
    pub precondition: Option<String>,
    /// What callers promise besides.
    pub promises: PromiseOptions,
}

/// Everything about a check of a program.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The program.
    pub program: ProgramOptions,
    /// Names of properties, and `.prp` files; none for the default ones.
    pub properties: Vec<String>,
    /// Whether decisions must not depend on what was never written.
    pub check_uninitialised: bool,
    /// Whether allocations may fail.
    pub malloc_may_fail: bool,
    /// Whether all findings are wanted, rather than the first that is confirmed.
    pub all_findings: bool,
    /// The engines, in their order; none for those that suit the program.
    pub engines: Vec<String>,
    /// How backward execution goes.
    pub backward: klew_backward::Options,
    /// How multi-pass execution goes.
    pub multipass: klew_multipass::Options,
    /// Which state forward execution goes on with.
    pub search: SearchStrategy,
    /// Which states forward execution closes because of earlier ones.
    pub pruning: PruningMode,
    /// Whether interpolants are shown.
    pub explain_pruning: bool,
    /// The only path that forward execution follows.
    pub follow: Option<Vec<Decision>>,
    /// For what is chosen at random.
    pub seed: u64,
    /// Whether the operands of `&&` and `||` are one condition.
    pub merge_conditions: bool,
    /// The time of the whole call.
    pub time: Option<Duration>,
    /// What of the time is for running what was found; a tenth, at most three seconds, if nothing is said.
    pub reserve: Option<Duration>,
    /// Memory in bytes; none for most of what is free.
    pub memory: Option<u64>,
    /// How many processes work side by side: this one, and workers.
    pub jobs: usize,
    /// How a worker is called: a program that calls [`crate::workers::work`] with these options, and its arguments. Without one there
    /// are no workers.
    pub worker: Vec<OsString>,
    /// When workers are started, if the work on the program has not ended by then.
    pub worker_after: Duration,
    /// Over which workers on other machines take part.
    pub queue: Option<QueueOptions>,
    /// Where what is settled and what is left are written down as it goes.
    pub checkpoint: Option<CheckpointOptions>,
    /// The result of an earlier call, whose proofs are checked again in place of looking for some.
    pub validate: Option<PathBuf>,
    /// Bounds on what is explored.
    pub limits: Limits,
    /// How input references are resolved.
    pub input_heap: InputHeapOptions,
    /// The solver.
    pub solver: SolverOptions,
    /// Tests.
    pub tests: TestOptions,
    /// Reports that are written beside the tests.
    pub reports: Vec<ReportFormat>,
    /// Whether findings tell memory at their steps.
    pub draw_heap: bool,
    /// Whether the lowered program is all that is wanted.
    pub lower_only: bool,
    /// What is to be reached, where that is asked.
    pub goal: Option<Goal>,
}

impl CheckOptions {
    /// What has not ended by then is worth workers.
    pub const WORKER_AFTER: Duration = Duration::from_millis(300);

    /// Which states are closed: none where what every path does is wanted.
    pub(crate) fn pruning(&self) -> PruningMode {
        match self.tests.every_path || self.follow.is_some() {
            true => PruningMode::Off,
            false => self.pruning,
        }
    }

    /// What engines are asked of a program.
    pub(crate) fn task<'p>(
        &self,
        program: &'p Program,
        properties: PropertySet,
        precondition: Option<FunctionId>,
    ) -> Task<'p> {
        Task {
            program,
            properties,
            precondition,
            input_heap: self.input_heap.policy,
            input_array_max: self.input_heap.array_max,
            input_element_max: self.input_heap.element_max,
            input_object_max: self.input_heap.object_max,
            limits: self.limits,
            seed: self.seed,
            first_only: !self.all_findings,
        }
    }

    /// Whether somebody wants to see memory at the steps of findings.
    pub fn draws_memory(&self) -> bool {
        self.draw_heap || !self.reports.is_empty()
    }

    /// Whether somebody draws what the exploration did.
    pub fn draws_exploration(&self) -> bool {
        self.reports.contains(&ReportFormat::Html)
    }

    /// The default properties of a program, by the engines that suit it, without limits and without tests.
    pub fn of(program: ProgramOptions) -> CheckOptions {
        let forward = klew_forward::Configuration::default();
        CheckOptions {
            program,
            properties: Vec::new(),
            check_uninitialised: false,
            malloc_may_fail: false,
            all_findings: false,
            engines: Vec::new(),
            backward: klew_backward::Options::default(),
            multipass: klew_multipass::Options::default(),
            search: forward.search,
            pruning: PruningMode::Inclusion,
            explain_pruning: false,
            follow: None,
            seed: 0,
            merge_conditions: true,
            time: None,
            reserve: None,
            memory: None,
            jobs: 1,
            worker: Vec::new(),
            worker_after: CheckOptions::WORKER_AFTER,
            queue: None,
            checkpoint: None,
            validate: None,
            limits: Limits::default(),
            input_heap: InputHeapOptions {
                policy: forward.input_heap,
                array_max: forward.input_array_max,
                element_max: forward.input_element_max,
                object_max: forward.input_object_max,
            },
            solver: SolverOptions {
                configuration: SolverConfiguration::default(),
                query_log: None,
                horn: ["z3", "-in", "fp.xform.inline_eager=false"].map(str::to_owned).to_vec(),
            },
            tests: TestOptions { place: TestPlace::None, every_path: false, confirm: true },
            reports: Vec::new(),
            draw_heap: false,
            lower_only: false,
            goal: None,
        }
    }
}

/// How input references are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputHeapOptions {
    /// The policy.
    pub policy: InputHeapPolicy,
    /// The most elements of an array behind an input pointer.
    pub array_max: u64,
    /// The most elements of an array of a class among the inputs; any number if absent.
    pub element_max: Option<u64>,
    /// The most objects among the inputs.
    pub object_max: Option<u32>,
}

impl InputHeapOptions {
    /// Whether inputs are smaller than some that the program may get: only forward execution knows how to keep to that.
    pub fn is_bounded(self) -> bool {
        self.element_max.is_some() || self.object_max.is_some()
    }

    /// The policy's name in results.
    pub fn name(self) -> &'static str {
        match self.policy {
            InputHeapPolicy::PathOptimal => "path-optimal",
            InputHeapPolicy::Lazier => "lazier",
            InputHeapPolicy::Lazy => "lazy",
        }
    }
}

/// Which solver, and what helps it.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    /// The stack of solvers, without a log.
    pub configuration: SolverConfiguration,
    /// Where all queries are written.
    pub query_log: Option<PathBuf>,
    /// The program that solves Horn clauses, and its arguments: it reads SMT-LIB's logic HORN from its standard input and
    /// prints a model.
    pub horn: Vec<String>,
}

/// Where tests are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestPlace {
    /// Nowhere.
    None,
    /// In a folder that is named after the program.
    Named,
    /// In this folder.
    Folder(PathBuf),
}

/// Which tests are written, and what is done with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestOptions {
    /// Where.
    pub place: TestPlace,
    /// Whether there is one for each path, not only for findings.
    pub every_path: bool,
    /// Whether findings are run outside of klew.
    pub confirm: bool,
}

/// What a suite is to cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteGoal {
    /// Every way of every branch, once.
    Branch,
    /// Every path.
    Path,
    /// Of each condition that it decides by itself: modified condition/decision coverage.
    Mcdc,
}

/// Everything about a test suite for a program.
#[derive(Clone, Debug)]
pub struct SuiteOptions {
    /// The program.
    pub program: ProgramOptions,
    /// What is to be covered.
    pub goal: SuiteGoal,
    /// The most tests.
    pub budget: Option<usize>,
    /// Where the suite is made, or extended; a folder named after the program if nothing is said.
    pub into: Option<PathBuf>,
    /// For what is chosen at random.
    pub seed: u64,
    /// The time of the whole call.
    pub time: Option<Duration>,
    /// Memory in bytes; none for most of what is free.
    pub memory: Option<u64>,
    /// Bounds on what is explored.
    pub limits: Limits,
    /// How input references are resolved.
    pub input_heap: InputHeapOptions,
    /// The solver.
    pub solver: SolverOptions,
}

/// Everything about the symbolic execution tree of a program.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// The program.
    pub program: ProgramOptions,
    /// Names of properties, and `.prp` files; none for the default ones.
    pub properties: Vec<String>,
    /// Whether allocations may fail.
    pub malloc_may_fail: bool,
    /// The time of the whole call.
    pub time: Option<Duration>,
    /// Memory in bytes; none for most of what is free.
    pub memory: Option<u64>,
    /// Bounds on what is explored.
    pub limits: Limits,
    /// How input references are resolved.
    pub input_heap: InputHeapOptions,
    /// Whether states are closed because of earlier ones.
    pub prunes: bool,
    /// Nodes that are drawn; as many as can be looked at if nothing is said.
    pub most_drawn: Option<usize>,
    /// The solver.
    pub solver: SolverOptions,
}
