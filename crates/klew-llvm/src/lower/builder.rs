//! The builder of bodies, as lowering of LLVM uses it.

use klew_ir::Operand;
pub(crate) use klew_ir::builder::{
    Builder, all_ones, as_u64, big_int, int, signed_max, signed_min, truth, undefined, zero,
};
use smallvec::SmallVec;

/// The scalars that an LLVM value is made of.
pub(crate) type Scalars = SmallVec<[Operand; 1]>;
