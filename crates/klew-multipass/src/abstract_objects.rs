//! The address space of a backward path: concrete objects, and abstract ones for pointers whose target is not known yet.
//!
//! Source: Yavuz, *Multi-Pass Targeted Dynamic Symbolic Execution* (paper 002), table I: objects are abstract, heap or
//! global ones; as in its implementation, also stack objects with their frames. An address is an object and a byte
//! offset. Numbers used as pointers lie in one object of their own, so null is its offset 0.
//!
//! **Invariant**: a concrete object is one of the run; an abstract one stands for the object of exactly one pointer value.

use klew_ir::{FunctionId, GlobalId, Position};
use klew_term::TermId;

/// An object of a path, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// The object of all numbers: null is its offset 0.
pub const NUMBERS: ObjectId = ObjectId(0);

/// An object and a byte offset in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// The object.
    pub object: ObjectId,
    /// The offset, of pointer width.
    pub offset: TermId,
}

/// What a pointer value that is not known yet comes from: this says what it cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A register holds it at the point that the path came to: it is older than all that the path did.
    Register,
    /// It is read from memory when the history has that length.
    Read(usize),
    /// It is made of a number.
    Number,
    /// Nothing will be known of it.
    Unknown,
}

/// Where an object of the run lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the heap.
    Heap,
    /// On the stack.
    Stack,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// All numbers.
    Numbers,
    /// The target of a pointer that is not known yet.
    Abstract(Origin),
    /// A global.
    Global(GlobalId),
    /// The code of a function.
    Function(FunctionId),
    /// What the path allocates.
    Allocated(Allocated),
}

/// An object that the path allocates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocated {
    /// Where.
    pub place: Place,
    /// Its bytes, of pointer width.
    pub size: TermId,
    /// Whether its bytes are 0 at first.
    pub zeroed: bool,
    /// The length of the history when its allocation was executed.
    pub at: usize,
    /// The entry of the history that ends its life with its frame.
    pub dead_from: Option<usize>,
    /// The place in the source.
    pub position: Position,
}

/// The objects of a path: globals and functions first, then those that the path made.
#[derive(Clone, Debug)]
pub struct Objects {
    objects: Vec<Object>,
    globals: u32,
    functions: u32,
}

impl Objects {
    /// Of a program with so many globals and functions.
    pub fn new(globals: usize, functions: usize) -> Objects {
        let numbers = std::iter::once(Object::Numbers);
        let all = (0..globals as u32).map(|id| Object::Global(GlobalId(id)));
        let code = (0..functions as u32).map(|id| Object::Function(FunctionId(id)));
        let objects = numbers.chain(all).chain(code).collect();
        Objects { objects, globals: globals as u32, functions: functions as u32 }
    }

    /// A global's.
    pub fn global(&self, id: GlobalId) -> ObjectId {
        ObjectId(1 + id.0)
    }

    /// A function's.
    pub fn function(&self, id: FunctionId) -> ObjectId {
        ObjectId(1 + self.globals + id.0)
    }

    /// Makes one.
    pub fn add(&mut self, object: Object) -> ObjectId {
        self.objects.push(object);
        ObjectId(self.objects.len() as u32 - 1)
    }

    /// What it is.
    pub fn get(&self, id: ObjectId) -> Object {
        self.objects[id.0 as usize]
    }

    /// An abstract one comes from elsewhere than was thought.
    pub fn comes_from(&mut self, id: ObjectId, origin: Origin) {
        if let Object::Abstract(known) = &mut self.objects[id.0 as usize] {
            *known = origin;
        }
    }

    /// Whether it is abstract.
    pub fn is_abstract(&self, id: ObjectId) -> bool {
        matches!(self.get(id), Object::Abstract(_))
    }

    /// Those that the path allocated.
    pub fn allocated(&self) -> impl Iterator<Item = (ObjectId, Allocated)> {
        let all = self.objects.iter().enumerate();
        all.filter_map(|(index, object)| match object {
            Object::Allocated(allocated) => Some((ObjectId(index as u32), *allocated)),
            _ => None,
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Never: numbers are always there.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// A short name: `a` for abstract, `h` for heap, `s` for stack objects, `g` for globals, each with a number.
    pub fn name(&self, id: ObjectId) -> String {
        let own = id.0.saturating_sub(self.globals + self.functions);
        match self.get(id) {
            Object::Numbers => "null".to_owned(),
            Object::Abstract(_) => format!("a{own}"),
            Object::Global(global) => format!("g{}", global.0),
            Object::Function(function) => format!("f{}", function.0),
            Object::Allocated(Allocated { place: Place::Heap, .. }) => format!("h{own}"),
            Object::Allocated(_) => format!("s{own}"),
        }
    }

    /// Whether two roots of classes may be one object, as far as their kinds say.
    pub fn may_be_same(&self, one: ObjectId, other: ObjectId) -> bool {
        if one == other {
            return true;
        }
        match (self.get(one), self.get(other)) {
            (Object::Abstract(origin), Object::Allocated(allocated))
            | (Object::Allocated(allocated), Object::Abstract(origin)) => match origin {
                // What is older than the allocation does not point to it.
                Origin::Register => false,
                Origin::Read(at) => allocated.at >= at,
                Origin::Number | Origin::Unknown => true,
            },
            (Object::Abstract(_), _) | (_, Object::Abstract(_)) => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use klew_term::Terms;

    use super::*;

    #[test]
    fn what_is_older_than_an_allocation_is_another_object() {
        let mut terms = Terms::new();
        let size = terms.bv(64, 8);
        let mut objects = Objects::new(1, 1);
        let position = Position::UNKNOWN;
        let (place, zeroed, dead_from) = (Place::Heap, false, None);
        let made = Allocated { place, size, zeroed, at: 5, dead_from, position };
        let heap = objects.add(Object::Allocated(made));
        let register = objects.add(Object::Abstract(Origin::Register));
        let later = objects.add(Object::Abstract(Origin::Read(3)));
        let earlier = objects.add(Object::Abstract(Origin::Read(6)));
        assert!(!objects.may_be_same(register, heap));
        assert!(objects.may_be_same(later, heap), "it is read after the allocation");
        assert!(!objects.may_be_same(earlier, heap), "it is read before the allocation");
        assert!(objects.may_be_same(register, objects.global(GlobalId(0))));
        assert!(objects.may_be_same(register, later));
    }
}
