// options: --entry NeverNull.use --not-null *
// Final fields that no constructor leaves null.
import java.util.Objects;

public class NeverNull {
    static int use(Source from, int[] numbers) {
        return from.read(numbers.length);
    }

    interface Source {
        int read(int from);
    }

    static class Checked implements Source {
        private final int[] content;
        private final int[] counts = new int[2];

        Checked(int[] content) {
            if (content == null) {
                throw new NullPointerException("no content");
            }
            this.content = content;
        }

        Checked(int size) {
            this(new int[size]);
        }

        public int read(int from) {
            return content.length + counts.length;
        }
    }

    static class Required implements Source {
        private final String text;
        private final Class<?> kind;

        Required(String text) {
            this.text = Objects.requireNonNull(text, "no text");
            this.kind = String.class;
        }

        public int read(int from) {
            return text.length() + (kind.isArray() ? 1 : 0);
        }

        class Inner implements Source {
            public int read(int from) {
                return text.length();
            }
        }
    }
}
