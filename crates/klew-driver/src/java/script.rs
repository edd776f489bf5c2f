//! The script beside a test that compiles the program and runs it in the JVM.

use std::path::Path;

use super::machine::joined;
use super::{JavaProgram, surroundings};
use crate::confirm::quoted;

/// The text; it works from anywhere. The test lies in the folder, but for this. `main` is the class that `KlewRun` runs.
pub fn script(program: &JavaProgram, folder: &Path, main: &str, sources: &[&str]) -> String {
    let mut text = String::from(
        "#!/bin/sh\n# Compiles the program with this input and runs it.\nset -e\n\
         cd \"$(dirname \"$0\")\"\n\
         java=${JAVA_HOME:-",
    );
    text.push_str(&quoted(&program.jdk.home.display().to_string()));
    text.push_str("}\nmkdir -p classes/program classes/klew\n");
    if let Some(compilation) = &program.compilation {
        let mut compilation = compilation.clone();
        compilation.to = "classes/program".into();
        if let Some(last) = compilation.source_path.last_mut() {
            *last = ".".into();
        }
        let words: Vec<String> = compilation.arguments().iter().map(|word| quoted(word)).collect();
        text.push_str(&format!("\"$java\"/bin/javac {}\n", words.join(" ")));
    }
    let mut paths = vec!["classes/program".to_owned()];
    if !program.class_path.is_empty() {
        paths.push(joined(&program.class_path));
    }
    let needed = quoted(&paths.join(":"));
    text.push_str(&format!(
        "\"$java\"/bin/javac -XDignore.symbol.file -Xlint:none -d classes/klew -cp {needed} {}\n",
        sources.join(" ")
    ));
    text.push_str(&format!(
        "exec {}\"$java\"/bin/java {} -cp .:classes/klew:{needed} KlewRun {main}\n",
        surroundings::in_script(folder),
        program.run_options().join(" ")
    ));
    text
}
