//! What klew prints of a Java program, as far as it is compared.

use serde::Deserialize;

/// The result of a call.
#[derive(Deserialize)]
pub struct Report {
    /// `safe`, `bounded`, `violated` or `unknown`.
    pub verdict: String,
    /// What was found.
    pub findings: Vec<Finding>,
    /// Why the verdict is neither "safe" nor "violated".
    #[serde(default)]
    pub reasons: Vec<String>,
    /// Why not everything was explored.
    #[serde(default)]
    pub limits: Vec<Note>,
    /// What was not modelled exactly.
    #[serde(default)]
    pub approximations: Vec<Note>,
}

/// A limit or an approximation.
#[derive(Deserialize)]
pub struct Note {
    /// What it is.
    #[serde(default)]
    pub message: String,
    /// The line of the program.
    #[serde(default)]
    pub line: Option<usize>,
}

/// A finding.
#[derive(Deserialize)]
pub struct Finding {
    /// Whether the JVM showed it.
    pub confirmed: bool,
    /// How it fails.
    pub message: String,
    /// The inputs of the run, in order.
    #[serde(default)]
    pub input: Vec<Input>,
}

/// An input of a finding.
#[derive(Deserialize)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its value, as Java writes it.
    pub value: String,
}

impl Finding {
    /// Whether it depends on something that is not modelled exactly.
    pub fn is_approximate(&self) -> bool {
        self.input.iter().any(|input| input.name.starts_with("approximate"))
    }

    /// What the JVM would choose by itself, if it depends on that: hash codes, orders of sets.
    pub fn chosen_by_the_jvm(&self) -> Option<&str> {
        let chosen = |input: &&Input| input.name != "anyInt";
        self.input.iter().find(chosen).map(|input| input.name.as_str())
    }

    /// The values of `Klew.anyInt()`.
    pub fn inputs(&self) -> Vec<i64> {
        let given = self.input.iter().filter(|input| input.name == "anyInt");
        given.map(|input| input.value.parse().unwrap_or(i64::MIN)).collect()
    }
}

impl Report {
    /// Whether everything was explored, exactly.
    pub fn is_complete(&self) -> bool {
        let decided = matches!(self.verdict.as_str(), "safe" | "violated");
        decided && self.limits.is_empty() && self.approximations.is_empty()
    }

    /// Why it is open, in words.
    pub fn reasons(&self) -> String {
        let mut reasons: Vec<&str> = self.reasons.iter().map(String::as_str).collect();
        reasons.sort_unstable();
        reasons.join("; ")
    }
}
