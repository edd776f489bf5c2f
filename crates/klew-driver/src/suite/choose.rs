//! Which candidates become tests: few that together cover what all do.
//!
//! A set cover, greedily: the candidate that covers most of what is not covered yet, until none covers more. Of equal ones the
//! first is taken, so equal candidates give equal suites. Then those are taken out again, the last first, whose keys others have.

use std::collections::{BTreeMap, BTreeSet};

/// The chosen ones, in ascending order: those of `fixed` in any case, and of `open` at most `most`.
pub fn choose(
    keys: &[Vec<String>],
    fixed: &[usize],
    open: &[usize],
    most: Option<usize>,
) -> Vec<usize> {
    let mut covered: BTreeSet<&str> = BTreeSet::new();
    for index in fixed {
        covered.extend(keys[*index].iter().map(String::as_str));
    }
    let before = covered.clone();
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        if most.is_some_and(|most| fixed.len() + chosen.len() >= most) {
            break;
        }
        let gain = |index: &usize| {
            keys[*index].iter().filter(|key| !covered.contains(key.as_str())).count()
        };
        let mut best: Option<(usize, usize)> = None;
        for index in open.iter().filter(|index| !chosen.contains(index)) {
            let gain = gain(index);
            if gain > best.map_or(0, |(_, most)| most) {
                best = Some((*index, gain));
            }
        }
        let Some((index, _)) = best else { break };
        covered.extend(keys[index].iter().map(String::as_str));
        chosen.push(index);
    }
    take_out(keys, &before, &mut chosen);
    let mut all: Vec<usize> = fixed.iter().copied().chain(chosen).collect();
    all.sort_unstable();
    all
}

/// Takes out what others cover by now.
fn take_out(keys: &[Vec<String>], before: &BTreeSet<&str>, chosen: &mut Vec<usize>) {
    let mut counts: BTreeMap<&str, usize> = before.iter().map(|key| (*key, 1)).collect();
    for index in chosen.iter() {
        for key in &keys[*index] {
            *counts.entry(key).or_default() += 1;
        }
    }
    for at in (0..chosen.len()).rev() {
        let own = &keys[chosen[at]];
        if own.iter().all(|key| counts.get(key.as_str()).is_some_and(|count| *count > 1)) {
            for key in own {
                *counts.entry(key).or_default() -= 1;
            }
            chosen.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(keys: &[&str], fixed: &[usize], most: Option<usize>, want: &[usize]) {
        let keys: Vec<Vec<String>> = keys
            .iter()
            .map(|text| text.split(' ').map(str::to_owned).filter(|key| !key.is_empty()).collect())
            .collect();
        let open: Vec<usize> = (0..keys.len()).filter(|index| !fixed.contains(index)).collect();
        assert_eq!(choose(&keys, fixed, &open, most), want);
    }

    #[test]
    fn no_test_adds_nothing() {
        check(&["a", "a b", "c", ""], &[], None, &[1, 2]);
        // The largest is taken first, and not needed in the end.
        check(&["b c d", "a b c", "d e f"], &[], None, &[1, 2]);
        check(&["a b", "c d", "a c e"], &[], None, &[0, 1, 2]);
    }

    #[test]
    fn what_is_there_stays() {
        check(&["a", "a b"], &[0], None, &[0, 1]);
        check(&["a b", "a", "b"], &[1, 2], None, &[1, 2]);
        check(&["a", "b", "c"], &[], Some(2), &[0, 1]);
    }
}
