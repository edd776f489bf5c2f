//! Guesses: what a function gives for a few arguments, and the polynomial of degree one in each of them that gives the same.
//!
//! **Invariant**: what is sampled is what runs give. What is guessed from it may be wrong.

use std::collections::HashMap;

use super::follow::follow;
use super::polynomial::Polynomial;
use super::{Effect, Guard, Subject};

/// Calls that are followed for one function, and how deep they are in one another.
const MOST_CALLS: usize = 3000;
const DEEPEST: usize = 60;

/// With more parameters that are not fixed, nothing is guessed.
const MOST_FREE: usize = 4;

/// What is known of a function from runs.
pub(super) struct Samples<'s, 'p> {
    subject: &'s Subject<'p>,
    /// None for calls that did not end soon, or have not yet.
    known: HashMap<Vec<Option<u64>>, Option<Effect>>,
    depth: usize,
}

impl<'s, 'p> Samples<'s, 'p> {
    pub(super) fn new(subject: &'s Subject<'p>) -> Samples<'s, 'p> {
        Samples { subject, known: HashMap::new(), depth: 0 }
    }

    /// What may be the effect of calls that a guard is about.
    pub(super) fn guess(&mut self, guard: Guard) -> Option<Effect> {
        let is_fixed = |parameter| matches!(guard, Guard::Is(fixed, _) if fixed == parameter);
        let parameters = self.subject.parameters.iter().enumerate();
        let free: Vec<(usize, u32)> = parameters
            .filter_map(|(index, width)| Some((index, (*width)?)))
            .filter(|(index, _)| !is_fixed(*index))
            .collect();
        if free.len() > MOST_FREE {
            return None;
        }
        let samples = (0..1 << free.len())
            .map(|ones| self.at(guard, &free, ones))
            .collect::<Option<Vec<Effect>>>()?;
        let sign = |parameter| match guard {
            Guard::NotPositive(negative) if negative == parameter => u64::MAX,
            _ => 1,
        };
        let result = |sample: &Effect| sample.result.clone();
        let result = match samples.first()?.result {
            Some(_) => Some(interpolate(&samples, result, &free, &sign)?),
            None => None,
        };
        let cells = (0..self.subject.cells.len())
            .map(|cell| interpolate(&samples, |it| it.cells.get(cell).cloned(), &free, &sign));
        Some(Effect { result, cells: cells.collect::<Option<_>>()? })
    }

    /// What a call gives whose free arguments are 1, or -1, in a set, and else 0.
    fn at(&mut self, guard: Guard, free: &[(usize, u32)], ones: usize) -> Option<Effect> {
        let mut arguments: Vec<Option<u64>> =
            self.subject.parameters.iter().map(|width| width.map(|_| 0)).collect();
        for (bit, (parameter, width)) in free.iter().enumerate() {
            if ones >> bit & 1 == 1 {
                arguments[*parameter] = Some(match guard {
                    Guard::NotPositive(negative) if negative == *parameter => {
                        u64::MAX >> (u64::BITS - width)
                    }
                    _ => 1,
                });
            }
        }
        if let Guard::Is(parameter, value) = guard {
            arguments[parameter] = Some(value);
        }
        self.call(arguments)
    }

    /// What a call with these arguments does, if it ends soon.
    fn call(&mut self, arguments: Vec<Option<u64>>) -> Option<Effect> {
        if let Some(known) = self.known.get(&arguments) {
            return known.clone();
        }
        if self.known.len() >= MOST_CALLS || self.depth >= DEEPEST {
            return None;
        }
        let is = |(index, value): (usize, &Option<u64>)| Some(Guard::Is(index, (*value)?));
        let guards: Vec<Guard> = arguments.iter().enumerate().filter_map(is).collect();
        self.known.insert(arguments.clone(), None);
        self.depth += 1;
        let ends = follow(self.subject, &guards, &mut |numbers, _| {
            let value = |number: &Option<Polynomial>| match number {
                Some(number) => number.value().map(Some),
                None => Some(None),
            };
            self.call(numbers.iter().map(value).collect::<Option<_>>()?)
        });
        self.depth -= 1;
        let effect = match ends.as_deref() {
            Some([end]) => Some(end.effect.clone()),
            _ => None,
        };
        self.known.insert(arguments, effect.clone());
        effect
    }
}

/// The polynomial, of degree one in each free parameter, that has these values where each of them is 0 or 1 (or -1, by its sign).
fn interpolate(
    samples: &[Effect],
    part: impl Fn(&Effect) -> Option<Polynomial>,
    free: &[(usize, u32)],
    sign: &impl Fn(usize) -> u64,
) -> Option<Polynomial> {
    let mut sum: Option<Polynomial> = None;
    for set in 0..samples.len() {
        let mut factor: Option<Polynomial> = None;
        for within in (0..samples.len()).filter(|within| within & !set == 0) {
            let is_odd = (set ^ within).count_ones() % 2 == 1;
            let sample = part(&samples[within])?.scaled(if is_odd { u64::MAX } else { 1 });
            factor = Some(factor.map_or(sample.clone(), |factor| factor.plus(&sample)));
        }
        let mut term = factor?;
        let width = term.width();
        for (bit, (parameter, own)) in free.iter().enumerate() {
            if set >> bit & 1 == 0 || term.value() == Some(0) {
                continue;
            }
            if *own != width {
                return None;
            }
            term = term.times(&Polynomial::variable(width, *parameter).scaled(sign(*parameter)))?;
        }
        sum = Some(sum.map_or(term.clone(), |sum| sum.plus(&term)));
    }
    sum
}
