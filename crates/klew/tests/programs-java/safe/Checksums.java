// Checksums of java.util.zip.
import java.util.zip.*;
public class Checksums {
    public static void main(String[] a) {
        CRC32 c = new CRC32();
        c.update("123456789".getBytes());
        assert c.getValue()==0xcbf43926L;
        c.reset();
        c.update(65);
        assert c.getValue()==0xd3d99e8bL;
        Adler32 d = new Adler32();
        d.update("Wikipedia".getBytes());
        assert d.getValue()==0x11e60398L;
        CRC32C e=new CRC32C();
        e.update("123456789".getBytes(),0,9);
        assert e.getValue()==0xe3069283L;
    }
}
