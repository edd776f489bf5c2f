//! Size and alignment of types under a data layout, remembered per type.
//!
//! Invariant: as LLVM computes them; what has no size, or one beyond 64 bits, is an error.

use super::DataLayout;
use crate::syntax::{Module, StructBody, Type, TypeId, TypeTable};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Why a type has no layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// `void`, functions, labels, opaque structures, target types.
    #[error("type has no size")]
    Unsized,
    /// Scalable vectors.
    #[error("size of a scalable vector is not known")]
    Scalable,
    /// A structure that contains itself.
    #[error("structure contains itself")]
    Recursive,
    /// Does not fit 64 bits.
    #[error("type is too large")]
    TooLarge,
}

/// Layout of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructLayout {
    /// Offset of each field in bytes.
    pub offsets: Box<[u64]>,
    /// Size in bytes, a multiple of the alignment.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// Bits of the value and alignment in bytes.
#[derive(Clone, Copy, Debug)]
struct Extent {
    bits: u64,
    align: u64,
}

type Answer<T> = Result<T, LayoutError>;

/// Layout of the types of a module.
#[derive(Debug)]
pub struct TypeLayout<'m> {
    types: &'m TypeTable,
    layout: &'m DataLayout,
    /// `None` while the type is being computed.
    extents: RefCell<FxHashMap<TypeId, Option<Answer<Extent>>>>,
    structs: RefCell<FxHashMap<TypeId, Rc<StructLayout>>>,
    depth: std::cell::Cell<u32>,
}

/// Deepest nesting of structures by value.
const MAX_DEPTH: u32 = 1000;

impl<'m> TypeLayout<'m> {
    /// For the types of a module.
    pub fn new(module: &'m Module) -> Self {
        TypeLayout {
            types: &module.types,
            layout: &module.data_layout,
            extents: RefCell::default(),
            structs: RefCell::default(),
            depth: std::cell::Cell::new(0),
        }
    }

    /// Number of bits of a value.
    pub fn size_in_bits(&self, ty: TypeId) -> Answer<u64> {
        Ok(self.extent(ty)?.bits)
    }

    /// Number of bytes a store writes.
    pub fn size_of(&self, ty: TypeId) -> Answer<u64> {
        Ok(self.extent(ty)?.bits.div_ceil(8))
    }

    /// Distance in bytes of consecutive elements of an array of this type.
    pub fn alloc_size(&self, ty: TypeId) -> Answer<u64> {
        let extent = self.extent(ty)?;
        round_up(extent.bits.div_ceil(8), extent.align)
    }

    /// Alignment in bytes.
    pub fn abi_align(&self, ty: TypeId) -> Answer<u64> {
        Ok(self.extent(ty)?.align)
    }

    /// Offsets of the fields of a structure.
    pub fn struct_layout(&self, ty: TypeId) -> Answer<Rc<StructLayout>> {
        self.extent(ty)?;
        let known = self.structs.borrow().get(&ty).cloned();
        known.ok_or(LayoutError::Unsized)
    }

    fn extent(&self, ty: TypeId) -> Answer<Extent> {
        if let Some(known) = self.extents.borrow().get(&ty) {
            return known.unwrap_or(Err(LayoutError::Recursive));
        }
        if self.depth.get() >= MAX_DEPTH {
            return Err(LayoutError::TooLarge);
        }
        self.extents.borrow_mut().insert(ty, None);
        self.depth.set(self.depth.get() + 1);
        let extent = self.compute(ty);
        self.depth.set(self.depth.get() - 1);
        self.extents.borrow_mut().insert(ty, Some(extent));
        extent
    }

    fn compute(&self, ty: TypeId) -> Answer<Extent> {
        let layout = self.layout;
        match self.types.get(ty) {
            Type::Integer(bits) => {
                let bits = *bits;
                Ok(Extent { bits: bits.into(), align: integer_align(&layout.integers, bits) })
            }
            Type::Float(kind) => {
                let bits = kind.bits();
                let listed = layout.floats.iter().find(|&&(width, _)| width == bits);
                let natural = u64::from(bits.div_ceil(8)).next_power_of_two();
                Ok(Extent { bits: bits.into(), align: listed.map_or(natural, |l| l.1) })
            }
            Type::Pointer { address_space, .. } => {
                let pointer = layout.pointer(*address_space);
                Ok(Extent { bits: pointer.bits.into(), align: pointer.align })
            }
            Type::Array { element, count } => {
                let bits = times_8(times(self.alloc_size(*element)?, *count)?)?;
                Ok(Extent { bits, align: self.abi_align(*element)? })
            }
            Type::Vector { scalable: true, .. } => Err(LayoutError::Scalable),
            Type::Vector { element, count, .. } => {
                let bits = times(self.size_in_bits(*element)?, *count)?;
                let listed = layout.vectors.iter().find(|&&(width, _)| u64::from(width) == bits);
                let natural = bits.div_ceil(8).checked_next_power_of_two();
                let natural = natural.ok_or(LayoutError::TooLarge)?;
                Ok(Extent { bits, align: listed.map_or(natural, |l| l.1) })
            }
            Type::Struct(body) => self.structure(ty, body),
            Type::Named(id) => match &self.types.structure(*id).body {
                Some(body) => self.structure(ty, body),
                None => Err(LayoutError::Unsized),
            },
            _ => Err(LayoutError::Unsized),
        }
    }

    fn structure(&self, ty: TypeId, body: &StructBody) -> Answer<Extent> {
        let mut size = 0u64;
        let mut align = if body.packed { 1 } else { self.layout.aggregate_align };
        let mut offsets = Vec::with_capacity(body.fields.len());
        for &field in &body.fields {
            if !body.packed {
                let field_align = self.abi_align(field)?;
                size = round_up(size, field_align)?;
                align = align.max(field_align);
            }
            offsets.push(size);
            let end = size.checked_add(self.alloc_size(field)?);
            size = end.ok_or(LayoutError::TooLarge)?;
        }
        size = round_up(size, align)?;
        let layout = StructLayout { offsets: offsets.into(), size, align };
        self.structs.borrow_mut().insert(ty, Rc::new(layout));
        Ok(Extent { bits: times_8(size)?, align })
    }
}

/// The alignment listed for the width, else for the next greater, else for the greatest.
fn integer_align(table: &[(u32, u64)], bits: u32) -> u64 {
    let listed = table.iter().find(|&&(width, _)| width >= bits);
    listed.or(table.last()).map_or(1, |&(_, align)| align)
}

fn times(a: u64, b: u64) -> Answer<u64> {
    a.checked_mul(b).ok_or(LayoutError::TooLarge)
}

fn times_8(bytes: u64) -> Answer<u64> {
    times(bytes, 8)
}

fn round_up(size: u64, align: u64) -> Answer<u64> {
    size.checked_next_multiple_of(align.max(1)).ok_or(LayoutError::TooLarge)
}
