//! Programs that travel: what a worker reads is what the call has.

use std::path::{Path, PathBuf};

use klew_ir::simplify::simplify_all;
use klew_ir::specialise::specialise;
use klew_ir::{Program, parse_program, print_numbered_program};

use crate::front_end::{Loaded, Wanted};
use crate::languages;
use crate::options::ProgramOptions;
use crate::property;
use crate::watch::Clock;

/// The programs of a folder of the command's tests, each so many-th.
fn programs(folder: &str, each: usize) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../klew/tests").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is part of the project");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "c" || it == "java"));
    files.sort();
    files.into_iter().step_by(each).collect()
}

/// The program as engines get it; none if it needs options that it names.
fn loaded(file: &Path) -> Option<Program> {
    let work = tempfile::tempdir().unwrap();
    let options = ProgramOptions::of(vec![file.to_owned()]);
    let (given, front_end) = languages::open(&options, work.path()).ok()?;
    let selection = front_end.select(property::select(&[]).unwrap()).ok()?;
    let wanted = Wanted { properties: selection.properties, malloc_may_fail: false };
    let Loaded { mut program, original } =
        front_end.load(&given, wanted, &Clock::start(None)).ok()?;
    original.keep_selected(&mut program, &selection);
    if !original.is_simplified() {
        simplify_all(&mut program);
    }
    specialise(&mut program, |_, property| selection.properties.contains(property), true);
    Some(program)
}

/// How many programs were the same after the way.
fn check(files: &[PathBuf]) -> usize {
    let mut same = 0;
    for file in files {
        let Some(program) = loaded(file) else { continue };
        let text = print_numbered_program(&program);
        match parse_program(&text, "") {
            Ok(read) => assert!(read == program, "{} is another program", file.display()),
            Err(error) => panic!("{}: {error}", file.display()),
        }
        same += 1;
    }
    same
}

#[test]
fn programs_in_c_travel() {
    let folders = ["programs/safe", "programs/violated", "programs/unknown"];
    let same: usize = folders.iter().map(|folder| check(&programs(folder, 5))).sum();
    assert!(same > 20, "{same}");
}

#[test]
fn programs_in_java_travel() {
    assert!(check(&programs("programs-java/safe", 9)) > 5);
    assert!(check(&programs("programs-java/violated", 12)) > 2);
}
