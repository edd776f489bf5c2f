//! The interpolant of a node, from what is below it: its weakest precondition, as far as that is cheap.
//!
//! Source: Chu, Jaffar, Santosa, *Bounded Verification and Testing of Heap Programs*, section V.A. Where the paper deletes what the
//! proof of a path did not use and weakens the rest, each stretch below the node is gone once more with symbols for the node's values
//! ([`crate::retrace`]). What makes it go this way is a condition over these symbols: where the path forked it is a guard, as the other
//! sides were explored as well; elsewhere it has to hold. What has to hold at the stretch's end has to hold of the values there.
//! Where the other side was not explored, as no run of the path takes it, an interpolant of where it leads may do ([`super::other_sides`]).
//! A formula needs its guards only if it does not hold without them, and one that follows from them says nothing of the node.
//!
//! **Invariant**: a condition is a guard only if the path added the same constraint at the same instruction, or the other side leads to
//! where an interpolant holds; whatever is not certain to be a guard has to hold.

use std::rc::Rc;

use klew_ir::{BlockId, FunctionId, Property};
use klew_memory::{ObjectId, Value, is_uninitialised_symbol};
use klew_term::{Assignment, SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::implied::{connected, is_simple};
use super::interpolant::{Bytes, Interpolant, Matching, Need, cell};
use super::locations::Located;
use super::{Below, Pruning};
use crate::machine::Machine;
use crate::path_condition::PathCondition;
use crate::retrace::Stretch;
use crate::state::State;

/// The most formulas of an interpolant.
const MOST_FORMULAS: usize = 256;

/// What is said at the end of a stretch: in the names of the state there.
struct Said<'i> {
    interpolant: &'i Interpolant,
    matching: Option<&'i Matching>,
}

impl Said<'_> {
    /// The places in memory, by the names of the state; nothing if one of them has none there.
    fn cells(&self) -> Option<Vec<(Bytes, Need)>> {
        let cells = self.interpolant.cells.iter().map(|&(bytes, need)| {
            Some((Bytes { object: self.name(bytes.object)?, ..bytes }, self.need(need)?))
        });
        cells.collect()
    }

    fn need(&self, need: Need) -> Option<Need> {
        Some(match need {
            Need::Pointer(object, offset) if !object.is_null() => {
                Need::Pointer(self.name(object)?, offset)
            }
            need => need,
        })
    }

    fn name(&self, object: ObjectId) -> Option<ObjectId> {
        match self.matching {
            Some(matching) => matching.objects.get(&object).copied(),
            None => Some(object),
        }
    }
}

impl Pruning {
    /// What is below a node, as interpolants at the ends of stretches.
    fn said<'p>(&'p self, below: &'p Below) -> Option<Option<Said<'p>>> {
        match below {
            Below::End => Some(None),
            Below::Closed(interpolant, matching) => {
                Some(Some(Said { interpolant, matching: Some(matching) }))
            }
            Below::Node(index) => {
                let interpolant = self.nodes[*index].as_ref()?.interpolant.as_deref()?;
                Some(Some(Said { interpolant, matching: None }))
            }
        }
    }

    /// The interpolant of a node below which all is complete; nothing where it cannot be told in formulas, or not cheaply.
    pub(super) fn annotate(
        &mut self,
        machine: &mut Machine<'_>,
        index: usize,
    ) -> Option<Interpolant> {
        let mut live = std::mem::take(&mut self.live);
        let mut used = Vec::new();
        let annotated = self.annotated(machine, &mut live, index, &mut used);
        self.live = live;
        for at in used {
            self.yields.entry(at).or_default().used += super::USES;
        }
        annotated
    }

    fn annotated(
        &self,
        machine: &mut Machine<'_>,
        live: &mut super::LiveRegisters,
        index: usize,
        used: &mut Vec<(FunctionId, BlockId)>,
    ) -> Option<Interpolant> {
        let node = self.nodes[index].as_ref()?;
        let snapshot = &node.snapshot;
        let mut reads = Vec::new();
        for (stretch, below) in &node.below {
            let said = self.said(below)?;
            reads.extend(machine.reads_of(snapshot, stretch)?);
            if let Some(said) = said {
                let pointer = |need| matches!(need, Need::Pointer(..) | Need::Exactly(_));
                let cells = said.cells()?.into_iter();
                reads.extend(cells.map(|(bytes, need)| (bytes, pointer(need))));
            }
        }
        let oldest = snapshot.memory.object_count() as i32;
        reads.retain(|(bytes, _)| (1..=oldest).contains(&bytes.object.0));
        let leaks = [Property::MemoryFreed, Property::MemoryTracked];
        let leaks = leaks.iter().any(|leak| machine.configuration.properties.contains(*leak));
        let located = Located::new(machine.program, machine.terms, live, snapshot, &reads, leaks)?;
        let mut building = Building {
            known: self,
            snapshot,
            located: &located,
            reads: ranges(&reads),
            formulas: Vec::new(),
            later: FxHashSet::default(),
            model: Rc::default(),
            used,
        };
        for (stretch, below) in &node.below {
            building.stretch(machine, stretch, self.said(below)?.as_ref())?;
        }
        let mut interpolant = building.finish(machine)?;
        interpolant.forks = node.forks;
        for (stretch, below) in &node.below {
            let (forks, work) = self.cost(below);
            let own = stretch.state.clock.saturating_sub(snapshot.clock);
            interpolant.forks = interpolant.forks.saturating_add(forks);
            interpolant.work = interpolant.work.saturating_add(work).saturating_add(own);
        }
        Some(interpolant)
    }

    /// Forks and instructions below the end of a stretch.
    fn cost(&self, below: &Below) -> (u64, u64) {
        match self.said(below) {
            Some(Some(Said { interpolant, .. })) => (interpolant.forks, interpolant.work),
            _ => (0, 0),
        }
    }
}

impl Machine<'_> {
    /// The bytes that a stretch reads, and whether as pointers.
    fn reads_of(&mut self, snapshot: &State, stretch: &Stretch) -> Option<Vec<(Bytes, bool)>> {
        let mut state = snapshot.clone();
        state.path = PathCondition::default();
        state.memory.note_reads();
        let mut end = self.retrace(state, &FxHashMap::default(), stretch)?;
        let reads = end.memory.take_reads().into_iter();
        let bytes = |read: klew_memory::Read| {
            let klew_memory::Read { object, offset, size, is_pointer } = read;
            (Bytes { object, offset, size }, is_pointer)
        };
        Some(reads.map(bytes).collect())
    }
}

/// Bytes as ranges, by object; those that touch are joined.
fn ranges(reads: &[(Bytes, bool)]) -> FxHashMap<ObjectId, Vec<(u64, u64)>> {
    let mut sorted: Vec<Bytes> = reads.iter().map(|(bytes, _)| *bytes).collect();
    sorted.sort_unstable();
    let mut ranges: FxHashMap<ObjectId, Vec<(u64, u64)>> = FxHashMap::default();
    for Bytes { object, offset, size } in sorted {
        let end = offset.saturating_add(size);
        let known = ranges.entry(object).or_default();
        match known.last_mut() {
            Some((_, last)) if offset <= *last => *last = end.max(*last),
            _ => known.push((offset, end)),
        }
    }
    ranges
}

/// An interpolant in the making.
pub(super) struct Building<'a> {
    /// What is known of other nodes.
    pub(super) known: &'a Pruning,
    pub(super) snapshot: &'a State,
    pub(super) located: &'a Located,
    /// The bytes of objects that have symbols or need to be just what they are: by object, apart from each other, ascending.
    reads: FxHashMap<ObjectId, Vec<(u64, u64)>>,
    pub(super) formulas: Vec<TermId>,
    pub(super) later: FxHashSet<SymbolId>,
    /// A run along the stretch at hand, with the values of places.
    pub(super) model: Rc<Assignment>,
    /// Where interpolants said what has to hold if runs take sides that no run of the path takes.
    pub(super) used: &'a mut Vec<(FunctionId, BlockId)>,
}

impl Building<'_> {
    /// What has to hold so that runs go along a stretch, or another that was explored, and then satisfy what is said at its end.
    fn stretch(
        &mut self,
        machine: &mut Machine<'_>,
        stretch: &Stretch,
        said: Option<&Said<'_>>,
    ) -> Option<()> {
        self.model = machine.model_with(&self.located.values, &stretch.model)?;
        let mut start = self.located.state.clone();
        start.memory.note_reads();
        let mut end = machine.retrace(start, &self.located.values, stretch)?;
        let reads = end.memory.take_reads();
        if !reads.into_iter().all(|read| self.is_located(read)) {
            return None;
        }
        let mut added: FxHashSet<(TermId, u64)> =
            stretch.state.path.since(self.snapshot.path.len()).into_iter().collect();
        let mut guards = Vec::new();
        let mut own = Vec::new();
        let mut before = Vec::new();
        for (condition, time) in end.path.since(0) {
            let real = machine.terms.substitute(condition, &self.located.values);
            // The path adds a constraint once, where it first comes to it.
            let is_guard = added.remove(&(real, time))
                || (machine.terms.as_bool(real).is_none()
                    && self.is_other_side_known(machine, &before, condition, &mut own));
            match is_guard {
                true => guards.push(condition),
                false => self.demand(machine, &guards, condition, &mut own),
            }
            before.push(condition);
        }
        if let Some(said) = said {
            let values = values_at(machine, &mut end, said)?;
            for formula in machine.terms.substitute_all(&said.interpolant.formulas, &values) {
                self.demand(machine, &guards, formula, &mut own);
            }
            self.later.extend(&said.interpolant.later);
        }
        self.rename_later(machine, &end, &mut own)?;
        self.formulas.extend(own);
        (self.formulas.len() <= MOST_FORMULAS).then_some(())
    }

    /// Whether bytes that are read along a stretch are among those that were located, or are none of the node's.
    pub(super) fn is_located(&self, read: klew_memory::Read) -> bool {
        if !(1..=self.snapshot.memory.object_count() as i32).contains(&read.object.0) {
            return true;
        }
        let within = |&(start, end): &(u64, u64)| {
            start <= read.offset && read.offset.saturating_add(read.size) <= end
        };
        self.reads.get(&read.object).is_some_and(|ranges| ranges.iter().any(within))
    }

    /// Adds what has to hold behind guards; without them, if it holds without them here.
    fn demand(
        &self,
        machine: &mut Machine<'_>,
        guards: &[TermId],
        formula: TermId,
        own: &mut Vec<TermId>,
    ) {
        if machine.terms.as_bool(formula) == Some(true) {
            return;
        }
        if guards.is_empty() {
            own.push(formula);
            return;
        }
        if guards.contains(&formula) || own.contains(&formula) || self.formulas.contains(&formula) {
            return;
        }
        let mut said = guards.to_vec();
        let known = own.iter().chain(&self.formulas).copied();
        said.extend(known.filter(|&formula| is_simple(machine, formula)));
        let near = connected(machine, &said, formula);
        if !near.is_empty() && machine.follows(&near, &self.model, formula) {
            return;
        }
        let real = machine.terms.substitute(formula, &self.located.values);
        if machine.always_holds(self.snapshot, real) {
            own.push(formula);
            return;
        }
        let all = machine.terms.and_all(guards);
        let not = machine.terms.not(all);
        own.push(machine.terms.or(not, formula));
    }

    /// What is read on the stretch has other names on other paths: it gets symbols that no path has.
    fn rename_later(
        &mut self,
        machine: &mut Machine<'_>,
        end: &State,
        own: &mut Vec<TermId>,
    ) -> Option<()> {
        let mut read = FxHashSet::default();
        let inputs = end.inputs.iter_backwards();
        for input in inputs.take(end.inputs.len() - self.snapshot.inputs.len()) {
            for (value, _) in input.image.iter() {
                if let Value::Term(term) = value {
                    read.extend(machine.terms.symbols(*term).iter().copied());
                }
            }
        }
        let made = end.memory.uninitialised_count() > self.snapshot.memory.uninitialised_count();
        let mut renamed: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        for &formula in own.iter() {
            for &symbol in machine.terms.symbols(formula).iter() {
                if self.located.values.contains_key(&symbol)
                    || self.later.contains(&symbol)
                    || renamed.contains_key(&symbol)
                {
                    continue;
                }
                let is_new =
                    read.contains(&symbol) || (made && self.is_new_undefined(machine, symbol));
                if !is_new {
                    return None;
                }
                let sort = machine.terms.symbol_sort(symbol);
                let later = machine.terms.fresh_symbol("later", sort);
                renamed.insert(symbol, machine.terms.symbol_term(later));
            }
        }
        for later in renamed.values() {
            self.later.extend(machine.terms.as_symbol(*later));
        }
        *own = machine.terms.substitute_all(own, &renamed);
        Some(())
    }

    /// Whether a symbol stands for memory that was first looked at behind the node.
    fn is_new_undefined(&self, machine: &Machine<'_>, symbol: SymbolId) -> bool {
        let name = machine.terms.symbol_name(symbol);
        let number = is_uninitialised_symbol(name).then(|| name.rsplit('#').next());
        let number: Option<u32> = number.flatten().and_then(|number| number.parse().ok());
        number.is_some_and(|number| number > self.snapshot.memory.uninitialised_count())
    }

    /// The interpolant: places about which nothing is said need no symbol.
    fn finish(mut self, machine: &mut Machine<'_>) -> Option<Interpolant> {
        self.formulas.sort_unstable();
        self.formulas.dedup();
        self.drop_implied(machine);
        let fixed = self.fix_numbers(machine);
        self.formulas.sort_unstable();
        self.formulas.dedup();
        if self.formulas.iter().any(|&formula| machine.terms.as_bool(formula) == Some(false)) {
            return None;
        }
        let mut used = FxHashSet::default();
        for &formula in &self.formulas {
            used.extend(machine.terms.symbols(formula).iter().copied());
        }
        let mut interpolant = self.located.interpolant.clone();
        for &(register, need) in &interpolant.registers {
            if let Need::Number(symbol, _) = need
                && let Some(&number) = fixed.get(&symbol)
            {
                interpolant.fixed.push((register, number));
            }
        }
        let simplify = |need: &mut Need| match *need {
            Need::Number(symbol, _) if !used.contains(&symbol) => *need = Need::AnyNumber,
            _ => {}
        };
        interpolant.registers.iter_mut().for_each(|(_, need)| simplify(need));
        interpolant.cells.iter_mut().for_each(|(_, need)| simplify(need));
        self.later.retain(|symbol| used.contains(symbol));
        interpolant.formulas = self.formulas;
        interpolant.later = self.later;
        Some(interpolant)
    }
}

/// What the numbers that an interpolant speaks of are at the end of a stretch; nothing where a place does not hold what it has to.
fn values_at(
    machine: &mut Machine<'_>,
    end: &mut State,
    said: &Said<'_>,
) -> Option<FxHashMap<SymbolId, TermId>> {
    let mut values = FxHashMap::default();
    let frames: Vec<_> = end.frames().collect();
    for (register, need) in &said.interpolant.registers {
        let value = frames.get(register.frame as usize)?.registers[register.slot as usize];
        meet(machine, &mut values, said.need(*need)?, value)?;
    }
    for (bytes, need) in said.cells()? {
        let value = cell(machine.terms, &mut end.memory, bytes, &need)?;
        meet(machine, &mut values, need, value)?;
    }
    (!end.memory.has_constraints()).then_some(values)
}

fn meet(
    machine: &mut Machine<'_>,
    values: &mut FxHashMap<SymbolId, TermId>,
    need: Need,
    value: Value,
) -> Option<()> {
    match (need, value) {
        (Need::Number(symbol, number_type), Value::Int(_) | Value::Term(_)) => {
            let term = klew_memory::term_of(machine.terms, value, number_type);
            if machine.terms.sort(term) != machine.terms.symbol_sort(symbol) {
                return None;
            }
            values.insert(symbol, term);
            Some(())
        }
        (Need::AnyNumber | Need::NoPointer, Value::Int(_) | Value::Term(_)) => Some(()),
        (Need::NoPointer, Value::Undefined) => Some(()),
        (Need::Pointer(object, offset), found) => {
            (found == Value::Pointer(object, offset)).then_some(())
        }
        (Need::Exactly(expected), found) => (expected == found).then_some(()),
        _ => None,
    }
}
