//! What is in a loop goes on before what left it: where states at the head of a loop are made to stand for more and more, what comes behind the
//! loop is then looked at once, and not for each of them. Among states at one place the newest goes first, as it stands for most.
//!
//! Source: the recursive strategy of F. Bourdoncle, *Efficient Chaotic Iteration Strategies with Widenings* (1993).

use super::least::Least;

/// What comes first in the order of loops.
pub fn loops_first() -> Least {
    Least::of(|prospect| prospect.place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searcher::{Prospect, Searcher, StateId};

    #[test]
    fn first_places_first_and_of_one_the_newest() {
        let at = |place| Prospect { place, ..Prospect::default() };
        let mut searcher = loops_first();
        searcher.add(StateId(1), at(5));
        searcher.update(StateId(1), at(7), &[(StateId(2), at(3)), (StateId(3), at(3))]);
        let mut order = Vec::new();
        while let Some(state) = searcher.select() {
            order.push(state.0);
            searcher.end(state, &[]);
        }
        assert_eq!(order, [3, 2, 1]);
    }
}
