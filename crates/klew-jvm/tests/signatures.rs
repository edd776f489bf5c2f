//! The models declare what the JDK's classes do, except for what `signatures/missing.txt` lists: members that are known to be
//! missing, and so unsupported where they are called. Lines with `inherited` there were looked at: what the model gets from
//! above does the same, or leads to something that is unsupported.

use std::path::Path;
use std::process::Command;

/// The JDK that the list is of.
const JDK: &str = "17";

#[test]
fn members_that_models_lack_are_known() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = crate_folder.join("tests/signatures");
    let version = Command::new("java").arg("-version").output().expect("java");
    let version = String::from_utf8_lossy(&version.stderr).into_owned();
    if !version.contains(&format!("version \"{JDK}")) {
        eprintln!("not compared: the list is of JDK {JDK}");
        return;
    }
    let output = Command::new("java")
        .arg(folder.join("Signatures.java"))
        .arg(crate_folder.join("library/models.jar"))
        .output()
        .expect("java");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let now = String::from_utf8_lossy(&output.stdout);
    let known = std::fs::read_to_string(folder.join("missing.txt")).expect("the list");
    let new: Vec<&str> = now.lines().filter(|line| !known.lines().any(|it| it == *line)).collect();
    assert!(new.is_empty(), "models lack members that the JDK has: {new:#?}");
    let mended: Vec<&str> =
        known.lines().filter(|line| !now.lines().any(|it| it == *line)).collect();
    assert!(mended.is_empty(), "not missing any more, take them out of the list: {mended:#?}");
}
