//! What Java programs get from outside: from the command line to the front end, and into the runs in the JVM.

use std::fs;
use std::path::Path;
use std::process::Command;

use klew_ir::Program;
use klew_jvm::surroundings as given;
use klew_llvm::lower::{Environment, Value};
use klew_report::java::{SURROUNDINGS, Surroundings, is_piece};
use klew_report::{Input, InputSource};

use crate::confirm::quoted;
use crate::front_end::{Bound, Bounds};

/// As the front end takes it.
pub fn surroundings(environment: &Environment) -> given::Surroundings {
    let group = |group: &klew_llvm::lower::Arguments| given::Group {
        least: group.least,
        most: group.most,
        length: u32::try_from(group.length).unwrap_or(u32::MAX),
    };
    let variable = |(name, value): &(String, Value)| {
        let value = match value {
            Value::Text(text) => given::Value::Text(text.clone()),
            Value::Characters(most) => {
                given::Value::Characters(u32::try_from(*most).unwrap_or(u32::MAX))
            }
        };
        (name.clone(), value)
    };
    given::Surroundings {
        arguments: environment.arguments.as_ref().map(|groups| groups.iter().map(group).collect()),
        standard_input: environment.standard_input,
        variables: environment.variables.given.iter().map(variable).collect(),
        others: environment.variables.others.is_some(),
    }
}

/// How many arguments there are at most, how long they are, and how many bytes standard input has at most, where nothing is
/// said of them; one after the other, as long as there is time.
const LEVELS: [(u32, u32, u32); 4] = [(0, 0, 4), (1, 2, 12), (2, 4, 32), (3, 6, 200)];

/// The characters of an input string, within these levels.
const STRING: u32 = 32;
/// Longer ones, where time is left.
const LONGER_STRINGS: [u32; 2] = [256, 2048];

/// What contains all that engines look at within these levels and beside them.
const WIDEST: (u32, u32, u32) = (33, 64, 200);

/// Whether the program has bounds that can be chosen; standard input has none where its size is given.
pub fn has_bounds(program: &Program, standard_input: Option<u64>) -> bool {
    let grows = |name: &str| match name {
        given::MOST_ARGUMENTS => true,
        given::LONGEST_INPUT => standard_input.is_none(),
        given::LONGEST_FILE => true,
        _ => false,
    };
    program.globals.iter().any(|global| grows(&global.name))
}

/// Whether short input is that of arguments: not where standard input may have any size.
pub fn short_is_of_arguments(program: &Program, standard_input: Option<u64>) -> bool {
    let reads = program.globals.iter().any(|global| global.name == given::LONGEST_INPUT);
    !reads || standard_input.is_some()
}

/// Whether input strings are asked for.
pub fn has_strings(program: &Program) -> bool {
    program.globals.iter().any(|global| global.name == given::LONGEST_STRING)
}

/// The bounds on a program, if it has some that can be chosen.
pub fn bounds(program: &Program, standard_input: Option<u64>) -> Option<Bounds> {
    let (grows, has_strings) = (has_bounds(program, standard_input), has_strings(program));
    (grows || has_strings).then(|| {
        let mut bounds = levels(short_is_of_arguments(program, standard_input));
        if !grows {
            bounds.levels.truncate(1);
        }
        if !has_strings {
            bounds.longer.clear();
        }
        bounds
    })
}

/// The bounds on arguments and standard input, and which of them short input is; then those on strings.
pub fn levels(short_is_of_arguments: bool) -> Bounds {
    let one = |(most, longest, input): (u32, u32, u32), string: u32| Bound {
        globals: vec![
            (given::MOST_ARGUMENTS, most),
            (given::LONGEST_ARGUMENT, longest),
            (given::LONGEST_INPUT, input),
            (given::LONGEST_FILE, input),
            (given::LONGEST_STRING, string),
            (given::SHORT_ARGUMENTS, u32::from(short_is_of_arguments)),
        ],
        texts: vec![
            (given::ARGUMENTS, arguments(most, longest)),
            (
                given::INPUT,
                format!("standard input has at most {input} bytes (--sym-stdin SIZE gives some)"),
            ),
            (given::FILE, format!("each file has at most {input} bytes")),
            (given::STRING, format!("input strings have at most {string} characters")),
        ],
    };
    let [.., last] = LEVELS;
    Bounds {
        levels: LEVELS.into_iter().map(|level| one(level, STRING)).collect(),
        longer: LONGER_STRINGS.into_iter().map(|string| one(last, string)).collect(),
        widest: one(WIDEST, LONGER_STRINGS.into_iter().max().unwrap_or(STRING)),
    }
}

fn arguments(most: u32, longest: u32) -> String {
    match most {
        0 => {
            "main was run without arguments only (--sym-args MIN MAX LENGTH gives some)".to_owned()
        }
        1 => format!("main gets at most 1 argument, of at most {longest} characters"),
        _ => format!("main gets at most {most} arguments, of at most {longest} characters"),
    }
}

/// What a run in the JVM does not get as the finding has it.
pub fn not_given(inputs: &[Input]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for input in inputs {
        if input.source != InputSource::Implicit || is_piece(input) {
            continue;
        }
        let name = match input.name.as_str() {
            "identityHashCode" => "hash codes of objects",
            "currentTimeMillis" => "the time of day",
            "nanoTime" => "System.nanoTime",
            "availableProcessors" | "amount" => "what Runtime says of the machine",
            name if name.starts_with("next") || name.starts_with("random") => "random numbers",
            name => name,
        };
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Writes what a test needs of this.
pub fn write(folder: &Path, inputs: &[Input]) -> std::io::Result<()> {
    let tape = Surroundings::of(inputs).tape();
    replace(&folder.join(SURROUNDINGS), (!tape.is_empty()).then_some(tape.as_bytes()))
}

/// Writes a file of a test, or removes what an earlier finding of the same number left there.
pub fn replace(path: &Path, content: Option<&[u8]>) -> std::io::Result<()> {
    match content {
        Some(content) => fs::write(path, content),
        None if path.is_file() => fs::remove_file(path),
        None => Ok(()),
    }
}

/// Gives a run the variables of its test.
pub fn prepare(command: &mut Command, folder: &Path) {
    for (name, value) in variables(folder) {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
}

fn variables(folder: &Path) -> Vec<(String, Option<String>)> {
    // A test without such a file needs none.
    let tape = fs::read_to_string(folder.join(SURROUNDINGS)).unwrap_or_default();
    Surroundings::variables_of_tape(&tape)
}

/// The command that sets the variables for another one, as a script has it; ends with a blank.
pub fn in_script(folder: &Path) -> String {
    let variables = variables(folder);
    if variables.is_empty() {
        return String::new();
    }
    let mut words = String::from("env ");
    // Options come first.
    for (name, _) in variables.iter().filter(|(_, value)| value.is_none()) {
        words.push_str(&format!("-u {} ", quoted(name)));
    }
    for (name, value) in &variables {
        if let Some(value) = value {
            words.push_str(&format!("{} ", quoted(&format!("{name}={value}"))));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_set_variables() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(in_script(folder.path()), "");
        let tape = "variable -0041 -00610027 A = \"a'\"\nunset -0042 B\n";
        fs::write(folder.path().join(SURROUNDINGS), tape).unwrap();
        let words = in_script(folder.path());
        let output = Command::new("sh")
            .env("B", "old")
            .args(["-c", &format!("{words} sh -c 'echo \"$A-${{B-none}}\"'")])
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "a'-none\n");
    }

    #[test]
    fn what_a_run_takes_from_elsewhere() {
        let input = |name: &str, source| Input {
            name: name.to_owned(),
            value: String::new(),
            bytes: Vec::new(),
            place: None,
            source,
        };
        let implicit = ["argument", "nanoTime", "nextInt", "nextLong", "standardInput"];
        let mut inputs: Vec<Input> =
            implicit.iter().map(|name| input(name, InputSource::Implicit)).collect();
        inputs.push(input("nondetInt", InputSource::Harness));
        assert_eq!(not_given(&inputs), ["System.nanoTime", "random numbers"]);
    }
}
