//! Inputs for unions that may hold pointers: all bytes of the union, and, over them, a pointer for each pointer that a member
//! has, where that is not null.
//!
//! The bytes stand for the members without pointers. Where the program uses them as a pointer all the same, the pointer is
//! null ([`InputOrigin::UnionBytes`]): one that points to something is what the inputs behind the bytes are for. Pointers to
//! functions have no inputs of their own; a call through such bytes is not followed.
//!
//! Invariant: pointers of two members are never there at once, as that is no value of the union.

use klew_ir::{
    BinaryOperation, Comparison, Constant, InputOrigin, Operand, Operation, SourceType,
    SourceTypeId, Type,
};

use super::parts::{Filler, Origin, PartKind};

/// A union with more pointers than that is not taken apart.
const MOST_POINTERS: usize = 8;

/// A pointer in a member of a union.
struct Leaf {
    name: String,
    offset: u64,
    ty: SourceTypeId,
}

impl Filler<'_> {
    /// How many parts a union with pointers has, or why it has none.
    pub(super) fn parts_of_union(&self, ty: SourceTypeId) -> Result<u64, String> {
        let SourceType::Record { size, fields, .. } = self.sources.resolved(ty) else {
            return Err("debug information does not say what it holds".into());
        };
        let mut leaves = Vec::new();
        for field in fields {
            let known =
                field.bit_width.is_some() || self.pointers(field.source_type, 0, "", &mut leaves);
            if !known || leaves.len() > MOST_POINTERS {
                return Err(format!("it holds a union of {size} bytes with many pointers"));
            }
        }
        Ok(1 + leaves.len() as u64)
    }

    /// Writes inputs to a union with pointers.
    pub(super) fn fill_union(
        &mut self,
        base: &Operand,
        ty: SourceTypeId,
        name: &str,
        origin: &Origin,
    ) {
        let sources = self.sources;
        let SourceType::Record { size, fields, .. } = sources.resolved(ty) else { return };
        self.bytes_for(InputOrigin::UnionBytes, base, (ty, *size), name, origin);
        let mut earlier: Option<Operand> = None;
        for field in fields.iter().filter(|field| field.bit_width.is_none()) {
            let mut leaves = Vec::new();
            let member = match field.name.as_str() {
                "" => name.to_owned(),
                field => format!("{name}.{field}"),
            };
            self.pointers(field.source_type, field.bit_offset / 8, &member, &mut leaves);
            let mut here: Option<Operand> = None;
            for leaf in leaves {
                let is_there = self.fill_pointer(base, &leaf, origin);
                here = Some(self.either(here, is_there));
            }
            let Some(here) = here else { continue };
            if let Some(earlier) = &earlier {
                self.never_both(earlier.clone(), here.clone());
            }
            earlier = Some(self.either(earlier, here));
        }
    }

    /// A pointer over the bytes of a union, if it is not null; whether it is not.
    fn fill_pointer(&mut self, base: &Operand, leaf: &Leaf, origin: &Origin) -> Operand {
        let origin = origin.moved(leaf.offset);
        let kind = PartKind::UnionReference;
        let value = self.input(Type::Pointer, leaf.ty, &leaf.name, &origin, kind);
        let builder = &mut *self.builder;
        let null = Operand::Constant(Constant::Null);
        let is_there = builder.compare(Comparison::NotEqual, value.clone(), null);
        let (holds, goes_on) = (builder.block(&[]), builder.block(&[]));
        builder.branch(is_there.clone(), holds, goes_on);
        builder.switch_to(holds);
        let at = builder.offset_by(base.clone(), leaf.offset as i64);
        builder.store_unchecked(at, value);
        builder.jump(goes_on, Vec::new());
        builder.switch_to(goes_on);
        is_there
    }

    fn either(&mut self, one: Option<Operand>, other: Operand) -> Operand {
        match one {
            Some(one) => self.builder.binary(BinaryOperation::Or, one, other),
            None => other,
        }
    }

    fn never_both(&mut self, one: Operand, other: Operand) {
        let both = self.builder.binary(BinaryOperation::And, one, other);
        let no = Operand::Constant(Constant::int(1, 0));
        let apart = self.builder.compare(Comparison::Equal, both, no);
        self.builder.effect(Operation::Assume(apart));
    }

    /// The pointers in a type, but to functions; whether that is all that there can be.
    fn pointers(&self, ty: SourceTypeId, offset: u64, name: &str, found: &mut Vec<Leaf>) -> bool {
        match self.sources.resolved(ty) {
            SourceType::Pointer(target) => {
                if !matches!(self.sources.resolved(*target), SourceType::Function) {
                    found.push(Leaf { name: name.to_owned(), offset, ty });
                }
                found.len() <= MOST_POINTERS
            }
            SourceType::Array(element, count) if !self.is_plain(*element) => {
                let size = self.size(*element);
                (0..count.unwrap_or(0)).all(|index| {
                    let name = format!("{name}[{index}]");
                    self.pointers(*element, offset + index * size, &name, found)
                })
            }
            SourceType::Record { fields, .. } => fields.iter().all(|field| {
                let name = format!("{name}.{}", field.name);
                field.bit_width.is_some()
                    || self.pointers(field.source_type, offset + field.bit_offset / 8, &name, found)
            }),
            _ => true,
        }
    }
}
