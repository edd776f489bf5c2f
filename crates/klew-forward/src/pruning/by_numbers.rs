//! What is kept at a point, by registers and globals that have to hold numbers and by these numbers: of what was kept, a state meets
//! only what it may be like.

use klew_memory::{ObjectId, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::interpolant::Register;
use crate::state::{Frame, State};

/// Where a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A register.
    Register(Register),
    /// A global that is nothing but a number.
    Global(ObjectId),
}

/// What was kept with numbers in the same places, by these numbers.
struct Group<T> {
    holders: Vec<Holder>,
    by_numbers: FxHashMap<Vec<u64>, Vec<T>>,
}

/// What is kept at a point.
pub struct ByNumbers<T> {
    groups: Vec<Group<T>>,
}

impl<T> Default for ByNumbers<T> {
    fn default() -> ByNumbers<T> {
        ByNumbers { groups: Vec::new() }
    }
}

impl<T> ByNumbers<T> {
    /// What a state may be like.
    pub fn of(&mut self, state: &State) -> impl Iterator<Item = &mut Vec<T>> {
        let frames: SmallVec<[&Frame; 8]> = state.frames().collect();
        self.groups.iter_mut().filter_map(move |group| {
            let number = |holder: &Holder| match holder {
                Holder::Register(register) => {
                    let frame = frames.get(register.frame as usize)?;
                    match frame.registers.get(register.slot as usize) {
                        Some(&Value::Int(number)) => Some(number),
                        _ => None,
                    }
                }
                Holder::Global(global) => state.memory.number_in(*global),
            };
            let numbers: Option<Vec<u64>> = group.holders.iter().map(number).collect();
            group.by_numbers.get_mut(&numbers?)
        })
    }

    /// What was kept with those numbers in those places; nothing if there are so many other sets of places already.
    pub fn entry(
        &mut self,
        (holders, numbers): (Vec<Holder>, Vec<u64>),
        most: usize,
    ) -> Option<&mut Vec<T>> {
        let known = self.groups.iter().position(|group| group.holders == holders);
        let group = match known {
            Some(known) => known,
            None if self.groups.len() < most => {
                self.groups.push(Group { holders, by_numbers: FxHashMap::default() });
                self.groups.len() - 1
            }
            None => return None,
        };
        Some(self.groups[group].by_numbers.entry(numbers).or_default())
    }
}
