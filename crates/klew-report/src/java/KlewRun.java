import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Runs the main method of the class that is its first argument and tells on standard error what that method
 * throws. What that method reads from System.in is in the file stdin beside this class, if there is one. Written by
 * klew.
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
        try {
            ClassLoader loader = KlewRun.class.getClassLoader();
            Method main =
                    Class.forName(arguments[0], false, loader)
                            .getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            String[] given = new String[arguments.length - 1];
            System.arraycopy(arguments, 1, given, 0, given.length);
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
