//! LLVM's IR made ready for a native run: AddressSanitizer instruments only functions that ask for it, and
//! what another compiler wrote does not.

use std::fs;
use std::path::Path;

use crate::c::clang::Clang;
use crate::c::sources::Sources;
use crate::source::{Kind, SourceFile};
use crate::watch::Clock;

/// The program with its IR files replaced by instrumented copies in that folder. A file of which none can be
/// made stays as it is.
pub fn instrumented(sources: &Sources, folder: &Path, clock: &Clock) -> Sources {
    let mut sources = sources.clone();
    let original = sources.clone();
    for (index, file) in sources.files.iter_mut().enumerate() {
        let Some(text) = text_of(file, &original, clock) else { continue };
        let path = folder.join(format!("instrumented-{index}.ll"));
        if fs::write(&path, ask_for_sanitizer(&text)).is_ok() {
            *file = SourceFile { path, kind: Kind::LlvmText };
        }
    }
    sources
}

fn text_of(file: &SourceFile, sources: &Sources, clock: &Clock) -> Option<String> {
    match file.kind {
        Kind::LlvmText => fs::read_to_string(&file.path).ok(),
        Kind::LlvmBitcode => {
            Clang::find().ok()?.compile(file, sources, clock).ok().map(|(text, _)| text)
        }
        _ => None,
    }
}

/// Every group of attributes, and so every function that has one, asks for AddressSanitizer.
fn ask_for_sanitizer(text: &str) -> String {
    let mut result = String::with_capacity(text.len() + 256);
    for line in text.split_inclusive('\n') {
        match line.split_once("= {") {
            Some((group, rest))
                if group.starts_with("attributes #") && !rest.contains("sanitize_address") =>
            {
                result.push_str(group);
                result.push_str("= { sanitize_address");
                result.push_str(rest);
            }
            _ => result.push_str(line),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_ask_once() {
        let text = "define i32 @f() #0 {\n ret i32 0\n}\nattributes #0 = { nounwind }\n";
        let asked = ask_for_sanitizer(text);
        assert!(asked.ends_with("attributes #0 = { sanitize_address nounwind }\n"), "{asked}");
        assert_eq!(ask_for_sanitizer(&asked), asked);
    }
}
