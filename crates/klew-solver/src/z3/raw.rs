//! The few calls of Z3's C interface that the safe `z3` crate does not offer.
//!
//! All of them take terms of the crate, which keep their context alive, and wrap what they get back
//! at once, so reference counts are never handled here.

#![allow(unsafe_code)] // The bindings are C; see the reasons at each block.

use std::{
    ffi::CStr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use z3::{
    Context, Sort,
    ast::{Ast, BV, Float, RoundingMode},
};
use z3_sys as sys;

/// A float with the given IEEE 754 bits (as many as the sort has).
pub fn float_from_bits(bits: &BV, sort: &Sort) -> Option<Float> {
    let context = bits.get_ctx();
    // SAFETY: all three belong to the live context; the result is wrapped before any other call.
    unsafe {
        let (context_, bits) = (context.get_z3_context(), bits.get_z3_ast());
        let ast = sys::Z3_mk_fpa_to_fp_bv(context_, bits, sort.get_z3_sort())?;
        Some(Float::wrap(context, ast))
    }
}

/// The float nearest to an integer in two's complement (`signed`) or plain binary.
pub fn float_from_integer(
    mode: &RoundingMode,
    integer: &BV,
    signed: bool,
    sort: &Sort,
) -> Option<Float> {
    let context = integer.get_ctx();
    let make = if signed { sys::Z3_mk_fpa_to_fp_signed } else { sys::Z3_mk_fpa_to_fp_unsigned };
    // SAFETY: all four belong to the live context; the result is wrapped before any other call.
    unsafe {
        let (context_, mode) = (context.get_z3_context(), mode.get_z3_ast());
        let ast = make(context_, mode, integer.get_z3_ast(), sort.get_z3_sort())?;
        Some(Float::wrap(context, ast))
    }
}

/// The decimal digits of an integer or bit-vector value; `None` for any other term.
pub fn decimal(value: &dyn Ast) -> Option<String> {
    let context = value.get_ctx().get_z3_context();
    // SAFETY: the term belongs to the live context; the string is copied before any other call.
    unsafe {
        if !sys::Z3_is_numeral_ast(context, value.get_z3_ast()) {
            return None;
        }
        let text = sys::Z3_get_numeral_string(context, value.get_z3_ast());
        if text.is_null() {
            return None;
        }
        Some(CStr::from_ptr(text).to_str().ok()?.to_owned())
    }
}

/// The check that is running on a context, if any, so that another thread can end it.
///
/// The address is only set while [`Running::during`] runs its closure, which borrows the context,
/// and is only used under the lock, so it is never dangling.
#[derive(Debug, Default)]
pub struct Running(Mutex<Option<Address>>);

#[derive(Debug)]
struct Address(sys::Z3_context);

// SAFETY: the address is only ever given to `Z3_interrupt`, which may be called from any thread.
unsafe impl Send for Address {}

impl Running {
    /// Runs `check`, which other threads may [`Running::interrupt`].
    pub fn during<T>(&self, context: &Context, check: impl FnOnce() -> T) -> T {
        /// Takes the address out again, also when `check` unwinds.
        struct Reset<'a>(&'a Running);
        impl Drop for Reset<'_> {
            fn drop(&mut self) {
                *self.0.lock() = None;
            }
        }
        *self.lock() = Some(Address(context.get_z3_context()));
        let _reset = Reset(self);
        check()
    }

    /// Ends the running check, if there is one, with an unknown answer.
    pub fn interrupt(&self) {
        if let Some(Address(context)) = &*self.lock() {
            // SAFETY: the context is alive while its address is here, and the lock keeps it here.
            unsafe { sys::Z3_interrupt(*context) };
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Address>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
