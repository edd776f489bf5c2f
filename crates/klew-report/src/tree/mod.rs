//! Symbolic execution trees as plain data, and as text, Graphviz and JSON.
//!
//! Where states were closed because of earlier ones, what closed them is a node of its own, and closed states are leaves that name it.
//! Of large trees the nodes near the root are drawn, and it is said how many are not; JSON has all.
//!
//! **Invariant**: node 0 is the root, and a node comes after its parent.

mod graph;

use std::collections::VecDeque;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::heap::InputHeap;
use crate::json;
use crate::pruned::{self, PrunedPoint};
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
    /// What became of states that came to points, where they are closed because of earlier ones.
    pub pruning: Option<Vec<PrunedPoint>>,
    /// Nodes that are drawn; as many as can be looked at if nothing is said.
    pub most_drawn: Option<usize>,
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
    /// Of closed states: the node that covers them.
    pub covered_by: Option<usize>,
}

/// What happens at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeNodeKind {
    /// Several alternatives are feasible.
    Fork,
    /// A state that closes later ones.
    Kept,
    /// A state that was closed because of an earlier one.
    Covered,
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
            TreeNodeKind::Kept => "kept",
            TreeNodeKind::Covered => "covered",
            TreeNodeKind::Normal => "normal",
            TreeNodeKind::Exceptional => "exceptional",
            TreeNodeKind::Infeasible => "infeasible",
            TreeNodeKind::Cut => "cut",
        }
    }
}

/// As many nodes are drawn as text, if nobody says how many.
const MOST_AS_TEXT: usize = 200;

/// Which nodes of a tree are drawn.
struct Drawn {
    /// By nodes.
    is_drawn: Vec<bool>,
    /// By nodes, the drawn ones below.
    children: Vec<Vec<usize>>,
    /// By nodes, how many that are not drawn are right below.
    hidden: Vec<usize>,
}

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
        self.draw(&mut text);
        if let Some(points) = &self.pruning {
            let bare =
                |point: &PrunedPoint| PrunedPoint { interpolants: Vec::new(), ..point.clone() };
            text.push_str(&pruned::render(&points.iter().map(bare).collect::<Vec<_>>()));
        }
        for limit in &self.limits {
            let _ = writeln!(text, "  limit: {}", limit.message);
        }
        for assumption in &self.assumptions {
            let _ = writeln!(text, "  assumed: {assumption}");
        }
        text
    }

    /// The nodes nearest to the root, so many.
    fn drawn(&self, most: usize) -> Drawn {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(list) =
                node.parent.as_ref().and_then(|(parent, _)| children.get_mut(*parent))
            {
                list.push(index);
            }
        }
        let mut is_drawn = vec![false; self.nodes.len()];
        let mut open: VecDeque<usize> = (0..self.nodes.len().min(1)).collect();
        for _ in 0..most {
            let Some(next) = open.pop_front() else { break };
            is_drawn[next] = true;
            open.extend(&children[next]);
        }
        let mut hidden = Vec::new();
        for list in &mut children {
            let all = list.len();
            list.retain(|&child| is_drawn[child]);
            hidden.push(all - list.len());
        }
        Drawn { is_drawn, children, hidden }
    }

    /// What is said of nodes that are not drawn, if there are any.
    fn left_out(&self, drawn: &Drawn) -> Option<String> {
        let left_out = drawn.is_drawn.iter().filter(|drawn| !**drawn).count();
        let all = self.nodes.len();
        (left_out > 0).then(|| {
            format!(
                "{left_out} of {all} nodes are not drawn, those farthest from the root \
                 (--max-nodes draws more, --json writes all)"
            )
        })
    }

    /// Depth first, without recursion: trees may be deep.
    fn draw(&self, text: &mut String) {
        let drawn = self.drawn(self.most_drawn.unwrap_or(MOST_AS_TEXT));
        let mut stack: Vec<(usize, String, bool)> = Vec::new();
        if drawn.is_drawn.first() == Some(&true) {
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
            let _ = writeln!(text, "{indent}{branch}{when}{}", self.label(index));
            let indent = format!("{indent}{below}");
            let (children, hidden) = (&drawn.children[index], drawn.hidden[index]);
            if hidden > 0 {
                let _ = writeln!(text, "{indent}… {hidden} ways not drawn");
            }
            for (number, child) in children.iter().enumerate().rev() {
                stack.push((*child, indent.clone(), number + 1 == children.len()));
            }
        }
        if let Some(note) = self.left_out(&drawn) {
            let _ = writeln!(text, "  {note}");
        }
    }

    /// A node in words; nodes that cover others, and those that are covered, have numbers.
    fn label(&self, index: usize) -> String {
        let node = &self.nodes[index];
        match (node.kind, node.covered_by) {
            (TreeNodeKind::Kept, _) => format!("#{index} {}", node.label()),
            (TreeNodeKind::Covered, Some(by)) => format!("{}, by #{by}", node.label()),
            _ => node.label(),
        }
    }

    /// What the language calls the null reference: methods of Java are named with their parameters.
    fn null(&self) -> &'static str {
        if self.entry.contains('(') { "null" } else { "NULL" }
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
                "covered_by": node.covered_by,
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
            "pruning": self.pruning.as_ref().map(|points| {
                points.iter().map(json::pruned_point).collect::<Vec<_>>()
            }),
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
            TreeNodeKind::Kept => format!("{}{place}: {}", self.function, self.text),
            _ => format!("{}{place}", self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node of `f`.
    pub(super) fn node(parent: Option<(usize, &str)>, kind: TreeNodeKind, text: &str) -> TreeNode {
        TreeNode {
            parent: parent.map(|(index, when)| (index, when.to_owned())),
            function: "f".into(),
            place: Some(Place { file: "/a/b.c".into(), line: 3, column: 1 }),
            kind,
            text: text.into(),
            heap: None,
            covered_by: None,
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
    fn large_trees_are_drawn_near_the_root() {
        let text = TreeReport { most_drawn: Some(2), ..report() }.to_text();
        let want = "f: 2 traces (1 normal, 1 exceptional), 0.00 s\n  f b.c:3\n  … 1 ways not drawn\n  └─ [x = \"1\"] f \
            b.c:3\n     … 1 ways not drawn\n  2 of 4 nodes are not drawn, those farthest from the root (--max-nodes draws more, \
            --json writes all)\n";
        assert_eq!(text, want);
    }

    #[test]
    fn closed_states_name_what_covers_them() {
        let mut report = report();
        report.nodes[1] =
            node(Some((0, "a")), TreeNodeKind::Kept, "states with x < 5 go no further");
        report.nodes[2] = node(Some((0, "b")), TreeNodeKind::Covered, "covered");
        report.nodes[2].covered_by = Some(1);
        let text = report.to_text();
        assert!(text.contains("[a] #1 f b.c:3: states with x < 5 go no further\n"), "{text}");
        assert!(text.contains("[b] covered b.c:3, by #1\n"), "{text}");
        assert_eq!(report.to_json()["nodes"][2]["covered_by"], 1);
        let dot = report.to_dot();
        assert!(dot.contains("  n2 -> n1 [style=dashed, constraint=false, "), "{dot}");
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
