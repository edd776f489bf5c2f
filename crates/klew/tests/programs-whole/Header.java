import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;

/** Header FILE: reads the header of a file: a mark, a version, a length; HEADER_VERSION says which version is known. */
public class Header {
    public static void main(String[] args) {
        String known = System.getenv("HEADER_VERSION");
        if (args.length == 0) {
            System.exit(2);
        }
        try (DataInputStream stream = new DataInputStream(new FileInputStream(args[0]))) {
            if (stream.readUnsignedByte() != 'K') {
                System.exit(1);
            }
            int version = stream.readUnsignedByte();
            if (version > 1 && (known == null || !known.equals("2"))) {
                System.exit(1);
            }
            byte[] body = new byte[stream.readByte()]; // expect: no-runtime-exception // fixed: byte[] body = new byte[stream.readUnsignedByte() & 3];
            System.out.println(version + " " + body.length);
        } catch (IOException exception) {
            System.exit(1);
        }
    }
}
