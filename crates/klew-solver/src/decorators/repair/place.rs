//! Which symbols make a term have a value: inversion of slices, extensions, sums, and of the alternatives that
//! choices take.

use klew_term::{Constant, Evaluator, Kind, SymbolId, TermId, Terms};

/// Terms are followed this deep.
const MOST_DEPTH: u32 = 24;

/// New values of symbols.
pub(super) type Change = Vec<(SymbolId, Constant)>;

struct Inversion<'a, 'e> {
    terms: &'a Terms,
    evaluator: &'a mut Evaluator<'e>,
    /// Symbol, width, value.
    change: Vec<(SymbolId, u32, u64)>,
}

/// The lowest `width` bits.
pub(super) fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The width of a bit-vector of at most 64 bits.
pub(super) fn narrow_width(terms: &Terms, term: TermId) -> Option<u32> {
    terms.sort(term).width().filter(|&width| width <= 64)
}

/// Values of symbols under which the term has that value, if they are found easily.
pub(super) fn assign(
    terms: &Terms,
    evaluator: &mut Evaluator<'_>,
    target: TermId,
    value: u64,
) -> Option<Change> {
    let mut inversion = Inversion { terms, evaluator, change: Vec::new() };
    inversion.invert(target, value, 0)?;
    let constant = |(symbol, width, value)| (symbol, Constant::bv(width, value));
    Some(inversion.change.into_iter().map(constant).collect())
}

impl Inversion<'_, '_> {
    fn invert(&mut self, target: TermId, value: u64, depth: u32) -> Option<()> {
        let width = narrow_width(self.terms, target)?;
        let value = value & mask(width);
        let mut target = target;
        while self.terms.kind(target) == Kind::Ite {
            let arguments = self.terms.arguments(target);
            let taken = self.evaluator.evaluate_bool(arguments[0]).ok()?;
            target = arguments[if taken { 1 } else { 2 }];
        }
        if depth > MOST_DEPTH {
            return None;
        }
        let arguments = self.terms.arguments(target);
        match self.terms.kind(target) {
            Kind::Symbol(symbol) => {
                let known = self.change.iter().find(|(other, ..)| *other == symbol);
                match known {
                    Some(&(.., before)) => return (before == value).then_some(()),
                    None => self.change.push((symbol, width, value)),
                }
                Some(())
            }
            Kind::BitVecConstant(bits) => (bits == value).then_some(()),
            Kind::BvConcat => {
                let low = narrow_width(self.terms, arguments[1])?;
                self.invert(arguments[1], value, depth + 1)?;
                self.invert(arguments[0], value >> low, depth + 1)
            }
            Kind::BvZeroExtend(_) => {
                let inner = narrow_width(self.terms, arguments[0])?;
                (value <= mask(inner)).then_some(())?;
                self.invert(arguments[0], value, depth + 1)
            }
            Kind::BvSignExtend(_) => {
                let inner = narrow_width(self.terms, arguments[0])?;
                let shift = 64 - inner;
                let extended = ((value << shift) as i64 >> shift) as u64 & mask(width);
                (extended == value).then_some(())?;
                self.invert(arguments[0], value, depth + 1)
            }
            Kind::BvExtract { low, .. } => {
                let inner = self.evaluator.evaluate_u64(arguments[0]).ok()?;
                let kept = inner & !(mask(width) << low);
                self.invert(arguments[0], kept | (value << low), depth + 1)
            }
            Kind::BvAdd => {
                // The addend of the newest symbol takes the difference: fewer constraints are about it.
                let newest = |&addend: &TermId| self.terms.symbols(addend).last().copied();
                let moved = (0..arguments.len()).max_by_key(|&at| newest(&arguments[at]))?;
                let mut rest = value;
                for (_, &kept) in arguments.iter().enumerate().filter(|(at, _)| *at != moved) {
                    rest = rest.wrapping_sub(self.evaluator.evaluate_u64(kept).ok()?);
                }
                self.invert(arguments[moved], rest, depth + 1)
            }
            _ => None,
        }
    }
}
