//! What the harness puts around the program: the arguments of `main`, standard input, files and the environment.
//!
//! Inputs of given sizes stand on the tape, and the harness asks for them in the order of klew's start of the program:
//! variables of the environment before `main` and all constructors, the rest in a wrapper of `main`, for a linker with
//! `--wrap=main`. What models of the C library made up is written into the harness ([`crate::outside`]).

use std::fmt::Write as _;

use crate::c_text::c_string;
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
    text.push_str(&found_files(outside));
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

/// Whether the harness stands between the program and functions that open files: it has files in other places than the
/// program looks for them.
pub fn moves_files(outside: &Outside) -> bool {
    outside.files.iter().any(|file| is_elsewhere(&file.name))
}

/// Whether a file of that name is not in the folder of the run, and no device either.
fn is_elsewhere(name: &[u8]) -> bool {
    let system = [&b"/dev/"[..], b"/proc/"].iter().any(|start| name.starts_with(start));
    let above = name.split(|byte| *byte == b'/').any(|part| part == b"..");
    !system && (above || name.starts_with(b"/"))
}

/// Makes the files that models of the C library made up, in the folder of the run, before anything of the program runs.
/// Those that are not in that folder lie in it under other names.
fn found_files(outside: &Outside) -> String {
    let mut places = String::new();
    let mut made = String::new();
    for (index, file) in outside.files.iter().enumerate() {
        let name = c_string(&file.name);
        let elsewhere = is_elsewhere(&file.name);
        let place = if elsewhere { format!("klew-file-{index}") } else { name.clone() };
        if elsewhere {
            let _ = writeln!(places, "    {{\"{name}\", \"{place}\"}},");
        }
        let is_device = !elsewhere && file.name.starts_with(b"/");
        if let Some(contents) = file.contents.as_ref().filter(|_| !is_device) {
            let (size, text) = (contents.len(), c_string(contents));
            let _ = writeln!(made, "    klew_found_file(\"{place}\", {size}, \"{text}\");");
        }
    }
    if outside.files.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n/* ---- Files ---- */\n");
    text.push_str(FOUND_FILES);
    let _ = writeln!(
        text,
        "__attribute__((constructor(102))) static void klew_make_files(void)\n{{\n    (void)klew_found_file;\n{made}}}"
    );
    if !places.is_empty() {
        let _ = writeln!(
            text,
            "\nstatic const char *const klew_places[][2] = {{\n{places}    {{0, 0}},\n}};"
        );
        text.push_str(MOVED_FILES);
    }
    text
}

const FOUND_FILES: &str = r#"
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>

#ifdef KLEW_MOVED_FILES
FILE *__real_fopen(const char *name, const char *mode);
#define KLEW_FOPEN __real_fopen
#else
#define KLEW_FOPEN fopen
#endif

static void klew_found_file(const char *name, size_t size, const char *contents)
{
    char folder[512];
    const char *slash;
    FILE *file;
    for (slash = strchr(name, '/'); slash && slash - name < 511; slash = strchr(slash + 1, '/')) {
        memcpy(folder, name, (size_t)(slash - name));
        folder[slash - name] = 0;
        mkdir(folder, 0700);
    }
    file = KLEW_FOPEN(name, "wb");
    if (!file || fwrite(contents, 1, size, file) != size || fclose(file)) {
        fprintf(stderr, "klew: cannot write %s\n", name);
        klew_flush_and_exit(79);
    }
}

"#;

const MOVED_FILES: &str = r#"
static const char *klew_place(const char *name)
{
    unsigned index;
    for (index = 0; name && klew_places[index][0]; index++)
        if (!strcmp(name, klew_places[index][0]))
            return klew_places[index][1];
    return name;
}

FILE *__real_fopen64(const char *name, const char *mode);
FILE *__real_freopen(const char *name, const char *mode, FILE *stream);
int __real_open(const char *name, int flags, ...);
int __real_open64(const char *name, int flags, ...);
int __real_access(const char *name, int mode);

FILE *__wrap_fopen(const char *name, const char *mode) { return __real_fopen(klew_place(name), mode); }
FILE *__wrap_fopen64(const char *name, const char *mode) { return __real_fopen64(klew_place(name), mode); }
FILE *__wrap_freopen(const char *name, const char *mode, FILE *stream)
{
    return __real_freopen(klew_place(name), mode, stream);
}
static int klew_mode(int flags, va_list list) { return flags & O_CREAT ? va_arg(list, int) : 0; }
int __wrap_open(const char *name, int flags, ...)
{
    va_list list;
    int mode;
    va_start(list, flags);
    mode = klew_mode(flags, list);
    va_end(list);
    return __real_open(klew_place(name), flags, mode);
}
int __wrap_open64(const char *name, int flags, ...)
{
    va_list list;
    int mode;
    va_start(list, flags);
    mode = klew_mode(flags, list);
    va_end(list);
    return __real_open64(klew_place(name), flags, mode);
}
int __wrap_access(const char *name, int mode) { return __real_access(klew_place(name), mode); }
"#;

/// What the linker is told where files are moved.
pub const MOVING_FLAGS: [&str; 2] = [
    "-DKLEW_MOVED_FILES",
    "-Wl,--wrap=fopen,--wrap=fopen64,--wrap=freopen,--wrap=open,--wrap=open64,--wrap=access",
];

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
    fn files_lie_in_the_folder_of_the_run() {
        let file = |name: &str, contents: Option<&[u8]>| crate::standard_input::FoundFile {
            name: name.as_bytes().to_vec(),
            contents: contents.map(<[u8]>::to_vec),
        };
        let files = vec![file("c/a", Some(b"x")), file("/etc/b", Some(b"\"")), file("../no", None)];
        let outside = Outside { files, ..Outside::default() };
        let text = text(&Surroundings::default(), &outside);
        for part in [
            r#"klew_found_file("c/a", 1, "x");"#,
            r#"klew_found_file("klew-file-1", 1, "\"");"#,
            r#"{"/etc/b", "klew-file-1"},"#,
            r#"{"../no", "klew-file-2"},"#,
        ] {
            assert!(text.contains(part), "{part:?} is not in:\n{text}");
        }
        assert!(moves_files(&outside) && !text.contains("klew_found_file(\"klew-file-2"));
        let device = Outside { files: vec![file("/dev/null", Some(b""))], ..Outside::default() };
        assert!(!moves_files(&device));
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
