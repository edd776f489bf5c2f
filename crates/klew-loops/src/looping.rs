//! The looping condition, unfolded: executions up to a bound each by itself, and the last one (paper 004, sections 5.2, 7).
//!
//! The paper's condition says that for each execution of a path there are execution numbers of the others at which it is
//! possible; its second form here (design note) that the executions have an order. Unfolded, the order is said outright:
//! for the first `K` turns `t` of the loop, if there are that many, one path is executed whose condition holds in the
//! iterated state of the executions so far, and adds one to its number. Of the turns behind these the last is kept, as
//! most facts about a loop's end (`i == n`) follow from it, however often the loop is gone round, and those in which a
//! stepped value meets what it is compared with ([`crate::crossings`]). This says less than the truth, never more: so
//! "unsatisfiable" is a proof.
//!
//! **Invariant**: counters are bit-vectors of more bits than any variable or index has. They stand for numbers without a
//! bound: `n` for itself below 2^(bits - 1), larger ones for their low bits behind a 1. That keeps what a formula can see of
//! them: the low bits (sums), whether it is 0 (flags), that numbers up to 2^(bits - 1) are not above it (executions; no
//! turn that is looked at by its number has a larger one), and that of one less, which is all that the last turn asks.

use std::rc::Rc;

use klew_term::{Sort, SymbolId, TermId};
use rustc_hash::FxHashMap;

use crate::alternatives;
use crate::backbones::Refusal;
use crate::condition::{Condition, LoopUse};
use crate::context::{Context, Values};
use crate::iterated::resized;
use crate::summary::{ArrayContents, BodyPath, Summary};

/// Terms that a formula may have.
pub(crate) const MOST_TERMS: usize = 3_000_000;

/// Bits of the numbers of executions in the first turns.
const SMALL: u32 = 8;

/// A condition without quantifiers that is implied by the necessary one.
pub struct Unfolding<'c, 't> {
    pub(crate) context: &'c mut Context<'t>,
    /// Turns of each loop.
    bound: u32,
    stop: &'c dyn Fn() -> bool,
    pub(crate) arrays: FxHashMap<SymbolId, ArrayContents>,
    /// Counters of all loops, also of the inner ones of each turn, and whether the loop reads an array: turns of others are
    /// as likely to be possible beyond the bound as within.
    pub counters: Vec<(TermId, bool)>,
}

/// What symbols are in one execution, and the conditions that were put together for it.
struct Execution {
    values: Values,
    done: FxHashMap<*const Condition, TermId>,
}

impl Execution {
    fn of(values: Values) -> Execution {
        Execution { values, done: FxHashMap::default() }
    }
}

impl<'c, 't> Unfolding<'c, 't> {
    /// With so many turns of each loop.
    pub fn new(
        context: &'c mut Context<'t>,
        bound: u32,
        stop: &'c dyn Fn() -> bool,
    ) -> Unfolding<'c, 't> {
        let bound = bound.min((1 << SMALL) - 2);
        Unfolding { context, bound, stop, arrays: FxHashMap::default(), counters: Vec::new() }
    }

    /// The conjunction of facts that a condition is.
    ///
    /// # Errors
    /// It is too large, or the time is over.
    pub fn unfold(&mut self, condition: &Rc<Condition>) -> Result<Vec<TermId>, Refusal> {
        let formula = self.condition(condition, &mut Execution::of(Values::default()))?;
        self.with_contents(formula)
    }

    fn condition(
        &mut self,
        condition: &Rc<Condition>,
        execution: &mut Execution,
    ) -> Result<TermId, Refusal> {
        let key = Rc::as_ptr(condition);
        if let Some(done) = execution.done.get(&key) {
            return Ok(*done);
        }
        if self.context.terms.len() > MOST_TERMS {
            return Err(Refusal::Size);
        }
        if (self.stop)() {
            return Err(Refusal::Stopped);
        }
        let result = match &**condition {
            Condition::True => self.context.terms.true_(),
            Condition::And(prefix, fact) => {
                let fact = self.context.with(*fact, &execution.values);
                self.both(prefix, fact, execution)?
            }
            Condition::Loop(prefix, used) => {
                let before = self.condition(prefix, execution)?;
                match self.context.terms.as_bool(before) {
                    Some(false) => before,
                    _ => {
                        let looping = self.looping(used, &execution.values)?;
                        self.context.terms.and(before, looping)
                    }
                }
            }
            Condition::Any(conditions) => {
                let ways: Result<Vec<TermId>, Refusal> =
                    conditions.iter().map(|one| self.condition(one, execution)).collect();
                alternatives::any(self.context.terms, &ways?)
            }
        };
        execution.done.insert(key, result);
        Ok(result)
    }

    fn both(
        &mut self,
        prefix: &Rc<Condition>,
        fact: TermId,
        execution: &mut Execution,
    ) -> Result<TermId, Refusal> {
        if self.context.terms.as_bool(fact) == Some(false) {
            return Ok(fact);
        }
        let before = self.condition(prefix, execution)?;
        Ok(self.context.terms.and(before, fact))
    }

    /// The looping condition of a loop that is used where symbols have these values.
    fn looping(&mut self, used: &LoopUse, outside: &Values) -> Result<TermId, Refusal> {
        let summary = &used.summary;
        let mut entry = Values::default();
        for symbol in &summary.reads {
            let value = used.entry.get(self.context.terms, *symbol);
            let value = self.context.with(value, outside);
            entry.insert(*symbol, value);
        }
        let counters: Vec<TermId> = used
            .counters
            .iter()
            .map(|counter| {
                let counter = self.context.terms.symbol_term(*counter);
                self.context.with(counter, outside)
            })
            .collect();
        self.counters.extend(counters.iter().map(|counter| (*counter, summary.reads_arrays)));
        let mut locals = Values::default();
        for (local, here) in &used.locals {
            let here = self.context.with(*here, outside);
            locals.insert(*local, here);
        }
        self.behind(summary, &entry, (&counters, None), locals, |_| true);
        match counters[..] {
            [counter] => self.one_path(summary, &entry, counter),
            _ => self.several_paths(summary, &entry, &counters),
        }
    }

    /// The iterated state for some numbers of executions; what its arrays hold is remembered.
    fn behind(
        &mut self,
        summary: &Summary,
        entry: &Values,
        (executed, total): (&[TermId], Option<TermId>),
        locals: Values,
        wanted: impl Fn(&SymbolId) -> bool,
    ) -> Values {
        let mut values = entry.clone();
        values.extend(summary.counters.iter().copied().zip(executed.iter().copied()));
        // Low bits are all that is read of it.
        let total = total.unwrap_or_else(|| sum(self.context, &values, &summary.counters));
        values.insert(summary.total, total);
        values.extend(locals);
        let mut state = entry.clone();
        for variable in summary.iterated.changed().into_iter().filter(&wanted) {
            let value = summary.iterated.get(self.context.terms, variable);
            let value = self.context.with(value, &values);
            state.insert(variable, value);
        }
        for ArrayContents { array, index, value } in &summary.arrays {
            let here = values.get(array).and_then(|here| self.context.terms.as_symbol(*here));
            let Some(array) = here else { continue };
            let value = self.context.with(*value, &values);
            self.arrays.insert(array, ArrayContents { array, index: *index, value });
        }
        state
    }

    /// The state at the beginning of a turn, for the conditions of the paths.
    fn before_turn(
        &mut self,
        summary: &Summary,
        entry: &Values,
        (executed, total): (&[TermId], Option<TermId>),
    ) -> Values {
        let terms = &self.context.terms;
        let is_zero = |term: &TermId| terms.as_bitvec(*term).is_some_and(|value| value.is_zero());
        if executed.iter().all(is_zero) {
            return entry.clone();
        }
        let mut locals = Values::default();
        self.context.rename_missing(&summary.locals, &mut locals);
        let read = |symbol: &SymbolId| {
            summary.paths.iter().any(|path| path.symbols.binary_search(symbol).is_ok())
        };
        self.behind(summary, entry, (executed, total), locals, read)
    }

    /// The condition of a path in a state.
    fn possible(&mut self, path: &BodyPath, state: &Values) -> Result<TermId, Refusal> {
        let mut values = state.clone();
        self.context.rename_missing(&path.symbols, &mut values);
        self.condition(&path.condition, &mut Execution::of(values))
    }

    fn one_path(
        &mut self,
        summary: &Summary,
        entry: &Values,
        counter: TermId,
    ) -> Result<TermId, Refusal> {
        let path = &summary.paths[0];
        let width = self.context.counter_width;
        let mut all = self.context.terms.true_();
        for turn in 0..self.bound {
            let number = self.context.terms.bv(width, u64::from(turn));
            let state = self.before_turn(summary, entry, (&[number], None));
            let possible = self.possible(path, &state)?;
            let happens = self.context.terms.bv_ult(number, counter);
            let said = self.context.terms.implies(happens, possible);
            all = self.context.terms.and(all, said);
            if self.context.terms.as_bool(possible) == Some(false) {
                return Ok(all);
            }
        }
        for number in self.chosen_turns(summary, entry) {
            let state = self.before_turn(summary, entry, (&[number], None));
            let possible = self.possible(path, &state)?;
            let happens = self.context.terms.bv_ult(number, counter);
            let said = self.context.terms.implies(happens, possible);
            all = self.context.terms.and(all, said);
        }
        let (ever, before) = self.one_less(counter);
        let state = self.before_turn(summary, entry, (&[before], None));
        let possible = self.possible(path, &state)?;
        let said = self.context.terms.implies(ever, possible);
        Ok(self.context.terms.and(all, said))
    }

    /// Turns in the middle that are worth a look; those in the beginning are looked at anyway.
    fn chosen_turns(&mut self, summary: &Summary, entry: &Values) -> Vec<TermId> {
        let mut turns: Vec<TermId> =
            summary.crossings.iter().map(|turn| self.context.with(*turn, entry)).collect();
        let terms = &self.context.terms;
        let is_later = |turn: &TermId| match terms.as_bitvec(*turn) {
            Some(number) => number.to_u64().is_none_or(|number| number >= u64::from(self.bound)),
            None => true,
        };
        turns.retain(is_later);
        turns
    }

    /// Whether a counter is above 0, and the number below it.
    fn one_less(&mut self, counter: TermId) -> (TermId, TermId) {
        let width = self.context.counter_width;
        let zero = self.context.terms.bv(width, 0);
        let one = self.context.terms.bv(width, 1);
        (self.context.terms.bv_ult(zero, counter), self.context.terms.bv_sub(counter, one))
    }

    fn several_paths(
        &mut self,
        summary: &Summary,
        entry: &Values,
        counters: &[TermId],
    ) -> Result<TermId, Refusal> {
        let width = self.context.counter_width;
        let total_width = width + 4;
        let mut total = self.context.terms.bv(total_width, 0);
        for counter in counters {
            let counter = self.context.terms.bv_zero_extend(*counter, total_width);
            total = self.context.terms.bv_add(total, counter);
        }
        let mut all = Vec::new();
        let zero = self.context.terms.bv(width, 0);
        let mut executed = vec![zero; counters.len()];
        for turn in 0..self.bound {
            let number = self.context.terms.bv(total_width, u64::from(turn));
            let happens = self.context.terms.bv_ult(number, total);
            let next = self.next_numbers(counters.len());
            let turn_number = self.context.terms.bv(width, u64::from(turn));
            let state = self.before_turn(summary, entry, (&executed, Some(turn_number)));
            let mut some = self.context.terms.false_();
            for (index, path) in summary.paths.iter().enumerate() {
                let possible = self.possible(path, &state)?;
                let counted = self.counted(&executed, &next, index);
                let this = self.context.terms.and(possible, counted);
                some = self.context.terms.or(some, this);
            }
            for (next, counter) in next.iter().zip(counters) {
                let within = self.context.terms.bv_ule(*next, *counter);
                some = self.context.terms.and(some, within);
            }
            all.push(self.context.terms.implies(happens, some));
            executed = next;
            let number = self.context.terms.bv(total_width, u64::from(turn) + 1);
            let ends = self.context.terms.eq(number, total);
            for (executed, counter) in executed.iter().zip(counters) {
                let same = self.context.terms.eq(*executed, *counter);
                all.push(self.context.terms.implies(ends, same));
            }
        }
        for turn in self.chosen_turns(summary, entry) {
            all.push(self.some_turn(summary, entry, (counters, total), turn)?);
        }
        all.push(self.last_turn(summary, entry, counters)?);
        Ok(self.context.terms.and_all(&all))
    }

    /// In that turn, if there is one, some path is executed, after so many executions in all.
    fn some_turn(
        &mut self,
        summary: &Summary,
        entry: &Values,
        (counters, total): (&[TermId], TermId),
        turn: TermId,
    ) -> Result<TermId, Refusal> {
        let (width, total_width) = (self.context.counter_width, self.context.terms.width(total));
        let executed: Vec<TermId> =
            counters.iter().map(|_| self.context.local_term("t", Sort::BitVec(width))).collect();
        let mut some = self.context.terms.false_();
        let state = self.before_turn(summary, entry, (&executed, Some(turn)));
        for (path, (executed, counter)) in summary.paths.iter().zip(executed.iter().zip(counters)) {
            let possible = self.possible(path, &state)?;
            let again = self.context.terms.bv_ult(*executed, *counter);
            let this = self.context.terms.and(possible, again);
            some = self.context.terms.or(some, this);
        }
        let mut sum = self.context.terms.bv(total_width, 0);
        for (executed, counter) in executed.iter().zip(counters) {
            let within = self.context.terms.bv_ule(*executed, *counter);
            some = self.context.terms.and(some, within);
            let executed = self.context.terms.bv_zero_extend(*executed, total_width);
            sum = self.context.terms.bv_add(sum, executed);
        }
        let turn = self.context.terms.bv_zero_extend(turn, total_width);
        let so_many = self.context.terms.eq(sum, turn);
        some = self.context.terms.and(some, so_many);
        let happens = self.context.terms.bv_ult(turn, total);
        Ok(self.context.terms.implies(happens, some))
    }

    fn last_turn(
        &mut self,
        summary: &Summary,
        entry: &Values,
        counters: &[TermId],
    ) -> Result<TermId, Refusal> {
        let (mut some, mut never) = (self.context.terms.false_(), self.context.terms.true_());
        for (index, path) in summary.paths.iter().enumerate() {
            let (ever, before) = self.one_less(counters[index]);
            let mut executed = counters.to_vec();
            executed[index] = before;
            let state = self.before_turn(summary, entry, (&executed, None));
            let possible = self.possible(path, &state)?;
            let this = self.context.terms.and(ever, possible);
            some = self.context.terms.or(some, this);
            let not_this = self.context.terms.not(ever);
            never = self.context.terms.and(never, not_this);
        }
        Ok(self.context.terms.or(never, some))
    }

    fn next_numbers(&mut self, count: usize) -> Vec<TermId> {
        let width = self.context.counter_width;
        (0..count)
            .map(|_| {
                let small = self.context.local_term("t", Sort::BitVec(SMALL));
                resized(self.context, small, width)
            })
            .collect()
    }

    /// That path was executed once more, and no other one.
    fn counted(&mut self, before: &[TermId], after: &[TermId], which: usize) -> TermId {
        let one = self.context.terms.bv(self.context.counter_width, 1);
        let mut all = self.context.terms.true_();
        for (index, (before, after)) in before.iter().zip(after).enumerate() {
            let expected = match index == which {
                true => self.context.terms.bv_add(*before, one),
                false => *before,
            };
            let same = self.context.terms.eq(*after, expected);
            all = self.context.terms.and(all, same);
        }
        all
    }
}

/// The sum of counters, of which low bits are read.
pub(crate) fn sum(context: &mut Context<'_>, values: &Values, counters: &[SymbolId]) -> TermId {
    let mut total = None;
    for counter in counters {
        let counter = match values.get(counter) {
            Some(counter) => *counter,
            None => context.terms.symbol_term(*counter),
        };
        total = Some(match total {
            Some(total) => context.terms.bv_add(total, counter),
            None => counter,
        });
    }
    total.unwrap_or_else(|| context.terms.bv(context.counter_width, 0))
}
