import java.util.zip.CRC32;

public class Checksum {
    public static void main(String[] arguments) {
        CRC32 check = new CRC32();
        check.update(Klew.anyInt("byte"));
        check.update('x');
        assert check.getValue() != 0x5f535e2fL; // expect: assertion
    }
}
