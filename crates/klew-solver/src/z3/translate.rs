//! From klew's terms to Z3's, each once. One way only: nothing of Z3's enumerations is read back.

use ::z3::{
    Sort as Z3Sort, Symbol,
    ast::{Array, Ast, BV, Bool, Dynamic, Float, Int, RoundingMode as Z3Rounding},
    ast::{exists_const, forall_const},
};
use klew_term::{
    BitVecValue, FloatFormat, Kind, RoundingMode, ScalarSort, Sort, SymbolId, TableReader, TermId,
    Terms,
};
use rustc_hash::FxHashMap;

use super::raw;
use crate::{
    backend::BackendError,
    float_image,
    theory::{Theories, needed},
};

/// The translations of the terms seen so far.
#[derive(Debug, Default)]
pub(super) struct Translator {
    terms: FxHashMap<TermId, Dynamic>,
    symbols: FxHashMap<SymbolId, Dynamic>,
    theories: Theories,
}

type Translated = Result<Dynamic, BackendError>;

fn confused() -> BackendError {
    BackendError::Failed("an argument of a wrong sort".into())
}

fn no_term() -> BackendError {
    BackendError::Failed("Z3 made no term".into())
}

fn bits(term: &Dynamic) -> Result<BV, BackendError> {
    term.as_bv().ok_or_else(confused)
}

fn truth(term: &Dynamic) -> Result<Bool, BackendError> {
    term.as_bool().ok_or_else(confused)
}

fn integer(term: &Dynamic) -> Result<Int, BackendError> {
    term.as_int().ok_or_else(confused)
}

fn float(term: &Dynamic) -> Result<Float, BackendError> {
    term.as_float().ok_or_else(confused)
}

fn array(term: &Dynamic) -> Result<Array, BackendError> {
    term.as_array().ok_or_else(confused)
}

pub(super) fn scalar_sort(sort: ScalarSort) -> Z3Sort {
    match sort {
        ScalarSort::Bool => Z3Sort::bool(),
        ScalarSort::BitVec(width) => Z3Sort::bitvector(width),
        ScalarSort::Int => Z3Sort::int(),
        ScalarSort::Float(format) => float_sort(format),
    }
}

fn float_sort(format: FloatFormat) -> Z3Sort {
    Z3Sort::float(format.exponent_bits(), format.significand_bits())
}

fn sort(sort: Sort) -> Z3Sort {
    match sort {
        Sort::Array(index, element) => Z3Sort::array(&scalar_sort(index), &scalar_sort(element)),
        Sort::Bool => Z3Sort::bool(),
        Sort::BitVec(width) => Z3Sort::bitvector(width),
        Sort::Int => Z3Sort::int(),
        Sort::Float(format) => float_sort(format),
    }
}

fn rounding(mode: RoundingMode) -> Z3Rounding {
    match mode {
        RoundingMode::NearestEven => Z3Rounding::round_nearest_ties_to_even(),
        RoundingMode::NearestAway => Z3Rounding::round_nearest_ties_to_away(),
        RoundingMode::TowardPositive => Z3Rounding::round_towards_positive(),
        RoundingMode::TowardNegative => Z3Rounding::round_towards_negative(),
        RoundingMode::TowardZero => Z3Rounding::round_towards_zero(),
    }
}

fn bv(value: &BitVecValue) -> Result<BV, BackendError> {
    match value.to_u64() {
        Some(small) => Ok(BV::from_u64(small, value.width())),
        None => BV::from_str(value.width(), &value.to_biguint().to_string()).ok_or_else(no_term),
    }
}

fn from_sort_bits(format: FloatFormat, bits: &BV) -> Result<Float, BackendError> {
    raw::float_from_bits(bits, &float_sort(format)).ok_or_else(no_term)
}

impl Translator {
    /// Number of terms translated so far.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The theories of all terms translated so far.
    pub(super) fn theories(&self) -> Theories {
        self.theories
    }

    /// The translation of a Boolean term, if there was one.
    pub(super) fn known_boolean(&self, term: TermId) -> Option<Bool> {
        self.terms.get(&term)?.as_bool()
    }

    /// The symbol's translation, if a translated term contains it.
    pub(super) fn symbol(&self, symbol: SymbolId) -> Option<&Dynamic> {
        self.symbols.get(&symbol)
    }

    /// Translates a Boolean term. Iterative: terms may be deeper than the stack.
    pub(super) fn boolean(&mut self, terms: &Terms, root: TermId) -> Result<Bool, BackendError> {
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
            let arguments: Vec<Dynamic> =
                needed.iter().map(|argument| self.terms[argument].clone()).collect();
            let translated = self.node(terms, term, &arguments)?;
            self.theories.add(Theories::of_node(terms, term));
            self.terms.insert(term, translated);
            stack.pop();
        }
        truth(&self.terms[&root])
    }

    /// Symbols are told apart by number, as names need not be unique.
    fn new_symbol(&mut self, terms: &Terms, symbol: SymbolId) -> Dynamic {
        let name = klew_term::symbol_smtlib_name(terms, symbol);
        let sort = sort(terms.symbol_sort(symbol));
        let made = Dynamic::new_const(Symbol::String(name), &sort);
        self.symbols.entry(symbol).or_insert(made).clone()
    }

    fn node(&mut self, terms: &Terms, term: TermId, arguments: &[Dynamic]) -> Translated {
        let kind = terms.kind(term);
        if let Some((table, index)) = terms.table_read(term) {
            let bounds = terms.bounds(index).ok_or_else(confused)?;
            let index = bits(&arguments[0])?;
            return table.read(&bounds, &mut TableTerms { width: terms.width(term), index });
        }
        match (kind, arguments) {
            (Kind::Symbol(symbol), _) => Ok(self.new_symbol(terms, symbol)),
            (Kind::True, _) => Ok(Bool::from_bool(true).into()),
            (Kind::False, _) => Ok(Bool::from_bool(false).into()),
            (Kind::BitVecConstant(_) | Kind::WideConstant(_), _) => {
                Ok(bv(&terms.as_bitvec(term).ok_or_else(confused)?)?.into())
            }
            (Kind::IntConstant(_), _) => {
                let value = terms.as_int(term).ok_or_else(confused)?;
                let made: Int = value.to_string().parse().map_err(|()| no_term())?;
                Ok(made.into())
            }
            (Kind::FloatConstant(_), _) => {
                let (format, image) = terms.as_float(term).ok_or_else(confused)?;
                let (width, value) =
                    (float_image::sort_bits(format), float_image::to_sort(format, image));
                let value = bv(&BitVecValue::from_u128(width, value))?;
                Ok(from_sort_bits(format, &value)?.into())
            }
            (Kind::ConstArray(index), [element]) => {
                Ok(Array::const_array(&scalar_sort(index), element).into())
            }
            (Kind::Select, [from, index]) => Ok(array(from)?.select(index)),
            (Kind::Store, [to, index, value]) => Ok(array(to)?.store(index, value).into()),
            (Kind::Forall(_) | Kind::Exists(_), [body]) => {
                let bound: Vec<Dynamic> = terms
                    .bound_symbols(kind)
                    .iter()
                    .map(|&symbol| self.new_symbol(terms, symbol))
                    .collect();
                let bound: Vec<&dyn Ast> = bound.iter().map(|symbol| symbol as &dyn Ast).collect();
                let body = truth(body)?;
                Ok(match kind {
                    Kind::Forall(_) => forall_const(&bound, &[], &body).into(),
                    _ => exists_const(&bound, &[], &body).into(),
                })
            }
            (Kind::Eq, [a, b]) => Ok(a.safe_eq(b).map_err(|_| confused())?.into()),
            (Kind::Ite, [condition, then, otherwise]) => Ok(truth(condition)?.ite(then, otherwise)),
            _ => boolean(kind, arguments)
                .or_else(|| integers(kind, arguments))
                .or_else(|| bit_vectors(kind, arguments))
                .or_else(|| floats(kind, arguments))
                .unwrap_or_else(|| Err(BackendError::Unsupported(format!("{kind:?}")))),
        }
    }
}

/// Makes the read of a table.
struct TableTerms {
    /// The elements'.
    width: u32,
    index: BV,
}

impl TableReader for TableTerms {
    type Term = Dynamic;
    type Error = BackendError;

    fn element(&mut self, value: u64) -> Translated {
        Ok(BV::from_u64(value, self.width).into())
    }

    fn any_bit(&mut self, high: u32, low: u32) -> Translated {
        let zero = BV::from_u64(0, high - low + 1);
        Ok(self.index.extract(high, low).eq(zero).not().into())
    }

    fn choose(&mut self, condition: &Dynamic, then: &Dynamic, otherwise: &Dynamic) -> Translated {
        Ok(truth(condition)?.ite(then, otherwise))
    }
}

/// Runs a fallible translation inside a chain of "not mine" alternatives.
fn attempt(translate: impl FnOnce() -> Translated) -> Option<Translated> {
    Some(translate())
}

fn boolean(kind: Kind, arguments: &[Dynamic]) -> Option<Translated> {
    let mine = matches!(kind, Kind::Not | Kind::And | Kind::Or | Kind::Xor | Kind::Implies);
    if !mine {
        return None;
    }
    attempt(|| {
        let arguments = arguments.iter().map(truth).collect::<Result<Vec<Bool>, _>>()?;
        Ok(match (kind, arguments.as_slice()) {
            (Kind::Not, [a]) => a.not(),
            (Kind::And, all) => Bool::and(all),
            (Kind::Or, all) => Bool::or(all),
            (Kind::Xor, [a, b]) => a.xor(b),
            (Kind::Implies, [a, b]) => a.implies(b),
            _ => return Err(confused()),
        }
        .into())
    })
}

fn integers(kind: Kind, arguments: &[Dynamic]) -> Option<Translated> {
    let convert = |signed: bool| attempt(|| Ok(bits(&arguments[0])?.to_int(signed).into()));
    match kind {
        Kind::BvToIntUnsigned => return convert(false),
        Kind::BvToIntSigned => return convert(true),
        Kind::IntAdd
        | Kind::IntSub
        | Kind::IntMul
        | Kind::IntNeg
        | Kind::IntDiv
        | Kind::IntMod
        | Kind::IntLe
        | Kind::IntLt
        | Kind::IntToBv(_) => {}
        _ => return None,
    }
    attempt(|| {
        let arguments = arguments.iter().map(integer).collect::<Result<Vec<Int>, _>>()?;
        Ok(match (kind, arguments.as_slice()) {
            (Kind::IntAdd, all) => Int::add(all).into(),
            (Kind::IntSub, all) => Int::sub(all).into(),
            (Kind::IntMul, all) => Int::mul(all).into(),
            (Kind::IntNeg, [a]) => a.unary_minus().into(),
            (Kind::IntDiv, [a, b]) => a.div(b).into(),
            (Kind::IntMod, [a, b]) => a.modulo(b).into(),
            (Kind::IntLe, [a, b]) => a.le(b).into(),
            (Kind::IntLt, [a, b]) => a.lt(b).into(),
            (Kind::IntToBv(width), [a]) => BV::from_int(a, width).into(),
            _ => return Err(confused()),
        })
    })
}

fn bit_vectors(kind: Kind, arguments: &[Dynamic]) -> Option<Translated> {
    let [first, ..] = arguments else { return None };
    let a = first.as_bv()?;
    let made: Dynamic = match kind {
        Kind::BvNeg => a.bvneg().into(),
        Kind::BvNot => a.bvnot().into(),
        Kind::BvExtract { high, low } => a.extract(high, low).into(),
        Kind::BvZeroExtend(to) => a.zero_ext(to - a.get_size()).into(),
        Kind::BvSignExtend(to) => a.sign_ext(to - a.get_size()).into(),
        Kind::FpFromBits(FloatFormat::X87) => return Some(x87(&a).map(Into::into)),
        Kind::FpFromBits(format) => return Some(from_sort_bits(format, &a).map(Into::into)),
        Kind::FpFromSigned(mode, format) | Kind::FpFromUnsigned(mode, format) => {
            let signed = matches!(kind, Kind::FpFromSigned(..));
            let sort = float_sort(format);
            let made = raw::float_from_integer(&rounding(mode), &a, signed, &sort);
            return Some(made.map(Into::into).ok_or_else(no_term));
        }
        _ => {
            let b = arguments.get(1)?.as_bv()?;
            binary(kind, &a, &b)?
        }
    };
    Some(Ok(made))
}

fn binary(kind: Kind, a: &BV, b: &BV) -> Option<Dynamic> {
    Some(match kind {
        Kind::BvAdd => a.bvadd(b).into(),
        Kind::BvSub => a.bvsub(b).into(),
        Kind::BvMul => a.bvmul(b).into(),
        Kind::BvUdiv => a.bvudiv(b).into(),
        Kind::BvUrem => a.bvurem(b).into(),
        Kind::BvSdiv => a.bvsdiv(b).into(),
        Kind::BvSrem => a.bvsrem(b).into(),
        Kind::BvAnd => a.bvand(b).into(),
        Kind::BvOr => a.bvor(b).into(),
        Kind::BvXor => a.bvxor(b).into(),
        Kind::BvShl => a.bvshl(b).into(),
        Kind::BvLshr => a.bvlshr(b).into(),
        Kind::BvAshr => a.bvashr(b).into(),
        Kind::BvUlt => a.bvult(b).into(),
        Kind::BvUle => a.bvule(b).into(),
        Kind::BvSlt => a.bvslt(b).into(),
        Kind::BvSle => a.bvsle(b).into(),
        Kind::BvConcat => a.concat(b).into(),
        Kind::BvUsubOverflow => a.bvult(b).into(),
        Kind::BvUmulOverflow => a.bvmul_no_overflow(b, false).not().into(),
        Kind::BvSmulOverflow => {
            Bool::and(&[a.bvmul_no_overflow(b, true), a.bvmul_no_underflow(b)]).not().into()
        }
        Kind::BvUaddOverflow => {
            let carry = a.zero_ext(1).bvadd(b.zero_ext(1));
            let top = a.get_size();
            carry.extract(top, top).eq(BV::from_u64(1, 1)).into()
        }
        Kind::BvSaddOverflow => sign_differs(&a.sign_ext(1).bvadd(b.sign_ext(1))).into(),
        Kind::BvSsubOverflow => sign_differs(&a.sign_ext(1).bvsub(b.sign_ext(1))).into(),
        _ => return None,
    })
}

/// Whether a result with one extra bit does not fit without it.
fn sign_differs(extended: &BV) -> Bool {
    let top = extended.get_size() - 1;
    extended.extract(top, top).ne(extended.extract(top - 1, top - 1))
}

/// The 80-bit image, as in the translation to Bitwuzla.
fn x87(image: &BV) -> Result<Float, BackendError> {
    let (exponent, fraction) = (image.extract(78, 64), image.extract(62, 0));
    let is_zero = exponent.eq(BV::from_u64(0, 15));
    let is_set = image.extract(63, 63).eq(BV::from_u64(1, 1));
    let pseudo = Bool::and(&[is_zero.clone(), is_set.clone()]);
    let invalid = Bool::and(&[is_zero.not(), is_set.not()]);
    let exponent = pseudo.ite(&BV::from_u64(1, 15), &exponent);
    let plain = image.extract(79, 79).concat(exponent).concat(fraction);
    let plain = from_sort_bits(FloatFormat::X87, &plain)?;
    Ok(invalid.ite(&Float::nan(&float_sort(FloatFormat::X87)), &plain))
}

fn floats(kind: Kind, arguments: &[Dynamic]) -> Option<Translated> {
    arguments.first()?.as_float()?;
    attempt(|| {
        let arguments = arguments.iter().map(float).collect::<Result<Vec<Float>, _>>()?;
        let even = rounding(RoundingMode::NearestEven);
        Ok(match (kind, arguments.as_slice()) {
            (Kind::FpAdd, [a, b]) => even.add(a.clone(), b.clone()).into(),
            (Kind::FpSub, [a, b]) => even.sub(a.clone(), b.clone()).into(),
            (Kind::FpMul, [a, b]) => even.mul(a.clone(), b.clone()).into(),
            (Kind::FpDiv, [a, b]) => even.div(a.clone(), b.clone()).into(),
            (Kind::FpRem, [a, b]) => a.rem(b).into(),
            (Kind::FpFma, [a, b, c]) => a.fma_with_rounding_mode(b, c, &even).into(),
            (Kind::FpSqrt, [a]) => a.sqrt_with_rounding_mode(&even).into(),
            (Kind::FpNeg, [a]) => a.unary_neg().into(),
            (Kind::FpAbs, [a]) => a.unary_abs().into(),
            (Kind::FpEq, [a, b]) => a.eq_fpa(b).into(),
            (Kind::FpLt, [a, b]) => a.lt(b).into(),
            (Kind::FpLe, [a, b]) => a.le(b).into(),
            (Kind::FpIsNan, [a]) => a.is_nan().into(),
            (Kind::FpIsInfinite, [a]) => a.is_infinite().into(),
            (Kind::FpIsZero, [a]) => a.is_zero().into(),
            (Kind::FpIsNegative, [a]) => a.is_negative().into(),
            (Kind::FpIsNormal, [a]) => a.is_normal().into(),
            (Kind::FpIsSubnormal, [a]) => a.is_subnormal().into(),
            (Kind::FpRoundToIntegral(mode), [a]) => {
                a.round_to_integral_with_rounding_mode(&rounding(mode)).into()
            }
            (Kind::FpToFp(mode, format), [a]) => {
                a.to_fp_with_rounding_mode(&rounding(mode), &float_sort(format)).into()
            }
            (Kind::FpToSigned(mode, width), [a]) => {
                a.to_sbv_with_rounding_mode(&rounding(mode), width).into()
            }
            (Kind::FpToUnsigned(mode, width), [a]) => {
                a.to_ubv_with_rounding_mode(&rounding(mode), width).into()
            }
            _ => return Err(BackendError::Unsupported(format!("{kind:?}"))),
        })
    })
}
