//! Questions about the elements of a table as questions about the index.

use smallvec::SmallVec;

use crate::arena::Terms;
use crate::bitvec_value::mask;
use crate::kind::{Kind, TermId};
use crate::semantics;
use crate::table::Table;

/// Operators between the read and the question that are looked through.
const MOST_OPERATORS: usize = 16;

/// Tables of more elements are not asked.
const MOST_ELEMENTS: usize = 1 << 12;

/// Ranges of the index that an answer may have.
const MOST_RANGES: usize = 4;

/// match: (p (f t) k), p a comparison or equality, f operators with constants, t a read of a table, k a constant, where
/// the elements that answer yes (or no) are at the indices of a few ranges; result: comparisons of the index
pub(super) fn predicate_of_table(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    let operators = operators_over_table(terms, arguments)?;
    let read = match operators.last() {
        Some(&last) => variable_argument(terms, terms.arguments(last))?,
        None => variable_argument(terms, arguments)?,
    };
    let (table, index) = terms.table_read(read)?;
    if table.elements().len() > MOST_ELEMENTS {
        return None;
    }
    let answer = |element: u64| {
        let mut value = element;
        for &operator in operators.iter().rev() {
            value = applied(terms, terms.kind(operator), terms.arguments(operator), value)?;
        }
        applied(terms, kind, arguments, value).map(|truth| truth != 0)
    };
    let (ranges, yes) = ranges(terms, &table, index, answer)?;
    let mut found = terms.false_();
    for (from, to) in ranges {
        let within = within(terms, index, from, to);
        found = terms.or(found, within);
    }
    Some(if yes { found } else { terms.not(found) })
}

/// The only argument that is no constant.
fn variable_argument(terms: &Terms, arguments: &[TermId]) -> Option<TermId> {
    let mut variable = arguments.iter().copied().filter(|&argument| !terms.is_constant(argument));
    variable.next().filter(|_| variable.next().is_none())
}

/// The operators, the outermost first, that have one argument which is no constant, down to a read.
fn operators_over_table(terms: &Terms, arguments: &[TermId]) -> Option<SmallVec<[TermId; 4]>> {
    let mut operators = SmallVec::new();
    let mut at = variable_argument(terms, arguments)?;
    while terms.kind(at) != Kind::Select {
        if operators.len() == MOST_OPERATORS || !matches!(terms.sort(at).width(), Some(1..=64)) {
            return None;
        }
        operators.push(at);
        at = variable_argument(terms, terms.arguments(at))?;
    }
    Some(operators)
}

/// The operator with a value for the argument that is no constant.
fn applied(terms: &Terms, kind: Kind, arguments: &[TermId], value: u64) -> Option<u64> {
    let mut words: SmallVec<[u64; 3]> = SmallVec::new();
    for &argument in arguments {
        words.push(if terms.is_constant(argument) { terms.word(argument)? } else { value });
    }
    let width = |at: usize| arguments.get(at).and_then(|&a| terms.sort(a).width());
    semantics::narrow(kind, width(0)?, width(1).unwrap_or(0), &words)
}

/// The ranges of the index where the answer is yes, or (and `false`) where it is no, whatever is fewer.
fn ranges(
    terms: &Terms,
    table: &Table,
    index: TermId,
    answer: impl Fn(u64) -> Option<bool>,
) -> Option<(Vec<(u64, u64)>, bool)> {
    let bounds = terms.bounds(index)?;
    let mut runs: Vec<(u64, bool)> = Vec::new();
    let mut last: Option<(u64, bool)> = None;
    for (at, &element) in table.elements().iter().enumerate() {
        // Indices that do not occur belong to the run before them.
        if !bounds.contains(at as u64) {
            continue;
        }
        let found = match last {
            Some((before, found)) if before == element => found,
            _ => answer(element)?,
        };
        last = Some((element, found));
        add_run(&mut runs, at as u64, found)?;
    }
    if let Some(default) = table.default_element()
        && bounds.high >= table.elements().len() as u64
    {
        add_run(&mut runs, table.elements().len() as u64, answer(default)?)?;
    }
    // All before the first index that occurs is its run, too.
    runs.first_mut()?.0 = 0;
    let ends = runs.iter().skip(1).map(|run| run.0 - 1).chain([mask(bounds.width)]);
    let of = |wanted: bool| -> Vec<(u64, u64)> {
        let all = runs.iter().zip(ends.clone());
        all.filter(|(run, _)| run.1 == wanted).map(|(run, end)| (run.0, end)).collect()
    };
    let (yes, no) = (of(true), of(false));
    let (chosen, polarity) = if yes.len() <= no.len() { (yes, true) } else { (no, false) };
    (chosen.len() <= MOST_RANGES).then_some((chosen, polarity))
}

fn add_run(runs: &mut Vec<(u64, bool)>, start: u64, answer: bool) -> Option<()> {
    if runs.last().is_none_or(|run| run.1 != answer) {
        runs.push((start, answer));
    }
    (runs.len() <= 2 * MOST_RANGES + 1).then_some(())
}

fn within(terms: &mut Terms, index: TermId, from: u64, to: u64) -> TermId {
    let width = terms.width(index);
    let (first, last) = (terms.bv(width, from), terms.bv(width, to));
    if from == to {
        return terms.eq(index, first);
    }
    let starts = terms.bv_ule(first, index);
    let ends = terms.bv_ule(index, last);
    terms.and(starts, ends)
}
