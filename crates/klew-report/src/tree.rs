//! Symbolic execution trees as plain data, and as text, Graphviz and JSON.
//!
//! **Invariant**: node 0 is the root, and a node comes after its parent.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::heap::InputHeap;
use crate::json;
use crate::report::{Limit, Place};

/// A tree and what is known of the exploration that gave it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeReport {
    /// The files.
    pub files: Vec<String>,
    /// The function or method.
    pub entry: String,
    /// The policy for input references, where there are any.
    pub input_heap: Option<String>,
    /// Traces that return or exit.
    pub normal: u64,
    /// Traces that end in a violation, an uncaught exception or an abort.
    pub exceptional: u64,
    /// Paths that were not followed to an end.
    pub cut: u64,
    /// Why the tree is not complete.
    pub limits: Vec<Limit>,
    /// What is assumed of the input heap.
    pub assumptions: Vec<String>,
    /// Seconds.
    pub seconds: f64,
    /// The nodes.
    pub nodes: Vec<TreeNode>,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode {
    /// The node above, and when a run comes from there to here.
    pub parent: Option<(usize, String)>,
    /// The function that runs.
    pub function: String,
    /// Where.
    pub place: Option<Place>,
    /// What happens there.
    pub kind: TreeNodeKind,
    /// In words.
    pub text: String,
    /// Of leaves: an input heap that leads there.
    pub heap: Option<InputHeap>,
}

/// What happens at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeNodeKind {
    /// Several alternatives are feasible.
    Fork,
    /// A trace that ends as it should.
    Normal,
    /// A trace that ends in an error.
    Exceptional,
    /// No run takes it.
    Infeasible,
    /// Not followed to its end.
    Cut,
}

impl TreeNodeKind {
    fn name(self) -> &'static str {
        match self {
            TreeNodeKind::Fork => "fork",
            TreeNodeKind::Normal => "normal",
            TreeNodeKind::Exceptional => "exceptional",
            TreeNodeKind::Infeasible => "infeasible",
            TreeNodeKind::Cut => "cut",
        }
    }

    /// Graphviz's attributes.
    fn style(self) -> &'static str {
        match self {
            TreeNodeKind::Fork => "shape=ellipse",
            TreeNodeKind::Normal => "shape=box, color=darkgreen",
            TreeNodeKind::Exceptional => "shape=box, color=red",
            TreeNodeKind::Infeasible => "shape=plain, fontcolor=gray",
            TreeNodeKind::Cut => "shape=box, style=dashed",
        }
    }
}

/// A tree of more nodes is not drawn in text.
const MOST_DRAWN: usize = 200;

impl TreeReport {
    /// For people: the counts, then the tree, if it is small.
    pub fn to_text(&self) -> String {
        let all = self.normal + self.exceptional;
        let traces = if all == 1 { "trace" } else { "traces" };
        let mut text = format!(
            "{}: {all} {traces} ({} normal, {} exceptional)",
            self.entry, self.normal, self.exceptional
        );
        if self.cut > 0 {
            let _ = write!(text, ", {} cut", self.cut);
        }
        if let Some(policy) = &self.input_heap {
            let _ = write!(text, ", {policy}");
        }
        let _ = writeln!(text, ", {:.2} s", self.seconds);
        if self.nodes.len() <= MOST_DRAWN {
            self.draw(&mut text);
        } else {
            let _ = writeln!(
                text,
                "  the tree has {} nodes (--dot and --json write it)",
                self.nodes.len()
            );
        }
        for limit in &self.limits {
            let _ = writeln!(text, "  limit: {}", limit.message);
        }
        for assumption in &self.assumptions {
            let _ = writeln!(text, "  assumed: {assumption}");
        }
        text
    }

    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(list) =
                node.parent.as_ref().and_then(|(parent, _)| children.get_mut(*parent))
            {
                list.push(index);
            }
        }
        children
    }

    /// Depth first, without recursion: trees may be deep.
    fn draw(&self, text: &mut String) {
        let children = self.children();
        let mut stack: Vec<(usize, String, bool)> = Vec::new();
        if !self.nodes.is_empty() {
            stack.push((0, String::new(), true));
        }
        while let Some((index, indent, last)) = stack.pop() {
            let node = &self.nodes[index];
            let (branch, below) = match (&node.parent, last) {
                (None, _) => ("  ", "  "),
                (Some(_), true) => ("└─ ", "   "),
                (Some(_), false) => ("├─ ", "│  "),
            };
            let when = match &node.parent {
                Some((_, when)) if !when.is_empty() => format!("[{when}] "),
                _ => String::new(),
            };
            let _ = writeln!(text, "{indent}{branch}{when}{}", node.label());
            let indent = format!("{indent}{below}");
            let count = children[index].len();
            for (number, child) in children[index].iter().enumerate().rev() {
                stack.push((*child, indent.clone(), number + 1 == count));
            }
        }
    }

    /// What the language calls the null reference: methods of Java are named with their parameters.
    fn null(&self) -> &'static str {
        if self.entry.contains('(') { "null" } else { "NULL" }
    }

    /// For Graphviz.
    pub fn to_dot(&self) -> String {
        let mut text =
            format!("digraph \"{}\" {{\n  node [fontname=\"monospace\"];\n", quoted(&self.entry));
        for (index, node) in self.nodes.iter().enumerate() {
            let mut label = quoted(&node.label());
            if let Some(heap) = node.heap.as_ref().filter(|heap| !heap.roots.is_empty()) {
                for line in crate::drawing::draw(heap, self.null()).lines() {
                    let _ = write!(label, "\\l{}", quoted(line));
                }
                label.push_str("\\l");
            }
            let _ = writeln!(text, "  n{index} [label=\"{label}\", {}];", node.kind.style());
            if let Some((parent, when)) = &node.parent {
                let _ = writeln!(text, "  n{parent} -> n{index} [label=\"{}\"];", quoted(when));
            }
        }
        text.push_str("}\n");
        text
    }

    /// For programs.
    pub fn to_json(&self) -> Value {
        let node = |(index, node): (usize, &TreeNode)| {
            json!({
                "id": index,
                "parent": node.parent.as_ref().map(|(parent, _)| parent),
                "condition": node.parent.as_ref().map(|(_, when)| when),
                "function": node.function,
                "file": node.place.as_ref().map(|place| &place.file),
                "line": node.place.as_ref().map(|place| place.line),
                "kind": node.kind.name(),
                "text": node.text,
                "heap": node.heap.as_ref().map(json::heap),
            })
        };
        json!({
            "files": self.files,
            "entry": self.entry,
            "input_heap": self.input_heap,
            "traces": {
                "all": self.normal + self.exceptional,
                "normal": self.normal,
                "exceptional": self.exceptional,
                "cut": self.cut,
            },
            "complete": self.limits.is_empty(),
            "limits": self.limits.iter().map(json::limit).collect::<Vec<_>>(),
            "assumptions": self.assumptions,
            "seconds": self.seconds,
            "nodes": self.nodes.iter().enumerate().map(node).collect::<Vec<_>>(),
        })
    }
}

impl TreeNode {
    /// Where it is and what happens there.
    fn label(&self) -> String {
        let place = self.place.as_ref().map_or(String::new(), |place| {
            let file = place.file.rsplit('/').next().unwrap_or(&place.file);
            format!(" {file}:{}", place.line)
        });
        match self.kind {
            TreeNodeKind::Fork => format!("{}{place}", self.function),
            _ => format!("{}{place}", self.text),
        }
    }
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\l")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(parent: Option<(usize, &str)>, kind: TreeNodeKind, text: &str) -> TreeNode {
        TreeNode {
            parent: parent.map(|(index, when)| (index, when.to_owned())),
            function: "f".into(),
            place: Some(Place { file: "/a/b.c".into(), line: 3, column: 1 }),
            kind,
            text: text.into(),
            heap: None,
        }
    }

    fn report() -> TreeReport {
        TreeReport {
            entry: "f".into(),
            normal: 1,
            exceptional: 1,
            nodes: vec![
                node(None, TreeNodeKind::Fork, ""),
                node(Some((0, "x = \"1\"")), TreeNodeKind::Fork, ""),
                node(Some((0, "x ≠ 1")), TreeNodeKind::Normal, "returns"),
                node(Some((1, "")), TreeNodeKind::Exceptional, "null pointer dereference"),
            ],
            ..TreeReport::default()
        }
    }

    #[test]
    fn text() {
        let want = "f: 2 traces (1 normal, 1 exceptional), 0.00 s\n  f b.c:3\n  ├─ [x = \"1\"] f b.c:3\n  │  \
            └─ null pointer dereference b.c:3\n  └─ [x ≠ 1] returns b.c:3\n";
        assert_eq!(report().to_text(), want);
        let one = TreeReport { exceptional: 0, nodes: Vec::new(), ..report() };
        assert_eq!(one.to_text(), "f: 1 trace (1 normal, 0 exceptional), 0.00 s\n");
    }

    #[test]
    fn graphviz() {
        let dot = report().to_dot();
        assert!(dot.contains("  n0 -> n1 [label=\"x = \\\"1\\\"\"];\n"), "{dot}");
        assert!(
            dot.contains(
                "  n3 [label=\"null pointer dereference b.c:3\", shape=box, color=red];\n"
            )
        );
    }

    #[test]
    fn as_json() {
        let json = report().to_json();
        assert_eq!(json["traces"]["all"], 2);
        assert_eq!(json["nodes"][3]["kind"], "exceptional");
        assert_eq!(json["nodes"][3]["parent"], 1);
        assert_eq!(json["complete"], true);
    }
}
