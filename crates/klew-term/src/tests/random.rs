//! Seeded random numbers and values, corner values preferred.

use num_bigint::{BigInt, BigUint};

use crate::{Assignment, BitVecValue, Constant, Sort, Terms};

/// A xorshift generator: the same numbers on every machine.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(super) fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub(super) fn bitvec(&mut self, width: u32) -> BitVecValue {
        match self.below(8) {
            0 => BitVecValue::zero(width),
            1 => BitVecValue::one(width),
            2 => BitVecValue::ones(width),
            3 => BitVecValue::signed_min(width),
            4 => BitVecValue::signed_min(width).not(),
            5 => {
                let exponent = self.below(width as usize) as u32;
                BitVecValue::power_of_two(width, exponent)
            }
            6 => BitVecValue::from_i64(width, self.below(9) as i64 - 4),
            _ => {
                let wide = (BigUint::from(self.next()) << 64u32) | BigUint::from(self.next());
                BitVecValue::from_biguint(width, wide)
            }
        }
    }

    pub(super) fn constant(&mut self, sort: Sort) -> Constant {
        match sort {
            Sort::Bool => Constant::Bool(self.one_in(2)),
            Sort::BitVec(width) => Constant::BitVec(self.bitvec(width)),
            Sort::Int => Constant::Int(BigInt::from(self.below(21) as i64 - 10)),
            Sort::Float(format) => {
                let exponent_and_sign =
                    self.bitvec(format.exponent_bits() + 1).to_u128().unwrap_or(0);
                let fraction = self.bitvec(format.significand_bits() - 1).to_u128().unwrap_or(0);
                let shift = format.storage_bits() - format.exponent_bits() - 1;
                let integer_bit =
                    if shift == 64 { u128::from(exponent_and_sign & 0x7fff != 0) << 63 } else { 0 };
                let bits = exponent_and_sign << shift | integer_bit | fraction;
                Constant::Float(format, crate::softfloat::canonical(format, bits))
            }
            Sort::Array(index, element) => {
                let mut array = crate::ArrayValue::constant(index, self.constant(element.into()));
                for _ in 0..self.below(4) {
                    let (index, element) =
                        (self.constant(index.into()), self.constant(element.into()));
                    array.store(index, element);
                }
                Constant::Array(array)
            }
        }
    }

    pub(super) fn assignment(&mut self, terms: &Terms) -> Assignment {
        (0..terms.symbol_count())
            .filter_map(|index| terms.symbol_at(index))
            .map(|symbol| (symbol, self.constant(terms.symbol_sort(symbol))))
            .collect()
    }
}
