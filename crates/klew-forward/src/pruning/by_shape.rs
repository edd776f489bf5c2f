//! Interpolants at a point by what they ask of pointers and of fixed numbers: of all that were kept, a state meets only those that it
//! may satisfy.
//!
//! Computes a discrimination tree, as theorem provers use to find terms that match (W. McCune, *Experiments with Discrimination-Tree
//! Indexing and Path Indexing for Term Retrieval*, 1992), here of heaps: an interpolant is a list of questions with its answers, first
//! which numbers its fixed registers hold, then where its pointers point to, found by following them breadth first. Objects are called
//! by the order in which they are found, so the answers do not depend on the names that a path gave them.
//!
//! **Invariant**: a state that [`Interpolant::matches`] accepts, with these numbers, is led to that interpolant: as matching is one to
//! one, the same questions have the same answers on both sides. The tree is a filter only; matching decides.

use std::rc::Rc;

use klew_memory::{Memory, ObjectId, Value};
use klew_term::Terms;
use rustc_hash::FxHashMap;

use super::interpolant::{Bytes, Interpolant, Need, Register, cell, is_fixed};
use crate::state::State;

/// Questions of an interpolant that are asked: beyond, those that are alike so far are tried one by one.
const MOST_QUESTIONS: usize = 128;

/// An object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Target {
    /// One that is the same on all paths.
    Fixed(ObjectId),
    /// The how manieth that pointers led to.
    Found(u32),
}

/// What is asked of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// The number in a register.
    Number(Register),
    /// The pointer in a register.
    Pointer(Register),
    /// The pointer at some offset in an object; its size.
    Cell(Target, u64, u64),
}

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Answer {
    Number(u64),
    Null(u64),
    /// An object that was found before, or is now, and the offset in it.
    Points(Target, u64),
}

/// Interpolants with the same answers, with how often each closed a state, and those that ask more.
#[derive(Default)]
struct Node {
    kept: Vec<(Rc<Interpolant>, u64)>,
    questions: Vec<(Question, FxHashMap<Answer, usize>)>,
}

/// The interpolants of a point.
#[derive(Default)]
pub struct ByShape {
    nodes: Vec<Node>,
    len: usize,
}

/// The objects that were found.
#[derive(Default)]
struct Found(Vec<ObjectId>);

impl Found {
    /// Where a pointer points to.
    fn answer(&mut self, is_fixed: impl Fn(ObjectId) -> bool, object: ObjectId, at: u64) -> Answer {
        if object.is_null() {
            return Answer::Null(at);
        }
        if is_fixed(object) {
            return Answer::Points(Target::Fixed(object), at);
        }
        let known = self.0.iter().position(|&known| known == object);
        let number = known.unwrap_or_else(|| {
            self.0.push(object);
            self.0.len() - 1
        });
        Answer::Points(Target::Found(number as u32), at)
    }
}

impl ByShape {
    /// How many are kept.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Keeps an interpolant, unless there are so many alike.
    pub fn keep(&mut self, interpolant: Rc<Interpolant>, most_alike: usize) {
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
        }
        let mut at = 0;
        for (question, answer) in script(&interpolant) {
            let fresh = self.nodes.len();
            let questions = &mut self.nodes[at].questions;
            let known = questions.iter().position(|(known, _)| *known == question);
            let known = known.unwrap_or_else(|| {
                questions.push((question, FxHashMap::default()));
                questions.len() - 1
            });
            at = *questions[known].1.entry(answer).or_insert(fresh);
            if at == fresh {
                self.nodes.push(Node::default());
            }
        }
        let kept = &mut self.nodes[at].kept;
        if kept.len() < most_alike {
            kept.push((interpolant, 0));
            self.len += 1;
        }
    }

    /// Groups of interpolants that a state may satisfy; `number` says what registers hold.
    pub fn alike(
        &self,
        terms: &mut Terms,
        state: &State,
        mut number: impl FnMut(&mut Terms, Register) -> Option<u64>,
    ) -> Vec<usize> {
        let mut alike = Vec::new();
        if self.nodes.is_empty() {
            return alike;
        }
        let mut memory = state.memory.clone();
        let mut found = Found::default();
        // Of each node how many objects were found above it, and the one that its answer found.
        let mut open: Vec<(usize, usize, Option<ObjectId>)> = vec![(0, 0, None)];
        while let Some((at, above, own)) = open.pop() {
            found.0.truncate(above);
            found.0.extend(own);
            let node = &self.nodes[at];
            if !node.kept.is_empty() {
                alike.push(at);
            }
            let here = found.0.len();
            for (question, answers) in &node.questions {
                let answer = match *question {
                    Question::Number(register) => number(terms, register).map(Answer::Number),
                    Question::Pointer(register) => {
                        points(&state.memory, &mut found, register.of(state))
                    }
                    Question::Cell(target, offset, size) => {
                        let value = pointer_in(terms, &mut memory, &found, (target, offset, size));
                        points(&state.memory, &mut found, value)
                    }
                };
                let own = found.0.get(here).copied();
                found.0.truncate(here);
                if let Some(&next) = answer.and_then(|answer| answers.get(&answer)) {
                    open.push((next, here, own));
                }
            }
        }
        alike
    }

    /// A group.
    pub fn group(&self, group: usize) -> &[(Rc<Interpolant>, u64)] {
        &self.nodes[group].kept
    }

    /// A group, with how often each closed a state; those that did so more often come first.
    pub fn group_mut(&mut self, group: usize) -> &mut [(Rc<Interpolant>, u64)] {
        &mut self.nodes[group].kept
    }
}

fn points(memory: &Memory, found: &mut Found, value: Option<Value>) -> Option<Answer> {
    let Some(Value::Pointer(object, at)) = value else { return None };
    let known = |object| memory.object(object).is_some_and(|object| is_fixed(object.kind));
    Some(found.answer(known, object, at))
}

fn pointer_in(
    terms: &mut Terms,
    memory: &mut Memory,
    found: &Found,
    (target, offset, size): (Target, u64, u64),
) -> Option<Value> {
    let object = match target {
        Target::Fixed(object) => object,
        Target::Found(number) => *found.0.get(number as usize)?,
    };
    let need = Need::Pointer(ObjectId::NULL, 0);
    cell(terms, memory, Bytes { object, offset, size }, &need)
}

/// The questions of an interpolant with its answers.
fn script(interpolant: &Interpolant) -> Vec<(Question, Answer)> {
    let mut script: Vec<(Question, Answer)> = interpolant
        .fixed
        .iter()
        .map(|&(register, number)| (Question::Number(register), Answer::Number(number)))
        .collect();
    let is_fixed =
        |object| interpolant.objects.get(&object).is_some_and(|object| object.is_fixed());
    let mut found = Found::default();
    for &(register, need) in &interpolant.registers {
        if let Need::Pointer(object, at) = need {
            script.push((Question::Pointer(register), found.answer(is_fixed, object, at)));
        }
    }
    let mut cells: FxHashMap<ObjectId, Vec<(Bytes, ObjectId, u64)>> = FxHashMap::default();
    for &(bytes, need) in &interpolant.cells {
        if let Need::Pointer(object, at) = need {
            cells.entry(bytes.object).or_default().push((bytes, object, at));
        }
    }
    let mut fixed: Vec<ObjectId> = cells.keys().copied().filter(|&id| is_fixed(id)).collect();
    fixed.sort_unstable();
    let mut ask = |target, object, found: &mut Found| {
        let mut own = cells.remove(&object).unwrap_or_default();
        own.sort_unstable();
        for (bytes, object, at) in own {
            let question = Question::Cell(target, bytes.offset, bytes.size);
            script.push((question, found.answer(is_fixed, object, at)));
        }
    };
    for object in fixed {
        ask(Target::Fixed(object), object, &mut found);
    }
    let mut next = 0;
    while let Some(&object) = found.0.get(next) {
        ask(Target::Found(next as u32), object, &mut found);
        next += 1;
    }
    script.truncate(MOST_QUESTIONS);
    script
}
