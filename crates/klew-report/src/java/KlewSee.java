import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs inputs one after the other, and writes down what there is to see of each, as assertions. Each runs in classes of its own, so
 * that none sees what others left in static fields. Written by klew.
 *
 * <p>Arguments: the class with the inputs, their number, the first to be run, the file to write to, and the class path of the program.
 */
public final class KlewSee {
    private static final long MOST_MILLISECONDS = 2000;

    private final Map<String, Object> objects = new LinkedHashMap<>();
    private final List<Object[]> fields = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    /** Called by inputs: an object has that name. */
    public void object(String name, Object object) {
        objects.put(name, object);
    }

    /** Called by inputs: a field or element holds a value before the call. */
    public void field(String name, String field) throws ReflectiveOperationException {
        fields.add(new Object[] {name, field, KlewHeap.get(objects.get(name), field)});
    }

    /** Called by inputs: the method gave that. */
    public void result(Object result, boolean isVoid) throws ReflectiveOperationException {
        if (!isVoid) {
            expect("result", result);
        }
        for (Object[] field : fields) {
            Object now = KlewHeap.get(objects.get(field[0]), (String) field[1]);
            boolean same = now == null ? field[2] == null : now == field[2] || isPrimitive(now) && now.equals(field[2]);
            if (!same) {
                expect("KlewHeap.get(" + field[0] + ", \"" + field[1] + "\")", now);
            }
        }
    }

    private static boolean isPrimitive(Object value) {
        return value instanceof Number || value instanceof Character || value instanceof Boolean;
    }

    private void expect(String expression, Object value) {
        String known = null;
        for (Map.Entry<String, Object> one : objects.entrySet()) {
            if (one.getValue() == value) {
                known = one.getKey();
            }
        }
        if (value == null) {
            line("assertNull(" + expression + ");");
        } else if (known != null) {
            line("assertSame(" + known + ", " + expression + ");");
        } else if (literal(value) != null) {
            line("assertEquals(" + literal(value) + ", " + expression + ");");
        } else if (value instanceof Enum) {
            line("assertEquals(" + string(((Enum<?>) value).name()) + ", String.valueOf(" + expression + "));");
        } else if (value.getClass().isArray() && value.getClass().getComponentType().isPrimitive()
                && Array.getLength(value) <= 32) {
            String type = value.getClass().getComponentType().getName();
            StringBuilder elements = new StringBuilder();
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.append(i == 0 ? "" : ", ").append(literal(Array.get(value, i)));
            }
            line("assertArrayEquals(new " + type + "[] {" + elements + "}, (" + type + "[]) " + expression + ");");
        } else {
            line("assertEquals(" + string(value.getClass().getName()) + ", " + expression + ".getClass().getName());");
        }
    }

    private void line(String line) {
        text.append("A ").append(line).append('\n');
    }

    private static String literal(Object value) {
        if (value instanceof Integer || value instanceof Boolean) {
            return value.toString();
        } else if (value instanceof Long) {
            return value + "L";
        } else if (value instanceof Byte) {
            return "(byte) " + value;
        } else if (value instanceof Short) {
            return "(short) " + value;
        } else if (value instanceof Character) {
            char c = (Character) value;
            return c >= ' ' && c <= '~' && c != '\'' && c != '\\' ? "'" + c + "'" : "(char) " + (int) c;
        } else if (value instanceof Double) {
            double number = (Double) value;
            return Double.isNaN(number) || Double.isInfinite(number)
                    ? "Double.longBitsToDouble(" + Double.doubleToLongBits(number) + "L)" : value.toString();
        } else if (value instanceof Float) {
            float number = (Float) value;
            return Float.isNaN(number) || Float.isInfinite(number)
                    ? "Float.intBitsToFloat(" + Float.floatToIntBits(number) + ")" : value + "f";
        } else if (value instanceof String) {
            return string((String) value);
        }
        return null;
    }

    /** As the source of a program has it. */
    static String string(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c >= ' ' && c <= '~') {
                text.append(c);
            } else if (c < 256) {
                text.append(String.format("\\%03o", (int) c));
            } else {
                text.append(String.format("\\u%04x", (int) c));
            }
        }
        return text.append('"').toString();
    }

    /** Loads the classes of the class path by itself, instrumented where something measures. */
    private static final class Fresh extends URLClassLoader {
        private final KlewMeasure measure;

        Fresh(URL[] path, KlewMeasure measure) {
            super(path, KlewSee.class.getClassLoader());
            this.measure = measure;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                URL resource = name.equals("KlewSee") ? null : findResource(name.replace('.', '/') + ".class");
                if (resource == null) {
                    return super.loadClass(name, resolve);
                }
                try {
                    byte[] bytes = resource.openStream().readAllBytes();
                    if (measure != null && !name.startsWith("Klew")) {
                        bytes = measured(bytes, name);
                    }
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException error) {
                    throw new ClassNotFoundException(name, error);
                }
            }
        }

        /** What the library does not understand (sealed classes, of some releases) runs as it is. */
        private byte[] measured(byte[] bytes, String name) {
            try {
                return measure.instrument(bytes, name);
            } catch (IOException | RuntimeException error) {
                return bytes;
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[1]);
        String[] parts = arguments[4].split(File.pathSeparator);
        URL[] path = new URL[parts.length];
        for (int i = 0; i < parts.length; i++) {
            path[i] = new File(parts[i]).toURI().toURL();
        }
        KlewMeasure measure = KlewMeasure.start();
        try (PrintWriter out = new PrintWriter(arguments[3], "UTF-8")) {
            for (int i = Integer.parseInt(arguments[2]); i < count; i++) {
                out.print("T " + i + "\n");
                out.flush();
                out.print(one(arguments[0], i, new Fresh(path, measure)));
                if (measure != null) {
                    out.print(measure.take(arguments[3] + "." + i));
                }
                out.print("D " + i + "\n");
                out.flush();
            }
        }
        System.exit(0);
    }

    private static String one(String inputs, int number, Fresh loader) throws Exception {
        Method method = loader.loadClass(inputs).getDeclaredMethod("t" + number, KlewSee.class);
        method.setAccessible(true);
        KlewSee see = new KlewSee();
        String[] ended = {"X endless\n"};
        Runnable run = () -> {
            try {
                method.invoke(null, see);
                ended[0] = "X well\n";
            } catch (java.lang.reflect.InvocationTargetException error) {
                ended[0] = thrown(error.getCause());
            } catch (Throwable error) {
                ended[0] = "X unusable " + error + "\n";
            }
        };
        // As deep as recursion is followed.
        Thread thread = new Thread(null, run, "main", 64L << 20);
        thread.setDaemon(true);
        thread.start();
        thread.join(MOST_MILLISECONDS);
        return (thread.isAlive() ? "" : see.text.toString()) + (thread.isAlive() ? "X endless\n" : ended[0]);
    }

    private static String thrown(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        String first = frames.length == 0 ? "" : frames[0].getFileName() + ":" + frames[0].getLineNumber();
        boolean inProgram = frames.length > 0 && !frames[0].getClassName().startsWith("java.");
        String message = String.valueOf(thrown.getMessage()).replace('\n', ' ').replace('\r', ' ');
        return "X thrown " + thrown.getClass().getName() + " " + inProgram + " " + first + " " + message + "\n";
    }
}
