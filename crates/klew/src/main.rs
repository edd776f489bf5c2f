//! klew: finds inputs that break a program, or shows that there are none.
//!
//! The command line: arguments, what they mean together, and printing. All else is klew-driver's.
//!
//! **Invariant**: with `--format json`, standard output holds one JSON object and nothing else.
//! **Invariant**: input that cannot be read gives a message and exit code 2, never a panic.

mod applicable;
mod arguments;
mod commands;
mod progress;
mod quantity;
mod terminal;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use klew_driver::confined;

use arguments::{Arguments, Command, each_command, words_for_engines};
use commands::{check, condition, help, lsp, reach, replay, report, resume, test, tree, worker};

/// Paths are many small allocations of many lifetimes; solvers allocate no less (`override`: theirs, too).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Deep recursion in a parser or in dropping nested data must not end the process on a small default stack.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    if let Some(code) = confined::enter() {
        return code;
    }
    let mut definition = Arguments::command();
    let matches = definition.get_matches_mut();
    let mut arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => error.format(&mut definition).exit(),
    };
    if let Err(error) = applicable::check(&definition, &matches, &arguments.command) {
        eprintln!("{error}");
        return ExitCode::from(2);
    }
    match &mut arguments.command {
        Command::Check(check) => {
            check.each.command = each_command(&definition, &matches);
            check.queue.words = words_for_engines(&definition, &matches);
        }
        Command::Reach(reach) => {
            reach.check.queue.words = words_for_engines(&definition, &matches);
        }
        _ => {}
    }
    let run = move || match &arguments.command {
        Command::Check(check) => check::run(check),
        Command::Explain(explain) => help::explain(explain),
        Command::Doctor(_) => Ok(help::doctor()),
        Command::Completions(completions) => Ok(help::completions(completions)),
        Command::Man(man) => help::man(man),
        Command::Condition(condition) => condition::run(condition),
        Command::Lsp(lsp) => lsp::run(lsp),
        Command::Reach(reach) => reach::run(reach),
        Command::Replay(replay) => replay::run(replay),
        Command::Report(report) => report::run(report),
        Command::Resume(resume) => resume::run(resume),
        Command::Status(status) => resume::status(status),
        Command::Test(test) => test::run(test),
        Command::Tree(tree) => tree::run(tree),
        Command::Worker(worker) => worker::run(worker),
    };
    let result = match std::thread::Builder::new().stack_size(STACK).spawn(run) {
        Ok(thread) => thread.join(),
        Err(error) => {
            eprintln!("error: cannot start: {error}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
        // The panic's own message is on standard error already.
        Err(_) => {
            eprintln!("error: klew failed; this is a bug in klew, please report it");
            ExitCode::from(5)
        }
    }
}
