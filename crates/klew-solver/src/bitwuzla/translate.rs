//! From klew's terms to Bitwuzla's, each once.

use bitwuzla_sys as sys;
use klew_term::{
    BitVecValue, FloatFormat, Kind, RoundingMode, Sort, SymbolId, TableReader, TermId, Terms,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::raw::{self, Instance, Term};
use crate::{
    backend::BackendError,
    float_image,
    theory::{Theories, needed},
};

/// A Bitwuzla instance with the translations of the terms it has seen.
#[derive(Debug)]
pub(super) struct Translator {
    instance: Instance,
    terms: FxHashMap<TermId, (Term, Theories)>,
    symbols: FxHashMap<SymbolId, Term>,
    sorts: FxHashMap<Sort, raw::Sort>,
    rounding: FxHashMap<RoundingMode, Term>,
}

type Translated = Result<Term, BackendError>;

impl Translator {
    pub(super) fn new(instance: Instance) -> Self {
        Self {
            instance,
            terms: FxHashMap::default(),
            symbols: FxHashMap::default(),
            sorts: FxHashMap::default(),
            rounding: FxHashMap::default(),
        }
    }

    pub(super) fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Number of terms translated so far.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The translation of a term, if there was one.
    pub(super) fn known(&self, term: TermId) -> Option<Term> {
        self.terms.get(&term).map(|&(term, _)| term)
    }

    /// The theories of a translated term with all its subterms.
    pub(super) fn theories(&self, term: TermId) -> Theories {
        self.terms.get(&term).map_or_else(Theories::default, |&(_, theories)| theories)
    }

    /// The symbol's translation, if a translated term contains it.
    pub(super) fn symbol(&self, symbol: SymbolId) -> Option<Term> {
        self.symbols.get(&symbol).copied()
    }

    /// Translates a term. Iterative: terms may be deeper than the stack.
    pub(super) fn term(&mut self, terms: &Terms, root: TermId) -> Translated {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.terms.contains_key(&term) {
                stack.pop();
                continue;
            }
            let needed = needed(terms, term);
            let before = stack.len();
            stack.extend(needed.iter().filter(|t| !self.terms.contains_key(*t)));
            if stack.len() > before {
                continue;
            }
            let mut theories = Theories::of_node(terms, term);
            let mut arguments: SmallVec<[Term; 3]> = SmallVec::new();
            for argument in &needed {
                let (translated, inner) = self.terms[argument];
                theories.add(inner);
                arguments.push(translated);
            }
            let translated = self.node(terms, term, &arguments)?;
            self.terms.insert(term, (translated, theories));
            stack.pop();
        }
        Ok(self.terms[&root].0)
    }

    pub(super) fn sort(&mut self, sort: Sort) -> Result<raw::Sort, BackendError> {
        if let Some(&known) = self.sorts.get(&sort) {
            return Ok(known);
        }
        let made = match sort {
            Sort::Bool => self.instance.bool_sort()?,
            Sort::BitVec(width) => self.instance.bv_sort(width)?,
            Sort::Float(format) => {
                supported(format)?;
                self.instance.fp_sort(format.exponent_bits(), format.significand_bits())?
            }
            Sort::Int => return Err(BackendError::Unsupported("integers".into())),
            Sort::Array(index, element) => {
                let (index, element) = (self.sort(index.into())?, self.sort(element.into())?);
                self.instance.array_sort(index, element)?
            }
        };
        self.sorts.insert(sort, made);
        Ok(made)
    }

    fn mode(&mut self, mode: RoundingMode) -> Translated {
        if let Some(&known) = self.rounding.get(&mode) {
            return Ok(known);
        }
        let made = self.instance.rm_value(match mode {
            RoundingMode::NearestEven => sys::BITWUZLA_RM_RNE,
            RoundingMode::NearestAway => sys::BITWUZLA_RM_RNA,
            RoundingMode::TowardPositive => sys::BITWUZLA_RM_RTP,
            RoundingMode::TowardNegative => sys::BITWUZLA_RM_RTN,
            RoundingMode::TowardZero => sys::BITWUZLA_RM_RTZ,
        })?;
        self.rounding.insert(mode, made);
        Ok(made)
    }

    fn bv(&mut self, value: &BitVecValue) -> Translated {
        let sort = self.sort(Sort::BitVec(value.width()))?;
        Ok(match value.to_u64() {
            Some(value) => self.instance.bv_u64(sort, value)?,
            None => self.instance.bv_digits(sort, &value.to_biguint().to_str_radix(16), 16)?,
        })
    }

    fn apply(&self, kind: raw::Kind, arguments: &[Term]) -> Translated {
        Ok(self.instance.apply(kind, arguments)?)
    }

    fn indexed(&self, kind: raw::Kind, arguments: &[Term], indices: &[u32]) -> Translated {
        let indices: Vec<u64> = indices.iter().map(|&index| index.into()).collect();
        Ok(self.instance.apply_indexed(kind, arguments, &indices)?)
    }

    /// `kind` with a rounding mode before the other arguments.
    fn rounded(
        &mut self,
        kind: raw::Kind,
        mode: RoundingMode,
        arguments: &[Term],
        indices: &[u32],
    ) -> Translated {
        let mut all = vec![self.mode(mode)?];
        all.extend_from_slice(arguments);
        self.indexed(kind, &all, indices)
    }

    fn node(&mut self, terms: &Terms, term: TermId, arguments: &[Term]) -> Translated {
        let kind = terms.kind(term);
        if let Some((table, index)) = terms.table_read(term) {
            let bounds = terms.bounds(index).ok_or_else(|| unsupported(kind))?;
            let index = arguments[0];
            return table.read(&bounds, &mut TableTerms { translator: self, terms, term, index });
        }
        if let Some(kind) = plain(kind) {
            return self.apply(kind, arguments);
        }
        if let Some(kind) = to_nearest_even(kind) {
            return self.rounded(kind, RoundingMode::NearestEven, arguments, &[]);
        }
        match kind {
            Kind::Symbol(symbol) => {
                let sort = self.sort(terms.symbol_sort(symbol))?;
                let made = self.instance.symbol(sort, terms.symbol_name(symbol))?;
                self.symbols.insert(symbol, made);
                Ok(made)
            }
            Kind::True => Ok(self.instance.bool_value(true)?),
            Kind::False => Ok(self.instance.bool_value(false)?),
            Kind::BitVecConstant(_) | Kind::WideConstant(_) => match terms.as_bitvec(term) {
                Some(value) => self.bv(&value),
                None => Err(unsupported(kind)),
            },
            Kind::FloatConstant(_) => match terms.as_float(term) {
                Some((format, image)) => self.float_constant(format, image),
                None => Err(unsupported(kind)),
            },
            Kind::ConstArray(_) => {
                let sort = self.sort(terms.sort(term))?;
                Ok(self.instance.const_array(sort, arguments[0])?)
            }
            Kind::BvExtract { high, low } => {
                self.indexed(sys::BITWUZLA_KIND_BV_EXTRACT, arguments, &[high, low])
            }
            Kind::BvZeroExtend(to) => {
                let by = to - terms.width(terms.arguments(term)[0]);
                self.indexed(sys::BITWUZLA_KIND_BV_ZERO_EXTEND, arguments, &[by])
            }
            Kind::BvSignExtend(to) => {
                let by = to - terms.width(terms.arguments(term)[0]);
                self.indexed(sys::BITWUZLA_KIND_BV_SIGN_EXTEND, arguments, &[by])
            }
            _ => self.float_conversion(kind, arguments),
        }
    }

    fn float_conversion(&mut self, kind: Kind, arguments: &[Term]) -> Translated {
        match kind {
            Kind::FpRoundToIntegral(mode) => {
                self.rounded(sys::BITWUZLA_KIND_FP_RTI, mode, arguments, &[])
            }
            Kind::FpToFp(mode, format) => {
                supported(format)?;
                self.rounded(sys::BITWUZLA_KIND_FP_TO_FP_FROM_FP, mode, arguments, &parts(format))
            }
            Kind::FpFromSigned(mode, format) => {
                supported(format)?;
                self.rounded(sys::BITWUZLA_KIND_FP_TO_FP_FROM_SBV, mode, arguments, &parts(format))
            }
            Kind::FpFromUnsigned(mode, format) => {
                supported(format)?;
                self.rounded(sys::BITWUZLA_KIND_FP_TO_FP_FROM_UBV, mode, arguments, &parts(format))
            }
            Kind::FpToSigned(mode, width) => {
                self.rounded(sys::BITWUZLA_KIND_FP_TO_SBV, mode, arguments, &[width])
            }
            Kind::FpToUnsigned(mode, width) => {
                self.rounded(sys::BITWUZLA_KIND_FP_TO_UBV, mode, arguments, &[width])
            }
            Kind::FpFromBits(format) => self.float_of_sort_bits(format, arguments[0]),
            other => Err(unsupported(other)),
        }
    }

    fn float_of_sort_bits(&self, format: FloatFormat, bits: Term) -> Translated {
        supported(format)?;
        self.indexed(sys::BITWUZLA_KIND_FP_TO_FP_FROM_BV, &[bits], &parts(format))
    }

    fn float_constant(&mut self, format: FloatFormat, image: u128) -> Translated {
        let width = float_image::sort_bits(format);
        let bits = float_image::to_sort(format, image);
        let bits = self.bv(&BitVecValue::from_u128(width, bits))?;
        self.float_of_sort_bits(format, bits)
    }
}

/// Makes the read of a table.
struct TableTerms<'a> {
    translator: &'a mut Translator,
    terms: &'a Terms,
    /// The read, for its sort.
    term: TermId,
    /// The translated index.
    index: Term,
}

impl TableReader for TableTerms<'_> {
    type Term = Term;
    type Error = BackendError;

    fn element(&mut self, value: u64) -> Translated {
        self.translator.bv(&BitVecValue::new(self.terms.width(self.term), value))
    }

    fn any_bit(&mut self, high: u32, low: u32) -> Translated {
        let kind = sys::BITWUZLA_KIND_BV_EXTRACT;
        let slice = self.translator.indexed(kind, &[self.index], &[high, low])?;
        let zero = self.translator.bv(&BitVecValue::zero(high - low + 1))?;
        self.translator.apply(sys::BITWUZLA_KIND_DISTINCT, &[slice, zero])
    }

    fn choose(&mut self, condition: &Term, then: &Term, otherwise: &Term) -> Translated {
        self.translator.apply(sys::BITWUZLA_KIND_ITE, &[*condition, *then, *otherwise])
    }
}

fn parts(format: FloatFormat) -> [u32; 2] {
    [format.exponent_bits(), format.significand_bits()]
}

/// Bitwuzla's library for floats has known errors beyond the formats of IEEE 754.
fn supported(format: FloatFormat) -> Result<(), BackendError> {
    match format {
        FloatFormat::Half | FloatFormat::Single | FloatFormat::Double | FloatFormat::Quad => Ok(()),
        FloatFormat::BFloat | FloatFormat::X87 => {
            Err(BackendError::Unsupported(format!("the float format {format:?}")))
        }
    }
}

fn unsupported(kind: Kind) -> BackendError {
    BackendError::Unsupported(format!("{kind:?}"))
}

/// Operators with the same arguments on both sides.
fn plain(kind: Kind) -> Option<raw::Kind> {
    Some(match kind {
        Kind::Not => sys::BITWUZLA_KIND_NOT,
        Kind::And => sys::BITWUZLA_KIND_AND,
        Kind::Or => sys::BITWUZLA_KIND_OR,
        Kind::Xor => sys::BITWUZLA_KIND_XOR,
        Kind::Implies => sys::BITWUZLA_KIND_IMPLIES,
        Kind::Eq => sys::BITWUZLA_KIND_EQUAL,
        Kind::Ite => sys::BITWUZLA_KIND_ITE,
        Kind::BvAdd => sys::BITWUZLA_KIND_BV_ADD,
        Kind::BvSub => sys::BITWUZLA_KIND_BV_SUB,
        Kind::BvMul => sys::BITWUZLA_KIND_BV_MUL,
        Kind::BvNeg => sys::BITWUZLA_KIND_BV_NEG,
        Kind::BvUdiv => sys::BITWUZLA_KIND_BV_UDIV,
        Kind::BvUrem => sys::BITWUZLA_KIND_BV_UREM,
        Kind::BvSdiv => sys::BITWUZLA_KIND_BV_SDIV,
        Kind::BvSrem => sys::BITWUZLA_KIND_BV_SREM,
        Kind::BvAnd => sys::BITWUZLA_KIND_BV_AND,
        Kind::BvOr => sys::BITWUZLA_KIND_BV_OR,
        Kind::BvXor => sys::BITWUZLA_KIND_BV_XOR,
        Kind::BvNot => sys::BITWUZLA_KIND_BV_NOT,
        Kind::BvShl => sys::BITWUZLA_KIND_BV_SHL,
        Kind::BvLshr => sys::BITWUZLA_KIND_BV_SHR,
        Kind::BvAshr => sys::BITWUZLA_KIND_BV_ASHR,
        Kind::BvUlt => sys::BITWUZLA_KIND_BV_ULT,
        Kind::BvUle => sys::BITWUZLA_KIND_BV_ULE,
        Kind::BvSlt => sys::BITWUZLA_KIND_BV_SLT,
        Kind::BvSle => sys::BITWUZLA_KIND_BV_SLE,
        Kind::BvConcat => sys::BITWUZLA_KIND_BV_CONCAT,
        Kind::BvUaddOverflow => sys::BITWUZLA_KIND_BV_UADD_OVERFLOW,
        Kind::BvSaddOverflow => sys::BITWUZLA_KIND_BV_SADD_OVERFLOW,
        Kind::BvUsubOverflow => sys::BITWUZLA_KIND_BV_USUB_OVERFLOW,
        Kind::BvSsubOverflow => sys::BITWUZLA_KIND_BV_SSUB_OVERFLOW,
        Kind::BvUmulOverflow => sys::BITWUZLA_KIND_BV_UMUL_OVERFLOW,
        Kind::BvSmulOverflow => sys::BITWUZLA_KIND_BV_SMUL_OVERFLOW,
        Kind::FpRem => sys::BITWUZLA_KIND_FP_REM,
        Kind::FpNeg => sys::BITWUZLA_KIND_FP_NEG,
        Kind::FpAbs => sys::BITWUZLA_KIND_FP_ABS,
        Kind::FpEq => sys::BITWUZLA_KIND_FP_EQUAL,
        Kind::FpLt => sys::BITWUZLA_KIND_FP_LT,
        Kind::FpLe => sys::BITWUZLA_KIND_FP_LEQ,
        Kind::FpIsNan => sys::BITWUZLA_KIND_FP_IS_NAN,
        Kind::FpIsInfinite => sys::BITWUZLA_KIND_FP_IS_INF,
        Kind::FpIsZero => sys::BITWUZLA_KIND_FP_IS_ZERO,
        Kind::FpIsNegative => sys::BITWUZLA_KIND_FP_IS_NEG,
        Kind::FpIsNormal => sys::BITWUZLA_KIND_FP_IS_NORMAL,
        Kind::FpIsSubnormal => sys::BITWUZLA_KIND_FP_IS_SUBNORMAL,
        Kind::Select => sys::BITWUZLA_KIND_ARRAY_SELECT,
        Kind::Store => sys::BITWUZLA_KIND_ARRAY_STORE,
        _ => return None,
    })
}

/// Float operators that klew's terms round to nearest even.
fn to_nearest_even(kind: Kind) -> Option<raw::Kind> {
    Some(match kind {
        Kind::FpAdd => sys::BITWUZLA_KIND_FP_ADD,
        Kind::FpSub => sys::BITWUZLA_KIND_FP_SUB,
        Kind::FpMul => sys::BITWUZLA_KIND_FP_MUL,
        Kind::FpDiv => sys::BITWUZLA_KIND_FP_DIV,
        Kind::FpFma => sys::BITWUZLA_KIND_FP_FMA,
        Kind::FpSqrt => sys::BITWUZLA_KIND_FP_SQRT,
        _ => return None,
    })
}
