//! What is known of one predicate's states: equations and bounds, apart for states in which some conditions hold or not.
//!
//! **Invariant**: every state that was added satisfies all facts.

use std::collections::BTreeMap;

use klew_clauses::system::{PredicateId, Role, System};
use klew_term::{Assignment, Constant, Evaluator, Sort, TermId, Terms};

use crate::affine::AffineHull;
use crate::related::Related;
use crate::rows::{Row, Widening, signed};

/// Wider variables are left out.
const MAXIMUM_WIDTH: u32 = 64;

/// The most variables of a predicate whose differences and sums are looked at.
const MAXIMUM_PAIRED: usize = 12;

/// Of which two variables differences and sums are looked at.
#[derive(Clone, Copy)]
pub(crate) enum Pairs<'r> {
    None,
    /// Of those that the program compares.
    Related(&'r Related),
    /// Of all, if these are not too many.
    All,
}

impl Pairs<'_> {
    fn has(
        self,
        terms: &Terms,
        id: PredicateId,
        count: usize,
        (one, other): (TermId, TermId),
    ) -> bool {
        match self {
            Pairs::None => false,
            Pairs::All => count <= MAXIMUM_PAIRED,
            Pairs::Related(related) => {
                let Some(pairs) = related.get(&id) else { return false };
                let both = [one, other].map(|term| terms.as_symbol(term));
                let [Some(one), Some(other)] = both else { return false };
                pairs.contains(&(one.min(other), one.max(other)))
            }
        }
    }
}

/// What facts of a predicate are about.
#[derive(Clone, Default)]
pub(crate) struct Form {
    /// Numbers by width, between which there may be equations.
    groups: Vec<(u32, Vec<TermId>)>,
    /// Numbers that may have bounds.
    rows: Vec<TermId>,
    /// Numbers of which only bounds are of use that hardly move.
    scaled: Vec<TermId>,
}

impl Form {
    /// The variables that are values of a run, and perhaps differences and sums of two.
    pub(crate) fn of_values(
        system: &System,
        terms: &mut Terms,
        id: PredicateId,
        pairs: Pairs<'_>,
    ) -> Form {
        let mut form = Form::default();
        let by_width = by_width(system, terms, id, Role::Value);
        let widest = by_width.keys().last().copied();
        for (width, mut values) in by_width.clone() {
            for value in &values {
                form.bounded(terms, *value);
            }
            for (index, one) in values.iter().enumerate().filter(|_| width > 1) {
                for other in &values[index + 1..] {
                    if pairs.has(terms, id, values.len(), (*one, *other)) {
                        form.paired(terms, *one, *other);
                    }
                }
            }
            // Sizes and offsets are multiples of narrower numbers.
            if Some(width) == widest && !matches!(pairs, Pairs::None) {
                let narrower = by_width.iter().filter(|(other, _)| (8..width).contains(*other));
                for value in narrower.flat_map(|(_, values)| values) {
                    if values.len() < MAXIMUM_PAIRED {
                        values.push(terms.bv_sign_extend(*value, width));
                    }
                }
            }
            form.groups.push((width, values));
        }
        form
    }

    /// Sums of which only bounds are of use that hardly move.
    pub(crate) fn of_sums(scaled: Vec<TermId>) -> Form {
        Form { scaled, ..Form::default() }
    }

    /// The elements at any index, with values and the index, and perhaps bounds; differences of values, too.
    pub(crate) fn of_elements(
        system: &System,
        terms: &mut Terms,
        id: PredicateId,
        (bounds, differences): (bool, bool),
    ) -> Form {
        let mut form = Form::default();
        let values = by_width(system, terms, id, Role::Value);
        if differences && system.predicate(id).variables.iter().any(|it| it.role == Role::Element) {
            for values in values.values().filter(|values| values.len() <= MAXIMUM_PAIRED / 2) {
                for (index, one) in values.iter().enumerate() {
                    values[index + 1..]
                        .iter()
                        .for_each(|other| form.different(terms, *one, *other));
                }
            }
        }
        let indices = by_width(system, terms, id, Role::Index);
        for (width, elements) in by_width(system, terms, id, Role::Element) {
            let mut others = values.get(&width).cloned().unwrap_or_default();
            others.truncate(MAXIMUM_PAIRED);
            for (index, element) in elements.iter().enumerate().filter(|_| bounds) {
                form.rows.push(*element);
                for other in others.iter().chain(&elements[index + 1..]) {
                    form.different(terms, *element, *other);
                }
            }
            let mut group = elements;
            group.extend(others);
            for index in indices.values().flatten() {
                if terms.width(*index) >= width {
                    group.push(terms.bv_truncate(*index, width));
                }
            }
            form.groups.push((width, group));
        }
        form
    }

    fn different(&mut self, terms: &mut Terms, one: TermId, other: TermId) {
        let width = terms.width(one) + 1;
        let [one, other] = [one, other].map(|term| terms.bv_sign_extend(term, width));
        self.rows.push(terms.bv_sub(one, other));
    }

    fn bounded(&mut self, terms: &mut Terms, number: TermId) {
        let width = terms.width(number);
        self.rows.extend([number, terms.bv_zero_extend(number, width + 1)]);
    }

    fn paired(&mut self, terms: &mut Terms, one: TermId, other: TermId) {
        let width = terms.width(one) + 1;
        let signed = [one, other].map(|term| terms.bv_sign_extend(term, width));
        let plain = [one, other].map(|term| terms.bv_zero_extend(term, width));
        self.rows.push(terms.bv_sub(signed[0], signed[1]));
        self.rows.push(terms.bv_add(signed[0], signed[1]));
        self.rows.push(terms.bv_sub(plain[0], plain[1]));
    }
}

/// The variables of a predicate that are something, by width.
pub(crate) fn by_width(
    system: &System,
    terms: &mut Terms,
    id: PredicateId,
    role: Role,
) -> BTreeMap<u32, Vec<TermId>> {
    let mut found: BTreeMap<u32, Vec<TermId>> = BTreeMap::new();
    for variable in system.predicate(id).variables.iter().filter(|it| it.role == role) {
        if let Sort::BitVec(width) = terms.symbol_sort(variable.symbol)
            && width <= MAXIMUM_WIDTH
        {
            found.entry(width).or_default().push(terms.symbol_term(variable.symbol));
        }
    }
    found
}

/// Facts of one predicate, apart for each way in which the conditions hold or not.
pub(crate) struct Partition {
    /// Other states are not looked at: nothing is said of them.
    pub(crate) domain: TermId,
    conditions: Vec<TermId>,
    /// By the bits that say which conditions hold.
    parts: Vec<Facts>,
}

impl Partition {
    /// Of which no state was seen.
    pub(crate) fn new(form: &Form, domain: TermId, conditions: Vec<TermId>) -> Partition {
        let count = 1 << conditions.len();
        let parts = (0..count).map(|_| Facts::new(form)).collect();
        Partition { domain, conditions, parts }
    }

    /// Whether states are kept apart.
    pub(crate) fn is_apart(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// Whether there are sums with factors.
    pub(crate) fn is_scaled(&self) -> bool {
        self.parts.iter().any(|facts| facts.rows.iter().any(Row::gives_up))
    }

    /// Whether a state was seen.
    pub(crate) fn is_reached(&self) -> bool {
        self.parts.iter().any(|facts| facts.is_reached)
    }

    /// What is true of all states.
    pub(crate) fn terms(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut found = Vec::new();
        for (bits, facts) in self.parts.iter().enumerate() {
            let guard = self.guard(terms, bits);
            if !facts.is_reached {
                found.push(terms.not(guard));
                continue;
            }
            let facts = facts.terms(terms);
            found.extend(facts.into_iter().map(|fact| terms.implies(guard, fact)));
        }
        found
    }

    /// Forgets a bound that is among [`Partition::terms`]; whether it is one.
    pub(crate) fn forget_bound(&mut self, terms: &mut Terms, fact: TermId) -> bool {
        let guards: Vec<TermId> =
            (0..self.parts.len()).map(|bits| self.guard(terms, bits)).collect();
        for (guard, facts) in guards.into_iter().zip(&mut self.parts) {
            for row in &mut facts.rows {
                if row.forget(terms, |terms, bound| terms.implies(guard, bound) == fact) {
                    return true;
                }
            }
        }
        false
    }

    /// What is so in the states of a part, and only there.
    fn guard(&self, terms: &mut Terms, bits: usize) -> TermId {
        let guards: Vec<TermId> = (self.conditions.iter().enumerate())
            .map(|(index, condition)| match bits >> index & 1 {
                1 => *condition,
                _ => terms.not(*condition),
            })
            .collect();
        let guard = terms.and_all(&guards);
        terms.and(self.domain, guard)
    }

    /// Forgets some of the facts, where a solver cannot tell whether they hold: first bounds of sums and differences, then all bounds, then
    /// all; whether there was anything to forget.
    pub(crate) fn forget(&mut self, terms: &Terms) -> bool {
        let is_plain = |row: &Row| terms.symbols(row.term).len() <= 1;
        let is_bounded = |row: &Row| matches!(row.bounds, Some((Some(_), _) | (_, Some(_))));
        let any = |forgotten: &dyn Fn(&Row) -> bool, parts: &[Facts]| {
            let mut rows = parts.iter().flat_map(|facts| &facts.rows);
            rows.any(|row| is_bounded(row) && forgotten(row))
        };
        let of_pairs = |row: &Row| !is_plain(row);
        let all = |_: &Row| true;
        let forgotten: &dyn Fn(&Row) -> bool = match any(&of_pairs, &self.parts) {
            true => &of_pairs,
            false if any(&all, &self.parts) => &all,
            false => {
                let had_any =
                    self.parts.iter().any(|facts| !facts.is_reached || !facts.groups.is_empty());
                for facts in &mut self.parts {
                    *facts = Facts::new(&Form::default());
                    facts.is_reached = true;
                }
                return had_any;
            }
        };
        for facts in &mut self.parts {
            facts.rows.retain(|row| !forgotten(row));
        }
        true
    }

    /// Lets a state in.
    pub(crate) fn add(
        &mut self,
        system: &System,
        terms: &Terms,
        id: PredicateId,
        values: &[Constant],
        widening: &Widening,
    ) {
        let mut state = Assignment::new();
        for (variable, value) in system.predicate(id).variables.iter().zip(values) {
            state.set(variable.symbol, value.clone());
        }
        let mut evaluator = Evaluator::new(terms, &state);
        let mut bits = 0;
        for (index, condition) in self.conditions.iter().enumerate() {
            let holds = evaluator.evaluate_bool(*condition).unwrap_or(false);
            bits |= usize::from(holds) << index;
        }
        if let Some(facts) = self.parts.get_mut(bits) {
            facts.add(terms, &state, widening);
        }
    }
}

/// What is known of the states of one part.
struct Facts {
    groups: Vec<(u32, Vec<TermId>)>,
    hulls: Vec<Option<AffineHull>>,
    rows: Vec<Row>,
    is_reached: bool,
}

impl Facts {
    fn new(form: &Form) -> Facts {
        let rows = form.rows.iter().map(|row| Row::new(*row));
        let scaled = form.scaled.iter().map(|row| Row::new(*row).giving_up());
        let rows = rows.chain(scaled).collect();
        let groups = form.groups.clone();
        Facts { hulls: vec![None; groups.len()], groups, rows, is_reached: false }
    }

    fn terms(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut facts = Vec::new();
        for ((width, numbers), hull) in self.groups.iter().zip(&self.hulls) {
            let Some(hull) = hull else { continue };
            for equation in hull.equations() {
                let mut sum = terms.bv(*width, 0);
                for (factor, number) in equation.factors.iter().zip(numbers) {
                    let factor = terms.bv(*width, *factor);
                    let product = terms.bv_mul(factor, *number);
                    sum = terms.bv_add(sum, product);
                }
                let constant = terms.bv(*width, equation.constant);
                facts.push(terms.eq(sum, constant));
            }
        }
        facts.extend(self.rows.iter().flat_map(|row| row.facts(terms)));
        facts
    }

    fn add(&mut self, terms: &Terms, state: &Assignment, widening: &Widening) {
        self.is_reached = true;
        let mut evaluator = Evaluator::new(terms, state);
        for ((width, numbers), hull) in self.groups.iter().zip(&mut self.hulls) {
            let mut values: Vec<u64> = Vec::new();
            for number in numbers {
                let value = evaluator.evaluate(*number).ok();
                values.push(value.as_ref().and_then(Constant::as_u64).unwrap_or(0));
            }
            match hull {
                None => *hull = Some(AffineHull::new(*width, values)),
                Some(hull) => {
                    hull.add(&values);
                }
            }
        }
        for row in &mut self.rows {
            let value = evaluator.evaluate(row.term).ok();
            if let Some(value) = value.as_ref().and_then(Constant::as_bitvec).and_then(signed) {
                row.add(value, widening);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use klew_term::BitVecValue;

    use super::*;

    #[test]
    fn facts_are_forgotten_from_what_is_hard_to_what_is_easy() {
        let mut terms = Terms::new();
        let symbols = ["a", "b"].map(|name| terms.fresh_symbol(name, Sort::BitVec(8)));
        let [a, b] = symbols.map(|symbol| terms.symbol_term(symbol));
        let mut form = Form { groups: vec![(8, vec![a, b])], ..Form::default() };
        form.bounded(&mut terms, a);
        form.paired(&mut terms, a, b);
        let always = terms.true_();
        let mut partition = Partition::new(&form, always, Vec::new());
        let mut state = Assignment::new();
        for symbol in symbols {
            state.set(symbol, Constant::BitVec(BitVecValue::new(8, 3)));
        }
        let widening = Widening { thresholds: Vec::new(), patience: 1 };
        partition.parts[0].add(&terms, &state, &widening);
        let rows = |partition: &Partition| partition.parts[0].rows.len();
        assert_eq!(rows(&partition), 5);
        assert!(partition.forget(&terms));
        assert_eq!(rows(&partition), 2);
        assert!(partition.forget(&terms));
        assert_eq!(rows(&partition), 0);
        assert!(!partition.terms(&mut terms).is_empty(), "the equations are left");
        assert!(partition.forget(&terms));
        assert!(partition.terms(&mut terms).is_empty());
        assert!(!partition.forget(&terms), "there is nothing left");
    }
}
