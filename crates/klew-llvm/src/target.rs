//! Marks a place in LLVM's textual IR: a call of [`TARGET_FUNCTION`] stands wherever a run comes to a line, a
//! function or a label, by the IR's debug information.
//!
//! The marked text is what is analysed and what is built for a native run, so both mean the same place.
//! **Invariant**: nothing but these calls and one declaration is added, so values keep their numbers.

use std::collections::{BTreeMap, BTreeSet};

use crate::debug_info::DebugNode;
use crate::reader::read_module;
use crate::syntax::{
    Body, Constant, ConstantExpression, Definition, Function, Instruction, MetadataValue, Module,
    Operation, Value,
};

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

/// Whether a path is that file, given as its name or the end of its path.
fn is_file(path: &str, wanted: &str) -> bool {
    let wanted = wanted.strip_prefix("./").unwrap_or(wanted);
    let clean = |path: &str| path.replace("/./", "/");
    let path = clean(path);
    path == wanted || path.ends_with(&format!("/{wanted}")) || wanted.ends_with(&format!("/{path}"))
}

/// Marks the target in a text. One that cannot be read is left as it is: whoever needs what it says will say why.
pub fn mark(text: &str, target: &Target) -> Marked {
    let unmarked = || Marked { text: text.to_owned(), ..Marked::default() };
    let Ok(module) = read_module(text, "") else { return unmarked() };
    let mut marker = Marker {
        module: &module,
        target,
        called: called(&module, target),
        marked: Marked::default(),
        calls: BTreeMap::new(),
    };
    for function in &module.functions {
        marker.function(function);
    }
    let Marker { mut marked, calls, .. } = marker;
    marked.text = match calls.is_empty() {
        true => text.to_owned(),
        false => with_calls(text, &calls),
    };
    marked.calls = calls.len();
    marked
}

/// The text with calls before some lines, and the declaration of what they call.
fn with_calls(text: &str, calls: &BTreeMap<u32, String>) -> String {
    let mut marked = String::with_capacity(text.len() + 256);
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(call) = calls.get(&number) {
            marked.push_str(call);
        }
        marked.push_str(line);
        marked.push('\n');
    }
    if !text.contains(&format!("@{TARGET_FUNCTION}(")) {
        marked.push_str(&format!("declare void @{TARGET_FUNCTION}()\n"));
    }
    marked
}

/// The target, if it is a function that has no body here, or whose body the harness of a native run replaces.
fn called(module: &Module, target: &Target) -> Option<String> {
    let Target::Name(name) = target else { return None };
    let replaced = matches!(name.as_str(), "reach_error" | "__VERIFIER_error");
    let mut functions = module.functions.iter();
    let is_it = |function: &Function| module.name(function.symbol) == Some(name);
    let defined = functions.any(|it| is_it(it) && !matches!(it.body, Body::Declared));
    (replaced || !defined).then(|| name.clone())
}

/// The global that a value is, also as another type.
fn global_name<'m>(module: &'m Module, value: &'m Value) -> Option<&'m str> {
    let Value::Constant(constant) = value else { return None };
    let mut constant = constant;
    loop {
        match constant {
            Constant::Global(id) => return module.name(*id),
            Constant::Expression(expression) => match &**expression {
                ConstantExpression::Cast { value, .. } => constant = &value.value,
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// What an instruction calls.
fn callee<'m>(module: &'m Module, operation: &'m Operation) -> Option<&'m str> {
    match operation {
        Operation::Call(call) | Operation::Invoke { call, .. } | Operation::CallBr { call, .. } => {
            global_name(module, &call.callee)
        }
        _ => None,
    }
}

struct Marker<'m> {
    module: &'m Module,
    target: &'m Target,
    /// The target, if that is a function that is reached where it is called.
    called: Option<String>,
    marked: Marked,
    /// The calls that are put in, by the line that they come before.
    calls: BTreeMap<u32, String>,
}

/// Where the marker is in a function.
struct At<'m> {
    /// The function under way.
    function: &'m str,
    /// Whether its instructions have lines.
    has_lines: bool,
    /// Whether a call must stand before the next instruction that it may stand before.
    wanted: bool,
    /// Whether this block has its call.
    done: bool,
}

impl<'m> Marker<'m> {
    fn function(&mut self, function: &'m Function) {
        if matches!(function.body, Body::Declared) {
            return;
        }
        let name = self.module.name(function.symbol).unwrap_or_default();
        let described = self.module.debug_function(function);
        let declared = described.and_then(DebugNode::name);
        self.marked.names.insert(declared.unwrap_or(name).to_owned());
        let wanted = match self.target {
            Target::Name(wanted) => wanted == name || declared == Some(wanted),
            Target::Line(..) | Target::Label(..) => false,
        };
        let Body::Defined(definition) = &function.body else { return };
        let has_lines = described.is_some();
        self.body(definition, At { function: name, has_lines, wanted, done: false });
    }

    fn body(&mut self, definition: &'m Definition, mut at: At<'m>) {
        for (number, block) in definition.blocks.iter().enumerate() {
            at.done = false;
            at.wanted &= number == 0;
            for instruction in &block.instructions {
                self.instruction(instruction, &mut at);
            }
        }
    }

    /// The label that an instruction or a record declares.
    fn label(&self, operation: &'m Operation) -> Option<&'m str> {
        let table = &self.module.metadata;
        let node: &MetadataValue = match operation {
            Operation::DebugRecord { kind, arguments } if table.word(*kind) == "label" => {
                arguments.first()?
            }
            Operation::Call(call) if callee(self.module, operation)? == "llvm.dbg.label" => {
                match &call.arguments.first()?.value {
                    Value::Metadata(node) => node,
                    _ => return None,
                }
            }
            _ => return None,
        };
        DebugNode::of(table, node)?.name()
    }

    /// File and line of an instruction.
    fn place(&self, instruction: &Instruction) -> Option<(String, u32)> {
        let place = self.module.position(instruction)?;
        let file = place.file?;
        let path = match place.directory {
            Some(folder) if !file.starts_with('/') && !folder.is_empty() => {
                format!("{folder}/{file}")
            }
            _ => file.to_owned(),
        };
        (place.line > 0).then_some((path, place.line))
    }

    fn instruction(&mut self, instruction: &'m Instruction, at: &mut At<'m>) {
        let operation = &instruction.operation;
        if let Some(name) = self.label(operation) {
            self.marked.names.insert(name.to_owned());
            at.wanted |= match self.target {
                Target::Name(wanted) => wanted == name,
                Target::Label(function, wanted) => wanted == name && function == at.function,
                Target::Line(..) => false,
            };
        }
        let called = callee(self.module, operation);
        let is_marker = matches!(operation, Operation::DebugRecord { .. })
            || called.is_some_and(|name| name.starts_with("llvm.dbg."));
        if is_marker {
            return;
        }
        if let Some((file, line)) = self.place(instruction) {
            at.wanted |= matches!(self.target, Target::Line(wanted, number)
                if *number == line && is_file(&file, wanted));
            self.marked.lines.entry(file).or_default().insert(line);
        }
        at.wanted |= self.called.is_some() && called == self.called.as_deref();
        let movable = !matches!(operation, Operation::Phi { .. } | Operation::LandingPad { .. });
        // What stores parameters has no line; the call behind it has that of the first statement.
        let location = self.location(instruction);
        let later = at.has_lines && location.is_none() && !operation.is_terminator();
        if at.wanted && !at.done && movable && !later {
            let location = location.map_or(String::new(), |id| format!(", !dbg !{id}"));
            let call = format!("  call void @{TARGET_FUNCTION}(){location}\n");
            self.calls.insert(instruction.line, call);
            self.marked.functions.insert(at.function.to_owned());
            (at.done, at.wanted) = (true, false);
        }
    }

    /// The number of an instruction's location.
    fn location(&self, instruction: &Instruction) -> Option<u32> {
        match self.module.metadata.attachment(&instruction.attachments, "dbg")? {
            MetadataValue::Node(id) => Some(id.0),
            _ => None,
        }
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

    /// The lines behind the calls in a function whose entry block has a name.
    #[test]
    fn functions_begin_in_their_first_block_whatever_it_is_called() {
        let text = "define void @f() {\nentry:\n  call void bitcast (void ()* @g to void ()*)()\n  br label %next\nnext:\n  ret void\n}\ndeclare void @g()\n";
        for name in ["f", "g"] {
            let marked = mark(text, &Target::Name(name.into()));
            assert_eq!(
                (marked.calls, marked.functions.first().map(String::as_str)),
                (1, Some("f"))
            );
            let before = marked.text.split("bitcast").next().unwrap_or_default();
            assert!(before.contains(TARGET_FUNCTION), "{name}: {}", marked.text);
        }
    }

    #[test]
    fn what_cannot_be_read_stays_as_it_is() {
        for text in ["define", "define void @f() {\n  frobnicate\n}\n", ""] {
            let marked = mark(text, &Target::Name("f".into()));
            assert_eq!((marked.text.as_str(), marked.calls), (text, 0));
        }
    }
}
