// Exact tables: what Unicode says of any character, as a whole and without a path for each range of characters.
public class Characters {
  static void check(boolean holds, int number) {
    if (!holds) throw new IllegalStateException("check " + number);
  }
  public static void main(String[] arguments) {
    char c = Klew.anyChar();
    switch (Klew.anyInt()) {
      case 0: check(Character.isLetterOrDigit(c) == (Character.isLetter(c) | Character.isDigit(c)), 0); break;
      case 1: check(Character.isDigit(c) == (Character.getType(c) == Character.DECIMAL_DIGIT_NUMBER), 1); break;
      case 2: check(!Character.isDigit(c) || Character.digit(c, 10) == Character.getNumericValue(c), 2); break;
      case 3: check(Character.digit(c, 10) < 0 || Character.isDigit(c), 3); break;
      case 4: check(Character.digit(c, 16) < 16 && Character.digit(c, 16) >= -1, 4); break;
      case 5: check(!Character.isJavaIdentifierStart(c) || Character.isJavaIdentifierPart(c), 5); break;
      case 6: check(!Character.isUpperCase(c) || !Character.isLowerCase(c), 6); break;
      case 7: check(c >= 0x80 || Character.toUpperCase(c) < 0x80, 7); break;
      case 8: check(Character.isDefined(c) || !Character.isLetter(c), 8); break;
      case 9: check(!Character.isWhitespace(c) || c == '\t' || !Character.isJavaIdentifierStart(c), 9); break;
      case 10: check(Character.toUpperCase(Character.toUpperCase(c)) == Character.toUpperCase(c), 10); break;
      case 11:
        String s = String.valueOf(c);
        check(s.equalsIgnoreCase(s.toUpperCase()) || s.toUpperCase().length() > 1 || c == 0x131 || c == 0x130, 11);
        break;
      case 12: check("stra\u00dfe".toUpperCase().equals("STRASSE") && "\u0391\u03a3".toLowerCase().equals("\u03b1\u03c2"), 12); break;
      case 13: check(Integer.parseInt("\u0661\u0662") == 12, 13); break;
      default:
    }
  }
}
