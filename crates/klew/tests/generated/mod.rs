//! What tests with generated programs share: numbers from a seed, and how the checks of a program stand.

use std::path::Path;
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
}

/// How a program's checks stand, in their order; none if it was not even read in the time that it had.
pub fn standings(file: &Path, arguments: &[&str]) -> Vec<String> {
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
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
