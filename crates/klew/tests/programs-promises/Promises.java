import java.util.Objects;

/** Methods that need what their callers promise; what each needs is in the table of promises.rs. */
class Promises {
    private int[] items;
    private int count;
    Promises next;

    static int quotient(int a, int b) {
        return a / (b - 3); // expect: quotient
    }

    static char first(String text) {
        return text.charAt(0); // expect: first
    }

    int get(int index) {
        return items[index]; // expect: get
    }

    int link() {
        return next.count; // expect: link
    }

    static int at(int[] array, int index) {
        return array[index]; // expect: at
    }

    static int refused(String text, int[] array) {
        Objects.requireNonNull(text);
        Objects.requireNonNull(array, "array");
        return text.length() + array.length;
    }

    static int refusedLate(String text, int n) {
        if (n > 3) {
            return text.length();
        }
        Objects.requireNonNull(text); // expect: refusedLate
        return n;
    }

    static int refusedOther(String text, String other) {
        Objects.requireNonNull(other);
        return text.length(); // expect: refusedOther
    }

    static int annotated(@NonNull String text) {
        return text.length();
    }

    static int annotatedOther(@NonNull String text, String other) {
        return text.length() + other.length(); // expect: annotatedOther
    }

    static int annotatedType(int n, int @NotNull [] numbers) {
        return numbers.length / n; // expect: annotatedType
    }

    static int narrow(byte a, char b) {
        return 1 / (a + b - 127); // expect: narrow
    }

    static long wide(int a, long b) {
        return 7 / (a * b - 6); // expect: wide
    }

    static int thrown(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative"); // expect: thrown
        }
        return 1 / n; // expect: thrownOther
    }

    static void refusing(int n) {
        throw new Refusal(n); // expect: refusing
    }

    static class Refusal extends RuntimeException {
        Refusal(int n) {
            super("refused");
        }
    }

    Promises(int[] items) {
        this.items = Objects.requireNonNull(items);
        this.count = items.length;
    }

    static boolean small(int n) {
        return n > 0 && n < 10;
    }

    static int checked(int n) {
        return 1 / n; // expect: checked
    }

    enum Sign {
        PLUS { int of(int n) { return n; } },
        MINUS { int of(int n) { return -n; } };

        abstract int of(int n);
    }

    static int known(Sign sign) {
        switch (sign) {
            case PLUS: return 1;
            case MINUS: return 2;
            default: throw new IllegalStateException();
        }
    }

    static int other(Sign sign) {
        return 1 / (sign == Sign.MINUS ? sign.of(3) + 3 : 1); // expect: other
    }

    static int held(Sign[] signs) {
        if (signs.length != 2 || signs[1] == null) {
            return 0;
        }
        return signs[1] == Sign.PLUS ? 1 : 1 / (signs[1].ordinal() - 1); // expect: held
    }

    static class Slot<T> {
        T value;
    }

    static int boxedSign(Slot<Sign> signs) {
        return signs.value == Sign.MINUS ? 1 / (signs.value.ordinal() - 1) : 0; // expect: boxedSign
    }

    static boolean optional(java.util.Optional<Sign> sign) {
        return 1 / (sign.equals(java.util.Optional.of(Sign.MINUS)) ? 0 : 1) == 1; // expect: optional
    }

    static boolean exchanged(java.util.concurrent.atomic.AtomicReference<Sign> sign) {
        return 1 / (sign.compareAndSet(Sign.MINUS, Sign.PLUS) ? 0 : 1) == 1; // expect: exchanged
    }

    static int copied(int[] numbers) {
        int[] copy = numbers.clone();
        return copy.length == 1 ? 1 / (copy[0] - 7) : 0; // expect: copied
    }

    static int cached(Integer number) {
        return number == Integer.valueOf(5) ? 1 / (number - 5) : 0; // expect: cached
    }

    static class Shape implements Cloneable {
        Shape copy() {
            try {
                return (Shape) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    static class Circle extends Shape {
        int radius;
    }

    static int copiedShape(Shape shape) {
        Shape copy = shape.copy();
        return copy instanceof Circle circle ? 1 / (circle.radius - 7) : 0; // expect: copiedShape
    }

    static class Entry {
        Sign sign;
        int amount;
        Entry next;
    }

    static int mean(Entry first) {
        int sum = 0, count = 0, seen = 0;
        for (Entry entry = first; entry != null && seen < 9; entry = entry.next) {
            seen++;
            if (entry.sign == Sign.MINUS) continue;
            sum += entry.amount;
            count++;
        }
        return count == 0 ? 0 : sum / count;
    }

    static int boxed(Comparable<?> number) {
        return number instanceof Integer found ? 1 / (found - 77) : 0; // expect: boxed
    }

    static void whole(Number number) {
        if (number != null) {
            assert number.doubleValue() != 0.5; // expect: whole
        }
    }

    static void wholeIfAny(Object number) {
        if (number instanceof Number found) {
            assert found.doubleValue() != 0.5; // expect: wholeIfAny
        }
    }

    static int length(Object numbers) {
        return numbers instanceof long[] found ? 1 / found.length : 0; // expect: length
    }

    static int size(Object numbers) {
        return numbers instanceof java.util.ArrayList<?> found ? 1 / found.size() : 0;
    }

    static int shared(Promises a, Promises b) {
        a.count = 0;
        return 1 / b.count; // expect: shared
    }
}

@interface NonNull {}

@java.lang.annotation.Target(java.lang.annotation.ElementType.TYPE_USE)
@interface NotNull {}
