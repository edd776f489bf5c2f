//! Options for workers on other machines.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{ArgMatches, Args, Command};
use klew_driver::error::UserError;
use klew_driver::workers::queue::{QueueOptions, Server};
use klew_solver::BackendChoice;

use super::{Arguments, each};

/// What cannot be shared with others: it is about one process, or all paths go through the call.
const ALONE: [&str; 12] = [
    "path",
    "tests",
    "emit_kir",
    "each_function",
    "each_method",
    "checkpoint",
    "validate",
    "prune",
    "explain_pruning",
    "max_states",
    "max_instructions",
    "query_log",
];

/// The queue of a call.
#[derive(Clone, Debug, Default, Args)]
pub struct CallQueueArguments {
    /// Let workers on other machines (`klew worker --queue URL`) take a part of the paths: nats://host:4222. docs/cluster.md
    #[arg(long, value_name = "URL", help_heading = "More than one machine")]
    #[arg(value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ALONE)]
    pub queue: Option<String>,
    #[command(flatten)]
    pub access: AccessArguments,
    /// Options for engines elsewhere
    #[arg(skip)]
    pub words: Vec<OsString>,
}

/// How a queue's server is spoken with.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "More than one machine")]
pub struct AccessArguments {
    /// Calls and workers with the same name meet; one word
    #[arg(long, value_name = "NAME", default_value = "klew", requires = "queue")]
    pub queue_name: String,
    /// Credentials of a user, as nsc writes them. Default: $NATS_CREDS; or $NATS_USER and $NATS_PASSWORD
    #[arg(long, value_name = "FILE", requires = "queue")]
    pub queue_credentials: Option<PathBuf>,
    /// Certificates in PEM that may sign the server's. Default: $NATS_CA; the system's count as well
    #[arg(long, value_name = "FILE", requires = "queue")]
    pub queue_tls_ca: Option<PathBuf>,
    /// A certificate of one's own, in PEM. Default: $NATS_CERT
    #[arg(long, value_name = "FILE", requires_all = ["queue", "queue_tls_key"])]
    pub queue_tls_cert: Option<PathBuf>,
    /// Its key, in PEM. Default: $NATS_KEY
    #[arg(long, value_name = "FILE", requires_all = ["queue", "queue_tls_cert"])]
    pub queue_tls_key: Option<PathBuf>,
}

impl CallQueueArguments {
    /// As the driver takes them.
    pub fn options(&self) -> Option<QueueOptions> {
        let server = self.access.server(self.queue.as_deref()?);
        Some(QueueOptions { server, words: self.words.clone() })
    }
}

impl AccessArguments {
    /// The server at that address.
    pub fn server(&self, address: &str) -> Server {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let file = |given: &Option<PathBuf>, name: &str| {
            given.clone().or_else(|| variable(name).map(PathBuf::from))
        };
        let user = variable("NATS_USER").zip(variable("NATS_PASSWORD"));
        let certificate = file(&self.queue_tls_cert, "NATS_CERT");
        Server {
            address: address.to_owned(),
            name: self.queue_name.clone(),
            credentials: file(&self.queue_credentials, "NATS_CREDS"),
            // Whoever stands in the address is meant.
            user: user.filter(|_| !address.contains('@')),
            tls_ca: file(&self.queue_tls_ca, "NATS_CA"),
            tls_identity: certificate.zip(file(&self.queue_tls_key, "NATS_KEY")),
        }
    }
}

/// Options that engines elsewhere need to know; all others are about the call, or in the program that they get.
const FOR_ENGINES: [&str; 18] = [
    "input_heap",
    "input_heap_max",
    "input_array_max",
    "all_findings",
    "max_depth",
    "search",
    "no_prune",
    "seed",
    "no_merged_conditions",
    "solver",
    "no_independence",
    "no_model_repair",
    "no_order",
    "no_bounds",
    "no_few_bits",
    "no_model_cache",
    "no_core_cache",
    "validate_solver",
];

/// What of a command line engines elsewhere need to know.
pub fn words_for_engines(definition: &Command, matches: &ArgMatches) -> Vec<OsString> {
    each::words(definition, matches, |id| FOR_ENGINES.contains(&id))
}

/// Whether a worker may be called with these words, which came from elsewhere: they are options for engines and nothing else, and name no
/// program to run.
pub fn accepts(words: &[OsString]) -> Result<(), UserError> {
    use clap::{CommandFactory, FromArgMatches};
    let refused = |why: String| UserError::new(format!("its options are refused: {why}"));
    let line = ["klew", "check", "program.kir"].map(OsString::from);
    let mut definition = Arguments::command();
    let matches =
        definition.try_get_matches_from_mut(line.into_iter().chain(words.iter().cloned()));
    let matches = matches.map_err(|error| refused(first_line(&error.to_string())))?;
    let arguments = Arguments::from_arg_matches(&matches)
        .map_err(|error| refused(first_line(&error.to_string())))?;
    let super::Command::Check(check) = &arguments.command else {
        return Err(refused("they are not those of klew check".to_owned()));
    };
    if words_for_engines(&definition, &matches) != words {
        return Err(refused("they are not only for engines".to_owned()));
    }
    if matches!(check.solver.options().configuration.backend, BackendChoice::Command(_)) {
        return Err(refused("a solver that is a command would be run here".to_owned()));
    }
    Ok(())
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

/// For tests: the words for engines of a command line.
#[cfg(test)]
fn words_of(line: &[&str]) -> Vec<OsString> {
    use clap::{CommandFactory, Parser};
    let mut definition = Arguments::command();
    let matches = definition.try_get_matches_from_mut(line).unwrap();
    let _ = Arguments::try_parse_from(line).unwrap();
    words_for_engines(&definition, &matches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_options_for_engines_travel() {
        let line = "klew check secret.c -I /home/me --env TOKEN=1 --queue nats://me:pw@host:4222 --search depth,goals --seed 7 \
                    --no-order --max-depth 9 --time 5s --property no-overflow";
        let words = words_of(&line.split_whitespace().collect::<Vec<_>>());
        let mut text: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
        text.sort();
        assert_eq!(
            text,
            ["--max-depth=9", "--no-order", "--search=depth", "--search=goals", "--seed=7"]
        );
        assert_eq!(accepts(&words), Ok(()));
        let reach =
            words_of(&["klew", "reach", "a.c", "--target", "f", "--engine", "forward", "--seed=1"]);
        assert_eq!(reach, ["--seed=1"]);
    }

    #[test]
    fn other_options_are_refused() {
        for words in [
            &["--solver=touch /tmp/owned"][..],
            &["--query-log=/tmp/log"],
            &["--horn=touch /tmp/owned"],
            &["other.c"],
            &["--seed", "1"],
            &["--nothing"],
            &["--help"],
            &["--", "other.c"],
        ] {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert!(accepts(&words).is_err(), "{words:?}");
        }
        assert_eq!(accepts(&[]), Ok(()));
    }
}
