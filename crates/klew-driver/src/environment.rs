//! What a program gets from outside: `--sym-args`, `--sym-env`, `--sym-stdin`, `--sym-file` and their like. Read from the
//! command line, written to `.ktest` files as KLEE does, and read from there.

use klew_llvm::lower::{Arguments, Environment, Value, Variables};
use klew_report::surroundings::{Surroundings, Variable};

use crate::error::UserError;

/// What options say of what the program gets from outside.
#[derive(Clone, Debug, Default)]
pub struct EnvironmentOptions {
    /// Give main from MIN to MAX arguments of at most LENGTH characters. May be repeated: then these come one
    /// group after the other. Default: more and longer ones while time is left
    pub sym_args: Vec<u32>,
    /// Give main no arguments
    pub no_args: bool,
    /// Standard input has exactly so many bytes, of any value. Default: any input
    pub sym_stdin: Option<u64>,
    /// There is a file of that name with exactly so many bytes, of any value; others cannot be read. May be
    /// repeated. Default: any file may be there
    pub sym_file: Vec<String>,
    /// The environment has this variable. May be repeated. Default: any variable may be there
    pub env: Vec<String>,
    /// The environment has a variable of that name with at most so many characters, of any value. May be repeated
    pub sym_env: Vec<String>,
    /// The environment has no variables but those of --env and --sym-env
    pub no_env: bool,
}

const MOST_ARGUMENTS: u32 = 99;
const MOST_BYTES: u64 = 1 << 16;
const LONGEST_NAME: usize = 63;

impl EnvironmentOptions {
    /// As the front end takes it.
    ///
    /// # Errors
    /// Something cannot be, or is given twice.
    pub fn environment(&self) -> Result<Environment, UserError> {
        let standard_input = self.sym_stdin.map(|size| bounded("--sym-stdin", size)).transpose()?;
        let mut files: Vec<(String, u64)> = Vec::new();
        for text in &self.sym_file {
            let (name, size) = file(text)?;
            if files.iter().any(|(other, _)| *other == name) {
                return Err(UserError::new(format!("--sym-file: {name} is given twice")));
            }
            files.push((name, size));
        }
        let (arguments, variables) = (self.arguments()?, self.variables()?);
        Ok(Environment { arguments, arguments_go_on: false, files, standard_input, variables })
    }

    fn arguments(&self) -> Result<Option<Vec<Arguments>>, UserError> {
        if self.no_args {
            return Ok(Some(Vec::new()));
        }
        let mut groups = Vec::new();
        for group in self.sym_args.chunks(3) {
            match *group {
                [least, most, length] => groups.push(arguments(least, most, length)?),
                _ => return Err(UserError::new("--sym-args takes three numbers")),
            }
        }
        if groups.iter().map(|group| u64::from(group.most)).sum::<u64>() > MOST_ARGUMENTS.into() {
            return Err(UserError::new("--sym-args: these are too many arguments")
                .help(format!("all groups together: at most {MOST_ARGUMENTS}")));
        }
        Ok((!groups.is_empty()).then_some(groups))
    }

    fn variables(&self) -> Result<Variables, UserError> {
        let mut given: Vec<(String, Value)> = Vec::new();
        let texts = self.env.iter().map(|text| variable(text));
        let sizes = self.sym_env.iter().map(|text| variable_of_size(text));
        for variable in texts.chain(sizes) {
            let (name, value) = variable?;
            if given.iter().any(|(other, _)| *other == name) {
                let message = format!("the environment variable {name} is given twice");
                return Err(UserError::new(message));
            }
            given.push((name, value));
        }
        let others = if self.no_env { None } else { Variables::default().others };
        Ok(Variables { given, others })
    }
}

fn arguments(least: u32, most: u32, length: u32) -> Result<Arguments, UserError> {
    if least > most || most > MOST_ARGUMENTS || u64::from(length) > MOST_BYTES {
        let message = format!("--sym-args {least} {most} {length} cannot be");
        let help = format!("MIN MAX LENGTH: MIN at most MAX, MAX at most {MOST_ARGUMENTS}");
        return Err(UserError::new(message).help(help));
    }
    Ok(Arguments { least, most, length: u64::from(length) })
}

fn bounded(option: &str, size: u64) -> Result<u64, UserError> {
    if (1..=MOST_BYTES).contains(&size) {
        return Ok(size);
    }
    Err(UserError::new(format!("{option}: the size must be from 1 to {MOST_BYTES} bytes")))
}

/// `NAME:SIZE`.
fn name_and_size(text: &str) -> Option<(&str, u64)> {
    let (name, size) = text.rsplit_once(':')?;
    Some((name, size.parse().ok()?))
}

fn file(text: &str) -> Result<(String, u64), UserError> {
    let Some((name, size)) = name_and_size(text) else {
        return Err(UserError::new(format!("--sym-file {text}: this is not NAME:SIZE"))
            .help("--sym-file config.ini:20 gives a file of 20 bytes"));
    };
    let plain = |c: char| c.is_ascii_graphic() && c != '/';
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        return Err(UserError::new(format!("--sym-file {text}: {name} is not a plain file name"))
            .help(
                "findings are run in a folder with these files, so names have no folders in them",
            ));
    }
    Ok((name.to_owned(), bounded("--sym-file", size)?))
}

fn variable(text: &str) -> Result<(String, Value), UserError> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(UserError::new(format!("--env {text}: this is not NAME=VALUE")));
    };
    if value.contains('\0') {
        return Err(UserError::new(format!("--env {name}: no value has a byte 0")));
    }
    Ok((variable_name("--env", name)?, Value::Text(value.to_owned())))
}

fn variable_of_size(text: &str) -> Result<(String, Value), UserError> {
    let Some((name, size)) = name_and_size(text) else {
        return Err(UserError::new(format!("--sym-env {text}: this is not NAME:SIZE"))
            .help("--sym-env HOME:8 gives HOME a value of at most 8 characters"));
    };
    let size = bounded("--sym-env", size)?;
    Ok((variable_name("--sym-env", name)?, Value::Characters(size)))
}

fn variable_name(option: &str, name: &str) -> Result<String, UserError> {
    let is_name = |c: char| c.is_ascii_graphic() && c != '=';
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(is_name) {
        let message = format!("{option}: `{name}` is no name of an environment variable");
        return Err(UserError::new(message));
    }
    Ok(name.to_owned())
}

/// As the harness takes it.
pub fn surroundings(environment: &Environment) -> Surroundings {
    let groups = environment.arguments.as_ref();
    let group = |group: &Arguments| (group.least, group.most, group.length);
    let variable = |(name, value): &(String, Value)| {
        let value = match value {
            Value::Text(text) => Variable::Text(text.clone()),
            Value::Characters(size) => Variable::Bytes(*size),
        };
        (name.clone(), value)
    };
    Surroundings {
        arguments: groups.map(|groups| groups.iter().map(group).collect()),
        files: environment.files.clone(),
        standard_input: environment.standard_input,
        variables: environment.variables.given.iter().map(variable).collect(),
    }
}

/// How many inputs stand before those of a function that is analysed alone.
pub fn inputs_before(environment: &Environment) -> usize {
    let given = environment.variables.given.iter();
    let of_size = given.filter(|(_, value)| matches!(value, Value::Characters(_))).count();
    of_size + environment.files.len() + usize::from(environment.standard_input.is_some())
}

/// As options, for the arguments of a `.ktest` file.
pub fn to_words(environment: &Environment) -> Vec<String> {
    let mut words = Vec::new();
    match environment.arguments.as_deref() {
        Some([]) => words.push("--no-args".to_owned()),
        groups => {
            for Arguments { least, most, length } in groups.into_iter().flatten() {
                words.push("--sym-args".to_owned());
                words.extend([least.to_string(), most.to_string(), length.to_string()]);
            }
        }
    }
    if let Some(size) = environment.standard_input {
        words.extend(["--sym-stdin".to_owned(), size.to_string()]);
    }
    for (name, size) in &environment.files {
        words.extend(["--sym-file".to_owned(), format!("{name}:{size}")]);
    }
    for (name, value) in &environment.variables.given {
        words.extend(match value {
            Value::Text(text) => ["--env".to_owned(), format!("{name}={text}")],
            Value::Characters(size) => ["--sym-env".to_owned(), format!("{name}:{size}")],
        });
    }
    if environment.variables.others.is_none() {
        words.push("--no-env".to_owned());
    }
    words
}

/// The other way; words that are no such options are somebody else's.
///
/// # Errors
/// They say what cannot be.
pub fn from_words(words: &[String]) -> Result<Environment, UserError> {
    let mut given = EnvironmentOptions::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<u32>().ok()).unwrap_or(0);
        match word.as_str() {
            "--sym-args" | "-sym-args" => {
                given.sym_args.extend([number(), number(), number()]);
            }
            "--no-args" => given.no_args = true,
            "--sym-stdin" | "-sym-stdin" => given.sym_stdin = Some(u64::from(number())),
            "--sym-file" => given.sym_file.extend(words.next().cloned()),
            "--env" => given.env.extend(words.next().cloned()),
            "--sym-env" => given.sym_env.extend(words.next().cloned()),
            "--no-env" => given.no_env = true,
            _ => {}
        }
    }
    given.environment()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &str, want: Option<&str>) {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let again = from_words(&words).ok().map(|environment| to_words(&environment).join(" "));
        assert_eq!(again.as_deref(), want, "{words:?}");
    }

    #[test]
    fn words_and_back() {
        check("", Some(""));
        check("prog --sym-stdin 8 x", Some("--sym-stdin 8"));
        check("-sym-args 0 2 4 --sym-file a:b:3", Some("--sym-args 0 2 4 --sym-file a:b:3"));
        let groups = "--sym-args 1 1 3 --sym-args 0 1 2";
        check(groups, Some(groups));
        check("--no-args", Some("--no-args"));
        let variables = "--env A=b=c --env E= --sym-env H:3 --no-env";
        check(variables, Some(variables));
    }

    #[test]
    fn what_cannot_be() {
        for words in [
            "--sym-args 3 2 1",
            "--sym-args 0 100 1",
            "--sym-args 0 60 1 --sym-args 0 60 1",
            "--sym-stdin 0",
            "--sym-stdin 65537",
            "--sym-file a",
            "--sym-file a:x",
            "--sym-file ../a:1",
            "--sym-file a/b:1",
            "--sym-file :1",
            "--sym-file a:1 --sym-file a:2",
            "--env A",
            "--env =x",
            "--env A=1 --sym-env A:1",
            "--sym-env A:0",
            "--sym-env A=B:1",
        ] {
            check(words, None);
        }
    }
}
