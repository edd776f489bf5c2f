package java.io;

/** Nothing is serialised. */
public class ObjectStreamField implements Comparable<Object> {
    private final String name;

    public ObjectStreamField(String name, Class<?> type) {
        this.name = name;
    }

    public ObjectStreamField(String name, Class<?> type, boolean unshared) {
        this.name = name;
    }

    public String getName() {
        return name;
    }

    @Override
    public int compareTo(Object other) {
        return name.compareTo(((ObjectStreamField) other).name);
    }
}
