//! Programs of `csmith`, where Debian's packages `csmith` and `libcsmith-dev` are installed.

use std::path::Path;
use std::process::Command;

use super::program::{Global, Program};

const HEADERS: &str = "/usr/include/csmith";

/// What a program of csmith consists of besides `main`.
const MAIN: &str = "int main (void)\n{\n";

/// Whether it can be used.
pub fn is_installed() -> bool {
    let runs = Command::new("csmith").arg("--version").output().is_ok_and(|o| o.status.success());
    runs && Path::new(HEADERS).join("csmith.h").is_file()
}

/// A program; none if it has too few globals that could be inputs.
pub fn generate(seed: u64) -> Option<Program> {
    let output = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--no-argc", "--max-funcs", "3"])
        .args(["--no-bitfields", "--no-packed-struct", "--no-volatiles", "--no-float"])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let globals: Vec<Global> = text.lines().filter_map(scalar_global).take(3).collect();
    if globals.len() < 3 {
        return None;
    }
    let (before, body) = text.split_once(MAIN)?;
    let end = body.rfind('}')?;
    Some(Program {
        // Its last call hands over the checksum.
        before: before.replace(
            "#include \"csmith.h\"",
            "#include \"csmith.h\"\n#define platform_main_end(sum, flag) finish(sum)",
        ),
        body: body[..end].to_owned(),
        globals,
        include: vec![HEADERS.to_owned()],
    })
}

/// `static int32_t g_1 = 5L;`
fn scalar_global(line: &str) -> Option<Global> {
    let rest = line.strip_prefix("static ")?;
    let (declared, _) = rest.split_once(" = ")?;
    let (scalar, name) = declared.split_once(' ')?;
    let is_scalar = scalar.ends_with("_t") && scalar.trim_start_matches('u').starts_with("int");
    let is_name = name.starts_with("g_") && name[2..].chars().all(|c| c.is_ascii_digit());
    (is_scalar && is_name).then(|| Global { scalar: scalar.to_owned(), name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::scalar_global;

    #[test]
    fn scalars_only() {
        assert!(scalar_global("static uint16_t g_12 = 0x5AL;").is_some_and(|g| g.name == "g_12"));
        for line in ["static int32_t *g_3 = &g_2;", "static int32_t g_4[2] = {1L,2L};", "int x;"] {
            assert!(scalar_global(line).is_none(), "{line}");
        }
    }
}
