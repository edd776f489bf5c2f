//! Refutes queries by the order of terms alone: `a < b`, `b <= c` and `c <= a` cannot all hold. Where nothing but order is asked, there may
//! be a model by order alone, too ([`super::order_model`]).
//!
//! Comparisons are edges of a graph over terms, one graph for signed and one for unsigned order; constants
//! are ordered by their values. The query is unsatisfiable if a cycle has a strict edge. Only cycles
//! through the constraints beyond the known prefix are looked for: the others are no contradiction.
//!
//! **Invariant**: every edge is implied by one constraint or by the values of two constants.

use std::time::Duration;

use klew_term::{Kind, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::order_model;
use crate::{
    answer::Answer,
    query::{Query, Solver, completed},
    statistics::{CacheCounts, Statistics},
};

/// Constraints of a query that is looked at.
const MOST_CONSTRAINTS: usize = 1024;

/// Edges beyond the known prefix, each of which is a search.
const MOST_NEW: usize = 32;

/// The decorator.
#[derive(Debug)]
pub struct Order<S> {
    inner: S,
    counts: CacheCounts,
}

impl<S: Solver> Order<S> {
    /// Asks `inner` what order alone does not refute.
    pub fn new(inner: S) -> Self {
        Self { inner, counts: CacheCounts::default() }
    }
}

/// `from < to` if strict, else `from <= to`.
#[derive(Clone, Copy)]
struct Edge {
    from: TermId,
    to: TermId,
    strict: bool,
}

/// Adds the edges of a constraint in the signed or the unsigned order.
fn add_edges(terms: &Terms, constraint: TermId, signed: bool, edges: &mut Vec<Edge>) {
    let mut open = vec![(constraint, false)];
    while let Some((term, negated)) = open.pop() {
        let arguments = terms.arguments(term);
        match terms.kind(term) {
            Kind::Not => open.push((arguments[0], !negated)),
            Kind::And if !negated => open.extend(arguments.iter().map(|&part| (part, false))),
            Kind::BvSlt | Kind::BvUlt if signed == (terms.kind(term) == Kind::BvSlt) => {
                let (from, to) = match negated {
                    false => (arguments[0], arguments[1]),
                    true => (arguments[1], arguments[0]),
                };
                edges.push(Edge { from, to, strict: !negated });
            }
            Kind::Eq if !negated && terms.sort(arguments[0]).width().is_some() => {
                let (a, b) = (arguments[0], arguments[1]);
                edges.push(Edge { from: a, to: b, strict: false });
                edges.push(Edge { from: b, to: a, strict: false });
            }
            _ => {}
        }
    }
}

/// The order of the constants among the edges' ends, as edges between neighbours of the same width.
fn add_constants(terms: &Terms, signed: bool, edges: &mut Vec<Edge>) {
    let mut constants: Vec<(u32, u64, TermId)> = Vec::new();
    for term in edges.iter().flat_map(|edge| [edge.from, edge.to]) {
        if let (Some(value), Some(width @ 1..=64)) = (terms.as_u64(term), terms.sort(term).width())
        {
            let flip = if signed { 1 << (width - 1) } else { 0 };
            constants.push((width, value ^ flip, term));
        }
    }
    constants.sort_unstable();
    constants.dedup();
    for pair in constants.windows(2) {
        if pair[0].0 == pair[1].0 {
            edges.push(Edge { from: pair[0].2, to: pair[1].2, strict: true });
        }
    }
}

/// Whether the constraints contradict each other in that order.
fn contradicts(terms: &Terms, query: &Query<'_>, signed: bool) -> bool {
    let (prefix, rest) = query.split();
    if query.constraints.len() > MOST_CONSTRAINTS {
        return false;
    }
    let mut edges = Vec::new();
    rest.iter().for_each(|&constraint| add_edges(terms, constraint, signed, &mut edges));
    let new = edges.len();
    if new == 0 || new > MOST_NEW {
        return false;
    }
    prefix.iter().for_each(|&constraint| add_edges(terms, constraint, signed, &mut edges));
    add_constants(terms, signed, &mut edges);
    let mut leaving: FxHashMap<TermId, Vec<Edge>> = FxHashMap::default();
    for &edge in &edges {
        leaving.entry(edge.from).or_default().push(edge);
    }
    edges[..new].iter().any(|edge| closes_cycle(&leaving, *edge))
}

/// Whether a cycle through `edge` has a strict edge.
fn closes_cycle(leaving: &FxHashMap<TermId, Vec<Edge>>, edge: Edge) -> bool {
    // A node is reached with a strict edge on the way, or without.
    let mut seen: FxHashSet<(TermId, bool)> = FxHashSet::default();
    let mut open = vec![(edge.to, edge.strict)];
    while let Some((term, strict)) = open.pop() {
        if term == edge.from && strict {
            return true;
        }
        if seen.insert((term, strict))
            && let Some(edges) = leaving.get(&term)
        {
            open.extend(edges.iter().map(|next| (next.to, strict || next.strict)));
        }
    }
    false
}

impl<S: Solver> Solver for Order<S> {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        // Whoever wants a core wants a small one.
        if !query.want_core && [true, false].iter().any(|&signed| contradicts(terms, query, signed))
        {
            self.counts.hits += 1;
            return Answer::Unsat(query.constraints.to_vec());
        }
        if let Some(found) = order_model::model(terms, query.constraints) {
            self.counts.hits += 1;
            return Answer::Sat(completed(terms, &query.symbols(terms), &found));
        }
        self.inner.check(terms, query)
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.order.queries += self.counts.queries;
        statistics.order.hits += self.counts.hits;
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}
