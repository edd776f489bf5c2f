//! Decoded functions, kept between runs.
//!
//! Code depends on what is checked and on what is written down ([`CodeKind`]); for each kind that runs of an
//! executor ask for there is a set, filled as functions are first called. So who runs a program a thousand times
//! decodes it once.
//!
//! **Invariant**: at the begin of a run no block of its set counts as entered: coverage is the run's.

use std::cell::Cell;
use std::rc::Rc;

use klew_ir::{BlockId, FunctionBody, FunctionId, GlobalId, Program, PropertySet};
use klew_memory::ObjectId;
use klew_term::Terms;

use super::op::Code;
use super::{Decoder, Objects};
use crate::coverage::{self, Coverage};
use crate::edges::Edges;
use crate::point::Watch;

/// Sets kept at most: a run of yet another kind takes the place of the one that was used least recently.
const MOST_SETS: usize = 8;

/// What code depends on, besides the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeKind {
    /// What is checked.
    pub properties: PropertySet,
    /// Whether bindings of source variables are kept, for a trace.
    pub bindings: bool,
    /// At which points where paths meet there are instructions, for a listener.
    pub points: Watch,
    /// Whether it is written down which edges paths take.
    pub edges: bool,
    /// Whether blocks are told in the order of loops, for a searcher.
    pub order: bool,
}

/// The functions of a program that were decoded for runs of one kind.
#[derive(Debug)]
pub struct CodeSet {
    kind: CodeKind,
    objects: Rc<Objects>,
    codes: Vec<Option<Rc<Code>>>,
    /// Those that there are, in the order in which they were first called.
    decoded: Vec<FunctionId>,
    /// The number of the next edge.
    next_edge: u32,
    /// What counts as entered from the begin of the run on.
    before: Coverage,
}

impl CodeSet {
    /// The object of a global.
    pub fn object_of(&self, global: GlobalId) -> Option<ObjectId> {
        self.objects.globals.get(global.0 as usize).copied()
    }

    fn new(kind: CodeKind, objects: Rc<Objects>) -> CodeSet {
        let codes = vec![None; objects.functions.len()];
        let before = Coverage::default();
        CodeSet { kind, objects, codes, decoded: Vec::new(), next_edge: 0, before }
    }

    /// The code of a defined function, decoded when first asked for.
    pub fn code(
        &mut self,
        program: &Program,
        terms: &mut Terms,
        function: FunctionId,
    ) -> Option<Rc<Code>> {
        let index = function.0 as usize;
        if let Some(code) = self.codes.get(index)?.as_ref() {
            return Some(Rc::clone(code));
        }
        let called = program.function(function);
        let FunctionBody::Defined(definition) = &called.body else { return None };
        let objects = &self.objects;
        let mut code = Decoder { program, terms, objects, kind: self.kind }.decode(definition);
        let blocks = 0..definition.blocks.len();
        code.weights = blocks.map(|block| coverage::weight(called, block)).collect();
        let tracked = self.kind.edges && !called.library;
        let edges = code.edges.len() + 1;
        code.is_library = called.library;
        code.first_edge = self.next_edge;
        code.told = vec![Cell::new(!tracked); edges];
        self.next_edge += if called.library { 0 } else { edges as u32 };
        for (block, covered) in (0..).zip(&code.covered) {
            covered.set(self.before.is_covered(function, BlockId(block)));
        }
        let code = Rc::new(code);
        self.codes[index] = Some(Rc::clone(&code));
        self.decoded.push(function);
        Some(code)
    }

    /// What was decoded.
    pub fn decoded(&self) -> impl Iterator<Item = (FunctionId, &Code)> {
        self.decoded
            .iter()
            .filter_map(|&function| Some((function, self.codes[function.0 as usize].as_deref()?)))
    }

    /// Takes over what was covered before.
    pub fn cover(&mut self, coverage: &Coverage) {
        for (function, code) in self.decoded() {
            for (block, covered) in (0..).zip(&code.covered) {
                covered.set(coverage.is_covered(function, BlockId(block)));
            }
        }
    }

    /// As [`CodeSet::cover`], for functions that are called later as well.
    pub fn resume(&mut self, coverage: Coverage) {
        self.cover(&coverage);
        self.before = coverage;
    }

    /// What was covered before the run.
    pub fn before(&self) -> &Coverage {
        &self.before
    }

    /// Makes all blocks blocks that were never entered.
    fn begin(&mut self) {
        self.before = Coverage::default();
        for (_, code) in self.decoded() {
            code.covered.iter().chain(&code.taken).for_each(|covered| covered.set(false));
            code.told.iter().for_each(|told| told.set(!self.kind.edges || code.is_library));
            code.news.iter().for_each(|news| news.set(true));
            code.distances.iter().for_each(|distance| distance.set(None));
        }
    }

    /// The edges of those numbers that no path that was told took.
    pub fn untold(&self, edges: &Edges) -> Vec<u32> {
        let is_untold = |number: &u32| {
            self.edge(*number).is_some_and(|(code, at)| !code.told[at as usize].get())
        };
        edges.iter().filter(is_untold).collect()
    }

    /// How many edges no path that was told took.
    pub fn untold_count(&self) -> usize {
        let codes = self.decoded().filter(|_| self.kind.edges);
        codes.map(|(_, code)| code.told.iter().filter(|told| !told.get()).count()).sum()
    }

    /// A path that takes them was told.
    pub fn tell(&self, edges: &[u32]) {
        for (code, at) in edges.iter().filter_map(|&number| self.edge(number)) {
            code.told[at as usize].set(true);
            // The first is the entry.
            if let Some(edge) = at.checked_sub(1) {
                code.note_news(edge);
            }
        }
    }

    /// Of which function an edge is, and which: 0 for the entry.
    fn edge(&self, number: u32) -> Option<(&Code, u32)> {
        let code = self.decoded().map(|(_, code)| code).find(|code| code.numbers(number))?;
        Some((code, number - code.first_edge))
    }
}

/// The sets of an executor.
#[derive(Debug)]
pub struct CodeSets {
    objects: Rc<Objects>,
    /// The one used last comes last.
    sets: Vec<CodeSet>,
}

impl CodeSets {
    /// With nothing in them. The objects are those of the program's globals and functions, in every run.
    pub fn new(objects: Objects) -> CodeSets {
        CodeSets { objects: Rc::new(objects), sets: Vec::new() }
    }

    /// The set for a run that begins.
    pub fn begin(&mut self, kind: CodeKind) -> &mut CodeSet {
        let mut set = match self.sets.iter().position(|set| set.kind == kind) {
            Some(at) => self.sets.remove(at),
            None => CodeSet::new(kind, Rc::clone(&self.objects)),
        };
        set.begin();
        if self.sets.len() >= MOST_SETS {
            self.sets.remove(0);
        }
        self.sets.push(set);
        let last = self.sets.len() - 1;
        &mut self.sets[last]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_ir::Property;

    const PROGRAM: &str = "
function @main() -> i32 {
entry:
  %x: i32 = input \"x\"
  %bad = compare ne i32 %x, 7
  assert assertion holds %bad
  return 0
}
";

    #[test]
    fn code_is_decoded_once_for_each_kind() {
        let program = klew_ir::text::parse_program(PROGRAM, "test").unwrap();
        let mut terms = Terms::new();
        let (_, objects) = crate::initial::allocate_all(&program).unwrap();
        let mut sets = CodeSets::new(objects);
        let main = FunctionId(0);
        let plain = CodeKind {
            properties: PropertySet::all(),
            bindings: false,
            points: Watch::Nothing,
            edges: false,
            order: false,
        };
        let first = sets.begin(plain).code(&program, &mut terms, main).unwrap();
        first.covered[0].set(true);
        let again = sets.begin(plain).code(&program, &mut terms, main).unwrap();
        assert!(Rc::ptr_eq(&first, &again));
        assert!(!first.covered[0].get(), "what an earlier run entered");

        let other = CodeKind { properties: PropertySet::EMPTY, ..plain };
        let unchecked = sets.begin(other).code(&program, &mut terms, main).unwrap();
        assert!(unchecked.ops.len() < first.ops.len(), "the check is dropped");

        let points = CodeKind { points: Watch::Points, ..plain };
        let told = sets.begin(points).code(&program, &mut terms, main).unwrap();
        assert_eq!(told.ops.len(), first.ops.len() + 1, "the function's entry");

        let properties = Property::ALL.into_iter().take(MOST_SETS);
        for property in properties {
            let properties = PropertySet::EMPTY.with(property);
            sets.begin(CodeKind {
                properties,
                bindings: true,
                points: Watch::Nothing,
                edges: false,
                order: false,
            });
        }
        assert_eq!(sets.sets.len(), MOST_SETS);
        let anew = sets.begin(plain).code(&program, &mut terms, main).unwrap();
        assert!(!Rc::ptr_eq(&first, &anew), "the set gave way to others");
    }
}
