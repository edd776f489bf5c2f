//! Z3's models as assignments.

use ::z3::{
    Model,
    ast::{Ast, BV, Bool, Dynamic},
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
    BackendError::Unsupported(format!("reading this value of its model: {value:?}"))
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
    // Not by evaluation, which would turn functions into lambda terms.
    let Some(mut current) = model.get_const_interp(symbol) else {
        return Ok(Constant::zero(Sort::Array(index, element)));
    };
    let mut stores: Vec<(Constant, Constant)> = Vec::new();
    let default = loop {
        // Lambda terms are no applications and have neither.
        let (name, children) = match current.safe_decl() {
            Ok(declaration) => (declaration.name(), current.children()),
            Err(_) => (String::new(), Vec::new()),
        };
        match (name.as_str(), children.as_slice()) {
            ("store", [inner, at, value]) => {
                stores.push((scalar(model, at, index)?, scalar(model, value, element)?));
                current = inner.clone();
            }
            ("const", [value]) => break scalar(model, value, element)?,
            _ => {
                let function = symbol.safe_decl().ok().filter(|_| stores.is_empty());
                let function = function.and_then(|function| model.get_func_interp(&function));
                let Some(function) = function else {
                    return enumerated(model, symbol, index, element);
                };
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

/// An array value of any other form, such as a lambda term, if it has few indices.
fn enumerated(
    model: &Model,
    symbol: &Dynamic,
    index: ScalarSort,
    element: ScalarSort,
) -> Result<Constant, BackendError> {
    let array = symbol.as_array().ok_or_else(|| strange(symbol))?;
    let mut value = ArrayValue::constant(index, Constant::zero(element.into()));
    let mut add = |at: Constant, place: Dynamic| -> Result<(), BackendError> {
        value.store(at, scalar(model, &array.select(&place), element)?);
        Ok(())
    };
    match index {
        ScalarSort::Bool => {
            for at in [false, true] {
                add(Constant::Bool(at), Bool::from_bool(at).into())?;
            }
        }
        ScalarSort::BitVec(width) if width <= 10 => {
            for at in 0..1u64 << width {
                add(Constant::bv(width, at), BV::from_u64(at, width).into())?;
            }
        }
        _ => return Err(strange(symbol)),
    }
    Ok(Constant::Array(value))
}
