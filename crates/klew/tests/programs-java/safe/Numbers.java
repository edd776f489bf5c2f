public class Numbers {
    static boolean fails(String text) {
        try {
            Integer.parseInt(text);
            return false;
        } catch (NumberFormatException exception) {
            return true;
        }
    }

    public static void main(String[] args) {
        assert Integer.parseInt("-2147483648") == Integer.MIN_VALUE && Integer.parseInt("+7") == 7;
        assert fails("2147483648") && fails("") && fails("-") && fails("1x") && fails(null) && fails(" 1");
        assert Integer.parseInt("ff", 16) == 255 && Integer.valueOf("12").equals(12) && Integer.decode("0x10") == 16;
        assert Integer.toString(-1234567890).equals("-1234567890") && Integer.toString(Integer.MIN_VALUE).equals("-2147483648");
        assert Integer.toHexString(-1).equals("ffffffff") && Integer.toBinaryString(10).equals("1010");
        assert Integer.toOctalString(8).equals("10") && Integer.toString(255, 36).equals("73") && Integer.toHexString(0).equals("0");
        assert Long.parseLong("9223372036854775807") == Long.MAX_VALUE && Long.toString(Long.MIN_VALUE).length() == 20;
        assert Integer.bitCount(255) == 8 && Integer.highestOneBit(100) == 64 && Integer.numberOfLeadingZeros(1) == 31;
        assert Integer.numberOfTrailingZeros(8) == 3 && Integer.reverse(1) == Integer.MIN_VALUE && Long.bitCount(-1L) == 64;
        assert Integer.reverseBytes(0x01020304) == 0x04030201 && Integer.rotateLeft(1, 33) == 2 && Integer.signum(-5) == -1;
        assert Integer.compare(1, 2) == -1 && Integer.compareUnsigned(1, -1) < 0 && Integer.divideUnsigned(-1, 2) == Integer.MAX_VALUE;
        assert Long.remainderUnsigned(-1L, 10) == 5 && Long.hashCode(1L << 32) == 1 && Integer.toUnsignedLong(-1) == 0xffffffffL;
        Integer small = 127, alike = 127, big = 128, other = 128;
        assert small == alike && big != other && big.equals(other) && new Integer(5) != new Integer(5);
        Long one = 1L;
        assert one.equals(1L) && !one.equals(1) && one.hashCode() == 1 && one.intValue() == 1;
        assert Short.parseShort("-32768") == Short.MIN_VALUE && Byte.toUnsignedInt((byte) -1) == 255;
        assert Boolean.parseBoolean("TRUE") && !Boolean.parseBoolean("yes") && Boolean.hashCode(true) == 1231;
        assert Character.isDigit('5') && !Character.isDigit('x') && Character.isLetter('é') && !Character.isLetter('1');
        assert Character.isUpperCase('Q') && Character.toUpperCase('q') == 'Q' && Character.toLowerCase('Ä') == 'ä';
        assert Character.isWhitespace('\n') && !Character.isWhitespace('\u00a0') && Character.digit('f', 16) == 15;
        assert Character.forDigit(11, 16) == 'b' && Character.getNumericValue('z') == 35 && (int) Character.valueOf('a') == 97;
        assert Math.abs(-5) == 5 && Math.max(2, 3) == 3 && Math.floorMod(-7, 3) == 2 && Math.floorDiv(-7, 3) == -3;
        assert Math.floorMod(7, -3) == -2 && Math.floorDiv(7, -3) == -3 && Math.floorMod(-6, 3) == 0 && Math.abs(Integer.MIN_VALUE) < 0;
        assert Math.sqrt(2.25) == 1.5 && Math.floor(-1.5) == -2 && Math.ceil(-1.5) == -1 && Math.rint(2.5) == 2;
        assert Math.round(2.5) == 3 && Math.round(-2.5) == -2 && Math.round(0.49999999999999994) == 0 && Math.round(-0.2f) == 0;
        assert Math.pow(2, 10) == 1024 && Math.pow(3, 2) == 9 && Math.signum(-2.5) == -1 && Math.hypot(0, 3) == 3;
        try {
            Math.addExact(Integer.MAX_VALUE, 1);
            assert false;
        } catch (ArithmeticException exception) {
            assert exception.getMessage().equals("integer overflow");
        }
    }
}
