//! Excerpts of the text of modules: what one function can come to, so that a library that is read once need not be read
//! again as a whole for each of its functions.
//!
//! An excerpt is the whole text, but functions that no name leads to from the roots have a body that is not supported, so
//! that a run which comes there all the same (from a model of the C library, say) is told rather than passed over. All
//! other lines stay: types, variables, attributes, debug information.
//!
//! Invariant: a function keeps its body if its name stands in a function or in the initial value of a variable that
//! is kept, so whatever a run can call or take the address of is as it was.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use crate::reader::escapes::unescape_text;

/// The body of a function that is left out.
const LEFT_OUT: &str =
    "  call void asm sideeffect \"klew left this out\", \"\"()\n  unreachable\n}\n";
/// The assembly that stands there.
pub(crate) const LEFT_OUT_MARK: &str = "klew left this out";

/// The modules of a library, as text.
pub struct Library<'t> {
    modules: Vec<Vec<Piece<'t>>>,
    /// Numbers of names, the same in all modules.
    names: FxHashMap<&'t str, u32>,
    /// The pieces that define each name.
    definitions: FxHashMap<u32, Vec<(usize, usize)>>,
}

/// Some lines of a module.
struct Piece<'t> {
    text: &'t str,
    kind: Kind<'t>,
    /// The names in it.
    mentions: Vec<u32>,
}

enum Kind<'t> {
    /// A function: its name, and its first line.
    Function(&'t str, &'t str),
    Variable,
    /// Anything else, which is always kept.
    Other,
}

/// A function of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defined {
    /// Its name.
    pub name: String,
    /// The file that its debug information names.
    pub file: Option<String>,
    /// Where that file is, and the line there, from 1.
    pub place: Option<(PathBuf, u32)>,
    /// The number of its module.
    pub module: usize,
    /// Whether an earlier module has another function of that name.
    pub again: bool,
}

impl<'t> Library<'t> {
    /// The library that these texts are.
    pub fn new(texts: &'t [String]) -> Library<'t> {
        let mut library = Library {
            modules: Vec::new(),
            names: FxHashMap::default(),
            definitions: FxHashMap::default(),
        };
        for text in texts {
            let pieces = library.pieces(text);
            let module = library.modules.len();
            for (index, piece) in pieces.iter().enumerate() {
                let name = match piece.kind {
                    Kind::Function(name, _) => name,
                    Kind::Variable => defined_name(piece.text).unwrap_or_default(),
                    Kind::Other => continue,
                };
                let number = library.number(name);
                library.definitions.entry(number).or_default().push((module, index));
            }
            library.modules.push(pieces);
        }
        library
    }

    fn number(&mut self, name: &'t str) -> u32 {
        let next = self.names.len() as u32;
        *self.names.entry(name).or_insert(next)
    }

    fn pieces(&mut self, text: &'t str) -> Vec<Piece<'t>> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (length, kind) = first_piece(rest);
            let (text, after) = rest.split_at(length);
            rest = after;
            let mut mentions = Vec::new();
            let silent = matches!(kind, Kind::Other) && !text.starts_with('!');
            for name in names_in(text).filter(|_| !silent) {
                mentions.push(self.number(name));
            }
            mentions.sort_unstable();
            mentions.dedup();
            pieces.push(Piece { text, kind, mentions });
        }
        pieces
    }

    /// The functions that are defined under a name of their own, in the order of the texts; those of headers once.
    pub fn functions(&self) -> Vec<Defined> {
        let mut found: Vec<Defined> = Vec::new();
        let mut seen: FxHashMap<&str, Vec<Option<String>>> = FxHashMap::default();
        for (number, module) in self.modules.iter().enumerate() {
            let metadata: FxHashMap<&str, &str> =
                module.iter().filter_map(|piece| piece.text.split_once(" = ")).collect();
            for piece in module {
                let Kind::Function(name, header) = piece.kind else { continue };
                // C allows letters of any alphabet.
                let shown = unescape_text(name);
                if !shown.chars().all(|c| c.is_alphanumeric() || c == '_') {
                    continue;
                }
                let subprogram = subprogram(header, &metadata);
                let file = subprogram.and_then(|text| file_of(text, &metadata));
                let place = subprogram.and_then(|text| place_of(text, &metadata));
                let others = seen.entry(name).or_default();
                let again = !others.is_empty();
                let is_local = header.contains(" internal ");
                if again && (!is_local || others.contains(&file)) {
                    continue;
                }
                others.push(file.clone());
                found.push(Defined {
                    name: shown.into_owned(),
                    file,
                    place,
                    module: number,
                    again,
                });
            }
        }
        found
    }

    /// The texts for runs that start at one of these functions.
    pub fn excerpts(&self, roots: &[&str]) -> Vec<String> {
        let kept = self.reached(roots);
        let excerpt = |(module, pieces): (usize, &Vec<Piece<'t>>)| {
            let mut text = String::new();
            for (index, piece) in pieces.iter().enumerate() {
                match piece.kind {
                    Kind::Function(_, header) if !kept[module][index] => {
                        text.push_str(header);
                        text.push_str(LEFT_OUT);
                    }
                    _ => text.push_str(piece.text),
                }
            }
            text
        };
        self.modules.iter().enumerate().map(excerpt).collect()
    }

    /// The number of a name, which stands in the texts with escapes if there are other letters than ASCII's in it.
    fn number_of(&self, name: &str) -> Option<u32> {
        let escaped = || self.names.iter().find(|(raw, _)| unescape_text(raw) == name);
        let found = self.names.get(name).copied();
        found.or_else(|| if name.is_ascii() { None } else { escaped().map(|(_, number)| *number) })
    }

    /// Which pieces names lead to.
    fn reached(&self, roots: &[&str]) -> Vec<Vec<bool>> {
        let mut kept: Vec<Vec<bool>> =
            self.modules.iter().map(|pieces| vec![false; pieces.len()]).collect();
        // Constructors and the like run whatever is called.
        let always = ["llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"];
        let named = roots.iter().chain(&always).filter_map(|root| self.number_of(root));
        let mut open: Vec<u32> = named.collect();
        for pieces in &self.modules {
            let others = pieces.iter().filter(|piece| matches!(piece.kind, Kind::Other));
            open.extend(others.flat_map(|piece| piece.mentions.iter().copied()));
        }
        let mut seen = vec![false; self.names.len()];
        while let Some(name) = open.pop() {
            if std::mem::replace(&mut seen[name as usize], true) {
                continue;
            }
            for &(module, index) in self.definitions.get(&name).into_iter().flatten() {
                kept[module][index] = true;
                open.extend(self.modules[module][index].mentions.iter().copied());
            }
        }
        kept
    }
}

/// The length of the first piece of a text, and what it is.
fn first_piece(text: &str) -> (usize, Kind<'_>) {
    let line = text.split_inclusive('\n').next().unwrap_or(text);
    if line.starts_with("define ")
        && line.trim_end().ends_with('{')
        && let Some(name) = names_in(line).next()
    {
        let end = text.find("\n}\n").map_or(text.len(), |at| at + 3);
        return (end, Kind::Function(name, line));
    }
    let kind = if line.starts_with('@') { Kind::Variable } else { Kind::Other };
    (line.len(), kind)
}

/// The name of the variable that a line defines.
fn defined_name(line: &str) -> Option<&str> {
    names_in(line).next()
}

/// What follows each `@`: a name, or what is in quotes.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-$._".contains(c);
    text.match_indices('@').filter_map(move |(at, _)| {
        let rest = &text[at + 1..];
        let name = match rest.strip_prefix('"') {
            Some(quoted) => &quoted[..quoted.find('"')?],
            None => &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())],
        };
        (!name.is_empty()).then_some(name)
    })
}

/// What debug information says of a function: `!dbg !5`, `!5 = distinct !DISubprogram(…`.
fn subprogram<'m>(header: &str, metadata: &FxHashMap<&str, &'m str>) -> Option<&'m str> {
    metadata.get(reference(header.split_once("!dbg !")?.1).as_str()).copied()
}

/// The name of its file: `file: !6`, `!6 = !DIFile(filename: "…"`.
fn file_of(subprogram: &str, metadata: &FxHashMap<&str, &str>) -> Option<String> {
    quoted(file(subprogram, metadata)?, "filename").map(str::to_owned)
}

/// Its file with the folder that the name is relative to, and its line: `line: 7`.
fn place_of(subprogram: &str, metadata: &FxHashMap<&str, &str>) -> Option<(PathBuf, u32)> {
    let file = file(subprogram, metadata)?;
    let folder = quoted(file, "directory").unwrap_or_default();
    let rest = subprogram.split_once(", line: ")?.1;
    let line = rest[..rest.find(|c: char| !c.is_ascii_digit())?].parse().ok()?;
    Some((Path::new(folder).join(quoted(file, "filename")?), line))
}

fn file<'m>(subprogram: &str, metadata: &FxHashMap<&str, &'m str>) -> Option<&'m str> {
    metadata.get(reference(subprogram.split_once("file: !")?.1).as_str()).copied()
}

/// The text of a field of metadata.
fn quoted<'m>(text: &'m str, field: &str) -> Option<&'m str> {
    text.split_once(&format!("{field}: \""))?.1.split('"').next()
}

/// The name of metadata whose number a text begins with.
fn reference(text: &str) -> String {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    format!("!{}", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "\
@table = constant [1 x ptr] [ptr @leaf]
@other = global i32 0
define i32 @root() !dbg !1 {
  %1 = load ptr, ptr @table
  ret i32 0
}

define internal i32 @leaf() {
  call void @\"far away\"()
  ret i32 1
}
define i32 @lonely() {
  store i32 1, ptr @other
  ret i32 2
}
declare void @\"far away\"()
!1 = distinct !DISubprogram(name: \"root\", file: !2, line: 3)
!2 = !DIFile(filename: \"a/b.c\", directory: \"/x\")
";
    const SECOND: &str =
        "define void @\"far away\"() {\n  ret void\n}\ndefine void @main() {\n  ret void\n}\n";

    #[test]
    fn what_names_lead_to_is_kept() {
        let texts = [FIRST.to_owned(), SECOND.to_owned()];
        let library = Library::new(&texts);
        let excerpts = library.excerpts(&["root"]);
        let stub = format!("define i32 @lonely() {{\n{LEFT_OUT}");
        let whole = "define i32 @lonely() {\n  store i32 1, ptr @other\n  ret i32 2\n}\n";
        assert_eq!(excerpts[0], FIRST.replace(whole, &stub));
        assert_eq!(
            excerpts[1],
            SECOND.replace("@main() {\n  ret void\n}\n", &format!("@main() {{\n{LEFT_OUT}"))
        );
        assert_eq!(library.excerpts(&["lonely"])[1].matches("unreachable").count(), 2);
        let names: Vec<String> = library.functions().into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["root", "leaf", "lonely", "main"]);
        let root = &library.functions()[0];
        assert_eq!(root.file.as_deref(), Some("a/b.c"));
        assert_eq!(root.place, Some((PathBuf::from("/x/a/b.c"), 3)));
    }

    #[test]
    fn names_in_any_alphabet() {
        let text = "define i32 @\"gr\\C3\\B6\\C3\\9Fe\"() {\n  ret i32 1\n}\ndefine i32 @x() {\n  ret i32 2\n}\n";
        let texts = [text.to_owned()];
        let library = Library::new(&texts);
        let names: Vec<String> = library.functions().into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["größe", "x"]);
        let excerpts = library.excerpts(&["größe"]);
        assert!(excerpts[0].contains("ret i32 1") && !excerpts[0].contains("ret i32 2"));
    }

    #[test]
    fn functions_of_one_name_in_several_files() {
        let text = |linkage: &str, file: &str| {
            format!(
                "define {linkage} void @f() !dbg !1 {{\n  ret void\n}}\n\
                 !1 = distinct !DISubprogram(name: \"f\", file: !2)\n!2 = !DIFile(filename: \"{file}\")\n"
            )
        };
        let (local, header) = (text("internal", "a.c"), text("internal", "b.h"));
        let texts = [local, header.clone(), header, text("weak", "c.c")];
        let found = Library::new(&texts).functions();
        let found: Vec<_> = found.iter().map(|it| (it.module, it.again)).collect();
        assert_eq!(found, [(0, false), (1, true)]);
    }
}
