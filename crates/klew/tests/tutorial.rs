//! The lessons of docs/tutorial.md, as a reader types them: its files are written, its commands run, and what it shows of their output is there.
//!
//! A block `LANGUAGE FILE` is a file; with a number behind it, its lines replace the line of that number. In a block `console`, what stands
//! behind `$ ` is run, and the lines below have to follow one another in what it prints; `…` stands for anything.

use std::fs;
use std::path::Path;
use std::process::Command;

enum Part {
    File { name: String, line: Option<usize>, text: String },
    Command { words: String, shows: Vec<String> },
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let words: Vec<&str> = kind.split(' ').collect();
        if let [_, name, at @ ..] = words.as_slice() {
            let line = at.first().map(|line| line.parse().unwrap());
            let text = block.iter().map(|line| format!("{line}\n")).collect();
            parts.push(Part::File { name: (*name).to_owned(), line, text });
            continue;
        }
        assert_eq!(kind, "console");
        for line in block {
            match (line.strip_prefix("$ "), parts.last_mut()) {
                (Some(words), _) => {
                    parts.push(Part::Command { words: words.to_owned(), shows: Vec::new() });
                }
                (None, Some(Part::Command { shows, .. })) => shows.push(line.to_owned()),
                _ => panic!("output of nothing: {line}"),
            }
        }
    }
    parts
}

fn write(folder: &Path, name: &str, line: Option<usize>, text: &str) {
    let path = folder.join(name);
    let Some(line) = line else { return fs::write(path, text).unwrap() };
    let old = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = old.lines().collect();
    lines.splice(line - 1..line, text.lines());
    fs::write(path, lines.join("\n") + "\n").unwrap();
}

/// Whether the pieces between `…` stand in a text, one behind the other.
fn has(text: &str, shown: &str) -> bool {
    let mut rest = text;
    for (index, piece) in shown.trim().split('…').enumerate() {
        let Some(at) = rest.find(piece) else { return false };
        // What stands in front is all that there is.
        if index == 0 && !piece.is_empty() && !rest[..at].trim().is_empty() {
            return false;
        }
        rest = &rest[at + piece.len()..];
    }
    true
}

fn check(words: &str, printed: &str, shows: &[String]) {
    let mut lines = printed.lines();
    for shown in shows.iter().filter(|line| line.trim() != "…" && !line.trim().is_empty()) {
        let found = lines.any(|line| has(line, shown));
        assert!(found, "$ {words}\nshows no line {shown:?} there:\n{printed}");
    }
}

fn is_there(tool: &str) -> bool {
    Command::new(tool).arg("-version").output().is_ok()
}

#[test]
fn what_the_tutorial_says_is_so() {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tutorial.md"));
    let folder = tempfile::tempdir().unwrap();
    let klew = Path::new(env!("CARGO_BIN_EXE_klew"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = klew.parent().unwrap().to_owned();
    let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&path)));
    let path = path.unwrap();
    let (mut commands, mut lines) = (0, 0);
    for part in parts(&text.unwrap()) {
        match part {
            Part::File { name, line, text } => write(folder.path(), &name, line, &text),
            Part::Command { words, .. } if words.contains(".java") && !is_there("javac") => {
                eprintln!("there is no JDK: {words}");
            }
            Part::Command { words, shows } => {
                let mut command = Command::new("sh");
                command.args(["-c", &words]).current_dir(folder.path()).env("PATH", &path);
                let output = command.output().unwrap();
                let printed = [output.stdout, output.stderr].concat();
                check(&words, &String::from_utf8_lossy(&printed), &shows);
                commands += 1;
                lines += shows.len();
            }
        }
    }
    assert!(commands >= 8 && lines > 30, "{commands} commands, {lines} lines");
}

#[test]
fn what_is_not_so_is_seen() {
    assert!(has("verdict: safe: no input violates x", "verdict: safe: …"));
    assert!(has("  a b c", "a … c"));
    assert!(!has("verdict: unknown", "verdict: safe…"));
    assert!(!has("not a b", "a b"));
    let wrong =
        std::panic::catch_unwind(|| check("x", "one\ntwo\n", &["two".into(), "one".into()]));
    assert!(wrong.is_err(), "the order counts");
}
