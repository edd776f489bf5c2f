import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The JVM's side of `cargo xtask differential --language java`: compiles and runs what it is told on standard input.
 *
 * <p>A request is one line of fields between tabs; its answer is lines, the last of which is a full stop. One process
 * serves many requests, so that neither the JVM nor the compiler starts for each program.
 */
public final class Driver {
    private static final long PATIENCE = 60_000;

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final StandardJavaFileManager FILES =
            COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);

    private static PrintStream answers;

    private Driver() {}

    public static void main(String[] arguments) throws Exception {
        answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        BufferedReader requests =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.setIn(InputStream.nullInputStream());
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            String[] fields = line.split("\t");
            List<String> answer = new ArrayList<>();
            Thread work = new Thread(null, () -> serve(fields, answer), "request", 1 << 26);
            work.setDaemon(true);
            work.start();
            work.join(PATIENCE);
            if (work.isAlive()) {
                answers.println("timeout\n.");
                Runtime.getRuntime().halt(3);
            }
            answer.forEach(answers::println);
            answers.println(".");
        }
    }

    private static void serve(String[] fields, List<String> answer) {
        try {
            switch (fields[0]) {
                case "compile" -> compile(Path.of(fields[1]), fields[2], answer);
                case "run" -> run(fields, answer);
                case "calls" -> calls(fields, answer);
                case "members" -> Members.list(Path.of(fields[1]), answer);
                default -> answer.add("error\tunknown request");
            }
        } catch (Throwable error) {
            answer.clear();
            answer.add("error\t" + escape(String.valueOf(error)));
        }
    }

    /** Compiles all sources of a folder into its folder `classes`. */
    private static void compile(Path folder, String classPath, List<String> answer)
            throws Exception {
        List<Path> sources;
        try (Stream<Path> files = Files.list(folder)) {
            sources = files.filter(file -> file.toString().endsWith(".java")).sorted()
                    .collect(Collectors.toList());
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        StringWriter said = new StringWriter();
        List<String> options = List.of("-g", "-nowarn", "-Xlint:none", "-proc:none", "-cp",
                classPath, "-d", classes.toString());
        boolean done = COMPILER.getTask(said, FILES, null, options, null,
                FILES.getJavaFileObjectsFromPaths(sources)).call();
        answer.add(done ? "ok" : "error\t" + escape(said.toString()));
    }

    /**
     * For each input of the product of the ranges, the last one fastest: what a method gives in a run of its own (of
     * `run` only what it throws, or `-`), the digest in a run of all inputs in this order.
     */
    private static void run(String[] fields, List<String> answer) throws Exception {
        Map<String, byte[]> classes = Loader.read(Path.of(fields[1]));
        String name = fields[3];
        int inputs = fields.length - 4;
        int[] low = new int[inputs];
        int[] high = new int[inputs];
        for (int i = 0; i < inputs; i++) {
            String[] range = fields[i + 4].split(":");
            low[i] = Integer.parseInt(range[0]);
            high[i] = Integer.parseInt(range[1]);
        }
        Object[] input = new Object[inputs];
        for (int i = 0; i < inputs; i++) {
            input[i] = low[i];
        }
        Method together = method(new Loader(classes), fields[2], "digest", inputs);
        while (true) {
            String result = call(method(new Loader(classes), fields[2], name, inputs), input);
            String alone = name.equals("run") && !result.startsWith("!") ? "-" : result;
            answer.add(alone + "\t" + call(together, input));
            int position = inputs - 1;
            while (position >= 0 && (Integer) input[position] == high[position]) {
                input[position] = low[position];
                position--;
            }
            if (position < 0) {
                return;
            }
            input[position] = (Integer) input[position] + 1;
        }
    }

    /** What `String call(int, int)` of a class returns for all pairs of numbers below two counts. */
    private static void calls(String[] fields, List<String> answer) throws Exception {
        Method method = method(new Loader(Loader.read(Path.of(fields[1]))), fields[2], "call", 2);
        for (int i = 0; i < Integer.parseInt(fields[3]); i++) {
            for (int x = 0; x < Integer.parseInt(fields[4]); x++) {
                answer.add(escape((String) method.invoke(null, i, x)));
            }
        }
    }

    private static Method method(ClassLoader loader, String type, String name, int inputs)
            throws Exception {
        Class<?>[] parameters = new Class<?>[inputs];
        java.util.Arrays.fill(parameters, int.class);
        Method method = loader.loadClass(type).getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    /** The result as text, or what was thrown behind an exclamation mark. */
    private static String call(Method method, Object[] input) throws Exception {
        try {
            Object result = method.invoke(null, input);
            return result instanceof Long number ? Long.toHexString(number)
                    : "=" + escape(String.valueOf(result));
        } catch (InvocationTargetException thrown) {
            return "!" + escape(String.valueOf(thrown.getCause()));
        }
    }

    /** One line of ASCII, as between the quotes of a string in the source of a Java program. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else if (c >= ' ' && c < 127) {
                escaped.append(c);
            } else if (c < ' ') {
                // An escape by \\u would be replaced before the string is read.
                escaped.append(String.format("\\%03o", (int) c));
            } else {
                escaped.append(String.format("\\u%04x", (int) c));
            }
        }
        return escaped.toString();
    }
}
