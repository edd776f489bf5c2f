//! Why a request cannot be lowered at all.

use thiserror::Error;

use crate::FormatError;

/// Why a request cannot be lowered at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// A class file is none.
    #[error("{name}: {why}")]
    Malformed {
        /// The class or file.
        name: String,
        /// What is wrong with it.
        why: FormatError,
    },
    /// A jar cannot be read.
    #[error("{name} cannot be read as a jar: {why}")]
    Jar {
        /// The jar.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// The classes of the JDK are missing.
    #[error("the core classes of Java cannot be read: {0}")]
    Core(String),
    /// A class that the user named cannot be had.
    #[error("{0}")]
    Class(String),
    /// No class of the class path has a `main`.
    #[error(
        "no class has a method `public static void main(String[])`; name a method with --entry"
    )]
    NoMain,
    /// Several have one.
    #[error("several classes have a main method ({}); name one with --entry", .0.join(", "))]
    SeveralMains(Vec<String>),
    /// No such method.
    #[error("{class} has no method {name}{}", known(.methods))]
    NoMethod {
        /// The class.
        class: String,
        /// The name that was asked for.
        name: String,
        /// The methods that it has.
        methods: Vec<String>,
    },
    /// Several methods of that name.
    #[error("there are several methods {name}; name one of {}", .methods.join(", "))]
    SeveralMethods {
        /// The name that was asked for.
        name: String,
        /// With their descriptors.
        methods: Vec<String>,
    },
    /// The entry is a native or abstract method.
    #[error("{0} has no code")]
    NoCode(String),
    /// The precondition does not fit.
    #[error("the precondition {0} does not give a boolean for the parameters of the entry")]
    Precondition(String),
    /// No such parameter, or one that cannot be null.
    #[error("--not-null {name}: {why}")]
    NotNull {
        /// The name that was given.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// What is to be allowed is no class of exceptions.
    #[error("--allow-exception {name}: {why}")]
    Allowed {
        /// The name that was given.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

fn known(methods: &[String]) -> String {
    if methods.is_empty() { String::new() } else { format!("; it has {}", methods.join(", ")) }
}
