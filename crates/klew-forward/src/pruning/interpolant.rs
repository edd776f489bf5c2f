//! What is kept of a state below which everything was explored: which of its values matter, and what has to hold of them.
//!
//! Source: Chu, Jaffar, Santosa, *Bounded Verification and Testing of Heap Programs*, sections III and IV (interpolants as parts of
//! states, symbolic addresses that are matched), with formulas over places (weakest preconditions) where the paper has values of
//! inputs, so nothing is quantified but inputs that are still to be read.
//!
//! **Invariant**: every run from a state that satisfies an interpolant does what some run explored below the interpolant's state does:
//! it takes the same way, and where it fails a check, that check was reported at that place.
//! **Invariant**: objects are matched one to one, and only with objects of the same kind, size, life and place on the stack.

use klew_ir::Type;
use klew_memory::{CellKind, Liveness, Memory, ObjectId, ObjectKind, Value};
use klew_term::{SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::state::State;

/// What a place has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// An integer, which the formulas know by that symbol.
    Number(SymbolId, Type),
    /// Any integer, as long as it was written.
    AnyNumber,
    /// What was never written, or any integer, as that may be read where nothing was written; but no pointer.
    NoPointer,
    /// A pointer to that byte of an object, whichever object this is matched with.
    Pointer(ObjectId, u64),
    /// Just that.
    Exactly(Value),
}

/// A register: of which frame, counted from the function that runs, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Register {
    /// 0 for the function that runs, 1 for its caller.
    pub frame: u32,
    /// Its register.
    pub slot: u32,
}

impl Register {
    /// What it holds in a state.
    pub fn of(self, state: &State) -> Option<Value> {
        let frame = state.frames().nth(self.frame as usize)?;
        frame.registers.get(self.slot as usize).copied()
    }
}

/// Bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes {
    /// The object, by the name that it has on the interpolant's path.
    pub object: ObjectId,
    /// The first.
    pub offset: u64,
    /// How many.
    pub size: u64,
}

/// What an object has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectFacts {
    kind: ObjectKind,
    liveness: Liveness,
    writable: bool,
    size: Value,
    align: u64,
    /// Whether its address is a number.
    has_address: bool,
    /// Of which frame, and the how manieth there where that matters.
    on_stack: Option<(u32, Option<u32>)>,
}

/// The objects of stacks and where they are.
pub type StackPlaces = FxHashMap<ObjectId, (u32, Option<u32>)>;

impl ObjectFacts {
    /// Of an object in a state.
    pub fn of(memory: &Memory, stack: &StackPlaces, id: ObjectId) -> Option<ObjectFacts> {
        let object = memory.object(id)?;
        Some(ObjectFacts {
            kind: object.kind,
            liveness: object.liveness,
            writable: object.writable,
            size: object.size,
            align: object.align,
            has_address: object.address.is_some(),
            on_stack: stack.get(&id).copied(),
        })
    }

    /// Whether another object is like this one, sizes aside.
    pub fn is_like(&self, other: &ObjectFacts) -> bool {
        *self == ObjectFacts { size: self.size, ..*other }
    }

    /// Its size.
    pub fn size(&self) -> Value {
        self.size
    }

    /// Whether it is the same object on all paths.
    pub fn is_fixed(&self) -> bool {
        is_fixed(self.kind)
    }
}

/// Whether objects of a kind are the same on all paths.
pub fn is_fixed(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::Global | ObjectKind::Function(_))
}

/// Where the objects of a state's frames are on the stack. Which one it is in its frame matters where the function gives parts of
/// its stack back.
pub fn stack_places(state: &State) -> StackPlaces {
    let mut places = StackPlaces::default();
    for (number, frame) in (0..).zip(state.frames()) {
        for (index, &object) in (0..).zip(&frame.stack_objects) {
            places.insert(object, (number, frame.code.releases_stack.then_some(index)));
        }
    }
    places
}

/// What is kept of a state.
#[derive(Clone, Debug, Default)]
pub struct Interpolant {
    /// What registers have to hold.
    pub registers: Vec<(Register, Need)>,
    /// What memory has to hold.
    pub cells: Vec<(Bytes, Need)>,
    /// The objects that are matched.
    pub objects: FxHashMap<ObjectId, ObjectFacts>,
    /// Objects of which one has died, and whether they lived at the same time: only then do their addresses differ.
    pub lives: Vec<(ObjectId, ObjectId, bool)>,
    /// Registers that have to hold just that number, which some formula says as well.
    pub fixed: Vec<(Register, u64)>,
    /// Forks that were made below, those included that closed states would have made.
    pub forks: u64,
    /// Instructions that were executed below, those included that closed states would have executed.
    pub work: u64,
    /// Whether leaks are asked about: then all pointers that can be reached are among the places.
    pub leaks: bool,
    /// What has to hold of the numbers.
    pub formulas: Vec<TermId>,
    /// Symbols in the formulas that stand for whatever is read later.
    pub later: FxHashSet<SymbolId>,
    /// Which one it is of those that are shown at its point.
    pub shown: Option<u32>,
    /// The node of the execution tree, if that is written down.
    pub in_tree: Option<usize>,
}

/// How an interpolant's names are those of a state.
#[derive(Clone, Debug, Default)]
pub struct Matching {
    /// The objects.
    pub objects: FxHashMap<ObjectId, ObjectId>,
    taken: FxHashSet<ObjectId>,
    /// The values of numbers.
    pub numbers: FxHashMap<SymbolId, TermId>,
}

impl Matching {
    /// Whether an object of the state is matched with one of the interpolant's.
    pub fn has(&self, object: ObjectId) -> bool {
        self.taken.contains(&object)
    }

    fn bind(
        &mut self,
        interpolant: &Interpolant,
        state: &State,
        stack: &StackPlaces,
        (from, to): (ObjectId, ObjectId),
    ) -> Option<()> {
        if let Some(&known) = self.objects.get(&from) {
            return (known == to).then_some(());
        }
        let expected = interpolant.objects.get(&from)?;
        let found = ObjectFacts::of(&state.memory, stack, to)?;
        if *expected != found || (expected.is_fixed() && from != to) {
            return None;
        }
        self.bind_as(from, to)
    }

    /// Two objects are not matched any more.
    pub fn release(&mut self, from: ObjectId) {
        if let Some(to) = self.objects.remove(&from) {
            self.taken.remove(&to);
        }
    }

    /// Matches an object that is matched with none, unless the other one is.
    pub fn bind_as(&mut self, from: ObjectId, to: ObjectId) -> Option<()> {
        if !self.taken.insert(to) {
            return None;
        }
        self.objects.insert(from, to);
        Some(())
    }
}

impl Interpolant {
    /// Matches the places of the interpolant with those of a state at the same point, below the same callers.
    pub fn matches(&self, terms: &mut Terms, state: &State) -> Option<Matching> {
        let mut matching = Matching::default();
        let stack = stack_places(state);
        let frames: Vec<_> = state.frames().collect();
        for (register, need) in &self.registers {
            let value = frames.get(register.frame as usize)?.registers[register.slot as usize];
            self.meet(terms, state, &stack, &mut matching, *need, value)?;
        }
        for (&object, facts) in &self.objects {
            if facts.is_fixed() {
                matching.bind(self, state, &stack, (object, object))?;
            }
        }
        // Pointers in memory match further objects.
        let mut memory = state.memory.clone();
        let mut open: Vec<_> = self.cells.iter().collect();
        while !open.is_empty() {
            let before = open.len();
            let mut rest = Vec::new();
            for entry in open {
                let (bytes, need) = entry;
                let Some(&object) = matching.objects.get(&bytes.object) else {
                    rest.push(entry);
                    continue;
                };
                let value = cell(terms, &mut memory, Bytes { object, ..*bytes }, need)?;
                self.meet(terms, state, &stack, &mut matching, *need, value)?;
            }
            if rest.len() == before {
                return None;
            }
            open = rest;
        }
        if memory.has_constraints() || matching.objects.len() != self.objects.len() {
            return None;
        }
        let lived_together = |&(one, other, together): &(ObjectId, ObjectId, bool)| {
            let object = |id| state.memory.object(*matching.objects.get(&id)?);
            Some(object(one)?.overlaps_life(object(other)?) == together)
        };
        let lives = self.lives.iter().all(|pair| lived_together(pair) == Some(true));
        lives.then_some(matching)
    }

    fn meet(
        &self,
        terms: &mut Terms,
        state: &State,
        stack: &StackPlaces,
        matching: &mut Matching,
        need: Need,
        value: Value,
    ) -> Option<()> {
        match (need, value) {
            (Need::Number(symbol, number_type), Value::Int(_) | Value::Term(_)) => {
                let term = klew_memory::term_of(terms, value, number_type);
                let fits = terms.symbol_sort(symbol) == terms.sort(term);
                fits.then(|| matching.numbers.insert(symbol, term)).map(|_| ())
            }
            (Need::AnyNumber | Need::NoPointer, Value::Int(_) | Value::Term(_)) => Some(()),
            (Need::NoPointer, Value::Undefined) => Some(()),
            (Need::Pointer(object, offset), Value::Pointer(found, at)) => {
                if offset != at || object.is_null() != found.is_null() {
                    return None;
                }
                match object.is_null() {
                    true => Some(()),
                    false => matching.bind(self, state, stack, (object, found)),
                }
            }
            (Need::Exactly(expected), found) => (expected == found).then_some(()),
            _ => None,
        }
    }
}

/// What bytes hold, as that is needed. Nothing if they hold something of another kind.
pub fn cell(terms: &mut Terms, memory: &mut Memory, bytes: Bytes, need: &Need) -> Option<Value> {
    let Bytes { object, offset, size } = bytes;
    let cells = memory.cells_in(object, offset, size)?;
    let has_pointers = cells.iter().any(|cell| matches!(cell.kind, CellKind::Pointer(_)));
    if *need == Need::NoPointer {
        return (!has_pointers).then_some(Value::Undefined);
    }
    if cells.iter().any(|cell| cell.kind == CellKind::Undefined) {
        return None;
    }
    let read_as = match need {
        Need::Number(..) | Need::AnyNumber if has_pointers => return None,
        Need::AnyNumber | Need::NoPointer => return Some(Value::Int(0)),
        Need::Number(_, number_type) => *number_type,
        Need::Pointer(..) | Need::Exactly(_) => match cells[..] {
            [klew_memory::Cell { offset: at, size: whole, kind: CellKind::Pointer(value) }] => {
                return (at == offset && whole == size).then_some(value);
            }
            _ if has_pointers || size != u64::from(memory.pointer_bits() / 8) => return None,
            _ => Type::Pointer,
        },
    };
    Some(memory.load(terms, object, offset, read_as))
}
