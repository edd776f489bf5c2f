//! LLVM's intrinsic functions, by name.

mod bits;
mod floats;
mod memory;
mod saturating;

pub(super) use memory::{copy, fill};

use klew_ir::{BinaryOperation, Operand, Property, Terminator};
use smallvec::SmallVec;

use super::builder::{Scalars, all_ones, int, truth};
use super::function::FunctionLowering;
use super::shared::Unsupported;
use crate::syntax;

/// Whether the intrinsic (without `llvm.`) only speaks to debuggers.
pub(crate) fn is_debug(name: &str) -> bool {
    name.starts_with("dbg.") || name.starts_with("lifetime.end")
}

/// The name without the types at its end: `memcpy` for `memcpy.p0.p0.i64`.
fn base(name: &str) -> &str {
    let mut base = name;
    while let Some((rest, last)) = base.rsplit_once('.') {
        if !is_type(last) {
            break;
        }
        base = rest;
    }
    base
}

fn is_type(segment: &str) -> bool {
    let digit_after = |prefix: &str| {
        segment
            .strip_prefix(prefix)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    ["i", "f", "p", "v", "bf", "a", "nxv"].into_iter().any(digit_after)
        || segment.starts_with("sl_")
        || segment.starts_with("s_")
        || segment == "isVoid"
}

impl<'m> FunctionLowering<'_, 'm, '_> {
    /// Translates a call of the intrinsic `llvm.name`.
    pub fn intrinsic(&mut self, name: &str, call: &syntax::Call) -> Result<Scalars, Unsupported> {
        let none = Scalars::new();
        if let Some(kind) = name.strip_prefix("dbg.") {
            return self.debug_call(kind, call).map(|()| none);
        }
        let base = base(name);
        match base {
            "donothing"
            | "sideeffect"
            | "assume"
            | "prefetch"
            | "pseudoprobe"
            | "var.annotation"
            | "invariant.end"
            | "va_end"
            | "instrprof.increment" => return Ok(none),
            _ if base.starts_with("experimental.noalias") => return Ok(none),
            "trap" | "debugtrap" | "ubsantrap" => {
                self.builder.assert_fails(Property::Abort, None);
                self.builder.terminate(Terminator::Abort);
                return Ok(none);
            }
            _ => {}
        }
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            arguments.push(self.value(argument.ty, &argument.value)?);
        }
        let unknown = || Unsupported(format!("the intrinsic `llvm.{name}`"));
        let results = self.context.types.scalars(call.result)?;
        if let Some(scalars) = self.memory_intrinsic(base, &arguments, &results)? {
            return Ok(scalars);
        }
        if let Some(operation) = base.strip_prefix("vector.reduce.") {
            return self.reduction(operation, arguments).ok_or_else(unknown);
        }
        let first = arguments.first().cloned().unwrap_or_default();
        match base {
            "expect"
            | "expect.with.probability"
            | "ssa.copy"
            | "threadlocal.address"
            | "annotation"
            | "ptr.annotation"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "arithmetic.fence"
            | "preserve.static.offset" => {
                return Ok(first);
            }
            "is.constant" => return Ok(smallvec::smallvec![truth(false)]),
            "allow.runtime.check" | "allow.ubsan.check" => {
                return Ok(smallvec::smallvec![truth(true)]);
            }
            _ => {}
        }
        self.lanes(base, arguments, &results)?.ok_or_else(unknown)
    }

    /// Intrinsics that work lane by lane, with one scalar for all lanes where the lane counts differ.
    fn lanes(
        &mut self,
        base: &str,
        arguments: Vec<Scalars>,
        results: &[klew_ir::Type],
    ) -> Result<Option<Scalars>, Unsupported> {
        let lanes = arguments.first().map_or(0, SmallVec::len);
        let overflow = base.ends_with(".with.overflow");
        let mut values = Scalars::new();
        let mut flags = Scalars::new();
        for lane in 0..lanes {
            let operands: Option<Vec<Operand>> = arguments
                .iter()
                .map(|scalars| scalars.get(if scalars.len() == lanes { lane } else { 0 }).cloned())
                .collect();
            let (Some(operands), Some(ty)) = (operands, results.get(lane).copied()) else {
                return Ok(None);
            };
            let builder = &mut self.builder;
            if overflow {
                let pair = saturating::with_overflow(builder, base, &operands);
                let Some((value, flag)) = pair else { return Ok(None) };
                values.push(value);
                flags.push(flag);
                continue;
            }
            let value = bits::lane(builder, base, &operands)
                .or_else(|| saturating::lane(builder, base, &operands))
                .or_else(|| floats::lane(builder, base, &operands, ty));
            match value.or_else(|| self.library_function(base, operands, ty)) {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        values.extend(flags);
        Ok((lanes > 0).then_some(values))
    }

    /// Intrinsics that are functions of the C library under another name.
    fn library_function(
        &mut self,
        base: &str,
        operands: Vec<Operand>,
        result: klew_ir::Type,
    ) -> Option<Operand> {
        const NAMES: [&str; 15] = [
            "pow", "sin", "cos", "tan", "exp", "exp2", "exp10", "log", "log2", "log10", "asin",
            "acos", "atan", "ldexp", "atan2",
        ];
        if !NAMES.contains(&base) {
            return None;
        }
        let suffix = match result {
            klew_ir::Type::Float(klew_ir::FloatFormat::Single) => "f",
            klew_ir::Type::Float(klew_ir::FloatFormat::Double) => "",
            klew_ir::Type::Float(klew_ir::FloatFormat::X87) => "l",
            _ => return None,
        };
        let parameters: Vec<_> = operands.iter().map(|a| self.builder.type_of(a)).collect();
        let id = self.shared.external(&format!("{base}{suffix}"), &parameters, &[result]);
        let callee = klew_ir::Callee::Function(id);
        self.builder.call(callee, operands, &[result]).into_iter().next()
    }

    /// `llvm.vector.reduce.…`: with a start value first for the floating-point ones.
    fn reduction(&mut self, operation: &str, arguments: Vec<Scalars>) -> Option<Scalars> {
        use crate::syntax::IntegerPredicate as P;
        let mut lanes = arguments.into_iter().flatten();
        let first = lanes.next()?;
        let builder = &mut self.builder;
        let combine: fn(&mut super::builder::Builder, Operand, Operand) -> Operand = match operation
        {
            "add" => |b, x, y| b.binary(BinaryOperation::Add, x, y),
            "mul" => |b, x, y| b.binary(BinaryOperation::Mul, x, y),
            "and" => |b, x, y| b.binary(BinaryOperation::And, x, y),
            "or" => |b, x, y| b.binary(BinaryOperation::Or, x, y),
            "xor" => |b, x, y| b.binary(BinaryOperation::Xor, x, y),
            "fadd" => |b, x, y| b.binary(BinaryOperation::FloatAdd, x, y),
            "fmul" => |b, x, y| b.binary(BinaryOperation::FloatMul, x, y),
            "fmin" => |b, x, y| b.binary(BinaryOperation::FloatMin, x, y),
            "fmax" => |b, x, y| b.binary(BinaryOperation::FloatMax, x, y),
            "smax" => |b, x, y| super::memory::extreme(b, P::Sgt, x, y),
            "smin" => |b, x, y| super::memory::extreme(b, P::Slt, x, y),
            "umax" => |b, x, y| super::memory::extreme(b, P::Ugt, x, y),
            "umin" => |b, x, y| super::memory::extreme(b, P::Ult, x, y),
            _ => return None,
        };
        let total = lanes.fold(first, |sum, lane| combine(builder, sum, lane));
        Some(smallvec::smallvec![total])
    }
}

/// `-1` where the size of an object is not known and the least is not asked for, else 0.
fn unknown_size(width: u32, least: bool) -> Operand {
    if least { int(width, 0) } else { all_ones(width) }
}
