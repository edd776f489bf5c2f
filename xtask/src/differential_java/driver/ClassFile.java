import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Reads the names of the members of a class file: a model of java.lang cannot be loaded beside the JDK's. */
final class ClassFile {
    private final DataInputStream in;
    private final String[] texts;

    ClassFile(byte[] content) throws IOException {
        in = new DataInputStream(new ByteArrayInputStream(content));
        in.skipBytes(8);
        texts = new String[in.readUnsignedShort()];
        for (int i = 1; i < texts.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 7, 8, 16, 19, 20 -> in.skipBytes(2);
                case 15 -> in.skipBytes(3);
                case 5, 6 -> {
                    in.skipBytes(8);
                    i++;
                }
                default -> in.skipBytes(4);
            }
        }
        in.skipBytes(6);
        in.skipBytes(2 * in.readUnsignedShort());
    }

    /** Names of public fields; names with descriptors of public methods. */
    Set<String> members() throws IOException {
        Set<String> members = new HashSet<>();
        for (int kind = 0; kind < 2; kind++) {
            int count = in.readUnsignedShort();
            for (int i = 0; i < count; i++) {
                boolean shown = (in.readUnsignedShort() & 1) != 0;
                String name = texts[in.readUnsignedShort()];
                String descriptor = texts[in.readUnsignedShort()];
                int attributes = in.readUnsignedShort();
                for (int j = 0; j < attributes; j++) {
                    in.skipBytes(2);
                    in.skipBytes(in.readInt());
                }
                if (shown) {
                    members.add(kind == 0 ? name : name + descriptor);
                }
            }
        }
        return members;
    }
}
