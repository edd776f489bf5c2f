import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Prints the public and protected members that classes of the JDK declare and klew's models of them (in the jar that is the
 * argument) do not.
 *
 * <p>Before a member stands `inherited` if the model has a method of that name and type from above, so that calls of it
 * would not be unsupported but go there; else `missing`. `modifiers` are those of classes that the model declares otherwise.
 */
final class Signatures {
    private final Map<String, Model> models = new TreeMap<>();

    public static void main(String[] arguments) throws Exception {
        Signatures signatures = new Signatures();
        try (ZipFile file = new ZipFile(arguments[0])) {
            for (ZipEntry entry : Collections.list(file.entries())) {
                String name = entry.getName();
                if (name.startsWith("java/") && name.endsWith(".class")) {
                    byte[] content = file.getInputStream(entry).readAllBytes();
                    signatures.models.put(name.substring(0, name.length() - 6), new Model(content));
                }
            }
        }
        Set<String> lines = new TreeSet<>();
        for (String name : signatures.models.keySet()) {
            signatures.compare(name, lines);
        }
        StringBuilder all = new StringBuilder();
        lines.forEach(line -> all.append(line).append('\n'));
        System.out.print(all);
    }

    private void compare(String name, Set<String> lines) {
        Class<?> type;
        try {
            type = Class.forName(name.replace('/', '.'), false, null);
        } catch (ClassNotFoundException | LinkageError error) {
            return; // klew's own, or of another version of the JDK.
        }
        for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
            if (!isShown(at.getModifiers())) {
                return;
            }
        }
        if (type.getEnclosingClass() == null && models.get(name).modifiers != type.getModifiers()) {
            lines.add("modifiers " + type.getName());
        }
        for (Field field : type.getDeclaredFields()) {
            if (isShown(field.getModifiers()) && !has(name, field.getName())) {
                lines.add("missing " + type.getName() + "." + field.getName());
            }
        }
        for (Constructor<?> one : type.getDeclaredConstructors()) {
            String descriptor = "<init>" + descriptor(one, void.class);
            if (isShown(one.getModifiers()) && !models.get(name).members.contains(descriptor)) {
                lines.add("missing " + type.getName() + "." + descriptor);
            }
        }
        for (Method one : type.getDeclaredMethods()) {
            String descriptor = one.getName() + descriptor(one, one.getReturnType());
            if (!isShown(one.getModifiers()) || one.isSynthetic() || has(name, descriptor)) {
                continue;
            }
            boolean inherited = !Modifier.isAbstract(one.getModifiers()) && isAbove(type, one);
            lines.add((inherited ? "inherited " : "missing ") + type.getName() + "." + descriptor);
        }
    }

    private static boolean isShown(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** Whether a model, or a model that it extends, declares that. */
    private boolean has(String name, String member) {
        for (Model model = models.get(name); model != null; model = models.get(model.parent)) {
            if (model.members.contains(member)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class or interface above declares that method with a body. */
    private static boolean isAbove(Class<?> type, Method method) {
        Set<Class<?>> above = new HashSet<>();
        collect(type, above);
        above.remove(type);
        for (Class<?> one : above) {
            try {
                Method found = one.getDeclaredMethod(method.getName(), method.getParameterTypes());
                if (!Modifier.isAbstract(found.getModifiers())
                        && found.getReturnType() == method.getReturnType()) {
                    return true;
                }
            } catch (NoSuchMethodException error) {
                // Another one may have it.
            }
        }
        return false;
    }

    private static void collect(Class<?> type, Set<Class<?>> above) {
        if (type != null && above.add(type)) {
            collect(type.getSuperclass(), above);
            for (Class<?> one : type.getInterfaces()) {
                collect(one, above);
            }
        }
    }

    private static String descriptor(Executable one, Class<?> result) {
        return Stream.of(one.getParameterTypes()).map(Class::descriptorString)
                .collect(Collectors.joining("", "(", ")")) + result.descriptorString();
    }

    /** A class file: a model of java.lang cannot be loaded beside the JDK's. */
    private static final class Model {
        /** As {@link Class#getModifiers} tells them of a class in no other. */
        final int modifiers;
        final String parent;
        final Set<String> members = new HashSet<>();

        Model(byte[] content) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
            in.skipBytes(8);
            int count = in.readUnsignedShort();
            String[] texts = new String[count];
            int[] names = new int[count];
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1 -> texts[i] = in.readUTF();
                    case 7 -> names[i] = in.readUnsignedShort();
                    case 8, 16, 19, 20 -> in.skipBytes(2);
                    case 15 -> in.skipBytes(3);
                    case 5, 6 -> {
                        in.skipBytes(8);
                        i++;
                    }
                    default -> in.skipBytes(4);
                }
            }
            modifiers = in.readUnsignedShort() & ~0x20;
            in.skipBytes(2);
            parent = String.valueOf(texts[names[in.readUnsignedShort()]]);
            in.skipBytes(2 * in.readUnsignedShort());
            for (int kind = 0; kind < 2; kind++) {
                for (int left = in.readUnsignedShort(); left > 0; left--) {
                    boolean shown = isShown(in.readUnsignedShort());
                    String name = texts[in.readUnsignedShort()];
                    String descriptor = texts[in.readUnsignedShort()];
                    for (int more = in.readUnsignedShort(); more > 0; more--) {
                        in.skipBytes(2);
                        in.skipBytes(in.readInt());
                    }
                    if (shown) {
                        members.add(kind == 0 ? name : name + descriptor);
                    }
                }
            }
        }
    }
}
