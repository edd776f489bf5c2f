//! Asks a representation for models of ends until there are none or enough.

use std::collections::BTreeSet;

use klew_ir::Program;
use klew_solver::Backend;
use klew_term::{Assignment, Terms};

use crate::conjunctions::Conjunctions;
use crate::disjuncts::Disjuncts;
use crate::graph::{EndId, Graph, Operation};
use crate::heap::Heap;
use crate::representation::{Answer, AtEntry, MakeBackend, Representation, Solve};
use crate::scout::Scout;

/// What asking needs besides the graph.
pub(crate) type Means<'m, 'b> = (&'m mut MakeBackend<'b>, &'m dyn Fn() -> bool, &'m mut u64);

/// Takes a model; says whether to ask for another one, with more ends blocked.
pub(crate) type Examine<'m> = dyn FnMut(&mut Terms, Assignment, &mut BTreeSet<EndId>) -> bool + 'm;

/// Goes back from the ends and asks for models of them until there are none or enough.
pub(crate) fn ask(
    (program, representation): (&Program, Representation),
    (graph, heap, ends): (&Graph, &Heap, &[EndId]),
    terms: &mut Terms,
    (backend, stop, checks): Means<'_, '_>,
    examine: &mut Examine<'_>,
) -> Result<(), String> {
    if ends.is_empty() {
        return Ok(());
    }
    let all = (program, graph, heap);
    let references =
        graph.nodes.iter().any(|node| matches!(node.operation, Operation::InputReference { .. }));
    let disjuncts = matches!(representation, Representation::Disjuncts(..));
    let mut solver = backend(references && disjuncts)?;
    let result = match representation {
        Representation::Conjunctions(solve) => {
            let mut scout = match solve {
                Solve::Never => None,
                Solve::Always | Solve::Loops => Some(Scout::new(backend(false)?)),
            };
            let mut run = Conjunctions::new(all, terms, &mut *solver, solve);
            run.scout = scout.as_mut();
            run.stop = Some(stop);
            run.run(ends).map_err(|why| why.to_string())?;
            let result = models(&mut run, ends, stop, examine);
            *checks += scout.map_or(0, |scout| scout.backend.statistics().checks);
            result
        }
        Representation::Disjuncts(layout, solve) => {
            let mut run = Disjuncts::new(all, terms, &mut *solver, (layout, solve), stop);
            run.run(ends)?;
            models(&mut run, ends, stop, examine)
        }
    };
    *checks += solver.statistics().checks;
    result
}

fn models(
    run: &mut dyn AtEntry,
    ends: &[EndId],
    stop: &dyn Fn() -> bool,
    examine: &mut Examine<'_>,
) -> Result<(), String> {
    let mut blocked = BTreeSet::new();
    while !ends.iter().all(|end| blocked.contains(end)) {
        let but: Vec<EndId> = blocked.iter().copied().collect();
        match run.entry(&but) {
            Answer::Unsat => return Ok(()),
            Answer::Unknown(why) => return Err(why),
            Answer::Sat(model) => {
                if !examine(run.terms(), model, &mut blocked) {
                    return Ok(());
                }
            }
        }
        if stop() {
            return Err("stopped".to_owned());
        }
    }
    Ok(())
}
