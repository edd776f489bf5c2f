// options: --sym-stdin 3
// The first reader of characters takes all of standard input, also from readers that come later, and has it when the stream is closed.

import java.io.IOException;
import java.io.InputStreamReader;
import java.util.NoSuchElementException;
import java.util.Scanner;

public class ReadersOfStandardInput {
    interface Code {
        int run() throws IOException;
    }

    static void isClosed(Code code) {
        try {
            code.run();
            assert false;
        } catch (IOException exception) {
            assert exception.getMessage().equals("Stream closed");
        }
    }

    public static void main(String[] args) throws IOException {
        assert System.in.read() >= 0;
        InputStreamReader first = new InputStreamReader(System.in);
        int second = first.read();
        InputStreamReader other = new InputStreamReader(System.in);
        assert other.read() == -1 && System.in.read() == -1 && System.in.available() == 0 && !other.ready();
        System.in.close();
        isClosed(System.in::read);
        isClosed(System.in::available);
        isClosed(other::read);
        assert !other.ready();
        if (second < 0x80) {
            assert first.ready();
            try {
                assert first.read() >= 0 && !first.ready();
            } catch (IOException exception) {
                // The last byte begins a character of two.
                assert exception.getMessage().equals("Stream closed");
            }
            isClosed(first::read);
        }
        try {
            new Scanner(System.in).nextInt();
            assert false;
        } catch (NoSuchElementException exception) {
            assert exception.getMessage() == null;
        }
    }
}
