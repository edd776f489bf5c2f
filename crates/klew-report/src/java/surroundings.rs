//! What a run of a Java program got from outside, read from its inputs: arguments of `main`, the environment's
//! variables, system properties, files.
//!
//! The models of klew-jvm (`klew.runtime.Arguments`, `Environment`, `SystemProperties`, `FileStore`) ask for them piece by piece; the
//! names are those of their methods.

use std::fmt::Write as _;

use super::{literal, number};
use crate::c_text::c_string;
use crate::report::{Input, InputSource};

/// The file that [`Surroundings::tape`] is written to, beside the classes that run a finding.
pub const SURROUNDINGS: &str = "surroundings.txt";

/// UTF-16, as Java has it.
type Text = Vec<u16>;

/// What was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Arguments of `main`; absent where the run did not ask how many there are.
    pub arguments: Option<Vec<Text>>,
    /// Names of variables and their values; those without one are not set.
    pub variables: Vec<(Text, Option<Text>)>,
    /// Keys and values of system properties.
    pub properties: Vec<(Text, Text)>,
    /// Files that the run asks for.
    pub files: Vec<File>,
}

/// A name, and what there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// As the program calls it.
    pub name: Text,
    /// What it is.
    pub kind: FileKind,
}

/// What is found under the name of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Nothing.
    Missing,
    /// These bytes, as far as they were read.
    Bytes(Vec<u8>),
    /// A folder.
    Folder,
}

impl File {
    /// In one line.
    fn shown(&self) -> String {
        let name = literal::string(&self.name);
        match &self.kind {
            FileKind::Missing => format!("{name} is not there"),
            FileKind::Bytes(bytes) => format!("{name} = \"{}\"", c_string(bytes)),
            FileKind::Folder => format!("{name} is a folder"),
        }
    }
}

/// Whether an input of that name is a piece of this, or of standard input.
pub fn is_piece(input: &Input) -> bool {
    const PIECES: [&str; 14] = [
        "argumentCount",
        "argumentLength",
        "argument",
        "environmentName",
        "environmentIsSet",
        "environmentLength",
        "environmentValue",
        "propertyName",
        "propertyLength",
        "propertyValue",
        "standardInput",
        "fileName",
        "fileKind",
        "fileByte",
    ];
    input.source == InputSource::Implicit && PIECES.contains(&input.name.as_str())
}

impl Surroundings {
    /// Of a run with these inputs.
    pub fn of(inputs: &[Input]) -> Surroundings {
        let mut all = Surroundings::default();
        let mut file = 0;
        for input in inputs.iter().filter(|input| is_piece(input)) {
            match input.name.as_str() {
                "argumentCount" => {
                    all.arguments.get_or_insert_default();
                }
                "argumentLength" => all.arguments.get_or_insert_default().push(Text::new()),
                "argument" => {
                    if let Some(last) = all.arguments.iter_mut().flatten().last() {
                        *last = text(&input.bytes);
                    }
                }
                "environmentName" => all.variables.push((text(&input.bytes), None)),
                "environmentIsSet" => {
                    if let Some((_, value)) = all.variables.last_mut() {
                        *value = (number(&input.bytes, 1) != 0).then(Text::new);
                    }
                }
                "environmentValue" => {
                    if let Some((_, value)) = all.variables.last_mut() {
                        *value = Some(text(&input.bytes));
                    }
                }
                "propertyName" => all.properties.push((text(&input.bytes), Text::new())),
                "propertyValue" => {
                    if let Some((_, value)) = all.properties.last_mut() {
                        *value = text(&input.bytes);
                    }
                }
                "fileName" => file = all.file(text(&input.bytes)),
                "fileKind" => {
                    if let Some(file) = all.files.get_mut(file) {
                        file.kind = match number(&input.bytes, 4) {
                            0 => FileKind::Missing,
                            1 => FileKind::Bytes(Vec::new()),
                            _ => FileKind::Folder,
                        };
                    }
                }
                "fileByte" => {
                    let byte = u8::try_from(number(&input.bytes, 4));
                    if let (Some(file), Ok(byte)) = (all.files.get_mut(file), byte)
                        && let FileKind::Bytes(bytes) = &mut file.kind
                    {
                        bytes.push(byte);
                    }
                }
                _ => {}
            }
        }
        all
    }

    /// The index of the file of that name.
    fn file(&mut self, name: Text) -> usize {
        let known = self.files.iter().position(|file| file.name == name);
        known.unwrap_or_else(|| {
            self.files.push(File { name, kind: FileKind::Missing });
            self.files.len() - 1
        })
    }

    /// For `KlewRun` and whoever starts it: a line for each argument, variable, system property and file, with their
    /// characters' bits.
    pub fn tape(&self) -> String {
        let mut tape = String::new();
        for argument in self.arguments.iter().flatten() {
            let _ = writeln!(tape, "argument {} = {}", bits(argument), literal::string(argument));
        }
        for (name, value) in &self.variables {
            let shown = String::from_utf16_lossy(name);
            let _ = match value {
                Some(value) => {
                    let text = literal::string(value);
                    writeln!(tape, "variable {} {} {shown} = {text}", bits(name), bits(value))
                }
                None => writeln!(tape, "unset {} {shown}", bits(name)),
            };
        }
        for (key, value) in &self.properties {
            let shown = format!("{} = {}", String::from_utf16_lossy(key), literal::string(value));
            let _ = writeln!(tape, "property {} {} {shown}", bits(key), bits(value));
        }
        for file in &self.files {
            let (name, shown) = (bits(&file.name), file.shown());
            let _ = match &file.kind {
                FileKind::Missing => writeln!(tape, "missing {name} - {shown}"),
                FileKind::Folder => writeln!(tape, "folder {name} - {shown}"),
                FileKind::Bytes(bytes) => {
                    let units: Text = bytes.iter().map(|byte| u16::from(*byte)).collect();
                    writeln!(tape, "file {name} {} {shown}", self::bits(&units))
                }
            };
        }
        tape
    }

    /// The variables that [`Surroundings::tape`] wrote, for starting a process.
    pub fn variables_of_tape(tape: &str) -> Vec<(String, Option<String>)> {
        let variable = |line: &str| {
            let mut words = line.split(' ');
            let kind = words.next()?;
            let name = text_of_bits(words.next()?)?;
            match kind {
                "variable" => Some((name, Some(text_of_bits(words.next()?)?))),
                "unset" => Some((name, None)),
                _ => None,
            }
        };
        tape.lines().filter_map(variable).collect()
    }

    /// As lines of a report.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(arguments) = &self.arguments {
            let arguments: Vec<String> = arguments.iter().map(|it| literal::string(it)).collect();
            lines.push(format!("arguments: [{}]", arguments.join(", ")));
        }
        if !self.variables.is_empty() {
            let variable = |(name, value): &(Text, Option<Text>)| {
                let name = String::from_utf16_lossy(name);
                match value {
                    Some(value) => format!("{name}={}", literal::string(value)),
                    None => format!("{name} is not set"),
                }
            };
            let variables: Vec<String> = self.variables.iter().map(variable).collect();
            lines.push(format!("environment: {}", variables.join(", ")));
        }
        if !self.properties.is_empty() {
            let property = |(key, value): &(Text, Text)| {
                format!("{}={}", String::from_utf16_lossy(key), literal::string(value))
            };
            let properties: Vec<String> = self.properties.iter().map(property).collect();
            lines.push(format!("system properties: {}", properties.join(", ")));
        }
        lines.extend(self.files.iter().map(|file| format!("file: {}", file.shown())));
        lines
    }
}

fn text(bytes: &[u8]) -> Text {
    bytes.chunks(2).map(|unit| number(unit, 2) as u16).collect()
}

/// Four digits for each character, after a minus.
fn bits(text: &[u16]) -> String {
    text.iter().fold("-".to_owned(), |bits, unit| format!("{bits}{unit:04x}"))
}

/// The other way.
fn text_of_bits(bits: &str) -> Option<String> {
    let digits = bits.strip_prefix('-')?;
    let units: Option<Text> = (0..digits.len())
        .step_by(4)
        .map(|at| u16::from_str_radix(digits.get(at..at + 4)?, 16).ok())
        .collect();
    Some(String::from_utf16_lossy(&units?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(inputs: &[(&str, &[u8])], lines: &[&str], tape: &str) {
        let input = |&(name, bytes): &(&str, &[u8])| Input {
            name: name.into(),
            value: String::new(),
            bytes: bytes.into(),
            place: None,
            source: InputSource::Implicit,
        };
        let inputs: Vec<Input> = inputs.iter().map(input).collect();
        let all = Surroundings::of(&inputs);
        assert_eq!(all.lines(), lines);
        assert_eq!(all.tape(), tape);
    }

    #[test]
    fn arguments_and_their_lengths() {
        check(&[("nextInt", &[1])], &[], "");
        check(&[("argumentCount", &[0; 4])], &["arguments: []"], "");
        check(
            &[
                ("argumentCount", &[2, 0, 0, 0]),
                ("argumentLength", &[2, 0, 0, 0]),
                ("argument", b"a\0\"\0"),
                ("argumentLength", &[0; 4]),
            ],
            &["arguments: [\"a\\\"\", \"\"]"],
            "argument -00610022 = \"a\\\"\"\nargument - = \"\"\n",
        );
    }

    #[test]
    fn variables_for_a_process() {
        let tape = "argument -0061 = \"a\"\nunset -0041 A\nvariable -0042 -00e40062 B = \"äb\"\n\
                    variable -004 x y\n";
        let want = [("A".to_owned(), None), ("B".to_owned(), Some("äb".to_owned()))];
        assert_eq!(Surroundings::variables_of_tape(tape), want);
    }

    #[test]
    fn files_and_what_is_read_of_them() {
        check(
            &[
                ("fileName", b"a\0"),
                ("fileKind", &[1, 0, 0, 0]),
                ("fileName", b"b\0"),
                ("fileKind", &[0; 4]),
                ("fileName", b"a\0"),
                ("fileByte", &[b'x', 0, 0, 0]),
                ("fileByte", &[255; 4]),
                ("fileName", b"c\0"),
                ("fileKind", &[2, 0, 0, 0]),
            ],
            &["file: \"a\" = \"x\"", "file: \"b\" is not there", "file: \"c\" is a folder"],
            "file -0061 -0078 \"a\" = \"x\"\nmissing -0062 - \"b\" is not there\n\
             folder -0063 - \"c\" is a folder\n",
        );
    }

    #[test]
    fn variables_and_properties() {
        check(
            &[
                ("environmentName", b"A\0"),
                ("environmentIsSet", &[0]),
                ("environmentName", b"B\0"),
                ("environmentIsSet", &[1]),
                ("environmentLength", &[0; 4]),
                ("environmentName", b"C\0"),
                ("environmentIsSet", &[1]),
                ("environmentLength", &[1, 0, 0, 0]),
                ("environmentValue", b"x\0"),
                ("propertyName", b"u\0"),
                ("propertyLength", &[1, 0, 0, 0]),
                ("propertyValue", b"/\0"),
            ],
            &["environment: A is not set, B=\"\", C=\"x\"", "system properties: u=\"/\""],
            "unset -0041 A\nvariable -0042 - B = \"\"\nvariable -0043 -0078 C = \"x\"\n\
             property -0075 -002f u = \"/\"\n",
        );
    }
}
