//! Which options an engine honours, and for which languages. Whatever is given and would not be honoured is refused,
//! so nobody takes a result for that of a question which was not asked.
//!
//! **Invariant**: every option of all commands is in [`OPTIONS`]; a test compares that with the command line's
//! definition.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use klew_driver::error::UserError;
use klew_driver::source::Language;

use crate::arguments::{Command as Chosen, EngineArguments, ReportName, StateName};

/// Which engine honours an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Honoured {
    /// It is about the program, the report or the limits of the whole call.
    ByAll,
    /// Forward execution; what to do instead with other engines, if there is something.
    Forward(Option<&'static str>),
    /// Backward execution; what to do instead with other engines, if there is something.
    Backward(Option<&'static str>),
    /// Engines that choose at random.
    Chance,
    /// The engine of Horn clauses.
    Horn,
    /// Multi-pass execution.
    Multipass,
    /// Engines that go from the target to the entry.
    Backwards,
}

use Honoured::{Backward, Backwards, ByAll, Chance, Forward, Horn, Multipass};

impl Honoured {
    /// What to say of the option to somebody who asks engines of which none honours it.
    fn refusal(self, option: &str, engines: &[&str]) -> Option<UserError> {
        let (wanted, instead) = match self {
            Forward(instead) => ("forward", instead),
            Backward(instead) => ("backward", instead),
            Chance if engines.contains(&"random") => return None,
            Chance => ("forward", Some("other engines choose nothing at random")),
            Horn => ("horn", Some("no other engine has Horn clauses")),
            Multipass => ("multipass", Some("no other engine follows backward paths one by one")),
            Backwards if engines.contains(&"multipass") => return None,
            Backwards => (
                "backward",
                Some("only backward and multi-pass execution go from the target to the entry"),
            ),
            ByAll => return None,
        };
        if engines.contains(&wanted) {
            return None;
        }
        let own = match engines {
            [only @ ("forward" | "backward")] => format!("{only} execution is asked for"),
            _ => format!("{} is asked for", engines.join(",")),
        };
        let what = match self {
            Horn | Multipass => format!("the engine {wanted}"),
            _ => format!("{wanted} execution"),
        };
        let message = format!("{option} is for {what}, and {own}");
        let choose = format!("--engine {wanted} takes it");
        Some(UserError::new(message).help(match instead {
            Some(instead) => format!("{choose}; {instead}"),
            None => choose,
        }))
    }
}

const UNROLL: Option<&str> = Some("--unroll, --time and --memory bound backward execution");
const ONE_QUESTION: Option<&str> =
    Some("backward execution asks whole conditions at once, for which there are no such helpers");

/// The languages that have a use for an option, and of others why they have none, where there is more to say.
#[derive(Clone, Copy, Debug)]
struct Languages {
    of: &'static [Language],
    why: &'static [(Language, &'static str)],
}

const fn languages(of: &'static [Language], why: &'static [(Language, &'static str)]) -> Languages {
    Languages { of, why }
}

use Language::{C, Java, Kir, Llvm, Preprocessed};

const KIR_INPUTS: (Language, &str) = (Kir, "a .kir program says itself what its inputs are");
const JAVA_ALONE: (Language, &str) = (Java, "--entry Class.method analyses a Java method alone");
const NO_PREPROCESSOR: (Language, &str) = (Java, "Java has no preprocessor");
const COMPILED: (Language, &str) = (Llvm, "LLVM's IR is compiled already");

const ANY: Languages = languages(&[C, Preprocessed, Llvm, Kir, Java], &[]);
const OF_SOURCES: Languages = languages(
    &[C, Preprocessed],
    &[
        (Llvm, "LLVM's IR says itself which machine it is for"),
        (Kir, "the line `target` of a .kir program says it"),
        (Java, "Java's types have the same sizes on all machines"),
    ],
);
const PREPROCESSOR: Languages = languages(
    &[C],
    &[(Preprocessed, "a .i file has been preprocessed already"), COMPILED, NO_PREPROCESSOR],
);
const STANDARD: Languages = languages(
    &[C, Preprocessed],
    &[COMPILED, (Java, "the JDK decides which Java it is: --java-home, --javac")],
);
const ENTRY: Languages = languages(
    &[C, Preprocessed, Llvm, Java],
    &[(Kir, "the line `entry` of a .kir program says where it starts")],
);
const JAVA: Languages = languages(&[Java], &[]);
const SURROUNDINGS: Languages = languages(&[C, Preprocessed, Llvm, Java], &[KIR_INPUTS]);
const FILES: Languages = languages(
    &[C, Preprocessed, Llvm],
    &[KIR_INPUTS, (Java, "files cannot be given to Java programs; --sym-stdin gives them input")],
);
const FUNCTION: Languages = languages(&[C, Preprocessed, Llvm], &[KIR_INPUTS, JAVA_ALONE]);
const EACH: Languages = languages(&[C, Preprocessed, Llvm, Java], &[]);
const BUFFER: Languages = languages(
    &[C, Preprocessed, Llvm],
    &[KIR_INPUTS, (Java, "Java's arrays have a length: --assume speaks of it")],
);
const GLOBALS: Languages = languages(
    &[C, Preprocessed, Llvm],
    &[KIR_INPUTS, (Java, "it goes with --function, which is not for Java")],
);
const ALLOCATION: Languages = languages(
    &[C, Preprocessed, Llvm],
    &[
        (Kir, "a .kir program says itself what its allocations give"),
        (Java, "`new` never gives null"),
    ],
);
const SANDBOXED: Languages = languages(
    &[C, Preprocessed, Llvm, Java],
    &[(Kir, "a .kir program is run by klew itself only")],
);
const SUITES: Languages = languages(&[C, Preprocessed, Java], &[]);
const UNINITIALISED: Languages = languages(
    &[C, Preprocessed, Llvm, Kir],
    &[(Java, "Java has no values that were never written")],
);

/// A language in words.
fn name(language: Language) -> &'static str {
    match language {
        C => "C",
        Preprocessed => "preprocessed C",
        Llvm => "LLVM's IR",
        Kir => "klew's IR (.kir)",
        Java => "Java",
    }
}

impl Languages {
    /// In words: C stands for both of its forms where both are meant.
    fn text(self) -> String {
        let both = self.of.contains(&C);
        let mut names: Vec<&str> = self
            .of
            .iter()
            .filter(|language| **language != Preprocessed || !both)
            .map(|language| name(*language))
            .collect();
        match names.pop() {
            Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
            last => last.unwrap_or_default().to_owned(),
        }
    }

    /// What to say of the option to somebody who gives it for a program in that language, if that makes no sense.
    fn refusal(self, option: &str, language: Language) -> Option<UserError> {
        if self.of.contains(&language) {
            return None;
        }
        let (for_them, given) = (self.text(), name(language));
        let error =
            UserError::new(format!("{option} is for {for_them}, and the program is {given}"));
        let why = self.why.iter().find(|(other, _)| *other == language);
        Some(match why {
            Some((_, why)) => error.help(*why),
            None => error,
        })
    }
}

/// All options, by the names of their fields.
const OPTIONS: &[(&str, Honoured, Languages)] = &[
    // The test of `klew replay`.
    ("test", ByAll, ANY),
    // The suite of `klew test`.
    ("goal", ByAll, SUITES),
    ("budget", ByAll, SUITES),
    ("into", ByAll, SUITES),
    // The target of `klew reach`.
    ("target", ByAll, ANY),
    ("explain", Backwards, ANY),
    // The script of `klew condition`.
    ("turns", ByAll, ANY),
    // The program.
    ("files", ByAll, ANY),
    ("data_model", ByAll, OF_SOURCES),
    ("include", ByAll, PREPROCESSOR),
    ("define", ByAll, PREPROCESSOR),
    ("standard", ByAll, STANDARD),
    ("entry", ByAll, ENTRY),
    ("classpath", ByAll, JAVA),
    ("java_home", ByAll, JAVA),
    ("javac", ByAll, JAVA),
    ("sym_args", ByAll, SURROUNDINGS),
    ("sym_stdin", ByAll, SURROUNDINGS),
    ("sym_file", ByAll, FILES),
    ("no_args", ByAll, SURROUNDINGS),
    ("env", ByAll, SURROUNDINGS),
    ("sym_env", ByAll, SURROUNDINGS),
    ("no_env", ByAll, SURROUNDINGS),
    ("function", ByAll, FUNCTION),
    ("precondition", ByAll, SURROUNDINGS),
    ("assume", ByAll, SURROUNDINGS),
    ("buffer", ByAll, BUFFER),
    ("not_null", ByAll, SURROUNDINGS),
    ("allow_exception", ByAll, JAVA),
    ("globals", ByAll, GLOBALS),
    ("compiled", ByAll, FUNCTION),
    ("each_function", ByAll, FUNCTION),
    ("each_method", ByAll, JAVA),
    ("each", ByAll, EACH),
    ("baseline", ByAll, EACH),
    ("write_baseline", ByAll, EACH),
    ("input_heap", Forward(Some("backward execution has one way to keep input heaps")), ANY),
    ("input_heap_max", Forward(Some("backward execution takes input heaps of any size")), ANY),
    ("input_array_max", Forward(Some("backward execution takes input arrays of any length")), ANY),
    // The engine.
    ("engine", ByAll, ANY),
    ("state", Backward(None), ANY),
    ("disjuncts", Backward(None), ANY),
    ("solve", Backward(None), ANY),
    ("unroll", Backward(Some("--max-depth bounds forward execution")), ANY),
    ("edge_limit", Multipass, ANY),
    ("fork_limit", Multipass, ANY),
    ("schedule", Multipass, ANY),
    ("no_guidance", ByAll, ANY),
    // What to check.
    ("property", ByAll, ANY),
    ("malloc_may_fail", ByAll, ALLOCATION),
    ("check_uninitialised", ByAll, UNINITIALISED),
    ("all_findings", ByAll, ANY),
    // Limits.
    ("time", ByAll, ANY),
    ("reserve", ByAll, ANY),
    ("memory", ByAll, ANY),
    ("jobs", ByAll, ANY),
    ("worker_after", ByAll, ANY),
    ("checkpoint", ByAll, ANY),
    ("validate", ByAll, ANY),
    ("max_depth", Forward(UNROLL), ANY),
    ("max_states", Forward(UNROLL), ANY),
    ("max_instructions", Forward(UNROLL), ANY),
    ("bounded_ok", ByAll, ANY),
    // More than one machine.
    ("queue", Forward(Some("what is shared are paths")), ANY),
    ("queue_name", Forward(None), ANY),
    ("queue_credentials", Forward(None), ANY),
    ("queue_tls_ca", Forward(None), ANY),
    ("queue_tls_cert", Forward(None), ANY),
    ("queue_tls_key", Forward(None), ANY),
    // Search.
    ("search", Forward(Some("backward execution follows all ways at once")), ANY),
    ("prune", Forward(Some("backward execution does not follow paths")), ANY),
    ("explain_pruning", Forward(Some("backward execution does not follow paths")), ANY),
    ("no_prune", Forward(Some("backward execution does not follow paths")), ANY),
    ("seed", Chance, ANY),
    ("no_merged_conditions", ByAll, ANY),
    ("path", Forward(Some("backward execution follows all ways at once")), ANY),
    // The solver.
    ("solver", ByAll, ANY),
    ("no_independence", Forward(ONE_QUESTION), ANY),
    ("no_model_repair", Forward(ONE_QUESTION), ANY),
    ("no_order", Forward(ONE_QUESTION), ANY),
    ("no_bounds", Forward(ONE_QUESTION), ANY),
    ("no_few_bits", Forward(ONE_QUESTION), ANY),
    ("no_model_cache", Forward(ONE_QUESTION), ANY),
    ("no_core_cache", Forward(ONE_QUESTION), ANY),
    ("validate_solver", ByAll, ANY),
    ("query_log", ByAll, ANY),
    ("horn", Horn, ANY),
    // Output.
    ("format", ByAll, ANY),
    ("output", ByAll, ANY),
    ("no_output", ByAll, ANY),
    ("report", ByAll, ANY),
    // The folder of `klew report`.
    ("folder", ByAll, ANY),
    ("tests", Forward(Some("backward execution has no paths to write tests for")), ANY),
    ("no_confirm", ByAll, ANY),
    ("no_sandbox", ByAll, SANDBOXED),
    ("full_trace", ByAll, ANY),
    ("draw_heap", ByAll, ANY),
    ("dot", ByAll, ANY),
    ("max_nodes", ByAll, ANY),
    ("json", ByAll, ANY),
    ("emit_kir", ByAll, ANY),
    ("quiet", ByAll, ANY),
    ("verbose", ByAll, ANY),
    // clap's own.
    ("help", ByAll, ANY),
    ("version", ByAll, ANY),
];

/// Refuses what the chosen engine would ignore, or what means nothing for the program's language.
pub fn check(definition: &Command, matches: &ArgMatches, chosen: &Chosen) -> Result<(), UserError> {
    let (sources, engine) = match chosen {
        Chosen::Check(check) => (&check.sources, Some((&check.engine, &["forward", "horn"][..]))),
        Chosen::Reach(reach) => {
            (&reach.check.sources, Some((&reach.check.engine, &["backward"][..])))
        }
        Chosen::Test(test) => (&test.sources, None),
        Chosen::Tree(tree) => (&tree.sources, None),
        Chosen::Condition(condition) => (&condition.sources, None),
        Chosen::Replay(replay) => (&replay.sources, None),
        Chosen::Report(_)
        | Chosen::Resume(_)
        | Chosen::Status(_)
        | Chosen::Explain(_)
        | Chosen::Doctor(_)
        | Chosen::Completions(_)
        | Chosen::Man(_)
        | Chosen::Lsp(_)
        | Chosen::Worker(_) => return Ok(()),
    };
    let Some((name, given)) = matches.subcommand() else { return Ok(()) };
    let shown = |id: &str| {
        let command = definition.find_subcommand(name)?;
        let argument = command.get_arguments().find(|argument| argument.get_id() == id)?;
        let long = argument.get_long().map(|long| format!("--{long}"));
        long.or_else(|| Some(format!("-{}", argument.get_short()?)))
    };
    let language = Language::of_names(&sources.files);
    for id in given_on_command_line(given) {
        let Some((_, honoured, languages)) = OPTIONS.iter().find(|(option, ..)| *option == id)
        else {
            continue;
        };
        let option = shown(id).unwrap_or_else(|| id.to_owned());
        if let Some(refusal) = language.and_then(|language| languages.refusal(&option, language)) {
            return Err(refusal);
        }
        let Some((arguments, default)) = engine else { continue };
        let mut engines: Vec<&str> = arguments.engine.iter().map(String::as_str).collect();
        if engines.is_empty() {
            engines.extend(default);
        }
        if let Some(refusal) = honoured.refusal(&option, &engines) {
            return Err(refusal);
        }
    }
    let Some((arguments, _)) = engine else { return Ok(()) };
    if let Some(refusal) = reports_refusal(given, language, &arguments.engine, engine) {
        return Err(refusal);
    }
    let disjuncts = given.value_source("disjuncts") == Some(ValueSource::CommandLine);
    if disjuncts && arguments.backward.state != StateName::Disjuncts {
        return Err(UserError::new("--disjuncts says how disjuncts are kept, and there are none")
            .help("--state disjuncts makes some"));
    }
    Ok(())
}

/// What to say of reports that would have nothing to tell.
fn reports_refusal(
    given: &ArgMatches,
    language: Option<Language>,
    engines: &[String],
    defaults: Option<(&EngineArguments, &[&str])>,
) -> Option<UserError> {
    let reports = given.get_many::<ReportName>("report")?;
    let wanted = |name: ReportName| reports.clone().any(|report| *report == name);
    if wanted(ReportName::Witness) && language == Some(Kir) {
        let message = "--report witness is for C and Java, and the program is klew's IR (.kir)";
        return Some(UserError::new(message).help("SV-COMP's witnesses know no other languages"));
    }
    let mut engines = engines.iter().map(String::as_str);
    let follows = match engines.len() {
        0 => defaults.is_some_and(|(_, defaults)| defaults.contains(&"forward")),
        _ => engines.any(|engine| engine == "forward"),
    };
    if wanted(ReportName::Lcov) && !follows {
        let message = "--report lcov tells what forward execution covers, and another engine works";
        return Some(UserError::new(message).help("--engine forward takes it"));
    }
    None
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
        for name in ["check", "reach", "condition", "test", "tree", "replay", "report"] {
            let command = definition.find_subcommand(name).unwrap();
            wanted.extend(command.get_arguments().map(|argument| argument.get_id().to_string()));
        }
        let known: BTreeSet<String> = OPTIONS.iter().map(|(id, ..)| (*id).to_owned()).collect();
        let missing: Vec<_> = wanted.difference(&known).collect();
        assert!(missing.is_empty(), "which engines and languages honour them? {missing:?}");
        let gone: Vec<_> =
            known.difference(&wanted).filter(|id| !["help", "version"].contains(&&***id)).collect();
        assert!(gone.is_empty(), "{gone:?}");
        assert_eq!(known.len(), OPTIONS.len());
    }
}
