//! The tables of characters are what `library/unicode/Generate.java` writes with a JDK of that Unicode.

use std::path::Path;
use std::process::Command;

#[test]
fn the_tables_are_up_to_date() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
    let output = Command::new("java")
        .arg(library.join("unicode/Generate.java"))
        .output()
        .expect("java, of a JDK from 15 to 18");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = library.join("src/klew/runtime/Unicode.java");
    let tables = std::fs::read(file).expect("the tables are part of the project");
    assert!(output.stdout == tables, "run library/unicode/Generate.java");
}
