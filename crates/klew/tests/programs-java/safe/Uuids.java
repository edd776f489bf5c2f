// UUIDs.
import java.util.*;
public class Uuids {
    public static void main(String[] a) throws Exception {
        UUID u = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        assert u.toString().equals("123e4567-e89b-12d3-a456-426614174000");
        assert u.version()==1;
        assert new UUID(1,2).compareTo(new UUID(1,3))<0;
        assert u.hashCode()!=0;
        try {
            UUID.fromString("x");
            assert false;
        } catch (IllegalArgumentException e) {
            assert e.getMessage().equals("Invalid UUID string: x");
        }
        assert UUID.nameUUIDFromBytes("a".getBytes()).toString().equals("0cc175b9-c0f1-36a8-b1c3-99e269772661");
        assert UUID.nameUUIDFromBytes(new byte[100]).toString().equals("6d0bb009-54ce-37fb-ae43-6bb55a8397a9");
        UUID random = UUID.randomUUID();
        assert random.version() == 4 && random.variant() == 2 && random.toString().charAt(14) == '4';
        assert UUID.fromString("1-2-3-4-5").toString().equals("00000001-0002-0003-0004-000000000005");
        assert UUID.fromString("123e4567-e89b-12d3-a456-426614174000").timestamp() == 203762160885450087L;
    }
}
