//! `klew explain`, `klew doctor`, `klew completions`, `klew man`.

use std::process::{Command, Output};

fn klew(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.args(words).output().unwrap()
}

fn text(words: &[&str]) -> String {
    let output = klew(words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn properties_are_explained_by_both_names() {
    let own = text(&["explain", "signed-overflow"]);
    assert!(own.contains("CWE-190") && own.contains("To mend it:"), "{own}");
    assert_eq!(text(&["explain", "no-overflow"]).split("\n\n").next(), own.split("\n\n").next());
    assert!(text(&["explain"]).contains("valid-deref"));
    assert_eq!(klew(&["explain", "nothing"]).status.code(), Some(2));
}

#[test]
fn what_is_there_is_told() {
    let told = klew(&["doctor"]);
    let said = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(said.contains("clang") && said.contains("C can be checked: "), "{said}");
    let yes = said.contains("C can be checked: yes") || said.contains("Java can be checked: yes");
    assert_eq!(told.status.code(), Some(i32::from(!yes)));
    // Without any tool nothing is.
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    let folder = tempfile::tempdir().unwrap();
    command
        .arg("doctor")
        .env("PATH", folder.path())
        .env_remove("JAVA_HOME")
        .env_remove("KLEW_CLANG");
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("MISSING  clang") && said.contains("apt-get install clang"), "{said}");
}

#[test]
fn pages_and_completions_name_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    text(&["man", "--into", folder.path().to_str().unwrap()]);
    let page = std::fs::read_to_string(folder.path().join("klew-check.1")).unwrap();
    assert!(page.contains("\\-\\-property") && page.contains("klew\\-check"), "{page}");
    assert!(text(&["man"]).contains("klew"));
    for shell in ["bash", "zsh", "fish"] {
        let script = text(&["completions", shell]);
        for command in ["check", "test", "reach", "explain"] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    assert_eq!(klew(&["completions", "nothing"]).status.code(), Some(2));
}
