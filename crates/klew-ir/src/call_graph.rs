//! Which function may call which.
//!
//! A call through a pointer may reach every function whose address is taken anywhere in the program, by an
//! operand or by an initial value; types are not looked at, as C does not hold calls to them.
//!
//! **Invariant**: an over-approximation: every call of every run is an edge, as long as addresses of
//! functions come from the program.

use crate::{
    Callee, Constant, Function, FunctionBody, FunctionId, Initializer, Operand, Operation, Program,
    strongly_connected,
};

/// The call graph of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallGraph {
    callees: Vec<Vec<FunctionId>>,
    /// The functions that a function calls by name.
    direct: Vec<Vec<FunctionId>>,
    /// The functions that a function takes the address of.
    taken: Vec<Vec<FunctionId>>,
    /// The functions whose address an initial value holds.
    in_globals: Vec<FunctionId>,
    calls_pointers: Vec<bool>,
    address_taken: Vec<FunctionId>,
    components: Vec<Vec<FunctionId>>,
    component: Vec<usize>,
}

impl CallGraph {
    /// Computes it.
    pub fn new(program: &Program) -> CallGraph {
        let count = program.functions.len();
        let mut taken = vec![false; count];
        let mut in_globals = Vec::new();
        for global in &program.globals {
            if let Initializer::Bytes(_, relocations) = &global.initializer {
                for relocation in relocations {
                    if let Constant::Function(id) = relocation.value {
                        taken[id.0 as usize] = true;
                        in_globals.push(id);
                    }
                }
            }
        }
        let (mut direct, mut taken_in) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut calls_pointers = vec![false; count];
        for (index, function) in program.functions.iter().enumerate() {
            let mut calls = Calls::default();
            calls.find(function);
            calls.taken.iter().for_each(|id| taken[id.0 as usize] = true);
            direct.push(calls.direct);
            taken_in.push(calls.taken);
            calls_pointers[index] = calls.pointer;
        }
        let address_taken: Vec<FunctionId> =
            (0..count as u32).map(FunctionId).filter(|id| taken[id.0 as usize]).collect();
        let mut callees = direct.clone();
        for (callees, pointer) in callees.iter_mut().zip(&calls_pointers) {
            if *pointer {
                callees.extend(&address_taken);
            }
            callees.sort_unstable();
            callees.dedup();
        }
        let components = components(&callees);
        let mut component = vec![0; count];
        for (index, members) in components.iter().enumerate() {
            for member in members {
                component[member.0 as usize] = index;
            }
        }
        CallGraph {
            callees,
            direct,
            taken: taken_in,
            in_globals,
            calls_pointers,
            address_taken,
            components,
            component,
        }
    }

    /// The functions that a function may call, in order.
    pub fn callees(&self, function: FunctionId) -> &[FunctionId] {
        &self.callees[function.0 as usize]
    }

    /// Whether a function calls through pointers.
    pub fn calls_pointers(&self, function: FunctionId) -> bool {
        self.calls_pointers[function.0 as usize]
    }

    /// The functions whose address is taken, in order.
    pub fn address_taken(&self) -> &[FunctionId] {
        &self.address_taken
    }

    /// The functions that a call may come to.
    pub fn targets<'a>(&'a self, callee: &'a Callee) -> &'a [FunctionId] {
        match callee {
            Callee::Function(function) => std::slice::from_ref(function),
            Callee::Pointer(_) => &self.address_taken,
        }
    }

    /// Sets of functions that may call each other, callees before callers.
    pub fn components(&self) -> &[Vec<FunctionId>] {
        &self.components
    }

    /// The index of the component of a function.
    pub fn component_of(&self, function: FunctionId) -> usize {
        self.component[function.0 as usize]
    }

    /// Whether a function may be called again before it returns.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.components[self.component_of(function)].len() > 1
            || self.callees(function).contains(&function)
    }

    /// The functions that a run from `entry` may call, and `entry`, in order of ids. A call through a pointer comes to
    /// functions whose address is in a global or is taken in a function found.
    pub fn reachable(&self, entry: FunctionId) -> Vec<FunctionId> {
        let count = self.callees.len();
        let (mut seen, mut pointers) = (vec![false; count], false);
        let mut stack = vec![entry];
        let mut held = self.in_globals.clone();
        loop {
            while let Some(function) = stack.pop() {
                let index = function.0 as usize;
                if std::mem::replace(&mut seen[index], true) {
                    continue;
                }
                stack.extend(&self.direct[index]);
                held.extend(&self.taken[index]);
                pointers |= self.calls_pointers[index];
            }
            if !pointers || held.is_empty() {
                break;
            }
            stack.append(&mut held);
        }
        (0..count as u32).map(FunctionId).filter(|id| seen[id.0 as usize]).collect()
    }
}

/// The calls in a function.
#[derive(Default)]
struct Calls {
    /// By name.
    direct: Vec<FunctionId>,
    /// Whether there are others.
    pointer: bool,
    /// Functions whose address is an operand.
    taken: Vec<FunctionId>,
}

impl Calls {
    fn find(&mut self, function: &Function) {
        let FunctionBody::Defined(definition) = &function.body else { return };
        for block in &definition.blocks {
            for instruction in &block.instructions {
                match &instruction.operation {
                    Operation::Call { callee: Callee::Function(id), .. } => self.direct.push(*id),
                    Operation::Call { callee: Callee::Pointer(_), .. } => self.pointer = true,
                    _ => {}
                }
                instruction.operation.operands().into_iter().for_each(|it| self.operand(it));
            }
            block.terminator.operands().into_iter().for_each(|it| self.operand(it));
        }
    }

    fn operand(&mut self, operand: &Operand) {
        if let Operand::Constant(Constant::Function(id)) = operand {
            self.taken.push(*id);
        }
    }
}

/// Strongly connected components, callees first; members in order of ids.
fn components(callees: &[Vec<FunctionId>]) -> Vec<Vec<FunctionId>> {
    let ids = |mut members: Vec<usize>| {
        members.sort_unstable();
        members.into_iter().map(|id| FunctionId(id as u32)).collect()
    };
    let successors = |function: usize| callees[function].iter().map(|id| id.0 as usize);
    let found = strongly_connected::components(callees.len(), successors);
    found.into_iter().map(ids).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_program;

    fn graph(text: &str) -> (Program, CallGraph) {
        let program = parse_program(text, "a.kir").unwrap();
        let graph = CallGraph::new(&program);
        (program, graph)
    }

    fn names(program: &Program, ids: &[FunctionId]) -> String {
        ids.iter().map(|id| program.function(*id).name.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// One function per entry: its name and its lines.
    fn text(functions: &[(&str, &str)]) -> String {
        functions
            .iter()
            .map(|(f, lines)| format!("function @{f}() {{\ne:\n{lines}\nreturn\n}}\n"))
            .collect()
    }

    #[test]
    fn components_come_bottom_up() {
        let (program, graph) = graph(&text(&[
            ("main", "call @even()\ncall @leaf()"),
            ("even", "call @odd()"),
            ("odd", "call @even()\ncall @leaf()"),
            ("leaf", ""),
            ("self", "call @self()"),
        ]));
        let shown: Vec<String> = graph.components().iter().map(|c| names(&program, c)).collect();
        assert_eq!(shown, ["leaf", "even odd", "main", "self"]);
        let recursive: Vec<bool> = (0..5).map(|id| graph.is_recursive(FunctionId(id))).collect();
        assert_eq!(recursive, [false, true, true, false, true]);
        assert_eq!(names(&program, &graph.reachable(FunctionId(0))), "main even odd leaf");
    }

    #[test]
    fn pointers_reach_what_has_its_address_taken() {
        let functions = text(&[
            ("main", "call_pointer null()"),
            ("in_table", ""),
            ("stored", "store ptr @stored to null"),
            ("apart", "call @main()"),
        ]);
        let table = "global &table = bytes \"\\0\\0\\0\\0\\0\\0\\0\\0\" relocations 0: @in_table\n";
        let (program, graph) = graph(&format!("{table}{functions}"));
        assert_eq!(names(&program, graph.address_taken()), "in_table stored");
        assert_eq!(names(&program, graph.callees(FunctionId(0))), "in_table stored");
        assert!(graph.calls_pointers(FunctionId(0)) && !graph.calls_pointers(FunctionId(3)));
        // Nothing that runs from the entry takes the address of `stored`.
        assert_eq!(names(&program, &graph.reachable(FunctionId(0))), "main in_table");
    }

    #[test]
    fn pointers_that_nobody_calls_reach_nothing() {
        let (program, graph) = graph(&text(&[
            ("main", "call @keep()"),
            ("keep", "store ptr @kept to null"),
            ("kept", "call @behind()"),
            ("behind", ""),
            ("calls", "call @keep()\ncall_pointer null()"),
        ]));
        assert_eq!(names(&program, &graph.reachable(FunctionId(0))), "main keep");
        assert_eq!(names(&program, &graph.reachable(FunctionId(4))), "keep kept behind calls");
    }

    #[test]
    fn long_chains_need_no_stack() {
        let chain: String = (0..20_000)
            .map(|f| {
                format!("function @f{f}() {{\ne:\ncall @f{}()\nreturn\n}}\n", (f + 1) % 20_000)
            })
            .collect();
        let (_, graph) = graph(&chain);
        assert_eq!(graph.components().len(), 1);
    }
}
