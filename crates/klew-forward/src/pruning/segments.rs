//! Whether a segment includes another: whatever chain of nodes the later one stands for is one of the earlier one's.
//!
//! **Invariant**: the symbols of a template say what is so of each node, so each template is compared with symbols bound anew; objects that are
//! not theirs are matched for all, and their numbers are compared with those that everything else holds.

use klew_memory::{ObjectId, Value};
use klew_term::{SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::inclusion::{Comparison, Parts};
use crate::folding::segment::{MOST_TEMPLATES, Segment, Template, Templates, TextField, numbers};
use crate::folding::sorted::keeps_orders;
use crate::machine::Machine;
use crate::state::State;

/// What has to be so that a template includes another.
struct Needed {
    /// What has to hold.
    conditions: Vec<TermId>,
    /// What has to be matched elsewhere.
    outside: Vec<(ObjectId, ObjectId)>,
}

/// For each template of a segment, those of another.
type Pairs = [Templates; MOST_TEMPLATES];

impl Comparison<'_> {
    /// Matches a segment with one that it includes.
    pub(super) fn bind_segments(&mut self, one: ObjectId, other: ObjectId) -> Option<()> {
        let (earlier, later) = (self.earlier, self.later);
        let (earlier, later) = (earlier.segments.get(one)?, later.segments.get(other)?);
        if earlier.links != later.links
            || earlier.is_tree != later.is_tree
            || earlier.least > later.least
            || earlier.behind.is_some() != later.behind.is_some()
        {
            return None;
        }
        self.matching.bind_as(one, other)?;
        self.meet(earlier.end, later.end, 0)?;
        self.meet(earlier.begin, later.begin, 0)?;
        if let Some(count) = earlier.count {
            self.number(count, later.count?)?;
        }
        for known in &earlier.numbered {
            let same = later.numbered.iter().find(|other| known.is_like(other))?;
            self.number(known.first, same.first)?;
            self.number(known.behind, same.behind)?;
        }
        self.open_segments.push((one, other));
        Some(())
    }

    /// Whether each chain of a segment is one of a segment that is matched with it.
    pub(super) fn compare_segments(&mut self, one: ObjectId, other: ObjectId) -> Option<()> {
        let (earlier, later) = (self.earlier, self.later);
        let (earlier, later) = (earlier.segments.get(one)?, later.segments.get(other)?);
        let pairs = self.pairs_at_a_glance(earlier, later)?;
        let (matching, conditions) = (self.matching.clone(), self.conditions.len());
        let open = self.open_pairs();
        let found = self.each_has_counterpart(earlier, later, &pairs);
        found.or_else(|| {
            self.matching = matching;
            self.conditions.truncate(conditions);
            self.close_pairs(open);
            self.is_simulated(earlier, later, &pairs)
        })
    }

    /// How much is matched and not compared yet.
    fn open_pairs(&self) -> [usize; 4] {
        [self.open.len(), self.open_sizes.len(), self.open_segments.len(), self.outside.len()]
    }

    /// Gives up what was matched since there was so much.
    fn close_pairs(&mut self, [open, sizes, segments, outside]: [usize; 4]) {
        self.open.truncate(open);
        self.open_sizes.truncate(sizes);
        self.open_segments.truncate(segments);
        self.outside.truncate(outside);
    }

    /// Which templates may be whose, by what they hold and what comes behind them; nothing if some chain of the later segment is none of the
    /// earlier one's by that alone.
    fn pairs_at_a_glance(&self, earlier: &Segment, later: &Segment) -> Option<Pairs> {
        let mut pairs = [0; MOST_TEMPLATES];
        for number in numbers(later.possible()) {
            for found in numbers(earlier.possible()) {
                let (one, other) = (&earlier.templates[found], &later.templates[number]);
                if self.may_include(one.node(), other.node()) {
                    pairs[number] |= 1 << found;
                }
            }
        }
        simulation(earlier, later, &mut pairs);
        numbers(later.first).all(|first| pairs[first] & earlier.first != 0).then_some(pairs)
    }

    /// Whether each template of a segment is one of another's, always the same one.
    fn each_has_counterpart(
        &mut self,
        earlier: &Segment,
        later: &Segment,
        pairs: &Pairs,
    ) -> Option<()> {
        let mut counterparts = FxHashMap::default();
        for number in numbers(later.possible()) {
            let may = pairs[number];
            let found = self.counterpart((earlier, may), &later.templates[number])?;
            counterparts.insert(number, found);
        }
        let image = |templates: Templates| {
            numbers(templates)
                .filter_map(|number| counterparts.get(&number))
                .fold(0, |all: Templates, number| all | 1 << number)
        };
        let is_within = |inner: Templates, outer: Templates| inner & !outer == 0;
        let follow = |(&number, &found): (&usize, &usize)| {
            is_within(image(later.follows[number]), earlier.follows[found])
        };
        (keeps_orders(earlier, later, &counterparts)
            && is_within(image(later.first), earlier.first)
            && is_within(image(later.last), earlier.last)
            && counterparts.iter().all(follow))
        .then_some(())
    }

    /// Whether each chain of a segment's templates is one of another's, whose templates may be alike, so that which one it is depends on
    /// what came before: a simulation between the two as automata. Only templates are taken for others that need nothing shown.
    fn is_simulated(&mut self, earlier: &Segment, later: &Segment, may: &Pairs) -> Option<()> {
        let mut possible = numbers(earlier.possible());
        if earlier.possible().count_ones() < 2
            || possible.any(|number| !earlier.templates[number].orders.is_empty())
        {
            return None;
        }
        let mut pairs = [0; MOST_TEMPLATES];
        for number in numbers(later.possible()) {
            for found in numbers(may[number]) {
                let (before, open) = (self.matching.clone(), self.open_pairs());
                if self.includes_as_it_is(earlier, later, (found, number)) {
                    pairs[number] |= 1 << found;
                }
                self.matching = before;
                self.close_pairs(open);
            }
        }
        simulation(earlier, later, &mut pairs);
        // What is outside of templates is matched by the pairs that are needed.
        let mut needed = [0; MOST_TEMPLATES];
        let mut open: Vec<(usize, Templates)> =
            numbers(later.first).map(|number| (number, earlier.first)).collect();
        while let Some((number, allowed)) = open.pop() {
            let found = numbers(pairs[number] & allowed).next()?;
            if needed[number] & 1 << found == 0 {
                needed[number] |= 1 << found;
                if !self.includes_as_it_is(earlier, later, (found, number)) {
                    return None;
                }
                let next = numbers(later.follows[number]);
                open.extend(next.map(|next| (next, earlier.follows[found])));
            }
        }
        Some(())
    }

    fn includes_as_it_is(
        &mut self,
        earlier: &Segment,
        later: &Segment,
        (found, number): (usize, usize),
    ) -> bool {
        let templates = (&earlier.templates[found], &later.templates[number]);
        let Some(needed) = self.includes_template(templates.0, templates.1) else { return false };
        let path = &self.later.path;
        let mut conditions = needed.conditions.iter();
        conditions.all(|&condition| path.decided(self.terms, condition) == Some(true))
            && self.match_outside(needed.outside).is_some()
    }

    /// The template that includes another best: that for which least is left to be shown.
    fn counterpart(
        &mut self,
        (earlier, may): (&Segment, Templates),
        template: &Template,
    ) -> Option<usize> {
        let mut best: Option<(usize, Needed)> = None;
        for number in numbers(may) {
            let Some(mut needed) = self.includes_template(&earlier.templates[number], template)
            else {
                continue;
            };
            let path = &self.later.path;
            needed
                .conditions
                .retain(|&condition| path.decided(self.terms, condition) != Some(true));
            let left = needed.conditions.len();
            if best.as_ref().is_none_or(|(_, least)| left < least.conditions.len()) {
                best = Some((number, needed));
            }
            if best.as_ref().is_some_and(|(_, least)| least.conditions.is_empty()) {
                break;
            }
        }
        let (number, needed) = best?;
        self.conditions.extend(needed.conditions);
        self.match_outside(needed.outside)?;
        Some(number)
    }

    /// Matches what two templates point to that belongs to neither.
    fn match_outside(&mut self, pairs: Vec<(ObjectId, ObjectId)>) -> Option<()> {
        pairs.into_iter().try_for_each(|(one, other)| self.bind(one, other))
    }

    /// What has to hold so that a template includes another; nothing if it cannot.
    fn includes_template(&mut self, one: &Template, other: &Template) -> Option<Needed> {
        if one.next != other.next {
            return None;
        }
        let before = self.matching.clone();
        let numbers: FxHashMap<SymbolId, TermId> = std::mem::take(&mut self.matching.numbers);
        let equal = std::mem::take(&mut self.equal);
        let open = std::mem::take(&mut self.open);
        let open_sizes = std::mem::take(&mut self.open_sizes);
        let open_segments = std::mem::take(&mut self.open_segments);
        let outside = std::mem::take(&mut self.outside);
        let outer = self.conditions.len();
        let elsewhere = self.elsewhere.clone();
        let parts = Parts { one: one.parts.clone(), other: other.parts.clone() };
        let parts = self.parts.replace(parts);
        if parts.is_none() {
            self.elsewhere.clone_from(&numbers);
        }
        let met = self.bind(one.node(), other.node()).and_then(|()| self.objects());
        // What is a text for the one has to be one for the other.
        let met = met.filter(|()| {
            one.texts.iter().all(|text| {
                let matched = self.matching.objects.get(text);
                matched.is_some_and(|matched| other.texts.contains(matched))
            }) && one.fields.iter().all(|field| {
                let matched = self.matching.objects.get(&field.part);
                matched.is_some_and(|&part| {
                    other.fields.contains(&TextField { part, bytes: field.bytes.clone() })
                })
            })
        });
        let conditions = met.and_then(|()| {
            let named = self.named();
            self.local.extend(named.iter().copied());
            self.bind_elsewhere(&named);
            let mut conditions = self.conditions_of_numbers(&named, true);
            conditions.extend(self.conditions.split_off(outer));
            conditions.retain(|&condition| self.terms.as_bool(condition) != Some(true));
            let is_false = |&condition: &TermId| self.terms.as_bool(condition) == Some(false);
            (!conditions.iter().any(is_false)).then_some(conditions)
        });
        self.conditions.truncate(outer);
        self.parts = parts;
        let is_inner = self.parts.is_some();
        self.equal = equal;
        self.open = open;
        self.open_sizes = open_sizes;
        self.open_segments = open_segments;
        let outside = std::mem::replace(&mut self.outside, outside);
        match conditions {
            Some(_) => {
                for &part in &one.parts {
                    self.matching.release(part);
                }
                self.matching.numbers = match is_inner {
                    true => numbers,
                    false => std::mem::take(&mut self.elsewhere),
                };
            }
            None => {
                self.matching = before;
                self.elsewhere = elsewhere;
            }
        }
        conditions.map(|conditions| Needed { conditions, outside })
    }
}

impl Comparison<'_> {
    /// Whether a node may be one of a template's, at a glance: its numbers, as they are in a run of the later state, are within the bounds of
    /// those of the earlier one.
    fn may_include(&self, one: ObjectId, other: ObjectId) -> bool {
        let (earlier, later) = (self.earlier, self.later);
        if earlier.segments.get(one).is_some() {
            return true;
        }
        let number = |value: Value| match value {
            Value::Int(number) => Some(number),
            Value::Term(term) => {
                let symbol = self.terms.as_symbol(term)?;
                later.model.as_ref()?.get(symbol)?.as_bitvec()?.to_u64()
            }
            _ => None,
        };
        let mut may_meet = |one, other, _| match (one, number(other)) {
            (Value::Int(one), Some(other)) => one == other,
            (Value::Term(one), Some(other)) => {
                let symbol = self.terms.as_symbol(one);
                let bounds = symbol.and_then(|symbol| earlier.path.narrowed.of_symbol(symbol));
                bounds.is_none_or(|bounds| bounds.contains(other))
            }
            _ => true,
        };
        earlier.memory.compare(one, (&later.memory, other), &mut may_meet)
    }

    /// Binds the numbers elsewhere that a template's are related to as they are bound there; what is not bound yet is itself.
    fn bind_elsewhere(&mut self, own: &FxHashSet<SymbolId>) {
        for condition in self.earlier.path.about(own) {
            let symbols = self.terms.symbols(condition);
            if !symbols.iter().any(|symbol| own.contains(symbol)) {
                continue;
            }
            for &symbol in symbols.iter().filter(|symbol| !own.contains(symbol)) {
                let itself = self.terms.symbol_term(symbol);
                let bound = *self.elsewhere.entry(symbol).or_insert(itself);
                self.matching.numbers.insert(symbol, bound);
            }
        }
    }
}

/// Of pairs of templates, those are kept with which whatever comes after one is something that comes after the other.
fn simulation(earlier: &Segment, later: &Segment, pairs: &mut Pairs) {
    loop {
        let before = *pairs;
        for number in numbers(later.possible()) {
            for found in numbers(pairs[number]) {
                let ends = later.last & 1 << number == 0 || earlier.last & 1 << found != 0;
                let mut next = numbers(later.follows[number]);
                if !ends || !next.all(|next| pairs[next] & earlier.follows[found] != 0) {
                    pairs[number] &= !(1 << found);
                }
            }
        }
        if *pairs == before {
            return;
        }
    }
}

impl Machine<'_> {
    /// Whether a node, without its links, is one that a template stands for.
    pub(crate) fn is_instance(
        &mut self,
        state: &State,
        template: &Template,
        node: &Template,
    ) -> bool {
        let mut comparison = Comparison::new(self.terms, state, state);
        comparison.is_one_state = true;
        if !comparison.may_include(template.node(), node.node()) {
            return false;
        }
        // What neither owns is the same: it is one state.
        let Some(Needed { conditions, .. }) = comparison.includes_template(template, node) else {
            return false;
        };
        let mut outside: Vec<_> = state.model.iter().cloned().collect();
        conditions.is_empty() || self.all_hold(state, conditions, &mut outside)
    }
}
