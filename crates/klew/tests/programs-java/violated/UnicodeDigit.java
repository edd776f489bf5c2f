// A digit is more than 0 to 9.
public class UnicodeDigit {
  public static void main(String[] arguments) {
    char c = Klew.anyChar();
    if (Character.isDigit(c) && Character.digit(c, 10) == 7 && c != '7') {
      throw new IllegalStateException("it is U+" + Integer.toHexString(c)); // expect: no-runtime-exception
    }
  }
}
