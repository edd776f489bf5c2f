// time: 6s
// What `twice` returns is known without its calls, and wraps around; but no stack has room for 1073741824 of them, so no run comes to that.
public class CallsWithoutEndOfTheStack {
    static int twice(int n) {
        if (n == 0) {
            return 0;
        }
        return twice(n - 1) + 2;
    }

    public static void main(String[] args) {
        int n = Klew.anyInt();
        Klew.assume(n >= 0);
        assert twice(n) >= 0;
    }
}
