//! Makes the arithmetic of a query as narrow as the bounds of its terms allow.
//!
//! Programs compute with digits, years and lengths in 32 and 64 bits. Where constraints leave a symbol few values, sums, products and
//! quotients of it need few bits, and the clauses that a solver makes of them are fewer by as much: of a quotient, by the square.
//! A digit `c - '0'` is the four low bits of `c`.
//!
//! What the bounds of symbols say is said first, as constraints; the query's own follow in their order, each rewritten by the bounds
//! that follow from all before it.
//! **Invariant**: no constraint is rewritten by what only itself says. So the constraints that come out have the models of those
//! that went in.

use klew_term::{Bounds, Kind, Sort, TermId, Terms, take_in};
use rustc_hash::FxHashMap;

use super::narrowed::{Narrowed, subterms};

/// Bits of products and quotients from which on it pays.
const LEAST_WIDTH: u32 = 16;

/// The same question with narrower arithmetic; nothing where there is none that costs much, or where bounds say nothing. `narrowed` is
/// what the whole query says, `order` its subterms.
pub(super) fn shrunk(
    terms: &mut Terms,
    constraints: &[TermId],
    narrowed: &Narrowed,
    order: &[TermId],
) -> Option<Vec<TermId>> {
    let quantified = |&term: &TermId| matches!(terms.kind(term), Kind::Forall(_) | Kind::Exists(_));
    if !order.iter().any(|&term| costs_much(terms, term)) || order.iter().any(quantified) {
        return None;
    }
    let symbols = narrowed.symbols(terms);
    if symbols.is_empty() {
        return None;
    }
    let mut shrinking = Shrinking::default();
    let mut said = Vec::new();
    for (symbol, bounds) in symbols {
        say(terms, symbol, bounds, &mut said);
    }
    for &fact in &said {
        take_in(terms, &mut shrinking.known, fact, true).ok()?;
    }
    for &constraint in constraints {
        let rewritten = shrinking.rewrite(terms, constraint)?;
        take_in(terms, &mut shrinking.known, constraint, true).ok()?;
        if terms.as_bool(rewritten) != Some(true) {
            said.push(rewritten);
        }
    }
    Some(said)
}

/// Whether a solver makes many clauses of it.
fn costs_much(terms: &Terms, term: TermId) -> bool {
    use Kind::{BvMul, BvSdiv, BvSrem, BvUdiv, BvUrem};
    matches!(terms.kind(term), BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem)
        && (LEAST_WIDTH..=64).contains(&terms.width(term))
}

/// Says that a symbol is within bounds, by as few constraints as tell all of that.
fn say(terms: &mut Terms, symbol: TermId, bounds: Bounds, said: &mut Vec<TermId>) {
    let Bounds { width, zeros, ones, low, high, least, greatest } = bounds;
    if terms.sort(symbol) == Sort::Bool {
        let holds = bounds.value() == Some(1);
        said.push(if holds { symbol } else { terms.not(symbol) });
        return;
    }
    let all = Bounds::all(width);
    let (low_term, high_term) = (terms.bv(width, low), terms.bv(width, high));
    said.extend((low > all.low).then(|| terms.bv_ule(low_term, symbol)));
    said.extend((high < all.high).then(|| terms.bv_ule(symbol, high_term)));
    let so_far = Bounds { low, high, ..all }.reduced().unwrap_or(all);
    let (least_term, greatest_term) =
        (terms.bv(width, least as u64), terms.bv(width, greatest as u64));
    said.extend((least > so_far.least).then(|| terms.bv_sle(least_term, symbol)));
    said.extend((greatest < so_far.greatest).then(|| terms.bv_sle(symbol, greatest_term)));
    let so_far = Bounds { least, greatest, ..so_far }.reduced().unwrap_or(so_far);
    if (zeros & !so_far.zeros) | (ones & !so_far.ones) != 0 {
        let (mask, value) = (terms.bv(width, zeros | ones), terms.bv(width, ones));
        let masked = terms.bv_and(symbol, mask);
        said.push(terms.eq(masked, value));
    }
}

#[derive(Default)]
struct Shrinking {
    /// What follows from what was said so far.
    known: Narrowed,
    rewritten: FxHashMap<TermId, TermId>,
}

impl Shrinking {
    /// The term as what is known allows to write it; nothing if that contradicts itself.
    fn rewrite(&mut self, terms: &mut Terms, root: TermId) -> Option<TermId> {
        for term in subterms(terms, &[root])? {
            if self.rewritten.contains_key(&term) {
                continue;
            }
            self.known.propagate_to(terms, term).ok()?;
            let new = self.shrink(terms, term);
            self.rewritten.insert(term, new);
        }
        Some(self.of(root))
    }

    fn of(&self, term: TermId) -> TermId {
        self.rewritten.get(&term).copied().unwrap_or(term)
    }

    fn shrink(&self, terms: &mut Terms, term: TermId) -> TermId {
        let kind = terms.kind(term);
        let arguments: Vec<TermId> = terms.arguments(term).to_vec();
        let new: Vec<TermId> = arguments.iter().map(|&argument| self.of(argument)).collect();
        let bounds = self.known.get(terms, term);
        if let Some(bounds) = bounds {
            if let Some(value) = bounds.value() {
                return match terms.sort(term) == Sort::Bool {
                    true => terms.bool(value != 0),
                    false => terms.bv(bounds.width, value),
                };
            }
            let of_arguments: Vec<Bounds> =
                arguments.iter().filter_map(|&argument| self.known.get(terms, argument)).collect();
            if of_arguments.len() == arguments.len()
                && let Some(narrow) = narrow(terms, kind, &new, &bounds, &of_arguments)
            {
                return narrow;
            }
        }
        if new == arguments { term } else { terms.apply(kind, &new) }
    }
}

/// The operation on as few bits as it needs, extended; nothing where it needs all. The bounds are those of the result and of the
/// arguments.
fn narrow(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
    bounds: &Bounds,
    of_arguments: &[Bounds],
) -> Option<TermId> {
    use Kind::{
        BvAdd, BvAnd, BvMul, BvNeg, BvOr, BvSdiv, BvSignExtend, BvSrem, BvUdiv, BvUrem, BvXor,
    };
    let width = bounds.width;
    match (kind, of_arguments) {
        // The low bits of these depend on the low bits of their arguments only.
        (BvAdd | BvMul | BvNeg | BvAnd | BvOr | BvXor, _) => {
            let unsigned = unsigned_bits(bounds);
            if unsigned < width {
                let narrow = on_low_bits(terms, kind, arguments, unsigned);
                return Some(terms.bv_zero_extend(narrow, width));
            }
            let signed = signed_bits(bounds);
            (signed < width).then(|| {
                let narrow = on_low_bits(terms, kind, arguments, signed);
                terms.bv_sign_extend(narrow, width)
            })
        }
        (BvUdiv | BvUrem | BvSdiv | BvSrem, [a, b]) => {
            let bits = unsigned_bits(a).max(unsigned_bits(b));
            // What dividing by zero gives depends on the width; negative numbers need all of it.
            if b.low == 0 || bits >= width {
                return None;
            }
            let kind = if matches!(kind, BvUdiv | BvSdiv) { BvUdiv } else { BvUrem };
            let narrow = on_low_bits(terms, kind, arguments, bits);
            Some(terms.bv_zero_extend(narrow, width))
        }
        (BvSignExtend(_), [a]) if a.least >= 0 => Some(terms.bv_zero_extend(arguments[0], width)),
        _ => None,
    }
}

fn on_low_bits(terms: &mut Terms, kind: Kind, arguments: &[TermId], bits: u32) -> TermId {
    let low: Vec<TermId> =
        arguments.iter().map(|&argument| terms.bv_truncate(argument, bits)).collect();
    terms.apply(kind, &low)
}

/// Bits that unsigned values within the bounds need.
fn unsigned_bits(bounds: &Bounds) -> u32 {
    (u64::BITS - bounds.high.leading_zeros()).max(1)
}

/// Bits that signed values within the bounds need.
fn signed_bits(bounds: &Bounds) -> u32 {
    let of = |value: i64| u64::BITS + 1 - (value ^ (value >> 63)).leading_zeros();
    of(bounds.least).max(of(bounds.greatest))
}
