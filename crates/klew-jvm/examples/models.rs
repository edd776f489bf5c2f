//! Regenerates `library/models.jar`; needs javac 17 or later.
//!
//! `cargo run -p klew-jvm --example models`

#[path = "../library/build.rs"]
mod build;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let work = std::env::temp_dir().join(format!("klew-models-{}", std::process::id()));
    std::fs::create_dir_all(&work)?;
    let jar = build::jar(&work);
    std::fs::remove_dir_all(&work)?;
    std::fs::write(build::folder().join("models.jar"), jar?)?;
    Ok(())
}
