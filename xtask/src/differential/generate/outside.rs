//! What a program gets from outside: arguments in one or two groups, variables of the environment, standard input, a
//! file. Texts are made of two letters, and there are few of them, so that a native run can take them all; a run
//! that gets anything else ends at once.
//!
//! Invariant: klew's options, and what the program refuses, leave exactly the runs that the native `main` makes.

use std::fmt::Write;

use super::Generator;
use crate::differential::program::Statement;
use crate::differential::random::Random;

/// What there is.
pub struct Outside {
    /// At least so many, at most so many arguments of at most so many letters.
    groups: Vec<(u32, u32, u32)>,
    variable: Variable,
    standard_input: Input,
    file: Input,
}

/// The variable `MODE`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variable {
    /// There are none.
    None,
    /// It is `ab`.
    Given,
    /// A text of at most one letter.
    Sized,
    /// The same, or it is not there.
    Any,
}

/// Something to read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    /// Nobody reads it.
    Unread,
    /// Two bytes.
    Sized,
    /// Up to two bytes.
    Any,
}

/// The letters of texts, the other one is `a`.
const OTHER: char = '-';
const GROUPS: [(u32, u32, u32); 6] =
    [(0, 1, 1), (1, 1, 1), (0, 1, 2), (1, 1, 2), (0, 2, 1), (1, 2, 1)];

/// One, at random.
pub fn outside(random: &mut Random) -> Outside {
    let count = 1 + random.below(2);
    let groups = (0..count).map(|_| *random.pick(&GROUPS)).collect();
    let groups = if random.chance(10) { Vec::new() } else { groups };
    let kinds = [Variable::None, Variable::Given, Variable::Sized, Variable::Any];
    let variable = *random.pick(&kinds);
    let standard_input = *random.pick(&[Input::Unread, Input::Sized, Input::Any]);
    // Where a file is given, there are no others.
    let file = *random.pick(&[Input::Unread, Input::Unread, Input::Sized]);
    let mut outside = Outside { groups, variable, standard_input, file };
    while outside.runs() > MOST_RUNS {
        outside.shrink();
    }
    outside
}

/// A native run makes at most so many runs for each value of its numbers.
const MOST_RUNS: u32 = 600;

/// Integers that the program makes of what it gets.
pub const VALUES: [&str; 9] = ["o0", "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8"];

impl Outside {
    /// How many runs there are.
    fn runs(&self) -> u32 {
        let texts = |length: u32| if length == 1 { 3u32 } else { 7 };
        let group = |&(least, most, length): &(u32, u32, u32)| -> u32 {
            (least..=most).map(|count| texts(length).pow(count)).sum()
        };
        let read = |input: Input| match input {
            Input::Unread => 1,
            Input::Sized => 4,
            Input::Any => 7,
        };
        let variable = match self.variable {
            Variable::None | Variable::Given => 1,
            Variable::Sized => 3,
            Variable::Any => 4,
        };
        let arguments: u32 = self.groups.iter().map(group).product();
        arguments * variable * read(self.standard_input) * read(self.file)
    }

    /// Takes something away.
    fn shrink(&mut self) {
        if self.file != Input::Unread {
            self.file = Input::Unread;
        } else if self.standard_input != Input::Unread {
            self.standard_input = Input::Unread;
        } else {
            self.groups.truncate(1);
        }
    }

    /// klew's options.
    pub fn options(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (least, most, length) in &self.groups {
            words.push("--sym-args".to_owned());
            words.extend([least, most, length].map(u32::to_string));
        }
        if self.groups.is_empty() {
            words.push("--no-args".to_owned());
        }
        words.extend(match self.variable {
            Variable::None => vec!["--no-env".to_owned()],
            Variable::Given => ["--no-env", "--env", "MODE=ab"].map(str::to_owned).to_vec(),
            Variable::Sized => ["--no-env", "--sym-env", "MODE:1"].map(str::to_owned).to_vec(),
            Variable::Any => Vec::new(),
        });
        if self.standard_input == Input::Sized {
            words.extend(["--sym-stdin", "2"].map(str::to_owned));
        }
        if self.file == Input::Sized {
            words.extend(["--sym-file", "data:2"].map(str::to_owned));
        }
        words
    }

    /// Text before the functions: reads everything, and says whether the run goes on.
    pub fn prologue(&self) -> String {
        let mut text = String::from(
            "#include <stdio.h>\n#include <unistd.h>\n#include <getopt.h>\nstatic int count; static char **words;\n",
        );
        for value in VALUES {
            let _ = writeln!(text, "static int {value};");
        }
        let _ = writeln!(
            text,
            "static int proper(const char *s) {{ for (; *s; s++) if (*s != 'a' && *s != '{OTHER}') return 0; return 1; }}"
        );
        text.push_str("static int look(int argc, char **argv) {\n  int option; count = argc; words = argv; optind = 0; opterr = 0;\n");
        text.push_str("  for (int k = 1; k < argc; k++) if (!proper(argv[k])) return 0;\n");
        text.push_str("  o0 = argc; o1 = argc > 1 ? argv[1][0] : 7; o2 = argc > 1 ? (int)strlen(argv[argc - 1]) : 3;\n");
        text.push_str(
            "  o3 = argc > 2 && strcmp(argv[1], argv[2]) < 0; o4 = o5 = o6 = o7 = o8 = 5;\n",
        );
        text.push_str("  if (argv[argc]) return 0;\n");
        if self.variable != Variable::None {
            let letters = if self.variable == Variable::Given { 2 } else { 1 };
            let _ = writeln!(
                text,
                "  {{ const char *mode = getenv(\"MODE\"); if (mode && (strlen(mode) > {letters} || (strlen(mode) == 1 && !proper(mode)))) return 0;\n    o4 = mode ? mode[0] : -3; o5 = mode ? (int)strlen(mode) : 9; o3 += getenv(\"MODE\") != mode; }}"
            );
        } else {
            text.push_str("  if (getenv(\"MODE\")) o3 = 44;\n");
        }
        match self.standard_input {
            Input::Unread => {}
            _ => {
                text.push_str("  { int c = getchar(), d = c == EOF ? EOF : getchar();\n");
                let _ = writeln!(
                    text,
                    "    if ((c != EOF && c != 'a' && c != '{OTHER}') || (d != EOF && d != 'a' && d != '{OTHER}') || (d != EOF && getchar() != EOF)) return 0;"
                );
                text.push_str("    o6 = c; o7 = d; }\n");
            }
        }
        if self.file == Input::Sized {
            text.push_str("  { FILE *file = fopen(\"data\", \"r\"); char line[4]; if (!file || fopen(\"missing\", \"r\")) return 0;\n");
            let _ = writeln!(
                text,
                "    if (!fgets(line, 4, file) || !proper(line) || strlen(line) != 2) return 0; o8 = line[0] * 2 + line[1]; if (fgetc(file) != EOF) o8 = 1; fclose(file); }}"
            );
        }
        let _ = writeln!(
            text,
            "  while ((option = getopt(argc, argv, \"a\")) != -1) o2 += option == 'a' ? 10 : 30;\n  o1 += optind;\n  return 1;\n}}"
        );
        text
    }

    /// The native part that makes all runs, and `main`. `call` calls `run`.
    pub fn epilogue(&self, loops: &str, call: &str, asked: &str) -> String {
        let mut text = String::from("#ifdef NATIVE\n");
        text.push_str("static char *given[8]; static unsigned size[8];\n");
        let _ = writeln!(
            text,
            "static void run_with(int argc) {{ char *argv[8]; for (int k = 0; k < argc; k++) {{ argv[k] = calloc(size[k] + 1, 1); strcpy(argv[k], given[k]); }} argv[argc] = 0;\n{loops}  {{ char *passed[8]; memcpy(passed, argv, sizeof argv); again(); reset(); if (look(argc, passed)) {{ {call} }} if (failed || LEAKED) {{ fprintf(stderr, \"FAILED\\n\"); _Exit(0); }} }}\n  for (int k = 0; k < argc; k++) free(argv[k]); }}"
        );
        text.push_str(&self.native_choices());
        text.push_str("int main(void) { given[0] = \"program\"; size[0] = 7; choose0_start(1); return 0; }\n#else\n");
        let _ = writeln!(
            text,
            "int main(int argc, char **argv) {{\n{asked}  reset();\n  if (look(argc, argv)) {{ {call} }}\n  return 0;\n}}\n#endif"
        );
        text
    }

    /// Functions that choose, from the last choice to the first; before them a call that brings a run its input.
    fn native_choices(&self) -> String {
        let mut text = String::new();
        // Standard input and the file are written anew for each run, which reads them.
        let sized = |input: Input, name: &str| match input {
            Input::Unread => format!("static const char *const {name}[] = {{ \"\" }};\n"),
            Input::Sized => format!(
                "static const char *const {name}[] = {{ \"aa\", \"a-\", \"-a\", \"--\" }};\n"
            ),
            Input::Any => format!(
                "static const char *const {name}[] = {{ \"\", \"a\", \"-\", \"aa\", \"a-\", \"-a\", \"--\" }};\n"
            ),
        };
        text.push_str(&sized(self.standard_input, "inputs"));
        text.push_str(&sized(self.file, "files"));
        text.push_str(match self.variable {
            Variable::None => "static const char *const modes[] = { 0 };\n",
            Variable::Given => "static const char *const modes[] = { \"ab\" };\n",
            Variable::Sized => "static const char *const modes[] = { \"\", \"a\", \"-\" };\n",
            Variable::Any => "static const char *const modes[] = { 0, \"\", \"a\", \"-\" };\n",
        });
        text.push_str("#define EACH(index, list) for (unsigned index = 0; index < sizeof list / sizeof *list; index++)\n");
        let _ = writeln!(
            text,
            "static void choose{}_start(int argc) {{ EACH(m, modes) EACH(i, inputs) EACH(f, files) {{ native_mode = modes[m]; native_input = inputs[i]; native_file = files[f]; run_with(argc); }} }}",
            self.groups.len()
        );
        for (index, (least, most, length)) in self.groups.iter().enumerate().rev() {
            let texts = if *length == 1 {
                "\"\", \"a\", \"-\""
            } else {
                "\"\", \"a\", \"-\", \"aa\", \"a-\", \"-a\", \"--\""
            };
            let next = index + 1;
            let _ = writeln!(
                text,
                "static char *const texts{index}[] = {{ {texts} }};\nstatic void choose{index}(int argc, int left) {{ if (left == 0) {{ choose{next}_start(argc); return; }} EACH(t, texts{index}) {{ given[argc] = texts{index}[t]; size[argc] = {length}; choose{index}(argc + 1, left - 1); }} }}\nstatic void choose{index}_start(int argc) {{ for (int n = {least}; n <= {most}; n++) choose{index}(argc, n); }}"
            );
        }
        text
    }

    /// What a native run is given, and how it gets it.
    pub fn native_prologue(&self) -> String {
        let mut text = String::from(
            "#ifdef NATIVE\nstatic const char *native_mode, *native_input, *native_file;\nstatic void store_text(const char *name, const char *text) { FILE *file = fopen(name, \"w\"); fputs(text, file); fclose(file); }\nstatic void again(void) {\n  if (native_mode) setenv(\"MODE\", native_mode, 1); else unsetenv(\"MODE\");\n",
        );
        if self.standard_input != Input::Unread {
            text.push_str(
                "  store_text(\"input\", native_input); if (!freopen(\"input\", \"r\", stdin)) _Exit(9);\n",
            );
        }
        if self.file == Input::Sized {
            text.push_str("  store_text(\"data\", native_file);\n");
        }
        text.push_str("}\n#endif\n");
        text
    }
}

impl Generator {
    /// A statement about arguments; with errors, if these are asked for.
    pub fn about_arguments(&mut self, planted: bool) -> Statement {
        let target = self.target();
        let condition = self.condition(1);
        let index = self.below(4);
        let text = match (planted, self.below(5)) {
            (true, 0) => format!("{target} = words[{index} < count ? {index} : count][0];"),
            (true, 1) => format!(
                "{{ char e[2]; strcpy(e, words[count - 1][0] == 'a' ? words[count - 1] : \"-\"); {target} = e[0]; }}"
            ),
            (true, 2) => format!("if (count > 1) {target} = words[1][o2 & 3];"),
            (true, _) => {
                format!("{{ int e[3] = {{ 1, 2, 3 }}; {target} = e[count > 3 ? count - 1 : 0]; }}")
            }
            (false, 0) => {
                format!("for (int k = 1; k < count; k++) if (words[k][0] == 'a') {target} = k;")
            }
            (false, 1) => format!("if (count > {index}) {target} = (int)strlen(words[{index}]);"),
            (false, 2) => format!("if (count > 2) {target} = strcmp(words[1], words[2]) == 0;"),
            (false, 3) => format!("{target} = count * 3 + o4;"),
            (false, _) => format!("{target} = words[count] == 0;"),
        };
        Statement::block(format!("if {condition}"), vec![Statement::simple(text)])
    }
}
