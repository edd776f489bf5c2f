//! Regenerates `src/java/runtime.jar`; needs javac 17 or later.
//!
//! `cargo run -p klew-report --example java_runtime`

#[path = "../src/java/jar.rs"]
mod jar;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let work = std::env::temp_dir().join(format!("klew-runtime-{}", std::process::id()));
    std::fs::create_dir_all(&work)?;
    let made = jar::jar(&work);
    std::fs::remove_dir_all(&work)?;
    std::fs::write(jar::place(), made?)?;
    Ok(())
}
