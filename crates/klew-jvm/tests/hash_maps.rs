//! klew's `HashMap` and `LinkedHashMap` answer as the JDK's do, and have its order: compared in a JVM, with hashes that are known or not.

use std::path::Path;
use std::process::Command;

/// The sources of the model.
const MODEL: [&str; 5] = ["HashBins", "HashMap", "HashViews", "HashWalk", "LinkedHashMap"];

#[test]
fn maps_answer_as_those_of_the_jdk() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut sources = Vec::new();
    for name in MODEL {
        let file = here.join("library/src/java/util").join(name).with_extension("java");
        let source = std::fs::read_to_string(file).expect("a source of the model");
        let moved = source
            .replace("package java.util;", "package maps;\nimport java.util.*;")
            .replace("klew.runtime.Intrinsics", "maps.Intrinsics");
        let to = folder.path().join(name).with_extension("java");
        std::fs::write(&to, moved).expect("a file");
        sources.push(to);
    }
    let beside = here.join("tests/hash_maps");
    sources.extend(["Intrinsics.java", "Compare.java"].map(|name| beside.join(name)));
    run(Command::new("javac").args(["-nowarn", "-d"]).arg(folder.path()).args(sources));
    run(Command::new("java").arg("-cp").arg(folder.path()).args(["maps.Compare", "20000"]));
}

fn run(command: &mut Command) {
    let output = command.output().expect("a JDK is installed");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
}
