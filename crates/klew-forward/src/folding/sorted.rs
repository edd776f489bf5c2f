//! Chains that are sorted: of two nodes of a segment that are of one template, the number in the earlier one is at most, or at least, that
//! in the later one.
//!
//! Source: ordered data constraints on list segments (A. Bouajjani, C. Drăgoi, C. Enea, M. Sighireanu, *On Inter-procedural Analysis of Programs
//! with Lists and Data*, PLDI 2011), as far as they compare numbers of one place.
//!
//! **Invariant**: an order is kept where each node that joined was shown to lie so to all that were there. A node by itself is in any.
//! **Invariant**: what is said of a node that is unfolded and of the rest is true where the rest has the node's own numbers, so no run is
//! lost where there is no rest. Hence numbers may be equal in every order.

use klew_memory::{CellKind, ObjectId, Value};
use klew_term::{Sort, TermId};
use rustc_hash::FxHashMap;

use super::relations::{Relation, Ways};
use super::segment::{Links, Segment, Side, Template};
use super::widening::number_at;
use crate::machine::Machine;
use crate::state::State;

/// Numbers of a node that are looked at.
const MOST_NUMBERS: usize = 4;

/// Bytes of a number that was never anything but constant.
const WORD: u64 = 4;

/// That the numbers at some place of nodes go up from node to node, or down, or stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sorted {
    /// Where in the node.
    pub offset: u64,
    /// Bits of the number.
    pub width: u32,
    /// How the smaller lies to the greater.
    pub relation: Relation,
    /// Whether the earlier one is the greater.
    pub falls: bool,
}

impl Machine<'_> {
    /// All orders that a node by itself is in.
    pub(super) fn orders_of(
        &self,
        state: &State,
        (node, links): (ObjectId, &Links),
        ways: Ways,
    ) -> Vec<Sorted> {
        let numbers = numbers_of(self, state, node, links);
        let ways = ways.iter().flat_map(|&relation| [(relation, false), (relation, true)]);
        numbers
            .into_iter()
            .flat_map(|(offset, width)| {
                ways.clone().map(move |(relation, falls)| Sorted { offset, width, relation, falls })
            })
            .collect()
    }

    /// The orders that are left of a template's when nodes of another join on a side of all that there are.
    pub(super) fn orders_with(
        &mut self,
        state: &State,
        (known, new): (&Template, &Template),
        side: Side,
    ) -> Vec<Sorted> {
        let (earlier, later) = match side {
            Side::Front => (new, known),
            Side::Back => (known, new),
        };
        let mut kept = known.orders.clone();
        kept.retain(|order| {
            new.orders.contains(order)
                && self
                    .in_order(state, (earlier.node(), later.node()), order)
                    .is_some_and(|formula| self.is_always(state, formula))
        });
        kept
    }

    /// Says of a node that was unfolded on a side, and of what its template may still be, that they are in order.
    pub(super) fn keep_sorted(
        &mut self,
        state: &mut State,
        template: &Template,
        copies: &FxHashMap<ObjectId, ObjectId>,
        side: Side,
    ) {
        let Some(&node) = copies.get(&template.node()) else { return };
        let nodes = match side {
            Side::Front => (node, template.node()),
            Side::Back => (template.node(), node),
        };
        for order in &template.orders {
            if let Some(formula) = self.in_order(state, nodes, order) {
                self.constrain(state, formula, true);
            }
        }
    }

    /// That two nodes are in order; nothing if they hold no such numbers.
    fn in_order(
        &mut self,
        state: &State,
        (earlier, later): (ObjectId, ObjectId),
        order: &Sorted,
    ) -> Option<TermId> {
        let place = (order.offset, order.width);
        let (earlier, later) =
            (term_at(self, state, earlier, place)?, term_at(self, state, later, place)?);
        let pair = if order.falls { (later, earlier) } else { (earlier, later) };
        Some(order.relation.formula(self.terms, pair))
    }
}

/// Where the numbers of a node are, and their bits. Its links are no numbers.
pub(super) fn numbers_of(
    machine: &Machine<'_>,
    state: &State,
    node: ObjectId,
    links: &Links,
) -> Vec<(u64, u32)> {
    let word = u64::from(machine.pointer_bits() / 8);
    let is_link = |at: u64| {
        let mut links = std::iter::once(links.next).chain(links.back.map(|(at, _)| at));
        links.any(|link| (link..link + word).contains(&at))
    };
    let size = state.memory.object(node).and_then(|object| object.concrete_size());
    let cells = size.and_then(|size| state.memory.cells_in(node, 0, size)).unwrap_or_default();
    let mut numbers: Vec<(u64, u32)> = Vec::new();
    for cell in cells {
        match cell.kind {
            CellKind::Term(Some(Value::Term(term))) => match machine.terms.sort(term) {
                Sort::BitVec(width) if (8..=64).contains(&width) => {
                    numbers.push((cell.offset, width));
                }
                _ => {}
            },
            CellKind::Concrete => {
                let words = (cell.offset.next_multiple_of(WORD)..)
                    .step_by(WORD as usize)
                    .take_while(|at| at + WORD <= cell.offset + cell.size);
                numbers.extend(words.map(|at| (at, 8 * WORD as u32)));
            }
            _ => {}
        }
    }
    numbers.retain(|(at, _)| !is_link(*at));
    numbers.truncate(MOST_NUMBERS);
    numbers
}

/// The term of the number at a place of a node, of so many bits.
pub(super) fn term_at(
    machine: &mut Machine<'_>,
    state: &State,
    node: ObjectId,
    (offset, width): (u64, u32),
) -> Option<TermId> {
    match number_at(machine, state, node, (offset, u64::from(width / 8)))? {
        Value::Int(number) => Some(machine.terms.bv(width, number)),
        Value::Term(term) => (machine.terms.sort(term) == Sort::BitVec(width)).then_some(term),
        _ => None,
    }
}

/// Whether nodes of several templates of a segment, all taken for one of another, are in the orders of that one.
pub fn keeps_orders(
    earlier: &Segment,
    later: &Segment,
    counterparts: &FxHashMap<usize, usize>,
) -> bool {
    counterparts.iter().all(|(&number, &found)| {
        let orders = &earlier.templates[found].orders;
        let is_only = counterparts.values().filter(|&&other| other == found).count() == 1;
        let own = &later.templates[number].orders;
        orders.is_empty() || (is_only && orders.iter().all(|order| own.contains(order)))
    })
}
