//! The clauses of one function: from each point (its entry, loop heads, calls that stay) to the next ones.
//!
//! Between points there is no loop, so all ways from one to a block are one state, whose values choose by the ways'
//! conditions (large-block encoding: D. Beyer et al., *Software Model Checking via Large-Block Encoding*, 2009).
//!
//! **Invariant**: what a state does not know may be anything.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::pointer_bases::Object;
use klew_ir::{
    BlockId, Definition, FunctionId, ValueId, control_flow::ControlFlow, liveness::Liveness,
    loop_forest::LoopForest,
};
use klew_semantics::sort_of;
use klew_term::Sort;

use crate::build::Builder;
use crate::cells::{self, Accesses, Cell, Field, Place};
use crate::ghosts::ghosts;

use crate::names;
use crate::objects::Objects;
use crate::read_later::{Ends, ReadLater};
use crate::slots::Slots;
use crate::state::State;
use crate::system::{Application, CheckPlace, Predicate, PredicateId, PredicateKind, Role};

/// A function while its clauses are made.
pub(crate) struct FunctionClauses<'b, 'p> {
    pub(crate) builder: &'b mut Builder<'p>,
    pub(crate) id: FunctionId,
    pub(crate) definition: &'p Definition,
    pub(crate) is_entry: bool,
    /// The instruction that is executed.
    pub(crate) place: Option<CheckPlace>,
    pub(crate) flow: ControlFlow,
    pub(crate) objects: Objects,
    pub(crate) live: Liveness,
    read_later: ReadLater,
    ghosts: BTreeMap<BlockId, Vec<ValueId>>,
    pub(crate) points: BTreeMap<BlockId, PredicateId>,
    pub(crate) cells: BTreeMap<Object, Vec<Cell>>,
    /// Of which objects elements at any index are kept, and what of these.
    pub(crate) elements: BTreeMap<Object, Vec<Field>>,
    pub(crate) slots: Slots,
    pub(crate) sizes: BTreeMap<Object, Option<u64>>,
    pub(crate) dying: BTreeSet<Object>,
    variable_names: BTreeMap<ValueId, &'p str>,
    /// What the clause that is being made begins with.
    pub(crate) body: Vec<Application>,
}

impl<'b, 'p> FunctionClauses<'b, 'p> {
    pub(crate) fn new(
        builder: &'b mut Builder<'p>,
        id: FunctionId,
        definition: &'p Definition,
    ) -> FunctionClauses<'b, 'p> {
        let flow = ControlFlow::new(definition);
        let forest = LoopForest::new(&flow);
        let objects = Objects::new(definition, &flow, &forest);
        let is_entry = builder.program.entry == Some(id);
        let leaks = builder.asks_for_leaks() && is_entry;
        let globals = builder.changing_objects();
        let ends = Ends { is_entry, leaks };
        let read_later = ReadLater::new((definition, &flow), &objects, &globals, ends);
        let accesses = Accesses::new(definition, &objects);
        let mut made = FunctionClauses {
            live: Liveness::needed(definition, &flow),
            dying: names::dying(definition, &objects),
            slots: Slots::of(definition, &objects, builder.contents.places().len()),
            elements: BTreeMap::new(),
            variable_names: definition.source_names(),
            id,
            definition,
            is_entry,
            place: None,
            flow,
            objects,
            read_later,
            ghosts: BTreeMap::new(),
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
            self.objects.sites().keys().map(|site| Object::Site(*site)).collect();
        if self.builder.has_one_function() {
            self.choose_global_elements();
        }
        for object in sites {
            let size = cells::fixed_size(program, self.definition, object);
            self.sizes.insert(object, size);
            if !self.objects.escaped.contains(&object) {
                self.cells.insert(object, accesses.cells(object, size, self.builder.memory));
                let fields = accesses.elements(object, size, self.builder.memory.beside_elements());
                self.builder.element_fields += fields.len();
                if self.keeps_elements() && !fields.is_empty() {
                    self.elements.insert(object, fields);
                }
            }
        }
    }

    fn keeps_elements(&self) -> bool {
        !self.builder.contents.places().is_empty()
    }

    /// Globals are as variables of the function if there is no other.
    fn choose_global_elements(&mut self) {
        for (object, fields) in self.builder.global_elements() {
            self.builder.element_fields += fields.len();
            if self.keeps_elements() {
                self.elements.insert(object, fields);
            }
        }
    }

    fn make_points(&mut self, forest: &LoopForest) {
        let mut blocks = self.flow.reverse_postorder().to_vec();
        blocks.retain(|block| forest.begins_loop(*block) || self.begins_with_call(*block));
        self.ghosts = ghosts(self.definition, &self.flow, forest, &blocks);
        for block in blocks {
            let point = self.point(block);
            self.points.insert(block, point);
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
            within: Vec::new(),
            second_within: Vec::new(),
            last: Vec::new(),
            last_wide: Vec::new(),
            begins: Vec::new(),
        };
        for value in self.registers_at(block) {
            let sort =
                sort_of(self.definition.values[value.0 as usize].value_type, self.pointer_bits());
            let name = self.variable_names.get(&value).map(|name| (*name).to_owned());
            let name = name.unwrap_or_else(|| format!("%{}", value.0));
            let name = match self.object(&value.into()) {
                Some(_) => format!("offset of {name}"),
                None => name,
            };
            self.builder.variable(&mut predicate, &name, sort);
        }
        for cell in self.cells_at(block) {
            let sort = self.cell_sort(cell);
            let name = names::cell(self.builder.program, self.definition, cell);
            let role = match cell {
                Cell::Index(Place::SECOND) => Role::SecondIndex,
                Cell::Element(_, _, Place::SECOND) => Role::SecondElement,
                Cell::Index(_) => Role::Index,
                Cell::Element(..) => Role::Element,
                _ => Role::Value,
            };
            self.builder.variable_as(&mut predicate, &name, sort, role);
        }
        for cell in self.cells_at_call() {
            let sort = self.cell_sort(cell);
            let name = names::cell(self.builder.program, self.definition, cell);
            self.builder.variable(&mut predicate, &format!("{name} at the call"), sort);
        }
        self.add_ends(block, &mut predicate);
        self.builder.add(predicate)
    }

    /// The registers that matter at a block, in the order of a point's variables.
    pub(crate) fn registers_at(&self, block: BlockId) -> Vec<ValueId> {
        let mut registers: BTreeSet<ValueId> = self.live.live(block).collect();
        registers.extend(self.live.used_parameters(block));
        registers.extend(self.ghosts.get(&block).into_iter().flatten());
        // What an allocation gives is the begin of its object.
        registers.retain(|value| !self.objects.sites().contains_key(value));
        if !self.is_entry {
            registers.extend(&self.definition.parameters);
        }
        registers.into_iter().collect()
    }

    /// The cells that matter at a block.
    pub(crate) fn cells_at(&self, block: BlockId) -> Vec<Cell> {
        let mut found = Vec::new();
        for object in self.read_later.at(block) {
            match object {
                Object::Global(_) => found.extend(self.builder.changing_cells(object)),
                Object::Site(_) => {
                    found.extend(self.cells.get(&object).into_iter().flatten());
                    if self.fixed_size(object).is_none() {
                        found.push(Cell::Size(object));
                    }
                    if self.may_die(object) {
                        found.push(Cell::Alive(object));
                    }
                }
            }
        }
        found.extend(self.elements_at(block));
        found
    }

    /// Whether an object's contents matter at a block.
    pub(crate) fn needs(&self, block: BlockId, object: Object) -> bool {
        self.read_later.contains(block, object)
    }

    /// What is kept of globals at the call of the function.
    pub(crate) fn cells_at_call(&self) -> Vec<Cell> {
        if self.is_entry { Vec::new() } else { self.builder.all_changing_cells() }
    }

    pub(crate) fn cell_sort(&self, cell: Cell) -> Sort {
        Sort::BitVec(cell.bits(self.pointer_bits()))
    }

    /// All clauses; nothing if it was stopped.
    pub(crate) fn run(mut self, stop: &dyn Fn() -> bool) -> Option<()> {
        let mut entry = self.at_entry();
        self.begin_slots(&mut entry, None);
        self.from(BlockId(0), entry);
        for (block, point) in self.points.clone() {
            if stop() {
                return None;
            }
            let state = self.at_point(block, point);
            self.from(block, state);
        }
        Some(())
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
            self.initial_elements(&mut state);
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
        let application = Application { predicate: point, arguments: symbols };
        self.body = vec![application.clone()];
        self.begin_slots(&mut state, Some((block, &application)));
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
}
