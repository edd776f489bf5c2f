//! How memory is cut into fields: one array per class of objects and place in them.
//!
//! Where all accesses to a place agree on offset and type, the place is a field; accesses at offsets
//! `base + M·t` for unknown `t` are elements, a field for each residue, indexed by object and offset; where accesses
//! overlap in other ways, the bytes that they touch are fields.
//!
//! **Invariant**: two accesses that may touch the same byte are made of the same fields there; a class where that
//! cannot be brought about is broken, and says so.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::Type;

use crate::affine::{Affine, gcd};
use crate::inexpressible::Inexpressible;

/// A place in the objects of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// At that offset.
    Fixed(i64),
    /// At the layout's base, plus that, plus a multiple of its modulus.
    Element(u64),
}

/// An access to objects of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Where.
    pub offset: Affine,
    /// Of what type: whole bytes.
    pub value_type: Type,
}

/// The layout of a class.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    /// The fields, disjoint.
    pub fields: BTreeMap<Place, Type>,
    /// Where elements begin, and how far apart they are; none without elements.
    pub elements: Option<(i64, u64)>,
    /// Pointers in bytes that are numbers at other times, which `fields` has. Next to each lies what was written last.
    pub overlaid: BTreeSet<Place>,
    /// Why it cannot be expressed.
    pub broken: Option<Inexpressible>,
    /// Whether only values of one type are there, which never overlap in part.
    pub typed: bool,
}

/// The place at an offset, fixed or in an element.
type MakePlace = fn(i64) -> Place;

/// Of which fields an access consists: each with its distance from the access's start.
pub type Pieces = Vec<(Place, Type, u64)>;

impl Layout {
    /// For those accesses; with pointers of so many bits.
    pub fn new(accesses: &[Access], bits: u32) -> Layout {
        let moving = accesses.iter().filter(|access| access.offset.modulus != 0);
        let Some(mut base) = moving.clone().map(|access| access.offset.rest).min() else {
            let mut layout = Layout::default();
            let fixed: Vec<(i64, Type)> =
                accesses.iter().map(|access| (access.offset.rest, access.value_type)).collect();
            layout.cut(&fixed, bits, &Place::Fixed);
            return layout;
        };
        let size = |value_type: Type| value_type.store_size(bits) as i64;
        // What reaches over the base belongs to the elements.
        loop {
            let lower = accesses
                .iter()
                .filter(|access| access.offset.modulus == 0)
                .filter(|access| {
                    let start = access.offset.rest;
                    start < base && start.saturating_add(size(access.value_type)) > base
                })
                .map(|access| access.offset.rest)
                .min();
            match lower {
                Some(lower) => base = lower,
                None => break,
            }
        }
        let (below, above): (Vec<&Access>, Vec<&Access>) =
            accesses.iter().partition(|a| a.offset.modulus == 0 && a.offset.rest < base);
        let mut modulus = 0;
        for access in &above {
            // Fields of one element have the same modulus and different residues.
            modulus = gcd(modulus, access.offset.modulus);
        }
        let mut layout = Layout::default();
        let fixed: Vec<(i64, Type)> =
            below.iter().map(|access| (access.offset.rest, access.value_type)).collect();
        layout.cut(&fixed, bits, &Place::Fixed);
        let residue = |access: &Access| {
            access.offset.rest.wrapping_sub(base).rem_euclid(modulus.max(1) as i64)
        };
        let fits =
            above.iter().all(|access| residue(access) + size(access.value_type) <= modulus as i64);
        let inner: Vec<(i64, Type)> =
            above.iter().map(|access| (residue(access), access.value_type)).collect();
        if modulus > 0 && fits {
            layout.elements = Some((base, modulus));
            layout.cut(&inner, bits, &|at| Place::Element(at as u64));
        } else {
            layout.elements = Some((base, 1));
            if above.iter().any(|access| access.value_type == Type::Pointer) {
                layout.broken = Some(Inexpressible::PointersAmongBytes);
            }
            layout.fields.insert(Place::Element(0), Type::Int(8));
        }
        layout
    }

    /// For accesses of one type in memory where each place has one type; `moving`: some offset is not known, so what lies
    /// behind the header, which is all that such an offset may point behind, are elements.
    pub fn typed(accesses: &[Access], bits: u32, header: i64, moving: bool) -> Layout {
        let mut layout = Layout { typed: true, ..Layout::default() };
        let Some(first) = accesses.first() else { return layout };
        let size = first.value_type.store_size(bits);
        let moving = moving || accesses.iter().any(|access| access.offset.modulus != 0);
        if moving {
            layout.elements = Some((header, size));
        }
        for access in accesses {
            let offset = access.offset;
            let element = moving && (offset.modulus != 0 || offset.rest >= header);
            let place = if element { Place::Element(0) } else { Place::Fixed(offset.rest) };
            layout.fields.insert(place, access.value_type);
            if element
                && offset.modulus == 0
                && !((offset.rest - header) as u64).is_multiple_of(size)
            {
                layout.broken = Some(Inexpressible::Unaligned);
            }
        }
        layout
    }

    /// Cuts accesses at known offsets into fields.
    fn cut(&mut self, accesses: &[(i64, Type)], bits: u32, place: &dyn Fn(i64) -> Place) {
        let mut sorted = accesses.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let size = |value_type: Type| value_type.store_size(bits) as i64;
        let mut at = 0;
        while at < sorted.len() {
            let (start, first) = sorted[at];
            let (mut end, mut next) = (start + size(first), at + 1);
            while next < sorted.len() && sorted[next].0 < end {
                end = end.max(sorted[next].0 + size(sorted[next].1));
                next += 1;
            }
            let cluster = &sorted[at..next];
            at = next;
            let same = |(from, value_type): &(i64, Type)| {
                *from == start && size(*value_type) == end - start
            };
            let pointers = cluster.iter().any(|(_, value_type)| *value_type == Type::Pointer);
            if cluster.len() == 1 {
                self.fields.insert(place(start), first);
            } else if cluster.iter().all(same) && !pointers {
                // Numbers of one size, integers and floating-point ones.
                self.fields.insert(place(start), Type::Int(8 * (end - start) as u32));
            } else if pointers {
                let is_pointer = |part: &&(i64, Type)| part.1 == Type::Pointer;
                let over: Vec<(i64, Type)> = cluster.iter().filter(is_pointer).copied().collect();
                let numbers: Vec<(i64, Type)> =
                    cluster.iter().filter(|part| !is_pointer(part)).copied().collect();
                if over.windows(2).any(|pair| pair[0].0 + size(Type::Pointer) > pair[1].0) {
                    self.broken = Some(Inexpressible::OverlappingPointers);
                    self.fields.insert(place(start), first);
                } else {
                    self.overlaid.extend(over.iter().map(|(at, _)| place(*at)));
                    self.cut(&numbers, bits, place);
                }
            } else {
                (start..end).for_each(|byte| {
                    self.fields.insert(place(byte), Type::Int(8));
                });
            }
        }
    }

    /// The pointers that lie over the bytes of an access, each with its distance from the access's start.
    pub fn pointers_over(&self, access: Access, bits: u32) -> Vec<(Place, i64)> {
        let Some((start, place)) = self.locate(access) else { return Vec::new() };
        let size = access.value_type.store_size(bits) as i64;
        let pointer = i64::from(bits / 8);
        (start - pointer + 1..start + size)
            .map(|at| (place(at), at - start))
            .filter(|(place, _)| self.overlaid.contains(place))
            .collect()
    }

    /// The numbers in the bytes of a pointer, each with its distance from the pointer's start.
    pub fn numbers_under(&self, access: Access, bits: u32) -> Vec<(Place, Type, i64)> {
        let Some((start, _)) = self.locate(access) else { return Vec::new() };
        let in_element = self
            .elements
            .is_some_and(|(base, _)| access.offset.modulus != 0 || access.offset.rest >= base);
        let end = start + i64::from(bits / 8);
        let at = |place: Place| match (place, in_element) {
            (Place::Fixed(at), false) => Some(at),
            (Place::Element(at), true) => Some(at as i64),
            _ => None,
        };
        self.fields
            .iter()
            .filter_map(|(place, value_type)| Some((*place, *value_type, at(*place)?)))
            .filter(|(_, value_type, at)| {
                *at < end && at + value_type.store_size(bits) as i64 > start
            })
            .map(|(place, value_type, at)| (place, value_type, at - start))
            .collect()
    }

    /// Where an access starts, among fixed places or in an element.
    fn locate(&self, access: Access) -> Option<(i64, MakePlace)> {
        let offset = access.offset;
        let fixed = offset.modulus == 0;
        Some(match self.elements {
            Some((base, _)) if self.typed && (!fixed || offset.rest >= base) => {
                (0, |at| Place::Element(at as u64))
            }
            Some((base, modulus)) if !fixed || offset.rest >= base => {
                let residue = offset.rest.wrapping_sub(base).rem_euclid(modulus as i64);
                (residue, |at| Place::Element(at as u64))
            }
            _ if fixed => (offset.rest, Place::Fixed),
            _ => return None,
        })
    }

    /// The fields of an access.
    pub fn pieces(&self, access: Access, bits: u32) -> Option<Pieces> {
        let size = access.value_type.store_size(bits);
        let (start, place) = self.locate(access)?;
        let whole = place(start);
        if access.value_type == Type::Pointer && self.overlaid.contains(&whole) {
            return Some(vec![(whole, Type::Pointer, 0)]);
        }
        if let Some(&field) = self.fields.get(&whole)
            && field.store_size(bits) == size
        {
            return Some(vec![(whole, field, 0)]);
        }
        let modulus = self.elements.map_or(0, |(_, modulus)| modulus);
        (0..size)
            .map(|byte| {
                let mut at = start + byte as i64;
                if matches!(whole, Place::Element(_)) && modulus > 0 {
                    at = at.rem_euclid(modulus as i64);
                }
                let field = *self.fields.get(&place(at))?;
                (field == Type::Int(8)).then_some((place(at), field, byte))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(accesses: &[(u64, i64, u32)]) -> Layout {
        let accesses: Vec<Access> = accesses
            .iter()
            .map(|&(modulus, rest, width)| Access {
                offset: Affine { modulus, rest, bits: 40 },
                value_type: Type::Int(width),
            })
            .collect();
        Layout::new(&accesses, 64)
    }

    fn check(accesses: &[(u64, i64, u32)], elements: Option<(i64, u64)>, fields: &[(Place, u32)]) {
        let layout = layout(accesses);
        let found: Vec<(Place, u32)> =
            layout.fields.iter().map(|(place, kind)| (*place, kind.bits(64))).collect();
        assert_eq!((layout.elements, found), (elements, fields.to_vec()));
    }

    #[test]
    fn fields_where_accesses_agree() {
        let fixed = Place::Fixed;
        check(&[(0, 0, 32), (0, 8, 64), (0, 0, 32)], None, &[(fixed(0), 32), (fixed(8), 64)]);
        check(&[(0, 0, 16), (0, 1, 8)], None, &[(fixed(0), 8), (fixed(1), 8)]);
    }

    #[test]
    fn pointers_over_numbers() {
        let at = |rest| Affine { modulus: 0, rest, bits: 40 };
        let pointer = Access { offset: at(0), value_type: Type::Pointer };
        let number = |rest, width| Access { offset: at(rest), value_type: Type::Int(width) };
        let layout = Layout::new(&[pointer, number(0, 32), number(4, 16), number(8, 8)], 64);
        assert_eq!(layout.overlaid, [Place::Fixed(0)].into());
        assert_eq!(layout.broken, None);
        assert_eq!(layout.pieces(pointer, 64), Some(vec![(Place::Fixed(0), Type::Pointer, 0)]));
        let check = |access, over: &[(Place, i64)]| {
            assert_eq!(layout.pointers_over(access, 64), over);
        };
        check(number(0, 32), &[(Place::Fixed(0), 0)]);
        check(number(4, 16), &[(Place::Fixed(0), -4)]);
        check(number(8, 8), &[]);
        let under = layout.numbers_under(pointer, 64);
        let fixed = Place::Fixed;
        assert_eq!(under, [(fixed(0), Type::Int(32), 0), (fixed(4), Type::Int(16), 4)]);
        let other = Access { offset: at(4), value_type: Type::Pointer };
        assert!(Layout::new(&[pointer, other, number(0, 8)], 64).broken.is_some());
    }

    #[test]
    fn typed_memory() {
        let access = |modulus, rest| Access {
            offset: Affine { modulus, rest, bits: 40 },
            value_type: Type::Int(32),
        };
        let check = |accesses: &[Access], moving, elements, fields: &[Place]| {
            let layout = Layout::typed(accesses, 64, 8, moving);
            let found: Vec<Place> = layout.fields.keys().copied().collect();
            assert_eq!((layout.elements, found, layout.broken), (elements, fields.to_vec(), None));
        };
        let (fixed, element) = (Place::Fixed, Place::Element(0));
        check(&[access(0, 4), access(0, 12)], false, None, &[fixed(4), fixed(12)]);
        check(&[access(0, 4), access(0, 12)], true, Some((8, 4)), &[fixed(4), element]);
        // An index less one, and one of which nothing is known.
        check(&[access(0, 4), access(4, 4)], false, Some((8, 4)), &[fixed(4), element]);
        check(&[access(0, 4), access(1, 0)], false, Some((8, 4)), &[fixed(4), element]);
        assert!(Layout::typed(&[access(0, 10)], 64, 8, true).broken.is_some());
    }

    #[test]
    fn elements_at_unknown_offsets() {
        let element = Place::Element;
        check(&[(4, 0, 32)], Some((0, 4)), &[(element(0), 32)]);
        check(&[(4, 0, 32), (0, 8, 32)], Some((0, 4)), &[(element(0), 32)]);
        // An array of structures of 16 bytes.
        check(
            &[(16, 0, 32), (16, 8, 64), (0, 24, 64)],
            Some((0, 16)),
            &[(element(0), 32), (element(8), 64)],
        );
        // A length before the elements.
        check(&[(0, 4, 32), (8, 8, 64)], Some((8, 8)), &[(Place::Fixed(4), 32), (element(0), 64)]);
        check(&[(4, 0, 32), (1, 0, 8)], Some((0, 1)), &[(element(0), 8)]);
        // Elements of four and of six bytes overlap in any way.
        check(&[(4, 0, 32), (6, 0, 16)], Some((0, 1)), &[(element(0), 8)]);
    }
}
