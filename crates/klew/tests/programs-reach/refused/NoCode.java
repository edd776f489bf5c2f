// target: NoCode.java:6
// says: the nearest lines with code are NoCode.java:5 and NoCode.java:8
public class NoCode {
    public static void main(String[] args) {
        int n = Klew.anyInt();
        // nothing here
        int m;
        System.out.println(n);
    }
}
