import java.io.IOException;
import java.io.InputStream;

// A file header of sixteen bytes: signature, version, flags, length and checksum must all be right.
public class Header {
    private static final int[] SIGNATURE = {0x8b, 'K', 'L', 'W', 0x0d, 0x0a};

    private static int next(InputStream input) throws IOException {
        int read = input.read();
        if (read < 0) {
            System.exit(1);
        }
        return read;
    }

    public static void main(String[] args) throws IOException {
        InputStream input = System.in;
        int sum = 0;
        for (int expected : SIGNATURE) {
            int read = next(input);
            if (read != expected) {
                return;
            }
            sum += read;
        }
        int version = next(input);
        int flags = next(input);
        if (version < 3 || version > 4 || (flags & 0x81) != 0x81) {
            return;
        }
        sum += version + flags;
        int length = 0;
        for (int index = 0; index < 4; index++) {
            int read = next(input);
            length = length << 8 | read;
            sum += read;
        }
        int checksum = next(input) << 8 | next(input);
        if (checksum != sum) {
            return;
        }
        byte[] body = new byte[16];
        if (length == 0x1003) {
            body[length & 0x1f] = 1;
            body[length >> 8] = (byte) version; // expect: no-runtime-exception
        }
    }
}
