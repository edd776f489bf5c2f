// Text that goes to streams of bytes: encodings, halves of pairs of surrogates, closed streams, and what subclasses see.
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public class PrintStreams {
    /** Counts what a stream is asked to do. */
    static class Counting extends OutputStream {
        int writes;
        int flushes;

        @Override
        public void write(int b) {
            writes++;
        }

        @Override
        public void write(byte[] bytes, int offset, int count) {
            writes++;
        }

        @Override
        public void flush() {
            flushes++;
        }
    }

    /** Notes which of its methods the others call. */
    static class Noting extends PrintStream {
        final StringBuilder notes = new StringBuilder();

        Noting() {
            super(new ByteArrayOutputStream());
        }

        @Override
        public void print(String text) {
            notes.append('s');
            super.print(text);
        }

        @Override
        public void print(int value) {
            notes.append('i');
            super.print(value);
        }

        @Override
        public void println() {
            notes.append('l');
            super.println();
        }
    }

    static void failsWith(String encoding, String message) {
        try {
            new PrintStream(new ByteArrayOutputStream(), true, encoding);
            assert false;
        } catch (UnsupportedEncodingException exception) {
            assert exception.getMessage().equals(message);
        }
    }

    static void encodings() throws IOException {
        failsWith("nope", "nope");
        failsWith("", "");
        failsWith("\u00e0b", "\u00e0b");
        try {
            new PrintStream(new ByteArrayOutputStream(), true, (String) null);
            assert false;
        } catch (NullPointerException exception) {
            assert exception.getMessage().equals("charsetName");
        }
        try {
            new PrintStream((OutputStream) null, true, "nope");
            assert false;
        } catch (NullPointerException exception) {
            assert exception.getMessage().equals("Null output stream");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream latin = new PrintStream(bytes, false, "latin1");
        latin.print("\u00e9\u20ac");
        assert Arrays.equals(bytes.toByteArray(), new byte[] {(byte) 0xe9, '?'});
        bytes = new ByteArrayOutputStream();
        PrintStream wide = new PrintStream(bytes, false, StandardCharsets.UTF_16);
        wide.print('a');
        wide.print('b');
        assert Arrays.equals(bytes.toByteArray(), new byte[] {(byte) 0xfe, (byte) 0xff, 0, 'a', 0, 'b'});
    }

    static void halves() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(bytes);
        stream.print("a\ud83d");
        assert bytes.size() == 1;
        stream.print("\ude00b");
        assert bytes.toString().equals("a\ud83d\ude00b");
        stream.print('\ud83d');
        stream.print('c');
        assert bytes.toString().equals("a\ud83d\ude00b?c");
        stream.print('\ud83d');
        stream.close();
        assert bytes.toString().equals("a\ud83d\ude00b?c?");
        stream.print("late");
        assert stream.checkError() && bytes.size() == 9;

        bytes = new ByteArrayOutputStream();
        OutputStreamWriter writer = new OutputStreamWriter(bytes, "UTF-8");
        writer.write('\ud83d');
        writer.flush();
        assert bytes.size() == 0;
        writer.write('\ude00');
        writer.close();
        assert bytes.toString().equals("\ud83d\ude00");
    }

    public static void main(String[] arguments) throws IOException {
        encodings();
        halves();
        Counting counting = new Counting();
        PrintStream flushing = new PrintStream(counting, true);
        flushing.println("ab");
        assert counting.writes == 1 && counting.flushes == 2;
        flushing.print("");
        assert counting.writes == 1;
        Noting noting = new Noting();
        noting.println("x");
        noting.println(7);
        noting.println((Object) "y");
        noting.print(8);
        noting.print((Object) "z");
        noting.println();
        noting.append('c');
        assert noting.notes.toString().equals("sisil");
    }
}
