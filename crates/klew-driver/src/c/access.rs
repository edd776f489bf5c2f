//! GCC's attribute `access(mode, pointer, count)` of a function that is analysed alone: its callers pass a pointer to that
//! many elements. clang drops it, so it is looked for in the text that the preprocessor leaves.
//!
//! Invariant: an attribute counts only in a declaration of that function, outside of the parentheses of its parameters.

use klew_llvm::lower::{Promise, Promised};

use super::clang::Clang;
use super::compiled;
use super::sources::Sources;
use crate::error::UserError;
use crate::source::Kind;
use crate::watch::Clock;

/// Adds what declarations of the function promise by that attribute.
pub fn add_promises(sources: &mut Sources, clock: &Clock) -> Result<(), UserError> {
    if sources.alone.is_none() || !sources.files.iter().any(|file| file.kind == Kind::C) {
        return Ok(());
    }
    let promises = match &sources.compiled {
        Some(folder) => compiled::access(folder, &sources.entry)?,
        None => {
            let found = declared(sources, std::slice::from_ref(&sources.entry), clock)?;
            found.into_iter().map(|(_, promise)| promise).collect()
        }
    };
    if let Some(alone) = &mut sources.alone {
        alone.promises.splice(..0, promises);
    }
    Ok(())
}

/// What declarations of these functions promise by that attribute, with the function's name.
pub fn declared(
    sources: &Sources,
    functions: &[String],
    clock: &Clock,
) -> Result<Vec<(String, Promise)>, UserError> {
    let clang = Clang::find()?;
    let mut found: Vec<(String, Promise)> = Vec::new();
    for file in sources.files.iter().filter(|file| file.kind == Kind::C) {
        let text = clang.preprocess(file, sources, clock)?;
        if !text.contains("access") {
            continue;
        }
        for (function, Access { text, pointer, count }) in of(&text) {
            let condition = Promised::Parameters { pointer, count };
            let promise = Promise { option: "it is declared".to_owned(), text, condition };
            let new = !found.iter().any(|(name, other)| *name == function && *other == promise);
            if new && functions.contains(&function) {
                found.push((function, promise));
            }
        }
    }
    Ok(found)
}

/// One attribute: its text, and the numbers of both parameters from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Access {
    text: String,
    pointer: usize,
    count: usize,
}

/// The attributes of all declarations, with what these declare.
fn of(text: &str) -> Vec<(String, Access)> {
    let words = words(text);
    let mut found = Vec::new();
    let mut start = 0;
    let mut depth = 0_u32;
    for (index, word) in words.iter().enumerate() {
        match *word {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            ";" | "{" | "}" if depth == 0 => {
                declaration(&words[start..index], &mut found);
                start = index + 1;
            }
            _ => {}
        }
    }
    found
}

/// The attributes of one declaration.
fn declaration(words: &[&str], found: &mut Vec<(String, Access)>) {
    let mut declared = None;
    let mut attributes = Vec::new();
    let mut index = 0;
    while index < words.len() {
        match words[index] {
            "__attribute__" | "__attribute" => {
                let end = closing(words, index + 1);
                attributes.push(&words[index + 1..end]);
                index = end;
            }
            "(" => index = closing(words, index),
            // Which of several it is about is not looked for.
            "," => return,
            word => {
                if words.get(index + 1) == Some(&"(") {
                    declared.get_or_insert(word);
                }
                index += 1;
            }
        }
    }
    let Some(name) = declared else { return };
    let all = attributes.into_iter().flat_map(accesses);
    found.extend(all.map(|access| (name.to_owned(), access)));
}

/// The index behind the bracket that closes the one at an index.
fn closing(words: &[&str], open: usize) -> usize {
    let mut depth = 0_u32;
    for (index, word) in words.iter().enumerate().skip(open) {
        match *word {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    words.len()
}

/// What `((access (mode, pointer, count), …))` says; without a count, nothing.
fn accesses(attribute: &[&str]) -> Vec<Access> {
    let mut found = Vec::new();
    for (index, word) in attribute.iter().enumerate() {
        if !matches!(*word, "access" | "__access__") || attribute.get(index + 1) != Some(&"(") {
            continue;
        }
        let end = closing(attribute, index + 1);
        let inner = attribute.get(index + 2..end.saturating_sub(1)).unwrap_or_default();
        let [mode, ",", pointer, ",", count] = inner else { continue };
        let number = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
        let mode = mode.trim_matches('_');
        if let (Some(pointer), Some(count)) = (number(pointer), number(count))
            && matches!(mode, "read_only" | "write_only" | "read_write")
        {
            let text = format!("access({mode}, {}, {})", pointer + 1, count + 1);
            found.push(Access { text, pointer, count });
        }
    }
    found
}

/// Words of C: names, numbers, single signs; texts in quotes are one word each.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = match first {
            '"' | '\'' => {
                let mut escaped = false;
                let end = rest.char_indices().skip(1).find(|(_, c)| {
                    let ends = *c == first && !escaped;
                    escaped = *c == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |(index, _)| index + 1)
            }
            c if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        if !first.is_whitespace() {
            words.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, want: &[(usize, usize)]) {
        let found: Vec<_> = of(text)
            .iter()
            .filter(|(name, _)| name == "f")
            .map(|(_, it)| (it.pointer, it.count))
            .collect();
        assert_eq!(found, want, "{text}");
    }

    #[test]
    fn attributes_of_declarations() {
        check(
            "__attribute__((access(read_only, 1, 2))) int f(int *p, int n) { return 0; }",
            &[(0, 1)],
        );
        check(
            "int f(int *p, int n) __attribute__((nonnull, __access__ (__read_only__, 1, 2)));",
            &[(0, 1)],
        );
        check(
            "int f(int a, char *p, long n) __attribute__((access(write_only,2,3), access(read_only,1)));",
            &[(1, 2)],
        );
        check(
            "int g(int *p, int n) __attribute__((access(read_only, 1, 2))); int f(int *, int);",
            &[],
        );
        check("int g(int x) { return f(x, access(read_only, 1, 2)); }", &[]);
        check("int f(int (*g)(int) __attribute__((access(read_only, 1, 2))), int n);", &[]);
        check("char *t = \"; f(\"; __attribute__((access(none, 1, 2))) int f(int *p, int n);", &[]);
        check("int f(int *p, int n) __attribute__((access(read_only, 0, 2)));", &[]);
        check("int f(int *, int), g(int *, int) __attribute__((access(read_only, 1, 2)));", &[]);
        check("__attribute__((access(", &[]);
    }
}
