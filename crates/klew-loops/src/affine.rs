//! Terms that follow a counter in equal steps: `base + step * κ`.
//!
//! Everything is modulo 2^width, and exactly so. Where a narrow number is extended, that holds only as long as the narrow
//! one does not wrap: then a guard says so of all executions of the path, and what is concluded from the form is
//! concluded under the guard (design note: "unreachable" never rests on an unstated no-wrap).

use klew_term::{BitVecValue, Kind, SymbolId, TermId};

use crate::context::Context;

/// `base + step * κ` for `0 <= κ < count`, where all guards hold.
#[derive(Clone, Debug)]
pub struct Affine {
    /// Where the counter is 0.
    pub base: TermId,
    /// What each execution adds.
    pub step: BitVecValue,
    /// Conditions on the whole count.
    pub guards: Vec<TermId>,
}

impl Affine {
    fn map(
        self,
        context: &mut Context<'_>,
        base: impl FnOnce(&mut Context<'_>, TermId) -> TermId,
        step: impl FnOnce(&BitVecValue) -> BitVecValue,
    ) -> Affine {
        Affine { base: base(context, self.base), step: step(&self.step), guards: self.guards }
    }
}

/// The form of a bit-vector term, if it has one.
pub fn affine(context: &mut Context<'_>, term: TermId, counter: SymbolId) -> Option<Affine> {
    let width = context.terms.sort(term).width()?;
    if !context.terms.symbols(term).contains(&counter) {
        return Some(Affine { base: term, step: BitVecValue::zero(width), guards: Vec::new() });
    }
    let arguments = context.terms.arguments(term).to_vec();
    let constant = |context: &Context<'_>, at: usize| context.terms.as_bitvec(*arguments.get(at)?);
    match context.terms.kind(term) {
        Kind::Symbol(symbol) if symbol == counter => {
            let base = context.terms.bv(width, 0);
            Some(Affine { base, step: BitVecValue::new(width, 1), guards: Vec::new() })
        }
        Kind::BvAdd => {
            let a = affine(context, arguments[0], counter)?;
            let b = affine(context, arguments[1], counter)?;
            let base = context.terms.bv_add(a.base, b.base);
            let guards = [a.guards, b.guards].concat();
            Some(Affine { base, step: a.step.add(&b.step), guards })
        }
        Kind::BvNeg => {
            let a = affine(context, arguments[0], counter)?;
            Some(a.map(context, |context, base| context.terms.bv_neg(base), BitVecValue::neg))
        }
        Kind::BvMul => {
            let (factor, other) = match (constant(context, 0), constant(context, 1)) {
                (Some(factor), _) => (factor, arguments[1]),
                (_, Some(factor)) => (factor, arguments[0]),
                _ => return None,
            };
            let a = affine(context, other, counter)?;
            let times = context.terms.bv_value(factor.clone());
            let base = |context: &mut Context<'_>, base| context.terms.bv_mul(base, times);
            Some(a.map(context, base, |step| step.mul(&factor)))
        }
        Kind::BvShl => {
            let bits = constant(context, 1)?.to_u64().filter(|bits| *bits < u64::from(width))?;
            let a = affine(context, arguments[0], counter)?;
            let amount = arguments[1];
            let factor = BitVecValue::new(width, 1).shl(&BitVecValue::new(width, bits));
            let base = |context: &mut Context<'_>, base| context.terms.bv_shl(base, amount);
            Some(a.map(context, base, |step| step.mul(&factor)))
        }
        Kind::BvExtract { high, low: 0 } => {
            let a = affine(context, arguments[0], counter)?;
            let base = |context: &mut Context<'_>, base| context.terms.bv_extract(base, high, 0);
            Some(a.map(context, base, |step| step.extract(high, 0)))
        }
        Kind::BvConcat => concatenated(context, &arguments, counter),
        Kind::BvSignExtend(_) => extended(context, arguments[0], (width, true), counter),
        Kind::BvZeroExtend(_) => extended(context, arguments[0], (width, false), counter),
        _ => None,
    }
}

/// Zeros below (a multiple) or above (an extension).
fn concatenated(
    context: &mut Context<'_>,
    arguments: &[TermId],
    counter: SymbolId,
) -> Option<Affine> {
    let (high, low) = (arguments[0], arguments[1]);
    let is_zero = |context: &Context<'_>, term| {
        context.terms.as_bitvec(term).is_some_and(|value| value.is_zero())
    };
    let width = context.terms.width(high) + context.terms.width(low);
    if is_zero(context, low) {
        let zeros = context.terms.width(low);
        let a = affine(context, high, counter)?;
        let base = |context: &mut Context<'_>, base| context.terms.bv_concat(base, low);
        return Some(a.map(context, base, |step| step.concat(&BitVecValue::zero(zeros))));
    }
    if is_zero(context, high) {
        return extended(context, low, (width, false), counter);
    }
    None
}

/// A narrow term that is extended: the same form, guarded by the narrow one not wrapping before the last execution.
fn extended(
    context: &mut Context<'_>,
    narrow: TermId,
    (width, is_signed): (u32, bool),
    counter: SymbolId,
) -> Option<Affine> {
    let a = affine(context, narrow, counter)?;
    let from = context.terms.width(narrow);
    let wide = from + context.counter_width + 2;
    let widened = |context: &mut Context<'_>, term: TermId, signed: bool, to: u32| match signed {
        true => context.terms.bv_sign_extend(term, to),
        false => context.terms.bv_zero_extend(term, to),
    };
    // The last value, exactly; the steps go one way, so all others lie between it and the first.
    let count = context.terms.symbol_term(counter);
    let count = context.terms.bv_zero_extend(count, wide);
    let one = context.terms.bv(wide, 1);
    let zero = context.terms.bv(wide, 0);
    let turns = context.terms.bv_sub(count, one);
    let step = context.terms.bv_value(a.step.sign_extend(wide));
    let way = context.terms.bv_mul(step, turns);
    let first = widened(context, a.base, is_signed, wide);
    let last = context.terms.bv_add(first, way);
    let cut = context.terms.bv_extract(last, from - 1, 0);
    let back = widened(context, cut, is_signed, wide);
    let fits = context.terms.eq(last, back);
    let never = context.terms.eq(count, zero);
    let guard = context.terms.or(never, fits);
    let base = widened(context, a.base, is_signed, width);
    let mut guards = a.guards;
    guards.push(guard);
    Some(Affine { base, step: a.step.sign_extend(width), guards })
}
