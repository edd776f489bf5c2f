//! Inputs of a run that fails, shorter and simpler: parts are left out as long as the same check fails (delta debugging: A. Zeller,
//! R. Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, IEEE TSE 28(2), 2002, with halves, quarters and so on left out), and
//! what is left is replaced by what is simpler.
//!
//! **Invariant**: what is given is what was given to this, or something with which the check was seen to fail.

/// Whether the check fails with an input; no answer where no more is to be tried.
pub type Fails<'f, T> = dyn FnMut(&[T]) -> Option<bool> + 'f;

/// A text: lines are left out, then characters.
pub fn text(text: Vec<u8>, fails: &mut Fails<'_, u8>) -> Vec<u8> {
    let lines: Vec<Vec<u8>> = text.split_inclusive(|byte| *byte == b'\n').map(Vec::from).collect();
    let lines = fewer(lines, &mut |lines: &[Vec<u8>]| fails(&lines.concat()));
    let characters = fewer(lines.concat(), fails);
    let characters = same_everywhere(characters, (simpler_characters, true), fails);
    simpler(characters, simpler_characters, fails)
}

/// Numbers that are asked for one after the other.
pub fn numbers(numbers: Vec<u64>, fails: &mut Fails<'_, u64>) -> Vec<u64> {
    let numbers = same_everywhere(fewer(numbers, fails), (simpler_numbers, true), fails);
    simpler(numbers, simpler_numbers, fails)
}

/// Values of which none may be left out.
pub fn values<T: Copy + PartialEq>(
    values: Vec<T>,
    candidates: fn(T) -> Vec<T>,
    fails: &mut Fails<'_, T>,
) -> Vec<T> {
    let values = same_everywhere(values, (candidates, false), fails);
    simpler(values, candidates, fails)
}

/// Without parts that are not needed, larger ones first.
fn fewer<T: Clone>(mut items: Vec<T>, fails: &mut Fails<'_, T>) -> Vec<T> {
    let mut part = items.len().div_ceil(2);
    while part > 0 {
        let mut at = 0;
        while at < items.len() {
            let behind = (at + part).min(items.len());
            let without = [&items[..at], &items[behind..]].concat();
            match fails(&without) {
                Some(true) => items = without,
                Some(false) => at = behind,
                None => return items,
            }
        }
        part = if part == 1 { 0 } else { part.div_ceil(2) };
    }
    items
}

/// What stands in several places left out in all of them, if it may be, or replaced: a check may need that two parts are the same.
fn same_everywhere<T: Copy + PartialEq>(
    mut items: Vec<T>,
    (candidates, may_be_left_out): (fn(T) -> Vec<T>, bool),
    fails: &mut Fails<'_, T>,
) -> Vec<T> {
    let mut at = 0;
    while let Some(&item) = items.get(at) {
        at += 1;
        if !items[at..].contains(&item) || items[..at - 1].contains(&item) {
            continue;
        }
        let without: Vec<T> = items.iter().copied().filter(|other| *other != item).collect();
        let without = may_be_left_out.then_some(without);
        let with = |candidate: &T| {
            let changed = |other: &T| if *other == item { *candidate } else { *other };
            items.iter().map(changed).collect::<Vec<T>>()
        };
        let simpler = candidates(item);
        let simpler = simpler.iter().take_while(|candidate| **candidate != item).map(with);
        for tried in without.into_iter().chain(simpler).collect::<Vec<_>>() {
            match fails(&tried) {
                Some(true) => {
                    // The item behind it stands here now, if it was left out.
                    at -= items.len().saturating_sub(tried.len()).min(1);
                    items = tried;
                    break;
                }
                Some(false) => {}
                None => return items,
            }
        }
    }
    items
}

/// Each item as simple as it can be, one after the other.
fn simpler<T: Copy + PartialEq>(
    mut items: Vec<T>,
    candidates: fn(T) -> Vec<T>,
    fails: &mut Fails<'_, T>,
) -> Vec<T> {
    for at in 0..items.len() {
        let before = items[at];
        for candidate in candidates(before) {
            if candidate == before {
                break;
            }
            items[at] = candidate;
            match fails(&items) {
                Some(true) => break,
                Some(false) => items[at] = before,
                None => {
                    items[at] = before;
                    return items;
                }
            }
        }
    }
    items
}

/// The simplest first, the character itself not necessarily among them.
fn simpler_characters(character: u8) -> Vec<u8> {
    match character {
        b'0'..=b'9' => b"01".to_vec(),
        b'\n' | b' ' => Vec::new(),
        b'a'..=b'z' | b'A'..=b'Z' => b"a".to_vec(),
        _ => b" a".to_vec(),
    }
}

fn simpler_numbers(number: u64) -> Vec<u64> {
    [0, 1, number & 0xff, number & 0xffff, number & 0x7fff_ffff].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_failure_needs_is_left() {
        let fails = |text: &[u8]| {
            let lines = text.split(|byte| *byte == b'\n');
            Some(lines.filter(|line| line.starts_with(b"put")).count() >= 2)
        };
        let given = b"get 17\nput kx 3\n\nput yy 99\nrest".to_vec();
        assert_eq!(text(given, &mut { fails }), b"put\nput");
        let at_least = |given: &[u64]| Some(given.len() >= 2 && given.iter().any(|n| *n >= 70_000));
        assert_eq!(numbers(vec![5, 1 << 40, 3, 80_000, 9], &mut { at_least }), [80_000, 0]);
    }

    #[test]
    fn what_is_the_same_stays_the_same() {
        let fails = |text: &[u8]| {
            let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
            Some(lines.len() == 3 && lines[0].len() > 2 && lines[0] == lines[1])
        };
        assert_eq!(text(b"k8x1z\nk8x1z\n".to_vec(), &mut { fails }), b"a0a\na0a\n");
    }

    #[test]
    fn values_stay_where_they_are() {
        let fails = |given: &[u64]| Some(given.len() == 5 && given[1] > 9 && given[2] == given[3]);
        let given = vec![77, 300, 5, 5, 77];
        assert_eq!(values(given, simpler_numbers, &mut { fails }), [0, 44, 0, 0, 0]);
    }

    #[test]
    fn where_no_more_is_tried_it_still_fails() {
        let needed = |given: &[u64]| given.contains(&7);
        for most in 0..20 {
            let mut tries = 0;
            let mut fails = |given: &[u64]| {
                tries += 1;
                (tries <= most).then(|| needed(given))
            };
            let left = numbers((0..10).collect(), &mut fails);
            assert!(needed(&left), "{most}: {left:?}");
        }
    }
}
