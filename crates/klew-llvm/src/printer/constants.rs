//! Prints constants and constant expressions.

use super::{Printer, put};
use crate::syntax::{
    Constant, ConstantExpression, Flags, FloatBits, FloatKind, InRange, Integer, TypeId,
    TypedConstant,
};
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use std::fmt::Write;

impl<'m> Printer<'m> {
    pub(super) fn typed_constant(&mut self, constant: &'m TypedConstant) {
        self.ty(constant.ty);
        self.put(" ");
        self.constant(constant.ty, &constant.value);
    }

    fn typed_constants(&mut self, constants: &'m [TypedConstant]) {
        self.separated(constants, Self::typed_constant);
    }

    pub(super) fn constant(&mut self, ty: TypeId, constant: &'m Constant) {
        match constant {
            Constant::Integer(integer) => self.integer(ty, integer),
            Constant::Float(float) => self.float(**float),
            Constant::Null => self.put("null"),
            Constant::Undef => self.put("undef"),
            Constant::Poison => self.put("poison"),
            Constant::Zero => self.put("zeroinitializer"),
            Constant::NoneToken => self.put("none"),
            Constant::Global(id) => self.global(*id),
            Constant::Array(items) => self.bracketed("[", items, "]"),
            Constant::Struct(items) => {
                let packed = self.module.types.struct_body(ty).is_some_and(|body| body.packed);
                match packed {
                    true => self.bracketed("<{ ", items, " }>"),
                    false => self.bracketed("{ ", items, " }"),
                }
            }
            Constant::Vector(items) => self.bracketed("<", items, ">"),
            Constant::Splat(item) => self.bracketed("splat (", std::slice::from_ref(item), ")"),
            Constant::Bytes(bytes) => {
                self.put("c");
                self.quoted(bytes);
            }
            Constant::BlockAddress(function, block) => {
                self.put("blockaddress(");
                self.global(*function);
                self.put(", %");
                self.local_name(block);
                self.put(")");
            }
            Constant::DsoLocalEquivalent(id) => {
                self.put("dso_local_equivalent ");
                self.global(*id);
            }
            Constant::NoCfi(id) => {
                self.put("no_cfi ");
                self.global(*id);
            }
            Constant::PtrAuth(items) => self.bracketed("ptrauth (", items, ")"),
            Constant::Expression(expression) => self.expression(expression),
        }
    }

    fn bracketed(&mut self, open: &str, items: &'m [TypedConstant], close: &str) {
        self.put(open);
        self.typed_constants(items);
        self.put(close);
    }

    fn integer(&mut self, ty: TypeId, integer: &Integer) {
        let width = self.module.types.integer_width(ty).unwrap_or(64);
        match integer {
            Integer::Small(value) if width == 1 => {
                self.put(["false", "true"][(value & 1) as usize])
            }
            Integer::Small(value) => {
                let shift = 64 - width.min(64);
                put!(self, "{}", ((value << shift) as i64) >> shift);
            }
            Integer::Big(value) => put!(self, "{}", signed(value, width)),
        }
    }

    fn float(&mut self, float: FloatBits) {
        let bits = float.bits;
        let low = bits as u64;
        let high = (bits >> 64) as u64;
        match float.kind {
            FloatKind::Half => put!(self, "0xH{bits:04X}"),
            FloatKind::BFloat => put!(self, "0xR{bits:04X}"),
            FloatKind::Float => put!(self, "0x{:016X}", float_as_double(bits as u32)),
            FloatKind::Double => put!(self, "0x{bits:016X}"),
            FloatKind::X86Fp80 => put!(self, "0xK{bits:020X}"),
            FloatKind::Fp128 => put!(self, "0xL{low:016X}{high:016X}"),
            FloatKind::PpcFp128 => put!(self, "0xM{low:016X}{high:016X}"),
        }
    }

    /// Flags, each with a blank after it.
    pub(super) fn flags(&mut self, flags: Flags) {
        for (word, flag) in Flags::ALL {
            if flags.contains(*flag) {
                put!(self, "{word} ");
            }
        }
    }

    fn expression(&mut self, expression: &'m ConstantExpression) {
        match expression {
            ConstantExpression::GetElementPtr { flags, in_range, source, base, indices } => {
                self.put("getelementptr ");
                self.flags(*flags);
                if let Some(InRange::Offsets(from, to)) = in_range {
                    put!(self, "inrange({from}, {to}) ");
                }
                self.put("(");
                self.ty(*source);
                self.put(", ");
                self.typed_constant(base);
                for (number, index) in indices.iter().enumerate() {
                    self.put(", ");
                    if *in_range == Some(InRange::Index(number as u32)) {
                        self.put("inrange ");
                    }
                    self.typed_constant(index);
                }
                self.put(")");
            }
            ConstantExpression::Cast { operator, value, to } => {
                put!(self, "{} (", operator.keyword());
                self.typed_constant(value);
                self.put(" to ");
                self.ty(*to);
                self.put(")");
            }
            ConstantExpression::Binary { operator, flags, left, right } => {
                put!(self, "{} ", operator.keyword());
                self.flags(*flags);
                self.call_like("", &[left, right]);
            }
            ConstantExpression::FNeg(value) => self.call_like("fneg ", &[value]),
            ConstantExpression::ICmp(predicate, left, right) => {
                put!(self, "icmp {} ", predicate.keyword());
                self.call_like("", &[left, right]);
            }
            ConstantExpression::FCmp(predicate, left, right) => {
                put!(self, "fcmp {} ", predicate.keyword());
                self.call_like("", &[left, right]);
            }
            ConstantExpression::Select(operands) => self.bracketed("select (", &**operands, ")"),
            ConstantExpression::ExtractElement(vector, index) => {
                self.call_like("extractelement ", &[vector, index]);
            }
            ConstantExpression::InsertElement(operands) => {
                self.bracketed("insertelement (", &**operands, ")");
            }
            ConstantExpression::ShuffleVector(operands) => {
                self.bracketed("shufflevector (", &**operands, ")");
            }
            ConstantExpression::ExtractValue(aggregate, path) => {
                self.put("extractvalue (");
                self.typed_constant(aggregate);
                self.path(path);
                self.put(")");
            }
            ConstantExpression::InsertValue(aggregate, element, path) => {
                self.put("insertvalue (");
                self.typed_constant(aggregate);
                self.put(", ");
                self.typed_constant(element);
                self.path(path);
                self.put(")");
            }
        }
    }

    fn call_like(&mut self, opcode: &str, operands: &[&'m TypedConstant]) {
        put!(self, "{opcode}(");
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            self.typed_constant(operand);
        }
        self.put(")");
    }

    /// `, 1, 2`
    pub(super) fn path(&mut self, path: &[u32]) {
        for index in path {
            put!(self, ", {index}");
        }
    }
}

fn signed(value: &BigUint, width: u32) -> BigInt {
    let value = BigInt::from(value.clone());
    match value.bit(u64::from(width) - 1) {
        true => value - (BigInt::one() << width),
        false => value,
    }
}

/// The double that LLVM writes for a float: same value, or for a NaN the same payload.
fn float_as_double(bits: u32) -> u64 {
    let sign = u64::from(bits >> 31) << 63;
    let fraction = u64::from(bits & 0x7f_ffff);
    match (bits >> 23) & 0xff {
        0xff => sign | 0x7ff << 52 | fraction << 29,
        _ => f64::from(f32::from_bits(bits)).to_bits(),
    }
}
