import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Lists the public members of the JDK's classes that klew has models of, and says which of them the models have.
 *
 * <p>A line: kind (class, constructor, method, static, constant, generic), `yes` or `no` for the model, the class, the
 * name, the result's type, the parameters' types between commas; types as in a source.
 */
final class Members {
    private Members() {}

    static void list(Path jar, List<String> answer) throws Exception {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> entries = Collections.list(file.entries());
            entries.sort((a, b) -> a.getName().compareTo(b.getName()));
            for (ZipEntry entry : entries) {
                String name = entry.getName();
                if (!name.startsWith("java/") || !name.endsWith(".class") || name.contains("$")) {
                    continue;
                }
                Class<?> type = find(name.substring(0, name.length() - 6).replace('/', '.'));
                if (type != null && Modifier.isPublic(type.getModifiers())) {
                    Set<String> modelled =
                            new ClassFile(file.getInputStream(entry).readAllBytes()).members();
                    members(type, modelled, answer);
                }
            }
        }
    }

    private static Class<?> find(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException | LinkageError error) {
            return null; // Of another version of the JDK.
        }
    }

    private static void members(Class<?> type, Set<String> modelled, List<String> answer) {
        List<String> lines = new ArrayList<>();
        for (Constructor<?> one : type.getConstructors()) {
            lines.add(line("constructor", modelled, one, "<init>", type));
        }
        // Those of a superclass or interface of the JDK are called on this class, too.
        Set<String> inherited = new HashSet<>(modelled);
        for (Method one : type.getMethods()) {
            if (one.isBridge() || one.isSynthetic()) {
                continue;
            }
            String kind = Modifier.isStatic(one.getModifiers()) ? "static" : "method";
            if (one.getDeclaringClass() != type) {
                inherited.add(one.getName() + descriptor(one, one.getReturnType()));
            }
            lines.add(line(kind, inherited, one, one.getName(), one.getReturnType()));
        }
        for (Field one : type.getFields()) {
            if (one.getDeclaringClass() == type) {
                String has = modelled.contains(one.getName()) ? "yes" : "no";
                lines.add(String.join("\t", "constant", has, type.getCanonicalName(), one.getName(),
                        one.getType().getCanonicalName(), ""));
            }
        }
        Collections.sort(lines);
        String kind = Modifier.isAbstract(type.getModifiers()) ? "abstract" : "class";
        answer.add(String.join("\t", kind, "yes", type.getCanonicalName(), "", "",
                String.valueOf(type.getTypeParameters().length)));
        answer.addAll(lines);
    }

    private static String line(
            String kind, Set<String> modelled, Executable one, String name, Class<?> result) {
        Class<?> returned = name.equals("<init>") ? void.class : result;
        String has = modelled.contains(name + descriptor(one, returned)) ? "yes" : "no";
        String parameters = Stream.of(one.getParameterTypes()).map(Class::getCanonicalName)
                .collect(Collectors.joining(","));
        String owner = one.getDeclaringClass().getCanonicalName();
        return String.join("\t", kind, has, owner, name, result.getCanonicalName(),
                parameters);
    }

    private static String descriptor(Executable one, Class<?> result) {
        return Stream.of(one.getParameterTypes()).map(Class::descriptorString)
                .collect(Collectors.joining("", "(", ")")) + result.descriptorString();
    }
}
