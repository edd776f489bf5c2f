//! What LLVM's types become: lists of scalars, each at its byte offset.

use std::cell::RefCell;
use std::rc::Rc;

use klew_ir::{FloatFormat, Type};
use rustc_hash::FxHashMap;

use super::unsupported::Unsupported;
use crate::layout::TypeLayout;
use crate::syntax;

/// A scalar within a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// Byte offset from the start.
    pub offset: u64,
    /// The scalar's type.
    pub ty: Type,
}

/// The scalars of a type and where they lie in memory.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The scalars, in order.
    pub leaves: Vec<Leaf>,
    /// Whether its memory layout is that of the leaves (not so for vectors of parts of bytes).
    pub in_memory: bool,
}

/// Values of more scalars than this are not taken apart; clang passes none that are larger.
const MOST_LEAVES: usize = 4096;

/// Shapes and sizes of the types of one module.
pub(crate) struct Types<'m> {
    module: &'m syntax::Module,
    layout: TypeLayout<'m>,
    shapes: RefCell<FxHashMap<syntax::TypeId, Rc<Shape>>>,
}

impl<'m> Types<'m> {
    /// For the types of that module.
    pub fn new(module: &'m syntax::Module) -> Types<'m> {
        Types { module, layout: TypeLayout::new(module), shapes: RefCell::default() }
    }

    /// The type itself.
    pub fn get(&self, ty: syntax::TypeId) -> &'m syntax::Type {
        self.module.types.get(ty)
    }

    /// Bytes from one element of this type to the next in an array.
    pub fn size(&self, ty: syntax::TypeId) -> Result<u64, Unsupported> {
        self.layout.alloc_size(ty).map_err(|error| Unsupported(error.to_string()))
    }

    /// Alignment in bytes that the platform gives the type.
    pub fn align(&self, ty: syntax::TypeId) -> Result<u64, Unsupported> {
        self.layout.abi_align(ty).map_err(|error| Unsupported(error.to_string()))
    }

    /// Byte offset of a field of a structure.
    pub fn field_offset(&self, ty: syntax::TypeId, index: u64) -> Result<u64, Unsupported> {
        let layout = self.layout.struct_layout(ty);
        let layout = layout.map_err(|error| Unsupported(error.to_string()))?;
        let offset = usize::try_from(index).ok().and_then(|index| layout.offsets.get(index));
        offset.copied().ok_or_else(|| "an index out of range".into())
    }

    /// Whether the type has no value.
    pub fn is_void(&self, ty: syntax::TypeId) -> bool {
        matches!(self.get(ty), syntax::Type::Void)
    }

    /// The scalar that the type is, if it is one.
    pub fn scalar(&self, ty: syntax::TypeId) -> Option<Type> {
        match self.get(ty) {
            syntax::Type::Integer(width) => Some(Type::Int(*width)),
            syntax::Type::Float(kind) => float_format(*kind).map(Type::Float),
            syntax::Type::Pointer { .. } => Some(Type::Pointer),
            _ => None,
        }
    }

    /// The scalars of a type. Void has none.
    pub fn shape(&self, ty: syntax::TypeId) -> Result<Rc<Shape>, Unsupported> {
        if let Some(shape) = self.shapes.borrow().get(&ty) {
            return Ok(Rc::clone(shape));
        }
        let mut shape = Shape { leaves: Vec::new(), in_memory: true };
        self.collect(ty, 0, &mut shape)?;
        let shape = Rc::new(shape);
        self.shapes.borrow_mut().insert(ty, Rc::clone(&shape));
        Ok(shape)
    }

    /// Types of the scalars of a type.
    pub fn scalars(&self, ty: syntax::TypeId) -> Result<Vec<Type>, Unsupported> {
        Ok(self.shape(ty)?.leaves.iter().map(|leaf| leaf.ty).collect())
    }

    /// How many scalars a type has.
    pub fn count(&self, ty: syntax::TypeId) -> Result<usize, Unsupported> {
        if self.scalar(ty).is_some() {
            return Ok(1);
        }
        Ok(self.shape(ty)?.leaves.len())
    }

    fn collect(&self, ty: syntax::TypeId, at: u64, shape: &mut Shape) -> Result<(), Unsupported> {
        if let Some(ty) = self.scalar(ty) {
            shape.leaves.push(Leaf { offset: at, ty });
            if shape.leaves.len() > MOST_LEAVES {
                return Err(Unsupported("a value of more than 4096 scalars".into()));
            }
            return Ok(());
        }
        match self.get(ty) {
            syntax::Type::Void => Ok(()),
            syntax::Type::Array { element, count } => {
                if *count == 0 {
                    return Ok(());
                }
                let size = self.size(*element)?;
                self.repeat(*element, *count, size, at, shape)
            }
            syntax::Type::Vector { element, count, scalable: false } => {
                let bits = self.scalar(*element).map_or(0, |ty| ty.bits(self.pointer_bits()));
                if !bits.is_multiple_of(8) {
                    shape.in_memory = false;
                }
                self.repeat(*element, *count, u64::from(bits.div_ceil(8)), at, shape)
            }
            syntax::Type::Struct(_) | syntax::Type::Named(_) => {
                let body = self.module.types.struct_body(ty);
                let body = body.ok_or_else(|| Unsupported("a value of an opaque type".into()))?;
                for (index, field) in body.fields.iter().enumerate() {
                    let offset = self.field_offset(ty, index as u64)?;
                    self.collect(*field, at + offset, shape)?;
                }
                Ok(())
            }
            other => Err(Unsupported(format!("a value of type {}", describe(other)))),
        }
    }

    fn repeat(
        &self,
        element: syntax::TypeId,
        count: u64,
        stride: u64,
        at: u64,
        shape: &mut Shape,
    ) -> Result<(), Unsupported> {
        if count > MOST_LEAVES as u64 {
            return Err(Unsupported("a value of more than 4096 scalars".into()));
        }
        (0..count).try_for_each(|index| self.collect(element, at + index * stride, shape))
    }

    /// Bits of a pointer.
    pub fn pointer_bits(&self) -> u32 {
        self.module.data_layout.pointer(0).bits
    }

    /// Element type and count of a vector.
    pub fn vector(&self, ty: syntax::TypeId) -> Option<(syntax::TypeId, u64)> {
        self.module.types.vector(ty)
    }

    /// The type that a path of indices leads to, and how many scalars lie before it.
    pub fn path(
        &self,
        mut ty: syntax::TypeId,
        path: &[u32],
    ) -> Result<(usize, syntax::TypeId), Unsupported> {
        let mut before = 0;
        for &index in path {
            match self.get(ty) {
                syntax::Type::Array { element, .. } => {
                    before += self.count(*element)? * index as usize;
                    ty = *element;
                }
                _ => {
                    let body = self.module.types.struct_body(ty);
                    let body = body.ok_or_else(|| Unsupported("an index into a scalar".into()))?;
                    for field in body.fields.iter().take(index as usize) {
                        before += self.count(*field)?;
                    }
                    let field = body.fields.get(index as usize);
                    ty = *field.ok_or_else(|| Unsupported("an index out of range".into()))?;
                }
            }
        }
        Ok((before, ty))
    }
}

/// The format of a kind of floating-point number; the pairs of doubles of PowerPC have none.
pub(crate) fn float_format(kind: syntax::FloatKind) -> Option<FloatFormat> {
    match kind {
        syntax::FloatKind::Half => Some(FloatFormat::Half),
        syntax::FloatKind::BFloat => Some(FloatFormat::BFloat),
        syntax::FloatKind::Float => Some(FloatFormat::Single),
        syntax::FloatKind::Double => Some(FloatFormat::Double),
        syntax::FloatKind::X86Fp80 => Some(FloatFormat::X87),
        syntax::FloatKind::Fp128 => Some(FloatFormat::Quad),
        syntax::FloatKind::PpcFp128 => None,
    }
}

fn describe(ty: &syntax::Type) -> String {
    match ty {
        syntax::Type::Float(kind) => kind.keyword().into(),
        syntax::Type::Label => "label".into(),
        syntax::Type::Metadata => "metadata".into(),
        syntax::Type::Token => "token".into(),
        syntax::Type::Vector { .. } => "scalable vector".into(),
        syntax::Type::Function { .. } => "function".into(),
        syntax::Type::Other(text) => text.to_string(),
        _ => "unknown kind".into(),
    }
}
