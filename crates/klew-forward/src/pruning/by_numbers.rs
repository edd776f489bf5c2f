//! What is kept at a point, by registers that have to hold numbers and by these numbers: of what was kept, a state meets only what it
//! may be like.

use klew_memory::Value;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::interpolant::Register;
use crate::state::{Frame, State};

/// What was kept with the same registers, by the numbers there.
struct Group<T> {
    registers: Vec<Register>,
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
            let number = |register: &Register| {
                let frame = frames.get(register.frame as usize)?;
                match frame.registers.get(register.slot as usize) {
                    Some(&Value::Int(number)) => Some(number),
                    _ => None,
                }
            };
            let numbers: Option<Vec<u64>> = group.registers.iter().map(number).collect();
            group.by_numbers.get_mut(&numbers?)
        })
    }

    /// What was kept with those registers and numbers; nothing if there are so many other sets of registers already.
    pub fn entry(
        &mut self,
        (registers, numbers): (Vec<Register>, Vec<u64>),
        most: usize,
    ) -> Option<&mut Vec<T>> {
        let known = self.groups.iter().position(|group| group.registers == registers);
        let group = match known {
            Some(known) => known,
            None if self.groups.len() < most => {
                self.groups.push(Group { registers, by_numbers: FxHashMap::default() });
                self.groups.len() - 1
            }
            None => return None,
        };
        Some(self.groups[group].by_numbers.entry(numbers).or_default())
    }
}
