//! Branches, switches, assumptions.

use klew_engine::Decision;
use klew_ir::Type;
use klew_memory::Value;
use klew_term::TermId;

use super::follow_edge;
use crate::decide::Feasibility;
use crate::decode::op::{Code, Source, SwitchTable};
use crate::edges::Edges;
use crate::ending::PathEndKind;
use crate::machine::{Flow, Machine, Step};
use crate::state::State;
use crate::strategy::Authority;

impl Machine<'_> {
    /// Goes along an edge.
    pub fn go(&mut self, state: &mut State, code: &Code, edge: u32) {
        let State { frame, covered_new, fresh, trail, .. } = state;
        let next = follow_edge(self, code, edge, &mut frame.registers, covered_new, (fresh, trail));
        frame.next = next as u32;
    }

    /// Writes down that a path takes an edge which none took, or none that was told.
    #[cold]
    pub fn note_edge(&mut self, code: &Code, edge: u32, covered_new: &mut bool, fresh: &mut Edges) {
        // A probe goes where no run may come to.
        if self.run.beyond.is_some() {
            return;
        }
        code.taken[edge as usize].set(true);
        code.note_news(edge);
        if !code.told[edge as usize + 1].get() {
            fresh.insert(code.first_edge + edge + 1);
        }
        let block = code.edges[edge as usize].block;
        if !code.covered[block as usize].replace(true) {
            *covered_new = true;
            self.count_covered(code, block);
        }
    }

    /// Counts a block that was entered for the first time.
    #[cold]
    pub fn count_covered(&mut self, code: &Code, block: u32) {
        self.run.statistics.covered_instructions += code.weights[block as usize];
    }

    pub(super) fn branch(
        &mut self,
        state: &mut State,
        code: &Code,
        condition: Source,
        edges: (u32, u32),
    ) -> Step {
        let condition = self.condition(state, condition);
        self.settle(state)?;
        let edge_of = |number: u64| if number == 1 { edges.0 } else { edges.1 };
        if let Some(truth) = self.terms.as_bool(condition) {
            self.trace_branch(state, u64::from(truth), code, edge_of(u64::from(truth)));
            self.go(state, code, edge_of(u64::from(truth)));
            return Ok(Flow::Moved);
        }
        if let Some(truth) = self.decided(state, condition) {
            state.decisions.push(Decision::forced(u64::from(truth)));
            self.tell_one_way(state);
            self.go(state, code, edge_of(u64::from(truth)));
            return Ok(Flow::Moved);
        }
        let not = self.terms.not(condition);
        let (number, others) = self.choose(state, &[(1, condition), (0, not)], true)?;
        let forked = !others.is_empty();
        for (number, mut other) in others {
            self.go(&mut other, code, edge_of(number));
            self.run.forked.push(other);
        }
        self.trace_branch(state, number, code, edge_of(number));
        self.go(state, code, edge_of(number));
        Ok(if forked { Flow::Forked } else { Flow::Moved })
    }

    pub(super) fn switch(
        &mut self,
        state: &mut State,
        code: &Code,
        value: Source,
        width: u32,
        table: &SwitchTable,
    ) -> Step {
        let value = self.operand_term(state, value, Type::Int(width));
        self.settle(state)?;
        if let Some(value) = self.terms.as_u64(value) {
            self.trace_branch(state, value, code, table.edge(value));
            self.go(state, code, table.edge(value));
            return Ok(Flow::Moved);
        }
        let mut alternatives = Vec::with_capacity(table.targets.len());
        let mut none = Vec::with_capacity(table.cases.len());
        for (number, &target) in table.targets.iter().enumerate() {
            if target == table.default {
                // The last target: every case that leads elsewhere is known.
                let condition = self.terms.and_all(&none);
                alternatives.push((number as u64, condition));
                continue;
            }
            let mut any = Vec::new();
            for &(case, _) in table.cases.iter().filter(|(_, edge)| *edge == target) {
                let case = self.terms.bv(width, case);
                let equal = self.terms.eq(value, case);
                any.push(equal);
                let not = self.terms.not(equal);
                none.push(not);
            }
            let condition = self.terms.or_all(&any);
            alternatives.push((number as u64, condition));
        }
        let (number, others) = self.choose(state, &alternatives, true)?;
        let forked = !others.is_empty();
        for (number, mut other) in others {
            self.go(&mut other, code, table.targets[number as usize]);
            self.run.forked.push(other);
        }
        if self.run.trace.is_some()
            && let Some(model) = state.model.clone()
        {
            let shown = self.evaluate_u64(&model, value)?;
            self.trace_branch(state, shown, code, table.targets[number as usize]);
        }
        self.go(state, code, table.targets[number as usize]);
        Ok(if forked { Flow::Forked } else { Flow::Moved })
    }

    /// Only runs in which the condition holds go on.
    pub(super) fn assume(&mut self, state: &mut State, condition: Source) -> Step<()> {
        let condition = self.condition(state, condition);
        self.settle(state)?;
        self.assume_term(state, condition)?;
        self.materialise_assumed(state, condition)
    }

    /// Only runs in which a term of sort Bool holds go on.
    pub fn assume_term(&mut self, state: &mut State, condition: TermId) -> Step<()> {
        match self.terms.as_bool(condition) {
            Some(true) => return Ok(()),
            Some(false) => return Err(PathEndKind::Infeasible),
            None => {}
        }
        let authority = self.authority(state);
        if let Authority::Recorded(_) = authority {
            self.constrain(state, condition, false);
            return Ok(());
        }
        let model = self.model(state)?;
        if !self.holds(&model, condition)? {
            if authority == Authority::Model {
                if self.strategy.retraces() {
                    let not = self.terms.not(condition);
                    self.constrain(state, not, true);
                }
                return Err(PathEndKind::Infeasible);
            }
            match self.feasible(state, condition) {
                Feasibility::Feasible(model) => state.model = Some(model),
                Feasibility::Infeasible => return Err(PathEndKind::Infeasible),
                Feasibility::Unknown(reason) => return Err(self.cut_unknown(reason)),
            }
        }
        self.constrain(state, condition, true);
        Ok(())
    }

    /// Where a text is known to end, where numbers are widened.
    pub(super) fn text_end(&mut self, state: &mut State, result: u32, pointer: Source) -> Step {
        let unknown = Value::Int(u64::MAX >> (64 - self.pointer_bits()));
        state.frame.registers[result as usize] = unknown;
        if self.folding.is_none() {
            return Ok(Flow::Next);
        }
        match self.resolve_object(state, pointer)? {
            None => return Ok(Flow::Next),
            Some(true) => return Ok(Flow::Forked),
            Some(false) => {}
        }
        let value = self.operand(state, pointer, Type::Pointer);
        if self.input_operand(state, pointer).is_some() || self.object_of(state, value).is_null() {
            return Ok(Flow::Next);
        }
        let place = self.place(state, pointer);
        let from = self.offset_term(place);
        let known = self.end_of_text(state, (place.object(), from));
        let end = known.or_else(|| self.end_within_field(state, (place.object(), from)));
        if let Some(end) = end {
            let bytes = self.terms.bv_sub(end, from);
            self.set_term(state, result, bytes);
        }
        Ok(Flow::Next)
    }

    pub(super) fn object_size(&mut self, state: &mut State, result: u32, pointer: Source) -> Step {
        let Some(forked) = self.resolve_object(state, pointer)? else {
            state.frame.registers[result as usize] = Value::Int(0);
            return Ok(Flow::Next);
        };
        if forked {
            return Ok(Flow::Forked);
        }
        if let Some(value) = self.input_operand(state, pointer) {
            let value = state.memory.pointer_terms(self.terms, value);
            let size = state.memory.input_size(self.terms, value.object);
            let null = self.terms.bv(32, 0);
            let is_null = self.terms.eq(value.object, null);
            let zero = self.number(0);
            let size = self.terms.ite(is_null, zero, size);
            self.set_term(state, result, size);
            self.settle(state)?;
            return Ok(Flow::Next);
        }
        let value = self.operand(state, pointer, Type::Pointer);
        let object = self.object_of(state, value);
        let size = state.memory.object(object).map_or(Value::Int(0), |object| object.size);
        state.frame.registers[result as usize] = size;
        Ok(Flow::Next)
    }
}
