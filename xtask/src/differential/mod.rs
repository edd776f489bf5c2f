//! `cargo xtask differential`: generated C programs, klew against native execution.
//!
//! Each program has a few inputs with small ranges, so that a native run over *all* inputs (under
//! sanitizers) says what the truth is. Each of klew's engines must say "violated" exactly when some input fails, and
//! "safe" exactly when none does; a violation must be confirmed. A program on which they disagree is
//! shrunk and kept.

mod generate;
mod native;
pub mod program;
pub mod random;
pub mod shrink;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use native::{Disagreement, Engine, Judge};
use program::Program;

/// Arguments of `differential`.
#[derive(clap::Args)]
pub struct DifferentialArguments {
    /// How many programs.
    #[arg(long, default_value_t = 200)]
    count: u64,
    /// The first seed; program n is made from seed + n.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Programs that run at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Seconds for klew on each program.
    #[arg(long, default_value_t = 30)]
    time: u64,
    /// One engine only; both if not given.
    #[arg(long, value_enum)]
    engine: Option<Engine>,
    /// The klew command; built from this checkout if not given.
    #[arg(long)]
    klew: Option<PathBuf>,
    /// Where programs with a disagreement are kept; a folder in `target` if not given.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Print the program of the seed and stop.
    #[arg(long)]
    print: bool,
    /// C: only programs that read arguments, the environment, standard input and files; else these are a fifth.
    #[arg(long)]
    outside: bool,
    /// C: programs of which every input is fixed by what they assume, beside the same programs without inputs.
    #[arg(long, conflicts_with_all = ["outside", "engine", "print", "methods", "extra"])]
    fixed_inputs: bool,
    /// The language of the programs.
    #[arg(long, value_enum, default_value_t = Language::C)]
    language: Language,
    /// Java: instead of programs, calls of the public methods of all classes that have models, or of those
    /// whose name contains this.
    #[arg(long, value_name = "FILTER", num_args = 0..=1, default_missing_value = "")]
    methods: Option<String>,
    /// Java: how many calls of each method.
    #[arg(long, default_value_t = 12)]
    calls: usize,
    /// More arguments for `klew check`.
    #[arg(last = true)]
    extra: Vec<String>,
}

/// What programs are generated in.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Language {
    /// C, beside a native run.
    C,
    /// Java, beside the JVM.
    Java,
}

impl DifferentialArguments {
    fn keep(&self, default: &str) -> PathBuf {
        self.keep.clone().unwrap_or_else(|| default.into())
    }
}

/// Runs all programs. Exit code 1 on any disagreement.
///
/// # Errors
/// klew cannot be built, or no C compiler works.
pub fn differential(arguments: &DifferentialArguments) -> Result<ExitCode, String> {
    if arguments.language == Language::Java {
        return java(arguments);
    }
    if arguments.fixed_inputs {
        return fixed_inputs(arguments);
    }
    if arguments.print {
        let program = generate::generate(arguments.seed, arguments.outside);
        println!("// {}\n{}", setting(&program), program.render());
        return Ok(ExitCode::SUCCESS);
    }
    let klew = match &arguments.klew {
        Some(path) => path.clone(),
        None => crate::score::build()?,
    };
    let keep = arguments.keep("target/differential");
    fs::create_dir_all(&keep)
        .map_err(|error| format!("cannot create {}: {error}", keep.display()))?;
    let engines = match arguments.engine {
        Some(engine) => vec![engine],
        None => vec![Engine::Forward, Engine::Backward],
    };
    let judge = Judge { klew, engines, seconds: arguments.time, extra: arguments.extra.clone() };
    let tally = Tally::default();
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= arguments.count {
                        return;
                    }
                    if index > 0 && index.is_multiple_of(500) {
                        println!("{index} programs so far");
                    }
                    let program = generate::generate(arguments.seed + index, arguments.outside);
                    one(arguments.seed + index, &program, &judge, &keep, &tally);
                }
            });
        }
    });
    Ok(tally.finish(arguments.count))
}

/// Generated programs with fixed inputs.
fn fixed_inputs(arguments: &DifferentialArguments) -> Result<ExitCode, String> {
    let klew = match &arguments.klew {
        Some(path) => path.clone(),
        None => crate::score::build()?,
    };
    crate::fixed_inputs::run(&crate::fixed_inputs::Options {
        count: arguments.count,
        seed: arguments.seed,
        jobs: arguments.jobs,
        time: arguments.time,
        klew,
        keep: arguments.keep("target/differential"),
    })
}

/// Generated Java programs.
fn java(arguments: &DifferentialArguments) -> Result<ExitCode, String> {
    if arguments.print {
        crate::differential_java::print(arguments.seed);
        return Ok(ExitCode::SUCCESS);
    }
    let klew = match &arguments.klew {
        Some(path) => path.clone(),
        None => crate::score::build()?,
    };
    let options = crate::differential_java::Options {
        count: arguments.count,
        seed: arguments.seed,
        jobs: arguments.jobs,
        time: arguments.time,
        klew,
        keep: arguments.keep("target/differential-java"),
        extra: arguments.extra.clone(),
    };
    match &arguments.methods {
        Some(filter) => crate::differential_java::methods(&options, filter, arguments.calls),
        None => crate::differential_java::programs(&options),
    }
}

#[derive(Default)]
struct Tally {
    safe: AtomicU64,
    violated: AtomicU64,
    /// Left open, by the engines in their order.
    open: [AtomicU64; Engine::ALL.len()],
    unusable: AtomicU64,
    wrong: AtomicU64,
}

impl Tally {
    fn finish(&self, count: u64) -> ExitCode {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let open = Engine::ALL.iter().zip(&self.open);
        let open: Vec<String> = open
            .filter(|(engine, open)| get(open) > 0 || **engine == Engine::Forward)
            .map(|(engine, open)| format!("{} {}", get(open), engine.name()))
            .collect();
        println!(
            "{count} programs: {} safe, {} violated, {} not usable; left open: {}",
            get(&self.safe),
            get(&self.violated),
            get(&self.unusable),
            open.join(", ")
        );
        // The plain closing line that continuous integration reads.
        let wrong = get(&self.wrong);
        let agreed = get(&self.safe) + get(&self.violated);
        println!("{agreed} passed, {wrong} failed");
        if wrong == 0 && agreed > 0 { ExitCode::SUCCESS } else { ExitCode::from(1) }
    }
}

fn one(seed: u64, program: &Program, judge: &Judge, keep: &Path, tally: &Tally) {
    let counter = match judge.judge(program) {
        Ok(agreement) => {
            for (engine, why) in &agreement.open {
                println!("seed {seed}: {} open: {}: {why}", engine.name(), setting(program));
                tally.open[*engine as usize].fetch_add(1, Ordering::Relaxed);
            }
            match (agreement.decided, agreement.fails) {
                (false, _) => return,
                (true, true) => &tally.violated,
                (true, false) => &tally.safe,
            }
        }
        Err(Disagreement::Unusable(why)) => {
            println!("seed {seed}: not usable: {why}");
            &tally.unusable
        }
        Err(Disagreement::Wrong(why)) => {
            report(seed, program, &why, judge, keep);
            &tally.wrong
        }
    };
    counter.fetch_add(1, Ordering::Relaxed);
}

fn report(seed: u64, program: &Program, why: &str, judge: &Judge, keep: &Path) {
    let small = shrink::shrink(program, |candidate| {
        matches!(judge.judge(candidate), Err(Disagreement::Wrong(_)))
    });
    let file = keep.join(format!("seed-{seed}.c"));
    let text = format!("// {why}\n// {}\n{}", setting(&small), small.render());
    match fs::write(&file, text) {
        Ok(()) => println!("seed {seed}: DISAGREEMENT: {why}; kept in {}", file.display()),
        Err(error) => println!("seed {seed}: DISAGREEMENT: {why}; cannot write it: {error}"),
    }
}

/// How klew is called, apart from what is always the same.
fn setting(program: &Program) -> String {
    format!(
        "--property {} --data-model {} {} {}",
        program.goal.properties().join(","),
        program.data_model(),
        program.options.join(" "),
        program.outside.join(" ")
    )
}
