// What the garbage collector does to weak references is open.
import java.lang.ref.WeakReference;
import java.util.WeakHashMap;

public class Collected {
    public static void main(String[] arguments) {
        WeakReference<Object> weak = new WeakReference<>(new Object());
        Object object = weak.get();
        assert object == null || weak.get() == object;
        WeakHashMap<Object, Integer> map = new WeakHashMap<>();
        map.put(new Object(), 1);
        assert map.size() == 1;
    }
}
