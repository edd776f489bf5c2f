//! Folding a node into a segment: which template it is, and what the segment then stands for.

use klew_ir::Type;
use klew_memory::{ObjectId, Value};

use super::Folding;
use super::chain::{Chains, Fold};
use super::references::{Reference, References};
use super::relations::Landmarks;
use super::segment::{Links, MOST_TEMPLATES, Segment, Side, Template, Templates, numbers};
use super::template::{Told, levels};
use super::widening::Thresholds;
use crate::configuration::Order;
use crate::machine::Machine;
use crate::pruning::inclusion::Globals;
use crate::state::State;

/// The most steps at one point.
const MOST_STEPS: usize = 1000;

/// Whether a node may be one of a template that a segment has, so that the order is kept that is told.
type Fits<'f> = &'f dyn Fn(&Segment, usize) -> bool;

/// From so many nodes on, it is not told any more how many there are at least; or as many as are folded.
const MOST_LEAST: u32 = 2;

/// What is told of a segment.
#[derive(Clone, Copy)]
pub(super) struct Limits<'t> {
    /// So many nodes at least, at most.
    least: u32,
    /// So many templates apart.
    apart: u32,
    /// And which follows which.
    order: Order,
    /// Where numbers of nodes are told apart no more, the bounds that they have.
    thresholds: &'t Thresholds,
    /// What numbers of nodes are related to, if to anything.
    landmarks: Option<&'t Landmarks>,
}

impl<'t> Limits<'t> {
    /// That tell how numbers of nodes lie to nothing.
    pub(super) fn without_landmarks(self) -> Limits<'t> {
        Limits { landmarks: None, ..self }
    }

    /// What is told of the numbers of a node.
    fn known(&self) -> Told<'t> {
        Told { landmarks: self.landmarks, thresholds: Some(self.thresholds) }
    }
}

impl Folding {
    /// Folds whatever can be folded.
    pub(super) fn fold(
        &mut self,
        machine: &mut Machine<'_>,
        state: &mut State,
        landmarks: Option<&Landmarks>,
    ) {
        let limits = Limits {
            least: MOST_LEAST.max(self.fold.least as u32),
            apart: self.fold.apart,
            order: self.fold.order,
            thresholds: self
                .thresholds
                .get_or_insert_with(|| Thresholds::of(machine.program, &self.fold)),
            landmarks,
        };
        if !self.fold.trees {
            self.kinds.learn(&state.memory, &state.segments);
        }
        for _ in 0..MOST_STEPS {
            let globals = self.globals.get_or_insert_with(|| Globals::of(&state.memory));
            let context = (machine.program, &*machine.terms, &mut self.live);
            let Some(mut references) = References::of(context, globals, state) else { return };
            if let Some(root) = self.recursion.root(state) {
                references.keep(root);
            }
            let kinds = self.fold.trees.then_some(&self.kinds);
            let chains = Chains::new(state, &references, (kinds, self.fold.one_origin));
            let Some(step) = chains.next_fold(self.fold.least) else { return };
            // What cannot be folded leaves the state as it was.
            let mut folded = state.clone();
            if machine.fold(&mut folded, &references, (&step, limits)).is_none() {
                return;
            }
            *state = folded;
            machine.run.statistics.pruning.folded += 1;
        }
    }
}

impl Machine<'_> {
    fn fold(
        &mut self,
        state: &mut State,
        references: &References,
        (step, limits): (&Fold, Limits<'_>),
    ) -> Option<()> {
        match *step {
            Fold::New { node, links, from } => {
                let end = self.link(state, node, links.next)?;
                let begin = self.back_link(state, node, &links)?;
                let parts = self.detach(state, references, node, &links.along())?;
                let template = self.template(state, parts, &links, limits);
                self.fold_new(state, template, (links, end, begin), from, limits)
            }
            Fold::Tree { node, links, ref below, from, chain } => {
                self.fold_tree(state, references, (node, links), (below, from, chain), limits)
            }
            Fold::Between { before, node, links, behind } => {
                self.fold_between(state, references, (before, (node, links), behind), limits)
            }
            Fold::Before { segment, node, links, from } => {
                let known = state.segments.get(segment)?.clone();
                let begin = self.back_link(state, node, &links)?;
                let parts = self.detach(state, references, node, &links.along())?;
                let numbered = self.numbered_with(state, &known.numbered, node, Side::Front);
                let template = self.template(state, parts, &links, limits);
                let fits = |known: &Segment, at: usize| !known.joins_stages(1 << at, known.first);
                let joins = (template, Side::Front);
                let (mut rest, number) =
                    self.with_template(state, (known, 0), joins, (limits, &fits))?;
                rest.numbered = numbered;
                let alone = if rest.least == 0 { 1 << number } else { 0 };
                rest.follows[number] |= rest.first;
                rest.last |= alone;
                rest.first = 1 << number;
                rest.begin = begin;
                rest.holder = (from.holder, from.offset);
                self.with_node(state, segment, rest, Some(from), limits)
            }
            Fold::Behind { segment, node, links, from } => {
                let known = state.segments.get(segment)?.clone();
                let end = self.link(state, node, links.next)?;
                let parts = self.detach(state, references, node, &links.along())?;
                let numbered = self.numbered_with(state, &known.numbered, node, Side::Back);
                let template = self.template(state, parts, &links, limits);
                let joins = (template, Side::Back);
                let (mut rest, number) =
                    self.with_template(state, (known, 0), joins, (limits, &is_last))?;
                rest.numbered = numbered;
                let alone = if rest.least == 0 { 1 << number } else { 0 };
                rest.link_all(rest.last, 1 << number);
                rest.first |= alone;
                rest.last = 1 << number;
                rest.end = end;
                rest.behind = from.map(|from| (from.holder, from.offset));
                self.with_node(state, segment, rest, from, limits)
            }
        }
    }

    /// Makes one segment of two with a node between them.
    fn fold_between(
        &mut self,
        state: &mut State,
        references: &References,
        (before, (node, links), behind): (ObjectId, (ObjectId, Links), ObjectId),
        limits: Limits<'_>,
    ) -> Option<()> {
        let known = state.segments.get(before)?.clone();
        let other = state.segments.get(behind)?.clone();
        let parts = self.detach(state, references, node, &links.along())?;
        let front = self.numbered_with(state, &known.numbered, node, Side::Back);
        let numbered = self.numbered_together(state, (&front, &other.numbered));
        let joins = (self.template(state, parts, &links, limits), Side::Back);
        let (mut rest, number) =
            self.with_template(state, (known, 0), joins, (limits, &is_last))?;
        rest.numbered = numbered;
        let alone = if rest.least == 0 { 1 << number } else { 0 };
        rest.link_all(rest.last, 1 << number);
        rest.first |= alone;
        rest.last = 1 << number;
        rest.least += 1;
        let mut adopted: [Templates; MOST_TEMPLATES] = [0; MOST_TEMPLATES];
        for from in numbers(other.possible()) {
            let template = other.templates[from].clone();
            let used = adopted.iter().fold(0, |all, one| all | one);
            // What begins the other may go on with what ends the one.
            let begins = other.first & 1 << from != 0 && other.preceding(from) & !(1 << from) == 0;
            let fits = |rest: &Segment, at: usize| begins && rest.last == 1 << at;
            let joins = (template, Side::Back);
            let (with, to) = self.with_template(state, (rest, used), joins, (limits, &fits))?;
            rest = with;
            // How two that become one lie to each other was not asked.
            if used & 1 << to != 0 {
                rest.templates[to].orders.clear();
            }
            adopted[from] = 1 << to;
        }
        let image = |templates: Templates| {
            numbers(templates).fold(0, |all: Templates, from| all | adopted[from])
        };
        rest.link_all(rest.last, image(other.first));
        for from in numbers(other.possible()) {
            rest.link_all(adopted[from], image(other.follows[from]));
        }
        rest.last = if other.least == 0 { rest.last } else { 0 } | image(other.last);
        rest.least = (rest.least + other.least).min(limits.least.max(rest.least));
        let one = self.count_of_one();
        rest.count = self.count_with(rest.count, Some(one));
        rest.count = self.count_with(rest.count, other.count);
        (rest.end, rest.behind) = (other.end, other.behind);
        if let Some((object, offset)) = other.behind {
            let into = rest.links.back.map_or(0, |(_, into)| into);
            self.point_to(state, before, Reference { holder: object, offset, into });
        }
        let idle = (0..other.templates.len()).filter(|from| other.possible() & 1 << from == 0);
        for part in idle.flat_map(|from| &other.templates[from].parts) {
            drop_object(state, *part);
        }
        drop_object(state, behind);
        if limits.order == Order::Any || rest.links.branch.is_some() {
            rest.forget_order();
        }
        rest.write(self.terms, &mut state.memory, before);
        state.segments.insert(before, rest);
        Some(())
    }

    /// What a link of a node is.
    pub(super) fn link(&mut self, state: &mut State, node: ObjectId, at: u64) -> Option<Value> {
        match state.memory.load(self.terms, node, at, Type::Pointer) {
            value @ Value::Pointer(..) => Some(value),
            _ => None,
        }
    }

    pub(super) fn back_link(
        &mut self,
        state: &mut State,
        node: ObjectId,
        links: &Links,
    ) -> Option<Value> {
        links.back.map_or(Some(Value::NULL), |(at, _)| self.link(state, node, at))
    }

    /// Takes a node's links away; what belongs to it then.
    pub(super) fn detach(
        &mut self,
        state: &mut State,
        references: &References,
        node: ObjectId,
        links: &[u64],
    ) -> Option<Vec<ObjectId>> {
        let parts = references.parts(&state.memory, node, links)?;
        let word = Type::Int(self.pointer_bits());
        for &at in links {
            state.memory.store(self.terms, node, at, word, Value::Int(0));
        }
        Some(parts)
    }

    /// What a detached node may be: itself. How long the lists are that hang at it, each node tells anew.
    pub(super) fn template(
        &mut self,
        state: &mut State,
        parts: Vec<ObjectId>,
        links: &Links,
        limits: Limits<'_>,
    ) -> Template {
        for &part in &parts {
            if let Some(mut nested) = state.segments.remove(part) {
                nested.count = None;
                nested.numbered.clear();
                state.segments.insert(part, nested);
            }
        }
        let orders = match (limits.landmarks, parts.first()) {
            (Some(landmarks), Some(&node)) if links.branch.is_none() => {
                self.orders_of(state, (node, links), landmarks.ways)
            }
            _ => Vec::new(),
        };
        let own = levels(state, &parts).into_iter().next().unwrap_or_default();
        let owned = own.iter().copied().filter(|part| Some(part) != parts.first());
        let texts =
            owned.filter(|&part| self.may_be_text(state, part) && self.is_text(state, part));
        let texts: Vec<ObjectId> = texts.collect();
        let others = own.into_iter().filter(|part| !texts.contains(part));
        let fields = self.fold_text_fields(state, others);
        Template { parts, next: links.next, orders, texts, fields }
    }

    /// A node by itself as a segment.
    fn fold_new(
        &mut self,
        state: &mut State,
        template: Template,
        (links, end, begin): (Links, Value, Value),
        (from, behind): (Reference, Option<Reference>),
        limits: Limits<'_>,
    ) -> Option<()> {
        let numbered = match limits.landmarks {
            Some(_) if links.branch.is_none() => {
                self.numbered_alone(state, (template.node(), &links))
            }
            _ => Vec::new(),
        };
        self.generalise(state, &template.parts, limits.known())?;
        self.keep_texts(state, &template);
        let segment = Segment {
            links: links.of_kind(),
            is_tree: false,
            least: 0,
            count: limits.landmarks.filter(|marks| marks.counts).map(|_| self.count_of_none()),
            numbered,
            templates: vec![template],
            first: 1,
            last: 1,
            follows: vec![0],
            end,
            begin,
            holder: (from.holder, from.offset),
            behind: behind.map(|behind| (behind.holder, behind.offset)),
        };
        let id = segment.allocate(&mut state.memory).ok()?;
        if let Some(behind) = behind {
            self.point_to(state, id, behind);
        }
        self.with_node(state, id, segment, Some(from), limits)
    }

    /// A segment with a template for a node: one that it has, or a new one in the place of one that is neither possible nor used.
    pub(super) fn with_template(
        &mut self,
        state: &mut State,
        (mut segment, used): (Segment, Templates),
        (template, side): (Template, Side),
        (limits, fits): (Limits<'_>, Fits<'_>),
    ) -> Option<(Segment, usize)> {
        let possible = segment.possible() | used;
        let keeps_stages = limits.order == Order::Stages && possible.count_ones() < limits.apart;
        for number in numbers(possible) {
            if keeps_stages && !fits(&segment, number) {
                continue;
            }
            if self.is_instance(state, &segment.templates[number], &template) {
                let templates = (&segment.templates[number], &template);
                segment.templates[number].orders = self.orders_with(state, templates, side);
                for part in template.parts {
                    drop_object(state, part);
                }
                return Some((segment, number));
            }
        }
        if possible.count_ones() >= limits.apart
            && let Some((number, orders)) = numbers(possible).find_map(|number| {
                let templates = (&segment.templates[number], &template);
                let orders = self.orders_with(state, templates, side);
                let merged = self.merge(state, templates, (limits.thresholds, limits.landmarks));
                merged.then_some((number, orders))
            })
        {
            segment.templates[number].orders = orders;
            segment.templates[number].keep_common_texts(&template);
            self.keep_texts(state, &segment.templates[number]);
            for part in template.parts {
                drop_object(state, part);
            }
            return Some((segment, number));
        }
        let free = (0..MOST_TEMPLATES).find(|number| possible & 1 << number == 0)?;
        self.generalise(state, &template.parts, limits.known())?;
        self.keep_texts(state, &template);
        let bit: Templates = 1 << free;
        for next in &mut segment.follows {
            *next &= !bit;
        }
        segment.last &= !bit;
        if free == segment.templates.len() {
            segment.templates.push(template);
            segment.follows.push(0);
        } else {
            for part in std::mem::replace(&mut segment.templates[free], template).parts {
                drop_object(state, part);
            }
            segment.follows[free] = 0;
        }
        Some((segment, free))
    }

    /// A segment that has one node more.
    fn with_node(
        &mut self,
        state: &mut State,
        id: ObjectId,
        mut segment: Segment,
        from: Option<Reference>,
        limits: Limits<'_>,
    ) -> Option<()> {
        segment.least = (segment.least + 1).min(limits.least.max(segment.least));
        let one = self.count_of_one();
        segment.count = self.count_with(segment.count, Some(one));
        if limits.order == Order::Any || segment.links.branch.is_some() {
            segment.forget_order();
        }
        segment.write(self.terms, &mut state.memory, id);
        state.segments.insert(id, segment);
        if let Some(from) = from {
            self.point_to(state, id, from);
        }
        Some(())
    }

    pub(super) fn point_to(&mut self, state: &mut State, id: ObjectId, from: Reference) {
        let handle = Value::Pointer(id, from.into);
        state.memory.store(self.terms, from.holder, from.offset, Type::Pointer, handle);
    }
}

/// Whether what comes behind the last node may be of a template.
fn is_last(segment: &Segment, template: usize) -> bool {
    !segment.joins_stages(segment.last, 1 << template)
}

/// What stood for a node, or for a segment, is no more.
pub(super) fn drop_object(state: &mut State, object: ObjectId) {
    state.segments.remove(object);
    state.memory.forget(object);
}
