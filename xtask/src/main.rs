//! Developer commands of klew: `cargo xtask COMMAND`.

mod agreement;
mod bench;
mod bench_backward;
mod cluster;
mod deep;
mod deep_klee;
mod differential;
mod differential_java;
mod fixed_inputs;
mod guidance;
mod klee;
mod models;
mod notice;
mod papers;
mod peer_figures;
mod pruning;
mod reasons;
mod report;
mod run;
mod score;
mod settled;
mod suites;
mod task;
mod text;
mod tracerx;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Developer commands of klew.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run every BenchExec task below a folder through `klew check` and print the SV-COMP score.
    Score(score::ScoreArguments),
    /// Print the speed of klew on the programs of `benches/`.
    Bench(bench::BenchArguments),
    /// Run the programs of the papers' evaluations, beside the papers' numbers.
    Papers(papers::PapersArguments),
    /// Compare time, memory and answers with and without closing states.
    Pruning(pruning::PruningArguments),
    /// Compare the time to the first confirmed finding with and without guidance.
    Guidance(guidance::GuidanceArguments),
    /// Measure calls with workers behind a network that takes time.
    Cluster(cluster::ClusterArguments),
    /// Compile the models of the C library anew.
    Models(models::ModelsArguments),
    /// Check the licences of what is linked, and write them down for a package.
    Notice(notice::NoticeArguments),
    /// Make test suites for programs of the project, run them, and print what they cover.
    Suites(suites::SuitesArguments),
    /// Compare klew with native execution on generated C programs, or with the JVM on generated Java programs.
    Differential(differential::DifferentialArguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Score(arguments) => score::score(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Papers(arguments) => papers::papers(&arguments),
        Command::Pruning(arguments) => pruning::pruning(&arguments),
        Command::Guidance(arguments) => guidance::guidance(&arguments),
        Command::Cluster(arguments) => cluster::cluster(&arguments),
        Command::Models(arguments) => models::models(&arguments),
        Command::Notice(arguments) => notice::notice(&arguments),
        Command::Suites(arguments) => suites::suites(&arguments),
        Command::Differential(arguments) => differential::differential(&arguments),
    };
    match result {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
