//! Execution trees for Graphviz.
//!
//! An edge has the condition of its branch, a leaf the outcome and the input heap that leads there; a dashed edge leads from a closed
//! state to what covers it.

use std::fmt::Write as _;

use super::{Drawn, TreeNodeKind, TreeReport};

/// As many nodes are drawn, if nobody says how many: Graphviz needs minutes for more.
const MOST: usize = 1000;

/// Longer lines are broken.
const WIDTH: usize = 48;

impl TreeNodeKind {
    /// Graphviz's attributes.
    fn style(self) -> &'static str {
        match self {
            TreeNodeKind::Fork => "shape=ellipse",
            TreeNodeKind::Kept => "shape=box, style=rounded, color=blue",
            TreeNodeKind::Covered => "shape=box, style=dashed, color=blue",
            TreeNodeKind::Normal => "shape=box, color=darkgreen",
            TreeNodeKind::Exceptional => "shape=box, color=red",
            TreeNodeKind::Infeasible => "shape=plain, fontcolor=gray",
            TreeNodeKind::Cut => "shape=box, style=dashed",
        }
    }
}

impl TreeReport {
    /// For Graphviz.
    pub fn to_dot(&self) -> String {
        let drawn = self.drawn(self.most_drawn.unwrap_or(MOST));
        let mut text =
            format!("digraph \"{}\" {{\n  node [fontname=\"monospace\"];\n", quoted(&self.entry));
        if let Some(note) = self.left_out(&drawn) {
            let _ = writeln!(text, "  label=\"{}\";", quoted(&note));
        }
        let indices = 0..self.nodes.len();
        for index in indices.filter(|&index| drawn.is_drawn[index]) {
            self.dot_node(&mut text, &drawn, index);
        }
        text.push_str("}\n");
        text
    }

    fn dot_node(&self, text: &mut String, drawn: &Drawn, index: usize) {
        let node = &self.nodes[index];
        let mut label = quoted(&broken(&self.label(index)));
        if let Some(heap) = node.heap.as_ref().filter(|heap| !heap.roots.is_empty()) {
            for line in crate::drawing::draw(heap, self.null()).lines() {
                let _ = write!(label, "\\l{}", quoted(line));
            }
            label.push_str("\\l");
        }
        let _ = writeln!(text, "  n{index} [label=\"{label}\", {}];", node.kind.style());
        if let Some((parent, when)) = &node.parent {
            let when = quoted(&broken(when));
            let _ = writeln!(text, "  n{parent} -> n{index} [label=\"{when}\"];");
        }
        if let Some(by) = node.covered_by.filter(|&by| drawn.is_drawn[by]) {
            let _ = writeln!(
                text,
                "  n{index} -> n{by} [style=dashed, constraint=false, color=blue, label=\"covered by\"];"
            );
        }
        let hidden = drawn.hidden[index];
        if hidden > 0 {
            let _ =
                writeln!(text, "  m{index} [label=\"… {hidden} ways not drawn\", shape=plain];");
            let _ = writeln!(text, "  n{index} -> m{index} [style=dotted];");
        }
    }
}

/// Text in lines that are not too long.
fn broken(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + word.chars().count() < WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\l")
}

#[cfg(test)]
mod tests {
    use crate::tree::tests::node;
    use crate::tree::{TreeNodeKind, TreeReport};

    #[test]
    fn graphviz() {
        let mut report = TreeReport {
            entry: "f".into(),
            nodes: vec![
                node(None, TreeNodeKind::Fork, ""),
                node(Some((0, "x = \"1\"")), TreeNodeKind::Exceptional, "null pointer dereference"),
                node(Some((0, &"word ".repeat(20))), TreeNodeKind::Normal, "returns"),
            ],
            ..TreeReport::default()
        };
        let dot = report.to_dot();
        let edge = "  n0 -> n1 [label=\"x = \\\"1\\\"\"];\n";
        let leaf = "  n1 [label=\"null pointer dereference b.c:3\", shape=box, color=red];\n";
        assert!(dot.contains(edge) && dot.contains(leaf), "{dot}");
        assert!(dot.contains("word word\\lword"), "{dot}");
        report.most_drawn = Some(1);
        let dot = report.to_dot();
        assert!(
            dot.contains("m0 [label=\"… 2 ways not drawn\"") && dot.contains("2 of 3 nodes"),
            "{dot}"
        );
        assert!(!dot.contains("n1 "), "{dot}");
    }
}
