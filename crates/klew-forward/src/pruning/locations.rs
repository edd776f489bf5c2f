//! The places of a state that what comes after may read: live registers and bytes of objects, each with a symbol of its own.
//!
//! **Invariant**: every place whose value a stretch reads is one of them, or its value stays what it is and is needed exactly.

use std::collections::BTreeSet;

use klew_ir::control_flow::ControlFlow;
use klew_ir::liveness::Liveness;
use klew_ir::{BlockId, Definition, FunctionBody, FunctionId, Program, Type, ValueId};
use klew_memory::{Cell, CellKind, ObjectId, Value};
use klew_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::interpolant::{
    Bytes, Interpolant, Need, ObjectFacts, Register, StackPlaces, stack_places,
};
use crate::decode::op::NONE;
use crate::path_condition::PathCondition;
use crate::state::{Frame, State};

/// The most bytes of an object that are read as a whole.
const MOST_BYTES: u64 = 1024;

/// The most bytes of a number.
const WORD: u64 = 8;

/// The most places of a state.
const MOST_PLACES: usize = 1000;

/// Which registers of functions are live where.
#[derive(Default)]
pub struct LiveRegisters {
    /// Whether only those count on which it depends what a run does.
    needed: bool,
    functions: FxHashMap<FunctionId, Liveness>,
    found: FxHashMap<(FunctionId, u32, bool), Vec<(u32, Type)>>,
}

impl LiveRegisters {
    /// Those on which it depends what a run does.
    pub fn needed() -> LiveRegisters {
        LiveRegisters { needed: true, ..LiveRegisters::default() }
    }

    /// Those that are live in a frame: where a block begins in the function that runs, after a call in its callers.
    pub fn of(
        &mut self,
        program: &Program,
        frame: &Frame,
        is_caller: bool,
    ) -> Option<&[(u32, Type)]> {
        let key = (frame.function, frame.next, is_caller);
        if !self.found.contains_key(&key) {
            let FunctionBody::Defined(definition) = &program.function(frame.function).body else {
                return None;
            };
            let live = self.live(definition, frame, is_caller);
            self.found.insert(key, live);
        }
        self.found.get(&key).map(Vec::as_slice)
    }

    fn live(
        &mut self,
        definition: &Definition,
        frame: &Frame,
        is_caller: bool,
    ) -> Vec<(u32, Type)> {
        let register = |value: ValueId| {
            let slot = frame.code.registers[value.0 as usize];
            (slot != NONE).then(|| (slot, definition.values[value.0 as usize].value_type))
        };
        self.values(definition, frame, is_caller).into_iter().filter_map(register).collect()
    }

    /// The values that are live in a frame.
    pub fn values(
        &mut self,
        definition: &Definition,
        frame: &Frame,
        is_caller: bool,
    ) -> Vec<ValueId> {
        let needed = self.needed;
        let liveness = self.functions.entry(frame.function).or_insert_with(|| {
            let flow = ControlFlow::new(definition);
            match needed {
                true => Liveness::needed(definition, &flow),
                false => Liveness::new(definition, &flow),
            }
        });
        let code = &frame.code;
        let block = code.block_of(frame.next);
        let mut values: Vec<ValueId> = if is_caller {
            let instruction = code.origins[frame.next as usize] as usize;
            let results = &definition.blocks[block.0 as usize].instructions[instruction].results;
            let mut after = liveness.live_after(definition, block, instruction);
            after.retain(|value| !results.contains(value));
            after
        } else {
            let used = liveness.used_parameters(block);
            let parameters = match block {
                BlockId(0) => &definition.parameters[..],
                _ if needed => used,
                block => &definition.blocks[block.0 as usize].parameters[..],
            };
            liveness.live(block).chain(parameters.iter().copied()).collect()
        };
        values.sort_unstable();
        values.dedup();
        values
    }
}

/// A state with symbols for the values of its places.
pub struct Located {
    /// The state, with nothing on its path.
    pub state: State,
    /// What the symbols stand for.
    pub values: FxHashMap<SymbolId, TermId>,
    /// The places, with what they have to hold; no formula yet.
    pub interpolant: Interpolant,
    stack: StackPlaces,
}

impl Located {
    /// A state of which those bytes are read, or none if that is too much. Where leaks are asked about, all pointers matter.
    pub fn new(
        program: &Program,
        terms: &mut Terms,
        live: &mut LiveRegisters,
        snapshot: &State,
        reads: &[(Bytes, bool)],
        leaks: bool,
    ) -> Option<Located> {
        let mut state = snapshot.clone();
        state.path = PathCondition::default();
        let mut located = Located {
            state,
            values: FxHashMap::default(),
            interpolant: Interpolant::default(),
            stack: stack_places(snapshot),
        };
        located.registers(program, terms, live)?;
        let mut reads: BTreeSet<(Bytes, bool)> = reads.iter().copied().collect();
        if leaks {
            located.all_pointers(&mut reads)?;
        }
        for (bytes, is_pointer) in reads {
            located.read(terms, snapshot, bytes, is_pointer)?;
            if located.interpolant.cells.len() > MOST_PLACES {
                return None;
            }
        }
        located.lives()?;
        Some(located)
    }

    /// Whether dead objects lived at the same time as others: comparisons with pointers that dangle depend on it.
    fn lives(&mut self) -> Option<()> {
        let memory = &self.state.memory;
        let mut all = Vec::new();
        for &id in self.interpolant.objects.keys() {
            all.push((id, memory.object(id)?));
        }
        all.sort_unstable_by_key(|(id, _)| *id);
        for &(dead, object) in all.iter().filter(|(_, object)| !object.is_alive()) {
            for &(id, other) in all.iter().filter(|(id, _)| *id != dead) {
                self.interpolant.lives.push((dead, id, object.overlaps_life(other)));
            }
            if self.interpolant.lives.len() > MOST_PLACES {
                return None;
            }
        }
        Some(())
    }

    fn registers(
        &mut self,
        program: &Program,
        terms: &mut Terms,
        live: &mut LiveRegisters,
    ) -> Option<()> {
        let mut needs = Vec::new();
        let places = live.of(program, &self.state.frame, false)?;
        frame_needs(terms, &mut self.values, (&mut self.state.frame, 0), places, &mut needs)?;
        let mut callers = Vec::new();
        while let Some(mut frame) = self.state.callers.pop() {
            let number = callers.len() as u32 + 1;
            let places = live.of(program, &frame, true)?;
            frame_needs(terms, &mut self.values, (&mut frame, number), places, &mut needs)?;
            callers.push(frame);
        }
        for frame in callers.into_iter().rev() {
            self.state.callers.push(frame);
        }
        for &(_, need) in &needs {
            self.refer(need)?;
        }
        self.interpolant.registers = needs;
        Some(())
    }

    /// Takes note of the object that a place points to.
    fn refer(&mut self, need: Need) -> Option<()> {
        match need {
            Need::Pointer(object, _) if !object.is_null() => self.know(object),
            _ => Some(()),
        }
    }

    fn know(&mut self, object: ObjectId) -> Option<()> {
        let facts = ObjectFacts::of(&self.state.memory, &self.stack, object)?;
        self.interpolant.objects.insert(object, facts);
        Some(())
    }

    /// Bytes that are read get symbols, those that have some or hold pointers excepted.
    fn read(
        &mut self,
        terms: &mut Terms,
        snapshot: &State,
        bytes: Bytes,
        is_pointer: bool,
    ) -> Option<()> {
        let Bytes { object, offset, size } = bytes;
        let Some(target) = snapshot.memory.object(object) else { return Some(()) };
        if !target.is_alive() || !target.writable {
            return Some(());
        }
        let known = target.concrete_size()?;
        if size > MOST_BYTES || offset.checked_add(size)? > known {
            return None;
        }
        self.know(object)?;
        let cells = snapshot.memory.cells_in(object, offset, size)?;
        let is_part = |cell: &Cell| {
            let end = cell.offset.saturating_add(cell.size);
            is_number(terms, cell) && offset <= cell.offset && end <= offset + size
        };
        if size <= WORD && !is_pointer && cells.iter().all(is_part) {
            return self.pieces(terms, snapshot, bytes);
        }
        for found in cells {
            self.cell(terms, snapshot, object, found, is_pointer)?;
        }
        Some(())
    }

    fn cell(
        &mut self,
        terms: &mut Terms,
        snapshot: &State,
        object: ObjectId,
        found: Cell,
        is_pointer: bool,
    ) -> Option<()> {
        let Cell { offset, size, kind } = found;
        let whole = Bytes { object, offset, size };
        match kind {
            CellKind::Undefined => {
                self.add(whole, Need::NoPointer);
                Some(())
            }
            CellKind::Pointer(value) => {
                let need = pointer_need(value)?;
                self.refer(need)?;
                self.add(whole, need);
                Some(())
            }
            CellKind::Concrete if is_pointer => {
                let mut memory = snapshot.memory.clone();
                let value = memory.load(terms, object, offset, Type::Pointer);
                let is_whole = size == u64::from(memory.pointer_bits() / 8);
                let Value::Pointer(ObjectId::NULL, _) = value else { return None };
                if !is_whole {
                    return None;
                }
                self.add(whole, pointer_need(value)?);
                Some(())
            }
            CellKind::Concrete => self.pieces(terms, snapshot, whole),
            CellKind::Term(_) if !is_number(terms, &found) => None,
            CellKind::Term(_) => self.number(terms, snapshot, whole),
        }
    }

    /// Bytes of numbers, in pieces that nothing else has.
    fn pieces(&mut self, terms: &mut Terms, snapshot: &State, all: Bytes) -> Option<()> {
        let taken: Vec<(u64, u64)> = self
            .interpolant
            .cells
            .iter()
            .filter(|(bytes, _)| bytes.object == all.object)
            .map(|(bytes, _)| (bytes.offset, bytes.offset + bytes.size))
            .collect();
        let (mut at, end) = (all.offset, all.offset + all.size);
        while at < end {
            if let Some(&(_, after)) =
                taken.iter().find(|(start, after)| (*start..*after).contains(&at))
            {
                at = after;
                continue;
            }
            let next = taken.iter().map(|(start, _)| *start).filter(|start| *start > at).min();
            let size = (next.unwrap_or(end).min(end) - at).min(WORD);
            self.number(terms, snapshot, Bytes { object: all.object, offset: at, size })?;
            at += size;
        }
        Some(())
    }

    fn add(&mut self, bytes: Bytes, need: Need) -> bool {
        let is_new = self.interpolant.cells.iter().all(|(known, _)| *known != bytes);
        if is_new {
            self.interpolant.cells.push((bytes, need));
        }
        is_new
    }

    fn number(&mut self, terms: &mut Terms, snapshot: &State, bytes: Bytes) -> Option<()> {
        let width = 8 * bytes.size as u32;
        let symbol = terms.fresh_symbol("place", Sort::BitVec(width));
        let number_type = Type::Int(width);
        if !self.add(bytes, Need::Number(symbol, number_type)) {
            return Some(());
        }
        let mut memory = snapshot.memory.clone();
        let value = memory.load(terms, bytes.object, bytes.offset, number_type);
        if memory.has_constraints() {
            return None;
        }
        let value = klew_memory::term_of(terms, value, number_type);
        self.values.insert(symbol, value);
        let symbol = Value::Term(terms.symbol_term(symbol));
        self.state.memory.store(terms, bytes.object, bytes.offset, number_type, symbol);
        Some(())
    }

    /// All pointers that can be reached. What cannot be reached is lost, whatever comes.
    fn all_pointers(&mut self, reads: &mut BTreeSet<(Bytes, bool)>) -> Option<()> {
        let memory = self.state.memory.clone();
        let known = 1..=memory.object_count() as i32;
        let mut open: Vec<ObjectId> = known
            .map(ObjectId)
            .filter(|&id| {
                memory.object(id).is_some_and(|object| {
                    object.kind == klew_memory::ObjectKind::Global && object.writable
                })
            })
            .collect();
        open.extend(self.interpolant.objects.keys().copied());
        let mut reached: BTreeSet<ObjectId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let Some(object) = memory.object(id).filter(|object| object.is_alive()) else {
                continue;
            };
            object.concrete_size()?;
            for (offset, size, value) in memory.pointers_in(id) {
                let Value::Pointer(target, _) = value else { return None };
                reads.insert((Bytes { object: id, offset, size }, true));
                if reads.len() > MOST_PLACES {
                    return None;
                }
                if reached.insert(target) {
                    open.push(target);
                }
            }
        }
        for object in memory.alive_heap_objects() {
            if reached.contains(&object) {
                self.know(object)?;
            }
        }
        self.interpolant.leaks = true;
        Some(())
    }
}

/// Whether a cell holds an integer, or part of one.
fn is_number(terms: &Terms, cell: &Cell) -> bool {
    match cell.kind {
        CellKind::Concrete | CellKind::Term(None) => true,
        CellKind::Term(Some(Value::Term(term))) => matches!(terms.sort(term), Sort::BitVec(_)),
        CellKind::Term(Some(_)) => true,
        CellKind::Undefined | CellKind::Pointer(_) => false,
    }
}

/// What the live registers of a frame have to hold; numbers there become symbols. The others hold nothing any more, so that none is
/// read that is not live.
fn frame_needs(
    terms: &mut Terms,
    values: &mut FxHashMap<SymbolId, TermId>,
    (frame, number): (&mut Frame, u32),
    live: &[(u32, Type)],
    needs: &mut Vec<(Register, Need)>,
) -> Option<()> {
    let mut registers = vec![Value::Undefined; frame.registers.len()];
    for &(slot, value_type) in live {
        let mut value = frame.registers[slot as usize];
        let need = replace(terms, values, &mut value, value_type)?;
        needs.push((Register { frame: number, slot }, need));
        registers[slot as usize] = value;
    }
    frame.registers = registers;
    Some(())
}

/// Puts a symbol in the place of a number; what the place has to hold.
fn replace(
    terms: &mut Terms,
    values: &mut FxHashMap<SymbolId, TermId>,
    value: &mut Value,
    value_type: Type,
) -> Option<Need> {
    match (*value, value_type) {
        (Value::Undefined, _) => Some(Need::NoPointer),
        (Value::Int(_) | Value::Term(_), Type::Int(width)) => {
            let symbol = terms.fresh_symbol("place", Sort::BitVec(width));
            values.insert(symbol, klew_memory::term_of(terms, *value, value_type));
            *value = Value::Term(terms.symbol_term(symbol));
            Some(Need::Number(symbol, value_type))
        }
        (Value::Pointer(..) | Value::SymbolicPointer(_), _) => pointer_need(*value),
        _ => Some(Need::Exactly(*value)),
    }
}

/// What a pointer has to be. One that is not concrete names objects that cannot be matched.
fn pointer_need(value: Value) -> Option<Need> {
    match value {
        Value::Pointer(object, offset) => Some(Need::Pointer(object, offset)),
        _ => None,
    }
}
