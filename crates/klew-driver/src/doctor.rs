//! `klew doctor`: the tools that klew starts, which of them are there, and what brings the others.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::c::clang::{Clang, on_path};
use crate::confined::{self, Sandbox};
use crate::java::jdk::Jdk;
use crate::process::{self, Allowance, Ending};

/// What a tool is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Without it C cannot be checked.
    C,
    /// Without it Java cannot be checked.
    Java,
    /// Without it something is missing.
    More,
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub purpose: &'static str,
    /// How much it is needed.
    pub need: Need,
    /// Where or of which version it is; none where it is missing.
    pub found: Option<String>,
    /// What installs it on Debian; empty where no package does.
    pub install: &'static str,
    /// Why it is not there, where there is more to say.
    pub why: Option<String>,
}

/// A name, a purpose, how much it is needed, the package.
type Known = (&'static str, &'static str, Need, &'static str);

const PROGRAMS: [Known; 7] = [
    ("gcc", "runs findings and tests of C programs", Need::C, "gcc"),
    ("gcov", "measures what tests of C programs cover", Need::More, "gcc"),
    ("addr2line", "tells the lines of native failures", Need::More, "binutils"),
    ("llvm-symbolizer", "tells the lines where clang compiled", Need::More, "llvm"),
    ("valgrind", "runs findings of values that were never written", Need::More, "valgrind"),
    ("z3", "solves Horn clauses (proofs without a bound)", Need::More, "z3"),
    ("cmake", "builds and runs suites of C programs", Need::More, "cmake"),
];

/// All tools.
pub fn tools() -> Vec<Tool> {
    let mut tools = vec![Tool {
        name: "clang",
        purpose: "reads C",
        need: Need::C,
        found: Clang::find().ok().map(|clang| clang.command.join(" ")),
        install: "clang",
        why: None,
    }];
    for (name, purpose, need, install) in PROGRAMS {
        let found = on_path(name).then(|| name.to_owned());
        tools.push(Tool { name, purpose, need, found, install, why: None });
    }
    tools.extend(sandboxes());
    tools.insert(2, sanitizers());
    let jdk = Jdk::find(None, None).ok();
    tools.push(Tool {
        name: "JDK",
        purpose: "reads and runs Java: the virtual machine and its classes",
        need: Need::Java,
        found: jdk.as_ref().map(|jdk| jdk.home.display().to_string()),
        install: "openjdk-17-jdk-headless",
        why: None,
    });
    let javac = jdk.and_then(|jdk| jdk.javac().ok());
    tools.push(Tool {
        name: "javac",
        purpose: "compiles Java",
        need: Need::Java,
        found: javac.map(|path| path.display().to_string()),
        install: "openjdk-17-jdk-headless",
        why: None,
    });
    for (name, purpose, file, install) in [
        ("JUnit 5", "runs suites of Java programs", "junit-jupiter-api.jar", "junit5"),
        (
            "JaCoCo",
            "measures what tests of Java programs cover",
            "org.jacoco.core.jar",
            "libjacoco-java",
        ),
    ] {
        let path = Path::new("/usr/share/java").join(file);
        let found = path.is_file().then(|| path.display().to_string());
        tools.push(Tool { name, purpose, need: Need::More, found, install, why: None });
    }
    tools
}

/// Whether gcc has the sanitizers by which findings are seen.
fn sanitizers() -> Tool {
    let program = "int main(void) { return 0; }\n";
    let compiles = || -> Option<bool> {
        let folder = tempfile::tempdir().ok()?;
        let source = folder.path().join("a.c");
        std::fs::write(&source, program).ok()?;
        let mut command = Command::new("gcc");
        command
            .arg("-fsanitize=address,undefined")
            .arg(&source)
            .arg("-o")
            .arg(folder.path().join("a"));
        let allowance =
            Allowance { time: Duration::from_secs(30), memory: 2 << 30, output: 1 << 16 };
        Some(process::run_tool(&mut command, allowance).ok()?.ending == Ending::Exit(0))
    };
    Tool {
        name: "sanitizers",
        purpose: "show what goes wrong in native runs",
        need: Need::C,
        found: (compiles() == Some(true)).then(|| "of gcc".to_owned()),
        install: "gcc",
        why: None,
    }
}

/// What keeps programs under test apart from the system: the first one that works is used.
fn sandboxes() -> Vec<Tool> {
    let work = tempfile::tempdir();
    let tried = |sandbox| match &work {
        Ok(work) => confined::probe(sandbox, work.path()),
        Err(error) => Err(error.to_string()),
    };
    let one = |sandbox: Sandbox, purpose, install| {
        let tried = tried(sandbox);
        Tool {
            name: sandbox.name(),
            purpose,
            need: Need::More,
            found: tried.is_ok().then(|| "works".to_owned()),
            install,
            why: tried.err(),
        }
    };
    let known = crate::c::clang::on_path("bwrap");
    vec![
        one(
            Sandbox::Bubblewrap,
            "the sandbox that programs under test are run in",
            // Where it is there and does not work, no package helps.
            if known { "" } else { "bubblewrap" },
        ),
        one(Sandbox::Landlock, "the sandbox where bubblewrap does not work", ""),
    ]
}

/// For people.
pub fn to_text(tools: &[Tool]) -> String {
    let mut text = String::new();
    for tool in tools {
        let mark = match (&tool.found, tool.need) {
            (Some(_), _) => "ok     ",
            (None, Need::More) => "absent ",
            (None, _) => "MISSING",
        };
        let place = tool.found.as_deref().unwrap_or("-");
        text.push_str(&format!(
            "{mark}  {:16} {place}\n                          {}\n",
            tool.name, tool.purpose
        ));
        if let Some(why) = &tool.why {
            text.push_str(&format!("                          {why}\n"));
        }
    }
    let mut packages: Vec<&str> = Vec::new();
    for tool in tools.iter().filter(|tool| tool.found.is_none()) {
        if !tool.install.is_empty() && !packages.contains(&tool.install) {
            packages.push(tool.install);
        }
    }
    if !packages.is_empty() {
        text.push_str(&format!(
            "\nTo install what is not there: apt-get install {}\n",
            packages.join(" ")
        ));
    }
    let (c, java) = (is_complete(tools, Need::C), is_complete(tools, Need::Java));
    let answer = |yes: bool| if yes { "yes" } else { "no" };
    text.push_str(&format!(
        "\nC can be checked: {}. Java can be checked: {}.\n",
        answer(c),
        answer(java)
    ));
    text
}

/// Whether all that is needed for that is there.
pub fn is_complete(tools: &[Tool], need: Need) -> bool {
    tools.iter().filter(|tool| tool.need == need).all(|tool| tool.found.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said() {
        let tool = |name, need, found: Option<&str>| Tool {
            name,
            purpose: "p",
            need,
            found: found.map(str::to_owned),
            install: name,
            why: None,
        };
        let tools = [
            tool("clang", Need::C, None),
            tool("javac", Need::Java, Some("/j")),
            tool("cmake", Need::More, None),
        ];
        let text = to_text(&tools);
        assert!(text.contains("MISSING  clang"), "{text}");
        assert!(text.contains("absent   cmake"), "{text}");
        assert!(text.contains("apt-get install clang cmake"), "{text}");
        assert!(text.ends_with("C can be checked: no. Java can be checked: yes.\n"), "{text}");
    }
}
