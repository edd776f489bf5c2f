//! Turns of a loop at which its conditions are likely to change: where something that is stepped comes to what it is
//! compared with.
//!
//! The looping condition says something of every turn; unfolded, of the first few and the last. That `i < n` held in all
//! turns between is often needed for the one turn in which `i` would be `n`: so that one is added, and the next.
//!
//! **Invariant**: what is chosen here is where a fact is used that holds everywhere, so a bad choice costs time only.

use std::rc::Rc;

use klew_term::{Kind, Sort, SymbolId, TermId};

use crate::affine::affine;
use crate::condition::Condition;
use crate::context::{Context, Values};
use crate::iterated::resized;
use crate::state::State;
use crate::summary::BodyPath;

/// Turns that are added.
const MOST: usize = 6;

/// Numbers of turns, by what variables hold at the loop's entry.
pub(crate) fn crossings(
    context: &mut Context<'_>,
    paths: &[BodyPath],
    (counters, total): (&[SymbolId], SymbolId),
    iterated: &State,
) -> Vec<TermId> {
    let Some(&turn) = counters.first() else { return Vec::new() };
    let zero = context.terms.bv(context.counter_width, 0);
    // As if the first path alone were executed.
    let first = context.terms.symbol_term(turn);
    let mut others: Values = counters[1..].iter().map(|counter| (*counter, zero)).collect();
    others.insert(total, first);
    let mut found = Vec::new();
    for path in paths {
        for (one, other) in comparisons(context, &path.condition) {
            let difference = context.terms.bv_sub(one, other);
            let difference = context.with(difference, iterated.values());
            let difference = context.with(difference, &others);
            let symbols = context.terms.symbols(difference);
            if symbols.iter().any(|symbol| context.is_local(*symbol) && *symbol != turn) {
                continue;
            }
            let Some(form) = affine(context, difference, turn) else { continue };
            if form.step.is_zero() {
                continue;
            }
            let (way, size) = match form.step.is_negative() {
                true => (form.base, form.step.neg()),
                false => (context.terms.bv_neg(form.base), form.step),
            };
            let size = context.terms.bv_value(size);
            let number = context.terms.bv_udiv(way, size);
            if context.terms.width(number) >= context.counter_width {
                continue;
            }
            let number = resized(context, number, context.counter_width);
            let one = context.terms.bv(context.counter_width, 1);
            let next = context.terms.bv_add(number, one);
            for turn in [number, next] {
                if !found.contains(&turn) && found.len() < MOST {
                    found.push(turn);
                }
            }
        }
    }
    found
}

/// What bit-vectors the path's own conditions compare.
fn comparisons(context: &Context<'_>, condition: &Rc<Condition>) -> Vec<(TermId, TermId)> {
    let mut facts = Vec::new();
    let mut open = vec![Rc::clone(condition)];
    while let Some(at) = open.pop() {
        match &*at {
            Condition::True => {}
            Condition::And(prefix, fact) => {
                facts.push(*fact);
                open.push(Rc::clone(prefix));
            }
            Condition::Loop(prefix, _) => open.push(Rc::clone(prefix)),
            Condition::Any(conditions) => open.extend(conditions.iter().take(2).cloned()),
        }
        if facts.len() > 64 {
            break;
        }
    }
    let terms = &context.terms;
    let compared = |term: &TermId| {
        let is_comparison = matches!(terms.kind(*term), Kind::Eq | Kind::BvUlt | Kind::BvSlt);
        let [one, other] = terms.arguments(*term)[..] else { return None };
        (is_comparison && matches!(terms.sort(one), Sort::BitVec(_))).then_some((one, other))
    };
    terms.subterms(&facts).iter().filter_map(compared).collect()
}
