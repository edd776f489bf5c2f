import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/** What `OutputStreamWriter` says of parts of texts that are not there: nothing is written, and nothing but the text's own complaint is thrown. */
public class WriterFailures {
    static String write(OutputStreamWriter writer, String text, int offset, int count) throws IOException {
        try {
            writer.write(text, offset, count);
            return "written";
        } catch (StringIndexOutOfBoundsException | NullPointerException e) {
            return e.getMessage();
        }
    }

    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStreamWriter writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_16BE);
        assert writer.getEncoding().equals("UnicodeBigUnmarked");
        int count = Klew.anyInt("count");
        Klew.assume(count >= 0 && count <= 4);
        String expected = count <= 2 ? "written" : "begin 1, end " + (1 + count) + ", length 3";
        assert write(writer, "abc", 1, count).equals(expected);
        try {
            writer.write((String) null, 0, 3);
            assert false;
        } catch (NullPointerException e) {
            writer.flush();
        }
        assert bytes.size() == (count <= 2 ? 2 * count : 0);
        try {
            writer.write(new char[2], 3, -1);
            assert false;
        } catch (IndexOutOfBoundsException e) {
            assert e.getMessage() == null;
        }
    }
}
