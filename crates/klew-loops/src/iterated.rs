//! The iterated state `θ^κ`: what variables hold behind a loop, by how often each path was executed (paper 004, section
//! 5.1 and tables 1 and 2; the design note's table).
//!
//! | what the paths do to a scalar `a` | `θ^κ(a)` |
//! |---|---|
//! | leave it | `a` |
//! | step it: `a + d_i`, no `d_i` depends on counters | `a + Σ d_i * κ_i`, modulo 2^width; `a + d * κ` where all are `d` |
//! | set it to `e` on path `i` alone, where `e` depends on `κ_i` alone | `ite(κ_i > 0, e at κ_i - 1, a)` |
//! | set it on several paths | nested so, guarded by which of these paths was the last |
//! | anything else | `⋆`, a local symbol |
//!
//! Starting with `⋆` everywhere, it is repeated with what is known until nothing changes.
//!
//! **Invariant**: for counters that say how often the paths were executed on some way round the loop, some values of the
//! local symbols give the state behind it. Sums are bit-vectors, so nothing is assumed of wrapping around; a counter's low
//! bits suffice for them, see [`crate::looping`].

use klew_term::{Sort, SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arrays;
use crate::context::{Context, Values};
use crate::flowgraph::Variable;
use crate::state::State;
use crate::summary::{ArrayContents, BodyPath};

/// An iterated state.
#[derive(Debug, Default)]
pub struct Iterated {
    /// The values, over the formal counters.
    pub state: State,
    /// What is some value in it.
    pub locals: Vec<SymbolId>,
    /// What arrays hold in it.
    pub arrays: Vec<ArrayContents>,
}

/// What is known on the way to the fixed point.
pub(crate) struct Iteration<'p> {
    pub(crate) paths: &'p [BodyPath],
    pub(crate) counters: &'p [SymbolId],
    total: SymbolId,
    /// Variables that some path changes.
    changed: FxHashSet<Variable>,
    /// `θ^κ` of those of them that are known.
    known: Values,
    pub(crate) iterated: Iterated,
    /// Which of some paths was executed last.
    last: FxHashMap<Vec<usize>, SymbolId>,
}

/// The iterated state of a loop's paths.
pub fn iterate(
    context: &mut Context<'_>,
    paths: &[BodyPath],
    counters: &[SymbolId],
    total: SymbolId,
) -> Iterated {
    let mut changed: Vec<Variable> = paths.iter().flat_map(|path| path.state.changed()).collect();
    changed.sort_unstable();
    changed.dedup();
    let mut iteration = Iteration {
        paths,
        counters,
        total,
        changed: changed.iter().copied().collect(),
        known: Values::default(),
        iterated: Iterated::default(),
        last: FxHashMap::default(),
    };
    let is_array = |context: &Context<'_>, variable: &Variable| {
        matches!(context.terms.symbol_sort(*variable), Sort::Array(..))
    };
    let (written, mut unknown): (Vec<Variable>, Vec<Variable>) =
        changed.into_iter().partition(|variable| is_array(context, variable));
    loop {
        let before = unknown.len();
        unknown.retain(|variable| !iteration.finds(context, *variable));
        if unknown.len() == before {
            break;
        }
    }
    // What is written depends on scalars; no scalar is known by what a changed array holds.
    unknown.extend(written.into_iter().filter(|variable| !iteration.finds(context, *variable)));
    for variable in unknown {
        let value = context.renamed(variable);
        iteration.iterated.locals.extend(context.terms.as_symbol(value));
        iteration.known.insert(variable, value);
    }
    let Iteration { known, mut iterated, .. } = iteration;
    for (variable, value) in known {
        iterated.state.set(context.terms, variable, value);
    }
    iterated
}

impl Iteration<'_> {
    /// Whether the value of a variable can be told now.
    fn finds(&mut self, context: &mut Context<'_>, variable: Variable) -> bool {
        let value = match context.terms.symbol_sort(variable) {
            Sort::Array(..) => arrays::iterate(context, self, variable),
            _ => self.stepped(context, variable).or_else(|| self.set(context, variable)),
        };
        self.known.extend(value.map(|value| (variable, value)));
        value.is_some()
    }

    /// A symbol of the iterated state.
    pub(crate) fn local(&mut self, context: &mut Context<'_>, name: &str, sort: Sort) -> SymbolId {
        let symbol = context.local(name, sort);
        self.iterated.locals.push(symbol);
        symbol
    }

    /// `a + Σ d_i * κ_i`; where all steps are the same, `a + d * κ` for the sum of the counters.
    fn stepped(&self, context: &mut Context<'_>, variable: Variable) -> Option<TermId> {
        let width = context.terms.symbol_sort(variable).width()?;
        let entry = context.terms.symbol_term(variable);
        let mut steps = Vec::new();
        for path in self.paths {
            let after = path.state.get(context.terms, variable);
            let step = context.terms.bv_sub(after, entry);
            let symbols = context.terms.symbols(step);
            let varies =
                |symbol: &SymbolId| self.changed.contains(symbol) || context.is_local(*symbol);
            if symbols.iter().any(varies) {
                return None;
            }
            steps.push(step);
        }
        let ways: Vec<(TermId, SymbolId)> = match steps.iter().all(|step| *step == steps[0]) {
            true => vec![(*steps.first()?, self.total)],
            false => steps.into_iter().zip(self.counters.iter().copied()).collect(),
        };
        let mut sum = entry;
        for (step, counter) in ways {
            let count = context.terms.symbol_term(counter);
            let count = resized(context, count, width);
            let way = context.terms.bv_mul(step, count);
            sum = context.terms.bv_add(sum, way);
        }
        Some(sum)
    }

    /// The value of the last of the paths that set it.
    fn set(&mut self, context: &mut Context<'_>, variable: Variable) -> Option<TermId> {
        let entry = context.terms.symbol_term(variable);
        let mut setting: Vec<(usize, TermId)> = Vec::new();
        for index in 0..self.paths.len() {
            let value = self.paths[index].state.get(context.terms, variable);
            if value != entry {
                let value = self.expressed(context, value, index)?;
                setting.push((index, self.at_last(context, value, index)));
            }
        }
        let last = match setting.len() {
            0 => return Some(entry),
            1 => None,
            _ => {
                let which: Vec<usize> = setting.iter().map(|(index, _)| *index).collect();
                Some(self.last(context, which))
            }
        };
        let mut result = entry;
        // Whether none of the paths behind in the list was executed.
        let mut others_never = context.terms.true_();
        for (index, value) in setting.into_iter().rev() {
            let count = context.terms.symbol_term(self.counters[index]);
            let zero = context.terms.bv(context.counter_width, 0);
            let never = context.terms.eq(count, zero);
            let ever = context.terms.not(never);
            let is_last = match last {
                Some(last) => {
                    let last = context.terms.symbol_term(last);
                    let number = context.terms.bv(8, index as u64);
                    let is_last = context.terms.eq(last, number);
                    context.terms.or(is_last, others_never)
                }
                None => context.terms.true_(),
            };
            let counts = context.terms.and(ever, is_last);
            result = context.terms.ite(counts, value, result);
            others_never = context.terms.and(others_never, never);
        }
        Some(result)
    }

    fn last(&mut self, context: &mut Context<'_>, which: Vec<usize>) -> SymbolId {
        if let Some(known) = self.last.get(&which) {
            return *known;
        }
        let made = self.local(context, "last", Sort::BitVec(8));
        self.last.insert(which, made);
        made
    }

    /// What a path computes, with what is known of the variables that it reads; none if that is more than its own counter.
    pub(crate) fn expressed(
        &self,
        context: &mut Context<'_>,
        value: TermId,
        path: usize,
    ) -> Option<TermId> {
        let symbols = context.terms.symbols(value);
        let is_unknown =
            |symbol: &SymbolId| self.changed.contains(symbol) && !self.known.contains_key(symbol);
        if symbols.iter().any(|symbol| is_unknown(symbol) || context.is_local(*symbol)) {
            return None;
        }
        let value = context.with(value, &self.known);
        let symbols = context.terms.symbols(value);
        let other = |symbol: &SymbolId| context.is_local(*symbol) && *symbol != self.counters[path];
        (!symbols.iter().any(other)).then_some(value)
    }

    /// A value at the last execution of a path.
    fn at_last(&self, context: &mut Context<'_>, value: TermId, path: usize) -> TermId {
        let count = context.terms.symbol_term(self.counters[path]);
        let one = context.terms.bv(context.counter_width, 1);
        let before = context.terms.bv_sub(count, one);
        let values = [(self.counters[path], before)].into_iter().collect();
        context.with(value, &values)
    }
}

/// A bit-vector cut or extended by zeros.
pub(crate) fn resized(context: &mut Context<'_>, term: TermId, width: u32) -> TermId {
    if context.terms.width(term) > width {
        context.terms.bv_truncate(term, width)
    } else {
        context.terms.bv_zero_extend(term, width)
    }
}
