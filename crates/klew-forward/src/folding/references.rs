//! Who points to which heap object of a state: what decides whether anybody but its neighbours knows a node.
//!
//! **Invariant**: an object of which nothing is said here is pointed to by no register that is live, and by no object that is alive.

use klew_ir::Program;
use klew_memory::{Memory, Object, ObjectId, ObjectKind, Value, candidates};
use klew_term::Terms;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::pruning::inclusion::Globals;
use crate::pruning::locations::LiveRegisters;
use crate::state::State;

/// What belongs to a node is looked for among so many objects; of more, some are taken for what others may know.
const MOST_REACHED: usize = 64;

/// A pointer in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The object that holds it.
    pub holder: ObjectId,
    /// Where.
    pub offset: u64,
    /// Where in the object that it points to.
    pub into: u64,
}

/// Who points where.
#[derive(Default)]
pub struct References {
    /// Objects that registers point to, or pointers that are not concrete.
    roots: FxHashSet<ObjectId>,
    to: FxHashMap<ObjectId, SmallVec<[Reference; 2]>>,
}

impl References {
    /// Those of a state at a point; nothing if they cannot be told.
    pub fn of(
        (program, terms, live): (&Program, &Terms, &mut LiveRegisters),
        globals: &Globals,
        state: &State,
    ) -> Option<References> {
        let mut found = References::default();
        for (number, frame) in state.frames().enumerate() {
            for &(slot, _) in live.of(program, frame, number > 0)? {
                found.root(terms, frame.registers[slot as usize])?;
            }
        }
        let memory = &state.memory;
        let mut holders = memory.alive_objects();
        holders.extend(globals.not_plain(memory));
        for holder in holders {
            found.held_by(terms, memory, holder)?;
        }
        Some(found)
    }

    fn root(&mut self, terms: &Terms, value: Value) -> Option<()> {
        match value {
            Value::Pointer(object, _) => {
                self.roots.insert(object);
            }
            Value::SymbolicPointer(pointer) => {
                self.roots.extend(candidates(terms, &pointer)?);
            }
            Value::Int(_) | Value::Term(_) | Value::Undefined => {}
        }
        Some(())
    }

    fn held_by(&mut self, terms: &Terms, memory: &Memory, holder: ObjectId) -> Option<()> {
        let Some(object) = memory.object(holder).filter(|object| object.is_alive()) else {
            return Some(());
        };
        if object.concrete_size().is_none() {
            return memory
                .values_in(holder)
                .into_iter()
                .try_for_each(|value| self.root(terms, value));
        }
        for (offset, _, value) in memory.pointers_in(holder) {
            match value {
                Value::Pointer(to, into) if !to.is_null() => {
                    let reference = Reference { holder, offset, into };
                    self.to.entry(to).or_default().push(reference);
                }
                value => self.root(terms, value)?,
            }
        }
        Some(())
    }

    /// Takes an object for one that a register points to.
    pub fn keep(&mut self, object: ObjectId) {
        self.roots.insert(object);
    }

    /// Whether a register may point to an object.
    pub fn is_root(&self, object: ObjectId) -> bool {
        self.roots.contains(&object)
    }

    /// What points to an object.
    pub fn to(&self, object: ObjectId) -> &[Reference] {
        self.to.get(&object).map_or(&[], |found| found.as_slice())
    }

    /// What belongs to a node alone: the node, and the heap objects that only these point to, in circles as well. Nothing if some of it
    /// has an address that is a number, or holds pointers and has no fixed size.
    pub fn parts(&self, memory: &Memory, node: ObjectId, links: &[u64]) -> Option<Vec<ObjectId>> {
        let mut parts = self.reached(memory, node, links);
        loop {
            let members: FxHashSet<ObjectId> = parts.iter().copied().collect();
            let before = parts.len();
            parts.retain(|&part| part == node || self.is_known_only_by(part, &members));
            if parts.len() == before {
                break;
            }
        }
        let is_whole = |&part: &ObjectId| {
            let object = memory.object(part);
            object.is_some_and(|object| {
                let has_shape = object.concrete_size().is_some()
                    || part != node && !memory.holds_pointers(part);
                has_shape && object.is_alive() && object.address.is_none()
            })
        };
        parts.iter().all(is_whole).then_some(parts)
    }

    /// The node, and the heap objects that something points to from it on, apart from its links, through what no register points to.
    fn reached(&self, memory: &Memory, node: ObjectId, links: &[u64]) -> Vec<ObjectId> {
        let mut found = vec![node];
        let mut seen: FxHashSet<ObjectId> = [node].into_iter().collect();
        let mut next = 0;
        while let Some(&part) = found.get(next).filter(|_| found.len() < MOST_REACHED) {
            next += 1;
            for (offset, _, value) in memory.pointers_in(part) {
                let is_link = part == node && links.contains(&offset);
                let Value::Pointer(to, _) = value else { continue };
                let is_heap =
                    |object: &Object| object.kind == ObjectKind::Heap && object.is_alive();
                if !is_link
                    && !self.is_root(to)
                    && memory.object(to).is_some_and(is_heap)
                    && seen.insert(to)
                {
                    found.push(to);
                }
            }
        }
        found
    }

    fn is_known_only_by(&self, object: ObjectId, parts: &FxHashSet<ObjectId>) -> bool {
        self.to(object).iter().all(|reference| parts.contains(&reference.holder))
    }
}
