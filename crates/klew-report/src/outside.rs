//! What a run got from outside, put together from inputs that models of the C library made up.
//!
//! Models ask for pieces, each under a name of its own (klew-llvm's `library/environment.c` says which). Here they
//! become what a compiled program can be given again: strings of the environment, standard input.
//!
//! **Invariant**: this is a proposal; whether the program does the same with it is seen only by running it.

use crate::report::{Input, InputSource};
use crate::standard_input::{FoundFile, read};

/// What a program finds around it, apart from what stands on the harness's tape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// The strings of its environment, without the 0 at the end; bytes behind a 0 within belong to the object.
    pub environment: Vec<Vec<u8>>,
    /// Names of variables that it asks for and that are not there.
    pub unset: Vec<Vec<u8>>,
    /// What it reads on standard input, if it does.
    pub standard_input: Option<Vec<u8>>,
    /// Files that it opens to read them.
    pub files: Vec<FoundFile>,
}

impl Outside {
    /// Of these inputs.
    pub fn of(inputs: &[Input]) -> Outside {
        let (standard_input, files) = read(inputs);
        let mut outside = Outside { standard_input, files, ..Outside::default() };
        let mut name = Vec::new();
        for input in inputs.iter().filter(|input| input.source == InputSource::Implicit) {
            match input.name.as_str() {
                "environment variable" => name.clone_from(&input.bytes),
                "environment variable is set" if input.bytes.iter().all(|byte| *byte == 0) => {
                    outside.unset.push(std::mem::take(&mut name));
                }
                "value of environment variable" => {
                    let mut string = std::mem::take(&mut name);
                    string.push(b'=');
                    string.extend_from_slice(&input.bytes);
                    outside.environment.push(string);
                }
                "environment string" => outside.environment.push(input.bytes.clone()),
                _ => {}
            }
        }
        outside
    }
}

/// The variables whose values stand on the tape: name and value.
pub fn variables(inputs: &[Input]) -> impl Iterator<Item = (&str, &[u8])> {
    let on_tape = inputs.iter().filter(|input| input.source == InputSource::Harness);
    on_tape.filter_map(|input| Some((input.name.strip_prefix("env ")?, text(&input.bytes))))
}

/// The arguments that the run was started with, if they are inputs of given sizes.
pub fn arguments(inputs: &[Input]) -> Vec<&[u8]> {
    let is_argument = |input: &&Input| is_argument(input);
    inputs.iter().filter(is_argument).map(|input| text(&input.bytes)).collect()
}

/// Whether an input is a piece of what is shown put together.
pub fn is_piece(input: &Input) -> bool {
    let pieces = ["value of environment variable", "file", "reads from file"];
    let name = input.name.as_str();
    let implicit = input.source == InputSource::Implicit
        && (name.starts_with("environment ") || pieces.contains(&name));
    let on_tape = input.name == "n_args" || input.name.starts_with("env ");
    implicit || is_argument(input) || (on_tape && input.source == InputSource::Harness)
}

fn is_argument(input: &Input) -> bool {
    let number = input.name.strip_prefix("arg").and_then(|rest| rest.parse::<u32>().ok());
    input.source == InputSource::Harness && number.is_some()
}

/// What stands before the first 0.
pub fn text(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, bytes: &[u8], source: InputSource) -> Input {
        Input { name: name.into(), value: String::new(), bytes: bytes.into(), place: None, source }
    }

    #[test]
    fn variables_that_were_asked_for() {
        let inputs: Vec<Input> = [
            ("environment variable", &b"HOME"[..]),
            ("environment variable is set", &[1]),
            ("value of environment variable", b"/\0x"),
            ("environment variable", b"X"),
            ("environment variable is set", &[0]),
            ("environment string", b"A=b"),
        ]
        .iter()
        .map(|(name, bytes)| input(name, bytes, InputSource::Implicit))
        .collect();
        let outside = Outside::of(&inputs);
        assert_eq!(outside.environment, [b"HOME=/\0x".to_vec(), b"A=b".to_vec()]);
        assert_eq!((outside.unset, outside.standard_input), (vec![b"X".to_vec()], None));
        assert!(inputs.iter().all(is_piece));
    }

    #[test]
    fn arguments_end_at_0() {
        let inputs = [
            input("n_args", &[2, 0, 0, 0], InputSource::Harness),
            input("arg00", b"-v\0x", InputSource::Harness),
            input("arg01", b"\0\0", InputSource::Harness),
            input("x", &[1], InputSource::Harness),
            input("arg02", b"y", InputSource::Implicit),
        ];
        assert_eq!(arguments(&inputs), [&b"-v"[..], b""]);
        assert_eq!(inputs.iter().filter(|input| is_piece(input)).count(), 3);
        let given = [input("env A", b"b\0", InputSource::Harness)];
        assert_eq!(variables(&given).collect::<Vec<_>>(), [("A", &b"b"[..])]);
    }
}
