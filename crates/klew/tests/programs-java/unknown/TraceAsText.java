// The lines of a stack trace are not known.
import java.io.PrintWriter;
import java.io.StringWriter;

public class TraceAsText {
    public static void main(String[] arguments) {
        StringWriter text = new StringWriter();
        new RuntimeException("problem").printStackTrace(new PrintWriter(text));
        assert !text.toString().contains("TraceAsText");
    }
}
