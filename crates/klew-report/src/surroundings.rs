//! What the harness puts around the program: the arguments of `main`, standard input, files and the environment.
//!
//! Inputs of given sizes stand on the tape, and the harness asks for them in the order of klew's start of the program:
//! variables of the environment before `main` and all constructors, the rest in a wrapper of `main`, for a linker with
//! `--wrap=main`. What models of the C library made up is written into the harness ([`crate::outside`]).

use std::fmt::Write as _;

use crate::harness::c_string;
use crate::outside::Outside;

/// What the program gets from outside: what its `main` is called with, and what it can read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Groups of arguments: at least so many, at most so many, and the length of each.
    pub arguments: Option<Vec<(u32, u32, u64)>>,
    /// Names and sizes.
    pub files: Vec<(String, u64)>,
    /// The size of standard input.
    pub standard_input: Option<u64>,
    /// Variables of the environment that are given.
    pub variables: Vec<(String, Variable)>,
}

/// The value of a variable that is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Variable {
    /// This text.
    Text(String),
    /// So many bytes of the tape.
    Bytes(u64),
}

impl Surroundings {
    /// Whether the harness defines a wrapper of `main`.
    pub fn wraps_main(&self) -> bool {
        self.arguments.is_some() || !self.files.is_empty() || self.standard_input.is_some()
    }
}

/// The part of the harness.
pub fn text(surroundings: &Surroundings, outside: &Outside) -> String {
    let mut text = environment(surroundings, outside);
    if surroundings.wraps_main() {
        text.push_str(&main_wrapper(surroundings));
    }
    text
}

/// Replaces the environment before anything of the program runs, so that it does not see what the sanitizers are told
/// there. Each string is an object of its own, of exactly the size that it had for klew.
fn environment(surroundings: &Surroundings, outside: &Outside) -> String {
    let mut text = String::from("\n/* ---- The environment ---- */\n\n");
    let mut fill = String::new();
    let mut count = 0;
    let mut add = |text: &mut String, bytes: &[u8]| {
        let (size, literal) = (bytes.len() + 1, c_string(bytes));
        let _ = writeln!(text, "static char klew_variable_{count}[{size}] = \"{literal}\";");
        count += 1;
        count - 1
    };
    for (name, value) in &surroundings.variables {
        match value {
            Variable::Text(value) => {
                add(&mut text, format!("{name}={value}").as_bytes());
            }
            Variable::Bytes(size) => {
                let mut bytes = format!("{name}=").into_bytes();
                let start = bytes.len();
                bytes.resize(start + *size as usize, 0);
                let index = add(&mut text, &bytes);
                let name = c_string(name.as_bytes());
                let _ = writeln!(
                    fill,
                    "    klew_input(klew_variable_{index} + {start}, {size}, \"env {name}\");"
                );
            }
        }
    }
    for string in &outside.environment {
        add(&mut text, string);
    }
    text.push_str("static char *klew_environment[] = {");
    for index in 0..count {
        let _ = write!(text, "klew_variable_{index}, ");
    }
    text.push_str(
        "0};\n\n__attribute__((constructor(101))) static void klew_set_environment(void)\n{\n",
    );
    let _ = write!(text, "{fill}    environ = klew_environment;\n}}\n");
    text
}

/// Asks for the inputs in the order of klew's start of the program.
fn main_wrapper(surroundings: &Surroundings) -> String {
    let mut text = String::from("\n/* ---- Arguments, files, standard input ---- */\n\n");
    let groups = surroundings.arguments.as_deref().unwrap_or_default();
    // Not on the heap, where they could be taken for lost memory.
    let mut slots = 0;
    for (_, most, length) in groups {
        for _ in 0..*most {
            let _ = writeln!(text, "static char klew_argument_{slots}[{}];", length + 1);
            slots += 1;
        }
    }
    let _ = writeln!(text, "static char *klew_arguments[{}] = {{\"program\"}};", slots + 2);
    text.push_str(FILES);
    text.push_str("    int given = 0, number;\n");
    let mut slot = 0;
    for (least, most, length) in groups {
        let _ = writeln!(text, "    number = {most};");
        if least < most {
            text.push_str("    klew_input(&number, sizeof number, \"n_args\");\n");
            let _ = writeln!(text, "    klew_assumption({least} <= number && number <= {most});");
        }
        for index in 0..*most {
            let name = format!("klew_argument_{slot}");
            let _ = writeln!(text, "    if (number > {index}) {{");
            let _ = writeln!(text, "        klew_input({name}, {}, \"arg{slot:02}\");", length + 1);
            let _ = writeln!(text, "        {name}[{length}] = 0;");
            let _ = writeln!(text, "        klew_arguments[1 + given++] = {name};\n    }}");
            slot += 1;
        }
    }
    text.push_str("    (void)number;\n");
    for (name, size) in &surroundings.files {
        let name = c_string(name.as_bytes());
        let _ = writeln!(text, "    klew_make_file(\"{name}\", {size}, \"{name}-data\");");
    }
    if let Some(size) = surroundings.standard_input {
        let _ = writeln!(text, "    klew_feed({size});");
    }
    text.push_str("    return __real_main(1 + given, klew_arguments, environ);\n}\n");
    text
}

const FILES: &str = r#"static unsigned char klew_contents[1 << 16];

__attribute__((unused)) static void klew_make_file(const char *name, size_t size, const char *input)
{
    FILE *file = fopen(name, "wb");
    klew_input(klew_contents, size, input);
    if (!file || fwrite(klew_contents, 1, size, file) != size || fclose(file)) {
        fprintf(stderr, "klew: cannot write %s\n", name);
        klew_flush_and_exit(79);
    }
}

__attribute__((unused)) static void klew_feed(size_t size)
{
    int ends[2];
    klew_input(klew_contents, size, "stdin");
    if (pipe(ends) || write(ends[1], klew_contents, size) != (ssize_t)size || close(ends[1]) ||
        dup2(ends[0], 0) || close(ends[0])) {
        fprintf(stderr, "klew: cannot feed standard input\n");
        klew_flush_and_exit(79);
    }
}

int __real_main(int count, char **arguments, char **environment);
int __wrap_main(int count, char **arguments, char **environment);
int __wrap_main(int count, char **arguments, char **environment)
{
    (void)count, (void)arguments, (void)environment;
"#;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(surroundings: &Surroundings, strings: &[&[u8]], parts: &[&str]) {
        let environment = strings.iter().map(|string| string.to_vec()).collect();
        let outside = Outside { environment, ..Outside::default() };
        let text = text(surroundings, &outside);
        for part in parts {
            assert!(text.contains(part), "{part:?} is not in:\n{text}");
        }
    }

    #[test]
    fn groups_of_arguments_follow_each_other() {
        let arguments = Some(vec![(1, 1, 3), (0, 2, 1)]);
        let parts = [
            "char klew_argument_0[4];\nstatic char klew_argument_1[2];\nstatic char klew_argument_2[2];",
            "*klew_arguments[5]",
            "klew_input(klew_argument_0, 4, \"arg00\");",
            "klew_assumption(0 <= number && number <= 2);",
            "if (number > 1) {\n        klew_input(klew_argument_2, 2, \"arg02\");",
        ];
        check(&Surroundings { arguments, ..Surroundings::default() }, &[], &parts);
        assert!(!text(&Surroundings::default(), &Outside::default()).contains("__wrap_main"));
    }

    #[test]
    fn the_environment() {
        let variables = vec![
            ("A".to_owned(), Variable::Text("b\"".to_owned())),
            ("LONG".to_owned(), Variable::Bytes(2)),
        ];
        let parts = [
            r#"klew_variable_0[5] = "A=b\"";"#,
            r#"klew_variable_1[8] = "LONG=\000\000";"#,
            r#"klew_input(klew_variable_1 + 5, 2, "env LONG");"#,
            r#"klew_variable_2[6] = "H=\001\000x";"#,
            "{klew_variable_0, klew_variable_1, klew_variable_2, 0};",
        ];
        check(&Surroundings { variables, ..Surroundings::default() }, &[b"H=\x01\0x"], &parts);
        check(&Surroundings::default(), &[], &["klew_environment[] = {0};"]);
    }
}
