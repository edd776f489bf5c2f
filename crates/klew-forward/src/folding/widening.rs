//! Numbers that differ from turn to turn of a loop become any number within bounds that do not differ.
//!
//! Source: widening of intervals with thresholds (P. Cousot, R. Cousot, *Static Determination of Dynamic Properties of Programs*, 1976; B.
//! Blanchet et al., *A Static Analyzer for Large Safety-Critical Software*, PLDI 2003): a bound that moved goes on to the next number
//! that the program compares with.
//!
//! **Invariant**: the new symbol may have the value of the old one in every run.

use std::collections::BTreeSet;
use std::rc::Rc;

use klew_ir::{
    BinaryOperation, Constant, Conversion, Definition, FunctionBody, Operand, Operation, Program,
    SourceTypeId, Type, ValueId,
};
use klew_memory::{CellKind, ObjectId, ObjectKind, Value};
use klew_term::{Bounds, Sort, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::buffers::is_buffer;
use super::counts::Change;
use super::relations::Landmarks;
use super::segment::Template;
use super::template::{TermCell, levels};
use super::wide_fields::WideFields;
use crate::configuration::Fold;
use crate::machine::Machine;
use crate::pruning::locations::LiveRegisters;
use crate::snapshot::class_of;
use crate::state::State;

/// The largest object whose numbers are looked at.
const MOST_BYTES: u64 = 1024;

/// What symbols that took the place of numbers are called.
pub(super) const TURN: &str = "of some turn";

/// The most thresholds.
const MOST_THRESHOLDS: usize = 64;

/// The most ways in which numbers grow, where these have bounds; the least of these, as many small numbers are bounds of something else; and the
/// largest factor or distance.
const MOST_GROWN: usize = 4;
const LEAST_GROWN: i64 = 16;
const LARGEST_GROWTH: i64 = 1024;

/// The most constants.
const MOST_CONSTANTS: usize = 256;

/// Numbers at which what moves halts, as signed ones.
pub struct Thresholds {
    /// Those that a program compares with, and the greatest that remainders and masks leave.
    bounds: BTreeSet<i64>,
    /// Constants that it writes, or passes on: what goes from one to another of them tells states apart, and has no other values.
    constants: BTreeSet<i64>,
}

impl Thresholds {
    /// Those of a program, or none if what moved is to have no bound; what is computed of a number within bounds has bounds, too.
    pub fn of(program: &Program, fold: &Fold) -> Thresholds {
        let mut found = Thresholds { bounds: BTreeSet::new(), constants: BTreeSet::new() };
        if !fold.steps {
            return found;
        }
        let mut computed = BTreeSet::new();
        for function in program.functions.iter().filter(|function| !function.library) {
            let FunctionBody::Defined(definition) = &function.body else { continue };
            let characters = characters(definition);
            for block in &definition.blocks {
                for instruction in &block.instructions {
                    if !compares_one(&instruction.operation, &characters) {
                        found.bounds.extend(bounds_in(&instruction.operation));
                    }
                    found.constants.extend(constants_in(&instruction.operation));
                    computed.extend(grown_by(&instruction.operation).filter(|_| fold.equations));
                }
                let passed = block.terminator.operands();
                found.constants.extend(passed.into_iter().filter_map(constant));
            }
        }
        if computed.len() <= MOST_GROWN {
            let bounds: Vec<i64> = found.bounds.range(LEAST_GROWN..).copied().collect();
            let grown = computed.iter().flat_map(|&(factor, more)| {
                bounds.iter().map(move |bound| bound.saturating_mul(factor).saturating_add(more))
            });
            found.bounds.extend(grown);
        }
        while found.bounds.len() > MOST_THRESHOLDS {
            found.bounds.pop_last();
        }
        if found.constants.len() > MOST_CONSTANTS {
            found.constants.clear();
        }
        found
    }

    /// Whether both are constants of the program.
    fn are_constants(&self, (one, other): (Value, Value), width: u32) -> bool {
        let is_one = |value| {
            signed_value(value, width).is_some_and(|number| self.constants.contains(&number))
        };
        is_one(one) && is_one(other)
    }

    /// Those next to a number of that width, on either side.
    pub(super) fn around(&self, number: i64, width: u32) -> (Option<i64>, Option<i64>) {
        (self.at_most(number, width), self.at_least(number, width))
    }

    /// The greatest one that is not greater than a number of that width, among numbers of that width.
    fn at_most(&self, number: i64, width: u32) -> Option<i64> {
        let found = self.bounds.range(..=number).next_back().copied();
        found.filter(|&found| fits(found, width))
    }

    fn at_least(&self, number: i64, width: u32) -> Option<i64> {
        let found = self.bounds.range(number..).next().copied();
        found.filter(|&found| fits(found, width))
    }
}

/// The states of the last turns.
pub(super) struct History<'s> {
    /// After the last one.
    pub(super) last: &'s State,
    /// After the one before.
    pub(super) before: Option<&'s State>,
    /// What is widened.
    pub(super) changing: Changing,
    /// The registers that are needed.
    pub(super) registers: &'s [(u32, Type)],
}

/// Which numbers are widened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changing {
    /// Those that differ from the last turn.
    Any,
    /// Those that differed before as well, where that is known: others, as flags, do so by chance.
    EachTurn,
    /// Those that went on in one direction.
    EachTurnForward,
    /// Those that may have stayed the turn before, and else went on in one direction.
    Forward,
}

impl Changing {
    /// Whether a number is widened that was that after the turn before, then after the last one, and now is that.
    pub(super) fn takes(self, (before, last, now): (Value, Value, Value), width: u32) -> bool {
        let signed = |value| signed_value(value, width);
        let turns = (|| Some((signed(before)?, signed(last)?, signed(now)?)))();
        match (self, turns) {
            (Changing::Any, _) => true,
            (Changing::EachTurn, _) | (Changing::EachTurnForward, None) => before != last,
            (Changing::EachTurnForward, Some((before, last, now))) => {
                before < last && last < now || before > last && last > now
            }
            (Changing::Forward, Some((before, last, now))) => {
                before <= last && last < now || before >= last && last > now
            }
            (Changing::Forward, None) => true,
        }
    }
}

impl Machine<'_> {
    /// Makes any number of what differs from the last turn, and did so one turn before; whether there was anything.
    pub(super) fn widen(
        &mut self,
        state: &mut State,
        history: &History<'_>,
        live: &mut LiveRegisters,
        (thresholds, relates, equations): (&Thresholds, Option<&Landmarks>, bool),
    ) -> bool {
        let mut any = false;
        let mut changes = Vec::new();
        let places: Vec<(u32, Type)> = match live.of(self.program, &state.frame, false) {
            Some(places) => places.to_vec(),
            None => return false,
        };
        let history = &History { registers: &places, ..*history };
        for &(slot, value_type) in &places {
            let Type::Int(width) = value_type else { continue };
            let slot = slot as usize;
            let (old, new) = (history.last.frame.registers[slot], state.frame.registers[slot]);
            let before = history.before.map(|before| before.frame.registers[slot]);
            if before.is_some_and(|before| !history.changing.takes((before, old, new), width)) {
                continue;
            }
            if let Some(value) = self.widened(state, (old, new), width, thresholds) {
                self.keep_relations(state, (new, value), relates);
                state.frame.registers[slot] = value;
                changes.extend(self.change((old, new, value), width));
                any = true;
            }
        }
        any |= self.widen_in_texts(state, (history.last, &places), &mut changes);
        let lasting = self.lasting(state);
        let roots = crate::leak::roots(state);
        // Where nobody knows what is lost, no object takes the place of another.
        let lost = state.memory.unreachable_heap_objects(self.terms, &roots).ok();
        let replaced = lost
            .as_ref()
            .map(|lost| self.replaced(state, history.last, (&mut *live, &lasting, lost)));
        for &object in &lasting {
            let ways = (thresholds, relates);
            any |= self.widen_object(state, history, (object, object), ways, &mut changes);
        }
        if let (Some(before), Some(lost)) = (history.before, &lost) {
            let ways = (thresholds, relates);
            let kept = (live, &lasting[..], &lost[..]);
            any |= self.widen_advanced(state, (history, before), kept, ways, &mut changes);
        }
        let of_places = history;
        let history = &History { changing: Changing::Any, ..*history };
        for pair in replaced.into_iter().flatten() {
            any |= self.widen_object(state, history, pair, (thresholds, relates), &mut changes);
        }
        if let Some(landmarks) = relates {
            self.relate_to_lasting(state, history.last, &changes, landmarks);
        }
        if equations {
            self.keep_equations(state, history.last, &changes);
        }
        any |= self.widen_numbered(state, of_places, thresholds, &mut changes);
        any |= self.widen_counts(state, history.last, &changes);
        // Counts and equations are said with what passed.
        if relates.is_some_and(|landmarks| landmarks.numbered) && !equations {
            self.forget_passed(state, &changes);
        }
        any
    }

    /// What became of a number that was widened.
    pub(super) fn change(
        &mut self,
        (last, now, new): (Value, Value, Value),
        width: u32,
    ) -> Option<Change> {
        let mut term = |value: Value| match value {
            Value::Int(number) => Some(self.terms.bv(width, number)),
            Value::Term(term) => Some(term),
            _ => None,
        };
        Some(Change { last: term(last), now: term(now)?, new: term(new)? })
    }

    /// Objects whose numbers may count turns: those of frames, globals, and of the heap, apart from segments.
    pub(super) fn lasting(&self, state: &State) -> Vec<ObjectId> {
        let parts: BTreeSet<ObjectId> = (state.segments.iter())
            .flat_map(|(id, segment)| {
                let parts = segment.templates.iter().flat_map(|template| &template.parts);
                std::iter::once(id).chain(parts.copied())
            })
            .collect();
        let mut objects: Vec<ObjectId> = (1..=state.memory.object_count() as i32)
            .map(ObjectId)
            .filter(|id| !parts.contains(id))
            .collect();
        objects.retain(|&id| {
            state.memory.object(id).is_some_and(|object| {
                let is_small = object.concrete_size().is_none_or(|size| size <= MOST_BYTES);
                let has_elements = state.memory.elements_term(id).is_some();
                object.is_alive() && object.writable && (is_small || has_elements)
            })
        });
        objects
    }

    fn widen_object(
        &mut self,
        state: &mut State,
        history: &History<'_>,
        (object, old): (ObjectId, ObjectId),
        (thresholds, relates): (&Thresholds, Option<&Landmarks>),
        changes: &mut Vec<Change>,
    ) -> bool {
        let &History { last, before, .. } = history;
        if object == old && state.memory.shares(object, &last.memory) {
            return false;
        }
        let size = |state: &State, object| {
            state.memory.object(object).and_then(|object| object.concrete_size())
        };
        let Some(size) = size(state, object).filter(|own| size(last, old) == Some(*own)) else {
            return self.widen_buffer(
                state,
                history,
                (object, old),
                (thresholds, relates),
                changes,
            );
        };
        if object == old && self.widen_filled(state, history, object) {
            return true;
        }
        let mut any = object == old && self.widen_elements(state, history, object);
        let mut at = 0;
        if size > MOST_BYTES {
            return any;
        }
        let declared = declared_type(self.program, state, object);
        let kind = state.memory.object(object).map(|object| object.kind);
        let stays = object == old && matches!(kind, Some(ObjectKind::Heap));
        while at < size {
            let length = self.unit(declared, state, object, (at, size - at));
            let place = (at, length);
            let numbers =
                number_at(self, state, object, place).zip(number_at(self, last, old, place));
            if let Some((new, old)) = numbers {
                let width = 8 * length as u32;
                let earlier = before.and_then(|before| number_at(self, before, object, place));
                if earlier
                    .is_some_and(|earlier| !history.changing.takes((earlier, old, new), width))
                {
                    at += length;
                    continue;
                }
                // What did not change the turn before is a state, if it has but the program's constants.
                let is_steady = stays && earlier.is_none_or(|earlier| earlier == old);
                if is_steady && thresholds.are_constants((old, new), width) {
                    at += length;
                    continue;
                }
                if let Some(value) = self.widened(state, (old, new), width, thresholds) {
                    state.memory.store(self.terms, object, at, Type::Int(width), value);
                    self.keep_relations(state, (new, value), relates);
                    changes.extend(self.change((old, new, value), width));
                    any = true;
                }
            }
            at += length;
        }
        any
    }

    /// Elements that were written at places that are not known may be anything.
    fn widen_elements(
        &mut self,
        state: &mut State,
        &History { last, before, changing, .. }: &History<'_>,
        object: ObjectId,
    ) -> bool {
        let elements = |state: &State| state.memory.elements_term(object);
        let (old, new) = (elements(last), elements(state));
        let is_new =
            changing != Changing::Any && before.is_some_and(|before| elements(before) == old);
        if old.is_none() || old == new || is_new {
            return false;
        }
        // What is ahead of the elements may be in the array term, too.
        let size = state.memory.object(object).map(|object| object.size);
        let keeps_header = self.header_size() > 0
            && is_buffer(&state.memory, object)
            && size.is_some_and(|size| self.forget_elements(state, object, size));
        if !keeps_header {
            self.keep_text(state, object, |machine, state| {
                state.memory.set_any_elements(machine.terms, object, "elements of some turn");
            });
        }
        true
    }

    /// What took the place of a number is to numbers of nodes, folded or not, as that was.
    pub(super) fn keep_relations(
        &mut self,
        state: &mut State,
        (old, new): (Value, Value),
        relates: Option<&Landmarks>,
    ) {
        if let (Some(landmarks), Value::Term(old), Value::Term(new)) = (relates, old, new) {
            self.relate_to_templates(state, (old, new), landmarks.ways);
            self.relate_to_nodes(state, (old, new), landmarks);
        }
    }

    /// Makes a template stand for a node, too, if both differ in numbers only.
    pub(super) fn merge(
        &mut self,
        state: &mut State,
        (one, other): (&Template, &Template),
        (thresholds, landmarks): (&Thresholds, Option<&Landmarks>),
    ) -> bool {
        if one.parts.len() != other.parts.len() || one.next != other.next {
            return false;
        }
        let mut merged = state.clone();
        self.forget_texts_in_both(&mut merged, (one, other));
        let parts = one.parts.iter().zip(&other.parts);
        let mut buffers = Vec::new();
        for (&part, &same) in parts {
            if self.merge_object(&mut merged, (part, same), (one, other), thresholds).is_some() {
                continue;
            }
            let may_be =
                part != one.node() && [part, same].iter().all(|it| is_buffer(&state.memory, *it));
            if !may_be {
                return false;
            }
            buffers.push((part, same));
        }
        let numbers = self.merged_numbers(state, &merged, (one, other));
        for pair in buffers {
            if self.merge_buffers(&mut merged, pair, &numbers, thresholds).is_none() {
                return false;
            }
        }
        if let Some(landmarks) = landmarks {
            self.relate_merged(&mut merged, &numbers, landmarks);
        }
        *state = merged;
        true
    }

    /// What a template holds, what another does, and what both became as one.
    fn merged_numbers(
        &mut self,
        before: &State,
        merged: &State,
        (one, other): (&Template, &Template),
    ) -> Vec<(TermId, TermId, TermId)> {
        let Some(mut own) = levels(before, &one.parts).into_iter().next() else {
            return Vec::new();
        };
        own.retain(|part| {
            merged.memory.object(*part).is_some_and(|it| it.concrete_size().is_some())
        });
        let counterpart: FxHashMap<ObjectId, ObjectId> =
            one.parts.iter().copied().zip(other.parts.iter().copied()).collect();
        let mut numbers = Vec::new();
        let cells =
            own.iter().flat_map(|part| self.term_cells(merged, &[*part]).unwrap_or_default());
        for cell in cells.collect::<Vec<TermCell>>() {
            let width = self.terms.width(cell.term);
            let mut number = |object: ObjectId| {
                let value =
                    before.memory.clone().load(self.terms, object, cell.offset, Type::Int(width));
                match value {
                    Value::Int(number) if width <= 64 => Some(self.terms.bv(width, number)),
                    Value::Term(term) if self.terms.sort(term) == Sort::BitVec(width) => Some(term),
                    _ => None,
                }
            };
            let (Some(one), Some(&same)) = (number(cell.part), counterpart.get(&cell.part)) else {
                continue;
            };
            let Some(other) = number(same) else { continue };
            numbers.push((one, other, cell.term));
        }
        numbers
    }

    fn merge_object(
        &mut self,
        state: &mut State,
        (part, same): (ObjectId, ObjectId),
        (one, other): (&Template, &Template),
        thresholds: &Thresholds,
    ) -> Option<()> {
        let (target, node) = (state.memory.object(part)?, state.memory.object(same)?);
        let size = target.concrete_size()?;
        if (target.kind, target.align, node.concrete_size()) != (node.kind, node.align, Some(size))
            || state.segments.get(part).is_some()
            || state.segments.get(same).is_some()
        {
            return None;
        }
        let declared = [part, same].map(|object| declared_type(self.program, state, object));
        let mut at = 0;
        while at < size {
            let of = |object, declared| self.unit(declared, state, object, (at, size - at));
            let length = of(part, declared[0]).min(of(same, declared[1]));
            let found = |object: ObjectId| {
                let cells = state.memory.cells_in(object, at, length)?;
                let cell = *cells.first()?;
                let is_whole = cell.offset == at && cell.size >= length;
                let is_one = cells.len() == 1;
                (is_one && (is_whole || cell.kind == CellKind::Concrete)).then_some(cell.kind)
            };
            match (found(part)?, found(same)?) {
                (CellKind::Undefined, CellKind::Undefined) => {}
                (CellKind::Pointer(left), CellKind::Pointer(right)) => {
                    let (Value::Pointer(left, into), Value::Pointer(right, also)) = (left, right)
                    else {
                        return None;
                    };
                    let place =
                        |parts: &[ObjectId], object| parts.iter().position(|&part| part == object);
                    let (at, same) = (place(&one.parts, left), place(&other.parts, right));
                    if into != also || at != same || (at.is_none() && left != right) {
                        return None;
                    }
                }
                (
                    CellKind::Concrete | CellKind::Term(_),
                    CellKind::Concrete | CellKind::Term(_),
                ) => self.merge_numbers(state, (part, same), (at, length), thresholds)?,
                _ => return None,
            }
            at += length;
        }
        Some(())
    }

    fn merge_numbers(
        &mut self,
        state: &mut State,
        (part, same): (ObjectId, ObjectId),
        (at, length): (u64, u64),
        thresholds: &Thresholds,
    ) -> Option<()> {
        let width = 8 * length as u32;
        let number = Type::Int(width);
        let old = state.memory.load(self.terms, part, at, number);
        let new = state.memory.load(self.terms, same, at, number);
        if old != new {
            let value = self.widened(state, (old, new), width, thresholds)?;
            state.memory.store(self.terms, part, at, number, value);
        }
        Some(())
    }

    /// What a number becomes that was another one a turn ago.
    pub(super) fn widened(
        &mut self,
        state: &mut State,
        (old, new): (Value, Value),
        width: u32,
        thresholds: &Thresholds,
    ) -> Option<Value> {
        if old == new || width > 64 {
            return None;
        }
        let term = |value: Value, machine: &mut Self| match value {
            Value::Int(number) => Some(machine.terms.bv(width, number)),
            Value::Term(term) => (machine.terms.sort(term) == Sort::BitVec(width)).then_some(term),
            _ => None,
        };
        let (old, new) = (term(old, self)?, term(new, self)?);
        let (before, after) =
            (state.path.bounds_of(self.terms, old)?, state.path.bounds_of(self.terms, new)?);
        let symbol = self.terms.fresh_symbol(TURN, Sort::BitVec(width));
        let mut model = state.model.clone()?;
        let value = self.evaluate(&model, new).ok()?;
        Rc::make_mut(&mut model).set(symbol, value);
        state.model = Some(model);
        let symbol = self.terms.symbol_term(symbol);
        for known in self.kept_bounds(symbol, &before, &after, thresholds) {
            self.constrain(state, known, true);
        }
        Some(Value::Term(symbol))
    }

    /// The bounds of what was within some and is within others.
    pub(super) fn kept_bounds(
        &mut self,
        term: TermId,
        before: &Bounds,
        after: &Bounds,
        thresholds: &Thresholds,
    ) -> Vec<TermId> {
        let width = after.width;
        let mut kept = Vec::new();
        let least = match after.least >= before.least {
            true => Some(before.least),
            false => thresholds.at_most(after.least, width),
        };
        let greatest = match after.greatest <= before.greatest {
            true => Some(before.greatest),
            false => thresholds.at_least(after.greatest, width),
        };
        if let Some(least) = least {
            let least = self.terms.bv(width, least as u64);
            kept.push(self.terms.bv_sle(least, term));
        }
        if let Some(greatest) = greatest {
            let greatest = self.terms.bv(width, greatest as u64);
            kept.push(self.terms.bv_sle(term, greatest));
        }
        if after.low >= before.low {
            let low = self.terms.bv(width, before.low);
            kept.push(self.terms.bv_ule(low, term));
        }
        if after.high <= before.high {
            let high = self.terms.bv(width, before.high);
            kept.push(self.terms.bv_ule(term, high));
        }
        kept
    }
}

/// The number at a place of an object, of so many bytes.
pub(super) fn number_at(
    machine: &mut Machine<'_>,
    state: &State,
    object: ObjectId,
    (at, length): (u64, u64),
) -> Option<Value> {
    let cells = state.memory.cells_in(object, at, length).unwrap_or_default();
    let is_number = !cells.is_empty()
        && cells.iter().all(|cell| match cell.kind {
            CellKind::Concrete => true,
            CellKind::Term(Some(Value::Term(_))) => cell.offset == at && cell.size == length,
            _ => false,
        });
    let number = Type::Int(8 * length as u32);
    is_number.then(|| state.memory.clone().load(machine.terms, object, at, number))
}

/// Numbers near which an operation makes a difference.
fn bounds_in(operation: &Operation) -> Vec<i64> {
    let number = |operand: &Operand| match operand {
        Operand::Constant(constant) => signed(constant),
        _ => None,
    };
    match operation {
        Operation::Compare(_, left, right) => [left, right]
            .into_iter()
            .filter_map(number)
            .flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)])
            .collect(),
        Operation::Binary(BinaryOperation::UnsignedRem | BinaryOperation::SignedRem, _, by) => {
            number(by).map(|number| number.saturating_sub(1)).into_iter().collect()
        }
        Operation::Binary(BinaryOperation::And, left, right) => {
            number(left).or(number(right)).filter(|mask| *mask > 0).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Bytes that are read, and what they are as wider numbers: what they are compared with is a character most often, and nothing that counts
/// halts there.
fn characters(definition: &Definition) -> FxHashSet<ValueId> {
    let mut found = FxHashSet::default();
    for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
        let Some(&result) = instruction.results.first() else { continue };
        let is_byte = definition.values[result.0 as usize].value_type == Type::Int(8);
        let is_one = match &instruction.operation {
            Operation::Load(_) => is_byte,
            Operation::Convert(Conversion::SignExtend | Conversion::ZeroExtend, of) => {
                of.as_value().is_some_and(|of| found.contains(&of))
            }
            _ => false,
        };
        if is_one {
            found.insert(result);
        }
    }
    found
}

fn compares_one(operation: &Operation, characters: &FxHashSet<ValueId>) -> bool {
    let Operation::Compare(_, left, right) = operation else { return false };
    [left, right].iter().any(|it| it.as_value().is_some_and(|value| characters.contains(&value)))
}

/// How an operation makes a number grow: so many times it was, and so much more.
fn grown_by(operation: &Operation) -> Option<(i64, i64)> {
    let Operation::Binary(binary, left, right) = operation else { return None };
    let by = constant(left).or(constant(right)).filter(|by| (2..=LARGEST_GROWTH).contains(by))?;
    match binary {
        BinaryOperation::Add => Some((1, by)),
        BinaryOperation::Mul => Some((by, 0)),
        BinaryOperation::ShiftLeft if by < 8 && constant(right) == Some(by) => Some((1 << by, 0)),
        _ => None,
    }
}

/// Constants that an operation writes or passes on.
fn constants_in(operation: &Operation) -> Vec<i64> {
    match operation {
        Operation::Store(_, value) => constant(value).into_iter().collect(),
        Operation::Select(_, one, other) => [one, other].into_iter().filter_map(constant).collect(),
        Operation::Call { arguments, .. } => arguments.iter().filter_map(constant).collect(),
        _ => Vec::new(),
    }
}

fn constant(operand: &Operand) -> Option<i64> {
    match operand {
        Operand::Constant(constant) => signed(constant),
        Operand::Value(_) => None,
    }
}

/// A concrete number of that width, with its sign.
fn signed_value(value: Value, width: u32) -> Option<i64> {
    match value {
        Value::Int(number) if (1..=64).contains(&width) => {
            Some((number << (64 - width)) as i64 >> (64 - width))
        }
        _ => None,
    }
}

fn fits(number: i64, width: u32) -> bool {
    let most = i64::MAX >> (64 - width);
    (-most - 1..=most).contains(&number)
}

impl Machine<'_> {
    /// How many bytes from here on are one number, at most so many; `declared` is the type of the object.
    pub(super) fn unit(
        &self,
        declared: Option<SourceTypeId>,
        state: &State,
        object: ObjectId,
        (at, most): (u64, u64),
    ) -> u64 {
        let cells = state.memory.cells_in(object, at, 1).unwrap_or_default();
        let whole = cells.first().filter(|cell| {
            !matches!(cell.kind, CellKind::Concrete | CellKind::Undefined) && cell.offset == at
        });
        if let Some(cell) = whole {
            return cell.size.clamp(1, most);
        }
        let size = match declared {
            Some(declared) => declared_size(self.program, declared, at),
            None => self.wide_at(state, object, (at, most)),
        };
        size.unwrap_or(4 - at % 4).min(most)
    }

    /// Eight, if a number of as many bytes seems to begin there.
    fn wide_at(&self, state: &State, object: ObjectId, (at, most): (u64, u64)) -> Option<u64> {
        let wide = self.wide_fields.get_or_init(|| WideFields::of(self.program));
        let is_concrete = || {
            let cells = state.memory.cells_in(object, at, 8).unwrap_or_default();
            cells.iter().all(|cell| cell.kind == CellKind::Concrete)
        };
        (most >= 8 && wide.begins_at(at) && is_concrete()).then_some(8)
    }
}

/// The declared type of an object, or its class.
pub(super) fn declared_type(
    program: &Program,
    state: &State,
    object: ObjectId,
) -> Option<SourceTypeId> {
    let known = state.memory.object(object)?.source_type;
    known.or_else(|| class_of(program, &state.memory, object))
}

/// The bytes of a truth value or a number of other than four bytes that is declared to begin there. Characters are looked at by four.
fn declared_size(program: &Program, declared: SourceTypeId, at: u64) -> Option<u64> {
    let types = program.source_types();
    let pointer_size = program.data_model.pointer_size();
    let leaf = types.field_at(declared, at, pointer_size).1?;
    let size = types.size_of(leaf, pointer_size)?;
    let is_one = types.get_resolved(leaf).is_truth_value() || matches!(size, 2 | 8);
    (is_one && at.is_multiple_of(size)).then_some(size)
}

fn signed(constant: &Constant) -> Option<i64> {
    let Constant::Int { width, value } = constant else { return None };
    let (width, number) = (*width, u64::try_from(value).ok()?);
    (1..=64).contains(&width).then(|| (number << (64 - width)) as i64 >> (64 - width))
}
