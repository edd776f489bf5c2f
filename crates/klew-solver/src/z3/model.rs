//! Z3's models as assignments.

use ::z3::{
    Model,
    ast::{Ast, Dynamic},
};
use klew_term::{
    ArrayValue, Assignment, BitVecValue, Constant, FloatFormat, ScalarSort, Sort, SymbolId, Terms,
};
use num_bigint::{BigInt, BigUint};

use super::{raw, translate::Translator};
use crate::{backend::BackendError, float_image};

pub(super) fn read(
    translator: &Translator,
    model: &Model,
    terms: &Terms,
    symbols: &[SymbolId],
) -> Result<Assignment, BackendError> {
    let value = |&symbol: &SymbolId| {
        let sort = terms.symbol_sort(symbol);
        let value = match (translator.symbol(symbol), sort) {
            (None, _) => Constant::zero(sort),
            (Some(term), Sort::Array(index, element)) => array(model, term, index, element)?,
            (Some(term), _) => {
                let sort = sort.scalar().ok_or_else(|| strange(term))?;
                scalar(model, term, sort)?
            }
        };
        Ok((symbol, value))
    };
    symbols.iter().map(value).collect()
}

fn strange(value: &Dynamic) -> BackendError {
    BackendError::Failed(format!("a strange value in Z3's model: {value:?}"))
}

/// The value of a scalar term (a symbol, or a value inside an array).
fn scalar(model: &Model, term: &Dynamic, sort: ScalarSort) -> Result<Constant, BackendError> {
    let value = model.eval(term, true).ok_or_else(|| strange(term))?;
    let unreadable = || strange(&value);
    Ok(match sort {
        ScalarSort::Bool => {
            let value = value.as_bool().and_then(|value| value.as_bool());
            Constant::Bool(value.ok_or_else(unreadable)?)
        }
        ScalarSort::Int => {
            let digits = raw::decimal(&value).ok_or_else(unreadable)?;
            Constant::Int(digits.parse::<BigInt>().map_err(|_| unreadable())?)
        }
        ScalarSort::BitVec(width) => {
            let digits = raw::decimal(&value).ok_or_else(unreadable)?;
            let bits = digits.parse::<BigUint>().map_err(|_| unreadable())?;
            Constant::BitVec(BitVecValue::from_biguint(width, bits))
        }
        ScalarSort::Float(format) => float(model, &value, format)?,
    })
}

/// A float by its bits. Those of a NaN are open in Z3, so it is recognised first.
fn float(model: &Model, value: &Dynamic, format: FloatFormat) -> Result<Constant, BackendError> {
    let unreadable = || strange(value);
    let value = value.as_float().ok_or_else(unreadable)?;
    let is_nan = model.eval(&value.is_nan(), true).and_then(|is_nan| is_nan.as_bool());
    if is_nan.ok_or_else(unreadable)? {
        return Ok(Constant::Float(format, klew_term::softfloat::nan(format)));
    }
    let bits = model.eval(&value.to_ieee_bv(), true).ok_or_else(unreadable)?;
    let digits = raw::decimal(&bits.simplify()).ok_or_else(unreadable)?;
    Ok(float_image::from_sort(format, digits.parse().map_err(|_| unreadable())?))
}

/// An array: stores over a constant array, or a function. Told apart by the operators' names, as the
/// numbers of Z3's enumeration differ between versions.
fn array(
    model: &Model,
    symbol: &Dynamic,
    index: ScalarSort,
    element: ScalarSort,
) -> Result<Constant, BackendError> {
    let mut current = model.eval(symbol, true).ok_or_else(|| strange(symbol))?;
    let mut stores: Vec<(Constant, Constant)> = Vec::new();
    let default = loop {
        let name = current.safe_decl().map(|declaration| declaration.name()).unwrap_or_default();
        match (name.as_str(), current.children().as_slice()) {
            ("store", [inner, at, value]) => {
                stores.push((scalar(model, at, index)?, scalar(model, value, element)?));
                current = inner.clone();
            }
            ("const", [value]) => break scalar(model, value, element)?,
            _ => {
                let function = symbol
                    .safe_decl()
                    .ok()
                    .filter(|_| stores.is_empty())
                    .and_then(|declaration| model.get_func_interp(&declaration))
                    .ok_or_else(|| strange(&current))?;
                for entry in function.get_entries().iter().rev() {
                    let [at] = entry.get_args().try_into().map_err(|_| strange(&current))?;
                    let value = scalar(model, &entry.get_value(), element)?;
                    stores.push((scalar(model, &at, index)?, value));
                }
                break scalar(model, &function.get_else(), element)?;
            }
        }
    };
    let mut value = ArrayValue::constant(index, default);
    for (at, element) in stores.into_iter().rev() {
        value.store(at, element);
    }
    Ok(Constant::Array(value))
}
