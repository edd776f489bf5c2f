// target: unused
public class NeverCalled {
    static int unused(int n) {
        return n + 1;
    }

    public static void main(String[] args) {
        System.out.println(Klew.anyInt() > 3);
    }
}
