//! What a class file declares: its name, its superclass, its methods, its source file. For who chooses classes and methods
//! before a program is lowered.

use crate::class_file::flags::{ABSTRACT, NATIVE, PUBLIC, STATIC, SYNTHETIC};
use crate::class_file::{ClassFile, FormatError, Signature};

/// What a class declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Its name, as class files write it: `pkg/Outer$Inner`.
    pub name: String,
    /// Its superclass.
    pub superclass: Option<String>,
    /// Access flags (JVM specification, table 4.1-B).
    pub flags: u16,
    /// Its methods.
    pub methods: Vec<Method>,
    /// The name of its source file, without folders.
    pub source_file: Option<String>,
}

impl Summary {
    /// Whether all classes may use it.
    pub fn is_public(&self) -> bool {
        self.flags & PUBLIC != 0
    }
}

/// A method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Its descriptor, like `(I[Ljava/lang/String;)V`.
    pub descriptor: String,
    /// Access flags (JVM specification, table 4.6-A).
    pub flags: u16,
}

impl Method {
    /// Whether all classes may call it.
    pub fn is_public(&self) -> bool {
        self.flags & PUBLIC != 0
    }

    /// Whether it has no `this`.
    pub fn is_static(&self) -> bool {
        self.flags & STATIC != 0
    }

    /// Whether it is written in the source and has code.
    pub fn has_source(&self) -> bool {
        self.flags & (NATIVE | ABSTRACT | SYNTHETIC) == 0 && self.name != "<clinit>"
    }

    /// Whether it is what starts programs.
    pub fn is_main(&self) -> bool {
        self.name == "main" && self.descriptor == "([Ljava/lang/String;)V" && self.is_static()
    }
}

/// The summary of a class file. No code is read.
///
/// # Errors
/// The bytes are no class file.
pub fn summary(bytes: &[u8]) -> Result<Summary, FormatError> {
    let class = ClassFile::declarations(bytes)?;
    let method = |method: &crate::class_file::Method| Method {
        name: method.name.to_string(),
        descriptor: method.descriptor.to_string(),
        flags: method.access,
    };
    Ok(Summary {
        name: class.name.to_string(),
        superclass: class.superclass.as_deref().map(str::to_owned),
        flags: class.access,
        methods: class.methods.iter().map(method).collect(),
        source_file: class.source_file.as_deref().map(str::to_owned),
    })
}

/// The methods that have lines in the source, by name and descriptor, each with the first one.
///
/// # Errors
/// The bytes are no class file.
pub fn first_lines(bytes: &[u8]) -> Result<Vec<(String, String, u16)>, FormatError> {
    let class = ClassFile::read(bytes)?;
    let of = |method: &crate::class_file::Method| {
        let lines = method.code.as_ref()?.lines.iter().map(|(_, line)| *line);
        Some((method.name.to_string(), method.descriptor.to_string(), lines.min()?))
    };
    Ok(class.methods.iter().filter_map(of).collect())
}

/// Names of the parameters of a method: as in the source, where the class file tells, or else `argument 1`. None if there is
/// no such method.
pub fn parameter_names(bytes: &[u8], name: &str, descriptor: &str) -> Option<Vec<String>> {
    let class = ClassFile::read(bytes).ok()?;
    let is_it =
        |it: &&crate::class_file::Method| &*it.name == name && &*it.descriptor == descriptor;
    class.methods.iter().find(is_it).map(crate::class_file::Method::parameter_names)
}

/// Names of the types in a descriptor's parentheses, as the source writes them but with full names.
pub fn parameters(descriptor: &str) -> Option<Vec<String>> {
    let signature = Signature::parse(descriptor).ok()?;
    Some(signature.parameters.iter().map(ToString::to_string).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(descriptor: &str, want: Option<&[&str]>) {
        let types = parameters(descriptor);
        let types = types.as_ref().map(|types| types.iter().map(String::as_str).collect());
        assert_eq!(types, want.map(<[&str]>::to_vec), "{descriptor}");
    }

    #[test]
    fn types_of_parameters() {
        check("()V", Some(&[]));
        check(
            "(I[[Ljava/lang/String;JLp/A$B;)V",
            Some(&["int", "java.lang.String[][]", "long", "p.A$B"]),
        );
        check("(Q)V", None);
        check("([)V", None);
        check("(Lp/A)V", None);
        check("I", None);
    }

    #[test]
    fn declarations_are_those_of_the_whole_class() {
        let jar = include_bytes!("../library/models.jar");
        let models = crate::Container::jar("models", jar).unwrap();
        for bytes in models.classes.values() {
            let (found, whole) = (summary(bytes).unwrap(), ClassFile::read(bytes).unwrap());
            let names = |it: &crate::class_file::Method| (it.name.to_string(), it.access);
            let own = |it: &Method| (it.name.clone(), it.flags);
            assert_eq!(found.name, *whole.name);
            assert!(found.methods.iter().map(own).eq(whole.methods.iter().map(names)));
            assert_eq!(found.source_file.as_deref(), whole.source_file.as_deref());
        }
        let integer = summary(&models.classes["java/lang/Integer"]).unwrap();
        assert_eq!(integer.superclass.as_deref(), Some("java/lang/Number"));
        let parsed = integer.methods.iter().find(|it| it.name == "parseInt").unwrap();
        assert!(parsed.is_static() && parsed.has_source() && !parsed.is_main());
    }

    #[test]
    fn what_is_no_class_file() {
        for bytes in
            [&b""[..], b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbe\0\0\0\x34\0\x05\x01\xff\xff"]
        {
            assert!(summary(bytes).is_err());
        }
    }
}
