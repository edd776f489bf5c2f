// options: --entry MaybeNull.read --not-null *
// A field at the same place as one that is never null, in another class; only on one way it was looked at.
public class MaybeNull {
    static int read(Source from) {
        return from.read();
    }

    interface Source {
        int read();
    }

    static class Never implements Source {
        private final int[] content = new int[3];

        public int read() {
            return content.length;
        }
    }

    static class Sometimes implements Source {
        private final int[] content;

        Sometimes(int[] content, boolean strict) {
            if (strict) {
                if (content == null) {
                    throw new NullPointerException();
                }
            }
            this.content = content;
        }

        public int read() {
            return content.length; // expect: no-runtime-exception
        }
    }
}
