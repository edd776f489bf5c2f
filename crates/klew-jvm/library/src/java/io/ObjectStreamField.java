package java.io;

/** Nothing is serialised. */
public class ObjectStreamField implements Comparable<Object> {
    private final String name;
    private final Class<?> type;

    public ObjectStreamField(String name, Class<?> type) {
        this(name, type, false);
    }

    public ObjectStreamField(String name, Class<?> type, boolean unshared) {
        if (name == null) {
            throw new NullPointerException();
        }
        this.name = name;
        this.type = type;
    }

    public String getName() {
        return name;
    }

    @Override
    public int compareTo(Object other) {
        ObjectStreamField that = (ObjectStreamField) other;
        boolean primitive = type.isPrimitive();
        if (primitive != that.type.isPrimitive()) {
            return primitive ? -1 : 1;
        }
        // What `toString` gives is known not to be null, so messages of `compareTo` are those of other callers.
        return name.compareTo(that.name.toString());
    }
}
