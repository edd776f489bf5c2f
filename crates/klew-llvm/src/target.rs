//! Marks a place in LLVM's textual IR: a call of [`TARGET_FUNCTION`] stands wherever a run comes to a line, a
//! function or a label, by the IR's debug information.
//!
//! The marked text is what is analysed and what is built for a native run, so both mean the same place.
//! **Invariant**: nothing but these calls and one declaration is added, so values keep their numbers.

use std::collections::{BTreeMap, BTreeSet};

/// The function whose call marks the place. It has no body in the program; the harness of a native run has one.
pub const TARGET_FUNCTION: &str = "klew_target_reached";

/// What the check says that stands for such a call.
pub const TARGET_MESSAGE: &str = "the target is reached";

/// A place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The end of a file's path, and a line of it.
    Line(String, u32),
    /// A function, or a label.
    Name(String),
    /// A label of a function.
    Label(String, String),
}

/// A text with its place marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// The text; as it was, if there is no such place.
    pub text: String,
    /// How many calls were put in.
    pub calls: usize,
    /// The functions that they are in.
    pub functions: BTreeSet<String>,
    /// All lines with code, by file.
    pub lines: BTreeMap<String, BTreeSet<u32>>,
    /// All functions that are defined, and all labels.
    pub names: BTreeSet<String>,
}

/// Debug information, as far as places need it.
#[derive(Default)]
struct Metadata<'t> {
    /// Line and scope of locations.
    locations: BTreeMap<u32, (u32, u32)>,
    /// File of scopes, or the scope around them.
    files_of: BTreeMap<u32, Scope>,
    files: BTreeMap<u32, String>,
    labels: BTreeMap<u32, &'t str>,
    subprograms: BTreeMap<u32, &'t str>,
}

#[derive(Clone, Copy, Default)]
struct Scope {
    file: Option<u32>,
    outer: Option<u32>,
}

/// `key: !12` or `key: 12`.
fn number(text: &str, key: &str) -> Option<u32> {
    let at = after_key(text, key)?;
    let at = at.strip_prefix('!').unwrap_or(at);
    let end = at.find(|c: char| !c.is_ascii_digit()).unwrap_or(at.len());
    at[..end].parse().ok()
}

/// `key: "text"`.
fn quoted<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let at = after_key(text, key)?.strip_prefix('"')?;
    Some(&at[..at.find('"')?])
}

fn after_key<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.match_indices(key).find_map(|(at, _)| {
        let before = text[..at].chars().next_back();
        let rest = text[at + key.len()..].strip_prefix(": ")?;
        (before.is_none_or(|c| c == '(' || c == ' ')).then_some(rest)
    })
}

impl<'t> Metadata<'t> {
    fn of(text: &'t str) -> Metadata<'t> {
        let mut metadata = Metadata::default();
        for line in text.lines() {
            let Some((id, rest)) = line.strip_prefix('!').and_then(|l| l.split_once(" = ")) else {
                continue;
            };
            let Ok(id) = id.parse::<u32>() else { continue };
            let rest = rest.strip_prefix("distinct ").unwrap_or(rest);
            if rest.starts_with("!DILocation(") {
                if let (Some(line), Some(scope)) = (number(rest, "line"), number(rest, "scope")) {
                    metadata.locations.insert(id, (line, scope));
                }
            } else if rest.starts_with("!DIFile(") {
                let name = quoted(rest, "filename").unwrap_or_default();
                let folder = quoted(rest, "directory").unwrap_or_default();
                let path = if name.starts_with('/') || folder.is_empty() {
                    name.to_owned()
                } else {
                    format!("{folder}/{name}")
                };
                metadata.files.insert(id, path);
            } else if rest.starts_with("!DILabel(") {
                metadata.labels.extend(quoted(rest, "name").map(|name| (id, name)));
            } else if rest.starts_with("!DISubprogram(") || rest.starts_with("!DILexicalBlock") {
                let scope = Scope { file: number(rest, "file"), outer: number(rest, "scope") };
                metadata.files_of.insert(id, scope);
                if rest.starts_with("!DISubprogram(") {
                    metadata.subprograms.extend(quoted(rest, "name").map(|name| (id, name)));
                }
            }
        }
        metadata
    }

    /// File and line of a location.
    fn place(&self, location: u32) -> Option<(&str, u32)> {
        let (line, mut scope) = *self.locations.get(&location)?;
        for _ in 0..64 {
            let known = self.files_of.get(&scope)?;
            if let Some(file) = known.file.and_then(|file| self.files.get(&file)) {
                return Some((file, line));
            }
            scope = known.outer?;
        }
        None
    }
}

/// Whether a path is that file, given as its name or the end of its path.
fn is_file(path: &str, wanted: &str) -> bool {
    let wanted = wanted.strip_prefix("./").unwrap_or(wanted);
    let clean = |path: &str| path.replace("/./", "/");
    let path = clean(path);
    path == wanted || path.ends_with(&format!("/{wanted}")) || wanted.ends_with(&format!("/{path}"))
}

/// The name in `@name` or `@"name"`.
fn global_name(text: &str) -> Option<&str> {
    let at = text.strip_prefix('@')?;
    match at.strip_prefix('"') {
        Some(at) => Some(&at[..at.find('"')?]),
        None => {
            let end = at.find(|c: char| !(c.is_ascii_alphanumeric() || "_.$-".contains(c)));
            Some(&at[..end.unwrap_or(at.len())])
        }
    }
}

/// The number in `!dbg !12`.
fn debug_location(text: &str) -> Option<u32> {
    let (_, rest) = text.rsplit_once("!dbg !")?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// The label that a line declares, if it does.
fn label(line: &str) -> Option<u32> {
    let line = line.trim_start();
    let rest = line
        .strip_prefix("#dbg_label(!")
        .or_else(|| Some(line.split_once("@llvm.dbg.label(metadata !")?.1))?;
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[..end].parse().ok()
}

/// What a call calls.
fn callee(instruction: &str) -> Option<&str> {
    let (_, rest) = instruction.split_once("call ").or(instruction.split_once("invoke "))?;
    global_name(&rest[rest.find('@')?..])
}

/// Marks the target in a text.
pub fn mark(text: &str, target: &Target) -> Marked {
    let metadata = Metadata::of(text);
    let mut marker = Marker {
        metadata: &metadata,
        target,
        marked: Marked { text: String::with_capacity(text.len() + 256), ..Marked::default() },
        function: String::new(),
        called: called(text, target),
        is_target: false,
        has_lines: false,
        done: false,
        wanted: false,
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    let mut inside = false;
    while at < lines.len() {
        let line = lines[at];
        if !inside {
            if line.starts_with("define ") {
                inside = true;
                marker.begin(line);
            } else {
                marker.keep(line);
            }
            at += 1;
        } else if line == "}" {
            inside = false;
            marker.keep(line);
            at += 1;
        } else {
            let end = instruction_end(&lines, at);
            marker.instruction(&lines[at..end]);
            at = end;
        }
    }
    if marker.marked.calls == 0 {
        marker.marked.text = text.to_owned();
    } else if !text.contains(&format!("@{TARGET_FUNCTION}(")) {
        marker.keep(&format!("declare void @{TARGET_FUNCTION}()"));
    }
    marker.marked
}

/// The target, if it is a function that has no body here, or whose body the harness of a native run replaces.
fn called(text: &str, target: &Target) -> Option<String> {
    let Target::Name(name) = target else { return None };
    let replaced = matches!(name.as_str(), "reach_error" | "__VERIFIER_error");
    let defined = || {
        text.lines()
            .filter(|line| line.starts_with("define "))
            .any(|line| line.find('@').and_then(|at| global_name(&line[at..])) == Some(name))
    };
    (replaced || !defined()).then(|| name.clone())
}

/// Where the instruction that begins at a line ends: behind the lines that continue it.
fn instruction_end(lines: &[&str], at: usize) -> usize {
    let starts = |line: &str| !line.starts_with("   ") || line.trim_start().starts_with('#');
    let mut end = at + 1;
    if !lines[at].starts_with("  ") || lines[at].trim_start().starts_with('#') {
        return end;
    }
    while end < lines.len() && !lines[end].is_empty() && lines[end] != "}" {
        let closes = lines[end].trim_start().starts_with(']');
        if starts(lines[end]) && !closes {
            break;
        }
        end += 1;
    }
    end
}

/// How instructions begin that end a block.
const TERMINATORS: [&str; 6] = ["ret ", "br ", "switch ", "indirectbr ", "invoke ", "unreachable"];

struct Marker<'m, 't> {
    metadata: &'m Metadata<'t>,
    target: &'m Target,
    marked: Marked,
    /// The function under way.
    function: String,
    /// The target, if that is a function that is reached where it is called.
    called: Option<String>,
    /// Whether it is the target.
    is_target: bool,
    /// Whether its instructions have lines.
    has_lines: bool,
    /// Whether this block has its call.
    done: bool,
    /// Whether a call must stand before the next instruction that it may stand before.
    wanted: bool,
}

impl Marker<'_, '_> {
    fn keep(&mut self, line: &str) {
        self.marked.text.push_str(line);
        self.marked.text.push('\n');
    }

    fn begin(&mut self, line: &str) {
        let name = line.find('@').and_then(|at| global_name(&line[at..])).unwrap_or_default();
        let declared = debug_location(line).and_then(|id| self.metadata.subprograms.get(&id));
        self.function = name.to_owned();
        self.marked.names.insert(declared.map_or(name, |name| name).to_owned());
        self.is_target = match self.target {
            Target::Name(wanted) => wanted == name || declared.is_some_and(|name| name == wanted),
            Target::Line(..) | Target::Label(..) => false,
        };
        self.done = false;
        self.has_lines = debug_location(line).is_some();
        self.wanted = self.is_target;
        self.keep(line);
    }

    fn instruction(&mut self, lines: &[&str]) {
        let first = lines[0];
        let last = lines[lines.len() - 1];
        let is_instruction = first.starts_with("  ") && !first.trim_start().starts_with('#');
        if let Some(name) = label(first).and_then(|id| self.metadata.labels.get(&id)) {
            self.marked.names.insert((*name).to_owned());
            self.wanted |= match self.target {
                Target::Name(wanted) => wanted == name,
                Target::Label(function, wanted) => wanted == name && *function == self.function,
                Target::Line(..) => false,
            };
        }
        if !first.starts_with(' ') && !first.is_empty() && !first.starts_with(';') {
            // A block begins.
            self.done = false;
            self.wanted = false;
        }
        let is_marker = first.contains("@llvm.dbg.");
        if is_instruction && !is_marker {
            let place = debug_location(last).and_then(|id| self.metadata.place(id));
            if let Some((file, line)) = place.filter(|(_, line)| *line > 0) {
                self.marked.lines.entry(file.to_owned()).or_default().insert(line);
                self.wanted |= matches!(self.target, Target::Line(wanted, at)
                    if *at == line && is_file(file, wanted));
            }
            self.wanted |= self.called.as_deref().is_some_and(|name| callee(first) == Some(name));
            let text = first.trim_start();
            let value = text.split_once(" = ").map_or(text, |(_, value)| value);
            let movable = !value.starts_with("phi ") && !value.starts_with("landingpad ");
            // What stores parameters has no line; the call behind it has that of the first statement.
            let later = self.has_lines
                && debug_location(last).is_none()
                && !TERMINATORS.iter().any(|start| value.starts_with(start));
            if self.wanted && !self.done && movable && !later {
                self.call(last);
            }
        }
        lines.iter().for_each(|line| self.keep(line));
    }

    fn call(&mut self, instruction: &str) {
        let location = debug_location(instruction);
        let location = location.map_or(String::new(), |id| format!(", !dbg !{id}"));
        self.keep(&format!("  call void @{TARGET_FUNCTION}(){location}"));
        self.marked.calls += 1;
        self.marked.functions.insert(self.function.clone());
        self.done = true;
        self.wanted = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
define i32 @f(i32 %0) !dbg !4 {
  %2 = icmp sgt i32 %0, 3, !dbg !10
  br i1 %2, label %3, label %5, !dbg !10

3:                                                ; preds = %1
  call void @g(), !dbg !11
  switch i32 %0, label %5 [
    i32 7, label %5
  ], !dbg !12

5:                                                ; preds = %3, %1
  %6 = phi i32 [ 1, %1 ], [ 2, %3 ], !dbg !13
    #dbg_label(!8, !13)
  ret i32 %6, !dbg !13
}
declare void @g()
!3 = !DIFile(filename: \"a.c\", directory: \"/d\")
!4 = distinct !DISubprogram(name: \"f\", scope: !3, file: !3, line: 1)
!5 = distinct !DILexicalBlock(scope: !4, line: 2)
!8 = !DILabel(scope: !4, name: \"out\", file: !3, line: 6)
!10 = !DILocation(line: 2, column: 3, scope: !4)
!11 = !DILocation(line: 3, column: 3, scope: !5)
!12 = !DILocation(line: 4, column: 3, scope: !4)
!13 = !DILocation(line: 6, column: 3, scope: !4)
";

    /// The lines behind the calls that are put in.
    fn check(target: Target, behind: &[&str]) {
        let marked = mark(TEXT, &target);
        let lines: Vec<&str> = marked.text.lines().collect();
        let found: Vec<&str> = lines
            .windows(2)
            .filter(|pair| pair[0].contains(&format!("call void @{TARGET_FUNCTION}()")))
            .map(|pair| pair[1].trim().split(',').next().unwrap_or_default())
            .collect();
        assert_eq!(found, behind, "{target:?}\n{}", marked.text);
        assert_eq!(marked.calls, behind.len());
        assert_eq!(marked.lines["/d/a.c"], [2, 3, 4, 6].into());
        assert_eq!(marked.names, ["f".to_owned(), "out".to_owned()].into());
        let others = lines.len() - behind.len() - usize::from(!behind.is_empty());
        assert_eq!(others, TEXT.lines().count());
    }

    #[test]
    fn places() {
        let line = |line| Target::Line("a.c".into(), line);
        let name = |name: &str| Target::Name(name.into());
        check(line(2), &["%2 = icmp sgt i32 %0"]);
        check(line(3), &["call void @g()"]);
        check(line(4), &["switch i32 %0"]);
        check(line(6), &["ret i32 %6"]);
        check(line(5), &[]);
        check(Target::Line("b.c".into(), 3), &[]);
        check(Target::Line("d/a.c".into(), 3), &["call void @g()"]);
        check(name("f"), &["%2 = icmp sgt i32 %0"]);
        check(name("g"), &["call void @g()"]);
        check(name("out"), &["ret i32 %6"]);
        check(name("h"), &[]);
        check(Target::Label("f".into(), "out".into()), &["ret i32 %6"]);
        check(Target::Label("g".into(), "out".into()), &[]);
    }
}
