// Upper case may be longer than lower case.
public class OneLetter {
  public static void main(String[] arguments) {
    char c = Klew.anyChar();
    if (Character.isLowerCase(c)) {
      assert String.valueOf(c).toUpperCase().length() == 1; // expect: assertion
    }
  }
}
