//! Finds the installed JDK: its compiler, its virtual machine and its classes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::image::Image;
use super::machine::{QUICK, RUN_MEMORY, RUN_OPTIONS, stack};
use crate::error::UserError;
use crate::process::{self, Allowance};

/// What to install if there is no JDK.
const INSTALL: &str = "apt-get install openjdk-17-jdk-headless, or set JAVA_HOME to a JDK";

/// An installed JDK (or, without a compiler, a JRE).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its folder.
    pub home: PathBuf,
    /// The compiler, if the user chose another one.
    javac: Option<PathBuf>,
}

impl Jdk {
    /// The one at `home`; else that of `JAVA_HOME`; else the one whose `java` is first on the path.
    pub fn find(home: Option<&Path>, javac: Option<&Path>) -> Result<Jdk, UserError> {
        let environment = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty());
        let path = std::env::var_os("PATH").unwrap_or_default();
        let on_path = std::env::split_paths(&path).collect::<Vec<_>>();
        let home = find_home(home, environment.as_deref().map(Path::new), &on_path)?;
        if let Some(javac) = javac.filter(|javac| !javac.is_file()) {
            return Err(UserError::new(format!("--javac: there is no file {}", javac.display())));
        }
        Ok(Jdk { home, javac: javac.map(Path::to_owned) })
    }

    /// The virtual machine.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }

    /// The compiler.
    pub fn javac(&self) -> Result<PathBuf, UserError> {
        let javac = self.javac.clone().unwrap_or_else(|| self.home.join("bin/javac"));
        if javac.is_file() {
            return Ok(javac);
        }
        Err(UserError::new(format!("the JDK at {} has no javac", self.home.display()))
            .help(INSTALL))
    }

    /// Keys and values of the system properties by which its runs of tests differ from those of other JDKs, not from
    /// those of other users.
    pub fn properties(&self) -> Vec<(String, String)> {
        let mut command = Command::new(self.java());
        command
            .args(QUICK)
            .args(RUN_OPTIONS)
            .arg(stack(false))
            .args(["-XshowSettings:properties", "-version"]);
        command.env("LC_ALL", "C.UTF-8").env("LANGUAGE", "en").env_remove("JAVA_TOOL_OPTIONS");
        let allowance = Allowance { time: PROPERTIES_TIME, memory: RUN_MEMORY, output: 1 << 20 };
        // Without an answer, those that it would have told are unsupported where they are asked for.
        process::run(&mut command, allowance)
            .map_or_else(|_| Vec::new(), |finished| properties_in(&finished.message()))
    }

    /// Its classes.
    pub fn image(&self) -> Result<Image, UserError> {
        let modules = self.home.join("lib/modules");
        if !modules.is_file() {
            let message = format!("the JDK at {} has no lib/modules", self.home.display());
            return Err(UserError::new(message)
                .help("klew needs a JDK of version 9 or newer; --java-home DIR chooses one"));
        }
        Image::open(&modules).map_err(|error| {
            UserError::new(format!("cannot read {}: {error}", modules.display()))
                .help("--java-home DIR chooses another JDK")
        })
    }
}

/// How long the JDK may take to say what its properties are.
const PROPERTIES_TIME: Duration = Duration::from_secs(10);

/// The beginnings of keys, or whole ones.
const OF_JDK: [&str; 12] = [
    "java.version",
    "java.vendor",
    "java.specification.",
    "java.runtime.",
    "java.vm.",
    "java.class.version",
    "os.name",
    "file.encoding",
    "file.separator",
    "path.separator",
    "native.encoding",
    "sun.jnu.encoding",
];

/// What `java -XshowSettings:properties` says, of one line each; and the separator of lines, which it shows otherwise.
fn properties_in(said: &str) -> Vec<(String, String)> {
    let property = |line: &str| {
        let (key, value) = line.strip_prefix("    ")?.split_once(" = ")?;
        let wanted = OF_JDK.iter().any(|start| key.starts_with(start));
        wanted.then(|| (key.to_owned(), value.to_owned()))
    };
    let mut properties: Vec<_> = said.lines().filter_map(property).collect();
    if !properties.is_empty() {
        properties.push(("line.separator".to_owned(), "\n".to_owned()));
    }
    properties
}

fn find_home(
    given: Option<&Path>,
    environment: Option<&Path>,
    path: &[PathBuf],
) -> Result<PathBuf, UserError> {
    for (name, home) in [("--java-home", given), ("JAVA_HOME", environment)] {
        let Some(home) = home else { continue };
        if home.join("bin/java").is_file() {
            return Ok(home.to_owned());
        }
        let message = format!("{name} is {}, where there is no bin/java", home.display());
        return Err(UserError::new(message).help("set it to the folder of a JDK, or leave it out"));
    }
    let mut candidates =
        path.iter().map(|folder| folder.join("java")).filter(|java| java.is_file());
    let java = candidates.next().and_then(|java| java.canonicalize().ok());
    // …/bin/java, behind links like /etc/alternatives'.
    java.and_then(|java| Some(java.parent()?.parent()?.to_owned())).ok_or_else(|| {
        UserError::new("no JDK was found; klew needs one to read and run Java").help(INSTALL)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: Option<&str>, environment: Option<&str>, path: &[PathBuf], want: &str) {
        let said = match find_home(given.map(Path::new), environment.map(Path::new), path) {
            Ok(home) => home.file_name().unwrap().to_string_lossy().into_owned(),
            Err(error) => error.message,
        };
        assert_eq!(said, want);
    }

    #[test]
    fn where_a_jdk_is_looked_for() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["one", "two"] {
            std::fs::create_dir_all(folder.path().join(name).join("bin")).unwrap();
            std::fs::write(folder.path().join(name).join("bin/java"), "").unwrap();
        }
        let links = folder.path().join("links");
        std::fs::create_dir(&links).unwrap();
        std::os::unix::fs::symlink(folder.path().join("two/bin/java"), links.join("java")).unwrap();
        let one = folder.path().join("one").display().to_string();
        check(Some(&one), Some("/none"), &[], "one");
        check(None, Some(&one), std::slice::from_ref(&links), "one");
        check(None, None, &["/none".into(), links], "two");
        check(None, Some("/none"), &[], "JAVA_HOME is /none, where there is no bin/java");
        check(Some("/none"), None, &[], "--java-home is /none, where there is no bin/java");
        check(None, None, &[], "no JDK was found; klew needs one to read and run Java");
    }

    #[test]
    fn properties_of_the_installed_jdk() {
        let properties = Jdk::find(None, None).expect("the tests need a JDK").properties();
        let value = |key: &str| properties.iter().find(|it| it.0 == key).map(|it| it.1.as_str());
        assert_eq!(value("file.separator"), Some("/"));
        assert_eq!(value("line.separator"), Some("\n"));
        assert_eq!(value("file.encoding"), Some("UTF-8"));
        assert!(
            value("java.version").is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()))
        );
        assert_eq!(value("user.home"), None);
        assert_eq!(properties_in("Property settings:\n        /usr/lib\n"), []);
    }

    #[test]
    fn classes_of_the_installed_jdk() {
        let jdk = Jdk::find(None, None).expect("the tests need a JDK");
        let image = jdk.image().unwrap();
        for name in ["java/lang/Object", "java/util/ArrayList", "java/sql/Connection"] {
            let bytes = image.class(name).unwrap().expect(name);
            assert_eq!(bytes[..4], [0xCA, 0xFE, 0xBA, 0xBE], "{name}");
        }
        for name in ["java/lang/Missing", "Main", "no/such/Class", ""] {
            assert_eq!(image.class(name).unwrap(), None, "{name}");
        }
    }

    #[test]
    fn images_that_are_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("modules");
        for bytes in [&b"PK"[..], &[0; 40], &0xCAFE_DADA_u32.to_le_bytes().repeat(10)] {
            std::fs::write(&path, bytes).unwrap();
            assert!(Image::open(&path).is_err());
        }
    }
}
