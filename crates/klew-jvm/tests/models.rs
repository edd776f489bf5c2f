//! `library/models.jar` is made of the sources beside it.

use std::io::Read;

#[path = "../library/build.rs"]
mod build;

#[test]
fn the_jar_is_up_to_date() {
    let jar =
        std::fs::read(build::folder().join("models.jar")).expect("the jar is part of the project");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(jar)).expect("a jar");
    let mut made_of = String::new();
    archive.by_name(build::SOURCES).expect("the entry").read_to_string(&mut made_of).expect("text");
    let now = build::fingerprint().expect("readable sources");
    assert_eq!(made_of, now, "run `cargo run -p klew-jvm --example models`");
}
