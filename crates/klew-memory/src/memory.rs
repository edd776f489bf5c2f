//! The table of objects, and their births and deaths.

use std::rc::Rc;

use klew_ir::{DataModel, Position, Type};
use klew_term::{Constant, Sort, TermId, Terms};

use crate::contents::Contents;
use crate::input::InputHeap;
use crate::reads::ReadLog;
use crate::relations::Relations;
use crate::table::Table;
use crate::{AllocationRequest, Liveness, MemoryError, Object, ObjectId, ObjectKind, Value};

/// What the names of symbols begin with that stand for memory that was never written.
pub const UNINITIALISED: &str = "uninitialised#";

/// How many dead stack objects are remembered for sharing.
const TOMBSTONES: usize = 16;

/// Whether a symbol of that name stands for memory that was never written.
pub fn is_uninitialised_symbol(name: &str) -> bool {
    name.starts_with(UNINITIALISED)
}

/// The memory of one state. Clone is O(1).
#[derive(Clone, Debug)]
pub struct Memory {
    model: DataModel,
    /// By identity.
    pub(crate) objects: Table<Object>,
    /// The latest identity given out.
    pub(crate) count: u32,
    /// Counts births and deaths.
    pub(crate) clock: u32,
    /// Symbols for uninitialised memory so far.
    pub(crate) uninitialised: u32,
    /// Whether what was never written is zero.
    unwritten_is_zero: bool,
    /// Objects whose address is a number, in the order in which that came to be.
    pub(crate) observed: Rc<Vec<ObjectId>>,
    /// The latest dead stack objects that differ; see `bury`.
    tombstones: Rc<Vec<Rc<Object>>>,
    /// Not yet taken.
    pub(crate) constraints: Vec<TermId>,
    /// What references to input objects are; none if the program has no such references.
    pub(crate) input: Option<Rc<InputHeap>>,
    /// What is so of all elements of arrays, where arrays of any length are looked at.
    pub(crate) relations: Option<Rc<Relations>>,
    /// What is read, if somebody wants to know.
    pub(crate) reads: ReadLog,
}

impl Memory {
    /// Without any object.
    pub fn new(model: DataModel) -> Memory {
        Memory {
            model,
            objects: Table::new(),
            count: 0,
            clock: 0,
            uninitialised: 0,
            unwritten_is_zero: false,
            observed: Rc::new(Vec::new()),
            tombstones: Rc::new(Vec::new()),
            constraints: Vec::new(),
            input: None,
            relations: None,
            reads: None,
        }
    }

    /// The machine.
    pub fn model(&self) -> DataModel {
        self.model
    }

    /// Bits of a pointer.
    pub fn pointer_bits(&self) -> u32 {
        self.model.pointer_bits
    }

    /// The highest address.
    pub(crate) fn address_mask(&self) -> u64 {
        u64::MAX >> (64 - self.model.pointer_bits)
    }

    /// An object, alive or not.
    #[inline]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        match u64::try_from(id.0) {
            Ok(index) => self.objects.get(index),
            Err(_) => self.input.as_ref()?.object(id),
        }
    }

    pub(crate) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        match u64::try_from(id.0) {
            Ok(index) => self.objects.get_mut(index),
            Err(_) => Rc::make_mut(self.input.as_mut()?).object_mut(id),
        }
    }

    /// How many objects there have been: their identities are 1 to that.
    pub fn object_count(&self) -> usize {
        self.count as usize
    }

    fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock
    }

    /// A new object.
    pub fn allocate(&mut self, request: AllocationRequest) -> Result<ObjectId, MemoryError> {
        let identity = i32::try_from(self.count + 1).map_err(|_| MemoryError::TooManyObjects)?;
        self.count += 1;
        let born = self.tick();
        let size = match request.size {
            Value::Int(size) => Some(size),
            _ => None,
        };
        let object = Object {
            kind: request.kind,
            liveness: Liveness::Alive,
            writable: request.writable,
            size: request.size,
            align: request.align,
            born,
            died: None,
            address: None,
            name: request.name,
            source_type: request.source_type,
            allocated_at: request.position,
            requested_at: request.requested_at.unwrap_or(request.position),
            freed_at: None,
            contents: Contents::new(size, request.zeroed),
        };
        self.objects.insert(identity as u64, Rc::new(object));
        Ok(ObjectId(identity))
    }

    /// Ends an object's life. Its contents are dropped.
    pub fn end_life(&mut self, object: ObjectId, liveness: Liveness, position: Position) {
        let died = self.tick();
        if let Some(target) = self.object_mut(object)
            && target.is_alive()
        {
            target.liveness = liveness;
            target.died = Some(died);
            target.freed_at = Some(position);
            target.contents = Contents::new(Some(0), false);
            if target.kind == ObjectKind::Stack && target.address.is_none() {
                self.bury(object);
            }
        }
    }

    /// A loop may enter and leave a function millions of times. All dead objects of one variable that never
    /// had an address share one entry, so that each costs a pointer only. It lived at no time: nothing
    /// is said about its address should that be asked for, which allows every comparison either way.
    fn bury(&mut self, object: ObjectId) {
        let Some(mut dead) = self.object(object).cloned() else { return };
        (dead.born, dead.died) = (0, Some(0));
        let known = self.tombstones.iter().find(|known| known.is_twin(&dead)).cloned();
        let entry = known.unwrap_or_else(|| {
            let entry = Rc::new(dead);
            let tombstones = Rc::make_mut(&mut self.tombstones);
            if tombstones.len() == TOMBSTONES {
                tombstones.remove(0);
            }
            tombstones.push(Rc::clone(&entry));
            entry
        });
        if let Ok(index) = u64::try_from(object.0) {
            self.objects.insert(index, entry);
        }
    }

    /// Takes an object out that nothing points to, as if it had never been.
    pub fn forget(&mut self, object: ObjectId) {
        if let Ok(index) = u64::try_from(object.0) {
            self.objects.remove(index);
        }
    }

    /// Begins an object's life anew, its contents undefined. A life that had not ended goes on.
    pub fn start_scope(&mut self, terms: &mut Terms, object: ObjectId) {
        let born = self.tick();
        let Some(target) = self.object_mut(object) else { return };
        target.contents = Contents::new(target.concrete_size(), false);
        if target.is_alive() {
            return;
        }
        target.liveness = Liveness::Alive;
        target.born = born;
        target.died = None;
        target.freed_at = None;
        if target.address.is_some() {
            self.constrain_apart(terms, object);
        }
    }

    /// Changes whether an object may be written.
    pub fn set_writable(&mut self, object: ObjectId, writable: bool) {
        if let Some(target) = self.object_mut(object) {
            target.writable = writable;
        }
    }

    /// From now on, what was never written is zero: one of the runs that there are.
    pub fn zero_unwritten(&mut self) {
        self.unwritten_is_zero = true;
    }

    /// A fresh symbol for a value that was never written.
    pub fn fresh_uninitialised(&mut self, terms: &mut Terms, value_type: Type) -> Value {
        let width = value_type.bits(self.pointer_bits());
        let bits = self.uninitialised_symbol(terms, Sort::BitVec(width));
        self.value_of_bits(terms, bits, value_type)
    }

    /// What stands in memory that was never written: anything.
    pub fn uninitialised_symbol(&mut self, terms: &mut Terms, sort: Sort) -> TermId {
        if self.unwritten_is_zero {
            return terms.constant(&Constant::zero(sort));
        }
        self.uninitialised += 1;
        terms.symbol_named(&format!("{UNINITIALISED}{}", self.uninitialised), sort)
    }

    /// Whether [`Memory::take_constraints`] would give any.
    #[inline]
    pub fn has_constraints(&self) -> bool {
        !self.constraints.is_empty()
            || self.input.as_ref().is_some_and(|input| !input.fresh.is_empty())
    }

    /// What operations since the last call have made known: of addresses, and of the images of floats. These
    /// hold in every run; they are to be added to the path condition after every operation.
    pub fn take_constraints(&mut self) -> Vec<TermId> {
        std::mem::take(&mut self.constraints)
    }
}
