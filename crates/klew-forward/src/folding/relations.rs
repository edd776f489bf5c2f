//! What is known of the numbers of nodes and of numbers that lie elsewhere: that each node holds at least what a variable does, or no
//! more in one place than in another.
//!
//! Source: weakly relational domains (A. Miné, *The Octagon Abstract Domain*, 2006) as far as they compare two numbers; the numbers of nodes
//! are quantified as in the data of symbolic memory graphs.
//!
//! **Invariant**: a constraint relates the symbols of one template with each other and with symbols that no template holds, never those
//! of two templates. So it is so of each node that it is made of, whatever the others hold.
//! **Invariant**: a relation is added where all runs of the state satisfy it, or satisfied it before a symbol took the place of a value.

use klew_ir::Comparison::{SignedLess, SignedLessEqual, UnsignedLess, UnsignedLessEqual};
use klew_ir::{FunctionBody, Operation, Program};
use klew_memory::{Memory, ObjectId, Value};
use klew_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::counts::Change;
use super::numbered;
use super::segment::Template;
use super::template::Told;
use super::widening::TURN;
use crate::machine::Machine;
use crate::pruning::inclusion::Globals;
use crate::pruning::locations::LiveRegisters;
use crate::state::State;

/// Numbers elsewhere that nodes are compared with.
const MOST_LANDMARKS: usize = 8;

/// Pairs of numbers in a node that are compared.
const MOST_PAIRS: usize = 16;

/// Runs that are kept because something was not so in them.
const MOST_REFUTING: usize = 12;

/// The largest object outside of nodes whose numbers are looked at.
const MOST_BYTES: u64 = 256;

/// Numbers that lie in registers, variables, globals and nodes that are not folded, and are not constant.
#[derive(Clone, Debug, Default)]
pub(super) struct Landmarks {
    terms: Vec<TermId>,
    symbols: FxHashSet<SymbolId>,
    /// How they are compared.
    pub(super) ways: Ways,
    /// Whether it is told how many nodes there are.
    pub(super) counts: bool,
    /// Whether nodes were found to be numbered.
    pub(super) numbered: bool,
}

impl Landmarks {
    /// Those of a state; none if some cannot be told.
    pub(super) fn of(
        machine: &Machine<'_>,
        (live, globals): (&mut LiveRegisters, &Globals),
        state: &State,
        (ways, counts): (Ways, bool),
    ) -> Landmarks {
        let none = Landmarks { ways, counts, ..Landmarks::default() };
        let mut found = none.clone();
        for (number, frame) in state.frames().enumerate() {
            let Some(places) = live.of(machine.program, frame, number > 0) else {
                return none;
            };
            for &(slot, _) in places {
                found.take_in(machine.terms, frame.registers[slot as usize]);
            }
        }
        let memory = &state.memory;
        let mut objects = globals.not_plain(memory);
        objects.extend(state.frames().flat_map(|frame| frame.stack_objects.iter().copied()));
        objects.extend(nodes_in_sight(machine, state));
        for object in objects {
            let is_small = size_of(memory, object).is_some_and(|size| size <= MOST_BYTES);
            if is_small && memory.object(object).is_some_and(|object| object.is_alive()) {
                for value in memory.values_in(object) {
                    found.take_in(machine.terms, value);
                }
            }
        }
        found
    }

    fn take_in(&mut self, terms: &Terms, value: Value) {
        let Value::Term(term) = value else { return };
        let is_number =
            matches!(terms.sort(term), Sort::BitVec(width) if (8..=64).contains(&width));
        let symbols = terms.symbols(term);
        if is_number
            && !symbols.is_empty()
            && !self.terms.contains(&term)
            && self.terms.len() < MOST_LANDMARKS
        {
            self.symbols.extend(symbols.iter().copied());
            self.terms.push(term);
        }
    }

    /// Whether all symbols of a formula are theirs or among others.
    pub(super) fn cover(
        &self,
        terms: &Terms,
        formula: TermId,
        others: &FxHashSet<SymbolId>,
    ) -> bool {
        let symbols = terms.symbols(formula);
        symbols.iter().all(|symbol| others.contains(symbol) || self.symbols.contains(symbol))
    }
}

/// Objects of the heap that something leads to, and that are no segments and no parts of their templates.
fn nodes_in_sight(machine: &Machine<'_>, state: &State) -> Vec<ObjectId> {
    let roots = crate::leak::roots(state);
    let Ok(lost) = state.memory.unreachable_heap_objects(machine.terms, &roots) else {
        return Vec::new();
    };
    let folded: FxHashSet<ObjectId> = (state.segments.iter())
        .flat_map(|(id, segment)| {
            let parts = segment.templates.iter().flat_map(|template| &template.parts);
            std::iter::once(id).chain(parts.copied())
        })
        .collect();
    let mut nodes = state.memory.alive_heap_objects();
    nodes.retain(|node| !folded.contains(node) && !lost.contains(node));
    nodes
}

fn size_of(memory: &Memory, object: ObjectId) -> Option<u64> {
    memory.object(object).and_then(|object| object.concrete_size())
}

/// How two numbers may lie to each other. That one is less is kept where the path says so, or where it is computed and the path says nothing of
/// what it is; else there would be more states to tell apart than that is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are the same.
    Equal,
    /// The one is at most the other, both with their signs.
    AtMost,
    /// The one is at most the other, both without signs.
    AtMostUnsigned,
    /// The one is less than the other, both with their signs.
    Less,
    /// The one is less than the other, both without signs.
    LessUnsigned,
}

use Relation::{AtMost, AtMostUnsigned, Equal, Less, LessUnsigned};

impl Relation {
    pub(super) fn formula(self, terms: &mut Terms, (one, other): (TermId, TermId)) -> TermId {
        match self {
            Equal => terms.eq(one, other),
            AtMost => terms.bv_sle(one, other),
            AtMostUnsigned => terms.bv_ule(one, other),
            Less => terms.bv_slt(one, other),
            LessUnsigned => terms.bv_ult(one, other),
        }
    }

    /// The same of numbers that differ.
    fn strict(self) -> Option<Relation> {
        match self {
            AtMost => Some(Less),
            AtMostUnsigned => Some(LessUnsigned),
            Equal | Less | LessUnsigned => None,
        }
    }
}

/// The ways in which numbers are compared.
pub(super) type Ways = &'static [Relation];

/// The ways in which a program compares numbers; others say of them what makes no difference to it.
pub(super) fn ways_of(program: &Program) -> Ways {
    let (mut signed, mut unsigned) = (false, false);
    for function in program.functions.iter().filter(|function| !function.library) {
        let FunctionBody::Defined(definition) = &function.body else { continue };
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            match instruction.operation {
                Operation::Compare(SignedLess | SignedLessEqual, ..) => signed = true,
                Operation::Compare(UnsignedLess | UnsignedLessEqual, ..) => unsigned = true,
                _ => {}
            }
        }
    }
    match (signed, unsigned) {
        (true, true) => &[AtMost, AtMostUnsigned],
        (true, false) => &[AtMost],
        (false, true) => &[AtMostUnsigned],
        (false, false) => &[],
    }
}

impl Machine<'_> {
    /// Whether all runs of a state satisfy a formula, as far as that is known or soon found out. Folding leaves the runs of a state what they
    /// were, as far as they gave symbols values: so what refuted one relation may refute others.
    pub(crate) fn is_always(&mut self, state: &State, formula: TermId) -> bool {
        let symbols = self.terms.symbols(formula);
        let is_refuted = self.refuting.iter().any(|run| {
            symbols.iter().all(|symbol| run.get(*symbol).is_some())
                && matches!(self.holds(run, formula), Ok(false))
        });
        if is_refuted {
            return false;
        }
        let mut outside: Vec<_> = state.model.iter().cloned().collect();
        let known = outside.len();
        let holds = self.all_hold(state, vec![formula], &mut outside);
        self.refuting.extend(outside.drain(known..));
        let old = self.refuting.len().saturating_sub(MOST_REFUTING);
        self.refuting.drain(..old);
        holds
    }

    /// Has a new pair of numbers be to each other as each of some pairs is.
    pub(super) fn relate(
        &mut self,
        state: &mut State,
        pairs: &[(TermId, TermId)],
        (new, ways): ((TermId, TermId), Ways),
    ) {
        let sort = |machine: &Self, term| machine.terms.sort(term);
        let is_pair = |machine: &Self, pair: &(TermId, TermId)| {
            sort(machine, pair.0) == sort(machine, pair.1)
                && sort(machine, pair.0) == sort(machine, new.0)
        };
        if !pairs.iter().all(|pair| is_pair(self, pair)) || !is_pair(self, &new) {
            return;
        }
        if self.keeps(state, pairs, new, Equal) {
            return;
        }
        for &relation in ways {
            self.keeps_one_way(state, pairs, new, relation);
        }
    }

    /// Has a pair be so to each other, or the other way round, if others are.
    fn keeps_one_way(
        &mut self,
        state: &mut State,
        pairs: &[(TermId, TermId)],
        new: (TermId, TermId),
        relation: Relation,
    ) -> bool {
        let swap = |(one, other): (TermId, TermId)| (other, one);
        let swapped: Vec<(TermId, TermId)> = pairs.iter().map(|&pair| swap(pair)).collect();
        self.keeps(state, pairs, new, relation) || self.keeps(state, &swapped, swap(new), relation)
    }

    /// Has a symbol that took the place of what was computed be less or more than a landmark if that was: no condition of the path says so.
    fn relate_strictly(
        &mut self,
        state: &mut State,
        (old, new): (TermId, TermId),
        landmarks: &Landmarks,
    ) {
        for &landmark in &landmarks.terms {
            let (old, new) = ((old, landmark), (new, landmark));
            if self.terms.sort(old.0) != self.terms.sort(landmark) {
                continue;
            }
            for strict in landmarks.ways.iter().filter_map(|way| way.strict()) {
                self.keeps_one_way(state, &[old], new, strict);
            }
        }
    }

    /// Has a symbol that took the place of what was computed of a landmark be as far from that as it was: `base + 3` is between `base` and
    /// `base + 9`, if the landmark is `base`.
    fn keep_distances(
        &mut self,
        state: &mut State,
        (old, new): (TermId, TermId),
        landmarks: &Landmarks,
    ) {
        let symbols = self.terms.symbols(old);
        for &landmark in &landmarks.terms {
            let is_of_it = |symbol: &SymbolId| symbols.contains(symbol);
            if self.terms.sort(old) != self.terms.sort(landmark)
                || !self.terms.symbols(landmark).iter().all(is_of_it)
            {
                continue;
            }
            let width = self.terms.width(old);
            let was = self.terms.bv_sub(old, landmark);
            let Some(bounds) = state.path.bounds_of(self.terms, was) else { continue };
            if bounds.greatest.abs_diff(bounds.least) >= 1 << (width - 1) {
                continue;
            }
            let is = self.terms.bv_sub(new, landmark);
            let (least, greatest) = (bounds.least as u64, bounds.greatest as u64);
            let (least, greatest) = (self.terms.bv(width, least), self.terms.bv(width, greatest));
            for known in [self.terms.bv_sle(least, is), self.terms.bv_sle(is, greatest)] {
                self.constrain(state, known, true);
            }
        }
    }

    fn keeps(
        &mut self,
        state: &mut State,
        pairs: &[(TermId, TermId)],
        new: (TermId, TermId),
        relation: Relation,
    ) -> bool {
        for &pair in pairs {
            let formula = relation.formula(self.terms, pair);
            if !self.is_always(state, formula) {
                return false;
            }
        }
        let formula = relation.formula(self.terms, new);
        self.constrain(state, formula, true);
        true
    }

    /// Has the symbols that took the place of the numbers of a node be to landmarks and to each other as these numbers are.
    pub(super) fn relate_node(
        &mut self,
        state: &mut State,
        numbers: &[(TermId, TermId)],
        landmarks: &Landmarks,
    ) {
        for &(old, new) in numbers {
            for &landmark in &landmarks.terms {
                self.relate(state, &[(old, landmark)], ((new, landmark), landmarks.ways));
            }
            if self.terms.as_symbol(old).is_none() {
                self.relate_strictly(state, (old, new), landmarks);
                self.keep_distances(state, (old, new), landmarks);
            }
        }
        for (one, other) in pairs(numbers) {
            self.relate(state, &[(one.0, other.0)], ((one.1, other.1), landmarks.ways));
        }
    }

    /// The same of symbols that took the place of the numbers of two nodes: old, other and new. What is known of the old one is kept
    /// where the other satisfies it as well.
    pub(super) fn relate_merged(
        &mut self,
        state: &mut State,
        numbers: &[(TermId, TermId, TermId)],
        landmarks: &Landmarks,
    ) {
        let held: FxHashSet<SymbolId> =
            numbers.iter().filter_map(|&(old, ..)| self.terms.as_symbol(old)).collect();
        let (mut others, mut news) = (FxHashMap::default(), FxHashMap::default());
        for &(old, other, new) in numbers {
            if let Some(symbol) = self.terms.as_symbol(old) {
                others.insert(symbol, other);
                news.insert(symbol, new);
            }
        }
        for known in self.known_of_node(state, &held, landmarks) {
            let of_other = self.terms.substitute(known, &others);
            if self.is_always(state, of_other) {
                let of_new = self.terms.substitute(known, &news);
                self.constrain(state, of_new, true);
            }
        }
        for &(old, other, new) in numbers {
            for &landmark in &landmarks.terms {
                let pairs = [(old, landmark), (other, landmark)];
                self.relate(state, &pairs, ((new, landmark), landmarks.ways));
            }
        }
        for (one, other) in pairs(numbers) {
            let known = [(one.0, other.0), (one.1, other.1)];
            self.relate(state, &known, ((one.2, other.2), landmarks.ways));
        }
    }

    /// What the path says of symbols that a node holds and of nothing else but landmarks.
    pub(super) fn known_of_node(
        &self,
        state: &State,
        held: &FxHashSet<SymbolId>,
        landmarks: &Landmarks,
    ) -> Vec<TermId> {
        let mut known = state.path.about(held);
        known.retain(|&known| {
            self.terms.symbols(known).iter().any(|symbol| held.contains(symbol))
                && landmarks.cover(self.terms, known, held)
        });
        known
    }

    /// Says anew what templates hold, where that was said with symbols that are landmarks no more.
    pub(super) fn relate_templates(&mut self, state: &mut State, landmarks: &Landmarks) {
        let templates: Vec<Template> = (state.segments.iter())
            .flat_map(|(_, segment)| segment.templates.iter().cloned())
            .collect();
        for template in templates {
            let Some(held) = self.symbols_of(state, &template) else { continue };
            let is_stale = state.path.about(&held).into_iter().any(|known| {
                let symbols = self.terms.symbols(known);
                symbols.iter().any(|symbol| held.contains(symbol))
                    && !landmarks.cover(self.terms, known, &held)
            });
            if is_stale {
                let mut related = state.clone();
                let told = Told { landmarks: Some(landmarks), thresholds: None };
                if self.generalise(&mut related, &template.parts, told).is_some() {
                    self.forget_numbers(&mut related, &held);
                    *state = related;
                }
            }
        }
    }

    /// Drops what is known of the numbers, and of the number, of nodes of segments that nothing leads to.
    pub(super) fn forget_lost_numbers(&mut self, state: &mut State) {
        let roots = crate::leak::roots(state);
        let Ok(lost) = state.memory.unreachable_heap_objects(self.terms, &roots) else { return };
        let mut gone = FxHashSet::default();
        for id in lost {
            let Some(mut segment) = state.segments.get(id).cloned() else { continue };
            for template in &segment.templates {
                gone.extend(self.symbols_of(state, template).unwrap_or_default());
            }
            if let Some(count) = segment.count.take() {
                gone.extend(self.terms.symbols(count).iter().copied());
            }
            segment.numbered.clear();
            state.segments.insert(id, segment);
        }
        if !gone.is_empty() && !state.path.about(&gone).is_empty() {
            self.forget_numbers(state, &gone);
        }
    }

    /// Drops what is known of numbers that are nowhere any more. What follows from it for others stays only where that is known as well.
    pub(super) fn forget_numbers(&mut self, state: &mut State, gone: &FxHashSet<SymbolId>) {
        let known = std::mem::take(&mut state.path);
        for known in known.to_vec() {
            if !self.terms.symbols(known).iter().any(|symbol| gone.contains(symbol)) {
                self.constrain(state, known, true);
            }
        }
    }

    /// Drops what is known of the symbols of numbers that others took the place of, as far as these are nowhere any more: each turn would add to it.
    pub(super) fn forget_passed(&mut self, state: &mut State, changes: &[Change]) {
        let mut passed: FxHashSet<SymbolId> = FxHashSet::default();
        for change in changes {
            for term in change.last.into_iter().chain([change.now]) {
                passed.extend(self.terms.symbols(term).iter().copied());
            }
        }
        passed.retain(|symbol| self.terms.symbol_name(*symbol).starts_with(TURN));
        if passed.is_empty() {
            return;
        }
        let mut held = |term: TermId| {
            for symbol in self.terms.symbols(term).iter() {
                passed.remove(symbol);
            }
        };
        for (_, segment) in state.segments.iter() {
            segment.count.into_iter().for_each(&mut held);
            segment.numbered.iter().for_each(|known| {
                held(known.first);
                held(known.behind);
            });
        }
        let objects = (1..=state.memory.object_count() as i32).map(ObjectId);
        let alive = objects.filter(|id| state.memory.object(*id).is_some_and(|it| it.is_alive()));
        let in_memory = alive.flat_map(|id| {
            let size = state.memory.object(id).map(|object| object.size);
            size.into_iter().chain(state.memory.values_in(id))
        });
        let in_registers = state.frames().flat_map(|frame| frame.registers.iter().copied());
        for value in in_memory.chain(in_registers) {
            match value {
                Value::Term(term) => held(term),
                Value::SymbolicPointer(pointer) => {
                    held(pointer.object);
                    held(pointer.offset);
                }
                _ => {}
            }
        }
        if !passed.is_empty() && !state.path.about(&passed).is_empty() {
            self.forget_numbers(state, &passed);
        }
    }

    fn symbols_of(&self, state: &State, template: &Template) -> Option<FxHashSet<SymbolId>> {
        let cells = self.term_cells(state, &template.parts)?;
        let symbols = cells.iter().flat_map(|cell| self.terms.symbols(cell.term).to_vec());
        Some(symbols.collect())
    }

    /// Has a number that took the place of another be to those of nodes that are not folded as that one is, if others are.
    pub(super) fn relate_to_nodes(
        &mut self,
        state: &mut State,
        (old, new): (TermId, TermId),
        landmarks: &Landmarks,
    ) {
        if state.segments.is_empty() {
            return;
        }
        for node in nodes_in_sight(self, state) {
            for value in state.memory.values_in(node) {
                if let Value::Term(held) = value
                    && landmarks.terms.contains(&held)
                {
                    self.relate(state, &[(old, held)], ((new, held), landmarks.ways));
                }
            }
        }
    }

    /// Has numbers that changed in a turn be to those that did not, in registers or at the ends of numbered
    /// lists, as before.
    pub(super) fn relate_to_lasting(
        &mut self,
        state: &mut State,
        last: &State,
        changes: &[Change],
        landmarks: &Landmarks,
    ) {
        let registers = |state: &State| {
            let registers = state.frames().flat_map(|frame| frame.registers.iter().copied());
            registers.collect::<Vec<Value>>()
        };
        let lasting: FxHashSet<TermId> = (registers(last).into_iter().zip(registers(state)))
            .filter(|(last, now)| last == now)
            .filter_map(|(_, now)| if let Value::Term(term) = now { Some(term) } else { None })
            .filter(|term| landmarks.terms.contains(term))
            .chain(numbered::lasting_ends(state, last))
            .collect();
        for change in changes {
            for &landmark in &lasting {
                match self.steps_from(state, change.now, landmark) {
                    Some(steps) => {
                        let stays = self.terms.bv_add(landmark, steps);
                        let stays = self.terms.eq(change.new, stays);
                        self.constrain(state, stays, true);
                    }
                    None => {
                        let (old, new) = ((change.now, landmark), (change.new, landmark));
                        self.relate(state, &[old], (new, landmarks.ways));
                    }
                }
            }
        }
    }

    /// Has a number that took the place of another be to those of templates as that one is.
    pub(super) fn relate_to_templates(
        &mut self,
        state: &mut State,
        (old, new): (TermId, TermId),
        ways: Ways,
    ) {
        let templates: Vec<Template> = (state.segments.iter())
            .flat_map(|(_, segment)| segment.templates.iter().cloned())
            .collect();
        for template in templates {
            for cell in self.term_cells(state, &template.parts).unwrap_or_default() {
                self.relate(state, &[(cell.term, old)], ((cell.term, new), ways));
            }
        }
    }
}

/// Some pairs of different ones.
fn pairs<T: Copy>(all: &[T]) -> Vec<(T, T)> {
    let numbered = || all.iter().copied().enumerate();
    let pairs = numbered()
        .flat_map(|(at, one)| numbered().skip(at + 1).map(move |(_, other)| (one, other)));
    pairs.take(MOST_PAIRS).collect()
}
