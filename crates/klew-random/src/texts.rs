//! Texts to read, made of what a program looks for in them: lines that match the formats of `scanf`, words and characters that it compares
//! with, small numbers; and mutants of texts (grammar-based fuzzing without a grammar: the formats and constants of the program stand
//! for one; compare V. Atlidakis and others, *Pythia: Grammar-Based Fuzzing of REST APIs with Coverage-guided Feedback*, 2020).

use crate::dictionary::Dictionary;
use crate::numbers::Numbers;

/// The longest.
pub const LONGEST: usize = 600;

/// A new text; short ones are drawn more often.
pub fn anew(random: &mut Numbers, dictionary: &Dictionary) -> Vec<u8> {
    let most = 1 << random.below(4);
    let lines = 1 + random.below(most);
    let mut text = Vec::new();
    for _ in 0..lines {
        line(&mut text, random, dictionary);
    }
    if random.below(8) == 0 {
        // The last line needs no newline.
        text.pop();
    }
    text.truncate(LONGEST);
    text
}

fn line(text: &mut Vec<u8>, random: &mut Numbers, dictionary: &Dictionary) {
    let format = (random.below(2) == 0).then(|| dictionary.format(random)).flatten();
    match format {
        Some(format) => {
            // What says which format it is stands before it, where that is asked for apart.
            if random.below(4) == 0 {
                text.extend(dictionary.character(random));
            }
            expand(text, format, random, dictionary);
        }
        None => {
            let most = 1 << random.below(4);
            let separator = match random.below(3) {
                0 => None,
                1 => Some(b' '),
                _ => Some(dictionary.punctuation(random).unwrap_or(b' ')),
            };
            let only_numbers = separator.is_some() && random.below(4) == 0;
            for place in 0..random.below(most + 1) {
                if place > 0 {
                    text.extend(separator);
                }
                match only_numbers {
                    true => number(text, random, dictionary),
                    false => token(text, random, dictionary),
                }
            }
        }
    }
    if text.last() != Some(&b'\n') {
        text.push(b'\n');
    }
}

/// A character or a text of the program, a number, a letter.
fn token(text: &mut Vec<u8>, random: &mut Numbers, dictionary: &Dictionary) {
    match random.below(10) {
        0..3 => text.push(dictionary.character(random).unwrap_or(b'a')),
        3..6 => number(text, random, dictionary),
        6 => match dictionary.text(random) {
            Some(word) => text.extend(word),
            None => text.push(b'b'),
        },
        7 | 8 => text.push(b"abc"[random.below(3)]),
        _ => text.push(32 + random.below(95) as u8),
    }
}

/// In decimal digits.
fn number(text: &mut Vec<u8>, random: &mut Numbers, dictionary: &Dictionary) {
    let value = match random.below(8) {
        0..5 => random.below(10) as u64,
        5 => random.below(120) as u64,
        6 => dictionary.compared(random).unwrap_or(10),
        _ => [i32::MAX as u64, 1 << 31, u64::from(u32::MAX), i64::MAX as u64][random.below(4)],
    };
    let negative = (value as i64) < 0 || random.below(12) == 0;
    let value = if negative { (value as i64).wrapping_neg() as u64 } else { value };
    if negative {
        text.push(b'-');
    }
    text.extend(value.to_string().bytes());
}

/// What matches a format.
fn expand(text: &mut Vec<u8>, format: &[u8], random: &mut Numbers, dictionary: &Dictionary) {
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        while rest.next_if_eq(&b'*').is_some() {}
        let mut width = 0;
        while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
            width = (10 * width + usize::from(digit - b'0')).min(LONGEST);
        }
        while rest.next_if(|byte| b"hljztLq.".contains(byte)).is_some() {}
        let start = text.len();
        match rest.next() {
            Some(b'%') => text.push(b'%'),
            Some(b'd' | b'i' | b'u' | b'x' | b'o' | b'f' | b'g' | b'e') => {
                number(text, random, dictionary);
            }
            Some(b'[') => {
                while rest.next().is_some_and(|byte| byte != b']') {}
                text.push(b"abc"[random.below(3)]);
            }
            Some(_) => word(text, random, dictionary),
            None => {}
        }
        if width > 0 {
            text.truncate(start + width);
        }
    }
}

/// A text of the program without blanks, letters.
fn word(text: &mut Vec<u8>, random: &mut Numbers, dictionary: &Dictionary) {
    if random.below(2) == 0
        && let Some(known) = dictionary.word(random)
    {
        return text.extend(known);
    }
    let most = 1 << random.below(3);
    for _ in 0..=random.below(most) {
        text.push(match dictionary.character(random) {
            Some(byte) if random.below(4) == 0 && !byte.is_ascii_whitespace() => byte,
            _ => b"abc"[random.below(3)],
        });
    }
}

/// A text like `text`; `other` is one to take parts from.
pub fn mutant(text: &[u8], other: &[u8], random: &mut Numbers, dictionary: &Dictionary) -> Vec<u8> {
    let mut mutant = text.to_vec();
    for _ in 0..1 << random.below(3) {
        mutate(&mut mutant, other, random, dictionary);
    }
    mutant.truncate(LONGEST);
    mutant
}

fn mutate(text: &mut Vec<u8>, other: &[u8], random: &mut Numbers, dictionary: &Dictionary) {
    let at = random.below(text.len());
    let most = 1 << random.below(4);
    let end = (at + 1 + random.below(most)).min(text.len());
    let mut new = Vec::new();
    match random.below(11) {
        0 if at < text.len() => {
            text[at] = dictionary.character(random).unwrap_or(b'a');
        }
        1 => {
            token(&mut new, random, dictionary);
            text.splice(at..at, new);
        }
        2 => {
            token(&mut new, random, dictionary);
            text.splice(at..end, new);
        }
        3 => drop(text.drain(at..end)),
        4 => {
            let repeated = text[at..end].to_vec();
            text.splice(end..end, repeated);
        }
        5 => {
            // A line once more, at the end, or something like it.
            let from = text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let line: Vec<u8> =
                text[from..].iter().copied().take_while(|byte| *byte != b'\n').collect();
            if text.last().is_some_and(|byte| *byte != b'\n') {
                text.push(b'\n');
            }
            let start = text.len();
            text.extend(line);
            if random.below(2) == 0
                && let (Some(first), Some(new)) =
                    (text.get_mut(start), dictionary.character(random))
            {
                *first = new;
            }
            text.push(b'\n');
        }
        6 | 7 => {
            if text.last().is_some_and(|byte| *byte != b'\n') {
                text.push(b'\n');
            }
            line(text, random, dictionary);
        }
        8 => {
            let from = random.below(other.len());
            let to = (from + 1 + random.below(most)).min(other.len());
            text.splice(at..end, other[from..to].iter().copied());
        }
        9 => repeat_number(text, at, random),
        _ => {
            if let Some(digit) = text[at..].iter().position(u8::is_ascii_digit) {
                text[at + digit] = b'0' + random.below(10) as u8;
            }
        }
    }
}

/// A number from somewhere behind that place once more, at the end: what was put in is taken out again, or asked for.
fn repeat_number(text: &mut Vec<u8>, at: usize, random: &mut Numbers) {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let Some(digit) = text[at..].iter().position(is_digit) else { return };
    let start = text[..at + digit].iter().rposition(|byte| !is_digit(byte)).map_or(0, |at| at + 1);
    let number: Vec<u8> = text[start..].iter().copied().take_while(is_digit).collect();
    let newline = text.pop_if(|last| *last == b'\n');
    text.push(if random.below(4) == 0 { b'\n' } else { b' ' });
    if random.below(2) == 0 {
        text.push(b'-');
    }
    text.extend(number);
    text.extend(newline);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_matched() {
        let mut random = Numbers::new(1);
        let dictionary = Dictionary::default();
        for _ in 0..200 {
            let mut text = Vec::new();
            expand(&mut text, b"t%1d %*3s=%%%[a-z];", &mut random, &dictionary);
            let text = String::from_utf8(text).unwrap();
            let (head, tail) = text.strip_prefix('t').unwrap().split_once(' ').unwrap();
            assert_eq!(head.len(), 1, "{text}");
            let (word, tail) = tail.split_once('=').unwrap();
            assert!((1..=3).contains(&word.len()), "{text}");
            assert!(tail.starts_with('%') && tail.ends_with(';') && tail.len() == 3, "{text}");
        }
    }

    #[test]
    fn texts_of_any_kind_are_made_and_changed() {
        let mut random = Numbers::new(2);
        let dictionary = Dictionary::default();
        let (mut text, mut longest) = (Vec::new(), 0);
        for _ in 0..5_000 {
            let other = anew(&mut random, &dictionary);
            text = mutant(&text, &other, &mut random, &dictionary);
            longest = longest.max(text.len());
        }
        assert!((50..=LONGEST).contains(&longest), "{longest}");
    }
}
