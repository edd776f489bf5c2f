//! `klew lsp`, as an editor talks with it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const PROGRAM: &str = "\
#include <assert.h>
#include \"limit.h\"
static int unused;

int half(int n)
{
    assert(n != LIMIT);
    return n / 2;
}

int twice(int n)
{
    return n < 1000 && n > -1000 ? n * 2 : 0;
}
";

/// An editor with one server.
struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
    /// What the server sent that nobody asked about yet.
    heard: Vec<Value>,
}

impl Editor {
    fn start(words: &[&str]) -> Editor {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
        command.arg("lsp").args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let input = server.stdin.take().unwrap();
        let output = BufReader::new(server.stdout.take().unwrap());
        let mut editor = Editor { server, input, output, next: 0, heard: Vec::new() };
        let window = json!({"workDoneProgress": true, "showDocument": {"support": true}});
        let says = json!({"processId": null, "rootUri": null, "capabilities": {"window": window}});
        let answer = editor.ask("initialize", says);
        let commands = &answer["result"]["capabilities"]["executeCommandProvider"]["commands"];
        assert_eq!(*commands, json!(["klew.check", "klew.writeTest"]));
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks, and waits for the answer.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.hear(|message| message["id"] == id && message.get("method").is_none())
    }

    /// Waits for such a message.
    fn hear(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.heard.iter().position(&is_it) {
            return self.heard.remove(at);
        }
        loop {
            let message = self.read();
            if is_it(&message) {
                return message;
            }
            self.heard.push(message);
        }
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the server is gone");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// The next message for the user.
    fn said(&mut self) -> String {
        let message = self.hear(|message| message["method"] == "window/showMessage");
        message["params"]["message"].as_str().unwrap().to_owned()
    }

    /// The next diagnostics of a file.
    fn diagnostics(&mut self) -> Vec<Value> {
        let message = self.hear(|it| it["method"] == "textDocument/publishDiagnostics");
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// The code actions in a line, from 0.
    fn actions(&mut self, file: &Path, line: u32, diagnostics: &[Value]) -> Vec<Value> {
        let at = json!({"line": line, "character": 0});
        let params = json!({
            "textDocument": {"uri": uri(file)}, "range": {"start": at, "end": at},
            "context": {"diagnostics": diagnostics},
        });
        self.ask("textDocument/codeAction", params)["result"].as_array().unwrap().clone()
    }

    fn run(&mut self, action: &Value) {
        let Value::Object(command) = &action["command"] else { panic!("{action}") };
        let params = json!({"command": command["command"], "arguments": command["arguments"]});
        let answer = self.ask("workspace/executeCommand", params);
        assert!(answer.get("error").is_none(), "{answer}");
    }

    /// Checks the function in a line, from 0; gives what the user is told.
    fn check(&mut self, file: &Path, line: u32) -> String {
        let actions = self.actions(file, line, &[]);
        assert_eq!(actions[0]["title"], "klew: check this function");
        self.run(&actions[0]);
        self.said()
    }

    fn end(mut self) {
        let answer = self.ask("shutdown", Value::Null);
        assert!(answer.get("error").is_none(), "{answer}");
        self.tell("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }
}

fn uri(file: &Path) -> String {
    format!("file://{}", file.display())
}

/// A folder with the program, and its build's description.
fn project() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = folder.path().canonicalize().unwrap();
    fs::create_dir_all(path.join("include")).unwrap();
    fs::write(path.join("include/limit.h"), "#define LIMIT (BASE + 7)\n").unwrap();
    let file = path.join("half.c");
    fs::write(&file, PROGRAM).unwrap();
    let build = json!([{"directory": path, "file": "half.c", "command": "cc -Iinclude -DBASE=70 -c half.c"}]);
    fs::write(path.join("compile_commands.json"), build.to_string()).unwrap();
    (folder, file)
}

#[test]
fn a_finding_its_test_and_its_end() {
    let (_folder, file) = project();
    let mut editor = Editor::start(&["--", "--time", "30s"]);
    // In the function, below its first line.
    let said = editor.check(&file, 7);
    assert!(said.starts_with("klew: half: violated"), "{said}");
    let diagnostics = editor.diagnostics();
    let [diagnostic] = &diagnostics[..] else { panic!("{diagnostics:?}") };
    assert_eq!(diagnostic["range"]["start"], json!({"line": 6, "character": 4}));
    assert_eq!((&diagnostic["severity"], &diagnostic["code"]), (&json!(1), &json!("assertion")));
    let message = diagnostic["message"].as_str().unwrap();
    assert!(message.contains("n = 77") && message.contains("confirmed"), "{message}");
    // The test of the finding can be kept.
    let actions = editor.actions(&file, 6, &diagnostics);
    assert_eq!(actions[1]["title"], "klew: write the test of this finding");
    editor.run(&actions[1]);
    let kept = file.parent().unwrap().join("klew-tests/half-assertion-line-7");
    assert!(editor.said().ends_with(&kept.display().to_string()));
    let shown = editor.hear(|message| message["method"] == "window/showDocument");
    assert_eq!(shown["params"]["uri"], uri(&kept.join("driver.c")));
    let run = Command::new("sh").arg(kept.join("build-and-run.sh")).output().unwrap();
    assert!(!run.status.success(), "it fails as it did: {run:?}");
    // Mended and saved, it is checked again.
    fs::write(&file, PROGRAM.replace("assert(n", "assert(1 || n")).unwrap();
    editor.tell("textDocument/didSave", json!({"textDocument": {"uri": uri(&file)}}));
    assert_eq!(editor.said(), "klew: half: safe");
    assert_eq!(editor.diagnostics(), Vec::<Value>::new());
    editor.end();
}

#[test]
fn what_cannot_be_checked() {
    let (_folder, file) = project();
    let mut editor = Editor::start(&[]);
    let said = editor.check(&file, 1);
    assert_eq!(said, "klew: no function begins above line 2");
    let change = json!({"textDocument": {"uri": uri(&file), "version": 2}, "contentChanges": []});
    editor.tell("textDocument/didChange", change);
    let said = editor.check(&file, 12);
    assert!(said.contains("save") && said.contains("half.c"), "{said}");
    editor.tell("textDocument/didSave", json!({"textDocument": {"uri": uri(&file)}}));
    assert_eq!(editor.check(&file, 12), "klew: twice: safe");
    fs::write(&file, "int f( {\n").unwrap();
    editor.tell("textDocument/didSave", json!({"textDocument": {"uri": uri(&file)}}));
    let said = editor.said();
    assert!(said.contains("half.c:1:8"), "the compiler's message: {said}");
    let answer = editor.ask("textDocument/hover", json!({}));
    assert_eq!(answer["error"]["code"], -32601);
    editor.end();
}

#[test]
fn a_check_that_is_cancelled_ends() {
    let (_folder, file) = project();
    let endless = "int klew_int(const char *);\nint main(void)\n{\n    int sum = 0;\n    while (klew_int(\"go\"))\n        \
                   sum += klew_int(\"x\") & 1;\n    if (sum == 123456)\n        *(int *)0 = 1;\n    return 0;\n}\n";
    fs::write(&file, endless).unwrap();
    let mut editor = Editor::start(&["--", "--time", "10m"]);
    let actions = editor.actions(&file, 4, &[]);
    editor.run(&actions[0]);
    let told = editor.hear(|message| message["params"]["value"]["kind"] == "report");
    assert!(told["params"]["value"]["message"].as_str().unwrap().starts_with("main, "));
    let token = &told["params"]["token"];
    editor.tell("window/workDoneProgress/cancel", json!({"token": token}));
    let said = editor.said();
    assert!(said.starts_with("klew: main: "), "{said}");
    // One that is not cancelled ends with the editor.
    editor.run(&actions[0]);
    editor.hear(|it| it["params"]["value"]["kind"] == "report" && it["params"]["token"] != *token);
    editor.end();
}

#[test]
fn a_java_method() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().canonicalize().unwrap().join("Half.java");
    let text = "public class Half {\n    static int one() {\n        return 1;\n    }\n\n    static int of(int n) {\n        \
                if (n == 77) {\n            throw new IllegalStateException();\n        }\n        return n / 2;\n    }\n}\n";
    fs::write(&file, text).unwrap();
    let mut editor = Editor::start(&["--", "--time", "60s"]);
    assert_eq!(editor.check(&file, 2), "klew: Half.one(): safe");
    let said = editor.check(&file, 9);
    assert!(said.starts_with("klew: Half.of(int): violated"), "{said}");
    let diagnostics = editor.diagnostics();
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 7, "{diagnostics:?}");
    editor.end();
}

#[test]
fn options_that_checks_do_not_have() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    let output = command.args(["lsp", "--", "--no-such-option"]).stdin(Stdio::null()).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--no-such-option"));
}
