//! Runs at the same time in one folder come to what each comes to alone.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

const C_BUG: &str = "\
#include <assert.h>
#include <klew.h>
int main(void) {
  int n = klew_int(\"n\");
  assert(n != 4711);
  return 0;
}
";

const JAVA_BUG: &str = "\
public class Main {
  public static void main(String[] args) {
    int n = Klew.anyInt();
    int[] a = new int[3];
    if (n >= 0 && n < 4) a[n] = 1;
  }
}
";

const JAVA_OTHER: &str = "\
public class Other {
  public static void main(String[] args) {
    if (Klew.anyInt() == 12) throw new IllegalStateException(\"twelve\");
  }
}
";

/// What is analysed in that folder, and the folder of its tests.
const RUNS: [(&[&str], &str); 4] = [
    (&["bug.c"], "klew-out-bug"),
    (&["Main.java"], "klew-out-Main"),
    (&[".", "--entry", "Other.main"], "klew-out-Other"),
    (&["bug.c"], "klew-out-bug"),
];

fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_klew"))
        .current_dir(folder)
        .arg("check")
        .args(arguments)
        .args(["--format", "json", "--quiet", "--time", "240s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn check(turns: usize, at_once: usize) {
    let sandbox = tempfile::tempdir().unwrap();
    let folder = sandbox.path();
    std::fs::write(folder.join("bug.c"), C_BUG).unwrap();
    std::fs::write(folder.join("Main.java"), JAVA_BUG).unwrap();
    std::fs::write(folder.join("Other.java"), JAVA_OTHER).unwrap();
    for turn in 0..turns {
        let runs: Vec<(Child, &str)> = RUNS
            .iter()
            .cycle()
            .take(at_once)
            .map(|(arguments, place)| (start(folder, arguments), *place))
            .collect();
        for (run, place) in runs {
            let output = run.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let report: Value = serde_json::from_slice(&output.stdout).expect(&said);
            assert_eq!(report["verdict"], "violated", "turn {turn}, {place}: {report:#}{said}");
            assert_eq!(report["findings"][0]["confirmed"], true, "turn {turn}: {report:#}");
            assert_eq!(report["findings"][0]["test"], format!("{place}/finding-1"));
        }
        for (_, place) in RUNS {
            for file in ["input.ktest", "trace.txt", "build-and-run.sh"] {
                let path = folder.join(place).join("finding-1").join(file);
                assert!(path.is_file(), "turn {turn}: {} is missing", path.display());
            }
        }
        let mut left: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        left.sort();
        let want =
            ["Main.java", "Other.java", "bug.c", "klew-out-Main", "klew-out-Other", "klew-out-bug"];
        assert_eq!(left, want, "turn {turn}");
    }
}

#[test]
fn runs_at_once_in_one_folder_do_not_disturb_each_other() {
    // Eight at once, twenty times, is `make test-long`.
    let (turns, at_once) = match std::env::var_os("KLEW_LONG_TESTS") {
        Some(_) => (20, 8),
        None => (2, 4),
    };
    check(turns, at_once);
}

#[test]
fn the_script_of_a_test_runs_where_the_test_is() {
    let sandbox = tempfile::tempdir().unwrap();
    std::fs::write(sandbox.path().join("bug.c"), C_BUG).unwrap();
    let output = start(sandbox.path(), &["bug.c"]).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(10));
    let script = sandbox.path().join("klew-out-bug/finding-1/build-and-run.sh");
    let run = Command::new(script).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("n != 4711"), "{said}");
}
