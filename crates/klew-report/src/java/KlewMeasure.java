/** Measures what runs cover: nothing here; {@code KlewJacoco} does with JaCoCo. Written by klew. */
public abstract class KlewMeasure {
    /** What measures, if it is on the class path. */
    static KlewMeasure start() {
        try {
            return (KlewMeasure) Class.forName("KlewJacoco").getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError error) {
            return null;
        }
    }

    /** A class with what counts in it. */
    abstract byte[] instrument(byte[] bytes, String name) throws java.io.IOException;

    /** What was covered since the last time, in keys; written to a file as well. */
    abstract String take(String file) throws java.io.IOException;
}
