//! Values to call methods with: expressions of each type, boundaries first.

use super::library::{library, library_receivers};

/// Expressions of a type as it stands in a source; none if nothing is known of it.
pub fn values(kind: &str) -> &'static [&'static str] {
    match kind {
        "boolean" => &["true", "false"],
        "byte" => &["0", "1", "-1", "127", "-128", "65", "10"],
        "short" => &["0", "1", "-1", "32767", "-32768", "255", "10"],
        "char" => CHARACTERS,
        "int" => INTEGERS,
        "long" => LONGS,
        "float" => FLOATS,
        "double" => DOUBLES,
        "java.lang.String" => STRINGS,
        "java.lang.CharSequence" => &[
            "\"abc\"",
            "null",
            "\"\"",
            "new StringBuilder(\"bc\")",
            "\"-12\"",
            "\"a\\ud83d\\ude00z\"",
            "\"12345678901\"",
        ],
        "java.lang.Object" => &[
            "null",
            "\"abc\"",
            "5",
            "5L",
            "'a'",
            "new int[] {1, 2}",
            "2.5",
            "true",
            "Letter.B",
            "java.util.List.of(1)",
        ],
        _ => others(kind),
    }
}

const CHARACTERS: &[&str] = &[
    "'a'",
    "'\\u0000'",
    "'Z'",
    "'0'",
    "'9'",
    "' '",
    "'\\n'",
    "'_'",
    "'\\u00df'",
    "'\\u00e9'",
    "'\\u0130'",
    "'\\u0660'",
    "'\\ud83d'",
    "'\\ude00'",
    "'\\uffff'",
    "'$'",
    "'\\u2028'",
    "'\\u01c5'",
    "'\\u03a9'",
    "'\\u4e2d'",
    "'\\uff21'",
    "'\\u2160'",
    "'\\u0345'",
    "'x'",
];

const INTEGERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "5",
    "10",
    "16",
    "31",
    "32",
    "36",
    "37",
    "64",
    "65",
    "97",
    "127",
    "128",
    "255",
    "-128",
    "0xd800",
    "0xdc00",
    "0x10ffff",
    "0x110000",
    "0x1f600",
    "0xe9",
    "0xdf",
    "0x130",
    "2147483647",
    "-2147483648",
    "1000000007",
    "0x10400",
    "-129",
    "48",
];

const LONGS: &[&str] = &[
    "0L",
    "1L",
    "-1L",
    "2L",
    "63L",
    "64L",
    "255L",
    "1000000007L",
    "4294967296L",
    "-4294967297L",
    "2147483648L",
    "9223372036854775807L",
    "-9223372036854775808L",
    "9007199254740993L",
    "-7L",
];

const FLOATS: &[&str] = &[
    "0f",
    "-0f",
    "1f",
    "-1.5f",
    "2.5f",
    "0.1f",
    "Float.NaN",
    "Float.MIN_VALUE",
    "Float.MAX_VALUE",
    "Float.MIN_NORMAL",
    "Float.NEGATIVE_INFINITY",
    "16777217f",
    "1e10f",
    "1.0e-5f",
    "0.001f",
    "3.4e7f",
    "0.49999997f",
    "2147483648f",
];

const DOUBLES: &[&str] = &[
    "0.0",
    "-0.0",
    "1.0",
    "-1.5",
    "2.5",
    "0.5",
    "0.1",
    "Double.NaN",
    "Double.MIN_VALUE",
    "Double.MAX_VALUE",
    "Double.MIN_NORMAL",
    "Double.POSITIVE_INFINITY",
    "Double.NEGATIVE_INFINITY",
    "1e300",
    "9007199254740993.0",
    "3.0",
    "-7.25",
    "1e-5",
    "0.001",
    "1.0e7",
    "0.49999999999999994",
    "9.223372036854776E18",
    "1.7",
    "100.0",
    "2.0",
    "1e23",
    "4.35",
    "0.7071067811865476",
    "-2147483649.0",
];

const STRINGS: &[&str] = &[
    "\"abc\"",
    "\"\"",
    "null",
    "\"a\"",
    "\"ABC\"",
    "\"12\"",
    "\"-7\"",
    "\"+5\"",
    "\"-\"",
    "\" x y \"",
    "\"a,b,,c,,\"",
    "\"b\"",
    "\"2147483648\"",
    "\"-2147483648\"",
    "\"0x1F\"",
    "\"#ff\"",
    "\"017\"",
    "\"1.5e3\"",
    "\"NaN\"",
    "\"-Infinity\"",
    "\"true\"",
    "\"TRUE\"",
    "\"\\u00e9t\\u00e9\"",
    "\"\\u00df\"",
    "\"\\u0130I\"",
    "\"\\ud83d\\ude00\"",
    "\"a\\ud83d\"",
    "\"\\u0661\"",
    "\"\\t\\n x\\n y\"",
    "\"9223372036854775807\"",
    "\"-9223372036854775809\"",
    "\"[a-c]+\"",
    "\"%d%s\"",
    "\"zz\"",
    "\"1e400\"",
    "\"0x1.8p1\"",
    "\"1_0\"",
    "\"A\"",
    "\"\\\\u0041\\\\n\"",
    "\"4.9e-324\"",
    "\"1.0f\"",
    "\"99999999999999999999\"",
    "\"\\u03a3\\u03a3\"",
    "\"aaaaaaaaab\"",
];

fn others(kind: &str) -> &'static [&'static str] {
    match kind {
        "java.lang.Integer" => &["5", "null", "-1", "1000"],
        "java.lang.Long" => &["5L", "null", "-1000L"],
        "java.lang.Short" => &["(short) 5", "null", "(short) -300"],
        "java.lang.Byte" => &["(byte) 5", "null", "(byte) -5"],
        "java.lang.Character" => &["'a'", "null", "'\\u00ff'"],
        "java.lang.Boolean" => &["true", "false", "null"],
        "java.lang.Float" => &["1.5f", "null", "Float.NaN", "-0f"],
        "java.lang.Double" => &["1.5", "null", "Double.NaN", "-0.0"],
        "java.lang.Number" => &["5", "2.5", "null"],
        "java.lang.StringBuffer" => &["new StringBuffer(\"abc\")", "null"],
        "java.lang.StringBuilder" => &["new StringBuilder(\"abc\")", "null"],
        "java.lang.Iterable" => {
            &["java.util.List.of(\"p\", \"q\")", "null", "new java.util.ArrayList<>()"]
        }
        "java.lang.Comparable" => &["\"abc\"", "5", "null"],
        "java.lang.Class" => {
            &["String.class", "int.class", "Integer[].class", "null", "Object.class", "void.class"]
        }
        "java.lang.Throwable" | "java.lang.Exception" => &["new Exception(\"e\")", "null"],
        "java.lang.Enum" => &["Letter.A", "Letter.C", "null"],
        "java.lang.StackTraceElement[]" => &["new StackTraceElement[0]", "null"],
        "java.lang.Appendable" => &["new StringBuilder(\"ap\")", "null"],
        "java.lang.Readable" => &["new java.io.StringReader(\"12 x\")", "null"],
        "java.lang.ref.ReferenceQueue" => &["new java.lang.ref.ReferenceQueue()", "null"],
        "java.lang.Runnable" => &["() -> {}", "null"],
        "java.util.Locale" => &["java.util.Locale.ROOT", "java.util.Locale.US", "null"],
        "java.nio.charset.Charset" => &[
            "java.nio.charset.StandardCharsets.UTF_8",
            "java.nio.charset.StandardCharsets.ISO_8859_1",
            "java.nio.charset.StandardCharsets.US_ASCII",
            "java.nio.charset.StandardCharsets.UTF_16BE",
            "null",
        ],
        _ if kind.ends_with("[]") => arrays(kind),
        _ => library(kind),
    }
}

fn arrays(kind: &str) -> &'static [&'static str] {
    match kind {
        "boolean[]" => &["new boolean[] {true, false, true}", "null", "new boolean[0]"],
        "byte[]" => &[
            "new byte[] {3, -1, 65, 127, -128}",
            "null",
            "new byte[0]",
            "new byte[] {65, -61, -87, 66}",
            "new byte[] {-16, -97, -104, -128}",
            "new byte[] {1, 2, 3}",
            "new byte[] {-1}",
        ],
        "char[]" => &[
            "new char[] {'c', 'a', 'b'}",
            "null",
            "new char[0]",
            "new char[] {'\\ud83d', '\\ude00', 'x'}",
            "new char[] {'a', 'b', 'c', 'd'}",
        ],
        "short[]" => {
            &["new short[] {3, -1, 300}", "null", "new short[0]", "new short[] {1, 2, 3, 4}"]
        }
        "int[]" => &[
            "new int[] {5, 1, -4, 3}",
            "null",
            "new int[0]",
            "new int[] {1, 2, 3}",
            "new int[] {97, 0x1f600}",
        ],
        "long[]" => {
            &["new long[] {5, 1L << 40, -4}", "null", "new long[0]", "new long[] {1, 2, 3}"]
        }
        "float[]" => &[
            "new float[] {1.5f, Float.NaN, -0f, 0f}",
            "null",
            "new float[0]",
            "new float[] {1, 2}",
        ],
        "double[]" => &[
            "new double[] {1.5, Double.NaN, -0.0, 0.0}",
            "null",
            "new double[0]",
            "new double[] {1, 2}",
        ],
        "java.lang.Object[]" => &[
            "new String[] {\"b\", \"a\", \"c\"}",
            "null",
            "new Object[0]",
            "new Integer[] {3, 1, 2}",
            "new Object[] {\"x\", 5}",
            "new Object[] {5, \"y\", null}",
            "new Object[] {new int[] {1}, \"z\"}",
        ],
        "java.lang.String[]" => &["new String[] {\"b\", \"a\"}", "null", "new String[0]"],
        "java.lang.CharSequence[]" => {
            &["new String[] {\"b\", \"a\"}", "null", "new String[] {\"x\", null}"]
        }
        _ => library(kind),
    }
}

/// Objects of a class to call its methods on.
pub fn receivers(class: &str) -> &'static [&'static str] {
    match class {
        "java.lang.String" => &[
            "\"abc\"",
            "\"\"",
            "\"  x Y \"",
            "\"a,b,,c,,\"",
            "\"\\u00e9\\u00df\\u0130\"",
            "\"\\ud83d\\ude00x\"",
            "\"-12\"",
            "\"a\\nb\\r\\n c\"",
            "\"abcabc\"",
            "\"%d %s|\"",
            "\"a\\ud83d\"",
            "\"\\\\t\\\\101\"",
            "\"ABCdef\"",
            "\"\\u2003q\\u3000\"",
        ],
        "java.lang.StringBuilder" => &[
            "new StringBuilder(\"abc\")",
            "new StringBuilder()",
            "new StringBuilder(\"a\\ud83d\\ude00z\")",
            "new StringBuilder(\"abcabc\")",
            "new StringBuilder(\"\\u00e9\\u0416\")",
        ],
        "java.lang.StringBuffer" => &[
            "new StringBuffer(\"abc\")",
            "new StringBuffer()",
            "new StringBuffer(\"a\\ud83d\\ude00z\")",
        ],
        "java.lang.Integer" => &["5", "-1", "127", "128", "2147483647", "-2147483648"],
        "java.lang.Long" => {
            &["5L", "-1L", "9223372036854775807L", "-9223372036854775808L", "4294967297L"]
        }
        "java.lang.Short" => &["(short) 5", "(short) -1", "(short) 32767", "(short) -32768"],
        "java.lang.Byte" => &["(byte) 5", "(byte) -1", "(byte) -128"],
        "java.lang.Character" => &["'a'", "'\\uffff'", "'7'"],
        "java.lang.Boolean" => &["true", "false"],
        "java.lang.Float" => FLOATS,
        "java.lang.Double" => DOUBLES,
        "java.lang.Number" => &["5", "2.5", "-3L"],
        "java.lang.Object" => &["\"abc\"", "5", "new int[] {1}"],
        "java.lang.Enum" | "java.lang.Enum<E>" => &["Letter.A", "Letter.C"],
        "java.lang.Class" => &[
            "String.class",
            "int.class",
            "int[].class",
            "Letter.class",
            "Comparable.class",
            "String[][].class",
            "java.util.Map.Entry.class",
        ],
        "java.lang.Throwable" => &[
            "new Throwable(\"m\", new Exception(\"c\"))",
            "new IllegalStateException()",
            "new RuntimeException(new Exception(\"in\"))",
            "new Error(\"e\")",
        ],
        "java.lang.AssertionError" => &[
            "new AssertionError(\"m\")",
            "new AssertionError(5)",
            "new AssertionError((Object) new Exception(\"c\"))",
            "new AssertionError()",
        ],
        "java.lang.ref.Reference" | "java.lang.ref.WeakReference" => {
            &["new java.lang.ref.WeakReference(\"abc\")"]
        }
        "java.lang.ref.SoftReference" => &["new java.lang.ref.SoftReference(\"abc\")"],
        "java.lang.ref.PhantomReference" => {
            &["new java.lang.ref.PhantomReference(\"abc\", new java.lang.ref.ReferenceQueue())"]
        }
        "java.lang.ref.ReferenceQueue" => &["new java.lang.ref.ReferenceQueue()"],
        "java.lang.ThreadLocal" => &["ThreadLocal.withInitial(() -> \"t\")", "new ThreadLocal()"],
        _ => library_receivers(class),
    }
}
