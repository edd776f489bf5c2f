//! The JVM that compiles and runs programs: one process for many of them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The driver's sources, and a `Klew` to compile with.
const SOURCES: [(&str, &str); 5] = [
    ("Driver.java", include_str!("driver/Driver.java")),
    ("Loader.java", include_str!("driver/Loader.java")),
    ("Members.java", include_str!("driver/Members.java")),
    ("ClassFile.java", include_str!("driver/ClassFile.java")),
    ("Klew.java", include_str!("../../../crates/klew-report/src/java/Klew.java")),
];

/// What `Klew` needs.
const INPUT: &str = include_str!("../../../crates/klew-report/src/java/KlewInput.java");

/// A JVM that answers requests.
pub struct Driver {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    classes: PathBuf,
}

impl Driver {
    /// Compiles the driver into a folder.
    ///
    /// # Errors
    /// There is no JDK.
    pub fn compile(folder: &Path) -> Result<PathBuf, String> {
        let failed = |error: std::io::Error| format!("cannot write the driver: {error}");
        let (sources, classes) = (folder.join("driver"), folder.join("driver-classes"));
        fs::create_dir_all(&sources).map_err(failed)?;
        let mut command = Command::new("javac");
        command.args(["-nowarn", "-Xlint:none", "-d"]).arg(&classes);
        for (name, text) in SOURCES.iter().chain([("KlewInput.java", INPUT)].iter()) {
            let file = sources.join(name);
            fs::write(&file, text).map_err(failed)?;
            command.arg(file);
        }
        let output = command.output().map_err(|error| format!("cannot run javac: {error}"))?;
        if output.status.success() {
            Ok(classes)
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into())
        }
    }

    /// Starts one.
    ///
    /// # Errors
    /// There is no JVM.
    pub fn start(classes: &Path) -> Result<Driver, String> {
        let failed = |error: std::io::Error| format!("cannot run java: {error}");
        let mut process = Command::new("java")
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g"])
            // The locale that klew assumes.
            .args(["-Duser.language=en", "-Duser.country=US", "-cp"])
            .arg(classes)
            .arg("Driver")
            // Calls may write files.
            .current_dir(classes)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        match (process.stdin.take(), process.stdout.take()) {
            (Some(requests), Some(answers)) => Ok(Driver {
                process,
                requests,
                answers: BufReader::new(answers),
                classes: classes.to_owned(),
            }),
            _ => Err("java has no standard input or output".into()),
        }
    }

    /// The answer to a request, line by line.
    ///
    /// # Errors
    /// The JVM ended, or it says why it cannot.
    pub fn ask(&mut self, fields: &[&str]) -> Result<Vec<String>, String> {
        match self.exchange(fields) {
            Ok(lines) => match lines.first() {
                Some(line) if line == "timeout" => self.again("the JVM did not end"),
                Some(line) if line.starts_with("error\t") => Err(line.replace("\\012", "\n")),
                _ => Ok(lines),
            },
            Err(why) => self.again(&why),
        }
    }

    /// Starts a new JVM in place of one that is lost.
    fn again(&mut self, why: &str) -> Result<Vec<String>, String> {
        let _ = self.process.kill();
        let _ = self.process.wait();
        *self = Driver::start(&self.classes)?;
        Err(why.to_owned())
    }

    fn exchange(&mut self, fields: &[&str]) -> Result<Vec<String>, String> {
        writeln!(self.requests, "{}", fields.join("\t"))
            .and_then(|()| self.requests.flush())
            .map_err(|error| format!("the JVM takes no request: {error}"))?;
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            match self.answers.read_line(&mut line) {
                Ok(0) => return Err("the JVM ended".into()),
                Err(error) => return Err(format!("the JVM's answer cannot be read: {error}")),
                Ok(_) => {}
            }
            let line = line.trim_end_matches('\n');
            if line == "." {
                return Ok(lines);
            }
            lines.push(line.to_owned());
        }
    }

    /// Compiles the sources of a folder into its folder `classes`.
    ///
    /// # Errors
    /// The compiler refuses them.
    pub fn compile_folder(&mut self, folder: &Path) -> Result<(), String> {
        let class_path = self.classes.to_string_lossy().into_owned();
        self.ask(&["compile", &folder.to_string_lossy(), &class_path]).map(|_| ())
    }

    /// The same, with further classes.
    ///
    /// # Errors
    /// The compiler refuses them.
    pub fn compile_with(&mut self, folder: &Path, classes: &Path) -> Result<(), String> {
        let class_path = format!("{}:{}", self.classes.display(), classes.display());
        self.ask(&["compile", &folder.to_string_lossy(), &class_path]).map(|_| ())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It ends by itself when its standard input does; this is for one that hangs.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
