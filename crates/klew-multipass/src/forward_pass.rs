//! The forward pass: what unifications and definitions say by now is put into what waits, oldest first, and then into
//! the constraints.
//!
//! Source: paper 002, algorithm 2 (lines 14–30). The paper resolves every unification and constraint of a path again at each
//! pass. Here each definition that waits knows what keeps it from being found (an abstract object, symbols without
//! definitions, the part of the history that is not there yet) and is looked at again only once that changed; a read goes on
//! at the entry of the history where it was stopped, and a constraint is rewritten only if one of its symbols was
//! defined. So the work of a pass is that of what changed since the last one, beside a glance at what waits.
//!
//! **Invariant**: rewriting keeps what a constraint says of the runs of the path.

use klew_solver::{Answer, Query, Solver};
use klew_term::{Assignment, Kind, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::abstract_objects::{Object, Origin};
use crate::context::Context;
use crate::resolution::resolve;
use crate::state::{Blocked, Constraint, State};

/// What a forward pass says of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Passed {
    /// No run takes it.
    Infeasible,
    /// Some run may; of a complete path, with these symbols. The model is there if a solver was asked.
    Feasible(Option<Assignment>),
    /// The solver could not tell; why.
    Unknown(String),
}

/// A term with all definitions put in.
pub fn put_in(
    terms: &mut Terms,
    definitions: &FxHashMap<SymbolId, TermId>,
    mut term: TermId,
) -> TermId {
    loop {
        let known: FxHashMap<SymbolId, TermId> = (terms.symbols(term).iter())
            .filter_map(|symbol| Some((*symbol, *definitions.get(symbol)?)))
            .collect();
        if known.is_empty() {
            return term;
        }
        term = terms.substitute(term, &known);
    }
}

/// Resolves what changed, and puts it into the constraints.
pub fn propagate(context: &mut Context<'_>, state: &mut State) {
    state.since_pass = 0;
    state.unified = false;
    loop {
        let mut changed = false;
        let mut waiting = std::mem::take(&mut state.waiting);
        let mut left = Vec::with_capacity(waiting.len());
        // The oldest were recorded last; what is nearer the target depends on them.
        while let Some((mut what, blocked)) = waiting.pop() {
            if !is_ready(context, state, blocked) {
                left.push((what, blocked));
                continue;
            }
            match resolve(context, state, &mut what) {
                None => changed = true,
                Some(blocked) => left.push((what, blocked)),
            }
        }
        left.reverse();
        // What resolving made waits as well, and is older than nothing that was there.
        left.append(&mut state.waiting);
        state.waiting = left;
        if !changed {
            break;
        }
    }
    let mut constraints = std::mem::take(&mut state.constraints);
    for constraint in &mut constraints {
        let term = put_in(&mut context.terms, &state.definitions, constraint.term);
        if term != constraint.term {
            constraint.term = term;
            state.asked = false;
        }
    }
    state.constraints = constraints;
    state.noted = 0;
    note(context, state);
    state.constraints.retain(|constraint| context.terms.as_bool(constraint.term) != Some(true));
    state.noted = state.constraints.len();
}

/// Puts what is known into the constraints that were recorded since the last time, and makes of a conjunction its parts: they
/// are solved one by one for replay values, and what is known of one part must not hide the other.
pub fn note(context: &mut Context<'_>, state: &mut State) {
    let mut at = state.noted;
    while let Some(constraint) = state.constraints.get(at).copied() {
        let term = put_in(&mut context.terms, &state.definitions, constraint.term);
        state.constraints[at].term = term;
        let parts = conjuncts(&mut context.terms, term);
        if parts.is_empty() {
            at += 1;
            continue;
        }
        let parts = parts.into_iter().map(|term| Constraint { term, ..constraint });
        state.constraints.splice(at..=at, parts);
    }
    state.noted = at;
}

fn is_ready(context: &Context<'_>, state: &State, blocked: Blocked) -> bool {
    let changed = |object| {
        let is_unknown = || state.objects.get(object) == Object::Abstract(Origin::Unknown);
        state.classes.root(object) != object || is_unknown()
    };
    match blocked {
        Blocked::No => true,
        Blocked::Object(object) => changed(object),
        Blocked::Objects(one, other) => changed(one) || changed(other),
        Blocked::Never => false,
        Blocked::Term(term) => {
            let symbols = context.terms.symbols(term);
            symbols.iter().any(|symbol| state.definitions.contains_key(symbol))
        }
        Blocked::History(length) => state.complete || state.history.len() > length,
    }
}

/// A forward pass over a path: whether it is feasible as far as it is known.
pub fn forward_pass(
    context: &mut Context<'_>,
    state: &mut State,
    solver: &mut dyn Solver,
) -> Passed {
    propagate(context, state);
    let constraints: Vec<TermId> = state.constraints.iter().map(|one| one.term).collect();
    if constraints.iter().any(|term| context.terms.as_bool(*term) == Some(false)) {
        return Passed::Infeasible;
    }
    if state.asked && !state.complete {
        return Passed::Feasible(None);
    }
    state.asked = true;
    match solver.check(&mut context.terms, &Query::new(&constraints)) {
        Answer::Unsat(_) => Passed::Infeasible,
        Answer::Sat(model) => Passed::Feasible(Some(model)),
        Answer::Unknown(why) => Passed::Unknown(why.to_string()),
    }
}

/// The parts of a conjunction, whether of truth values or of single bits; none if it is no conjunction.
fn conjuncts(terms: &mut Terms, term: TermId) -> Vec<TermId> {
    let arguments = terms.arguments(term).to_vec();
    match (terms.kind(term), arguments.as_slice()) {
        (Kind::And, parts) => parts.to_vec(),
        (Kind::Eq, &[bits, constant]) => match terms.as_u64(constant) {
            Some(value) if terms.sort(bits) == Sort::BitVec(1) => of_bit(terms, bits, value == 1),
            _ => Vec::new(),
        },
        (Kind::Not, &[inner]) => match (terms.kind(inner), terms.arguments(inner)) {
            (Kind::Eq, &[bits, constant]) => match terms.as_u64(constant) {
                Some(value) if terms.sort(bits) == Sort::BitVec(1) => {
                    of_bit(terms, bits, value == 0)
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The parts of a conjunction of single bits that is 1, or of a disjunction that is 0.
fn of_bit(terms: &mut Terms, bits: TermId, is_one: bool) -> Vec<TermId> {
    let parts = match (terms.kind(bits), is_one) {
        (Kind::BvAnd, true) | (Kind::BvOr, false) => terms.arguments(bits).to_vec(),
        (Kind::BvNot, _) => {
            let inner = terms.arguments(bits)[0];
            return of_bit(terms, inner, !is_one);
        }
        _ => return Vec::new(),
    };
    let truth = |part: TermId| {
        let holds = terms.bv_to_bool(part);
        if is_one { holds } else { terms.not(holds) }
    };
    parts.into_iter().map(truth).collect()
}
