//! Values and receivers of the packages beside `java.lang`.

/// Expressions of a type that is neither primitive nor of `java.lang`.
pub fn library(kind: &str) -> &'static [&'static str] {
    match kind {
        "java.util.Comparator" => &["java.util.Comparator.reverseOrder()", "null", "(x, y) -> 0"],
        "java.util.Collection" | "java.util.List" => &[
            "java.util.List.of(1, 2)",
            "new java.util.ArrayList<>(java.util.List.of(\"k\", 5))",
            "null",
        ],
        "java.util.Map" => &["java.util.Map.of(\"k\", 1)", "new java.util.TreeMap<>()", "null"],
        "java.util.Random" => &["new java.util.Random(7)"],
        "java.util.function.Function" => &["x -> \"f\" + x", "x -> null", "null"],
        "java.util.function.BiFunction" => &["(x, y) -> \"\" + x + y", "(x, y) -> null", "null"],
        "java.util.function.Predicate" => &["x -> x != null", "null"],
        "java.util.function.Supplier" => &["() -> \"supplied\"", "null"],
        "java.util.function.Consumer" => &["x -> {}", "null"],
        "java.util.function.BiConsumer" => &["(x, y) -> {}", "null"],
        "java.util.function.UnaryOperator" => &["x -> \"u\" + x", "null"],
        "java.util.function.BinaryOperator" => &["(x, y) -> \"\" + x + y", "null"],
        "java.util.function.IntUnaryOperator" => &["x -> x * 2 + 1", "null"],
        "java.util.function.IntBinaryOperator" => &["(x, y) -> x * 3 - y", "null"],
        "java.util.function.LongUnaryOperator" => &["x -> x * 2 + 1", "null"],
        "java.util.function.LongBinaryOperator" => &["(x, y) -> x * 3 - y", "null"],
        "java.util.function.DoubleBinaryOperator" => &["(x, y) -> x * 3 - y", "null"],
        "java.util.function.IntFunction" => &["x -> \"n\" + x", "String[]::new", "null"],
        "java.util.function.IntToDoubleFunction" => &["x -> x / 2.0", "null"],
        "java.util.function.IntToLongFunction" => &["x -> x * 5L", "null"],
        "java.util.function.IntPredicate" => &["x -> x > 2", "null"],
        "java.util.function.ToIntFunction" => &["x -> 3", "null"],
        "java.util.function.ToLongFunction" => &["x -> 3L", "null"],
        "java.util.function.ToDoubleFunction" => &["x -> 1.5", "null"],
        "java.io.InputStream" => {
            &["new java.io.ByteArrayInputStream(new byte[] {65, 10, -61, -87})"]
        }
        "java.io.Reader" => &["new java.io.StringReader(\"ab\\ncd\")", "null"],
        "java.io.Writer" => &["new java.io.StringWriter()", "null"],
        "java.nio.ByteBuffer" => &["java.nio.ByteBuffer.wrap(new byte[] {3, -1, 65})", "null"],
        "java.nio.CharBuffer" => &["java.nio.CharBuffer.allocate(4)", "null"],
        "java.util.UUID" => &["new java.util.UUID(5L, -7L)", "new java.util.UUID(-1L, 5L)", "null"],
        "java.io.OutputStream" => &["printer()"],
        "java.io.PrintStream" => &["printer()"],
        "java.util.concurrent.TimeUnit" => &["java.util.concurrent.TimeUnit.SECONDS"],
        _ => &[],
    }
}

/// Of packages other than `java.lang`.
pub fn library_receivers(class: &str) -> &'static [&'static str] {
    match class {
        "java.util.Random" => &[
            "new java.util.Random(42)",
            "new java.util.Random(-1)",
            "new java.util.Random(1L << 40)",
        ],
        "java.util.Scanner" => &[
            "new java.util.Scanner(\"12 abc\\n3.5 true\\n\")",
            "new java.util.Scanner(\"\")",
            "new java.util.Scanner(\"true 9999999999 x\")",
            "new java.util.Scanner(\"-5\\n\\nlast\")",
            "new java.util.Scanner(\"1.5e3 7\")",
        ],
        "java.util.Locale" => {
            &["java.util.Locale.ROOT", "java.util.Locale.US", "java.util.Locale.GERMANY"]
        }
        "java.nio.charset.Charset" => &[
            "java.nio.charset.StandardCharsets.UTF_8",
            "java.nio.charset.StandardCharsets.ISO_8859_1",
        ],
        "java.util.UUID" => &[
            "new java.util.UUID(0x12345678abcd1234L, 0x8123456789abcdefL)",
            "new java.util.UUID(-1L, 5L)",
            "java.util.UUID.nameUUIDFromBytes(new byte[] {1, 2})",
        ],
        "java.util.Formatter" => &[
            "new java.util.Formatter()",
            "new java.util.Formatter(new StringBuilder(\"sb\"))",
            "new java.util.Formatter(java.util.Locale.US)",
        ],
        "java.text.DecimalFormatSymbols" => &[
            "new java.text.DecimalFormatSymbols(java.util.Locale.US)",
            "java.text.DecimalFormatSymbols.getInstance(java.util.Locale.ROOT)",
        ],
        "java.util.zip.CRC32" => &["fed(new java.util.zip.CRC32())", "new java.util.zip.CRC32()"],
        "java.util.zip.CRC32C" => {
            &["fed(new java.util.zip.CRC32C())", "new java.util.zip.CRC32C()"]
        }
        "java.util.zip.Adler32" => {
            &["fed(new java.util.zip.Adler32())", "new java.util.zip.Adler32()"]
        }
        "java.io.OutputStreamWriter" => &[
            "new java.io.OutputStreamWriter(printer())",
            "new java.io.OutputStreamWriter(printer(), java.nio.charset.StandardCharsets.UTF_16BE)",
        ],
        "java.io.ObjectStreamField" => &["new java.io.ObjectStreamField(\"f\", int.class)"],
        _ => concurrent_receivers(class),
    }
}

/// Of `java.util.concurrent`.
fn concurrent_receivers(class: &str) -> &'static [&'static str] {
    match class {
        "java.util.concurrent.ConcurrentLinkedDeque" => &[
            "new java.util.concurrent.ConcurrentLinkedDeque(java.util.List.of(\"p\", \"abc\", \"p\"))",
            "new java.util.concurrent.ConcurrentLinkedDeque()",
        ],
        "java.util.concurrent.ConcurrentLinkedQueue" => &[
            "new java.util.concurrent.ConcurrentLinkedQueue(java.util.List.of(\"p\", \"abc\", \"p\"))",
            "new java.util.concurrent.ConcurrentLinkedQueue()",
        ],
        "java.util.concurrent.Semaphore" => &[
            "new java.util.concurrent.Semaphore(2)",
            "new java.util.concurrent.Semaphore(0, true)",
        ],
        "java.util.concurrent.CountDownLatch" => &[
            "new java.util.concurrent.CountDownLatch(2)",
            "new java.util.concurrent.CountDownLatch(0)",
        ],
        "java.util.concurrent.locks.ReentrantReadWriteLock" => {
            &["new java.util.concurrent.locks.ReentrantReadWriteLock()"]
        }
        "java.util.concurrent.atomic.AtomicIntegerArray" => {
            &["new java.util.concurrent.atomic.AtomicIntegerArray(new int[] {5, -1, 2147483647})"]
        }
        "java.util.concurrent.atomic.AtomicLongArray" => {
            &["new java.util.concurrent.atomic.AtomicLongArray(new long[] {5, -1, 1L << 40})"]
        }
        "java.util.concurrent.atomic.AtomicReferenceArray" => &[
            "new java.util.concurrent.atomic.AtomicReferenceArray(new Object[] {\"abc\", true, null})",
        ],
        "java.util.concurrent.atomic.AtomicStampedReference" => {
            &["new java.util.concurrent.atomic.AtomicStampedReference(\"abc\", 3)"]
        }
        "java.util.concurrent.atomic.AtomicMarkableReference" => {
            &["new java.util.concurrent.atomic.AtomicMarkableReference(\"abc\", true)"]
        }
        "java.util.concurrent.atomic.LongAdder" => {
            &["added(-5)", "new java.util.concurrent.atomic.LongAdder()"]
        }
        "java.util.concurrent.atomic.DoubleAdder" => {
            &["added(2.5)", "new java.util.concurrent.atomic.DoubleAdder()"]
        }
        "java.util.concurrent.atomic.LongAccumulator" => {
            &["new java.util.concurrent.atomic.LongAccumulator(Long::max, -3L)"]
        }
        "java.util.concurrent.atomic.DoubleAccumulator" => {
            &["new java.util.concurrent.atomic.DoubleAccumulator((x, y) -> x + y, 1.5)"]
        }
        "java.util.concurrent.atomic.AtomicInteger" => &[
            "new java.util.concurrent.atomic.AtomicInteger(5)",
            "new java.util.concurrent.atomic.AtomicInteger(2147483647)",
        ],
        "java.util.concurrent.atomic.AtomicLong" => &[
            "new java.util.concurrent.atomic.AtomicLong(5)",
            "new java.util.concurrent.atomic.AtomicLong(-9223372036854775808L)",
        ],
        "java.util.concurrent.atomic.AtomicBoolean" => &[
            "new java.util.concurrent.atomic.AtomicBoolean(true)",
            "new java.util.concurrent.atomic.AtomicBoolean()",
        ],
        "java.util.concurrent.atomic.AtomicReference" => &[
            "new java.util.concurrent.atomic.AtomicReference(\"abc\")",
            "new java.util.concurrent.atomic.AtomicReference()",
        ],
        "java.util.concurrent.locks.ReentrantLock" => {
            &["new java.util.concurrent.locks.ReentrantLock()"]
        }
        "java.util.concurrent.ConcurrentHashMap" => &[
            "new java.util.concurrent.ConcurrentHashMap(java.util.Map.of(\"abc\", 1))",
            "new java.util.concurrent.ConcurrentHashMap()",
        ],
        _ => stream_receivers(class),
    }
}

/// Of readers and streams.
fn stream_receivers(class: &str) -> &'static [&'static str] {
    match class {
        "java.io.BufferedReader" => &[
            "new java.io.BufferedReader(new java.io.StringReader(\"ab\\ncd\\r\\n\"))",
            "new java.io.BufferedReader(new java.io.StringReader(\"\"))",
        ],
        "java.io.InputStreamReader" => &[
            "new java.io.InputStreamReader(new java.io.ByteArrayInputStream(new byte[] {65, 66, -61, -87}))",
        ],
        "java.io.PrintStream" => &["printer()"],
        _ => &[],
    }
}
