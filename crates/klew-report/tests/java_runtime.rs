//! `src/java/runtime.jar` is made of the sources beside it.

use std::io::Read;

#[path = "../src/java/jar.rs"]
mod jar;

#[test]
fn the_jar_is_up_to_date() {
    let bytes = std::fs::read(jar::place()).expect("the jar is part of the project");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a jar");
    let mut made_of = String::new();
    archive.by_name(jar::SOURCES).expect("the entry").read_to_string(&mut made_of).expect("text");
    assert!(made_of == jar::texts(), "run `cargo run -p klew-report --example java_runtime`");
}
