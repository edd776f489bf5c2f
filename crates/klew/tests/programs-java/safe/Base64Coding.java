// Base64 in all its kinds.
import java.util.*;
import java.nio.charset.*;
public class Base64Coding {
    public static void main(String[] a) {
        assert Base64.getEncoder().encodeToString("hello".getBytes()).equals("aGVsbG8=");
        assert new String(Base64.getDecoder().decode("aGVsbG8=")).equals("hello");
        assert Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[]{(byte)0xfb,(byte)0xff}).equals("-_8");
        assert Base64.getMimeDecoder().decode("aGVs\r\nbG8=").length==5;
        assert Base64.getMimeEncoder().encodeToString(new byte[60]).length()==82;
        try {
            Base64.getDecoder().decode("a");
            assert false;
        } catch (IllegalArgumentException e) {
            assert e.getMessage().equals("Input byte[] should at least have 2 bytes for base64 bytes");
        }
        try {
            Base64.getDecoder().decode("ab*c");
            assert false;
        } catch (IllegalArgumentException e) {
            assert e.getMessage().equals("Illegal base64 character 2a");
        }
    }
}
