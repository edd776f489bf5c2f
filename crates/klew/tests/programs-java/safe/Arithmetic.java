public class Arithmetic {
    public static void main(String[] args) {
        int x = Klew.anyInt("x");
        long y = Klew.anyLong("y");
        assert (byte) x == (x << 24) >> 24 && (char) x == (x & 0xffff) && (short) x == (x << 16) >> 16;
        assert x << 33 == x << 1 && x >>> 32 == x && y << 65 == y << 1 && (int) y == (int) (y & 0xffffffffL);
        assert (x & -x) == Integer.lowestOneBit(x) && ~x == -x - 1 && (x ^ x) == 0 && (y | ~y) == -1L;
        assert Integer.MIN_VALUE / -1 == Integer.MIN_VALUE && Integer.MIN_VALUE % -1 == 0 && -7 / 2 == -3 && -7 % 2 == -1;
        if (x > 0 && y > x) {
            assert y - x > 0 || y < 0;
        }
        byte b = (byte) 200;
        b += 100;
        assert b == 44;
        char c = 'a';
        c++;
        assert c == 'b' && c + 1 == 99;
        short s = Klew.anyShort("s");
        s = (short) -s;
        assert s == -(-s) || s == Short.MIN_VALUE;
        boolean p = Klew.anyBoolean("p");
        boolean q = Klew.anyBoolean("q");
        assert (p ^ q) == (p != q) && (p & q) == (p && q) && (p | !p);
        assert Long.compare(y, y) == 0 && (y < 0 ? -1 : y > 0 ? 1 : 0) == Long.signum(y);
        assert Math.max(x, 0) >= 0 && Math.min(x, 0) <= 0 && (long) x * x >= 0;
        int i = 5;
        i = i++ + ++i;
        assert i == 12;
    }
}
