//! What tests with generated programs share: numbers from a seed, and how what is said of a program in two ways agrees.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Numbers from a seed (splitmix64).
pub struct Random(u64);

impl Random {
    /// Those of a program's seed.
    pub fn of(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    /// One below a number.
    pub fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    /// Once in so many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Any of some texts.
    pub fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }

    /// The first, most often: it is right.
    pub fn mostly<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        if self.once_in(8) { self.one_of(texts) } else { texts[0] }
    }
}

/// What is proved of folded states in that time, of the programs of some seeds, never fails where paths are followed; enough is proved, and
/// enough fails. The variable says how many programs, with `_SEED` behind it the first seed, with `_KEEP` a folder for those that are wrong or
/// open.
pub fn agree(variable: &str, time: &str, program: fn(u64) -> String) {
    let (count, first) = (number(variable, 6), number(&format!("{variable}_SEED"), 1));
    let folder = std::env::var(format!("{variable}_KEEP")).map(PathBuf::from);
    let keep = |what: &str, seed: u64| {
        if let Ok(folder) = &folder {
            std::fs::write(folder.join(format!("{what}-{seed}.c")), program(seed)).unwrap();
        }
    };
    let (mut held, mut failed, mut all_held, mut wrong) = (0, 0, 0, Vec::new());
    for seed in first..first + count {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("generated.c");
        std::fs::write(&file, program(seed)).unwrap();
        let folded = standings(&file, &["--engine", "segments", "--time", time]);
        let followed = standings(&file, &["--engine", "forward", "--time", "3s"]);
        if folded.is_empty() || followed.is_empty() {
            // Not even read in the time that it had.
            continue;
        }
        assert_eq!(folded.len(), followed.len(), "seed {seed}: {}", program(seed));
        for (at, (folded, followed)) in folded.iter().zip(&followed).enumerate() {
            held += usize::from(folded == "holds");
            failed += usize::from(followed == "fails");
            if folded == "holds" && followed == "fails" {
                wrong.push((seed, at));
                keep("wrong", seed);
            }
        }
        let is_proved = folded.iter().all(|standing| standing == "holds");
        all_held += usize::from(is_proved);
        if !is_proved && followed.iter().all(|standing| standing != "fails") {
            println!("seed {seed}: open");
            keep("open", seed);
        }
    }
    println!(
        "{count} programs: {held} checks hold, {failed} fail; of {all_held} programs all is proved"
    );
    assert!(wrong.is_empty(), "proved, and fails: {wrong:?}");
    assert!(all_held as u64 >= count / 6, "all is proved of {all_held} of {count} programs only");
    assert!(failed as u64 >= count / 12, "{failed} checks fail in {count} programs");
}

/// How a program's checks stand, in their order; none if it was not even read in the time that it had.
fn standings(file: &Path, arguments: &[&str]) -> Vec<String> {
    let klew = std::env::var("KLEW").unwrap_or_else(|_| env!("CARGO_BIN_EXE_klew").to_owned());
    let output = Command::new(klew)
        .args(["check", "--all-findings", "--no-output", "--format", "json", "--quiet"])
        .args(arguments)
        .arg(file)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr))
    });
    let checks = report["checks"].as_array().unwrap();
    checks.iter().map(|check| check["standing"].as_str().unwrap().to_owned()).collect()
}

/// A number from the environment.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
