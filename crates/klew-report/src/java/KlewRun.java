import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the main method of the class that is its first argument and tells on standard error what that method
 * throws. What that method reads from System.in is in the file stdin beside this class, if there is one; its arguments,
 * and system properties and files that are made before, are in surroundings.txt: a line for each, in hexadecimal. Written by klew.
 */
public final class KlewRun {
    /** The exit code of a run that an exception ended. */
    private static final int UNCAUGHT = 99;

    private KlewRun() {}

    public static void main(String[] arguments) {
        Throwable thrown = null;
        InputStream input = KlewRun.class.getResourceAsStream("/stdin");
        if (input != null) {
            System.setIn(input);
        }
        String[] given = new String[0];
        try {
            given = surroundings();
        } catch (IOException error) {
            say("cannot give the program what it finds around it: " + error);
            Runtime.getRuntime().halt(2);
        }
        try {
            ClassLoader loader = KlewRun.class.getClassLoader();
            Method main =
                    Class.forName(arguments[0], false, loader)
                            .getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) given);
        } catch (InvocationTargetException error) {
            thrown = error.getCause();
        } catch (ReflectiveOperationException error) {
            say("cannot run " + error);
            Runtime.getRuntime().halt(2);
        } catch (Throwable error) {
            thrown = error; // A static initialiser failed.
        }
        if (thrown == null) {
            return; // Threads that the program started go on.
        }
        System.out.flush();
        System.err.println();
        // Whatever the exception's own methods do must not hide which exception it is.
        for (Class<?> one = thrown.getClass(); one != null; one = one.getSuperclass()) {
            say("is " + one.getName());
        }
        tellCause(thrown);
        tellFrames(origin(thrown));
        tellMessage(thrown);
        System.err.flush();
        Runtime.getRuntime().halt(UNCAUGHT);
    }

    /** Sets system properties, and gives the arguments. */
    private static String[] surroundings() throws IOException {
        List<String> arguments = new ArrayList<>();
        InputStream stream = KlewRun.class.getResourceAsStream("/surroundings.txt");
        if (stream == null) {
            return new String[0];
        }
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("argument")) {
                arguments.add(text(words[1]));
            } else if (words[0].equals("property")) {
                System.setProperty(text(words[1]), text(words[2]));
            } else if (words[0].equals("file") || words[0].equals("folder") || words[0].equals("missing")) {
                make(words[0], text(words[1]), text(words[2]));
            }
        }
        lines.close();
        return arguments.toArray(new String[0]);
    }

    /** Makes a file of the current folder what it is to be. */
    private static void make(String kind, String name, String content) throws IOException {
        File file = new File(name);
        if (file.isAbsolute() && !(kind.equals("missing") && !file.exists()) && !file.getPath().equals("/")) {
            throw new IOException(name + " is not in the folder of the run");
        }
        if (kind.equals("missing")) {
            if (file.exists() && !file.delete()) {
                throw new IOException("cannot remove " + name);
            }
            return;
        }
        if (file.getParentFile() != null) {
            file.getParentFile().mkdirs();
        }
        if (kind.equals("folder")) {
            file.mkdir();
            return;
        }
        Files.write(file.toPath(), content.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Four digits for each character, after a minus. */
    private static String text(String bits) {
        char[] characters = new char[bits.length() / 4];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = (char) Integer.parseInt(bits.substring(1 + 4 * i, 5 + 4 * i), 16);
        }
        return new String(characters);
    }

    private static void tellCause(Throwable thrown) {
        if (thrown instanceof ExceptionInInitializerError && thrown.getCause() != null) {
            say("cause " + thrown.getCause().getClass().getName());
        }
    }

    /** Where a static initialiser fails, what happened in it says more. */
    private static Throwable origin(Throwable thrown) {
        boolean wrapped = thrown instanceof ExceptionInInitializerError;
        return wrapped && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    private static void tellFrames(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String place = frame.getFileName() + ":" + frame.getLineNumber();
            String name = frame.getClassName() + "." + frame.getMethodName();
            if (name.startsWith("KlewRun.")) {
                break;
            }
            say("at " + place + " " + name);
        }
    }

    private static void tellMessage(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            if (message != null) {
                say("message " + message.replace('\n', ' ').replace('\r', ' '));
            }
        } catch (Throwable error) {
            say("message of this exception cannot be had");
        }
    }

    private static void say(String text) {
        System.err.println("klew-run: " + text);
    }
}
