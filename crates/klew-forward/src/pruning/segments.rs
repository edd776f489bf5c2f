//! Whether a segment includes another: whatever chain of nodes the later one stands for is one of the earlier one's.
//!
//! **Invariant**: the symbols of a template say what is so of each node, so each template is compared with symbols bound anew; only objects
//! that are not theirs are matched for all.

use klew_memory::ObjectId;
use klew_term::{SymbolId, TermId};
use rustc_hash::FxHashMap;

use super::inclusion::{Comparison, Parts};
use crate::folding::segment::{Segment, Template, Templates, numbers};
use crate::machine::Machine;
use crate::state::State;

impl Comparison<'_> {
    /// Matches a segment with one that it includes.
    pub(super) fn bind_segments(&mut self, one: ObjectId, other: ObjectId) -> Option<()> {
        let (earlier, later) = (self.earlier, self.later);
        let (earlier, later) = (earlier.segments.get(one)?, later.segments.get(other)?);
        if earlier.links != later.links
            || earlier.least > later.least
            || earlier.behind.is_some() != later.behind.is_some()
        {
            return None;
        }
        self.matching.bind_as(one, other)?;
        self.meet(earlier.end, later.end, 0)?;
        self.meet(earlier.begin, later.begin, 0)?;
        let mut counterparts = FxHashMap::default();
        for number in numbers(later.possible()) {
            let found = self.counterpart(earlier, &later.templates[number])?;
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
        (is_within(image(later.first), earlier.first)
            && is_within(image(later.last), earlier.last)
            && counterparts.iter().all(follow))
        .then_some(())
    }

    /// The template that includes another best: that for which least is left to be shown.
    fn counterpart(&mut self, earlier: &Segment, template: &Template) -> Option<usize> {
        let mut best: Option<(usize, Vec<TermId>)> = None;
        for number in numbers(earlier.possible()) {
            let Some(mut conditions) = self.includes_template(&earlier.templates[number], template)
            else {
                continue;
            };
            let path = &self.later.path;
            conditions.retain(|&condition| path.decided(self.terms, condition) != Some(true));
            if best.as_ref().is_none_or(|(_, least)| conditions.len() < least.len()) {
                best = Some((number, conditions));
            }
            if best.as_ref().is_some_and(|(_, least)| least.is_empty()) {
                break;
            }
        }
        let (number, conditions) = best?;
        self.conditions.extend(conditions);
        Some(number)
    }

    /// What has to hold so that a template includes another; nothing if it cannot.
    fn includes_template(&mut self, one: &Template, other: &Template) -> Option<Vec<TermId>> {
        let before = self.matching.clone();
        let numbers: FxHashMap<SymbolId, TermId> = std::mem::take(&mut self.matching.numbers);
        let equal = std::mem::take(&mut self.equal);
        let open = std::mem::take(&mut self.open);
        let outer = self.conditions.len();
        let parts = Parts { one: one.parts.clone(), other: other.parts.clone() };
        let parts = self.parts.replace(parts);
        let met = self.bind(one.node(), other.node()).and_then(|()| self.objects());
        let conditions = met.and_then(|()| {
            let named = self.named();
            let mut conditions = self.conditions_of_numbers(&named);
            conditions.extend(self.conditions.split_off(outer));
            conditions.retain(|&condition| self.terms.as_bool(condition) != Some(true));
            let is_false = |&condition: &TermId| self.terms.as_bool(condition) == Some(false);
            (!conditions.iter().any(is_false)).then_some(conditions)
        });
        self.conditions.truncate(outer);
        self.parts = parts;
        self.equal = equal;
        self.open = open;
        match conditions {
            Some(_) => {
                for &part in &one.parts {
                    self.matching.release(part);
                }
                self.matching.numbers = numbers;
            }
            None => self.matching = before,
        }
        conditions
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
        let Some(conditions) = comparison.includes_template(template, node) else { return false };
        let mut outside: Vec<_> = state.model.iter().cloned().collect();
        conditions.is_empty() || self.all_hold(state, conditions, &mut outside)
    }
}
