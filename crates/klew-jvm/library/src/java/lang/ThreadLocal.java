package java.lang;

import java.util.Objects;
import java.util.function.Supplier;

/** One value, as there is one thread. */
public class ThreadLocal<T> {
    private T value;
    private boolean present;
    private Supplier<? extends T> supplier;

    public ThreadLocal() {}

    protected T initialValue() {
        return supplier == null ? null : supplier.get();
    }

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        ThreadLocal<S> made = new ThreadLocal<>();
        made.supplier = Objects.requireNonNull(supplier);
        return made;
    }

    public T get() {
        if (!present) {
            value = initialValue();
            present = true;
        }
        return value;
    }

    public void set(T value) {
        this.value = value;
        this.present = true;
    }

    public void remove() {
        value = null;
        present = false;
    }
}
