// A power that a double holds is known exactly.
public class Powers {
  public static void main(String[] arguments) {
    double cube = Math.pow(1.5, 3);
    assert cube < 3.375 || Math.log10(100) != 2; // expect: assertion
  }
}
