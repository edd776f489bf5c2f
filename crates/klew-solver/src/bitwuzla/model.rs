//! Bitwuzla's models as assignments.

use klew_term::{ArrayValue, Assignment, BitVecValue, Constant, Sort, SymbolId, Terms};
use num_bigint::BigUint;

use super::{raw::Term, translate::Translator};
use crate::{backend::BackendError, float_image};

pub(super) fn read(
    translator: &Translator,
    terms: &Terms,
    symbols: &[SymbolId],
) -> Result<Assignment, BackendError> {
    let value = |&symbol: &SymbolId| {
        let sort = terms.symbol_sort(symbol);
        let value = match translator.symbol(symbol) {
            Some(term) => constant(translator, sort, term)?,
            None => Constant::zero(sort),
        };
        Ok((symbol, value))
    };
    symbols.iter().map(value).collect()
}

fn constant(translator: &Translator, sort: Sort, term: Term) -> Result<Constant, BackendError> {
    let Sort::Array(index, element) = sort else {
        return from_bits(sort, &translator.instance().value_bits(term)?);
    };
    let contents = translator.instance().array_bits(term)?;
    let mut value = ArrayValue::constant(index, from_bits(element.into(), &contents.default)?);
    for (at, entry) in &contents.entries {
        value.store(from_bits(index.into(), at)?, from_bits(element.into(), entry)?);
    }
    Ok(Constant::Array(value))
}

/// A scalar value from binary digits, most significant first.
fn from_bits(sort: Sort, bits: &str) -> Result<Constant, BackendError> {
    let strange = || BackendError::Failed(format!("a strange value of sort {sort}: {bits}"));
    Ok(match sort {
        Sort::Bool => Constant::Bool(bits == "1"),
        Sort::BitVec(width) if width <= 64 => {
            Constant::bv(width, u64::from_str_radix(bits, 2).map_err(|_| strange())?)
        }
        Sort::BitVec(width) => {
            let value = BigUint::parse_bytes(bits.as_bytes(), 2).ok_or_else(strange)?;
            Constant::BitVec(BitVecValue::from_biguint(width, value))
        }
        Sort::Float(format) => {
            let value = u128::from_str_radix(bits, 2).map_err(|_| strange())?;
            float_image::from_sort(format, value)
        }
        Sort::Int | Sort::Array(..) => return Err(strange()),
    })
}
