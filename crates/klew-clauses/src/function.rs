//! The clauses of one function: from each point (its entry, loop heads, calls that stay) to the next ones.
//!
//! Between points there is no loop, so all ways from one to a block are one state, whose values choose by the ways'
//! conditions (large-block encoding: D. Beyer et al., *Software Model Checking via Large-Block Encoding*, 2009).
//!
//! **Invariant**: what a state does not know may be anything.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::{
    BlockCall, BlockId, Constant, Definition, FunctionId, ObjectKind, Operand, Operation, Position,
    Program, Terminator, Type, ValueId, control_flow::ControlFlow, liveness::Liveness,
    loop_forest::LoopForest,
};
use klew_semantics::sort_of;
use klew_term::{BitVecValue, Sort, TermId, Terms};

use crate::build::Builder;
use crate::cells::{self, Accesses, Cell};
use crate::names;
use crate::objects::{Base, Object, Objects};
use crate::state::State;
use crate::system::{Application, Clause, Goal, Head, Predicate, PredicateId, PredicateKind};

/// A function while its clauses are made.
pub(crate) struct FunctionClauses<'b, 'p> {
    pub(crate) builder: &'b mut Builder<'p>,
    pub(crate) id: FunctionId,
    pub(crate) definition: &'p Definition,
    pub(crate) is_entry: bool,
    flow: ControlFlow,
    pub(crate) objects: Objects,
    live: Liveness,
    needed: Vec<BTreeSet<Object>>,
    points: BTreeMap<BlockId, PredicateId>,
    cells: BTreeMap<Object, Vec<Cell>>,
    sizes: BTreeMap<Object, Option<u64>>,
    dying: BTreeSet<Object>,
    variable_names: BTreeMap<ValueId, String>,
    /// What the clause that is being made begins with.
    body: Vec<Application>,
}

/// An edge that a run takes, and the state on it.
pub(crate) struct Way {
    to: BlockCall,
    state: State,
}

impl<'b, 'p> FunctionClauses<'b, 'p> {
    pub(crate) fn new(
        builder: &'b mut Builder<'p>,
        id: FunctionId,
        definition: &'p Definition,
    ) -> FunctionClauses<'b, 'p> {
        let program = builder.program;
        let flow = ControlFlow::new(definition);
        let forest = LoopForest::new(&flow);
        let objects = Objects::new(definition, &flow, &forest);
        let is_entry = program.entry == Some(id);
        let leaks = builder.asks_for_leaks() && is_entry;
        let needed = cells::needed(program, definition, &flow, &objects, (is_entry, leaks));
        let accesses = Accesses::new(definition, &objects);
        let mut made = FunctionClauses {
            live: Liveness::needed(definition, &flow),
            dying: names::dying(definition, &objects),
            variable_names: names::variables(definition),
            id,
            definition,
            is_entry,
            flow,
            objects,
            needed,
            points: BTreeMap::new(),
            cells: BTreeMap::new(),
            sizes: BTreeMap::new(),
            body: Vec::new(),
            builder,
        };
        made.choose_cells(&accesses);
        made.make_points(&forest);
        made
    }

    fn choose_cells(&mut self, accesses: &Accesses) {
        let program = self.builder.program;
        let sites: Vec<Object> =
            self.objects.sites.keys().map(|site| Object::Site(*site)).collect();
        for object in sites {
            let size = cells::fixed_size(program, self.definition, object);
            self.sizes.insert(object, size);
            if !self.objects.escaped.contains(&object) {
                self.cells.insert(object, accesses.cells(object, size, self.pointer_bits()));
            }
        }
    }

    fn make_points(&mut self, forest: &LoopForest) {
        for block in self.flow.reverse_postorder().to_vec() {
            if forest.begins_loop(block) || self.begins_with_call(block) {
                let point = self.point(block);
                self.points.insert(block, point);
            }
        }
    }

    /// Whether a call that stays is first in a block: such blocks were split there.
    fn begins_with_call(&self, block: BlockId) -> bool {
        let first = self.definition.blocks[block.0 as usize].instructions.first();
        first.is_some_and(|instruction| self.builder.summarised(instruction).is_some())
    }

    /// The predicate of a block.
    fn point(&mut self, block: BlockId) -> PredicateId {
        let position = names::position(self.definition, block);
        let mut predicate = Predicate {
            name: format!("{}.{}", self.builder.program.function(self.id).name, block.0),
            kind: PredicateKind::Point,
            function: self.id,
            position,
            variables: Vec::new(),
        };
        for value in self.registers_at(block) {
            let sort =
                sort_of(self.definition.values[value.0 as usize].value_type, self.pointer_bits());
            let name = self.variable_names.get(&value).cloned();
            let name = name.unwrap_or_else(|| format!("%{}", value.0));
            let name = match self.base(&value.into()) {
                Base::Object(_) => format!("offset of {name}"),
                Base::Any => name,
            };
            self.builder.variable(&mut predicate, &name, sort);
        }
        for cell in self.cells_at(block) {
            let sort = self.cell_sort(cell);
            let name = names::cell(self.builder.program, self.definition, cell);
            self.builder.variable(&mut predicate, &name, sort);
        }
        for cell in self.cells_at_call() {
            let sort = self.cell_sort(cell);
            let name = names::cell(self.builder.program, self.definition, cell);
            self.builder.variable(&mut predicate, &format!("{name} at the call"), sort);
        }
        self.builder.add(predicate)
    }

    /// The registers that matter at a block, in the order of a point's variables.
    fn registers_at(&self, block: BlockId) -> Vec<ValueId> {
        let mut registers: BTreeSet<ValueId> = self.live.live(block).collect();
        registers.extend(self.live.used_parameters(block));
        if !self.is_entry {
            registers.extend(&self.definition.parameters);
        }
        registers.into_iter().collect()
    }

    /// The cells that matter at a block.
    fn cells_at(&self, block: BlockId) -> Vec<Cell> {
        let mut found = Vec::new();
        for object in &self.needed[block.0 as usize] {
            match object {
                Object::Global(_) => found.extend(self.builder.changing_cells(*object)),
                Object::Site(_) => {
                    found.extend(self.cells.get(object).into_iter().flatten());
                    if self.fixed_size(*object).is_none() {
                        found.push(Cell::Size(*object));
                    }
                    if self.may_die(*object) {
                        found.push(Cell::Alive(*object));
                    }
                }
            }
        }
        found
    }

    /// What is kept of globals at the call of the function.
    fn cells_at_call(&self) -> Vec<Cell> {
        if self.is_entry { Vec::new() } else { self.builder.all_changing_cells() }
    }

    fn cell_sort(&self, cell: Cell) -> Sort {
        Sort::BitVec(cell.bits(self.pointer_bits()))
    }

    /// All clauses.
    pub(crate) fn run(mut self) {
        let entry = self.at_entry();
        self.from(BlockId(0), entry);
        for (block, point) in self.points.clone() {
            let state = self.at_point(block, point);
            self.from(block, state);
        }
    }

    /// The state where the function begins.
    fn at_entry(&mut self) -> State {
        let mut state = self.nothing_known();
        let parameters = self.definition.parameters.clone();
        if self.is_entry {
            self.body = Vec::new();
            for value in parameters {
                let any = self.any_value(value);
                state.registers.insert(value, any);
            }
            for cell in self.builder.all_changing_cells() {
                let known = cells::initial(self.builder.program, cell, self.builder.terms);
                let value = known.unwrap_or_else(|| {
                    let sort = self.cell_sort(cell);
                    self.any(sort)
                });
                state.cells.insert(cell, value);
            }
            // Nothing is allocated yet.
            let dead = self.terms().bv(1, 0);
            for object in self.dying.clone() {
                state.cells.insert(Cell::Alive(object), dead);
            }
            return state;
        }
        let Some((called, _)) = self.builder.summary(self.id) else { return state };
        let symbols = self.builder.symbols(called);
        let mut next = symbols.iter().copied();
        for value in parameters {
            state.registers.extend(next.next().map(|term| (value, term)));
        }
        for cell in self.builder.all_changing_cells() {
            state.cells.extend(next.next().map(|term| (cell, term)));
        }
        state.at_call = state.cells.clone();
        self.body = vec![Application { predicate: called, arguments: symbols }];
        state
    }

    /// The state at a point.
    fn at_point(&mut self, block: BlockId, point: PredicateId) -> State {
        let mut state = self.nothing_known();
        let symbols = self.builder.symbols(point);
        let mut next = symbols.iter().copied();
        for value in self.registers_at(block) {
            state.registers.extend(next.next().map(|term| (value, term)));
        }
        for cell in self.cells_at(block) {
            state.cells.extend(next.next().map(|term| (cell, term)));
        }
        for cell in self.cells_at_call() {
            state.at_call.extend(next.next().map(|term| (cell, term)));
        }
        self.body = vec![Application { predicate: point, arguments: symbols }];
        state
    }

    fn nothing_known(&mut self) -> State {
        State {
            condition: self.terms().true_(),
            registers: BTreeMap::new(),
            cells: BTreeMap::new(),
            at_call: BTreeMap::new(),
        }
    }

    /// The clauses from a block on, to the next points.
    fn from(&mut self, start: BlockId, state: State) {
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
                && self.base(&(*parameter).into()) == Base::Any;
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
        if self.builder.terms.as_bool(constraint) != Some(false) {
            let body = self.body.clone();
            self.builder.system.clauses.push(Clause { body, constraint, head });
        }
    }

    /// A run comes to a goal if the condition holds.
    pub(crate) fn goal(&mut self, constraint: TermId, goal: Goal) {
        let index = self.builder.goal(goal);
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
        for instruction in &block.instructions {
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
            Terminator::Bound(what) => {
                let limit = klew_engine::Limit::InputBound(what.clone());
                self.goal(state.condition, Goal::Leaves(limit));
                Vec::new()
            }
        }
    }
}

/// Questions about the function.
impl FunctionClauses<'_, '_> {
    pub(crate) fn terms(&mut self) -> &mut Terms {
        self.builder.terms
    }

    pub(crate) fn program_and_terms(&mut self) -> (&Program, &mut Terms) {
        (self.builder.program, self.builder.terms)
    }

    pub(crate) fn pointer_bits(&self) -> u32 {
        self.builder.program.data_model.pointer_bits
    }

    pub(crate) fn pointer_number(&mut self, number: u64) -> TermId {
        let bits = self.pointer_bits();
        self.terms().bv(bits, number)
    }

    /// A value that may be anything.
    pub(crate) fn any(&mut self, sort: Sort) -> TermId {
        self.builder.any(sort)
    }

    fn any_value(&mut self, value: ValueId) -> TermId {
        let value_type = self.definition.values[value.0 as usize].value_type;
        let sort = sort_of(value_type, self.pointer_bits());
        self.any(sort)
    }

    pub(crate) fn type_of(&self, operand: &Operand) -> Type {
        self.definition.type_of(operand)
    }

    pub(crate) fn base(&self, pointer: &Operand) -> Base {
        self.objects.base(pointer)
    }

    pub(crate) fn fixed_size(&self, object: Object) -> Option<u64> {
        match object {
            Object::Global(global) => Some(self.builder.program.global(global).size),
            Object::Site(_) => self.sizes.get(&object).copied().flatten(),
        }
    }

    pub(crate) fn may_die(&self, object: Object) -> bool {
        self.dying.contains(&object) || self.dies_unseen(object)
    }

    /// Whether an object may be freed through a pointer of which nothing is known.
    pub(crate) fn dies_unseen(&self, object: Object) -> bool {
        self.is_heap(object)
            && self.builder.frees_anything
            && self.objects.escaped.contains(&object)
    }

    pub(crate) fn is_heap(&self, object: Object) -> bool {
        match object {
            Object::Global(_) => false,
            Object::Site(site) => {
                self.objects.sites.get(&site).is_some_and(|site| site.kind == ObjectKind::Heap)
            }
        }
    }

    pub(crate) fn is_constant(&self, object: Object) -> bool {
        match object {
            Object::Global(global) => self.builder.program.global(global).constant,
            Object::Site(_) => false,
        }
    }

    /// What is kept of an object's contents.
    pub(crate) fn cells_of(&self, object: Object) -> Vec<Cell> {
        match object {
            Object::Global(_) => self.builder.cells_of(object),
            Object::Site(_) => self.cells.get(&object).cloned().unwrap_or_default(),
        }
    }

    pub(crate) fn never_changes(&self, object: Object) -> bool {
        self.builder.never_changes(object)
    }

    /// The term of an operand: of pointers with an object as base the byte offset, of others the address.
    pub(crate) fn operand(&mut self, state: &State, operand: &Operand) -> TermId {
        let bits = self.pointer_bits();
        match operand {
            Operand::Value(value) => match state.registers.get(value) {
                Some(term) => *term,
                None => self.any_value(*value),
            },
            Operand::Constant(constant) => match constant {
                Constant::Int { width, value } => {
                    self.terms().bv_value(BitVecValue::from_biguint(*width, value.clone()))
                }
                Constant::Float(format, image) => {
                    self.terms().float(klew_semantics::float_format(*format), *image)
                }
                Constant::Null => self.terms().bv(bits, 0),
                Constant::Global(_, offset) => {
                    self.terms().bv_value(BitVecValue::from_i64(bits, *offset))
                }
                Constant::Function(_) => self.any(Sort::BitVec(bits)),
                Constant::Undefined(value_type) => self.any(sort_of(*value_type, bits)),
            },
        }
    }

    /// An operand of one bit as a condition.
    pub(crate) fn truth(&mut self, state: &State, operand: &Operand) -> TermId {
        let term = self.operand(state, operand);
        self.terms().bv_to_bool(term)
    }
}
