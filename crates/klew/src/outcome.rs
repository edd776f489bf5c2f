//! What the engine says of a run, in words.

use klew_forward::{Approximation as Approximated, Limit as Cut, Outcome, StopReason};
use klew_ir::{Program, PropertySet};
use klew_report::{Approximation, Limit, LimitKind, Place, Statistics};

use crate::findings::place;
use crate::source::clang::Folded;

/// A stop from outside.
pub fn stop(reason: StopReason) -> (LimitKind, String) {
    match reason {
        StopReason::Time => (LimitKind::Time, "the time was over (--time)".to_owned()),
        StopReason::Memory => (LimitKind::Memory, "the memory was used up (--memory)".to_owned()),
        StopReason::Interrupt => (LimitKind::Interrupt, "interrupted".to_owned()),
    }
}

/// Why the exploration is not complete.
pub fn limits(program: &Program, outcome: &Outcome, stopped_at_finding: bool) -> Vec<Limit> {
    let stopped = outcome.limits.iter().any(|(limit, _)| matches!(limit, Cut::Stopped(_)));
    let mut limits = Vec::new();
    for (cut, count) in &outcome.limits {
        let (kind, message) = match cut {
            Cut::Stopped(_) if stopped_at_finding => at_finding(),
            // A solver that was asked to stop knows nothing; why it was asked is said already.
            Cut::SolverUnknown(_) if stopped && !is_real_unknown(cut) => continue,
            _ => limit(cut, *count),
        };
        let place = match cut {
            Cut::Unsupported { position, .. } | Cut::Values { position, .. } => {
                place(program, *position)
            }
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
            (LimitKind::Solver, format!("the solver could not decide {count} queries: {why}"))
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
        Cut::InputBound(which) => (LimitKind::InputBound, which.clone()),
        Cut::StoppedAtFinding => at_finding(),
        Cut::Followed => (LimitKind::Path, "only the given path was followed (--path)".into()),
    }
}

fn at_finding() -> (LimitKind, String) {
    let message = "the exploration ended at the finding (--all-findings goes on)".to_owned();
    (LimitKind::StoppedAtFinding, message)
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

/// What was not followed exactly.
pub fn approximations(program: &Program, outcome: &Outcome) -> Vec<Approximation> {
    outcome
        .approximations
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

/// Figures; time and memory are added by the caller.
pub fn statistics(outcome: &Outcome) -> Statistics {
    let numbers = &outcome.statistics;
    let solver = &numbers.solver;
    Statistics {
        paths: numbers.paths,
        partial_paths: numbers.partial_paths,
        instructions: numbers.instructions,
        forks: numbers.forks,
        queries: numbers.queries,
        solver_seconds: solver.backend_time.as_secs_f64(),
        covered: numbers.covered_instructions,
        coverable: numbers.total_instructions,
        more: vec![
            ("infeasible_paths".to_owned(), numbers.infeasible_paths),
            ("max_states".to_owned(), numbers.max_states as u64),
            ("backend_queries".to_owned(), solver.backend_queries),
            ("model_repairs".to_owned(), solver.repair.hits),
            ("refuted_by_order".to_owned(), solver.order.hits),
            ("model_cache_hits".to_owned(), solver.model_cache.hits),
            ("core_cache_hits".to_owned(), solver.core_cache.hits),
            ("independence_cuts".to_owned(), solver.independence.hits),
            ("solver_disagreements".to_owned(), solver.disagreements),
        ],
        ..Statistics::default()
    }
}
