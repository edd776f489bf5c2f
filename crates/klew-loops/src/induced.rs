//! The program that a loop induces (paper 004, section 2): from the header along the loop's nodes to a copy of the header.
//!
//! Its backbones are the ways once around. Where there are too many, they are one way that leaves what they do
//! differently unknown.

use std::rc::Rc;

use klew_ir::loop_forest::LoopId;
use klew_term::{Sort, SymbolId};
use rustc_hash::FxHashSet;

use crate::backbones::{Abstraction, Arrival, Refusal};
use crate::condition::Condition;
use crate::context::Context;
use crate::crossings::crossings;
use crate::iterated;
use crate::state::State;
use crate::summary::{ArrayContents, BodyPath, Summary};

/// Paths with a counter each.
const MOST_PATHS: usize = 6;

impl Abstraction<'_, '_> {
    /// The summary of a loop.
    pub(crate) fn induced(&mut self, of: LoopId) -> Result<Summary, Refusal> {
        let mut ways = self.walk(Some(of), None)?;
        if ways.len() > MOST_PATHS {
            ways = vec![self.joined(ways)];
        }
        let paths: Vec<BodyPath> = ways.into_iter().map(|way| self.path(way)).collect();
        let name = format!("k{}", of.0);
        let count = paths.len();
        let counters: Vec<SymbolId> = (1..=count)
            .map(|number| match count {
                1 => self.context.counter(&name),
                _ => self.context.counter(&format!("{name}.{number}")),
            })
            .collect();
        let total = match counters[..] {
            [counter] => counter,
            _ => self.context.counter(&name),
        };
        let iterated = iterated::iterate(self.context, &paths, &counters, total);
        let iterated::Iterated { state, locals, arrays } = iterated;
        let crossings = crossings(self.context, &paths, (&counters, total), &state);
        let reads = self.reads(&paths, &state, &arrays);
        let terms = &self.context.terms;
        let is_array = |symbol: &SymbolId| matches!(terms.symbol_sort(*symbol), Sort::Array(..));
        let reads_arrays = paths.iter().any(|path| path.symbols.iter().any(is_array));
        Ok(Summary {
            of,
            counters,
            total,
            paths,
            iterated: state,
            locals,
            arrays,
            reads,
            reads_arrays,
            crossings,
        })
    }

    /// Symbols on whose values at the loop's entry its summary depends, in a fixed order.
    fn reads(
        &self,
        paths: &[BodyPath],
        iterated: &State,
        arrays: &[ArrayContents],
    ) -> Vec<SymbolId> {
        let terms = &self.context.terms;
        let mut reads: FxHashSet<SymbolId> = FxHashSet::default();
        reads.extend(paths.iter().flat_map(|path| &path.symbols));
        let values = iterated.values().values().copied();
        for value in values.chain(arrays.iter().map(|array| array.value)) {
            reads.extend(terms.symbols(value).iter().copied());
        }
        // What a variable holds at first is what it holds where the loop is not gone round.
        reads.extend(iterated.changed());
        let mut reads: Vec<SymbolId> =
            reads.into_iter().filter(|symbol| !self.context.is_local(*symbol)).collect();
        reads.sort_unstable();
        reads
    }

    fn path(&mut self, way: Arrival) -> BodyPath {
        let symbols = symbols_of(self.context, &way.condition);
        BodyPath { condition: way.condition, state: way.state, symbols }
    }

    /// All ways as one.
    fn joined(&mut self, ways: Vec<Arrival>) -> Arrival {
        let mut state = State::default();
        let mut changed: Vec<SymbolId> = ways.iter().flat_map(|way| way.state.changed()).collect();
        changed.sort_unstable();
        changed.dedup();
        for variable in changed {
            let mut values: Vec<_> =
                ways.iter().map(|way| way.state.get(self.context.terms, variable)).collect();
            values.dedup();
            let value = match values[..] {
                [value] => value,
                _ => self.context.renamed(variable),
            };
            state.set(self.context.terms, variable, value);
        }
        let conditions = ways.into_iter().map(|way| way.condition).collect();
        Arrival { state, condition: Rc::new(Condition::Any(conditions)) }
    }
}

/// The symbols of a condition.
fn symbols_of(context: &Context<'_>, condition: &Rc<Condition>) -> Vec<SymbolId> {
    let mut symbols: FxHashSet<SymbolId> = FxHashSet::default();
    for vertex in condition.vertices() {
        match &*vertex {
            Condition::True | Condition::Any(_) => {}
            Condition::And(_, fact) => symbols.extend(context.terms.symbols(*fact).iter().copied()),
            Condition::Loop(_, used) => {
                symbols.extend(&used.counters);
                for value in used.entry.values().values().chain(used.locals.values()) {
                    symbols.extend(context.terms.symbols(*value).iter().copied());
                }
                symbols.extend(&used.summary.reads);
            }
        }
    }
    let mut symbols: Vec<SymbolId> = symbols.into_iter().collect();
    symbols.sort_unstable();
    symbols
}
