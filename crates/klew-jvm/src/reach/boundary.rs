//! Which classes of the JDK are followed.
//!
//! The JDK's inside (security, reflection, files, threads, locales) is large, full of native methods, and
//! nothing that programs under analysis depend on; a call into it is unsupported where it is reached. Models take the
//! place of what is commonly used of it.

/// Packages that are followed, with all below them.
const FOLLOWED: &[&str] = &[
    "java/lang/",
    "java/util/",
    "java/math/",
    "java/text/",
    "java/time/",
    "jdk/internal/util/",
    "jdk/internal/vm/annotation/",
    "sun/security/action/",
    "sun/util/calendar/",
];

/// Single classes of other packages, with those nested in them.
const ALSO: &[&str] = &[
    "java/io/BufferedInputStream",
    "java/io/BufferedOutputStream",
    "java/io/BufferedWriter",
    "java/io/ByteArrayInputStream",
    "java/io/ByteArrayOutputStream",
    "java/io/CharArrayReader",
    "java/io/CharArrayWriter",
    "java/io/Closeable",
    "java/io/DataInput",
    "java/io/DataInputStream",
    "java/io/DataOutput",
    "java/io/DataOutputStream",
    "java/io/File",
    "java/io/FileFilter",
    "java/io/FileReader",
    "java/io/FileWriter",
    "java/io/FilenameFilter",
    "java/io/FilterInputStream",
    "java/io/FilterOutputStream",
    "java/io/FilterReader",
    "java/io/FilterWriter",
    "java/io/Flushable",
    "java/io/InputStream",
    "java/io/LineNumberReader",
    "java/io/OutputStream",
    "java/io/PrintWriter",
    "java/io/PushbackInputStream",
    "java/io/PushbackReader",
    "java/io/Reader",
    "java/io/SequenceInputStream",
    "java/io/Serializable",
    "java/io/StreamTokenizer",
    "java/io/StringReader",
    "java/io/StringWriter",
    "java/io/Writer",
    "java/lang/reflect/Modifier",
    "java/util/zip/Checksum",
    "jdk/internal/math/",
];

/// What of these is not.
const LEFT_OUT: &[&str] = &[
    "java/lang/ClassLoader",
    "java/lang/ClassValue",
    "java/lang/Module",
    "java/lang/Process",
    "java/lang/Runtime$",
    "java/lang/SecurityManager",
    "java/lang/Shutdown",
    "java/lang/StackStreamFactory",
    "java/lang/StackWalker",
    "java/lang/System$",
    "java/lang/Thread",
    "java/lang/constant/",
    "java/lang/instrument/",
    "java/lang/invoke/",
    "java/lang/management/",
    "java/lang/module/",
    "java/lang/ref/",
    "java/lang/reflect/",
    "java/lang/runtime/",
    "java/util/Calendar",
    "java/util/Currency",
    "java/util/JapaneseImperialCalendar",
    "java/util/Locale",
    "java/util/PropertyResourceBundle",
    "java/util/ResourceBundle",
    "java/util/Scanner",
    "java/util/ServiceLoader",
    "java/util/TimeZone",
    "java/util/concurrent/ForkJoin",
    "java/util/concurrent/locks/",
    "java/util/jar/",
    "java/util/logging/",
    "java/util/prefs/",
    "java/time/zone/Tzdb",
    "java/util/zip/",
];

/// Whether the code of a class of the JDK is followed.
pub(crate) fn is_followed(name: &str) -> bool {
    let throwable = name.ends_with("Exception") || name.ends_with("Error");
    let follows = FOLLOWED.iter().any(|package| name.starts_with(package));
    let also = ALSO.iter().any(|class| {
        name.strip_prefix(class)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('$') || class.ends_with('/'))
    });
    throwable || also || follows && !LEFT_OUT.iter().any(|start| name.starts_with(start))
}
