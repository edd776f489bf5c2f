//! Which options an engine honours. Whatever is given and would not be honoured is refused, so nobody takes a result
//! for that of a question which was not asked.
//!
//! **Invariant**: every option of `klew check` and `klew reach` is in [`OPTIONS`]; a test compares that with the
//! command line's definition.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use crate::arguments::Command as Chosen;
use crate::backward::arguments::{EngineName, StateName};
use crate::error::UserError;

/// Who honours an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Honoured {
    /// It is about the program, the report or the limits of the whole call.
    ByBoth,
    /// Forward execution; what to do instead with backward execution, if there is something.
    Forward(Option<&'static str>),
    /// Backward execution; what to do instead with forward execution, if there is something.
    Backward(Option<&'static str>),
}

use Honoured::{Backward, ByBoth, Forward};

const UNROLL: Option<&str> = Some("--unroll, --time and --memory bound backward execution");
const ONE_QUESTION: Option<&str> =
    Some("backward execution asks whole conditions at once, for which there are no such helpers");

/// All options, by the names of their fields.
const OPTIONS: [(&str, Honoured); 61] = [
    // The target of `klew reach`.
    ("target", ByBoth),
    ("explain", Backward(Some("only backward execution has states from the target to the entry"))),
    // The program.
    ("files", ByBoth),
    ("data_model", ByBoth),
    ("include", ByBoth),
    ("define", ByBoth),
    ("standard", ByBoth),
    ("entry", ByBoth),
    ("classpath", ByBoth),
    ("java_home", ByBoth),
    ("javac", ByBoth),
    ("sym_args", ByBoth),
    ("sym_stdin", ByBoth),
    ("sym_file", ByBoth),
    ("no_args", ByBoth),
    ("env", ByBoth),
    ("sym_env", ByBoth),
    ("no_env", ByBoth),
    ("function", ByBoth),
    ("precondition", ByBoth),
    ("globals", ByBoth),
    ("input_heap", Forward(Some("backward execution has one way to keep input heaps"))),
    ("input_array_max", Forward(Some("backward execution takes input arrays of any length"))),
    // The engine.
    ("engine", ByBoth),
    ("state", Backward(None)),
    ("disjuncts", Backward(None)),
    ("solve", Backward(None)),
    ("unroll", Backward(Some("--max-depth bounds forward execution"))),
    // What to check.
    ("property", ByBoth),
    ("malloc_may_fail", ByBoth),
    ("check_uninitialised", ByBoth),
    ("all_findings", ByBoth),
    // Limits.
    ("time", ByBoth),
    ("memory", ByBoth),
    ("max_depth", Forward(UNROLL)),
    ("max_states", Forward(UNROLL)),
    ("max_instructions", Forward(UNROLL)),
    ("bounded_ok", ByBoth),
    // Search.
    ("search", Forward(Some("backward execution follows all ways at once"))),
    ("seed", Forward(Some("backward execution chooses nothing at random"))),
    ("no_merged_conditions", ByBoth),
    ("path", Forward(Some("backward execution follows all ways at once"))),
    // The solver.
    ("solver", ByBoth),
    ("no_independence", Forward(ONE_QUESTION)),
    ("no_model_repair", Forward(ONE_QUESTION)),
    ("no_order", Forward(ONE_QUESTION)),
    ("no_model_cache", Forward(ONE_QUESTION)),
    ("no_core_cache", Forward(ONE_QUESTION)),
    ("validate_solver", ByBoth),
    ("query_log", ByBoth),
    // Output.
    ("format", ByBoth),
    ("output", ByBoth),
    ("no_output", ByBoth),
    ("tests", Forward(Some("backward execution has no paths to write tests for"))),
    ("no_confirm", ByBoth),
    ("full_trace", ByBoth),
    ("emit_kir", ByBoth),
    ("quiet", ByBoth),
    ("verbose", ByBoth),
    // clap's own.
    ("help", ByBoth),
    ("version", ByBoth),
];

/// Refuses what the chosen engine would ignore.
pub fn check(definition: &Command, matches: &ArgMatches, chosen: &Chosen) -> Result<(), UserError> {
    let (arguments, default) = match chosen {
        Chosen::Check(check) => (&check.engine, EngineName::Forward),
        Chosen::Reach(reach) => (&reach.check.engine, EngineName::Backward),
        Chosen::Tree(_) | Chosen::Replay(_) => return Ok(()),
    };
    let engine = arguments.engine.unwrap_or(default);
    let Some((name, given)) = matches.subcommand() else { return Ok(()) };
    let shown = |id: &str| {
        let command = definition.find_subcommand(name)?;
        let argument = command.get_arguments().find(|argument| argument.get_id() == id)?;
        Some(format!("--{}", argument.get_long()?))
    };
    for id in given_on_command_line(given) {
        let Some((_, honoured)) = OPTIONS.iter().find(|(option, _)| *option == id) else {
            continue;
        };
        let other = match (honoured, engine) {
            (Forward(instead), EngineName::Backward) => Some(("forward", "backward", instead)),
            (Backward(instead), EngineName::Forward) => Some(("backward", "forward", instead)),
            _ => None,
        };
        let Some((wanted, own, instead)) = other else { continue };
        let option = shown(id).unwrap_or_else(|| id.to_owned());
        let message =
            format!("{option} is for {wanted} execution, and {own} execution is asked for");
        let choose = format!("--engine {wanted} takes it");
        return Err(UserError::new(message).help(match instead {
            Some(instead) => format!("{choose}; {instead}"),
            None => choose,
        }));
    }
    let disjuncts = given.value_source("disjuncts") == Some(ValueSource::CommandLine);
    if disjuncts && arguments.backward.state != StateName::Disjuncts {
        return Err(UserError::new("--disjuncts says how disjuncts are kept, and there are none")
            .help("--state disjuncts makes some"));
    }
    Ok(())
}

fn given_on_command_line(matches: &ArgMatches) -> impl Iterator<Item = &str> {
    // Groups have names, too, but no values.
    let given = |id: &&str| {
        matches!(matches.try_contains_id(id), Ok(true))
            && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    matches.ids().map(clap::Id::as_str).filter(given)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::arguments::Arguments;

    #[test]
    fn all_options_are_known() {
        let mut definition = Arguments::command();
        definition.build();
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        for name in ["check", "reach"] {
            let command = definition.find_subcommand(name).unwrap();
            wanted.extend(command.get_arguments().map(|argument| argument.get_id().to_string()));
        }
        let known: BTreeSet<String> = OPTIONS.iter().map(|(id, _)| (*id).to_owned()).collect();
        let missing: Vec<_> = wanted.difference(&known).collect();
        assert!(missing.is_empty(), "does each engine honour them? {missing:?}");
        let gone: Vec<_> =
            known.difference(&wanted).filter(|id| !["help", "version"].contains(&&***id)).collect();
        assert!(gone.is_empty(), "{gone:?}");
        assert_eq!(known.len(), OPTIONS.len());
    }
}
