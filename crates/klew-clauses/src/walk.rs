//! The ways from a point to the next ones, and the clauses at their ends.

use std::collections::BTreeMap;

use klew_ir::{BlockCall, BlockId, Operand, Operation, Position, Terminator, Type};
use klew_term::{BitVecValue, TermId};

use crate::function::FunctionClauses;
use crate::shared_conditions::by_cases;
use crate::state::State;
use crate::system::{Application, CheckPlace, Clause, Goal, Head, PredicateId};

/// An edge that a run takes, and the state on it.
pub(crate) struct Way {
    to: BlockCall,
    state: State,
}

impl FunctionClauses<'_, '_> {
    /// The clauses from a block on, to the next points.
    pub(crate) fn from(&mut self, start: BlockId, state: State) {
        let mut waiting: BTreeMap<usize, (BlockId, Vec<State>)> = BTreeMap::new();
        let order = |context: &Self, block| context.flow.order_of(block).unwrap_or(usize::MAX);
        waiting.insert(order(self, start), (start, vec![state]));
        let mut first = true;
        while let Some((_, (block, states))) = waiting.pop_first() {
            let Some(state) = State::merge(self.builder.terms, states) else { continue };
            let state = if first { self.call_first(block, state) } else { state };
            first = false;
            for way in self.block(block, state) {
                if self.builder.terms.as_bool(way.state.condition) == Some(false) {
                    continue;
                }
                let to = way.to.block;
                let state = self.enter(way);
                match self.points.get(&to).copied() {
                    Some(point) => self.arrive(to, point, state),
                    None => {
                        let place = waiting.entry(order(self, to));
                        place.or_insert_with(|| (to, Vec::new())).1.push(state);
                    }
                }
            }
        }
    }

    /// The state in the block that an edge leads to.
    fn enter(&mut self, way: Way) -> State {
        let Way { to, mut state } = way;
        let definition = self.definition;
        let parameters = &definition.blocks[to.block.0 as usize].parameters;
        let mut values = Vec::new();
        for (parameter, argument) in parameters.iter().zip(&to.arguments) {
            if !self.live.used_parameters(to.block).contains(parameter) {
                continue;
            }
            let is_address = definition.type_of(argument) == Type::Pointer
                && self.object(&(*parameter).into()).is_none();
            let value = match is_address {
                true => self.address(&mut state, argument),
                false => self.operand(&state, argument),
            };
            values.push((*parameter, value));
        }
        state.registers.extend(values);
        state
    }

    /// A run comes to a point.
    fn arrive(&mut self, block: BlockId, point: PredicateId, mut state: State) {
        let mut arguments = Vec::new();
        for value in self.registers_at(block) {
            let term = match state.registers.get(&value) {
                Some(term) => *term,
                None => self.any_value(value),
            };
            arguments.push(term);
        }
        for cell in self.cells_at(block) {
            let sort = self.cell_sort(cell);
            let term = state.cells.remove(&cell);
            arguments.push(term.unwrap_or_else(|| self.any(sort)));
        }
        for cell in self.cells_at_call() {
            let sort = self.cell_sort(cell);
            let term = state.at_call.get(&cell).copied();
            arguments.push(term.unwrap_or_else(|| self.any(sort)));
        }
        let head = Head::Predicate(Application { predicate: point, arguments });
        self.clause(state.condition, head);
    }

    /// A call that stays, which begins the block.
    fn call_first(&mut self, block: BlockId, mut state: State) -> State {
        let definition = self.definition;
        let Some(instruction) = definition.blocks[block.0 as usize].instructions.first() else {
            return state;
        };
        let Some((called, returned)) = self.builder.summarised(instruction) else { return state };
        let Operation::Call { arguments, .. } = &instruction.operation else { return state };
        let count = self.builder.parameter_types(called).len();
        let mut given = Vec::new();
        for index in 0..count {
            let sort = self.builder.parameter_types(called)[index];
            let term = match arguments.get(index) {
                Some(argument) if definition.type_of(argument) == Type::Pointer => {
                    self.address(&mut state, argument)
                }
                Some(argument) => self.operand(&state, argument),
                None => self.any(sort),
            };
            let same_sort = self.terms().sort(term) == sort;
            given.push(if same_sort { term } else { self.any(sort) });
        }
        let changing = self.builder.all_changing_cells();
        for cell in &changing {
            let sort = self.cell_sort(*cell);
            let term = state.cells.get(cell).copied();
            given.push(term.unwrap_or_else(|| self.any(sort)));
        }
        let head = Application { predicate: called, arguments: given.clone() };
        self.clause(state.condition, Head::Predicate(head));
        for result in &instruction.results {
            let value = self.any_value(*result);
            state.registers.insert(*result, value);
            given.push(value);
        }
        for cell in changing {
            let sort = self.cell_sort(cell);
            let value = self.any(sort);
            state.cells.insert(cell, value);
            given.push(value);
        }
        self.body.push(Application { predicate: returned, arguments: given });
        state
    }

    /// A clause with the present body.
    pub(crate) fn clause(&mut self, constraint: TermId, head: Head) {
        if self.builder.terms.as_bool(constraint) == Some(false) {
            return;
        }
        let (constraint, body) = self.with_elements(constraint, &head);
        let constraint = by_cases(self.builder.terms, constraint);
        if self.builder.terms.as_bool(constraint) != Some(false) {
            self.builder.system.clauses.push(Clause { body, constraint, head });
        }
    }

    /// A run comes to a goal if the condition holds.
    pub(crate) fn goal(&mut self, constraint: TermId, goal: Goal) {
        let index = self.builder.goal(goal);
        let proper = self.proper_index();
        let constraint = self.terms().and(constraint, proper);
        self.clause(constraint, Head::Goal(index));
    }

    /// The function returns.
    pub(crate) fn returns(&mut self, mut state: State, values: &[Operand]) {
        let Some((_, returned)) = self.builder.summary(self.id) else { return };
        let mut arguments = Vec::new();
        for value in self.definition.parameters.clone() {
            let known = state.registers.get(&value).copied();
            arguments.push(known.unwrap_or_else(|| self.any_value(value)));
        }
        for cell in self.cells_at_call() {
            let sort = self.cell_sort(cell);
            let known = state.at_call.get(&cell).copied();
            arguments.push(known.unwrap_or_else(|| self.any(sort)));
        }
        for value in values {
            let term = match self.type_of(value) {
                Type::Pointer => self.address(&mut state, value),
                _ => self.operand(&state, value),
            };
            arguments.push(term);
        }
        for cell in self.cells_at_call() {
            let sort = self.cell_sort(cell);
            let known = state.cells.get(&cell).copied();
            arguments.push(known.unwrap_or_else(|| self.any(sort)));
        }
        let head = Head::Predicate(Application { predicate: returned, arguments });
        self.clause(state.condition, head);
    }

    fn block(&mut self, id: BlockId, mut state: State) -> Vec<Way> {
        let block = &self.definition.blocks[id.0 as usize];
        for (number, instruction) in block.instructions.iter().enumerate() {
            self.place = Some(CheckPlace { function: self.id, block: id, number });
            if self.builder.summarised(instruction).is_none() {
                self.instruction(&mut state, instruction);
            }
            if self.builder.terms.as_bool(state.condition) == Some(false) {
                return Vec::new();
            }
        }
        self.terminator(state, &block.terminator, block.terminator_position)
    }

    fn terminator(&mut self, state: State, terminator: &Terminator, at: Position) -> Vec<Way> {
        match terminator {
            Terminator::Jump(next) => vec![Way { to: next.clone(), state }],
            Terminator::Branch { condition, then_block, else_block } => {
                let condition = self.truth(&state, condition);
                let negation = self.terms().not(condition);
                let mut ways = Vec::new();
                for (next, fact) in [(then_block, condition), (else_block, negation)] {
                    let mut state = state.clone();
                    state.assume(self.terms(), fact);
                    ways.push(Way { to: next.clone(), state });
                }
                ways
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(&state, value);
                let mut other = state.clone();
                let mut ways = Vec::new();
                for (case, next) in cases {
                    let width = self.terms().width(value);
                    let terms = self.terms();
                    let case = terms.bv_value(BitVecValue::from_biguint(width, case.clone()));
                    let is = terms.eq(value, case);
                    let is_not = terms.not(is);
                    other.assume(terms, is_not);
                    let mut state = state.clone();
                    state.assume(terms, is);
                    ways.push(Way { to: next.clone(), state });
                }
                ways.push(Way { to: default.clone(), state: other });
                ways
            }
            Terminator::Return(values) if !self.is_entry => {
                self.returns(state, values);
                Vec::new()
            }
            Terminator::Return(_) | Terminator::Exit | Terminator::Abort => {
                self.end_of_run(&state, terminator);
                Vec::new()
            }
            // An assertion stands before it where the program might come here.
            Terminator::Unreachable => Vec::new(),
            Terminator::Unsupported(what) => {
                let limit = klew_engine::Limit::Unsupported { what: what.clone(), position: at };
                self.goal(state.condition, Goal::Leaves(limit));
                Vec::new()
            }
            Terminator::Bound { which: what, .. } => {
                let limit = klew_engine::Limit::InputBound(what.clone());
                self.goal(state.condition, Goal::Leaves(limit));
                Vec::new()
            }
        }
    }
}
