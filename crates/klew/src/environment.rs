//! `--sym-args`, `--sym-stdin` and `--sym-file`: read from the command line, written to `.ktest` files as KLEE
//! does, and read from there.

use clap::Args;
use klew_llvm::lower::{Arguments, Environment};
use klew_report::harness::Surroundings;

use crate::error::UserError;

/// What the program gets from outside.
#[derive(Clone, Debug, Default, Args)]
pub struct EnvironmentArguments {
    /// Give main from MIN to MAX arguments of at most LENGTH characters
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "LENGTH"], help_heading = "Input")]
    pub sym_args: Vec<u32>,
    /// Standard input has exactly so many bytes, of any value. Default: any input
    #[arg(long, value_name = "SIZE", help_heading = "Input")]
    pub sym_stdin: Option<u64>,
    /// There is a file of that name with exactly so many bytes, of any value; others cannot be read. May be
    /// repeated. Default: any file may be there
    #[arg(long, value_name = "NAME:SIZE", help_heading = "Input")]
    pub sym_file: Vec<String>,
}

const MOST_ARGUMENTS: u32 = 99;
const MOST_BYTES: u64 = 1 << 16;

impl EnvironmentArguments {
    /// As the front end takes it.
    pub fn environment(&self) -> Result<Environment, UserError> {
        let arguments = match self.sym_args.as_slice() {
            &[least, most, length] => Some(arguments(least, most, length)?),
            _ => None,
        };
        let standard_input = self.sym_stdin.map(|size| bounded("--sym-stdin", size)).transpose()?;
        let mut files: Vec<(String, u64)> = Vec::new();
        for text in &self.sym_file {
            let (name, size) = file(text)?;
            if files.iter().any(|(other, _)| *other == name) {
                return Err(UserError::new(format!("--sym-file: {name} is given twice")));
            }
            files.push((name, size));
        }
        Ok(Environment { arguments, files, standard_input })
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

fn file(text: &str) -> Result<(String, u64), UserError> {
    let parts = text.rsplit_once(':').and_then(|(name, size)| Some((name, size.parse().ok()?)));
    let Some((name, size)) = parts else {
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

/// As the harness takes it.
pub fn surroundings(environment: &Environment) -> Option<Surroundings> {
    if environment.is_empty() {
        return None;
    }
    let arguments = environment.arguments.map(|a| (a.least, a.most, a.length));
    let Environment { files, standard_input, .. } = environment;
    Some(Surroundings { arguments, files: files.clone(), standard_input: *standard_input })
}

/// As options, for the arguments of a `.ktest` file.
pub fn to_words(environment: &Environment) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(Arguments { least, most, length }) = environment.arguments {
        words.push("--sym-args".to_owned());
        words.extend([least.to_string(), most.to_string(), length.to_string()]);
    }
    if let Some(size) = environment.standard_input {
        words.extend(["--sym-stdin".to_owned(), size.to_string()]);
    }
    for (name, size) in &environment.files {
        words.extend(["--sym-file".to_owned(), format!("{name}:{size}")]);
    }
    words
}

/// The other way; words that are no such options are somebody else's.
pub fn from_words(words: &[String]) -> Result<Environment, UserError> {
    let mut given = EnvironmentArguments::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<u32>().ok()).unwrap_or(0);
        match word.as_str() {
            "--sym-args" | "-sym-args" => given.sym_args = vec![number(), number(), number()],
            "--sym-stdin" | "-sym-stdin" => given.sym_stdin = Some(u64::from(number())),
            "--sym-file" => given.sym_file.extend(words.next().cloned()),
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
    }

    #[test]
    fn what_cannot_be() {
        for words in [
            "--sym-args 3 2 1",
            "--sym-args 0 100 1",
            "--sym-stdin 0",
            "--sym-stdin 65537",
            "--sym-file a",
            "--sym-file a:x",
            "--sym-file ../a:1",
            "--sym-file a/b:1",
            "--sym-file :1",
            "--sym-file a:1 --sym-file a:2",
        ] {
            check(words, None);
        }
    }
}
