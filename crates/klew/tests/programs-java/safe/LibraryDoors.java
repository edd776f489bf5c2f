// What the JDK's collections and streams ask of java.lang by doors of their own; texts and the messages of index checks.
import java.util.*;
import java.util.stream.*;
public class LibraryDoors {
  static void check(boolean holds, int number) {
    if (!holds) throw new IllegalStateException("check " + number);
  }
  static String message(Runnable action) {
    try { action.run(); } catch (RuntimeException | OutOfMemoryError e) { return e.getMessage(); }
    return "none";
  }
  public static void main(String[] arguments) {
    List<Integer> list = Stream.of(3, null, 1).toList();
    check(list.size() == 3 && list.get(1) == null && list.contains(null), 1);
    check(message(() -> list.add(2)) == null, 2);
    check(Stream.of(1, 2).collect(Collectors.toUnmodifiableList()).equals(List.of(1, 2)), 3);
    check(new UUID(0x123456789abcdef0L, -1L).toString().equals("12345678-9abc-def0-ffff-ffffffffffff"), 4);
    check("a\n b\n".indent(2).equals("  a\n   b\n") && "  a\n b".indent(-1).equals(" a\nb\n"), 5);
    check("  a\n    b  \n  ".stripIndent().equals("a\n  b\n"), 6);
    check("a\\tb\\101\\s\\\nx".translateEscapes().equals("a\tbA x"), 7);
    check(message(() -> "a\\q".translateEscapes()).equals("Invalid escape sequence: \\q \\\\u0071"), 8);
    check(message(() -> "abc".charAt(5)).equals("String index out of range: 5"), 9);
    check(message(() -> new String(new char[1], 0, 2)).equals("offset 0, count 2, length 1"), 10);
    check(message(() -> new StringBuilder("abc").insert(5, "x")).equals("offset 5, length 3"), 11);
    check(message(() -> new StringBuilder("abc").delete(2, 1)).equals("start 2, end 1, length 3"), 12);
    check(message(() -> Objects.checkFromToIndex(1, 5, 3)).equals("Range [1, 5) out of bounds for length 3"), 13);
    check(message(() -> Character.toChars(-1)).equals("Not a valid Unicode code point: 0xFFFFFFFF"), 14);
    check(message(() -> "ab".repeat(Integer.MAX_VALUE)).equals("Required length exceeds implementation limit"), 15);
    check("\ud801\udc28".equalsIgnoreCase("\ud801\udc00") && "a\u00e4".compareToIgnoreCase("A\u00d6x") < 0, 16);
    check("\u0130".toLowerCase().equals("i\u0307") && "\ufb03".toUpperCase().equals("FFI"), 17);
  }
}
