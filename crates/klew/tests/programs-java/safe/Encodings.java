// Strings as bytes in several encodings.
import java.nio.charset.*;
import java.nio.*;
public class Encodings {
    /** The bytes in UTF-8 are read as this text. */
    static void check(String text, int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        assert new String(bytes, StandardCharsets.UTF_8).equals(text);
    }

    public static void main(String[] a) throws Exception {
        String s="aé€😀";
        assert s.getBytes(StandardCharsets.UTF_8).length==10;
        assert s.getBytes(StandardCharsets.UTF_16).length==12;
        assert s.getBytes(StandardCharsets.UTF_16BE).length==10;
        assert s.getBytes(StandardCharsets.UTF_16LE)[0]=='a';
        assert s.getBytes(StandardCharsets.US_ASCII).length==4;
        assert s.getBytes(StandardCharsets.ISO_8859_1).length==4;
        assert new String(s.getBytes("UTF-16"),"UTF-16").equals(s);
        assert Charset.forName("utf8")==StandardCharsets.UTF_8;
        assert Charset.defaultCharset().name().equals("UTF-8");
        try {
            "x".getBytes("nope");
            assert false;
        } catch (java.io.UnsupportedEncodingException e) {
            assert e.getMessage().equals("nope");
        }
        assert new String(new byte[]{(byte)0xff,'a'}, StandardCharsets.UTF_8).equals("\ufffda");
        try {
            Charset.forName("nope");
            assert false;
        } catch (UnsupportedCharsetException e) {
        }
        check("\ufffd\ufffd\ufffd\ufffd", 224, 248, 194, 237, 191, 128);
        check("\ufffd\ufffd\u13ff\ufffd", 192, 241, 225, 143, 191, 128);
        check("\ufffd\ufffd\ufffd", 240, 248, 143);
        check("\u007f\ufffd\ufffd\ufffd\ufffd\ufffd", 127, 224, 159, 224, 224, 239);
        check("\ufffd\ufffd\ufffd\ufffd", 144, 241, 159, 240, 239);
        check("\ufffd\ufffd\ufffd", 223, 241, 239);
        check("\ufffd\ufffd\ufffd", 128, 245, 245);
        check("\ufffd\ufffd", 144, 241);
        check("\ufffd", 191);
        check("\ufffd\ufffdA\ufffd", 248, 192, 65, 255);
        check("\ufffd\ufffd\ufffd\ufffd", 159, 255, 224, 143);
        check("\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd", 237, 245, 160, 193, 239, 241);
        check("\ufffd\ud43f", 239, 237, 144, 191);
        check("\ufffd\ufffd\ufffd\ufffd", 245, 240, 248, 191);
        check("\ufffd\ufffd\ufffd\ufffd\ufffd", 192, 192, 223, 225, 223);
        check("\ufffd\ufffd\ufffd\ufffd\ufffd", 245, 191, 191, 245, 240);
        check("\ufffd\ufffd", 248, 193);
        check("\ufffd", 224);
        check("\ufffd\ufffd\ufffd\ufffd", 143, 245, 223, 194);
        check("A\ufffd\ufffd\ufffd", 65, 191, 223, 225);
        check("\ufffd", 160);
        check("\ufffd\ufffd\ufffd\ufffd\u007f\ufffd", 239, 194, 237, 240, 127, 143);
        check("A\ufffd\ufffd", 65, 193, 248);
        check("\ufffdAA\ufffdA\ufffd", 193, 65, 65, 224, 65, 193);
        check("\ufffd\ufffd", 160, 159);
        check("\ufffd\ufffd\ufffd\ufffd", 237, 160, 194, 192, 241);
        check("\u007f\ufffd\ufffd\ufffd", 127, 192, 224, 248);
        check("\ufffd\ufffd\ufffd\ufffd", 245, 237, 193, 160);
        check("\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd", 159, 128, 144, 245, 193, 223);
        check("\ufffd\ufffd", 224, 191, 244);
        check("\u007f\ufffd\u007f\ufffd\ufffd", 127, 241, 127, 144, 191);
        check("\ufffd\ufffd\ufffd\ufffd", 255, 143, 248, 237);
        check("\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd", 239, 225, 245, 244, 237, 193);
        check("\ufffd\u07df", 223, 223, 159);
        check("\ufffd\ufffd\ufffd", 193, 191, 191);
        check("\ufffd\u007f", 223, 127);
        check("A\ufffd", 65, 194);
        check("\ufffd\ufffd\ufffd", 248, 240, 239);
        check("\ufffd\ufffd\ufffd\u007f", 245, 255, 160, 127);
        check("\ufffd\ufffd\ufffd\ufffd\ufffd", 245, 237, 192, 240, 240);
        check("\ufffd\ufffd\u00a0", 159, 245, 194, 160);
        check("\ufffd\ufffd\u008f\ufffd\ufffd", 191, 244, 194, 143, 245, 225);
        check("\u07e0\ufffd\ufffd", 223, 160, 160, 255);
        check("\ufffd\ufffd\ufffd\ufffd", 255, 240, 248, 223);
        check("A", 65);
        check("\ufffd\ufffd", 244, 192);
        check("\ufffd", 237);
        check("\ufffd\ufffd\ufffd\ufffd\ufffd", 241, 193, 245, 144, 160);
        check("\ufffd\ufffd\ufffd", 128, 241, 245);
        check("\ufffd\ufffd\ufffd\ufffd", 225, 128, 255, 241, 239);
        check("\ufffd\ufffd", 160, 241);
        check("\ufffd", 143);
        check("\ufffd", 248);
        check("\ufffd\u007f\ufffd\ufffd", 225, 160, 127, 143, 160);
        check("\ufffd\ufffd\ufffd", 144, 143, 128);
        check("\ufffd\ufffd\ufffd\ufffd\ufffd", 128, 143, 255, 237, 191, 241);
        check("\ufffd\ufffd", 244, 239, 160);
        check("A\ufffd\ufffd\ufffd\ufffd\ufffd", 65, 239, 255, 128, 237, 244);
        check("\ufffd\ufffd\ufffd\ufffd\ufffd", 192, 255, 144, 160, 159);
        check("\ufffd\ufffd\ufffd\ufffd", 223, 224, 248, 239);
    }
}
