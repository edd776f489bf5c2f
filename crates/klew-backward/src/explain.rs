//! The states node by node, as the paper's tables 1 and 2 show them.
//!
//! For this, allocated objects keep a name of their own and reads are not told through writes beforehand. In the
//! table of conjunctions a field's version counts the writes below, as in the paper: the older array has the
//! higher number.

use std::collections::{BTreeMap, BTreeSet};

use klew_engine::Task;
use klew_ir::{Program, slice::slice};
use klew_solver::Backend;
use klew_term::{Kind, Sort, TermId, Terms};

use crate::conjunctions::Conjunctions;
use crate::disjuncts::Disjuncts;
use crate::engine::Options;
use crate::fields::{FieldId, FieldKind, FieldOperation, Source};
use crate::graph::{Edge, End, EndId, Graph, NodeId, Operation, numbers};
use crate::heap::Heap;
use crate::lower::lower;
use crate::representation::AtEntry;
use crate::representation::{Answer, Representation};
use crate::unfold::{Bounds, Request, unfold};

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedNode {
    /// The node: `n7`.
    pub name: String,
    /// The line of the source, if it has one.
    pub line: u32,
    /// The state.
    pub state: String,
}

/// The states at one bound, the target's first; and whether the entry's condition is satisfiable, if that is known.
pub fn explain(
    task: &Task<'_>,
    options: &Options,
    backend: &mut dyn Backend,
) -> (Vec<ExplainedNode>, Option<bool>) {
    let program = task.program;
    let sliced = slice(program, |property| task.properties.contains(property));
    let program = sliced.as_ref().unwrap_or(program);
    let mut terms = Terms::new();
    let bound = options.bound.unwrap_or(1);
    let request = Request {
        program,
        properties: task.properties.iter().collect(),
        precondition: task.precondition,
        bounds: Bounds { iterations: bound, recursion: bound, nodes: options.nodes },
        named_allocations: true,
    };
    let mut graph = unfold(&request, &mut terms, &|| false);
    let heap = lower(program, &mut graph, &mut terms, &request.properties, false);
    let targets: Vec<EndId> = (0..graph.ends.len() as u32)
        .map(EndId)
        .filter(|end| matches!(graph.ends[end.0 as usize], End::Target(_)))
        .collect();
    match options.representation {
        Representation::Conjunctions(solve) => {
            let all = (program, &graph, &heap);
            let mut run = Conjunctions::new(all, &mut terms, backend, solve);
            let finished = run.run(&targets);
            let answer = finished.ok().map(|()| run.entry(&[]));
            let live: Vec<bool> = run.added.iter().map(|added| added.reached.is_some()).collect();
            let names = Names { program, graph: &graph, heap: &heap, terms: &terms };
            (names.put(conjunctions(&graph, &heap, &terms, &live)), truth(answer))
        }
        Representation::Disjuncts(layout, solve) => {
            let inputs: Vec<(FieldId, TermId)> = heap
                .fields
                .iter()
                .enumerate()
                .filter(|(_, field)| matches!(field.kind, FieldKind::Object(_)))
                .map(|(index, field)| {
                    let sort = terms.sort(field.array);
                    let array = terms.symbol(&format!("{}^in", field.name), sort);
                    (FieldId(index as u32), array)
                })
                .collect();
            let all = (program, &graph, &heap);
            let going = || false;
            let mut run = Disjuncts::new(all, &mut terms, backend, (layout, solve), &going);
            run.input_arrays = inputs.into_iter().collect();
            let finished = run.run(&targets);
            let answer = finished.ok().map(|()| run.entry(&[]));
            let states = std::mem::take(&mut run.states);
            let mut rows: Vec<ExplainedNode> = Vec::new();
            for index in (0..states.len()).rev().filter(|index| !states[*index].is_empty()) {
                let state = &states[index];
                let parts: Vec<String> =
                    state.iter().map(|disjunct| conjuncts(&terms, *disjunct).join(" ∧ ")).collect();
                let row = row(&graph, index, parts.join("\n                ∨ "));
                let same = rows.last().is_some_and(|last| last.state == row.state);
                if index == 0 || !same {
                    rows.push(row);
                }
            }
            let names = Names { program, graph: &graph, heap: &heap, terms: &terms };
            (names.put(rows), truth(answer))
        }
    }
}

fn truth(answer: Option<Answer>) -> Option<bool> {
    match answer {
        Some(Answer::Sat(_)) => Some(true),
        Some(Answer::Unsat) => Some(false),
        _ => None,
    }
}

fn row(graph: &Graph, index: usize, state: String) -> ExplainedNode {
    let line = graph.nodes[index].position.line;
    ExplainedNode { name: format!("n{index}"), line, state }
}

fn conjunctions(graph: &Graph, heap: &Heap, terms: &Terms, live: &[bool]) -> Vec<ExplainedNode> {
    let mut table = Table {
        graph,
        heap,
        terms,
        versions: vec![BTreeMap::new(); graph.nodes.len()],
        used: BTreeSet::new(),
        same_as: (0..graph.nodes.len()).collect(),
        rows: Vec::new(),
    };
    for index in (0..graph.nodes.len()).rev().filter(|index| live[*index]) {
        table.node(index, live);
    }
    table.rows
}

/// The table of conjunctions so far.
struct Table<'a> {
    graph: &'a Graph,
    heap: &'a Heap,
    terms: &'a Terms,
    /// Versions of fields above each node.
    versions: Vec<BTreeMap<FieldId, u32>>,
    used: BTreeSet<String>,
    /// The node that a node adds nothing to.
    same_as: Vec<usize>,
    rows: Vec<ExplainedNode>,
}

impl Table<'_> {
    fn node(&mut self, index: usize, live: &[bool]) {
        let (graph, heap, terms) = (self.graph, self.heap, self.terms);
        let node = graph.node(NodeId(index as u32));
        if let Operation::End(_) = node.operation {
            self.rows.push(row(graph, index, format!("c{index} ⇒ true")));
            return;
        }
        let edges: Vec<_> = node.edges.iter().filter(|edge| live[edge.to.0 as usize]).collect();
        let mut own: BTreeMap<FieldId, u32> = BTreeMap::new();
        for edge in &edges {
            for (&field, &version) in &self.versions[edge.to.0 as usize] {
                let known = own.entry(field).or_insert(version);
                *known = (*known).max(version);
            }
        }
        let mut ways: Vec<Vec<String>> = edges.iter().map(|edge| self.way(edge, &own)).collect();
        let mut parts = match ways.len() {
            1 => ways.remove(0),
            _ => {
                let ways: Vec<String> =
                    ways.into_iter().map(|parts| format!("({})", parts.join(" ∧ "))).collect();
                vec![format!("({})", ways.join(" ∨ "))]
            }
        };
        parts.iter().for_each(|part| use_words(part, &mut self.used));
        for operation in heap.operations[index].iter().rev() {
            field_operation(heap, terms, operation, &mut own, &mut self.used, &mut parts);
        }
        self.versions[index] = own;
        if let ([_], [edge], true) = (&parts[..], &edges[..], index != 0) {
            self.same_as[index] = self.same_as[edge.to.0 as usize];
            return;
        }
        self.rows.push(row(graph, index, format!("c{index} ⇒ {}", parts.join(" ∧ "))));
    }

    fn way(&self, edge: &Edge, own: &BTreeMap<FieldId, u32>) -> Vec<String> {
        let terms = self.terms;
        let mut parts = vec![format!("c{}", self.same_as[edge.to.0 as usize])];
        parts.extend(conjuncts(terms, edge.condition));
        for (symbol, value) in &edge.moves {
            if self.used.contains(&show(terms, *symbol)) {
                parts.push(format!("{} = {}", show(terms, *symbol), show(terms, *value)));
            }
        }
        for (field, version) in own {
            let name = &self.heap.field(*field).name;
            match self.versions[edge.to.0 as usize].get(field) {
                Some(older) if older != version => {
                    parts.push(format!("{name}^{older} = {name}^{version}"));
                }
                _ => {}
            }
        }
        parts
    }
}

/// What a formula is the conjunction of, each once.
fn conjuncts(terms: &Terms, formula: TermId) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut work = vec![formula];
    while let Some(term) = work.pop() {
        if terms.kind(term) == Kind::And {
            work.extend(terms.arguments(term).iter().rev());
            continue;
        }
        let part = show(terms, term);
        if terms.as_bool(term) != Some(true) && !parts.contains(&part) {
            parts.push(part);
        }
    }
    if parts.is_empty() && terms.as_bool(formula) == Some(true) {
        return Vec::new();
    }
    parts
}

/// Gives symbols their final names: `show` leaves `§N§` for symbol N.
struct Names<'a> {
    program: &'a Program,
    graph: &'a Graph,
    heap: &'a Heap,
    terms: &'a Terms,
}

impl Names<'_> {
    fn put(&self, mut rows: Vec<ExplainedNode>) -> Vec<ExplainedNode> {
        let mut shown: BTreeSet<usize> = BTreeSet::new();
        for row in &rows {
            shown.extend(
                row.state.split('§').skip(1).step_by(2).filter_map(|n| n.parse::<usize>().ok()),
            );
        }
        let mut count: BTreeMap<String, usize> = BTreeMap::new();
        let mut names: BTreeMap<usize, String> = BTreeMap::new();
        let read = self.read();
        for index in shown {
            let Some(symbol) = self.terms.symbol_at(index) else { continue };
            let label = self.terms.symbol_name(symbol);
            let digits = label.strip_prefix('v').unwrap_or("-");
            let base = match read.get(&index) {
                // A value without a name in the source: after what it is read from.
                Some(field) if digits.chars().all(|c| c.is_ascii_digit()) => format!("t_{field}"),
                _ => label.to_owned(),
            };
            let number = count.entry(base.clone()).or_default();
            *number += 1;
            names.insert(index, if *number == 1 { base } else { format!("{base}'{number}") });
        }
        for row in &mut rows {
            let parts = row.state.split('§').enumerate();
            row.state = parts
                .map(|(at, part)| match part.parse::<usize>().ok().filter(|_| at % 2 == 1) {
                    Some(index) => names.get(&index).cloned().unwrap_or_default(),
                    None => self.objects(part),
                })
                .collect();
            if row.state.is_empty() {
                row.state = "true".to_owned();
            }
        }
        rows
    }

    /// The fields that symbols are read from.
    fn read(&self) -> BTreeMap<usize, &str> {
        let operations = self.heap.operations.iter().flatten();
        let read = operations.filter_map(|operation| match operation {
            FieldOperation::Read { field, result, .. } => {
                let symbol = self.terms.as_symbol(*result)?;
                Some((symbol.index(), self.heap.field(*field).name.as_str()))
            }
            _ => None,
        });
        read.collect()
    }

    /// Numbers of globals, and where kinds of objects begin, as words.
    fn objects(&self, text: &str) -> String {
        let mut words = String::new();
        let mut digits = String::new();
        for c in text.chars().chain([' ']) {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            if !digits.is_empty() {
                words.push_str(&self.number(&digits).unwrap_or_else(|| digits.clone()));
                digits.clear();
            }
            words.push(c);
        }
        words.pop();
        words
    }

    fn number(&self, digits: &str) -> Option<String> {
        let number = digits.parse::<u32>().ok().filter(|number| *number >= numbers::STACK)?;
        match number {
            numbers::FUNCTION => Some("functions".to_owned()),
            numbers::CONSTANT => Some("constants".to_owned()),
            _ => {
                let global = self.graph.objects.get(&number)?.global?;
                Some(format!("&{}", self.program.global(global).name))
            }
        }
    }
}

/// The names in a formula.
fn use_words(text: &str, used: &mut BTreeSet<String>) {
    let is_part = |c: char| c.is_alphanumeric() || "_.^%$§".contains(c);
    used.extend(
        text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()).map(str::to_owned),
    );
}

fn field_operation(
    heap: &Heap,
    terms: &Terms,
    operation: &FieldOperation,
    versions: &mut BTreeMap<FieldId, u32>,
    used: &mut BTreeSet<String>,
    parts: &mut Vec<String>,
) {
    let mut add = |part: String, used: &mut BTreeSet<String>| {
        use_words(&part, used);
        parts.push(part);
    };
    match operation {
        FieldOperation::Define { symbol, term } => {
            let symbol = show(terms, *symbol);
            if used.contains(&symbol) {
                add(format!("{symbol} = {}", show(terms, *term)), used);
            }
        }
        FieldOperation::Read { field, index, result } => {
            let result = show(terms, *result);
            if !used.contains(&result) {
                return;
            }
            let version = *versions.entry(*field).or_insert(0);
            let name = &heap.field(*field).name;
            let index = show(terms, *index);
            add(format!("{result} = read({name}^{version}, {index})"), used);
            if matches!(heap.field(*field).kind, FieldKind::Object(_)) {
                add(format!("read({name}^in, {index}) ≤ 0"), used);
            }
        }
        FieldOperation::Write { field, index, value } => {
            let Some(version) = versions.get_mut(field) else { return };
            let older = *version + 1;
            let name = &heap.field(*field).name;
            let (index, value) = (show(terms, *index), show(terms, *value));
            let text = format!("{name}^{version} = write({name}^{older}, {index}, {value})");
            *version = older;
            add(text, used);
        }
        FieldOperation::Range { object, source, .. } => {
            let value = match source {
                Source::Byte(byte) => show(terms, *byte),
                Source::Copy { .. } | Source::Undefined => "?".to_owned(),
            };
            for (field, version) in versions.iter_mut() {
                if heap.place(*field).is_none() {
                    continue;
                }
                let older = *version + 1;
                let name = &heap.field(*field).name;
                let object = show(terms, *object);
                let text = format!("{name}^{version} = write({name}^{older}, {object}, {value})");
                *version = older;
                add(text, used);
            }
        }
    }
}

/// A term as one reads it.
fn show(terms: &Terms, term: TermId) -> String {
    let arguments = terms.arguments(term);
    let argument = |at: usize| show(terms, arguments[at]);
    let infix = |operator: &str| {
        let parts: Vec<String> = arguments.iter().map(|part| show(terms, *part)).collect();
        format!("({})", parts.join(&format!(" {operator} ")))
    };
    match terms.kind(term) {
        Kind::Symbol(symbol) if matches!(terms.sort(term), Sort::Array(..)) => {
            terms.symbol_name(symbol).to_owned()
        }
        Kind::Symbol(symbol) => format!("§{}§", symbol.index()),
        Kind::True => "true".to_owned(),
        Kind::False => "false".to_owned(),
        Kind::Not => negated(terms, arguments[0]),
        Kind::And => flat(terms, term, Kind::And, "∧"),
        Kind::Or => flat(terms, term, Kind::Or, "∨"),
        Kind::Eq => format!("{} = {}", argument(0), argument(1)),
        Kind::BvSlt | Kind::BvUlt => format!("{} < {}", argument(0), argument(1)),
        Kind::BvSle | Kind::BvUle => format!("{} ≤ {}", argument(0), argument(1)),
        Kind::BvAdd => infix("+"),
        Kind::BvSub => infix("-"),
        Kind::BvMul => infix("·"),
        Kind::BvNeg => format!("-{}", argument(0)),
        Kind::Ite => format!("ite({}, {}, {})", argument(0), argument(1), argument(2)),
        Kind::Select => format!("read({}, {})", argument(0), argument(1)),
        Kind::Store => format!("write({}, {}, {})", argument(0), argument(1), argument(2)),
        Kind::BvZeroExtend(_) | Kind::BvSignExtend(_) => argument(0),
        _ => match terms.as_bitvec(term) {
            Some(value) if matches!(terms.sort(term), Sort::BitVec(width) if width > 1) => {
                value.to_bigint_signed().to_string()
            }
            Some(value) => value.to_biguint().to_string(),
            None => klew_term::print_smtlib(terms, term),
        },
    }
}

fn flat(terms: &Terms, term: TermId, kind: Kind, operator: &str) -> String {
    if kind == Kind::And {
        return conjuncts(terms, term).join(" ∧ ");
    }
    let mut parts: Vec<String> = Vec::new();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        if terms.kind(term) == kind {
            work.extend(terms.arguments(term).iter().rev());
        } else {
            let part = show(terms, term);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    format!("({})", parts.join(&format!(" {operator} ")))
}

fn negated(terms: &Terms, term: TermId) -> String {
    let arguments = terms.arguments(term);
    let argument = |at: usize| show(terms, arguments[at]);
    match terms.kind(term) {
        Kind::Eq => format!("{} ≠ {}", argument(0), argument(1)),
        Kind::BvSlt | Kind::BvUlt => format!("{} ≤ {}", argument(1), argument(0)),
        Kind::BvSle | Kind::BvUle => format!("{} < {}", argument(1), argument(0)),
        Kind::And => {
            let mut parts = Vec::new();
            let mut work = vec![term];
            while let Some(term) = work.pop() {
                if terms.kind(term) == Kind::And {
                    work.extend(terms.arguments(term).iter().rev());
                } else if terms.kind(term) == Kind::Not {
                    parts.push(show(terms, terms.arguments(term)[0]));
                } else {
                    parts.push(negated(terms, term));
                }
            }
            format!("({})", parts.join(" ∨ "))
        }
        _ => format!("¬({})", show(terms, term)),
    }
}
