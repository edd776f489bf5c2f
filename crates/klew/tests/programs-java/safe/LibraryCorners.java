// Corners of the library that calls of every method of every model showed: which argument is looked at first, and what is said of it.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

public class LibraryCorners {
    enum Letter {
        A
    }

    interface Code {
        Object run() throws Exception;
    }

    static void fails(Class<?> failure, String message, Code code) {
        try {
            code.run();
        } catch (Exception exception) {
            assert exception.getClass() == failure;
            String said = exception.getMessage();
            assert message == null ? said == null : message.equals(said);
            return;
        }
        assert false;
    }

    static void encodings() {
        byte[] bytes = {1};
        fails(UnsupportedEncodingException.class, "nope", () -> new String(bytes, 5, 1, "nope"));
        fails(NullPointerException.class, null, () -> new String(bytes, 5, 1, (String) null));
        fails(NullPointerException.class, null, () -> new String(bytes, 5, 1, (Charset) null));
        fails(NullPointerException.class, null, () -> "a".getBytes((Charset) null));
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        fails(NullPointerException.class, "charsetName", () -> new InputStreamReader(in, (String) null));
        fails(NullPointerException.class, "charset", () -> new InputStreamReader(in, (Charset) null));
        fails(NullPointerException.class, null, () -> new InputStreamReader(null, "nope"));
        fails(NullPointerException.class, "charsetName", () -> new OutputStreamWriter(out, (String) null));
    }

    static void nulls() {
        String cs = "Cannot invoke \"java.lang.CharSequence.length()\" because \"cs\" is null";
        fails(NullPointerException.class, cs, () -> "a".contentEquals((StringBuffer) null));
        fails(NullPointerException.class, cs, () -> "a".contentEquals((CharSequence) null));
        fails(NullPointerException.class, null, () -> String.join("-", (List<String>) null));
        fails(NullPointerException.class, null, () -> String.join(null, List.of()));
        fails(NullPointerException.class, null, () -> "a".toUpperCase(null));
        fails(NullPointerException.class, "Cannot read the array length because \"value\" is null",
                () -> String.valueOf(null, 0, 1));
        fails(NullPointerException.class, "Cannot load from char array because \"a\" is null",
                () -> Character.codePointBefore((char[]) null, 1));
        fails(NullPointerException.class, "Cannot read field \"value\" because \"tgtStr\" is null",
                () -> "a".indexOf(null, 1));
        String array = "Cannot read the array length because \"a\" is null";
        fails(NullPointerException.class, array, () -> {
            Arrays.sort((Object[]) null);
            return null;
        });
        fails(NullPointerException.class, array, () -> {
            Arrays.sort((Integer[]) null, Comparator.reverseOrder());
            return null;
        });
        fails(NullPointerException.class, null, () -> Arrays.spliterator((int[]) null));
        fails(NullPointerException.class, null, () -> ThreadLocal.withInitial(null));
    }

    public static void main(String[] arguments) throws Exception {
        encodings();
        nulls();
        fails(NullPointerException.class, "Name is null", () -> Enum.valueOf(Letter.class, null));
        fails(IllegalArgumentException.class, "java.lang.Enum is not an enum class",
                () -> Enum.valueOf((Class) Enum.class, null));
        fails(IllegalStateException.class, "Can't overwrite cause with java.lang.Error: e",
                () -> new Exception(new Error()).initCause(new Error("e")));
        fails(IllegalStateException.class, "Can't overwrite cause with a null",
                () -> new Exception("m", null).initCause(null));
        fails(IllegalArgumentException.class, "Self-causation not permitted", () -> {
            Exception exception = new Exception();
            return exception.initCause(exception);
        });
        // Texts of characters below 256 are compared with others by characters, else by code points.
        assert "\\".compareToIgnoreCase("\ud83d\ude00") == '\\' - '\ud83d';
        assert "\u0416".compareToIgnoreCase("\ud83d\ude00") == 0x436 - 0x1f600;
        assert new Locale("\u00c9A", "\u00e9t").toString().equals("\u00c9a_\u00e9T");
        assert Float.toHexString(Float.MIN_VALUE).equals("0x0.000002p-126");
        assert Float.toHexString(-1.5f).equals("-0x1.8p0");
        assert Float.toHexString(Float.NaN).equals("NaN");
    }
}
