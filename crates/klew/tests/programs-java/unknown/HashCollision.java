/** Different objects may have one hash code; no run shows it. */
public class HashCollision {
    public static void main(String[] args) {
        Object one = new Object();
        Object other = new Object();
        int[] array = new int[1];
        assert one.hashCode() == one.hashCode();
        assert array.hashCode() == System.identityHashCode(array);
        assert one.toString().startsWith("java.lang.Object@");
        assert one.hashCode() != other.hashCode();
    }
}
