//! One page for people: verdict, findings step by step with a drawing of memory at each, checks, source with coverage. It needs no server and
//! no network: style, script and the document are in it.
//!
//! The page is made of the document by its script (`html/page.js`); `html/drawing.js` lays memory out, `html/tree.js` draws what the
//! exploration did, `html/timeline.js` its figures over time.

use crate::Document;

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/style.css");
const DRAWING: &str = include_str!("html/drawing.js");
const TREE: &str = include_str!("html/tree.js");
const TIMELINE: &str = include_str!("html/timeline.js");
const SCRIPT: &str = include_str!("html/page.js");

/// The page.
pub fn html(document: &Document) -> String {
    // Keys are strings and numbers are finite, so there is no error that could be met.
    let json = serde_json::to_string(&shortened(document)).unwrap_or_default();
    let title = format!("{} - {}", document.verdict, document.files.join(" "));
    let mut page = String::new();
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let Some((name, after)) = after.split_once("}}") else { break };
        match name {
            "title" => page.push_str(&escaped(&title)),
            "style" => page.push_str(STYLE),
            "document" => page.push_str(&inert(&json)),
            _ => page.extend([DRAWING, TREE, TIMELINE, SCRIPT]),
        }
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Steps of a path that the page shows, the last.
const MOST_STEPS: usize = 1_500;

/// With the last steps of long paths.
fn shortened(document: &Document) -> Document {
    let mut document = document.clone();
    for finding in &mut document.findings {
        let skipped = finding.path.len().saturating_sub(MOST_STEPS);
        finding.path.drain(..skipped);
        finding.skipped = (skipped > 0).then_some(skipped);
    }
    document
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// JSON that cannot end the element that it is in, whatever the program's source says.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CheckReport;

    #[test]
    fn nothing_in_the_document_ends_its_element() {
        let files = vec!["</script><b>.c".to_owned()];
        let document = crate::json::document(&CheckReport { files, ..CheckReport::default() });
        let page = html(&document);
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("\\u003c/script>\\u003cb>.c") && page.contains("&lt;/script&gt;"));
        assert!(!page.contains("{{") && page.ends_with("</html>\n"));
        // Nothing is fetched from anywhere.
        let outside = ["src=", "href=\"http", "@import", "url(http", "fetch("];
        assert!(outside.iter().all(|part| !page.contains(part)));
    }
}
