//! Block arguments as moves: what happens at once in the program is made one after the other.

use super::op::{Slot, Source};

/// Orders parallel moves, with `spare` for cycles, such that no register is read after it is written.
pub fn sequentialise(mut moves: Vec<(Slot, Source)>, spare: Slot) -> Vec<(Slot, Source)> {
    moves.retain(|&(to, from)| from != Source::register(to));
    let mut ordered = Vec::with_capacity(moves.len());
    while !moves.is_empty() {
        let free = moves.iter().position(|&(to, _)| {
            let target = Source::register(to);
            moves.iter().all(|&(_, from)| from != target)
        });
        match free {
            Some(index) => ordered.push(moves.remove(index)),
            None => {
                let target = Source::register(moves[0].0);
                ordered.push((spare, target));
                for (_, from) in moves.iter_mut().filter(|(_, from)| *from == target) {
                    *from = Source::register(spare);
                }
            }
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the moves on registers 0..6 that hold their own number; 9 is a constant.
    fn check(moves: &[(u32, u32)], expected: [u32; 6]) {
        let source = |n: u32| if n == 9 { Source::constant(0) } else { Source::register(n) };
        let parallel = moves.iter().map(|&(to, from)| (to, source(from))).collect();
        let mut registers = [0, 1, 2, 3, 4, 5, 99];
        for (to, from) in sequentialise(parallel, 6) {
            registers[to as usize] = from.slot().map_or(9, |slot| registers[slot as usize]);
        }
        assert_eq!(registers[..6], expected);
    }

    #[test]
    fn moves_are_parallel() {
        check(&[], [0, 1, 2, 3, 4, 5]);
        check(&[(0, 1), (1, 0)], [1, 0, 2, 3, 4, 5]);
        check(&[(0, 1), (1, 2), (2, 0)], [1, 2, 0, 3, 4, 5]);
        check(&[(0, 1), (1, 0), (2, 3), (3, 2)], [1, 0, 3, 2, 4, 5]);
        check(&[(1, 0), (0, 9), (2, 1)], [9, 0, 1, 3, 4, 5]);
        check(&[(0, 1), (2, 1), (1, 0), (3, 3)], [1, 0, 1, 3, 4, 5]);
    }
}
