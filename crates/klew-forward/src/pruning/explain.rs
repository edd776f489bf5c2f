//! Interpolants in the names of the source: what has to hold of which variable, field or element.
//!
//! Objects are named by variables, or by the first pointer that leads to them.

use std::collections::VecDeque;
use std::rc::Rc;

use klew_ir::{FunctionBody, Operation, Program, SourceType, SourceTypeId, ValueId, VariableId};
use klew_memory::ObjectId;
use klew_term::{SymbolId, TermId, print_smtlib};
use rustc_hash::FxHashMap;

use super::interpolant::{Bytes, Interpolant, Need, Register};
use super::locations::LiveRegisters;
use super::{Node, Pruning};
use crate::decode::op::NONE;
use crate::machine::Machine;
use crate::state::{Frame, State};

/// What holds no variable.
const TEMPORARY: &str = "a temporary";

/// An object, as an expression.
#[derive(Clone)]
struct Named {
    /// What it, or the pointer to it, is called.
    name: String,
    /// Whether that is a pointer to it.
    is_pointer: bool,
    /// The type of the object.
    source_type: Option<SourceTypeId>,
}

/// The names of the places of an interpolant.
struct Names<'a> {
    program: &'a Program,
    objects: FxHashMap<ObjectId, Named>,
    places: FxHashMap<SymbolId, String>,
    /// What pointers point to.
    pointers: Vec<String>,
}

impl Pruning {
    /// The interpolant of a node, which is shown if somebody wants to see it.
    pub(super) fn show(
        &mut self,
        machine: &mut Machine<'_>,
        index: usize,
        mut interpolant: Interpolant,
    ) -> Rc<Interpolant> {
        if (machine.configuration.explain_pruning
            || machine.run.tree.is_some()
            || machine.records())
            && let Some(node) = &self.nodes[index]
        {
            let formulas = in_names(machine, &mut self.live, node, &interpolant);
            interpolant.in_tree = node.in_tree;
            machine.annotate_tree(node.in_tree, &formulas);
            interpolant.shown = self.shown.add((node.place.0, node.place.1), formulas);
        }
        Rc::new(interpolant)
    }
}

/// What an interpolant says, with places as symbols that have their names.
fn in_names(
    machine: &mut Machine<'_>,
    live: &mut LiveRegisters,
    node: &Node,
    interpolant: &Interpolant,
) -> Vec<String> {
    let mut names = Names {
        program: machine.program,
        objects: FxHashMap::default(),
        places: FxHashMap::default(),
        pointers: Vec::new(),
    };
    names.variables(&node.snapshot);
    names.registers(live, &node.snapshot, interpolant);
    names.cells(interpolant);
    let mut renamed: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    for (&symbol, name) in &names.places {
        let sort = machine.terms.symbol_sort(symbol);
        let named = machine.terms.fresh_symbol(name, sort);
        renamed.insert(symbol, machine.terms.symbol_term(named));
    }
    let formulas = machine.terms.substitute_all(&interpolant.formulas, &renamed);
    let mut text = names.pointers;
    text.extend(formulas.into_iter().map(|formula| print_smtlib(machine.terms, formula)));
    text.sort_unstable();
    text.dedup();
    text
}

impl Names<'_> {
    /// Objects that are variables.
    fn variables(&mut self, state: &State) {
        for number in 1..=state.memory.object_count() as i32 {
            let id = ObjectId(number);
            if let Some(object) = state.memory.object(id)
                && let Some(name) = &object.name
                && is_of_source(name)
            {
                let (name, source_type) = (name.to_string(), object.source_type);
                self.objects.insert(id, Named { name, is_pointer: false, source_type });
            }
        }
    }

    fn registers(&mut self, live: &mut LiveRegisters, state: &State, interpolant: &Interpolant) {
        let frames: Vec<&Frame> = state.frames().collect();
        for &(register, need) in &interpolant.registers {
            let Some(frame) = frames.get(register.frame as usize) else { continue };
            let variable = variable(self.program, live, frame, register);
            let (name, source_type) = variable.unwrap_or_else(|| (TEMPORARY.to_owned(), None));
            let function = &self.program.function(frame.function).name;
            let name = match register.frame {
                0 => name,
                _ => format!("{name} of {function}"),
            };
            self.place(&name, need, source_type);
        }
    }

    /// Cells of objects that have names; what they point to gets one.
    fn cells(&mut self, interpolant: &Interpolant) {
        let mut open: VecDeque<&(Bytes, Need)> = interpolant.cells.iter().collect();
        let mut waited = 0;
        while let Some(cell) = open.pop_front() {
            let (bytes, need) = cell;
            let Some(object) = self.objects.get(&bytes.object).cloned() else {
                open.push_back(cell);
                waited += 1;
                if waited > open.len() {
                    return;
                }
                continue;
            };
            waited = 0;
            let (path, source_type) = self.path(object.source_type, bytes.offset);
            let name = match (object.is_pointer, path.strip_prefix('.')) {
                (false, _) => format!("{}{path}", object.name),
                (true, Some(field)) => format!("{}->{field}", object.name),
                (true, None) if path.is_empty() => format!("*{}", object.name),
                (true, None) => format!("(*{}){path}", object.name),
            };
            self.place(&name, *need, source_type);
        }
    }

    fn place(&mut self, name: &str, need: Need, source_type: Option<SourceTypeId>) {
        match need {
            Need::Number(symbol, _) => {
                self.places.insert(symbol, name.to_owned());
            }
            Need::Pointer(object, 0) if object.is_null() && name != TEMPORARY => {
                self.pointers.push(format!("(= |{name}| null)"));
            }
            Need::Pointer(object, offset) if !object.is_null() => match self.objects.get(&object) {
                Some(known) if name != TEMPORARY => {
                    let target = match known.is_pointer {
                        true => known.name.clone(),
                        false => format!("&{}", known.name),
                    };
                    let target = match offset {
                        0 => format!("|{target}|"),
                        offset => format!("|{target} + {offset}|"),
                    };
                    self.pointers.push(format!("(= |{name}| {target})"));
                }
                None if offset == 0 => {
                    let types = self.program.source_types();
                    let source_type = source_type.and_then(|pointer| types.pointee(pointer));
                    let named = Named { name: name.to_owned(), is_pointer: true, source_type };
                    self.objects.insert(object, named);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Which part of a type is at an offset, and its type; the offset where that is not known.
    fn path(
        &self,
        source_type: Option<SourceTypeId>,
        offset: u64,
    ) -> (String, Option<SourceTypeId>) {
        let types = self.program.source_types();
        let pointer_size = u64::from(self.program.data_model.pointer_bits / 8);
        let (mut path, mut rest, mut current) = (String::new(), offset, source_type);
        while let Some(known) = current {
            match types.get_resolved(known) {
                SourceType::Array(element, _) => match types.size_of(*element, pointer_size) {
                    Some(size) if size > 0 => {
                        path.push_str(&format!("[{}]", rest / size));
                        (rest, current) = (rest % size, Some(*element));
                    }
                    _ => break,
                },
                SourceType::Record { fields, union: false, .. } => {
                    let found = fields.iter().rev().find(|field| field.bit_offset / 8 <= rest);
                    let Some(field) = found else { break };
                    path.push_str(&format!(".{}", field.name));
                    (rest, current) = (rest - field.bit_offset / 8, Some(field.source_type));
                }
                _ => break,
            }
        }
        if rest > 0 {
            path.push_str(&format!("+{rest}"));
            current = None;
        }
        (path, current)
    }
}

/// Whether an object has a name in the source: what compilers and models of libraries make has none that could stand there.
fn is_of_source(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|one| one.is_alphanumeric() || one == '_')
}

/// The variable that a register holds, and its type.
fn variable(
    program: &Program,
    live: &mut LiveRegisters,
    frame: &Frame,
    register: Register,
) -> Option<(String, Option<SourceTypeId>)> {
    let FunctionBody::Defined(definition) = &program.function(frame.function).body else {
        return None;
    };
    let is_there = |value: &ValueId| {
        let slot = frame.code.registers[value.0 as usize];
        slot != NONE && slot == register.slot
    };
    let live = live.values(definition, frame, register.frame > 0);
    let value = live.into_iter().find(is_there)?;
    let instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    let bound = instructions.filter_map(|instruction| match &instruction.operation {
        Operation::Bind(variable, operand) if operand.as_value() == Some(value) => Some(*variable),
        _ => None,
    });
    let VariableId(variable) = bound.min()?;
    let variable = definition.variables.get(variable as usize)?;
    Some((variable.name.clone(), variable.source_type))
}
