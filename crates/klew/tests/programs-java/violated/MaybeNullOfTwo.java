// options: --entry MaybeNullOfTwo.read
// One constructor leaves it null, and so does one that looks at another parameter.
public class MaybeNullOfTwo {
    private final int[] content;

    MaybeNullOfTwo(int[] content) {
        this.content = java.util.Objects.requireNonNull(content);
    }

    MaybeNullOfTwo(int[] other, int[] content) {
        if (other == null) {
            throw new NullPointerException();
        }
        this.content = content;
    }

    int read() {
        return content.length; // expect: no-runtime-exception
    }
}
