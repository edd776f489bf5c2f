//! Which function may call which.
//!
//! A call through a pointer may reach every function whose address is taken anywhere in the program, by an
//! operand or by an initial value; types are not looked at, as C does not hold calls to them.
//! Strongly connected components by Tarjan's algorithm (*Depth-first search and linear graph algorithms*,
//! 1972), without recursion.
//!
//! **Invariant**: an over-approximation: every call of every run is an edge, as long as addresses of
//! functions come from the program.

use crate::{
    Callee, Constant, Function, FunctionBody, FunctionId, Initializer, Operand, Operation, Program,
};

/// The call graph of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallGraph {
    callees: Vec<Vec<FunctionId>>,
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
        for global in &program.globals {
            if let Initializer::Bytes(_, relocations) = &global.initializer {
                relocations.iter().for_each(|relocation| take(&mut taken, &relocation.value));
            }
        }
        let mut callees = Vec::with_capacity(count);
        let mut calls_pointers = vec![false; count];
        for (index, function) in program.functions.iter().enumerate() {
            let (direct, pointer) = calls(function, &mut taken);
            callees.push(direct);
            calls_pointers[index] = pointer;
        }
        let address_taken: Vec<FunctionId> =
            (0..count as u32).map(FunctionId).filter(|id| taken[id.0 as usize]).collect();
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
        CallGraph { callees, calls_pointers, address_taken, components, component }
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

    /// The functions that a run from `entry` may call, and `entry`, in order of ids.
    pub fn reachable(&self, entry: FunctionId) -> Vec<FunctionId> {
        let mut seen = vec![false; self.callees.len()];
        let mut stack = vec![entry];
        while let Some(function) = stack.pop() {
            if !std::mem::replace(&mut seen[function.0 as usize], true) {
                stack.extend(self.callees(function));
            }
        }
        (0..seen.len() as u32).map(FunctionId).filter(|id| seen[id.0 as usize]).collect()
    }
}

fn take(taken: &mut [bool], constant: &Constant) {
    if let Constant::Function(id) = constant {
        taken[id.0 as usize] = true;
    }
}

/// Direct callees, and whether there are calls through pointers; notes addresses that are taken.
fn calls(function: &Function, taken: &mut [bool]) -> (Vec<FunctionId>, bool) {
    let mut direct = Vec::new();
    let mut pointer = false;
    let FunctionBody::Defined(definition) = &function.body else { return (direct, pointer) };
    for block in &definition.blocks {
        for instruction in &block.instructions {
            match &instruction.operation {
                Operation::Call { callee: Callee::Function(id), .. } => direct.push(*id),
                Operation::Call { callee: Callee::Pointer(_), .. } => pointer = true,
                _ => {}
            }
            for operand in instruction.operation.operands() {
                if let Operand::Constant(constant) = operand {
                    take(taken, constant);
                }
            }
        }
        for operand in block.terminator.operands() {
            if let Operand::Constant(constant) = operand {
                take(taken, constant);
            }
        }
    }
    (direct, pointer)
}

/// Strongly connected components, callees first; members in order of ids.
fn components(callees: &[Vec<FunctionId>]) -> Vec<Vec<FunctionId>> {
    const NEW: u32 = u32::MAX;
    let count = callees.len();
    let (mut number, mut low) = (vec![NEW; count], vec![NEW; count]);
    let mut on_stack = vec![false; count];
    let (mut stack, mut found) = (Vec::new(), Vec::new());
    let mut clock = 0;
    for root in 0..count {
        if number[root] != NEW {
            continue;
        }
        let mut walk = vec![(root, 0)];
        while let Some((at, next)) = walk.last_mut() {
            let at = *at;
            if *next == 0 {
                (number[at], low[at]) = (clock, clock);
                clock += 1;
                stack.push(at);
                on_stack[at] = true;
            }
            if let Some(callee) = callees[at].get(*next) {
                *next += 1;
                let callee = callee.0 as usize;
                if number[callee] == NEW {
                    walk.push((callee, 0));
                } else if on_stack[callee] {
                    low[at] = low[at].min(number[callee]);
                }
                continue;
            }
            walk.pop();
            if let Some((caller, _)) = walk.last() {
                low[*caller] = low[*caller].min(low[at]);
            }
            if low[at] == number[at] {
                let mut members = Vec::new();
                while let Some(member) = stack.pop() {
                    on_stack[member] = false;
                    members.push(FunctionId(member as u32));
                    if member == at {
                        break;
                    }
                }
                members.sort_unstable();
                found.push(members);
            }
        }
    }
    found
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
        assert_eq!(names(&program, &graph.reachable(FunctionId(0))), "main in_table stored");
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
