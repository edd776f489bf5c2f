//! What engines say of themselves, in words.

use klew_engine::{
    Account, Approximation as Approximated, Entry, Fact, Figures, Ledger, Limit as Cut, Standing,
    StopReason, Unrolling,
};
use klew_ir::closed_forms::Summary;
use klew_ir::{CheckSite, Position, Program, Property, PropertySet, print_numbered_program};
use klew_report::{
    Approximation, Backward, CheckStanding, FindingReport, Invariant, Limit, LimitKind, Place,
    Statistics,
};

use crate::c::clang::Folded;
use crate::findings::place;

/// A stop from outside.
pub fn stop(reason: StopReason) -> (LimitKind, String) {
    match reason {
        StopReason::Time => (LimitKind::Time, "the time was over (--time)".to_owned()),
        StopReason::Memory => (LimitKind::Memory, "the memory was used up (--memory)".to_owned()),
        StopReason::Interrupt => (LimitKind::Interrupt, "interrupted".to_owned()),
    }
}

/// Why the engine did not settle everything.
pub fn limits(program: &Program, account: &Account) -> Vec<Limit> {
    let stopped = account.limits.iter().any(|(limit, _)| matches!(limit, Cut::Stopped(_)));
    let mut limits = Vec::new();
    for (cut, count) in &account.limits {
        // A solver that was asked to stop knows nothing; why it was asked is said already.
        if stopped && matches!(cut, Cut::SolverUnknown(_)) && !is_real_unknown(cut) {
            continue;
        }
        let (kind, mut message) = limit(cut, *count);
        let within = account.figures.unrolling.and_then(|unrolling| unrolling.within);
        if let (Cut::Stopped(_), Some(bound)) = (cut, within) {
            message.push_str(&format!(
                "; nothing was found while loops and recursion were unrolled up to {}",
                times(bound)
            ));
        }
        let place = match cut {
            Cut::Unsupported { position, .. }
            | Cut::Values { position, .. }
            | Cut::NotShown { position, .. } => place(program, *position),
            _ => None,
        };
        let limit = Limit { kind, message, place };
        if !limits.contains(&limit) {
            limits.push(limit);
        }
    }
    limits
}

/// A reason for which so many paths were not followed to their ends.
pub fn limit(cut: &Cut, count: u64) -> (LimitKind, String) {
    match cut {
        Cut::Stopped(reason) => stop(*reason),
        Cut::Depth => {
            (LimitKind::Depth, format!("{} at that depth (--max-depth)", paths_cut(count)))
        }
        Cut::States => (LimitKind::States, format!("{count} states were dropped (--max-states)")),
        Cut::Instructions => (
            LimitKind::Instructions,
            "the instructions were used up (--max-instructions)".to_owned(),
        ),
        Cut::Frames => {
            (LimitKind::Unsupported, format!("{} at a very deep call stack", paths_cut(count)))
        }
        Cut::SolverUnknown(why) => {
            let queries = if count == 1 { "a query" } else { &format!("{count} queries") };
            (LimitKind::Solver, format!("the solver could not decide {queries}: {why}"))
        }
        Cut::Unsupported { what, .. } => (LimitKind::Unsupported, format!("not supported: {what}")),
        Cut::Values { what, .. } => {
            (LimitKind::Unsupported, format!("only some values were tried of {what}"))
        }
        Cut::InputArrays(most) => (
            LimitKind::InputArrays,
            format!(
                "arrays behind input pointers have at most {most} elements (--input-array-max)"
            ),
        ),
        Cut::InputObjects(most) => (
            LimitKind::InputObjects,
            format!("there are at most {most} objects among the inputs (--input-heap-max)"),
        ),
        Cut::InputBound(which) => (LimitKind::InputBound, which.clone()),
        Cut::StoppedAtFinding => (
            LimitKind::StoppedAtFinding,
            "the exploration ended at the finding (--all-findings goes on)".to_owned(),
        ),
        Cut::Followed => (LimitKind::Path, "only the given path was followed (--path)".into()),
        Cut::Unrolled(bound) => (
            LimitKind::Depth,
            format!("loops and recursion were unrolled {} (--unroll)", times(*bound)),
        ),
        Cut::Size => {
            (LimitKind::Unsupported, "the program is too large when it is unrolled".to_owned())
        }
        Cut::NotShown { property, .. } => (
            LimitKind::Unsupported,
            format!(
                "a check ({}) may fail, but with the input that was found it does not",
                property.name()
            ),
        ),
        Cut::Incomplete(what) => (LimitKind::Incomplete, what.clone()),
    }
}

fn is_real_unknown(cut: &Cut) -> bool {
    match cut {
        Cut::SolverUnknown(why) => {
            let why = why.to_ascii_lowercase();
            !(why.contains("interrupt") || why.contains("time"))
        }
        _ => true,
    }
}

fn paths_cut(count: u64) -> String {
    if count == 1 { "1 path was cut".to_owned() } else { format!("{count} paths were cut") }
}

/// How often, in words.
pub fn times(bound: u32) -> String {
    if bound == 1 { "once".to_owned() } else { format!("{bound} times") }
}

/// What was not followed exactly.
pub fn approximations(program: &Program, approximated: &[Approximated]) -> Vec<Approximation> {
    approximated
        .iter()
        .map(|approximation| match approximation {
            Approximated::ExternalFunction { name, position, .. } => Approximation {
                message: format!(
                    "the function {name} is not part of the program: it may return anything and is \
                     taken to change nothing"
                ),
                place: place(program, *position),
            },
            Approximated::ExternalGlobal { name } => Approximation {
                message: format!(
                    "the global {name} is not part of the program: it is taken to hold anything"
                ),
                place: None,
            },
            Approximated::Undefined { what, position } => Approximation {
                message: format!(
                    "some runs do what C leaves undefined and no selected property asks about \
                     ({what}); they are not followed from there on"
                ),
                place: place(program, *position),
            },
        })
        .collect()
}

/// How far a program was unfolded.
fn backward(unrolling: Unrolling) -> Backward {
    let Unrolling { bound, rounds, nodes, .. } = unrolling;
    Backward { bound, rounds, nodes }
}

/// Figures of engines together; time and memory are added by the caller.
pub fn statistics<'f>(figures: impl IntoIterator<Item = &'f Figures>) -> Statistics {
    let mut all = Statistics::default();
    for one in figures {
        all.paths += one.paths;
        all.partial_paths += one.partial_paths;
        all.instructions += one.instructions;
        all.forks += one.forks;
        all.queries += one.queries;
        all.solver_seconds += one.solver_seconds;
        all.covered = all.covered.max(one.covered);
        all.coverable = all.coverable.max(one.coverable);
        all.more.extend(one.more.iter().map(|(name, value)| ((*name).to_owned(), *value)));
        all.backward = one.unrolling.map(backward).or(all.backward);
    }
    all
}

/// What is known of each check.
pub fn checks(program: &Program, ledger: &Ledger) -> Vec<CheckStanding> {
    let one = |(site, standing): (&CheckSite, &Standing)| {
        let (standing, by) = match standing {
            Standing::Open => (klew_report::Standing::Open, None),
            Standing::Holds { by } => (klew_report::Standing::Holds, Some(*by)),
            Standing::Fails { by, .. } => (klew_report::Standing::Fails, Some(*by)),
        };
        let place = place(program, site.position);
        CheckStanding { property: site.property.name().to_owned(), place, standing, by }
    };
    ledger.checks().map(one).collect()
}

/// What proofs rest on, in the order of the source.
pub fn invariants(program: &Program, ledger: &Ledger) -> Vec<Invariant> {
    let mut found: Vec<(Position, String)> = (ledger.entries().iter())
        .filter_map(|entry| match entry {
            Entry::Fact { fact: Fact::Invariant(position, text), .. } => {
                Some((*position, text.clone()))
            }
            _ => None,
        })
        .collect();
    found.sort();
    found.dedup();
    let told = |(position, text)| Invariant { text, place: place(program, position) };
    found.into_iter().map(told).collect()
}

/// What is known of recursive functions, which stands before their bodies.
pub fn summaries(program: &Program, summaries: Vec<Summary>) -> Vec<Invariant> {
    let position = |function| program.function(function).position;
    let told =
        |Summary { function, text }| Invariant { text, place: place(program, position(function)) };
    summaries.into_iter().map(told).collect()
}

/// What proofs rest on, so that it can be checked again.
pub fn arguments(
    program: &Program,
    properties: PropertySet,
    ledger: &Ledger,
) -> Vec<klew_report::Argument> {
    let mut hash: Option<String> = None;
    let told = |entry: &Entry| {
        let Entry::Fact { by, fact: Fact::Argument(argument) } = entry else { return None };
        let hash = hash.get_or_insert_with(|| program_hash(program, properties));
        let fact = |fact: &klew_engine::ArgumentFact| klew_report::ArgumentFact {
            predicate: fact.predicate,
            point: fact.point.clone(),
            formula: fact.formula.clone(),
            text: fact.words.clone(),
            place: place(program, fact.position),
        };
        Some(klew_report::Argument {
            engine: by,
            program: hash.clone(),
            clauses: argument.clauses.clone(),
            goals: argument.goals.clone(),
            facts: argument.facts.iter().map(fact).collect(),
        })
    };
    ledger.entries().iter().filter_map(told).collect()
}

/// What tells whether a proof is of this program: its text as it is lowered, and what is asked.
pub fn program_hash(program: &Program, properties: PropertySet) -> String {
    let mut parts = vec![print_numbered_program(program)];
    parts.extend(properties.iter().map(|property| property.name().to_owned()));
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    klew_report::formats::hash(&parts)
}

/// The account that says best why checks are open: one whose limits are all bounds, or else that of the last engine which
/// could have settled them.
pub fn shortfall<'l>(program: &Program, ledger: &'l Ledger) -> Option<&'l Account> {
    let is_incomplete = |account: &&Account| {
        account.limits.iter().all(|(cut, _)| matches!(cut, Cut::Incomplete(_)))
    };
    let accounts: Vec<&Account> = ledger.accounts().collect();
    let bounded = accounts.iter().copied().find(|account| {
        account.approximations.is_empty()
            && !account.limits.is_empty()
            && limits(program, account).iter().all(|limit| limit.kind.is_bound())
    });
    let able = || accounts.iter().copied().rev().find(|account| !is_incomplete(account));
    bounded.or_else(able).or(accounts.last().copied())
}

/// Undefined arithmetic on constants that the IR does not show, where it is asked about.
pub fn folded(folded: &[Folded], properties: PropertySet) -> Vec<Approximation> {
    folded
        .iter()
        .filter(|folded| properties.contains(folded.property))
        .map(|folded| Approximation {
            message: format!(
                "arithmetic on constants ({}) that the compiler took out: if it is reached, the \
                 program is wrong here",
                folded.property.name()
            ),
            place: Some(Place { file: folded.file.clone(), line: folded.line, column: 0 }),
        })
        .collect()
}

/// Without `--all-findings` one finding is the result, best a confirmed one that is no leak, and others are
/// only counted.
pub fn keep_best(findings: &mut Vec<FindingReport>, limits: &mut Vec<Limit>) {
    let leaks = [Property::MemoryTracked.name(), Property::MemoryFreed.name()];
    let rank = |finding: &FindingReport| match finding.confirmation.name() {
        "confirmed" if !leaks.contains(&finding.property.as_str()) => 0,
        "confirmed" => 1,
        "replayed" => 2,
        _ => 3,
    };
    findings.sort_by_key(rank);
    let Some(best) = findings.first().map(rank) else { return };
    if best == 3 {
        // One that is none is tried again on other paths.
        let mut shown = Vec::new();
        findings.retain(|finding| {
            let place = (finding.property.clone(), finding.place.clone());
            let new = !shown.contains(&place);
            shown.push(place);
            new
        });
    }
    let others = findings.len() - 1;
    if best < 3 && others > 0 {
        findings.truncate(1);
        limits.push(Limit {
            kind: LimitKind::StoppedAtFinding,
            message: match others {
                1 => "another finding is not shown (--all-findings shows it)".to_owned(),
                _ => format!("{others} other findings are not shown (--all-findings shows them)"),
            },
            place: None,
        });
    }
}
