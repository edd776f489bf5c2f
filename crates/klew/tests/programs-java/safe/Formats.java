public class Formats {
    public static void main(String[] args) {
        assert String.format("%d-%5d|%-4d|%04d", 1, 2, 3, 4).equals("1-    2|3   |0004");
        assert String.format("%s %S %c %b %x %X%n", "a", "b", 'c', true, 255, 255).equals("a B c true ff FF\n");
        assert String.format("%.2f %f %5.1f %08.3f", 1.005, 2.5, 3.25, -3.14159).equals("1.01 2.500000   3.3 -003.142");
        assert String.format("%,d %+d %2$s %%", 1234567, 8).equals("1,234,567 +8 8 %");
        assert String.format("%10s|%-6s|%.2s", "right", "left", "cut").equals("     right|left  |cu");
        System.out.printf("%d %s%n", Klew.anyInt("n"), "x");
        try {
            String.format("%d", "x");
            assert false;
        } catch (java.util.IllegalFormatException exception) {
            System.out.println(exception);
        }
    }
}
